"""Markov chains in continuous time, as chains that take steps of one length on average (uniformisation, Jensen 1953).

With the largest rate R at which a state is left, each step takes a time of 1/R on average; it leads from s to t with
the probability rate(s, t)/R, and with what is left it stays. Who comes where in the end, what is gained on the way, and
the shares of time in the long run are those of the chain; what happens within a time (`transient`), or next, is not.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.errors import GameError
from graphgames.core.value import numbers
from graphgames.games.models.model import Model, Rewards
from graphgames.games.models.recover import distinct
from graphgames.games.models.trees import Asked, Node


def uniform(model: Model, rates: NDArray[np.int32], exact: tuple[Fraction, ...]) -> Model:
    """Return the chain of the steps, given the place of the rate of each branch among the distinct ones, and these."""
    count = np.diff(model.branches)
    tails = np.repeat(np.arange(model.states), count)
    exits = [Fraction(0)] * model.states
    for s, k in zip(tails.tolist(), rates.tolist(), strict=True):
        exits[s] += exact[k]
    rate = max(exits, default=Fraction(0)) or Fraction(1)
    stays = np.array([left < rate for left in exits], np.bool_)
    place, several = distinct([*(one / rate for one in exact), *(1 - left / rate for left in exits)])
    leaving, staying = place[: len(exact)][rates], place[len(exact) :][stays]
    ends = model.branches[1:][stays]
    return replace(
        model,
        type="dtmc",
        branches=offsets(count + stays),
        targets=np.insert(model.targets, ends, np.flatnonzero(stays)),
        likely=np.insert(leaving, ends, staying),
        probabilities=several,
        rewards={name: _shared(one, rate, exits) for name, one in model.rewards.items()},
        rate=rate,
    )


def _shared(rewards: Rewards, rate: Fraction, exits: list[Fraction]) -> Rewards:
    """Return the rewards of a step, of those in a unit of time and of those of a change of the state."""
    states, changes = rewards.states, rewards.choices
    row = None if states is None else [Fraction(one) / rate for one in states.tolist()]
    other = None if changes is None else [one * out / rate for one, out in zip(changes.tolist(), exits, strict=True)]
    return Rewards(*(None if given is None else numbers(given, "rewards") for given in (row, other)))


def refuse_time(node: Node) -> None:
    """Raise `GameError` where a property of a chain in continuous time asks about a time, or about what comes next."""
    for one in node.walk():
        bounded = one.type in ("U", "F", "G", "W", "R", "release") and isinstance(one.more, tuple) and any(one.more)
        asked = one.more.how if isinstance(one.more, Asked) else ""
        if bounded or asked == "I" or (asked == "C" and one.parts):
            raise GameError(
                "the chain is in continuous time, and what happens within a time is not asked of a game; "
                "solve MODEL --property TEXT answers it"
            )
        if one.type == "X":
            raise GameError("the chain is in continuous time, for which X, the next state, is not supported; F is")
