"""The public function for the Grundy values of an arena."""

from __future__ import annotations

from graphgames.core.arena import Arena
from graphgames.core.arguments import instance
from graphgames.core.game import Game
from graphgames.games.impartial.grundy import grundy, loopy_grundy
from graphgames.games.impartial.problem import NimberProblem
from graphgames.games.impartial.solution import NimberSolution


def grundy_values(arena: Arena | Game, loopy: bool = False) -> NimberSolution:
    """Find the Grundy value of every vertex.

    Parameters
    ----------
    arena : Arena or Game
        Owners and objective, if there are any, do not matter: both players have the same moves.
    loopy : bool
        Allow cycles: the values are then numbers or infinite, and a play may be a draw.

    Returns
    -------
    NimberSolution
        Its ``values`` are an ``int32`` array of shape (n,), -1 for infinity.

    Raises
    ------
    CycleError
        If there is a cycle and ``loopy`` is not set; it names one.

    Notes
    -----
    O(n + m); with ``loopy`` O(k (n + m)), where k is the number of different values.

    Examples
    --------
    >>> grundy_values(Arena.from_edges([(1, 0), (2, 1), (2, 0)])).values
    array([0, 1, 2], dtype=int32)
    >>> solution = grundy_values(Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True)
    >>> [str(solution.value(v)) for v in range(3)], solution.outcome(1)
    (['0', '1', '0'], 'win')
    """
    if isinstance(arena, Game):
        arena = arena.arena
    instance(loopy, bool, "loopy")
    return (loopy_grundy if loopy else grundy)(NimberProblem(arena))
