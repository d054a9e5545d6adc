"""Probabilities of reaching a target in time, exact, by backward induction over the moves that are left.

All numbers with k moves left are integers over the k-th power of one denominator. Bellman, *Dynamic programming*
(1957).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.core.value import mapped, plain
from graphgames.games.chance.certificate import StepValues
from graphgames.games.chance.numbers.equations import MOST
from graphgames.games.chance.objective import BoundedReachProbability
from graphgames.games.chance.reaching_form import MAX, MIN, Reaching


def backward_induction(game: Game) -> ArenaSolution:
    """Solve a game with a `BoundedReachProbability` objective exactly.

    ``values`` holds integers and Fractions. The strategy counts the moves that are left.

    Raise `SolverError` if edges times steps are more than 10 million.
    """
    assert isinstance(game.objective, BoundedReachProbability)
    form, steps = Reaching.of(game), game.objective.steps
    if form.arena.m * steps > MOST:
        raise SolverError(f"{steps} steps along {form.arena.m} edges are more than {MOST:,} in all, and too expensive")
    induction = Induction(form)
    numerators, moves = [form.target.astype(np.int64).astype(object)], [np.full(form.arena.n, -1, np.int32)]
    for _ in range(steps):
        value, move = induction.step(numerators[-1], moves[-1])
        numerators.append(value)
        moves.append(move)
    last = induction.fractions(numerators[-1], steps)

    def proof() -> StepValues:
        before = [induction.fractions(row, k) for k, row in enumerate(numerators[:-1])]
        return StepValues((*before, last))

    winner = np.full(form.arena.n, 2, np.uint8)
    winner[np.asarray(last == 1, np.bool_)] = 0
    winner[np.asarray(last == 0, np.bool_)] = 1
    assert game.memory is not None
    strategy = FiniteMemoryStrategy(game.arena, np.array(moves), game.memory)
    return ArenaSolution(game, winner, strategy, "backward-induction", proof, last, {"steps": steps})


def rows(form: Reaching, mask: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the vertices of a mask, each of which has an edge, their edges, and where those of each begin."""
    vertices = np.flatnonzero(mask)
    return vertices, np.flatnonzero(mask[form.tails]), offsets(form.arena.out_degree[vertices])[:-1]


class Induction:
    """The steps of the induction in a game."""

    def __init__(self, form: Reaching):
        self.form = form
        used = np.unique(form.denominator[form.owner == CHANCE]).tolist()
        self.common = int(np.lcm.reduce(np.array(used, object))) if used else 1
        factors = {one: self.common // one for one in used}
        scale = np.array([factors.get(one, 0) for one in form.denominator.tolist()], object)
        self.weight = form.numerator * scale[form.tails]
        going = ~(form.target | form.lost) & (form.arena.out_degree > 0)
        self.choosing = going[form.tails] & ~form.by_chance
        self.best = [
            (how, *rows(form, going & (form.owner == who))) for who, how in ((MAX, np.maximum), (MIN, np.minimum))
        ]
        self.chance = rows(form, going & (form.owner == CHANCE))

    def step(
        self, before: NDArray[np.object_], kept: NDArray[np.int32]
    ) -> tuple[NDArray[np.object_], NDArray[np.int32]]:
        """Return the numerators with one more move left, over one more factor of the denominator, and the moves.

        A move that was best with one less left is ``kept`` if it still is. So whoever follows the moves of one moment
        to the end comes nearer to the target, and does not wait since there would be time.
        """
        form, moves = self.form, np.full(self.form.arena.n, -1, np.int32)
        ahead, best = before[form.heads], np.where(form.target, before, 0)
        for how, vertices, edges, starts in self.best:
            best[vertices] = how.reduceat(ahead[edges], starts)
        after = self.common * best
        vertices, edges, starts = self.chance
        after[vertices] = np.add.reduceat(ahead[edges] * self.weight[edges], starts)
        tight = np.flatnonzero(self.choosing & np.asarray(ahead == best[form.tails], np.bool_))[::-1]
        again = tight[form.heads[tight] == kept[form.tails[tight]]]
        for fit in (tight, again):
            moves[form.tails[fit]] = form.heads[fit]
        return after, moves

    def fractions(self, numerators: NDArray[np.object_], steps: int) -> NDArray[np.object_]:
        """Return the values with so many moves left."""
        whole = self.common**steps
        return mapped(lambda one: plain(Fraction(one, whole)), numerators.tolist())
