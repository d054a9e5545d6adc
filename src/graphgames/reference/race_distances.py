"""``race-distances``: races of tokens to a goal, on a graph without cycles.

The number of a vertex says in how many moves of its own a token gets home from there: None if it need not. The player
who wants it home makes the number small, the other one makes it large or None. The graph has no cycle (vertices can be
taken away, one by one, that have no successor left), so by induction the equations have one solution, the value of that
game. Tokens do not hinder each other, and who wants a token home wants each of its moves to be good; so each player can
pursue all his aims at once. The token that is home first decides.
"""

from __future__ import annotations

from graphgames.reference.kind import Conditions, Kind
from graphgames.reference.problem import Graph, Problem, expect, read_problem, same_size
from graphgames.reference.reading import Fields, RefusedError, integer, listing, optional

SMALL = integer(-1, 2**31 - 1)


class Race:
    """A race, and the numbers of each token, by its turns in the schedule and by vertex."""

    def __init__(self, file: Fields, proof: Fields):
        self.graph = Graph(file)
        n = self.graph.n
        self.goal = file.take("goal", integer(0, n - 1))
        self.starts = file.take("starts", listing(integer(0, n - 1)))
        tokens = len(self.starts)
        self.wants = file.take("wants", listing(integer(0, 1), tokens))
        schedule = file.take("schedule", listing(listing(integer(0), 2)))
        if not all(player < 2 and token < tokens for player, token in schedule):
            raise RefusedError("the schedule names a player or a token that does not exist")
        self.schedule = [(entry[0], entry[1]) for entry in schedule]
        tables = proof.take("moves", listing(Fields, tokens))
        self.number = [self.read_table(token, table) for token, table in enumerate(tables)]
        self.places = [
            (token, turn, v)
            for token in range(tokens)
            for turn in range(len(self.number[token]))
            for v in self.graph.vertices
        ]
        if self.goal in self.starts:
            raise RefusedError("a token starts at the goal")

    def turns(self, token: int) -> list[int]:
        """Return the places of the schedule where a token moves."""
        return [k for k, (_, moved) in enumerate(self.schedule) if moved == token]

    def read_table(self, token: int, table: Fields) -> list[list[int | None]]:
        """Return the numbers of a token."""
        rows, n = len(self.turns(token)), self.graph.n
        if table.take("shape", listing(integer(0), 2)) != [rows, n]:
            raise RefusedError(f"the table of token {token} does not have a row for each of its turns")
        numbers = table.take("numbers", listing(SMALL, rows * n))
        table.end()
        return [[None if k == -1 else k for k in numbers[n * row : n * row + n]] for row in range(rows)]

    def arrival(self, token: int) -> int | None:
        """Return the move of the race at which a token is home: 1 for the first, 0 if it begins there."""
        turns = self.turns(token)
        own = self.number[token][0][self.starts[token]] if turns else None
        if own is None:
            return None
        rounds, turn = divmod(own - 1, len(turns))
        return 1 + rounds * len(self.schedule) + turns[turn]

    def first_home(self) -> int:
        """Return the player who wants the token that is home first, 2 if none comes home."""
        home = [(self.arrival(token), token) for token in range(len(self.starts))]
        arrived = [(moment, token) for moment, token in home if moment is not None]
        return self.wants[min(arrived)[1]] if arrived else 2


class OneRace(Race):
    """A race with what the solution shows: when each token is home, and who wins."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "race")
        self.game = problem
        super().__init__(problem.data, proof)
        same_size(self.graph, answers)
        self.arrivals = answers.take("arrivals", listing(optional(integer(0)), len(self.starts)))
        self.winner = answers.take("winner", integer(0, 2))


def graph_has_no_cycle(c: Race, _: None) -> bool:
    """Vertices without a successor that is left can be taken away until none is left."""
    left = {v: len(c.graph.after[v]) for v in c.graph.vertices}
    before: dict[int, list[int]] = {v: [] for v in c.graph.vertices}
    for v, w in c.graph.edges:
        before[w].append(v)
    ends = [v for v in c.graph.vertices if left[v] == 0]
    for w in ends:
        for v in before[w]:
            left[v] -= 1
            if left[v] == 0:
                ends.append(v)
    return len(ends) == c.graph.n


def number_follows(c: Race, place: tuple[int, int, int]) -> bool:
    """A number is 0 at the goal; else one more than the least ahead at the token's next turn, if who moves it wants it
    home, and one more than the largest if not, none if one of them has none.
    """
    token, turn, v = place
    rows = c.number[token]
    mover = c.schedule[c.turns(token)[turn]][0]
    numbers = [rows[(turn + 1) % len(rows)][w] for w in c.graph.after[v]]
    ahead = [k for k in numbers if k is not None]
    if v == c.goal:
        return rows[turn][v] == 0
    if mover == c.wants[token]:
        return rows[turn][v] == (1 + min(ahead) if ahead else None)
    return rows[turn][v] == (1 + max(ahead) if ahead and len(ahead) == len(numbers) else None)


def arrivals_are_shown(c: OneRace, _: None) -> bool:
    """The solution says at which move of the race each token is home, if both players play well."""
    return c.arrivals == [c.arrival(token) for token in range(len(c.starts))]


def winner_is_home_first(c: OneRace, _: None) -> bool:
    """The winner is the player who wants the token that is home first; nobody (2) if none comes home."""
    return c.winner == c.first_home()


RACE: Conditions = {"whole": (graph_has_no_cycle,), "places": (number_follows,)}
KIND = Kind(
    OneRace,
    "when each token is home, and who wins",
    {**RACE, "whole again": (arrivals_are_shown, winner_is_home_first)},
    read_problem,
)
