"""Games of acceptance conditions by McNaughton's recursion; generalised Büchi games by all strategies of player 1."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any, cast

import numpy as np

import graphgames as gg
from graphgames.catalogue.find import objective_class
from graphgames.core.acceptance import holds
from tests import naive
from tests.arenas import random_arena
from tests.oracles import Oracle


def sets_of(game: gg.Game) -> list[set[int]]:
    """The sets of a game."""
    return [set(np.flatnonzero(one).tolist()) for one in cast("Any", game.objective).sets]


def reachable(after: dict[int, list[int]], v: int) -> set[int]:
    """The vertices that a walk of at least one step from v comes to."""
    return naive.least_fixpoint(lambda found: {w for u in {v} | found for w in after[u]})


def passed_by_loops(after: dict[int, list[int]], sets: list[set[int]]) -> set[int]:
    """The vertices from which a walk can go round for ever and pass every set."""
    beyond = {v: reachable(after, v) for v in after}
    there = {v for v in after if v in beyond[v] and all(any(v in beyond[w] for w in beyond[v] & one) for one in sets)}
    return {v for v in after if v in there or beyond[v] & there}


def generalized_buchi(game: gg.Game) -> list[int]:
    """Who wins from each vertex: player 1 if a strategy of his leaves no loop that passes every set."""
    successors, owner = naive.graph_of(game.arena)
    choices = [[[w] for w in after] if mover else [after] for after, mover in zip(successors, owner, strict=True)]
    lost = set(range(game.arena.n))
    for left in product(*choices):
        lost &= passed_by_loops(dict(enumerate(left)), sets_of(game))
    return [0 if v in lost else 1 for v in range(game.arena.n)]


def by_fixpoint(game: gg.Game) -> list[int]:
    """The same by the largest region in which each set can be forced, and then the region again."""
    region = set(range(game.arena.n))
    while True:
        stays = naive.controllable(game.arena, 0, region)
        forced = [set(naive.attractor(game.arena, one & stays, 0)) for one in sets_of(game)]
        if region == set.intersection(*forced):
            return [0 if v in region else 1 for v in range(game.arena.n)]
        region = set.intersection(*forced)


def mcnaughton(game: gg.Game) -> list[int]:
    """Who wins from each vertex, by recursion over the sets that are there (Ann. Pure Appl. Logic 65, 1993)."""
    objective: Any = game.objective
    masks, formula = objective.masks, objective.condition()
    successors, owner = naive.graph_of(game.arena)

    def attracted(part: set[int], goal: set[int], player: int) -> set[int]:
        def step(found: set[int]) -> set[int]:
            some = {v for v in part if owner[v] == player and found & set(successors[v])}
            return goal | some | {v for v in part if owner[v] != player and part & set(successors[v]) <= found}

        return naive.least_fixpoint(step)

    def won(part: set[int]) -> set[int]:
        """What player 0 wins of a part that is a game of its own."""
        there = [i for i in range(len(masks)) if masks[i, list(part)].any()]
        player = int(not holds(formula, there))
        for i in there:
            less = part - attracted(part, {v for v in part if masks[i, v]}, player)
            lost = less - won(less) if player == 0 else won(less)
            if lost:
                lost = attracted(part, lost, 1 - player)
                return won(part - lost) | (lost if player else set())
        return part if player == 0 else set()

    region = won(set(range(game.arena.n)))
    return [0 if v in region else 1 for v in range(game.arena.n)]


def _game(rng: np.random.Generator, name: str = "generalized-buchi") -> gg.Game:
    arena = random_arena(rng, int(rng.integers(1, 7)), float(rng.uniform(1, 2.2)))
    made = objective_class(name).random(rng, arena.n, rng.uniform(0.1, 0.5), int(rng.integers(1, 5)))
    return gg.Game(arena, made)


ORACLES = {
    "generalized-buchi": Oracle(generalized_buchi, _game),
    **{
        name: Oracle(mcnaughton, partial(_game, name=name))
        for name in ("generalized-cobuchi", "gr1", "rabin", "streett", "emerson-lei")
    },
}
