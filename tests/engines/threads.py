"""An engine of our own, for one solver: attractors whose layers are found by threads of this process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import get_ident

import numpy as np
from numpy.typing import NDArray

from graphgames import ArenaSolution, Game, Reach, Strategy
from graphgames.certificates import AttractorRanks

WORKERS: set[int] = set()
"""The threads that have worked."""


def attractor(game: Game, workers: int = 2) -> ArenaSolution:
    """Solve a reachability game, layer by layer; each thread looks at some of the vertices."""
    arena, objective = game.arena, game.objective
    assert isinstance(objective, Reach) and arena.owner is not None
    rank = np.where(objective.target, 0, -1).astype(np.int32)

    def attracted(some: NDArray[np.int64]) -> list[int]:
        WORKERS.add(get_ident())
        return [v for v in some.tolist() if rank[v] < 0 and _attracts(game, rank, v)]

    with ThreadPoolExecutor(workers) as pool:
        parts, layer = np.array_split(np.arange(arena.n), workers), 0
        while found := [v for some in pool.map(attracted, parts) for v in some]:
            layer += 1
            rank[found] = layer
    winner = np.where(rank >= 0, 0, 1).astype(np.uint8)
    moves = np.array([_move(game, rank, v) for v in range(arena.n)], np.int32)
    return ArenaSolution(game, winner, Strategy(moves), "attractor", AttractorRanks(0, rank), rank)


def _attracts(game: Game, rank: NDArray[np.int32], v: int) -> bool:
    reached = rank[game.arena.successors_of(v)] >= 0
    assert game.arena.owner is not None
    return bool(reached.any() if game.arena.owner[v] == 0 else reached.size and reached.all())


def _move(game: Game, rank: NDArray[np.int32], v: int) -> int:
    heads, player = game.arena.successors_of(v), game.arena.owner
    assert player is not None
    good = [w for w in heads.tolist() if (rank[w] >= 0) == (player[v] == 0)]
    wins = (rank[v] >= 0) == (player[v] == 0)
    return min(good, key=lambda w: int(rank[w])) if wins and good and rank[v] != 0 else -1
