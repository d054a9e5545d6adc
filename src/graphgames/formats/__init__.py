"""Readers and writers of games and solutions, one module per format; `table` lists them.

`game_in` and `solution_in` choose the format by the name's ending and the contents, and read; `write` chooses by the
ending. A format's module has, as far as the table says so, ``read_game(data, source, objective, priorities) -> Game``,
``write_game(game, file)``, ``read_solution(data, source, problem) -> Solution`` and ``write_solution(solution,
file)``; where it writes something of one kind alone, as a machine, ``write_machine(machine, file)``.

In all of them ``data`` (bytes, bytearray or a memory map) is the whole file, unpacked, ``source`` its name for the
error messages, and ``file`` an open binary file. ``objective`` says what a game is read as, by default what the format
is made for, and ``priorities`` which of them make the target, safe, accepting or rejecting vertices
(`priorities.objective_of`). What cannot be read is a `FormatError` with its place, up to ten faults together.
"""

from __future__ import annotations

import os
from itertools import chain

from graphgames.catalogue.find import kinds
from graphgames.catalogue.rows import Format
from graphgames.core.errors import Fault, FormatError, GameError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO, Any

    from graphgames.core.game import Game
    from graphgames.formats.priorities import Priorities
    from graphgames.readers.source import Source

GAME, SOLUTION, MODEL = "game", "solution", "model"
_PACKED = (".gz", ".bz2")


GENERAL: tuple[Format, ...] = (
    Format(
        "pgsolver",
        "games with owners and priorities (PGSolver, Oink)",
        (".pg", ".gm"),
        "pgsolver",
        GAME,
        GAME,
        objectives=("parity",),
    ),
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
    Format("cert", "claims in plain lines, for the proved checker", (".cert",), "cert", "", SOLUTION),
    Format("edges", "impartial games, one edge 'u v' per line", (".edges", ".el"), "edges", GAME, GAME),
    Format("dot", "graphs with attributes (Graphviz)", (".dot", ".gv"), "dot", GAME, GAME, attributes=True),
    Format(
        "csv",
        "edges with attributes as a table",
        (".csv", ".tsv"),
        "csv_",
        GAME,
        GAME,
        attributes=True,
        objectives=("parity", "mean-payoff", "normal"),
    ),
    *(
        Format(name, f"graphs by NetworkX, {title}", endings, "networkx_", GAME, writes, dialect=name, attributes=True)
        for name, title, endings, writes in (
            ("graphml", "GraphML", (".graphml",), GAME),
            ("gml", "GML", (".gml",), GAME),
            ("gexf", "GEXF", (".gexf",), GAME),
            ("pajek", "Pajek", (".net",), GAME),
            ("adjlist", "one vertex and its successors per line", (".adjlist",), GAME),
            ("edgelist", "one edge per line, between any two words", (".edgelist",), GAME),
        )
    ),
    Format("npz", "games as NumPy arrays (numpy.savez)", (".npz",), "npz", GAME, GAME),
    Format("npz-solution", "solutions as NumPy arrays", (".npz",), "npz", SOLUTION, SOLUTION, games_only=True),
    Format(
        "arena",
        "games with all they hold, in JSON, by graphgames",
        (".arena", ".json"),
        "arena_json",
        GAME,
        GAME,
        any_priorities=True,
    ),
)
"""The formats that hold games of several kinds; `table` adds those of the kinds."""


def table() -> tuple[Format, ...]:
    """Return every format that is known."""
    return tuple(_entries())


def _entries() -> Iterator[Format]:
    """Yield every format; rows of kinds are imported until it is found."""
    yield from GENERAL
    for kind in kinds():
        yield from kind.formats


def find(name: str, fitting: Sequence[Format] | None = None) -> Format:
    """Return the format of that name, or of that ending; raise `GameError`, which names those that fit, for another.

    >>> find("pgsolver") is find("pg")
    True
    """
    among = fitting or table()
    called = (entry for entry in among if entry.name == name)
    ending = (entry for entry in among if f".{name}" in entry.endings)
    others = (entry for entry in table() if entry.name == name)
    if (entry := next(chain(called, ending, others), None)) is not None:
        return entry
    names = [entry.name for entry in among]
    raise GameError(f"there is no format {name!r}{did_you_mean(name, names)} The formats are: {', '.join(names)}")


def by_ending(path: str | os.PathLike[str], among: Sequence[Format] | None = None) -> Format | None:
    """Return the format of a name's ending, or None; ``.gz`` and ``.bz2`` are looked through.

    Of several with the ending it is the first, ``among`` these or of all: games and solutions are both ``.json``.

    >>> by_ending("games/ladder.pg.gz").name
    'pgsolver'
    """
    root, ending = os.path.splitext(path)  # noqa: PTH122, which would import pathlib
    while ending in _PACKED:
        root, ending = os.path.splitext(root)  # noqa: PTH122
    return next((entry for entry in among or _entries() if ending.lower() in entry.endings), None)


def guess(source: Source, holds: str = GAME) -> Format:
    """Choose the format of an input: by its contents if they leave no doubt, else by its name, else by the likeliest.

    It should hold a ``"game"`` or a ``"solution"``. Raise `FormatError`, which says what it looks like, if it is
    nothing that can be read as that.

    >>> from graphgames.readers.source import Source
    >>> guess(Source(b"parity 0; 0 0 0 0;", "ladder.txt")).name
    'pgsolver'
    """
    from graphgames.readers.sniff import EMPTY, is_edge_list, looks_like

    found, named = looks_like(source.data), by_ending(source.name)
    content = next((entry for entry in _entries() if entry.name == found.name and not found.ambiguous), None)
    fitting = [entry for entry in (content if found.sure else None, named, content) if entry is not None]
    if not fitting and holds == GAME and is_edge_list(source.data):
        fitting = [find("edges")]
    wanted = (GAME, MODEL) if holds == GAME else (holds,)
    for entry in fitting:
        if entry.reads in wanted:
            return entry
    formats = ", ".join(f"{entry.name} ({' '.join(entry.endings)})" for entry in table() if entry.reads in wanted)
    if found is EMPTY:
        raise FormatError([Fault(found.what, expected=f"a {holds}")], source.name)
    hint = found.hint
    if fitting and fitting[0].reads and not hint:
        hint = f"it would be read as a {fitting[0].reads}, where a {holds} is expected"
        if holds == "solution":
            hint += "; graphgames solve -o OUT.json writes one, and a policy in a table is for graphgames evaluate"
        if found.name == "json" and not found.sure:
            way = "in Python, solve(json.load(file), objective) takes successors"
            hint = f'JSON of graphgames has a key "format"; {way}'
        elif fitting[0].reads == "solution":
            hint += f"; graphgames verify GAME {source.name} checks it"
    raise FormatError([Fault(f"this looks like {found.what}", 0, 0, "", 0, f"a {holds}: {formats}", hint)], source.name)


def _by_columns(priorities: Priorities | None) -> Format | None:
    """Return the format that alone has a column of which a reader was told."""
    columns = getattr(priorities, "columns", None)
    return columns and next((entry for entry in table() if any(one in columns for one in entry.columns)), None)


def _refuse_read_as(entry: Format, priorities: Priorities) -> None:
    """Raise `GameError` if a reader was told of columns or of a first number in a file that has none."""
    from graphgames.formats.priorities import as_read

    read_as = as_read(priorities)
    if read_as.columns and not entry.attributes:
        column = next(iter(read_as.columns.values()))
        raise GameError(f"the format {entry.name} has no columns, and no attribute {column!r} to read; leave it out")
    if read_as.mending and not entry.mends:
        name = next(iter(read_as.mending))
        raise GameError(f"the format {entry.name} holds no rounded numbers that {name} could mend; leave it out")
    if read_as.base is not None and entry.name != "edges":
        way = "leave out the number of the first (--base)"
        raise GameError(f"the format {entry.name} contains the names of vertices; {way}")


def game_in(
    source: Source, objective: str | None = None, priorities: Priorities | None = None, format: str | None = None
) -> Game:
    """Read a game from an input that was opened; arguments and errors as for `graphgames.read`."""
    entry = _by_columns(priorities) or guess(source, GAME) if format is None else find(format)
    if entry.reads not in (GAME, MODEL):
        raise GameError(f"the format {entry.name} holds no game that can be read")
    options = {} if objective is None else {"objective": objective}
    options |= {"dialect": entry.dialect} if entry.dialect else {}
    game: Game = entry.load().read_game(source.data, source.name, priorities=priorities, **options)
    if priorities is not None:
        from graphgames.formats.priorities import game_as_read, refuse_convention

        _refuse_read_as(entry, priorities)
        if hasattr(game, "objective"):  # a model may have none yet
            refuse_convention(type(game.objective), priorities)
            game = game_as_read(game, priorities, objective)
    return game


def solution_in(source: Source, problem: object, format: str | None = None) -> Any:
    """Read a solution of a problem from an input that was opened, as `graphgames.read_solution` does."""
    from graphgames.core.game import Game

    entry = guess(source, SOLUTION) if format is None else find(format)
    if entry.reads != SOLUTION:
        raise GameError(f"the format {entry.name} holds no solution that can be read")
    if entry.games_only and not isinstance(problem, Game):
        raise GameError(f"the format {entry.name} holds solutions of games on arenas, and no others; write JSON")
    return entry.load().read_solution(source.data, source.name, problem)


def write(thing: object, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write a game, a solution or a machine to a file; arguments and errors as for `graphgames.write`."""
    from graphgames.readers.atomic import atomic_write

    entry = format_for(thing, path, format)
    with atomic_write(path) as file:
        write_to(thing, file, entry)


def format_for(thing: object, path: str | os.PathLike[str], format: str | None = None) -> Format:
    """Choose the format in which to write something; as `write`."""
    from pathlib import PurePath

    from graphgames.core.game import Game
    from graphgames.core.solution_base import Solution

    holds = GAME if isinstance(thing, Game) else SOLUTION if isinstance(thing, Solution) else None
    holds = holds or getattr(thing, "written_as", None)
    if not isinstance(holds, str):
        name = type(thing).__name__
        own = "; its method write(path) writes it" if hasattr(thing, "write") else ""
        own = own or "; Game(Arena.from_dict(moves), objective) is a game" * isinstance(thing, dict)
        like = "games on arenas, solutions, specifications and machines"
        raise GameError(f"a {name} cannot be written to a file like {like}{own}")
    on_arena = isinstance(thing, Game) or isinstance(getattr(thing, "problem", None), Game)
    fitting = [entry for entry in table() if entry.writes == holds and (on_arena or not entry.games_only)]
    entry = find(format, fitting) if format is not None else by_ending(path, fitting) or by_ending(path)
    if entry is None and PurePath(os.fspath(path)).suffix:
        known = ", ".join(ending for other in fitting for ending in other.endings)
        drawn = "; draw() makes a picture or a page, of which save(path) writes a file" if holds == "solution" else ""
        raise GameError(f"the ending of {os.fspath(path)} names no format for a {holds}; known are {known}{drawn}")
    if entry is None:
        entry = fitting[0]
    if entry not in fitting:
        names = ", ".join(f"{other.name} ({' '.join(other.endings)})" for other in fitting)
        what = holds if entry.writes != holds else f"{holds} of this kind"
        if entry.asked and hasattr(thing, "model"):
            raise GameError(f"{entry.name} holds a model without a property; leave out the property")
        raise GameError(f"a {what} cannot be written in the format {entry.name}; these hold one: {names}")
    return entry


def write_to(thing: object, file: IO[bytes], entry: Format) -> None:
    """Write something to an open binary file in a format that holds it."""
    options = {"dialect": entry.dialect} if entry.dialect else {}
    getattr(entry.load(), f"write_{entry.writes}")(thing, file, **options)
