"""Checks Rabin and Streett games by numbers along each edge: a Rabin measure, and a rank for each pair of sets.

One player wants, for some of k pairs, the first set only finitely often and the second one infinitely often; the
other wants, for each pair, the first set infinitely often or the second one only finitely often. A play in which the
winner keeps to the strategy stays in his region.

*The player with the pairs* remembers nothing. A vertex has a row of numbers, and each names a pair. From a vertex, an
edge that may be taken is looked at number by number, from the first on. If the number falls, nothing more is asked.
If it stays, the vertex must not be in the first set of the pair; if it is in the second one, nothing more is asked
either, else the next numbers are compared. There must be a number at which this ends.

Why it suffices. Let d be the largest number such that the first d rows stay the same from some time on. If for none
of them the second set of its pair is seen again and again, then from some time on every edge is looked at beyond
them. So there is a row beyond them, in which the number never rises from then on. It falls only finitely often, so it
stays the same from some time on, and d was not the largest. So there is one among the first d rows for which the
second set is seen again and again; take the first of those. From some time on every edge is looked at as far as that
row and stays the same there, so the first set of the pair is not seen any more.

*The other player* has a number for each pair and each state of the memory. While the first set of the pair does not
come the number never rises, and it falls when the second one is left. So if the first set is seen only finitely
often, so is the second.

(N. Klarlund, *Progress measures, immediate determinacy, and a subset construction for tree automata*, Annals of Pure
and Applied Logic 69, 1994; R. Majumdar, I. Sağlam, K. S. Thejaswini, *Rabin games and colourful universal trees*,
TACAS 2024.)
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import MalformedClaimError, Mask, Numbers, Verdict, same, verdict
from graphgames.core.solution import ArenaSolution
from graphgames.games.omega.checker import STRATEGY, MovesClaim


class MeasuresClaim(MovesClaim):
    """The claim about the measure and the ranks."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        paired = cast("Any", self.game.objective).paired
        if paired is None:
            raise MalformedClaimError(
                "the condition is not one of pairs of sets, and measures prove nothing about another"
            )
        player, self.avoided, self.wanted = paired
        self.hers: Mask = same(self.winner, player)
        if len(self.proof.rank) != len(self.avoided) * len(self.rows):
            raise MalformedClaimError(
                f"rank has {len(self.proof.rank)} rows; expected {len(self.avoided) * len(self.rows)}, "
                "one for each pair of sets and state of the memory"
            )
        self.refuse(
            self.hers & (self.moves != self.moves[0]).any(axis=0),
            lambda v: "the strategy remembers something for the player who needs no memory",
        )

    def taken(self, region: Mask, moves: Numbers) -> tuple[Numbers, Numbers]:
        """Return the tails and the heads of the edges that may be taken in a region, where the winner has a move.

        Where a move is missing another condition says so.
        """
        own = np.flatnonzero(self.rows[0].must_move & region & (moves >= 0)).astype(np.int32)
        theirs = np.flatnonzero(self.losers & self.spread(region))
        tails, heads = self.tails.take(theirs), self.arena.successors.take(theirs)
        return np.concatenate([own, tails]), np.concatenate([moves.take(own), heads])


def numbers_stand_where_needed(claim: MeasuresClaim) -> Verdict:
    """Check that there is a measure where the player with the pairs wins, ranks elsewhere, and nothing else."""
    measure, rank = claim.proof.measure, claim.proof.rank
    right = ((measure >= 0) == claim.hers).all(axis=0) & ((rank < 0) == claim.hers).all(axis=0)
    return verdict(
        claim.all,
        right,
        lambda v: f"{claim.wins(v)}; expected {'a measure' if claim.hers[v] else 'ranks'} alone, and no -1 in it",
    )


def measure_falls(claim: MeasuresClaim) -> Verdict:
    """Check that along each edge a number of the measure falls, or stays and the second set of its pair is there.

    No number before it changes, and of all these no first set is there.
    """
    tails, heads = claim.taken(claim.hers, claim.moves[0])
    wrong: list[tuple[Numbers, Numbers]] = []
    for row in claim.proof.measure:
        here, after = row.take(tails), row.take(heads)
        stays = np.flatnonzero(after >= here)
        tails, heads, pair = tails.take(stays), heads.take(stays), here.take(stays) % len(claim.avoided)
        bad = (after > here).take(stays) | claim.avoided[pair, tails]
        wrong.append((tails.compress(bad), heads.compress(bad)))
        left = ~bad & ~claim.wanted[pair, tails]
        tails, heads = tails.compress(left), heads.compress(left)
    wrong.append((tails, heads))
    tails, heads = map(np.concatenate, zip(*wrong, strict=True))
    bad, first = np.unique(tails, return_index=True)
    after = dict(zip(bad.tolist(), heads[first].tolist(), strict=True))

    def say(v: int) -> str:
        here, there = (claim.proof.measure[:, u].tolist() for u in (v, after[v]))
        return f"the measure is {here}, and {there} may come next, at {claim.label(after[v])}"

    return Verdict(claim.hers, bad.astype(np.int64), say)


def rank_falls(claim: MeasuresClaim) -> Verdict:
    """Check that each rank never rises outside the first set of its pair, and falls in the second one."""
    rank, states, n = claim.proof.rank, len(claim.rows), claim.arena.n
    found = dict[int, tuple[int, int, int]]()
    for row, update in zip(claim.rows, claim.proof.update, strict=True):
        tails, heads = claim.taken(~claim.hers, row.moves)
        places = update.take(tails) * n + heads
        for i, (avoided, wanted) in enumerate(zip(claim.avoided, claim.wanted, strict=True)):
            ranks: NDArray[np.int32] = rank[i * states : (i + 1) * states]
            most, after = (
                np.where(avoided, np.int32(common.NONE), ranks[row.state] - wanted),
                ranks.ravel().take(places),
            )
            for e in np.flatnonzero(after > most.take(tails)).tolist():
                found.setdefault(int(tails[e]), (row.state, i, int(after[e])))

    def say(v: int) -> str:
        state, i, after = found[v]
        return (
            f"{claim.rows[state].when(v) * (states > 1)}the rank for pair {i} is {rank[i * states + state, v]}"
            f"{' in its second set' * bool(claim.wanted[i, v])}, and {after} may come next"
        )

    return Verdict(~claim.hers, np.array(sorted(found), np.int64), say)


CONDITIONS = (*STRATEGY, numbers_stand_where_needed, measure_falls, rank_falls)
check = common.checker("rabin-measures", MeasuresClaim, CONDITIONS)
