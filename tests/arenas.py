"""Small arenas for the tests: every one of a size, or random ones from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from graphgames import Arena

Item = TypeVar("Item")


class Made(Sequence[Item]):
    """What a function makes of each of some choices, made when it is asked for, so that a share of all costs little."""

    def __init__(self, make: Callable[[Any], Item], choices: Sequence[Any]) -> None:
        self.make, self.choices = make, choices

    def __len__(self) -> int:
        return len(self.choices)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Made[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Made[Item]:
        chosen = self.choices[place]
        return Made(self.make, chosen) if isinstance(place, slice) else self.make(chosen)


def every_arena(n: int, owned: bool = True, dead_ends: bool = False) -> Made[Arena]:
    """Return all arenas of n vertices: every set of successors for each vertex and every owner."""
    sets = [[w for w in range(n) if mask >> w & 1] for mask in range(0 if dead_ends else 1, 1 << n)]
    owners = list(product((0, 1), repeat=n)) if owned else [None]

    def arena(choice: tuple[tuple[list[int], ...], tuple[int, ...] | None]) -> Arena:
        successors, owner = choice
        return Arena(np.cumsum([0, *map(len, successors)]), [w for ws in successors for w in ws], owner)

    return Made(arena, list(product(product(sets, repeat=n), owners)))


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
