"""The Markov chain that a pair of strategies leaves, and the probability of reaching the target in it.

Only the vertices of chance are unknowns: from a vertex of a player the play goes on to where it comes to chance next,
or is over. What is known already, where the value is 0 or 1, ends a play as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.games.chance.numbers.equations import PRIMES, Equations
from graphgames.games.chance.reaching_form import Reaching, attracted


class Chain:
    """The chain of a pair of strategies: each player takes the chosen edge, a number for each of their vertices.

    ``place`` is the number in ``equations`` of the vertex of chance where the play comes to from each vertex; -1 where
    it never reaches the target, -2 where it surely does, shape (n,). The equations are those of the unknown vertices of
    chance, one for all that have the same.
    """

    def __init__(self, game: Reaching, choice: NDArray[np.int64]):
        arena, known = game.arena, game.sure | game.hopeless
        after = np.arange(arena.n)
        walks = ~known & (game.owner != CHANCE)
        after[walks] = arena.successors[choice[walks]]
        for _ in range(arena.n.bit_length()):
            again = after[after]
            if np.array_equal(again, after):
                break
            after = again
        goal = game.sure[after]
        coming = ~(goal | game.hopeless[after] | walks[after]) & (game.owner == CHANCE)
        edge = np.flatnonzero(game.live & coming[game.tails])
        tails, heads = game.tails[edge], after[game.heads[edge]]
        rank, _ = attracted(arena.n, tails, heads.astype(np.int32), goal, np.ones(arena.n, np.bool_))
        unknown = (rank >= 0) & coming
        states = np.flatnonzero(unknown)
        number = np.where(goal, -2, -1)
        number[states] = np.arange(states.size)
        place, kept = number[after], unknown[tails]
        edge, tails, heads = edge[kept], number[tails[kept]], number[heads[kept]]
        weight, right = game.numerator[edge], np.zeros(states.size, np.int64)
        np.add.at(right, tails[heads == -2], weight[heads == -2])
        self.equations, first = Equations.of(tails, heads, weight, game.denominator[states], right).merged()
        place[place >= 0] = first[place[place >= 0]]
        self.place = place

    def all(self, of_chance: NDArray[Any], zero: Any, one: Any) -> NDArray[Any]:
        """Return an entry for each vertex, from those of the unknowns."""
        return np.concatenate([of_chance, np.array([one, zero], of_chance.dtype)])[self.place]

    def rounded(self, most: int) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """Return in floating point how likely the target is reached, and how likely not; None where too expensive.

        Each is as precise as its own size allows: 1 less the other would say nothing of values close to 1.
        """
        equations = self.equations
        factors = equations.factors(PRIMES[0], most)
        if factors is None:
            return None
        inner = np.zeros(equations.diagonal.size, np.int64)
        np.add.at(inner, np.repeat(np.arange(inner.size), np.diff(equations.indptr)), equations.weight)
        missed = equations.diagonal - inner - equations.right
        return factors.solve(equations.right / equations.diagonal), factors.solve(missed / equations.diagonal)
