"""The program under memory limits: it is done, or says in one line that there is not enough, and leaves nothing behind.

    python tools/memory.py [COMMAND...] [--steps 24]

Each command is run under ``RLIMIT_AS`` from what a Python process that has imported NumPy takes up to what
the command needs, in steps. Below that, where not even the imports fit, nothing can be promised. A run is at fault if
it ends by a signal, with a traceback, with another exit code than 0 or 2, or leaves a half-written or temporary file.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1 << 20
PATIENCE = 40


class Outcome(NamedTuple):
    """How a run under a limit ended."""

    code: int
    said: str
    left: tuple[str, ...]

    @property
    def fault(self) -> str:
        """What is wrong with it, if anything."""
        if self.code == 0:
            return "" if set(self.left) <= {"out"} else f"it leaves {self.left}"
        if self.code != 2:
            return f"exit code {self.code}"
        if self.left:
            return f"it fails and leaves {self.left}"
        lines = self.said.strip().splitlines()
        if "memory" not in self.said or not all(line.startswith("graphgames: ") for line in lines):
            return "it does not say why"
        return ""


def commands(folder: Path) -> dict[str, list[str]]:
    """Return command lines over inputs that are made here; ``OUT`` stands for an output file."""
    made = {
        "parity.pg": ["random-parity", "200000"],
        "buchi.pg": ["random", "200000", "--objective", "buchi"],
        "normal.pg": ["random", "200000", "--objective", "normal"],
        "graph.edges": ["out-regular", "60", "--degree", "3"],
    }
    for name, words in made.items():
        run_program(["generate", *words, "--seed", "1", "-o", str(folder / name)], folder)
    run_program(["solve", str(folder / "parity.pg"), "--solution", str(folder / "parity.json")], folder)
    boards = 40
    lines = [str(boards)]
    for _ in range(boards):
        lines += ["20000 19999", "1 1", *(f"{v} {v + 1}" for v in range(1, 20000))]
    (folder / "race.txt").write_text("\n".join(lines))
    return {
        "solve": ["solve", str(folder / "parity.pg"), "--solution", "OUT.json"],
        "solve-buchi": ["solve", str(folder / "buchi.pg"), "--objective", "buchi", "--verify"],
        "solve-normal": ["solve", str(folder / "normal.pg"), "--objective", "normal", "--solution", "OUT.json"],
        "solve-many": ["solve", str(folder / "parity.pg"), str(folder / "buchi.pg"), "--jobs", "2"],
        "verify": ["verify", str(folder / "parity.pg"), str(folder / "parity.json")],
        "convert": ["convert", str(folder / "parity.pg"), "OUT.pg.gz"],
        "generate": ["generate", "random-parity", "200000", "--seed", "1", "-o", "OUT.pg"],
        "judge": ["judge", "great-game", str(folder / "race.txt"), "--quiet"],
        "heaps": ["heaps", ".007", "--to", "200000", "--quiet"],
        "geography": ["geography", str(folder / "graph.edges"), "--nodes", "200000", "--quiet"],
    }


def run_program(words: list[str], folder: Path, limit: int | None = None) -> Outcome:
    """Run the program, perhaps with a limit on its memory; outputs go to a folder of their own."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryDirectory(dir=folder) as outputs:
        place = [word.replace("OUT", f"{outputs}/out") for word in words]
        done = subprocess.run(
            [sys.executable, "-m", "graphgames", *place],
            capture_output=True,
            text=True,
            preexec_fn=limited,
            timeout=PATIENCE,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            check=False,
        )
        left = tuple("out" if path.name.startswith("out") else path.name for path in Path(outputs).iterdir())
    return Outcome(done.returncode, done.stderr, left)


def least() -> int:
    """Return the limit under which the imports just fit."""
    program = (
        "import numpy, scipy.sparse.csgraph, graphgames.api, graphgames.cli.main, graphgames.games.parity.checker, json"
    )
    low, high = 0, 4096
    while high - low > 1:
        middle = (low + high) // 2
        limits = (middle * MEGABYTE,) * 2
        done = subprocess.run(
            [sys.executable, "-c", program],
            preexec_fn=lambda limits=limits: resource.setrlimit(resource.RLIMIT_AS, limits),  # type: ignore[misc]
            capture_output=True,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            check=False,
        )
        low, high = (low, middle) if done.returncode == 0 else (middle, high)
    return high


def main() -> int:
    """Run every command under rising limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*")
    parser.add_argument("--steps", type=int, default=24)
    arguments = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known = commands(folder)
        floor = least()
        print(f"the imports fit into {floor} MB", flush=True)
        for command in arguments.commands or known:
            counts = {0: 0, 2: 0}
            limit, step = floor, 4
            while counts[0] < 3 and sum(counts.values()) < arguments.steps:
                try:
                    outcome = run_program(known[command], folder, limit * MEGABYTE)
                    fault = outcome.fault
                except subprocess.TimeoutExpired:
                    outcome, fault = Outcome(-1, "", ()), "it does not end"
                if fault:
                    faults += 1
                    print(f"{command} under {limit} MB: {fault}: {outcome.said.strip()[-300:]}", flush=True)
                counts[outcome.code] = counts.get(outcome.code, 0) + 1
                limit, step = limit + step, min(step + 2, 40)
            print(f"{command:14} {floor} to {limit} MB: exit codes and how often {counts}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
