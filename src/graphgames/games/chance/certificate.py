"""The certificate of games of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.chance import CHANCE
from graphgames.core.naming import spoken
from graphgames.core.value import written

if TYPE_CHECKING:
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
            return spoken(arena.said(w))

        target, lost, _ = cast("Any", objective).reaching(arena)
        if target[v] or lost[v] or not arena.successors_of(v).size:
            return "the play is over"
        if arena.owner is not None and arena.owner[v] == CHANCE:
            edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
            ways = [f"{arena.probability_of(e)} {name(int(arena.successors[e]))}" for e in edges[:4]]
            return f"chance moves: {', '.join(ways)}{', ...' if len(edges) > 4 else ''}"
        mover = 0 if arena.owner is None else int(arena.owner[v])
        better = ("more", "less")[mover]
        return f"{game.players[mover]} moves to {name(int(solution.strategy.moves[v]))}, and no move is worth {better}"


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
            return "chance moves"
        if move < 0:
            return "the play is over"
        mover = 0 if arena.owner is None else int(arena.owner[v])
        better = ("more", "less")[mover]
        return f"{game.players[mover]} moves to {spoken(arena.said(move))}, and no move is worth {better}"


@dataclass(frozen=True, eq=False)
class PriorityCounts(Certificate):
    """Proves who wins a parity game almost surely, and where it is left to chance, by a count for each priority.

    A count of a priority that is bad for a player bounds how often it comes before a larger one, as far as it depends
    on the players; where chance moves it may rise if it may also fall. See the checker for the exact conditions.

    Attributes
    ----------
    level : tuple of int
        The priorities, as if the largest decided and even ones were good for player 0. Larger ones than the game has
        stand for throws of chance by which the play may leave where it is left to chance.
    count : tuple of ndarray of int, each of shape (n,)
        For each of them the count: of the odd ones player 0's, of the even ones player 1's.
    """

    kind: ClassVar[str] = "priority-counts"
    level: tuple[int, ...]
    count: tuple[NDArray[np.int64], ...]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return why vertex v is won, or left to chance, in words to stand after that."""
        game, arena, winner = solution.problem, solution.arena, int(solution.winner[v])
        owner, move = int(cast("Any", arena.owner)[v]), int(solution.strategy.moves[v])
        first = f"{game.players[owner]} moves to {spoken(arena.said(move))}, and " if move >= 0 else ""
        if winner == 2:
            return f"{first}each player wins with positive probability, whatever the other does"
        wish, who = game.objective.wishes[winner], game.players[winner]
        return f"{first}with probability 1 {who} gets what {who} wants: {wish}"


@dataclass(frozen=True, eq=False)
class GainBias(Certificate):
    """Proves long-run averages: with a bias for each vertex they satisfy the equations of gain and bias.

    The strategy's moves, and chance on average, keep the value, and the bias is the weight less the value and the bias
    of the next. No move is better for whoever moves: by value, or where that is the same by bias.

    Attributes
    ----------
    bias : ndarray of object, shape (n,)
        Integers and Fractions.
    """

    kind: ClassVar[str] = "gain-bias"
    bias: NDArray[np.object_]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return why vertex v has its value, in words to stand after that."""
        game, arena, move = solution.problem, solution.arena, int(solution.strategy.moves[v])
        average = f"the average of a step is {written(solution.numbered.value(v))} in the long run"
        owner = 0 if arena.owner is None else int(arena.owner[v])
        if owner == CHANCE:
            return f"{average}, and chance moves"
        if move < 0:
            return f"{average}, and the play stays here"
        better = ("more", "less")[owner]
        return f"{average}: {game.players[owner]} moves to {spoken(arena.said(move))}, and no move is worth {better}"
