"""Solutions of races as JSON: one, or all of an input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.formats.plain import WrongError, digest, graph_in_full
from graphgames.games.races.certificate import RaceDistances
from graphgames.games.races.great_game import GreatGame, GreatGameSolution
from graphgames.games.races.problem import Race
from graphgames.games.races.race import race
from graphgames.games.races.solution import RaceSolution
from graphgames.readers.json_text import Path


class RaceCodec(Codec):
    """One race: everything follows from the distances."""

    certificates = ("race-distances",)

    def about(self, problem: Race) -> dict[str, Any]:
        """Return the data that identify the problem."""
        content = problem.arena, problem.goal, problem.starts, problem.wants, problem.schedule
        return {"vertices": problem.arena.n, "edges": problem.arena.m, "problem": digest(*content)}

    def in_full(self, problem: Race) -> dict[str, Any]:
        """Return the graph, the goal, the tokens and the schedule."""
        tokens = {"goal": problem.goal, "starts": problem.starts, "wants": problem.wants}
        return {**graph_in_full(problem.arena), **tokens, "schedule": problem.schedule}

    def read(self, problem: Race, reading: Reading) -> RaceSolution:
        """Return the solution that the data hold."""
        proof: Any = reading.certificate()
        fit(problem, proof, ("certificate",))
        return RaceSolution(problem, proof, reading.solver)


class GreatGameCodec(Codec):
    """All races of an input: when each token is home."""

    certificates = ("races-distances",)

    def about(self, problem: GreatGame) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"tests": problem.tests, "problem": digest(b" ".join(bytes(problem.data[:]).split()))}

    def answers(self, solution: GreatGameSolution) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        return {"value": list(solution.arrival)}

    def read(self, problem: GreatGame, reading: Reading) -> GreatGameSolution:
        """Return the solution that the data hold."""
        arrival: Sequence[int] = reading.take("value", NDArray[np.int32]).tolist()
        proof: Any = reading.certificate()
        if len(arrival) != 2 * problem.tests:
            raise WrongError(("value",), f"{{}} has {len(arrival)} entries", f"two for each of {problem.tests} tests")
        if len(proof.races) != problem.tests:
            raise WrongError(("certificate", "races"), f"{{}} has {len(proof.races)} entries", f"{problem.tests}")
        for test, one in enumerate(proof.races):
            fit(problem.test(test), one, ("certificate", "races", test))
        solution = GreatGameSolution(problem, arrival, race)
        solution.__dict__["certificate"] = proof
        return solution


def fit(problem: Race, proof: RaceDistances, path: Path) -> None:
    """Raise an error unless there is a distance for each token, each of its turns and each vertex."""
    shapes = [(len(turns), problem.arena.n) for turns in problem.turns]
    if [table.shape for table in proof.moves] != shapes:
        raise WrongError((*path, "moves"), "{} is not of the shape of the race", f"arrays of the shapes {shapes}"[:200])


def codec(problem: Race | GreatGame) -> Codec:
    """Return how solutions of a problem are written and read."""
    return RaceCodec() if isinstance(problem, Race) else GreatGameCodec()
