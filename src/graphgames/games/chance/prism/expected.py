"""Expected rewards: what a play gains until a target, until a path formula is true, or within some steps."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.value import INFINITY, Bracket, plain
from graphgames.games.chance.prism.model import Mask, Model, Rewards, rows
from graphgames.games.chance.prism.paths import LITERALS, Atoms, Product, is_cosafe
from graphgames.games.chance.prism.rewards import lottery, of_choices, rewards_of, without
from graphgames.games.chance.prism.trees import Asked, Node, PropertyError

if TYPE_CHECKING:
    from graphgames.games.chance.prism.questions import Questions

States = NDArray[np.int64]
ROUGH = {"precision": 1, "rough": True}
"""Options where only what is surely 0 or 1 matters."""


def expected(questions: Questions, node: Node, maximal: Mask, view: States) -> Any:
    """Return the expected rewards until a target, until a path formula is true, or for so many steps."""
    asked: Asked = node.more
    rewards, how = rewards_of(questions.model, asked.structure), asked.how
    model, states = questions.model, questions.model.states
    if how in ("F0", "Fc") or (how == "C" and not node.parts):
        target = questions.holds(node.parts[0]) if node.parts else np.zeros(states, np.bool_)
        return _total(questions, model, maximal, of_choices(model, rewards), target, view, how if node.parts else "Fc")
    pairs = _until(questions, node, view)
    if pairs is None:  # F of states
        target = questions.holds(node.parts[0].parts[0])
        return _total(questions, model, maximal, of_choices(model, rewards), target, view, "F")
    gained = of_choices(model, rewards)[pairs.choice]
    if how == "I":
        steps = questions.steps(node.parts[0]) or 0
        gained = _at_the_end(pairs, questions.model, rewards, steps)
    return _total(questions, pairs.model, maximal[pairs.state], gained, pairs.rest == 0, pairs.starts, "F")


def _until(questions: Questions, node: Node, view: States) -> Product | None:
    """Return the product with what ends the rewards; None for ``F`` of states."""
    atoms = Atoms(questions.model.states, questions.holds, questions.steps)
    if node.more.how in ("C", "I"):
        steps = (questions.steps(node.parts[0]) or 0) + (node.more.how == "I")
        if steps < 0:
            raise PropertyError(node.at, f"the number of steps is {steps}", "0 or more")
        return questions.product(("U", ("true",), ("true",), steps, steps), atoms, view)
    path = atoms.path(node.parts[0])
    if node.parts[0].kind == "F" and path[3:] == (0, None) and path[2][0] in LITERALS:
        return None
    if not is_cosafe(path):
        raise GameError(
            "expected rewards need a co-safe path formula: what satisfies it does so after finitely many steps"
        )
    return questions.product(path, atoms, view)


def _total(
    questions: Questions, model: Model, maximal: Mask, gained: NDArray[Any], target: Mask, view: States, how: str
) -> NDArray[Any]:
    """Return the expected rewards until a target; ``how`` says what they are where it is not reached."""
    everyone, everywhere = np.arange(model.states), np.ones(model.states, np.bool_)
    over, infinite = target, np.zeros(model.states, np.bool_)
    if how == "F":
        reached = questions.reach(model, ~maximal, everywhere, target, everyone, {"precision": 1})
        if any(isinstance(one, Bracket) and one.high == 1 for one in reached.tolist()):
            raise GameError(
                "it is undecided whether the target is reached almost surely, and so whether the rewards are finite"
            )
        infinite = np.array([not _is_one(one) for one in reached.tolist()], np.bool_)
    elif how == "Fc":
        state = np.repeat(everyone, np.diff(model.choices))
        more = np.zeros(model.states, np.bool_)
        more[state[np.asarray(gained > 0, np.bool_)]] = True
        hope = questions.reach(model, everywhere, ~target, more & ~target, everyone, ROUGH)
        over = target | np.array([one == 0 for one in hope.tolist()], np.bool_)
    found = np.empty(view.size, object)
    found[:] = INFINITY
    finite = ~infinite[view]
    if not finite.any():
        return found
    if infinite.any():  # nobody who wants little reward goes there, and nobody else can
        model, kept = without(model, infinite)
        gained = gained[kept]
    ends = questions.reach(model, ~everywhere, everywhere, over | infinite, everyone, ROUGH)
    if not all(_is_one(one) for one in ends.tolist()):
        raise GameError("expected rewards of a play that may go on for ever are not supported")
    made = lottery(model, gained, over | infinite)
    wide = np.append(maximal, [True, True])
    won = questions.reach(made.model, wide, np.append(everywhere, [True, True]), made.won, view[finite], {})
    found[finite] = [_times(one, by) for one, by in zip(won.tolist(), made.worth[view[finite]].tolist(), strict=True)]
    return found


def _is_one(value: Any) -> bool:
    return not isinstance(value, Bracket) and bool(value == 1)


def _times(value: Any, by: Fraction) -> Any:
    return Bracket(_times(value.low, by), _times(value.high, by)) if isinstance(value, Bracket) else plain(value * by)


def _at_the_end(pairs: Product, model: Model, rewards: Rewards, steps: int) -> NDArray[Any]:
    """Return the rewards of the states alone, in those pairs that are so many steps from the beginning."""
    last = np.full(pairs.state.size, -1)
    choices, branches, level = pairs.model.choices, pairs.model.branches, np.unique(pairs.starts)
    for step in range(steps + 1):
        last[level] = step
        level = np.unique(pairs.model.targets[rows(branches, rows(choices, level))])
    alone = of_choices(model, Rewards(rewards.states))[pairs.choice]
    there = np.repeat(last == steps, np.diff(pairs.model.choices))
    return np.where(there, alone, np.zeros(alone.size, alone.dtype))
