"""``graphgames explain GAME [FILE]``: why a position is won, lost or drawn, move by move."""

from __future__ import annotations

import argparse

from graphgames.cli import chosen
from graphgames.cli.output import show
from graphgames.core.console import Options, whole
from graphgames.core.errors import printable_lines
from graphgames.play import argument
from graphgames.play.steps import LINES


def configure(parser: Options) -> None:
    """Add the options."""
    chosen.add_options(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        type=whole(0),
        help="how many moves to follow the argument (default: until nothing is left to prove)",
    )
    parser.add_argument("--full", action="store_true", help=f"every line; by default the first {LINES}")


def run(arguments: argparse.Namespace) -> int:
    """Solve, and print the argument for the start: the winner's move, an answer to each other move, and so on."""
    solution = chosen.solve(arguments)
    lines = None if arguments.full else LINES
    show(printable_lines(argument(solution, arguments.start, arguments.depth, arguments.test - 1, lines=lines)))
    return 0
