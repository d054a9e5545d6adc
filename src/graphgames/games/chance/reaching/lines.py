"""What a certificate file says of a game of chance: probabilities to reach a target, and the ranks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import numpy as np

from graphgames.core.chance import CHANCE
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import ends
from graphgames.formats.cert import Lines, MisfitError, as_column, exact_rows


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines, as the player sees them who wants to reach the target: of both bounds, and of the ranks."""
    solution = solution.in_vertex_form
    arena, n = solution.arena, solution.arena.n
    target, lost, seeker = cast("Any", solution.problem.objective).reaching(arena)
    status = np.where(target, 1, np.where(lost | (arena.out_degree == 0), 2, 0)).tolist()
    owner = [0] * n if arena.owner is None else arena.owner.tolist()
    if solution.vertex_values is None:
        raise MisfitError("the solution has no values to prove")
    pairs: list[tuple[Any, Any]] = [ends(one) for one in solution.vertex_values.tolist()]
    if seeker == 1:
        pairs = [(1 - high, 1 - low) for low, high in pairs]
    heads, indptr = arena.successors.tolist(), arena.indptr.tolist()
    odds = None if arena.probability is None else arena.probability.tolist()
    whole = None if arena.denominator is None else arena.denominator.tolist()

    def edge(v: int, e: int) -> tuple[Any, ...]:
        if owner[v] != CHANCE:
            return (heads[e],)
        assert odds is not None
        assert whole is not None
        return heads[e], Fraction(odds[e], whole[v])

    rank = np.unique(as_column(cast("Any", solution.certificate).rank, n), return_inverse=True)[1]  # their order counts
    game = exact_rows(
        [list(pair) for pair in zip(owner, status, strict=True)],
        [[edge(v, e) for e in range(indptr[v], indptr[v + 1])] for v in range(n)],
    )
    moves = [[] if move < 0 else [(move,)] for move in np.asarray(solution.strategy.moves).tolist()]
    winner = np.asarray(solution.winner).tolist()
    answers = exact_rows([[w, low, high] for w, (low, high) in zip(winner, pairs, strict=True)], moves)
    ranks = exact_rows([[one] for one in rank.tolist()], [[]] * n)
    return Lines("reach-probability", "reaching-ranks", arena.m, game, answers, ranks, (seeker,))
