"""Checks expected rewards until a target, in one pass over the edges, in whole numbers and fractions.

Why it suffices. *Finite values.* The value is what the best move, or the mean of chance, makes of the rewards and the
values of the next vertices (`values_are_the_best`). Let one player keep to his moves, and look at the others' choices
that are best against them, a Markov chain. A difference between the values and the expectations in that chain is
largest on a set that the play does not leave, and where each step keeps the value; there the rank falls for ever
(`ranks_fall`), which cannot be, unless the set has the value 0. If a play that misses the target is worth infinitely
much, the ranks are Min's, and he so reaches the target almost surely; from below the values bound every strategy that
does. Otherwise the ranks are Max's, and from above the values bound all expectations.

*Infinite values.* By induction on the rank (`infinite_values_are_right`): Max keeps the play where the rank never
rises; either it falls with positive probability, or it stays for ever where the target is not, and, if plays keep what
they collect, comes to a reward again and again.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.chance import CHANCE
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, written


class RewardClaim(Claim):
    """The claim that certain numbers are the expected rewards."""

    objectives = ("expected-reward",)
    with_chance = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.value is None:
            raise MalformedClaimError("the solution has no values, which are what is to be proved")
        objective, certificate = cast("Any", self.game.objective), cast("Any", solution.certificate)
        self.given: list[Any] = self.value.tolist()
        self.target, self.must_reach = objective.mask, objective.unreached == "inf"
        self.reward = objective.rewards(self.arena).tolist()
        self.infinite = np.array([one == INFINITY for one in self.given], np.bool_)
        if any(one < 0 for one in self.given):
            raise MalformedClaimError("a value is negative, and no reward is")
        self.owner = np.zeros(self.arena.n, np.uint8) if self.arena.owner is None else self.arena.owner
        self.rank, self.step = (self._row(getattr(certificate, name)) for name in ("rank", "step"))

    def _row(self, given: Any) -> NDArray[np.int64]:
        row = np.asarray(given)
        if row.shape != (self.arena.n,) or (row.size and row.dtype.kind not in "iu"):
            raise MalformedClaimError(f"the ranks have shape {row.shape}; expected an integer for each vertex")
        return row.astype(np.int64)

    @cached_property
    def over(self) -> Mask:
        """Where a play is over."""
        return np.asarray(self.target | self.dead_end)

    def edges(self, v: int) -> range:
        """Return the numbers of the edges out of a vertex."""
        return range(int(self.arena.indptr[v]), int(self.arena.indptr[v + 1]))

    def chosen_edges(self, v: int) -> list[int]:
        """Return the edges that the strategy takes from a vertex."""
        return [e for e in self.edges(v) if self.arena.successors[e] == self.moves[v]]

    def worth(self, e: int) -> Any:
        """Return what an edge is worth."""
        value = self.given[self.arena.successors[e]]
        return value if value == INFINITY else self.reward[e] + value

    def each(self, where: Mask, test: Any, say: Any) -> Verdict:
        """Return the verdict of a test of each vertex of a mask."""
        right = np.ones(self.arena.n, np.bool_)
        vertices = np.flatnonzero(where)
        right[vertices] = [test(v) for v in vertices.tolist()]
        return verdict(where, right, say)


def players_have_moves(claim: RewardClaim) -> Verdict:
    """Check that the strategy has a move, along an edge, wherever a player is to move, and nowhere else."""
    needed = ~claim.over & (claim.owner != CHANCE)
    right = np.where(needed, claim.has_move, claim.moves < 0)
    return verdict(claim.all, right, lambda v: f"the strategy has the move {int(claim.moves[v])}, which is wrong here")


def winners_are_right(claim: RewardClaim) -> Verdict:
    """Check that player 0 is said to win where the value is infinite, and player 1 elsewhere."""
    return verdict(
        claim.all, claim.winner == ~claim.infinite, lambda v: f"the winner is wrong for {written(claim.given[v])}"
    )


def ends_are_right(claim: RewardClaim) -> Verdict:
    """Check that a play that is over is worth nothing more, or infinitely much if it has missed the target."""

    def right(v: int) -> bool:
        missed = claim.must_reach and not claim.target[v]
        return bool(claim.given[v] == (INFINITY if missed else 0))

    return claim.each(claim.over, right, lambda v: f"the play is over here, but the value is {written(claim.given[v])}")


def values_are_the_best(claim: RewardClaim) -> Verdict:
    """Check that a finite value is what the move, and the best move, or the mean makes of the next ones."""

    def right(v: int) -> bool:
        value, owner, rows = claim.given[v], int(claim.owner[v]), [claim.worth(e) for e in claim.edges(v)]
        if owner == CHANCE:
            if INFINITY in rows:
                return False
            likely = [cast("Any", claim.arena).probability_of(e) for e in claim.edges(v)]
            return bool(sum((p * one for p, one in zip(likely, rows, strict=True)), Fraction(0)) == value)
        best = max(rows) if owner == 0 else min(rows)
        return bool(best == value and any(claim.worth(e) == value for e in claim.chosen_edges(v)))

    where = ~claim.over & ~claim.infinite
    return claim.each(where, right, lambda v: f"the value is {written(claim.given[v])}, but the next ones make another")


def ranks_fall(claim: RewardClaim) -> Verdict:
    """Check that the rank falls by the moves of who must make progress, all others that keep the value, and chance."""
    progress = 1 if claim.must_reach else 0

    def right(v: int) -> bool:
        falls = [e for e in claim.edges(v) if claim.rank[claim.arena.successors[e]] < claim.rank[v]]
        if claim.owner[v] == CHANCE:
            return bool(falls)
        if claim.owner[v] == progress:
            return any(e in falls and claim.worth(e) == claim.given[v] for e in claim.chosen_edges(v))
        return all(e in falls for e in claim.edges(v) if claim.worth(e) == claim.given[v])

    zero = np.array([one == 0 for one in claim.given], np.bool_)
    where = ~claim.over & ~claim.infinite & (claim.must_reach | ~zero)
    return claim.each(where, right, lambda v: f"the rank is {claim.rank[v]}, and does not fall as it must")


def infinite_values_are_right(claim: RewardClaim) -> Verdict:
    """Check that Max goes to smaller ranks, or keeps the play at those that are not larger."""

    def lower(e: int, v: int) -> bool:
        w = claim.arena.successors[e]
        return bool(claim.infinite[w] and claim.rank[w] < claim.rank[v])

    def kept(e: int, v: int) -> bool:
        w = claim.arena.successors[e]
        return bool(claim.infinite[w] and claim.rank[w] <= claim.rank[v])

    def collects(e: int, v: int) -> bool:
        w = claim.arena.successors[e]
        return bool(claim.must_reach or lower(e, v) or claim.reward[e] > 0 or claim.step[w] < claim.step[v])

    def right(v: int) -> bool:
        edges, owner = claim.edges(v), int(claim.owner[v])
        taken = claim.chosen_edges(v)[:1] if owner == 0 else list(edges)
        if owner == 0:
            taken = [e for e in claim.chosen_edges(v) if kept(e, v) and collects(e, v)][:1] or taken
        falls = any(lower(e, v) for e in taken) if owner == CHANCE else all(lower(e, v) for e in taken)
        keeps = all(kept(e, v) for e in taken)
        gains = any(collects(e, v) for e in taken) if owner == CHANCE else all(collects(e, v) for e in taken)
        return falls or (keeps and gains)

    where = claim.infinite & ~claim.over
    return claim.each(where, right, lambda v: f"the value is infinite, but the rank {claim.rank[v]} does not prove it")


CONDITIONS = (
    players_have_moves,
    winners_are_right,
    ends_are_right,
    values_are_the_best,
    ranks_fall,
    infinite_values_are_right,
)


@common.certificates_of("reward-ranks")
def check_rewards(solution: ArenaSolution) -> Report:
    """Check a solution of a game with expected rewards: every value, and both players' moves."""
    return common.examine(RewardClaim, CONDITIONS, solution)
