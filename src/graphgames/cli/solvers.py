"""``graphgames solvers``: print the table of solvers."""

from __future__ import annotations

import argparse

from graphgames.cli.output import json_line, table
from graphgames.core.catalogue import choose, solvers


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("objective", nargs="?", help="only those for this objective, the default first")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    entries = solvers()
    if arguments.objective is not None:
        choose(arguments.objective)  # says so if there is none
        entries = tuple(entry for entry in entries if arguments.objective in entry.solves)
    if arguments.json:
        for entry in entries:
            row = {name: getattr(entry, name) for name in ("name", "solves", "summary", "complexity", "source")}
            print(json_line(row))
    else:
        rows = [
            {
                "solver": e.name,
                "solves": "\n".join(e.solves),
                "cost": e.complexity,
                "what it does": f"{e.summary}\n{e.source}",
            }
            for e in entries
        ]
        table(rows)
    return 0
