"""The four games of geography with exact input and output: graphs as Haskell lists in, winning first vertices out.

The players in turn move one token along a directed or an undirected graph, never over the same arc (or, in vertex
geography, to the same vertex) twice; who cannot move loses. The first player picks the vertex where it begins. The form
is that of assignment 2 of CSC324/CSCC24 (Toronto, 2018). Deciding who wins is PSPACE-complete on directed graphs
(Schaefer, *On the complexity of some two-person perfect-information games*, 1978; Lichtenstein & Sipser, *GO is
polynomial-space hard*, 1980) and for edges of undirected ones (Fraenkel, Scheinerman & Ullman, *Undirected edge
geography*, 1993).
"""

from __future__ import annotations

import numpy as np

from graphgames.core.errors import GameError
from graphgames.games.geography.lists import read_lists
from graphgames.games.geography.problem import Geography, from_lists
from graphgames.games.geography.solution import UNDECIDED, GeographySolution

INPUT = (
    "one graph per line, as a Haskell list of vertices, each with the list of its targets; a vertex that is only a "
    "target has no way out"
)
OUTPUT = "for each graph the list of first vertices that win for the player who picks, ascending"
"""What the document reads and writes, for a person."""


def read(data: bytes, source: str = "<input>", game: str = "edge-geography") -> Geography:
    r"""Read graphs, one a line, as Haskell lists of vertices with their targets.

    Raise `FormatError` if the text is not such lists; it names line and column.
    """
    return from_lists(game, read_lists(data, source))


def generate(vertices: int, seed: int = 0) -> str:
    """Make a graph: up to 3 targets of every vertex, different ones."""
    rng = np.random.default_rng(seed)
    entries = [""] * vertices  # at once, so that memory that is lacking is missed at once
    for v in range(vertices):
        targets = rng.choice(vertices - 1, rng.integers(0, min(3, vertices - 1), endpoint=True), replace=False)
        targets += targets >= v  # no self-loops
        entries[v] = f"({v},[{','.join(map(str, np.sort(targets)))}])"
    return f"[{','.join(entries)}]\n"


def write(solution: GeographySolution) -> str:
    """Return a line for each graph: the first vertices that win for the player who picks, ascending, ``[0,2,4]``.

    Raise `GameError` if a limit stopped the search before every vertex was decided.
    """
    lines = []
    for i, winner in enumerate(solution.winner):
        missing = int(np.count_nonzero(winner == UNDECIDED))
        if missing:
            raise GameError(f"{missing} of {winner.size} first vertices are not decided; give the search more time")
        lines.append("[" + ",".join(str(label) for label in sorted(solution.picks(i))) + "]\n")
    return "".join(lines)
