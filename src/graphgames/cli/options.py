"""Options that several commands share, for reading a game."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any

from graphgames.catalogue.asking import constants_of, endings, questions
from graphgames.catalogue.console import Options
from graphgames.catalogue.find import document, engines, inputs, named, names, objective_name, objectives
from graphgames.cli.output import note, read
from graphgames.core.calling import SYNONYMS
from graphgames.core.conventions import CONVENTIONS
from graphgames.core.errors import GameError, did_you_mean, printable
from graphgames.engines.dispatch import host, usual
from graphgames.readers.source import Source, open_source

_CONSTANTS = rb'(?m)^"constants": (\{("[^"\n]*":"[^"\n]*",?)+\}),$'

MARKS = {
    "target": "reach, or reach-probability where chance moves",
    "safe": "safe",
    "accepting": "buchi",
    "rejecting": "cobuchi",
    "avoid": "avoid-probability",
}
"""Vertices that may be named where a file has no priorities, with the objective that is made of them by default."""

READING = ("game", "objective", "priorities", "convention", "format")
TELLING = (*MARKS, "players", "column", "base", "exact", "normalize", "set")
"""The options that say what a file means, beside `READING`."""
COLUMNS = (
    *("owner", "weight", "reward", "probability", "priority", "label", "start", "source", "target"),
    *("state", "action", "next", "player"),
)
"""What the columns of a table, or the attributes of another graph, may stand for."""


def settings_by_name() -> dict[str, str]:
    """Return the settings of all objectives, each by its name and by what people call it."""
    from graphgames.catalogue.find import settings

    return {name: name for name in settings()} | SYNONYMS


def add_game_options(parser: Options, asked: bool = True) -> None:
    """Add the options for reading a game file, for setting fields of its objective, and for asking a model."""
    group = parser.group("how to read the game")
    if asked:
        group.add(
            "--prop --property TEXT",
            f"what to ask of a model ({', '.join(endings())}), as {questions()[0]}",
            dest="property",
        )
        group.add("--const NAME=VALUE,...", "values of a model's open constants, such as N=5", action="append")
    group.add("--game NAME", "the file is the input of this concrete game (see: graphgames games)")
    wanted = group.either()
    wanted.add(
        "--objective NAME",
        f"what player 0 wants (default: parity for .pg files): {', '.join(objectives())}; or what is asked of a "
        f"graph alone: {', '.join(inputs())}",
        type=objective_name,
        choices=(*objectives(), *inputs()),
    )
    wanted.add(
        "--misere",
        "misère play, where a player who cannot move wins: of a graph, or of a heap game by its code",
        dest="objective",
        action="store_const",
        const="misere",
    )
    group.add(
        "--priorities SET",
        "the priorities whose vertices are the target, safe or accepting (default: even ones), or rejecting or to "
        "be avoided (default: odd ones), such as 2 or 1,4-6; --convention max-odd or min-odd swaps the defaults",
    )
    group.add(
        "--convention",
        "which priority seen infinitely often decides, and which are good for player 0 (default: max-even, or as "
        "the file says)",
        choices=CONVENTIONS,
    )
    for name, default in MARKS.items():
        group.add(
            f"--{name} NAMES",
            f"the {'unsafe' if name == 'avoid' else name} vertices, separated by commas, where the file does "
            f"not give them (objective: {default})",
        )
    group.add("--players A,B", "the names of player 0 and player 1, by which the file may name the owners of vertices")
    group.add(
        "--column NAME=COLUMN",
        "which column of a table, or attribute of another graph, stands for "
        f"{', '.join(COLUMNS[:-1])} or {COLUMNS[-1]}, such as weight=cost",
        action="append",
    )
    group.add(
        "--base",
        "the number of the first vertex of an edge list (default: 1, or 0 where 0 occurs)",
        type=int,
        choices=(0, 1),
    )
    group.add(
        "--exact",
        "in the table of a model, .drn or .tra: read 0.33333 as 1/3 (simplest, from 5 decimals on; default: "
        "decimal, as written); without a value: print the value of a property with all its digits",
        nargs="?",
        const=True,
        choices=("decimal", "simplest"),
    )
    group.add(
        "--normalize", "in the table of a model, .drn or .tra: divide probabilities that were rounded by their sum"
    )
    group.add(
        "--set NAME=VALUE",
        "set a parameter of the objective, such as threshold=7/3, cap=100 or dead_ends=lose",
        action="append",
    )
    group.add("--format NAME", "the file's format, where its name and content do not show it")


def endings_of(holds: str) -> list[str]:
    """Return the endings of files to which a "game", a "solution" or a "machine" is written."""
    from graphgames.formats import table

    return [ending for entry in table() if entry.writes == holds for ending in entry.endings]


def takes_expressions(arguments: argparse.Namespace) -> bool:
    """Return whether the states of the file are named by expressions; of standard input by ``--format`` alone."""
    from graphgames.formats import find, guess

    if arguments.format is not None:
        return find(arguments.format).expressions
    if arguments.game is not None or not os.path.isfile(arguments.file):  # noqa: PTH113, which imports pathlib
        return False
    return guess(open_source(arguments.file)).expressions


def add_engine(parser: Options) -> None:
    """Add the option for where a game is solved or a solution checked."""
    parser.add(
        "--engine NAME",
        "local, or mpi for one game spread over all processes of mpirun (default under mpirun)",
        choices=engines(),
    )


def engine_of(arguments: argparse.Namespace) -> str:
    """Return the engine that was asked for, or the usual one."""
    return arguments.engine or usual()


def leave_stored_constants(arguments: argparse.Namespace, file: Source) -> None:
    """Leave out the constants of the command line if the solution says which values they have, as those of properties.

    Raise `GameError` where it says another value.
    """
    if not arguments.const or arguments.property or (found := re.search(_CONSTANTS, bytes(file.data))) is None:
        return
    import json  # which few commands need, and costs time at the start

    stored = json.loads(found[1])
    for name, value in constants_of(arguments.const).items():
        if name not in stored or _exactly(stored[name]) != _exactly(value):
            there = ", ".join(f"{one}={what}" for one, what in stored.items())
            raise GameError(f"{printable(file.name)} says which values the constants have: {there}; leave out --const")
    arguments.const = None


def _exactly(value: object) -> object:
    """Return the number of a text, or what is none as it is."""
    from fractions import Fraction

    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return value


def how_to_read(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options for `graphgames.read` that were given."""
    given = {name: one for name, one in vars(arguments).items() if one is not None}
    how = {name: given[name] for name in (*READING, "base", "exact") if given.get(name, True) is not True}
    if isinstance(asked := given.get("property"), str):
        how |= {"property": asked, "constants": constants_of(arguments.const)}
    elif given.get("const") and not (asked or given.get("properties")):
        how["constants"] = constants_of(given["const"])
    players = _listed(given["players"]) if "players" in given else []
    if "players" in given and len(players) != 2:
        raise GameError(f"--players is {given['players']!r}; expected two names with a comma between, such as Ann,Bob")
    named = {
        "normalize": given.get("normalize", False),
        "players": players,
        "settings": dict(map(_setting, given.get("set", ()))),
        "columns": dict(map(_column, given.get("column", ()))),
        "marks": {name: _listed(given[name]) for name in MARKS if name in given},
    }
    return how | {name: one for name, one in named.items() if one}


def how_to_solve(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of solvers that were given: how wide brackets may be, and where what is found is kept."""
    names = ("precision", "checkpoint", "every")
    return {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}


def _listed(text: str) -> list[str]:
    """Return names that have commas between them; one that has a comma itself stands in quotes."""
    import csv  # which processes without such options do without

    return [one.strip() for one in next(csv.reader([text], skipinitialspace=True), [""])]


def _column(written: str) -> tuple[str, str]:
    """Return what a column stands for, and its name in the file."""
    word, _, column = written.partition("=")
    if word == "owner" and "=" in column:
        way = "a column owner in the file says who moves at each vertex, 0 or 1"
        raise GameError(f"--column owner={column} names no column; {way}")
    if word in COLUMNS and not column:
        raise GameError(f"--column {word}= names no column; expected {word}=COLUMN")
    if word not in COLUMNS:
        expected = f"NAME=COLUMN, where NAME is {', '.join(COLUMNS[:-1])} or {COLUMNS[-1]}"
        mended = f"; did you mean {column}={word}?" if column in COLUMNS else ""
        raise GameError(f"--column is {written!r}{mended or f'; expected {expected}'}")
    return word, column


def _setting(written: str) -> tuple[str, str]:
    name, _, value = written.partition("=")
    return SYNONYMS.get(name, name), value


def in_misere(problem: Any, name: str) -> Any:
    """Return the misère play of the game that a name means; raise `GameError` if it is no heap game."""
    found = getattr(problem, "in_misere", None)
    if found is None:
        raise GameError(f"{name} has its own rules; misère play is for heap games and for graphs in files")
    return found


_GUESSED = (
    "read as an edge list, on which the players move in turn (--format edges); graphgames judge NAME answers a "
    "contest's input"
)


def _guessed(game: Any, path: str, how: dict[str, Any]) -> bool:
    """Return whether nothing but the numbers or the pairs of words in a file said that it is an edge list."""
    from graphgames.formats import by_ending
    from graphgames.readers.sniff import looks_like

    arena = game.arena
    numbered = arena.labels is None or isinstance(arena.labels, range) or "weight" in arena.edge_data
    if arena.owner is not None or how.keys() & {"format", "base"} or by_ending(path) is not None:
        return False
    return numbered or (os.path.isfile(path) and looks_like(open_source(path).data).name == "edges")  # noqa: PTH113


def refuse_two_words(name: str) -> None:
    """Raise `GameError` for a name that is none but has that of a game in front, as ``kayles 3,5``."""
    several = [part.split() for part in name.split("+")]
    if len(several) > 1 and any(part and part[0] in names() for part in several):
        raise GameError(
            f"{name!r} is neither a game nor a file; a sum is one of games whose positions have nimbers, such as "
            "'kayles 5 + nim 3', or of games in notation or on boards, such as 'domineering 2x3 + {1|-1}'"
        )
    code, _, start = name.partition(" ")
    if start and code in names():
        if document(code) is not None:
            way = f"graphgames games --long {code} shows how a file of it is written: graphgames play {code} FILE"
        else:
            way = f"heaps are numbers: {code} --start 3,5"
        raise GameError(f"{name!r} is neither a game nor a file; {way}")


def no_game(name: str) -> GameError:
    """Return the error for a name that is neither a file nor a game's."""
    near = did_you_mean(name, [*os.listdir(), *names()])  # noqa: PTH208
    if re.search(r"[GFX] ?\(|->|\b[GF]+[a-z]", name):
        return GameError(f"{name!r} is not the name of a game; graphgames synth {name!r} --outs NAMES takes a formula")
    return GameError(
        f"{name!r} is neither a concrete game, nor the code of a heap game, nor a file{near}\n"
        "a game of your own is given by its rule in Python: by_rule(moves) where both players have the same moves, "
        "partizan(left, right) for values of other games, else expand(rules)"
    )


def problem_of_name(arguments: argparse.Namespace, name: str, up_to: int | None = None) -> Any:
    """Return the problem that a name means, None if it means none; a note says where its position is an example."""
    found = named(name, getattr(arguments, "start", None), up_to)
    if (start := getattr(found, "example", "")) and not getattr(arguments, "quiet", False):
        note(f"graphgames: this is a small example of {name}; another one stands behind the name: '{name} {start}'")
    return found


def read_problem(arguments: argparse.Namespace, path: str, engine: str = "local", notes: bool = True) -> Any:
    """Read a game, or a concrete game's problem, as the options say; or make the one that a name means, no file.

    Notes say what was taken for granted, unless there are to be none.
    """
    how = how_to_read(arguments)
    if host(engine).shares:
        return read(path, engine=engine, **how)
    misere = how == {"objective": "misere"}
    there = (how and not misere) or path == "-" or os.path.exists(path)  # noqa: PTH110, which would import pathlib
    if not there and document(path) is None:
        problem = problem_of_name(arguments, path)
        if problem is not None:
            return in_misere(problem, path) if misere else problem
        refuse_two_words(path)
        if not os.path.splitext(path)[1] and os.sep not in path:  # noqa: PTH122
            raise no_game(path)
    if how and not os.path.exists(path) and path != "-" and named(path, None) is not None:  # noqa: PTH110
        raise GameError(f"{path} is a game that has a name and no file; options for reading a file do not go with it")
    problem = read(path, **how)
    game = getattr(problem, "read_as", None) or problem
    notes = notes and arguments.game is None and not getattr(arguments, "quiet", False)
    if notes and hasattr(game, "objective"):
        from graphgames.cli.remarks import remarks  # which those whose input is no game on an arena do without

        if _guessed(game, path, how):
            note(f"graphgames: {printable(path)}: {_GUESSED}")
        if how.get("marks", {}).keys() == {"target", "avoid"}:
            note(f"graphgames: {printable(path)}: a play that comes to {arguments.avoid} before the target is lost")
        for remark in remarks(game, arguments.objective, bool(how.keys() & {"priorities", "marks"})):
            note(f"graphgames: {printable(path)}: {remark}")
    return problem
