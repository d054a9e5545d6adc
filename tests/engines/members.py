"""A communicator of threads in one process, so that what several processes do together can be tested quickly."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from graphgames.engines.mpi import MpiTeam
from tests.waiting import PATIENCE


class Comm:
    """One member of a group of threads, with what `MpiTeam` asks of a communicator of mpi4py."""

    def __init__(self, rank: int, size: int, shared: list[Any], barrier: Barrier):
        self.rank, self.size, self.shared, self.barrier = rank, size, shared, barrier

    def Get_size(self) -> int:
        return self.size

    def Get_rank(self) -> int:
        return self.rank

    def Barrier(self) -> None:
        self.barrier.wait()

    def allgather(self, value: Any) -> list[Any]:
        self.shared[self.rank] = value
        self.barrier.wait()
        found = list(self.shared)
        self.barrier.wait()
        return found

    def alltoall(self, values: list[Any]) -> list[Any]:
        return [given[self.rank] for given in self.allgather(values)]

    def allreduce(self, value: Any, operation: Any) -> Any:
        from mpi4py import MPI

        return (max if operation == MPI.MAX else min)(self.allgather(value))

    def Allreduce(self, values: Any, found: Any) -> None:
        found[...] = sum(self.allgather(values.copy()))

    def Alltoall(self, given: Any, taken: Any) -> None:
        taken[0][:] = self.alltoall(given[0].copy().tolist())

    def Alltoallv(self, given: Any, taken: Any) -> None:
        values, (counts, starts) = given
        come = self.alltoall([values[a : a + k].copy() for a, k in zip(starts, counts, strict=True)])
        for some, many, at in zip(come, *taken[1], strict=True):
            taken[0][at : at + many] = some


def together(size: int, work: Callable[[MpiTeam], Any]) -> list[Any]:
    """Do the work as each member of a team of so many, and return what each has found; the first error is raised."""
    shared, barrier = [None] * size, Barrier(size, timeout=PATIENCE)
    found: list[Any] = [None] * size
    faults: list[Exception] = []

    def run(rank: int) -> None:
        try:
            found[rank] = work(MpiTeam(Comm(rank, size, shared, barrier)))
        except Exception as error:
            faults.append(error)
            barrier.abort()

    threads = [Thread(target=run, args=(rank,)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return found
