"""Nim-values of heap games by code: by sparse space, or by trying every split.

Berlekamp, Conway & Guy, *Winning Ways*, ch. 4; Gangolli & Plambeck, *A note on periodicity in some octal games* (1989);
Flammenkamp's tables. The mask that tells rare values from common ones is chosen anew whenever the heaps have doubled,
as the one that would have made the fewest heaps rare: a Walsh-Hadamard transform of the histogram tries all masks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, shown
from graphgames.games.heaps.certificate import HeapPeriod, HeapValues
from graphgames.games.heaps.kernels import heaps as kernel
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.heaps.solution import HeapSolution, proved_period
from graphgames.games.impartial.by_rule import ByRule, by_rule
from graphgames.games.impartial.grundy import grundy_values
from graphgames.games.impartial.solution import NimberSolution

_FIRST = 64
"""So many heaps are done by all splits before a mask is chosen."""

_STEP, _STEP_OF_THREE = 4096, 32
"""After so many heaps it is told how many are done; of those that may be split in three after fewer."""


@overload
def heap_game(game: str | float | HeapGame | Collection[int], up_to: int = 10_000) -> HeapSolution: ...
@overload
def heap_game(game: Callable[[int], Iterable[int]], up_to: int = 10_000) -> NimberSolution: ...
@overload
def heap_game(game: Callable[[int], Iterable[int | Sequence[int]]], up_to: int = 10_000) -> NimberSolution | ByRule: ...
def heap_game(
    game: str | float | HeapGame | Collection[int] | Callable[[int], Iterable[int | Sequence[int]]], up_to: int = 10_000
) -> HeapSolution | NimberSolution | ByRule:
    """Find the nim-values of a heap game up to a heap size, and their period.

    Parameters
    ----------
    game : str, HeapGame, or set or list of int
        An octal or hexadecimal code such as ``.77`` or ``4.7``, a name such as ``kayles``, ``dawsons-chess``,
        ``treblecross`` (a strip of n cells is a heap of n + 2) or ``grundy``, the rules, or the amounts that may be
        taken of a heap; or a function from a heap to what a move may leave of it: a heap, or a tuple of several.
    up_to : int
        The largest heap.

    Returns
    -------
    HeapSolution
        With ``values``, ``period`` and the manners of an oracle over tuples of heaps. Of a function it is a
        `NimberSolution`, as `grundy_values` returns it, whose vertices are the heaps; or, where a heap is split, what
        `by_rule` returns, whose positions are a heap or a tuple of several.

    Raises
    ------
    GameError
        If the code is none, or a function leaves something else than smaller heaps.

    Examples
    --------
    >>> print(heap_game(".137").period)
    pre-period 52, period 34 (proved for ever)
    >>> heap_game({1, 3, 4}, 20).values.tolist()[:10]
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    >>> heap_game(lambda n: [n - 1, n // 2] if n else [], 8).values.tolist()  # take one, or more than half
    [0, 1, 0, 2, 1, 2, 0, 1, 0]
    >>> split = heap_game(lambda n: [n - 1, (n // 2, n - n // 2)] if n > 1 else [], 8)  # take one, or halve
    >>> [split.nimber(n) for n in range(9)], split.nimber((5, 7))
    ([0, 0, 1, 0, 1, 0, 1, 0, 1], 0)
    """
    if isinstance(game, str | float):
        game = HeapGame.from_code(str(game))
    elif not isinstance(game, HeapGame) and isinstance(game, Collection):
        game = HeapGame.subtraction(game)
    elif callable(game):
        return _by_function(game, range(integer(up_to, "the largest heap") + 1))
    return sparse_space(HeapProblem(game, up_to))


def _by_function(game: Callable[[int], Iterable[Any]], heaps: range) -> NimberSolution | ByRule:
    """Return the values of heaps by a function that says what may be left of one: a graph, or sums where it splits."""
    left = {n: _left(game, n) for n in heaps}
    if not any(isinstance(after, tuple) for several in left.values() for after in several):
        return grundy_values(left, loopy=False)

    def moves(position: int | tuple[int, ...]) -> Iterator[int | tuple[int, ...]]:
        if not isinstance(position, tuple):
            yield from left[position] if position in left else _left(game, position)
            return
        for i, heap in enumerate(position):
            yield from (_together(*position[:i], *position[i + 1 :], *_parts(after)) for after in moves(heap))

    moves.__qualname__ = getattr(game, "__qualname__", "moves")
    solution = by_rule(moves, components=_parts)
    for n in heaps:
        solution.nimber(n)
    return solution


def _parts(position: int | tuple[int, ...]) -> tuple[int, ...]:
    return position if isinstance(position, tuple) else (position,)


def _together(*heaps: int) -> int | tuple[int, ...]:
    """Return heaps as a position: in order, one heap as its size."""
    return heaps[0] if len(heaps) == 1 else tuple(sorted(heaps))


def _left(moves: Callable[[int], Iterable[Any]], heap: int) -> tuple[Any, ...]:
    """Return what a function says may be left of a heap; raise `GameError` unless it is smaller heaps."""
    found = moves(heap)
    left = tuple(found) if isinstance(found, Iterable) else (found,)
    several = [tuple(after) if isinstance(after, tuple | list) else (after,) for after in left]
    if not all(isinstance(one, int | np.integer) and 0 <= one < heap for after in several for one in after):
        smaller = f"heaps from 0 to {heap - 1}, or tuples of several" if heap else "nothing"
        raise GameError(
            f"of a heap of {heap} the function leaves {shown(left)}; expected {smaller}. by_rule(moves) takes other "
            "positions"
        )
    return tuple(_together(*map(int, after)) for after in several)


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
