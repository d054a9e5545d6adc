"""The certificate of parity games: a pair of winning strategies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

if TYPE_CHECKING:
    from graphgames.core.solution import ArenaSolution
from graphgames.core.certificate import Certificate
from graphgames.games.parity.sccs import strategy_sccs


@dataclass(frozen=True, eq=False)
class StrategyPair(Certificate):
    """The two strategies of a parity game: each closes its region, and lets no cycle through that the other wins."""

    kind: ClassVar[str] = "strategy-pair"

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return the sentence for vertex v."""
        game, winner = solution.problem, int(solution.winner[v])
        move = int(solution.strategy.moves[v])
        how = f"moves to {game.arena.label(move)}" if move >= 0 else "need not choose here"
        parity, back = ("even", "odd")[winner], strategy_sccs(solution, np.asarray(game.objective.priority))  # type: ignore[attr-defined]
        c, good = int(back.component[v]), f"has an {parity} top priority"
        if c < 0:
            return f"{game.players[winner]} {how}; no play comes back here, and every cycle ahead {good}."
        top, among = int(back.top[c]), int(back.size[c])
        most = int(np.asarray(game.objective.priority)[top])  # type: ignore[attr-defined]
        why = f"what comes back here stays among {among} vertices, and every cycle there {good}"
        why += f", {most} at most, at {game.arena.label(top)}"
        if among == 1:
            why = f"what comes back here stays here, with the {parity} priority {most}"
        return f"{game.players[winner]} {how}; {why}."
