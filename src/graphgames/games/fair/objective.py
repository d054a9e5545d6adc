"""Reachability to parity with fair edges, each of which must be taken for ever where a play comes for ever.

That is *strong transition fairness*: Banerjee, Majumdar, Mallik, Schmuck, Soudjani, *Fast symbolic algorithms for
omega-regular games under strong transition fairness*, TheoretiCS 2 (2023), where player 1 must be fair; for both
players Hausmann, Piterman, Sağlam, Schmuck, *Fair omega-regular games*, FoSSaCS 2024.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import ByVertex, Vertices
from graphgames.core.data import edge_set
from graphgames.core.ending import Ending
from graphgames.core.errors import GameError
from graphgames.core.naming import quoted_label
from graphgames.core.objective import Objective
from graphgames.games.buchi.objective import Buchi, CoBuchi
from graphgames.games.parity.objective import Parity
from graphgames.games.reachability.objective import Reach, Safe

Mask: TypeAlias = NDArray[np.bool_]
Edges: TypeAlias = str | Iterable[tuple[Any, Any]] | NDArray[Any] | Callable[[Any, Any], bool]
"""The name of edge data, pairs of labels, edge numbers or a mask in an array, or a function of tail and head."""


@dataclass(frozen=True, eq=False)
class Fair(Objective):
    """The base class: an objective, and which edges are fair.

    A player is *unfair* if a play comes again and again to a vertex of his and takes one of its fair edges only
    finitely often. Player 0 wins if she is fair, and player 1 is not or the play is what she wants. Parallel edges
    count as one.
    """

    fair: Edges = "fair"
    reads_data: ClassVar[tuple[str, ...]] = ("fair",)
    by_priority: ClassVar[bool] = False
    has_parity_form: ClassVar[bool] = False
    allows_chance: ClassVar[bool] = False
    has_draws_by_chance: ClassVar[bool] = False
    chance_form: ClassVar[str] = ""
    counts_moves: ClassVar[bool] = False
    endless: ClassVar[int | None] = None
    edges: ClassVar[str] = ""

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data, and a mask of the fair edges."""
        mask = edge_set(self.fair, arena, "fair")
        pairs = arena.tails * np.int64(arena.n) + arena.successors
        owned = np.isin(pairs, pairs[mask])  # with all that are parallel to one
        owned.flags.writeable = False
        return replace(super().bind(arena), fair=owned)

    @property
    def plain(self) -> Objective:
        """The same without fair edges: the objective behind `Fair` among the bases."""
        cls: Any = next(one for one in type(self).__mro__ if not issubclass(one, Fair))
        found: Objective = cls(**{one.name: getattr(self, one.name) for one in fields(cls) if one.init})
        return found

    @property
    def over_edges(self) -> Sequence[str]:
        return (*super().over_edges, "fair")

    @property
    def fair_edges(self) -> Mask:
        """The fair edges, shape (m,), once bound."""
        return np.asarray(self.fair, np.bool_)

    def acceptance(self) -> None:
        """Return None: it asks for something of edges."""

    def strategy_certificate(self) -> None:
        """Return None: what proves it is not two moves for each vertex."""

    def parity_game(self, arena: Arena) -> tuple[Arena, Objective]:
        """Return the parity game of the gadgets; vertex v of both is won alike."""
        from graphgames.games.fair.gadget import as_parity  # which reads this file

        made = as_parity(arena, self).game
        return made.arena, made.objective

    def to_data(self) -> tuple[dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
        return {"fair": self.fair_edges.astype(np.int64)}, {}

    def edge_note(self, e: int) -> str:
        return "fair" if self.fair_edges[e] else ""

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        return (("fair", "taken for ever by a player who comes there for ever"),) if self.fair_edges.any() else ()

    @property
    def aims_in_words(self) -> tuple[str, str]:
        """What each player wants of plays in which both are fair."""
        first, second = super().aims_in_words
        return f"{first}, while both are fair", f"{second}, while both are fair"

    @property
    def loop_rule(self) -> str:
        return "Whoever leaves out a fair edge on the way round loses, {0} before {1}. " + super().loop_rule

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle: first, whether it is fair."""
        taken = set(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        for player in (0, 1):
            for v in (v for v in cycle if owners(arena)[v] == player):
                edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
                missed = [w for e in edges if self.fair_edges[e] and (v, w := int(arena.successors[e])) not in taken]
                if missed:
                    here, there = (quoted_label(arena.display_name(u)) for u in (v, missed[0]))
                    return Ending(
                        1 - player, f"the play comes back to {here}, and never takes its fair edge to {there}"
                    )
        return super().cycle_ending(arena, cycle)

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Raise `GameError`: which edges there will be is not known."""
        raise GameError(f"the {self.name} objective of this game is about edges; change them in the game's file")

    @property
    def remark(self) -> str:
        """That no edge is fair, where there is none."""
        return "" if self.fair_edges.any() else f"no edge is fair, so this is the same as {self.plain.name}"

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: Mask | None = None) -> Self:
        """Return the objective that priorities say, without any fair edge."""
        return replace(super().from_priorities(priority, marked), fair=())

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective in which each edge is fair with probability 1/2."""
        seed = int(rng.integers(1 << 30))
        made = super().random(rng, n, share, priorities)
        return replace(made, fair=lambda u, w: hash((seed, u, w)) % 2 == 0)


@dataclass(frozen=True, eq=False)
class FairReach(Fair, Reach):  # type: ignore[override]  # its loop_rule is a constant
    """Player 0 wants the play to visit the target, or that player 1 is unfair; she must be fair herself.

    Attributes
    ----------
    target : iterable, ndarray or callable
        As that of `Reach`.
    fair : str, iterable of pairs, ndarray or callable
        The fair edges: pairs of labels; the name of edge data of the arena that are 1 or true there, by default
        ``"fair"``; an array of edge numbers or a mask; or a function that is true of the labels of tail and head. Once
        bound a mask. Fairness counts until the target is visited.

    Examples
    --------
    A door that is tried again and again opens at last:

    >>> import graphgames as gg
    >>> house = {"try": ["shut", "open"], "shut": ["try"], "open": []}
    >>> mover = {"try": 1, "shut": 0, "open": 0}
    >>> solution = gg.solve(house, gg.FairReach(["open"], [("try", "open")]), owner=mover)
    >>> solution.winner_of("try"), gg.solve(house, gg.Reach(["open"]), owner=mover).winner_of("try")
    (0, 1)
    """

    target: Vertices
    fair: Edges = "fair"
    name: ClassVar[str] = "fair-reach"
    title: ClassVar[str] = "reachability game with fair edges"


@dataclass(frozen=True, eq=False)
class FairSafe(Fair, Safe):  # type: ignore[override]  # its loop_rule is a constant
    """Player 0 wants the play never to leave the safe vertices, or that player 1 is unfair; she must be fair herself.

    Attributes
    ----------
    safe : iterable, ndarray or callable
        As that of `Safe`.
    fair : str, iterable of pairs, ndarray or callable
        As that of `FairReach`.

    Examples
    --------
    Who takes a risk again and again comes to harm, even if he need not now:

    >>> from graphgames import FairSafe, solve
    >>> ways = {"road": ["road", "ice"], "ice": ["ice"]}
    >>> solve(ways, FairSafe(["road"], [("road", "ice")]), owner={"road": 0, "ice": 0}).winner_of("road")
    1
    """

    safe: Vertices
    fair: Edges = "fair"
    name: ClassVar[str] = "fair-safe"
    title: ClassVar[str] = "safety game with fair edges"


@dataclass(frozen=True, eq=False)
class FairBuchi(Fair, Buchi):  # type: ignore[misc]  # it has no form that Buchi has
    """Player 0 wants accepting vertices again and again, or that player 1 is unfair; she must be fair herself.

    Attributes
    ----------
    accepting : iterable, ndarray or callable
        As that of `Buchi`.
    fair : str, iterable of pairs, ndarray or callable
        As that of `FairReach`.

    Examples
    --------
    >>> from graphgames import FairBuchi, solve
    >>> channel = {"send": ["lost", "came"], "lost": ["send"], "came": ["send"]}
    >>> mover = {"send": 1, "lost": 0, "came": 0}
    >>> solution = solve(channel, FairBuchi(["came"], fair=[("send", "came")]), owner=mover)
    >>> solution.winner_of("send")
    0
    """

    accepting: Vertices = field()
    accepting_edges: None = field(init=False, default=None)
    fair: Edges = "fair"
    name: ClassVar[str] = "fair-buchi"
    title: ClassVar[str] = "Büchi game with fair edges"


@dataclass(frozen=True, eq=False)
class FairCoBuchi(Fair, CoBuchi):  # type: ignore[misc]  # it has no form that CoBuchi has
    """Player 0 wants rejecting vertices finitely often, or that player 1 is unfair; she must be fair herself.

    Attributes
    ----------
    rejecting : iterable, ndarray or callable
        As that of `CoBuchi`.
    fair : str, iterable of pairs, ndarray or callable
        As that of `FairReach`.

    Examples
    --------
    >>> from graphgames import FairCoBuchi, solve
    >>> states = {"calm": ["calm", "alarm", "off"], "alarm": ["calm"], "off": ["off"]}
    >>> mover = {"calm": 1, "alarm": 0, "off": 0}
    >>> solve(states, FairCoBuchi(["alarm"], [("calm", "off")]), owner=mover).winner_of("alarm")
    0
    """

    rejecting: Vertices = field()
    rejecting_edges: None = field(init=False, default=None)
    fair: Edges = "fair"
    name: ClassVar[str] = "fair-cobuchi"
    title: ClassVar[str] = "co-Büchi game with fair edges"


@dataclass(frozen=True, eq=False)
class FairParity(Fair, Parity):  # type: ignore[misc]  # it has no form that Parity has
    """Player 0 wants the largest priority seen for ever to be even, or player 1 unfair; she must be fair herself.

    Attributes
    ----------
    priority : array_like, dict or callable
        As that of `Parity`.
    convention : str
        As that of `Parity`.
    fair : str, iterable of pairs, ndarray or callable
        As that of `FairReach`.

    Examples
    --------
    >>> from graphgames import FairParity, solve
    >>> graph = {"idle": ["idle", "busy"], "busy": ["idle", "done"], "done": ["idle"]}
    >>> priority = {"idle": 0, "busy": 1, "done": 2}
    >>> mover = {"idle": 1, "busy": 1, "done": 0}
    >>> solve(graph, FairParity(priority, fair=[("busy", "done")]), owner=mover).winner_of("idle")
    0
    """

    priority: ByVertex = field()
    edge_priority: None = field(init=False, default=None)
    fair: Edges = "fair"
    name: ClassVar[str] = "fair-parity"
    title: ClassVar[str] = "parity game with fair edges"
