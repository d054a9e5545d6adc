"""``graphgames solvers``: print the table of solvers."""

from __future__ import annotations

import argparse

from graphgames.catalogue.console import Options
from graphgames.catalogue.find import solvers
from graphgames.cli.output import add_listing, listing
from graphgames.core.errors import SolverError, did_you_mean


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add_argument("objective", nargs="?", help="only those for this objective, the default first")
    add_listing(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    entries = solvers()
    if arguments.objective is not None:
        known = list(dict.fromkeys(what for entry in entries for what in entry.solves))
        if arguments.objective not in known:
            suggestion = did_you_mean(arguments.objective, known)
            raise SolverError(
                f"there is no solver for {arguments.objective!r}{suggestion} They solve: {', '.join(known)}"
            )
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
