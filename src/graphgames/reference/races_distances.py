"""``races-distances``: the races of a document, each by the numbers of ``race-distances``."""

from __future__ import annotations

from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.race_distances import RACE, Race
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing


class Races:
    """All races of an input, with what the solution shows: how many moves of its own each token makes."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "great-game")
        self.game = problem
        files = problem.data.take("races", listing(Fields))
        proofs = proof.take("races", listing(Fields, len(files)))
        self.parts = list(map(self.read_race, files, proofs))
        answers.take("tests", choice(len(files)))
        self.own_moves = answers.take("value", listing(integer(0), sum(len(race.starts) for race in self.parts)))
        winners = [race.first_home() for race in self.parts]
        if answers.take("won", listing(integer(0), 2)) != [winners.count(0), winners.count(1)] or 2 in winners:
            raise RefusedError("solution.won is not how many races each player wins")

    def read_race(self, file: Fields, proof: Fields) -> Race:
        """Return one race."""
        proof.take("kind", choice("race-distances"))
        race = Race(file, proof)
        file.end()
        proof.end()
        return race

    def tokens(self) -> list[tuple[int, Race, int]]:
        """Return each token, by its number among all, with its race and its number there."""
        found = [(race, token) for race in self.parts for token in range(len(race.starts))]
        return [(k, race, token) for k, (race, token) in enumerate(found)]


def own_moves_are_shown(c: Races, place: tuple[int, Race, int]) -> bool:
    """The solution says how many moves of its own each token makes until it is home."""
    k, race, token = place
    return bool(race.turns(token)) and c.own_moves[k] == race.number[token][0][race.starts[token]]


KIND = Kind(
    Races,
    "how many moves each token makes until it is home, and how many races each player wins",
    {"tokens": (own_moves_are_shown,)},
    read_problem,
    {Race: RACE},
)
