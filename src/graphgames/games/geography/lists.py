"""Graphs written as Haskell association lists, ``[(0,[1,2]), (1,[2]), (2,[])]``: a reader that several games share.

White space may stand anywhere, labels are any integers, and a target without an entry of its own is a vertex with no
arc out of it. Faults are collected over the whole text, at most one a graph, before anything is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphgames.core.errors import Fault, FormatError

_TOKEN = re.compile(rb"\s*(-?[0-9]+(?=[\s\[\](),]|\Z)|[\[\](),]|[^\s\[\](),]+|\Z)")
_SOLID = re.compile(rb"\S")
_NEXT_GRAPH = re.compile(rb"\n[ \t]*(?=\[)")
_SHOWN = 20


@dataclass(frozen=True)
class ListedGraph:
    """One graph as it was listed."""

    line: int
    """The line where it begins, from 1; 0 where it did not come from lines of text."""
    labels: tuple[Any, ...]
    """What the vertices are called, in the order of their numbers; integers as they were listed stand ascending."""
    arcs: tuple[tuple[int, int], ...]
    """Numbers of tail and head, in the order of the text, repetitions included."""


class _WrongError(Exception):
    """A fault inside one graph; reading goes on at the next one."""

    def __init__(self, offset: int, *fault: str):
        super().__init__(*fault)
        self.offset = offset


def read_lists(data: bytes, source: str = "<input>") -> list[ListedGraph]:
    r"""Return the graphs of a text, normally one a line, in linear time; messages call the text ``source``.

    Raise `FormatError` if the text is not such lists, holds no graph, or lists a vertex twice.
    """
    graphs, faults = [], []
    offset, line, counted = 0, 1, 0
    while True:
        solid = _SOLID.search(data, offset)
        if solid is None:
            break
        start = solid.start()
        line, counted = line + data.count(b"\n", counted, start), start
        try:
            graph, offset = _graph(data, start, line)
            graphs.append(graph)
        except _WrongError as wrong:
            faults.append(Fault.at(data, wrong.offset, *wrong.args))
            following = _NEXT_GRAPH.search(data, max(wrong.offset - 1, start))
            if following is None or len(faults) == _SHOWN:
                break
            offset = following.end()
    if not graphs and not faults:
        faults.append(Fault("there is no graph in it", expected="a graph such as [(0,[1,2]),(1,[]),(2,[0])]"))
    if faults:
        raise FormatError(faults, source)
    return graphs


def _graph(data: bytes, start: int, line: int) -> tuple[ListedGraph, int]:
    """Read one graph; return it and the offset behind it."""
    tokens = _Tokens(data, start)
    entries: dict[int, list[int]] = {}
    for where in _items(tokens, "a graph, which begins with '['", "vertices", "vertex"):
        tokens.take(b"(", "'(' before a vertex and its targets")
        vertex = tokens.integer("the vertex's label, an integer")
        if vertex in entries:
            raise _WrongError(
                where, f"vertex {vertex} is listed a second time", "", "put all its targets into one list"
            )
        tokens.take(b",", "',' between the vertex and its targets")
        targets = [
            tokens.integer("a target's label, an integer")
            for _ in _items(tokens, "'[' before the targets", "targets", "target")
        ]
        tokens.take(b")", "')' after the targets")
        entries[vertex] = targets
    labels = tuple(sorted(set(entries).union(*entries.values())))
    number = {label: v for v, label in enumerate(labels)}
    arcs = tuple((number[u], number[w]) for u, targets in entries.items() for w in targets)
    return ListedGraph(line, labels, arcs), tokens.behind


def _items(tokens: _Tokens, opening: str, what: str, one: str) -> Iterator[int]:
    """Go through a bracketed list, stopping before each item; yields the offset where it begins."""
    tokens.take(b"[", opening)
    more = tokens.token_type != b"]"
    while more:
        yield tokens.offset
        more = tokens.token_type != b"]"
        if more:
            tokens.take(b",", f"',' and another {one}, or ']'", f"the list of {what}")
    tokens.take(b"]", "']'")


class _Tokens:
    """Brackets, commas, integers and whatever else stands there: ``token_type`` at ``offset``, one at a time.

    ``behind`` is where the token before it ends.
    """

    def __init__(self, data: bytes, start: int):
        self.data, self.end = data, start
        self._advance()

    def _advance(self) -> None:
        match = _TOKEN.match(self.data, self.end)
        assert match is not None
        self.behind, self.token_type, self.offset, self.end = self.end, match.group(1), match.start(1), match.end(1)

    def take(self, token: bytes, expected: str, inside: str = "a graph") -> None:
        """Skip the token, or raise an error if it is missing."""
        if self.token_type != token:
            raise self.wrong(expected, inside)
        self._advance()

    def integer(self, expected: str) -> int:
        """Return the integer that stands there, and skip it."""
        digits = self.token_type.removeprefix(b"-")
        if not digits.isdigit() or len(digits) > 4000:
            raise self.wrong(expected)
        value = int(self.token_type)
        self._advance()
        return value

    def wrong(self, expected: str, inside: str = "a graph") -> _WrongError:
        """Return the fault at the current token."""
        if not self.token_type:
            return _WrongError(len(self.data), f"the text ends inside {inside}", expected)
        return _WrongError(self.offset, f"found {self.token_type[:20].decode('utf-8', 'replace')!r}", expected)
