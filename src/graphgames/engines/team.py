"""Who works together: this process with its threads (`Team`), or processes that exchange messages (`mpi.MpiTeam`).

Numbers belong to the members block by block in turn. An engine asks its team to do a piece of work for each of its
pieces, to send numbers to whom they belong, to ask those for something, and to agree on something. For one who is alone
all numbers are his own.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
S = TypeVar("S", bound=np.generic)
Ints = NDArray[np.int64]

BLOCK = 16
"""By default a block has 2^16 numbers."""

NOTHING: Ints = np.empty(0, np.int64)
"""No numbers."""


class Team:
    """Who works together: here one process with threads, since NumPy and the kernels leave the interpreter to others.

    `mpi.MpiTeam` is of several processes.
    """

    size, rank = 1, 0

    def __init__(self, threads: int | None = None):
        self.threads = threads or available_cores()
        keep_memory()

    def each(
        self, work: Callable[[Any], T], pieces: Sequence[Any], apply: Callable[[T], None], none: Any = None
    ) -> None:
        """Do the work for each piece, in any order, and apply the results one after the other.

        In a team of several the work is called equally often for each, with ``none`` where there is no piece left. In
        threads results are applied in order.
        """
        if self.threads == 1 or len(pieces) < 2:
            for piece in pieces:
                apply(work(piece))
            return
        pool = ThreadPoolExecutor(min(self.threads, len(pieces)))
        waiting: deque[Future[T]] = deque()
        try:
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                if len(waiting) > 2 * self.threads:  # results that wait take memory
                    apply(waiting.popleft().result())
            while waiting:
                apply(waiting.popleft().result())
        finally:
            pool.shutdown(cancel_futures=True)

    def ask(
        self, columns: Sequence[Ints], answer: Callable[[Ints], NDArray[S]], none: S, shift: int = BLOCK
    ) -> list[NDArray[S]]:
        """Return for columns of numbers what those to whom they belong answer; ``none`` for negative ones.

        Number x is in the block ``x >> shift``. One who is alone answers for negative numbers, too.
        """
        return [answer(column) for column in columns]

    def send(self, items: Sequence[Ints], shift: int = BLOCK) -> Sequence[Ints]:
        """Send items, each to whom the block ``item >> shift`` belongs, and return those that come.

        Those of one sender keep their order. Negative items are none.
        """
        return items

    def swap(self, given: Sequence[T]) -> Sequence[T]:
        """Give each member, by rank, one object, and return those that the members give."""
        return given

    def least(self, value: int) -> int:
        """Return the least of the values of all."""
        return value

    def total(self, values: Any) -> Any:
        """Return the sum of the arrays of all, which have one length."""
        return values

    def gather(self, values: Any) -> list[Any]:
        """Return the values of all, by rank."""
        return [values]

    def wait(self) -> None:
        """Wait until all have come here."""


def shares(team: Team, sizes: Sequence[int]) -> list[int]:
    """Return to whom of a team to give each of some pieces of work, so that all have about as much to do.

    All members call it with the sizes of their pieces, the largest first. Everybody keeps his own up to a fair part; of
    what is left the largest goes first, to whom has least.
    """
    everybody = team.gather(list(sizes))
    fair, loads = sum(map(sum, everybody)) / team.size, [0] * team.size
    plan = [[rank] * len(some) for rank, some in enumerate(everybody)]
    left = []
    for rank, some in enumerate(everybody):
        for i, size in enumerate(some):
            if loads[rank] + size <= fair:
                loads[rank] += size
            else:
                left.append((size, rank, i))
    for size, rank, i in sorted(left, reverse=True):
        to = min(range(team.size), key=lambda one: (loads[one], one != rank))
        loads[to] += size
        plan[rank][i] = to
    return plan[team.rank]


def keep_memory() -> None:
    """Let the process keep memory that it frees: else large arrays get fresh pages from the system again and again.

    The C library of GNU gives blocks back at once that are larger than any before that it gave back.
    """
    np.empty(1 << 24, np.uint8)


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
