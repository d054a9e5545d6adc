"""The answer for the position where the play begins, and whether it is as expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from graphgames.core.adapter import FIRST_SECOND
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, printable, require_test
from graphgames.core.naming import PLAYERS
from graphgames.core.oracle import Outcome
from graphgames.core.solution import ArenaSolution
from graphgames.core.spread import SpreadSolution


@dataclass(frozen=True)
class Start:
    """Who wins from the start."""

    name: str
    """Which start it is, for a person."""
    position: str | None
    """The position as the user wrote it, or its label; None where the input fixes it."""
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
        return f"{printable(self.name)}: {said}"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain Python."""
        outcome = self.undecided if self.outcome == "draw" else str(self.outcome)
        return {"position": self.position, "outcome": outcome, "winner": self.winner}

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


def start_of(solution: Any, given: str | None, test: int = 0) -> Start | None:
    """Return the answer for a start that is given, or for that of the game; None if there is neither.

    Of an input of many tests it is one by its number, from 0.
    """
    if isinstance(solution, ArenaSolution):
        game = solution.problem
        require_test(test, 1)
        if given is None and game.start is None:
            return None
        v = game.arena.vertex(game.start if given is None else given)
        mover = None if game.arena.owner is None else int(game.arena.owner[v]) % CHANCE
        label = str(game.arena.label(v))
        start = Start(f"start {label}", label, solution.numbered.outcome(v), mover, game.players)
        if (undecided := game.draw_words[0]) == "draw":
            return start
        return replace(start, undecided=undecided, worth=game.objective.worth(solution.numbered.value(v)))
    if isinstance(solution, SpreadSolution):
        return _start_of_spread(solution, given)
    return None if given is None else _played(solution, given, test, f"start {given}")


def asked(solution: Any, test: int | None = None) -> Iterator[Start]:
    """Return the answers for the starts that the input asks for or fixes: in all tests, or in one of them."""
    tests = range(solution.tests) if test is None else (require_test(test, solution.tests),)
    for number in tests:
        for given in solution.asked(number):
            name = f"test {number + 1}" if given is None else f"test {number + 1}, start {given}"
            yield _played(solution, given, number, "start" if given is None and solution.tests == 1 else name)


def _played(solution: Any, given: Any, test: int, name: str) -> Start:
    from graphgames.play import table_for

    table = table_for(solution, given, test)
    mover = None if table.players == FIRST_SECOND else table.mover(table.start, 0) % CHANCE
    position = given if given is None else str(given)
    return Start(name, position, table.oracle.outcome(table.start), mover, table.players)


def _start_of_spread(solution: SpreadSolution, given: str | None) -> Start | None:
    """Return the answer for a vertex by its number; all processes ask for it together."""
    game = solution.problem
    if given is None and game.start is None:
        return None
    v = game.start if given is None else int(given) if given.isascii() and given.isdigit() else -1
    if v is None or not 0 <= v < game.arena.n:
        raise GameError(f"{given!r} is not a vertex; expected a number from 0 to {game.arena.n - 1}")
    mover = None if game.impartial else solution.mover(v)
    return Start(f"start {v}", str(v), solution.outcome(v), mover, game.players)
