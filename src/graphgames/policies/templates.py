"""Templates of winning strategies of Büchi, co-Büchi and parity games: what every strategy that keeps them may do.

A template says which edges a player never takes (those that leave where he wins), which he takes only finitely often
(*co-live*), and of which groups of edges he takes one again and again if he comes again and again to where one of the
group begins (*live groups*). Whoever keeps all of that wins, and there is always a move that keeps it.

Anand, Nayak, Schmuck, *Synthesizing permissive winning strategy templates for parity games*, CAV 2023. The recursion is
that of Zielonka; live groups lead step by step to a set that a play should come to, and co-live edges away from one
that it should stay in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.graphs.order import reverse_of

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Template:
    """What a strategy must do besides never leaving where it wins."""

    colive: Mask
    """The edges that are taken only finitely often, shape (m,)."""
    groups: tuple[NDArray[np.int64], ...]
    """The live groups: the numbers of their edges."""


def template(arena: Arena, priority: NDArray[np.int64], won: Mask, player: int) -> Template:
    """Return a template for a player who wins from a set of vertices; O(m) for each step of Zielonka's recursion.

    ``priority`` (int, shape (n,)): the largest that is seen again and again decides; even ones are good for player 0.
    ``won`` (bool, shape (n,)): where the player wins.

    >>> arena = Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 1])
    >>> found = template(arena, np.array([1, 2]), np.array([True, True]), 0)
    >>> [group.tolist() for group in found.groups], found.colive.tolist()
    ([[1]], [False, False, False])
    """
    part = _Part.of(arena, priority + player, player)
    found = part.solved(won)
    colive = np.zeros(arena.m, np.bool_)
    colive[found.colive] = True
    return Template(colive, tuple(np.array(sorted(group), np.int64) for group in found.groups))


class _Found(NamedTuple):
    """Where the player wins in a part, the edges taken finitely often, and the live groups."""

    won: Mask
    colive: list[int]
    groups: list[list[int]]


@dataclass(frozen=True)
class _Part:
    """An arena as lists, of which parts are solved; the player is player 0 with even priorities."""

    n: int
    mine: list[bool]
    priority: NDArray[np.int64]
    out: list[range]
    heads: list[int]
    before: list[list[int]]
    """The predecessors of each vertex, one as often as there are edges."""

    @classmethod
    def of(cls, arena: Arena, priority: NDArray[np.int64], player: int) -> _Part:
        """Return that of an arena."""
        ends, (starts, predecessors) = arena.indptr.tolist(), reverse_of(arena)
        before = [predecessors[a:b].tolist() for a, b in pairwise(starts.tolist())]
        out = [range(a, b) for a, b in pairwise(ends)]
        mine = (owners(arena) == player).tolist()
        return cls(arena.n, mine, priority, out, arena.successors.tolist(), before)

    def solved(self, inside: Mask) -> _Found:
        """Return what is found in the part on some vertices, in which each has an edge that stays there."""
        won, colive, groups = np.zeros(self.n, np.bool_), list[int](), list[list[int]]()
        inside = inside.copy()
        while inside.any():
            top = int(self.priority[inside].max())
            marked = inside & (self.priority == top)
            good = top % 2 == 0
            attracted = self.attracted(inside, marked, good)
            rest = self.solved(inside & ~attracted)
            if good and not (inside & ~attracted & ~rest.won).any():
                return _Found(
                    won | inside, colive + rest.colive, groups + rest.groups + self.live(inside, marked, attracted)
                )
            if good:
                inside &= ~self.attracted(inside, inside & ~attracted & ~rest.won, False)
                continue
            if not rest.won.any():
                break
            region = self.attracted(inside, rest.won, True)
            colive += rest.colive
            for v in np.flatnonzero(rest.won).tolist():
                colive += [e for e in self.out[v] if self.mine[v] and self.leaves(e, inside, rest.won)]
            groups += rest.groups + self.live(inside, rest.won, region)
            won |= region
            inside &= ~region
        return _Found(won, colive, groups)

    def leaves(self, e: int, inside: Mask, target: Mask) -> bool:
        """Return whether an edge stays in a part and leads out of a set."""
        return bool(inside[self.heads[e]] and not target[self.heads[e]])

    def attracted(self, inside: Mask, target: Mask, by_player: bool) -> Mask:
        """Return from where the player, or else the other, can force a play within a part to a target."""
        return self._spread(inside, target, lambda v: self.mine[v] == by_player, None)

    def live(self, inside: Mask, target: Mask, region: Mask) -> list[list[int]]:
        """Return the live groups that lead from a region to a target, the nearest first.

        Nobody can avoid to come from a vertex whose edges all lead to where one comes surely; where no such vertex is
        left the player's edges that lead there are a group.
        """
        groups: list[list[int]] = []
        reached = self._spread(inside, target, lambda v: False, groups)
        assert bool((reached | ~region).all())
        return groups

    def _spread(
        self, inside: Mask, target: Mask, willing: Callable[[int], bool], groups: list[list[int]] | None
    ) -> Mask:
        """Return what is attracted to a target; with ``groups`` the player is willing where nothing else is left."""
        reached, left = target.copy(), dict[int, int]()
        queue, reachable = np.flatnonzero(target).tolist(), list[int]()
        while queue:
            while queue:
                for v in self.before[queue.pop()]:
                    if not inside[v] or reached[v]:
                        continue
                    if v not in left:
                        left[v] = sum(1 for one in self.out[v] if inside[self.heads[one]])
                        reachable.append(v)
                    left[v] -= 1
                    if left[v] == 0 or willing(v):
                        reached[v] = True
                        queue.append(v)
            if groups is not None:
                reachable = [v for v in reachable if not reached[v]]
                queue = [v for v in reachable if self.mine[v]]
                group = [e for v in queue for e in self.out[v] if reached[self.heads[e]]]
                groups += [group] if group else []
                reached[queue] = True
        return reached
