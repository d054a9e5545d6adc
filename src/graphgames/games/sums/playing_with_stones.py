"""Playing With Stones (UVa 1482, Jakarta 2010): take at least one and at most half of a pile; who cannot move loses.

Input: T tests, each N and N piles. Output ``YES`` if the first player wins, else ``NO``. A pile of 2m is worth m, one
of 2m + 1 what a pile of m is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.games.sums.certificate import StackNimbers
from graphgames.games.sums.solution import Position, RowSums, nim_sums
from graphgames.readers.tokens import Tokens

if TYPE_CHECKING:
    from graphgames.draw.board import Moves, Target
    from graphgames.draw.rows import Row
    from graphgames.draw.style import Key

Piles = tuple[int, ...]


@dataclass(frozen=True)
class HalvingPiles:
    """The rules: a position is a tuple of piles, ascending."""

    start: Piles = ()

    def moves(self, position: Piles) -> Iterator[Piles]:
        """Yield the positions after taking one to half of any pile."""
        for i, pile in enumerate(position):
            if i and position[i - 1] == pile:
                continue
            for left in range(pile - pile // 2, pile):
                yield tuple(sorted((*position[:i], left, *position[i + 1 :])))

    def components(self, position: Piles) -> list[Piles]:
        """Return each pile alone."""
        return [(pile,) for pile in position]

    def render(self, position: Piles) -> str:
        """Name the piles."""
        return ", ".join(f"pile of {pile}" for pile in position) or "no pile"


@dataclass(frozen=True, eq=False)
class PilesProblem:
    """All tests of an input: test i has the piles ``sizes[first[i]:first[i + 1]]``.

    Parameters
    ----------
    sizes : ndarray, shape (piles,)
        ``int64``, or Python numbers if one does not fit.
    first : ndarray of int64, shape (tests + 1,)
        Where the tests begin.

    Raises
    ------
    GameError
        If a pile has fewer stones than none.
    """

    kind: ClassVar[str] = "playing-with-stones"
    sizes: NDArray[Any]
    first: NDArray[np.int64]

    def __post_init__(self) -> None:
        wrong = np.flatnonzero(self.sizes < 0)
        if wrong.size:
            raise GameError(f"pile {int(wrong[0]) + 1} has {self.sizes[wrong[0]]} stones; expected 0 or more")

    def __len__(self) -> int:
        return self.first.size - 1

    def __str__(self) -> str:
        return f"{self.sizes.size} halving piles in {len(self)} tests"

    def solution_type(self) -> type[PilesSolution]:
        """Return the class of its solutions."""
        return PilesSolution

    def rules(self, test: int) -> HalvingPiles:
        """Return the rules of one test with its piles as the start."""
        return HalvingPiles(tuple(sorted(self.sizes[self.first[test] : self.first[test + 1]].tolist())))


def read(data: bytes, source: str = "<input>") -> PilesProblem:
    r"""Read the input of the document.

    Raises
    ------
    FormatError
        If the input is not as the document says.

    Examples
    --------
    >>> problem = read(b"2\n2\n4 4\n1\n20000000000000000000\n")
    >>> problem.sizes.tolist(), problem.first.tolist()
    ([4, 4, 20000000000000000000], [0, 2, 3])
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


def write(solution: Any) -> str:
    """Return the output of the document: a line a test."""
    return "".join(("YES\n" if wins else "NO\n") for wins in solution.wins)


class PilesSolution(RowSums):
    """Halving piles, solved."""

    def nimber(self, test: int, part: Any) -> int:
        """Return the nimber of a part of a test."""
        return int(pile_nimbers(np.array(part, object))[0])

    def move_count(self, position: Any) -> int:
        """Return a lower bound on the number of moves of a position."""
        return sum(pile // 2 for pile in position)

    def winning_options(self, test: int, position: Any) -> list[Any]:
        """Bring one pile to the value that the others have together: such piles are 2v, 4v + 1, 8v + 3, ..."""
        total = reduce(xor, (self.nimber(test, (pile,)) for pile in position), 0)
        options = []
        for i, pile in enumerate(position):
            left = 2 * (self.nimber(test, (pile,)) ^ total)
            while left < pile - pile // 2:
                left = 2 * left + 1
            if left < pile and total:
                options.append(tuple(sorted((*position[:i], left, *position[i + 1 :]))))
        return options

    def keys(self) -> Sequence[Key]:
        """Return the legend of the picture."""
        from graphgames.draw import style

        return (style.Key("text", style.BLANK, "below each pile: stones, and in brackets the nimber", "n"),)

    def row(self, position: Position, test: int | None = None) -> Row:
        """Return the row that shows the position."""
        from graphgames.draw import rows

        number, piles = position
        nimbers = [self.nimber(number, (pile,)) for pile in piles[: rows.MOST_PILES]]
        return rows.pile_row(self.heading(position, test), piles, nimbers)

    def targets(self, position: Position, moves: Moves) -> list[Target]:
        """Return the places on the picture where moves are chosen."""
        from graphgames.draw import rows

        taken = rows.stones_taken(position[1])
        return rows.column_targets(position, moves, lambda at: at[1], rows.pile_width, taken)


def playing_with_stones(problem: PilesProblem) -> PilesSolution:
    """Solve halving piles: cut off the trailing ones of a size, then halve it; O(1) a pile."""
    nimbers = pile_nimbers(problem.sizes)
    certificate = StackNimbers(nimbers, problem.first)
    return PilesSolution(problem, "playing-with-stones", certificate, nim_sums(nimbers, problem.first) != 0)


def pile_nimbers(sizes: NDArray[Any]) -> NDArray[Any]:
    """Return the values of halving piles: 2m is worth m, 2m + 1 as much as m (OEIS A025480).

    From 2m the options are m to 2m - 1, from 2m + 1 they are m + 1 to 2m; every window of a length m of the sequence
    holds 0 to m - 1, and what 2m + 1 lacks of that is the value of m.
    """
    if sizes.dtype == object:
        return np.array([n // (~n & (n + 1)) // 2 for n in sizes.tolist()], object)
    wide = sizes.astype(np.uint64)
    return np.asarray(wide // (~wide & (wide + np.uint64(1))) // np.uint64(2)).astype(np.int64)
