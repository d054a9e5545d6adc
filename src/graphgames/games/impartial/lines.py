"""What a certificate file says of nimbers on an arena: the values, and depths or, with cycles, counters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.cert import Lines, Rows, beside, edges, labels_shown, optional
from graphgames.games.impartial.certificate import GrundyValues
from graphgames.games.impartial.solution import NimberSolution


def lines(solution: NimberSolution) -> Lines:
    """Return the lines: the value of each vertex, none where it is infinite, and its depth or counter."""
    arena, certificate = solution.arena, solution.certificate
    values = labels_shown(solution, certificate.grundy, "value")
    if isinstance(certificate, GrundyValues):
        shown, numbers = _column(values), certificate.depth
    else:
        shown, numbers = optional(values, arena.n), certificate.counter
    return Lines("nimbers", certificate.kind, arena.m, edges(arena), shown, _column(numbers))


def _column(numbers: NDArray[np.int64] | NDArray[np.int32]) -> Rows:
    """Return rows of one number each."""
    return beside([numbers], Rows(np.zeros(numbers.size + 1, np.int64), np.empty(0, np.int64)))
