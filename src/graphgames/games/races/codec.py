"""Solutions of races as JSON: one, or all of an input."""

from __future__ import annotations

from typing import Any

from graphgames.formats.codec import Answers, Codec
from graphgames.formats.plain import WrongError, digest, graph_in_full
from graphgames.formats.reading import Reading
from graphgames.games.races.great_game import GreatGame, GreatGameSolution
from graphgames.games.races.problem import Race
from graphgames.games.races.race import race
from graphgames.games.races.solution import RaceSolution


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

    def made(self, problem: Race, proof: Any, reading: Reading, answers: Answers) -> RaceSolution:
        """Return the solution that the data hold."""
        return RaceSolution(problem, proof, reading.solver)


class GreatGameCodec(Codec):
    """All races of an input: when each token is home."""

    certificates = ("races-distances",)

    def about(self, problem: GreatGame) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"tests": problem.tests, "problem": digest(b" ".join(bytes(problem.data[:]).split()))}

    def made(self, problem: GreatGame, proof: Any, reading: Reading, answers: Answers) -> GreatGameSolution:
        """Return the solution that the data hold."""
        value = answers["value"]
        if len(value) != 2 * problem.tests:
            raise WrongError(("value",), f"{{}} has {len(value)} entries", f"two for each of {problem.tests} tests")
        solution = GreatGameSolution(problem, value, race)
        solution.__dict__["certificate"] = proof
        return solution


def codec(problem: Race | GreatGame) -> Codec:
    """Return how solutions of a problem are written and read."""
    return RaceCodec() if isinstance(problem, Race) else GreatGameCodec()
