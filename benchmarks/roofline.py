"""How far whole processes on large games are from what no program can do without, and Oink from that.

    python benchmarks/roofline.py [--oink PATH] [--n 1000000] [--repeat 5]

*The least* is what starts Python with NumPy, copies the file from the system, turns its digits into numbers in C++ and
looks once at the vertex to which each edge leads, in a random order (``reference/roofline.cpp``). All is processor
time, the least of the repeats, all programs in turn. *Attainable* is the least divided by Oink's best: no ratio of a
program in Python to Oink can be below it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from buchi import accepting, games
from graphgames import Game, write
from graphgames.games.parity.families import random_parity
from graphgames.games.parity.objective import Parity
from measure import Measured, Table, process, processor, reference, report, table

BUCHI_PEERS, PARITY_PEERS = ("fpi", "npp"), ("zlk", "npp")
"""The solvers of Oink that are quickest on these games."""


def cases(n: int) -> Iterator[tuple[str, str, Game, tuple[str, ...]]]:
    """Yield the name, the objective and the game, and solvers of Oink."""
    for name, game in games(n):
        objective = Parity(accepting(game).astype("int32") + 1)
        yield f"Büchi, {name}", "buchi", Game(game.arena, objective), BUCHI_PEERS
    for count, degrees, size in ((10, (1, 4), n), (10, (2, 10), n), (None, (1, 4), n // 10), (None, (2, 10), n // 10)):
        name = f"parity, {size:,} vertices, {count or 'n'} priorities, {degrees[0]} to {degrees[1]} moves"
        yield name, "parity", random_parity(size, count, degrees, seed=1, bipartite=True), PARITY_PEERS


def rows(options: argparse.Namespace) -> Iterator[list[object]]:
    """Yield a row for each game."""
    program, file = reference("roofline", options.folder), options.folder / "game.pg"
    for name, objective, game, solvers in cases(options.n):
        write(game, file)
        ours = [sys.executable, "-m", "graphgames", "solve", file, "--objective", objective, "--json", "--quiet"]
        commands = [[sys.executable, "-c", "import numpy"], ours, [*ours, "--verify"]]
        commands += [[options.oink, file, f"--{solver}"] for solver in solvers if options.oink]
        start, mine, proved, *others = processor(commands, options.repeat, options.limit)
        *parts, _ = map(float, process([program, file, str(options.repeat)], repeat=1).output.split())
        assert start is not None and mine is not None
        least = start + sum(parts)
        row = [name, file.stat().st_size / 1e6, start, *parts, mine, proved or "-", mine / least]
        if known := [one for one in others if one is not None]:
            best: Measured = min(known)
            row += [best, mine / best, least / best]
        yield row


def roofline(options: argparse.Namespace) -> Table:
    """Return the table."""
    head = ["game", "file, MB", "start, s", "copy, s", "digits, s", "heads, s", "ours, s", "and verified, s"]
    head += ["ours / the least"] + (["best Oink, s", "ours / best Oink", "attainable"] if options.oink else [])
    return table(head, rows(options), "Whole processes against the least")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--oink", type=Path, help="the program of Oink")
    parser.add_argument("--n", type=int, default=1_000_000, help="how many vertices")
    parser.add_argument("--repeat", type=int, default=5, help="how often each is run; the least counts")
    parser.add_argument("--limit", type=int, default=120, help="seconds after which a run is stopped")


if __name__ == "__main__":
    report(__doc__, {"roofline": roofline}, arguments)
