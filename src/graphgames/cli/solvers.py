"""``graphgames solvers``: the solvers."""

from __future__ import annotations

import argparse

from graphgames.solvers import TABLE


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    for entry in TABLE:
        print(f"{entry.name}\t{', '.join(entry.solves)}\t{entry.summary}")
    return 0
