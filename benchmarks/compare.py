"""Two result files side by side: what changed beyond the noise.

    python benchmarks/compare.py before.json after.json [--all]

A number is compared if it was measured (not computed from others) and stands in both files at the same place: case,
table, column, and the row of the same name. Interference only ever adds to a time, so the least of the repeats is the
steadiest, and how far the median lies above it says how noisy the run was. The peers are the same programs in both
runs, so what their times differ by is noise between the runs. A change of ours counts if the medians *and* the least
values went the same way, both by more than the tolerance, which is the largest of: ten per cent; the noise of both runs
together (thirty per cent for a number measured once); for times, what nine in ten of the peers' times stayed within.
Times that differ by less than two milliseconds and memory that differs by less than one megabyte never count. Exit code
1 if something of ours got worse.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from measure import table

Key = tuple[str, str, str, str]
PEERS = ("Oink", "C++", "strings")
TOLERANCE, ONCE = 0.10, 0.30
FLOOR = {"s": 0.002, "ms": 2.0, "MB": 1.0}


class Change(NamedTuple):
    """One number in both files.

    Attributes
    ----------
    key : tuple of str
        Case, table, row, column.
    before, after : float
        The medians.
    factor : float
        After to before.
    tolerance : float
        What may be noise.
    beyond : bool
        Whether the change is more than that.
    """

    key: Key
    before: float
    after: float
    factor: float
    tolerance: float
    beyond: bool

    @property
    def of_a_peer(self) -> bool:
        """Whether it is the number of another program."""
        return any(name in self.key[3] for name in PEERS)


def numbers(results: Mapping[str, Any]) -> Iterator[tuple[Key, Mapping[str, Any]]]:
    """Return every measured cell with its place; a row is named by what stands before its first measured cell."""
    for case in results["cases"]:
        for one in case["tables"]:
            for row in one["rows"]:
                name = ", ".join(map(str, takewhile(lambda cell: not isinstance(cell, dict), row)))
                for column, cell in zip(one["head"], row, strict=True):
                    if isinstance(cell, dict):
                        yield (case["name"], one["title"], name, column), cell


def noise(cell: Mapping[str, Any]) -> float:
    """Return how far the median lies above the least, as a share of it; infinitely far if it was measured once."""
    if len(cell["samples"]) < 2:
        return math.inf
    return float(cell["median"] / cell["least"] - 1) if cell["least"] else 0.0


def change(key: Key, before: Mapping[str, Any], after: Mapping[str, Any], between: float = 0.0) -> Change:
    """Judge one number, given the noise between the runs."""
    both, unit = noise(before) + noise(after), key[3].rsplit(" ", 1)[-1]
    tolerance = max(TOLERANCE, ONCE if math.isinf(both) else both, between if unit == "s" else 0.0)
    factors = [after[what] / before[what] if before[what] else math.inf for what in ("median", "least")]
    up, down = min(factors) > 1 + tolerance, max(factors) < 1 / (1 + tolerance)
    enough = abs(after["median"] - before["median"]) > FLOOR.get(unit, 0.0)
    return Change(key, before["median"], after["median"], factors[0], tolerance, (up or down) and enough)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Judge every number that stands in both files, the largest change first."""
    known = dict(numbers(before))
    both = [(key, known[key], cell) for key, cell in numbers(after) if key in known]
    peers = [found for one in both if (found := change(*one)).of_a_peer]
    ours = [change(*one, between=drift(peers)) for one in both if not change(*one).of_a_peer]
    return sorted([*ours, *peers], key=lambda one: -abs(math.log(one.factor or 1e-9)))


def drift(peers: Sequence[Change]) -> float:
    """Return what nine in ten of the peers' times stayed within, as a share; nothing from fewer than ten of them.

    Examples
    --------
    >>> key = ("case", "table", "row", "C++, s")
    >>> drift([Change(key, 1, factor, factor, 0, False) for factor in (1, 1, 1, 1, 1, 1, 1, 1, 0.8, 2)])
    0.25
    """
    apart = sorted(abs(math.log(one.factor)) for one in peers if one.key[3].endswith(" s") and one.factor > 0)
    return round(math.exp(apart[math.ceil(0.9 * len(apart)) - 1]) - 1, 9) if len(apart) >= 10 else 0.0


def mean(factors: Iterable[float]) -> float:
    """Return the geometric mean.

    Examples
    --------
    >>> mean([0.5, 2.0]), mean([])
    (1.0, 1.0)
    """
    logs = [math.log(factor) for factor in factors if 0 < factor < math.inf]
    return math.exp(sum(logs) / len(logs)) if logs else 1.0


def page(before: Mapping[str, Any], after: Mapping[str, Any], everything: bool = False) -> str:
    """Return the comparison as Markdown."""
    found = changes(before, after)
    ours, peers = [[c for c in found if c.of_a_peer is whose] for whose in (False, True)]
    lines = [f"{len(found)} numbers in both files; our own changed by a factor of {mean(c.factor for c in ours):.3f}"]
    if peers:
        lines[0] += f" on average, the peers' by {mean(c.factor for c in peers):.3f}"
        lines[0] += f"; nine in ten of the peers' times stayed within {100 * drift(peers):.0f} %"
    if before["machine"] != after["machine"]:
        lines.append(f"Different machines: {before['machine']} and {after['machine']}.")
    for title, part in (("ours", ours), *((("the peers", peers),) if everything else ())):
        shown = [c for c in part if c.beyond or everything]
        lines.append(f"{sum(c.beyond for c in part)} of {len(part)} beyond the noise: {title}.")
        if shown:
            lines.append(
                table(("case", "table", "row", "column", "before", "after", "factor", "noise", ""), rows(shown))
            )
    return "\n\n".join(lines)


def rows(shown: Sequence[Change]) -> Iterator[tuple[object, ...]]:
    """Return the lines of the table."""
    for one in shown:
        mark = "" if not one.beyond else "slower or larger" if one.factor > 1 else "better"
        yield (*one.key, one.before, one.after, one.factor, f"{100 * one.tolerance:.0f} %", mark)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--all", action="store_true", help="every number, not only what changed")
    options = parser.parse_args()
    before, after = (json.loads(path.read_text()) for path in (options.before, options.after))
    print(page(before, after, options.all))
    return int(any(one.beyond and one.factor > 1 and not one.of_a_peer for one in changes(before, after)))


if __name__ == "__main__":
    sys.exit(main())
