"""Checks games with fair edges: by the strategies, which take some edges in turn.

What a play sees infinitely often is a *round*: vertices that the edges taken infinitely often connect strongly.
If the winner keeps to the strategy, a round holds all edges that he takes in turn at its vertices; if the other is
fair, it holds all fair edges of the other's vertices as well. And each such round is one of a play, since whoever may
choose can go through it again and again.

The winner is fair in a round if at each vertex of his with fair edges he takes them all. So he wins every play if and
only if no round that he can be led into has such a vertex where he does not (player 1 may be unfair with player 0, who
loses then; player 0 with player 1 does not gain by that), and the largest priority of no round of fair plays is of the
loser's parity. Rounds are looked for as end components are: a component from which some edge leads that must be in the
round loses that vertex, and falls apart again. Then the vertices of the largest priorities are removed.

Vertices where the play is decided have a self-loop as their only move, and the priority of who wins there.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import Claim, Mask, Numbers, Verdict, same, verdict
from graphgames.games.parity.checker import components_of


class FairClaim(Claim):
    """The claim about the winners, with the moves and the edges that are taken in turn."""

    objectives = ("fair-reach", "fair-safe", "fair-buchi", "fair-cobuchi", "fair-parity")

    @cached_property
    def fair(self) -> Mask:
        """The fair edges."""
        given: Mask = cast("Any", self.game.objective).fair_edges
        return given & ~self.spread(self.terminal)

    @cached_property
    def turns(self) -> Mask:
        """The edges that are taken in turn."""
        return same(self.proof.turns, 1)

    @cached_property
    def terminal(self) -> Mask:
        """The dead ends, and where the objective says that the play is decided."""
        over = self.game.objective.over
        return self.dead_end if over is None else self.dead_end | over

    @cached_property
    def chosen(self) -> Mask:
        return same(self.arena.successors, self.spread(self.moves)) | self.turns

    @cached_property
    def losers(self) -> Mask:
        """The edges at whose tails the loser moves and the play is not decided."""
        return self.spread(~self.mover_wins & ~self.terminal)

    @cached_property
    def priority(self) -> Numbers:
        """Priorities of which the largest decides, even ones for player 0."""
        objective = cast("Any", self.game.objective)
        if objective.name == "fair-parity":
            given = np.asarray(objective.priority, np.int32)
            odd = np.int32(objective.convention.endswith("odd"))
            most = np.int32(given.max(initial=0))
            return most + (most + odd) % np.int32(2) - given if objective.convention.startswith("min") else given + odd
        mask: NDArray[np.bool_] = getattr(objective, objective.data)
        low, high = {"fair-reach": (1, 2), "fair-safe": (1, 0), "fair-buchi": (1, 2)}.get(objective.name, (0, 1))
        return np.where(mask, np.int32(high), np.int32(low))

    @cached_property
    def unfair(self) -> Mask:
        """The vertices where the winner moves and does not take all fair edges for ever."""
        return self.mover_wins & self.some(self.fair & ~self.chosen)

    def required(self, winner: int, other: bool) -> Mask:
        """Return the edges that are in each round: the strategy's, and if the other is fair his fair ones."""
        own = self.spread(same(self.owner, winner))
        return self.next & (own | self.fair) if other else self.next & own


def turns_are_fair(claim: FairClaim) -> Verdict:
    """Check that edges that are taken in turn stay where the mover wins; the fair ones and the move are among them."""
    rotates = claim.some(claim.turns)
    among = claim.some(claim.turns & same(claim.arena.successors, claim.spread(claim.moves)))
    missed = claim.some(claim.fair & claim.spread(rotates) & ~claim.turns)
    leaves = claim.some(claim.turns & ~claim.stays)

    def say(v: int) -> str:
        if not claim.must_move[v]:
            return "edges are taken in turn, but there is no move to make"
        if leaves[v]:
            return f"{claim.wins(v)}, but of the edges that are taken in turn one leads to where the other wins"
        left = "a fair edge is not" if missed[v] else "the strategy's move is not"
        return f"edges are taken in turn, and {left} among them"

    return verdict(rotates, claim.must_move & among & ~missed & ~leaves, say)


def winner_is_fair(claim: FairClaim) -> Verdict:
    """Check that a winner comes only finitely often to a vertex where he does not take all fair edges."""
    bad = np.zeros(claim.arena.n, np.bool_)
    for winner in (0, 1):
        part = same(claim.winner, winner)
        # player 0 loses if she is unfair, even where he is
        bad |= (rounds(claim, part, claim.required(winner, winner == 1)) >= 0) & claim.unfair

    def say(v: int) -> str:
        return f"{claim.wins(v)}, but the play may come here for ever, and the strategy leaves out a fair edge"

    return Verdict(claim.unfair, np.flatnonzero(bad), say)


def no_round_for_the_loser(claim: FairClaim) -> Verdict:
    """Check that no round of plays in which the loser is fair has a largest priority of the loser's parity."""
    bad = np.zeros(claim.arena.n, np.bool_)
    for winner in (0, 1):
        wanted = same(claim.priority % np.int32(2), winner)
        part, required = same(claim.winner, winner), claim.required(winner, True)
        bad |= part & claim.terminal & ~wanted
        while part.any():
            component = rounds(claim, part, required)
            part = component >= 0
            here = np.flatnonzero(part)
            worst = np.full(component.max(initial=-1) + 1, -1, np.int32)
            np.maximum.at(worst, component[here], np.where(wanted[here], np.int32(-1), claim.priority[here]))
            above = np.zeros(worst.size, np.bool_)
            above[component[here[claim.priority[here] > worst[component[here]]]]] = True
            tops = here[~above[component[here]] & (claim.priority[here] == worst[component[here]])]
            bad[tops] = True
            part[here] = above[component[here]] & (claim.priority[here] <= worst[component[here]])

    def say(v: int) -> str:
        return (
            f"{claim.wins(v)}, but a fair play may come here for ever and see no priority above {claim.priority[v]}, "
            "which the loser wants"
        )

    return Verdict(claim.all, np.flatnonzero(bad), say)


def rounds(claim: FairClaim, part: Mask, required: Mask) -> Numbers:
    """Return the largest rounds within a part, that must hold these edges: a number for each vertex, -1 for none."""
    tails, heads = claim.tails, claim.arena.successors
    part = part & ~claim.terminal
    edges = np.flatnonzero(claim.next & part[tails])
    while True:
        edges = edges[part[tails[edges]]]
        here = np.flatnonzero(part)
        number = np.cumsum(part, dtype=np.int32) - np.int32(1)
        inner = edges[part[heads[edges]]]
        component = np.full(claim.arena.n, -1, np.int32)
        if here.size:
            component[here] = components_of(here.size, number[tails[inner]], number[heads[inner]])
        within = component[tails[edges]] == component[heads[edges]]
        kept = np.zeros(claim.arena.n, np.bool_)
        kept[tails[edges[within]]] = True
        kept[tails[edges[~within & required[edges]]]] = False
        if kept[here].all():
            return component
        part = kept


CONDITIONS = (
    common.moves_stand_where_needed,
    common.moves_are_edges,
    common.winner_stays_inside,
    common.loser_stays_inside,
    turns_are_fair,
    winner_is_fair,
    no_round_for_the_loser,
)
check = common.checker("fair-moves", FairClaim, CONDITIONS)
