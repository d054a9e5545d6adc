"""Büchi games: solving alone against the same loops in C++, whole processes against Oink, and the slopes.

    python benchmarks/buchi.py [--oink PATH] [--n 1000000] [--repeat 5] [--part loops process slopes]

Games are random: owners, accepting vertices and successors; bipartite or not; 2.5 and 6 edges a vertex. *Solving alone*
starts at the arena and includes the reverse graph and both strategies. *Whole process* is ``graphgames solve`` from
start-up to the printed result, against Oink with each of its solvers that solves such a game fast.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from graphgames import Arena, Buchi, Game, solve, write
from graphgames.games.buchi.families import buchi_descent, buchi_ladder
from graphgames.games.parity.objective import Parity
from graphgames.games.random_games import random_game
from measure import Table, process, reference, report, seconds, table

OINK_SOLVERS = ("fpi", "npp", "zlk")
SOLVERS = ("buchi-auto", "buchi-traps", "buchi-lifting", "buchi-n2")


def games(n: int) -> Iterator[tuple[str, Game]]:
    for bipartite in (False, True):
        for degrees in ((1, 4), (2, 10)):
            name = f"{'bipartite' if bipartite else 'any'}, {degrees[0]} to {degrees[1]} moves"
            yield name, random_game(n, "buchi", degrees, seed=1, bipartite=bipartite)


def accepting(game: Game) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    assert isinstance(game.objective, Buchi)
    return np.asarray(game.objective.accepting, np.bool_).view(np.uint8)


def afresh(game: Game) -> Game:
    """The same game without its reverse graph, which is made once for an arena and kept."""
    return Game(Arena.trusted(game.arena.indptr, game.arena.successors, game.arena.owner), game.objective)


def loops(options: argparse.Namespace) -> Table:
    folder, repeat = options.folder, options.repeat
    program, rows = reference("buchi", folder), []
    for name, game in games(options.n):
        arena, data = game.arena, folder / "game.bin"
        assert arena.owner is not None
        parts = (np.array([arena.n, arena.m]), arena.indptr, arena.successors, arena.owner, accepting(game))
        data.write_bytes(b"".join(part.tobytes() for part in parts))
        copies = iter([afresh(game) for _ in range(repeat)])
        ours = seconds(lambda copies=copies: solve(next(copies)), repeat)  # type: ignore[misc]
        theirs, won = process([program, data, str(repeat)], repeat=1).output.split()
        assert int(won) == solve(game).won[0]
        rows.append((name, arena.m, ours, float(theirs), ours / float(theirs)))
    return table(("game", "edges", "ours, s", "C++, s", "ratio"), rows, "Solving alone")


def against_oink(options: argparse.Namespace) -> Table:
    program, oink, repeat = Path(sys.executable).with_name("graphgames"), options.oink, options.repeat
    rows = []
    for name, game in games(options.n):
        file = options.folder / "game.pg"
        write(Game(game.arena, Parity(accepting(game) + np.int32(1))), file)
        ours = process([program, "solve", file, "--objective", "buchi", "--json", "--quiet"], repeat=repeat)
        row: list[object] = [name, file.stat().st_size / 1e6, ours.seconds]
        if oink is not None:
            runs = [process([oink, file, f"--{solver}"], repeat=repeat) for solver in OINK_SOLVERS]
            row += [run.seconds for run in runs]
            row.append(ours.seconds / min(run.seconds for run in runs))
        rows.append(row)
    head = ["game", "file, MB", "ours, s"]
    if oink is not None:
        head += [*(f"Oink {solver}, s" for solver in OINK_SOLVERS), "ours / best Oink"]
    return table(head, rows, "Whole process")


def slopes(_: argparse.Namespace, limit: float = 1.0) -> Table:
    """Double the size until a solve takes too long; the exponent is the slope over the last doublings."""
    rows = []
    families: tuple[tuple[str, Callable[[int, int | None], Game], int], ...] = (
        ("ladder", buchi_ladder, 3),
        ("descent", buchi_descent, 4),
    )
    for family, make, width in families:
        for solver in SOLVERS:
            points: list[tuple[int, float]] = []
            for n in (1500 * 2**i for i in range(11)):
                game = make(n // width, None)
                points.append((n, seconds(lambda game=game, solver=solver: solve(afresh(game), solver=solver), 1)))  # type: ignore[misc]
                if points[-1][1] > limit:
                    break
            (n0, t0), (n1, t1) = points[-4], points[-1]
            exponent = math.log(t1 / t0) / math.log(n1 / n0)
            at = make(100_000 // width, None)
            run = partial(solve, afresh(at), solver=solver)
            took: object = seconds(run, 1) if exponent < 1.6 else "-"
            rows.append((family, solver, n1, t1, exponent, took))
    head = ("family", "solver", "largest n", "s there", "exponent", "s at n = 100,000")
    return table(head, rows, "Where repeated traps need as many rounds as there are rungs")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--oink", type=Path, help="the program of Oink")
    parser.add_argument("--n", type=int, default=1_000_000, help="how many vertices")
    parser.add_argument("--repeat", type=int, default=5, help="how often each is run; the median counts")


if __name__ == "__main__":
    report(__doc__, {"loops": loops, "process": against_oink, "slopes": slopes}, arguments)
