"""What a certificate file says of a game of chance: probabilities to reach a target, and the ranks."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from graphgames.core.solution import ArenaSolution
from graphgames.core.value import ends
from graphgames.formats.cert import Lines, MisfitError, as_column, exact_lines


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines, as the player sees them who wants to reach the target: of both bounds, and of the ranks."""
    solution = solution.in_vertex_form
    arena, n = solution.arena, solution.arena.n
    target, lost, seeker = cast("Any", solution.problem.objective).reaching(arena)
    status = np.where(target, 1, np.where(lost | (arena.out_degree == 0), 2, 0)).tolist()
    if solution.vertex_values is None:
        raise MisfitError("the solution has no values to prove")
    pairs: list[tuple[Any, Any]] = [ends(one) for one in solution.vertex_values.tolist()]
    if seeker == 1:
        pairs = [(1 - high, 1 - low) for low, high in pairs]
    odds = [arena.probability_of(e) for e in range(arena.m)]
    labels = [() if one is None else (one,) for one in odds]
    rank = np.unique(as_column(cast("Any", solution.certificate).rank, n), return_inverse=True)[1]  # their order counts
    moves, ranks = np.asarray(solution.strategy.moves).tolist(), [(one,) for one in rank.tolist()]
    return exact_lines(solution, arena, moves, "reach-probability", (status,), labels, pairs, ranks, (seeker,))
