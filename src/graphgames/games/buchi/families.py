"""Büchi games that are hard for one algorithm or the other, made in time linear in their size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.games.buchi.objective import Buchi


def buchi_ladder(rungs: int, seed: int | None = None) -> Game:
    """Make a Büchi game of ``3 * rungs`` vertices that repeated removal of traps takes ``rungs`` rounds to solve.

    On rung i player 0 may go to an accepting vertex or wait with a detour; from the accepting one player 1 goes down to
    the rung below, or back to his own. At the foot waiting is all there is. So each rung is lost only when the one
    below is known to be: player 1 wins everywhere, and after i accepting vertices from rung i. A removal from scratch
    costs O(rungs) each round, and so does a labelling that rises by one at a time. With a seed the vertices are
    numbered at random.
    """
    wait, detour, accepting = (np.arange(rungs) * 3 + i for i in range(3))
    tails = np.concatenate([wait, wait[1:], detour, accepting[1:], accepting])
    heads = np.concatenate([detour, accepting[1:], wait, wait[:-1], wait])
    return _numbered(tails, heads, np.tile(np.array([0, 1, 1], np.uint8), rungs), accepting, seed)


def buchi_descent(rungs: int, seed: int | None = None) -> Game:
    """Make a Büchi game of ``4 * rungs`` vertices in which each round of traps also breaks a long chain.

    A `buchi_ladder` and beside it a chain of vertices of player 0: from the i-th he may go to the accepting vertex of
    rung i or on to the next one. In round i the first i of the chain lose the nearest of these and turn to the next.
    """
    ladder = buchi_ladder(rungs).arena
    chain = np.arange(rungs) + 3 * rungs
    tails = np.concatenate([ladder.tails, chain, chain[:-1]])
    heads = np.concatenate([ladder.successors, np.arange(rungs) * 3 + 2, chain[1:]])
    owner = np.concatenate([owners(ladder), np.zeros(rungs, np.uint8)])
    return _numbered(tails, heads, owner, np.arange(rungs) * 3 + 2, seed)


FAMILIES: dict[str, Callable[..., Game]] = {"buchi-ladder": buchi_ladder, "buchi-descent": buchi_descent}
"""The families by name."""


def _numbered(
    tails: NDArray[Any], heads: NDArray[Any], owner: NDArray[Any], accepting: NDArray[Any], seed: int | None
) -> Game:
    """Return the Büchi game, its vertices renumbered at random if there is a seed."""
    n = owner.size
    name = np.arange(n) if seed is None else np.random.default_rng(seed).permutation(n)
    owners = np.empty(n, np.uint8)
    owners[name] = owner
    return Game(Arena.from_arrays(name[tails], name[heads], n, owners), Buchi(name[accepting]))
