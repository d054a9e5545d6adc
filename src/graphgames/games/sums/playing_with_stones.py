"""Playing With Stones (UVa 1482, Jakarta 2010): take at least one and at most half of a pile; who cannot move loses.

Input: T tests, each N and N piles. Output ``YES`` if the first player wins, else ``NO``. A pile of 2m is worth m, one
of 2m + 1 what a pile of m is worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import sealed
from graphgames.core.errors import GameError, counted
from graphgames.core.naming import part_move
from graphgames.core.oracle import RatedMove
from graphgames.games.sums.solution import ColumnSums, PartsRules, Position
from graphgames.readers.tokens import Tokens

if TYPE_CHECKING:
    from graphgames.draw.board import Board

Piles = tuple[int, ...]


INPUT = "the number of tests; for each test the number of piles, then their sizes"
OUTPUT = "for each test YES if the first player wins, else NO"
"""What the document reads and writes, for a person."""


@dataclass(frozen=True)
class HalvingPiles(PartsRules):
    """The rules: a position is a tuple of piles, ascending."""

    start: Piles = ()

    def options(self, pile: int) -> Iterable[int]:
        """Return what is left after one to half of a pile is taken."""
        return range(pile - pile // 2, pile)

    def render(self, position: Piles) -> str:
        """Name the piles."""
        return ", ".join(f"pile of {pile}" for pile in position) or "no pile"


class PilesSolution(ColumnSums):
    """Halving piles, solved."""

    def nimber(self, test: int, part: Any) -> int:
        return int(pile_nimbers(np.array(part, object))[0])

    def move_name(self, position: Position, move: RatedMove) -> str:
        """Return a pile and what is left of it."""
        return part_move(position[1], move.position[1], lambda piles: ", ".join(map(str, piles)))

    def amount(self, pile: int) -> int:
        """Return how many moves a pile has."""
        return pile // 2

    def with_value(self, pile: int, value: int) -> int | None:
        """Return what must be left of a pile for a value v: one of 2v, 4v + 1, 8v + 3, ... that can be left."""
        left = 2 * value
        while left < pile - pile // 2:
            left = 2 * left + 1
        return left if left < pile else None

    def board(self, title: str, test: int) -> Board:
        """Return the board on which stones are taken from piles."""
        from graphgames.draw.stone_boards import HeapRows

        return HeapRows(title, lambda pile: self.nimber(test, (pile,))).board()


@dataclass(frozen=True, eq=False)
class PilesProblem:
    """All tests of an input: test i has the piles ``sizes[first[i]:first[i + 1]]``.

    Raise `GameError` if a pile has fewer stones than none.
    """

    kind: ClassVar[str] = "playing-with-stones"
    solution_type: ClassVar = PilesSolution
    sizes: NDArray[Any]
    """``int64``, or Python numbers if one does not fit, shape (piles,)."""
    first: NDArray[np.int64]
    """Where the tests begin, shape (tests + 1,)."""

    def __post_init__(self) -> None:
        wrong = np.flatnonzero(self.sizes < 0)
        if wrong.size:
            raise GameError(f"pile {int(wrong[0]) + 1} has {self.sizes[wrong[0]]} stones; expected 0 or more")

    def __len__(self) -> int:
        return self.first.size - 1

    def in_full(self) -> list[list[int]]:
        """Return the piles of each test, as plain data."""
        return [self.sizes[low:high].tolist() for low, high in pairwise(self.first.tolist())]

    def __str__(self) -> str:
        return f"{counted(self.sizes.size, 'halving pile')} in {counted(len(self), 'test')}"

    def rules(self, test: int) -> HalvingPiles:
        """Return the rules of one test with its piles as the start."""
        return HalvingPiles(tuple(sorted(self.sizes[self.first[test] : self.first[test + 1]].tolist())))


def read(data: bytes, source: str = "<input>") -> PilesProblem:
    r"""Read the input of the document.

    Raise `FormatError` if the input is not as the document says.
    """
    tokens = Tokens(data, source)
    count = tokens.integer("the number of tests")
    parts: list[NDArray[Any]] = []
    first = [0]
    for test in range(1, count + 1):
        n = tokens.integer(f"the number of piles of test {test}")
        parts.append(tokens.large_integers(n, lambda k, t=test: f"pile {k + 1} of test {t}", low=1))  # type: ignore[misc]
        first.append(first[-1] + n)
    tokens.end()
    return PilesProblem(np.concatenate([np.empty(0, np.int64), *parts]), np.array(first, np.int64))


def generate(piles: int, seed: int = 0) -> str:
    """Make halving piles: small ones and large ones, up to 2^60 stones."""
    sizes = 2 ** np.random.default_rng(seed).uniform(0, 60, piles)
    return f"1\n{piles}\n{' '.join(map(str, sizes.astype(np.int64).tolist()))}\n"


def write(solution: Any) -> str:
    """Return the output of the document: one line per test."""
    return "".join(("YES\n" if wins else "NO\n") for wins in solution.wins)


def playing_with_stones(problem: PilesProblem) -> PilesSolution:
    """Solve halving piles: cut off the trailing ones of a size, then halve it; O(1) a pile."""
    return PilesSolution.of(problem, sealed(pile_nimbers(problem.sizes)), problem.first)


def pile_nimbers(sizes: NDArray[Any]) -> NDArray[Any]:
    """Return the values of halving piles: 2m is worth m, 2m + 1 as much as m (OEIS A025480).

    From 2m the options are m to 2m - 1, from 2m + 1 they are m + 1 to 2m; every window of a length m of the sequence
    holds 0 to m - 1, and what 2m + 1 lacks of that is the value of m.
    """
    if sizes.dtype == object:
        return np.array([n // (~n & (n + 1)) // 2 for n in sizes.tolist()], object)
    wide = sizes.astype(np.uint64)
    return np.asarray(wide // (~wide & (wide + np.uint64(1))) // np.uint64(2)).astype(np.int64)
