"""Who works on a table: this process with its threads (`Alone`), or processes that exchange messages (`mpi.Together`).

Each block of 2^16 numbers belongs to one member, block by block in turn. An engine asks its team to do a piece of work
for each of its pieces, to look labels up, to send numbers to whom they belong, and to agree on something. For one who
is alone all numbers are his own.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.kernels.window import Window

T = TypeVar("T")
Ints = NDArray[np.int64]


class Team(Protocol):
    """What an engine asks of those who work together."""

    size: int
    rank: int

    def each(self, work: Callable[[Any], T], pieces: Sequence[Any], apply: Callable[[T], None]) -> None:
        """Do the work for each piece, in any order, and apply the results one after the other.

        In a team of several the work is called equally often for each, with None where there is no piece left.
        """

    def look_up(self, window: Window, columns: Sequence[Ints]) -> list[NDArray[np.uint16]]:
        """Return the labels of numbers, as `kernels.labels.look_up` has them."""

    def send(self, items: Sequence[Ints], shift: int = 0) -> Sequence[Ints]:
        """Send items, each to whom the number ``item >> shift`` belongs, and return those that come.

        Negative items are none.
        """

    def least(self, value: int) -> int:
        """Return the least of the values of all."""

    def total(self, values: Any) -> Any:
        """Return the sum of the arrays of all, which have one length."""

    def gather(self, values: Any) -> list[Any]:
        """Return the values of all, by rank."""

    def wait(self) -> None:
        """Wait until all have come here."""


class Alone:
    """One process, with threads: NumPy and the kernels leave the interpreter to others while they work."""

    size, rank = 1, 0

    def __init__(self, threads: int | None = None):
        self.threads = threads or available_cores()

    def each(self, work: Callable[[Any], T], pieces: Sequence[Any], apply: Callable[[T], None]) -> None:
        """Do the work for each piece in threads; results are applied in order."""
        for result in self._results(work, pieces):
            apply(result)

    def _results(self, work: Callable[[Any], T], pieces: Iterable[Any]) -> Iterator[T]:
        pieces = list(pieces)
        if self.threads == 1 or len(pieces) < 2:
            yield from map(work, pieces)
            return
        pool = ThreadPoolExecutor(min(self.threads, len(pieces)))
        waiting: deque[Future[T]] = deque()
        try:
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                if len(waiting) > 2 * self.threads:  # results that wait take memory
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)

    def look_up(self, window: Window, columns: Sequence[Ints]) -> list[NDArray[np.uint16]]:
        """Return the labels of numbers."""
        found = [np.empty(column.size, np.uint16) for column in columns]
        for column, labels in zip(columns, found, strict=True):
            kernel.look_up(window, column, labels)
        return found

    def send(self, items: Sequence[Ints], shift: int = 0) -> Sequence[Ints]:
        """Return the items."""
        return items

    def least(self, value: int) -> int:
        """Return the value."""
        return value

    def total(self, values: Any) -> Any:
        """Return the values."""
        return values

    def gather(self, values: Any) -> list[Any]:
        """Return the values alone."""
        return [values]

    def wait(self) -> None:
        """Do nothing."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
