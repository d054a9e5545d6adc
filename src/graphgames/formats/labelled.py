"""Graphs whose vertices and edges have attributes, as DOT, CSV and NetworkX's formats hold them, and games.

The attributes of a vertex that mean something are ``owner`` (or ``player``), ``priority``, ``start`` (or ``initial``)
and ``name`` (or ``label``), and where the objective asks for marked vertices the word for them, as ``accepting``; of an
edge ``probability``. Other attributes that every vertex, or every edge, has as an
exact number become data of the arena. Without owners the game is an impartial one of normal play.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena, Vertex
from graphgames.core.chance import CHANCE
from graphgames.core.conventions import CONVENTIONS, ReadAs
from graphgames.core.errors import ArenaError, Fault, FormatError, GameError, did_you_mean, shown, warn_caller
from graphgames.core.game import Game
from graphgames.core.naming import OWNER, OWNERS, PLAYERS, with_article, without_owner
from graphgames.core.value import is_number, number, to_json
from graphgames.formats.priorities import (
    Priorities,
    as_read,
    made_from_data,
    marked_objective,
    needs_marks,
    objective_of,
    settings_of,
    writes_priorities,
)
from graphgames.readers.faults import Faults

NAME, START = ("name", "label"), ("start", "initial", "init")
NAMED = ("player0", "player1")
"""The attributes of a graph that name the players."""

DRAWN = {"arrowsize", "fontsize", "height", "id", "key", "len", "minlen", "penwidth", "peripheries", "width"}
"""Numbers that say how something is drawn or kept, which are no data."""

MARKS = {"target": ("target", "goal", "final"), "accepting": ("accepting", "final")}
"""The attributes that mark a vertex, by the word for it, where there are others besides that word."""

_YES, _NO = {"1", "true", "yes"}, {"", "0", "false", "no", "none"}
_LARGEST = 2**31 - 1
_SUGGESTED = 2000  # so many names are compared with one that may be misspelt


class Placed(str):
    """A text of a file, with the offset at which it stands there."""

    at: int

    def __new__(cls, text: str, at: int) -> Placed:
        """Return a text with its offset."""
        made = super().__new__(cls, text)
        made.at = at
        return made


@dataclass
class Labelled:
    """A graph as it was read."""

    faults: Faults
    """What is wrong with the file."""
    vertices: dict[Hashable, dict[str, Any]] = field(default_factory=dict)
    """The attributes of each vertex by its name in the file."""
    places: dict[Hashable, int] = field(default_factory=dict)
    """The offset at which each vertex stands in the file; empty if it is not known."""
    edges: list[tuple[Hashable, Hashable, Mapping[str, Any]]] = field(default_factory=list)
    """In their order."""
    edge_places: list[int] = field(default_factory=list)
    """The offset at which each edge stands in the file; empty if it is not known."""
    attributes: dict[str, Any] = field(default_factory=dict)
    """Those of the graph; ``objective`` is its name, ``convention`` says how its priorities are meant, and its other
    settings have their names, too; ``player0`` and ``player1`` are what the players are called."""
    noted: set[str] = field(default_factory=set)
    """What is wrong with owners and was noted once already."""

    def game(self, objective: str | None, priorities: Priorities | None) -> Game:
        """Return the game: by default of parity if there are owners and priorities, else of normal play.

        Raise `FormatError` if an attribute is missing or wrong.
        """
        self.faults.throw()
        read_as = as_read(priorities)
        self._rename(read_as)
        objective = objective or self.attributes.get("objective")
        names = self._numbered()
        number_of = {name: v for v, name in enumerate(names)}
        self._name_players()
        owner = self._each(names, OWNER, self._owner, "owner")
        self.faults.throw()
        prioritised = any("priority" in attributes for attributes in self.vertices.values())
        plain = owner is None or not prioritised
        used = {*OWNER, *NAME, *START, "priority"}
        marking = self._marking() if objective is None and plain and read_as.marks is None else {}
        if objective is not None and objective_class(objective).mark:
            used |= {*mark_names(objective_class(objective).data)}
        used |= {*marking.values()} if len(marking) == 1 else set()
        over_vertices = _numbers([self.vertices[name] for name in names], used)
        chance = owner is not None and CHANCE in owner
        if objective is None and read_as.marks is not None:
            objective = marked_objective(read_as.marks[0], chance)
        if chance:
            thrown = {name for name, player in zip(names, owner, strict=True) if player == CHANCE}
            self._complete_chance(thrown, self._allow_chance(thrown, objective, plain, set(over_vertices)))
        of_edges = [attributes for _, _, attributes in self.edges]
        over_edges = _numbers(of_edges, {"probability"} if chance else set())
        there = {*over_edges, *over_vertices}
        if not chance and "probability" not in over_edges:
            self._refuse_throws()
        self._require_data(over_edges, over_vertices)
        if len(marking) == 1 and _default(owner is not None, plain, there) == "normal":  # nothing else is asked for
            ((word, attribute),) = marking.items()
            objective = marked_objective(word, chance)
            way = f"so without --objective this is read as {with_article(objective)} game"
            warn_caller(f"{self.faults.source}: vertices are marked by {attribute!r}, {way}")
        wanted = objective or _default(owner is not None, plain, there)
        cls = objective_class(wanted)
        nobodys = owner is None and bool(names) and cls.needs_owner
        owner = [0] * len(names) if nobodys else owner
        settings = {**self.attributes, **settings_of(priorities)}
        priority: list[int] | None = [0] * len(names)
        needed = [name for name in cls.reads_data if name not in settings]
        by_data = cls.made_of(there, settings)
        if needed and not by_data and plain:
            missing = next(name for name in needed if name not in there)
            if len(only := there.difference(DRAWN, cls.reads_data)) == 1:
                return self._read_for(missing, *only).game(objective, priorities)
            named = f"; there is {', '.join(sorted(there))}" if there else ""
            message = f"{with_article(wanted)} game needs a {missing} on every edge or every vertex{named}"
            other = f"--column {shlex.quote(f'{missing}={min(there)}')} takes another column for it" if there else ""
            settable = missing in cls.settings
            self._fault(None, message, hint=f"or one for all edges, by --set {missing}=..." if settable else other)
            self.faults.throw()
        marks = needs_marks(wanted)
        if cls.reads_priorities and (marks or not by_data):
            meant = f'; --priorities says which priorities mean "{cls.data}"' * bool(cls.mark)
            if hasattr(cls, "families"):
                meant += "; its bits say in which sets the vertex is, so that 5 is in sets 0 and 2"
            what = f"priority, and {with_article(wanted)} game needs one"
            if cls.mark and not prioritised:
                if read_as.marks is None and read_as.marking is None and (marked := self._marked(cls.data)):
                    priority = [int(name in marked) for name in names]
                    priorities = read_as._replace(marking="1", convention=None)
                elif names and read_as.marks is None:
                    what = f"no vertex is marked, and {with_article(wanted)} game needs vertices that are"
                    way = f"--{cls.data} NAMES marks them, and so do an attribute {cls.data}=true, and priorities"
                    self._fault(names[0], what, hint=f"{way}{meant}")
            elif read_as.marks is None:
                priority = self._each(names, ("priority",), self._priority, what, True, meant)
        starts = [v for v, name in enumerate(names) if self._is_start(name)]
        if len(starts) > 1:
            self._fault(names[starts[1]], "this is a second start", "one vertex where the play begins")
        self.faults.throw()
        ends = [(number_of[u], number_of[w]) for u, w, _ in self.edges]
        tails, heads = np.array(ends, np.int64).reshape(-1, 2).T
        data: dict[str, Any] = {"edge_data": over_edges, "vertex_data": over_vertices}
        if chance:
            data["probability"] = [attributes.get("probability") or None for attributes in of_edges]
        try:
            arena = Arena.from_arrays(tails, heads, len(names), owner, self._labels(names), **data)
        except ArenaError as error:
            self._place(error, names, tails)
            raise FormatError([Fault(str(error))], self.faults.source) from None
        convention = str(self.attributes.get("convention", CONVENTIONS[0]))
        made: Any = None
        if marks or not by_data:
            made = objective_of(wanted, np.array(priority, np.int32), priorities, convention)
        if by_data:
            made = made_from_data(wanted, settings, made)
        else:
            own = [name for name in made.settings if name in self.attributes and name != "convention"]
            made = replace(made, **{name: self.attributes[name] for name in own})
        first, second = (str(self.attributes.get(at, name)) for at, name in zip(NAMED, Game.players, strict=True))
        if nobodys:
            seen = {*chain.from_iterable(self.vertices.values())}.difference(used, DRAWN, cls.reads_data)
            warn_caller(f"{self.faults.source} names no owners, so {without_owner(seen, 'owner in the file says')}")
        for word, attribute in marking.items() if objective is None else ():
            way = f"--objective {marked_objective(word, chance)} reads it"
            warn_caller(f"{self.faults.source}: the attribute {attribute!r} is ignored; {way}")
        try:
            return Game(arena, made, Vertex(starts[0]) if starts else None, (first, second))
        except GameError as error:
            self._place(error, names, tails)
            raise

    def _rename(self, read_as: ReadAs) -> None:
        """Give attributes the names that mean something, and the players theirs, as a reader was told."""
        if read_as.players is not None:
            self.attributes = {**self.attributes, **dict(zip(NAMED, read_as.players, strict=True))}
        if not read_as.columns:
            return
        rows = (*self.vertices.values(), *(attributes for _, _, attributes in self.edges))
        renamed = renaming(read_as.columns, {*chain.from_iterable(rows)})
        self.vertices = {name: _renamed(attributes, renamed) for name, attributes in self.vertices.items()}
        self.edges = [(u, w, _renamed(attributes, renamed)) for u, w, attributes in self.edges]

    def _read_for(self, missing: str, column: str) -> Labelled:
        """Return the graph with its only column of numbers under the name of the data that are missing."""
        warn_caller(f"{self.faults.source}: {column!r} is read as the {missing}")
        self._rename(ReadAs(columns={missing: column}))
        return self

    def _place(self, error: ArenaError | GameError, names: list[Hashable], tails: NDArray[np.int64]) -> None:
        """Raise an error of the arena or the game as a fault of the file, where its place there is known."""
        at = None if error.vertex is None else self.places.get(names[error.vertex])
        if error.edge is not None and self.edge_places:  # the arena has them by their tails
            at = self.edge_places[int(np.argsort(tails, kind="stable")[error.edge])]
        if at is not None:
            sentence, _, hint = str(error).partition(";\n")
            what, _, expected = sentence.partition("; expected ")
            self.faults.add(at, what, expected, hint)
            self.faults.throw()

    def _refuse_throws(self) -> None:
        """Report a probability in a graph where no vertex belongs to chance: it would not count."""
        for e, (u, w, attributes) in enumerate(self.edges):
            if attributes.get("probability") not in (None, ""):
                what = f"edge {u!r} -> {w!r} has a probability, but no vertex belongs to chance"
                self._fault(u, what, "owner=2 at the vertices where chance moves", e=e)
                break
        self.faults.throw()

    def _numbered(self) -> list[Hashable]:
        """Return the names in the order of the vertices: names that are just the numbers 0 to n - 1 in theirs."""
        names = list(self.vertices)
        plain = {name: int(str(name)) for name in names if str(name).isdecimal() and len(str(name)) < 11}
        if sorted(plain.values()) == list(range(len(names))):
            return sorted(names, key=lambda name: plain[name])
        return names

    def _labels(self, names: list[Hashable]) -> tuple[Any, ...] | None:
        rows = [self.vertices[name] for name in names]
        drawn = Counter(str(row.get("label")) for row in rows)
        found = [_first(row, NAME[:1] if drawn[str(row.get("label"))] > 1 else NAME) for row in rows]
        labels = tuple(name if one in (None, "") else one for name, one in zip(names, found, strict=True))
        return None if all(str(label) == str(v) for v, label in enumerate(labels)) else labels

    def _complete_chance(self, thrown: set[Hashable], wanted: str) -> None:
        """Give the edges of chance the data that they need not have."""
        others = [attributes for u, _, attributes in self.edges if u not in thrown]
        missing = objective_class(wanted).of_chance.items()
        more = {name: str(one) for name, one in missing if others and all(name in attributes for attributes in others)}
        self.edges = [(u, w, {**more, **attributes} if u in thrown else attributes) for u, w, attributes in self.edges]

    def _allow_chance(self, thrown: set[Hashable], objective: str | None, plain: bool, there: set[str]) -> str:
        """Return the objective; report chance in a game for two, whose data the edges of chance need not have."""
        data = _numbers([attributes for u, _, attributes in self.edges if u not in thrown], set())
        wanted = objective or _default(True, plain, there.union(data))
        if not objective_class(wanted).allows_chance:
            first = next(name for name in self.vertices if name in thrown)
            what = f"{with_article(wanted)} objective is for two players only"
            fitting = (name for name in objectives() if objective_class(name).allows_chance)
            fit = objective_class(wanted).chance_form or " or ".join(fitting)
            self._fault(first, f"vertex {first!r} belongs to chance, and {what}", f"the objective {fit}")
            self.faults.throw()
        return wanted

    def _require_data(self, over_edges: Mapping[str, Any], over_vertices: Mapping[str, Any]) -> None:
        """Report an edge without a number that other edges have, if some objective is made from such numbers."""
        for name in sorted({name for one in objectives() for name in objective_class(one).reads_data}):
            if name in over_edges or name in over_vertices:
                continue
            given = [attributes.get(name) not in (None, "") for _, _, attributes in self.edges]
            for e, (u, w, attributes) in enumerate(self.edges if any(given) else ()):
                if not is_number(str(attributes[name]) if given[e] else ""):
                    what = f"the {name} {shown(attributes[name])}" if given[e] else f"no {name}, but others have one"
                    hint, value = "give every edge an exact number", attributes.get(name)
                    self._fault(u, f"edge {u!r} -> {w!r} has {what}", hint=hint, e=e, value=value)
        self.faults.throw()

    def _each(
        self, names: list[Hashable], keys: tuple[str, ...], read: Any, what: str, all_of: bool = False, more: str = ""
    ) -> Any:
        """Return what each vertex has of an attribute; None if none has it and not all must."""
        given = [_first(self.vertices[name], keys) for name in names]
        if all(value is None for value in given):
            if all_of and names:
                self._fault(names[0], f"no vertex has a {what}", hint=f"give it to every vertex{more}")
            return [0] * len(names) if all_of else None
        found = []
        for name, value in zip(names, given, strict=True):
            if value is None and not self.faults.full:
                known = [str(one) for one, has in zip(names, given, strict=True) if has is not None][:_SUGGESTED]
                near = did_you_mean(str(name), known, 0.75).removesuffix(".") * str(name).isalpha()
                others = f"{'' if all_of else ', but others have one'}{near}"
                self._fault(name, f"vertex {name!r} has no {what}{others}", hint=f"give it to every vertex{more}")
            found.append(0 if value is None else read(name, value))
        return found

    def _marking(self) -> dict[str, str]:
        """Return the words by which vertices may be marked, each with an attribute that marks some so."""
        present = {*chain.from_iterable(self.vertices.values())}
        words = sorted({objective_class(name).data for name in objectives() if objective_class(name).mark})
        found = {word: present.intersection(mark_names(word)) for word in words}
        return {word: min(names) for word, names in found.items() if names and self._marked(word)}

    def _marked(self, word: str) -> set[Hashable]:
        """Return the vertices at which an attribute of this meaning is true; none if it is not a mark."""
        given = {name: _first(row, mark_names(word)) for name, row in self.vertices.items()}
        answers = {name: "" if value is None else str(value).strip().lower() for name, value in given.items()}
        marks = set(answers.values()) <= _YES | _NO
        return {name for name, one in answers.items() if one in _YES} if marks else set()

    def _owner(self, name: Hashable, value: object) -> int:
        named = {str(self.attributes[at]).lower(): player for player, at in enumerate(NAMED) if at in self.attributes}
        known = {**OWNERS, **named}.get(str(value).strip().lower())
        if known is None:
            people = " or ".join(str(self.attributes.get(at, one)) for at, one in zip(NAMED, Game.players, strict=True))
            pairs = ", ".join("/".join(pair) for pair in PLAYERS if people != " or ".join(pair))
            expected = f"0 or 1, {people} ({pairs}), or 2 or chance"
            if str(value) not in self.noted:
                self.noted.add(str(value))
                self._fault(name, f"vertex {name!r} has owner {shown(value)}", expected, value=value)
        return known or 0

    def _name_players(self) -> None:
        """Call the players as their vertices do, where the file has two names for them, and say which is which."""
        given = dict.fromkeys(str(_first(attributes, OWNER)) for attributes in self.vertices.values())
        first, *others = [one for one in given if OWNERS.get(one.lower()) != CHANCE] or [""]
        if len(others) == 1 and not {*NAMED} & {*self.attributes} and (first + others[0]).isalpha():
            pair = next((pair for pair in PLAYERS if {*pair} == {first.title(), others[0].title()}), None)
            self.attributes |= dict(zip(NAMED, pair or (), strict=False))
            if {first.lower(), others[0].lower()} & {*OWNERS, "none"}:
                return
            self.attributes |= dict(zip(NAMED, (first, *others), strict=True))
            warn_caller(
                f"{self.faults.source}: player 0 is {first}, who is named first, and player 1 is {others[0]}; "
                f"--players {others[0]},{first} turns that round"
            )

    def _priority(self, name: Hashable, value: object) -> int:
        text = str(value).strip()
        if not isinstance(value, int | str) or not text.isdecimal() or len(text) > 10 or int(text) > _LARGEST:
            message = f"vertex {name!r} has the priority {shown(value)}"
            self._fault(name, message, f"a whole number from 0 to {_LARGEST}", value=value)
            return 0
        return int(text)

    def _is_start(self, name: Hashable) -> bool:
        value = _first(self.vertices[name], START)
        word = "" if value is None else str(value).strip().lower()
        if word not in _YES | _NO:
            message = f"vertex {name!r} has start {shown(value)}"
            self._fault(name, message, "true where the play begins", value=value)
        return word in _YES

    def _fault(
        self, name: Hashable | None, message: str, expected: str = "", hint: str = "", e: int = -1, value: object = None
    ) -> None:
        """Note a fault of a vertex, of the edge ``e``, or of a value of either; at its place, where that is known."""
        edge_at = self.edge_places[e] if e >= 0 and self.edge_places else None
        at = getattr(value, "at", self.places.get(name) if edge_at is None else edge_at)
        if at is not None:
            self.faults.add(at, message, expected, hint)
        elif not self.faults.full:
            self.faults.found.append(Fault(message, expected=expected, hint=hint))


def mark_names(word: str) -> tuple[str, ...]:
    """Return the attributes that mark a vertex by this word.

    >>> mark_names("accepting"), mark_names("safe")
    (('accepting', 'final'), ('safe',))
    """
    return MARKS.get(word, (word,))


def renaming(columns: Mapping[str, str], there: Collection[str]) -> dict[str, str]:
    """Return the new name of each attribute that has one: of a column the word that it stands for.

    Raise `GameError` if there is no such column.

    >>> renaming({"weight": "cost"}, ["owner", "cost"])
    {'cost': 'weight'}
    """
    for word, column in columns.items():
        if column not in there and word not in there:
            suggestion = did_you_mean(column, sorted(there))
            raise GameError(
                f"no column is called {column!r}{suggestion} There are: {', '.join(sorted(there)) or 'none'}"
            )
    return {column: word for word, column in columns.items()}


def _renamed(given: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return attributes by their new names; one whose name is taken is left out."""
    kept = {key: value for key, value in given.items() if key not in names.values()}
    return {names.get(key, key): value for key, value in kept.items()} if names.keys() & given.keys() else dict(given)


def _default(owned: bool, plain: bool, there: set[str]) -> str:
    """Return the objective of a file that names none: parity with priorities, else that made from most of its data."""
    if not plain or not owned:
        return "normal" if plain else "parity"
    needed = {name: objective_class(name).reads_data for name in objectives()}
    fitting = [name for name, data in needed.items() if data and there.issuperset(data)]
    return max(fitting, key=lambda name: len(needed[name]), default="normal")


def _first(attributes: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((attributes[key] for key in keys if attributes.get(key) is not None), None)


def _numbers(rows: list[Any], without: set[str]) -> dict[str, list[Any]]:
    """Return the attributes that every row has as an exact number."""
    found = {}
    for name in rows[0] if rows else ():
        if name not in without | DRAWN:
            try:
                found[name] = [number(str(row[name])) for row in rows]  # a float of a file is what its digits say
            except (GameError, KeyError):
                continue
    return found


def labelled(
    game: Game, settings: bool = True
) -> tuple[list[str], list[dict[str, Any]], Iterator[tuple[int, int, dict[str, Any]]], dict[str, Any]]:
    """Return what a file says of a game: names and attributes of the vertices, its edges with theirs, and its own.

    The names are the labels as text where they differ, else the numbers, with the labels as attributes. Those of the
    graph are the name of the objective, where a reader would take another, and its settings that differ from the
    default; where a file has no room for them (``settings``) priorities are turned into those of the default
    convention, and other settings are refused, as are games of chance whose objective a reader would not guess.
    """
    arena, objective = game.arena, game.objective
    names = [str(name) for name in arena.names]
    distinct = len(set(names)) == len(names)
    of_edges, of_vertices = objective.to_data()
    kept = {name: row for name, row in arena.edge_data.items() if name not in (*objective.settings, *of_vertices)}
    changed = {name: value for name, value in objective.changed_settings().items() if name not in of_edges}
    for setting in changed if not settings else ():
        if setting != "convention":
            raise GameError(f"such a file cannot hold the {setting} of the game; write it as .arena or .dot")
    by_priority = writes_priorities(objective)
    own = objective.numbers if settings and "convention" in changed else None
    priority = (objective.priorities(arena) if own is None else own).tolist() if by_priority else None
    vertices = []
    for v, name in enumerate(names):
        vertex: dict[str, Any] = {} if distinct else {"name": name}
        if arena.owner is not None:
            vertex["owner"] = int(arena.owner[v])
        if priority is not None:
            vertex["priority"] = priority[v]
        if game.start == v:
            vertex["start"] = 1
        data = {**arena.vertex_data, **of_vertices}
        vertices.append(vertex | {key: _plain(values[v]) for key, values in data.items()})
    attributes = {name: _plain(value) for name, value in changed.items()}
    there = {*arena.edge_data, *arena.vertex_data, *of_edges, *of_vertices}
    default = _default(arena.owner is not None, arena.owner is None or priority is None, there)
    if not settings and arena.denominator is not None and objective.name != default:
        raise GameError(f"such a file cannot hold the {objective.name} objective; write it as .arena or .dot")
    if settings and (attributes or objective.name != default):  # a reader must know whose settings they are
        attributes = {"objective": objective.name, **attributes}
    if game.players != Game.players:
        attributes |= dict(zip(NAMED, game.players, strict=True))
    shown_names = names if distinct else [*map(str, range(arena.n))]
    return shown_names, vertices, _edges(arena, {**kept, **of_edges}), attributes


def _edges(arena: Arena, data: Mapping[str, Any]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for e, (u, w) in enumerate(arena.edges()):
        own = {key: _plain(values[e]) for key, values in data.items()}
        likely = arena.probability_of(e)
        yield u, w, own | ({} if likely is None else {"probability": to_json(likely)})


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, np.bool_) else to_json(value)
