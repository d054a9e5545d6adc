"""Games with fair edges by their definition: edges become vertices, and McNaughton's recursion takes the condition."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import graphgames as gg
from graphgames.catalogue.find import objective_class
from graphgames.core.acceptance import FALSE, TRUE, Formula, both, either, finitely, infinitely, spelled
from tests.arenas import random_arena
from tests.games.omega.oracle import mcnaughton
from tests.oracles import Oracle


def in_full(game: gg.Game) -> gg.Game:
    """The Emerson-Lei game in which each edge is a vertex, behind the n of the game."""
    arena, objective = game.arena, game.objective
    assert isinstance(objective, gg.Objective) and arena.owner is not None
    plain: Any = objective
    n, priority = arena.n, plain.priorities(arena)
    over = arena.out_degree == 0 if plain.over is None else plain.over | (arena.out_degree == 0)
    edges = [(u, w) for u, w in dict.fromkeys(arena.edges()) if not over[u]]
    edges += [(v, v) for v in range(n) if over[v]]
    fair = {pair for pair, e in zip(arena.edges(), range(arena.m), strict=True) if plain.fair_edges[e]}
    sets: list[np.ndarray[Any, Any]] = []

    def seen(mask: Any) -> int:
        sets.append(np.asarray(mask, np.bool_))
        return len(sets) - 1

    size = n + len(edges)
    known: list[Formula] = [TRUE, TRUE]
    for player in (0, 1):
        for v in np.flatnonzero((arena.owner == player) & ~over).tolist():
            here = [k for k, (u, w) in enumerate(edges) if u == v and (u, w) in fair]
            if not here:
                continue
            at = seen(np.arange(size) == v)
            each = [infinitely(seen(np.arange(size) == n + k)) for k in here]
            known[player] = both(known[player], either(finitely(at), both(*each)))
    wish = FALSE
    for one in sorted(set(priority.tolist())):
        i = seen(np.append(priority == one, np.zeros(len(edges), np.bool_)))
        wish = either(infinitely(i), wish) if one % 2 == 0 else both(finitely(i), wish)
    wish = TRUE if not sets else wish
    from graphgames.core.acceptance import negated

    condition = both(known[0], either(negated(known[1]), wish))
    tails = [u for u, _ in edges] + [n + k for k in range(len(edges))]
    heads = [n + k for k in range(len(edges))] + [w for _, w in edges]
    owner = np.append(arena.owner, [0] * len(edges))
    made = gg.Arena.from_arrays(np.array(tails), np.array(heads), size, owner)
    return gg.Game(made, gg.EmersonLei(tuple(sets), spelled(condition)))


def by_definition(game: gg.Game) -> list[int]:
    """Who wins from each vertex."""
    return mcnaughton(in_full(game))[: game.arena.n]


def _game(rng: np.random.Generator, name: str) -> gg.Game:
    stops = name in ("fair-reach", "fair-safe")
    arena = random_arena(rng, int(rng.integers(1, 5)), float(rng.uniform(1, 1.7)), dead_ends=stops)
    made: Any = objective_class(name).random(rng, arena.n, rng.uniform(0.1, 0.5), int(rng.integers(1, 5)))
    return gg.Game(arena, made)


ORACLES = {
    name: Oracle(by_definition, partial(_game, name=name))
    for name in ("fair-reach", "fair-safe", "fair-buchi", "fair-cobuchi", "fair-parity")
}
