"""Solutions of sums of stones, boxes and strips as JSON. The solution class of a game supplies further answers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from graphgames.core.arena import Arena
from graphgames.core.digest import edges_of
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.solution_json import Reading
from graphgames.games.sums.certificate import StackNimbers


class SumsCodec(Codec):
    """Codec of sums: the winner of each test, and what else the solution holds."""

    certificates = ("stack-nimbers",)

    def about(self, problem: Any) -> dict[str, Any]:
        return {"tests": len(problem)}

    def parts(self, problem: Any) -> dict[str, Any]:
        """Return the game and the fields of the problem, the edges of an arena for this."""
        parts: dict[str, Any] = {"game": problem.kind}
        for field in fields(problem):
            value = getattr(problem, field.name)
            parts |= edges_of(value) if isinstance(value, Arena) else {field.name: value}
        return parts

    def in_full(self, problem: Any) -> dict[str, Any]:
        """Return the parts of each test."""
        return {"tests": problem.in_full()}

    def made(self, problem: Any, proof: StackNimbers, reading: Reading, answers: Answers) -> Any:
        return problem.solution_type(problem, reading.solver, proof, **answers)


def codec(problem: Any) -> Codec:
    """Return how solutions of a problem are written and read."""
    return SumsCodec()
