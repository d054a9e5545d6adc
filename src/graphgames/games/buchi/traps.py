"""Büchi and co-Büchi games by repeated removal of traps, each time rebuilding only what the removal touched.

McNaughton, *Infinite games played on finite graphs*, Ann. Pure Appl. Logic 65 (1993); Chatterjee, Jurdziński,
Henzinger, *Simple stochastic parity games*, CSL 2003, for the removal; the kernel says how it is made incremental.
"""

from __future__ import annotations

import numpy as np

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.kernels.traps import Traps
from graphgames.games.buchi.labels import BuchiView


def buchi_traps(game: Game) -> ArenaSolution:
    """Solve a Büchi or co-Büchi game in O(n m), and mostly in O(n + m).

    What a player cannot attract to the vertices that he wants to see is a trap, lost for him with all that the other
    attracts to it; this is repeated until no trap is left.

    ``stats`` counts the rounds and the edges looked at.
    """
    solution = remove_traps(game, "buchi-traps")
    assert solution is not None
    return solution


def remove_traps(game: Game, solver: str, budget: int = 0) -> ArenaSolution | None:
    """Solve the game, or give up with None when more than so many edges were looked at (0: never)."""
    view = BuchiView.of(game)
    winner, moves = np.empty(game.arena.n, np.uint8), np.empty(game.arena.n, np.int32)
    rounds, looked, done = Traps(*view.arrays).solve(budget, winner, moves)
    if not done:
        return None
    stats = {"decided": "buchi-traps", "rounds": rounds, "edges": looked}
    return view.solution(game, solver, winner, moves, stats)
