"""How fast PGSolver games are read and written: our scanner, Python's string functions, and Oink, side by side.

Makes its games from seeds: about 30 MB with 10^6 vertices, the same with a million distinct priorities, with the ids in
random order, with names, packed by gzip, and ten times smaller for the slope. Each is read by a warm process several
times (median), once by a fresh process for its peak memory, and by Oink where its path is given.

    python benchmarks/reading.py [--vertices 1000000] [--oink PATH] [--oink-limit 60]
"""

from __future__ import annotations

import argparse
import gzip
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import numpy as np

from graphgames import Arena, Game, Parity, read, write
from graphgames.formats.pgsolver import Names, write_game
from graphgames.readers.source import open_source
from measure import Measured, Table, report, seconds, table

PEAK = """
import sys, numpy, graphgames.formats.pgsolver
from graphgames import Game, read
def now(what):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(what))
open("/proc/self/clear_refs", "w").write("5")
before = now("VmRSS")
game = read(sys.argv[1])
arena = game.arena
kept = arena.indptr.nbytes + arena.successors.nbytes + arena.owner.nbytes + game.objective.priority.nbytes
if arena.labels is not None:
    kept += arena.labels.where.nbytes + arena.labels.length.nbytes + arena.labels.text.nbytes
print((now("VmHWM") - before) * 1024 / kept)
"""


@dataclass(frozen=True)
class Sample:
    """A game file and what is special about it."""

    title: str
    path: Path

    @property
    def megabytes(self) -> float:
        return len(open_source(self.path).data) / 1e6


def random_game(n: int, distinct: bool = False, named: bool = False) -> Game:
    """One to four successors each; two priorities or a different one for each vertex."""
    rng = np.random.default_rng(1)
    indptr = np.concatenate([[0], np.cumsum(rng.integers(1, 5, n))])
    labels = None
    if named:
        text = b"".join(b"state %d; x=%d" % (v, v % 97) for v in range(n))
        length = np.array([len(b"state %d; x=%d" % (v, v % 97)) for v in range(n)], np.int32)
        labels = Names(np.cumsum(length, dtype=np.int64) - length, length, np.frombuffer(text, np.uint8))
    arena = Arena(indptr, rng.integers(0, n, int(indptr[-1])), rng.integers(0, 2, n), labels)
    return Game(arena, Parity(rng.permutation(n) if distinct else rng.integers(1, 3, n)))


def samples(n: int, folder: Path) -> list[Sample]:
    """Write the files."""

    def put(title: str, name: str, game: Game) -> Sample:
        write(game, folder / name)
        return Sample(title, folder / name)

    plain = put("plain", "plain.pg", random_game(n))
    found = [put("a tenth of it", "tenth.pg", random_game(n // 10)), plain]
    found.append(put("as many priorities as vertices", "distinct.pg", random_game(n, distinct=True)))
    header, *lines = plain.path.read_bytes().splitlines(keepends=True)
    order = np.random.default_rng(2).permutation(len(lines))
    (folder / "shuffled.pg").write_bytes(header + b"".join([lines[v] for v in order]))
    found.append(Sample("ids in random order", folder / "shuffled.pg"))
    found.append(put("a name for each vertex", "named.pg", random_game(n, named=True)))
    (folder / "plain.pg.gz").write_bytes(gzip.compress(plain.path.read_bytes(), 6))
    found.append(Sample("plain, packed by gzip", folder / "plain.pg.gz"))
    return found


def by_strings(path: Path) -> int:
    """Read a game as one would with Python's string functions; give how many edges there are."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt") as file:
        n = int(file.readline().split()[1].rstrip(";\n")) + 1
        priority, owner, successors = [0] * n, [0] * n, [[0]] * n
        for line in file:
            body = line.partition('"')[0].rstrip(";\n").split()
            v = int(body[0])
            priority[v], owner[v] = int(body[1]), int(body[2])
            successors[v] = [int(w) for w in body[3].split(",")]
    indptr = np.cumsum([0, *map(len, successors)])
    heads = np.array([w for ws in successors for w in ws], np.int32)
    arrays = indptr, heads, np.array(owner, np.uint8), np.array(priority, np.int32)
    return arrays[1].size


def oink(program: Path | None, path: Path, limit: float) -> Measured | str:
    """Return the seconds that Oink says it took for parsing; it is stopped as soon as it has said so."""
    if program is None:
        return ""
    child = subprocess.Popen([program, path, "--fpi", "-z", str(int(limit))], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    watch = Timer(limit, child.kill)
    watch.start()
    try:
        said = next(filter(None, (re.search(r"parsing took ([0-9.]+)", line) for line in child.stdout)), None)
        return Measured([float(said[1])]) if said else f"> {limit:g}"
    finally:
        watch.cancel()
        child.kill()
        child.wait()
        child.stdout.close()


def row(sample: Sample, program: Path | None, limit: float) -> list[object]:
    """Measure one file."""
    megabytes = sample.megabytes
    read(sample.path)
    ours = seconds(lambda: read(sample.path), repeat=7)
    strings = seconds(lambda: by_strings(sample.path), repeat=1)
    game = read(sample.path)
    with Path("/dev/null").open("wb") as nowhere:
        writing = seconds(lambda: write_game(game, nowhere))
    peak = subprocess.run([sys.executable, "-c", PEAK, sample.path], capture_output=True, check=True, text=True)
    return [
        sample.title,
        f"{megabytes:.1f}",
        ours,
        f"{megabytes / ours:.0f}",
        strings,
        f"{strings / ours:.0f}",
        oink(program, sample.path, limit),
        Measured([float(peak.stdout)]),
        f"{megabytes / writing:.0f}",
    ]


def files(options: argparse.Namespace) -> Table:
    """Measure every kind of file."""
    head = ["game", "file, MB", "ours, s", "MB/s", "strings, s", "times", "Oink parse, s", "peak / arrays kept"]
    found = samples(options.vertices, options.folder)
    return table([*head, "write MB/s"], [row(sample, options.oink, options.oink_limit) for sample in found])


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--vertices", type=int, default=1_000_000)
    parser.add_argument("--oink", type=Path, help="its program")
    parser.add_argument("--oink-limit", type=float, default=60, help="seconds")


if __name__ == "__main__":
    report(__doc__, {"files": files}, arguments)
