"""Plays of games with weights.

With energy a play counts how much there is, with mean payoffs the average so far; where the sum counts, a position
remembers what the rest of the play must be worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from graphgames.core.arena import Arena
from graphgames.core.ending import Ending
from graphgames.core.memory import Remembered
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Exact, Infinite, in_words, plain
from graphgames.games.weighted.objective import Energy, Weighted
from graphgames.games.weighted.payoff import Discounted, MeanPayoff, TotalPayoff
from graphgames.play.adapter import GameAdapter, Tally, arena_adapter
from graphgames.play.recalling import Recalling

_LOOPS = 10_000
"""What the plays around so many loops are worth is kept."""


def player(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter."""
    adapter, objective = arena_adapter(solution, start, test, person), solution.problem.objective
    if isinstance(objective, Energy):
        return _charging(adapter, solution, objective)
    if isinstance(objective, MeanPayoff):
        tally = _average(objective, solution.arena)
        return replace(adapter, account=tally.in_words_after, tally=tally)
    if not isinstance(objective, Discounted | TotalPayoff):
        return adapter
    return _Owing(solution, adapter).adapter()


def _gain(objective: Weighted, arena: Arena) -> Callable[[int, int], Exact]:
    """Return the function from a move to its weight."""
    return lambda u, w: objective.along(arena, [u, w])[0]


def _average(objective: MeanPayoff, arena: Arena) -> Tally:
    """Return the average weight of a play so far, and what it is compared with in the end."""
    compared = f"; the threshold is {in_words(objective.threshold)}"
    words = ("no average yet", "average of 1 move: {}", "average of {n} moves: {}")
    return Tally(
        _gain(objective, arena),
        (words[0] + compared, words[1] + compared, words[2] + compared),
        averaged=True,
        enough=objective.threshold,
        passed=(objective.turn,) * 4,
    )


def _charging(adapter: GameAdapter, solution: ArenaSolution, objective: Energy) -> GameAdapter:
    """Return the adapter of an energy game, whose plays count how much energy there is.

    A play begins with the least that is enough; where none is, with as much as can be stored, or nothing.
    """
    cap = objective.cap

    def begins(v: int) -> Any:
        least = solution._value(v)
        return (cap or 0) if isinstance(least, Infinite) else least

    shown = "energy: {}" + ("" if cap is None else f", at most {in_words(cap)} can be stored")
    gain, short = _gain(objective, solution.arena), "; more was needed"
    tally = Tally(gain, (shown,) * 3, begins, cap, short=short, passed=objective.turns)
    begun = f"The play begins with the energy {in_words(begins(adapter.start))}."
    return replace(adapter, rule=f"{adapter.rule} {begun}", account=tally.in_words_after, tally=tally)


class _Owing(Recalling):
    """A solved game with discounts or sums: who wins depends on what the rest of the play must be worth."""

    accounts = True

    def __init__(self, solution: ArenaSolution, base: GameAdapter):
        super().__init__(solution, base)
        self._terms, self._taken, self._places = cache(self._terms_of), cache(self._taken_between), cache(super().ways)
        self._loop_values = lru_cache(_LOOPS)(self._loop_value)
        self._stops = bool((solution.arena.indptr[1:] == solution.arena.indptr[:-1]).any())

    def account(self, at: Remembered) -> str:
        return f"from here on {self.solution.problem.players[0]} needs at least {in_words(at.memory)}"

    def begin(self, v: int) -> Any:
        """Return the threshold."""
        return self.objective.threshold

    def after(self, memory: Any, edge: int) -> Any:
        """Return what must come behind an edge; None where that is left out."""
        return None if memory is None else _rest(memory, *self._terms(edge))

    def winner(self, at: Remembered) -> int:
        """Return player 0 if the rest is worth as much as is needed."""
        return int(self.solution._value(at.vertex) < at.memory)

    def ways(self, at: Remembered, by_strategy: bool) -> Iterable[Remembered]:
        """Return where the strategy moves, or where all moves lead, which are not valued.

        What must come is left out where no play stops, since only there it decides.
        """
        return super().ways(at, by_strategy) if self._stops else self._places(Remembered(at.vertex, None), by_strategy)

    def explain(self, at: Remembered) -> str:
        """Return who wins the rest of the play, why the vertex has its value, and what the rest must be worth."""
        solution, v = self.solution, at.vertex
        why, account = solution.certificate.explain(solution.in_vertex_form, v), self.account(at)
        return f"{self.answer(at, solution._value(v), self.winner(at))}: {why}. {account[0].upper()}{account[1:]}."

    def ending(self, at: Remembered, mover: int) -> Ending | None:
        if self.solution.arena.successors_of(at.vertex).size:
            return None
        value: Any = self.solution._value(at.vertex)
        return self._judged("the play stops", at, value, in_words(value))

    def loop_ending(self, loop: Sequence[Remembered]) -> Ending:
        return self._judged("the play has come back", loop[0], *self._loop_values(tuple(at.vertex for at in loop)))

    def _loop_value(self, loop: tuple[int, ...]) -> tuple[Any, str]:
        """Return what the endless play around a loop of vertices is worth, and that in words."""
        terms = [self._terms(self._taken(u, w)) for u, w in zip(loop, [*loop[1:], loop[0]], strict=True)]
        value = self.objective.around(terms)
        return value, in_words(value)

    def _taken_between(self, u: int, w: int) -> int:
        """Return the edge that is taken from one vertex to another: of parallel ones the mover's best."""
        taken: int = self.objective.taken(
            self.solution.arena.between(u, w), self.solution._mover(u), self.solution._value(w)
        )
        return taken

    def _terms_of(self, edge: int) -> tuple[Any, Any]:
        """Return the weight and the discount of an edge."""
        term: tuple[Any, Any] = self.objective.term(int(self.solution.arena.tails[edge]), edge)
        return term

    def _judged(self, where: str, at: Remembered, value: Any, words: str) -> Ending:
        """Return who wins a play that is worth so much from a position on."""
        here = self.solution.arena.display_name(at.vertex)
        return Ending(int(value < at.memory), f"{where}; from {here} on it is worth {words}")


def _rest(owed: Any, weight: Any, discount: Any) -> Any:
    """Return what must come behind an edge."""
    if isinstance(owed, Infinite):
        return owed
    if not discount:
        return -INFINITY if weight >= owed else INFINITY
    over = owed.denominator * weight.denominator  # one Fraction for both steps, which takes one greatest common divisor
    left = owed.numerator * weight.denominator - weight.numerator * owed.denominator
    return plain(Fraction(left * discount.denominator, over * discount.numerator))
