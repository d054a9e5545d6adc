"""A play of a game of chance; where that counts, a position remembers the moves left, or what was collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from graphgames.core.ending import Ending
from graphgames.core.memory import Remembered
from graphgames.core.oracle import DRAW, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Infinite, in_words, plain
from graphgames.games.chance.certificate import StepValues
from graphgames.games.chance.objective import BoundedReachProbability
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.weighted import play as weighted
from graphgames.games.weighted.payoff import MeanPayoff
from graphgames.play.adapter import GameAdapter, arena_adapter
from graphgames.play.recalling import Recalling


def player(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter."""
    objective = solution.problem.objective
    if isinstance(objective, MeanPayoff):
        return weighted.player(solution, start, test, person)
    adapter = arena_adapter(solution, start, test, person)
    if isinstance(objective, ExpectedReward):
        return _Collecting(solution, adapter).adapter()
    if not isinstance(objective, BoundedReachProbability):
        return adapter
    return _WithinSteps(solution, adapter).adapter()


class _Collecting(Recalling):
    """A solved game for an expected reward with what was collected: nobody wins, and a play ends by what it is worth.

    Where a play counts for nothing without the target, the values are of its start, and say nothing of its rest.
    """

    accounts = True

    def __init__(self, solution: ArenaSolution, base: GameAdapter):
        super().__init__(solution, base)
        self.certain = self.objective.unreached != "zero"
        self.collected = f"collected{' in expectation' * getattr(solution.problem, 'averaged', False)}"
        self._tails = solution.arena.tails
        self._throws = lru_cache(1)(lambda at: Counter(to.vertex for to in self.odds(at)))

    def account(self, at: Remembered) -> str:
        return f"{self.collected}: {in_words(at.memory)}"

    def begin(self, v: int) -> int:
        """Return that nothing is collected."""
        return 0

    def after(self, memory: Any, edge: int) -> Any:
        """Return what was collected, with the reward of an edge."""
        return plain(memory + self.objective.reward_of(int(self._tails[edge]), edge))

    def winner(self, at: Remembered) -> int:
        """Return that nobody wins."""
        return DRAW

    def value(self, at: Remembered) -> Any:
        """Return what is expected in all: what was collected, and what is expected from here."""
        value = self.solution._value(at.vertex)
        if isinstance(value, Bracket):
            return Bracket(_in_all(at, value.low), _in_all(at, value.high))
        return _in_all(at, value)

    def value_in_words(self, at: Remembered) -> str:
        return f"{super().value_in_words(at)} in all" if self.certain else f"{in_words(at.memory)} collected"

    def name(self, at: Remembered, move: RatedMove) -> str:
        """Return the name of a move; of several throws that lead to one vertex with the reward."""
        v = move.position.vertex
        if self._throws(at)[v] < 2:
            return super().name(at, move)
        reward = in_words(plain(move.position.memory - at.memory))
        return f"{self.solution.arena.display_name(v)} ({self.odds(at)[move.position]}, reward {reward})"

    def ending(self, at: Remembered, mover: int) -> Ending | None:
        return self._over(super().ending(at, mover), at)

    def loop_ending(self, loop: Sequence[Remembered]) -> Ending | None:
        return self._over(super().loop_ending(loop), loop[0])

    def _over(self, ending: Ending | None, at: Remembered) -> Ending | None:
        if ending is None:
            return None
        missed = not self.certain and not self.objective.mask[at.vertex]
        collected = f"{in_words(at.memory)} was {self.collected}" if at.memory else ""
        result = "it is worth infinitely much" if ending.winner == 0 else collected
        result = "so that nothing counts" if missed else result
        return Ending(None, "; ".join(filter(None, (ending.reason, result))), won=False)

    def explain(self, at: Remembered) -> str:
        """Return what is expected from here and why, and what was collected."""
        collected = f" Collected so far: {in_words(at.memory)}." if at.memory else ""
        return self.solution._explain(at.vertex) + collected

    def adapter(self) -> GameAdapter:
        """Return the adapter."""
        value = self.value if self.certain else None
        return replace(super().adapter(), value=value, value_in_words=self.value_in_words)


def _in_all(at: Remembered, value: Any) -> Any:
    return value if isinstance(value, Infinite) else plain(at.memory + value)


class _WithinSteps(Recalling):
    """A solved game that is won in time or not, with the moves that are left."""

    loops = False

    def winner(self, at: Remembered) -> int:
        value = self.value(at)
        return 0 if value == 1 else 1 if value == 0 else DRAW

    def value(self, at: Remembered) -> Any:
        """Return the probability that the target is reached in time."""
        return cast("StepValues", self.solution.certificate).values[at.memory][at.vertex]

    def memory_in_words(self, at: Remembered) -> str:
        return f"moves left: {at.memory}"

    def edges(self, at: Remembered) -> Sequence[int]:
        """Return the edges of the moves; none where no move is left."""
        return super().edges(at) if at.memory else ()

    def best_moves(self, at: Remembered) -> Sequence[RatedMove]:
        """Return every move, best first by what it leads to, and of the best ones the strategy's."""
        wanted, mover = self.moment(at.memory).strategy.first(at.vertex), self.solution._mover(at.vertex)
        moves = sorted(super().best_moves(at), key=lambda move: move.position.vertex != wanted)
        return sorted(moves, key=lambda move: self.value(move.position), reverse=mover == 0)

    def ending(self, at: Remembered, mover: int) -> Ending | None:
        """Return how a play ends that comes to the target, or has no move left."""
        return super().ending(at, mover) or (None if at.memory else Ending(1, "no move is left"))

    def explain(self, at: Remembered) -> str:
        """Return how likely the target is reached in time, and the best move."""
        now = self.moment(at.memory)
        late = not at.memory and self.base.ending(at.vertex, self.solution._mover(at.vertex)) is None
        why = "no move is left" if late else now.certificate.explain(now, at.vertex)
        return f"{self.answer(at, self.value(at), 0)}: {why}; {self.memory_in_words(at)}."
