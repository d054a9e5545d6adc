"""Small games of every objective: what the solutions are of that the reference checker looks at."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

import graphgames as gg
from graphgames import Arena, Game, GraphGamesError
from graphgames.catalogue.find import fitting
from tests.arenas import random_arena


def solutions(game: Game) -> Iterator[Any]:
    """Solve a game by every solver that solves it."""
    for solver in next(found for form in game.forms if (found := fitting(form))):
        try:
            yield gg.solve(game, solver=solver.name)
        except GraphGamesError:  # a solver that refuses this game, as one without a cap does
            continue


def with_chance(rng: np.random.Generator, n: int, dead_ends: bool = False) -> Arena:
    """Return a random arena where chance owns about a third of the vertices that have a move."""
    arena = random_arena(rng, n, 2.0, True, dead_ends)
    owner = rng.integers(0, 3, n)
    owner[arena.dead_ends] = rng.integers(0, 2, arena.dead_ends.size)
    parts = rng.integers(1, 4, arena.m)
    total = np.bincount(arena.tails, parts, n).astype(int)
    likely = [
        Fraction(int(part), int(total[v])) if owner[v] == 2 else None
        for v, part in zip(arena.tails.tolist(), parts.tolist(), strict=True)
    ]
    return Arena.from_arrays(arena.tails, arena.successors, n, owner, probability=likely)


def with_marks(rng: np.random.Generator, n: int) -> Iterator[Game]:
    """Yield games of reachability, last move, Büchi and parity, with data on vertices and on edges."""
    owned, free = random_arena(rng, n, 2.0), random_arena(rng, n, 1.5, dead_ends=True)
    some, edges = rng.random(n) < 0.4, rng.random(owned.m) < 0.4
    for kind in (gg.Buchi, gg.CoBuchi):
        yield Game(owned, kind(some))
    yield Game(owned, gg.Buchi(accepting_edges=edges))
    yield Game(owned, gg.CoBuchi(rejecting_edges=edges))
    fair: Any = rng.random(owned.m) < 0.4
    yield Game(owned, gg.FairBuchi(some, fair=fair))
    yield Game(owned, gg.FairCoBuchi(some, fair=fair))
    yield Game(owned, gg.FairParity(rng.integers(0, 4, n), convention="min-odd", fair=fair))
    sets = list(rng.random((4, n)) < 0.4)
    yield Game(owned, gg.GeneralizedBuchi(sets[:2]))
    yield Game(owned, gg.GeneralizedCoBuchi(sets[:2]))
    yield Game(owned, gg.GR1(sets[:2], sets[2:]))
    yield Game(owned, gg.Rabin(sets))
    yield Game(owned, gg.Streett(sets))
    yield Game(owned, gg.EmersonLei(sets, "(Inf(0) | Fin(1)) & (Fin(2) | Inf(3) & Fin(0))"))
    for convention in ("max-even", "max-odd", "min-even", "min-odd"):
        yield Game(owned, gg.Parity(rng.integers(0, 4, n), convention=convention))
        yield Game(owned, gg.Parity(edge_priority=rng.integers(0, 4, owned.m), convention=convention))
    yield Game(free, gg.Reach(some))
    yield Game(free, gg.Safe(~some))
    fair = rng.random(free.m) < 0.4
    yield Game(free, gg.FairReach(some, fair=fair))
    yield Game(free, gg.FairSafe(~some, fair=fair))
    shared = Arena.from_arrays(free.tails, free.successors, n)
    for arena in (free, shared):
        yield Game(arena, gg.NormalPlay())
        yield Game(arena, gg.MiserePlay())


def with_weights(rng: np.random.Generator, n: int) -> Iterator[Game]:
    """Yield games with weights on edges and on vertices, whole and not; with dead ends, thresholds, caps, discounts."""
    for ends in ("stay", "lose"):
        arena = random_arena(rng, n, 1.6, True, True)
        whole, part = rng.integers(-3, 4, arena.m), [Fraction(int(x), 2) for x in rng.integers(-3, 4, n)]
        for weight in ({"weight": whole}, {"vertex_weight": part}):
            how: Any = weight | {"dead_ends": ends}
            yield Game(arena, gg.Energy(**how))
            yield Game(arena, gg.Energy(**how, cap=int(rng.integers(0, 6))))
            yield Game(arena, gg.Energy(**how, cap=Fraction(7, 3)))
            yield Game(arena, gg.MeanPayoff(**how, threshold=Fraction(int(rng.integers(-3, 4)), 2)))
            yield Game(arena, gg.TotalPayoff(**how, threshold=int(rng.integers(-3, 4))))
    arena = random_arena(rng, n, 1.6, True, True)
    whole = rng.integers(-3, 4, arena.m)
    discount = [Fraction(int(x), 5) for x in rng.integers(0, 5, arena.m)]
    yield Game(arena, gg.Discounted(whole, discount="2/3", threshold=1))
    yield Game(arena, gg.Discounted(whole, discount=discount))
    yield Game(arena, gg.MeanPayoff(whole * (2**61), threshold=2**62))


def of_chance(rng: np.random.Generator, n: int) -> Iterator[Game]:
    """Yield games in which chance moves."""
    free, endless = with_chance(rng, n, True), with_chance(rng, n)
    some = rng.random(n) < 0.3
    yield Game(free, gg.ReachProbability(some))
    yield Game(free, gg.ReachProbability(some, within=some | (rng.random(n) < 0.7)))
    yield Game(free, gg.AvoidProbability(some))
    yield Game(free, gg.BoundedReachProbability(some, steps=2))
    for unreached in ("inf", "continue", "zero"):
        yield Game(free, gg.ExpectedReward(some, rng.integers(0, 3, free.m), unreached=unreached))
    yield Game(free, gg.ExpectedReward(some, vertex_reward=[Fraction(int(x), 2) for x in rng.integers(0, 3, n)]))
    yield Game(endless, gg.Parity(rng.integers(0, 4, n)))
    yield Game(endless, gg.Parity(edge_priority=rng.integers(0, 4, endless.m), convention="min-odd"))
    yield Game(endless, gg.Buchi(some))
    alone = Arena(endless.indptr, endless.successors, np.where(endless.owner == 2, 2, int(rng.integers(2))),
                  probability=endless.probability)  # fmt: skip
    yield Game(alone, gg.ParityProbability(rng.integers(0, 4, n), convention="min-odd"))
    yield Game(free, gg.MeanPayoff(rng.integers(-3, 4, free.m), threshold=Fraction(1, 2)))
    yield Game(free, gg.Discounted(rng.integers(-3, 4, free.m), discount="1/2"))
