"""Probabilities of reaching a target in time, exact, by backward induction over the moves that are left.

All numbers with k moves left are integers over the k-th power of one denominator. Bellman, *Dynamic programming*
(1957).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Self

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


class Rows(NamedTuple):
    """The edges out of some vertices, and how many each has."""

    vertices: NDArray[np.int64]
    edges: NDArray[np.int64]
    degree: NDArray[np.int64]

    @classmethod
    def of(cls, form: Reaching, mask: NDArray[np.bool_]) -> Self:
        """Return those of a mask of vertices, each of which has an edge."""
        vertices = np.flatnonzero(mask)
        return cls(vertices, np.flatnonzero(mask[form.tails]), form.arena.out_degree[vertices])

    def joined(self, how: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
        """Return what the values of the edges make at each vertex."""
        return how.reduceat(values, offsets(self.degree)[:-1]) if self.vertices.size else values


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
        self.rows = [Rows.of(form, going & (form.owner == player)) for player in (MAX, MIN, CHANCE)]

    def step(
        self, before: NDArray[np.object_], kept: NDArray[np.int32]
    ) -> tuple[NDArray[np.object_], NDArray[np.int32]]:
        """Return the numerators with one more move left, over one more factor of the denominator, and the moves.

        A move that was best with one less left is ``kept`` if it still is. So whoever follows the moves of one moment
        to the end comes nearer to the target, and does not wait since there would be time.
        """
        form, heads = self.form, self.form.arena.successors
        after = np.where(form.target, self.common * before, 0)
        moves = np.full(form.arena.n, -1, np.int32)
        most, least, chance = self.rows
        after[chance.vertices] = chance.joined(np.add, before[heads[chance.edges]] * self.weight[chance.edges])
        for rows, best in ((most, np.maximum), (least, np.minimum)):
            row = before[heads[rows.edges]]
            found = rows.joined(best, row)
            after[rows.vertices] = self.common * found
            best_edges = rows.edges[np.asarray(row == np.repeat(found, rows.degree), np.bool_)][::-1]
            again = best_edges[heads[best_edges] == kept[form.tails[best_edges]]]
            for fit in (best_edges, again):
                moves[form.tails[fit]] = heads[fit]
        return after, moves

    def fractions(self, numerators: NDArray[np.object_], steps: int) -> NDArray[np.object_]:
        """Return the values with so many moves left."""
        whole = self.common**steps
        return mapped(lambda one: plain(Fraction(one, whole)), numerators.tolist())
