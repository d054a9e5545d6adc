"""The harness: run the cases one after the other, keep every number, write the tables.

    python benchmarks/run.py [--full] [--oink PATH] [--only NAME ...]

Each case runs as a process of its own, so that nobody's memory or imports are another's. Its page goes to
``tables/NAME.md``, a line about it to ``tables/summary.md``, and all numbers with every repeat to
``results/bench.json`` (with ``--full``: ``results/bench-full.json``), for `compare.py`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from cases import CASES, Case
from measure import circumstances, fingerprint, table

HERE = Path(__file__).parent


def measured(case: Case, full: bool, oink: Path | None) -> tuple[str, dict[str, Any]]:
    """Run a case; give its page and its numbers."""
    words = case.command(full, oink)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "numbers.json"
        began = time.monotonic()
        command: list[str | Path] = [sys.executable, HERE.parent / words[0], *words[1:], "--json", kept]
        page = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        took = time.monotonic() - began
        numbers = json.loads(kept.read_text())
    about = {"name": case.name, "work": case.work, "peer": case.peer, "command": shown(words), "minutes": took / 60}
    return page, about | {"load": numbers["load"], "tables": numbers["tables"]}


def shown(words: Sequence[str]) -> str:
    """Return a command as a reader types it: the peer's path is his own."""
    mine = [("PATH" if k and words[k - 1] == "--oink" else word) for k, word in enumerate(words)]
    return " ".join(["python", *mine])


def ratios(case: Mapping[str, Any]) -> Iterator[float]:
    """Return every cell of a case's columns of ratios, ours to a peer's."""
    for one in case["tables"]:
        for column, name in enumerate(one["head"]):
            if name == "ratio" or name.startswith("ours / "):
                yield from (row[column] for row in one["rows"] if isinstance(row[column], float | int))


def spoken(found: Sequence[float]) -> str:
    """Say a case's ratios in a cell of the summary.

    Examples
    --------
    >>> spoken([0.5, 2.0, 1.0]), spoken([0.25]), spoken([])
    ('1 (0.5 to 2)', '0.25', '')
    """
    if len(found) < 2:
        return "".join(f"{one:.3g}" for one in found)
    return f"{median(found):.3g} ({min(found):.3g} to {max(found):.3g})"


def summary(results: Mapping[str, Any], before: str = "") -> str:
    """Return a line for each case, by name: the work, the peer, the ratio of our time to his, when and where.

    Of cases that were not run the lines of the summary before stay as they are.
    """
    head = ("case", "work", "peer", "ours / peer: median (least to most)", "command", "minutes", "measured")
    rows = [
        (
            f"[{case['name']}]({case['name']}.md)",
            case["work"],
            case["peer"],
            spoken(list(ratios(case))),
            f"`{case['command']}`",
            f"{case['minutes']:.1f}",
            f"{results['date']}; {results['machine']['cpu']}{peers(results)}",
        )
        for case in results["cases"]
    ]
    title, rule, *new = table(head, rows).splitlines()
    lines = {line.partition("]")[0]: line for line in [*before.splitlines(), *new] if line.startswith("| [")}
    order = [f"| [{case.name}" for case in CASES]
    return "\n".join([title, rule, *(lines[name] for name in order if name in lines)]) + "\n"


def peers(results: Mapping[str, Any]) -> str:
    """Say which build of a peer was asked."""
    return "".join(f"; {name}: program {mark}" for name, mark in results["peers"].items() if mark)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="all sizes and more repeats")
    parser.add_argument("--oink", type=Path, metavar="PATH", help="the program of Oink")
    parser.add_argument("--only", nargs="+", choices=[case.name for case in CASES], help="these cases alone")
    parser.add_argument("--output", type=Path, default=HERE, help="where tables/ and results/ are (default: here)")
    options = parser.parse_args()
    results = circumstances() | {"peers": {"Oink": fingerprint(options.oink)}, "full": options.full, "cases": []}
    tables, kept = options.output / "tables", options.output / "results"
    for folder in (tables, kept):
        folder.mkdir(parents=True, exist_ok=True)
    name = "-".join(["bench", *(["full"] if options.full else []), *(options.only or [])])
    failed = []
    for case in CASES:
        if options.only and case.name not in options.only:
            continue
        try:
            page, numbers = measured(case, options.full, options.oink)
        except subprocess.CalledProcessError as error:
            failed.append(case.name)
            print(f"{case.name}: ended with {error.returncode}; its table stays as it was", file=sys.stderr)
            continue
        (tables / f"{case.name}.md").write_text(f"{case.work} Peer: {case.peer}.\n\n{page}")
        results["cases"].append(numbers)  # and kept at once: whoever stops a long run has what was measured so far
        (kept / f"{name}.json").write_text(json.dumps(results, indent=None, separators=(",", ":")) + "\n")
        line = tables / "summary.md"
        line.write_text(summary(results, line.read_text() if line.exists() else ""))
        print(f"{case.name}: {numbers['minutes']:.1f} minutes; {spoken(list(ratios(numbers)))}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
