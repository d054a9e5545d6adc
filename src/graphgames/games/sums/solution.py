"""The base classes of solutions of sums: the nimbers, who wins, why, and a winning move.

A concrete game derives from `RowSums` or `GraphSums` and defines how a position looks, the names of moves, and when the
play is over. `graphgames.games.sums.picture` and `graphgames.games.sums.play` need nothing else.

Sprague (1935) and Grundy (1939): a sum of impartial games is lost by the player to move if and only if the nim-sum of
the parts' nimbers is 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import sealed, unchanging
from graphgames.core.claim import Declared, Each, Truth
from graphgames.core.ending import FIRST_SECOND, Ending
from graphgames.core.naming import part_move
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import Solution
from graphgames.core.solution_base import SHOWN_ROWS
from graphgames.games.impartial.by_rule import ByRule, reasons
from graphgames.games.impartial.problem import RulesProblem
from graphgames.games.sums.certificate import StackNimbers

if TYPE_CHECKING:
    from graphgames.draw.board import Board
    from graphgames.draw.picture import Picture

Position = tuple[int, Any]
"""The number of a test, from 0, and a position of its rules."""

MANY_MOVES = 10_000
_SHOWN = 30


@dataclass(frozen=True, eq=False, repr=False)
class SumsSolution(Solution[Position]):
    """Many sums, one a test: an ``Oracle`` over pairs of a test and a position of its rules."""

    why_lost: ClassVar[str] = "every move leaves a nim-sum other than 0"
    movers: ClassVar[tuple[str, str]] = ("the first player", "the second player")
    players: ClassVar[tuple[str, str]] = FIRST_SECOND
    answers: ClassVar[dict[str, Declared]] = {"wins": Annotated[NDArray[np.bool_], Each(Truth(), "tests")]}
    """What is written of each test: the names of those fields, with their declarations."""
    problem: Any
    """With ``kind``, ``rules(test)``, ``solution_type`` (the class of its solutions) and a length."""
    solver: str
    certificate: StackNimbers
    """The nimber of every part of every test."""
    wins: NDArray[np.bool_]
    """Whether the player to move wins each test, shape (tests,)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "wins", unchanging(self.wins))

    @classmethod
    def of(cls, problem: Any, nimbers: NDArray[Any], first: NDArray[np.int64], **more: Any) -> Self:
        """Return the solution of a problem by the nimbers of all parts; ``more`` is what certificates rest on."""
        wins = sealed(nim_sums(nimbers, first) != 0)
        return cls(problem, problem.kind, StackNimbers(nimbers, first, **more), wins)

    @cached_property
    def nim_sums(self) -> NDArray[Any]:
        """The nim-sum of each test, shape (tests,)."""
        found: NDArray[Any] = unchanging(nim_sums(self.certificate.nimbers, self.certificate.first))
        return found

    def __len__(self) -> int:
        return self.wins.size

    @property
    def tests(self) -> int:
        return len(self)

    def parts(self, test: int) -> list[tuple[str, int]]:
        """Return the parts of a test as text, each with its nimber."""
        rules = self.problem.rules(test)
        render = getattr(rules, "render", str)
        return [(render(part), self.nimber(test, part) or 0) for part in rules.components(rules.start)]

    def nimber(self, test: int, part: Any) -> int | None:
        """Return the nimber of a part, any that can come up in a test, where there is a short way to it."""
        return None

    def winning_options(self, test: int, position: Any) -> Iterable[Any]:
        """Return winning moves from a position without looking at all moves, as the positions they lead to."""
        return ()

    def move_count(self, position: Any) -> int:
        """Return a lower bound on the number of moves of a position."""
        return 0

    def oracle(self, test: int) -> ByRule:
        """Return the solved game of one test as an oracle over its positions."""
        return ByRule(RulesProblem(self.problem.rules(test)), known=lambda part: self.nimber(test, part))

    def outcome(self, position: Position) -> Outcome:
        """Return the outcome for the player to move at (test, position)."""
        return self.oracle(position[0]).outcome(position[1])

    def best_moves(self, position: Position) -> Sequence[RatedMove]:
        """Return every move from (test, position), winning ones first; of very many the winning ones alone."""
        test, at = position
        return tuple(RatedMove(move.move, (test, move.position), move.result) for move in self._rated(test, at))

    def _rated(self, test: int, position: Any) -> Iterable[RatedMove]:
        """Return the moves as `best_moves` does, each to a position of the test; of very many one after the other."""
        if self.move_count(position) > MANY_MOVES:
            return (RatedMove(after, after, Outcome.WIN) for after in self.winning_options(test, position))
        return self.oracle(test).best_moves(position)

    def value(self, position: Position) -> Any:
        """Return the nimber of (test, position)."""
        return self.oracle(position[0]).nimber(position[1])

    def winning_move(self, test: int) -> str | None:
        """Return a winning move of a test, None if there is none."""
        rules = self.problem.rules(test)
        best = next(iter(self._rated(test, rules.start)), None)
        return f"leave {rules.render(best.move)}" if best and best.result == Outcome.WIN else None

    def explain(self, position: int | Position | None = None) -> str:
        """Return who wins a test and why; a block per test without one; a sentence for (test, position)."""
        if position is None:
            return "\n\n".join(self.explain(test) for test in range(len(self)))
        if isinstance(position, tuple):
            test, at = position
            return reasons(self.oracle(test), at, lambda _: self._rated(test, at))
        parts = self.parts(position)
        lines = [f"  {text}: nimber {nimber}" for text, nimber in parts[:_SHOWN]]
        if len(parts) > _SHOWN:
            lines.append(f"  ... and {len(parts) - _SHOWN} more")
        mover = self.movers[self.mover((position, self.problem.rules(position).start))]
        ends = f"wins: {self.winning_move(position)}" if self.wins[position] else f"loses: {self.why_lost}"
        lines += [f"  nim-sum {self.nim_sums[position]}", f"  {mover} is to move and {ends}"]
        return "\n".join([f"test {position + 1}", *lines] if len(self) > 1 else lines)

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        data: dict[str, Any] = {"solver": self.solver, "objective": self.problem.kind, "tests": len(self)}
        won = int(np.count_nonzero(self.wins))
        data["won"] = [won, len(self) - won]
        if full:
            data |= {"winner": (1 - np.asarray(self.wins, np.int8)).tolist(), "value": self.nim_sums.tolist()}
            data["certificate"] = self.certificate.to_dict()
        return data

    def _summary(self) -> str:
        return str(self) if len(self) > SHOWN_ROWS else self.explain()

    def turn(self, position: Position, made: int) -> int:
        """Return the player to move at (test, position) after a number of moves."""
        return made % 2

    def show(self, position: Position) -> str:
        """Return (test, position) as one or several lines of text."""
        return str(self.problem.rules(position[0]).render(position[1]))

    def move_name(self, position: Position, move: RatedMove) -> str:
        """Return a short name of a move from (test, position)."""
        return part_move(position[1], move.position[1], self.problem.rules(position[0]).render)

    def ending(self, position: Position, mover: int) -> Ending | None:
        """Return how a play ends at (test, position), None if it continues."""
        return None

    def __str__(self) -> str:
        if len(self) == 1:
            return f"{self.problem}; the player to move {'wins' if self.wins[0] else 'loses'}"
        return f"{self.problem}; the player to move wins {np.count_nonzero(self.wins)} of {len(self)}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} tests, solver={self.solver!r})"


class RowSums(SumsSolution):
    """Sums that are drawn as rows of parts, test under test."""

    legend: ClassVar[str] = ""
    """What the numbers on a strip are."""
    cells: ClassVar[tuple[str, ...]] = ()
    """What the first looks of a cell mean."""

    def drawn(self, test: int) -> Picture:
        """Return the picture of the beginning of a test."""
        from graphgames.draw.board import Track

        return self.board("", test).paint(Track([self.problem.rules(test).start]))

    def board(self, title: str, test: int) -> Board:
        """Return how the positions of a test are shown in a play: as text, where a game has no board of its own."""
        from graphgames.draw.board import text_board

        rules = self.problem.rules(test)

        def lines(position: Any) -> list[str]:
            parts = rules.components(position)
            return [f"{rules.render(part)}: nimber {self.value((test, part))}" for part in parts[:_SHOWN]]

        return text_board(title, lines)


class ColumnSums(RowSums):
    """Sums of piles or boxes; a position is the tuple of its parts, ascending."""

    @abstractmethod
    def amount(self, part: Any) -> int:
        """Return how many moves a part has."""

    @abstractmethod
    def with_value(self, part: Any, value: int) -> Any:
        """Return what a move can make of a part so that it has a value, None if there is no such move."""

    def move_count(self, position: Any) -> int:
        return sum(map(self.amount, position))

    def winning_options(self, test: int, position: Any) -> Iterator[Any]:
        """Yield the moves that bring one part to the value that the others have together."""
        nimbers = [self.nimber(test, (part,)) or 0 for part in position]
        total = reduce(xor, nimbers, 0)
        for i, part in enumerate(position if total else ()):
            after = self.with_value(part, nimbers[i] ^ total)
            if after is not None:
                yield tuple(sorted((*position[:i], after, *position[i + 1 :])))


class GraphSums(SumsSolution):
    """Sums of stones on the vertices of an arena; a position is the tuple of their vertices."""

    def arena(self, test: int) -> Arena:
        """Return the arena of a test."""
        found: Arena = self.problem.rules(test).arena
        return found

    def stones(self, test: int) -> list[int]:
        """Return how many stones are on each vertex at the beginning of a test."""
        places = np.array(self.problem.rules(test).start, np.int64)
        counts: list[int] = np.bincount(places, minlength=self.arena(test).n).tolist()
        return counts


class PartsRules(ABC):
    """The base of rules whose positions are tuples of parts, ascending; a move changes one part."""

    @abstractmethod
    def options(self, part: Any) -> Iterable[Any]:
        """Return what a move can make of a part."""

    def moves(self, position: Any) -> Iterator[Any]:
        """Return the positions after a move, each once."""
        for i, part in enumerate(position):
            if not i or position[i - 1] != part:
                for after in self.options(part):
                    yield tuple(sorted((*position[:i], after, *position[i + 1 :])))

    def components(self, position: Any) -> list[Any]:
        """Return each part alone."""
        return [(part,) for part in position]


def nim_sums(nimbers: NDArray[Any], first: NDArray[np.int64]) -> NDArray[Any]:
    """Add the nimbers of each test; shape (tests,)."""
    so_far = np.zeros(nimbers.size + 1, nimbers.dtype)
    np.bitwise_xor.accumulate(nimbers, out=so_far[1:])
    until = so_far[first]
    total: NDArray[Any] = until[1:] ^ until[:-1]
    return total
