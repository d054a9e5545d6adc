"""Readers and writers of games and solutions, one module per format; `table` lists them.

`game_in` and `solution_in` choose the format by the name's ending and the contents, and read; `write` chooses by the
ending. A format's module has, as far as the table says so, ``read_game(data, source, objective, priorities) -> Game``,
``write_game(game, file)``, ``read_solution(data, source, problem, certify) -> Solution`` and ``write_solution(solution,
file)``; where it writes something of one kind alone, as a machine, ``write_machine(machine, file)``.
"""

from __future__ import annotations

import os

from graphgames.core.catalogue import Format, kinds
from graphgames.core.errors import Fault, FormatError, GameError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from graphgames.core.game import Game
    from graphgames.formats.priorities import Priorities
    from graphgames.formats.solutions import Certify
    from graphgames.readers.source import Source

GAME, SOLUTION = "game", "solution"
_PACKED = (".gz", ".bz2")


GENERAL: tuple[Format, ...] = (
    Format("pgsolver", "games with owners and priorities (PGSolver, Oink)", (".pg", ".gm"), "pgsolver", GAME, GAME),
    Format(
        "paritysol",
        "solutions (PGSolver, Oink)",
        (".paritysol", ".sol"),
        "paritysol",
        SOLUTION,
        SOLUTION,
        games_only=True,
    ),
    Format("json", "solutions of every kind with certificates, by graphgames", (".json",), "json_", SOLUTION, SOLUTION),
    Format("edges", "impartial games, an edge 'u v' a line", (".edges", ".el"), "edges", GAME, GAME),
    *(
        Format(name, f"graphs by NetworkX, {title}", endings, "networkx_", GAME, dialect=name)
        for name, title, endings in (
            ("graphml", "GraphML", (".graphml",)),
            ("gml", "GML", (".gml",)),
            ("gexf", "GEXF", (".gexf",)),
            ("pajek", "Pajek", (".net",)),
            ("adjlist", "a vertex and its successors a line", (".adjlist",)),
            ("edgelist", "an edge between any two words a line", (".edgelist",)),
        )
    ),
    Format("dot", "graphs in DOT with numbers for attributes (GGG)", (".dot", ".gv"), "dot", GAME),
    Format("arena", "games with all they hold, in JSON, by graphgames", (".arena",), "arena_json", GAME, GAME),
)
"""The formats that hold games of several kinds; `table` adds those of the kinds."""


def table() -> tuple[Format, ...]:
    """Return every format that is known."""
    return (*GENERAL, *(entry for kind in kinds() for entry in kind.formats))


def find(name: str) -> Format:
    """Return the format of that name.

    Raises
    ------
    GameError
        If there is none; the message names the formats.
    """
    for entry in table():
        if entry.name == name:
            return entry
    names = [entry.name for entry in table()]
    raise GameError(f"there is no format {name!r}{did_you_mean(name, names)} The formats are: {', '.join(names)}")


def by_ending(path: str | os.PathLike[str]) -> Format | None:
    """Return the format of a name's ending, or None; ``.gz`` and ``.bz2`` are looked through.

    Examples
    --------
    >>> by_ending("games/ladder.pg.gz").name
    'pgsolver'
    """
    from pathlib import PurePath

    pure = PurePath(os.fspath(path))
    while pure.suffix in _PACKED:
        pure = pure.with_suffix("")
    return next((entry for entry in table() if pure.suffix.lower() in entry.endings), None)


def guess(source: Source, holds: str = GAME) -> Format:
    """Choose the format of an input: by its contents if they leave no doubt, else by its name, else by the likeliest.

    Parameters
    ----------
    source : Source
        The opened source.
    holds : str
        ``"game"`` or ``"solution"``: what it should hold.

    Raises
    ------
    FormatError
        If it is nothing that can be read as that; it says what it looks like.

    Examples
    --------
    >>> from graphgames.readers.source import Source
    >>> guess(Source(b"parity 0; 0 0 0 0;", "ladder.txt")).name
    'pgsolver'
    """
    from graphgames.readers.sniff import EMPTY, looks_like

    kind, named = looks_like(source.data), by_ending(source.name)
    content = next((entry for entry in table() if entry.name == kind.name and not kind.ambiguous), None)
    fitting = [entry for entry in (content if kind.sure else None, named, content) if entry is not None]
    for entry in fitting:
        if entry.reads == holds:
            return entry
    formats = ", ".join(f"{entry.name} ({' '.join(entry.endings)})" for entry in table() if entry.reads == holds)
    if kind is EMPTY:
        raise FormatError([Fault(kind.what, expected=f"a {holds}")], source.name)
    hint = kind.hint
    if fitting and not hint:
        hint = f"it would be read as a {fitting[0].reads}, where a {holds} is wanted"
    raise FormatError([Fault(f"this looks like {kind.what}", 0, 0, "", 0, f"a {holds}: {formats}", hint)], source.name)


def game_in(
    source: Source, objective: str | None = None, priorities: Priorities | None = None, format: str | None = None
) -> Game:
    """Read a game from an input that was opened.

    Parameters
    ----------
    source : Source
        The opened source.
    objective : str, optional
        What it is read as: ``parity``, ``reach``, ``safe``, ``buchi``, ``cobuchi``, ``normal`` or ``misere``. By
        default what the format is made for.
    priorities : str or iterable of int, optional
        Which priorities make the target, safe, accepting or rejecting vertices, as ``"2,4-6"`` or as integers.
    format : str, optional
        A name from `table`; by default `guess` chooses.

    Raises
    ------
    FormatError
        If it cannot be read or is not in the format.
    GameError
        If there is no such objective or format.
    """
    entry = guess(source, GAME) if format is None else find(format)
    if entry.reads != GAME:
        raise GameError(f"the format {entry.name} holds no game that can be read")
    options = {} if objective is None else {"objective": objective}
    options |= {"dialect": entry.dialect} if entry.dialect else {}
    game: Game = entry.load().read_game(source.data, source.name, priorities=priorities, **options)
    return game


def solution_in(source: Source, problem: Any, format: str | None = None, certify: Certify | None = None) -> Any:
    """Read a solution of a problem from an input that was opened.

    Parameters
    ----------
    source : Source
        The opened source.
    problem : Game, or another problem
        The problem that was solved.
    format : str, optional
        A name from `table`; by default `guess` chooses.
    certify : callable, optional
        Makes a certificate of the game, the winners and the moves, for a file that holds none; a parity game needs
        none. See `solutions.solution_from_arrays`.

    Raises
    ------
    FormatError
        If it cannot be read, is not in the format, or does not fit the problem.
    """
    from graphgames.core.game import Game

    entry = guess(source, SOLUTION) if format is None else find(format)
    if entry.reads != SOLUTION:
        raise GameError(f"the format {entry.name} holds no solution that can be read")
    if entry.games_only and not isinstance(problem, Game):
        raise GameError(f"the format {entry.name} holds solutions of games on arenas, and no others; write JSON")
    return entry.load().read_solution(source.data, source.name, problem, certify)


def write(thing: Any, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write a game, a solution or a machine to a file that appears whole or not at all; to standard output for ``-``.

    Parameters
    ----------
    thing : Game, Solution or Machine
        The object to write.
    path : str or path
        Its ending chooses the format; ``.gz`` or ``.bz2`` behind it packs.
    format : str, optional
        A name from `table`; by default the ending's, and without a known ending the first that fits.

    Raises
    ------
    FormatError
        If the file cannot be written.
    GameError
        If the format cannot hold the thing.
    """
    from graphgames.readers.atomic import atomic_write

    entry = chosen(thing, path, format)
    with atomic_write(path) as file:
        write_to(thing, file, entry)


def chosen(thing: Any, path: str | os.PathLike[str], format: str | None = None) -> Format:
    """Choose the format in which to write something; as `write`."""
    from pathlib import PurePath

    from graphgames.core.game import Game

    holds = _held(thing)
    on_arena = isinstance(thing, Game) or isinstance(getattr(thing, "problem", None), Game)
    fitting = [entry for entry in table() if entry.writes == holds and (on_arena or not entry.games_only)]
    entry = find(format) if format is not None else by_ending(path)
    if entry is None and PurePath(os.fspath(path)).suffix:
        known = ", ".join(ending for other in fitting for ending in other.endings)
        raise GameError(f"the ending of {os.fspath(path)} names no format for a {holds}; known are {known}")
    if entry is None:
        entry = fitting[0]
    if entry not in fitting:
        names = ", ".join(f"{other.name} ({' '.join(other.endings)})" for other in fitting)
        what = holds if entry.writes != holds else f"{holds} of this kind"
        raise GameError(f"a {what} cannot be written in the format {entry.name}; these hold one: {names}")
    return entry


def _held(thing: object) -> str:
    """Return the name by which the table of formats calls an object."""
    from graphgames.core.game import Game
    from graphgames.core.solution_base import Solution

    if isinstance(thing, Game):
        return GAME
    if isinstance(thing, Solution):
        return SOLUTION
    what = getattr(thing, "written_as", None)
    if isinstance(what, str):
        return what
    name = type(thing).__name__
    raise GameError(f"a {name} cannot be written to a file; games on arenas, solutions and machines can")


def write_to(thing: Any, file: IO[bytes], entry: Format) -> None:
    """Write something to an open binary file in a format that holds it."""
    getattr(entry.load(), f"write_{entry.writes}")(thing, file)
