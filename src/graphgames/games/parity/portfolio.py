"""The default for parity games: several solvers with limited budgets.

Large games of far edges that a few attractors decide are solved by these alone. Every quick solver has games on which
it takes exponential time, and few games are hard for all of them. So Zielonka's algorithm, the quickest on most, runs
next. If it has not finished after looking at each edge some times, the game is preprocessed and divided into
components, and on each of them the solvers work in turn, in portions that grow; the first to finish gives the solution.
A small share goes to a quasi-polynomial solver, which bounds the work on every game.
Games with two priorities go to the solvers of Büchi games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.preprocess import ALL, as_buchi, preprocessed
from graphgames.games.parity.stepwise import ParityResult, SolverRun, Start, priorities, to_solution
from graphgames.graphs.shallow import is_likely, solve_shallow

SHARES = {"zielonka": 1 / 4, "tangles": 1 / 4, "promotion": 1.0, "recursive-tangles": 1 / 8, "quasipoly": 1 / 8}
"""The solvers in the order in which they start, with their shares of the work. Zielonka's algorithm was tried before
the others were let in, and an edge costs the tangle solvers two to four times as much time as it costs the others."""

INITIAL_PASSES = 16
"""How often each edge may be looked at, on average, before the other solvers are let in."""

PORTION = 4
"""How often each edge may be looked at, on average, in the first portion."""

MAX_MEMORY_BYTES = 1 << 30
"""A solver that keeps more bytes than this is dropped, unless it is the last one left."""

GROWTH = 1.25
"""The factor by which a portion is larger than the one before."""


def portfolio(game: Game, steps: Sequence[str] | None = None) -> ArenaSolution:
    """Solve a parity game with whatever solver turns out to be quick on it, with the strategies of both players.

    ``steps`` are preprocessing steps to begin with, of `graphgames.games.parity.preprocess.ALL`: by default none, as
    long as Zielonka's algorithm is quick, and all of them before a second solver is let in. Raise `SolverError` if
    there is no such step.

    On each component the edges looked at are at most 2 times those of promotion, 9 times those of zielonka or tangles,
    and 18 times those of recursive-tangles or quasipoly, beside O(n + m) for each of them. In time, an edge costing
    what it does, that is about three times promotion, four times tangles, and ten times zielonka or recursive-tangles.
    Preprocessing is O(n log n + m).

    The stats are those of the solver that finished, and ``finished_by``, its name; or, after preprocessing, how many
    ``parts`` had to be solved, with how many ``edges`` looked at, and how many vertices were ``left``.
    """
    arena, priority = game.arena, priorities(game)
    if steps is None:
        outcome = as_buchi(arena, priority)
        if outcome is not None:
            return to_solution(game, outcome._replace(stats={**outcome.stats, "finished_by": "buchi"}), "portfolio")
        forward = (arena.indptr, arena.successors)
        if is_likely(forward):
            found = solve_shallow(forward, owners(arena), priority)
            if found is not None:
                stats = {"edges": found.edges, "attractors": found.attractors, "finished_by": "attractors"}
                return to_solution(game, ParityResult(found.winner, found.moves, stats), "portfolio")
        run = start_of("zielonka")(arena, priority)
        if run.advance(edges(arena, INITIAL_PASSES)):
            outcome = run.collect()
            stats = {**outcome.stats, "finished_by": "zielonka"}
            return to_solution(game, outcome._replace(stats=stats), "portfolio")
        steps = ALL
    return to_solution(game, preprocessed(arena, priority, quickest, steps), "portfolio")


def start_of(name: str) -> Start:
    """Return how a solver starts; it is imported when it is first wanted."""
    start: Start = import_module(f"graphgames.games.parity.{name.replace('-', '_')}").start
    return start


def edges(arena: Arena, times: float) -> int:
    """Return the number of edges in a number of passes over the game."""
    return int(times * (arena.n + arena.m)) + 1


def quickest(arena: Arena, priority: NDArray[np.int32], connected: bool) -> ParityResult | None:
    """Return the outcome of the first solver to finish; for several components, only Zielonka's algorithm is tried.

    One component may be hard for one solver, and another component for the other.
    """
    if connected:
        return dovetail(arena, priority, SHARES, edges(arena, PORTION))[1]
    run = start_of("zielonka")(arena, priority)
    return run.collect() if run.advance(edges(arena, INITIAL_PASSES)) else None


def dovetail(
    arena: Arena, priority: NDArray[np.int32], shares: Mapping[str, float], portion: float
) -> tuple[str, ParityResult]:
    """Run solvers in turn, in portions of edges that grow with each round; return the first result.

    If portions grow by a factor g and the first solver finishes after W edges, no other solver with the same share
    has looked at more than g W edges and one portion.
    """
    runs: dict[str, SolverRun] = {}
    remaining = dict(shares)
    while True:
        for name in tuple(remaining):
            if name not in runs:
                runs[name] = start_of(name)(arena, priority)
            if runs[name].advance(int(shares[name] * portion) + 1):
                return name, runs[name].collect()
            if runs[name].memory_bytes() > MAX_MEMORY_BYTES and len(remaining) > 1:
                del remaining[name], runs[name]
        portion *= GROWTH
