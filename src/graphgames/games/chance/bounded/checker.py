"""Checks probabilities of reaching a target in time: the definition, step by step, in one pass over the edges of each.

With no move left the value is 1 at the target and 0 elsewhere. With one more it is what the move, and the best move, or
the mean makes of the values with one less. There is nothing else to prove.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import Claim, MalformedClaimError, Numbers, Verdict, verdict
from graphgames.core.exact import Ratios
from graphgames.core.memory import Automaton
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket


class StepClaim(Claim):
    """The claim that certain numbers are the probabilities of reaching a target in time."""

    objectives = ("bounded-reach-probability",)
    with_chance = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        objective = cast("Any", self.game.objective)
        if self.value is None:
            raise MalformedClaimError("the solution has no values to prove")
        if any(isinstance(one, Bracket) for one in self.value):
            raise MalformedClaimError("a value is a bracket, where exact ones are to be proved")
        self.target, lost, _ = objective.reaching(self.arena)
        self.over = np.asarray(self.target | lost | self.dead_end)
        self.rows = [Ratios.of(one) for one in self.proof.values]
        self.expect_memory(cast("Automaton", self.game.memory))
        self.moves_left: Numbers = self.moves

    def certain(self, outcome: int) -> NDArray[np.bool_]:
        """Return where the value is 0, or 1."""
        last = self.rows[-1]
        return np.asarray(last.top == last.bottom * outcome, np.bool_)


def the_last_values_are_claimed(claim: StepClaim) -> Verdict:
    """Check that the solution's values are those with all moves left, and the winners as they say."""
    assert claim.value is not None
    given = Ratios.of(claim.value)
    expected = np.where(claim.certain(1), 0, np.where(claim.certain(0), 1, 2))
    right = (given.above(claim.rows[-1]) == 0) & (claim.winner == expected)
    return verdict(claim.all, right, lambda v: "the value or the winner is not that with all moves left")


def ends_are_right(claim: StepClaim) -> Verdict:
    """Check that the target is worth 1 and other ends 0, with any number of moves left; all others 0 with none."""
    right = claim.all.copy()
    for left, row in enumerate(claim.rows):
        wanted = claim.target * row.bottom
        right &= np.asarray(row.top == wanted, np.bool_) | (~claim.over & (left > 0))
        right &= (claim.moves_left[left] < 0) | (~claim.over & (left > 0))
    return verdict(claim.all, right, lambda v: "the play is over here, or no move is left, but a value says otherwise")


def steps_are_the_best(claim: StepClaim) -> Verdict:
    """Check that each value is what the move, and the best move, or the mean makes of those with one move less."""
    right, heads, maximal = claim.all.copy(), claim.arena.successors, claim.spread(claim.owner == 0)
    for left in range(1, len(claim.rows)):
        here, after = claim.rows[left], claim.rows[left - 1].take(heads)
        better, mean = claim.compared(here, after)
        chosen = heads == claim.spread(claim.moves_left[left])
        best = ~claim.some(np.where(maximal, better > 0, better < 0)) & claim.some(chosen & (better == 0))
        right &= np.where(claim.chance, (mean == 0) & (claim.moves_left[left] < 0), best)
    return verdict(~claim.over, right, lambda v: "a value is not what the next ones with one move less make")


CONDITIONS = (the_last_values_are_claimed, ends_are_right, steps_are_the_best)
check_steps = common.checker("steps", StepClaim, CONDITIONS)
