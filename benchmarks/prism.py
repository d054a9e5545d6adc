"""Published results of model checkers for stochastic games against ours: values, proofs and seconds, as a table.

``python benchmarks/prism.py FOLDER`` reads ``PUBLISHED.csv`` in a folder with the models and properties that it names
(the columns ``instance``, ``model``, ``properties``, ``constants``, and one for each tool), solves each instance in a
process of its own, and prints a line for each. ``python benchmarks/prism.py FOLDER --results`` reads files of
properties with comments ``// RESULT: value`` or ``// RESULT (k=1): value`` before them, and counts how many agree.
``python benchmarks/prism.py FOLDER --times`` asks each instance of the table three times in one process, and prints the
least processor time for solving and for verifying.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

_RESULT = re.compile(r"\s*// RESULT\s*(?:\(([^)]*)\))?:\s*([^\s/]+(?:/\d+)?)")
_LIMIT = 600


def solved(model: Path, properties: Path, constants: str, seconds: int) -> list[dict[str, Any]]:
    """Return the answers of the program; none where it takes too long."""
    command = [sys.executable, "-m", "graphgames", "solve", str(model), "--properties", str(properties)]
    command += ["--json", "--verify", *(["--const", constants] if constants else [])]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        return []
    return [json.loads(line) for line in done.stdout.splitlines()]


def decimal(value: Any) -> str:
    """Return a value with 13 digits, and how many the fraction has."""
    sys.set_int_max_str_digits(0)
    if not isinstance(value, str) or "/" not in value:
        return str(value).lower() if isinstance(value, bool) else str(value)
    exact = Fraction(value)
    return value if len(value) < 20 else f"{exact.numerator / exact.denominator:.13g} ({len(value) - 1} digits)"


def published(folder: Path, seconds: int) -> None:
    """Print a line for each instance of the published table."""
    with (folder / "PUBLISHED.csv").open() as file:
        rows = list(csv.DictReader(file))
    tools = list(rows[0])[6:]
    print("|", " | ".join(["instance", *tools, "graphgames", "proved", "build", "solve", "verify"]), "|")
    print("|---" * (len(tools) + 6) + "|")
    for row in rows:
        given = solved(folder / row["model"], folder / row["properties"], row["constants"].replace(" ", ","), seconds)
        told = [row["instance"], *(row[tool] for tool in tools)]
        if not given:
            print("|", " | ".join([*told, f"more than {seconds} s", "", "", "", ""]), "|", flush=True)
            continue
        (one,) = given
        assert (one["states"], one["transitions"]) == (int(row["states"]), int(row["transitions"])), row["instance"]
        times = [f"{one['seconds'][step] or 0:.2f} s" for step in ("read", "solve", "verify")]
        proved = {True: "yes", False: "NO", None: ""}[one["verified"]]
        print("|", " | ".join([*told, decimal(one["value"]), proved, *times]), "|", flush=True)


def expected(text: str) -> Iterator[tuple[str | None, str]]:
    """Yield the constants and the value of each expected result, in the order of the properties."""
    found: list[tuple[str | None, str]] = []
    for line in text.splitlines():
        match = _RESULT.match(line)
        if match:
            found.append((match[1], match[2]))
        elif line.strip().startswith("//"):
            found = [] if "[" in line else found  # a property that is commented out
        elif line.strip() and not line.startswith("const"):
            yield from found
            found = []


def agrees(value: Any, error: str, wanted: str) -> bool:
    """Return whether an answer is an expected one, up to the digits that are expected."""
    if wanted.startswith("Error"):
        return value is None and wanted.partition(":")[2] in error
    if wanted in ("true", "false") or value is None or isinstance(value, bool):
        return value is (wanted == "true") and wanted in ("true", "false")
    if wanted == "Infinity":
        return bool(value == "inf")
    ends = value if isinstance(value, list) else [value, value]
    if "inf" in ends:
        return False
    near = Fraction(1, 10**5) * max(Fraction(1), abs(Fraction(wanted)))
    return bool(Fraction(ends[0]) - near <= Fraction(wanted) <= Fraction(ends[1]) + near)


def results(folder: Path, seconds: int) -> None:
    """Print how many answers agree with the results that the comments expect, and each that does not."""
    agreed = other = silent = 0
    for properties in sorted(folder.glob("*.props")):
        model = folder / re.sub(r"(\.cosafety|\.cosafe)?\.props$", "", properties.name)
        given = "".join(path.read_text() for path in folder.glob(f"{properties.name}.args")) or "".join(
            path.read_text() for path in folder.glob(f"{model.name}.args")
        )
        constants = re.search(r"-const (\S+)", given)
        range_of = constants[1] if constants else re.sub(r"-", "", given.split()[0]) if "=" in given else ""
        answers = solved(model, properties, range_of, seconds)
        wanted = list(expected(properties.read_text()))
        for answer, (_, value) in zip(answers, wanted, strict=True):
            right = agrees(answer["value"], answer.get("error", ""), value)
            agreed, silent = agreed + right, silent + (not right and answer["value"] is None)
            other += not right and answer["value"] is not None
            if not right:
                said = answer["value"] if answer["value"] is not None else answer["error"].split(": ")[-1]
                print(f"{properties.name}: {answer['property']} expected {value}: {said}", flush=True)
    print(f"{agreed} of {agreed + other + silent} agree; {other} differ; {silent} have no answer")


def times(folder: Path, only: str) -> None:
    """Print the least processor time of three for solving and verifying each instance whose name fits."""
    import graphgames as gg

    print("| instance | solve | verify | answer |\n|---|---|---|---|")
    with (folder / "PUBLISHED.csv").open() as file:
        rows = [one for one in csv.DictReader(file) if re.search(only, one["instance"])]
    for row in rows:
        program: Any = gg.read(folder / row["model"])
        built = program.build(dict(one.split("=") for one in row["constants"].split()), False)
        asked, spent = (folder / row["properties"]).read_text(), list[tuple[float, float]]()
        for _ in range(3):
            checking: list[float] = []

            def verify(solution: Any, checking: list[float] = checking) -> Any:
                start = process_time()
                report = gg.verify(solution)
                checking.append(process_time() - start)
                return report

            start = process_time()
            (answer,) = built.ask(asked, verify=verify)
            spent.append((process_time() - start - sum(checking), sum(checking)))
            assert answer.verified, answer.error
        solve, check = (min(one[step] for one in spent) for step in (0, 1))
        print("|", row["instance"], "|", f"{solve:.3f} s | {check:.3f} s | {answer.in_words()} |", flush=True)


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--only", default="", metavar="TEXT", help="with --times: instances whose names match this")
    parser.add_argument("--limit", type=int, default=_LIMIT, help="seconds for each file")
    arguments = parser.parse_args()
    if arguments.times:
        times(arguments.folder, arguments.only)
        return
    (results if arguments.results else published)(arguments.folder, arguments.limit)


if __name__ == "__main__":
    main()
