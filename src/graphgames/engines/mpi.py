"""A team of processes that exchange messages, on one machine or many: the engine ``mpi``.

All processes run the same program in step. A block of numbers belongs to process ``block % size``. Each process works
on its blocks, and sends the numbers of successors or predecessors to whom they belong: to be marked, to be looked up,
or with updates of what was decided. Everything else is agreed upon, and results do not depend on the number of
processes. J. Romein & H. Bal, *Solving Awari with parallel retrograde analysis*, IEEE Computer 36 (2003).
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GraphGamesError
from graphgames.core.late import optional
from graphgames.engines.kernels import messages
from graphgames.engines.team import BLOCK, NOTHING, Ints, S, T, Team, keep_memory

MOST = 1 << 22
"""So many items of 8 bytes at most go out of a process at once: 32 MiB."""

_LARGEST = 2**63 - 1


class _Message(NamedTuple):
    """Items that have come; in which order own ones were sent, and how many went to whom and came from whom."""

    numbers: Ints
    order: NDArray[np.int32]
    given: Ints
    taken: Ints


class MpiTeam(Team):
    """The processes of a communicator, by default of all that ``mpirun`` has started.

    Raise `MissingDependencyError` if mpi4py is not installed.
    """

    def __init__(self, comm: Any = None):
        _leave_networks_alone()
        self.mpi = optional("mpi4py.MPI", "mpi")
        self.comm = self.mpi.COMM_WORLD if comm is None else comm
        self.size, self.rank = int(self.comm.Get_size()), int(self.comm.Get_rank())
        keep_memory()

    def each(
        self, work: Callable[[Any], T], pieces: Sequence[Any], apply: Callable[[T], None], none: Any = None
    ) -> None:
        for i in range(self.comm.allreduce(len(pieces), self.mpi.MAX)):
            apply(work(pieces[i] if i < len(pieces) else none))

    def send(self, items: Sequence[Ints], shift: int = BLOCK) -> Sequence[Ints]:
        return [come.numbers for come in self._messages(_joined(items), shift)]

    def ask(
        self, columns: Sequence[Ints], answer: Callable[[Ints], NDArray[S]], none: S, shift: int = BLOCK
    ) -> list[NDArray[S]]:
        joined = _joined(columns)
        found = np.full(joined.size, none, none.dtype)
        for come in self._messages(joined, shift):
            replies = np.empty(come.order.size, none.dtype)
            self._exchange(np.ascontiguousarray(answer(come.numbers), none.dtype), come.taken, replies, come.given)
            found[come.order] = replies
        return list(found.reshape(len(columns), -1)) if columns else []

    def swap(self, given: Sequence[T]) -> Sequence[T]:
        taken: Sequence[T] = self.comm.alltoall(list(given))
        return taken

    def _messages(self, items: Ints, shift: int) -> Iterator[_Message]:
        """Send items to their owners, so many at a time that there is room, until nobody has any left.

        What all tell all beforehand: how many items come, the least and the largest that anybody sends, and whether
        there will be more. As far as they fit, items go as differences from the least in 4 bytes.
        """
        begin, more = 0, True
        while more:
            part = items[begin : begin + MOST]
            ours = np.tile(np.array([0, _LARGEST, -1, begin + MOST < items.size], np.int64), (self.size, 1))
            messages.count(part, shift, ours)
            theirs = np.empty_like(ours)
            self.comm.Alltoall([ours, self.mpi.INT64_T], [theirs, self.mpi.INT64_T])
            least, most, given = int(theirs[:, 1].min()), int(theirs[:, 2].max()), ours[:, 0].copy()
            width: Any = np.uint32 if most - least < 1 << 32 else np.int64
            sorted_, order = np.empty(int(given.sum()), width), np.empty(int(given.sum()), np.int32)
            messages.by_owner(part, shift, least, np.cumsum(given) - given, sorted_, order)
            taken = theirs[:, 0].copy()
            found = np.empty(int(taken.sum()), width)
            self._exchange(sorted_, given, found, taken)
            yield _Message(np.add(found, least, dtype=np.int64), order + begin, given, taken)
            begin, more = begin + MOST, bool(theirs[:, 3].any())

    def _exchange(self, given: Any, sent: Ints, taken: Any, come: Ints) -> None:
        """Exchange so many items with each; the own ones do not leave the process."""
        starts = [np.cumsum(counts) - counts for counts in (sent, come)]
        own, mine = (slice(at[self.rank], at[self.rank] + sent[self.rank]) for at in starts)
        taken[mine] = given[own]
        if self.size > 1:
            others = [np.where(np.arange(self.size) == self.rank, 0, counts) for counts in (sent, come)]
            self.comm.Alltoallv([given, (others[0], starts[0])], [taken, (others[1], starts[1])])

    def least(self, value: int) -> int:
        found: int = self.comm.allreduce(value, self.mpi.MIN)
        return found

    def total(self, values: Any) -> Any:
        found = np.empty_like(values)
        self.comm.Allreduce(values, found)
        return found

    def gather(self, values: Any) -> list[Any]:
        found: list[Any] = self.comm.allgather(values)
        return found

    def wait(self) -> None:
        self.comm.Barrier()

    @contextmanager
    def abort_on_error(self) -> Iterator[None]:
        """End all processes if one fails, since the others would wait for it for ever."""
        try:
            yield
        except BaseException as error:
            if self.size > 1:
                if isinstance(error, GraphGamesError):
                    os.write(2, f"graphgames: {error}\n".encode())
                elif not isinstance(error, KeyboardInterrupt):  # else another has failed, and says why, or a person
                    os.write(2, "".join(traceback.format_exception(error)).encode())
                self.comm.Abort(2)
            raise


def _leave_networks_alone() -> None:
    """Let Open MPI look for no network if all processes are on one machine, which takes it a second."""
    if os.environ.get("OMPI_COMM_WORLD_LOCAL_SIZE", "") == os.environ.get("OMPI_COMM_WORLD_SIZE"):
        for layer in ("mtl", "btl"):
            os.environ.setdefault(f"OMPI_MCA_{layer}", "^ofi")


def _joined(columns: Sequence[Ints]) -> Ints:
    return np.concatenate(columns) if len(columns) else NOTHING
