"""Checks races by the distances of their tokens, and who wins by walking through the schedule.

Why it suffices. The graph has no cycle (its strongly connected components are single vertices without self-loops), so
every vertex's numbers follow from those of its successors: the equations have one solution, the value of the game in
which one player shortens the way and the other lengthens it. Tokens do not hinder each other, and each player's
interests in all of them agree: he shortens the way of those that he wants home and lengthens that of the others, and
each of these he can do by himself at every one of his moves. So the token with the earliest arrival decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.checking import LIMIT, checks, one_more
from graphgames.core.report import Failure, Report

if TYPE_CHECKING:
    from graphgames.games.races.certificate import RaceDistances, RacesDistances
    from graphgames.games.races.problem import Race

Condition = tuple[int, list[Failure], int]
"""At how many places a condition was looked at, the first failures in words, and how many there are."""


@checks("race-distances", "races-distances")
def check(solution: Any, certificate: Any, value: tuple[int, ...] | None = None) -> Report:
    """Check a solved race, or all races of an input that were solved together.

    O((n + m) times the length of the schedule).

    Examples
    --------
    >>> from graphgames import Arena, Race, solve
    >>> solution = solve(Race(Arena.from_edges([(0, 1), (1, 2), (0, 2)]), 2, [0], [0], [(0, 0), (1, 0)]))
    >>> print(check(solution))
    proved: 9 conditions hold
    """
    failures: list[Failure] = []
    looked = count = 0
    for more, words, bad in _single(solution, certificate) if value is None else _many(solution, certificate, value):
        looked, count = looked + more, count + bad
        failures += words[: LIMIT - len(failures)]
    return Report(looked, tuple(failures), count)


def _single(solution: Any, certificate: RaceDistances) -> Iterator[Condition]:
    """Check one race: the distances, then what follows from them at the start."""
    race = cast("Race", solution.problem)
    faults = list(_distances(race, certificate))
    yield from faults
    if any(bad for _, _, bad in faults):
        return
    claimed, true = tuple(solution.arrivals()), _arrivals(race, certificate)
    yield _one(claimed == true, f"the tokens are claimed to be home at the moves {claimed}, but it is {true}")
    winner = solution.winner_of()
    code = 2 if winner is None else winner
    yield _one(code == _winner(race, true), f"player {code} is claimed to win, but does not")


def _many(solution: Any, proof: RacesDistances, value: tuple[int, ...]) -> Iterator[Condition]:
    """Check every race of an input against the arrivals and winners that were answered."""
    if len(value) != 2 * len(proof.races):
        yield _one(False, f"there are {len(value)} arrivals for two meeples in each of {len(proof.races)} tests")
        return
    answers = list(solution.winners)
    for test, certificate in enumerate(proof.races):
        race = solution.problem.test(test)
        faults = list(_distances(race, certificate))
        prefix = f"test {test + 1}: "
        for looked, words, bad in faults:
            yield looked, [Failure(failure.vertex, prefix + failure.message) for failure in words], bad
        if any(bad for _, _, bad in faults):
            continue
        own = tuple(int(table[0, start]) for table, start in zip(certificate.moves, race.starts, strict=True))
        claimed = value[2 * test : 2 * test + 2]
        yield _one(claimed == own, f"{prefix}the meeples are claimed to make {claimed} moves, but it is {own}")
        winner = _winner(race, _arrivals(race, certificate))
        yield _one(answers[test] == winner, f"{prefix}{race.players[1 - winner]} is claimed to win, but does not")


def _one(right: bool, message: str) -> Condition:
    return 1, [] if right else [Failure(None, message)], int(not right)


def _distances(race: Race, certificate: RaceDistances) -> Iterator[Condition]:
    """Check the graph for cycles and each token's numbers for shape, range and the local equations."""
    yield _one(_acyclic(race), "the graph has a cycle, so the equations prove nothing")
    tables, count = certificate.moves, len(race.starts)
    for token, table in enumerate(tables[:count]):
        movers = [player for player, moved in race.schedule if moved == token]
        name = race.tokens[token]
        for turn in range(len(movers)):
            after = table[(turn + 1) % len(movers)]
            shortens = movers[turn] == race.wants[token]
            yield _equations(race, name, turn, shortens, table[turn], after)


def _acyclic(race: Race) -> bool:
    """Return whether every strongly connected component is one vertex without a self-loop."""
    from scipy.sparse.csgraph import connected_components

    arena = race.arena
    if bool((arena.successors == np.repeat(np.arange(arena.n), arena.out_degree)).any()):
        return False
    count, _ = connected_components(arena.to_scipy(), directed=True, connection="strong")
    return int(count) == arena.n


def _equations(race: Race, name: str, turn: int, shortens: bool, here: NDArray[Any], after: NDArray[Any]) -> Condition:
    """Hold the numbers of one turn against those of the token's next turn."""
    arena = race.arena
    expected = one_more(arena, np.minimum if shortens else np.maximum, after.take(arena.successors))
    expected[race.goal] = 0
    bad = np.flatnonzero(here != expected)
    words = [
        Failure(
            v,
            f"at {arena.label(v)}, {name} is claimed to need {here[v]} moves at its turn {turn + 1}, but the "
            f"{'least' if shortens else 'largest'} that its successors allow is {expected[v]}",
        )
        for v in bad[:LIMIT].tolist()
    ]
    return arena.n, words, bad.size


def _arrivals(race: Race, certificate: RaceDistances) -> tuple[int | None, ...]:
    """Return the move of the race at which each token is home, by writing the schedule out."""
    moments: list[int | None] = []
    for token, table in enumerate(certificate.moves):
        turns = np.array([turn for turn, (_, moved) in enumerate(race.schedule) if moved == token], np.int64)
        own = int(table[0, race.starts[token]]) if turns.size else -1
        if own < 0:
            moments.append(None)
            continue
        rounds = np.arange(own // turns.size + 1) * len(race.schedule)
        moments.append(int((rounds[:, None] + turns).ravel()[own - 1]) + 1)
    return tuple(moments)


def _winner(race: Race, moments: tuple[int | None, ...]) -> int:
    """Return the player whose token arrives first, or 2."""
    home = [(moment, token) for token, moment in enumerate(moments) if moment is not None]
    return race.wants[min(home)[1]] if home else 2
