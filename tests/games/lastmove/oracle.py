"""Normal and misère play, decided in rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import graphgames as gg
from graphgames.certificates import Remoteness
from tests import naive
from tests.arenas import random_arena
from tests.oracles import Oracle, Spelled


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


def _spelled(make: Callable[[NDArray[Any]], gg.Objective]) -> Spelled:
    return Spelled(make, lambda labels: Remoteness(labels["remoteness"]), "RemotenessClaim")


ORACLES = {
    "normal": Oracle(
        last_move,
        lambda rng: gg.Game(_arena(rng), gg.NormalPlay()),
        _spelled(lambda data: gg.NormalPlay(data.astype(bool))),
    ),
    "misere": Oracle(
        last_move, lambda rng: gg.Game(_arena(rng), gg.MiserePlay()), _spelled(lambda data: gg.MiserePlay())
    ),
}
