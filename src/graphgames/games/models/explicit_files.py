"""Models written as PRISM writes them out: transitions, and labels, rewards and values of variables in files beside.

`graphgames.games.models.explicit` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.core.value import decimals, plain, written
from graphgames.games.models.model import Model, Rewards
from graphgames.games.models.rewards import structure_of
from graphgames.readers.atomic import atomic_write

_LONGEST = 15
"""A decimal of more characters is taken for a rounded number when it is read."""


def write_model(model: Model, path: str, reward: str | None = None) -> list[str]:
    """Write a model to a ``.tra`` file and to files beside it, with one reward structure; return the files.

    It is that of the name, by default the first. Raise `GameError` if the model has players, for whom the files have no
    room.
    """
    if model.players or (model.player > 0).any():
        raise GameError("PRISM's transition files do not hold players, and several choose in this model")
    if model.rate is not None:
        raise GameError("a chain in continuous time cannot be written to PRISM's transition files")
    texts: dict[str, Iterable[str]] = {".tra": _transitions(model), ".lab": _labels(model)}
    if model.variables:
        texts[".sta"] = _variables(model)
    wanted = structure_of(model, reward) if model.rewards or reward is not None else None
    for name, rewards in model.rewards.items():
        if wanted is rewards:
            texts |= _rewards(model, name, rewards)
    names = [str(Path(path).with_suffix(ending)) for ending in texts]
    for name, lines in zip(names, texts.values(), strict=True):
        with atomic_write(name) as file:
            file.write("\n".join([*lines, ""]).encode())
    return names


def _number(value: Any) -> str:
    """Return a number as a decimal where it is a short one, else as a fraction."""
    exact = value if isinstance(value, Fraction) else Fraction(int(value))
    places = next((k for k in range(_LONGEST) if 10**k % exact.denominator == 0), None)
    text = None if places is None else decimals(exact, places)
    return written(plain(exact)) if text is None or len(text) > _LONGEST else text


def _branches(model: Model) -> Iterator[tuple[int, int, int, int]]:
    """Yield the state, the place of its choice, the choice and the branch of each transition."""
    state_of = model.state_of
    for c in range(int(model.choices[-1])):
        s = int(state_of[c])
        for b in range(int(model.branches[c]), int(model.branches[c + 1])):
            yield s, c - int(model.choices[s]), c, b


def _head(model: Model) -> str:
    """Return the numbers of states, choices (but in a chain) and transitions."""
    choices = [] if model.type == "dtmc" else [int(model.choices[-1])]
    return " ".join(map(str, [model.states, *choices, model.transitions]))


def _transitions(model: Model) -> Iterator[str]:
    yield _head(model)
    chain = model.type == "dtmc"
    for s, k, c, b in _branches(model):
        action = "" if chain else str(model.given_name(c))
        named = [action] if action and not any(one.isspace() for one in action) else []
        yield " ".join(
            [str(s), *([] if chain else [str(k)]), str(model.targets[b]), _number(model.probability(b)), *named]
        )


def _labels(model: Model) -> Iterator[str]:
    initial = np.isin(np.arange(model.states), model.initial)
    labels = {"init": initial} | {name: mask for name, mask in model.labels.items() if name != "init"}
    yield " ".join(f'{k}="{name}"' for k, name in enumerate(labels))
    for s in range(model.states):
        there = [str(k) for k, mask in enumerate(labels.values()) if mask[s]]
        if there:
            yield f"{s}: {' '.join(there)}"


def _variables(model: Model) -> Iterator[str]:
    yield f"({','.join(model.variables)})"
    for s, values in enumerate(zip(*model.variables.values(), strict=True)):
        yield f"{s}:({','.join(str(value).lower() for value in values)})"


def _rewards(model: Model, name: str, rewards: Rewards) -> dict[str, list[str]]:
    found = {}
    head = [f'# Reward structure "{name}"'] if name else []
    if rewards.states is not None:
        lines = [f"{s} {_number(reward)}" for s, reward in enumerate(rewards.states) if reward]
        found[".srew"] = [*head, f"{model.states} {len(lines)}", *lines]
    if rewards.choices is not None:
        chain, lines = model.type == "dtmc", []
        for s, k, c, b in _branches(model):
            if rewards.choices[c]:
                place = f"{s}" if chain else f"{s} {k}"
                lines.append(f"{place} {model.targets[b]} {_number(rewards.choices[c])}")
        found[".trew"] = [*head, f"{_head(model).rpartition(' ')[0]} {len(lines)}", *lines]
    return found
