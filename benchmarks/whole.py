"""Whole processes on models of the QComp collection: ``graphgames solve --verify`` against Storm's exact checking.

``python benchmarks/whole.py FOLDER [NAME...]`` reads ``PUBLISHED.csv`` as ``benchmarks/storm.py`` does and makes of
each model one in which a single player makes all choices. Each measurement is the processor time of a process from
start to end, so that reading the model counts: Storm by ``stormpy``, which parses, builds with the property, and
checks, in floating point and over the rationals; and the command with ``--verify``, its modules compiled as an
installation has them. *Start* is Python that imports NumPy and ``stormpy`` and does no more: no program in Python that
has Storm parse the model takes less. They take turns, and the median of each is told.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import signal
import subprocess
import sys
from compileall import compile_dir
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from storm import largest, one_player

STORM = """
import sys
import stormpy
model, asked, constants, exact = sys.argv[1:]
program = stormpy.parse_prism_program(model, prism_compatibility=True)
manager = program.expression_manager
made = {name: manager.integer(int(value)) for name, _, value in (one.partition("=") for one in constants.split(","))}
program, _ = stormpy.instantiate_constants(program, made)
(question,) = stormpy.parse_properties(asked, program)
build = stormpy.build_model[stormpy.Rational] if exact == "exact" else stormpy.build_model
built = build(program, [question])
found = stormpy.model_checking(built, question, only_initial_states=True)
print(found.get_value(built.initial_states[0]))
"""


def spent(command: list[str], seconds: int) -> float:
    """Return the processor time of a process, which must not fail; infinity if it takes longer."""
    before = os.times()
    most = partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds + 1))
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=most)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return inf
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-300:])
    return used


def main() -> None:
    """Run what the command line says, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=["dice_25_p1wins", "dice_50_p1wins", "dice_100_p1wins"])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--limit", type=int, default=60, help="seconds of the processor for each process")
    chosen = parser.parse_args()
    compile_dir(Path(__file__).parent.parent / "src" / "graphgames", quiet=2)
    head = ["model", "states", "start", "ours, proved", "Storm exact", "Storm rounded"]
    head += ["ours of exact", "of rounded", "start of exact", "of rounded"]
    print(f"| {' | '.join(head)} |\n{'|---' * len(head)}|", flush=True)
    with (chosen.folder / "PUBLISHED.csv").open() as table, TemporaryDirectory() as folder:
        for row in csv.DictReader(table):
            if row["instance"] not in chosen.names:
                continue
            model = Path(folder) / "model.prism"
            model.write_text(one_player((chosen.folder / row["model"]).read_text()))
            asked = largest((chosen.folder / row["properties"]).read_text())
            constants = row["constants"].replace(" ", ",")
            graphgames = str(Path(sys.executable).with_name("graphgames"))
            ours = [graphgames, "solve", str(model), "--property", asked, "--const", constants, "--verify"]
            storm = [sys.executable, "-c", STORM, str(model), asked, constants]
            start = [sys.executable, "-c", "import numpy, stormpy"]
            ways = {"start": start, "ours": ours, "exact": [*storm, "exact"], "rounded": [*storm, "rounded"]}
            times: dict[str, list[float]] = {name: [] for name in ways}
            for _ in range(chosen.times):
                for name, command in ways.items():
                    if inf not in times[name]:
                        times[name].append(spent(command, chosen.limit))
            took = {name: inf if inf in several else median(several) for name, several in times.items()}
            cells = [f"{took[name]:.2f} s" if took[name] < inf else f"over {chosen.limit} s" for name in ways]
            ratios = [f"{took[one] / took[name]:.2f}" for one in ("ours", "start") for name in ("exact", "rounded")]
            print(f"| {row['instance']} | {row['states']} | {' | '.join(cells)} | {' | '.join(ratios)} |", flush=True)


if __name__ == "__main__":
    main()
