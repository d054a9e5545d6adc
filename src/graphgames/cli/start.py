"""The answer for the position where the play begins, and whether it is as expected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from graphgames.core.adapter import FIRST_SECOND
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, printable
from graphgames.core.naming import PLAYERS
from graphgames.core.oracle import Outcome
from graphgames.core.solution import ArenaSolution
from graphgames.core.spread import SpreadSolution


@dataclass(frozen=True)
class Start:
    """Who wins from the start."""

    name: str
    """The position as the user wrote it, or its label."""
    outcome: Outcome
    """For the player to move."""
    mover: int | None
    """The player to move, None where the players alternate."""
    players: tuple[str, ...]
    """Their names."""
    undecided: str = "draw"
    """What it is called where nobody wins."""
    worth: str = "a draw"
    """What is said of it then."""

    @property
    def winner(self) -> str | None:
        """The name of the winner, or what he is where the players alternate; None where nobody wins."""
        if self.outcome == "draw":
            return None
        if self.mover is None:
            return "the player to move" if self.outcome == "win" else "the player who moved last"
        return self.players[self.mover if self.outcome == "win" else 1 - self.mover]

    def __str__(self) -> str:
        said = f"{self.winner} wins" if self.winner else self.worth
        return f"start {printable(self.name)}: {said}"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain Python."""
        outcome = self.undecided if self.outcome == "draw" else str(self.outcome)
        return {"position": self.name, "outcome": outcome, "winner": self.winner}

    def meets(self, expected: str) -> bool:
        """Return whether the outcome is the expected one: win, loss or draw for the player to move, or a winner's name.

        Raise `GameError` if it is neither an outcome nor the name of a player, or a draw where there are none.
        """
        word = expected.casefold()
        if word == "draw" != self.undecided:
            raise GameError(f"no position of this game is a draw; expect win, loss, {' or '.join(self.players[:2])}")
        if word in {str(outcome) for outcome in Outcome}:
            return str(self.outcome) == word
        if self.mover is None:
            raise GameError(f"the players alternate, so expect win, loss or draw, and not {expected!r}")
        for player in (0, 1):
            if word in {str(player), *(pair[player].casefold() for pair in (*PLAYERS, self.players))}:
                return self.winner == self.players[player]
        first, second = self.players[:2]
        raise GameError(f"{expected!r} cannot be expected; expect win, loss, draw, {first} or {second}")


def start_of(solution: Any, given: str | None) -> Start | None:
    """Return the answer for a start that is given, or for that of the game; None if there is neither."""
    if isinstance(solution, ArenaSolution):
        game = solution.problem
        if given is None and game.start is None:
            return None
        v = game.arena.vertex(game.start if given is None else given)
        mover = None if game.arena.owner is None else int(game.arena.owner[v]) % CHANCE
        start = Start(str(game.arena.label(v)), solution.numbered.outcome(v), mover, game.players)
        if (undecided := game.objective.draw_words[0]) == "draw":
            return start
        return replace(start, undecided=undecided, worth=game.objective.worth(solution.numbered.value(v)))
    if isinstance(solution, SpreadSolution):
        return _start_of_spread(solution, given)
    if given is None:
        return None
    from graphgames.play import table_for

    table = table_for(solution, given)
    mover = None if table.players == FIRST_SECOND else table.mover(table.start, 0) % CHANCE
    return Start(given, table.oracle.outcome(table.start), mover, table.players)


def _start_of_spread(solution: SpreadSolution, given: str | None) -> Start | None:
    """Return the answer for a vertex by its number; all processes ask for it together."""
    game = solution.problem
    if given is None and game.start is None:
        return None
    v = game.start if given is None else int(given) if given.isascii() and given.isdigit() else -1
    if v is None or not 0 <= v < game.arena.n:
        raise GameError(f"{given!r} is no vertex; a game that is read in parts has the numbers 0 to {game.arena.n - 1}")
    mover = None if game.impartial else solution.mover(v)
    return Start(str(v), solution.outcome(v), mover, game.players)
