"""A team of processes that exchange messages, on one machine or many: the engine ``mpi``.

All processes run the same program in step. A block of numbers belongs to process ``block % size``. Each process works
on its blocks, and sends the numbers of successors or predecessors to whom they belong: to be marked, to be looked up,
or with the news of what was decided. Everything else is agreed upon, and results do not depend on the number of
processes. J. Romein & H. Bal, *Solving Awari with parallel retrograde analysis*, IEEE Computer 36 (2003).
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.console import under_mpirun
from graphgames.core.errors import GraphGamesError, MissingDependencyError, SolverError, shown
from graphgames.spread.kernels import messages
from graphgames.spread.team import BLOCK, Ints, S, T, keep_memory

MOST = 1 << 22
"""So many items of 8 bytes at most go out of a process at once: 32 MiB."""


class Together:
    """The processes of a communicator, by default of all that ``mpirun`` has started.

    Raise `MissingDependencyError` if mpi4py is not installed.
    """

    def __init__(self, comm: Any = None):
        _leave_networks_alone()
        try:
            from mpi4py import MPI
        except ImportError:
            raise MissingDependencyError("mpi4py", "mpi") from None
        self.mpi = MPI
        self.comm = MPI.COMM_WORLD if comm is None else comm
        self.size, self.rank = self.comm.Get_size(), self.comm.Get_rank()
        keep_memory()

    def each(self, work: Callable[[Any], T], pieces: Sequence[Any], apply: Callable[[T], None]) -> None:
        """Do the work for each piece in step with the others, with None where there is no piece left."""
        for i in range(self.comm.allreduce(len(pieces), self.mpi.MAX)):
            apply(work(pieces[i] if i < len(pieces) else None))

    def send(self, items: Sequence[Ints], shift: int = BLOCK) -> Sequence[Ints]:
        """Send items to whom their blocks belong; return those that come."""
        joined = _joined(items)
        return [self._swap(joined[part], shift)[0] for part in self._parts(joined.size)]

    def ask(
        self, columns: Sequence[Ints], answer: Callable[[Ints], NDArray[S]], none: S, shift: int = BLOCK
    ) -> list[NDArray[S]]:
        """Ask those to whom the numbers belong."""
        joined = _joined(columns)
        found = np.full(joined.size, none, none.dtype)
        for part in self._parts(joined.size):
            asked, order, sent, come = self._swap(joined[part], shift)
            replies = np.empty(order.size, none.dtype)
            self._exchange(np.ascontiguousarray(answer(asked), none.dtype), come, replies, sent)
            found[part][order] = replies
        return list(found.reshape(len(columns), -1)) if columns else []

    def swap(self, given: Sequence[T]) -> Sequence[T]:
        """Give each process an object, and take one of each."""
        taken: Sequence[T] = self.comm.alltoall(list(given))
        return taken

    def _parts(self, size: int) -> Iterator[slice]:
        """Yield the parts of some items in which they are sent, as many as the one needs who has most."""
        for i in range(self.comm.allreduce(-(-size // MOST), self.mpi.MAX)):
            yield slice(i * MOST, (i + 1) * MOST)

    def _swap(self, items: Ints, shift: int) -> tuple[Ints, NDArray[np.int32], Ints, Ints]:
        """Send items to their owners; return what comes, the order in which items were sent, and how many from whom."""
        sent, come = np.zeros(self.size, np.int64), np.empty(self.size, np.int64)
        sorted_, order = np.empty(items.size, np.int64), np.empty(items.size, np.int32)
        many = messages.by_owner(items, shift, sent, sorted_, order)
        self.comm.Alltoall([sent, self.mpi.INT64_T], [come, self.mpi.INT64_T])
        found = np.empty(int(come.sum()), np.int64)
        self._exchange(sorted_, sent, found, come)
        return found, order[:many], sent, come

    def _exchange(self, given: Any, sent: Ints, taken: Any, come: Ints) -> None:
        starts = [np.cumsum(counts) - counts for counts in (sent, come)]
        self.comm.Alltoallv([given, (sent, starts[0])], [taken, (come, starts[1])])

    def least(self, value: int) -> int:
        """Return the least of the values of all."""
        found: int = self.comm.allreduce(value, self.mpi.MIN)
        return found

    def total(self, values: Any) -> Any:
        """Return the sum of the arrays of all."""
        found = np.empty_like(values)
        self.comm.Allreduce(values, found)
        return found

    def gather(self, values: Any) -> list[Any]:
        """Return the values of all, by rank."""
        found: list[Any] = self.comm.allgather(values)
        return found

    def wait(self) -> None:
        """Wait until all have come here."""
        self.comm.Barrier()

    @contextmanager
    def one_fault_ends_all(self) -> Iterator[None]:
        """End all processes if one fails, since the others would wait for it for ever."""
        try:
            yield
        except BaseException as error:
            if self.size > 1:
                known = isinstance(error, GraphGamesError)
                said = f"graphgames: {error}" if known else "".join(traceback.format_exception(error)).rstrip()
                os.write(2, f"{said}\n".encode())
                self.comm.Abort(2)
            raise


def _leave_networks_alone() -> None:
    """Let Open MPI look for no network if all processes are on one machine, which takes it a second."""
    if os.environ.get("OMPI_COMM_WORLD_LOCAL_SIZE", "") == os.environ.get("OMPI_COMM_WORLD_SIZE"):
        for layer in ("mtl", "btl"):
            os.environ.setdefault(f"OMPI_MCA_{layer}", "^ofi")


def _joined(columns: Sequence[Ints]) -> Ints:
    return np.concatenate(columns) if len(columns) else np.empty(0, np.int64)


def engine_named(name: str) -> Together:
    """Return the processes of the engine ``"mpi"``; raise `SolverError` if that is not its name."""
    if name != "mpi":
        raise SolverError(f"there is no engine {shown(name)}; the engines are: local, mpi")
    return Together()


def team_of(engine: str | None) -> Together | None:
    """Return the processes of ``mpirun`` for the engine ``"mpi"``, None for ``"local"``.

    Without a name the engine is ``"mpi"`` if ``mpirun`` has started this process. Raise `MissingDependencyError` if
    mpi4py is not installed.
    """
    if (engine or ("mpi" if under_mpirun() else "local")) == "local":
        return None
    return Together()


def together(team: Together | None, work: Callable[[], T]) -> Callable[[], T]:
    """Return the work; if it fails in one process of the team all end."""
    if team is None:
        return work

    def done() -> T:
        with team.one_fault_ends_all():
            return work()

    return done
