"""The default for parity games: one solver after the other, each only as long as it is worth it.

Every known solver has games on which it takes exponential time, and few games are hard for two of them. So Zielonka's
algorithm, the quickest on most, begins; if it has not finished after looking at each edge many times, the others are
let in turn by turn, in portions of equal work that double, and the first to finish gives the solution.
"""

from __future__ import annotations

from graphgames.core.game import Game
from graphgames.core.solution import Solution
from graphgames.solvers import tangles as tangle_learning
from graphgames.solvers import zielonka as recursion
from graphgames.solvers.parity import Outcome, Run, Start, finished, priorities

HORSES: tuple[tuple[str, Start], ...] = (("zielonka", recursion.start), ("tangles", tangle_learning.start))
"""The solvers in the order in which they are let in."""

PATIENCE = 64
"""How often each edge may be looked at, on average, before a second solver is let in."""


def portfolio(game: Game) -> Solution:
    """Solve a parity game with whatever solver turns out to be quick on it, with the strategies of both players.

    Parameters
    ----------
    game : Game
        With a `Parity` objective.

    Returns
    -------
    Solution
        Its stats are those of the solver that finished, and ``finished_by``, its name.

    Notes
    -----
    The work is at most four times that of the quickest of its two solvers, and O(n + m).

    Examples
    --------
    >>> from graphgames import Arena, Parity
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    >>> portfolio(Game(arena, Parity([2, 0, 1]))).stats["finished_by"]
    'zielonka'
    """
    name, outcome = race(game, HORSES, PATIENCE * (game.arena.n + game.arena.m) + 1)
    return finished(game, outcome._replace(stats={**outcome.stats, "finished_by": name}), "portfolio")


def race(game: Game, horses: tuple[tuple[str, Start], ...], portion: int) -> tuple[str, Outcome]:
    """Let solvers work in turn, in portions of so many edges that double with each round; give the first to finish."""
    runs: dict[str, Run] = {}
    while True:
        for name, start in horses:
            if name not in runs:
                runs[name] = start(game.arena, priorities(game))
            if runs[name].advance(portion):
                return name, runs[name].collect()
        portion *= 2
