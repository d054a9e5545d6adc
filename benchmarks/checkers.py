"""The fast checkers against those of another version: the same solutions, verified by both in turn.

    git archive COMMIT src | tar x -C /tmp/other
    python benchmarks/checkers.py /tmp/other/src [--vertices 1000000] [--kinds reach parity] [--repeat 5]

Random games are solved once by this version; what it found goes as plain arrays to a process of each version, by turns,
so that the other one need not be compiled. Seconds of the processor, the least of the repeats. A vertex has 1 to 4
edges, three in games without owners, which have no cycles.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import graphgames as gg

KINDS = ("reach", "buchi", "parity", "energy", "mean-payoff", "discounted", "nimbers")
ROOMS = ("impartial", "weighted", "parity", "reachability", "buchi")


def data(n: int) -> dict[str, Any]:
    """Return the arrays that the games are made of."""
    rng = np.random.default_rng(1)
    degree = rng.integers(1, 5, n)
    tails, below = np.repeat(np.arange(n), degree), np.repeat(np.arange(1, n), 3)
    return {
        "n": n,
        "cyclic": (tails, rng.integers(0, n, tails.size), rng.integers(0, 2, n).astype(np.uint8)),
        "acyclic": (below, (rng.random(below.size) * below).astype(np.int64), None),
        "weight": rng.integers(-20, 21, tails.size),
        "marked": rng.random(n) < 0.01,
        "priority": rng.integers(0, 10, n),
    }


def problem(kind: str, raw: dict[str, Any]) -> Any:
    """Return the game of a kind."""
    tails, heads, owner = raw["acyclic" if kind == "nimbers" else "cyclic"]
    arena = gg.Arena.from_arrays(tails.astype(np.int32), heads.astype(np.int32), raw["n"], owner)
    if kind == "nimbers":
        rooms: Any = import_module("graphgames.games.impartial.problem")
        return rooms.NimberProblem(arena)
    makers: dict[str, Any] = {
        "reach": lambda: gg.Reach(raw["marked"]),
        "buchi": lambda: gg.Buchi(raw["marked"]),
        "parity": lambda: gg.Parity(raw["priority"]),
        "energy": lambda: gg.Energy(raw["weight"]),
        "mean-payoff": lambda: gg.MeanPayoff(raw["weight"]),
        "discounted": lambda: gg.Discounted(raw["weight"], discount="1/2"),
    }
    return gg.Game(arena, makers[kind]())


def told(solution: Any) -> dict[str, Any]:
    """Return what a solution says, as plain data."""
    proof, values = solution.certificate, getattr(solution, "values", None)
    arrays = {"winner": solution.winner, "moves": solution.strategy.moves} if hasattr(solution, "winner") else {}
    shown = None if values is None else values.tolist()
    return {**arrays, "values": shown, "proof": type(proof).__name__, "fields": dict(vars(proof))}


def claimed(kind: str, raw: dict[str, Any], said: dict[str, Any], made: Any) -> Any:
    """Return the solution that says so, new each time, as some things are computed once."""
    proofs = {
        name: one for room in ROOMS for name, one in vars(import_module(f"graphgames.games.{room}.certificate")).items()
    }
    proof, values = proofs[said["proof"]](**said["fields"]), said["values"]
    if kind == "nimbers":
        return gg.NimberSolution(made, np.array(values, np.int32), "by hand", proof)
    if values is not None:
        array = np.array(values) if {*map(type, values)} == {int} else np.empty(len(values), object)
        array[:] = values
        values = array
    return gg.ArenaSolution(made, said["winner"], gg.Strategy(said["moves"]), "by hand", proof, values)


def measure(file: Path, repeat: int) -> dict[str, float]:
    """Return the least seconds that verifying each solution of a file takes in this process."""
    (raw, found), took = pickle.loads(file.read_bytes()), dict[str, float]()
    for kind, said in found.items():
        made, times = problem(kind, raw), []
        for _ in range(repeat):
            claim = claimed(kind, raw, said, made)
            begin = process_time()
            assert gg.verify(claim).ok
            times.append(process_time() - begin)
        took[kind] = min(times)
    return took


def main() -> int:
    """Solve, measure both versions by turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the src folder of the other version, or with --measure a file")
    parser.add_argument("--vertices", type=int, default=100_000)
    parser.add_argument("--kinds", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.other, options.repeat)))
        return 0
    raw, least = data(options.vertices), dict[tuple[str, str], float]()
    here = Path(gg.__file__).parents[1]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "solutions"
        file.write_bytes(pickle.dumps((raw, {kind: told(gg.solve(problem(kind, raw))) for kind in options.kinds})))
        for _ in range(2):
            for version in (here, options.other):
                command = [sys.executable, __file__, str(file), "--measure", "--repeat", str(options.repeat)]
                done = subprocess.run(
                    command, env={**os.environ, "PYTHONPATH": str(version)}, capture_output=True, check=True
                )
                for kind, took in json.loads(done.stdout).items():
                    key = kind, str(version)
                    least[key] = min(took, least.get(key, took))
    print(f"| {options.vertices:,} vertices | this, s | other, s | ratio |\n|---|---|---|---|")
    for kind in options.kinds:
        ours, theirs = least[kind, str(here)], least[kind, str(options.other)]
        print(f"| {kind} | {ours:.3f} | {theirs:.3f} | {ours / theirs:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
