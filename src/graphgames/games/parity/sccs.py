"""Components that a play can return to once the winners' moves are fixed, to explain why a vertex is won."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.solution import ArenaSolution
from graphgames.graphs.compressed_rows import components


class StrategySccs(NamedTuple):
    """The strongly connected components of the edges that the winners' moves leave within each player's region."""

    component: NDArray[np.int32]
    """Shape (n,): to which each vertex belongs; -1 where no play comes back to it."""
    size: NDArray[np.int64]
    """Shape (components,): how many vertices each has."""
    top: NDArray[np.int64]
    """Shape (components,): A vertex of its largest priority."""


def strategy_sccs(solution: ArenaSolution, priority: NDArray[np.int32]) -> StrategySccs:
    """Find the components that plays can return to; O(n + m log d) for out-degrees up to d."""
    return solution.remember("strategy_sccs", lambda: _components(solution, priority))


def _components(solution: ArenaSolution, priority: NDArray[np.int32]) -> StrategySccs:
    arena, moves = solution.problem.arena, solution.strategy.moves
    number, count = components((arena.indptr, arena.successors), choice=moves)
    size = np.bincount(number, minlength=count)
    loop = arena.tails[arena.tails == arena.successors]
    returns = size > 1
    returns[number[loop[(moves[loop] < 0) | (moves[loop] == loop)]]] = True
    renumbered = np.where(returns, np.cumsum(returns) - 1, -1).astype(np.int32)
    component = renumbered[number]
    back = np.flatnonzero(component >= 0)
    back = back[np.argsort(priority[back], kind="stable")]
    top = np.empty(int(returns.sum()), np.int64)
    top[component[back]] = back
    return StrategySccs(component, size[returns], top)
