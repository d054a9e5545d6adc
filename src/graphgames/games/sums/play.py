"""A play of a sum. The solution class of a game supplies its details."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any

from graphgames.catalogue.find import kind_of
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.games.sums.solution import MANY_MOVES, GraphSums, Position, SumsSolution
from graphgames.play.adapter import GameAdapter, arena_board, refuse_start

OTHERS = 20
"""Of very many moves that do not win so many are offered."""


def player(solution: SumsSolution, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one test, which begins where the input says."""
    refuse_start(start)
    rules = solution.problem.rules(test)

    def offered(position: Position) -> Sequence[RatedMove]:
        """Return the moves, winning ones first; of very many those that win and the first few others."""
        rated = solution.best_moves(position)
        if solution.move_count(position[1]) <= MANY_MOVES:
            return rated
        winning = {move.position for move in rated}
        moves = ((test, after) for after in rules.moves(position[1]))
        others = islice((after for after in moves if after not in winning), OTHERS)
        return [*rated, *(RatedMove(after, after, Outcome.LOSS) for after in others)]

    def board(position: Position) -> str:
        """Return the graph with its stones."""
        stones: Counter[int] = Counter(position[1])
        return arena_board(rules.arena, {v: "o" * min(count, 9) for v, count in stones.items()})

    rules_in_words = {game.name: game.summary for game in kind_of(solution).games}
    rule = rules_in_words.get(solution.problem.kind, "the players move in turn")
    oracle: Any = SimpleNamespace(outcome=solution.outcome, best_moves=offered, explain=solution.explain)
    return GameAdapter(
        oracle,
        (test, rules.start),
        f"{rule[0].upper()}{rule[1:]}.",
        solution.players,
        mover=solution.turn,
        render=solution.show,
        name=solution.move_name,
        board=board if isinstance(solution, GraphSums) else None,
        ending=solution.ending,
        threats=offered,
    )
