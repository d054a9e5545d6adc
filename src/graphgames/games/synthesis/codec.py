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

MORE = ("marks", "reach")
"""What a specification with an acceptance condition has, too."""


class SpecCodec(Codec):
    """Whether a specification can be met, and the sets that prove it."""

    certificates = ("spec-layers", "spec-tree")

    def about(self, problem: Spec) -> dict[str, Any]:
        """Return how many variables there are."""
        return {"inputs": len(problem.inputs), "outputs": len(problem.outputs)}

    def parts(self, problem: Spec) -> dict[str, Any]:
        """Return the variables with their values, and the formulas."""
        found = self.in_full(problem)
        for part, listed in found.items():
            if part in ("inputs", "outputs"):
                found[part] = [" ".join(map(str, one)) for one in listed]
            elif part != "acceptance":
                found[part] = ["all of", *listed]
        return found

    def in_full(self, problem: Spec) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for side in ("inputs", "outputs"):  # name, least and largest value of each; of a Boolean one the name alone
            ranges = [(name, problem.ranges[name]) for name in getattr(problem, side)]
            found[side] = [[name] if one.boolean else [name, one.low, one.high] for name, one in ranges]
        plain = problem.kind == "specification"
        found |= {part: [*map(spelled, problem.formulas[part])] for part in (*PARTS, *(() if plain else MORE))}
        return found if plain else found | {"acceptance": written(problem.condition()[0])}

    def made(self, problem: Spec, proof: Any, reading: Reading, answers: Answers) -> SpecSolution:
        made = TreeSolution if isinstance(proof, SpecTree) else SpecSolution
        return made(problem, answers["realizable"], reading.solver, proof)


def codec(problem: Spec | Game) -> Codec:
    """Return how solutions of a specification or of an automaton's game are written and read."""
    return SpecCodec() if isinstance(problem, Spec) else GameCodec()
