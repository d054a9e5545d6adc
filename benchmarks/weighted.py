"""Games with weights: energy games in whole processes against Oink's energy solvers, exact values in this process.

    python benchmarks/weighted.py [--fvi PATH] [--fvi-alt PATH] [--fvi-qd PATH] [--mean-payoff FOLDER]
        [--part energy solvers values]

*Energy*: ``graphgames solve`` from start-up to the printed result on random games of ``graphgames generate``, with and
without the check of every credit, in seconds of the processor, which other work on the machine disturbs least. The
peers are ``src/tools/solve-energy.cpp`` of the branch ``nrg_edge_weights`` of github.com/michaelcadilhac/oink, built
with ``-O3 -DNDEBUG -march=native -DNOINK`` and ``COMP_VARIANT=potential_fvi``, ``potential_fvi_alt`` or
``potential_fvi_qd``. They tell who wins; ours tells the least credits too, and no run of it can take less than Python
and NumPy take to start, which is told beside. *Solvers*: all solvers of energy games on smaller games, in this process.
*Values*: mean payoff and discounted games, solved and checked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import process_time

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.games.weighted.families import dense_energy, sparse_energy
from measure import Measured, Part, Table, process, processor, report, seconds, table

ENERGY: tuple[tuple[str, Callable[..., gg.Game], tuple[int, ...]], ...] = (
    ("sparse, 10,000 vertices, weights to n", sparse_energy, (10_000,)),
    ("sparse, 20,000 vertices, weights to n", sparse_energy, (20_000,)),
    ("sparse, 50,000 vertices, weights to n", sparse_energy, (50_000,)),
    ("dense, 1,000 vertices, weights to n", dense_energy, (1_000,)),
    ("dense, 2,000 vertices, weights to n", dense_energy, (2_000,)),
    ("dense, 5,000 vertices, weights to n", dense_energy, (5_000,)),
    ("sparse, 1,000 vertices, weights to 2^5000", sparse_energy, (1_000, 2, 5_000)),
    ("sparse, 5,000 vertices, weights to 2^5000", sparse_energy, (5_000, 2, 5_000)),
)


def make(file: Path, number: int) -> None:
    """Write a game; in a process of its own, since a child's peak memory begins with its parent's."""
    _, family, law = ENERGY[number]
    gg.write(family(*law, seed=1), file)


def arrays(n: int, m: int) -> float:
    """Return the MB of the arrays of a game, its reverse and a solver: 24 bytes for an edge and 88 for a vertex."""
    return (24 * m + 88 * n) / 2**20


def energy(options: argparse.Namespace) -> Table:
    """The table of energy games."""
    peers = {
        name: path
        for name, path in (("fvi", options.fvi), ("fvi-alt", options.fvi_alt), ("fvi-qd", options.fvi_qd))
        if path is not None
    }
    head = ["game", "edges", "start, s", "ours, s", "and verified, s", "ours, MB", "arrays, MB"]
    head += [f"Oink {name}, s" for name in peers] + (
        ["best Oink, MB", "ours / best Oink", "start / best Oink"] if peers else []
    )
    rows, program = [], [sys.executable, "-m", "graphgames", "solve"]
    empty = process([sys.executable, "-c", "import numpy"], repeat=1).megabytes
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as graphgames has it
    note = (
        "Seconds of the processor, the least of the repeats, all programs in turn. Python and NumPy alone, which are "
    )
    note += f"*start*, take {empty:.0f} MB."
    for number, (name, _, _) in enumerate(ENERGY):
        file = options.folder / "game.energy"
        maker = get_context("spawn").Process(target=make, args=(file, number))
        maker.start()
        maker.join()
        ours: list[str | Path] = [*program, file, "--json", "--quiet"]
        told = process(ours, repeat=1)
        answer = json.loads(told.output)
        commands: list[list[str | Path]] = [[sys.executable, "-c", "import numpy"], ours, [*ours, "--verify"]]
        commands += [[path, file] for path in peers.values()]
        start, mine, proved, *others = [one or "-" for one in processor(commands, options.repeat, options.limit)]
        assert isinstance(start, Measured)
        room = f"{arrays(answer['vertices'], answer['edges']):.1f}"
        row: list[object] = [name, f"{answer['edges']:,}", start, mine, proved, told.megabytes, room, *others]
        if peers:
            known = {one: path for one, path in zip(others, peers.values(), strict=True) if isinstance(one, Measured)}
            best = min(known, default=None)
            ratio = mine / best if best and isinstance(mine, Measured) else "-"
            room_of_best = "-" if best is None else process([known[best], file], repeat=1).megabytes
            row += [room_of_best, ratio, "-" if best is None else start / best]
        rows.append(row)
    return table(head, rows, "Energy games, whole processes", note)


def solvers(options: argparse.Namespace) -> Table:
    """The table of our energy solvers against each other, on games of the families and on those of a folder."""
    games = {f"sparse, {n:,} vertices": sparse_energy(n, seed=1) for n in (2_000, 20_000)}
    games |= {f"dense, {n:,} vertices": dense_energy(n, seed=1) for n in (300, 1_000)}
    for much, less in (("n/5 less", 4_000), ("n/5 more", -4_000)):
        plain = sparse_energy(20_000, seed=4)
        weight = plain.objective.weight - less  # type: ignore[attr-defined]
        games[f"sparse, 20,000 vertices, all weights {much}"] = gg.Game(plain.arena, gg.Energy(weight))
    games["sparse, 500 vertices, weights to 2^5000"] = sparse_energy(500, 2, 5_000, seed=1)
    for file in sorted(options.mean_payoff.glob("*.dot"))[:: options.step] if options.mean_payoff else ():
        game = gg.read(file, objective="energy")
        games[f"{file.name}, {game.arena.n:,} vertices"] = game
    names, rows = [one.name for one in fitting("energy")], []
    for name, game in games.items():
        took = _raced(game, names, options)
        ratio = took[names[0]] / min(took.values())
        rows.append([name, f"{game.arena.m:,}", *(took.get(one, "-") for one in names), ratio])
    note = f"Seconds of the processor, the least of the repeats. `{names[0]}` is the default; `credit-measures` is left"
    note += " out beyond 100 vertices: it needs as many lifts as the credits are large."
    return table(["game", "edges", *(f"{one}, s" for one in names), "default / best"], rows, "Energy solvers", note)


def _raced(game: gg.Game, names: Sequence[str], options: argparse.Namespace) -> dict[str, Measured]:
    """Return the seconds that each solver takes, run in turn after a first run that is proved."""
    took: dict[str, list[float]] = {name: [] for name in names if game.arena.n <= 100 or name != "credit-measures"}
    for name in took:
        assert gg.verify(gg.solve(game, solver=name))
    for _ in range(options.repeat):
        for name, times in took.items():
            begin = process_time()
            gg.solve(game, solver=name)
            times.append(process_time() - begin)
    return {name: Measured(times, min(times)) for name, times in took.items()}


def values(options: argparse.Namespace) -> Iterator[Table]:
    """The tables of exact values."""
    rows = []
    for n, weight, degree in ((10_000, 1_000, 2), (100_000, 1_000, 2), (2_000, 2_000, 400), (5_000, 10**30, 2)):
        game = gg.Game(*_weighted(n, weight, degree))
        rows.append(_row(f"{n:,} vertices, weights to {weight:,}", game, options.repeat))
    yield table(("game", "edges", "solved, s", "verified, s", "different values"), rows, "Mean payoff games")
    rows = []
    for n, discount in ((1_000, "9/10"), (10_000, "9/10"), (1_000, "999/1000")):
        arena, mean = _weighted(n, 1_000, 2)
        game = gg.Game(arena, gg.Discounted(mean.weight, discount=discount))
        rows.append(_row(f"{n:,} vertices, discount {discount}", game, options.repeat))
    yield table(("game", "edges", "solved, s", "verified, s", "different values"), rows, "Discounted games")


def _weighted(n: int, weight: int, degree: int) -> tuple[gg.Arena, gg.MeanPayoff]:
    bits = weight.bit_length()
    game = sparse_energy(n, degree, bits, seed=1)
    assert isinstance(game.objective, gg.Energy)
    numbers = game.objective.weight
    return game.arena, gg.MeanPayoff([int(one) % (2 * weight + 1) - weight for one in numbers])


def _row(name: str, game: gg.Game, repeat: int) -> list[object]:
    solution = gg.solve(game)
    assert gg.verify(solution)
    solved, checked = seconds(lambda: gg.solve(game), repeat), seconds(lambda: gg.verify(solution), repeat)
    return [
        name,
        f"{game.arena.m:,}",
        solved,
        checked,
        len(set(solution.values if solution.values is not None else ())),
    ]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fvi", type=Path, help="Oink's energy solver, built for potential_fvi")
    parser.add_argument("--fvi-alt", type=Path, help="Oink's energy solver, built for potential_fvi_alt")
    parser.add_argument("--fvi-qd", type=Path, help="Oink's energy solver, built for potential_fvi_qd")
    parser.add_argument("--mean-payoff", type=Path, help="a folder of games in DOT for the part solvers")
    parser.add_argument("--step", type=int, default=10, help="which of the folder's files solvers takes")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the median counts")
    parser.add_argument("--limit", type=int, default=120, help="seconds after which a run of a peer is stopped")


if __name__ == "__main__":
    parts: dict[str, Part] = {"energy": energy, "solvers": solvers, "values": values}
    report(__doc__, parts, arguments)
