"""``graphgames solvers``: print the table of solvers."""

from __future__ import annotations

import argparse

from graphgames.cli.output import add_listing, listing
from graphgames.core.catalogue import choose, solvers
from graphgames.core.console import Options


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add_argument("objective", nargs="?", help="only those for this objective, the default first")
    add_listing(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    entries = solvers()
    if arguments.objective is not None:
        choose(arguments.objective)  # says so if there is none
        entries = tuple(entry for entry in entries if arguments.objective in entry.solves)
    said = ("name", "solves", "summary", "complexity", "source")
    listing(
        [{name: getattr(entry, name) for name in said} for entry in entries],
        arguments,
        "name",
        "summary",
        under="solves",
    )
    return 0
