"""Indices: perfect hash functions of the parts of positions, for whole arrays at once.

An index numbers a set of things 0, 1, ..., ``size - 1``. ``rank`` turns things into their numbers and ``unrank`` turns
numbers into things; both take and return arrays. `Combinations`, `Digits`, `Multisets` and `Words` are blocks, and
`Product` puts them together. D. Knuth, *The Art of Computer Programming* 4A, section 7.2.1 (combinations in
colexicographic order, mixed radix).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.errors import GameError
from graphgames.games.tables.kernels import masks as kernel

Ints = NDArray[np.int64]

_CHUNK = 13
"""A mask is cut into pieces of so many bits: tables of 2^13 entries stay in the first caches."""


class Combinations:
    """The subsets of ``n`` places that have ``k`` members, as bit masks in ascending order.

    Parameters
    ----------
    n, k : int
        At most 62 places.

    Examples
    --------
    >>> pairs = Combinations(4, 2)
    >>> [f"{mask:04b}" for mask in pairs.unrank(range(pairs.size))]
    ['0011', '0101', '0110', '1001', '1010', '1100']
    >>> pairs.rank([0b0101, 0b1100])
    array([1, 5])
    """

    def __init__(self, n: int, k: int):
        if not 0 <= k <= n <= 62:
            raise GameError(f"there are no subsets of {n} places with {k} members; expected 0 <= k <= n <= 62")
        self.n, self.k, self.size = n, k, comb(n, k)

    def rank(self, masks: ArrayLike) -> Ints:
        """Return the numbers of masks."""
        masks = np.asarray(masks, np.int64)
        numbers = np.empty(masks.shape, np.int64)
        kernel.rank(self.masks, masks.ravel(), numbers.reshape(-1))
        return numbers

    def unrank(self, numbers: ArrayLike) -> Ints:
        """Return the masks that have these numbers."""
        numbers = np.asarray(numbers, np.int64)
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < self.size:
            raise IndexError(f"there are {self.size} masks; expected numbers from 0 to {self.size - 1}")
        masks = np.empty(numbers.shape, np.int64)
        kernel.unrank(self.masks, numbers.ravel(), masks.reshape(-1))
        return masks

    @cached_property
    def masks(self) -> kernel.Masks:
        """The tables, for the kernels."""
        low = min(self.n, _CHUNK)
        shifts = np.arange(low, self.n, _CHUNK)[::-1].astype(np.int32)
        widths = np.minimum(_CHUNK, self.n - shifts).astype(np.int32)
        smaller = [np.empty(0, np.int64), *map(self._smaller, shifts.tolist(), widths.tolist())]
        starts = np.cumsum([part.size for part in smaller])[:-1]
        return kernel.Masks(self.k, low, shifts, widths, starts, np.concatenate(smaller), *_counted(low))

    def _smaller(self, shift: int, width: int) -> Ints:
        """Return how many masks have a smaller piece there, by members to be placed and piece; flat."""
        ways = np.array([[comb(shift, left - m) if left >= m else 0 for m in range(width + 1)]
                         for left in range(self.k + 1)], np.int64)  # fmt: skip
        counts = ways.take(_counted(width)[0], axis=1)
        return np.ascontiguousarray(np.cumsum(counts, axis=1) - counts).ravel()


@lru_cache(maxsize=64)
def _counted(width: int) -> tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int16], NDArray[np.int32]]:
    """Return, for the masks of a width: members; number among those of as many members; all in that order; starts."""
    masks = np.arange(1 << width)
    members = sum((masks >> bit & 1 for bit in range(width)), np.zeros_like(masks))
    ordered = np.argsort(members, kind="stable")
    starts = np.searchsorted(members[ordered], np.arange(width + 2))
    first = np.empty_like(masks)
    first[ordered] = masks - starts.take(members[ordered])
    return members.astype(np.uint8), first.astype(np.int16), ordered.astype(np.int16), starts.astype(np.int32)


class Digits:
    """Tuples of digits, each below its own radix; the last digit counts ones.

    Examples
    --------
    >>> times = Digits(24, 60)
    >>> times.rank([[0, 59], [23, 0]])
    array([  59, 1380])
    >>> times.unrank([1439])
    array([[23, 59]])
    """

    def __init__(self, *radices: int):
        if not all(radix > 0 for radix in radices):
            raise GameError(f"the radices are {radices}; expected numbers from 1")
        self.radices, self.size = radices, prod(radices)
        self.weights = np.array([prod(radices[i + 1 :]) for i in range(len(radices))], np.int64)

    def rank(self, digits: ArrayLike) -> Ints:
        """Return the numbers of rows of digits, shape (..., number of digits)."""
        numbers: Ints = np.asarray(digits, np.int64) @ self.weights
        return numbers

    def unrank(self, numbers: ArrayLike) -> Ints:
        """Return the digits of numbers, one row each."""
        digits: Ints = np.asarray(numbers, np.int64)[..., None] // self.weights % np.array(self.radices, np.int64)
        return digits


class Multisets:
    """The ways to put ``n`` like things in ``k`` places, as rows of counts.

    Examples
    --------
    >>> seeds = Multisets(2, 3)
    >>> seeds.unrank(range(seeds.size)).tolist()
    [[2, 0, 0], [1, 1, 0], [0, 2, 0], [1, 0, 1], [0, 1, 1], [0, 0, 2]]
    >>> seeds.rank([[0, 1, 1]])
    array([4])
    """

    def __init__(self, n: int, k: int):
        if n < 0 or k < 1:
            raise GameError(f"there are no ways to put {n} things in {k} places; expected n >= 0 and k >= 1")
        self.n, self.k, self.size = n, k, comb(n + k - 1, n)

    @cached_property
    def _at_most(self) -> list[Ints]:
        """How many ways there are to put at most 0, 1, ... n things in the places before each place."""
        return [np.array([comb(t + place, place) for t in range(self.n + 1)], np.int64) for place in range(self.k)]

    def rank(self, rows: ArrayLike) -> Ints:
        """Return the numbers of rows of counts, shape (..., k)."""
        sums = np.cumsum(np.asarray(rows, np.int64), axis=-1)
        numbers = np.zeros(sums.shape[:-1], np.int64)
        for place in range(1, self.k):  # rows with fewer things here leave more for the places before
            numbers += self._at_most[place].take(sums[..., place]) - self._at_most[place].take(sums[..., place - 1])
        return numbers

    def unrank(self, numbers: ArrayLike) -> Ints:
        """Return the rows of counts that have these numbers."""
        rest = np.asarray(numbers, np.int64)
        rows, total = np.zeros((*rest.shape, self.k), np.int64), np.full(rest.shape, self.n, np.int64)
        for place in range(self.k - 1, 0, -1):
            ways = self._at_most[place]
            more = ways.take(total) - rest
            left = np.searchsorted(ways, more)
            rows[..., place], total, rest = total - left, left, ways.take(left) - more
        rows[..., 0] = total
        return rows


class Product:
    """Tuples of things, one of each index; the last counts ones.

    Examples
    --------
    >>> both = Product(Combinations(4, 2), Digits(3))
    >>> both.size
    18
    """

    def __init__(self, *parts: Any):
        self.parts, self.size = parts, prod(part.size for part in parts)

    def rank(self, things: Sequence[Any]) -> Ints:
        """Return the numbers of tuples, given as one array of things for each part."""
        total: Any = np.int64(0)
        for part, thing in zip(self.parts, things, strict=True):
            total = total * part.size + part.rank(thing)
        numbers: Ints = total
        return numbers

    def unrank(self, numbers: ArrayLike) -> list[Any]:
        """Return the parts of the tuples that have these numbers, one array of things for each part."""
        left: Any = numbers if isinstance(numbers, int) else np.asarray(numbers, np.int64)
        found = []
        for part in self.parts[::-1]:
            left, number = divmod(left, part.size)
            found.append(part.unrank(number))
        return found[::-1]


class Words:
    """Rows of letters, one from each place's own alphabet, whose weights add up to a total.

    Combinations, multisets and boards with so many pieces of each kind are words: the letters of a row of a board are
    the ways to fill it, their weights how many pieces of each kind these take.

    Parameters
    ----------
    weights : sequence of array_like of int, each of shape (letters, d)
        For each place, the weights of its letters: vectors of numbers from 0.
    most : sequence of int, length d
        The largest total that is asked for.

    Examples
    --------
    >>> rows = Words([[[0], [1], [2]]] * 3, [2]).of([2])      # three digits below 3 that add up to 2
    >>> rows.unrank(range(rows.size)).tolist()
    [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]
    >>> rows.rank([[0, 2, 0], [1, 1, 0]])
    array([2, 4])
    """

    def __init__(self, weights: Sequence[ArrayLike], most: Sequence[int]):
        self.most = tuple(int(number) for number in most)
        strides = np.cumprod([1, *(number + 1 for number in self.most)])
        self.strides, states = strides[:-1].astype(np.int64), int(strides[-1])
        self.codes, self.smaller = [], []
        rests = np.stack(np.unravel_index(np.arange(states), [n + 1 for n in self.most], order="F"), axis=1)
        ways = (np.arange(states) == 0).astype(np.int64)
        for letters in reversed([np.asarray(letters, np.int64) for letters in weights]):
            code = letters @ self.strides
            fits = (rests[:, None, :] >= letters[None]).all(axis=2)
            after = np.where(fits, ways.take(np.maximum(np.arange(states)[:, None] - code, 0)), 0)
            self.codes.append(code)
            self.smaller.append(np.cumsum(after, axis=1) - after)
            ways = after.sum(axis=1)
        self.codes.reverse()
        self.smaller.reverse()
        self.ways = ways

    def of(self, total: Sequence[int]) -> WordsOf:
        """Return the index of the words with a total."""
        return WordsOf(self, int(np.asarray(total) @ self.strides))

    def rank(self, rows: Ints, state: ArrayLike) -> Ints:
        """Return the numbers of rows of letters, shape (..., places), each among the words with its total."""
        numbers, rest = np.zeros(rows.shape[:-1], np.int64), np.full(rows.shape[:-1], state, np.int64)
        for place, (code, smaller) in enumerate(zip(self.codes, self.smaller, strict=True)):
            letter = rows[..., place]
            numbers += smaller.ravel().take(rest * code.size + letter)
            rest -= code.take(letter)
        return numbers

    @cached_property
    def keys(self) -> list[tuple[Ints, int]]:
        """For each place the numbers of smaller words, raised by state so that one search finds a letter."""
        found = []
        for smaller in self.smaller:
            apart = int(smaller.max()) + int(self.ways.max()) + 1
            found.append(((smaller + np.arange(len(smaller))[:, None] * apart).ravel(), apart))
        return found


class WordsOf:
    """The words of `Words` that have a total; ``rank`` takes and ``unrank`` returns rows of letters."""

    def __init__(self, words: Words, state: int):
        self.words, self.state, self.size = words, state, int(words.ways[state])

    def rank(self, rows: ArrayLike) -> Ints:
        """Return the numbers of rows of letters, shape (..., places)."""
        rows = np.asarray(rows)
        if rows.ndim == 1:
            return self._number(rows.tolist())
        return self.words.rank(rows, self.state)

    def _number(self, row: Sequence[int]) -> Ints:
        """Return the number of one row, for which arrays would take ten times as long."""
        number, state = 0, self.state
        for letter, code, smaller in zip(row, self.words.codes, self.words.smaller, strict=True):
            number += smaller.item(state * code.size + letter)
            state -= code.item(letter)
        return np.array(number, np.int64)

    def unrank(self, numbers: ArrayLike) -> Ints:
        """Return the rows of letters that have these numbers."""
        numbers = np.asarray(numbers, np.int64)
        if numbers.ndim == 0:
            return self._row(int(numbers))
        rows, state = np.zeros((*numbers.shape, len(self.words.codes)), np.int64), np.full(numbers.shape, self.state)
        for place, (code, smaller) in enumerate(zip(self.words.codes, self.words.smaller, strict=True)):
            keys, apart = self.words.keys[place]
            letter = np.searchsorted(keys, state * apart + numbers, "right") - 1 - state * code.size
            rows[..., place] = letter
            numbers = numbers - smaller.ravel().take(state * code.size + letter)
            state = state - code.take(letter)
        return rows

    def _row(self, number: int) -> Ints:
        """Return the row that has a number, the converse of `_number`."""
        row, state = [], self.state
        for code, smaller in zip(self.words.codes, self.words.smaller, strict=True):
            letters = smaller[state].tolist()
            row.append(bisect_right(letters, number) - 1)
            number -= letters[row[-1]]
            state -= code.item(row[-1])
        return np.array(row, np.int64)
