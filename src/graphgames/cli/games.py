"""``graphgames games``: the concrete games."""

from __future__ import annotations

import argparse

from graphgames.games import TABLE


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    for entry in TABLE:
        print(f"{entry.name}\t{entry.title}\t{entry.summary}")
    return 0
