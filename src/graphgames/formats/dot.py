r"""Graphviz's DOT language (``.dot``, ``.gv``): vertices, edges, and attributes that make a game of them.

Read are ``owner`` or ``player``, ``priority``, ``label`` or ``name``, ``start``, and the numbers on edges
(`graphgames.formats.labelled`). Without owners, boxes belong to player 1 and circles, ellipses and diamonds to player
0, as tools for parity games draw them, where both forms occur. Double circles are accepting, or the target, where the
objective asks for such vertices and nothing else marks any. An invisible vertex marks the start by its edge. The
grammar is that of *The DOT Language* (graphviz.org), without nested subgraphs deeper than `_DEEPEST`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import IO, Any, NamedTuple

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.conventions import ReadAs
from graphgames.core.drawing import PICTURE
from graphgames.core.errors import warn_caller
from graphgames.core.game import Game
from graphgames.core.naming import OWNER, in_quotes
from graphgames.formats.labelled import MARKS, Labelled, labelled, mark_names
from graphgames.formats.priorities import Priorities, as_read
from graphgames.readers.faults import Faults, found
from graphgames.readers.source import Data

EXPECTED = "a graph in DOT: 'digraph { a -> b }'"
SHAPES = {"circle": 0, "ellipse": 0, "oval": 0, "doublecircle": 0, "diamond": 0}
SHAPES |= {"box": 1, "square": 1, "rect": 1, "rectangle": 1}
_OUT = ("circle", "box", "diamond")
_DEEPEST, _MOST_EDGES, _LONGEST = 100, 10_000_000, 40
_TOKEN = re.compile(
    rb"(?P<space>\s+|//[^\n]*+|/\*.*?\*/|#[^\n]*+)|(?P<edge>->|--)|(?P<mark>[{}\[\];,=:+])"
    rb"|(?P<word>(?:[A-Za-z_\x80-\xff][\w\x80-\xff]*+|-?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?))(?![\w.\x80-\xff]|-[0-9.]))"
    rb'|(?P<quoted>"(?:[^"\\]|\\.)*+")|(?P<html><)',
    re.DOTALL,
)
_WORD = "a name of letters and digits, a number such as -2.5, or a string in quotes"
_TO_QUOTE = re.compile(rb"(?:(?!->|--)[^\s{}\[\];,=\"])+")
_ESCAPE = re.compile(r'\\(["\\]|\r?\n)')
_PLAIN = re.compile("-?[0-9]+|[a-z_]+")
_BREAK = re.compile(r"\\[nlr]|\n")


class _Token(NamedTuple):
    type: str
    text: str
    at: int


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    r"""Read a graph and make a game of it.

    By default it is of parity if there are owners and priorities, else of normal play. Raise `FormatError` if it is not
    in the format, an attribute is missing or wrong, or it is a picture that we drew of a game.
    """
    reading = _Reading(data, source)
    reading.graph_statement()
    graph = reading.graph
    if graph.attributes.get("comment") == PICTURE:
        message = "this is a picture of a game, without its priorities, weights and probabilities"
        reading.fail(0, message, "the game itself; graphgames convert writes it as DOT")
    _marker(graph)
    shapes = {name: SHAPES.get(str(attributes.get("shape", "ellipse"))) for name, attributes in graph.vertices.items()}
    owned = any(key in attributes for attributes in graph.vertices.values() for key in OWNER)
    if not owned and {0, 1} <= set(shapes.values()):
        for name, attributes in graph.vertices.items():
            attributes |= {} if shapes[name] is None else {"owner": shapes[name]}
    for name, attributes in graph.vertices.items():
        if "label" in attributes:
            attributes["label"] = _BREAK.split(attributes["label"].replace("\\N", str(name)))[0]
    _mark_doubled(graph, objective or graph.attributes.get("objective"), as_read(priorities))
    return graph.game(objective, priorities)


def _mark_doubled(graph: Labelled, objective: str | None, read_as: ReadAs) -> None:
    """Take double circles for the target or the accepting vertices, where the objective asks for some and no other
    attribute or option marks them; warn where they mean nothing.
    """
    rows = graph.vertices.values()
    doubled = [one.get("shape") == "doublecircle" or one.get("peripheries") == "2" for one in rows]
    if not any(doubled) or any("priority" in one for one in rows) or read_as.marks or read_as.marking is not None:
        return
    cls = objective_class(objective) if objective in objectives() else None
    if cls is not None and cls.mark and cls.data in MARKS and cls.reads_priorities:
        if not any(name in one for one in rows for name in mark_names(cls.data)):
            for one, twice in zip(rows, doubled, strict=True):
                one[cls.data] = str(twice)
    else:
        warn_caller(f"{graph.faults.source}: double circles are ignored; --objective buchi takes them for accepting")


def _marker(graph: Labelled) -> None:
    """Take away an invisible vertex that no edge enters: its edge marks where the play begins."""
    hidden = {name for name, attributes in graph.vertices.items() if "invis" in str(attributes.get("style", ""))}
    hidden -= {w for _, w, _ in graph.edges}
    for name, first, _ in [edge for edge in graph.edges if edge[0] in hidden]:
        graph.vertices.pop(name, None)
        graph.vertices[first]["start"] = "true"
    kept = [k for k, edge in enumerate(graph.edges) if edge[0] in graph.vertices]
    graph.edges, graph.edge_places = [graph.edges[k] for k in kept], [graph.edge_places[k] for k in kept]


class _Reading:
    """One file on its way to a graph; it stops at the first fault of the grammar."""

    def __init__(self, data: Data, source: str):
        faults = Faults(data, source)
        faults.refuse_other_formats("dot", b"sdg/#", EXPECTED)
        faults.check_utf8()
        self.graph, self.faults = Labelled(faults), faults
        self.tokens = self._tokens()
        self.next = next(self.tokens)

    def _tokens(self) -> Iterator[_Token]:
        text, at = self.faults.text, 3 if self.faults.text[:3] == b"\xef\xbb\xbf" else 0
        while match := _TOKEN.match(text, at):
            group, word, end = str(match.lastgroup), match[0].decode("utf-8", "replace"), match.end()
            if group == "html":
                end = self._behind_html(at)
                group, word = "quoted", text[at:end].decode("utf-8", "replace")
            elif group == "quoted":
                word = _ESCAPE.sub(lambda found: found[1].strip("\r\n"), word[1:-1])
            if group != "space":
                yield _Token(group, word, at)
            at = end
        if text[at : at + 1] == b'"':
            self.fail(at, "a string in quotes has no end")
        if at < len(text):
            self._fail_unquoted(at)
        yield _Token("end", "", at)

    def _fail_unquoted(self, at: int) -> None:
        """Stop at what is no token; the word around it needs quotes, if it is one."""
        text = self.faults.text
        around = _TO_QUOTE.finditer(text, text.rfind(b"\n", 0, at) + 1)
        match = next((word for word in around if word.end() > at), None)
        word = "" if match is None or match.start() > at else match[0].decode("utf-8", "replace")
        if match is None or not 1 < len(word) <= _LONGEST or not word.isprintable():
            self.fail(at, found(text, at), _WORD)
        else:
            self.fail(match.start(), f"found {word!r}", _WORD, f'write it in quotes: "{word}"')

    def _behind_html(self, at: int) -> int:
        depth = 0
        for match in re.finditer(rb"[<>]", self.faults.text[at:]):
            depth += 1 if match[0] == b"<" else -1
            if not depth:
                return at + match.end()
        self.fail(at, "a string in angle brackets has no end")
        return at

    def fail(self, at: int, message: str, expected: str = "", hint: str = "") -> None:
        """Stop at a fault."""
        self.faults.add(at, message, expected, hint)
        self.faults.throw()

    def take(self) -> _Token:
        """Go on by one token and return it."""
        token = self.next
        self.next = next(self.tokens, token)
        return token

    def accept(self, text: str) -> bool:
        """Go on by a mark or a keyword if it comes next; return whether it did."""
        token = self.next
        known = token.text.lower() if token.type == "word" else token.text if token.type in ("mark", "edge") else None
        if known == text:
            self.take()
            return True
        return False

    def expect(self, text: str) -> None:
        """Go on by a mark, which must come next."""
        if not self.accept(text):
            self.fail(self.next.at, found(self.faults.text, self.next.at), f"{text!r}")

    def word(self, expected: str) -> str:
        """Go on by a name, a number or a string, which must come next; strings may be joined by ``+``."""
        if self.next.type not in ("word", "quoted"):
            self.fail(self.next.at, found(self.faults.text, self.next.at), expected)
        text = self.take().text
        while self.accept("+"):
            text += self.word("a string in quotes")
        return text

    def graph_statement(self) -> None:
        """Read ``digraph NAME { ... }``."""
        self.accept("strict")
        if not self.accept("digraph") and not self.accept("graph"):
            self.fail(self.next.at, found(self.faults.text, self.next.at), EXPECTED)
        if self.next.type in ("word", "quoted"):
            self.take()
        self.expect("{")
        self.statements({}, {}, 1)
        if self.next.type != "end":
            self.fail(self.next.at, f"{found(self.faults.text, self.next.at)} after the graph", "one graph in the file")

    def statements(self, node: dict[str, str], edge: dict[str, str], depth: int) -> dict[str, None]:
        """Read statements and the brace behind them; return the vertices that they name."""
        if depth > _DEEPEST:
            self.fail(self.next.at, f"subgraphs are nested more than {_DEEPEST} deep")
        named: dict[str, None] = {}
        while not self.accept("}"):
            if self.accept(";") or self.accept(","):
                continue
            if self.accept("node"):
                node |= self.attributes()
            elif self.accept("edge"):
                edge |= self.attributes()
            elif self.accept("graph"):
                self.graph.attributes |= self.attributes() if depth == 1 else {}
            else:
                self.chain(node, edge, depth, named)
        return named

    def chain(self, node: dict[str, str], edge: dict[str, str], depth: int, named: dict[str, None]) -> None:
        """Read a vertex, edges from vertices to vertices, or ``name = value``."""
        first = self.ends(node, edge, depth)
        if first is None:
            return
        groups, arrows = [first], []
        while self.next.type == "edge":
            arrows.append(self.take())
            groups.append(self.ends(node, edge, depth) or {})
        attributes = self.attributes()
        for group in groups:
            named |= group
        for name in {} if arrows else first:
            self.graph.vertices[name] |= attributes
        for (tails, heads), arrow in zip(pairwise(groups), arrows, strict=True):
            pairs = [(u, w) for u in tails for w in heads]
            pairs += [(w, u) for u, w in pairs] if arrow.text == "--" else []
            self.graph.edges += [(u, w, edge | attributes) for u, w in pairs]
            self.graph.edge_places += [arrow.at] * len(pairs)
            if len(self.graph.edges) > _MOST_EDGES:
                self.fail(arrow.at, f"there are more than {_MOST_EDGES} edges up to here")

    def ends(self, node: dict[str, str], edge: dict[str, str], depth: int) -> dict[str, None] | None:
        """Read a vertex or a subgraph; return its vertices, None where it was ``name = value``."""
        if self.accept("subgraph") and self.next.text != "{":
            self.word("the name of a subgraph")
        if self.accept("{"):
            return self.statements(dict(node), dict(edge), depth + 1)
        at = self.next.at
        name = self.word("a vertex, an edge or '}'")
        if self.accept("="):
            value = self.word("a value")
            self.graph.attributes |= {name: value} if depth == 1 else {}
            return None
        while self.accept(":"):  # the side of a vertex at which an edge is drawn
            self.word("a port")
        if name not in self.graph.vertices:
            self.graph.vertices[name] = dict(node)
            self.graph.places[name] = at
        return {name: None}

    def attributes(self) -> dict[str, str]:
        """Read ``[name=value, ...]``, any number of times."""
        found: dict[str, str] = {}
        while self.accept("["):
            while not self.accept("]"):
                name = self.word("an attribute or ']'")
                found[name] = self.word("a value") if self.accept("=") else "true"
                if not self.accept(","):
                    self.accept(";")
        return found


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write a game with owners, priorities, start and data as attributes."""
    names, vertices, edges, settings = labelled(game)
    quoted = [in_quotes(name) for name in names]
    file.write(b"digraph {\n")
    for name, value in settings.items():
        file.write(f"  {name}={_plain_or_quoted(str(value))};\n".encode())
    for name, attributes in zip(quoted, vertices, strict=True):
        shape = {"shape": _OUT[attributes["owner"]]} if "owner" in attributes else {}
        file.write(f"  {name}{_written(attributes | shape)};\n".encode(errors="backslashreplace"))
    for u, w, attributes in edges:
        file.write(f"  {quoted[u]} -> {quoted[w]}{_written(attributes)};\n".encode(errors="backslashreplace"))
    file.write(b"}\n")


def _written(attributes: dict[str, Any]) -> str:
    listed = [f"{_plain_or_quoted(name)}={_plain_or_quoted(str(value))}" for name, value in attributes.items()]
    return f" [{', '.join(listed)}]" if listed else ""


def _plain_or_quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else in_quotes(text)
