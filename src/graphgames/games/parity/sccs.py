"""Components that a play can return to once the winners' moves are fixed, to explain why a vertex is won."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from graphgames.core.solution import ArenaSolution


class StrategySccs(NamedTuple):
    """The strongly connected components of the edges that the winners' moves leave within each player's region."""

    component: NDArray[np.int32]
    """Shape (n,): to which each vertex belongs; -1 where no play comes back to it."""
    size: NDArray[np.int64]
    """Shape (components,): how many vertices each has."""
    top: NDArray[np.int64]
    """Shape (components,): A vertex of its largest priority."""


def strategy_sccs(solution: ArenaSolution, priority: NDArray[np.int32]) -> StrategySccs:
    """Find the components that plays can return to; O(n + m log d) for out-degrees up to d.

    Examples
    --------
    >>> from graphgames import Arena, Game, Parity, solve
    >>> game = Game(Arena.from_edges([(0, 1), (1, 2), (2, 1)], owner=[0, 1, 0]), Parity([1, 0, 2]))
    >>> strategy_sccs(solve(game), game.objective.priority)
    StrategySccs(component=array([-1,  0,  0], dtype=int32), size=array([2]), top=array([2]))
    """
    return solution.remember("strategy_sccs", lambda: _components(solution, priority))


def _components(solution: ArenaSolution, priority: NDArray[np.int32]) -> StrategySccs:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    arena, winner, moves = solution.problem.arena, solution.winner, solution.strategy.moves
    tails, heads = arena.tails, arena.successors
    kept = (winner[tails] == winner[heads]) & ((moves[tails] < 0) | (moves[tails] == heads))
    tails, heads = tails[kept], heads[kept]
    left = csr_array((np.ones(tails.size, np.int8), (tails, heads)), shape=(arena.n, arena.n))
    left.sum_duplicates()
    count, number = connected_components(left, connection="strong")
    size = np.bincount(number, minlength=count)
    returns = size > 1
    returns[number[tails[tails == heads]]] = True
    top = np.empty(count, np.int64)
    order = np.argsort(priority, kind="stable")
    top[number[order]] = order
    renumbered = np.where(returns, np.cumsum(returns) - 1, -1).astype(np.int32)
    return StrategySccs(renumbered[number], size[returns], top[returns])
