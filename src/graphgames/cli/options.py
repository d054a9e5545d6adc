"""Options that several commands share: how to read a game."""

from __future__ import annotations

import argparse
from typing import Any

from graphgames import api
from graphgames.core.catalogue import objectives
from graphgames.games.geography.names import GEOGRAPHY

NIMBERS = "nimbers"


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add what says how a game file is to be read."""
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
    if arguments.game in GEOGRAPHY:
        return api.read_geography(path, arguments.game, arguments.format)
    if arguments.game is not None:
        return api.read_concrete(arguments.game, path)
    if arguments.objective == NIMBERS:
        from graphgames.games.impartial.problem import NimberProblem

        game = api.read(path, objective="normal", priorities=arguments.priorities, format=arguments.format)
        return NimberProblem(game.arena)
    return api.read(path, objective=arguments.objective, priorities=arguments.priorities, format=arguments.format)
