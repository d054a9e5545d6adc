"""Automata in the extended HOA format, as far as specifications and controllers need it.

Nothing is proved here; words and labels are read in ``hoa_words``.
"""

from __future__ import annotations

from typing import NamedTuple

from graphgames.reference.hoa_words import Letters, Words, number_in
from graphgames.reference.reading import RefusedError

ONCE = ("AP:", "controllable-AP:", "Start:", "States:", "Acceptance:", "name:")
"""The headers that are read here, each at most once; aliases may follow each other."""
MOST = 12
"""At most so many propositions, since letters are looked at one by one."""


class Edge(NamedTuple):
    """For which letters an edge is, where it leads, and which acceptance sets see it."""

    letters: Letters
    target: int
    sets: list[int]


class Automaton(Words):
    """The edges of each state, the initial state, what is controllable, and the acceptance condition as text."""

    def __init__(self, source: str):
        super().__init__(source)
        self.controllable: set[int] = set()
        self.start, self.sets, self.condition, self.name = -1, 0, "", ""
        self.states = self.over = -1  # not said
        self.edges: dict[int, list[Edge]] = {}
        self.headers: set[str] = set()
        self.expect("HOA:", "v1")
        while self.words[-1:] != ["--BODY--"]:
            self.header(self.take())
        self.expect("--BODY--")
        while self.words[-1:] == ["State:"]:
            self.state()
        if self.words != ["--END--"] or self.start < 0 or not self.condition:
            raise RefusedError("the automaton does not end, or has no initial state or no acceptance condition")
        named = {self.start, *self.edges, *(edge.target for edges in self.edges.values() for edge in edges)}
        if 0 <= self.states <= max(named):
            raise RefusedError(f"there are {self.states} states, and one of them is called {max(named)}")
        if max(self.controllable, default=-1) >= len(self.propositions):
            raise RefusedError(f"{max(self.controllable)} is not the number of a proposition")

    def order(self, propositions: list[str]) -> None:
        """Number the propositions as they are listed here; refuse the automaton if it has others."""
        if sorted(self.propositions) != sorted(propositions):
            found, wanted = (", ".join(one) or "none" for one in (self.propositions, propositions))
            raise RefusedError(f"the machine is over the propositions {found}; the specification is over {wanted}")
        place = [propositions.index(one) for one in self.propositions]
        as_letter = {x: sum(1 << place[i] for i in range(len(place)) if x >> i & 1) for x in self.letters}
        for edges in self.edges.values():
            edges[:] = [edge._replace(letters=frozenset(as_letter[x] for x in edge.letters)) for edge in edges]
        self.propositions, self.controllable = propositions, {place[i] for i in self.controllable}

    def header(self, name: str) -> None:
        """Read a header; those whose names begin with a small letter mean nothing, but for what is controllable."""
        inside: list[str] = []
        while self.words and not self.words[-1].endswith(":") and self.words[-1] != "--BODY--":
            inside.append(self.words.pop())
        if name in self.headers & {*ONCE}:
            raise RefusedError(f"the header {name} comes twice")
        self.headers.add(name)
        if name in ("spot-state-player:", "spot.state-player:"):
            raise RefusedError("states that belong to players, as in games of Spot's, are not read here")
        if not inside and name in ("AP:", "Start:", "States:", "Acceptance:"):
            raise RefusedError(f"nothing follows {name}")
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
        elif name == "over:" and len(inside) == 1:
            self.over = number_in(inside[0])
        elif name[:1].isupper():
            raise RefusedError(f"the header {name} is not known here, or what stands after it")

    def state(self) -> None:
        """Read a state with its edges; what is said of the state holds for each of them.

        Edges without labels are one for each letter, in the order of these.
        """
        self.expect("State:")
        label = self.label()
        number = self.number()
        if number in self.edges:
            raise RefusedError(f"state {number} is listed twice")
        if self.words[-1:] and self.words[-1].startswith('"'):
            self.take()
        seen, edges = self.acceptance(), list[tuple[Letters | None, int, list[int]]]()
        while self.words[-1:] and (self.words[-1] == "[" or self.words[-1].isdecimal()):
            own = self.label()
            edges.append((label if own is None else own, self.number(), seen + self.acceptance()))
        unlabelled = [k for k, (letters, _, _) in enumerate(edges) if letters is None]
        if unlabelled and not len(unlabelled) == len(edges) == len(self.letters):
            raise RefusedError(f"an edge of state {number} has no label")
        self.edges[number] = [
            Edge(frozenset([k]) if letters is None else letters, target, sets)
            for k, (letters, target, sets) in enumerate(edges)
        ]

    def acceptance(self) -> list[int]:
        """Read acceptance sets in braces, if there are any."""
        found = []
        if self.words[-1:] == ["{"]:
            self.take()
            while self.words[-1:] != ["}"]:
                found.append(self.number(self.sets - 1))
            self.take()
        return found
