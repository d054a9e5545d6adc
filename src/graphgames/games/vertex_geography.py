"""Geography on a directed graph in which no *vertex* may be visited twice, the first one included.

The game as it is played with names of places: Lichtenstein & Sipser, *GO is polynomial-space hard*, J. ACM 27 (1980).
"""

from __future__ import annotations

from graphgames.core.geography import Geography, GeographySolution, from_lists, write_winners
from graphgames.core.graph_text import read_lists

KIND = "vertex-geography"


def read(data: bytes, source: str = "<input>") -> Geography:
    r"""Read graphs, one a line, as Haskell lists of vertices with their targets.

    Raises
    ------
    FormatError
        If the text is not such lists; it names line and column.

    Examples
    --------
    >>> from graphgames import solve
    >>> write(solve(read(b"[(0,[1,2]), (1,[3,4]), (2,[0]), (3,[4]), (4,[])]")))
    '[4]\n'
    """
    return from_lists(KIND, read_lists(data, source))


def write(solution: GeographySolution) -> str:
    """Give for each graph the first vertices that win for the player who picks, ascending: ``[0,2,4]``."""
    return write_winners(solution)
