"""Options that several commands share, for reading a game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from graphgames import api
from graphgames.core.catalogue import objectives

NIMBERS = "nimbers"


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for reading a game file."""
    group = parser.add_argument_group("how to read the game")
    group.add_argument(
        "--game", metavar="NAME", help="the file is the input of this concrete game (see: graphgames games)"
    )
    group.add_argument(
        "--objective",
        choices=(*objectives(), NIMBERS),
        help="what player 0 wants (default: parity for .pg files); nimbers asks for Grundy values",
    )
    group.add_argument(
        "--priorities",
        metavar="SET",
        help="the priorities whose vertices are the target, safe or accepting (default: even ones) or rejecting ones "
        "(default: odd ones), such as 2 or 1,4-6",
    )
    group.add_argument("--format", metavar="NAME", help="the file's format, where its name and content do not say it")


def read_problem(arguments: argparse.Namespace, path: str) -> Any:
    """Read a game, or a concrete game's problem, as the options say."""
    how = {name: getattr(arguments, name) for name in ("game", "objective", "priorities", "format")}
    return api.read(path, **how)


def whole(least: int, most: int = 2**31 - 2) -> Callable[[str], int]:
    """Return a parser of whole numbers in a range for the command line.

    Examples
    --------
    >>> whole(1)("7")
    7
    """

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 20 else None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return number

    return read
