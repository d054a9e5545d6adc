"""The pawn among impassable cells: ``graphgames judge gridgame`` against a C++ sweep with an ordered map.

Whole processes, a file as standard input, output compared; the C++ once with its own digit loop over the whole file,
once with ``std::cin``, as such programs are usually written. ``python -c pass`` alone takes 8 to 10 ms of ours. Run:
``python benchmarks/gridgame.py [--size N ...]``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from measure import Table, process, reference, report, table

Cells = NDArray[np.int64]
FAR = 10**9


def pairs(x: Cells, y: Cells) -> Cells:
    return np.stack(np.broadcast_arrays(x, y), axis=1)


def shapes(rng: np.random.Generator) -> dict[str, Callable[[int], Cells]]:
    """The shapes that hurt, each of n impassable cells."""

    def block(n: int) -> Cells:
        side = int(np.sqrt(2 * n)) + 1
        return rng.permutation(pairs(np.repeat(np.arange(side), side), np.tile(np.arange(side), side)))[:n]

    return {
        "uniform": lambda n: rng.integers(0, FAR, (n, 2)),
        "uniform in a square of side N": lambda n: rng.integers(0, n, (n, 2)),
        "diagonal": lambda n: pairs(np.arange(n), np.arange(n)),
        "antidiagonal": lambda n: pairs(np.arange(n), n - np.arange(n)),
        "every second of a diagonal": lambda n: pairs(2 * np.arange(n), 2 * np.arange(n)),
        "comb: one row, every second column": lambda n: pairs(2 * np.arange(n), np.array([n])),
        "comb: one column, every second row": lambda n: pairs(np.array([n]), 2 * np.arange(n)),
        "one row": lambda n: pairs(np.arange(n), np.array([n])),
        "one column": lambda n: pairs(np.array([n]), np.arange(n)),
        "low rows, spread columns": lambda n: pairs(rng.integers(0, FAR, n), rng.integers(0, 300, n)),
        "dense block, half of the cells": block,
    }


def written(cells: Cells) -> str:
    return f"{len(cells)}\n" + "".join(f"{x} {y}\n" for x, y in cells.tolist())


def starts(rng: np.random.Generator, cells: Cells, count: int) -> Cells:
    """Return starts near the impassable cells, none of them impassable."""
    top = int(cells.max(initial=1)) + 2
    drawn = rng.integers(0, top, (2 * count, 2))
    near = cells[rng.integers(0, len(cells), 2 * count)] + rng.integers(0, 4, (2 * count, 2)) if len(cells) else drawn
    mixed = np.where(rng.random((2 * count, 1)) < 0.5, drawn, near)
    known = set(map(tuple, cells.tolist()))
    free = [k for k, cell in enumerate(map(tuple, mixed.tolist())) if cell not in known]
    return mixed[free[:count]]


def inputs(rng: np.random.Generator, size: int) -> dict[str, str]:
    made = {}
    for name, shape in shapes(rng).items():
        cells = shape(size)
        made[name] = "1\n" + written(cells) + written(starts(rng, cells, size))
    tiny = [rng.integers(0, 8, (size // 10_000, 2)) for _ in range(10_000)]
    made["10 000 tiny tests"] = "10000\n" + "".join(written(c) + written(starts(rng, c, size // 10_000)) for c in tiny)
    return made


def sweeps(options: argparse.Namespace) -> Iterator[Table]:
    """Measure every shape, a table for each size."""
    program, peer = Path(sys.executable).with_name("graphgames"), reference("gridgame", options.folder)
    usual = reference("gridgame", options.folder, "STREAMS")
    path = options.folder / "in"
    for size in options.size:
        rows: list[list[object]] = []
        for name, data in inputs(np.random.default_rng(1), size).items():
            path.write_text(data)
            ours = process([program, "judge", "gridgame"], path, options.repeat)
            theirs = process([peer], path, options.repeat)
            assert ours.output == theirs.output, name
            streams = process([usual], path, options.repeat)
            assert ours.output == streams.output, name
            ratios = [ours.seconds / theirs.seconds, ours.seconds / streams.seconds]
            rows.append([name, ours.seconds, theirs.seconds, streams.seconds, *ratios, ours.megabytes])
        head = ["shape", "ours, s", "C++, s", "C++ by std::cin, s", "ours / C++", "beside std::cin", "ours, MB"]
        yield table(head, rows, f"{size:,} impassable cells and queries")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", type=int, nargs="+", default=[100_000], help="impassable cells and queries")
    parser.add_argument("--repeat", type=int, default=7)


if __name__ == "__main__":
    report(__doc__, {"sweeps": sweeps}, arguments)
