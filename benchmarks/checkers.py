"""The fast checkers against those of another version: the same solutions, verified by both in turn.

    git archive COMMIT src | tar x -C /tmp/other
    python benchmarks/checkers.py /tmp/other/src [--vertices 100000] [--kinds reach parity] [--repeat 5]

Games are drawn and solved once by this version. Games and solutions go as files to a process of each version, by turns;
what the other one calls a game stands in its copy of the solution. Checkers use no kernels, so that the other version
need not be compiled. Seconds of the processor, the least of the repeats, without reading. A vertex has 1 to 4 edges;
games that take longer have a tenth of the vertices.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import graphgames as gg

HEAPS = {"heaps": (".6", 3000), "misere-quotient": (".77", 30)}
"""The code of a heap game, and the largest heap."""


def arenas(n: int) -> dict[str, Any]:
    """Return arenas: where all vertices have edges, also a small one; where some have none; with chance; acyclic."""

    def drawn(n: int, kinds: int | None, ends: float = 0.0) -> gg.Arena:
        rng = np.random.default_rng(1)
        degree = np.where(rng.random(n) < ends, 0, rng.integers(1, 5, n))
        tails = np.repeat(np.arange(n), degree)
        owner = None if kinds is None else rng.integers(0, kinds, n).astype(np.uint8)
        likely = None if kinds != 3 else (owner[tails] == 2).astype(np.int64)  # type: ignore[index]
        heads = rng.integers(0, n, tails.size)
        return gg.Arena.from_arrays(tails.astype(np.int32), heads.astype(np.int32), n, owner, probability=likely)

    below = np.repeat(np.arange(1, n), 3)
    lower = (np.random.default_rng(2).random(below.size) * below).astype(np.int32)
    return {
        "large": drawn(n, 2), "small": drawn(n // 10, 2), "ends": drawn(n, 2, 0.05), "shared": drawn(n, None, 0.05),
        "chance": drawn(n // 10, 3), "acyclic": gg.Arena.from_arrays(below.astype(np.int32), lower, n, None),
    }  # fmt: skip


def on_arenas(n: int) -> dict[str, gg.Game]:
    """Return the games on arenas."""
    found, rng = arenas(n), np.random.default_rng(3)
    marked, few = rng.random(n) < 0.01, rng.random(n // 10) < 0.05
    weight = {name: rng.integers(-20, 21, arena.m) for name, arena in found.items()}
    reward = rng.integers(0, 5, found["chance"].m)
    objectives = {
        "reach": ("large", gg.Reach(marked)),
        "safe": ("large", gg.Safe(~marked)),
        "buchi": ("large", gg.Buchi(marked)),
        "cobuchi": ("large", gg.CoBuchi(marked)),
        "parity": ("large", gg.Parity(rng.integers(0, 10, n))),
        "normal": ("ends", gg.NormalPlay()),
        "misere": ("shared", gg.MiserePlay()),
        "energy": ("large", gg.Energy(weight["large"])),
        "mean-payoff": ("small", gg.MeanPayoff(weight["small"])),
        "total-payoff": ("small", gg.TotalPayoff(weight["small"])),
        "discounted": ("small", gg.Discounted(weight["small"], discount="1/2")),
        "reach-probability": ("chance", gg.ReachProbability(few)),
        "expected-reward": ("chance", gg.ExpectedReward(few, reward)),
    }
    return {name: gg.Game(found[where], objective) for name, (where, objective) in objectives.items()}


def inputs(n: int) -> dict[str, str]:
    """Return the texts of concrete games, with about as many positions."""
    draw = random.Random(1)
    edges = sorted({(v, min(n, v + draw.randint(1, 5))) for v in range(1, n) for _ in range(2)} | {(n - 1, n)})
    steps = sorted({*edges, *((v, v + 1) for v in range(1, n))})
    down = [(v - 1, w - 1) for v, w in edges]
    cells = {(draw.randint(1, 10**6), draw.randint(1, 10**6)) for _ in range(n // 50)}
    boxes = [(size, draw.randint(0, size)) for size in (draw.randint(1, 10**6) for _ in range(n // 5))]
    empty = [draw.randint(1000, 2000) for _ in range(n // 300)]
    strip = ["".join("." * draw.randint(1, 20) + draw.choice("XO") for _ in range(150)) for _ in range(n // 300)]

    def lines(rows: Any) -> str:
        return "".join(" ".join(map(str, row)) + "\n" for row in rows)

    def graph(some: int) -> str:
        rows = [sorted(draw.sample(range(v + 1, n), min(some, n - v - 1))) for v in range(n)]
        return f"[{','.join(f'({v},{row})' for v, row in enumerate(rows))}]\n"

    return {
        "games-are-important": f"{n} {len(down)}\n{lines(down)}{' '.join(str(v % 4) for v in range(n))}\n0 0\n",
        "playing-with-stones": f"1\n{n}\n{' '.join(str(draw.randint(1, 2**60)) for _ in range(n))}\n",
        "stone-game": f"{len(boxes)}\n{lines(boxes)}0\n",
        "treblecross": f"{len(empty)}\n" + "".join("." * size + "\n" for size in empty),
        "say-goodbye-to-tic-tac-toe": f"{len(strip)}\n" + "".join(one + ".\n" for one in strip),
        "great-game": f"1\n{n} {len(steps)}\n1 2\n{lines(steps)}",
        "gridgame": f"1\n{len(cells)}\n{lines(sorted(cells))}1\n5 7\n",
        "edge-geography": graph(4),
        "vertex-geography": graph(4),
        "undirected-vertex-geography": graph(2),
    }


def write(folder: Path, n: int, kinds: list[str] | None) -> Iterator[str]:
    """Write the files of the games and of their solutions; yield the names of the kinds."""
    games: dict[str, Any] = {}
    for name, game in on_arenas(n).items():
        gg.write(game, str(folder / f"{name}.arena"))
        games[name] = lambda game=game: game
    for name, text in inputs(n // 5).items():
        (folder / f"{name}.in").write_text(text)
    np.savez(folder / "nimbers.npz", arcs=np.array(list(arenas(n)["acyclic"].edges()), np.int32))
    for name in (*games, *inputs(100), *HEAPS, "nimbers"):
        if kinds is None or name in kinds:
            gg.write(gg.solve(problem(folder, name)), str(folder / f"{name}.json"))
            yield name


def problem(folder: Path, name: str) -> Any:
    """Return the problem of a kind, as the version at work reads it."""
    if (folder / f"{name}.arena").exists():
        return gg.read(str(folder / f"{name}.arena"))
    if (folder / f"{name}.in").exists():
        return gg.read(str(folder / f"{name}.in"), game=name)
    if name == "nimbers":
        arcs = np.load(folder / "nimbers.npz")["arcs"]
        arena = gg.Arena.from_arrays(arcs[:, 0].copy(), arcs[:, 1].copy(), int(arcs.max()) + 1, None)
        return import_module("graphgames.games.impartial.problem").NimberProblem(arena)
    code, largest = HEAPS[name]
    rooms: Any = import_module(f"graphgames.games.heaps.{'problem' if name == 'heaps' else 'misere'}")
    game = import_module("graphgames.games.heaps.problem").HeapGame.from_code(code)
    return rooms.HeapProblem(game, largest) if name == "heaps" else rooms.QuotientProblem(game, largest)


def measure(folder: Path, names: list[str], repeat: int) -> dict[str, float]:
    """Return the least seconds that verifying each solution takes in this process; each is read anew every time."""
    files: Any = import_module("graphgames.formats.json_")  # what a version says of a game is its own
    took = dict[str, float]()
    for name in names:
        posed, times = problem(folder, name), []
        file = folder / f"{name} again.json"
        told = json.loads((folder / f"{name}.json").read_text()) | files._identity(files.codec_of(posed), posed)
        file.write_text(json.dumps(told, default=str))
        for _ in range(repeat):
            claim = gg.read_solution(posed, str(file))
            begin = process_time()
            report = gg.verify(claim)
            times.append(process_time() - begin)
            assert report.ok, f"{name}: {report}"
        took[name] = min(times)
    return took


def main() -> int:
    """Solve, measure both versions by turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the src folder of the other version, or with --measure that of files")
    parser.add_argument("--vertices", type=int, default=100_000)
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.other, options.kinds, options.repeat)))
        return 0
    here, least = Path(gg.__file__).parents[1], dict[tuple[str, str], float]()
    with tempfile.TemporaryDirectory() as folder:
        kinds = list(write(Path(folder), options.vertices, options.kinds))
        for _ in range(2):
            for version in (here, options.other):
                command = [sys.executable, __file__, folder, "--measure", "--repeat", str(options.repeat)]
                done = subprocess.run(
                    [*command, "--kinds", *kinds],
                    env={**os.environ, "PYTHONPATH": str(version)},
                    stdout=subprocess.PIPE,
                    check=True,
                )
                for kind, took in json.loads(done.stdout).items():
                    key = kind, str(version)
                    least[key] = min(took, least.get(key, took))
    print(f"| {options.vertices:,} vertices | this, s | other, s | ratio |\n|---|---|---|---|")
    for kind in kinds:
        ours, theirs = least[kind, str(here)], least[kind, str(options.other)]
        print(f"| {kind} | {ours:.4f} | {theirs:.4f} | {ours / theirs:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
