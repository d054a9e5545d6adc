"""Long-run averages of a model: of rewards, and of how often a formula is true."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.games.models.model import Mask, Model
from graphgames.games.models.questions import Questions
from graphgames.games.models.rewards import of_choices, rewards_of
from graphgames.games.models.trees import Node
from graphgames.games.weighted.payoff import MeanPayoff


def long_run(questions: Questions, node: Node, maximal: Mask, view: NDArray[np.int64]) -> NDArray[Any]:
    """Return the average reward of a step in the long run, or the share of steps in which a formula is true."""
    model = questions.model
    if node.kind == "R":
        gained = of_choices(model, rewards_of(model, node.more.structure))
    else:
        gained = np.repeat(questions.holds(node.parts[0]).astype(np.int64), np.diff(model.choices))
    arena = _in_two_steps(model, maximal)
    weight = np.concatenate([2 * gained, np.zeros(model.targets.size, np.int64)])
    return questions.solved(Game(arena, MeanPayoff(weight)), {}, view)


def _in_two_steps(model: Model, maximal: Mask) -> Arena:
    """Return the arena in which each choice is a vertex of chance, so that every step of the model takes two."""
    count = int(model.choices[-1])
    indptr = np.concatenate([model.choices, count + model.branches[1:]])
    heads = np.concatenate([model.states + np.arange(count), model.targets])
    owner = np.concatenate([np.where(maximal, 0, 1), np.full(count, CHANCE)])
    likely = [None] * count + [model.probabilities[one] for one in model.likely.tolist()]
    return Arena(indptr, heads, owner, probability=likely)
