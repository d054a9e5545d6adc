"""Checks two labellings: the proof for Büchi and co-Büchi games.

Let E be the player who wants to see the marked (accepting or rejecting) vertices for ever, A the other. *The successors
that may come next* are the strategy's choice where its player moves and all of them elsewhere; they never leave a
region (`loser_stays_inside`, `winner_stays_inside`).

Why it suffices. On E's region, wherever the vertex is not marked, alpha is larger than at any vertex that may come
next: along a play it falls until a marked vertex comes, so they come again and again. On A's region beta never rises
along a play, and it falls at each marked vertex, whose self-loop must not be taken (`no_marked_loop`): so they come
finitely often.

Why one changed number is always noticed: each label is an expression in the labels of *other* vertices. A self-loop is
left out of the equation for beta, and with alpha it could hold for no number at all, since nothing is one more than
itself. So if the equations hold, and then one label alone changes, the equation of its own vertex fails.

Each condition looks once at each vertex or edge: O(n + m). The labellings are from the document of the *Green Game*
(Gra w zielone), Polish Olympiad in Informatics VIII.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

import numpy as np

from graphgames.core import checking as common
from graphgames.core.checking import Claim, Mask, Numbers, Verdict, label_is, same, verdict
from graphgames.core.objective import Marking
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution


def check(solution: ArenaSolution) -> Report:
    """Check a solution of a Büchi or co-Büchi game by its two labellings.

    It never raises for what the certificate holds: an array of the wrong length is a failure as well.

    Examples
    --------
    >>> from graphgames import Arena, Buchi, Game, ArenaSolution, Strategy
    >>> from graphgames.certificates import BuchiLabels
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1]))
    >>> def claim(alpha, beta):
    ...     return ArenaSolution(game, [0, 0], Strategy([1, -1]), "by hand", BuchiLabels(0, alpha, beta))
    >>> print(check(claim([1, 0], [-1, -1])))
    proved: 9 conditions hold
    >>> print(check(claim([2, 0], [-1, -1])))
    not proved: 1 of 9 conditions fail
      vertex 0: alpha is 2, but 1 + the largest alpha of the moves is 1
    """
    return common.examine(LabelsClaim, CONDITIONS, solution)


class LabelsClaim(Claim):
    """The claim about who sees marked vertices for ever and who can stop it, with both labellings."""

    objectives: tuple[str, ...] = ("buchi", "cobuchi")

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.player = self.expect_player(self.proof.player, int(self.game.objective.name == "cobuchi"))
        self.alpha: Numbers = self.proof.alpha
        self.beta: Numbers = self.proof.beta

    @cached_property
    def marked(self) -> Mask:
        """The accepting vertices, or the rejecting ones of a co-Büchi objective."""
        return cast(Marking, self.game.objective).mask

    @cached_property
    def mark(self) -> str:
        """What those vertices are called."""
        return self.game.objective.mark

    @cached_property
    def forced(self) -> Mask:
        """E's region: where alpha counts."""
        return same(self.winner, self.player)

    @cached_property
    def loop(self) -> Mask:
        """The self-loops, shape (m,)."""
        return same(self.arena.successors, self.spread(np.arange(self.arena.n, dtype=np.int32)))

    @cached_property
    def can_go_on(self) -> Mask:
        """The vertices out of which some edge may be taken: all but those whose move is missing or no edge."""
        return self.has_move | ~self.mover_wins


def alpha_stops_at_the_border(claim: LabelsClaim) -> Verdict:
    """Check that alpha is -1 where A wins."""
    return label_is(~claim.forced, "alpha", claim.alpha, -1, lambda v: f"{claim.wins(v)}; expected -1")


def alpha_is_zero_at_marked(claim: LabelsClaim) -> Verdict:
    """Check that alpha is 0 at the marked vertices where E wins."""
    where = claim.forced & claim.marked
    return label_is(where, "alpha", claim.alpha, 0, lambda v: f"the vertex is {claim.mark}; expected 0")


def alpha_falls_elsewhere(claim: LabelsClaim) -> Verdict:
    """Check that elsewhere where E wins, alpha is one more than the largest that may come next."""
    wanted = claim.largest(claim.alpha, claim.next, -1) + 1
    where = claim.forced & ~claim.marked & claim.can_go_on  # equivalent mutant: dead ends are reported elsewhere
    say = "1 + the largest alpha of the moves is {}".format
    return label_is(where, "alpha", claim.alpha, wanted, lambda v: say(wanted[v]))


def beta_is_infinite_where_marks_are_forced(claim: LabelsClaim) -> Verdict:
    """Check that beta is -1, infinity, where E wins."""
    return label_is(claim.forced, "beta", claim.beta, -1, lambda v: f"{claim.wins(v)}; expected -1")


def beta_falls_at_marked(claim: LabelsClaim) -> Verdict:
    """Check that where A wins, beta is the largest that may come next, a self-loop aside, and one more at marked."""
    largest: Numbers = claim.largest(claim.beta, claim.next & ~claim.loop, 0) + claim.marked

    def say(v: int) -> str:
        one = f"1 for this {claim.mark} vertex + " if claim.marked[v] else ""
        return f"{one}the largest beta that may come next is {largest[v]}"

    where = ~claim.forced & claim.can_go_on  # equivalent mutant: dead ends are reported elsewhere
    return label_is(where, "beta", claim.beta, largest, say)


def no_marked_loop(claim: LabelsClaim) -> Verdict:
    """Check that where A wins, the self-loop of a marked vertex is never taken."""
    return verdict(
        ~claim.forced & claim.marked,
        ~claim.some(claim.next & claim.loop),
        lambda v: f"{claim.wins(v)}, but {claim.mover(v)} may stay at this {claim.mark} vertex for ever",
    )


def values_are_labels(claim: LabelsClaim) -> Verdict:
    """Check that the solution's numbers, where it gives any, are alpha where E wins and beta elsewhere."""
    return common.values_are(claim, np.where(claim.forced, claim.alpha, claim.beta), "label")


CONDITIONS = (
    common.moves_stand_where_needed,
    common.moves_are_edges,
    common.winner_stays_inside,
    common.loser_stays_inside,
    alpha_stops_at_the_border,
    alpha_is_zero_at_marked,
    alpha_falls_elsewhere,
    beta_is_infinite_where_marks_are_forced,
    beta_falls_at_marked,
    no_marked_loop,
    values_are_labels,
)
