"""Hard families: does the default solve, in four times the limit, whatever one of our solvers solves within it?

    python benchmarks/hard_families.py [--oink PATH] [--limit 1] [--vertices 30000] [FAMILY ...]

Each family of `graphgames.games.parity.families` at growing sizes: seconds of processor time of each solver of ours,
stopped at the limit, and of the default, stopped at four times the limit; a dash is one that was stopped, now or at a
smaller size. With Oink: whole processes, its best solver of five that are quick on some family, and which.
"""

from __future__ import annotations

import argparse
import math
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from graphgames import Game, solve, verify, write
from graphgames.catalogue.find import fitting
from graphgames.core.errors import SolverError
from graphgames.games.parity.families import FAMILIES
from measure import Measured, Table, report, table

FACTOR = 4
"""How much longer than the quickest the default may take."""

OINK_SOLVERS = ("npp", "zlk", "tl", "rtl", "fpi")

STEPS = {"two-counters": 1.25, "chained-counters": 1.25, "jurdzinski": 2.0, "robust-core": 1.5}
"""By what the size grows, where that is not `GROWTH`: all solvers find these hard, or vertices grow quadratically."""

GROWTH = 3.0
FIRST = 6


class Watch:
    """Times solvers and programs; what was stopped once is not tried again in its family."""

    def __init__(self, limit: float):
        self.limit = limit
        self.stopped: set[str] = set()

    def ours(self, name: str, game: Game) -> float | None:
        """Time one of our solvers, or give None if it was stopped or cannot."""
        if name in self.stopped:
            return None
        signal.setitimer(signal.ITIMER_PROF, self.limit * (FACTOR if name == "auto" else 1))
        began = process_time()
        try:
            solution = solve(game, solver=name)
            took = process_time() - began
        except (TimeoutError, SolverError):
            self.stopped.add(name)
            return None
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        assert name != "auto" or verify(solution)
        return took

    def oink(self, program: Path, solver: str, file: Path) -> float | None:
        """Time one of Oink's solvers, start and reading among it, or give None if it was stopped."""
        if solver in self.stopped:
            return None
        limit = math.ceil(self.limit)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            subprocess.run(
                [program, file, f"--{solver}"],
                capture_output=True,
                check=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
            )
        except subprocess.SubprocessError:
            self.stopped.add(solver)
            return None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def stop(*_: object) -> None:
    """End what is running; the solvers look for this about a hundred times a second."""
    raise TimeoutError


def sizes(name: str, vertices: int) -> Iterator[tuple[int, Game]]:
    """Return growing members of a family, as long as they have no more edges than three times ``vertices``."""
    size = FIRST
    while (game := FAMILIES[name](size)).arena.m <= 3 * vertices:
        yield size, game
        size = max(size + 1, int(size * STEPS.get(name, GROWTH)))


def rows_of(family: str, vertices: int, limit: float, oink: Path | None, file: Path) -> Iterator[list[object]]:
    """Return the lines of one family, until nobody is left who was quick enough."""
    names = [entry.name for entry in fitting("parity")[1:]]
    watch = Watch(limit)
    for size, game in sizes(family, vertices):
        alone = [watch.ours(name, game) for name in names]
        auto = watch.ours("auto", game)
        row: list[object] = [family, size, game.arena.n, *map(shown, alone), shown(auto)]
        solved = auto is not None
        row.append("ok" if solved else "fails" if any(took is not None for took in alone) else "none is quick")
        if oink is not None:
            write(game, file)
            theirs = {name: watch.oink(oink, name, file) for name in OINK_SOLVERS}
            quick = {name: took for name, took in theirs.items() if took is not None}
            best = min(quick, key=quick.__getitem__, default=None)
            row.append("-" if best is None else f"{quick[best]:.3g} ({best})")
            solved |= best is not None
        yield row
        if not solved:
            return


def shown(took: float | None) -> object:
    return "-" if took is None else Measured([took])


def listing(options: argparse.Namespace) -> Table:
    """The table."""
    signal.signal(signal.SIGPROF, stop)
    head = [
        "family",
        "size",
        "vertices",
        *(f"{entry.name}, s" for entry in fitting("parity")[1:]),
        "auto, s",
        "criterion",
    ]
    if options.oink is not None:
        head.append("best of Oink")
    rows: list[list[object]] = []
    for name in options.families or FAMILIES:
        rows += rows_of(name, options.vertices, options.limit, options.oink, options.folder / "game.pg")
    return table(head, rows)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="only these")
    parser.add_argument("--oink", type=Path, help="the program of Oink")
    parser.add_argument(
        "--limit", type=float, default=1, help="seconds for each solver; the default has four times that"
    )
    parser.add_argument("--vertices", type=int, default=30_000, help="up to about how many vertices")


if __name__ == "__main__":
    report(__doc__, {"families": listing}, arguments)
