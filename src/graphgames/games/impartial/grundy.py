"""Grundy values of the vertices of an arena: by mex along a topological order, or, with cycles, the loopy values.

Sprague (1935), Grundy (1939); for cycles Smith (1966), Fraenkel & Perl (1975), Fraenkel & Yesha (1986).
"""

from __future__ import annotations

from types import FunctionType

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.problems import arena_for_both
from graphgames.core.arena import Arena
from graphgames.core.arguments import instance
from graphgames.core.arrays import sealed
from graphgames.core.errors import CycleError, GameError, shown
from graphgames.games.impartial.certificate import GrundyValues, LoopyValues
from graphgames.games.impartial.kernels import grundy as kernel
from graphgames.games.impartial.problem import NimberProblem
from graphgames.games.impartial.solution import NimberSolution
from graphgames.graphs.order import reverse_of, topological_order


def grundy_values(arena: object, loopy: bool | None = None) -> NimberSolution:
    """Find the Grundy value of every vertex.

    Parameters
    ----------
    arena : Arena, Game or graph
        A graph is what `solve` takes: a dictionary from vertices to their successors, a list of edges, a graph of
        NetworkX, a matrix of SciPy. Owners and objective, if there are any, do not matter: both players have the same
        moves.
    loopy : bool, optional
        Whether there may be cycles, where values are numbers or infinite, and a play may be a draw; by default as the
        graph is. False refuses cycles.

    Returns
    -------
    NimberSolution
        Its ``values`` are an ``int32`` array of shape (n,), -1 for infinity.

    Raises
    ------
    CycleError
        If there is a cycle and ``loopy`` is False; it names one.

    Notes
    -----
    O(n + m); with cycles O(k (n + m)), where k is the number of different values.

    Examples
    --------
    >>> grundy_values(Arena.from_edges([(1, 0), (2, 1), (2, 0)])).values
    array([0, 1, 2], dtype=int32)
    >>> solution = grundy_values(Arena.from_edges([(0, 1), (1, 0), (1, 2)]))
    >>> [str(solution.value(v)) for v in range(3)], solution.outcome(1)
    (['0', '1', '0'], 'win')
    """
    if isinstance(arena, FunctionType):
        raise GameError(f"{shown(arena)} is not a graph but a function; nimber(moves, position) has its values")
    problem = NimberProblem(arena_for_both(arena))
    if loopy is not None:
        instance(loopy, bool, "loopy")
    return {None: nimbers_auto, False: grundy, True: loopy_grundy}[loopy](problem)


def nimbers_auto(problem: NimberProblem) -> NimberSolution:
    """Find the Grundy value of every vertex by `grundy`, or by `loopy_grundy` if there is a cycle."""
    try:
        return grundy(problem)
    except CycleError:
        return loopy_grundy(problem)


def grundy(problem: NimberProblem) -> NimberSolution:
    """Find the Grundy value of every vertex of an acyclic arena, in O(n + m).

    Raise `CycleError` if there is a cycle; it names one. `loopy_grundy` solves such arenas.
    """
    arena = problem.arena
    try:
        values, depth = mex_values(arena)
    except CycleError as error:
        what = "this solver needs an acyclic graph (loopy-grundy, in Python loopy=True, does not)"
        raise CycleError(error.cycle, what, arena.labels) from None
    return NimberSolution(problem, values, "grundy", GrundyValues(values, depth))


def loopy_grundy(problem: NimberProblem) -> NimberSolution:
    """Find the loopy value of every vertex of any arena: a number, or infinity with the set of numbers it reaches.

    O(k (n + m)) where k is the number of different values, plus what the reverse graph costs.
    """
    arena = problem.arena
    values, counter = np.empty(arena.n, np.int32), np.empty(arena.n, np.int32)
    indptr, predecessors = reverse_of(arena)
    kernel.loopy_grundy(arena.indptr, arena.successors, indptr, predecessors, values, counter)
    return NimberSolution(problem, values, "loopy-grundy", LoopyValues(values, counter))


def mex_values(arena: Arena) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the Grundy values and a depth that falls along every edge; arenas numbered by depth need no sorting."""
    n = arena.n
    values = np.empty(n, np.int32)
    longest = int(arena.out_degree.max()) if n else 0
    stamp = np.full(longest + 2, -1, np.int32)
    number = np.arange(n, dtype=np.int32)
    direction = kernel.direction(arena.indptr, arena.successors)
    if direction > 0:
        order, depth = number[:0], number
    elif direction < 0:
        order, depth = number, number[::-1]
    else:
        order = topological_order(arena)
        depth = np.empty(n, np.int32)
        depth[order] = number[::-1]
    kernel.grundy(arena.indptr, arena.successors, order, values, stamp)
    sealed(number)
    return sealed(values), sealed(depth)
