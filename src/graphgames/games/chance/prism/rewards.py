"""Expected rewards as probabilities: a reward becomes a throw that ends the play, and often wins.

Let every state s have a number d(s) > 0 such that r / R + sum of p d(t) is at most d(s) for each of its choices, where
r is the reward of the choice and R the largest of all. Give a branch of probability p to t the probability
p d(t) / d(s), let the play be won at once with probability r / (R d(s)), and lost with what is left. If W(s) is the
expected reward, W(s) / (R d(s)) solves the equations of the probability to win; so one value gives the other, exactly,
and what proves one proves the other. Such numbers exist where the play ends almost surely whatever is chosen: a little
more than the largest expected number of steps will do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.value import integers, numbers
from graphgames.games.chance.prism.model import Mask, Model, Rewards, rows

_SWEEPS = 20_000
_MOST = 2**40


@dataclass(frozen=True)
class Lottery:
    """A model in which winning stands for rewards.

    Attributes
    ----------
    model : Model
        The states as they were, one in which the play is won, and one in which it is lost.
    worth : ndarray of object, shape (n,)
        The expected reward in each state if the play were won there for certain; 0 where it is over.
    """

    model: Model
    worth: NDArray[Any]

    @property
    def won(self) -> Mask:
        """Where the play is won."""
        return np.isin(np.arange(self.model.states), [self.model.states - 2])


def of_choices(model: Model, rewards: Rewards) -> NDArray[Any]:
    """Return the reward of a step by each choice, that of its state included; integers or Fractions."""
    total: NDArray[Any] = np.zeros(int(model.choices[-1]), np.int64)
    if rewards.states is not None:
        total = total + np.repeat(rewards.states, np.diff(model.choices))
    if rewards.choices is not None:
        total = total + rewards.choices
    return numbers(total, "rewards")


def lottery(model: Model, rewards: NDArray[Any], over: Mask) -> Lottery:
    """Return the model in which winning stands for the rewards until a state is reached where the play is over.

    It must come there almost surely whatever is chosen, and no reward be negative. Raise `LimitExceededError` if it
    takes too many steps.
    """
    scaled, scale = integers(rewards)
    largest = int(scaled.max(initial=0)) or 1
    number = potentials(model, over)
    state = np.repeat(np.arange(model.states), np.diff(model.choices))
    choice = np.flatnonzero(~over[state])
    probabilities: list[Fraction] = []
    places: dict[Fraction, int] = {}
    likely, targets, widths = [], [], []
    n = model.states

    def branch(target: int, chance: Fraction) -> int:
        """Add a branch, unless it is never taken; return how many were added."""
        if not chance:
            return 0
        if chance not in places:
            places[chance] = len(probabilities)
            probabilities.append(chance)
        targets.append(target)
        likely.append(places[chance])
        return 1

    for c in choice.tolist():
        own, left, width = int(number[state[c]]), Fraction(1), 0
        for b in range(int(model.branches[c]), int(model.branches[c + 1])):
            t = int(model.targets[b])
            chance = model.probabilities[model.likely[b]] * int(number[t]) / own
            left -= chance
            width += branch(t, chance)
        wins = Fraction(int(scaled[c]), largest * own)
        width += branch(n, wins) + branch(n + 1, left - wins)
        widths.append(width)
    degree = np.append(np.where(over, 0, np.diff(model.choices)), [0, 0])
    made = replace(
        model,
        player=np.append(model.player, [-1, -1]).astype(np.int32),
        choices=np.concatenate([[0], np.cumsum(degree)]),
        branches=np.concatenate([[0], np.cumsum(np.array(widths, np.int64))]),
        targets=np.array(targets, np.int32),
        likely=np.array(likely, np.int32),
        probabilities=tuple(probabilities),
        labels={},
        rewards={},
        variables={},
        actions=None,
    )
    worth = np.empty(n, object)
    worth[:] = [Fraction(largest * one, scale) for one in number.tolist()]
    return Lottery(made, worth)


def without(model: Model, states: Mask) -> tuple[Model, NDArray[np.int64]]:
    """Return the model without choices that may lead to some states or begin there, and the choices that are left."""
    begins = model.branches[:-1]
    leads = np.add.reduceat(states[model.targets].astype(np.int64), begins) > 0 if begins.size else begins > 0
    state = np.repeat(np.arange(model.states), np.diff(model.choices))
    kept = np.flatnonzero(~leads & ~states[state])
    arcs = rows(model.branches, kept)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(state[kept], minlength=model.states))])
    branches = np.concatenate([[0], np.cumsum(np.diff(model.branches)[kept])])
    likely, targets = model.likely[arcs], model.targets[arcs]
    return replace(model, choices=offsets, branches=branches, targets=targets, likely=likely, actions=None), kept


def potentials(model: Model, over: Mask) -> NDArray[np.int64]:
    """Return a whole number for each state that is at least 1 plus the mean of the next by any choice; 0 where over.

    Value iteration finds numbers x that are at least 2 plus the mean of the next; then so is x, rounded up, with 1.
    """
    chances = np.array([float(one) for one in model.probabilities])[model.likely]
    begins, width = model.branches[:-1], np.diff(model.branches)
    degree = np.diff(model.choices)
    some = np.flatnonzero((degree > 0) & ~over)
    number = np.zeros(model.states)
    if not some.size:
        return number.astype(np.int64)
    for _ in range(_SWEEPS):
        means = np.add.reduceat(chances * number[model.targets], begins) * (width > 0)
        best = np.maximum.reduceat(means, model.choices[some])
        after = 3 + 1.0001 * best
        if (after <= number[some] + 0.5).all():
            break
        number[some] = np.maximum(after, number[some])
    else:
        raise LimitExceededError(f"no bound on the expected number of steps was found in {_SWEEPS:,} sweeps")
    found = np.ceil(number).astype(np.int64)
    if int(found.max()) >= _MOST or not _is_enough(model, some, found):
        raise LimitExceededError("the expected number of steps is too large for its bound to be certain")
    return found


def _is_enough(model: Model, some: NDArray[np.int64], number: NDArray[np.int64]) -> bool:
    """Return whether each number is at least 1 plus the mean of the next by any choice, in whole numbers."""
    common = lcm(*(one.denominator for one in model.probabilities))
    exact = np.array([int(one * common) for one in model.probabilities], object)[model.likely]
    means = np.add.reduceat(exact * number.astype(object)[model.targets], model.branches[:-1])
    state = np.repeat(np.arange(model.states), np.diff(model.choices))
    mine = np.isin(state, some)
    return bool((means[mine] + common <= common * number.astype(object)[state[mine]]).all())


def rewards_of(model: Model, name: str | None) -> Rewards:
    """Return a reward structure by its name, or by its number from 1; the first one for None.

    Raise `GameError` if there is none, or a reward is negative.
    """
    known = list(model.rewards)
    if not known:
        raise GameError("the model has no rewards")
    if name is None:
        name = "" if "" in known else known[0]
    elif name not in known and name.isdigit() and 0 < int(name) <= len(known):
        name = known[int(name) - 1]
    if name not in known:
        raise GameError(f"the model has no rewards {name!r}; it has: {', '.join(map(repr, known))}")
    found = model.rewards[name]
    if found.negative:
        raise GameError(f"some reward of {name!r} is negative, which is not supported")
    return found
