"""A play of a game of chance; where that counts, a position remembers the moves left, or what was collected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, cast

from graphgames.core.ending import Ending
from graphgames.core.naming import spoken
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import Bracket, Infinite, in_words, plain
from graphgames.games.chance.certificate import StepValues
from graphgames.games.chance.objective import BoundedReachProbability
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.play.adapter import GameAdapter, Pawn, arena_adapter


def player(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter."""
    adapter, objective = arena_adapter(solution, start, test, person), solution.problem.objective
    if isinstance(objective, ExpectedReward):
        return _collecting(adapter, solution, objective)
    if not isinstance(objective, BoundedReachProbability):
        return adapter
    game = _InTime(solution)

    def ending(v: Pawn, mover: int) -> Ending | None:
        late = None if v.left else Ending(1, "no move is left")
        return objective.ending(solution.arena, v, mover) or late

    return replace(
        adapter,
        oracle=game,
        start=Pawn(adapter.start, objective.steps),
        render=lambda v: f"{adapter.render(v)}; moves left: {v.left}",
        board=lambda v: f"{adapter.drawn(v)}\nmoves left: {v.left}",
        ending=ending,
        loop_ending=None,
        loop_rule="",
        threats=None,
        value=game.value if adapter.value else None,
        worth=(lambda v: objective.worth(game.value(v))) if adapter.worth else None,
    )


def _collecting(adapter: GameAdapter, solution: ArenaSolution, objective: ExpectedReward) -> GameAdapter:
    """Return the adapter of a game for an expected reward, in which nobody wins: a play ends by what it collected."""
    game, around = _Collecting(solution, objective), adapter.loop_ending
    certain = objective.unreached != "zero"  # where it is nothing without the target, the values are of a play's start

    def over(ending: Ending | None, v: Pawn) -> Ending | None:
        if ending is None:
            return None
        missed = objective.unreached == "zero" and not objective.mask[v]
        collected = f"{in_words(v.left)} was collected" if v.left else ""
        worth = "it is worth infinitely much" if ending.winner == 0 else collected
        worth = "so that nothing counts" if missed else worth
        return Ending(None, "; ".join(filter(None, (ending.reason, worth))), won=False)

    def name(v: Pawn, move: RatedMove) -> str:
        throws = game.odds(v)
        if sum(to == int(move.move) for to in throws) < 2:
            return adapter.name(v, move)
        return f"{solution.arena.said(move.move)} ({throws[move.move]}, reward {in_words(move.move.left)})"

    return replace(
        adapter,
        oracle=game,
        start=Pawn(adapter.start, 0),
        name=name,
        odds=game.odds if adapter.odds else None,
        account=lambda line: f"collected: {in_words(line[-1].left)}",
        ending=lambda v, mover: over(objective.ending(solution.arena, v, mover), v),
        loop_ending=None if around is None else lambda loop: over(around([int(v) for v in loop]), loop[0]),
        place=int,
        begins=lambda v: Pawn(v, 0),
        threats=None,
        value=game.value if certain else None,
        worth=lambda v: f"{objective.worth(game.value(v))} in all" if certain else f"{in_words(v.left)} collected",
    )


@dataclass(frozen=True)
class _Collecting:
    """A solved game for an expected reward, as an oracle over vertices with what was collected; nobody wins."""

    solution: ArenaSolution
    objective: ExpectedReward

    def value(self, v: Pawn) -> Any:
        """Return what is expected in all: what was collected, and what is expected from here."""
        value = self.solution._value(v)
        if isinstance(value, Bracket):
            return Bracket(self._in_all(v, value.low), self._in_all(v, value.high))
        return self._in_all(v, value)

    @staticmethod
    def _in_all(v: Pawn, value: Any) -> Any:
        return value if isinstance(value, Infinite) else plain(v.left + value)

    def outcome(self, v: Pawn) -> Outcome:
        """Return that nobody wins."""
        return Outcome.DRAW

    def best_moves(self, v: Pawn) -> Sequence[RatedMove]:
        """Return every move, best first; each is where it leads, with its reward."""
        heads = {move.move: k for k, move in enumerate(self.solution._best_moves(v))}
        throws = sorted(self.odds(v), key=heads.__getitem__)
        moves = throws or [Pawn(w, self.objective.collected(self.solution.arena, v, w)) for w in heads]
        return [RatedMove(to, Pawn(to, plain(v.left + to.left)), Outcome.DRAW) for to in moves]

    def odds(self, v: int) -> dict[Pawn, Fraction]:
        """Return how likely each move of chance is: one for all parallel edges that have the same reward."""
        arena, found = self.solution.arena, dict[Pawn, Fraction]()
        for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
            to, likely = Pawn(int(arena.successors[e]), self.objective.reward_of(v, e)), arena.probability_of(e)
            if likely is not None:
                found[to] = found.get(to, Fraction(0)) + likely
        return found

    def explain(self, v: Pawn) -> str:
        """Return what is expected from here and why, and what was collected."""
        return self.solution._explain(v) + (f" Collected so far: {in_words(v.left)}." if v.left else "")


@dataclass(frozen=True)
class _InTime:
    """A solved game that is won in time or not, as an oracle over vertices with the moves that are left."""

    solution: ArenaSolution
    moments: dict[int, ArenaSolution] = field(default_factory=dict)
    """The solution with the strategy for so many moves left, where that was asked for."""

    def value(self, v: Pawn) -> Any:
        """Return the probability that the target is reached in time."""
        return cast("StepValues", self.solution.certificate).values[v.left][v]

    def outcome(self, v: Pawn) -> Outcome:
        """Return the outcome for the player to move."""
        return self._outcome(v, self.solution._mover(v))

    def best_moves(self, v: Pawn) -> Sequence[RatedMove]:
        """Return every move, best first, and of the best ones the strategy's."""
        mover, chosen = self.solution._mover(v), cast("StepValues", self.solution.certificate).moves[v.left][v]
        heads = dict.fromkeys(self.solution.arena.successors_of(v).tolist() if v.left else ())
        after = sorted((Pawn(w, v.left - 1) for w in heads), key=lambda w: w != chosen)
        after.sort(key=self.value, reverse=mover == 0)
        return [RatedMove(int(w), w, self._outcome(w, mover)) for w in after]

    def explain(self, v: Pawn) -> str:
        """Return how likely the target is reached in time, and the best move."""
        game, proof = self.solution.problem, cast("StepValues", self.solution.certificate)
        said = game.objective.answer(spoken(game.arena.said(v)), self.value(v), 0, game.players)
        if v.left not in self.moments:
            self.moments[v.left] = replace(self.solution, strategy=Strategy(proof.moves[v.left]))
        late = not v.left and game.objective.ending(game.arena, v, self.solution._mover(v)) is None
        why = "no move is left" if late else proof.explain(self.moments[v.left], v)
        return f"{said[0].upper()}{said[1:]}: {why}; moves left: {v.left}."

    def _outcome(self, v: Pawn, player: int) -> Outcome:
        value = self.value(v)
        return Outcome.of(0 if value == 1 else 1 if value == 0 else 2, player)
