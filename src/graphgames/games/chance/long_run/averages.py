"""Long-run averages where chance moves: strategy improvement by gain and by bias, over the rationals.

A pair of strategies leaves a Markov chain. In each set of vertices that the play stays in one vertex is a landmark. The
average there is what the play expects to collect until it comes back, divided by the time. Elsewhere the gain is the
mean of these averages, and the bias says how much more than the gain is collected until a landmark is reached. A player
takes edges to where the gain is better, and, where none is, edges of the same gain whose weight and bias are better:
player 1 first, until his answer is the best, then player 0.

With one player this ends at the values, and so it does in a chain. With two it may come back to strategies that were
there before; then brackets are found. What it returns is proved by gain and bias either way.

Howard, *Dynamic programming and Markov processes* (1960); Puterman, *Markov decision processes* (1994), 9.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.arrays import offsets_of
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import objects, plain
from graphgames.games.chance.certificate import GainBias
from graphgames.games.chance.long_run.discounting import Rows
from graphgames.games.chance.long_run.intervals import narrowed
from graphgames.games.chance.numbers.brackets import exact_else_bracketed, rounded_out, width_of
from graphgames.games.chance.numbers.equations import MOST, expectations
from graphgames.games.weighted.improving import last, payoff_solution, tried
from graphgames.games.weighted.payoff import MeanPayoff
from graphgames.graphs.compressed_rows import components


@dataclass(frozen=True)
class Evaluated:
    """The gain and the bias of each vertex under a pair of strategies."""

    gain: NDArray[np.object_]
    bias: NDArray[np.object_]


def evaluate(rows: Rows, choice: NDArray[np.int64], most: int) -> Evaluated:
    """Return gain and bias under the chosen edges."""
    n, taken = rows.arena.n, rows.chance[rows.arena.tails]
    taken[choice] = True
    edges = np.flatnonzero(taken)
    tails, heads = rows.arena.tails[edges], rows.arena.successors[edges]
    landmark, likely = _landmarks(n, tails, heads), rows.likely[edges]
    to_landmark = landmark[heads]

    def until_landmark(gain: NDArray[np.object_]) -> NDArray[np.object_]:
        factor = np.where(to_landmark, 0, likely)
        return expectations(n, tails, heads, factor, gain, most)

    time, collected = until_landmark(likely), until_landmark(likely * rows.weight[edges])
    average = np.where(landmark, collected / time, 0)
    gain = until_landmark(np.where(to_landmark, likely * average[heads], 0))
    bias = until_landmark(likely * (rows.weight[edges] - gain[tails]))
    return Evaluated(gain, bias)


def _landmarks(n: int, tails: NDArray[np.int32], heads: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return the first vertex of each component that no edge leaves."""
    component, _ = components((offsets_of(tails, n), heads))
    first = np.unique(component, return_index=True)[1]
    left = np.unique(component[tails[component[tails] != component[heads]]])
    found = np.zeros(n, np.bool_)
    found[first[~np.isin(component[first], left)]] = True
    return found


def improve(rows: Rows, choice: NDArray[np.int64], found: Evaluated, player: int) -> bool:
    """Give a player better edges, by gain, or else by bias; whether there are any."""
    arena, sign = rows.arena, 1 - 2 * player
    mine = np.flatnonzero((owners(arena) == player)[arena.tails])
    tails, heads = arena.tails[mine], arena.successors[mine]
    rise = sign * (found.gain[heads] - found.gain[tails])
    if not (rise > 0).any():
        level, rise = rise == 0, sign * (rows.weight[mine] - found.gain[tails] + found.bias[heads] - found.bias[tails])
        rise = np.where(level, rise, 0)
    best = dict[int, Fraction]()
    for e, v, more in zip(mine.tolist(), tails.tolist(), rise.tolist(), strict=True):
        if more > best.get(v, 0):
            choice[v], best[v] = e, more
    return bool(best)


def long_run_average(game: Game, most: int = MOST, precision: Any = None) -> ArenaSolution:
    """Solve a mean payoff game with chance exactly, or by brackets.

    ``most``: as for `strategy_improvement`. ``precision``: how wide brackets may be; by default the values are exact;
    where that is too expensive, or two players return to strategies that they had before, they are brackets of width
    1e-6.

    ``values`` holds integers and Fractions, and brackets where they are not exact. Its stats count the ``pairs`` of
    strategies; for brackets the ``sweeps``, and the ``width`` says how wide the widest is: more than the precision
    where rounding, or about 131,000 sweeps, allow no better. Where a bracket leaves open who wins the winner is 2.

    Raise `SolverError` if plays that stop are lost, or the equations are too expensive, and brackets as well.
    """
    exact, bracketed = partial(gain_and_bias, game, most), partial(_bracketed, game)
    return exact_else_bracketed(exact, bracketed, precision if game.arena.n else None)


def gain_and_bias(game: Game, most: int = MOST) -> ArenaSolution:
    """Solve a mean payoff game by gain and bias alone, also one without chance; as `long_run_average`.

    Raise `SolverError` where the averages are not found exactly.
    """
    rows = rows_of(game)
    choice = rows.arena.indptr[:-1].copy()
    found, pairs = last(improvements(rows, choice, most))
    values, proof = objects(map(plain, found.gain.tolist())), GainBias(found.bias)
    return payoff_solution(game, rows.arena, choice, values, "long-run-average", proof, {"pairs": pairs})


def rows_of(game: Game) -> Rows:
    """Return what the moves of a game add; raise `SolverError` if plays that stop are lost."""
    objective = game.objective
    assert isinstance(objective, MeanPayoff)
    if objective.dead_ends == "lose" and game.arena.dead_ends.size:
        raise SolverError('where chance moves a play that stops has an average; expected dead_ends="stay"')
    arena, weight = objective.payoffs(game.arena)
    return Rows(arena, weight.astype(object), np.ones(arena.m, object))


def improvements(rows: Rows, choice: NDArray[np.int64], most: int = MOST) -> Iterator[Evaluated]:
    """Improve the chosen edges until they are the best; yield gain and bias of each pair of strategies."""
    seen = set[bytes]()

    def evaluated() -> Evaluated:
        if choice.tobytes() in seen:
            raise SolverError("the strategies of the two players repeat, so this solver does not find the averages")
        seen.add(choice.tobytes())
        return evaluate(rows, choice, most)

    return tried(evaluated, *(partial(improve, rows, choice, player=player) for player in (1, 0)))


def _bracketed(game: Game, precision: Any) -> ArenaSolution:
    """Return the solution with brackets."""
    rows = rows_of(game)
    bounds, potential, margin, sweeps = narrowed(rows, width_of(precision))
    values, width = rounded_out(bounds.low, bounds.high, margin)
    bias = objects(plain(Fraction(one)) for one in potential.tolist())
    stats = {"sweeps": sweeps, "width": width}
    return payoff_solution(game, rows.arena, bounds.choice, values, "long-run-average", GainBias(bias), stats)
