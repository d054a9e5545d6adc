"""Parity games by the textbook's recursion."""

from __future__ import annotations

import numpy as np

import graphgames as gg
from graphgames.certificates import StrategyPair
from tests.arenas import random_arena
from tests.naive_parity import parity_recursive
from tests.oracles import Oracle, Spelled


def _game(rng: np.random.Generator) -> gg.Game:
    arena = random_arena(rng, int(rng.integers(1, 9)), float(rng.uniform(1, 2.5)))
    return gg.Game(arena, gg.Parity(rng.integers(0, int(rng.integers(1, 6)), arena.n)))


ORACLES = {"parity": Oracle(parity_recursive, _game, Spelled(gg.Parity, lambda labels: StrategyPair(), "PairClaim"))}
