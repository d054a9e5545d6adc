"""Races on a DAG: the distance of each token by backward induction, then the arrival times are compared.

A token alone is a game of two players, one who wants it home soon and one who wants it home late: with d_min where the
first is to move and d_max where the second is, ``d_min(v) = 1 + min d_max(w)`` and ``d_max(v) = 1 + max d_min(w)`` over
the edges v -> w. Other schedules have one such number for each of the token's turns.
"""

from __future__ import annotations

from array import array

from graphgames.games.races.great_game import GreatGame, GreatGameSolution
from graphgames.games.races.kernels.race import distances, solve_tests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from graphgames.games.races.problem import Race
    from graphgames.games.races.solution import RaceSolution


def race(problem: Race) -> RaceSolution:
    """Solve a race of any number of tokens under any schedule, O((n + m) times the length of the schedule)."""
    import numpy as np

    from graphgames.games.races.certificate import RaceDistances
    from graphgames.games.races.solution import RaceSolution

    arena, moves = problem.arena, []
    for token in range(len(problem.starts)):
        shortens = problem.shortens(token)
        table = np.empty((shortens.size, arena.n), np.int32)
        distances(arena.indptr, arena.successors, problem.order, problem.goal, shortens, table)
        table.flags.writeable = False
        moves.append(table)
    return RaceSolution(problem, RaceDistances(tuple(moves)))


def great_game(problem: GreatGame) -> GreatGameSolution:
    """Solve all tests of *The Great Game* in one pass over their text, O(n + m) for each.

    The tests are read here, since storing the edges of a large input would cost more than solving it; buffers are as
    large as the largest test needs. NumPy is not used: its import alone would be a third of the time for 10^7 edges.
    Raise `FormatError` if a test is not as the document says.
    """
    offsets, arrival = _zeros("q", problem.tests), _zeros("i", 2 * problem.tests)
    state, room, edges = array("q", [problem.begin, 0, 0, 0]), 0, 0
    while True:
        buffers = _zeros("i", room + 2), _zeros("i", 3 * edges), _zeros("i", 2 * room + 2)
        code = solve_tests(problem.data, state, *buffers, offsets, arrival)
        if code != 1:
            break
        room, edges = max(room, state[2]), max(edges, state[3])
    if code == 2:
        raise problem.fault(state[1], state[0])
    problem.finish(state[0])
    problem.__dict__["offsets"] = offsets
    return GreatGameSolution(problem, arrival, race)


def _zeros(code: Literal["i", "q"], size: int) -> memoryview[int]:
    """Return a block of zeros, which costs nothing until it is used."""
    return memoryview(bytearray(array(code).itemsize * size)).cast(code)
