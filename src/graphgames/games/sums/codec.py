"""Solutions of sums of stones, boxes and strips as JSON. The solution class of a game supplies further answers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.formats.plain import WrongError, digest


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

    def answers(self, solution: Any) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        return {"wins": solution.wins} | {name: getattr(solution, name) for name in solution.answers}

    def read(self, problem: Any, reading: Reading) -> Any:
        """Return the solution that the data hold."""
        made, answers = problem.solution_type, {}
        for name, shape in {"wins": NDArray[np.bool_], **problem.solution_type.answers}.items():
            answers[name] = reading.take(name, shape)
            if (given := len(answers[name])) != len(problem):
                raise WrongError((name,), f"{{}} has {given} entries, but the game has {len(problem)} tests")
        return made(problem, reading.solver, self.certificate(reading), **answers)

    def certificate(self, reading: Reading) -> Any:
        """Return the nimbers, whose places must be among them, as the answers are counted from them."""
        proof: Any = reading.certificate()
        if proof.first.ndim != 1 or proof.nimbers.ndim != 1:
            raise WrongError(("certificate",), "the nimbers and their places are not lists")
        outside = np.flatnonzero((proof.first < 0) | (proof.first > proof.nimbers.size))
        if outside.size:
            place = int(outside[0])
            raise WrongError(
                ("certificate", "first", place),
                f"{{}} is {proof.first[place]}",
                f"a whole number from 0 to {proof.nimbers.size}, as there are so many nimbers",
            )
        return proof


def _written_alike(value: Any) -> Any:
    """Return numbers of any size as they are written, so that those that fit 64 bits count the same in either array."""
    return value.tolist() if isinstance(value, np.ndarray) else value


def codec(problem: Any) -> Codec:
    """Return how solutions of a problem are written and read."""
    return SumsCodec()
