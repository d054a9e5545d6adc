"""Plays of games with weights.

With energy a play counts how much there is, with mean payoffs the average so far; where the sum counts, a position
remembers what the rest of the play must be worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.ending import Ending
from graphgames.core.naming import spoken
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Exact, Infinite, in_words, plain
from graphgames.games.weighted.objective import Energy, Weighted
from graphgames.games.weighted.payoff import Discounted, MeanPayoff, TotalPayoff
from graphgames.play.adapter import GameAdapter, Pawn, Tally, arena_adapter


def player(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter."""
    adapter, objective = arena_adapter(solution, start, test, person), solution.problem.objective
    if isinstance(objective, Energy):
        return _charging(adapter, solution, objective)
    if isinstance(objective, MeanPayoff):
        tally = _average(objective, solution.arena)
        return replace(adapter, account=tally.said, tally=tally)
    if not isinstance(objective, Discounted | TotalPayoff):
        return adapter
    game = _Discounting(solution)

    def needs(line: Sequence[Pawn]) -> str:
        return f"from here on {solution.problem.players[0]} needs at least {in_words(line[-1].left)}"

    return replace(
        adapter,
        oracle=game,
        start=Pawn(adapter.start, objective.threshold),
        account=needs,
        ending=lambda v, mover: None if solution.arena.successors_of(v).size else game.judged("the play stops", v, v),
        loop_ending=game.loop_ending,
        place=int,
        begins=lambda v: Pawn(v, objective.threshold),
        threats=None,
    )


def _gain(objective: Weighted, arena: Arena) -> Callable[[int, int], Exact]:
    """Return the function from a move to its weight."""
    return lambda u, w: objective.along(arena, [u, w])[0]


def _average(objective: MeanPayoff, arena: Arena) -> Tally:
    """Return the average weight of a play so far, and what it is compared with in the end."""
    compared = f"; the threshold is {in_words(objective.threshold)}"
    words = ("no average yet", "average of 1 move: {}", "average of {n} moves: {}")
    return Tally(
        _gain(objective, arena), (words[0] + compared, words[1] + compared, words[2] + compared), averaged=True
    )


def _charging(adapter: GameAdapter, solution: ArenaSolution, objective: Energy) -> GameAdapter:
    """Return the adapter of an energy game, whose plays count how much energy there is.

    A play begins with the least that is enough; where none is, with as much as can be stored, or nothing.
    """
    cap = objective.cap

    def begins(v: int) -> Any:
        least = solution._value(v)
        return (cap or 0) if isinstance(least, Infinite) else least

    said = "energy: {}" + ("" if cap is None else f", at most {in_words(cap)} can be stored")
    tally = Tally(_gain(objective, solution.arena), (said,) * 3, begins, cap, short="; more was needed")
    begun = f"The play begins with the energy {in_words(begins(adapter.start))}."
    return replace(adapter, rule=f"{adapter.rule} {begun}", account=tally.said, tally=tally)


@dataclass(frozen=True)
class _Discounting:
    """A solved game with discounts or sums, as an oracle over vertices with what the rest must be worth."""

    solution: ArenaSolution

    def outcome(self, v: Pawn) -> Outcome:
        """Return the outcome for the player to move."""
        return Outcome.of(self._winner(v), self.solution._mover(v))

    def best_moves(self, v: Pawn) -> Sequence[RatedMove]:
        """Return every move, best first; of parallel edges the best one for the player to move."""
        mover = self.solution._mover(v)
        rated = []
        for move in self.solution._best_moves(v):
            weight, discount = self._edge(v, move.move)
            after = Pawn(move.move, _rest(v.left, weight, discount))
            result = Outcome.of(self._winner(after), mover)
            progress = result is not Outcome.WIN or move.move == self.solution.strategy.moves[v]
            rated.append(RatedMove(move.move, after, result, None, progress))
        return sorted(rated, key=lambda move: (-move.result.rank, not move.progress))

    def explain(self, v: Pawn) -> str:
        """Return who wins the rest of the play, why the vertex has its value, and what the rest must be worth."""
        solution, name = self.solution, spoken(self.solution.arena.said(v))
        game = solution.problem
        who = game.objective.answer(name, solution._value(v), self._winner(v), game.players)
        why = solution.certificate.explain(solution.in_vertex_form, v)
        return f"{who[0].upper()}{who[1:]}: {why}. From here on {game.players[0]} needs at least {in_words(v.left)}."

    def judged(self, where: str, v: Pawn, worth: Any) -> Ending:
        """Return who wins a play that is worth so much from a vertex; a vertex stands for its value."""
        worth = self.solution._value(worth) if isinstance(worth, Pawn) else worth
        here = self.solution.arena.said(v)
        return Ending(int(worth < v.left), f"{where}; from {here} on it is worth {in_words(worth)}")

    def loop_ending(self, cycle: Sequence[Pawn]) -> Ending:
        """Return who wins the endless play around a cycle."""
        edges = [self._edge(u, w) for u, w in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
        objective = self.solution.problem.objective
        if isinstance(objective, TotalPayoff):
            return self.judged("the play has come back", cycle[0], objective.around([one for one, _ in edges]))
        total, factor = Fraction(0), Fraction(1)
        for weight, discount in edges:
            total += factor * weight
            factor *= discount
        return self.judged("the play has come back", cycle[0], plain(total / (1 - factor)))

    def _winner(self, v: Pawn) -> int:
        return int(self.solution._value(v) < v.left)

    def _edge(self, u: int, w: int) -> tuple[Any, Any]:
        """Return the weight and the discount of the edge that whoever moves prefers between two vertices."""
        arena, objective = self.solution.arena, self.solution.problem.objective
        assert isinstance(objective, Discounted | TotalPayoff)
        e = objective.taken(arena.between(u, w), self.solution._mover(u), self.solution._value(w))
        weight = objective.vertex_weight[u] if objective.weight is None else objective.weight[e]
        discount: Any = objective.discount
        return plain(weight), plain(discount[e]) if isinstance(discount, np.ndarray) else discount


def _rest(owed: Any, weight: Any, discount: Any) -> Any:
    """Return what must come behind an edge."""
    if isinstance(owed, Infinite):
        return owed
    if not discount:
        return -INFINITY if weight >= owed else INFINITY
    return plain(Fraction(owed - weight) / discount)
