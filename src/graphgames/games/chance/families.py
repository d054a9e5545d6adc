"""Random games of chance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.games.chance.objective import ReachProbability


def coin_games(n: int, chance: float = 0.3, stop: float = 0.0, seed: int = 0) -> Game:
    """Make a random simple stochastic game: every vertex has two moves, and chance throws a fair coin.

    Parameters
    ----------
    n : int
        How many vertices, with the goal and the end as the last two.
    chance : float
        How likely a vertex belongs to chance; the others are as likely Max's as Min's.
    stop : float
        How likely an edge leads to the goal or the end, instead of anywhere.
    seed : int
        The same seed gives the same game.
    """
    rng = np.random.default_rng(seed)
    inner = max(n - 2, 0)
    owner = np.where(rng.random(n) < chance, 2, rng.integers(0, 2, n)).astype(np.uint8)
    owner[inner:] = 0
    heads = rng.integers(0, max(n, 1), 2 * inner, np.int32)
    ends = rng.random(heads.size) < stop
    heads[ends] = rng.integers(inner, n, np.count_nonzero(ends), np.int32)
    indptr = 2 * np.minimum(np.arange(n + 1, dtype=np.int64), inner)
    fair = owner[:inner].repeat(2) == 2
    arena = Arena(indptr, heads, owner, probability=fair.astype(np.int64) if fair.any() else None)
    return Game(arena, ReachProbability(np.arange(n) == n - 2), players=("Max", "Min"))


GENERATED: dict[str, Callable[..., Game]] = {"coin-games": coin_games}
"""The families by their names on the command line."""
