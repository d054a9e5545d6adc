"""Solutions of synthesis as JSON: those of specifications by their formulas, those of automata as games on arenas."""

from __future__ import annotations

from typing import Any

from graphgames.core.acceptance import spelled as written
from graphgames.core.game import Game
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.json_ import GameCodec
from graphgames.formats.solution_json import Reading
from graphgames.games.synthesis.emerson_lei import SpecTree, TreeSolution
from graphgames.games.synthesis.spec import PARTS, Spec, spelled
from graphgames.games.synthesis.spec_solution import SpecSolution


class SpecCodec(Codec):
    """Whether a specification can be met, and the sets that prove it."""

    certificates = ("spec-layers", "spec-tree")

    def about(self, problem: Spec) -> dict[str, Any]:
        """Return how many variables there are."""
        return {"inputs": len(problem.inputs), "outputs": len(problem.outputs)}

    def parts(self, problem: Spec) -> dict[str, Any]:
        """Return the variables with their values, and the formulas."""
        parts = {side: [" ".join(map(str, one)) for one in found] for side, found in self._variables(problem).items()}
        parts |= {part: ["all of", *map(spelled, problem.formulas[part])] for part in PARTS}
        if problem.kind == "specification":
            return parts
        more = {part: ["all of", *map(spelled, problem.formulas[part])] for part in ("marks", "reach")}
        return parts | more | {"acceptance": written(problem.condition()[0])}

    def in_full(self, problem: Spec) -> dict[str, Any]:
        found = self._variables(problem) | {part: list(map(spelled, problem.formulas[part])) for part in PARTS}
        if problem.kind == "specification":
            return found
        marks, reach = (list(map(spelled, problem.formulas[part])) for part in ("marks", "reach"))
        return found | {"marks": marks, "reach": reach, "acceptance": written(problem.condition()[0])}

    def _variables(self, problem: Spec) -> dict[str, Any]:
        """Return name, least and largest value of each variable; of a Boolean one the name alone."""
        found: dict[str, Any] = {}
        for side in ("inputs", "outputs"):
            ranges = [(name, problem.ranges[name]) for name in getattr(problem, side)]
            found[side] = [[name] if one.boolean else [name, one.low, one.high] for name, one in ranges]
        return found

    def made(self, problem: Spec, proof: Any, reading: Reading, answers: Answers) -> SpecSolution:
        made = TreeSolution if isinstance(proof, SpecTree) else SpecSolution
        return made(problem, answers["realizable"], reading.solver, proof)


def codec(problem: Spec | Game) -> Codec:
    """Return how solutions of a specification or of an automaton's game are written and read."""
    return SpecCodec() if isinstance(problem, Spec) else GameCodec()
