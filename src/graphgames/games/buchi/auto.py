"""The default for Büchi and co-Büchi games: removal of traps, then hierarchical decomposition if that takes too long.

Large games of far edges that a few attractors decide are solved by these alone, without the edges by their heads.
Traps may look at n m edges. When they have looked at n^2, what Chatterjee & Henzinger (J. ACM 61(3), 2014) need at
worst, their hierarchical decomposition begins anew: so no game costs more than about twice its own better algorithm.
"""

from __future__ import annotations

import numpy as np

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.hierarchy import decompose
from graphgames.games.buchi.labels import BuchiView
from graphgames.games.buchi.traps import remove_traps
from graphgames.graphs.shallow import is_likely, solve_shallow

MANY = 150_000
"""In games of fewer vertices traps are quicker than attractors: the edges by their heads take little time there."""


def buchi_auto(game: Game, budget: int | None = None) -> ArenaSolution:
    """Solve a Büchi or co-Büchi game in O(n^2 + m), and mostly in O(n + m).

    The traps may look at ``budget`` edges before the hierarchy takes over, by default n^2 + 8 (n + m).
    ``stats["decided"]`` names the algorithm that found the solution.
    """
    arena = game.arena
    forward = (arena.indptr, arena.successors)
    if budget is None and arena.n >= MANY and is_likely(forward):
        view = BuchiView.of(game)
        priority = view.accepting + np.int32(1 - view.player)
        found = solve_shallow(forward, view.owner, priority)
        if found is not None:
            stats = {"decided": "attractors", "attractors": found.attractors, "edges": found.edges}
            return view.solution(game, "buchi-auto", found.winner, found.moves, stats)
    allowed = arena.n**2 + 8 * (arena.n + arena.m) if budget is None else budget
    return remove_traps(game, "buchi-auto", allowed) or decompose(game, "buchi-auto")
