"""A random path of a model, step by step, as PRISM prints one: every action of a state is as likely."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from graphgames.core.arguments import integer
from graphgames.core.value import plain
from graphgames.games.models.language import Program
from graphgames.games.models.model import Model, Rewards

_STEPS = 1_000_000


def walk(
    model: Program | Model, steps: int = 10, seed: int | None = 0, constants: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Return the rows of a path from an initial state; it ends early in a state that is never left."""
    steps = integer(steps, "the number of steps", 0, _STEPS)
    model = model.build(constants) if isinstance(model, Program) else model
    rng = Random(seed if seed is None else integer(seed, "the seed"))
    earned = {f"reward {name}".strip(): one for name, one in model.rewards.items()}
    state, rate = int(rng.choice(model.initial.tolist())), float(model.rate or 0)
    timed = {"time": 0.0} if rate else {}
    rows = [{"step": 0, "action": None, "state": model.name(state), **timed, **dict.fromkeys(earned)}]
    while len(rows) <= steps and not _stays(model, state):
        first, end = model.choices[state : state + 2].tolist()
        choice, only = rng.randrange(first, end), end - first == 1
        after = range(int(model.branches[choice]), int(model.branches[choice + 1]))
        likely = [float(model.chances[b]) * (not rate or model.targets[b] != state) for b in after]
        branch = rng.choices(after, likely)[0]
        gained = {name: _gained(one, state, choice, branch) for name, one in earned.items()}
        if rate:  # the steps in which the state stays are part of the time in it
            spent = rng.expovariate(rate * sum(likely))
            gained = {name: float(one) * rate * spent for name, one in gained.items()}
            timed = {"time": timed["time"] + spent}
        state = int(model.targets[branch])
        action = None if only and model.given_name(choice) == "" else model.action(choice)
        rows.append({"step": len(rows), "action": action, "state": model.name(state), **timed, **gained})
    return rows


def _stays(model: Model, state: int) -> bool:
    first, end = model.branches[model.choices[state : state + 2]]
    return bool((model.targets[first:end] == state).all())


def _gained(rewards: Rewards, state: int, choice: int, branch: int) -> Any:
    """Return what a step earns."""
    of_step = (rewards.choices, choice) if rewards.branches is None else (rewards.branches, branch)
    return plain(sum(row[place] for row, place in ((rewards.states, state), of_step) if row is not None))
