"""The public function for heap games."""

from __future__ import annotations

from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.heaps.solution import HeapSolution
from graphgames.games.heaps.sparse_space import sparse_space


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
    return sparse_space(HeapProblem(HeapGame.from_code(game, largest=up_to) if isinstance(game, str) else game, up_to))
