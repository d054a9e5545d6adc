"""The period of the values of a heap game, and whether it is proved to hold for ever (Guy & Smith 1956)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.games.heaps.certificate import HeapPeriod
from graphgames.games.heaps.kernels import heaps as kernel
from graphgames.games.heaps.problem import HeapGame


def proved_period(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Return the least period that the values prove for ever, or None."""
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
    """Return below which n the values must agree with those one period later, for the agreement to go on for ever."""
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
