"""What a certificate file says of nimbers on an arena without cycles: the values and the depths."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from graphgames.formats.cert import Lines, Rows, beside, edges, labels_shown

if TYPE_CHECKING:
    from graphgames.games.impartial.certificate import GrundyValues
    from graphgames.games.impartial.solution import NimberSolution


def lines(solution: NimberSolution) -> Lines:
    """Return the lines: the value of each vertex, and its depth."""
    arena, certificate = solution.arena, cast("GrundyValues", solution.certificate)
    nothing = Rows(np.zeros(arena.n + 1, np.int64), np.empty(0, np.int64))
    values, depths = (
        beside([labels_shown(solution, certificate.grundy, "value")], nothing),
        beside([certificate.depth], nothing),
    )
    return Lines("nimbers", certificate.kind, arena.m, edges(arena), values, depths)
