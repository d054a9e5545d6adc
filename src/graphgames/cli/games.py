"""``graphgames games``: list the concrete games."""

from __future__ import annotations

import argparse

from graphgames.cli.output import json_line, table
from graphgames.core.catalogue import concrete_games


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    if arguments.json:
        for entry in concrete_games():
            row = {name: getattr(entry, name) for name in ("name", "title", "summary", "source")}
            print(json_line(row))
    else:
        table([{"game": e.name, "what it is": f"{e.title}: {e.summary}\n{e.source}"} for e in concrete_games()])
    return 0
