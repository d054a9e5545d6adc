"""Normal and misère play on any finite digraph by backward induction, with draws and remoteness, O(n + m).

Smith, *Graphs and composite games*, J. Combin. Theory 1 (1966); Fraenkel & Perl, *Constructions in combinatorial games
with cycles* (1975). The winner hurries and the loser delays: the remoteness is exact.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from graphgames.core.arena import owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.games.lastmove.certificate import Remoteness
from graphgames.games.lastmove.kernels import retrograde as kernel
from graphgames.games.lastmove.objective import MiserePlay, NormalPlay
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency


def retrograde(game: Game) -> ArenaSolution:
    """Solve a game in which a player who cannot move loses (wins in misère play, and at ends that the objective names)
    and endless plays are draws.

    ``value`` holds the remoteness, int32 of shape (n,): moves until the end, -1 at draws. There the strategy has no
    move; `Solution.best_moves` shows those that keep the draw.
    """
    arena = game.arena
    owner, objective = owners(arena), cast("NormalPlay | MiserePlay", game.objective)
    winner = objective.winner_at_ends(owner)
    remoteness, moves = np.empty(arena.n, np.int32), np.empty(arena.n, np.int32)
    looked = kernel.decide(Graph(*adjacency(arena)), owner, game.impartial, winner, remoteness, moves)
    stats = {"edges": looked, "longest": int(remoteness.max(initial=-1))}
    return ArenaSolution(game, winner, Strategy(moves), "retrograde", Remoteness(remoteness), remoteness, stats)
