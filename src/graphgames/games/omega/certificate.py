"""The certificates of games with acceptance conditions: ranks for each goal, measures, or the strategies alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, by_moves, in_moves, winning_move
from graphgames.core.claim import Each, Integer, PerVertex, rows_of
from graphgames.core.memory import Automaton
from graphgames.core.naming import fulfils
from graphgames.core.strategy import FiniteMemoryStrategy


@dataclass(frozen=True, eq=False)
class GoalRanks(Certificate):
    """Ranks for each guarantee where player 0 wins; levels, and steps to each assumption, where player 1 wins.

    There are g guarantees and a assumptions, of which there may be none. Let a' be 1 then, else a. What *comes next* is
    where the winner's move leads, or any move of the loser.

    Attributes
    ----------
    rank : ndarray of int32, shape (g, n)
        Where player 0 wins and waits for guarantee j: outside it, rank j never rises. It falls, unless the vertex is
        outside assumption ``rank mod a``. So a play that does not come to j stays outside one assumption. -1 elsewhere.
    level : ndarray of int32, shape (n,)
        Where player 1 wins: it never rises, and falls when the play leaves a vertex of guarantee ``level mod g``. So
        there is one guarantee that the play misses from some time on. -1 elsewhere.
    steps : ndarray of int32, shape (a', n)
        Where player 1 wins and waits for assumption i: outside it, row i falls, unless the level does. -1 elsewhere.
    """

    kind: ClassVar[str] = "goal-ranks"
    proves: ClassVar[Mapping[str, str]] = by_moves("ranks_stand_where_needed rank_falls level_falls steps_fall")
    rank: Annotated[NDArray[np.int32], Each(Integer(-1, "ranks"), "guarantees", "n")]
    level: Annotated[NDArray[np.int32], PerVertex(Integer(-1, "levels"))]
    steps: Annotated[NDArray[np.int32], Each(Integer(-1, "n"), "rows", "n")]

    def explain(self, solution: Any, v: int) -> str:
        assumptions, guarantees = solution.problem.objective.goals
        how, a, g = winning_move(solution, v), len(assumptions), len(guarantees)
        goal, waiting = divmod(int(solution.strategy.start(v)), max(a, 1))
        if int(solution.winner[v]) == 0:
            return f"{how} {self._goal(solution, v, goal, a, g)}"
        missed = f"misses guarantee {int(self.level[v]) % g} from some time on" if g > 1 or a else ""
        if not a:
            return f"{how} the play {missed or 'misses the set'}".replace("guarantee", "set")
        soon = int(self.steps[waiting, v])
        when = f" within {in_moves(soon)}" if soon else " at once"
        least = solution.remember("least level", lambda: self.level[solution.winner == 1].min())
        if self.level[v] > least:  # it may fall before, and the steps begin again
            when = ""
        comes = f"comes to assumption {waiting}{when}, and to every other in turn, for ever"
        return f"{how} the play {comes}" + (f"; it {missed}" if guarantees.any() else "")

    def _goal(self, solution: Any, v: int, goal: int, a: int, g: int) -> str:
        """Return when the play comes to the guarantee that is next where player 0 wins.

        The rank cannot fall more often than there are smaller ones; where it does not fall, the play waits.
        """
        rank, met = self.rank[goal], solution.problem.objective.goals[1][goal]
        others = "to the others in turn, for ever" if g > 1 else "so on for ever"
        what = f"guarantee {goal}, next goal {goal + 1} of {g}," if a else f"set {goal}"
        if met[v]:
            again = others if g > 1 else "there again and again"
            return f"the play is at {what.removesuffix(',')} now, and comes {again}"
        ranks = solution.remember(f"ranks {goal}", lambda: np.unique(rank[rank >= 0]))
        there = solution.remember(f"ranks at goal {goal}", lambda: np.unique(rank[met & (rank >= 0)]))
        below = int(np.searchsorted(ranks, rank[v]))
        if not there.size or there[0] > rank[v]:
            when = "an assumption from some time" if below else f"assumption {rank[v] % a} from now"
            return f"the play misses {when} on"
        when = f"the play comes to {what} within {in_moves(below)}"
        state = int(solution.strategy.start(v))
        if rank[v] < solution.remember(f"first wait {state}", lambda: self._first_wait(solution, state, goal)):
            return f"{when}, and {others}"
        missed = "assumption 0" if a == 1 else "an assumption"
        return f"{when}, not counting waits outside {missed}, and {others}, unless it misses {missed} from some time on"

    def _first_wait(self, solution: Any, state: int, goal: int) -> int:
        """Return a rank below which each move falls in rank until the guarantee comes, in a state of the memory."""
        arena, rank = solution.problem.arena, self.rank[goal]
        tails, heads = arena.tails, arena.successors
        followed = (arena.owner[tails] == 1) | (solution.strategy.moves[state][tails] == heads)
        waits = followed & (rank[tails] >= 0) & (rank[tails] == rank[heads])
        waits &= ~solution.problem.objective.goals[1][goal][tails]
        return int(rank[tails[waits]].min(initial=np.iinfo(np.int32).max))


@dataclass(frozen=True, eq=False)
class RememberedMoves(Certificate):
    """The two strategies, and how their memory goes on: in what they leave, no loop is good for the loser.

    Attributes
    ----------
    update : ndarray of int64, shape (k, n)
        The state of the memory after each state when the play leaves a vertex; it begins with state 0.
    """

    kind: ClassVar[str] = "remembered-moves"
    proves: ClassVar[Mapping[str, str]] = by_moves("no_loop_for_the_loser")
    update: Annotated[NDArray[np.int64], Each(Integer(0, "memory-1"), "memory", "n")]

    def own_sizes(self) -> dict[str, int]:
        """Return how many states the memory has."""
        rows = rows_of(self.update)
        return {"memory": rows} if rows else {}

    def played(self, game: Any, moves: NDArray[np.int32]) -> FiniteMemoryStrategy:
        """Return the strategy with these moves, whose memory goes on as the certificate says."""
        memory = game.memory_back(Automaton.of_vertices(self.update, game.vertex_form.arena))
        return FiniteMemoryStrategy(game.arena, moves, memory)

    def explain(self, solution: Any, v: int) -> str:
        game = solution.problem
        so = fulfils(game, int(solution.winner[v]), game.objective.aims_in_words)
        return f"{winning_move(solution, v)} every play that follows the strategy {so}"


@dataclass(frozen=True, eq=False)
class RabinMeasures(RememberedMoves):
    """A Rabin measure where the player with the pairs wins; where the other does, a rank for each pair and state.

    One player wants, for some of k pairs, the first set only finitely often and the second infinitely often. The moves
    there are alike in all states of the memory. What *comes next* is where the winner's move leads, or any move of the
    loser.

    Attributes
    ----------
    measure : ndarray of int32, shape (rows, n)
        Where that player wins. In the first row in which anything else comes next, it is less. A number names the pair
        ``number mod k``: in no row before is the vertex in the first set of the pair named there; and as soon as it is
        in the second one, what comes next may be anything in the rows behind. -1 elsewhere.
    rank : ndarray of int32, shape (k s, n)
        Where the other player wins: row ``i s + q`` is for pair i and state q of s. Outside the first set of pair i it
        never rises, and it falls in the second one. -1 elsewhere.
    """

    kind: ClassVar[str] = "rabin-measures"
    proves: ClassVar[Mapping[str, str]] = by_moves("numbers_stand_where_needed measure_falls rank_falls")
    measure: Annotated[NDArray[np.int32], Each(Integer(-1), None, "n")]
    rank: Annotated[NDArray[np.int32], Each(Integer(-1), None, "n")]
