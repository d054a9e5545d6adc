"""Random games made from a seed, in time linear in the size of the game; the same seed gives the same game."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets
from graphgames.core.errors import GameError
from graphgames.core.game import Game


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
        raise GameError(f"degrees are {least} to {most}; expected the least and then the largest, from 0 on")
    if most and n < (2 if bipartite else 1) and n:
        raise GameError(f"a bipartite arena of {n} vertices has no edges; expected at least 2 vertices")
    rng = np.random.default_rng(seed)
    owner = rng.integers(0, 2, n, np.uint8)
    if bipartite:
        owner[:2] = (0, 1)[:n]
    indptr = offsets(rng.integers(least, most, n, np.int64, endpoint=True))
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
    share: float | None = None,
    seed: int = 0,
    bipartite: bool = False,
    priorities: int | None = None,
) -> Game:
    """Make a random game: a `random_arena` with owners and what the objective needs, at random.

    Parameters
    ----------
    n, degrees, seed, bipartite
        As in `random_arena`.
    objective : str
        The name of an objective.
    share : float, optional
        The part of the vertices that are target, safe, accepting or rejecting, each independently; by default half.
    priorities : int, optional
        Priorities are 0 to this less one, each as likely; by default three.

    Raises
    ------
    GameError
        If there is no such objective or it has no use for an option, or as in `random_arena`.

    Examples
    --------
    >>> random_game(1000, "cobuchi", (2, 10), share=0.1)
    Game(Arena(n=1000, m=6075, owned), cobuchi)
    """
    wanted = objective_class(objective)
    given: dict[str, Any] = {"share": share, "priorities": priorities}
    given = {name: value for name, value in given.items() if value is not None}
    for name in given:
        if name not in wanted.random_options:
            fit = [other for other in objectives() if name in objective_class(other).random_options]
            takes = f"; these do: {', '.join(f'--objective {other}' for other in fit)}" if fit else ""
            raise GameError(f"a random {objective} game takes no option {name!r}{takes}")
    rng = np.random.default_rng(seed)
    arena = random_arena(n, degrees, rng, bipartite)
    return Game(arena, wanted.random(rng, n, **given))


def random_dag(
    n: int, objective: str = "normal", degrees: tuple[int, int] = (1, 4), seed: int | np.random.Generator = 0
) -> Game:
    """Make a random acyclic game: each vertex has moves to later vertices, to different ones, the last one has none.

    ``n``, ``degrees``, ``seed``: as in `random_arena`; near the end a vertex has only as many moves as there are
    vertices behind it. ``objective``: the name of an objective; where it needs owners they are random, else the game is
    impartial.

    Raise `GameError` if there is no such objective, plays of it never end, or ``degrees`` is no range.

    >>> random_dag(1000), random_dag(1000, "reach").arena.owner is None
    (Game(Arena(n=1000, m=2568, impartial), normal), False)
    """
    wanted = objective_class(objective)
    if not wanted.allows_dead_ends:
        fit = [other for other in objectives() if objective_class(other).allows_dead_ends]
        raise GameError(f"plays of {objective} never end, so no game of it is acyclic; these fit: {', '.join(fit)}")
    least, most = degrees
    if not 0 <= least <= most:
        raise GameError(f"degrees are {least} to {most}; expected the least and then the largest, from 0 on")
    rng = np.random.default_rng(seed)
    later = np.arange(n - 1, -1, -1, dtype=np.int64)
    degree = np.minimum(rng.integers(least, most, n, np.int64, endpoint=True), later)
    tails = np.repeat(np.arange(n, dtype=np.int64), degree)
    drawn_edges = np.empty(0, np.int64)
    while drawn_edges.size < tails.size:  # those that were drawn twice are drawn anew
        missing = np.repeat(np.arange(n), degree - np.bincount(drawn_edges // max(n, 1), minlength=n))
        drawn = missing * n + missing + 1 + rng.integers(0, later[missing])
        drawn_edges = np.union1d(drawn_edges, drawn)
    owner = rng.integers(0, 2, n, np.uint8) if wanted.needs_owner else None
    return Game(Arena.from_arrays(tails, drawn_edges % max(n, 1), n, owner), wanted.random(rng, n))
