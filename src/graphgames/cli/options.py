"""Options that several commands share, for reading a game."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import Any

from graphgames.catalogue.console import Options
from graphgames.catalogue.find import document, engines, inputs, named, objective_class, objectives
from graphgames.cli.output import note, read
from graphgames.core.conventions import CONVENTIONS
from graphgames.core.errors import GameError, printable
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.engines.dispatch import host, usual
from graphgames.formats.priorities import with_settings

MARKS = {"target": "reach", "accepting": "buchi", "avoid": "avoid-probability"}
"""Vertices that may be named where a file has no priorities, with the objective that is made of them by default."""

READING = ("game", "objective", "priorities", "convention", "format")


def add_game_options(parser: Options, settings: bool = True) -> None:
    """Add the options for reading a game file, and for setting fields of its objective."""
    group = parser.add_argument_group("how to read the game")
    group.add_argument(
        "--game", metavar="NAME", help="the file is the input of this concrete game (see: graphgames games)"
    )
    group.add_argument(
        "--objective",
        metavar="NAME",
        choices=(*objectives(), *inputs()),
        help=f"what player 0 wants (default: parity for .pg files): {', '.join(objectives())}; or what is asked of a "
        f"graph alone: {', '.join(inputs())}",
    )
    group.add_argument(
        "--priorities",
        metavar="SET",
        help="the priorities whose vertices are the target, safe or accepting (default: even ones), or rejecting or to "
        "be avoided (default: odd ones), such as 2 or 1,4-6",
    )
    group.add_argument(
        "--convention",
        choices=CONVENTIONS,
        help="which priority seen infinitely often decides, and which are good for player 0 (default: max-even, or as "
        "the file says)",
    )
    if settings:
        for name, default in MARKS.items():
            group.add_argument(
                f"--{name}",
                metavar="NAMES",
                help=f"the {name} vertices, with commas between, where the file does not say (objective: {default})",
            )
        group.add_argument(
            "--set",
            metavar="NAME=VALUE",
            action="append",
            help="set a number or a word of the objective, such as threshold=7/3, cap=100 or dead_ends=lose",
        )
    group.add_argument("--format", metavar="NAME", help="the file's format, where its name and content do not say it")


def endings_of(holds: str) -> list[str]:
    """Return the endings of files to which a "game", a "solution" or a "machine" is written."""
    from graphgames.formats import table

    return [ending for entry in table() if entry.writes == holds for ending in entry.endings]


def add_engine(parser: Options) -> None:
    """Add the option for where a game is solved or a solution checked."""
    parser.add_argument(
        "--engine",
        metavar="NAME",
        choices=engines(),
        help="local, or mpi for one game spread over all processes of mpirun (default under mpirun)",
    )


def engine_of(arguments: argparse.Namespace) -> str:
    """Return the engine that was asked for, or the usual one."""
    return arguments.engine or usual()


def how_to_read(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options for `graphgames.read` that were given."""
    how = {name: getattr(arguments, name) for name in READING if getattr(arguments, name) is not None}
    settings = getattr(arguments, "set", None)
    return how | ({"settings": dict(map(_setting, settings))} if settings else {})


def how_to_solve(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of solvers that were given: how wide brackets may be, and where what is found is kept."""
    names = ("precision", "checkpoint", "every")
    return {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}


def _marked(arguments: argparse.Namespace, path: str, how: dict[str, Any]) -> Any:
    """Return a graph as a game for the vertices that were named; None if none were."""
    given = {name: getattr(arguments, name, None) for name in MARKS}
    named = {name: text for name, text in given.items() if text is not None}
    if not named:
        return None
    if len(named) > 1:
        raise GameError(f"{' and '.join(f'--{name}' for name in named)} are of different objectives; give one of them")
    (name, text), wanted, settings = next(iter(named.items())), how.pop("objective", None), how.pop("settings", {})
    game = read(path, **how)
    kind: Any = objective_class(wanted or MARKS[name])
    if hasattr(game, "with_objective") and not wanted:
        kind = objective_class(kind.chance_form or kind.name)
    if kind.data != name:
        raise GameError(f"--{name} has no meaning for {with_article(kind.name)} objective")
    if hasattr(game, "with_objective"):
        return game.with_objective(kind([one.strip() for one in text.split(",")], **settings))
    game = with_settings(game, settings) if settings else game
    if not isinstance(game, Game) or {"priorities", "convention"} & set(how):
        raise GameError(f"--{name} names vertices of a graph, in place of priorities, but {path} is not read as one")
    import numpy as np

    chosen = [game.arena.vertex(one.strip()) for one in text.split(",")]
    return replace(game, objective=kind(np.array(chosen, np.int64)))


def _setting(written: str) -> tuple[str, str]:
    name, _, value = written.partition("=")
    return name, value


def read_problem(arguments: argparse.Namespace, path: str, engine: str = "local") -> Any:
    """Read a game, or a concrete game's problem, as the options say; or make the one that a name means, no file.

    Notes say what was taken for granted.
    """
    how = how_to_read(arguments)
    if host(engine).shares:
        return read(path, engine=engine, **how)
    there = how or path == "-" or os.path.exists(path)  # noqa: PTH110, which would import pathlib
    if not there and document(path) is None:
        problem = named(path, getattr(arguments, "start", None))
        if problem is not None:
            return problem
    problem = _marked(arguments, path, how)
    problem = read(path, **how) if problem is None else problem
    if hasattr(problem, "objective") and arguments.game is None and not getattr(arguments, "quiet", False):
        from graphgames.cli.remarks import remarks  # which those whose input is no game on an arena do without

        for remark in remarks(problem, arguments.objective, arguments.priorities):
            note(f"graphgames: {printable(path)}: {remark}")
    return problem
