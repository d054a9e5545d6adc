"""Impartial games for a person: Grundy values of an arena, heap games by code."""

from __future__ import annotations

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.impartial import NimberProblem, NimberSolution
from graphgames.games.heaps import HeapGame, HeapProblem
from graphgames.solvers.grundy import grundy, loopy_grundy
from graphgames.solvers.heaps import HeapSolution, sparse_space


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
    return (loopy_grundy if loopy else grundy)(NimberProblem(arena))


def heap_game(game: str | HeapGame, up_to: int = 10_000) -> HeapSolution:
    """Find the nim-values of a heap game up to a heap size, and their period.

    Parameters
    ----------
    game : str or HeapGame
        An octal or hexadecimal code such as ``.77`` or ``4.7``, a name such as ``kayles``, ``dawsons-chess``,
        ``treblecross`` or ``grundy``, or the rules.
    up_to : int
        The largest heap.

    Returns
    -------
    HeapSolution
        With ``values``, ``period`` and the manners of an oracle over tuples of heaps.

    Raises
    ------
    GameError
        If the code is none.

    Examples
    --------
    >>> print(heap_game(".137").period)
    pre-period 52, period 34 (proved for ever)
    >>> heap_game(HeapGame.subtraction({1, 3, 4}), 20).values.tolist()[:10]
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    """
    return sparse_space(HeapProblem(HeapGame.from_code(game) if isinstance(game, str) else game, up_to))
