"""Long-run averages of a model: of rewards, and of how often a formula is true."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.value import numbers
from graphgames.games.models.model import Mask
from graphgames.games.models.questions import Posed, Questions
from graphgames.games.models.rewards import of_choices, rewards_of
from graphgames.games.models.trees import Node
from graphgames.games.weighted.payoff import MeanPayoff


def long_run(questions: Questions, node: Node, maximal: Mask, view: NDArray[np.int64]) -> Posed:
    """Return the game for the average reward of a step, or for the share of steps in which a formula is true."""
    model = questions.model
    if node.type == "R":
        gained = of_choices(model, rewards_of(model, node.more.structure))
        gained = gained if model.rate is None else numbers([one * model.rate for one in gained.tolist()], "rewards")
    else:
        gained = np.repeat(questions.holds(node.parts[0]).astype(np.int64), np.diff(model.choices))
    return questions.pose(model, MeanPayoff(gained), maximal, view)
