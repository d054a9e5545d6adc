"""Small arenas for the tests: every one of a size, or random ones from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from graphgames import Arena


def every_arena(n: int, owned: bool = True, dead_ends: bool = False) -> Iterator[Arena]:
    """Go through all arenas of n vertices: every set of successors for each vertex and every owner."""
    sets = [[w for w in range(n) if mask >> w & 1] for mask in range(0 if dead_ends else 1, 1 << n)]
    for choice in product(sets, repeat=n):
        indptr = np.cumsum([0, *map(len, choice)])
        successors = [w for ws in choice for w in ws]
        for owner in product((0, 1), repeat=n) if owned else (None,):
            yield Arena(indptr, successors, owner)


def random_arena(rng: np.random.Generator, n: int, degree: float, owned: bool = True, dead_ends: bool = False) -> Arena:
    """Return a random arena with about ``degree`` edges out of a vertex, parallel edges and self-loops among them."""
    out = rng.poisson(degree, n) if dead_ends else 1 + rng.poisson(max(degree - 1, 0), n)
    tails = np.repeat(np.arange(n), out)
    return Arena.from_arrays(
        tails, rng.integers(0, n, tails.size), n, rng.integers(0, 2, n, np.uint8) if owned else None
    )


def random_mask(rng: np.random.Generator, n: int, share: float) -> NDArray[np.bool_]:
    """Return a random set of vertices as a mask."""
    mask: NDArray[np.bool_] = rng.random(n) < share
    return mask
