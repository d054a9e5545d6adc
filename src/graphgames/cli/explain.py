"""``graphgames explain GAME [FILE]``: why a position is won, lost or drawn, move by move."""

from __future__ import annotations

import argparse

from graphgames.cli import chosen
from graphgames.cli.output import show
from graphgames.core.console import Options, whole
from graphgames.core.errors import printable_lines
from graphgames.play import argument


def configure(parser: Options) -> None:
    """Add the options."""
    chosen.add_options(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        type=whole(0),
        help="follow the argument for so many moves; default: until nothing is left to prove",
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve, and print the argument for the start: the winner's move, an answer to each other move, and so on."""
    solution = chosen.solve(arguments)
    show(printable_lines(argument(solution, arguments.start, arguments.depth, arguments.test - 1)))
    return 0
