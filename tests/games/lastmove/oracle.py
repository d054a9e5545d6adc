"""Normal and misère play, decided in rounds."""

from __future__ import annotations

import numpy as np

import graphgames as gg
from tests import naive
from tests.arenas import random_arena
from tests.oracles import Oracle


def won_ends(game: gg.Game) -> list[int]:
    """The ends that the player to move wins."""
    if isinstance(game.objective, gg.NormalPlay):
        return [] if game.objective.won is None else list(np.flatnonzero(game.objective.won))
    return list(game.arena.dead_ends)


def last_move(game: gg.Game) -> list[int]:
    """Who wins from each vertex, 2 for a draw."""
    return naive.retrograde(game.arena, won_ends(game))[0]


def _arena(rng: np.random.Generator) -> gg.Arena:
    return random_arena(rng, int(rng.integers(1, 9)), float(rng.uniform(0.8, 2)), bool(rng.integers(2)), True)


ORACLES = {
    "normal": Oracle(last_move, lambda rng: gg.Game(_arena(rng), gg.NormalPlay())),
    "misere": Oracle(last_move, lambda rng: gg.Game(_arena(rng), gg.MiserePlay())),
}
