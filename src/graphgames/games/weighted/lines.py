"""What a certificate file says of a game with weights: in energy and mean payoff games integers, by the common
denominator of the weights, else quotients.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Bracket, Infinite, integers, largest
from graphgames.formats.cert import Lines, MisfitError, exact_rows
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
    played, weights = _played(arena, objective)
    solved = _Solved(played, solution.winner, _moves(solution, played), values)
    if objective.name == "energy":
        return _energy(solved, cast("Any", solution.certificate), weights)
    if objective.name == "mean-payoff":
        return _mean(solved, cast("Any", solution.certificate), weights, objective.threshold, loses)
    if objective.name == "total-payoff":
        return _total(solved, cast("Any", solution.certificate), weights, objective.threshold)
    return _discounted(solved, weights, objective.discounts(arena), objective.threshold)


class _Solved:
    """The parts of a solution that every kind writes."""

    def __init__(self, arena: Arena, winner: Any, moves: Sequence[int], values: Sequence[Any]):
        self.arena, self.winner, self.moves, self.values = arena, np.asarray(winner).tolist(), moves, values

    def lines(
        self,
        objective: str,
        proof: str,
        header: tuple[Any, ...],
        labels: Sequence[Any],
        values: Iterable[Any],
        rows: Any,
    ) -> Lines:
        """Return the lines of labelled edges, of winners with values and moves, and of rows of the certificate."""
        arena, n = self.arena, self.arena.n
        owner = [0] * n if arena.owner is None else arena.owner.tolist()
        heads, indptr = arena.successors.tolist(), arena.indptr.tolist()
        edges = [[(heads[e], *labels[e]) for e in range(indptr[v], indptr[v + 1])] for v in range(n)]
        game = exact_rows([[one] for one in owner], edges)
        moves = [[] if move < 0 else [(move,)] for move in self.moves]
        answers = exact_rows([[w, x] for w, x in zip(self.winner, values, strict=True)], moves)
        return Lines(objective, proof, arena.m, game, answers, exact_rows(rows, [[]] * n), header)


def _played(arena: Arena, objective: Any) -> tuple[Arena, NDArray[Any]]:
    """Return the arena that is played on, with a loop where a play stays, and the weights of its edges."""
    if objective.dead_ends != LOSE or not arena.dead_ends.size or objective.name != "energy":
        played: tuple[Arena, NDArray[Any]] = objective.payoffs(arena)
        return played
    weight = objective.weight
    return arena, np.repeat(objective.vertex_weight, arena.out_degree) if weight is None else weight


def _moves(solution: ArenaSolution, played: Arena) -> list[int]:
    moves, stuck = np.array(solution.strategy.moves, np.int64), solution.arena.out_degree == 0
    for v in np.flatnonzero(stuck & (moves >= 0))[:1].tolist():
        raise MisfitError(f"at {solution.arena.label(v)} there is no move, but the strategy has one")
    stays = np.flatnonzero(stuck & (played.out_degree > 0))
    moves[stays] = stays
    stayed: list[int] = moves.tolist()
    return stayed


def _energy(solved: _Solved, certificate: Any, weights: NDArray[Any]) -> Lines:
    whole, scale = integers(weights)
    if -INFINITY in solved.values:
        raise MisfitError("a credit is -inf; expected none below 0")
    credits = [one if isinstance(one, Infinite) else one * scale for one in solved.values]
    labels = [(one,) for one in whole.tolist()]
    bounds = [[one] for one in certificate.bound.tolist()]
    return solved.lines("energy", "energy-bounds", (certificate.scale,), labels, credits, bounds)


def _mean(solved: _Solved, certificate: Any, weights: NDArray[Any], threshold: Any, loses: bool) -> Lines:
    whole, scale = integers(weights)
    most = largest(whole)  # the weight of a dead end, where the game can be lost there
    if loses and any(not isinstance(one, Infinite) and abs(one * scale) >= most for one in solved.values):
        raise MisfitError("a value is larger than any mean of weights")
    values = [one.sign * most if isinstance(one, Infinite) else one * scale for one in solved.values]
    rows: list[list[Any]] = []
    for value, low, high in zip(solved.values, certificate.low.tolist(), certificate.high.tolist(), strict=True):
        if isinstance(value, Infinite):  # what changes by one at every step changes by more than a weight can be
            rows.append([low * (2 * most + 1), 0] if value.sign > 0 else [0, high * (2 * most + 1)])
        else:
            q = (value * scale).denominator
            rows.append([Fraction(low, q), Fraction(high, q)])
    labels = [(one,) for one in whole.tolist()]
    return solved.lines("mean-payoff", "mean-potentials", (threshold * scale,), labels, values, rows)


def _total(solved: _Solved, certificate: Any, weights: NDArray[Any], threshold: Any) -> Lines:
    whole, scale = integers(weights)
    if any(isinstance(x, Infinite) and x.sign != 1 - 2 * w for w, x in zip(solved.winner, solved.values, strict=True)):
        raise MisfitError("a value is infinite, and the other player is claimed to win")
    values = [INFINITY if isinstance(one, Infinite) else one * scale for one in solved.values]
    columns = (certificate.bound, certificate.alpha, certificate.beta)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    labels = [(one,) for one in whole.tolist()]
    header = (threshold * scale, certificate.scale)
    return solved.lines("total-payoff", "total-ranks", header, labels, values, rows)


def _discounted(solved: _Solved, weights: NDArray[Any], discounts: NDArray[Any], threshold: Any) -> Lines:
    labels = list(zip(weights.tolist(), discounts.tolist(), strict=True))
    rows: list[list[Any]] = [[] for _ in solved.values]
    return solved.lines("discounted", "bellman-equations", (threshold,), labels, solved.values, rows)
