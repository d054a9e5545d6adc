"""A play of geography."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphgames.core.adapter import GameAdapter, arena_board
from graphgames.core.errors import require_test
from graphgames.core.naming import spoken
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.games.geography.solution import GeographySolution


@dataclass(frozen=True)
class Picked:
    """Geography as an oracle: the first move, from None, picks where the token begins."""

    solution: GeographySolution
    graph: int

    def outcome(self, position: Any) -> Outcome:
        """Return the outcome for the player to move."""
        if position is None:
            return Outcome.WIN if self.solution.picks(self.graph) else Outcome.LOSS
        return self.solution.outcome(position, self.graph)

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Return every move, winning ones first."""
        if position is not None:
            return self.solution.best_moves(position, self.graph)
        rated = []
        for v in range(self.solution.problem.graphs[self.graph].n):
            result = self.solution.outcome((v, frozenset()), self.graph).for_the_other
            rated.append(
                RatedMove(self.solution.problem.graphs[self.graph].label(v), self.solution.problem.first(v), result)
            )
        return sorted(rated, key=lambda move: move.result != Outcome.WIN)

    def explain(self, position: Any) -> str:
        """Return who wins, and by which move."""
        if position is not None:
            return self.solution.explain(position, self.graph)
        picks = self.solution.picks(self.graph)
        if not picks:
            return "The player to move loses: whatever vertex is picked, the other player can answer."
        return f"The player to move wins: pick {spoken(picks[0])}."


def player(solution: GeographySolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one graph of the input; the first move picks a vertex."""
    problem = solution.problem
    require_test(test, len(problem.graphs))
    arena, by_vertex = problem.graphs[test], problem.by_vertex
    at = None if start is None else problem.first(arena.vertex(start))

    def render(position: Any) -> str:
        if position is None:
            return "pick a vertex"
        v, used = position
        return f"the token stands on {arena.label(v)}; {'visited' if by_vertex else 'arcs used'}: {len(used)}"

    def board(position: Any) -> str:
        v, used = position or (-1, frozenset())
        marks = dict.fromkeys(used, "x") if by_vertex else {}

        def heads(u: int) -> list[int]:
            return [w for e, w in ways[u] if (w if by_vertex else e) not in used]

        return f"{arena_board(arena, marks | {v: '>'} if v >= 0 else marks, heads=heads)}\n{render(position)}"

    ways: list[list[tuple[int, int]]] = [[] for _ in range(arena.n)]
    for e, (u, w) in enumerate(zip(arena.tails.tolist(), arena.successors.tolist(), strict=True)):
        ways[u].append((e, w))
        if u != w and not solution.problem.directed:
            ways[w].append((e, u))
    once = "visiting no vertex" if by_vertex else f"using no {'arc' if solution.problem.directed else 'edge'}"
    begin = "The first player picks where the token begins, then they" if at is None else "The players"
    oracle = Picked(solution, test)
    return GameAdapter(
        oracle,
        at,
        f"{begin} move the token in turn, {once} twice.",
        render=render,
        name=lambda position, move: str(arena.label(move.position[0])),
        board=board,
        threats=oracle.best_moves,
    )
