"""Nim-values of heap games by code: by sparse space, or by trying every split.

Berlekamp, Conway & Guy, *Winning Ways*, ch. 4; Gangolli & Plambeck, *A note on periodicity in some octal games* (1989);
Flammenkamp's tables. The mask that tells rare values from common ones is chosen anew whenever the heaps have doubled,
as the one that would have made the fewest heaps rare: a Walsh-Hadamard transform of the histogram tries all masks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import overload

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, shown
from graphgames.games.heaps.certificate import HeapPeriod, HeapValues
from graphgames.games.heaps.kernels import heaps as kernel
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.heaps.solution import HeapSolution, proved_period
from graphgames.games.impartial.grundy import grundy_values
from graphgames.games.impartial.solution import NimberSolution

_FIRST = 64
"""So many heaps are done by all splits before a mask is chosen."""

_STEP, _STEP_OF_THREE = 4096, 32
"""After so many heaps it is told how many are done; of those that may be split in three after fewer."""


@overload
def heap_game(game: str | HeapGame | Collection[int], up_to: int = 10_000) -> HeapSolution: ...
@overload
def heap_game(game: Callable[[int], Iterable[int]], up_to: int = 10_000) -> NimberSolution: ...
def heap_game(
    game: str | HeapGame | Collection[int] | Callable[[int], Iterable[int]], up_to: int = 10_000
) -> HeapSolution | NimberSolution:
    """Find the nim-values of a heap game up to a heap size, and their period.

    Parameters
    ----------
    game : str, HeapGame, or set or list of int
        An octal or hexadecimal code such as ``.77`` or ``4.7``, a name such as ``kayles``, ``dawsons-chess``,
        ``treblecross`` (a strip of n cells is a heap of n + 2) or ``grundy``, the rules, or the amounts that may be
        taken of a heap; or a function from a heap to the heaps that a move may leave of it.
    up_to : int
        The largest heap.

    Returns
    -------
    HeapSolution
        With ``values``, ``period`` and the manners of an oracle over tuples of heaps. Of a function it is a
        `NimberSolution`, as `grundy_values` returns it, whose vertices are the heaps.

    Raises
    ------
    GameError
        If the code is none, or a function leaves something else than a smaller heap; where it leaves several heaps,
        `by_rule` takes it, and one that says how a position splits.

    Examples
    --------
    >>> print(heap_game(".137").period)
    pre-period 52, period 34 (proved for ever)
    >>> heap_game({1, 3, 4}, 20).values.tolist()[:10]
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    >>> heap_game(lambda n: [n - 1, n // 2] if n else [], 8).values.tolist()  # take one, or more than half
    [0, 1, 0, 2, 1, 2, 0, 1, 0]
    """
    if isinstance(game, str):
        game = HeapGame.from_code(game)
    elif not isinstance(game, HeapGame) and isinstance(game, Collection):
        game = HeapGame.subtraction(game)
    elif callable(game):
        return grundy_values({n: _left(game, n) for n in range(integer(up_to, "the largest heap") + 1)}, loopy=False)
    return sparse_space(HeapProblem(game, up_to))


def _left(moves: Callable[[int], Iterable[int]], heap: int) -> tuple[int, ...]:
    """Return the heaps that a function says may be left of a heap; raise `GameError` if they are none."""
    found = moves(heap)
    left = tuple(found) if isinstance(found, Iterable) else (found,)
    if not all(isinstance(after, int | np.integer) and 0 <= after < heap for after in left):
        raise GameError(
            f"of a heap of {heap} the function leaves {shown(left)}; expected heaps from 0 to {heap - 1}. "
            "by_rule(moves, components=...) takes a function that splits a heap"
        )
    return left


def sparse_space(problem: HeapProblem) -> HeapSolution:
    """Find the nim-values up to a heap size, by splits with a rare heap alone wherever that decides.

    O(n r) for n heaps of which r are rare, plus the search for rare values below each mex; hexadecimal games, which
    split in three, cost O(n^2 V) for values below V.
    """
    return _solved(problem, "sparse-space", sparse=True)


def all_splits(problem: HeapProblem) -> HeapSolution:
    """Find the nim-values up to a heap size by trying every split, O(n^2) for each digit that splits in two."""
    return _solved(problem, "all-splits", sparse=False)


def heap_values(
    game: HeapGame, up_to: int, sparse: bool = True, progress: Callable[[int], None] | None = None
) -> tuple[NDArray[np.int32], int, HeapPeriod | None]:
    """Return the values of heaps 0 to ``up_to``, the last mask (0 is none), and the period if one was proved."""
    tell = progress or (lambda done: None)
    stop = up_to + 1
    digits, size = game.digit_array(up_to), 64
    while game.hexadecimal:
        values, stamp, done = np.zeros(stop, np.int32), np.full(size, -1, np.int32), 0
        pairs = np.zeros((stop, size), np.uint8)
        while done < stop and 2 * int(values[done - 1]) < size:
            done = kernel.three_heaps(digits, values, pairs, stamp, done, min(done + _STEP_OF_THREE, stop))
            tell(done)
        if done == stop:
            return values, 0, proved_period(game, values)
        size *= 2
    values, rare = np.zeros(stop, np.int32), np.empty(stop, np.int32)
    size, mask, done, target, count = 256, 0, 0, min(_FIRST, stop), 0
    stamp = np.full(size, -1, np.int32)
    space = kernel.SparseSpace(digits, game.unequal, values, rare)
    while done < stop:
        common = parity(np.arange(size) & mask)
        done, count = space.extend(done, min(done + _STEP, target), count, common, stamp)
        tell(done)
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


def best_mask(values: NDArray[np.int32]) -> int:
    """Return the mask under which the fewest values have an even number of bits, 0 if none makes any of them odd."""
    bits = max(1, int(values.max(initial=0)).bit_length())
    transform = np.bincount(values, minlength=1 << bits).astype(np.int64)
    for bit in range(bits):  # afterwards entry w counts the values that are even under w, less the odd ones
        pairs = transform.reshape(-1, 2, 1 << bit)
        transform = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
    return int(np.argmin(transform))


def parity(values: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return whether each number has an odd number of bits."""
    folded = values.astype(np.int64)
    for shift in (32, 16, 8, 4, 2, 1):
        folded ^= folded >> shift
    return (folded & 1).astype(np.uint8)


def _solved(problem: HeapProblem, solver: str, sparse: bool) -> HeapSolution:
    values, mask, period = heap_values(problem.game, problem.up_to, sparse, problem.progress)
    proof = HeapValues(values, mask or best_mask(values[1:]), period, problem.game.code)
    return HeapSolution(problem, values, solver, proof)
