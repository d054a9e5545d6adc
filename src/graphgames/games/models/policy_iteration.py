"""Discounted payoffs of models: policies improved in rounded numbers, and brackets around the values that are proved.

A policy is evaluated by some sweeps over what it leaves of the model, and then improved at all states at once; with two
players each sweep improves. In the end no step changes a value by much, so that a little more than that, divided by
what the discount takes away, is an upper bound that no step exceeds, and a little less a lower bound. Both are whole
multiples of a power of two, so that the checker computes with integers.

Howard, *Dynamic programming and Markov processes* (1960); Puterman, Shin, *Modified policy iteration algorithms for
discounted Markov decision problems* (1978).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import SAFE, Brackets, decimal
from graphgames.games.chance.long_run.discounting import discounted_chance, exactly
from graphgames.games.chance.numbers.brackets import width_of
from graphgames.games.chance.numbers.equations import MOST
from graphgames.games.models.model_game import ModelGame, gained_in
from graphgames.games.weighted.certificate import BellmanEquations

Floats = NDArray[np.float64]

_SMALL = 3000  # transitions up to which values are exact without being asked for
_SWEEPS = 40
_ROUNDS = 100_000
_RELATIVE = 1e-6  # how wide brackets are, of the largest value, where nothing else was asked for


def policy_iteration(game: ModelGame, most: int = MOST, precision: Any = None) -> ArenaSolution:
    """Solve a model with a discount: a policy, and exact values or proved brackets.

    ``most``: as for `strategy_improvement`. ``precision``: how wide brackets may be; 0 for exact values. By default the
    values are exact where the model has at most 3,000 transitions, and else in brackets of a millionth of the largest
    value.

    Its stats count the ``policies`` and the ``sweeps``, or the ``pairs`` of strategies that were solved exactly.

    Raise `SolverError` if the values are too large for brackets so narrow, or the exact ones too expensive.
    """
    small = precision is None and game.model.transitions <= _SMALL
    if precision is not None and decimal(precision) == 0:
        try:
            return replace(exactly(game, most), solver="policy-iteration")
        except SolverError as expensive:
            raise SolverError(f"{expensive}; without the precision 0 they are proved to lie in brackets") from None
    if small:
        with suppress(SolverError):
            return replace(discounted_chance(game, most), solver="policy-iteration")
    return _bracketed(game, None if precision is None else float(width_of(precision)))


@dataclass(frozen=True)
class _Rounded:
    """A model in rounded numbers: a matrix with a row for each choice, rewards, a discount, and who chooses."""

    matrix: Any
    gain: Floats
    discount: float
    choices: NDArray[np.int64]
    sign: Floats
    """1 in the states of player 0 and -1 in those of player 1."""

    @classmethod
    def of(cls, game: ModelGame) -> _Rounded:
        """Return that of a game."""
        from scipy.sparse import csr_array

        model = game.model
        matrix = csr_array((model.chances, model.targets, model.branches), (int(model.choices[-1]), model.states))
        gain = gained_in(model, game.given_objective).astype(np.float64)
        discount = float(decimal(cast("Any", game.given_objective).discount))
        return cls(matrix, gain, discount, model.choices, np.where(game.chooser == 0, 1.0, -1.0))

    def after(self, value: Floats) -> Floats:
        """Return the value of each choice."""
        return np.asarray(self.gain + self.discount * (self.matrix @ value))

    def best(self, after: Floats) -> Floats:
        """Return the value of each state."""
        mine = np.repeat(self.sign, np.diff(self.choices)) * after
        return self.sign * np.maximum.reduceat(mine, self.choices[:-1])

    def greedy(self, after: Floats) -> NDArray[np.int64]:
        """Return the first of the best choices in each state."""
        hits = np.flatnonzero(after == np.repeat(self.best(after), np.diff(self.choices)))[::-1]
        states = np.searchsorted(self.choices, hits, "right") - 1
        found = np.zeros(self.sign.size, np.int64)
        found[states] = hits
        return found


def _bracketed(game: ModelGame, wanted: float | None) -> ArenaSolution:
    """Return the solution with brackets of a width, by default of a millionth of the largest value."""
    rounded, states = _Rounded.of(game), game.states
    value, policies, sweeps = _settled(rounded, wanted)
    after = rounded.after(value)
    choice = rounded.greedy(after)
    size = float(np.abs(value).max(initial=0.0))
    width = wanted if wanted is not None else _RELATIVE * size or _RELATIVE
    rest = 1 - rounded.discount
    more = max(0.45 * width, 4 * _error(rounded, value) / rest)
    whole = 2 ** max(0, ceil(log2(20 / (more * rest))))
    if whole * (size + 1) * 4 > SAFE:
        raise SolverError("the values are too large for brackets so narrow; ask for exact values by the precision 0")
    # what an action that is left to chance is worth, before the reward of the decision
    apart, to_chance = game.staged.apart, np.flatnonzero(game.arena.successors >= states)
    entry = to_chance[np.argsort(game.arena.successors[to_chance])]
    behind = (rounded.matrix @ value)[apart]
    if rounded.discount:
        weight = cast("Any", game.objective).weight[entry].astype(np.float64)
        behind += (rounded.gain[apart] - weight) / rounded.discount
    found = np.append(value, behind)
    slack = np.append(np.zeros(states), np.full(behind.size, 2))
    low = np.floor((found - more) * whole) - slack
    high = np.ceil((found + more) * whole) + slack
    values: Any = Brackets(low.astype(np.int64), high.astype(np.int64), whole)
    threshold = decimal(cast("Any", game.objective).threshold)
    least = -(-threshold.numerator * whole // threshold.denominator)  # rounded up
    short, enough = values.high < least, values.low >= least
    winner = np.where(enough, 0, np.where(short, 1, DRAW)).astype(np.uint8)
    stats = {"policies": policies, "sweeps": sweeps, "width": float((values.high - values.low).max(initial=0)) / whole}
    moves = _moves(game, choice)
    return ArenaSolution(game, winner, Strategy(moves), "policy-iteration", BellmanEquations(), values, stats)


def _error(rounded: _Rounded, value: Floats) -> float:
    """Return how far a step changes values at most, and what rounding may add to that."""
    change = float(np.abs(rounded.best(rounded.after(value)) - value).max(initial=0.0))
    largest = float(max(np.abs(value).max(initial=0.0), np.abs(rounded.gain).max(initial=0.0)))
    return change + 2.0**-46 * largest


def _settled(rounded: _Rounded, wanted: float | None) -> tuple[Floats, int, int]:
    """Return values that a step changes by little, and how many policies and sweeps that took.

    Raise `SolverError` if it takes too many.
    """
    alone, rest = bool((rounded.sign == rounded.sign[:1]).all()), 1 - rounded.discount
    value, sweeps = np.zeros(rounded.sign.size), 0
    for policies in range(1, _ROUNDS):
        after = rounded.after(value)
        better = rounded.best(after)
        change, size = float(np.abs(better - value).max(initial=0.0)), float(np.abs(better).max(initial=0.0))
        value, sweeps = better, sweeps + 1
        enough = max(rest * (wanted or _RELATIVE * size) / 32, 2.0**-49 * size)
        if change <= enough:
            return value, policies, sweeps
        if alone:
            value, more = _evaluated(rounded, rounded.greedy(after), value, max(change / 50, enough / 2))
            sweeps += more
    raise SolverError(
        f"brackets of the values need more than {_ROUNDS:,} sweeps; ask for exact values by the precision 0"
    )


def _evaluated(rounded: _Rounded, choice: NDArray[np.int64], value: Floats, enough: float) -> tuple[Floats, int]:
    """Return the values under a policy, as far as some sweeps come, and how many there were."""
    matrix, gain = rounded.discount * rounded.matrix[choice], rounded.gain[choice]
    for sweep in range(_SWEEPS):
        after = gain + matrix @ value
        change = float(np.abs(after - value).max(initial=0.0))
        value = after
        if change <= enough:
            return value, sweep + 1
    return value, _SWEEPS


def _moves(game: ModelGame, choice: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the vertex that the chosen edge of each state leads to, -1 where chance moves."""
    arena, made = game.arena, game.staged.edge_of
    edge_of = np.full(int(game.model.choices[-1]), -1)
    edge_of[made[made >= 0]] = np.flatnonzero(made >= 0)
    moves = np.full(arena.n, -1, np.int32)
    own = np.flatnonzero(owners(arena)[: game.states] != CHANCE)
    moves[own] = arena.successors[edge_of[choice[own]]]
    return moves
