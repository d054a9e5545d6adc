"""Games with fair edges by their definition: by all strategies and the loops that they leave, for two vertices.

For more, edges become vertices, and McNaughton's recursion takes the condition.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np

import graphgames as gg
from graphgames.catalogue.find import objective_class
from graphgames.core.acceptance import FALSE, TRUE, Formula, both, either, finitely, infinitely, spelled
from graphgames.core.arena import owners
from tests.arenas import random_arena
from tests.games.omega.by_strategies import Loop, winners
from tests.games.omega.oracle import mcnaughton
from tests.oracles import Oracle

WINS: dict[str, Callable[[Any, set[int]], bool]] = {
    "fair-reach": lambda objective, visited: any(objective.target[v] for v in visited),
    "fair-safe": lambda objective, visited: all(objective.safe[v] for v in visited),
    "fair-buchi": lambda objective, visited: any(objective.accepting[v] for v in visited),
    "fair-cobuchi": lambda objective, visited: not any(objective.rejecting[v] for v in visited),
    "fair-parity": lambda objective, visited: max(objective.priority[v] for v in visited) % 2 == 0,
}
"""Whether player 0 wins a play between fair players that visits some vertices for ever."""


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


def loops_won(game: gg.Game) -> tuple[tuple[tuple[int, int], ...], Callable[[Loop], bool]]:
    """The edges, with those of plays that stay where they are over, and whether player 0 wins a set that recurs."""
    arena, objective = game.arena, cast("Any", game.objective)
    over = {v for v in range(arena.n) if not arena.out_degree[v] or (objective.over is not None and objective.over[v])}
    ways = list(zip(arena.edges(), objective.fair_edges.tolist(), strict=True))
    fair = {(u, w) for (u, w), is_fair in ways if is_fair and u not in over}
    edges = (*((u, w) for (u, w), _ in ways if u not in over), *((v, v) for v in over))
    owner = tuple(owners(arena).tolist())

    def wins(loop: Loop) -> bool:
        taken = {edges[e] for e in loop}
        visited = {u for u, _ in taken}
        unfair = {owner[u] for u, w in fair - taken if u in visited}
        return 0 not in unfair and (1 in unfair or WINS[objective.name](objective, visited))

    return edges, wins


def by_strategies(game: gg.Game) -> list[int]:
    """Who wins from each vertex, by all strategies with little memory."""
    edges, wins = loops_won(game)
    return winners(edges, tuple(owners(game.arena).tolist()), wins)


def _game(rng: np.random.Generator, name: str) -> gg.Game:
    stops = name in ("fair-reach", "fair-safe")
    arena = random_arena(rng, int(rng.integers(1, 5)), float(rng.uniform(1, 1.7)), dead_ends=stops)
    made: Any = objective_class(name).random(rng, arena.n, rng.uniform(0.1, 0.5), int(rng.integers(1, 5)))
    return gg.Game(arena, made)


ORACLES = {
    name: Oracle(by_definition, partial(_game, name=name))
    for name in ("fair-reach", "fair-safe", "fair-buchi", "fair-cobuchi", "fair-parity")
}
