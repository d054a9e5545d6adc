"""``graphgames games``: the concrete games."""

from __future__ import annotations

import argparse

from graphgames.cli.output import listing
from graphgames.games import TABLE


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    rows = [{"name": e.name, "title": e.title, "summary": e.summary, "source": e.source} for e in TABLE]
    listing(rows, arguments.json)
    return 0
