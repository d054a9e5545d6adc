"""The rewards of a model: which structure is asked for, and what each choice gains."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import per_vertex
from graphgames.core.data import over_vertices
from graphgames.core.errors import GameError
from graphgames.core.value import numbers
from graphgames.games.models.model import Model, Rewards


def of_choices(model: Model, rewards: Rewards) -> NDArray[Any]:
    """Return the reward of a step by each choice, that of its state included; integers or Fractions."""
    if rewards.states is None and rewards.choices is not None:
        return rewards.choices
    total: NDArray[Any] = np.zeros(int(model.choices[-1]), np.int64)
    if rewards.states is not None:
        total = total + np.repeat(rewards.states, np.diff(model.choices))
    if rewards.choices is not None:
        total = total + rewards.choices
    return numbers(total, "rewards")


def gained_by(model: Model, named: Any, of_states: Any, states: Arena) -> NDArray[Any]:
    """Return the reward of each choice that an objective speaks of: by name, by the states, or by default the first.

    Raise `GameError` if there is none, or something else is given.
    """
    if of_states is not None:
        row = over_vertices(states, per_vertex(of_states, states, "the rewards"), "the rewards")
        return np.repeat(row, np.diff(model.choices))
    if named is None or isinstance(named, str):
        return of_choices(model, structure_of(model, named))
    row = numbers(named, "the rewards")
    if row.size != int(model.choices[-1]):
        raise GameError(f"there are {row.size} rewards, but the model has {model.choices[-1]} actions in its states")
    return row


def structure_of(model: Model, named: str | None) -> Rewards:
    """Return the reward structure that an objective names, by default the first; errors as of `named_rewards`."""
    usual = named in ("reward", "weight") and named not in model.rewards
    return named_rewards(model, None if usual else named)


def rewards_of(model: Model, name: str | None) -> Rewards:
    """Return a reward structure as `named_rewards`; raise `GameError` if a reward is negative."""
    found = named_rewards(model, name)
    if found.negative:
        named = next(one for one, other in model.rewards.items() if other is found)
        raise GameError(
            f"some reward{f' of {named!r}' if named else ''} is negative, which a property does not support; the "
            "objectives mean-payoff (--objective mean-payoff) and discounted do"
        )
    return found


def named_rewards(model: Model, name: str | None) -> Rewards:
    """Return a reward structure by its name, or by its number from 1; the first one for None.

    Raise `GameError` if there is none.
    """
    known = list(model.rewards)
    if not known:
        raise GameError(
            "the model has no rewards, which this needs; in a table they are a column 'reward', or the one that "
            "--column reward=NAME (columns=...) names"
        )
    if name is None:
        name = known[0]
    elif name not in known and name.isdigit() and 0 < int(name) <= len(known):
        name = known[int(name) - 1]
    if name not in known:
        there = ", ".join(repr(one) if one else f"R{{{k}}}, which has no name" for k, one in enumerate(known, 1))
        raise GameError(f"the model has no rewards {name!r}; it has: {there}")
    return model.rewards[name]
