"""Games with weights: energy games in whole processes against Oink's energy solvers, exact values in this process.

    python benchmarks/weighted.py [--fvi PATH] [--fvi-alt PATH] [--repeat 3] [--limit 120] [--part energy values]

*Energy*: ``graphgames solve`` from start-up to the printed result on random games of ``graphgames generate``, with and
without the check of every credit; the peers are ``src/tools/solve-energy.cpp`` of the branch ``nrg_edge_weights`` of
github.com/michaelcadilhac/oink, built with ``-O3 -DNDEBUG -march=native -DNOINK`` and ``COMP_VARIANT=potential_fvi`` or
``potential_fvi_alt``. They tell who wins; ours tells the least credits too. *Values*: mean payoff and discounted games,
solved and checked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path

import graphgames as gg
from graphgames.games.weighted.families import dense_energy, sparse_energy
from measure import Part, Table, process, report, seconds, table
from measure import Run as Timing

ENERGY = (
    ("sparse, 10,000 vertices, weights to n", sparse_energy, (10_000,)),
    ("sparse, 20,000 vertices, weights to n", sparse_energy, (20_000,)),
    ("sparse, 50,000 vertices, weights to n", sparse_energy, (50_000,)),
    ("dense, 1,000 vertices, weights to n", dense_energy, (1_000,)),
    ("dense, 2,000 vertices, weights to n", dense_energy, (2_000,)),
    ("dense, 5,000 vertices, weights to n", dense_energy, (5_000,)),
    ("sparse, 5,000 vertices, weights to 2^5000", sparse_energy, (5_000, 2, 5_000)),
)


def make(file: Path, number: int) -> None:
    """Write a game; in a process of its own, since a child's peak memory begins with its parent's."""
    _, family, law = ENERGY[number]
    gg.write(family(*law, seed=1), file)


def timed(command: Sequence[str | Path], repeat: int, limit: int) -> Timing | None:
    """Run a program, or give None if it takes longer than the limit."""
    try:
        return process(["timeout", str(limit), *command], repeat=repeat)
    except RuntimeError:
        return None


def energy(options: argparse.Namespace) -> Table:
    """The table of energy games."""
    peers = {name: path for name, path in (("fvi", options.fvi), ("fvi-alt", options.fvi_alt)) if path is not None}
    head = ["game", "edges", "ours, s", "and verified, s", "ours, MB", *(f"Oink {name}, s" for name in peers)]
    head += ["best Oink, MB", "ours / best Oink"] if peers else []
    rows, program = [], [sys.executable, "-m", "graphgames", "solve"]
    for number, (name, _, _) in enumerate(ENERGY):
        file = options.folder / "game.energy"
        maker = get_context("spawn").Process(target=make, args=(file, number))
        maker.start()
        maker.join()
        ours = process([*program, file, "--json", "--quiet"], repeat=options.repeat)
        proved = process([*program, file, "--json", "--quiet", "--verify"], repeat=options.repeat)
        edges = int(ours.output.split(b'"edges": ')[1].split(b",")[0])
        row: list[object] = [name, f"{edges:,}", ours.seconds, proved.seconds, ours.megabytes]
        if peers:
            runs = [timed([path, file], options.repeat, options.limit) for path in peers.values()]
            row += ["-" if run is None else run.seconds for run in runs]
            best = min((run for run in runs if run is not None), key=lambda run: run.seconds, default=None)
            row += ["-", "-"] if best is None else [best.megabytes, ours.seconds / best.seconds]
        rows.append(row)
    return table(head, rows, "Energy games, whole processes")


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
    numbers = game.objective.weight
    return game.arena, gg.MeanPayoff([int(one) % (2 * weight + 1) - weight for one in numbers])


def _row(name: str, game: gg.Game, repeat: int) -> list[object]:
    solution = gg.solve(game)
    assert gg.verify(solution)
    solved, checked = seconds(lambda: gg.solve(game), repeat), seconds(lambda: gg.verify(solution), repeat)
    return [name, f"{game.arena.m:,}", solved, checked, len(set(solution.values))]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fvi", type=Path, help="Oink's energy solver, built for potential_fvi")
    parser.add_argument("--fvi-alt", type=Path, help="Oink's energy solver, built for potential_fvi_alt")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the median counts")
    parser.add_argument("--limit", type=int, default=120, help="seconds after which a run of a peer is stopped")


if __name__ == "__main__":
    parts: dict[str, Part] = {"energy": energy, "values": values}
    report(__doc__, parts, arguments)
