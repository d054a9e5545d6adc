"""Arenas and games as JSON, in a versioned format of our own that keeps everything an arena and an objective hold.

This format has what others lack: vertices of chance with exact probabilities, data over edges and vertices, labels of
any plain kind, and any objective with its data. Each key is on its own line; entry e of ``probability`` and of each of
``edge_data`` belongs to entry e of ``edges``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.core.arena import Arena, Vertex
from graphgames.core.errors import ArenaError, FormatError, GameError, did_you_mean
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.core.value import is_number, listed, to_json
from graphgames.formats.fields import shown
from graphgames.formats.priorities import (
    Priorities,
    made_from_data,
    needs_marks,
    objective_of,
    settings_of,
    speaks_of_priorities,
)
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import Document, Path, parsed
from graphgames.readers.source import Data

NAME, VERSION = "graphgames-arena", 1
EXPECTED = f'an arena in JSON: an object with "format": "{NAME}"'
KEYS = (
    "format", "version", "vertices", "owner", "labels", "edges", "probability", "edge_data", "vertex_data", "start",
    "players", "objective",
)  # fmt: skip


def write_arena(arena: Arena, file: IO[bytes]) -> None:
    """Write an arena with everything it holds.

    Raise `GameError` if a label is nothing that JSON can hold.
    """
    _write(_entries(arena), file)


def write_game(game: Game, file: IO[bytes]) -> None:
    """Write a game: its arena, its objective with all its data, where it starts and what the players are called.

    Raise `GameError` if a label is nothing that JSON can hold.
    """
    data = _entries(game.arena)
    if game.start is not None:
        data["start"] = int(game.start)
    held = {field.name: getattr(game.objective, field.name) for field in fields(game.objective)}
    objective = {name: _plain(value) for name, value in held.items() if value is not None}
    data |= {"players": list(game.players), "objective": {"name": game.objective.name} | objective}
    _write(data, file)


def _write(data: dict[str, Any], file: IO[bytes]) -> None:
    options: dict[str, Any] = {"separators": (",", ":"), "ensure_ascii": False, "allow_nan": False}
    lines = [f'"{key}": {json.dumps(value, **options)}' for key, value in data.items()]
    text = "{" + ",\n".join(lines) + "}\n"
    file.write(text.encode(errors="backslashreplace"))  # half a surrogate pair as JSON's own escape


def _entries(arena: Arena) -> dict[str, Any]:
    """Return the data of an arena, without what it does not have."""
    entries: dict[str, Any] = {"format": NAME, "version": VERSION, "vertices": arena.n}
    if arena.owner is not None:
        entries["owner"] = arena.owner.tolist()
    if arena.labels is not None:
        entries["labels"] = [_label(label) for label in arena.labels]
    entries["edges"] = np.stack((arena.tails, arena.successors), axis=1).tolist()
    if arena.probability is not None:
        likely = (arena.probability_of(e) for e in range(arena.m))
        entries["probability"] = [None if p is None else to_json(p) for p in likely]
    for key, data in (("edge_data", arena.edge_data), ("vertex_data", arena.vertex_data)):
        if data:
            entries[key] = {name: listed(values) for name, values in data.items()}
    return entries


def _label(label: object) -> Any:
    """Return a label as JSON can hold it, a tuple as an array."""
    if isinstance(label, tuple):
        return [_label(part) for part in label]
    if isinstance(label, np.integer):
        return int(label)
    if label is None or isinstance(label, str | int) or (isinstance(label, float) and label - label == 0):
        return label
    raise GameError(f"the label {label!r} cannot be written as JSON; expected text, a number, or a tuple of these")


def _plain(value: Any) -> Any:
    """Return a field of an objective: a mask as the numbers of its vertices, other numbers exactly."""
    if isinstance(value, np.ndarray):
        return np.flatnonzero(value).tolist() if value.dtype == np.bool_ else listed(value)
    if value is None or isinstance(value, str | int):
        return value
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else to_json(value)


def read_arena(data: Data, source: str = "<input>") -> Arena:
    r"""Read an arena; an objective that the file holds is passed over.

    Raise `FormatError` if the file is no JSON or not in this format, or something in it cannot be; it says where.
    """
    return _Reading(data, source).arena()


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    """Read a game.

    By default its objective is the one that the file holds, or normal play if it has neither that nor owners. Another
    is made from the priorities that stand for the file's, or from the vertex data ``priority``. Raise `FormatError` as
    `read_arena`, or if the file holds no objective and none is asked for; `GameError` if there is no such objective, or
    it does not fit the arena.
    """
    reading = _Reading(data, source)
    arena = reading.arena()
    start, players, wanted = reading.start(arena), reading.players(), reading.objective()
    reading.faults.throw()
    try:
        given = None if wanted is None else Game(arena, wanted, start, players)
    except ValueError as error:  # a `GameError`, or NumPy's where the lists of an objective are ragged
        raise reading.refusal(("objective",), str(error)) from None
    if given is not None:
        for key, value in reading.document["objective"].items():
            reading.vertices(("objective", key), value, getattr(given.objective, key, None))
        reading.faults.throw()
    if given is not None and not speaks_of_priorities(priorities) and objective in (None, given.objective.name):
        return given
    name = objective or (wanted.name if wanted is not None else "normal" if arena.owner is None else "")
    if not name:
        raise reading.refusal((), "the file holds no objective", "an objective; name one to read the arena as")
    by_data = objective_class(name).made_of({*arena.edge_data, *arena.vertex_data}, settings_of(priorities))
    made: Any = None
    if not by_data or needs_marks(name):
        priority = reading.priorities(arena, name) if given is None else given.objective.priorities(arena)
        made = objective_of(name, priority, priorities)
    return Game(arena, made_from_data(name, settings_of(priorities), made) if by_data else made, start, players)


class _Reading(Document):
    """Builds an arena from a parsed file and collects faults."""

    def __init__(self, data: Data, source: str):
        faults = Faults(data, source)
        faults.refuse_other_formats("arena", b"{", EXPECTED)
        super().__init__(faults, parsed(faults, EXPECTED))
        self.is_known(NAME, VERSION, "this is not an arena of graphgames", EXPECTED)
        for key in self.document:
            if key not in KEYS:
                self.fault((key,), f"there is no key {key!r} in this format{did_you_mean(key, KEYS)}".rstrip("."))
        self.faults.throw()

    def refusal(self, path: Path, message: str, expected: str = "") -> FormatError:
        """Return the error to raise for something that is wrong by itself."""
        self.fault(path, message, expected)
        return FormatError(self.faults.found, self.faults.source)

    def row(
        self, path: Path, size: int, of: str, right: Callable[[Any], bool], what: str, expected: str, given: Any = None
    ) -> list[Any]:
        """Return a list with an entry for each vertex or edge, an empty one if it is none or an entry is wrong."""
        values = self.document.get(str(path[0])) if given is None else given
        if not isinstance(values, list) or len(values) != size:
            count = f"has {len(values)} entries" if isinstance(values, list) else "is not an array"
            self.fault(path, f'"{path[-1]}" {count}', f"an array with an entry for each of the {size} {of}")
            return []
        wrong = [i for i, one in enumerate(values) if not right(one)]
        for i in wrong[:3]:
            self.fault((*path, i), f"{what.format(i)} is {shown(values[i])}", expected)
        return [] if wrong else values

    def optional(self, key: str, size: int, of: str, right: Callable[[Any], bool], what: str, expected: str) -> Any:
        """Return a row, None where the file has none of that name."""
        return self.row((key,), size, of, right, what, expected) if key in self.document else None

    def arena(self) -> Arena:
        """Return the arena, or raise its faults."""
        n = self.document.get("vertices")
        if type(n) is not int or not 0 <= n < 2**31:
            self.fault(("vertices",), f'"vertices" is {shown(n)}', "how many vertices there are")
        elif n > max(_BARE, len(self.faults.data)):
            self.fault(("vertices",), f'"vertices" is {n}, but the file is too short for so many')
        self.faults.throw()
        assert isinstance(n, int)
        owner = self.optional("owner", n, "vertices", _is_owner, "the owner of vertex {}", "0 or 1, or 2 for chance")
        expected = "text, a number, or an array of these"
        labels = self.optional("labels", n, "vertices", _is_label, "the label of vertex {}", expected)
        edges = self.edges(n)
        m = edges.shape[0]
        expected = 'an integer, or text like "1/3"; null for an edge that is not of chance'
        what = "the probability of edge {}"
        probability = self.optional("probability", m, "edges", lambda p: p is None or _is_exact(p), what, expected)
        edge_data, vertex_data = self.data("edge_data", m, "edges"), self.data("vertex_data", n, "vertices")
        self.faults.throw()
        try:
            return Arena.from_arrays(
                edges[:, 0], edges[:, 1], n, owner, None if labels is None else tuple(map(_hashable, labels)),
                probability=probability, edge_data=edge_data, vertex_data=vertex_data,
            )  # fmt: skip
        except ArenaError as error:
            raise self.refusal(_path(error, edges[:, 0], probability is not None), str(error)) from None

    def edges(self, n: int) -> NDArray[np.int64]:
        """Return tail and head of each edge, shape (m, 2)."""
        given = self.document.get("edges")
        size = len(given) if isinstance(given, list) else 0

        def is_edge(pair: object) -> bool:
            return isinstance(pair, list) and len(pair) == 2 and all(type(v) is int and 0 <= v < n for v in pair)

        expected = f"a pair of vertices from 0 to {n - 1}"
        pairs = self.row(("edges",), size, "edges", is_edge, "edge {}", expected)
        return np.array(pairs, np.int64).reshape(-1, 2) if len(pairs) == size else np.zeros((size, 2), np.int64)

    def data(self, key: str, size: int, of: str) -> dict[str, Any]:
        """Return the named data over edges or vertices."""
        given = self.document.get(key, {})
        if not isinstance(given, dict):
            self.fault((key,), f'"{key}" is {shown(given)}', "an object from names to arrays")
            return {}
        found = {}
        for name, values in given.items():
            booleans = isinstance(values, list) and {*map(type, values)} == {bool}
            right: Callable[[Any], bool] = (lambda _: True) if booleans else _is_exact
            found[name] = self.row((key, name), size, of, right, f"entry {{}} of {name!r}", _EXACT, values or [])
        return found

    def spelled(self, path: Path, value: Any) -> None:
        """Note a fault where a number in an objective is not written exactly and plainly."""
        if isinstance(value, list):
            if {*map(type, value)} not in ({int}, {bool}):
                for k, one in enumerate(value):
                    self.spelled((*path, k), one)
        elif isinstance(value, float | bool) or (isinstance(value, str) and not _is_exact(value) and is_number(value)):
            self.fault(path, f"{shown(value)} is not an exact number", _EXACT)

    def vertices(self, path: Path, value: Any, held: Any) -> None:
        """Note a fault where a set of vertices or edges has something else than their numbers."""
        if isinstance(value, list) and value and all(isinstance(one, list) for one in value):
            for k, one in enumerate(value):
                self.vertices((*path, k), one, True)
        elif isinstance(value, list) and (held is True or getattr(held, "dtype", None) == np.bool_):
            for k, one in enumerate(value):
                if not isinstance(one, int):
                    self.fault((*path, k), f"{shown(one)} is not the number of a vertex or an edge", "an integer")

    def start(self, arena: Arena) -> Vertex | None:
        """Return the vertex where the play begins."""
        start = self.document.get("start")
        if type(start) is int and 0 <= start < arena.n:
            return Vertex(start)
        if start is not None:
            self.fault(("start",), f'"start" is {shown(start)}', f"a vertex from 0 to {arena.n - 1}")
        return None

    def players(self) -> tuple[str, str]:
        """Return the names of the players."""
        names = self.document.get("players", [*Game.players])
        if isinstance(names, list) and len(names) == 2 and all(isinstance(name, str) for name in names):
            return names[0], names[1]
        self.fault(("players",), f'"players" is {shown(names)}', "the names of player 0 and player 1")
        return Game.players

    def priorities(self, arena: Arena, name: str) -> NDArray[np.int32]:
        """Return the vertex data ``priority``, of which an objective is made; zeros if it needs none."""
        values = arena.vertex_data.get("priority")
        if not objective_class(name).reads_priorities:
            return np.zeros(arena.n, np.int32)
        if values is None:
            what = f"the file holds no priorities for {with_article(name)} game"
            raise self.refusal((), what, '"priority" in "vertex_data"')
        if values.dtype != np.int64 or (values.size and not 0 <= values.min() <= values.max() < 2**31):
            raise self.refusal(("vertex_data", "priority"), "these are not priorities", "integers from 0 to 2147483647")
        return values.astype(np.int32)

    def objective(self) -> Objective | None:
        """Return the objective of the file, not yet bound to the arena."""
        given = self.document.get("objective")
        if given is None:
            return None
        if not isinstance(given, dict) or not isinstance(given.get("name"), str):
            self.fault(("objective",), f'"objective" is {shown(given)}', 'an object with "name" and its data')
            return None
        try:
            cls: Any = objective_class(given["name"])
        except GameError as error:
            self.fault(("objective", "name"), str(error))
            return None
        known = {field.name: field.default for field in fields(cls)}
        for key in (key for key in given if key not in {"name", *known}):
            self.fault(("objective", key), f"{with_article(cls.name)} objective has no {key!r}", ", ".join(known))
        for key, default in known.items():
            if key not in given and default is MISSING:
                self.fault(("objective",), f'the {cls.name} objective has no "{key}"')
        for key, value in given.items():
            self.spelled(("objective", key), value)
        if self.faults:
            return None
        objective: Objective = cls(**{key: _numbered(given[key]) for key in known if key in given})
        return objective


def _path(error: ArenaError, tails: NDArray[np.int64], thrown: bool) -> Path:
    """Return where in the file it stands that an error of the arena is about; the arena has edges by their tails."""
    if not thrown:
        return ("owner",) if error.vertex is None else ("owner", error.vertex)
    if error.edge is not None:
        return ("probability", int(np.argsort(tails, kind="stable")[error.edge]))
    mine = np.flatnonzero(tails == error.vertex)
    return ("probability", int(mine[0])) if mine.size else ("probability",)


_BARE = 10**6  # the largest number of vertices accepted without any data about them


def _is_owner(given: object) -> bool:
    return type(given) is int and 0 <= given <= 2


def _is_label(label: object) -> bool:
    return all(map(_is_label, label)) if isinstance(label, list) else not isinstance(label, dict)


def _hashable(label: object) -> Any:
    return tuple(map(_hashable, label)) if isinstance(label, list) else label


def _numbered(value: Any) -> Any:
    """Return a list of integers or booleans as an array, and so inside a list of lists; a list would be of labels."""
    if isinstance(value, list) and value and all(isinstance(one, list) for one in value):
        return [_numbered(one) for one in value]
    kinds = {type(one) for one in value} if isinstance(value, list) else {None}
    if kinds <= {bool} and kinds:
        return np.array(value, np.bool_)
    return np.array(value, np.int64) if kinds <= {int} and all(abs(one) < 2**63 for one in value) else value


_EXACT = 'a number: an integer, or text like "7/3" or "0.1"'
_WRITTEN = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*|\.[0-9]+)?")


def _is_exact(given: object) -> bool:
    """Return whether something is a number as this format has them."""
    return type(given) is int or (isinstance(given, str) and _WRITTEN.fullmatch(given) is not None)
