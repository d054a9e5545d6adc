"""The certificates of games with weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, best_move
from graphgames.core.chance import CHANCE
from graphgames.core.claim import VERTEX, Each, Integer, Number, PerVertex
from graphgames.core.game import Game
from graphgames.core.naming import quoted_label
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Infinite, in_words


@dataclass(frozen=True, eq=False)
class EnergyBounds(Certificate):
    """Proves the least credits of an energy game: the credits suffice, and the bounds show that less does not.

    The credits are the values of the solution. All numbers here are for the weights times their common denominator.

    Attributes
    ----------
    scale : int
        A positive number.
    bound : ndarray of int, shape (n,)
        Where it is positive, and where the credit is infinite, player 1's move and all moves of player 0 lead from v
        to some w with ``bound[v] < bound[w] - scale * weight``: with the credit x, ``bound - scale * x`` rises at every
        step as long as it is positive. So player 0 needs at least ``bound / scale``; and where the credit is infinite
        these moves stay among such vertices, and every credit runs out.
    """

    kind: ClassVar[str] = "energy-bounds"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_a_credit credits_suffice credits_are_least bounds_rise",
        "strategy": "moves_are_edges credits_suffice bounds_rise",
        "value": "credits_suffice credits_are_least bounds_rise",
    }
    scale: Annotated[int, Integer(1, any_size=True)]
    bound: Annotated[NDArray[Any], PerVertex(Integer(any_size=True))]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        game, credit, move = solution.problem, solution.numbered.value(v), int(solution.strategy.moves[v])
        cap = getattr(game.objective, "cap", None)
        stored = "" if cap is None else f" (at most {in_words(cap)} can be stored)"
        if isinstance(credit, Infinite):
            alone = game.absent == 1
            return f"{'every credit runs' if alone else f'{game.players[1]} makes every credit run'} out{stored}"
        why = f"a credit of {in_words(credit)} is enough, and less is not" if credit else "no credit is needed"
        why += stored
        if move < 0:
            return why
        after = solution.numbered.value(move)
        least = "none" if isinstance(after, Infinite) else in_words(after)
        enough = f"{least} is enough" if after else "none is needed"
        return f"{why}: {_mover(solution, v)} moves to {quoted_label(game.arena.display_name(move))}, where {enough}"


@dataclass(frozen=True, eq=False)
class EnergyLayers(Certificate):
    """Proves the least credits of an energy game with a cap by layers, each with bounds as of a game without one.

    From a vertex of a layer player 1 keeps to the bounds of that layer, by which the energy runs out, unless the play
    comes to a vertex of a layer before: there no credit that can be stored is enough, and he goes on by the bounds of
    that layer. All numbers here are for the weights times their common denominator.

    Attributes
    ----------
    scale : int
        A positive number.
    layer : ndarray of int, shape (n,)
        The layer of each vertex: the last one where the credit is finite.
    bound : tuple of ndarray of int, each of shape (n,)
        For each layer: where the bound is positive, at the vertices of this layer and those behind, player 1's move and
        all moves of player 0 lead from v to a layer before, or to some w with ``bound[v] < bound[w] - scale * weight``.
        Where no credit is enough it is above ``scale * cap`` in the layer of the vertex. Player 1's move is the one in
        the strategy. There are vertices where one move wins with much energy and another one with little; there the
        strategy has none, and in each layer any of his moves counts.
    """

    kind: ClassVar[str] = "energy-layers"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_a_credit credits_suffice layers_prove_the_credits bounds_rise_in_layers",
        "strategy": "moves_are_edges credits_suffice bounds_rise_in_layers",
        "value": "credits_suffice layers_prove_the_credits bounds_rise_in_layers",
    }
    scale: Annotated[int, Integer(1, any_size=True)]
    layer: Annotated[NDArray[np.int64], PerVertex(Integer(0, "bound-1"))]
    bound: Annotated[tuple[NDArray[Any], ...], Each(PerVertex(Integer(any_size=True)))]

    explain = EnergyBounds.explain


@dataclass(frozen=True, eq=False)
class EnergyLifts(Certificate):
    """Proves the least credits of an energy game, perhaps with a cap, by the steps that lead to them.

    Every step follows from the steps before it: with less than the credit player 1 wins, since he does so after his
    move, or after each of player 0's. The credits in the end are the values of the solution. Player 1's move is the one
    in the strategy. With a cap there are vertices where one move wins with much energy and another one with little;
    there the strategy has none, and any of his moves counts.

    Attributes
    ----------
    vertex : tuple of int
        Where each step lifts the credit.
    credit : tuple of int or Infinite
        What it is lifted to, for the weights times their common denominator; infinite if it is above the cap, or above
        the sum of the largest losses at all vertices where there is no cap.
    """

    kind: ClassVar[str] = "energy-lifts"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_a_credit credits_suffice lifts_follow lifts_reach_the_credits",
        "strategy": "moves_are_edges credits_suffice lifts_follow",
        "value": "credits_suffice lifts_follow lifts_reach_the_credits",
    }
    vertex: Annotated[tuple[int, ...], Each(VERTEX)]
    credit: Annotated[tuple[int | Infinite, ...], Each(Number((Infinite,)), "vertex")]

    explain = EnergyBounds.explain


@dataclass(frozen=True, eq=False)
class MeanPotentials(Certificate):
    """Proves the values of a mean payoff game by two potentials, one for each player.

    Write ``c = q * w - p`` for the weight of an edge where the value is p / q in lowest terms. From v player 0's move,
    and all moves of player 1, lead to values that are as large; where they are the same, ``low[v] <= low[w] + c``. So
    the value that is seen never falls and is constant in the end, and from there the sum of c is bounded from below:
    the average is at least the value. In the same way player 1's move, and all moves of player 0, lead to values that
    are no larger, with ``high[v] >= high[w] + c``.

    Attributes
    ----------
    low, high : ndarray of int, shape (n,)
        The potentials.
    """

    kind: ClassVar[str] = "mean-potentials"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_the_threshold values_never_fall values_never_rise",
        "strategy": "moves_are_edges values_never_fall values_never_rise",
        "value": "who_is_stuck_has_lost values_never_fall values_never_rise",
    }
    low: Annotated[NDArray[Any], PerVertex(Integer(any_size=True))]
    high: Annotated[NDArray[Any], PerVertex(Integer(any_size=True))]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        game, value = solution.problem, solution.numbered.value(v)
        who, other = game.players
        if isinstance(value, Infinite):
            return f"{who if value.sign > 0 else other} brings the play to where the other has no move"
        average = f"{who} keeps an average of {in_words(value)}, and {other} allows no more"
        return f"{average}{_wanted(game)}: the play {_way_round(solution, v)}"


@dataclass(frozen=True, eq=False)
class TotalRanks(Certificate):
    """Proves the values of a total payoff game: they change along the moves as the sum does, and ranks show how low.

    All numbers are for the weights times their common denominator. Write y for the values. Player 0's move and all of
    player 1's lead from v to some w with ``y[v] <= weight + y[w]``, and where both are the same ``alpha[v] >=
    alpha[w]``, more if ``y[v] > 0``: so in the end y is at most 0 for ever, or the sum grows without end. Player 1's
    move and all of player 0's lead to some w with ``y[v] >= weight + y[w]``, and where both are the same and ``y[v] <
    0``, ``beta[v] > beta[w]``: so y is at least 0 again and again.

    Attributes
    ----------
    scale : int
        A positive number.
    bound : ndarray of int, shape (n,)
        Where the value is infinite, player 0's move and all moves of player 1 lead to a vertex where it is, too, with
        ``bound[v] < bound[w] + scale * weight``; where it is minus infinity, with the players exchanged and minus.
    alpha, beta : ndarray of int, shape (n,)
        The ranks.
    """

    kind: ClassVar[str] = "total-ranks"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_the_threshold sums_do_not_fall sums_do_not_rise",
        "strategy": "moves_are_edges sums_do_not_fall sums_do_not_rise",
        "value": "sums_do_not_fall sums_do_not_rise",
    }
    scale: Annotated[int, Integer(1, any_size=True)]
    bound: Annotated[NDArray[Any], PerVertex(Integer(any_size=True))]
    alpha: Annotated[NDArray[Any], PerVertex(Integer(any_size=True))]
    beta: Annotated[NDArray[Any], PerVertex(Integer(any_size=True))]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        value = solution.numbered.value(v)
        who, other = solution.problem.players
        if isinstance(value, Infinite):
            return (
                f"{who} makes the sum grow without end" if value.sign > 0 else f"{other} makes the sum fall without end"
            )
        keeps = f"{who} keeps the sum at {in_words(value)} or more, and {other} brings it down to {in_words(value)}"
        return f"{keeps}: the play {_way_round(solution, v)}"


@dataclass(frozen=True, eq=False)
class BellmanEquations(Certificate):
    """Proves the values of a discounted game: each is the best that its owner can get from the values of the next.

    There is nothing to store beside the values and the moves: the equations have exactly one solution, since every
    discount is below 1. Where the values are brackets no step is worth more than the upper bound or less than the lower
    one, as far as it depends on the moves of the player who keeps that bound.
    """

    kind: ClassVar[str] = "bellman-equations"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_has_the_threshold no_step_is_worth_more no_step_is_worth_less",
        "strategy": "players_have_moves no_step_is_worth_more no_step_is_worth_less",
        "value": "no_step_is_worth_more no_step_is_worth_less",
    }

    def explain(self, solution: ArenaSolution, v: int) -> str:
        game, move = solution.problem, int(solution.strategy.moves[v])
        total = f"the play is worth {in_words(solution.numbered.value(v))}{_wanted(game)}"
        if game.arena.owner is not None and game.arena.owner[v] == CHANCE:
            return f"{total} on average, and chance moves"
        if move < 0 or game.arena.owner is None:
            return f"{total}, and stops here"
        return f"{total}: {best_move(solution, v)}"


def _wanted(game: Game) -> str:
    """Return what player 0 needs to win, in brackets, where it is not the threshold 0."""
    threshold = game.objective.changed_settings().get("threshold")
    return "" if threshold is None else f" ({game.players[0]} needs at least {in_words(threshold)})"


def _mover(solution: ArenaSolution, v: int) -> str:
    owner = solution.problem.arena.owner
    return solution.problem.players[0 if owner is None else int(owner[v])]


def _way_round(solution: ArenaSolution, v: int) -> str:
    """Return where the play stays that comes from v, if both players follow their strategies."""
    names = [quoted_label(solution.problem.arena.display_name(w)) for w in best_loop(solution, v)]
    return f"stays at {names[0]}" if len(names) == 1 else f"goes round {', '.join(names)}"


def best_loop(solution: ArenaSolution, v: int) -> list[int]:
    """Return the cycle that the play comes to from v, if both players follow their strategies."""
    moves = solution.strategy.moves
    entry: dict[int, int] = solution.remember("entries of loops", dict)  # where the play from a vertex enters its cycle
    place: dict[int, int] = {}
    w = v
    while w not in place and w not in entry:
        place[w] = len(place)
        w = int(moves[w]) if moves[w] >= 0 else w
    walk = list(place)
    if w not in entry:
        entry |= {u: u for u in walk[place[w] :]}
    entry |= {u: entry[w] for u in walk if u not in entry}
    loop = [entry[v]]
    while (w := int(moves[loop[-1]])) >= 0 and w != loop[0]:
        loop.append(w)
    return loop
