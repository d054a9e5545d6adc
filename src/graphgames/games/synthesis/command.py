"""``graphgames synth FILE...``: decide whether a specification is realizable, and write a controller."""

from __future__ import annotations

import argparse

from graphgames.core.console import Console
from graphgames.core.errors import GameError, GraphGamesError, printable

VERDICTS = ("REALIZABLE", "UNREALIZABLE")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a parity automaton in the extended HOA format, plain or packed"
    )
    parser.add_argument(
        "--controller",
        metavar="OUT",
        help="write the controller there, or the environment's machine if there is none: HOA text, or AIGER for .aag",
    )
    parser.add_argument("--verify", action="store_true", help="run machine and automaton together and check every run")
    parser.add_argument("--solver", metavar="NAME", help="instead of the one that fits best (see: graphgames solvers)")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Solve every file; one that cannot be read does not stop the others."""
    if arguments.controller is not None and len(arguments.files) > 1:
        raise GraphGamesError(f"--controller takes the controller of one file, and there are {len(arguments.files)}")
    code = 0
    for path in arguments.files:
        try:
            code = max(code, answer(arguments, path, console))
        except GraphGamesError as error:
            console.note(f"graphgames: {error}")
            code = 2
    return code


def answer(arguments: argparse.Namespace, path: str, console: Console) -> int:
    """Print whether one specification can be met; return exit code 1 if the check finds a fault."""
    from graphgames.games.synthesis.checker import check_machine
    from graphgames.games.synthesis.controllers import controller

    steps = console.steps(path, arguments.quiet)
    game = steps.take("read", lambda: console.read(path, format="hoa"))
    if game.start is None:
        raise GameError(f"{path} has no initial state, so there is no question to answer; give it a header 'Start:'")
    solution = steps.take("solve", lambda: console.solve(game, arguments.solver))
    verdict = VERDICTS[int(solution.winner[game.start])]
    shown = verdict if len(arguments.files) == 1 else f"{printable(path)}: {verdict}"
    to_stdout = arguments.controller == "-"
    console.note(shown) if to_stdout else console.answer(shown)
    if arguments.controller is None and not arguments.verify:
        return 0
    machine = controller(solution)
    if arguments.controller is not None:
        console.write(machine, arguments.controller)
    if not arguments.verify:
        return 0
    report = steps.take("verify", lambda: check_machine(machine, game.automaton))
    console.note(f"graphgames: {path}: the machine of {len(machine.steps)} states is {report}")
    return 0 if report.ok else 1
