"""The certificate of games of chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.certificate import Certificate, Unchanging, best_move
from graphgames.core.chance import CHANCE
from graphgames.core.claim import MOVE, Each, Integer, Number, PerVertex, Record
from graphgames.core.game import Game
from graphgames.core.naming import NOBODY, quoted_label
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.core.value import Bracket, Infinite, in_words, integers


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
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winners_are_certain ends_are_right high_is_enough low_is_kept",
        "strategy": "players_have_moves high_is_enough low_is_kept",
        "value": "ends_are_right high_is_enough low_is_kept",
    }
    rank: Annotated[NDArray[np.int64], PerVertex(Integer())]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        arena, objective = solution.arena, solution.problem.objective
        target, lost, _ = cast("Any", objective).reaching(arena)
        if target[v] or lost[v] or not arena.successors_of(v).size:
            return "the play is over"
        if arena.owner is not None and arena.owner[v] == CHANCE:
            return _chance_moves(arena, v)
        return best_move(solution, v)


def _chance_moves(arena: Arena, v: int) -> str:
    """Return where chance moves from v, and how likely."""
    edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
    ways = [f"{arena.probability_of(e)} {quoted_label(arena.label(int(arena.successors[e])))}" for e in edges[:4]]
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
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winners_are_right ends_are_right high_is_enough low_is_kept infinite_values_are_right",
        "strategy": "players_have_moves high_is_enough low_is_kept infinite_values_are_right",
        "value": "ends_are_right high_is_enough low_is_kept infinite_values_are_right",
    }
    rank: Annotated[NDArray[np.int64], PerVertex(Integer())]
    step: Annotated[NDArray[np.int64], PerVertex(Integer())]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        game, arena, move = solution.problem, solution.arena, solution.strategy.first(v)
        if arena.owner is not None and arena.owner[v] == CHANCE and not cast("Any", game.objective).mask[v]:
            return _chance_moves(arena, v)
        return "the play is over" if move is None else best_move(solution, v)


@dataclass(frozen=True, eq=False)
class Layer(Unchanging):
    """What a vertex is worth once a certain amount has been collected, and how the players then move.

    Attributes
    ----------
    value : ndarray of object, shape (n,)
        Integers, Fractions and brackets of them, in the unit of the amounts.
    moves : ndarray of int32, shape (n,)
        The next vertex, or -1 where no player moves or the value is infinite.
    rank : ndarray of int64, shape (n,)
        As in `ReachingRanks`: where nothing is collected, every move that keeps the value leads to a smaller rank.
    """

    value: Annotated[NDArray[np.object_], PerVertex(Number((Fraction, Infinite, Bracket)))]
    moves: Annotated[NDArray[np.int32], PerVertex(MOVE)]
    rank: Annotated[NDArray[np.int64], PerVertex(Integer())]


@dataclass(frozen=True, eq=False)
class RewardLayers(Certificate):
    """Proves expected rewards that count only if the target is reached: a layer for each amount collected so far.

    Amounts are whole multiples of a unit, the largest of which all rewards are whole multiples. The last layer is that
    of the bound; for a larger amount a value is larger by ``slope`` times what is beyond the bound, and the moves are
    the same. Of brackets that holds for both ends; Min's moves keep the upper one, Max's the lower one.

    Attributes
    ----------
    rank, step : ndarray of int, shape (n,)
        Where the value is infinite, as in `RewardRanks`.
    reach_rank : ndarray of int, shape (n,)
        In how many steps Max reaches the target with positive probability; -1 where she cannot.
    slope : ndarray of object, shape (n,)
        What each further unit is worth beyond the bound; an integer, a Fraction or a bracket.
    layers : tuple of Layer
        The layers for the amounts 0, 1, 2, ... up to the bound.
    """

    kind: ClassVar[str] = "reward-layers"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winners_are_right infinite_values_are_right values_are_of_the_first_layer",
        "strategy": "players_have_moves moves_are_edges values_are_of_the_first_layer high_is_enough low_is_kept "
        "layer_ranks_fall",
        "value": "values_are_of_the_first_layer ends_are_right reach_ranks_are_right high_is_enough low_is_kept "
        "layer_ranks_fall infinite_values_are_right",
    }
    rank: Annotated[NDArray[np.int64], PerVertex(Integer())]
    step: Annotated[NDArray[np.int64], PerVertex(Integer())]
    reach_rank: Annotated[NDArray[np.int64], PerVertex(Integer())]
    slope: Annotated[NDArray[np.object_], PerVertex(Number((Fraction, Infinite, Bracket)))]
    layers: Annotated[tuple[Layer, ...], Each(Record())]

    explain = RewardRanks.explain

    def strategy(self, game: Game) -> FiniteMemoryStrategy:
        """Return both players' moves by what was collected, which the memory holds up to the bound.

        Where the value is infinite no finite memory is best, and there are no moves. Beyond the bound Max's moves are
        worth what is claimed as long as Min makes none that is worse for him; if he makes such moves for ever, only to
        keep the play from its target, Max is to go there by ``reach_rank`` once she has collected enough.
        """
        arena, bound = game.arena, len(self.layers) - 1
        reward, _ = integers(cast("Any", game.objective).rewards(arena))
        amount = reward // (int(np.gcd.reduce(reward)) or 1) if reward.size else reward
        update = np.minimum(np.arange(bound + 1)[:, None] + np.minimum(amount, bound).astype(np.int64), bound)
        names = [*map(str, range(bound)), f"{bound} or more"]
        return FiniteMemoryStrategy(arena, np.array([one.moves for one in self.layers]), update, 0, names, True)


@dataclass(frozen=True, eq=False)
class StepValues(Certificate):
    """Proves the probabilities of reaching a target in time: the values for each number of moves that are left.

    Attributes
    ----------
    values : tuple of ndarray of object, each of shape (n,)
        The probabilities with 0, 1, 2, ... moves left, up to all of them.
    """

    kind: ClassVar[str] = "steps"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "the_last_values_are_claimed ends_are_right steps_are_the_best",
        "strategy": "the_last_values_are_claimed ends_are_right steps_are_the_best",
        "value": "the_last_values_are_claimed ends_are_right steps_are_the_best",
    }
    values: Annotated[tuple[NDArray[np.object_], ...], Each(PerVertex(Number()), "steps+1")]

    explain = RewardRanks.explain


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
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "regions_are_closed counts_fall_surely counts_may_fall",
        "strategy": "moves_stand_where_needed regions_are_closed counts_fall_surely counts_may_fall",
    }
    level: Annotated[tuple[int, ...], Each(Integer(0))]
    count: Annotated[tuple[NDArray[np.int64], ...], Each(PerVertex(Integer()), "level")]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        game, arena, winner = solution.problem, solution.arena, int(solution.winner[v])
        owner, move = int(cast("Any", arena.owner)[v]), int(solution.strategy.moves[v])
        first = f"{game.players[owner]} moves to {quoted_label(arena.display_name(move))}, and " if move >= 0 else ""
        if winner == 2:
            if game.absent is not None:
                return f"{first}{game.players[1 - game.absent]} may win and may lose, each with positive probability"
            return f"{first}each player wins with positive probability, whatever the other does"
        who, aim = game.winners[winner], game.objective.aims_in_words[winner]
        if who == NOBODY:
            return f"{first}that happens with probability 1, whatever {game.players[1 - winner]} does"
        return f"{first}{who} succeeds with probability 1: {who} wants {aim}"


@dataclass(frozen=True, eq=False)
class WinningChances(Certificate):
    """Proves how likely a parity game is won, where one player alone chooses as long as it is left to chance.

    Call him p. He can do no better than to come to where he wins almost surely, since a play that stays where it is
    left to chance is lost by him.

    Attributes
    ----------
    level : tuple of int
        The priorities, as if the largest decided and even ones were good for player 0.
    count : tuple of ndarray of int, each of shape (n,)
        As in `PriorityCounts` where a player wins almost surely. Where it is left to chance the count of each priority
        that is good for p bounds how often a play that stays there sees it before a larger one.
    rank : ndarray of int, shape (n,)
        As in `ReachingRanks`, for p who wants to come to where he wins almost surely.
    """

    kind: ClassVar[str] = "winning-chances"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "regions_are_closed counts_fall_surely who_stays_has_lost winners_are_certain "
        "high_is_enough low_is_kept",
        "strategy": "moves_stand_where_needed regions_are_closed counts_fall_surely high_is_enough low_is_kept",
        "value": "regions_are_closed counts_fall_surely who_stays_has_lost high_is_enough low_is_kept",
    }
    level: Annotated[tuple[int, ...], Each(Integer(0))]
    count: Annotated[tuple[NDArray[np.int64], ...], Each(PerVertex(Integer()), "level")]
    rank: Annotated[NDArray[np.int64], PerVertex(Integer())]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        arena = solution.arena
        if arena.owner is not None and arena.owner[v] == CHANCE:
            return _chance_moves(arena, v)
        if int(solution.strategy.opening[v]) < 0:
            return "no move of this player changes that"
        return best_move(solution, v)


@dataclass(frozen=True, eq=False)
class GainBias(Certificate):
    """Proves long-run averages, exact or in brackets, by a bias for each vertex.

    Each value is a bracket from ``low`` to ``high``, which are the same where it is exact. If player 1 keeps to his
    moves no step raises ``high``, on average where chance moves; and where one keeps it, its weight and the bias of the
    next are together at most ``high`` and the bias here. If player 0 keeps to hers none lowers ``low``; and where one
    keeps it, they are together at least ``low`` and the bias here.

    Attributes
    ----------
    bias : ndarray of object, shape (n,)
        Integers and Fractions.
    """

    kind: ClassVar[str] = "gain-bias"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_the_threshold high_is_enough low_is_kept",
        "strategy": "players_have_moves high_is_enough low_is_kept",
        "value": "high_is_enough low_is_kept",
    }
    bias: Annotated[NDArray[np.object_], PerVertex(Number())]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        arena, move = solution.arena, int(solution.strategy.moves[v])
        average = f"the average of a step is {in_words(solution.numbered.value(v))} in the long run"
        owner = 0 if arena.owner is None else int(arena.owner[v])
        if owner == CHANCE:
            return f"{average}, and chance moves"
        if move < 0:
            return f"{average}, and the play stays here"
        return f"{average}: {best_move(solution, v)}"
