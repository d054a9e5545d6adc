"""Solutions of models as JSON: those of the game on its arena, with the values and the policy by names beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from itertools import pairwise
from typing import Any, cast

import numpy as np

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.game import Game
from graphgames.core.objective import Objective
from graphgames.formats.codec import Answers
from graphgames.formats.json_ import GameCodec
from graphgames.formats.solution_json import Reading
from graphgames.games.models.model import Model
from graphgames.games.models.model_game import ModelGame, earned_in, gained_in
from graphgames.games.models.solution import ModelSolution


class ModelCodec(GameCodec):
    """Solutions of a `ModelGame`: arrays over the vertices of its arena, of which the first are the states."""

    needs_proof = True  # the parity form, which the strategies alone may prove, has no states and actions

    def __init__(self, problem: ModelGame):
        self.problem = problem

    def about(self, problem: Game) -> dict[str, Any]:
        known = {key: value for key, value in self.asked().items() if key not in ("objective", "asked") and value}
        return {"vertices": problem.arena.n, "edges": problem.arena.m} | known

    def asked(self) -> dict[str, Any]:
        """Return what was asked of the model, as `objective_asked` and `Askable.posed` read it."""
        if (question := self.problem.question) is not None:
            return {"property": question.property, "constants": dict(question.constants)}
        settings, marked = self.problem.plain_settings(), _marks(self.problem)
        return {"objective": self.problem.objective.name, "asked": settings, "marked": marked}

    def in_full(self, problem: Any) -> Mapping[str, Any]:
        """Return the states, the actions with their rewards and what can follow, and what is asked over the states."""
        model, gained = problem.model, gained_in(problem.model, problem.given_objective)
        earned = earned_in(problem.model, problem.given_objective)
        likely = [str(one) for one in model.probabilities]
        after = [[w, likely[k]] for w, k in zip(model.targets.tolist(), model.likely.tolist(), strict=True)]
        ends = model.branches.tolist()
        rewards: list[Any] = [str(one) for one in gained]
        if earned is not None:
            several = ([str(one) for one in earned[first:end]] for first, end in pairwise(ends))
            rewards = [some if len(set(some)) > 1 else one for one, some in zip(rewards, several, strict=True)]
        return {
            "objective": problem.given_objective.name,
            "states": [str(model.name(s)) for s in range(problem.states)],
            "owner": problem.chooser ^ problem.costs,
            "actions": [
                [state, str(model.action(c)), rewards[c], after[ends[c] : ends[c + 1]]]
                for c, state in enumerate(model.state_of.tolist())
            ],
            "asked": problem.plain_settings() | _marks(problem),
        }

    def made(self, problem: Game, proof: Any, reading: Reading, answers: Answers) -> ModelSolution:
        solution = ModelSolution.of(super().made(problem, proof, reading, answers))
        policy = reading.document.get("policy")
        return solution.naming(policy) if isinstance(policy, dict) else solution


def objective_asked(model: Model, asked: Mapping[str, Any]) -> Objective | None:
    """Return the objective that the file of a solution tells; None if it tells none.

    Raise `GameError` if it has no such settings, or marks states that are none.
    """
    name, settings, marked = asked.get("objective"), asked.get("asked", {}), asked.get("marked", {})
    if name not in objectives() or not isinstance(settings, dict) or not isinstance(marked, dict):
        return None
    cls: Any = objective_class(name)
    rows: dict[str, Any] = {}
    for mark, row in marked.items():
        if not isinstance(row, list) or any(type(one) is not int or not 0 <= one < 2**31 for one in row):
            return None
        numbers = np.array(row, np.int64)
        rows[mark] = numbers if mark == "priority" else np.isin(np.arange(model.states), numbers)
    known = {field.name for field in fields(cls)}
    needed = {field.name for field in fields(cls) if field.default is field.default_factory is MISSING}
    if not settings.keys() <= set(cls.settings) or not needed <= settings.keys() | rows.keys() <= known:
        return None
    return cast("Objective", cls(**settings, **rows))


def _marks(problem: ModelGame) -> dict[str, list[int]]:
    """Return the states that an objective marks, or their priorities: the first entries of what the arena has."""
    names = {problem.objective.data, "within"} & vars(problem.objective).keys() - {"weight", "reward"}
    rows = {name: getattr(problem.objective, name) for name in sorted(names)}
    kept = {name: np.asarray(row)[: problem.states] for name, row in rows.items() if row is not None}
    return {name: np.flatnonzero(row).tolist() if row.dtype == np.bool_ else row.tolist() for name, row in kept.items()}
