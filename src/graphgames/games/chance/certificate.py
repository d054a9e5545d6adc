"""The certificate of games of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.chance import CHANCE
from graphgames.core.naming import spoken

if TYPE_CHECKING:
    from graphgames.core.arena import Arena
    from graphgames.core.solution import ArenaSolution


@dataclass(frozen=True, eq=False)
class ReachingRanks(Certificate):
    """Proves the probabilities of reaching a target, exact or in brackets, by ranks that fall where nothing is gained.

    Max wants to reach the target. Each value is a bracket from ``low`` to ``high``, which are the same where it is
    exact. That ``high`` is not too small is plain: it is 1 at the target, and nowhere less than what Max can make of
    the ``high`` of the next vertices. For ``low`` the same is not enough, since a play could stay for ever where all is
    worth the same. So wherever a step gains nothing, the rank must fall.

    Attributes
    ----------
    rank : ndarray of int, shape (n,)
        Wherever ``low`` is positive and the play is not over: Max's move leads to a larger ``low``, or to the same and
        a smaller rank; so do all of Min's moves; and where chance moves ``low`` is less than the mean of the next, or
        just that, and one of the next has a smaller rank.
    """

    kind: ClassVar[str] = "reaching-ranks"
    rank: NDArray[np.int64]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return why vertex v has its value, in words to stand after that."""
        game, arena, objective = solution.problem, solution.arena, solution.problem.objective

        def name(w: int) -> str:
            return spoken(arena.label(w))

        target, lost, _ = cast("Any", objective).reaching(arena)
        if target[v] or lost[v] or not arena.successors_of(v).size:
            return "the play is over"
        if arena.owner is not None and arena.owner[v] == CHANCE:
            return _chance_moves(arena, v)
        mover = 0 if arena.owner is None else int(arena.owner[v])
        better = ("more", "less")[mover]
        return f"{game.players[mover]} moves to {name(int(solution.strategy.moves[v]))}, and no move is worth {better}"


def _chance_moves(arena: Arena, v: int) -> str:
    """Return where chance moves from v, and how likely."""
    edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
    ways = [f"{arena.probability_of(e)} {spoken(arena.label(int(arena.successors[e])))}" for e in edges[:4]]
    return f"chance moves: {', '.join(ways)}{', ...' if len(edges) > 4 else ''}"


@dataclass(frozen=True, eq=False)
class RewardRanks(Certificate):
    """Proves expected rewards: the equations hold, and ranks show that no player goes round in vain, or for ever.

    Attributes
    ----------
    rank : ndarray of int, shape (n,)
        Where the value is finite: whoever must make progress goes on, where a step keeps the value, to a smaller rank.
        That is Min where a play that misses the target is worth infinitely much, and else Max. Where it is infinite:
        Max can go to smaller ranks with positive probability, or keep the play where it does not rise.
    step : ndarray of int, shape (n,)
        Where the value is infinite and the rank does not fall: in how many steps Max comes to the next reward with
        positive probability.
    """

    kind: ClassVar[str] = "reward-ranks"
    rank: NDArray[np.int64]
    step: NDArray[np.int64]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return why vertex v has its value, in words to stand after that."""
        game, arena, move = solution.problem, solution.arena, int(solution.strategy.moves[v])
        if arena.owner is not None and arena.owner[v] == CHANCE and not cast("Any", game.objective).mask[v]:
            return _chance_moves(arena, v)
        if move < 0:
            return "the play is over"
        mover = 0 if arena.owner is None else int(arena.owner[v])
        better = ("more", "less")[mover]
        return f"{game.players[mover]} moves to {spoken(arena.label(move))}, and no move is worth {better}"
