"""The rewards of a model: which structure is asked for, and what each choice gains."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.value import numbers
from graphgames.games.chance.models.model import Model, Rewards


def of_choices(model: Model, rewards: Rewards) -> NDArray[Any]:
    """Return the reward of a step by each choice, that of its state included; integers or Fractions."""
    total: NDArray[Any] = np.zeros(int(model.choices[-1]), np.int64)
    if rewards.states is not None:
        total = total + np.repeat(rewards.states, np.diff(model.choices))
    if rewards.choices is not None:
        total = total + rewards.choices
    return numbers(total, "rewards")


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
