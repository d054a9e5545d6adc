"""Checks remoteness: the proof for normal and misère play, impartial or with owners, draws among them.

Why it suffices. Where the player to move wins, the strategy goes where he keeps the win and the remoteness is one
smaller; where he loses, *every* move goes where the other wins and the remoteness is smaller. So the remoteness falls
along a play and the play ends at a dead end, which the objective decides. At a draw each player has a move to a draw
and none that wins: so each player can avoid losing, and neither can do better.

Why one changed number is always noticed: the winners being the true ones, the equations give the remoteness of a vertex
from smaller ones, beginning at the dead ends: they have one solution.

With owners the player to move wins by going where he himself is the winner; without, by going where the next player to
move is not. Each condition looks once at each vertex or edge: O(n + m).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np

from graphgames.core import checking as common
from graphgames.core.checking import Claim, Mask, Numbers, Verdict, label_is, same, verdict
from graphgames.core.oracle import DRAW
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution


def check(solution: ArenaSolution) -> Report:
    """Check a solution under normal or misère play by its remoteness.

    It never raises for what the certificate holds: an array of the wrong length is a failure as well.

    Examples
    --------
    >>> import numpy as np
    >>> from graphgames import Arena, Game, NormalPlay, ArenaSolution, Strategy
    >>> from graphgames.certificates import Remoteness
    >>> game = Game(Arena.from_edges([(1, 0), (2, 1)]), NormalPlay())
    >>> def claim(remoteness):
    ...     proof = Remoteness(np.array(remoteness, np.int32))
    ...     return ArenaSolution(game, np.array([1, 0, 1], np.uint8), Strategy([-1, 0, -1]), "by hand", proof)
    >>> print(check(claim([0, 1, 2])))
    proved: 11 conditions hold
    >>> print(check(claim([0, 1, 3])))
    not proved: 1 of 11 conditions fail
      vertex 2: remoteness is 3, but 1 + the largest remoteness that the player to move can move to is 2
    """
    return common.examine(RemotenessClaim, CONDITIONS, solution)


class RemotenessClaim(Claim):
    """The claim about wins, losses and draws, with the remoteness."""

    objectives = ("normal", "misere")

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.remoteness: Numbers = self.proof.remoteness

    @cached_property
    def draw(self) -> Mask:
        """The draws."""
        return same(self.winner, DRAW)

    @cached_property
    def mover_loses(self) -> Mask:
        """The vertices lost by whoever is to move there."""
        return ~self.mover_wins & ~self.draw

    @cached_property
    def won_ends(self) -> Mask:
        """The dead ends that the player to move wins: in misère play all, else those that the objective names."""
        if self.game.objective.name == "misere":
            return self.dead_end
        won = cast("Any", self.game.objective).won
        return np.zeros(self.arena.n, np.bool_) if won is None else np.asarray(won, np.bool_)

    @cached_property
    def winning(self) -> Mask:
        """The edges that win for the player who takes them, shape (m,)."""
        owner = self.arena.owner
        return same(self.winner[self.arena.successors], 1 if owner is None else self.spread(owner))

    @cached_property
    def drawing(self) -> Mask:
        """The edges to draws, shape (m,)."""
        return self.draw[self.arena.successors]

    def an_edge(self, v: int, edges: Mask) -> str:
        """Name the head of the first such edge out of a vertex."""
        first = self.arena.indptr[v] + int(np.argmax(edges[self.arena.indptr[v] : self.arena.indptr[v + 1]]))
        return self.label(int(self.arena.successors[first]))


def dead_ends_are_decided(claim: RemotenessClaim) -> Verdict:
    """Check that a player who cannot move loses in normal play, unless the objective names the end, and wins in misère
    play.
    """
    won = claim.won_ends
    return verdict(
        claim.dead_end,
        np.where(won, claim.mover_wins, claim.mover_loses),
        lambda v: f"{claim.wins(v)}, but the play ends there and {claim.mover(v)} {'wins' if won[v] else 'loses'}",
    )


def dead_ends_have_remoteness_zero(claim: RemotenessClaim) -> Verdict:
    """Check that the remoteness is 0 at dead ends."""
    return label_is(claim.dead_end, "remoteness", claim.remoteness, 0, lambda v: "the play ends here; expected 0")


def wins_take_the_shortest_way(claim: RemotenessClaim) -> Verdict:
    """Check that where the player to move wins, the remoteness is one more than the least among the winning moves."""
    ahead = np.where(claim.winning, claim.remoteness.take(claim.arena.successors), np.int32(-1))
    expected = common.one_more(claim.arena, np.minimum, ahead)
    some = claim.some(claim.winning)

    def say(v: int) -> str:
        if not some[v]:
            return f"{claim.wins(v)}, but no move keeps the win"
        return f"remoteness is {claim.remoteness[v]}, but 1 + the least remoteness that keeps the win is {expected[v]}"

    return verdict(claim.must_move, some & (claim.remoteness == expected), say)


def losses_have_only_losing_moves(claim: RemotenessClaim) -> Verdict:
    """Check that where the player to move loses, no move of his wins or draws."""
    better = claim.winning | claim.drawing
    return verdict(
        claim.mover_loses,
        ~claim.some(better),
        lambda v: f"{claim.wins(v)}, but {claim.mover(v)} does better by moving to {claim.an_edge(v, better)}",
    )


def losses_take_the_longest_way(claim: RemotenessClaim) -> Verdict:
    """Check that where the player to move loses, the remoteness is one more than the largest among his moves."""
    largest = claim.largest(claim.remoteness, np.ones(claim.arena.m, np.bool_), -1)

    def say(v: int) -> str:
        return f"1 + the largest remoteness that {claim.mover(v)} can move to is {largest[v] + 1}"

    return label_is(claim.mover_loses & ~claim.dead_end, "remoteness", claim.remoteness, largest + 1, say)


def draws_have_no_winning_move(claim: RemotenessClaim) -> Verdict:
    """Check that at a draw the player to move has no winning move."""
    return verdict(
        claim.draw,
        ~claim.some(claim.winning),
        lambda v: f"it is a draw, but {claim.mover(v)} wins by moving to {claim.an_edge(v, claim.winning)}",
    )


def draws_have_a_drawing_move(claim: RemotenessClaim) -> Verdict:
    """Check that at a draw the player to move has a move to another draw."""
    return verdict(
        claim.draw & ~claim.dead_end,
        claim.some(claim.drawing),
        lambda v: f"it is a draw, but no move of {claim.mover(v)} leads to a draw",
    )


def draws_have_no_remoteness(claim: RemotenessClaim) -> Verdict:
    """Check that the remoteness of a draw is -1."""
    return label_is(claim.draw, "remoteness", claim.remoteness, -1, lambda v: "it is a draw; expected -1")


def strategy_hurries(claim: RemotenessClaim) -> Verdict:
    """Check that the strategy's move wins and is one nearer to the end."""
    winning = claim.some(claim.winning & claim.chosen)
    nearer = claim.remoteness[claim.moves] == claim.remoteness - 1

    def say(v: int) -> str:
        move = int(claim.moves[v])
        if not winning[v]:
            return f"{claim.wins(v)}, but the strategy moves to {claim.label(move)}, where {claim.wins(move)}"
        there, expected = claim.remoteness[move], claim.remoteness[v] - 1
        return f"the strategy moves to {claim.label(move)}, whose remoteness is {there}; expected {expected}"

    return verdict(claim.must_move & claim.has_move, winning & nearer, say)


def values_are_remoteness(claim: RemotenessClaim) -> Verdict:
    """Check that the solution's numbers, where it gives any, are the remoteness."""
    return common.values_are(claim, claim.remoteness, "remoteness")


CONDITIONS = (
    common.moves_stand_where_needed,
    common.moves_are_edges,
    dead_ends_are_decided,
    dead_ends_have_remoteness_zero,
    wins_take_the_shortest_way,
    losses_have_only_losing_moves,
    losses_take_the_longest_way,
    draws_have_no_winning_move,
    draws_have_a_drawing_move,
    draws_have_no_remoteness,
    strategy_hurries,
    values_are_remoteness,
)
