"""The certificate of a GR(1) specification: the layers of the fixpoint, as sets of states in lists of nodes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Record, Row, Truth
from graphgames.core.errors import counted
from graphgames.games.synthesis.diagrams import Diagrams, Listing
from graphgames.games.synthesis.symbolic import Arena, Layers, Reached, forced, met

NODE = Integer(0)
"""The number of a node."""

SPARED = 8
"""Rows that end in common are looked for if they spare so many layers for each goal."""


@dataclass(frozen=True, eq=False)
class SpecProof(Certificate, ABC):
    """The base class of certificates of specifications: who wins, and the sets of which they speak by their numbers."""

    realizable: Annotated[bool, Truth()]
    diagrams: Annotated[Diagrams, Record()]

    @property
    @abstractmethod
    def size(self) -> str:
        """How many layers there are, in words."""


@dataclass(frozen=True, eq=False)
class SpecLayers(SpecProof):
    """From where the system reaches each of its goals, layer by layer; or what the environment wins, part by part.

    Sets are numbers of nodes in ``diagrams``.

    Attributes
    ----------
    realizable : bool
        Who wins.
    diagrams : Diagrams
        The sets.
    won : int
        The states that the system wins, if it does.
    reached : tuple of tuples of (int, int)
        For each goal of the system, layer by layer, an assumption and some states: from a new one the system can go to
        the goal, to the layers before, or stay in this one while the step misses the assumption.
    lost : tuple of (int, int, tuple of tuples)
        Part by part a goal of the system, the states that the environment has won with it, and for each assumption the
        states from which it forces the assumption, or what was won before, in 1, 2, ... steps while the goal is missed.
    """

    kind: ClassVar[str] = "spec-layers"
    proves: ClassVar[Mapping[str, str]] = {"realizable": "layers_lead_on parts_are_kept beginnings_are_won"}
    won: Annotated[int, NODE]
    reached: Annotated[tuple[tuple[tuple[int, int], ...], ...], Each(Each(Row((Integer(0), NODE))))]
    lost: Annotated[
        tuple[tuple[int, int, tuple[tuple[int, ...], ...]], ...], Each(Row((Integer(0), NODE, Each(Each(NODE)))))
    ]

    @property
    def size(self) -> str:
        """How many layers or parts there are, in words."""
        return counted(sum(map(len, self.reached)), "layer") if self.realizable else counted(len(self.lost), "part")

    def explain(self, solution: Any, v: int) -> str:
        how = "of states the system reaches its goals" if self.realizable else "of states the environment stays"
        return f"in {self.size} {how}"


def certified(arena: Arena, layers: Layers) -> SpecLayers:
    """Return the certificate of what the fixpoint found."""
    listing, assumptions = Listing(arena.true, arena.false), range(len(arena.assumptions))
    won = listing.add(layers.won if layers.realizable else arena.false)
    rows = shortened(arena, layers) if layers.realizable else ()
    reached = tuple(tuple((i, listing.add(states)) for i, states in row) for row in rows)
    lost = tuple(
        (
            part.goal,
            listing.add(part.after),
            tuple(tuple(map(listing.add, part.approach(arena, i))) for i in assumptions),
        )
        for part in (() if layers.realizable else layers.lost)
    )
    return SpecLayers(layers.realizable, listing.diagrams(arena.order), won, reached, lost)


def shortened(arena: Arena, layers: Layers) -> Sequence[Sequence[Reached]]:
    """Return rows of layers that end in common, if they are enough and spare many layers; else the fixpoint's.

    A row begins with from where the system forces its goal in 1, 2, ... steps, whatever the assumptions. In common are
    the layers of what it forces from elsewhere: to come to where all rows begin, or to miss an assumption.
    """
    rows, beginnings, common = layers.reached, list[list[Reached]](), layers.won
    left = sum(map(len, rows)) - SPARED * len(rows)
    for goal in range(len(rows)):
        row, reached = list[Reached](), arena.false
        base = here = met(arena, goal, layers.won)
        while left > 0 and (more := reached | (layers.won & arena.always(base))) != reached:
            row.append(Reached(0, more))
            reached, left = more, left - 1
            base = here | arena.answered(arena.then(reached))
        beginnings.append(row)
        common &= reached
    if left <= 0:
        return rows
    end, found = forced(arena, arena.answered(arena.then(common)), layers.won, {})
    return [[*row, *end] for row in beginnings] if len(end) <= left and (common | found) == layers.won else rows
