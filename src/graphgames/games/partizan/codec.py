"""Solutions of partizan games as JSON: everything is in the certificate."""

from __future__ import annotations

from typing import Any

from graphgames.core.errors import GameError
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import WrongError
from graphgames.formats.solution_json import Reading
from graphgames.games.impartial.codec import NEAREST, RulesCodec, nearest, require_plain
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.solution import Partizan


class PartizanCodec(RulesCodec):
    """Codec of partizan games, whose positions have options of Left and of Right."""

    def rows(self, problem: PartizanProblem, most: int = NEAREST) -> list[list[Any]]:
        rules = problem.rules
        return nearest([rules.start], [rules.left, rules.right], getattr(rules, "components", None), most)

    def every_row(self, problem: PartizanProblem) -> list[list[Any]]:
        rows = self.rows(problem, problem.limit)
        if len(rows) == problem.limit:
            raise GameError(f"there are {problem.limit} positions or more, the limit of the problem")
        return rows

    def answers(self, solution: Partizan) -> dict[str, Any]:
        """Return nothing: what is known stands in the certificate."""
        for position in solution.forms:
            require_plain(position)
        return {}

    def made(self, problem: PartizanProblem, proof: Any, reading: Reading, answers: Answers) -> Partizan:
        solution = Partizan(problem)
        try:
            solution.restore(proof)
        except GameError as error:
            raise WrongError(("certificate",), f"{{}}: {error}") from None
        return solution


def codec(problem: PartizanProblem) -> Codec:
    """Return how solutions of a problem are written and read."""
    return PartizanCodec(Partizan, "canonical-forms")
