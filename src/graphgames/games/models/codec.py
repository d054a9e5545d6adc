"""Solutions of models as JSON: those of the game on its arena, with the values and the policy by names beside them."""

from __future__ import annotations

from typing import Any

from graphgames.core.game import Game
from graphgames.formats.codec import Answers
from graphgames.formats.json_ import GameCodec
from graphgames.formats.reading import Reading
from graphgames.games.models.game import ModelGame
from graphgames.games.models.solution import ModelSolution


class ModelCodec(GameCodec):
    """Solutions of a `ModelGame`: arrays over the vertices of its arena, of which the first are the states."""

    def __init__(self, problem: ModelGame):
        self.problem = problem

    def about(self, problem: Game) -> dict[str, Any]:
        """Return the data that identify the problem."""
        question = self.problem.question
        asked = {} if question is None else {"property": question.property, "constants": dict(question.constants)}
        return {"vertices": problem.arena.n, "edges": problem.arena.m, **asked}

    def made(self, problem: Game, proof: Any, reading: Reading, answers: Answers) -> ModelSolution:
        """Return the solution that the data hold."""
        return ModelSolution.of(super().made(problem, proof, reading, answers))
