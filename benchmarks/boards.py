"""Tables of board games: building and proving, with one thread and all; the same sweeps in C++; the engine ``mpi``.

Run: ``python benchmarks/boards.py [--boards 5x4 5x5] [--repeat 3]``. Processes are measured as a whole, so the start of
Python and of MPI counts.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from graphgames.engines.team import Team, available_cores
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.table import open_table
from measure import Measured, Table, mpirun, process, reference, report, seconds, table

TABLES = ["connect-four --width 5 --height 5", "breakthrough --width 4 --height 4", "awari --seeds 12"]


def sizes(options: argparse.Namespace) -> list[ConnectFour]:
    """Return the boards that were asked for."""
    return [ConnectFour(*map(int, board.split("x"))) for board in options.boards]


def builds(options: argparse.Namespace) -> Table:
    """Measure tables of Connect Four that are built and proved in this process."""
    rows: list[list[object]] = []
    for rules in sizes(options):
        for threads in sorted({1, available_cores()}):
            with TemporaryDirectory() as folder:
                path = Path(folder) / "table"

                def make(path: Path = path, threads: int = threads, rules: ConnectFour = rules) -> None:
                    shutil.rmtree(path, ignore_errors=True)
                    build(rules, path, team=Team(threads))

                took = seconds(make, options.repeat)
                made = build(rules, path, resume=True)
                proved = seconds(lambda made=made: check(made), 1)  # type: ignore[misc]
                size = sum(file.stat().st_size for file in path.iterdir()) / 1e6
                rate = 2 * made.positions / took / 1e6
                board = f"{rules.width} by {rules.height}"
                rows.append([board, made.positions, threads, took, rate, proved, size])
    head = ["board", "positions", "threads", "built, s", "million positions a second and pass", "proved, s", "MB"]
    return table(head, rows)


def loops(options: argparse.Namespace) -> Table:
    """Measure the two sweeps of this process, with packing and writing, against the same loops in C++, without these.

    All is processor time, the least of several.
    """
    if shutil.which("g++") is None:
        return table(["board"], [], "There is no g++")
    program, rows = reference("connect_four", options.folder), []
    for rules in sizes(options):
        sides = [str(side) for side in (rules.width, rules.height, rules.connect)]
        took: list[float] = []
        for _ in range(options.repeat):
            with TemporaryDirectory() as folder:
                begin = time.process_time()
                made = build(rules, Path(folder) / "table", team=Team(1))
                took.append(time.process_time() - begin)
                data = made.statistics()
        theirs, *counts = process([program, *sides, str(options.repeat)], repeat=1).output.split()
        assert [int(count) for count in counts] == [data[name] for name in ("win", "loss", "draw", "longest")]
        ours, passes = Measured(took, min(took)), 2 * data["positions"] / 1e6
        least = float(theirs)
        rows.append(
            [f"{sides[0]} by {sides[1]}", data["positions"], ours, least, ours / least, passes / ours, passes / least]
        )
    head = ["board", "positions", "ours, s", "C++, s", "ratio", "ours, million a second and pass", "C++, million"]
    return table(head, rows, "The same loops in C++, processor time of one core")


def messages(options: argparse.Namespace) -> Table:
    """Measure the engine ``mpi`` as whole processes."""
    rows: list[list[object]] = []
    target = options.folder / "over-processes"
    for game in options.tables:
        took = []
        for processes in (1, 2):
            runs = []
            for _ in range(options.repeat):
                shutil.rmtree(target, ignore_errors=True)
                words = ["-m", "graphgames", "table", "build", *game.split(), "-o", str(target), "--quiet"]
                runs.append(process([*mpirun(processes), sys.executable, *words], repeat=1).seconds)
            took.append(Measured(runs))
        rows.append([game, open_table(target).positions, *took, took[0] / took[1]])
    head = ["table build", "positions", "one process, s", "two, s", "ratio"]
    return table(head, rows, "The engine mpi, whole commands, the median of the repeats")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--boards", nargs="+", default=["5x4", "5x5"], help="boards of Connect Four, such as 5x4")
    parser.add_argument("--tables", nargs="+", default=TABLES, help="what `table build` builds over processes")
    parser.add_argument("--repeat", type=int, default=3)


if __name__ == "__main__":
    report(__doc__, {"builds": builds, "loops": loops, "messages": messages}, arguments)
