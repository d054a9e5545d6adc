"""One play of a game: whose turn it is, the possible moves, how it ended, and which moves were mistakes.

All knowledge about the game comes from an ``Oracle``; nothing here reads or prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from graphgames.core.chance import CHANCE
from graphgames.core.ending import Ending
from graphgames.core.errors import GameError, GraphGamesError, counted, shown
from graphgames.core.memory import vertex_of
from graphgames.core.oracle import Outcome
from graphgames.core.value import ends
from graphgames.play.adapter import GameAdapter
from graphgames.play.adapters import adapter_for
from graphgames.play.rating import Choice, Kept, Line


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made: the player, the position, its name, what it led to, and what the best moves led to.

    ``better`` has the names of the moves that were as good as the best. Where a play has a value that is neither a win
    nor a loss, ``values_in_words`` has that before the move and that after it, if they surely differ.
    """

    player: int
    position: Any
    name: str
    choice: Choice
    best: Choice
    better: tuple[str, ...]
    values_in_words: tuple[str, str] | None = None


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away: its number from 1, the move, and the names of those that would have kept it.

    ``words`` say what it did, to stand after the name of the move.
    """

    number: int
    made: PlayedMove
    words: str

    @property
    def better(self) -> tuple[str, ...]:
        """The names of the moves that would have kept it."""
        return self.made.better

    @property
    def sentence(self) -> str:
        """What was wrong with the move and what to do instead."""
        best = self.made.best
        if self.made.values_in_words is not None and best.result is Outcome.DRAW:
            kept = "would have kept it"
        else:
            kept = f"would have {'won' if best.result is Outcome.WIN else 'drawn'}" if best.proved else "was advised"
        return f"{self.made.name} {self.words}; {' or '.join(self.better[:3])} {kept}"


@dataclass(repr=False)
class Session:
    """A play that is going on.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay, solve
    >>> from graphgames.play import adapter_for
    >>> ladder = Arena.from_edges([(n, n - k) for n in range(5) for k in (1, 2) if n >= k])
    >>> session = Session(adapter_for(solve(Game(ladder, NormalPlay())), start=4))
    >>> session.play("2"); session.reply(); session.ending
    'First'
    '0'
    Ending(winner=1, reason='First cannot move', won=True)
    >>> [(mistake.number, mistake.sentence) for mistake in session.review()]
    [(1, '2 gave the win away; 3 would have won')]
    """

    adapter: GameAdapter
    made: list[PlayedMove] = field(default_factory=list)
    dice: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        given: Any = self.adapter
        self.adapter = given if isinstance(given, GameAdapter) else adapter_for(given)
        self._line = Line(self.adapter)
        self._known: tuple[int, dict[str, Choice]] = -1, {}

    def __repr__(self) -> str:
        at, made, ending = self.adapter.render(self.position), len(self.made), self.ending
        turn = f"{self.adapter.players[self.mover]} is to move" if ending is None else ending.reason
        return f"Session({counted(made, 'move')}, at {at}, {turn})"

    @classmethod
    def after(cls, adapter: GameAdapter, moves: Iterable[Choice], kept: Kept) -> Session:
        """Return a play to look on from: after moves that are known, of which it does not say what they were worth."""
        session = cls(adapter)
        session._line = Line(adapter, kept)
        for move in moves:
            session._line.push(move)
        return session

    @property
    def position(self) -> Any:
        """The current position."""
        return self._line.positions[-1]

    @property
    def account(self) -> str:
        """What the play has come to since it began, in words; empty if nothing counts but the position."""
        return "" if self.adapter.account is None else self.adapter.account(self._line.positions)

    @property
    def mover(self) -> int:
        """The player to move."""
        return self._line.mover

    @property
    def ending(self) -> Ending | None:
        """The ending of the play, None while it goes on."""
        adapter, ending = self.adapter, self.ruled
        if ending is None and adapter.longest is not None and len(self._line.movers) >= adapter.longest:
            return adapter.stopped(self.position, self.mover)
        return ending

    @property
    def ruled(self) -> Ending | None:
        """The ending of the play by the rules or since there is no move, None while it goes on or could."""
        ending = self._line.ending()
        if ending is not None or self.moves():
            return ending
        name = self.adapter.players[self.mover]
        outcome = self.adapter.oracle.outcome(self.position)
        if outcome == Outcome.DRAW:
            return Ending(None, "nobody can move any more")
        return Ending(self.mover if outcome == Outcome.WIN else 1 - self.mover, f"{name} cannot move")

    @property
    def outcome(self) -> Outcome:
        """The outcome of the play for the player to move, or player 0 where chance moves, if both go on as advised."""
        moves = () if self.mover == CHANCE else self.moves().values()
        return next((choice.result for choice in moves), self.adapter.oracle.outcome(self.position))

    @property
    def value_in_words(self) -> str:
        """What the position is worth, in words; empty where that is not said, since somebody is certain to win."""
        here = self.adapter.oracle.outcome(self.position)
        in_words = self.adapter.value_in_words if here is self.outcome is Outcome.DRAW else None
        return "" if in_words is None else in_words(self.position)

    def moves(self) -> dict[str, Choice]:
        """Return the moves by their names with what they lead to, the best first."""
        if self._known[0] != len(self.made):
            named: dict[str, Choice] = {}
            for choice in self._line.choices():
                named.setdefault(self.adapter.name(self.position, choice), choice)
            self._known = len(self.made), named
        return self._known[1]

    def threats(self) -> dict[str, Choice] | None:
        """Return the moves that the other player would have if it were their turn, by name, the best first.

        They are rated for this play, as the moves are. None where the solution does not know them.
        """
        if self.adapter.threats is None:
            return None
        named: dict[str, Choice] = {}
        for choice in () if self.ending is not None else self._line.threats(self.adapter.threats(self.position)):
            rated = replace(choice, progress=not choice.proved)  # a proved win is no more than that: no strategy's move
            named.setdefault(self.adapter.name(self.position, choice), rated)
        return named

    def words(self, choice: Choice) -> str:
        """Return what a move leads to, in words."""
        words = self._words(choice)
        if self.adapter.adds is None or choice.ending:
            return words
        again = "" if choice.proved and choice.solved else "in a new play "
        return f"{words}, {again}{self.adapter.adds(self.position, choice)}"

    def _words(self, choice: Choice) -> str:
        """Return who wins by a move, and how."""
        result = choice.result
        if self.mover == CHANCE and result is not Outcome.DRAW:
            return f"{self.adapter.players[result is Outcome.LOSS]} wins"
        if choice.ending is not None:
            result_in_words = f"{result}, " if choice.ending.won else ""
            return f"{result_in_words}ends the play: {choice.ending.reason}"
        if not choice.proved:
            keeps = "keeps the win" if choice.progress else "keeps the win, makes no progress"
            return keeps if result is Outcome.WIN else f"{result}, unless the play comes back to where it was"
        if choice.distance is not None and result is not Outcome.DRAW:
            return f"{result} in {choice.distance + 1}"
        if result is Outcome.DRAW and self.adapter.value_in_words is not None:
            return self.adapter.value_in_words(choice.position)
        on_strategy = result is Outcome.WIN and choice.progress and self.adapter.loop_ending is not None
        by_loop = not choice.solved and result is not Outcome.DRAW
        return "win, on the strategy" if on_strategy else result.value + ", by the loop rule" * by_loop

    def play(self, name: Any) -> str:
        """Make the move of that name, or to that position, and return the player who made it.

        Raise ``GameError`` if there is no such move or the play is over.
        """
        moves, player = self.moves(), self.mover
        if name not in moves:
            name = self._named(name)
        if name not in moves or self.ending is not None:
            raise GameError(f"there is no move {shown(name)} here")
        best = moves[name] if self.mover == CHANCE else next(iter(moves.values()))
        equal = self._equal(best).items()
        better = tuple(other for other, choice in equal if choice.proved or choice.progress == best.progress)
        lost = self._lost(best, moves[name])
        self.made.append(PlayedMove(player, self.position, name, moves[name], best, better, lost))
        self._line.push(moves[name])
        return self.adapter.players[player]

    def _named(self, position: Any) -> str:
        """Return the name of the move to a position; raise `GameError` if there is none."""
        try:
            meant = self.adapter.meant(position)
        except GraphGamesError:
            meant = position
        for name, choice in self.moves().items():
            if vertex_of(choice.position) == meant:
                return name
        raise GameError(f"there is no move {shown(position)} here")

    def _lost(self, best: Choice, choice: Choice) -> tuple[str, str] | None:
        """Return what the best move and another are worth, in words, if they surely differ and worth is what counts."""
        value, in_words = self.adapter.value, self.adapter.value_in_words
        if value is None or in_words is None or best.result is not Outcome.DRAW or (best.ending and best.ending.won):
            return None
        if choice.ending is not None and choice.ending.won:
            return in_words(best.position), f"a {choice.result} ({choice.ending.reason})"
        if choice.ending is not None and self.adapter.ending(choice.position, self.mover) is None:
            return None  # a loop, which is not worth what the vertex is
        (low, high), (own_low, own_high) = ends(value(best.position)), ends(value(choice.position))
        apart = high < own_low or own_high < low
        return (in_words(best.position), in_words(choice.position)) if apart else None

    def _equal(self, best: Choice) -> dict[str, Choice]:
        """Return the moves that are as good as the best one, by their names."""
        rank, lost = best.rank, self._lost
        return {name: one for name, one in self.moves().items() if one.rank == rank and lost(best, one) is None}

    def reply(self) -> str:
        """Make the best move, and return its name. Chance throws dice.

        Where none wins it is one that is hard to answer; but where a play has a worth the strategy's, since another of
        the same worth may only wait.
        """
        moves = self.moves()
        if self.mover == CHANCE and self.adapter.odds is not None:
            odds = self.adapter.odds(self.position)
            thrown = self.dice.choices(list(moves), [float(odds[choice.move]) for choice in moves.values()])[0]
            self.play(thrown)
            return thrown
        best = next(iter(moves.values()))
        equal = self._equal(best)
        counts = self.adapter.value_in_words is not None and best.result is Outcome.DRAW
        best_choice = best if counts or best.result is Outcome.WIN else self._line.hardest(list(equal.values()))
        name = next(name for name, choice in equal.items() if choice is best_choice)
        self.play(name)
        return name

    def undo(self) -> bool:
        """Take back the last move; return whether there was one."""
        if not self.made:
            return False
        self.made.pop()
        self._line.pop()
        self._known = -1, {}
        return True

    def why(self) -> str:
        """Return why the position is won or lost for the player to move."""
        why = self.adapter.oracle.explain(self.position)
        if self.mover == CHANCE or self.outcome is self.adapter.oracle.outcome(self.position):
            return why
        who = self.adapter.players[self.mover]
        does = {Outcome.WIN: "wins", Outcome.DRAW: "draws", Outcome.LOSS: "loses"}[self.outcome]
        return f"{who} {does} this play, because it ends where it comes back. Of a new play from here: {why}"

    @property
    def faultless(self) -> str:
        """What no move did if none was a mistake, to stand after "none" or "no move"."""
        if self.adapter.adds is None:
            return "gave anything away"
        return f"gave a win away: {self.adapter.players[0]} wants {self.adapter.aims[0]}"

    def review(self) -> list[Mistake]:
        """Return the moves that gave something away.

        A move is said to have given away only what is proved. Where a player in the end got less than he had, the moves
        that left what was proved, or what was advised, are named as well.
        """
        ending, mistakes = self.ending, []
        for number, made in enumerate(self.made, 1):
            words = _fault(made, ending)
            if words:
                mistakes.append(Mistake(number, made, words))
        return mistakes


def _fault(made: PlayedMove, ending: Ending | None) -> str:
    """Return what a move did wrong, nothing if that cannot be said of it."""
    best, choice = made.best, made.choice
    if made.values_in_words is not None:
        return "turned {} into {}".format(*made.values_in_words)
    if best.proved and choice.proved and choice.rank < best.rank:
        how = "" if choice.ending is None else f" ({choice.ending.reason})"
        return f"gave the {best.result} away{how}"
    if ending is None or not ending.won or Outcome.of(ending.code, made.player).rank >= best.result.rank:
        return ""
    if choice.result.rank < best.result.rank:
        return f"put the {best.result} at risk"
    off = choice.rank < best.rank or (best.progress and not choice.progress and not choice.proved)
    return "made no progress" if best.result is Outcome.WIN and off else ""
