"""What a certificate file says of a GR(1) game: the ranks, and the levels with the steps.

A generalised Büchi game is one without assumptions, a generalised co-Büchi game one whose guarantee never comes.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.checking import Claim, MalformedClaimError, in_vertex_form
from graphgames.core.claim import UnfitError
from graphgames.core.solution import ArenaSolution
from graphgames.formats.cert import Lines, MisfitError, Rows, as_column, beside, edges
from graphgames.games.omega.certificate import GoalRanks


class _Shown(Claim):
    """What a solution shows, to look at its memory."""

    objectives = ("generalized-buchi", "generalized-cobuchi", "gr1")


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines: in which sets each vertex is, the winner's moves for each thing to wait for, and the numbers.

    Raise `MisfitError` if the strategy remembers or looks at something else, or numbers stand in the wrong places.
    """
    try:
        solution = in_vertex_form(solution)
        assert solution.problem.memory is not None
        _Shown(solution).expect_memory(solution.problem.memory)
    except (MalformedClaimError, UnfitError) as error:
        raise MisfitError(str(error)) from None
    arena, proof = solution.arena, cast("GoalRanks", solution.certificate)
    assumptions, guarantees = cast("Any", solution.problem.objective).goals
    winner = as_column(solution.winner, arena.n)
    his = winner == 1
    hers, answers = _moves(solution, his, len(guarantees), max(len(assumptions), 1))
    numbers = np.vstack([proof.level[None], proof.steps])
    if (proof.rank[:, his] != -1).any() or (numbers[:, ~his] != -1).any():
        raise MisfitError("there is a rank where player 1 wins, or a level where player 0 does")
    if (proof.rank[:, ~his] < 0).any() or (numbers[:, his] < 0).any():
        raise MisfitError("there is no rank where player 0 wins, or no level where player 1 does")
    game = beside([arena.owner, *assumptions, *guarantees], edges(arena))
    solution_rows = beside([winner], _either(his, hers, answers))
    header = (len(assumptions), len(guarantees))
    return Lines("gr1", "goal-ranks", arena.m, game, solution_rows, _either(his, proof.rank, numbers), header)


def _moves(
    solution: ArenaSolution, his: NDArray[np.bool_], goals: int, waits: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the moves for each guarantee, as player 0 makes them, and for each assumption, as player 1 does."""
    moves = np.asarray(solution.strategy.moves).reshape(goals, waits, -1)
    hers, answers = moves[:, 0], moves[0]
    if (moves != np.where(his, answers[None], hers[:, None])).any():
        raise MisfitError("the strategy moves by what its player does not wait for")
    return hers, answers


def _either(his: NDArray[np.bool_], hers: NDArray[Any], answers: NDArray[Any]) -> Rows:
    """Return rows of the numbers of who wins, of which there may be none, -1."""
    table = np.full((his.size, max(len(hers), len(answers))), -1, np.int64)
    table[~his, : len(hers)] = hers.T[~his]
    table[his, : len(answers)] = answers.T[his]
    there = table != -1
    return Rows(offsets(there.sum(axis=1)), table[there])
