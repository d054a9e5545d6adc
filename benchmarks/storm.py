"""Storm's checking of Markov decision processes against ours on the same models, in processor time without building.

``python benchmarks/storm.py FOLDER`` reads ``PUBLISHED.csv`` as ``benchmarks/prism.py`` does, makes of each model one
in which a single player makes all choices, and asks for the largest probability: of Storm in floating point (its
default, which proves nothing) and over the rationals, and of this package exactly (or in a bracket of width 1e-6 where
that is too expensive) and with ``precision`` 1e-6, each verified. Every measurement has a process of its own, and is
the least of three there, so that what is loaded once does not count. Ours is said in parts: making a game of the model
and the property, solving it with what proves it, and verifying that.
"""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import process_time
from typing import Any

WAYS = ("Storm rounded", "Storm exact", "graphgames", "graphgames 1e-6")


def one_player(text: str) -> str:
    """Return a model as one in which a single player makes all choices."""
    text = re.sub(r"\bplayer\b.*?\bendplayer\b", "", re.sub(r"//[^\n]*", "", text), flags=re.DOTALL)
    return re.sub(r"\bsmg\b", "mdp", text, count=1)


def largest(text: str) -> str:
    """Return a property of a coalition as that of one player, its largest probability."""
    text = re.sub(r"//[^\n]*|\"\w+\":|<<.*?>>", "", text).strip().rstrip(";")
    return re.sub(r"^P[^\[]*", "Pmax=? ", text)


def least(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what some work finds, and the least processor time of three times."""
    spent = []
    for _ in range(3):
        start = process_time()
        found = work()
        spent.append(process_time() - start)
    return found, min(spent)


def storms(model: Path, asked: str, constants: dict[str, str], exact: bool) -> tuple[str, str]:
    """Return the value that Storm finds, and how long it checks what it has built."""
    import stormpy

    program = stormpy.parse_prism_program(model, prism_compatibility=True)
    manager = program.expression_manager
    made = {name: manager.integer(int(value)) for name, value in constants.items()}
    program, _ = stormpy.instantiate_constants(program, made)
    (question,) = stormpy.parse_properties(asked, program)
    build: Any = stormpy.build_model
    built = (build[stormpy.Rational] if exact else build)(program, [question])
    found, spent = least(lambda: stormpy.model_checking(built, question, only_initial_states=True))
    return f"{float(found.get_value(built.initial_states[0])):.12g}", f"{spent:.3f} s"


def ours(model: Path, asked: str, constants: dict[str, str], precision: dict[str, str]) -> tuple[str, str]:
    """Return the value found here, and how long its game, solving and verifying take."""
    import graphgames as gg
    from graphgames.core.value import Bracket

    program: Any = gg.read(model)
    built, parts = program.build(constants, False), dict[str, list[float]]()

    def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any, **options: Any) -> Any:
            start = process_time()
            found = work(*given, **options)
            parts.setdefault(name, []).append(process_time() - start)
            return found

        return done

    solve = timed("solve", lambda game, **options: gg.solve(game, **(precision | options)))
    ask = timed("all", lambda: list(built.ask(asked, solve=solve, verify=timed("verify", gg.verify))))
    ((found,), *_) = [ask() for _ in range(3)]
    assert found.verified, found.error
    best = parts["all"].index(min(parts["all"]))
    spent, solving, verifying = (parts[name][best] for name in ("all", "solve", "verify"))
    value: Any = found.value
    ends: list[Any] = [value.low, value.high] if isinstance(value, Bracket) else [value]
    said = f"{spent - solving - verifying:.3f} + {solving:.3f} + {verifying:.3f} s"
    return " to ".join(f"{float(one):.12g}" for one in ends), said


def measured(way: str, model: Path, asked: str, constants: dict[str, str]) -> tuple[str, str]:
    """Return what one way finds, and its seconds."""
    if way.startswith("Storm"):
        return storms(model, asked, constants, way == "Storm exact")
    return ours(model, asked, constants, {"precision": "1e-6"} if "1e" in way else {})


def row(model: Path, asked: str, constants: str, seconds: int) -> list[str]:
    """Return what each way finds in a process of its own."""
    found = []
    for way in WAYS:
        command = [sys.executable, __file__, "--way", way, "--model", str(model), "--asked", asked]
        try:
            done = subprocess.run(
                [*command, "--constants", constants], capture_output=True, text=True, check=False, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            found.append(f"more than {seconds} s with building")
        else:
            found.append(done.stdout.strip() or f"failed: {done.stderr.strip().splitlines()[-1][:80]}")
    return found


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--limit", type=int, default=120, help="seconds for each measurement, with building")
    parser.add_argument("--only", default="", metavar="TEXT", help="only instances whose names match this expression")
    for option in ("--way", "--model", "--asked", "--constants"):
        parser.add_argument(option, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.way:
        constants = dict(one.split("=") for one in arguments.constants.split())
        value, seconds = measured(arguments.way, Path(arguments.model), arguments.asked, constants)
        print(f"{value} in {seconds}")
        return
    print("|", " | ".join(["instance, one player", *WAYS]), "|")
    print("|---" * (len(WAYS) + 1) + "|")
    with (arguments.folder / "PUBLISHED.csv").open() as file:
        rows = [one for one in csv.DictReader(file) if re.search(arguments.only, one["instance"])]
    for one in rows:
        with NamedTemporaryFile("w", suffix=".prism") as model:
            model.write(one_player((arguments.folder / one["model"]).read_text()))
            model.flush()
            asked = largest((arguments.folder / one["properties"]).read_text())
            found = row(Path(model.name), asked, one["constants"], arguments.limit)
        print("|", " | ".join([one["instance"], *found]), "|", flush=True)


if __name__ == "__main__":
    main()
