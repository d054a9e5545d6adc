"""How much two cores help with tables of board games, and how much they can on this machine.

    python benchmarks/run.py --only speedup        # writes tables/speedup.md; under four minutes on two quiet cores

*The machine*: the same loop in two processes at a time, and in one: arithmetic in the registers, and the copy of arrays
that are larger than the caches. No program gets more of the two cores than these. *Threads*: tables of Connect Four
built with one thread and with two in turn, and which share of the processor time of one thread is in pieces that
threads share; by Amdahl's law the rest allows no more than what stands beside. *Processes*: the engine ``mpi``, whole
commands. Seconds on the wall, the median, so that nothing else may run.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np

from graphgames.engines.team import Team
from graphgames.games.tables.build import build
from graphgames.games.tables.connect_four import ConnectFour
from measure import Measured, Table, mpirun, process, report, table

T = TypeVar("T")
PROCESSES = ("breakthrough --width 4 --height 4", "awari --seeds 12")


class Watched(Team):
    """Threads that keep the processor time of the pieces that they share."""

    shared = 0.0

    def each(
        self, work: Callable[[Any], T], pieces: Sequence[Any], apply: Callable[[T], None], none: Any = None
    ) -> None:
        def timed(piece: Any) -> T:
            begin = time.thread_time()
            done = work(piece)
            self.shared += time.thread_time() - begin
            return done

        super().each(timed, pieces, apply, none)


def arithmetic(seconds: float) -> float:
    """Return how many rounds of a loop without memory are done in a second."""
    rounds, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        sum(range(100_000))
        rounds += 1
    return rounds / (time.perf_counter() - begin)


def copying(seconds: float) -> float:
    """Return how many GB are read and written in a second."""
    source, copied = np.ones(2**25), np.zeros(2**25)
    rounds, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        np.copyto(copied, source)
        rounds += 1
    return 2 * rounds * source.nbytes / 1e9 / (time.perf_counter() - begin)


def machine(options: argparse.Namespace) -> Table:
    """The table of what two processes get of the machine at a time."""
    rows: list[list[object]] = []
    for name, loop in (("rounds of arithmetic a second", arithmetic), ("GB copied a second", copying)):
        with get_context("spawn").Pool(2) as pool:
            pool.map(loop, [0.3, 0.3], 1)
            alone = pool.map(loop, [2.0], 1)[0]
            together = sum(pool.map(loop, [2.0, 2.0], 1))
        rows.append([name, alone, together, together / alone])
    return table(["what", "one process", "two, together", "times as fast"], rows, "The machine")


def threads(options: argparse.Namespace) -> Table:
    """The table of Connect Four built with one thread and with two."""
    rows: list[list[object]] = []
    for board in options.boards:
        rules = ConnectFour(*map(int, board.split("x")))
        took: dict[int, list[float]] = {1: [], 2: []}
        shares = []
        for _ in range(options.repeat):
            for count, times in took.items():
                with TemporaryDirectory() as folder:
                    team, used, begin = Watched(count), time.process_time(), time.perf_counter()
                    made = build(rules, Path(folder) / "table", team=team)
                    times.append(time.perf_counter() - begin)
                    if count == 1:
                        shares.append(team.shared / (time.process_time() - used))
        share, one, two = Measured(shares), *(Measured(times) for times in took.values())
        rows.append([board, made.positions, one, two, one / two, share, 1 / (1 - share / 2)])
    head = ["board", "positions", "one thread, s", "two, s", "times as fast", "share in pieces", "at most (Amdahl)"]
    return table(head, rows, "Threads")


def processes(options: argparse.Namespace) -> Table:
    """The table of the engine ``mpi`` with one process and with two."""
    rows: list[list[object]] = []
    target = options.folder / "over-processes"
    for game in PROCESSES:
        took: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(options.repeat):
            for count, times in took.items():
                shutil.rmtree(target, ignore_errors=True)
                words = ["-m", "graphgames", "table", "build", *game.split(), "-o", str(target), "--quiet"]
                times.append(process([*mpirun(count), sys.executable, *words], repeat=1).seconds)
        one, two = (Measured(times) for times in took.values())
        rows.append([game, one, two, one / two])
    return table(["table build", "one process, s", "two, s", "times as fast"], rows, "Processes")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--boards", nargs="+", default=["5x4", "5x5"], help="boards of Connect Four, such as 5x4")
    parser.add_argument("--repeat", type=int, default=2)


if __name__ == "__main__":
    report(__doc__, {"machine": machine, "threads": threads, "processes": processes}, arguments)
