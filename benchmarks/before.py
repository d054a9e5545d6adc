"""Every case before and after, in one run: the scripts of each version on its own package, by turns.

    git worktree add /tmp/before COMMIT
    (cd /tmp/before && python setup.py -q build_ext --inplace)
    python benchmarks/before.py /tmp/before [--rounds 2] [--only NAME ...]

A case is a script of `cases.py`, at sizes that take seconds, or `growth`: every solver on every family, at a size that
takes this version a tenth of a second. Both versions run in turn, with the same interpreter and libraries, and all
times are seconds of the processor. A time counts if it stands in both versions' tables at the same place; the least
of all rounds is compared. The page has a line for each case, then every time that became longer by more than a tenth
and two milliseconds. Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from compare import FLOOR, PEERS, TOLERANCE, mean, numbers
from measure import machine, table

HERE = Path(__file__).resolve().parent.parent
SIZES = {
    "buchi": "--part loops process --n 50000 --repeat 3",
    "parity": "--n 50000 --repeat 3",
    "hard_families": "--limit 0.2 --vertices 2000",
    "reading": "--vertices 50000",
    "races": "--edges 300000 --repeat 3",
    "gridgame": "--size 20000 --repeat 3",
    "impartial": "--vertices 100000 --edges 500000 --repeat 3",
    "geography": "--part polynomial --repeat 3",
    "weighted": "--part solvers values --repeat 3",
    "boards": "--part builds loops --boards 4x4 --repeat 3",
    "verifier": "--vertices 50000",
}
"""The arguments of the cases, which both versions know. Not `explorer`, whose browser is most of it, nor `spread`."""

PROCESSOR = """
import runpy, sys, time
from pathlib import Path
time.perf_counter = time.process_time
sys.argv = sys.argv[1:]
sys.path[0] = str(Path(sys.argv[0]).parent)
import measure
measure._WRAPPER = measure._WRAPPER.replace("time.perf_counter() - start", "usage.ru_utime + usage.ru_stime")
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a script whose clocks, also those of the processes it measures, count what the processor does."""

SERIES = """
import json, growth
print(json.dumps([[s.solver, s.family, s.first, getattr(s, "step", 12)] for s in growth.all_series()]))
"""
POINTS = """
import json, sys, time
time.perf_counter = time.process_time
import growth
for line in sys.stdin:
    print(json.dumps(growth.point(*map(int, line.split()))["seconds"]), flush=True)
"""
"""Measures points of growth in one process, so that the imports are made once."""

MOST = 4_000_000
"""The largest size of a series."""

Times = dict[str, list[float]]
Case = tuple[str, Callable[[Path], Times]]


def given(version: Path) -> dict[str, str]:
    """Return the environment in which the interpreter has a version's package and benchmarks."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(str(version / folder) for folder in ("src", "benchmarks"))}


def run(version: Path, words: Sequence[str]) -> bytes:
    """Run the interpreter with a version's package and benchmarks; return what it prints."""
    return subprocess.run([sys.executable, *words], env=given(version), stdout=subprocess.PIPE, check=True).stdout


def times(version: Path, name: str) -> Times:
    """Run a script; return the repeats of every time of ours in its tables, in seconds, by their place."""
    with tempfile.TemporaryDirectory() as folder:
        kept, file = Path(folder) / "numbers.json", version / "benchmarks" / f"{name}.py"
        run(version, ["-c", PROCESSOR, str(file), *SIZES[name].split(), "--json", str(kept)])
        tables = json.loads(kept.read_bytes())["tables"]
    found = Times()
    for (_, title, row, column), cell in numbers({"cases": [{"name": name, "tables": tables}]}):
        unit = column.split()[-1]
        if unit in ("s", "ms") and not any(peer in column for peer in PEERS):
            place = "; ".join(filter(None, (title, row, column.removesuffix(unit).rstrip(", "))))
            found[place] = [one / (1000 if unit == "ms" else 1) for one in cell["samples"]]
    return found


def growth(versions: Sequence[Path], least: float, first: int, every: int) -> Iterator[Case]:
    """Yield a case for each series of `growth.py` in all versions, at a size that takes the last one so long."""
    measured = json.loads((HERE / "benchmarks" / "results" / "growth.json").read_bytes())["tables"]
    rows = [row for one in measured for row in one["rows"]]
    known = dict(zip(named_apart(rows), (int(row[2].split()[0].replace(",", "")) for row in rows), strict=True))
    listed = {version: json.loads(run(version, ["-c", SERIES])) for version in versions}
    places = {version: named_apart(series) for version, series in listed.items()}
    last = versions[-1]
    for series, (_, _, size, step) in list(zip(places[last], listed[last], strict=True))[first::every]:
        if any(series not in places[version] for version in versions):
            continue
        size = max(size, known.get(series, 0) // 8) if size >= 100 else size  # known to take long enough
        where = {version: places[version].index(series) for version in versions}
        while (took := min(point(last, where[last], size))) < least and size < MOST:
            size = size * (8 if took < least / 16 else 2) if size >= 100 else size + step
        name = f"{series}; {size:,}"
        yield "growth", lambda v, name=name, where=where, size=size: {name: point(v, where[v], size)}  # type: ignore[misc]


def named_apart(rows: Sequence[Sequence[Any]]) -> list[str]:
    """Return the names of series, each with a solver and a family in front, with numbers where some have the same.

    >>> named_apart([("traps", "ladder"), ("lifting", "ladder"), ("traps", "ladder")])
    ['traps; ladder', 'lifting; ladder', 'traps; ladder (2)']
    """
    names, found = [f"{row[0]}; {row[1]}" for row in rows], list[str]()
    for k, name in enumerate(names):
        before = names[:k].count(name)
        found.append(f"{name} ({before + 1})" if before else name)
    return found


@cache
def points(version: Path) -> subprocess.Popen[str]:
    """Return a process of a version that measures points of growth, one for each line with a place and a size."""
    return subprocess.Popen(
        [sys.executable, "-c", POINTS], env=given(version), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def point(version: Path, place: int, size: int) -> list[float]:
    """Return the seconds that one series takes at a size, each repeat's."""
    process = points(version)
    assert process.stdin is not None
    assert process.stdout is not None
    print(place, size, file=process.stdin, flush=True)
    found: list[float] = json.loads(process.stdout.readline())
    return found


def by_turns(measure: Callable[[Path], Times], versions: Sequence[Path], rounds: int) -> dict[str, list[float]]:
    """Measure the versions in turn; return the least time of each, where all have one, by its place."""
    known: list[Times] = [{} for _ in versions]
    for _ in range(rounds):
        for version, found in zip(versions, known, strict=True):
            for place, repeats in measure(version).items():
                found.setdefault(place, []).extend(repeats)
    return {place: [min(one[place]) for one in known] for place in known[0] if all(place in one for one in known)}


def slower(before: float, after: float) -> bool:
    """Tell whether a time became longer by more than what `compare.py` takes for noise of one machine in one run.

    Examples
    --------
    >>> slower(1.0, 1.2), slower(1.0, 1.05), slower(0.001, 0.002)
    (True, False, False)
    """
    return after > before * (1 + TOLERANCE) and after - before > FLOOR["s"]


def page(kept: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """Return a line for each case, those of 2 ms and more by their ratio, and a table of what became slower."""
    rows, late = [], []
    for name, found in kept.items():
        ratios = [after / before for before, after in found.values() if before and max(before, after) > FLOOR["s"]]
        worse = {place: both for place, both in found.items() if slower(*both)}
        late += [(name, place, *both, both[1] / (both[0] or math.nan)) for place, both in worse.items()]
        sums = [sum(both[k] for both in found.values()) for k in (0, 1)]
        rows.append((name, len(found), *sums, mean(ratios), min(ratios, default="-"), max(ratios, default="-")))
    lines = table(("case", "times", "before, s", "after, s", "after / before", "least", "most"), rows)
    return f"{lines}\n\n{table(('case', 'slower', 'before, s', 'after, s', 'after / before'), late)}"


def main() -> int:
    """Measure every case that is asked for, and print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="a checkout of the other version, with its kernels compiled")
    parser.add_argument("--rounds", type=int, default=2, help="how often both versions run each case")
    parser.add_argument("--only", nargs="+", choices=[*SIZES, "growth"], default=[*SIZES, "growth"])
    parser.add_argument(
        "--series", type=int, nargs=2, metavar=("K", "N"), default=(0, 1), help="of growth each N-th, from K"
    )
    parser.add_argument("--least", type=float, default=0.1, help="seconds that a size of growth takes this version")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep all times there")
    options = parser.parse_args()
    versions, kept = [options.before.resolve(), HERE], dict[str, dict[str, list[float]]]()
    scripts: Iterator[Case] = ((name, partial(times, name=name)) for name in options.only if name != "growth")
    for name, measure in chain(
        scripts, growth(versions, options.least, *options.series) if "growth" in options.only else ()
    ):
        found = by_turns(measure, versions, options.rounds)
        if any(slower(*both) for both in found.values()):  # which may be noise: both once more
            again = by_turns(measure, versions, options.rounds)
            found = {place: [*map(min, both, again.get(place, both))] for place, both in found.items()}
        kept.setdefault(name, {}).update(found)
        print(page({name: found}), file=sys.stderr, flush=True)
        if options.json is not None:
            options.json.write_text(json.dumps(kept, indent=1) + "\n")
    print(machine(), page(kept), sep="\n\n")
    return int(any(slower(*both) for found in kept.values() for both in found.values()))


if __name__ == "__main__":
    sys.exit(main())
