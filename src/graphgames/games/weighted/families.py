"""Random energy games, as solvers of energy games are measured on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.value import narrowed
from graphgames.games.weighted.objective import Energy


def sparse_energy(n: int, degree: int = 2, bits: int = 0, seed: int = 0) -> Game:
    """Make a random energy game in which every vertex has the same number of moves.

    Parameters
    ----------
    n : int
        How many vertices.
    degree : int
        How many moves each has, to vertices that are as likely as each other.
    bits : int
        Weights are between -2^bits and 2^bits, each as likely; 0 stands for between -n and n.
    seed : int
        The same seed gives the same game.
    """
    rng = np.random.default_rng(seed)
    heads, owner = rng.integers(0, n, n * degree, np.int32), rng.integers(0, 2, n, np.uint8)
    indptr = np.arange(0, n * degree + 1, degree, dtype=np.int64)
    most = 1 << bits if bits else n
    if bits > 62:
        size = bits // 8 + 9  # with 64 bits more than needed what is left of a division is as good as uniform
        rows = (int.from_bytes(rng.bytes(size), "little") % (2 * most + 1) - most for _ in range(n * degree))
        weights = narrowed(rows)
    else:
        weights = rng.integers(-most, most, n * degree, np.int64, endpoint=True)
    return Game(Arena.trusted(indptr, heads, owner), Energy(weights))


def dense_energy(n: int, bits: int = 0, seed: int = 0) -> Game:
    """Make a random energy game with about n^2 / 5 edges; otherwise as `sparse-energy`."""
    return sparse_energy(n, max(n // 5, 1), bits, seed)


GENERATED: dict[str, Callable[..., Game]] = {"sparse-energy": sparse_energy, "dense-energy": dense_energy}
"""The families by their names on the command line."""
