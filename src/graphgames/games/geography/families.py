"""Graphs for geography, made from a seed: the hard ones have no sinks and few arcs out of every vertex."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.games.lastmove.objective import NormalPlay


def out_regular(n: int, degree: int = 3, seed: int | None = None) -> Arena:
    """Return a random graph of n vertices with so many arcs out of each, less than n, to different others.

    The same seed gives the same graph. Raise `GameError` if there are not that many others.
    """
    if not 0 <= degree < max(n, 1):
        raise GameError(f"{degree} arcs to different others need more than {degree} vertices, not {n}")
    rng = np.random.default_rng(seed)
    heads = np.empty((n, degree), np.int64)  # at once, so that memory that is lacking is missed at once
    for v in range(n):
        heads[v] = rng.choice(n - 1, degree, replace=False)
    tails = np.repeat(np.arange(n), degree).reshape(n, degree)
    heads += heads >= tails  # no self-loops
    return Arena.from_arrays(tails.ravel(), np.sort(heads, axis=1).ravel(), n)


def out_regular_game(n: int, degree: int = 3, seed: int | None = None) -> Game:
    """Make an impartial game with the same number of moves everywhere, to different others: hard for geography."""
    return Game(out_regular(n, degree, seed), NormalPlay())


def word_list(count: int, letters: int = 8, seed: int | None = None) -> list[str]:
    """Return so many different made-up words of 1 to 26 letters; the same seed gives the same words.

    Raise `GameError` if there are no such letters.
    """
    if not 1 <= letters <= 26:
        raise GameError(f"words are made of 1 to 26 letters, not {letters}")
    rng, words = np.random.default_rng(seed), {""}
    alphabet = list("abcdefghijklmnopqrstuvwxyz"[:letters])
    while len(words) <= count:
        size = int(rng.integers(1, 6 + count.bit_length()))
        words.add("".join(rng.choice(alphabet, size)))
    return sorted(words - {""})


FAMILIES: dict[str, Callable[..., Game]] = {"out-regular": out_regular_game}
"""What ``graphgames generate`` makes."""
