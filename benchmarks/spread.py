"""The engine ``mpi``: a model of its cost, fitted to what is measured, and what it says of more machines.

Run: ``python benchmarks/engines.py [--processes 1 2] [--boards 4x4 5x4] [--vertices 100000 400000]``. What a process
computes is its processor time outside of exchanges, fitted by ``a work + h exchanges``. An exchange takes as long as
the process that comes last is in it, in the quickest of several runs, fitted by ``latency + bytes / bandwidth``. Both
are fitted by least squares with no negative factor. The last table takes a network's latency and bandwidth instead, and
is a model.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from graphgames.games.random_games import random_game
from measure import Table, mpirun, report, table

PROGRAM = """
import json, sys, time
from mpi4py import MPI
from graphgames.engines.mpi import MpiTeam

class Timed:
    def __init__(self, comm):
        self.comm, self.log = comm, []
    def __getattr__(self, name):
        call = getattr(self.comm, name)
        if name.startswith("Get_") or name == "Abort":
            return call
        def timed(*given):
            wall, used = time.perf_counter(), time.process_time()
            found = call(*given)
            sent = given[0][0].nbytes if name == "Alltoallv" else 0
            self.log.append((sent, time.perf_counter() - wall, time.process_time() - used))
            return found
        return timed

comm = Timed(MPI.COMM_WORLD)
team = MpiTeam(comm)
if sys.argv[1] == "board":
    from graphgames.games.tables.build import build
    from graphgames.games.tables.connect_four import ConnectFour
    rules = ConnectFour(*map(int, sys.argv[2].split("x")))
    run = lambda: build(rules, sys.argv[3], team=team).positions
else:
    from graphgames.catalogue.find import choose
    from graphgames.engines.reading_in_parts import read_game
    game, solve = read_game(sys.argv[2], team, "normal"), choose("normal").load("mpi")
    run = lambda: solve(game).problem.arena.m
team.wait()
comm.log.clear()
used, wall = time.process_time(), time.perf_counter()
work = run()
log, used, wall = list(comm.log), time.process_time() - used, time.perf_counter() - wall
told = MPI.COMM_WORLD.gather((used - sum(one[2] for one in log), wall, [one[:2] for one in log]))
if team.rank == 0:
    print(json.dumps({"work": work / team.size, "told": told}))
"""

FLAGSHIPS = (
    ("Connect Four 5 by 6", 1_044_334_437),
    ("Connect Four 7 by 4", 2_265_792_710),
    ("Connect Four 6 by 5", 2_818_972_642),
    ("Nine Men's Morris", 7_673_759_269),
)
BANDWIDTH, LATENCY, OVERHEAD = 1e9, 20e-6, 1e-6
"""A network: bytes a second of a machine; seconds of an exchange for each stage of a tree, and for each process."""


@dataclass(frozen=True)
class Row:
    """A measured job: the work of each process, the seconds that one computes, and bytes and seconds of exchanges."""

    name: str
    processes: int
    work: float
    computed: float
    wall: float
    exchanges: NDArray[np.float64]


@dataclass(frozen=True)
class Model:
    """Seconds for a unit of work, and for an exchange in computing; seconds of an exchange, and for a byte in it."""

    work: float
    handling: float
    latency: float
    byte: float

    @classmethod
    def of(cls, rows: list[Row]) -> Model:
        """Fit by least squares, the computing with relative errors."""
        facts = np.array([[row.work, len(row.exchanges)] for row in rows])
        took = np.array([row.computed for row in rows])
        computing = nnls(facts / took[:, None], np.ones(took.size))[0]
        sent = np.concatenate([row.exchanges for row in rows if row.processes > 1])
        messages = nnls(np.column_stack([np.ones(len(sent)), sent[:, 0]]), sent[:, 1])[0]
        return cls(*computing.tolist(), *messages.tolist())


def run(options: argparse.Namespace, processes: int, *words: str) -> tuple[dict[str, Any], ...]:
    """Return what a job of so many processes tells, once for each repetition."""
    command = [*mpirun(processes), sys.executable, "-c", PROGRAM, *words]
    found = []
    for _ in range(options.repeat):
        if words[0] == "board":
            shutil.rmtree(words[2], ignore_errors=True)
        done = subprocess.run(command, capture_output=True, check=True, timeout=1200)
        found.append(json.loads(done.stdout))
    return tuple(found)


def jobs(options: argparse.Namespace, kind: str) -> list[Row]:
    """Measure the boards, or the arenas, with each number of processes; of several runs the least time counts."""
    rows = []
    for size in options.boards if kind == "board" else options.vertices:
        path = options.folder / f"{kind}-{size}"
        if kind == "arena":
            _arena(int(size), path.with_suffix(".npz"))
        for processes in options.processes:
            words = (kind, str(size), str(path)) if kind == "board" else (kind, str(path.with_suffix(".npz")))
            found = run(options, processes, *words)
            computed = min(max(one[0] for one in run["told"]) for run in found)
            wall = min(max(one[1] for one in run["told"]) for run in found)
            logs = np.array([one[2] for run in found for one in run["told"]], float)
            exchanges = np.column_stack([logs[:, :, 0].max(0), logs[:, :, 1].min(0)])
            rows.append(Row(str(size), processes, found[0]["work"], computed, wall, exchanges))
    return rows


def _arena(n: int, path: Path) -> None:
    import graphgames as gg

    gg.write(random_game(n, "normal", degrees=(0, 4), seed=1), path)


def _measured(options: argparse.Namespace, kind: str, unit: str) -> tuple[list[Row], Model, Table]:
    rows = jobs(options, kind)
    model = Model.of(rows)
    said = f"{unit}: {model.work * 1e6:.3g} µs each; an exchange {model.handling * 1e6:.3g} µs of computing and "
    said += f"{model.latency * 1e6:.3g} µs of latency; bandwidth {1e-9 / max(model.byte, 1e-12):.3g} GB/s"
    head = ["job", "processes", f"{unit}, each", "MB sent", "exchanges", "computing, s", "messages, s", "model, s"]
    cells = []
    for row in rows:
        sent, took = row.exchanges.sum(0)
        many = len(row.exchanges)
        own = model.work * row.work + model.handling * many
        modelled = own + (model.latency * many + model.byte * sent if row.processes > 1 else 0.0)
        cells.append([row.name, row.processes, int(row.work), sent / 1e6, many, row.computed, took, modelled])
    return rows, model, table(head, cells, note=said)


def boards(options: argparse.Namespace) -> Table:
    """Measure tables, and fit the model to them."""
    rows, model, made = _measured(options, "board", "positions")
    options.fitted = rows, model
    return made


def arenas(options: argparse.Namespace) -> Table:
    """Measure normal play on arenas, and fit the model to them."""
    return _measured(options, "arena", "edges")[2]


def flagships(options: argparse.Namespace) -> Table:
    """Say what the model of tables comes to on more machines, with a network between them: a model, no measurement."""
    if not hasattr(options, "fitted"):
        boards(options)
    measured, model = options.fitted
    largest = max((row for row in measured if row.processes > 1), key=lambda row: row.work)
    elsewhere = 1 - 1 / largest.processes  # the part of what is looked up or marked that others own
    bytes_each = largest.exchanges[:, 0].sum() / largest.work / elsewhere
    slope, fixed = np.polyfit([row.work for row in measured], [len(row.exchanges) for row in measured], 1)
    rows: list[list[object]] = []
    for name, positions in FLAGSHIPS:
        times = []
        for machines in (64, 1024):
            own = positions / machines
            exchanges = max(slope, 0) * own + max(fixed, 0)
            here = model.work * own + model.handling * exchanges
            wire = bytes_each * (1 - 1 / machines) * own / BANDWIDTH + exchanges * (
                LATENCY * np.log2(machines) + OVERHEAD * machines
            )
            times.append(here + wire)
        rows.append([name, f"{positions:,}", *times])
    said = f"A MODEL, one process a machine: {BANDWIDTH / 1e9:g} GB/s, {LATENCY * 1e6:g} µs for each stage of an "
    said += f"exchange and {OVERHEAD * 1e6:g} µs for each process in it; {bytes_each:.3g} bytes a position, "
    said += f"{max(fixed, 0):.0f} exchanges and {max(slope, 0) * 1e6:.3g} more for a million positions of a process"
    return table(["game", "positions", "64 machines, s", "1,024 machines, s"], rows, note=said)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--boards", nargs="+", default=["4x4", "5x4"], help="boards of Connect Four, such as 5x4")
    parser.add_argument("--vertices", type=int, nargs="+", default=[100_000, 400_000], help="sizes of random arenas")
    parser.add_argument("--repeat", type=int, default=3)


if __name__ == "__main__":
    report(__doc__, {"boards": boards, "arenas": arenas, "flagships": flagships}, arguments)
