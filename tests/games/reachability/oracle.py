"""Reachability and safety by rounds of attraction."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

import graphgames as gg
from graphgames.certificates import AttractorRanks
from tests import naive
from tests.oracles import Oracle, Spelled, marked


def reach(game: gg.Game) -> list[int]:
    """Who wins from each vertex."""
    inside = naive.attractor(game.arena, set(np.flatnonzero(cast("Any", game.objective).target).tolist()), 0)
    return [0 if v in inside else 1 for v in range(game.arena.n)]


def safe(game: gg.Game) -> list[int]:
    """Who wins from each vertex."""
    unsafe = set(np.flatnonzero(~np.asarray(cast("Any", game.objective).safe)).tolist())
    inside = naive.attractor(game.arena, unsafe, 1)
    return [1 if v in inside else 0 for v in range(game.arena.n)]


def _spelled(player: int) -> Spelled:
    """Data mark the target, or the vertices that are not safe."""
    make = gg.Safe if player else gg.Reach
    return Spelled(
        lambda data: make(data.astype(bool) ^ bool(player)),
        lambda labels: AttractorRanks(player, labels["rank"]),
        "RankClaim",
    )


ORACLES = {
    "reach": Oracle(reach, marked(gg.Reach, True), _spelled(0)),
    "safe": Oracle(safe, marked(gg.Safe, True, 0.7), _spelled(1)),
}
