"""``graphgames synth FILE...``: decide whether a specification is realizable, and write who meets it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from graphgames.catalogue.console import Console, Options
from graphgames.core.errors import GameError, GraphGamesError, MissingDependencyError, counted, printable

MACHINES = (".hoa", ".ehoa", ".aag")
PICTURES = (".svg", ".png", ".pdf", ".tex")
VERDICTS = ("REALIZABLE", "UNREALIZABLE")
SPECIFICATIONS = (".slugsin", ".structuredslugs")


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="an automaton in the extended HOA format, or a GR(1) specification in that of Slugs (.slugsin); or packed",
    )
    parser.add_argument(
        "--controller",
        metavar="OUT",
        help="write the controller there, or the environment's machine if there is none: HOA text, or AIGER for .aag",
    )
    parser.only_ending("--controller", lambda: (*MACHINES, *PICTURES))
    parser.only_ending("--picture", lambda: PICTURES)
    parser.add_argument("--picture", metavar="OUT", help="draw that machine there: .svg, .png, .pdf or .tex")
    parser.add_argument("--verify", action="store_true", help="run machine and automaton together and check every run")
    parser.add_argument(
        "--solver",
        metavar="NAME",
        help="the solver to use, instead of the one that fits best (see: graphgames solvers)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per file")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Solve every file; one that cannot be read does not stop the others. Exit code 1: one of them cannot be met."""
    for option in ("controller", "picture"):
        if getattr(arguments, option) is not None and len(arguments.files) > 1:
            raise GraphGamesError(f"--{option} takes the machine of one file, and there are {len(arguments.files)}")
    if arguments.json and arguments.controller == "-":
        raise GraphGamesError("--json and --controller - would both write to standard output; name a file")
    if arguments.controller is not None and Path(arguments.controller).suffix in PICTURES:
        out = arguments.controller
        raise GraphGamesError(f"--controller writes HOA or AIGER; for a picture of the machine: --picture {out}")
    code = 0
    for path in arguments.files:
        try:
            code = max(code, answer(arguments, path, console))
        except GraphGamesError as error:
            console.note(f"graphgames: {error}")
            code = 2
    return code


def answer(arguments: argparse.Namespace, path: str, console: Console) -> int:
    """Print whether one specification can be met; return exit code 1 if it cannot, or the check finds a fault."""
    if path.removesuffix(".gz").removesuffix(".bz2").endswith(SPECIFICATIONS):
        return answer_spec(arguments, path, console)
    from graphgames.games.synthesis.checker import check_machine
    from graphgames.games.synthesis.controllers import controller

    steps = console.steps(path, arguments.quiet, "read", "solve", "verify")
    game = steps.take("read", lambda: console.read(path, format="hoa"))
    if game.start is None:
        raise GameError(f"{path} has no initial state, so there is no question to answer; give it a header 'Start:'")
    solution = steps.take("solve", lambda: console.solve(game, solver=arguments.solver))
    lost = int(solution.winner[game.start])
    wanted = arguments.controller is not None or arguments.picture is not None or arguments.verify
    machine = controller(solution) if wanted else None
    report = None
    if machine is not None and arguments.verify:
        report = steps.take("verify", lambda: check_machine(machine, game.automaton))
        steps.verified = report.ok
    if arguments.json:
        data = {"file": path, "realizable": not lost, "start": str(game.arena.label(game.start))}
        data |= {"solver": solution.solver, "states": None if machine is None else len(machine.steps)}
        console.json(data | {"seconds": steps.seconds, "verified": steps.verified})
    else:
        shown = VERDICTS[lost] if len(arguments.files) == 1 else f"{printable(path)}: {VERDICTS[lost]}"
        console.note(shown) if arguments.controller == "-" else console.answer(shown)
        if report is not None and machine is not None:
            console.note(f"graphgames: {path}: the machine of {counted(len(machine.steps), 'state')} is {report}")
    if arguments.controller is not None:
        console.write(machine, arguments.controller)
    if arguments.picture is not None and machine is not None:
        machine.draw().save(arguments.picture)
    return 1 if lost or steps.verified is False else 0


def answer_spec(arguments: argparse.Namespace, path: str, console: Console) -> int:
    """Do the same for a specification, by decision diagrams; with --json the answer is checked where CUDD is there."""
    from graphgames.games.synthesis.slugsin import read_spec
    from graphgames.games.synthesis.spec_solution import SpecSolution
    from graphgames.readers.source import open_source

    steps = console.steps(path, arguments.quiet, "read", "solve", "verify")
    spec = steps.take("read", lambda: read_spec(open_source(path).to_bytes(), path))
    solution = steps.take("solve", lambda: SpecSolution(spec))
    report = None
    if arguments.verify or arguments.json:
        try:
            report = steps.take("verify", solution.verify)
            steps.verified = report.ok
        except MissingDependencyError:
            if arguments.verify:
                raise
    wanted = arguments.controller is not None or arguments.picture is not None
    machine = solution.machine() if wanted or arguments.json else None
    if wanted and machine is None:
        raise GameError(f"{path}: the machine is too large to be written; in Python the strategy answers step by step")
    if arguments.json:
        data = {"file": path, "realizable": solution.realizable, "solver": "layers"}
        data |= {"states": None if machine is None else len(machine.steps)}
        console.json(data | {"seconds": steps.seconds, "verified": steps.verified})
    else:
        shown = VERDICTS[not solution.realizable]
        console.answer(shown if len(arguments.files) == 1 else f"{printable(path)}: {shown}")
        if report is not None:
            console.note(f"graphgames: {path}: {counted(*_parts(solution.stats))} are {report}")
    if arguments.controller is not None:
        console.write(machine, arguments.controller)
    if arguments.picture is not None and machine is not None:
        machine.draw().save(arguments.picture)
    return 1 if not solution.realizable or steps.verified is False else 0


def _parts(stats: Any) -> tuple[int, str]:
    """Return how many layers or parts there are, and what they are called."""
    word, count = next(iter(stats.items()))
    return count, word.removesuffix("s")
