"""Automata in the extended HOA format, as far as specifications and controllers need it.

A letter says which propositions are true; here it is the number whose bits these are. A label on an edge is a set of
letters: ``t``, ``f``, the number of a proposition, ``!``, ``&``, ``|`` and brackets.

The file is long, since it reads a language; nothing is proved here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import and_, or_
from typing import NamedTuple

from graphgames.reference.reading import RefusedError

WORD = re.compile(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"|--[A-Z]+--|[A-Za-z_@][\w.-]*:?|[0-9]+|[^\s\w]', re.ASCII | re.DOTALL)
"""Comments and words; all but white space is in one of them."""
ONCE = ("AP:", "controllable-AP:", "Start:", "States:", "Acceptance:", "name:")
"""The headers that are read here, each at most once; aliases may follow each other."""
MOST = 12
"""At most so many propositions, since letters are looked at one by one."""

Letters = frozenset[int]


class Edge(NamedTuple):
    """For which letters an edge is, where it leads, and which acceptance sets see it."""

    letters: Letters
    target: int
    sets: list[int]


class Automaton:
    """The edges of each state, the initial state, what is controllable, and the acceptance condition as text."""

    def __init__(self, source: str):
        self.words: list[str] = [word for word in WORD.findall(source) if not word.startswith("/*")]
        self.propositions: list[str] = []
        self.controllable: set[int] = set()
        self.start, self.sets, self.condition, self.name = -1, 0, "", ""
        self.states = -1  # not said
        self.edges: dict[int, list[Edge]] = {}
        self.aliases: dict[str, list[str]] = {}
        self.headers: set[str] = set()
        self.expect("HOA:", "v1")
        while self.words[:1] != ["--BODY--"]:
            self.header(self.take())
        self.expect("--BODY--")
        while self.words[:1] == ["State:"]:
            self.state()
        if self.words != ["--END--"] or self.start < 0 or not self.condition:
            raise RefusedError("the automaton does not end, or has no initial state or no acceptance condition")
        named = {self.start, *self.edges, *(edge.target for edges in self.edges.values() for edge in edges)}
        if 0 <= self.states <= max(named):
            raise RefusedError(f"there are {self.states} states, and one of them is called {max(named)}")

    @property
    def letters(self) -> range:
        """Return all letters."""
        return range(2 ** len(self.propositions))

    def take(self) -> str:
        """Return the next word."""
        if not self.words:
            raise RefusedError("the automaton ends too soon")
        return self.words.pop(0)

    def number(self, most: int | None = None) -> int:
        """Return the number that comes next."""
        return number_in(self.take(), most)

    def expect(self, *wanted: str) -> None:
        """Refuse the text unless these words come next."""
        for word in wanted:
            if self.take() != word:
                raise RefusedError(f"there is no {word} where it should be")

    def header(self, name: str) -> None:
        """Read a header; those whose names begin with a small letter mean nothing, but for what is controllable."""
        inside: list[str] = []
        while self.words and not self.words[0].endswith(":") and self.words[0] != "--BODY--":
            inside.append(self.words.pop(0))
        if name in self.headers & {*ONCE}:
            raise RefusedError(f"the header {name} comes twice")
        self.headers.add(name)
        if not inside and name in ("AP:", "Start:", "States:", "Acceptance:"):
            raise RefusedError(f"nothing stands after {name}")
        if name == "AP:" and len(inside) == 1 + number_in(inside[0], MOST) == 1 + len({*inside[1:]}):
            self.propositions = inside[1:]
        elif name == "controllable-AP:":
            self.controllable = {number_in(word) for word in inside}
        elif name == "Start:" and len(inside) == 1:
            self.start = number_in(inside[0])
        elif name == "States:" and len(inside) == 1:
            self.states = number_in(inside[0])
        elif name == "Acceptance:":
            self.sets, self.condition = number_in(inside[0]), "".join(inside[1:])
        elif name == "Alias:" and inside and inside[0].startswith("@") and inside[0] not in self.aliases:
            self.aliases[inside[0]] = inside[1:]
        elif name == "name:":
            self.name = " ".join(inside)
        elif name[:1].isupper():
            raise RefusedError(f"the header {name} is not known here, or what stands after it")

    def state(self) -> None:
        """Read a state with its edges; what is said of the state holds for each of them."""
        self.expect("State:")
        label = self.label()
        number = self.number()
        if number in self.edges:
            raise RefusedError(f"state {number} is listed twice")
        if self.words[:1] and self.words[0].startswith('"'):
            self.take()
        seen, self.edges[number] = self.acceptance(), []
        while self.words[:1] and (self.words[0] == "[" or self.words[0].isdecimal()):
            own = self.label()
            letters = label if own is None else own
            if letters is None:
                raise RefusedError(f"an edge of state {number} has no label")
            self.edges[number].append(Edge(letters, self.number(), seen + self.acceptance()))

    def acceptance(self) -> list[int]:
        """Read acceptance sets in braces, if there are any."""
        found = []
        if self.words[:1] == ["{"]:
            self.take()
            while self.words[:1] != ["}"]:
                found.append(self.number(self.sets - 1))
            self.take()
        return found

    def label(self) -> Letters | None:
        """Read a label in brackets, if there is one."""
        if self.words[:1] != ["["]:
            return None
        self.take()
        found = self.either()
        self.expect("]")
        return found

    def either(self) -> Letters:
        """Read what stands between ``|``."""
        return self.joined("|", or_, self.both)

    def both(self) -> Letters:
        """Read what stands between ``&``."""
        return self.joined("&", and_, self.one)

    def joined(self, sign: str, join: Callable[[Letters, Letters], Letters], part: Callable[[], Letters]) -> Letters:
        """Read parts with a sign between them."""
        found = part()
        while self.words[:1] == [sign]:
            self.take()
            found = join(found, part())
        return found

    def one(self) -> Letters:
        """Read a proposition, a constant, an alias, a negation, or an expression in brackets."""
        word = self.take()
        if word == "(":
            found = self.either()
            self.expect(")")
            return found
        if word in self.aliases:
            self.words[:0] = ["(", *self.aliases[word], ")"]
            return self.one()
        if word == "!":
            return frozenset(self.letters) - self.one()
        if word in ("t", "f"):
            return frozenset(self.letters if word == "t" else ())
        self.words.insert(0, word)
        i = self.number(len(self.propositions) - 1)
        return frozenset(x for x in self.letters if x >> i & 1)


def number_in(word: str, most: int | None = None) -> int:
    """Return the number that a word is."""
    if not re.fullmatch("[0-9]+", word) or (most is not None and int(word) > most):
        raise RefusedError(f"{word} stands where a number {'' if most is None else f'up to {most} '}should be")
    return int(word)
