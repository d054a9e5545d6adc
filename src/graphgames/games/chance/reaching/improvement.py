"""Strategy improvement, exact: strategies that are good in rounded numbers, improved until the exact values are right.

A pair of strategies is a Markov chain, whose values solve linear equations. First Min improves: he takes an edge to a
smaller value; where none is left he may still have a set of vertices that he need not leave, so that the target is not
reached at all. Max cannot be attracted to the target there along edges that keep the value, so an attractor finds it.
Where there is none, the attractor gives Max moves that make progress (the ranks of the certificate), and then Max takes
edges to larger values. No pair comes twice, so this ends, with both optimal.

Hoffman, Karp, *On nonterminating stochastic games* (1966); Condon, *On algorithms for simple stochastic games* (1993).
No stopping is assumed: the attractor finds the end components that matter.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.exact import levels
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import mapped
from graphgames.games.chance.kernels.iteration import sweep
from graphgames.games.chance.numbers.equations import MOST, Ratio, solve
from graphgames.games.chance.reaching.chains import Chain
from graphgames.games.chance.reaching.solutions import answer
from graphgames.games.chance.reaching_form import MAX, MIN, Reaching
from graphgames.games.weighted.improving import last, tried
from graphgames.graphs.order import best_edges, first_edges

SWEEPS = 400
_ROUNDS = 60
_SAME = 1e-13
"""Rounded values that differ by less, as a part of how far they are from 0 or 1, count as the same."""


T = TypeVar("T")


def affordable(found: T | None) -> T:
    """Return what was found; raise `SolverError` if that is nothing, since it is too expensive."""
    if found is None:
        raise SolverError(
            "the exact values of this game need more memory than allowed; the solver interval-iteration brackets them"
        )
    return found


class Improving:
    """A pair of strategies on its way: ``choice`` holds an edge for each vertex of a player."""

    rank: NDArray[np.int32]
    moves: NDArray[np.int32]

    def __init__(self, game: Reaching, most: int):
        self.game, self.most = game, most
        self.pairs = self.exact_pairs = 0
        self.known: tuple[NDArray[np.int64], Chain] | None = None
        self.open = game.unknown
        self.mine = np.flatnonzero(self.open & (game.owner != CHANCE))
        self.choice = game.arena.indptr[:-1].copy()
        self.begin()

    def begin(self) -> None:
        """Choose by value iteration from below."""
        game, arena = self.game, self.game.arena
        moves = game.within(np.ones(arena.n, np.bool_), game.sure, game.owner != MIN)[1]
        guided = np.flatnonzero(self.open & (game.owner == MAX) & (moves >= 0))
        self.choice[guided] = game.edges_to(moves)[guided]
        rows = arena.indptr, arena.successors, game.owner, game.likely, game.in_order[0]
        sweep(*rows, game.sure.astype(np.float64), self.choice, SWEEPS, 1e-14)

    def run(self, evaluate: Callable[[Chain], tuple[NDArray[np.int64], T]], rounds: int | None = None) -> T:
        """Improve until both strategies are optimal, or so many rounds are over; return what was evaluated last."""
        evaluated = tried(
            lambda: evaluate(self.chain()),
            lambda found: self.improve(found[0], MIN),
            lambda found: self.trap(found[0]),
            lambda found: self.improve(found[0], MAX),
        )
        (_, values), pairs = last(islice(evaluated, rounds))
        self.pairs += pairs
        return values

    def chain(self) -> Chain:
        """Return the chain of the chosen edges; the exact round mostly begins with that of the last rounded one."""
        if self.known is None or not np.array_equal(self.known[0], self.choice):
            self.known = self.choice.copy(), Chain(self.game, self.choice)
        return self.known[1]

    def improve(self, levels: NDArray[np.int64], player: int) -> bool:
        """Give a player the best edges wherever they are better than the chosen ones; whether they are anywhere."""
        game, arena = self.game, self.game.arena
        theirs = self.mine[game.owner[self.mine] == player]
        if not theirs.size:
            return False
        edge_values = levels[arena.successors] if player == MAX else -levels[arena.successors]
        best = best_edges(arena, edge_values)
        better = theirs[edge_values[best[theirs]] > edge_values[self.choice[theirs]]]
        self.choice[better] = best[better]
        return bool(better.size)

    def trap(self, levels: NDArray[np.int64]) -> bool:
        """Let Min stay where Max cannot be attracted to the target; if that is nowhere, let Max be attracted."""
        game, arena = self.game, self.game.arena
        same = np.asarray(levels[arena.successors] == levels[game.tails])
        edges = game.live & (same | game.by_chance)
        self.rank, self.moves = game.attracted(edges, game.target, game.owner != MIN)
        caught = (self.rank < 0) & (levels > 0)
        if caught.any():
            own = np.flatnonzero(caught & (game.owner == MIN) & self.open)
            self.choice[own] = first_edges(arena, edges & caught[arena.successors])[own]
            return True
        guided = self.mine[game.owner[self.mine] == MAX]
        guided = guided[self.moves[guided] >= 0]
        self.choice[guided] = game.edges_to(self.moves)[guided]
        return False

    def choices(self) -> NDArray[np.int64]:
        """Return an edge for each vertex of a player, where both strategies are optimal."""
        game, choice = self.game, self.choice.copy()
        surely = np.flatnonzero(game.sure & (game.owner == MAX) & (self.moves >= 0))
        choice[surely] = game.edges_to(self.moves)[surely]
        kept = np.flatnonzero(game.hopeless & (game.owner == MIN) & (game.arena.out_degree > 0))
        choice[kept] = first_edges(game.arena, game.hopeless[game.arena.successors])[kept]
        return choice

    def rounded(self, chain: Chain) -> tuple[NDArray[np.int64], None]:
        """Return the levels of the vertices by rounded values: numbers in their order, 0 for the value 0."""
        reached, missed = affordable(chain.rounded(self.most))
        likely = reached > missed
        order = np.lexsort((np.where(likely, -missed, reached), likely))
        x, y = reached[order], missed[order]
        below = x[:-1] + x[1:] <= 1
        gap = np.where(below, np.diff(x), -np.diff(y))
        size = np.where(below, np.maximum(x[:-1], x[1:]), np.maximum(y[:-1], y[1:]))
        level = np.empty(order.size, np.int64)
        level[order] = np.cumsum(np.concatenate([np.ones(order[:1].size, np.bool_), gap > _SAME * size]))
        return chain.all(level, 0, level.max(initial=0) + 1), None

    def exactly(self, chain: Chain) -> tuple[NDArray[np.int64], tuple[Chain, list[Ratio]]]:
        """Return the levels of the vertices by exact values, and those of the chain."""
        found = affordable(solve(chain.equations, self.most))
        self.exact_pairs += 1
        place: dict[Ratio, int] = {}
        which = [place.setdefault(one, len(place)) for one in found]
        level = 1 + levels(list(place))[which]
        return chain.all(level, 0, level.max(initial=0) + 1), (chain, found)


def strategy_improvement(game: Game, most: int = MOST) -> ArenaSolution:
    """Solve a game of chance exactly.

    ``most``: the most entries that the factors of the linear equations may have, and a quarter of the most digits of 31
    bits that all values together may have.

    ``values`` holds the exact probabilities, integers and Fractions. Its stats count the ``pairs`` of strategies, and
    of these the ``exact`` ones.

    Raise `SolverError` if the equations are too expensive.
    """
    form = Reaching.of(game)
    state = Improving(form, most)
    state.run(state.rounded, _ROUNDS)
    chain, found = state.run(state.exactly)
    values = chain.all(mapped(Ratio.exact, found), 0, 1)
    stats = {"pairs": state.pairs, "exact": state.exact_pairs}
    return answer(game, form, values, state.choices(), state.rank.astype(np.int64), "strategy-improvement", stats)
