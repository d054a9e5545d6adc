"""``graphgames shield FILE --avoid NAMES``: which actions keep a player away from some states, or make her win."""

from __future__ import annotations

import argparse
import re

from graphgames.catalogue.console import Options, whole
from graphgames.cli.options import add_game_options, read_problem, takes_expressions
from graphgames.cli.output import answer, json_line, progress, show
from graphgames.core.errors import GameError, printable_lines
from graphgames.core.value import number


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


_BOUND = re.compile(
    r"\s*((?:<<.*>>)?)\s*P(?:<=(?P<risk>[^\[?]+)\[\s*F\b(?P<bad>\s*[^\s<>=\[].*)|"
    r">=(?P<least>[^\[?]+)\[\s*G\b(?P<good>\s*[^\s<>=\[].*))\]\s*;?\s*"
)


def _take_bound(arguments: argparse.Namespace) -> None:
    """Take the bound of a property for a threshold: of ``P<=1/5 [F "lost"]`` it is that one stays safe with 4/5."""
    found = _BOUND.fullmatch(arguments.property or "")
    if found is None or arguments.threshold is not None or arguments.factor is not None:
        return
    bound = number((found["risk"] or found["least"]).strip())
    arguments.threshold = str(bound if found["risk"] is None else 1 - bound)
    safe = found["good"] if found["risk"] is None else f"!({found['bad'].strip()})"
    arguments.property = f"{found[1]}Pmax=? [ G {safe.strip()} ]"


def run(arguments: argparse.Namespace) -> int:
    """Read the file, make the shield, and print it; the exit code is 1 if the checker found a fault."""
    from graphgames.policies.shields import shield

    _take_bound(arguments)
    asked = f"Pmax=? [ G !({arguments.avoid}) ]"
    together = arguments.avoid is not None and arguments.property is None and takes_expressions(arguments)
    if together:
        arguments.property, arguments.avoid = asked, None
    with progress(f"reading {arguments.file}", arguments.quiet):
        game = read_problem(arguments, arguments.file)
    if together and len(game.model.players) > 1:
        raise GameError(
            f"{arguments.file} has the players {', '.join(game.model.players)}; say whom to shield: "
            f"--property '<<{game.model.players[0]}>> {asked}'"
        )
    with progress("solving", arguments.quiet):
        found = shield(game, threshold=arguments.threshold, factor=arguments.factor, horizon=arguments.horizon)
    if arguments.output is not None:
        found.save(arguments.output)
    report = found.verify() if arguments.verify else None
    if arguments.json:
        verified = None if report is None else report.ok
        answer(json_line({"file": arguments.file, **found.to_dict(), "verified": verified}))
    elif not arguments.quiet:
        show(printable_lines(str(found)))
        if report is not None:
            show(printable_lines(str(report)))
    return 0 if report is None or report.ok else 1
