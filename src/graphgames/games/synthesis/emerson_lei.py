"""Specifications with any acceptance condition, solved by one fixpoint over the Zielonka tree of the condition.

A node of the tree that is good for a player is a set of states in which he can stay for ever, and come from each child
to the next again and again; a node that is bad for him must be left upwards, which layers of states count down. A step
belongs to the lowest node that holds all its marks. So greatest and least fixpoints alternate along the tree (Hausmann,
Lehaut, Piterman, *Symbolic Solution of Emerson-Lei Games for Reactive Synthesis*, FoSSaCS 2024); for GR(1) they are
those of Piterman, Pnueli and Sa'ar. Both players are solved alike, with good and bad exchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Annotated, Any, ClassVar, NamedTuple

from graphgames.core.claim import Each, Integer, Row
from graphgames.core.errors import counted
from graphgames.games.omega.tree import Tree, zielonka_tree
from graphgames.games.synthesis.diagrams import Listing
from graphgames.games.synthesis.layers import NODE, SpecProof
from graphgames.games.synthesis.spec import Node, Spec, Values
from graphgames.games.synthesis.spec_solution import SpecSolution
from graphgames.games.synthesis.symbolic import Arena, Found, Tactic

Label = tuple[int, ...]
"""Marks by their numbers."""


class Stay(NamedTuple):
    """A node that is good for the player: states that he keeps to, and a climb for each child."""

    label: Label
    states: Node
    below: tuple[Climb, ...]


class Climb(NamedTuple):
    """A node that is bad for the player: all states from which he leaves it upwards so far, layer by layer.

    Beside each layer stands where he stays meanwhile, if the node has children.
    """

    label: Label
    layers: tuple[tuple[Node, Stay | None], ...]


class Search:
    """The fixpoint of one player."""

    def __init__(self, arena: Arena, player: int):
        self.arena, self.player = arena, player

    def steps(self, label: Iterable[int], states: Node, above: Node) -> Node:
        """Return the steps that a play may take: into some states where all marks are in a label, else as above."""
        inside = self.inside(label)
        return (inside & self.arena.then(states)) | (~inside & above)

    def inside(self, label: Iterable[int]) -> Node:
        """Return the steps with no marks but these."""
        held = set(label)
        return reduce(and_, [~mark for i, mark in enumerate(self.arena.marks) if i not in held], self.arena.true)

    def forced(self, steps: Node) -> Node:
        """Return the states from which the player forces one of some steps, or wins at once."""
        if self.player:
            return self.arena.forced(steps & ~self.arena.reach)
        return self.arena.controllable(steps | self.arena.reach)

    def solve(self, tree: Tree, within: Node) -> Stay:
        """Return all states that the player wins among some, with the way he does."""
        if tree.good != bool(self.player):
            return self.stay(tree, self.arena.false, within)
        # a root that is bad for the player has a node above it to which no step belongs
        climb = self.climb(tree, self.arena.false, within)
        return Stay(climb.label, _top(climb, self.arena.false), (climb,))

    def stay(self, tree: Tree, above: Node, within: Node) -> Stay:
        """Return where the player can stay within some states: a greatest fixpoint."""
        label, states = tuple(sorted(tree.holds)), within
        climbs: dict[int, Climb] = {}
        k, settled = 0, bool(tree.children)
        while not settled:
            found = states & self.forced(self.steps(label, states, above))
            states, settled = found, found == states
        while len(climbs) < len(tree.children):
            climb = self.climb(tree.children[k], self.steps(label, states, above), states)
            found = _top(climb, self.arena.false)
            climbs = {**climbs, k: climb} if found == states else {}
            states, k = found, (k + 1) % len(tree.children)
        return Stay(label, states, tuple(climbs[k] for k in sorted(climbs)))

    def climb(self, tree: Tree, above: Node, within: Node) -> Climb:
        """Return from where the player comes out of a node, within some states: a least fixpoint."""
        label, found = tuple(sorted(tree.holds)), self.arena.false
        layers: list[tuple[Node, Stay | None]] = []
        still = k = 0
        while still < max(len(tree.children), 1):
            here = self.steps(label, found, above)
            stay = self.stay(tree.children[k], here, within) if tree.children else None
            new = found | (within & self.forced(here) if stay is None else stay.states)
            still += 1
            if new != found:
                found, still = new, 0
                layers.append((found, stay))
            k = (k + 1) % max(len(tree.children), 1)
        return Climb(label, tuple(layers))


def _top(climb: Climb, nothing: Node) -> Node:
    return climb.layers[-1][0] if climb.layers else nothing


@dataclass(frozen=True)
class Trees:
    """What the fixpoint has found for the system, and for the environment where that was asked."""

    won: tuple[Stay, Stay | None]
    realizable: bool

    def region(self, arena: Arena, player: int) -> Node:
        """Return the states that a player is known to win."""
        stay = self.won[player]
        return arena.false if stay is None else stay.states

    def tactic(self, arena: Arena, player: int) -> Tactic:
        """Return what a player does where he is known to win."""
        return Descending(arena, player, self.won[player] or Stay((), arena.false, ()))


class Descending:
    """A player on the tree; the memory is the child that is next at each node that is good for him, top down."""

    begin: tuple[int, ...] = ()

    def __init__(self, arena: Arena, player: int, top: Stay):
        self.arena, self.player, self.top = arena, player, top
        self.search = Search(arena, player)
        self._known: dict[tuple[int, ...], Node] = {}

    def moves(self, memory: tuple[int, ...]) -> Node:
        """Return the relation while the children of a memory are next."""
        if memory not in self._known:
            self._known[memory] = self._moves(self.top, memory, self.arena.false, self.top.states)
        return self._known[memory]

    def _moves(self, stay: Stay, memory: tuple[int, ...], above: Node, region: Node) -> Node:
        arena = self.arena
        here = self.search.steps(stay.label, stay.states, above)
        if not stay.below:
            return self._taken(region, here)
        climb = stay.below[_at(memory, 0)]
        found, before = arena.false, arena.false
        for states, inner in climb.layers:
            new, up = region & states & ~before, self.search.steps(climb.label, before, here)
            found |= self._taken(new, up) if inner is None else self._moves(inner, memory[1:], up, new)
            before = states
        return found

    def _taken(self, states: Node, steps: Node) -> Node:
        """Return what the player does in some states to take one of these steps."""
        if self.player:
            return states & self.arena.enforced(steps & ~self.arena.reach)
        return states & self.arena.sys & (steps | self.arena.reach)

    def next(self, memory: tuple[int, ...], now: Values, then: Values) -> tuple[int, ...]:
        """Return the memory after a step: the lowest node that holds its marks goes on to its next child."""
        spec = self.arena.spec
        marks = {i for i, mark in enumerate(spec.condition()[1]) if spec.holds(mark, now, then)}
        here, stay, kept = self.arena.at(now), self.top, list[int]()
        while stay.below:
            child = _at(memory, len(kept))
            climb = stay.below[child]
            if not marks <= set(climb.label):
                return _plain([*kept, (child + 1) % len(stay.below)])
            kept.append(child)
            inner = next((inner for states, inner in climb.layers if (states & here) != self.arena.false), None)
            if inner is None or not marks <= set(inner.label):
                return _plain(kept)
            stay = inner
        return _plain([*kept, *memory[len(kept) :]])

    def reads(self, memory: tuple[int, ...]) -> Sequence[Node]:
        """Return the marks."""
        return self.arena.marks

    def memory_in_words(self, memory: tuple[int, ...]) -> str:
        """Return the memory in words."""
        return f"branch {'.'.join(map(str, memory))} of the condition is next" if memory else ""


def _at(memory: tuple[int, ...], depth: int) -> int:
    return memory[depth] if depth < len(memory) else 0


def _plain(memory: list[int]) -> tuple[int, ...]:
    """Return a memory without the zeros at its end."""
    while memory and not memory[-1]:
        memory.pop()
    return tuple(memory)


def solve_tree(arena: Arena, whole: bool = False) -> Trees:
    """Return who wins from the beginning and how; who wins where if ``whole``."""
    formula, marks = arena.spec.condition()
    tree = zielonka_tree(formula, frozenset(range(len(marks))))
    won = Search(arena, 0).solve(tree, arena.true)
    realizable = arena.begins(won.states)
    if realizable and not whole:
        return Trees((won, None), realizable)
    return Trees((won, Search(arena, 1).solve(tree, ~won.states)), realizable)


@dataclass(frozen=True, eq=False)
class SpecTree(SpecProof):
    """How the winner wins, node by node of the Zielonka tree.

    Sets are numbers of nodes in ``diagrams``, labels the marks that a node of the tree holds. A step belongs to the
    lowest node whose label holds all its marks.

    Attributes
    ----------
    realizable : bool
        Who wins.
    diagrams : Diagrams
        The sets.
    stays : tuple of (label, states, climbs)
        Nodes that are good for the winner, children before parents, the last of all the root: the states he keeps to,
        and the numbers of the climbs below.
    climbs : tuple of (label, layers)
        Nodes that are bad for the winner: layer by layer the states from which he has left the node so far, and the
        number of the stay where he is meanwhile, -1 if the node has no child.
    """

    kind: ClassVar[str] = "spec-tree"
    proves: ClassVar[Mapping[str, str]] = {"realizable": "labels_are_good tree_is_kept beginnings_are_won"}
    stays: Annotated[
        tuple[tuple[Label, int, tuple[int, ...]], ...], Each(Row((Each(Integer(0)), NODE, Each(Integer(0)))))
    ]
    climbs: Annotated[
        tuple[tuple[Label, tuple[tuple[int, int], ...]], ...],
        Each(Row((Each(Integer(0)), Each(Row((NODE, Integer(-1))))))),
    ]

    @property
    def size(self) -> str:
        return counted(max(1, sum(len(layers) for _, layers in self.climbs)), "layer")

    def explain(self, solution: Any, v: int) -> str:
        who = "the system" if self.realizable else "the environment"
        return f"in {self.size} of states {who} comes to what it wants"


def certified(arena: Arena, found: Trees) -> SpecTree:
    """Return the certificate of what the fixpoint found."""
    top = found.won[int(not found.realizable)]
    assert top is not None
    listing = Listing(arena.true, arena.false)
    stays: list[tuple[Label, int, tuple[int, ...]]] = []
    climbs: list[tuple[Label, tuple[tuple[int, int], ...]]] = []

    def of_stay(stay: Stay) -> int:
        below = tuple(map(of_climb, stay.below))
        stays.append((stay.label, listing.add(stay.states), below))
        return len(stays) - 1

    def of_climb(climb: Climb) -> int:
        layers = [(listing.add(states), -1 if inner is None else of_stay(inner)) for states, inner in climb.layers]
        climbs.append((climb.label, tuple(layers)))
        return len(climbs) - 1

    of_stay(top)
    return SpecTree(found.realizable, listing.diagrams(arena.order), tuple(stays), tuple(climbs))


@dataclass(frozen=True, eq=False, repr=False)
class TreeSolution(SpecSolution):
    """Who wins a specification with an acceptance condition; as `SpecSolution`."""

    @classmethod
    def found(cls, arena: Arena, whole: bool = False) -> Trees:
        return solve_tree(arena, whole)

    @classmethod
    def certified(cls, arena: Arena, found: Found) -> SpecTree:
        assert isinstance(found, Trees)
        return certified(arena, found)


def zielonka_fixpoint(spec: Spec) -> TreeSolution:
    """Solve a specification with any acceptance condition, on decision diagrams."""
    return TreeSolution.of(spec, "zielonka-fixpoint")
