"""Nim-values of heap games by code: by sparse space, or by trying every split.

Berlekamp, Conway & Guy, *Winning Ways*, ch. 4; Gangolli & Plambeck, *A note on periodicity in some octal games* (1989);
Flammenkamp's tables. The mask that tells rare values from common ones is chosen anew whenever the heaps have doubled,
as the one that would have made the fewest heaps rare: a Walsh-Hadamard transform of the histogram tries all masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.drawing import Drawable
from graphgames.core.errors import LimitExceededError
from graphgames.core.heaps import HeapPeriod, HeapValues
from graphgames.core.objectives import frozen
from graphgames.core.oracle import RatedMove
from graphgames.games.heaps import HeapGame, HeapProblem
from graphgames.kernels import heaps as kernel

_FIRST = 64
"""So many heaps are done by all splits before a mask is chosen."""


def sparse_space(problem: HeapProblem) -> HeapSolution:
    """Find the nim-values up to a heap size, by splits with a rare heap alone wherever that decides.

    O(n r) for n heaps of which r are rare, plus the search for rare values below each mex; hexadecimal games, which
    split in three, cost O(n^2 V) for values below V.
    """
    return _solved(problem, "sparse-space", sparse=True)


def all_splits(problem: HeapProblem) -> HeapSolution:
    """Find the nim-values up to a heap size by trying every split, O(n^2) for each digit that splits in two."""
    return _solved(problem, "all-splits", sparse=False)


def heap_values(game: HeapGame, up_to: int, sparse: bool = True) -> tuple[NDArray[np.int32], int, HeapPeriod | None]:
    """Give the values of heaps 0 to ``up_to``, the last mask (0 is none), and the period if one was proved."""
    stop = up_to + 1
    if game.hexadecimal:
        values = _three(game, stop)
        return values, 0, proved_period(game, values)
    digits, values, rare = game.digit_array(), np.zeros(stop, np.int32), np.empty(stop, np.int32)
    size, mask, done, target, count = 256, 0, 0, min(_FIRST, stop), 0
    stamp = np.full(size, -1, np.int32)
    while done < stop:
        common = parity(np.arange(size) & mask)
        done, count = kernel.sparse(digits, game.unequal, done, target, common, values, rare, count, stamp)
        if 2 * int(values[done - 1]) >= size:
            size *= 4
            stamp = np.full(size, -1, np.int32)
        if sparse and done == target < stop:
            period = proved_period(game, values[:done])
            if period is not None:
                n = np.arange(done, stop)
                values[done:] = values[period.preperiod + (n - period.preperiod) % period.period]
                return values, mask, period
            mask = best_mask(values[1:done])
            heaps = 1 + np.flatnonzero(parity(values[1:done] & mask) == 0)
            count = heaps.size
            rare[:count] = heaps
        target = min(2 * done, stop) if done == target else target
    return values, mask, proved_period(game, values)


def proved_period(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Give the least period that the values prove for ever, or None."""
    period = find_period(game, values)
    return period if period is not None and period.proved else None


def find_period(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Find the least period that the values prove; failing that, one that has held for most of them; or None.

    O(n): the values are read backwards, where a period is a prefix that repeats.
    """
    if game.unequal:  # a shift by the period may make two unequal heaps equal, so nothing would be proved
        return _seen(game, values)
    last = values.size - 1
    length = np.empty(values.size, np.int32)
    kernel.repeats(np.ascontiguousarray(values[::-1]), length)
    p = np.arange(1, values.size, dtype=np.int64)
    preperiod = last - p - length[1:] + 1
    needed = proof_needs(game, np.maximum(preperiod, 1), p)
    proved = np.flatnonzero((needed - 1 <= last - p) & (length[1:] > 0))
    if proved.size:
        i = int(proved[0])
        return HeapPeriod(int(preperiod[i]), int(p[i]), 0, int(needed[i]), True)
    return _seen(game, values)


def proof_needs(game: HeapGame, preperiod: NDArray[np.int64], period: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give below which n the values must agree with those one period later, for the agreement to go on for ever."""
    most = 3 if game.hexadecimal else 2 if any(digit & 4 for digit in game.digits) else 1
    needs: NDArray[np.int64] = most * preperiod + (most - 1) * period + len(game.digits) - 1
    return needs


def _seen(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Find a repetition, perhaps with a saltus, that holds for half of the values and four times over."""
    if values.size < 16:
        return None
    steps = np.diff(values)
    length = np.empty(steps.size, np.int32)
    kernel.repeats(np.ascontiguousarray(steps[::-1]), length)
    p = np.arange(1, steps.size)
    held = p + length[1:]
    seen = np.flatnonzero((held >= steps.size // 2) & (held >= 4 * p))
    if not seen.size:
        return None
    i = int(seen[0])
    preperiod, period = int(steps.size - held[i]), int(p[i])
    saltus = int(values[-1]) - int(values[-1 - period])
    needed = int(proof_needs(game, np.array([max(1, preperiod)]), np.array([period]))[0])
    return HeapPeriod(preperiod, period, saltus, needed, False)


def best_mask(values: NDArray[np.int32]) -> int:
    """Give the mask under which the fewest values have an even number of bits, 0 if none makes any of them odd."""
    bits = max(1, int(values.max(initial=0)).bit_length())
    transform = np.bincount(values, minlength=1 << bits).astype(np.int64)
    for bit in range(bits):  # afterwards entry w counts the values that are even under w, less the odd ones
        pairs = transform.reshape(-1, 2, 1 << bit)
        transform = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
    return int(np.argmin(transform))


def parity(values: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Give whether each number has an odd number of bits."""
    folded = values.astype(np.int64)
    for shift in (32, 16, 8, 4, 2, 1):
        folded ^= folded >> shift
    return (folded & 1).astype(np.uint8)


def _three(game: HeapGame, stop: int) -> NDArray[np.int32]:
    size = 64
    while True:
        values = np.zeros(stop, np.int32)
        pairs = np.zeros((stop, size), np.uint8)
        done = kernel.three_heaps(game.digit_array(), values, pairs, np.full(size, -1, np.int32))
        if done == stop:
            return values
        size *= 2


def _solved(problem: HeapProblem, solver: str, sparse: bool) -> HeapSolution:
    values, mask, period = heap_values(problem.game, problem.up_to, sparse)
    return HeapSolution(problem, values, solver, HeapValues(values, mask or best_mask(values[1:]), period))


@dataclass(frozen=True, eq=False, repr=False)
class HeapSolution(Drawable):
    """The values of the heaps of a game: an `Oracle` over tuples of heaps, under normal play.

    Parameters
    ----------
    problem : HeapProblem
        What was solved.
    values : ndarray of int32, shape (up_to + 1,)
        The nim-values.
    solver : str
        Who found them.
    certificate : HeapValues
        What proves them, and the period if there is one.

    Examples
    --------
    >>> from graphgames import heap_game
    >>> kayles = heap_game(".77", 200)
    >>> kayles.values[:10].tolist(), str(kayles.period)
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 'pre-period 71, period 12 (proved for ever)')
    >>> kayles.nimber(10**30), kayles.outcome((3, 5, 6)), kayles.best_moves((2, 3))[0].position
    (1, 'win', (2, 2))
    """

    problem: HeapProblem
    values: NDArray[np.int32]
    solver: str
    certificate: HeapValues

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen(self.values, np.int32))

    @cached_property
    def period(self) -> HeapPeriod | None:
        """Pre-period, period and saltus, or None if there is none up to the heaps that were asked for."""
        return self.certificate.period or find_period(self.problem.game, self.values)

    def nimber(self, heaps: int | tuple[int, ...]) -> int:
        """Give the value of a heap or of several, of any size where the period is proved.

        Raises
        ------
        LimitExceededError
            If a heap is larger than the values reach and no period is proved.
        """
        total = 0
        for n in (heaps,) if isinstance(heaps, int) else heaps:
            if n >= self.values.size:
                if self.certificate.period is None:
                    raise LimitExceededError(
                        f"the values reach to heap {self.values.size - 1} and no period is proved, so that of heap {n} "
                        "is not known; ask for more values"
                    )
                n = self.certificate.period.index(n)[0]
            total ^= int(self.values[n])
        return total

    def moves(self, heaps: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
        """Give what the heaps can become."""
        return tuple(self.problem.game.moves(heaps))

    def outcome(self, position: tuple[int, ...]) -> str:
        """Say ``"win"`` or ``"loss"`` for the player to move."""
        return "win" if self.nimber(position) else "loss"

    def best_moves(self, position: tuple[int, ...]) -> Sequence[RatedMove]:
        """Give every move, winning ones first."""
        rated = [RatedMove(after, after, "loss" if self.nimber(after) else "win") for after in self.moves(position)]
        return tuple(sorted(rated, key=lambda move: move.result != "win"))

    def explain(self, position: tuple[int, ...] | None = None) -> str:
        """Say what the heaps are worth and what to do; without heaps, what is known of the whole sequence."""
        if position is None:
            shown = " ".join(map(str, self.values[:40].tolist())) + (" ..." if self.values.size > 40 else "")
            return f"{self.problem.game.code}, heaps from 0: {shown}\n{self.period or self._none()}"
        parts = ", ".join(f"{n} has value {self.nimber(n)}" for n in position) or "no heap is left"
        best = self.best_moves(position)[:1]
        if best and best[0].result == "win":
            win = f"the player to move wins by leaving {self.problem.game.render(best[0].position)}"
        else:
            win = "the player who moved last wins"
        return f"{parts}; the nim-sum is {self.nimber(position)}: {win}."

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Give the solution as plain Python."""
        data: dict[str, Any] = {"solver": self.solver, "objective": "heaps", "code": self.problem.game.code}
        data["period"] = None if self.period is None else vars(self.period)
        return data | {"values": self.values.tolist()} if full else data

    def __str__(self) -> str:
        return f"heap game {self.problem.game.code} up to heap {self.values.size - 1}: {self.period or self._none()}"

    def _none(self) -> str:
        return f"no period up to heap {self.values.size - 1}"
