"""Checks parity games with chance: who wins almost surely, and where each player wins with positive probability.

Why it suffices. Let a player keep to his moves and the other to whatever memoryless strategy is best against them; that
leaves a Markov chain, in which a play comes to a set of vertices that it goes on to visit all, for ever. Let q be the
largest priority there, and suppose that it is bad for the player.

*Almost surely.* No play leaves his region (`regions_are_closed`), so that set is inside. By `counts_fall_surely` the
count of q rises there by no move, and only by a throw of chance by which it may fall as well. Where it is least it
cannot fall, so chance leads only to where it is least, too; all of the set is of that kind. But where q is seen the
count falls, or may fall: a contradiction.

*With positive probability.* By the moves the play stays where it is left to chance, or comes to where he wins almost
surely, and so it does with positive probability unless chance always stays as well. At each vertex of chance look at
the counts of priorities no less than its own; of those that may change the largest one may fall (`counts_may_fall`).
If a throw may leave, the largest count must be asked wherever it is left to chance, and may fall there. So where that
is least, of what a play comes to, no throw leads out, and a play stays. The counts of lesser priorities down to q
follow in the same way, one by one: each is constant on a set that a play stays in. But where q is seen its count, or a
larger one, falls or may fall: a contradiction.

Each priority is looked at in one pass over the edges: O(d (n + m)) for d priorities.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.checker import PairClaim


class CountsClaim(PairClaim):
    """The claim about who wins almost surely, with the strategies and the counts."""

    with_chance = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.heads = self.arena.successors
        self.count: dict[int, NDArray[np.int64]] = dict(zip(self.proof.level, self.proof.count, strict=True))
        if len(self.count) != len(self.proof.level):
            raise MalformedClaimError("a priority has more than one row of counts")

    def levels(self, player: int) -> list[int]:
        """Return the priorities with counts that are bad for a player, the largest first."""
        return sorted((level for level in self.count if level % 2 != player), reverse=True)

    def taken(self, player: int) -> Mask:
        """Return the edges that may be taken where a player keeps to his moves."""
        return np.asarray(self.chosen | (self.owner != player)[self.tails])

    def counted(self, player: int, where: Mask) -> Mask:
        """Return where the priority is good for a player, or has a count."""
        counted = (self.priority % 2 == player) | np.isin(self.priority, self.levels(player))
        return np.asarray(~where | counted)


def moves_stand_where_needed(claim: CountsClaim) -> Verdict:
    """Check that moves, along edges, stand where the winner is to move, and where it is left to chance; not else."""
    needed = ~claim.chance & ((claim.winner == claim.owner) | (claim.winner == DRAW))
    return common.moves_are_edges_at(claim, needed)


def regions_are_closed(claim: CountsClaim) -> Verdict:
    """Check that no play leaves the region of its winner; and by no move that region where it is left to chance."""
    right = claim.all.copy()
    before, after = claim.winner[claim.tails], claim.winner[claim.heads]
    by_chance = claim.chance[claim.tails]
    for player in (0, 1):
        mine = claim.taken(player)
        right &= ~claim.some(mine & (before == player) & (after != player))
        right &= ~claim.some(mine & ~by_chance & (before == DRAW) & (after == 1 - player))
    return verdict(claim.all, right, lambda v: f"{_claimed(claim, v)}, but the play can get elsewhere from here")


def counts_fall_surely(claim: CountsClaim) -> Verdict:
    """Check the counts of each player where he wins almost surely."""
    right = claim.all.copy()
    for player in (0, 1):
        right &= fall_surely(claim, player, claim.winner == player, claim.taken(player))
    return verdict(claim.winner != DRAW, right, lambda v: f"{_claimed(claim, v)}, but the counts do not prove it")


def fall_surely(claim: CountsClaim, player: int, where: Mask, taken: Mask) -> Mask:
    """Return where the counts of a player do not rise along some edges, or may fall by the throw, as said above."""
    right = claim.counted(player, where)
    for level in claim.levels(player):
        count, asked = claim.count[level], where & (claim.priority <= level)
        before, after = count[claim.tails], count[claim.heads]  # compared, since a difference might overflow
        rises, falls = claim.some(taken & (after > before)), claim.some(taken & (after < before))
        stays = claim.some(taken & (after == before))
        seen = claim.priority == level
        good = np.where(claim.chance, falls | ~(rises | seen), ~rises & ~(seen & stays))
        right = right & (~asked | good)
    return right


def counts_may_fall(claim: CountsClaim) -> Verdict:
    """Check the counts of each player where it is left to chance."""
    left = claim.winner == DRAW
    right, chance = np.ones(claim.arena.n, np.bool_), claim.chance
    for player in (0, 1):
        taken, goal = claim.taken(player), claim.winner[claim.heads]
        right &= claim.counted(player, left)
        stays = goal == DRAW
        out, done = claim.some(goal == 1 - player), claim.some(goal == player)
        decided, may = np.zeros(claim.arena.n, np.bool_), np.zeros(claim.arena.n, np.bool_)
        bad = claim.priority % 2 != player
        for level in claim.levels(player):
            count, asked = claim.count[level], claim.priority <= level
            before, after = count[claim.tails], count[claim.heads]
            rises, falls = claim.some(taken & stays & (after > before)), claim.some(stays & (after < before))
            inside = claim.some(taken & stays & (after == before))
            seen = claim.priority == level
            right &= ~asked | chance | (~rises & ~(seen & inside))
            fresh = asked & ~decided & (falls | rises | out)
            may |= fresh & falls
            decided |= fresh
        everywhere = max(claim.levels(player), default=-1) >= claim.priority[left].max(initial=-1)
        good = done | (np.where(decided, may, ~bad) & (everywhere | ~out))
        right &= ~chance | good
    return verdict(left, right, lambda v: f"{_claimed(claim, v)}, but the counts do not prove it")


def _claimed(claim: CountsClaim, v: int) -> str:
    code = int(claim.winner[v])
    return "it is left to chance who wins" if code == DRAW else f"{claim.game.players[code]} wins almost surely"


CONDITIONS = (moves_stand_where_needed, regions_are_closed, counts_fall_surely, counts_may_fall)
check_counts = common.checker("priority-counts", CountsClaim, CONDITIONS)
