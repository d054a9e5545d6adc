"""Reachability and safety by rounds of attraction."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

import graphgames as gg
from tests import naive
from tests.oracles import Oracle, marked


def reach(game: gg.Game) -> list[int]:
    """Who wins from each vertex."""
    inside = naive.attractor(game.arena, set(np.flatnonzero(cast("Any", game.objective).target).tolist()), 0)
    return [0 if v in inside else 1 for v in range(game.arena.n)]


def safe(game: gg.Game) -> list[int]:
    """Who wins from each vertex."""
    unsafe = set(np.flatnonzero(~np.asarray(cast("Any", game.objective).safe)).tolist())
    inside = naive.attractor(game.arena, unsafe, 1)
    return [1 if v in inside else 0 for v in range(game.arena.n)]


ORACLES = {"reach": Oracle(reach, marked(gg.Reach, True)), "safe": Oracle(safe, marked(gg.Safe, True, 0.7))}
