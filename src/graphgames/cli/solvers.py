"""``graphgames solvers``: the table of solvers."""

from __future__ import annotations

import argparse

from graphgames.cli.output import listing
from graphgames.solvers import TABLE, choose


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("objective", nargs="?", help="only those for this objective, the default first")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    entries = TABLE
    if arguments.objective is not None:
        choose(arguments.objective)  # says so if there is none
        entries = tuple(entry for entry in TABLE if arguments.objective in entry.solves)
    rows = [
        {
            "name": e.name,
            "solves": ", ".join(e.solves),
            "summary": e.summary,
            "complexity": e.complexity,
            "source": e.source,
        }
        for e in entries
    ]
    listing(rows, arguments.json)
    return 0
