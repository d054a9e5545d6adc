"""``graphgames table``: build a table of a game, verify it, say what it holds, and ask it for a position."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any

from graphgames.core.console import Console, Options, whole
from graphgames.games.tables.games import GAMES, game, game_class


def configure(parser: Options) -> None:
    """Add the commands of ``table`` and their options."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")
    like: Any = {"formatter_class": parser.formatter_class}
    build = verbs.add_parser("build", help="solve a game and write its table", **like)
    games = build.add_subparsers(dest="game", required=True, metavar="GAME")
    for name in GAMES:
        made = game_class(name)
        chosen = games.add_parser(name, help=made.title, description=(made.__doc__ or "").splitlines()[0], **like)
        for entry in fields(made):  # type: ignore[arg-type]
            about = entry.metadata
            chosen.add_argument(
                f"--{entry.name}",
                metavar="N" if "least" in about else "WORD",
                type=whole(about["least"], about["most"]) if "least" in about else str,
                default=entry.default,
                help=f"{about['help']} (default: {entry.default})",
            )
        chosen.add_argument("-o", "--output", metavar="DIR", required=True, help="the directory to write")
        chosen.add_argument("--resume", action="store_true", help="go on with a table that is not complete")
        _common(chosen)
    verify = verbs.add_parser("verify", help="check every position of a table against its successors", **like)
    stats = verbs.add_parser("stats", help="count the positions that are won, lost and drawn", **like)
    for command in (verify, stats):
        command.add_argument("table", metavar="DIR", help="the directory of the table")
        _common(command)


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress and no notes on stderr")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Run one of the commands."""
    return {"build": _build, "verify": _verify, "stats": _stats}[arguments.verb](arguments, console)


def _build(arguments: argparse.Namespace, console: Console) -> int:
    from graphgames.games.tables.build import build

    options = {entry.name: getattr(arguments, entry.name) for entry in fields(game_class(arguments.game))}  # type: ignore[arg-type]
    rules = game(arguments.game, options)
    steps = console.steps(rules.title, arguments.quiet, "solve")
    table = steps.take("solve", lambda: build(rules, arguments.output, resume=arguments.resume))
    _print(table, arguments, console, steps.seconds)
    return 0


def _verify(arguments: argparse.Namespace, console: Console) -> int:
    from graphgames.games.tables.checker import check
    from graphgames.games.tables.table import open_table

    table = open_table(arguments.table)
    steps = console.steps(arguments.table, arguments.quiet, "verify")
    report = steps.take("verify", lambda: check(table))
    if arguments.json:
        faults = [failure.message for failure in report.failures]
        console.json({"proved": report.ok, "checked": report.checked, "faults": faults, "seconds": steps.seconds})
    elif report.ok:
        console.show(str(report))
    else:
        console.note(f"graphgames: {arguments.table}: {report}")
    return 0 if report.ok else 1


def _stats(arguments: argparse.Namespace, console: Console) -> int:
    from graphgames.games.tables.table import open_table

    _print(open_table(arguments.table), arguments, console)
    return 0


def _print(table: Any, arguments: argparse.Namespace, console: Console, seconds: Any = None) -> None:
    if arguments.json:
        console.json(table.statistics() | ({"seconds": seconds} if seconds else {}))
    else:
        console.show(table.explain())
