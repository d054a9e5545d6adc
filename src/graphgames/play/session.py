"""One play of a game: whose turn it is, the possible moves, how it ended, and which moves were mistakes.

All knowledge about the game comes from an `Oracle`; nothing here reads or prints.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphgames.core.adapter import Ending, GameAdapter
from graphgames.core.errors import GameError
from graphgames.core.oracle import Outcome, RatedMove


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made: the player, the position, its name, its outcome, and the possible moves."""

    player: int
    position: Any
    name: str
    result: Outcome
    before: Outcome


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away: its number from 1, the move, and the names of those that would have kept it."""

    number: int
    made: PlayedMove
    better: tuple[str, ...]


@dataclass
class Session:
    """A play that is going on.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay, solve
    >>> from graphgames.play import table_for
    >>> ladder = Arena.from_edges([(n, n - k) for n in range(5) for k in (1, 2) if n >= k])
    >>> session = Session(table_for(solve(Game(ladder, NormalPlay())), start=4))
    >>> session.play("2"); session.reply(); session.ending
    'First'
    '0'
    Ending(winner=1, reason='First cannot move')
    >>> [(mistake.number, mistake.better) for mistake in session.review()]
    [(1, ('3',))]
    """

    table: GameAdapter
    positions: list[Any] = field(default_factory=list)
    made: list[PlayedMove] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.positions = [self.table.start]
        self._known: tuple[int, dict[str, RatedMove]] = 0, {}

    @property
    def position(self) -> Any:
        """The current position."""
        return self.positions[-1]

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.table.mover(self.position, len(self.made))

    @property
    def ending(self) -> Ending | None:
        """The ending of the play, None while it goes on."""
        ending = self.table.stop(self.positions, self.mover)
        if ending is not None or self.moves():
            return ending
        name = self.table.players[self.mover]
        outcome = self.table.oracle.outcome(self.position)
        if outcome == Outcome.DRAW:
            return Ending(None, "nobody can move any more")
        return Ending(self.mover if outcome == Outcome.WIN else 1 - self.mover, f"{name} cannot move")

    def moves(self) -> dict[str, RatedMove]:
        """Return the moves by their names, the best first."""
        if self._known[0] == len(self.positions):
            return self._known[1]
        named: dict[str, RatedMove] = {}
        for move in self.table.oracle.best_moves(self.position):
            named.setdefault(self.table.name(self.position, move), move)
        self._known = len(self.positions), named
        return named

    def play(self, name: str) -> str:
        """Make the move of that name, and return the player who made it.

        Raises
        ------
        GameError
            If there is no such move or the play is over.
        """
        move = self.moves().get(name)
        if move is None or self.ending is not None:
            raise GameError(f"there is no move {name!r} here")
        player, before = self.mover, self.table.oracle.outcome(self.position)
        self.made.append(PlayedMove(player, self.position, name, move.result, before))
        self.positions.append(move.position)
        return self.table.players[player]

    def reply(self) -> str:
        """Make the best move, and return its name."""
        name = next(iter(self.moves()))
        self.play(name)
        return name

    def undo(self) -> bool:
        """Take back the last move; return whether there was one."""
        if not self.made:
            return False
        self.made.pop()
        self.positions.pop()
        self._known = 0, {}
        return True

    def why(self) -> str:
        """Return why the position is won or lost for the player to move."""
        return self.table.oracle.explain(self.position)

    def review(self) -> list[Mistake]:
        """Return the moves that turned a win into less, or a draw into a loss."""
        mistakes = []
        for number, made in enumerate(self.made, 1):
            if made.result.rank < made.before.rank:
                rated = self.table.oracle.best_moves(made.position)
                keeping = [m for m in rated if m.result.rank >= made.before.rank]
                names = dict.fromkeys(self.table.name(made.position, move) for move in keeping)
                mistakes.append(Mistake(number, made, tuple(names)))
        return mistakes
