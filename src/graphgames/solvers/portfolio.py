"""The default for parity games: one solver after the other, each only as long as it is worth it.

Every known solver has games on which it takes exponential time, and few games are hard for two of them. So Zielonka's
algorithm, the quickest on most, begins. If it has not finished after looking at each edge many times, the game is
preprocessed and divided into components, and on each of them the solvers work in turn, in portions of equal work that
double; the first to finish gives the solution. Games with two priorities go to the solvers of Büchi games.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.solution import Solution
from graphgames.solvers import tangles as tangle_learning
from graphgames.solvers import zielonka as recursion
from graphgames.solvers.parity import Outcome, Run, Start, finished, priorities
from graphgames.solvers.preprocess import ALL, as_buchi, preprocessed

HORSES: tuple[tuple[str, Start], ...] = (("zielonka", recursion.start), ("tangles", tangle_learning.start))
"""The solvers in the order in which they are let in."""

PATIENCE = 64
"""How often each edge may be looked at, on average, before a second solver is let in."""


def portfolio(game: Game, steps: Sequence[str] | None = None) -> Solution:
    """Solve a parity game with whatever solver turns out to be quick on it, with the strategies of both players.

    Parameters
    ----------
    game : Game
        With a `Parity` objective.
    steps : sequence of str, optional
        Preprocessing steps to begin with, of `graphgames.solvers.preprocess.ALL`. By default none, as long as
        Zielonka's algorithm is quick, and all of them before a second solver is let in.

    Returns
    -------
    Solution
        Its stats are those of the solver that finished, and ``finished_by``, its name; or, after preprocessing, how
        many ``parts`` had to be solved, with how many ``edges`` looked at, and how many vertices were ``left``.

    Raises
    ------
    SolverError
        If there is no such step.

    Notes
    -----
    The work is at most four times that of the quickest of its two solvers, and O(n + m) or, with preprocessing, O(n log
    n + m).

    Examples
    --------
    >>> from graphgames import Arena, Parity
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    >>> portfolio(Game(arena, Parity([2, 0, 1]))).stats["finished_by"]
    'zielonka'
    >>> dict(portfolio(Game(arena, Parity([2, 0, 1])), steps=["self-loops"]).stats)
    {'edges': 0, 'parts': 0, 'left': 0}
    """
    arena, priority = game.arena, priorities(game)
    if steps is None:
        outcome = as_buchi(arena, priority)
        if outcome is not None:
            return finished(game, outcome._replace(stats={**outcome.stats, "finished_by": "buchi"}), "portfolio")
        run = recursion.start(arena, priority)
        if run.advance(patience(arena)):
            outcome = run.collect()
            stats = {**outcome.stats, "finished_by": "zielonka"}
            return finished(game, outcome._replace(stats=stats), "portfolio")
        steps = ALL
    return finished(game, preprocessed(arena, priority, quickest, steps), "portfolio")


def patience(arena: Arena) -> int:
    """Give how many edges may be looked at before a second solver is let in."""
    return PATIENCE * (arena.n + arena.m) + 1


def quickest(arena: Arena, priority: NDArray[np.int32]) -> Outcome:
    """Give the outcome of the first solver to finish."""
    return race(arena, priority, HORSES, patience(arena))[1]


def race(
    arena: Arena, priority: NDArray[np.int32], horses: tuple[tuple[str, Start], ...], portion: int
) -> tuple[str, Outcome]:
    """Let solvers work in turn, in portions of so many edges that double with each round; give the first to finish."""
    runs: dict[str, Run] = {}
    while True:
        for name, start in horses:
            if name not in runs:
                runs[name] = start(arena, priority)
            if runs[name].advance(portion):
                return name, runs[name].collect()
        portion *= 2
