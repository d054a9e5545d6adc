"""Checks generalised Büchi games by the labels of a Büchi game, over the vertices with the set to visit next.

A play visits every set infinitely often just if this counter goes on infinitely often: while it holds a set that is not
visited any more it stays, and if it goes on for ever, then round and round. Whether it goes on depends on where the
play is and on the counter alone, so it is a Büchi objective on the pairs. What the strategies do there, and who wins,
is then a claim about a Büchi game, and its checker says why that suffices.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from graphgames.core import checking as common
from graphgames.core.checking import Claim, MalformedClaimError
from graphgames.core.memory import Automaton, product
from graphgames.core.report import Failure, Report
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.checker import CONDITIONS, LabelsClaim


class CounterClaim(LabelsClaim):
    """The claim about who makes the counter go on for ever and who can stop it, over vertices with the counter."""

    objectives = ("generalized-buchi",)
    mark = "accepting"

    def __init__(self, solution: ArenaSolution):
        Claim.__init__(self, solution)
        arena, rows = self.arena, self.moves
        sets, tails = cast("Any", self.game.objective).masks, arena.tails
        count, self.inner, self.player = len(sets), arena.n, 0
        if self.value is not None:
            raise MalformedClaimError("the solution shows values, and its objective has none")
        counter = Automaton(count, 0, lambda goal, edge: (goal + sets[goal, tails[edge]]) % count)
        self.expect_memory(counter)
        pairs = product(arena, counter)
        self.arena, self.winner, self.moves = pairs.arena, np.tile(self.winner, count), pairs.lifted(rows)
        self.own = pairs.arena.n
        self.refuse((rows >= 0).ravel() & (self.moves < 0), lambda u: f"the move to {rows.flat[u]} is no edge")
        self.marked, self.alpha, self.beta = sets.ravel(), self.proof.alpha.ravel(), self.proof.beta.ravel()

    def failure(self, v: int, sentence: str) -> Failure:
        """Return what is wrong at a vertex with a state of the counter."""
        return Failure(v % self.inner, self.at(v, sentence))


@common.certificates_of("counter-labels")
def check(solution: ArenaSolution) -> Report:
    """Check a solution of a generalised Büchi game: who wins, both strategies, and the labels that prove it."""
    return common.examine(CounterClaim, CONDITIONS, solution)
