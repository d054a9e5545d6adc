"""The game that `play`, `explain` and `show` are asked for: a concrete game, a heap game's code, or a file."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphgames import api
from graphgames.catalogue import find
from graphgames.catalogue.console import SOLVER, Options, sized, whole
from graphgames.cli.options import (
    add_game_options,
    how_to_read,
    in_misere,
    no_game,
    problem_of_name,
    read_problem,
    refuse_two_words,
)
from graphgames.cli.output import note, progress
from graphgames.core.errors import GameError, printable
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.play.adapter import GameAdapter, beginning
from graphgames.play.adapters import adapter_for


def add_options(parser: Options) -> None:
    """Add the options that say which game, and where it begins."""
    parser.add(
        "name GAME",
        "a concrete game (see: graphgames games), a heap game's code, a board game by its name, or a file; a board's "
        "size is width by height, as in 'chomp 3x2', and rows by columns in 'domineering 2x3'",
    )
    parser.add("file FILE", "the concrete game's input; without it a small example", nargs="?")
    parser.add("--start V", "the vertex, the cell X,Y or the heaps 3,5,7 to begin with")
    parser.add("--test K", "which test of an input with many tests (from 1)", type=whole(1), default=1)
    parser.add(*SOLVER)
    add_game_options(parser)


def solve(arguments: argparse.Namespace) -> Any:
    """Read and solve the game."""
    with progress(f"solving {arguments.name}"):
        return api.solve(_readable(problem(arguments, arguments.name, arguments.file)), solver=arguments.solver)


def adapter(solution: Any, start: Any, test: int, person: int | None = None) -> GameAdapter:
    """Set up a solved game for a play, and say on stderr where it begins if nobody has said it."""
    made = adapter_for(solution, start, test, person)
    if start is None and isinstance(solution, ArenaSolution):
        say_beginning(solution, person)
    return made


def say_beginning(solution: ArenaSolution, person: int | None = None) -> None:
    """Say on stderr where a play begins if the game does not."""
    if solution.problem.start is None and solution.arena.n:
        label = printable(str(solution.arena.display_name(beginning(solution, person))))
        note(f"graphgames: the game names no start, so the play begins at {label}; --start V chooses another vertex")


def _readable(given: Any) -> Any:
    """Return a game with labels that a terminal can show, since everything that is said of a play names them."""
    labels = given.arena.labels if isinstance(given, Game) else None
    if labels is None or all(str(label).isprintable() for label in labels):
        return given
    return replace(given, arena=given.arena.with_labels([printable(str(label)) for label in labels]))


def problem(arguments: argparse.Namespace, name: str, file: str | None = None, up_to: int | None = None) -> Any:
    """Read the game that is meant: a concrete one with its input or an example, one that a name means, or a file.

    A game that a name means is asked for its parts up to a size, where one is given.
    """
    name, rest = sized(name, [] if file is None else [file])
    file, there = next(iter(rest), None), Path(name).exists()
    example = "graphgames: this is a small example of {}; name a file for another one"
    if name in find.inputs() and find.document(name) is None and not there:
        kind = find.inputs()[name]
        if file is not None:
            arguments.game = name
            return read_problem(arguments, file)
        if name not in kind.input_examples:
            raise GameError(f"{name} is played with a file: {name} FILE")
        _refuse_reading(arguments, name)
        note(example.format(name))
        return kind.load(kind.input_examples[name])
    if find.document(name) is None or (file is None and Path(name).is_file()):
        if file is not None and arguments.start is None and _is_start(name, file):
            arguments.start, file = file, None
        if file is not None and there:
            way = "--start V says where a play begins"
            raise GameError(f"{printable(name)} is a file already, so {printable(file)} is one too many; {way}")
        if file is not None:
            refuse_file(name, file)
            find.concrete_game(name)  # says that there is none
        elif name != "-" and not there:
            found = problem_of_name(arguments, name, up_to)
            if found is not None and how_to_read(arguments) == {"objective": "misere"}:
                arguments.start = None  # which the heaps of the game are
                return in_misere(found, name)
            if found is not None:
                _refuse_reading(arguments, name)
                return found
            if not Path(name).suffix and os.sep not in name:
                refuse_two_words(name)
                raise no_game(name)
        if find.inside(name) is not None and not getattr(arguments, "quiet", False):
            note(find.unverified(name))
        return read_problem(arguments, name)
    _refuse_reading(arguments, name)
    if file == "-":
        raise GameError("standard input is not read here; the game must be in a file")
    game = find.concrete_game(name)
    if file is not None:
        return api.read(file, game=game.name)
    note(example.format(game.title))
    return game.read(game.example.encode(), "<example>")


def _is_start(name: str, word: str) -> bool:
    """Return whether a word behind a game that needs no file names a position to begin with."""
    return "=" not in word and not Path(word).exists() and (Path(name).exists() or name in find.names())


def refuse_file(name: str, file: str) -> None:
    """Raise `GameError` if a file is named beside a game that is played without one."""
    if name in find.names():
        where = "its options go into the name" if "=" in file else "--start says where a play begins"
        raise GameError(f"{name} is played without a file, but there is {file!r}; {where}; see: graphgames play --help")


def _refuse_reading(arguments: argparse.Namespace, name: str) -> None:
    """Raise an error if options say how to read a file, for games that are none."""
    if given := next(iter(how_to_read(arguments)), None):
        option = "set" if given == "settings" else given
        raise GameError(f"--{option} is for files; {name} has its own rules")
