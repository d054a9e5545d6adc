"""``graphgames explain GAME [FILE]``: why a position is won, lost or drawn, move by move."""

from __future__ import annotations

import argparse

from graphgames.catalogue.console import Options, whole
from graphgames.cli import game_argument
from graphgames.cli.output import note, show
from graphgames.core.errors import printable, printable_lines
from graphgames.play.whole_argument import LINES, format_steps

_SPECIFICATION = 4
"""Moves to follow the argument for a specification unless a depth or all steps are asked for."""


def configure(parser: Options) -> None:
    """Add the options."""
    game_argument.add_options(parser)
    parser.add(
        "--depth N", "how many moves to follow the argument (default: until nothing is left to prove)", type=whole(0)
    )
    parser.add("--steps --full", f"print every step (default: the first {LINES} lines)")


def run(arguments: argparse.Namespace) -> int:
    """Solve, and print the argument for the start: the winner's move, an answer to each other move, and so on."""
    solution = game_argument.solve(arguments)
    lines = None if arguments.steps else LINES
    adapter = game_argument.adapter(solution, arguments.start, arguments.test - 1)
    met, depth = getattr(solution, "realizable", None), arguments.depth
    if met is not None and depth is None and not arguments.steps:  # a specification, whose plays do not end
        depth = _SPECIFICATION
    show(printable_lines(format_steps(adapter, depth, lines)))
    if met is not None:
        what = "the assumptions that it takes" if met else "which guarantees cannot be met together"
        note(f"graphgames: graphgames synth {printable(arguments.name)} --why says {what}")
    return 0
