"""Edge lists for impartial games: a line ``u v`` for each edge, numbers from 0 on, ``#`` before comments.

A line with one number stands for a vertex that may have no edge. A first line ``n m`` before m edges of vertices up to
n is passed over where m is above all of them; elsewhere it may be an edge, and is read as one. If such a line names the
largest number, and none is 0, vertices are numbered from 1. What has no owners and
no priorities is a game of normal or misère play; edges between words are read by NetworkX (``.edgelist``).
"""

from __future__ import annotations

from typing import IO

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.formats.kernels import pg_scan, pg_write
from graphgames.formats.kernels.edge_scan import scan_edges
from graphgames.formats.labelled import Labelled
from graphgames.formats.priorities import (
    Priorities,
    as_read,
    marked_objective,
    settings_of,
    speaks_of_priorities,
)
from graphgames.readers.faults import Faults, found
from graphgames.readers.source import Data

EXPECTED = "an edge list: a line 'u v' for each edge, vertices numbered from 0 on"
_BATCH = 1 << 16
_SPARSE = 1 << 20  # gaps in the numbers are accepted below this many vertices


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    r"""Read an impartial game from a list of its edges.

    The vertices are 0 up to the largest number that occurs; the objective is ``normal``, ``misere``, or one of marked
    vertices, for which all vertices are player 0's. There are no priorities. Raise `FormatError` if a line is neither
    an edge nor a vertex; up to ten faults are reported together; `GameError` if the objective needs other data.

    Examples
    --------
    >>> read_game(b"# a small game\n2 1\n1 0\n2 0\n3\n").arena
    Arena(n=4, m=3, impartial)
    """
    marks, base = as_read(priorities).marks, as_read(priorities).base
    objective = objective or ("normal" if marks is None else marked_objective(marks[0], False))
    kind = objective_class(objective)
    if (marks is None and not _needs_nothing(kind)) or speaks_of_priorities(priorities) or settings_of(priorities):
        fit = [name for name in objectives() if _needs_nothing(objective_class(name))]
        raise GameError(
            f"an edge list has no owners and no priorities: it is not {with_article(objective)} game, but "
            f"{' or '.join(fit)}; or mark vertices, as by --target 5"
        )
    faults = Faults(data, source)
    faults.refuse_other_kinds("edges", b"0123456789#", EXPECTED)
    lines = pg_scan.count(data, ord("\n")) + 1
    tails, heads = np.empty(lines, np.int32), np.empty(lines, np.int32)
    state = np.array([3 if data[:3] == b"\xef\xbb\xbf" else 0, 0, -1], np.int64)
    while (code := scan_edges(data, state, tails, heads)) and not faults.full:
        at = int(state[0])
        _explain(faults, code, at)
        stop = data.find(b"\n", at)
        state[0] = len(data) if stop < 0 else stop
    m, n = int(state[1]), int(state[2]) + 1
    if not faults and n > max(_SPARSE, 64 * lines):
        at = max(data.find(b"%d" % (n - 1)), 0)
        faults.add(at, f"vertex {n - 1} is far beyond what {lines} lines need", EXPECTED)
    faults.throw()
    tails, heads = tails[:m], heads[:m]
    if _is_header(tails, heads) and state[2] == heads[0]:
        least, n = int(min(tails[1:].min(), heads[1:].min())), int(max(tails[1:].max(), heads[1:].max())) + 1
        if base is None:
            base = int(least == 1 and n == tails[0] + 1)
        n, tails, heads = max(int(tails[0]) + base, n), tails[1:], heads[1:]
    if marks is not None:
        return _marked(faults, np.stack([tails, heads], axis=1).tolist(), range(base or 0, n), objective, priorities)
    if not base:
        return Game(Arena.from_arrays(tails, heads, n), kind())
    if min(tails.min(initial=1), heads.min(initial=1)) < 1:
        raise GameError("an edge is at vertex 0, but the first vertex is to have number 1")
    return Game(Arena.from_arrays(tails - 1, heads - 1, n - 1, labels=range(1, n)), kind())


def _marked(
    faults: Faults, edges: list[list[int]], numbers: range, objective: str, priorities: Priorities | None
) -> Game:
    """Return the game of an objective about vertices that are marked by their numbers."""
    graph = Labelled(faults, {str(number): {} for number in numbers})
    graph.edges = [(str(u), str(w), {}) for u, w in edges]
    return graph.game(objective, priorities)


def _is_header(tails: NDArray[np.int32], heads: NDArray[np.int32]) -> bool:
    """Whether the first line says how many vertices and edges follow, and cannot well be an edge.

    It has the right number of edges, which is above all their vertices; these are 0 to n - 1 or 1 to n. A smaller tail
    comes after it, unlike in the files that `write_game` writes.
    """
    if tails.size < 2 or heads[0] != tails.size - 1 or tails[1:].min() >= tails[0]:
        return False
    least, most = (int(f([f(tails[1:]), f(heads[1:])])) for f in (np.min, np.max))
    if least > 0 and most == tails[0] == heads[0]:  # n vertices from 1 on and as many edges; else a self-loop at n
        return True
    return bool(most < heads[0] and most < tails[0] + (least > 0))


def _needs_nothing(objective: type[Objective]) -> bool:
    """Whether an objective has a meaning without owners and priorities."""
    return not objective.needs_owner and not objective.reads_priorities


def _explain(faults: Faults, code: int, at: int) -> None:
    """Turn the scanner's code into a fault with its place."""
    if code == 2:
        faults.add(at, f"the number {faults.number(at)} is too large", "at most 2147483646")
    elif code == 3:
        faults.add(at, f"{found(faults.data, at)} after an edge", "the end of the line")
    else:
        hint = "edges between words are read from .edgelist" if faults.data[at : at + 1].isalpha() else ""
        faults.add(at, found(faults.data, at), "the number of a vertex", hint)


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write the edges of an impartial game; the file does not store the objective.

    Raise `GameError` if the arena has owners, or the player to move wins some ends: the format cannot say so.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> write_game(read_game(b"2 1\n1 0\n3\n"), file)
    >>> file.getvalue()
    b'1 0\n2 1\n3\n'
    """
    arena = game.arena
    if arena.owner is not None:
        raise GameError("an edge list holds no owners, and this arena has some; write it as PGSolver's .pg instead")
    game.objective.to_data()
    for first in range(0, arena.n, _BATCH):
        last = min(first + _BATCH, arena.n)
        out = np.empty(int(arena.indptr[last] - arena.indptr[first]) * 22, np.uint8)
        size = pg_write.edge_lines(arena.indptr, arena.successors, first, last, out)
        file.write(out[:size].data)
    if arena.n and (
        not arena.m or max(int(arena.successors.max()), int(np.flatnonzero(arena.out_degree)[-1])) < arena.n - 1
    ):
        file.write(b"%d\n" % (arena.n - 1))
