"""Geography on an undirected graph in which no edge may be used twice.

An edge listed from either end, or from both, is one edge. Fraenkel, Scheinerman & Ullman, *Undirected edge geography*,
Theoretical Computer Science 112 (1993).
"""

from __future__ import annotations

from graphgames.core.geography import Geography, GeographySolution, from_lists, write_winners
from graphgames.core.graph_text import read_lists

KIND = "undirected-edge-geography"


def read(data: bytes, source: str = "<input>") -> Geography:
    r"""Read graphs, one a line, as Haskell lists of vertices with their targets.

    Raises
    ------
    FormatError
        If the text is not such lists; it names line and column.

    Examples
    --------
    >>> from graphgames import solve
    >>> write(solve(read(b"[(0,[1]), (1,[2]), (2,[])]")))
    '[0,2]\n'
    """
    return from_lists(KIND, read_lists(data, source))


def write(solution: GeographySolution) -> str:
    """Give for each graph the first vertices that win for the player who picks, ascending: ``[0,2,4]``."""
    return write_winners(solution)
