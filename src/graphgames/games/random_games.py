"""Games made from a seed: random ones, and families that are hard for one algorithm or the other.

Everything is made with NumPy in time linear in the size of the game, and the same seed gives the same game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.catalogue import objective_class
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.games.buchi.objective import Buchi


def random_arena(
    n: int,
    degrees: tuple[int, int] = (1, 4),
    seed: int | np.random.Generator = 0,
    bipartite: bool = False,
    owned: bool = True,
) -> Arena:
    """Make an arena whose vertices have a random owner, a random number of moves, and random successors.

    Parameters
    ----------
    n : int
        How many vertices.
    degrees : pair of int
        The least and the largest out-degree, both included; each between them is as likely.
    seed : int or numpy.random.Generator
        Where the randomness comes from.
    bipartite : bool
        Let every move lead to a vertex of the other player.
    owned : bool
        Whether the vertices have owners.

    Raises
    ------
    GameError
        If a vertex needs a successor and there is none to be had, or ``degrees`` is no range.

    Examples
    --------
    >>> random_arena(1000, (2, 2), seed=1)
    Arena(n=1000, m=2000, owned)
    """
    least, most = degrees
    if not 0 <= least <= most:
        raise GameError(f"degrees are {least} to {most}; expected two numbers that do not fall, from 0")
    if most and n < (2 if bipartite else 1) and n:
        raise GameError(f"a bipartite arena of {n} vertices has no edges; expected at least 2 vertices")
    rng = np.random.default_rng(seed)
    owner = rng.integers(0, 2, n, np.uint8)
    if bipartite:
        owner[:2] = (0, 1)[:n]
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(rng.integers(least, most, n, np.int64, endpoint=True), out=indptr[1:])
    m = int(indptr[-1])
    if bipartite:
        sides = np.argsort(owner, kind="stable").astype(np.int32)
        ones = int(owner.sum(dtype=np.int64))
        mover = np.repeat(owner, np.diff(indptr))
        place = rng.integers(0, np.where(mover == 0, ones, n - ones)) + np.where(mover == 0, n - ones, 0)
        successors = sides[place]
    else:
        successors = rng.integers(0, max(n, 1), m, np.int32)
    return Arena.trusted(indptr, successors, owner if owned else None)


def random_game(
    n: int,
    objective: str = "buchi",
    degrees: tuple[int, int] = (1, 4),
    share: float = 0.5,
    seed: int = 0,
    bipartite: bool = False,
    priorities: int = 3,
) -> Game:
    """Make a random game: a `random_arena` with owners and what the objective needs, at random.

    Parameters
    ----------
    n, degrees, seed, bipartite
        As in `random_arena`.
    objective : str
        The name of an objective.
    share : float
        The part of the vertices that are target, safe, accepting or rejecting, each independently.
    priorities : int
        Priorities are 0 to this less one, each as likely.

    Raises
    ------
    GameError
        If there is no such objective, or as in `random_arena`.

    Examples
    --------
    >>> random_game(1000, "cobuchi", (2, 10), share=0.1)
    Game(Arena(n=1000, m=6075, owned), cobuchi)
    """
    wanted = objective_class(objective)
    rng = np.random.default_rng(seed)
    arena = random_arena(n, degrees, rng, bipartite)
    return Game(arena, wanted.random(rng, n, share, priorities))


def buchi_ladder(rungs: int, seed: int | None = None) -> Game:
    """Make a Büchi game of ``3 * rungs`` vertices that repeated removal of traps takes ``rungs`` rounds to solve.

    On rung i player 0 stands at a white vertex and may go to a green one or wait with a detour; from the green one
    player 1 goes down to the white one of the rung below, or back to his own. At the foot waiting is all there is. So
    each rung is lost only when the one below is known to be: player 1 wins everywhere, and after i green vertices from
    rung i. A removal from scratch costs O(rungs) each round, and so does a labelling that rises by one at a time.

    Parameters
    ----------
    rungs : int
        How many rungs, at least 1.
    seed : int, optional
        Number the vertices at random; without it rung by rung.

    Examples
    --------
    >>> buchi_ladder(1000)
    Game(Arena(n=3000, m=4998, owned), buchi)
    """
    wait, detour, green = (np.arange(rungs) * 3 + i for i in range(3))
    tails = np.concatenate([wait, wait[1:], detour, green[1:], green])
    heads = np.concatenate([detour, green[1:], wait, wait[:-1], wait])
    return _numbered(tails, heads, np.tile(np.array([0, 1, 1], np.uint8), rungs), green, seed)


def buchi_descent(rungs: int, seed: int | None = None) -> Game:
    """Make a Büchi game of ``4 * rungs`` vertices in which each round of traps also breaks a long chain.

    A `buchi_ladder` and beside it a chain of vertices of player 0: from the i-th he may go to the green vertex of rung
    i or on to the next one. In round i the first i of the chain lose the nearest green vertex and turn to the next.

    Parameters
    ----------
    rungs, seed
        As in `buchi_ladder`.

    Examples
    --------
    >>> buchi_descent(1000)
    Game(Arena(n=4000, m=6997, owned), buchi)
    """
    ladder = buchi_ladder(rungs).arena
    chain = np.arange(rungs) + 3 * rungs
    tails = np.concatenate([ladder.tails, chain, chain[:-1]])
    heads = np.concatenate([ladder.successors, np.arange(rungs) * 3 + 2, chain[1:]])
    assert ladder.owner is not None
    owner = np.concatenate([ladder.owner, np.zeros(rungs, np.uint8)])
    return _numbered(tails, heads, owner, np.arange(rungs) * 3 + 2, seed)


def _numbered(
    tails: NDArray[Any], heads: NDArray[Any], owner: NDArray[Any], green: NDArray[Any], seed: int | None
) -> Game:
    """Make the Büchi game, its vertices numbered anew at random if there is a seed."""
    n = owner.size
    name = np.arange(n) if seed is None else np.random.default_rng(seed).permutation(n)
    owners = np.empty(n, np.uint8)
    owners[name] = owner
    return Game(Arena.from_arrays(name[tails], name[heads], n, owners), Buchi(name[green]))
