"""Solutions of races as JSON: one, or all of an input."""

from __future__ import annotations

from typing import Any

from graphgames.core.digest import edges_of
from graphgames.formats.codec import Answers, Codec, InputCodec
from graphgames.formats.fields import WrongError, graph_in_full
from graphgames.formats.solution_json import Reading
from graphgames.games.races.great_game import GreatGame, GreatGameSolution
from graphgames.games.races.problem import Race
from graphgames.games.races.race import race
from graphgames.games.races.solution import RaceSolution


class RaceCodec(Codec):
    """One race: everything follows from the distances."""

    certificates = ("race-distances",)

    def about(self, problem: Race) -> dict[str, Any]:
        return {"vertices": problem.arena.n, "edges": problem.arena.m}

    def parts(self, problem: Race) -> dict[str, Any]:
        """Return the graph, the goal, where tokens start, who wants them home, and player and token of each move."""
        parts = {"vertices": problem.arena.n, **edges_of(problem.arena), "goal": problem.goal}
        schedule = [number for entry in problem.schedule for number in entry]
        return parts | {"starts": list(problem.starts), "wants": list(problem.wants), "schedule": schedule}

    def in_full(self, problem: Race) -> dict[str, Any]:
        """Return the graph, the goal, the tokens and the schedule."""
        return race_in_full(problem)

    def made(self, problem: Race, proof: Any, reading: Reading, answers: Answers) -> RaceSolution:
        return RaceSolution(problem, proof, reading.solver)


class GreatGameCodec(InputCodec):
    """All races of an input: when each token is home."""

    certificates = ("races-distances",)

    def in_full(self, problem: GreatGame) -> dict[str, Any]:
        """Return all races."""
        return {"races": [race_in_full(problem.test(test)) for test in range(problem.tests)]}

    def made(self, problem: GreatGame, proof: Any, reading: Reading, answers: Answers) -> GreatGameSolution:
        value = answers["value"]
        if len(value) != 2 * problem.tests:
            raise WrongError(("value",), f"{{}} has {len(value)} entries", f"two for each of {problem.tests} tests")
        solution = GreatGameSolution(problem, value, race)
        solution.__dict__["certificate"] = proof
        return solution


def race_in_full(race: Race) -> dict[str, Any]:
    """Return a race as plain data."""
    tokens = {"goal": race.goal, "starts": race.starts, "wants": race.wants}
    return {**graph_in_full(race.arena), **tokens, "schedule": race.schedule}


def codec(problem: Race | GreatGame) -> Codec:
    """Return how solutions of a problem are written and read."""
    return RaceCodec() if isinstance(problem, Race) else GreatGameCodec()
