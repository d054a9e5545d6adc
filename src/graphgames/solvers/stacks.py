"""Stones on graphs, halving piles and boxes of stones: nimbers by the arena or by a closed form, then the nim-sum."""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.impartial import GrundyValues, StackNimbers
from graphgames.games.games_are_important import StonesProblem
from graphgames.games.playing_with_stones import PilesProblem
from graphgames.games.stone_game import BoxesProblem
from graphgames.solvers.grundy import mex_values
from graphgames.solvers.sums import SumsSolution, nim_sums


class StonesSolution(SumsSolution):
    """Stones on graphs, solved; the parts of a test are its vertices."""

    def nimber(self, test: int, part: Any) -> int:
        """See `SumsSolution.nimber`."""
        proof = self.certificate.proof
        assert isinstance(proof, GrundyValues)
        return int(proof.grundy[self.problem.first[test] + part[0]])

    def parts(self, test: int) -> list[tuple[str, int]]:
        """Give the vertices that hold stones, each with the value of an odd number of them, or 0."""
        low, high = self.problem.first[test : test + 2].tolist()
        stones, nimbers = self.problem.stones[low:high].tolist(), self.certificate.nimbers[low:high].tolist()
        return [
            (f"vertex {v}, stones {count} (a single one is worth {self.nimber(test, (v,))})", nimbers[v])
            for v, count in enumerate(stones)
            if count
        ]

    def winning_move(self, test: int) -> str | None:
        """Say a winning move of a test, None if there is none."""
        total = int(self.nim_sums[test])
        rules = self.problem.rules(test)
        for v in rules.start:
            for w in rules.arena.successors_of(v).tolist():
                if total and self.nimber(test, (w,)) == self.nimber(test, (v,)) ^ total:
                    return f"move a stone from {v} to {w}"
        return None


class PilesSolution(SumsSolution):
    """Halving piles, solved."""

    def nimber(self, test: int, part: Any) -> int:
        """See `SumsSolution.nimber`."""
        return int(pile_nimbers(np.array(part, object))[0])

    def move_count(self, position: Any) -> int:
        """See `SumsSolution.move_count`."""
        return sum(pile // 2 for pile in position)

    def winning_options(self, test: int, position: Any) -> list[Any]:
        """Bring one pile to the value that the others have together: such piles are 2v, 4v + 1, 8v + 3, ..."""
        total = _sum(self.nimber(test, (pile,)) for pile in position)
        options = []
        for i, pile in enumerate(position):
            left = 2 * (self.nimber(test, (pile,)) ^ total)
            while left < pile - pile // 2:
                left = 2 * left + 1
            if left < pile and total:
                options.append(tuple(sorted((*position[:i], left, *position[i + 1 :]))))
        return options


class BoxesSolution(SumsSolution):
    """Boxes of stones, solved."""

    def nimber(self, test: int, part: Any) -> int:
        """See `SumsSolution.nimber`."""
        (size, stones) = part[0]
        return int(box_nimbers(np.array([size], object), np.array([stones], object))[0])

    def move_count(self, position: Any) -> int:
        """See `SumsSolution.move_count`."""
        return sum(min(size - stones, stones * stones) for size, stones in position)

    def winning_options(self, test: int, position: Any) -> list[Any]:
        """Fill one box until it has the value of the others together: so far below the size that takes its part."""
        total = _sum(self.nimber(test, (box,)) for box in position)
        options = []
        for i, (size, stones) in enumerate(position):
            value = self.nimber(test, ((size, stones),))
            wanted = value ^ total
            if total and wanted < value:
                after = (size, stones + value - wanted)
                options.append(tuple(sorted((*position[:i], after, *position[i + 1 :]))))
        return options


def games_are_important(problem: StonesProblem) -> StonesSolution:
    """Solve stones on graphs: Grundy values of all graphs side by side, O(n + m)."""
    values, depth = mex_values(problem.arena)
    nimbers = np.where(problem.stones & 1, values, 0).astype(np.int64)
    certificate = StackNimbers(nimbers, problem.first, GrundyValues(values, depth))
    return StonesSolution(problem, "games-are-important", certificate, nim_sums(nimbers, problem.first) != 0)


def playing_with_stones(problem: PilesProblem) -> PilesSolution:
    """Solve halving piles: cut off the trailing ones of a size, then halve it; O(1) a pile."""
    nimbers = pile_nimbers(problem.sizes)
    certificate = StackNimbers(nimbers, problem.first)
    return PilesSolution(problem, "playing-with-stones", certificate, nim_sums(nimbers, problem.first) != 0)


def stone_game(problem: BoxesProblem) -> BoxesSolution:
    """Solve boxes of stones by their last sizes, O(log log s) a box."""
    nimbers = box_nimbers(problem.sizes, problem.stones)
    certificate = StackNimbers(nimbers, problem.first)
    return BoxesSolution(problem, "stone-game", certificate, nim_sums(nimbers, problem.first) != 0)


def pile_nimbers(sizes: NDArray[Any]) -> NDArray[Any]:
    """Give the values of halving piles: 2m is worth m, 2m + 1 as much as m (OEIS A025480).

    From 2m the options are m to 2m - 1, from 2m + 1 they are m + 1 to 2m; every window of a length m of the sequence
    holds 0 to m - 1, and what 2m + 1 lacks of that is the value of m.
    """
    if sizes.dtype == object:
        return np.array([n // (~n & (n + 1)) // 2 for n in sizes.tolist()], object)
    wide = sizes.astype(np.uint64)
    return np.asarray(wide // (~wide & (wide + np.uint64(1))) // np.uint64(2)).astype(np.int64)


def box_nimbers(sizes: NDArray[Any], stones: NDArray[Any]) -> NDArray[Any]:
    """Give the values of boxes of stones.

    Let t be the largest number with t^2 + t < s. With c > t stones the box can be filled to any number at once and is
    worth s - c. With t it is worth 0: whatever is put in, the other player can fill it. With fewer, whatever is past t
    is worth more than 2 t, too much to count, so the box is worth as much as one of size t.
    """
    if sizes.dtype == object or (sizes.size and int(sizes.max()) >= 1 << 52):
        return np.array(
            [_box_nimber(int(s), int(c)) for s, c in zip(sizes.tolist(), stones.tolist(), strict=True)], object
        )
    nimbers = np.zeros(sizes.size, np.int64)
    box = np.flatnonzero((stones > 0) & (stones < sizes))
    size = sizes.astype(np.int64)
    while box.size:
        s, c = size[box], stones[box]
        t = (np.sqrt(4 * s - 3).astype(np.int64) - 1) // 2
        t -= t * t + t >= s
        t += (t + 1) * (t + 2) < s
        nimbers[box] = np.where(c > t, s - c, 0)
        size[box] = t
        box = box[c < t]
    return nimbers


def _box_nimber(size: int, stones: int) -> int:
    while 0 < stones < size:
        t = (isqrt(4 * size - 3) - 1) // 2
        if stones > t:
            return size - stones
        size = t
    return 0


def _sum(values: Any) -> int:
    total = 0
    for value in values:
        total ^= value
    return total
