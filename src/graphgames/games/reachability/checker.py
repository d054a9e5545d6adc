"""Checks attractor ranks: the proof for reachability and safety games.

Why it suffices. Call the player of the certificate P, the other Q, the set he is after the goal. From a vertex of rank
r > 0 each play in which P keeps to his strategy goes to a smaller rank at once: P's move does by `strategy_keeps`,
and *all* moves of Q by `ranks_where_the_other_moves`. So after at most r moves it is in the goal. From a vertex of rank
-1 all moves of P, and the move of Q's strategy, lead to rank -1 again, and the goal has no vertex of rank -1: the play
never sees it. So the ranks tell the winner, and `winner_follows_rank` compares.

Why one changed number is always noticed: the equations have exactly one solution. The vertices of rank -1 are a trap
outside the goal and the others are attracted, so which they are is settled; and induction on the true rank and on the
claimed one shows that these agree.

Each condition looks once at each vertex or edge: O(n + m).
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

import numpy as np

from graphgames.core import checking as common
from graphgames.core.checking import Claim, Mask, Numbers, Verdict, label_is, verdict
from graphgames.core.objective import Marking
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution


def check(solution: ArenaSolution) -> Report:
    """Check a solution of a reachability or safety game by its attractor ranks.

    It never raises for what the certificate holds: an array of the wrong length is a failure as well.

    Examples
    --------
    >>> import numpy as np
    >>> from graphgames import Arena, Game, Reach, ArenaSolution, Strategy
    >>> from graphgames.certificates import AttractorRanks
    >>> game = Game(Arena.from_edges([(0, 1), (0, 0)], owner=[0, 1]), Reach([1]))
    >>> def claim(rank):
    ...     proof = AttractorRanks(0, np.array(rank, np.int32))
    ...     return ArenaSolution(game, [0, 0], Strategy([1, -1]), "by hand", proof)
    >>> print(check(claim([1, 0])))
    proved: 8 conditions hold
    >>> print(check(claim([2, 0])))
    not proved: 2 of 8 conditions fail
      vertex 0: rank is 2, but 1 + the least rank that Eve can move to is 1
      vertex 0: the strategy moves to 1, whose rank is 0; expected 1
    """
    return common.examine(RankClaim, CONDITIONS, solution)


class RankClaim(Claim):
    """The claim that certain vertices are attracted, with the ranks."""

    objectives = ("reach", "safe")

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.player = self.expect_player(self.proof.player, int(self.game.objective.name == "safe"))
        self.rank: Numbers = self.proof.rank

    @cached_property
    def goal(self) -> Mask:
        """The vertices that ``player`` wants to come to."""
        mask = cast(Marking, self.game.objective).mask
        return ~mask if self.player else mask

    @cached_property
    def terminal(self) -> Mask:
        """The goal, where all is decided, and the dead ends."""
        return self.goal | self.dead_end

    @cached_property
    def mine(self) -> Mask:
        """The vertices where ``player`` moves."""
        return np.asarray(self.arena.owner == self.player) if self.arena.n else self.all

    @cached_property
    def next_ranks(self) -> Numbers:
        """The rank where each edge leads, shape (m,)."""
        return self.rank.take(self.arena.successors)

    def goes_to(self, v: int) -> str:
        """Return the rank of the strategy's move, as text."""
        move = int(self.moves[v])
        return f"the strategy moves to {self.label(move)}, whose rank is {self.rank[move]}"


def goal_has_rank_zero(claim: RankClaim) -> Verdict:
    """Check that the rank is 0 in the goal."""
    name = "in the target" if claim.player == 0 else "not safe"
    return label_is(claim.goal, "rank", claim.rank, 0, lambda v: f"the vertex is {name}; expected 0")


def ranks_where_the_player_moves(claim: RankClaim) -> Verdict:
    """Check that the rank is one more than the least among the successors, -1 if all of those are outside."""
    expected = common.one_more(claim.arena, np.minimum, claim.next_ranks)

    def say(v: int) -> str:
        who = claim.mover(v)
        if expected[v] < 0:
            return f"no move of {who} leads into the attractor; expected -1"
        return f"1 + the least rank that {who} can move to is {expected[v]}"

    return label_is(claim.mine & ~claim.goal, "rank", claim.rank, expected, say)


def ranks_where_the_other_moves(claim: RankClaim) -> Verdict:
    """Check that the rank is one more than the largest among the successors, -1 if one is outside or there is none."""
    expected = common.one_more(claim.arena, np.maximum, claim.next_ranks)

    def say(v: int) -> str:
        who = claim.mover(v)
        if claim.dead_end[v]:
            return "the play stops here; expected -1"
        if expected[v] < 0:
            return f"{who} has a move out of the attractor; expected -1"
        return f"1 + the largest rank that {who} can move to is {expected[v]}"

    return label_is(~claim.mine & ~claim.goal, "rank", claim.rank, expected, say)


def winner_follows_rank(claim: RankClaim) -> Verdict:
    """Check that the attracting player wins where the rank is not -1, and the other player elsewhere."""
    expected = np.where(claim.rank >= 0, claim.player, 1 - claim.player)
    return verdict(
        claim.all,
        claim.winner == expected,
        lambda v: (
            f"{claim.wins(v)}, but the rank is {claim.rank[v]}; expected {claim.game.players[expected[v]]} to win"
        ),
    )


def strategy_keeps(claim: RankClaim) -> Verdict:
    """Check that the strategy's move falls in rank, or stays outside the attractor."""
    expected = np.where(claim.mine, claim.rank - (claim.rank >= 0), -1)
    return verdict(
        claim.must_move & claim.has_move,
        claim.rank[claim.moves] == expected,
        lambda v: f"{claim.goes_to(v)}; expected {expected[v]}",
    )


def values_are_ranks(claim: RankClaim) -> Verdict:
    """Check that the solution's numbers, where it gives any, are the ranks."""
    return common.values_are(claim, claim.rank, "rank")


CONDITIONS = (
    common.moves_stand_where_needed,
    common.moves_are_edges,
    goal_has_rank_zero,
    ranks_where_the_player_moves,
    ranks_where_the_other_moves,
    winner_follows_rank,
    strategy_keeps,
    values_are_ranks,
)
