"""What a certificate file says of a game with weights: in energy and mean payoff games integers, by the common
denominator of the weights, else quotients.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Bracket, Infinite, integers, largest
from graphgames.formats.cert import Lines, MisfitError, exact_lines
from graphgames.games.weighted.objective import LOSE


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines; a play that comes to a dead end and stays there is written as a loop.

    So is a dead end where a total or mean payoff game is lost, with a weight beyond all others, which stands for an
    infinite mean. Raise `GameError` where a value is a bracket, which the proved checkers do not know.
    """
    arena, objective = solution.arena, cast("Any", solution.problem.objective)
    if solution.values is None:
        raise MisfitError("the solution has no values to prove")
    values = solution.values.tolist()
    if any(isinstance(one, Bracket) for one in values):
        raise GameError("there is no proved checker for brackets of values")
    loses = objective.dead_ends == LOSE and bool(arena.dead_ends.size)
    finite = objective.name == "discounted" or (objective.name == "mean-payoff" and not loses)
    if finite and any(isinstance(one, Infinite) for one in values):
        raise MisfitError("a value is infinite, and no play is worth that")
    stays = objective.name != "energy" or not loses  # where it is lost the claim has no loop
    played, weights = objective.payoffs(arena) if stays else (arena, objective.weights(arena))
    moves, proof, winner = _moves(solution, played), cast("Any", solution.certificate), np.asarray(solution.winner)
    if objective.name == "discounted":
        columns = [weights.tolist(), objective.discounts(arena).tolist()]
        header, rows = (objective.threshold,), [()] * arena.n
    else:
        whole, scale = integers(weights)
        columns, most = [whole.tolist()], largest(whole)
        if objective.name == "energy":
            header, values, rows = _energy(values, proof, scale)
        elif objective.name == "mean-payoff":
            if loses and any(not isinstance(one, Infinite) and abs(one * scale) >= most for one in values):
                raise MisfitError("a value is larger than any mean of weights")
            header, values, rows = _mean(values, proof, objective.threshold, scale, most)
        else:
            header, values, rows = _total(values, proof, objective.threshold, scale, winner.tolist())
    labels, shown = list(zip(*columns, strict=True)), [(one,) for one in values]
    return exact_lines(solution, played, moves, objective.name, (), labels, shown, rows, header)


def _moves(solution: ArenaSolution, played: Arena) -> list[int]:
    moves, stuck = np.array(solution.strategy.moves, np.int64), solution.arena.out_degree == 0
    for v in np.flatnonzero(stuck & (moves >= 0))[:1].tolist():
        raise MisfitError(f"at {solution.arena.label(v)} there is no move, but the strategy has one")
    stays = np.flatnonzero(stuck & (played.out_degree > 0))
    moves[stays] = stays
    stayed: list[int] = moves.tolist()
    return stayed


_Written = tuple[tuple[Any, ...], list[Any], list[Any]]
"""The header of the claim, the values, and what the certificate has at each vertex, in integers where it can be."""


def _energy(values: list[Any], proof: Any, scale: int) -> _Written:
    if -INFINITY in values:
        raise MisfitError("a credit is -inf; expected none below 0")
    credits = [one if isinstance(one, Infinite) else one * scale for one in values]
    return (proof.scale,), credits, [(one,) for one in proof.bound.tolist()]


def _mean(values: list[Any], proof: Any, threshold: Any, scale: int, most: int) -> _Written:
    """Return what is written; ``most`` is the weight of a dead end, where the game can be lost there."""
    rows: list[tuple[Any, Any]] = []
    for value, low, high in zip(values, proof.low.tolist(), proof.high.tolist(), strict=True):
        if isinstance(value, Infinite):  # what changes by one at every step changes by more than a weight can be
            rows.append((low * (2 * most + 1), 0) if value.sign > 0 else (0, high * (2 * most + 1)))
        else:
            q = (value * scale).denominator
            rows.append((Fraction(low, q), Fraction(high, q)))
    means = [one.sign * most if isinstance(one, Infinite) else one * scale for one in values]
    return (threshold * scale,), means, rows


def _total(values: list[Any], proof: Any, threshold: Any, scale: int, winner: list[int]) -> _Written:
    if any(isinstance(x, Infinite) and x.sign != 1 - 2 * w for w, x in zip(winner, values, strict=True)):
        raise MisfitError("a value is infinite, and the other player is claimed to win")
    sums = [INFINITY if isinstance(one, Infinite) else one * scale for one in values]
    rows = list(zip(proof.bound.tolist(), proof.alpha.tolist(), proof.beta.tolist(), strict=True))
    return (threshold * scale, proof.scale), sums, rows
