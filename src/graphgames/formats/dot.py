"""Graphs in Graphviz's DOT with numbers for attributes, as GGG (gamegraphgym) keeps its games.

Vertices have ``player`` (0, 1, or -1 for chance) and perhaps ``priority``, ``weight`` or ``target``; edges perhaps
``weight``, ``discount`` and ``probability``. Numbers are read exactly: 0.53 is 53/100. Of DOT's language this reads
``digraph``, vertices and edges with attributes, ``node``, ``edge`` and ``graph`` defaults that are passed over, chains
``a -> b -> c``, quotes and comments; no subgraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.catalogue import objective_class, objectives
from graphgames.core.chance import CHANCE
from graphgames.core.errors import ArenaError, Fault, FormatError, GameError
from graphgames.core.game import Game
from graphgames.core.value import number
from graphgames.formats.priorities import Priorities, objective_of
from graphgames.readers.faults import Faults
from graphgames.readers.source import Data

EXPECTED = "a directed graph in DOT: digraph NAME { a [player=0]; b [player=1]; a -> b [weight=3]; }"

_TOKEN = re.compile(
    r"""(?:\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)*
    (?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<word>[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff]*|
    [-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?:/\d+)?)|(?P<sign>->|--|[{}\[\];,=])|(?P<other>.)|(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_DEFAULTS = ("node", "edge", "graph")
_NUMBERS = ("player", "priority", "weight", "discount", "probability", "target")


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    r"""Read a game in DOT.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        The whole file, unpacked.
    source : str
        Its name, for the error messages.
    objective : str, optional
        By default ``discounted`` where edges have discounts, ``mean-payoff`` where there are weights, ``parity`` where
        there are priorities, and else ``normal``.
    priorities : str or iterable of int, optional
        As in `priorities.objective_of`.

    Raises
    ------
    FormatError
        If the file is not in the format, or an attribute is missing or wrong.
    GameError
        If the objective does not fit.

    Examples
    --------
    >>> game = read_game(b"digraph { a [player=0]; a -> a [weight=0.5, discount=0.9]; }")
    >>> game.objective.weight, game.objective.discount, game.arena.labels
    (array([Fraction(1, 2)], dtype=object), array([Fraction(9, 10)], dtype=object), ('a',))
    """
    faults = Faults(data, source)
    faults.refuse_other_kinds("dot", b"dgs/#", EXPECTED)
    graph = _Reading(faults).graph()
    try:
        arena = graph.arena()
    except ArenaError as error:
        raise FormatError([Fault(str(error))], source) from None
    name = objective or graph.likely()
    kind = objective_class(name)
    if {"weight", "vertex_weight"} <= {field for field in getattr(kind, "__dataclass_fields__", {})}:
        return Game(arena, kind())
    given: Any = [0] * arena.n
    if kind.reads_priorities:
        given = graph.row("priority" if any("priority" in have for have in graph.vertices.values()) else "target")
        for label, value in zip(graph.vertices, given, strict=True):
            if not isinstance(value, int) or not 0 <= value < 2**31:
                said = "no priority" if value is None else f"the priority {value}"
                raise FormatError([Fault(f"vertex {label} has {said}, and a {name} game needs one")], source)
    return Game(arena, objective_of(name, np.array(given, np.int32), priorities))


class _Graph:
    """What was read: the attributes of each vertex by name, and the edges with theirs."""

    def __init__(self) -> None:
        self.vertices: dict[str, dict[str, Any]] = {}
        self.edges: list[tuple[str, str, dict[str, Any]]] = []

    def row(self, name: str) -> list[Any]:
        """Return an attribute of all vertices, None where one lacks it."""
        return [attributes.get(name) for attributes in self.vertices.values()]

    def likely(self) -> str:
        """Return the objective that the attributes speak of."""
        of_edges = {name for _, _, attributes in self.edges for name in attributes}
        of_vertices = {name for attributes in self.vertices.values() for name in attributes}
        fits = {
            "discounted": "discount" in of_edges,
            "mean-payoff": "weight" in of_edges | of_vertices,
            "parity": "priority" in of_vertices,
        }
        return next((name for name, fit in fits.items() if fit and name in objectives()), "normal")

    def arena(self) -> Arena:
        """Return the arena with the data of its edges and vertices."""
        index = {name: v for v, name in enumerate(self.vertices)}
        players = self.row("player")
        owned = [player for player in players if player is not None]
        if owned and len(owned) < len(players):
            missing = next(name for name, have in self.vertices.items() if have.get("player") is None)
            raise ArenaError(f"vertex {missing} has no player, but others have; give it to all vertices or to none")
        owner = [CHANCE if player == -1 else player for player in players] if owned else None
        likely = [attributes.get("probability") for _, _, attributes in self.edges]
        edge_data = {
            name: [attributes[name] for _, _, attributes in self.edges]
            for name in ("weight", "discount")
            if self.edges and all(name in attributes for _, _, attributes in self.edges)
        }
        vertex_data = {name: self.row(name) for name in ("weight", "priority") if None not in self.row(name)}
        return Arena.from_arrays(
            np.array([index[u] for u, _, _ in self.edges], np.int64),
            np.array([index[w] for _, w, _ in self.edges], np.int64),
            len(index), owner, tuple(self.vertices),
            probability=None if all(one is None for one in likely) else likely,
            edge_data=edge_data, vertex_data=vertex_data if self.vertices else None,
        )  # fmt: skip


class _Reading:
    """A file on its way to a graph."""

    def __init__(self, faults: Faults):
        self.faults = faults
        try:
            self.text = bytes(faults.data[:]).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            faults.add(error.start, "this is no UTF-8", EXPECTED)
            faults.throw()
        self.tokens = self._tokens()
        self.word, self.kind, self.at = "", "", 0
        self.step()

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup or "end"
            yield match[kind], kind, match.start(kind)
            if kind == "end":
                return

    def step(self) -> str:
        """Go on to the next token; return the one before, without quotes."""
        before = self.word[1:-1].replace('\\"', '"') if self.kind == "quoted" else self.word
        self.word, self.kind, self.at = next(self.tokens, ("", "end", len(self.text)))
        return before

    def wrong(self, expected: str) -> None:
        """Raise the fault that something else is expected here."""
        said = f"{self.word!r}" if self.word else "the end of the file"
        self.fault(self.at, f"there is {said}", expected)

    def fault(self, at: int, message: str, expected: str = "") -> None:
        """Raise a fault."""
        self.faults.add(len(self.text[:at].encode()), message, expected)
        self.faults.throw()

    def take(self, sign: str) -> None:
        """Pass over a sign that must be here."""
        if self.kind != "sign" or self.word != sign:
            self.wrong(f"'{sign}'")
        self.step()

    def name(self, what: str) -> str:
        """Return the name that must be here."""
        if self.kind not in ("word", "quoted"):
            self.wrong(what)
        return self.step()

    def graph(self) -> _Graph:
        """Read the whole file."""
        graph = _Graph()
        if self.word == "strict":
            self.step()
        if self.word != "digraph":
            self.wrong("'digraph'")
        self.step()
        if self.kind in ("word", "quoted"):
            self.step()
        self.take("{")
        while self.word != "}" or self.kind != "sign":
            self.statement(graph)
            while self.kind == "sign" and self.word in (";", ","):
                self.step()
        self.step()
        if self.kind != "end":
            self.wrong("the end of the file")
        return graph

    def statement(self, graph: _Graph) -> None:
        """Read one statement: defaults, an attribute of the graph, a vertex, or edges."""
        plain = self.kind == "word"
        first = self.name("a vertex, or '}'")
        if plain and first in _DEFAULTS and self.word == "[":
            self.attributes()
            return
        if plain and self.word == "=":
            self.step()
            self.name("a value")
            return
        walk = [first]
        while self.kind == "sign" and self.word == "->":
            self.step()
            walk.append(self.name("a vertex"))
        found = self.attributes()
        for name in walk:
            graph.vertices.setdefault(name, {})
        if len(walk) == 1:
            graph.vertices[first].update(found)
        graph.edges += [(u, w, found) for u, w in zip(walk, walk[1:], strict=False)]

    def attributes(self) -> dict[str, Any]:
        """Read lists of attributes, and return those that are numbers of ours."""
        found: dict[str, Any] = {}
        while self.kind == "sign" and self.word == "[":
            self.step()
            while self.word != "]" or self.kind != "sign":
                name = self.name("an attribute, or ']'")
                value, at = "true", self.at
                if self.kind == "sign" and self.word == "=":
                    self.step()
                    at = self.at
                    value = self.name("a value")
                if name in _NUMBERS:
                    found[name] = self.number(name, value, at)
                while self.kind == "sign" and self.word in (";", ","):
                    self.step()
            self.step()
        return found

    def number(self, name: str, value: str, at: int) -> Any:
        """Return the value of an attribute as an exact number."""
        try:
            given = number(value)
        except GameError:
            self.fault(at, f"the {name} is {value!r}", "a number such as 3, -0.5 or 7/3")
            raise
        if name == "player" and given not in (-1, 0, 1):
            self.fault(at, f"the player is {value}", "0 or 1, or -1 for chance")
        return given
