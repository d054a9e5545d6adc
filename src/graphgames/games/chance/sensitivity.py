"""Which probability matters most: exact derivatives of a value by the probabilities of each throw of chance.

The strategies are those of a solution; as long as they remain the best, the value of the game changes as the value of
the Markov chain that they leave. Let the probability of an edge grow, at the cost of the other edges of its vertex in
proportion. Then the value at the start grows by what the edge is worth more than the others, times how often the play
is expected to be at its vertex: the visits solve one system of linear equations for all edges at once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError
from graphgames.core.solution import ArenaSolution
from graphgames.core.tabular import data_frame
from graphgames.core.value import Bracket, Exact, Infinite, in_words, plain, written
from graphgames.games.chance.numbers.equations import MOST, expectations
from graphgames.games.chance.objective import BoundedReachProbability, Probability
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.weighted.payoff import Discounted

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Influence:
    """How one probability changes the value.

    Attributes
    ----------
    vertex, to : label
        Where chance moves, and the edge of it.
    probability : Fraction
        Of that edge.
    visits : int or Fraction
        How often the play is expected to be at the vertex, each visit discounted as the payoff is; of an action of a
        model how often it is expected to be taken, each time discounted as its reward is.
    slope : int or Fraction
        The derivative of the value at the start; those of the other edges of the vertex shrink in proportion.
    """

    vertex: Any
    to: Any
    probability: Fraction
    visits: Exact
    slope: Exact


@dataclass(frozen=True)
class Sensitivity(Drawable):
    """How much each probability matters for the value at a start, the largest slopes first.

    Attributes
    ----------
    start : label
        Where the play begins.
    value : int or Fraction
        The value there.
    value_name : str
        What it is called.
    rows : tuple of Influence
        One for each edge of chance that has a probability below 1, at vertices that the play can visit.
    discounted : bool
        Whether a later visit counts less.

    Examples
    --------
    >>> from graphgames import Arena, Game, ReachProbability, sensitivity, solve
    >>> arena = Arena.from_edges([("roll", "win"), ("roll", "again"), ("roll", "lose"), ("again", "roll")],
    ...                          owner={"roll": "chance", "win": 0, "again": 0, "lose": 0},
    ...                          probability=["1/2", "1/3", "1/6", None])
    >>> found = sensitivity(solve(Game(arena, ReachProbability(["win"]))), "roll")
    >>> print(found)
    probability 3/4 from roll
      roll -> lose: probability 1/6, 3/2 visits, slope -27/20
      roll -> win: probability 1/2, 3/2 visits, slope 3/4
      roll -> again: probability 1/3, 3/2 visits, slope 0
    """

    start: Hashable
    value: Exact | Infinite
    value_name: str
    rows: tuple[Influence, ...]
    discounted: bool = False

    def __str__(self) -> str:
        head = f"{self.value_name} {in_words(self.value)} from {self.start}"
        lines = [
            f"  {one.vertex} -> {one.to}: probability {in_words(one.probability)}, {in_words(one.visits)} "
            f"{'discounted ' * self.discounted}{'visit' if one.visits == 1 else 'visits'}, slope {in_words(one.slope)}"
            for one in self.rows
        ]
        return "\n".join([head, *lines])

    def columns(self) -> dict[str, list[Any]]:
        """Return the rows as columns by name."""
        return {one.name: [getattr(row, one.name) for row in self.rows] for one in fields(Influence)}

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each probability: where, of which edge, its visits and its slope, all exact."""
        return data_frame(self.columns())

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain Python; fractions as text."""
        rows = [
            {"vertex": str(one.vertex), "to": str(one.to)}
            | {name: written(getattr(one, name)) for name in ("probability", "visits", "slope")}
            for one in self.rows
        ]
        return {"start": str(self.start), "value": written(self.value), "edges": rows}


def sensitivity(solution: ArenaSolution, start: object = None) -> Sensitivity:
    """Return how much each probability matters for the value at a start.

    Parameters
    ----------
    solution : ArenaSolution
        Of a game of chance with exact values: probabilities, expected rewards, or discounted payoffs.
    start : label, optional
        Where the play begins; by default the start of the game.

    Returns
    -------
    Sensitivity
        Prints as a table and draws as a plot.

    Raises
    ------
    GameError
        If there is no start, no chance, the values are none of these or not exact, or the reward of an action of a
        model depends on the next state and a property asks, so that only what is expected of it is known.

    Examples
    --------
    >>> from graphgames import Arena, Game, ReachProbability, solve
    >>> arena = Arena.from_edges([("roll", "win"), ("roll", "again"), ("roll", "lose"), ("again", "roll")],
    ...     owner={"roll": 2, "win": 0, "again": 0, "lose": 0}, probability=["1/2", "1/3", "1/6", None])
    >>> print(sensitivity(solve(Game(arena, ReachProbability(["win"]))), "roll"))
    probability 3/4 from roll
      roll -> lose: probability 1/6, 3/2 visits, slope -27/20
      roll -> win: probability 1/2, 3/2 visits, slope 3/4
      roll -> again: probability 1/3, 3/2 visits, slope 0
    """
    game = getattr(solution, "problem", None)
    objective = getattr(game, "objective", None)
    if game is None or not isinstance(objective, Probability | ExpectedReward | Discounted):
        raise GameError(
            "sensitivity needs the solution of a game of probabilities, expected rewards or discounts, as in "
            "sensitivity(solve(model, Discounted(0.9)))"
        )
    if isinstance(objective, BoundedReachProbability) or getattr(objective, "unreached", "") == "zero":
        raise GameError("what a player should do here depends on the play so far, so that sensitivity has no meaning")
    if getattr(game, "averaged", False):
        raise GameError(
            "the reward of an action depends on the next state, and only its mean is known here, so that "
            "slopes would be wrong; give such rewards to the actions of states in between"
        )
    if start is None and game.start is None:
        raise GameError("the game has no start, so say where plays begin: start=..., or --start V")
    arena = game.arena
    at = int(game.start) if start is None else arena.vertex(start)
    chain = _Chain(solution)
    visits, rows = chain.visits(at), list[Influence]()
    sign = -1 if getattr(game, "costs", False) else 1  # the chain counts what is lost
    decisions = np.flatnonzero((arena.successors >= getattr(game, "states", arena.n)) & (chain.factor != 0))
    # what is discounted is the decision, not the move of chance behind it
    entry = dict(zip(arena.successors[decisions].tolist(), chain.factor[decisions], strict=True))
    for e in np.flatnonzero(chain.open[arena.tails] & np.isin(arena.tails, arena.chance_vertices)).tolist():
        v, w = arena.tail(e), int(arena.successors[e])
        likely = arena.probability_of(e)
        if visits[v] and likely is not None and likely < 1:
            slope = plain(sign * visits[v] * (chain.edge_value[e] - chain.value[v]) / (1 - likely))
            rows.append(Influence(arena.label(v), arena.label(w), likely, plain(visits[v] / entry.get(v, 1)), slope))
    rows.sort(key=lambda one: -abs(Fraction(one.slope)))
    return Sensitivity(
        arena.label(at), solution.numbered.value(at), objective.value_name, tuple(rows), bool((chain.factor < 1).any())
    )


class _Chain:
    """The Markov chain of a solution: exact values, the value of each edge, and where the play is still open."""

    def __init__(self, solution: ArenaSolution):
        arena, objective = solution.arena, solution.problem.objective
        if arena.probability is None:
            raise GameError("chance never moves in this game")
        value = [] if solution.vertex_values is None else list(solution.vertex_values)
        if any(isinstance(one, Bracket) for one in value):
            raise GameError("the values are brackets; sensitivity needs exact ones, as of strategy-improvement")
        finite = np.array([not isinstance(one, Infinite) for one in value], np.bool_)
        number = np.array([one if known else 0 for one, known in zip(value, finite, strict=True)], object)
        gain, self.factor = np.zeros(arena.m, object), np.ones(arena.m, object)
        self.open = finite & np.asarray(number != 0, np.bool_)
        if isinstance(objective, Discounted):
            inner, weight = objective.payoffs(arena)
            own = ~np.isin(inner.tails, arena.dead_ends)
            gain, self.factor = weight.astype(object)[own], objective.discounts(arena)[own]
            self.open = arena.out_degree > 0
        elif isinstance(objective, ExpectedReward):
            gain = objective.rewards(arena).astype(object)
            self.open &= ~objective.over
        else:
            self.open &= np.asarray(number != 1, np.bool_)
        edge_values = (gain + self.factor * number[arena.successors]).tolist()
        self.solution, self.value, self.edge_value = solution, number.tolist(), [*map(Fraction, edge_values)]

    def visits(self, start: int) -> NDArray[np.object_]:
        """Return how often each vertex is expected to be visited from a start."""
        arena, moves = self.solution.arena, self.solution.strategy.moves
        tails, heads = arena.tails, arena.successors
        best = np.isin(tails, arena.chance_vertices) | (heads == moves[tails])
        parallel = {}
        for e in np.flatnonzero(best & self.open[tails]).tolist():  # of parallel edges a player takes the best
            v, w = int(tails[e]), int(heads[e])
            if arena.probability_of(e) is not None:
                parallel[v, w, e] = e
            elif self.edge_value[e] == self.value[v]:
                parallel.setdefault((v, w, -1), e)
        edges = [e for e in parallel.values() if self.open[heads[e]]]
        factor = [(arena.probability_of(e) or 1) * self.factor[e] for e in edges]
        # turned round: visits come from where the play was before
        ends = np.append(heads[edges], start), np.append(tails[edges], start)
        return expectations(arena.n, *ends, [*factor, 0], [*[0] * len(edges), 1], MOST)
