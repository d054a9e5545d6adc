"""Parity games: whole processes against Oink on large random games and on practical ones.

    python benchmarks/parity.py [--oink PATH] [--n 1000000] [--repeat 3] [--limit 60]
                                [--games FOLDER] [--part random practical share]

*Random games*: ``graphgames solve`` from start-up to the printed result, against Oink with each of its solvers that is
quick on some game; wall time and peak memory. A run of Oink that takes longer than the limit is a dash. *Practical
games*: all ``.pg`` and ``.pg.gz`` files of a folder, in one call of ours and file by file with Oink. *Share*: what the
default pays on these games for having ``recursive-tangles`` among its solvers, in processor time, with and without in
turn. The families that are hard for one solver or the other are in ``hard_families.py``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path

from graphgames import Game, read, write
from graphgames.games.parity import portfolio
from graphgames.games.parity.families import random_parity
from measure import Part, Table, process, report, table
from measure import Run as Timing

OINK_SOLVERS = ("zlk", "npp", "tl", "fpi")


def random_games(n: int) -> Iterator[tuple[str, int, int | None, tuple[int, int]]]:
    """Bipartite ones, which preprocessing alone does not solve."""
    for count, degrees, size in (
        (2, (1, 4), n),
        (2, (2, 10), n),
        (3, (1, 4), n),
        (10, (1, 4), n),
        (10, (2, 10), n),
        (None, (1, 4), n // 10),
        (None, (2, 10), n // 10),
        (None, (1, 4), n),
    ):
        name = f"{size:,} vertices, {count or 'n'} priorities, {degrees[0]} to {degrees[1]} moves"
        yield name, size, count, degrees


def make(file: Path, size: int, count: int | None, degrees: tuple[int, int]) -> None:
    """Write a random game; in a process of its own, since a child's peak memory begins with its parent's."""
    write(random_parity(size, count, degrees, seed=1, bipartite=True), file)


def timed(command: Sequence[str | Path], repeat: int, limit: int) -> Timing | None:
    """Run a program, or give None if it takes longer than the limit."""
    try:
        return process(["timeout", str(limit), *command], repeat=repeat)
    except RuntimeError:
        return None


def against_oink(n: int, repeat: int, limit: int, folder: Path, oink: Path | None) -> Table:
    """The table of random games."""
    program, rows = Path(sys.executable).with_name("graphgames"), []
    head = ["game", "ours, s", "and verified, s", "ours, MB"]
    if oink is not None:
        head += [*(f"Oink {solver}, s" for solver in OINK_SOLVERS), "best Oink, MB", "ours / best Oink"]
    for name, *law in random_games(n):
        file = folder / "game.pg"
        maker = get_context("spawn").Process(target=make, args=(file, *law))
        maker.start()
        maker.join()
        ours = process([program, "solve", file, "--json", "--quiet"], repeat=repeat)
        proved = process([program, "solve", file, "--json", "--quiet", "--verify"], repeat=repeat)
        row: list[object] = [name, ours.seconds, proved.seconds, ours.megabytes]
        if oink is not None:
            runs = [timed([oink, file, f"--{solver}"], repeat, limit) for solver in OINK_SOLVERS]
            row += ["-" if run is None else run.seconds for run in runs]
            best = min((run for run in runs if run is not None), key=lambda run: run.seconds, default=None)
            row += ["-", "-"] if best is None else [best.megabytes, ours.seconds / best.seconds]
        rows.append(row)
    return table(head, rows, "Random games, whole processes")


def practical(folder: Path, repeat: int, limit: int, oink: Path | None) -> Table:
    """The table of a folder: one call of ours, a call a file of Oink's; one that is stopped counts the limit."""
    files = sorted([*folder.glob("*.pg"), *folder.glob("*.pg.gz")])
    program = Path(sys.executable).with_name("graphgames")
    ours = process([program, "solve", "--json", "--quiet", *files], repeat=repeat)
    row: list[object] = [len(files), ours.seconds]
    if oink is not None:
        for solver in OINK_SOLVERS[:3]:
            runs = [timed([oink, file, f"--{solver}"], 1, limit) for file in files]
            stopped = runs.count(None)
            seconds = sum(limit if run is None else run.seconds for run in runs)
            row.append(f"{seconds:.3g}" + (f" ({stopped} stopped)" if stopped else ""))
    return table(
        ("files", "ours, s", *(f"Oink {solver}, s" for solver in OINK_SOLVERS[:3]))[: len(row)],
        [row],
        "Practical games",
    )


def shared(n: int, repeat: int, folder: Path | None) -> Table:
    """The table of what a solver in the default costs where it is not needed."""
    groups: dict[str, list[Game]] = {}
    for name, size, count, degrees in random_games(n):
        groups[name] = [random_parity(size, count, degrees, seed=1, bipartite=True)]
    for size in (100, 1_000, 10_000):
        laws = [(count, degrees) for count in (5, size) for degrees in ((1, 2), (1, 4), (2, 10))]
        groups[f"{25 * len(laws)} of {size:,} vertices, 5 or n priorities, 1 to 2, 1 to 4 or 2 to 10 moves"] = [
            random_parity(size, count, degrees, seed=seed, bipartite=bool(seed % 2))
            for count, degrees in laws
            for seed in range(25)
        ]
    if folder is not None:
        files = sorted([*folder.glob("*.pg"), *folder.glob("*.pg.gz")])
        groups[f"{len(files)} practical games"] = [read(file) for file in files]
    rows = []
    for name, games in groups.items():
        pairs = [in_turn(game, repeat) for game in games]
        before, after = (sum(times) for times in zip(*pairs, strict=True))
        raced = sum(portfolio.portfolio(game).stats.get("finished_by") not in ("buchi", "zielonka") for game in games)
        rows.append([name, raced, before, after, after / before, max(b - a for a, b in pairs)])
    head = ("games", "beyond the first passes of zielonka", "without, s", "with, s", "with / without", "most lost, s")
    return table(head, rows, "The default without and with recursive tangle learning, processor time, the least")


def in_turn(game: Game, repeat: int) -> tuple[float, float]:
    """Return the least processor seconds of the default without recursive tangle learning, and with it."""
    full = dict(portfolio.SHARES)
    choices = ({name: share for name, share in full.items() if name != "recursive-tangles"}, full)
    least = [float("inf"), float("inf")]
    for _ in range(repeat):
        for index, shares in enumerate(choices):
            portfolio.SHARES = shares
            start = time.process_time()
            portfolio.portfolio(game)
            least[index] = min(least[index], time.process_time() - start)
    return least[0], least[1]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--oink", type=Path, help="the program of Oink")
    parser.add_argument("--n", type=int, default=1_000_000, help="vertices of the large games")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the median counts")
    parser.add_argument("--limit", type=int, default=60, help="seconds after which a run of Oink is stopped")
    parser.add_argument("--games", type=Path, help="a folder of practical games")


def practical_part(options: argparse.Namespace) -> Iterator[Table]:
    """The practical games, where a folder of them is given."""
    if options.games is not None:
        yield practical(options.games, options.repeat, options.limit, options.oink)


if __name__ == "__main__":
    parts: dict[str, Part] = {
        "random": lambda o: against_oink(o.n, o.repeat, o.limit, o.folder, o.oink),
        "practical": practical_part,
        "share": lambda o: shared(o.n, o.repeat, o.games),
    }
    report(__doc__, parts, arguments)
