"""The game that `play` and `explain` are asked for: a concrete game, a heap game's code, or a file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphgames import api
from graphgames.cli.options import add_game_options, how_to_read, read_problem
from graphgames.cli.output import note, progress
from graphgames.core import catalogue
from graphgames.core.arena import Arena
from graphgames.core.console import Options, whole
from graphgames.core.errors import GameError, did_you_mean, printable
from graphgames.core.game import Game


def add_options(parser: Options) -> None:
    """Add the options that say which game, and where it begins."""
    parser.add_argument(
        "name", metavar="GAME", help="a concrete game (see: graphgames games), a heap game's code, or a file"
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="the concrete game's input; without it a small example")
    parser.add_argument("--start", metavar="V", help="the vertex, the cell X,Y or the heaps 3,5,7 to begin with")
    parser.add_argument(
        "--test", metavar="K", type=whole(1), default=1, help="which test of an input with many tests (from 1)"
    )
    parser.add_argument(
        "--solver",
        metavar="NAME",
        help="the solver to use, instead of the one that fits best (see: graphgames solvers)",
    )
    add_game_options(parser)


def solve(arguments: argparse.Namespace) -> Any:
    """Read and solve the game."""
    with progress(f"solving {arguments.name}"):
        return api.solve(_readable(_problem(arguments)), arguments.solver)


def _readable(problem: Any) -> Any:
    """Return a game with labels that a terminal can show, since everything that is said of a play names them."""
    labels = problem.arena.labels if isinstance(problem, Game) else None
    if labels is None or all(str(label).isprintable() for label in labels):
        return problem
    arena, shown = problem.arena, [printable(str(label)) for label in labels]
    data = arena.probability, arena.denominator, arena.edge_data, arena.vertex_data
    return replace(problem, arena=Arena.trusted(arena.indptr, arena.successors, arena.owner, shown, *data))


def _problem(arguments: argparse.Namespace) -> Any:
    """Read the game that is meant: a concrete one with its input or an example, or a file."""
    if catalogue.document(arguments.name) is None:
        problem = _named(arguments)
        if problem is not None:
            _refuse_reading(arguments)
            return problem
        if arguments.file is not None:
            catalogue.concrete_game(arguments.name)
        if arguments.name.isidentifier() and not Path(arguments.name).exists():
            names = [name for game in catalogue.concrete_games() for name in (game.name, *game.aliases)]
            nearest = did_you_mean(arguments.name, names)
            raise GameError(
                f"{arguments.name!r} is neither a concrete game, nor the code of a heap game, nor a file{nearest}"
            )
        return read_problem(arguments, arguments.name)
    _refuse_reading(arguments)
    if arguments.file == "-":
        raise GameError("standard input is not read here; the game must be in a file")
    if arguments.file is not None:
        return api.read(arguments.file, game=catalogue.concrete_game(arguments.name).name)
    game = catalogue.concrete_game(arguments.name)
    note(f"graphgames: this is a small example of {game.title}; name a file for another one")
    return game.read(game.example.encode(), "<example>")


def _refuse_reading(arguments: argparse.Namespace) -> None:
    """Raise an error if options say how to read a file, for games that are none."""
    given = list(how_to_read(arguments))
    if given:
        option = "set" if given[0] == "settings" else given[0]
        raise GameError(f"--{option} is for files; {arguments.name} has its own rules")


def _named(arguments: argparse.Namespace) -> Any:
    """Return the problem that a name alone means, such as the code of a heap game; None if it means none, or a file."""
    if arguments.file is not None or Path(arguments.name).exists():
        return None
    return catalogue.named(arguments.name, arguments.start)
