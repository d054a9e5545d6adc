"""Expected rewards, until a target, until a path formula is true, or within some steps, and long-run averages."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.core.errors import GameError
from graphgames.core.value import numbers
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.models.model import Mask, Model, Rewards, rows
from graphgames.games.models.paths import Atoms, ModelProduct
from graphgames.games.models.questions import Posed, Questions
from graphgames.games.models.rewards import of_choices, rewards_of
from graphgames.games.models.trees import Asked, Node, PropertyError
from graphgames.games.omega.temporal import LITERALS, is_cosafe

States = NDArray[np.int64]
UNREACHED = {"F": "inf", "Fc": "continue", "F0": "zero"}
"""What a play is worth that does not reach the target, in the words of `ExpectedReward`."""


def expected(questions: Questions, node: Node, maximal: Mask, view: States) -> Posed:
    """Return the game for the rewards until a target, until a path formula is true, or for so many steps."""
    asked: Asked = node.more
    rewards, how = rewards_of(questions.model, asked.structure), asked.how
    model, states = questions.model, questions.model.states
    named = next(name for name, one in model.rewards.items() if one is rewards)
    if how in ("F0", "Fc") or (how == "C" and not node.parts):
        target = questions.holds(node.parts[0]) if node.parts else np.zeros(states, np.bool_)
        return _total(questions, model, maximal, named, target, view, how if node.parts else "Fc")
    pairs = _until(questions, node, view)
    if pairs is None:  # F of states
        target = questions.holds(node.parts[0].parts[0])
        return _total(questions, model, maximal, named, target, view, "F")
    gained = of_choices(model, rewards)[pairs.choice]
    if how == "I":
        steps = questions.steps(node.parts[0]) or 0
        gained = _at_the_end(pairs, questions.model, rewards, steps)
    return _total(questions, pairs.model, maximal[pairs.state], gained, pairs.rest == 0, pairs.starts, "F")


def long_run(questions: Questions, node: Node, maximal: Mask, view: States) -> Posed:
    """Return the game for the average reward of a step, or for the share of steps in which a formula is true."""
    model = questions.model
    if node.type == "R":
        gained = of_choices(model, rewards_of(model, node.more.structure))
        gained = gained if model.rate is None else numbers([one * model.rate for one in gained.tolist()], "rewards")
    else:
        gained = np.repeat(questions.holds(node.parts[0]).astype(np.int64), np.diff(model.choices))
    cls: Any = objective_class("mean-payoff")
    return questions.pose(model, cls(gained), maximal, view)


def _until(questions: Questions, node: Node, view: States) -> ModelProduct | None:
    """Return the product with what ends the rewards; None for ``F`` of states."""
    atoms = Atoms(questions.model.states, questions.holds, questions.steps)
    if node.more.how in ("C", "I"):
        steps = (questions.steps(node.parts[0]) or 0) + (node.more.how == "I")
        if steps < 0:
            raise PropertyError(node.at, f"the number of steps is {steps}", "0 or more")
        return questions.product(("U", ("true",), ("true",), steps, steps), atoms, view)
    path = atoms.path(node.parts[0])
    if node.parts[0].type == "F" and path[3:] == (0, None) and path[2][0] in LITERALS:
        return None
    if not is_cosafe(path):
        raise GameError(
            "expected rewards need a co-safe path formula: what satisfies it does so after finitely many steps"
        )
    return questions.product(path, atoms, view)


def _total(
    questions: Questions, model: Model, maximal: Mask, gained: Any, target: Mask, view: States, how: str
) -> Posed:
    """Return the game for rewards until a target; ``how`` says what they are where it is not reached."""
    return questions.pose(model, ExpectedReward(target, gained, unreached=UNREACHED[how]), maximal, view)


def _at_the_end(pairs: ModelProduct, model: Model, rewards: Rewards, steps: int) -> NDArray[Any]:
    """Return the rewards of the states alone, in those pairs that are so many steps from the beginning."""
    last = np.full(pairs.state.size, -1)
    choices, branches, level = pairs.model.choices, pairs.model.branches, np.unique(pairs.starts)
    for step in range(steps + 1):
        last[level] = step
        level = np.unique(pairs.model.targets[rows(branches, rows(choices, level))])
    alone = of_choices(model, Rewards(rewards.states))[pairs.choice]
    there = np.repeat(last == steps, np.diff(pairs.model.choices))
    return np.where(there, alone, np.zeros(alone.size, alone.dtype))
