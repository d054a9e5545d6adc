"""Simulation: many plays at once, with strategies, policies and chance, and the mean of their values.

All plays take their next step together, in NumPy. A play is worth what the objective says of it: 1 or 0 where a
probability is the value, what was collected, or the average of a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.memory import product
from graphgames.core.rules import LIMIT
from graphgames.core.solution import ArenaSolution
from graphgames.core.solution_base import Solution
from graphgames.core.unknown_attributes import Suggesting
from graphgames.core.value import Value, in_words, plain, to_json
from graphgames.engines import dispatch
from graphgames.policies.given import OPTIMAL, is_called, policy_of, shares
from graphgames.policies.marks import Evaluation, evaluate
from graphgames.policies.memories import remembers, together
from graphgames.policies.play_payoff import Payoff, lasting, likely_edges, payoff_on
from graphgames.policies.valued_game import Board, beginning, board_of, of_edges

if TYPE_CHECKING:
    from graphgames.draw.picture import Picture

_BINS = 12
_PLAYS = 10_000_000
_LEAST = 1e-12  # what is discounted below that no longer counts


@dataclass(frozen=True, eq=False)
class Simulation(Suggesting):
    """What many plays were worth, beside the exact value.

    Attributes
    ----------
    payoffs : ndarray of float64, shape (plays,)
        What each play was worth.
    exact : int, Fraction or Bracket
        The value of the start between perfect players, as the solution has it; `graphgames.verify` proves a solution.
    cut : int
        How many plays were cut off after the most steps; a play for a probability counts as safe then, or as having
        missed its target.
    steps : float
        How many steps a play took on average; in a model these are decisions and moves of chance.
    perfect : bool
        Whether the opponent was perfect, so that the mean should come near the exact value.
    averaged : bool
        Whether the reward of an action depends on the next state, of which what is expected was counted, since a
        property asks or a player remembers: the mean is the same then, while single plays vary less or more than
        real ones.

    Examples
    --------
    A gambler has 1 coin, needs 4, and bets all each time; a bet is won with probability 2/5.

    >>> import graphgames as gg
    >>> rows = [(1, "bet", 2, "2/5"), (1, "bet", 0, "3/5"), (2, "bet", 4, "2/5"), (2, "bet", 0, "3/5"),
    ...         (0, "stop", 0, 1), (4, "stop", 4, 1)]
    >>> solution = gg.solve(gg.Model.from_table(rows), gg.ReachProbability(target=[4]))
    >>> found = gg.simulate(solution, plays=1000)
    >>> low, high = found.interval
    >>> found.exact, found.plays, low < found.exact < high
    (Fraction(4, 25), 1000, True)
    """

    payoffs: NDArray[np.float64]
    exact: Value
    cut: int
    steps: float
    perfect: bool
    averaged: bool = False

    @property
    def plays(self) -> int:
        """How many plays there were."""
        return self.payoffs.size

    @property
    def mean(self) -> float:
        """What a play was worth on average."""
        return float(self.payoffs.mean())

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(self.payoffs.std(ddof=1) / sqrt(self.plays)) if self.plays > 1 else float("inf")

    @property
    def interval(self) -> tuple[float, float]:
        """The interval around the mean that holds the expected worth with a confidence of 95 %, by Student's t.

        Of few plays whose worth is far from normally distributed, such as 1 or 0, it holds in fewer cases.
        """
        from scipy.special import stdtrit  # slow to import

        half = float(stdtrit(max(self.plays - 1, 1), 0.975)) * self.error
        return self.mean - half, self.mean + half

    @property
    def histogram(self) -> list[tuple[float, float, int]]:
        """How many plays were worth how much: from, to, and how many."""
        values, counts = np.unique(self.payoffs, return_counts=True)
        if values.size <= _BINS:
            return [(float(one), float(one), int(count)) for one, count in zip(values, counts, strict=True)]
        counts, edges = np.histogram(self.payoffs, _BINS)
        return [(float(a), float(b), int(c)) for a, b, c in zip(edges, edges[1:], counts, strict=False)]

    @property
    def _bars(self) -> list[tuple[str, int]]:
        """The histogram in words: from where to where, and how many."""
        return [(f"{a:.6g}" if a == b else f"{a:.4g} to {b:.4g}", count) for a, b, count in self.histogram]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain Python."""
        return {
            "plays": self.plays,
            "mean": self.mean,
            "error": self.error,
            "interval": list(self.interval),
            "exact": to_json(self.exact),
            "perfect_opponent": self.perfect,
            "steps": self.steps,
            "cut": self.cut,
            "histogram": [list(one) for one in self.histogram],
        }

    def draw(self) -> Picture:
        """Return the histogram as a picture."""
        from graphgames.draw.plots import lengths

        rows = [(bounds, float(many), f"{many:,} of {self.plays:,} plays") for bounds, many in self._bars]
        return lengths(rows, f"{self.plays:,} plays: mean {self.mean:.6g}, exact {in_words(self.exact)}")

    def __str__(self) -> str:
        """Return the mean with its confidence beside the exact value, and the histogram."""
        low, high = self.interval
        sure = f", with 95 % confidence from {low:.6g} to {high:.6g}" * isfinite(low)
        sure = sure if self.error else ", the same in each play"
        exact, decimal = in_words(self.exact), f"{float(self.exact):.6g}"
        lines = [
            f"{counted(self.plays, 'play')}: mean {self.mean:.6g}{sure}; "
            f"exact {exact}{'' if decimal in exact else f' ({decimal})'}"
            f"{'' if self.perfect else ' with a perfect opponent'}"
        ]
        most = max((count for _, count in self._bars), default=1)
        for bounds, count in self._bars:
            lines.append(f"  {bounds:>20}  {count:>8}  {'#' * round(30 * count / most)}")
        if self.cut:
            lines.append(f"  {self.cut:,} plays were cut off, so the mean may differ from the exact value; see steps")
        if self.averaged:
            lines.append("  rewards depend on the next state: counted is what an action earns on average")
        return "\n".join(lines)


def simulate(
    solution: Solution[Any] | Evaluation,
    plays: int = 1000,
    seed: int | None = 0,
    opponent: object = OPTIMAL,
    *,
    start: object = None,
    steps: int = 10_000,
    draw: object = 1,
    policy: object = None,
) -> Simulation:
    """Play a solution or a policy many times, and return what the plays were worth.

    Parameters
    ----------
    solution : Solution
        The solution of a game on an arena, of a model or of rules, or a table on disk. Player 0 follows it; where it
        says nothing, since no move matters, every move is as likely. Of rules player 0 is who begins. What `evaluate`
        returns is played, too: its policy, against the best reply.
    plays : int
        How many plays.
    seed : int, optional
        Makes the plays the same every time; with None they differ.
    opponent : str or policy
        What player 1 does: ``"optimal"``, what the solution says; ``"uniform"``; or a policy as for `evaluate`.
    start : position, optional
        Where plays begin, by default where the game says.
    steps : int
        After so many steps a play is cut off.
    draw : number
        In a game by rules what a draw is worth, from 0 to 1, as for `evaluate`.
    policy : policy, optional
        What is played in place of the solution, as for `evaluate`, whose value is the exact one then.

    Returns
    -------
    Simulation
        With ``mean``, ``interval``, ``exact`` and ``histogram``.

    Raises
    ------
    GameError
        If plays of such a game have no worth that is known after finitely many steps, and are not those of a Büchi,
        co-Büchi or parity game; or an argument does not fit.

    Examples
    --------
    >>> import graphgames as gg
    >>> rows = [("shore", "wait", "shore", 1), ("shore", "cross", "ice", "9/10"), ("shore", "cross", "water", "1/10"),
    ...         ("ice", "hurry", "far", "4/5"), ("ice", "hurry", "water", "1/5"), ("ice", "creep", "far", "19/20"),
    ...         ("ice", "creep", "water", "1/20"), ("far", "rest", "far", 1), ("water", "swim", "water", 1)]
    >>> model = gg.Model.from_table(rows)
    >>> solution = gg.solve(model, gg.ReachProbability(target=["far"]))
    >>> solution.action("ice")
    'creep'
    >>> print(simulate(solution, plays=1000, seed=1, steps=100))
    1,000 plays: mean ..., with 95 % confidence from ... to ...; exact 171/200 (0.855)
    ...
    """
    second: Any = plays
    if policy is None and isinstance(second, Mapping):  # simulate(solution, policy, plays)
        policy, plays, seed = second, seed or 1000, 0
    plays, steps = integer(plays, "the number of plays", 1), integer(steps, "the number of steps", 1)
    if plays > _PLAYS:
        raise GameError(f"{plays} plays are too many; at most {_PLAYS:,} are played at a time")
    if seed is not None:
        seed = integer(seed, "the seed")
    played: Any = solution
    mark = evaluate(solution, policy, start=start, draw=draw) if policy is not None else solution
    if isinstance(mark, Evaluation):
        played, start = mark.solution, mark.board.game.arena.label(mark.board.start)
    if not hasattr(played, "best_moves"):
        raise GameError(
            f"{shown(played)} is not a solution; expected what solve or evaluate returns, or a table, as in "
            "simulate(solve(model, Discounted('9/10')), policy=policy)"
        )
    opponent = policy_of(opponent, played)
    chain, board, exact = _chain(played, opponent, start, draw)
    if isinstance(mark, Evaluation):
        board, exact = mark.board, mark.value
    rng = np.random.default_rng(seed)
    payoffs, cut, taken = chain.run(rng, plays, steps)
    if board.losses:
        payoffs = -payoffs
    averaged = getattr(played.problem, "averaged", False)
    return Simulation(payoffs, exact, cut, taken / plays, is_called(opponent, OPTIMAL), averaged)


def _chain(solution: Any, opponent: Any, start: Any, draw: Any) -> tuple[_Chain, Board, Any]:
    """Return what is left to chance when both players do what they do."""
    if not isinstance(solution, ArenaSolution):
        return _by_policies(board_of(solution, 0, start, draw, LIMIT, solution), solution, opponent)
    game = solution.problem
    own = game.remembers
    by_rules = game.objective.last_move
    if by_rules or (not own and (remembers(opponent) or game.objective.by_priority)):
        return _by_policies(board_of(game, 0, start, draw, LIMIT, None), solution, opponent)
    begin = beginning(game, start)
    by_value = game.objective.value_types  # else its values count moves, and a play is worth 1 or 0
    exact = solution._value(begin) if by_value else 1 - int(solution.winner[begin])
    if not own:
        board = board_of(game, 0, game.arena.label(begin), 1, game.arena.n + 1)
        arena, objective, moves, at = board.game.arena, board.game.objective, solution.strategy.opening, begin
    else:
        made = product(game.arena, solution.strategy.automaton, [begin])
        arena, moves, at = made.arena, made.lifted(solution.strategy.moves), int(made.start[0])
        objective = of_edges(game.objective, game.arena, made.edge, made.vertex)
        board = Board(game, begin, 0, lambda e: e, losses=bool(getattr(game, "costs", False)))
    likely = likely_edges(arena, objective, moves, None if own else solution.vertex_values)
    if not is_called(opponent, OPTIMAL) and arena.owner is not None:
        theirs = arena.owner == 1
        share = shares(arena, theirs, opponent, board.name)
        likely = np.where(theirs[arena.tails], share, likely)
    return _Chain(arena, objective, likely, at), board, plain(exact)


def _by_policies(board: Board, policy: Any, opponent: Any) -> tuple[_Chain, Board, Any]:
    """Return the same where each player is asked at each position what to do."""
    best = dispatch.solve(board.game)
    exact = plain(best.vertex_values[board.start])
    exact = -exact if board.losses else exact
    if board.game.objective.by_priority:  # who wins almost surely need not be as likely as possible elsewhere
        policy = best
    theirs = best if is_called(opponent, OPTIMAL) else opponent
    if remembers(policy) or remembers(theirs):
        board, (policy, theirs) = together(board, [policy, theirs])
    arena, over = board.game.arena, board.game.objective.over
    likely, going_on = np.zeros(arena.m), np.ones(arena.n, np.bool_) if over is None else ~over
    for player, each in enumerate((policy, theirs)):
        likely += shares(arena, (arena.owner == player) & going_on, each, board.name)
    if arena.probability is not None:
        likely += arena.probability
    return _Chain(arena, board.game.objective, likely, board.start), board, exact


@dataclass(frozen=True)
class _Chain:
    """A Markov chain over the edges of an arena, with what its plays are worth."""

    arena: Arena
    objective: Any
    likely: NDArray[np.float64]
    start: int

    def payoff(self) -> Payoff:
        """Return what plays are worth: where the chain stays for ever they are decided, by the largest priority."""
        if not self.objective.by_priority:
            return payoff_on(self.arena, self.objective)
        arena = self.arena
        component, final = lasting(arena, self.likely > 0)
        top = np.zeros(final.size, np.int64)
        np.maximum.at(top, component, self.objective.priorities(arena))
        over, good = final[component], (top % 2 == 0)[component]
        return Payoff(over, over & good, np.zeros(arena.m), np.ones(arena.m))

    def run(self, rng: np.random.Generator, plays: int, steps: int) -> tuple[NDArray[np.float64], int, int]:
        """Return the value of each play, how many were cut off, and how many steps all took."""
        arena, objective = self.arena, self.objective
        running, most = np.append(0.0, np.cumsum(self.likely)), getattr(objective, "steps", None)
        over, good, gain, factor = self.payoff()
        steps = steps if most is None else min(steps, int(most))
        at, payoffs = np.full(plays, self.start), np.zeros(plays)
        share, active, taken = np.ones(plays), np.arange(plays), 0
        for _ in range(steps):
            here = at[active]
            active = active[~over[here]]
            if not active.size:
                break
            here = at[active]
            low, high = running[arena.indptr[here]], running[arena.indptr[here + 1]]
            edge = np.searchsorted(running, low + rng.random(active.size) * (high - low), "right") - 1
            edge = np.clip(edge, arena.indptr[here], arena.indptr[here + 1] - 1)
            payoffs[active] += share[active] * gain[edge]
            share[active] *= factor[edge]
            at[active] = arena.successors[edge]
            taken += active.size
            active = active[share[active] > _LEAST]
        left = int((~over[at[active]]).sum()) if active.size else 0
        if objective.counted == "mean":
            return payoffs / max(steps, 1), left, taken
        if most is not None:
            left = 0
        return (good[at].astype(np.float64) if good is not None else payoffs), left, taken
