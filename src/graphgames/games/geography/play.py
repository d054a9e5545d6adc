"""A play of geography."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphgames.core.naming import quoted_label
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.games.geography.problem import ways
from graphgames.games.geography.solution import GeographySolution
from graphgames.games.geography.words import WordList
from graphgames.play.adapter import GameAdapter, arena_board

_SHOWN = 10
"""So many of the words with a letter are shown."""


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
        problem, arena = self.solution.problem, self.solution.problem.graphs[self.graph]
        results = [self.solution.outcome((v, frozenset()), self.graph).for_the_other for v in range(arena.n)]
        rated = [RatedMove(arena.label(v), problem.first(v), result) for v, result in enumerate(results)]
        return sorted(rated, key=lambda move: move.result != Outcome.WIN)

    def explain(self, position: Any) -> str:
        """Return who wins, and by which move."""
        if position is not None:
            return self.solution.explain(position, self.graph)
        picks = self.solution.picks(self.graph)
        if not picks:
            place = self.solution.problem.places[0]
            return f"The player to move loses: whatever {place} is picked, the other player can answer."
        return f"The player to move wins: pick {quoted_label(picks[0])}."


def player(solution: GeographySolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one graph of the input; the first move picks a vertex."""
    problem = solution.problem
    arena, by_vertex = problem.graphs[test], problem.by_vertex
    at = None if start is None else problem.first(arena.vertex(start))

    def render(position: Any) -> str:
        if position is None:
            return f"pick a {problem.places[0]}"
        v, used = position
        return f"the token stands on {arena.label(v)}; {'visited' if by_vertex else 'arcs used'}: {len(used)}"

    def board(position: Any) -> str:
        v, used = position or (-1, frozenset())
        marks = dict.fromkeys(used, "x") if by_vertex else {}

        def heads(u: int) -> list[int]:
            return [w for _, w in sorted(ways(problem, test, u, used))]

        return f"{arena_board(arena, marks | {v: '>'} if v >= 0 else marks, heads=heads)}\n{render(position)}"

    once = "visiting no vertex" if by_vertex else f"using no {'arc' if problem.directed else 'edge'}"
    begin = "The first player picks where the token begins, then they" if at is None else "The players"
    oracle = Picked(solution, test)
    adapter = GameAdapter(
        oracle,
        at,
        f"{begin} move the token in turn, {once} twice.",
        render=render,
        board=board,
        threats=oracle.best_moves,
    )
    return of_words(adapter, problem) if isinstance(problem, WordList) else adapter


def of_words(adapter: GameAdapter, chain: WordList) -> GameAdapter:
    """Return the adapter of geography on letters as one of word chains, in which words are said."""
    letter, tails = chain.graphs[0].label, chain.graphs[0].tails.tolist()

    def render(position: Any) -> str:
        if position is None:
            return "pick a letter"
        return f"the next word begins with {letter(position[0])}; words said: {len(position[1])}"

    def board(position: Any) -> str:
        v, used = position or (-1, frozenset())
        left: dict[int, list[str]] = {u: [] for u in range(chain.graphs[0].n)}
        for e, word in enumerate(chain.words):
            if e not in used:
                left[tails[e]].append(word)
        lines = [f"{'>' if u == v else ' '} {letter(u)}: {_some(words)}" for u, words in left.items()]
        return "\n".join([*lines, render(position)])

    first = "The first player picks a letter, then the players" if adapter.start is None else "The players"
    before = "that letter or the" if adapter.start is None else "the"
    return replace(
        adapter,
        rule=f"{first} say words in turn, each beginning with {before} last letter of the word before, and none twice.",
        aims=("to say the last word", "to say the last word"),
        render=render,
        board=board,
    )


def _some(words: Sequence[str]) -> str:
    """Return words in a line, of many the first."""
    more = [f"and {len(words) - _SHOWN} more"] if len(words) > _SHOWN else []
    return ", ".join([*words[:_SHOWN], *more]) or "no word"
