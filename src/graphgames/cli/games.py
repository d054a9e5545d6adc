"""``graphgames games``: list the concrete games."""

from __future__ import annotations

import argparse

from graphgames.cli.output import add_listing, listing
from graphgames.core.catalogue import concrete_games
from graphgames.core.console import Options


def configure(parser: Options) -> None:
    """Add the options."""
    add_listing(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    said = ("name", "aliases", "title", "summary", "source")
    rows = [{name: getattr(entry, name) for name in said} for entry in concrete_games()]
    listing(rows, arguments, "name", "summary")
    return 0
