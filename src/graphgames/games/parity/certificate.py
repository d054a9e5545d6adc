"""The certificate of parity games: a pair of winning strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from graphgames.core.certificate import Certificate, by_moves, winning_move
from graphgames.core.naming import quoted_label
from graphgames.core.solution import ArenaSolution


@dataclass(frozen=True, eq=False)
class StrategyPair(Certificate):
    """The two strategies of a parity game: each closes its region, and lets no cycle through that the other wins."""

    kind: ClassVar[str] = "strategy-pair"
    proves: ClassVar[Mapping[str, str]] = by_moves("no_cycle_for_the_loser")

    def explain(self, solution: ArenaSolution, v: int) -> str:
        from graphgames.games.parity.sccs import strategy_sccs  # not at the top: a checker needs no kernel

        game, winner, move = solution.problem, int(solution.winner[v]), int(solution.strategy.moves[v])
        objective: Any = game.objective
        priority = objective.numbers
        how = winning_move(solution, v, game.move_note(v, move) if move >= 0 else "")
        parity, back = objective.good_for(winner), strategy_sccs(solution, objective.priorities(game.arena))
        which, bound = objective.which
        c = int(back.component[v])
        if c < 0:
            return f"{how} the play never comes back here; every cycle it can reach has an {parity} {which} priority"
        top, among = int(back.top[c]), int(back.size[c])
        if among == 1:
            return f"{how} the play stays here, with the {parity} priority {int(priority[v])}"
        bound = f"{bound} {int(priority[top])}, at {quoted_label(game.arena.display_name(top))}"
        return f"{how} a play that comes back stays among {among} vertices, where every cycle has an {parity} " + (
            f"{which} priority ({bound})"
        )
