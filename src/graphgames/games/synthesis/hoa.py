"""Games of synthesis in the extended HOA format (``.hoa``, ``.ehoa``): a parity automaton and who chooses what.

The format is that of Babiak et al., *The Hanoi Omega-Automata Format* (2015), with the header ``controllable-AP`` of
Pérez, *The Extended HOA Format for Synthesis* (2019). The environment chooses the other propositions first and is
player 1; the controller answers with the controllable ones and is player 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import IO, NamedTuple

import numpy as np

from graphgames.core.arena import Arena, Vertex
from graphgames.core.conventions import Priorities, refuse_another
from graphgames.core.game import Game
from graphgames.games.parity.objective import Parity
from graphgames.games.synthesis.automata import Automaton, Edge, Letters, Machine, Node
from graphgames.games.synthesis.hoa_text import parse
from graphgames.games.synthesis.machines import hoa_text
from graphgames.games.synthesis.owned import OwnedGame, folded, owned_game, raised_by
from graphgames.readers.source import Data


class Choice(NamedTuple):
    """What the environment may do in a state: inputs that leave the controller the same edges."""

    vertex: int
    """Where the controller chooses; the losing sink if no edge is left to it."""
    inputs: Node
    """Those inputs."""
    edges: tuple[int, ...]
    """The edges of the state, by number, among which the controller chooses."""
    heads: tuple[int, ...]
    """The vertex that each of them leads to."""


@dataclass(frozen=True, eq=False, repr=False)
class HoaGame(Game):
    """A parity game made of an automaton, with the way back to states and letters.

    Examples
    --------
    >>> import graphgames as gg
    >>> text = '''HOA: v1 States: 1 Start: 0
    ... AP: 2 "request" "grant" controllable-AP: 1 Acceptance: 1 Inf(0)
    ... --BODY-- State: 0 [!0&!1] 0 {0} [0&1] 0 {0} --END--'''
    >>> game = gg.read(text)
    >>> game.arena.n, gg.solve(game).winner_of(game.arena.label(int(game.start)))
    (2, 0)
    """

    automaton: Automaton | None = None
    """What was read; vertex s of the arena is its state s."""
    choices: tuple[tuple[Choice, ...], ...] = ()
    """For each state what the environment may do."""
    formula: str | None = None
    """The formula of LTL that the automaton was made of, if it was."""

    @property
    def origin(self) -> str:
        """Of what it was made, in words, where that was no parity automaton."""
        return " of a formula" if self.formula else "" if self.automaton is None else self.automaton.origin

    def move_note(self, v: int, w: int) -> str:
        """Return by which inputs the environment moves from a state, where the name of the choice does not say it."""
        if v >= len(self.choices) or self.automaton is None or str(self.arena.display_name(w)).startswith("after "):
            return ""
        inputs = [choice.inputs for choice in self.choices[v] if choice.vertex == w]
        letters = self.automaton.letters
        done = reduce(or_, inputs, ~letters.true)
        return "any input" if done == letters.true else letters.named(done) if inputs else ""


def read_game(
    data: Data,
    source: str = "<input>",
    objective: str = "parity",
    priorities: Priorities | None = None,
    outputs: Collection[str] | None = None,
) -> HoaGame | OwnedGame:
    r"""Read a game of synthesis.

    The vertices are the states, then the controller's choices, then edges that must have a priority of their own, and a
    sink that the controller loses if a run can end. If a header of Spot's says to whom each state belongs, the vertices
    are the states alone (`graphgames.games.synthesis.owned`). What the controller chooses says a header
    ``controllable-AP``, or ``outputs``.

    Raise `FormatError` if the file is not in the format, the acceptance condition is no parity condition, or the
    automaton is not deterministic; `GameError` if another objective or priorities are asked for, since the file says
    itself which runs are good; `MissingDependencyError` if the library for decision diagrams is not installed.
    """
    refuse_another("an automaton", objective, Parity.name, priorities)
    automaton = parse(data, source, outputs)
    owned = automaton.players is not None
    game = owned_game(automaton) if owned else game_of(automaton)
    object.__setattr__(game, "_remark", automaton.remark(raised_by(automaton) if owned else 0))
    return game


def game_of_letters(game: Game) -> Game:
    """Return the game in which inputs and outputs are chosen where the states of an automaton have players; else it."""
    automaton: Automaton | None = getattr(game, "automaton", None)
    return game_of(folded(automaton)) if automaton is not None and automaton.players is not None else game


def game_of(automaton: Automaton) -> HoaGame:
    """Make the game of an automaton: the environment chooses inputs, the controller answers, the edge is taken.

    Inputs that leave the controller the same edges are one move, so the arena does not grow with the propositions. A
    vertex where the controller chooses is called after the environment's move and the states that can follow, with the
    priority (max-even) of the edge where that decides.
    """
    plan = _Plan(automaton)
    for state in range(len(automaton.edges)):
        plan.open(state)
    plan.name_choices()
    tails, heads, owner = np.array(plan.tails, np.int64), np.array(plan.heads, np.int64), np.array(plan.owner, np.uint8)
    return HoaGame(
        Arena.from_arrays(tails, heads, owner.size, owner, plan.labels),
        Parity(np.array(plan.priority, np.int32)),
        None if automaton.start is None else Vertex(automaton.start),
        ("the controller", "the environment"),
        automaton,
        tuple(plan.choices),
    )


def partition(letters: Letters, sets: Iterable[Node]) -> list[tuple[tuple[int, ...], Node]]:
    """Divide the inputs by the sets, those of a state's edges, of which some outputs make a letter."""
    parts: list[tuple[tuple[int, ...], Node]] = [((), letters.true)]
    for k, node in enumerate(sets):
        possible = letters.inputs_of(node)
        halves = [half for ks, part in parts for half in (((*ks, k), part & possible), (ks, part & ~possible))]
        parts = [half for half in halves if half[1] != letters.false]
    return parts


class _Plan:
    """The arena of an automaton while it is made.

    A priority of an edge goes to the state it leaves if all edges of that state have the same; else to the state it
    enters if all edges into that have the same and none has gone to its source; else to a vertex between. What has no
    priority has 0, which no edge falls below.
    """

    def __init__(self, automaton: Automaton):
        self.automaton = automaton
        n = len(automaton.edges)
        self.priority = [0] * n
        self.owner = [1] * n
        self.labels = list(automaton.names)
        self.tails: list[int] = []
        self.heads: list[int] = []
        self.choices: list[tuple[Choice, ...]] = []
        self._parts: dict[tuple[Node, ...], list[tuple[tuple[int, ...], Node]]] = {}
        self._between: dict[tuple[int, int], int] = {}
        self._shared: dict[tuple[int, ...], int] = {}
        self._inputs: dict[int, dict[Node, None]] = {}
        self._entered: list[set[int | None]] = [set() for _ in range(n)]
        self.uniform = [len({edge.priority for edge in edges}) == 1 for edges in self.automaton.edges]
        for edges, uniform in zip(self.automaton.edges, self.uniform, strict=True):
            for edge in edges:
                self._entered[edge.target].add(None if uniform else edge.priority)
        for s, edges in enumerate(self.automaton.edges):
            alone = next(iter(self._entered[s])) if len(self._entered[s]) == 1 else None
            self.priority[s] = max(alone or 0, edges[0].priority if self.uniform[s] else 0)

    def _made(self, owner: int, priority: int, label: str, heads: tuple[int, ...]) -> int:
        """Return a new vertex, with edges to others, or to itself if there are none."""
        v = len(self.owner)
        self.owner.append(owner)
        self.priority.append(priority)
        self.labels.append(label)
        for head in heads or (v,):
            self.tails.append(v)
            self.heads.append(head)
        return v

    def _head(self, state: int, edge: Edge) -> int:
        """Return the vertex that an edge leads to."""
        if self.uniform[state] or len(self._entered[edge.target]) == 1:
            return edge.target
        key = edge[1:]
        if key not in self._between:
            name = f"{self.automaton.names[edge.target]} (priority {edge.priority})"
            self._between[key] = self._made(0, edge.priority, name, (edge.target,))
        return self._between[key]

    def open(self, state: int) -> None:
        """Make the moves from a state."""
        letters, edges = self.automaton.letters, self.automaton.edges[state]
        choices = []
        sets = tuple(edge.letters for edge in edges)
        if sets not in self._parts:
            self._parts[sets] = partition(letters, sets)
        for ks, inputs in self._parts[sets]:
            heads = tuple(self._head(state, edges[k]) for k in ks)
            vertex = self._choice(heads)
            self._inputs.setdefault(vertex, {}).setdefault(inputs)
            self.tails.append(state)
            self.heads.append(vertex)
            choices.append(Choice(vertex, inputs, ks, heads))
        self.choices.append(tuple(choices))

    def _choice(self, heads: tuple[int, ...]) -> int:
        """Return the vertex where the controller chooses among these, and loses if there is none; states share it."""
        if heads not in self._shared:
            shown = [self.labels[head] for head in heads[:4]] + ["..."] * (len(heads) > 4)
            name = " or ".join(shown) if len(heads) > 1 else f"only {shown[0]}" if heads else "no edge"
            sink = 0 if heads else 1
            self._shared[heads] = self._made(sink, sink, name, heads)
        return self._shared[heads]

    def name_choices(self) -> None:
        """Put before what the controller can choose from what the environment did, where that is always the same."""
        for vertex, inputs in self._inputs.items():
            if len(inputs) == 1:
                (done,) = inputs
                condition = "" if done == self.automaton.letters.true else self.automaton.letters.named(done)
                self.labels[vertex] = f"after {condition}: {self.labels[vertex]}" if condition else self.labels[vertex]


def write_machine(machine: Machine, file: IO[bytes]) -> None:
    """Write a machine to an open file as an automaton whose words are what the machine does."""
    file.write(hoa_text(machine).encode())
