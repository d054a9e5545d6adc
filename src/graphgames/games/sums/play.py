"""A play of a sum. The solution class of a game supplies its details."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from itertools import islice
from types import SimpleNamespace
from typing import Any

from graphgames.core.adapter import GameAdapter, refuse_start
from graphgames.core.errors import GameError, require_test
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.games.sums.solution import MANY_MOVES, Position, SumsSolution

OTHERS = 20
"""Of very many moves that do not win so many are offered."""


@singledispatch
def player(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a solution of this kind."""
    raise GameError(f"a {type(solution).__name__} cannot be played")


@player.register
def sums_player(solution: SumsSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one test, which begins where the input says."""
    refuse_start(start)
    require_test(test, len(solution))
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

    oracle: Any = SimpleNamespace(outcome=solution.outcome, best_moves=offered, explain=solution.explain)
    return GameAdapter(
        oracle,
        (test, rules.start),
        solution.players,
        solution.turn,
        solution.show,
        solution.move_name,
        lambda positions, mover: solution.ending(positions[-1], mover),
    )
