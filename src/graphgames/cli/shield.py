"""``graphgames shield FILE --avoid NAMES``: which actions keep a player away from some states, or make her win."""

from __future__ import annotations

import argparse

from graphgames.catalogue.asking import avoiding, bounded
from graphgames.catalogue.console import Options, whole
from graphgames.cli.options import add_game_options, read_problem, takes_expressions
from graphgames.cli.output import answer, json_line, progress, show
from graphgames.core.errors import GameError, printable_lines


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("file FILE", "a model or a game; - is stdin")
    parser.add("--threshold P", "allow actions after which the probability to stay safe is at least this, such as 9/10")
    parser.add("--factor F", "allow actions after which it is at least F times the best one")
    parser.add("--horizon N", "stay safe for so many decisions (default: for ever)", type=whole(1))
    parser.add(
        "-o --output OUT",
        "write the shield to OUT: .json, .csv, .html (a page), or a picture: .svg, .png, .pdf or .tex",
    )
    parser.add("--verify", "check the shield, action by action")
    parser.add("--json", "print one JSON object")
    parser.add("--quiet", "print nothing but JSON; no progress on stderr")
    parser.never_with("--threshold", "--factor")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the file, make the shield, and print it; the exit code is 1 if the checker found a fault."""
    from graphgames.policies.shields import shield

    if arguments.threshold is None and arguments.factor is None and (found := bounded(arguments.property or "")):
        arguments.property, arguments.threshold = found
    avoid = arguments.avoid
    together = avoid is not None and arguments.property is None and takes_expressions(arguments)
    if together:
        arguments.property, arguments.avoid = avoiding(avoid), None
    with progress(f"reading {arguments.file}", arguments.quiet):
        game = read_problem(arguments, arguments.file)
    if together and len(game.model.players) > 1:
        raise GameError(
            f"{arguments.file} has the players {', '.join(game.model.players)}; say whom to shield: "
            f"--property '{avoiding(avoid, game.model.players[0])}'"
        )
    with progress("solving", arguments.quiet):
        made = shield(game, threshold=arguments.threshold, factor=arguments.factor, horizon=arguments.horizon)
    if arguments.output is not None:
        made.save(arguments.output)
    report = made.verify() if arguments.verify else None
    if arguments.json:
        verified = None if report is None else report.ok
        answer(json_line({"file": arguments.file, **made.to_dict(), "verified": verified}))
    elif not arguments.quiet:
        show(printable_lines(str(made)))
        if report is not None:
            show(printable_lines(str(report)))
    return 0 if report is None or report.ok else 1
