"""Energy games as text: ``energy N``, then a line ``vertex owner head weight,head weight,...`` for each vertex.

The format of the energy solvers among Oink's branches (Cadilhac, Casares, Ohlmann). A compiled scanner reads it; what
is no integer of at most 18 digits is read here, exactly: integers of any size, fractions and decimals.
"""

from __future__ import annotations

import re
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.value import written
from graphgames.formats.kernels import pg_scan
from graphgames.formats.priorities import Priorities, ReadAs, made_from_data, settings_of
from graphgames.games.weighted.kernels.energy_scan import scan_lines
from graphgames.games.weighted.objective import Weighted
from graphgames.readers.faults import Faults, found, without_line
from graphgames.readers.long_numbers import exact
from graphgames.readers.source import Data

EXPECTED = "an energy game: 'energy N' and then a line 'vertex owner head weight,head weight,...' for each vertex"

_HEADER = re.compile(rb"\s*energy[ \t]+(\d{1,10})[ \t\r]*(?:\n|$)")
_FAULTS = {
    1: ("{here}", "the number of a vertex"),
    2: ("the vertex {number} is out of range: the first line says that there are {n}", "a smaller number"),
    3: ("vertex {number} is listed a second time", "each vertex once"),
    4: ("{here} where the owner of vertex {vertex} should be", "0 (player 0, who wants energy) or 1"),
    5: ("{here} where an edge of vertex {vertex} should be", "the number of a vertex, and a weight"),
    6: ("vertex {vertex} has an edge to {number}: the first line says that there are {n}", "a smaller number"),
    7: ("{here} where the weight of an edge of vertex {vertex} should be", "a number such as -7, 5/2 or 0.25"),
    8: ("{here} after an edge of vertex {vertex}", "',' and another edge, or the end of the line"),
}


def read_game(
    data: Data, source: str = "<input>", objective: str = "energy", priorities: Priorities | None = None
) -> Game:
    r"""Read a game with weights on its edges.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        The whole file, unpacked.
    source : str
        Its name, for the error messages.
    objective : str
        ``energy``, or another objective with weights.
    priorities : str or iterable of int, optional
        There are none here; giving a set of them is an error.

    Raise `FormatError` if the file is not in the format; up to ten faults are reported together. Raise `GameError` if
    the objective has no weights.
    """
    objective_type = objective_class(objective)
    if not issubclass(objective_type, Weighted) or not isinstance(priorities, ReadAs | None):
        raise GameError(f"this file has weights on edges and no priorities: it is not {with_article(objective)} game")
    faults = Faults(data, source)
    faults.refuse_other_formats("energy", b"e", EXPECTED)
    header = _HEADER.match(data)
    if header is None or int(header[1]) >= 2**31 - 1:
        faults.add(0, found(data, 0), EXPECTED)
        faults.throw()
    assert header is not None
    lines, commas = pg_scan.count(data, ord("\n")) + 1, pg_scan.count(data, ord(","))
    n = int(header[1])
    if n > max(lines, 1):
        faults.add(header.start(1), f"there are {n} vertices, but the file has fewer lines", EXPECTED)
        faults.throw()
    state = np.array([header.end(), 0, 0, 0, 0], np.int64)
    owner, order, degree = np.full(n, 2, np.uint8), np.empty(n, np.int32), np.empty(n, np.int64)
    heads, weights = np.empty(lines + commas, np.int32), np.empty(lines + commas, np.int64)
    wide = np.empty((min(lines + commas, len(data) // 2 + 1), 3), np.int64)
    while (code := scan_lines(data, n, state, owner, order, degree, heads, weights, wide)) and not faults.full:
        at, (message, expected) = int(state[0]), _FAULTS[code]
        known = {"here": found(data, at), "number": faults.number(at), "vertex": faults.number(int(state[4])), "n": n}
        faults.add(at, message.format_map(known), expected)
        stop = data.find(b"\n", at)
        state[0] = len(data) if stop < 0 else stop
    count, m = int(state[1]), int(state[2])
    if not faults and count < n:
        missing = np.flatnonzero(owner == 2)
        faults.add(header.start(1), without_line(missing[:4].tolist(), missing.size), "a line for each vertex")
    faults.throw()
    values: NDArray[Any] = exact(faults, data, weights[:m], wide[: int(state[3])])
    faults.throw()
    if np.array_equal(order, np.arange(n)):
        arena = Arena.trusted(offsets(degree), heads[:m], owner, edge_data={"weight": values})
    else:
        arena = Arena.from_arrays(np.repeat(order, degree), heads[:m], n, owner, edge_data={"weight": values})
    return Game(arena, made_from_data(objective, settings_of(priorities)))


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write a game with weights, those of vertices on each of their edges.

    Raise `GameError` if the objective has no weights, or the arena has no owners.
    """
    arena, objective = game.arena, game.objective
    if not isinstance(objective, Weighted) or arena.owner is None:
        raise GameError(f"this format holds games with weights and owners, and no {objective.name} game")
    if objective.changed_settings():
        raise GameError(
            "this format holds weights alone, and no discounts, thresholds, caps or dead ends that lose; write the "
            "game as .arena"
        )
    file.write(b"energy %d\n" % arena.n)
    heads, indptr, owner = arena.successors.tolist(), arena.indptr.tolist(), arena.owner.tolist()
    values = [written(one) for one in objective.weights(arena).tolist()]
    edges = [f"{w} {x}" for w, x in zip(heads, values, strict=True)]
    for v in range(arena.n):
        row = ",".join(edges[indptr[v] : indptr[v + 1]])
        file.write(f"{v} {owner[v]} {row}".rstrip().encode() + b"\n")
