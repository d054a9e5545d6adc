"""``graphgames convert IN OUT``: read a game in one format and write it in another."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from graphgames import api
from graphgames.catalogue.asking import Askable
from graphgames.catalogue.console import Options
from graphgames.catalogue.rows import Format
from graphgames.cli.options import add_game_options, endings_of, read_problem
from graphgames.cli.output import described, note, note_lost_objective, progress
from graphgames.core.conventions import CONVENTIONS
from graphgames.core.errors import FormatError, GraphGamesError
from graphgames.core.game import Game
from graphgames.core.naming import NUMBERED, PLAYERS
from graphgames.formats import GAME, by_ending, find, format_for, table
from graphgames.formats.solutions import in_parity

_WITHOUT_CONVENTION = ("csv", "gexf", "npz", "pgsolver")
"""Formats of games with priorities that hold no word of what these mean."""


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("input IN", "a game, plain or compressed (gz, bz2); - is stdin")
    there = "where to; its ending chooses the format; - is stdout"
    parser.add("output OUT", there, nargs="?", default=argparse.SUPPRESS)
    parser.add("-o --output OUT", "the same as OUT after IN")
    parser.add(
        "--to NAME",
        "the format to write, where the ending of OUT does not show it; or parity, for the game as a parity game",
    )
    parser.add(
        "--to-convention",
        "the convention in which priorities are written (default: as IN has them; in PGSolver's format max-even)",
        choices=CONVENTIONS,
    )
    parser.add("--reward NAME", "of a model's reward structures: the one to write to a .tra file (default: the first)")
    parser.add("--start V", "the vertex where the play begins, by its label (default: IN's)")
    parser.add("--quiet", "print nothing but errors")
    parser.only_ending("OUT", lambda: (*endings_of("game"), *endings_of("specification"), ".problem", ".tra", ".txt"))
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read and write; print what was written on stderr."""
    if arguments.output is None and arguments.to is not None:
        arguments.output = "-"
    if arguments.output is None:
        raise GraphGamesError(f"say where to write: graphgames convert {arguments.input} OUT; - is standard output")
    try:
        with progress(f"reading {arguments.input}", arguments.quiet):
            game = read_problem(arguments, arguments.input)
    except FormatError:
        if arguments.format is not None and arguments.to is None:
            note(f"graphgames: --format is how {arguments.input} is read; --to {arguments.format} is how it is written")
        raise
    if arguments.reward is not None and not isinstance(game, Askable):
        what = "the states and transitions of a model"
        raise GraphGamesError(f"--reward is for {what}, and {arguments.input} is not one")
    in_full = not isinstance(game, Game) or arguments.output.endswith(".problem")
    if in_full and arguments.to_convention is not None:
        what = "a problem in full keeps its conventions" if isinstance(game, Game) else f"{arguments.input} is not one"
        raise GraphGamesError(f"--to-convention is for files of parity games, and {what}")
    if isinstance(game, Askable):
        return write_states(game, arguments)
    if hasattr(game, "written_as") and not arguments.output.endswith(".problem"):
        games = [entry for entry in table() if entry.writes == GAME]
        entry = by_ending(arguments.output) if arguments.to is None else find(arguments.to, games)
        if entry is not None and entry.writes == game.written_as:
            return write_as(entry, game, arguments)
    if in_full:
        return write_in_full(game, arguments)
    if arguments.start is not None:
        game = replace(game, start=arguments.start)
    if arguments.to == "parity":
        game, arguments.to = in_parity(game), None
    if arguments.to is None and arguments.output.endswith(".txt"):  # as it is read
        arguments.to = "pgsolver" if hasattr(game.objective, "in_convention") else "edges" if game.impartial else None
    entry = format_for(game, arguments.output, arguments.to)
    on_edges = game.split is not None and not entry.any_priorities
    game = game.vertex_form if on_edges else game
    if arguments.to_convention is not None:
        game = _in_convention(game, entry, arguments)
    with progress(f"writing {arguments.output}", arguments.quiet):
        api.write(game, arguments.output, entry.name)
    if arguments.quiet:
        return 0
    _note_lost(game, entry, arguments, on_edges)
    lost = entry.name == "edges" and game.arena.labels is not None
    numbered = "vertices have numbers from 0 there, not their names" * lost
    if arguments.output != "-":
        note("; ".join(filter(None, (f"{arguments.output}: {_written(game, entry, arguments)}", numbered))))
        note_lost_objective(game, arguments.output, arguments.to)
    elif lost:
        note(f"graphgames: {numbered}")
    return 0


def write_states(model: Any, arguments: argparse.Namespace) -> int:
    """Write the states and transitions of a model as PRISM writes them out."""
    if not arguments.output.endswith(".tra"):
        raise GraphGamesError(
            f"{arguments.input} is a model, whose states and transitions are written to a .tra file; "
            "with --property the game that the property asks about is written"
        )
    with progress(f"writing {arguments.output}", arguments.quiet):
        built = model.build() if hasattr(model, "build") else model
        names = built.write(arguments.output, arguments.reward)
    if not arguments.quiet:
        if arguments.reward is None and len(built.rewards) > 1:
            first, *others = built.rewards
            way = f"--reward NAME writes {', '.join(others)}"
            note(f"graphgames: the rewards written are {first or 'the first'}; {way}")
        numbered = "" if built.names is None else "; states have numbers there, not names"
        note(f"{', '.join(names)}: {built}{numbered}")
    return 0


def write_as(entry: Format, problem: object, arguments: argparse.Namespace) -> int:
    """Write what is no game on an arena in a format of its own."""
    if arguments.start is not None:
        raise GraphGamesError(f"{arguments.input} is not a game on an arena, and only those have a start; leave it out")
    with progress(f"writing {arguments.output}", arguments.quiet):
        api.write(problem, arguments.output, entry.name)
    if not arguments.quiet and arguments.output != "-":
        note(f"{arguments.output}: {entry.title}")
    return 0


def write_in_full(problem: object, arguments: argparse.Namespace) -> int:
    """Write a problem in full, as the reference checker reads it: a model with its actions, or no game on an arena."""
    from graphgames.formats.problem_json import write_problem
    from graphgames.readers.atomic import atomic_write

    if arguments.to is not None or arguments.start is not None:
        raise GraphGamesError(
            f"{arguments.input} is not a game on an arena, and only those have other formats and a start; "
            "without --to and --start it is written in full, as JSON"
        )
    entry = by_ending(arguments.output)
    if entry is not None and entry.name not in ("arena", "json"):
        raise GraphGamesError(
            f"{arguments.input} is not a game on an arena, so {arguments.output} cannot hold it; "
            "a file .problem or .json holds it in full, as JSON"
        )
    with progress(f"writing {arguments.output}", arguments.quiet), atomic_write(arguments.output) as file:
        write_problem(problem, file)
    if not arguments.quiet and arguments.output != "-":
        note(f"{arguments.output}: the problem in full, as the reference checker reads it")
    return 0


def _in_convention(game: Game, entry: Format, arguments: argparse.Namespace) -> Game:
    """Return a parity game with priorities of the convention asked for."""
    if not hasattr(game.objective, "in_convention"):
        raise GraphGamesError(
            f"--to-convention is for parity games, and {arguments.input} is a {game.objective.title}; --to parity "
            "makes one of it"
        )
    which, good = arguments.to_convention.split("-")
    if entry.accepts:  # and what player 1 wants is named there
        good = "odd" if good == "even" else "even"
    turned: Any = game.objective.in_convention(f"{which}-{good}")
    if entry.name in _WITHOUT_CONVENTION:
        turned = replace(turned, convention="max-even")  # else the writer would turn them back
    return replace(game, objective=turned)


def _note_lost(game: Game, entry: Format, arguments: argparse.Namespace, on_edges: bool) -> None:
    """Note what a format has no room for: names of players, marks on edges, the convention of priorities."""
    first, second = game.players
    if entry.name == "pgsolver" and game.players not in (*PLAYERS, NUMBERED):
        note(f"{arguments.input}: {first} is player 0 in PGSolver's format, and {second} player 1")
    if on_edges:
        there = "PGSolver's format" if entry.name == "pgsolver" else f"the format {entry.name}"
        note(f"{arguments.input}: the marks are on edges; in {there} vertices stand for these")
    if arguments.to_convention is not None and entry.name in _WITHOUT_CONVENTION:
        note(
            f"{arguments.output}: the format cannot say which convention its priorities follow; read it with "
            f"--convention {arguments.to_convention}"
        )


def _written(game: Game, entry: Format, arguments: argparse.Namespace) -> str:
    """Return what was written: a format without room for a convention holds other priorities than the game."""
    if entry.accepts and arguments.to_convention is not None:
        plain: Any = game.objective
        asked = arguments.to_convention.replace("-", " ")
        return f"{described(replace(game, objective=plain.in_convention('max-even')))}; player 1 wants parity {asked}"
    if "convention" not in game.objective.changed_settings() or entry.any_priorities:
        return described(game)
    again = api.read(arguments.output, format=entry.name)
    changed = again.objective.changed_settings() != game.objective.changed_settings()
    return described(again) + (", its priorities turned into max-even ones" if changed else "")
