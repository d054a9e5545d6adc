"""Solutions of sums of stones, boxes and strips as JSON. The solution class of a game supplies further answers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from graphgames.formats.codec import Answers, Codec
from graphgames.formats.plain import digest
from graphgames.formats.reading import Reading
from graphgames.games.sums.certificate import StackNimbers


class SumsCodec(Codec):
    """Codec of sums: the winner of each test, and what else the solution holds."""

    certificates = ("stack-nimbers",)

    def about(self, problem: Any) -> dict[str, Any]:
        """Return the data that identify the problem."""
        content = [_written_alike(getattr(problem, field.name)) for field in fields(problem)]
        return {"tests": len(problem), "problem": digest(*content)}

    def in_full(self, problem: Any) -> dict[str, Any]:
        """Return the parts of each test."""
        return {"tests": problem.in_full()}

    def made(self, problem: Any, proof: StackNimbers, reading: Reading, answers: Answers) -> Any:
        """Return the solution that the data hold."""
        return problem.solution_type(problem, reading.solver, proof, **answers)


def _written_alike(value: Any) -> Any:
    """Return numbers of any size as they are written, so that those that fit 64 bits count the same in either array."""
    return value.tolist() if isinstance(value, np.ndarray) else value


def codec(problem: Any) -> Codec:
    """Return how solutions of a problem are written and read."""
    return SumsCodec()
