"""Games that differ in one field of their objective, for every objective of the catalogue and every field.

What proves something about one of two such games need not prove it about the other. A field that nothing here knows how
to alter fails the tests that go through all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import graphgames as gg
from graphgames.catalogue.find import objective_class
from graphgames.core.conventions import CONVENTIONS
from graphgames.core.solution import ArenaSolution
from tests.arenas import random_arena
from tests.games.chance import oracle as chance

WORDS: Mapping[str, tuple[Any, ...]] = {
    "dead_ends": ("stay", "lose"),
    "convention": CONVENTIONS,
    "cap": (None, 0, 2, 4),
    "threshold": (0, 1, Fraction(-1, 2)),
    "discount": ("1/2", "9/10", "1/10"),
    "steps": (0, 1, 3),
    "unreached": ("inf", "continue", "zero"),
    "formula": ("Inf(0)", "Fin(0)", "Inf(0) & Fin(1)"),
}
"""What a field with few values can be."""


def _numbers(arena: gg.Arena, rng: np.random.Generator, of_edges: bool = True) -> NDArray[Any]:
    return rng.integers(0, 4, arena.m if of_edges else arena.n)


def _edges(arena: gg.Arena, rng: np.random.Generator) -> NDArray[Any]:
    return rng.random(arena.m) < 0.5


def _ends(arena: gg.Arena, rng: np.random.Generator) -> NDArray[Any]:
    ends: NDArray[Any] = (arena.out_degree == 0) & (rng.random(arena.n) < 0.7)
    return ends


def _loops(arena: gg.Arena, rng: np.random.Generator) -> NDArray[Any]:
    return np.array([arena.successors_of(v).tolist() == [v] for v in range(arena.n)], np.bool_)


ABSENT: Mapping[str, Callable[[gg.Arena, np.random.Generator], Any]] = {
    "accepting_edges": _edges,
    "rejecting_edges": _edges,
    "edge_priority": _numbers,
    "weight": _numbers,
    "reward": _numbers,
    "within": lambda arena, rng: rng.random(arena.n) < 0.5,
    "won": _ends,
    "lost": _ends,
    "drawn": _loops,
}
"""What a field holds that is empty in the random games."""

IN_PLACE_OF = {
    "accepting_edges": "accepting",
    "rejecting_edges": "rejecting",
    "edge_priority": "priority",
    "weight": "vertex_weight",
    "reward": "vertex_reward",
}
"""Which field is empty where this one is not."""


def arenas(objective: str, rng: np.random.Generator) -> Iterator[gg.Arena]:
    """Yield arenas on which there are such games, endlessly: with dead ends and chance where these are allowed."""
    cls = objective_class(objective)
    while True:
        n = int(rng.integers(2, 6))
        yield random_arena(rng, n, 1.7)
        if cls.allows_dead_ends:
            yield random_arena(rng, n, 1.3, dead_ends=True)
        if cls.allows_chance:
            yield chance.random_arena(rng, 5) if cls.allows_dead_ends else chance.chances_game(rng, 5).arena


def made(objective: str, arena: gg.Arena, seed: int) -> gg.Game:
    """Return a game with random data; raise `GameError` where there is none on such an arena."""
    rng = np.random.default_rng(seed)
    return gg.Game(arena, objective_class(objective).random(rng, arena.n, share=0.4))


def altered(game: gg.Game, field: str, rng: np.random.Generator) -> Iterator[gg.Game]:
    """Yield games with other values of one field of the objective, as far as there are such."""
    for other in _others(game, field, rng):
        with suppress(gg.GameError):
            yield gg.Game(game.arena, replace(game.objective, **other))


def _others(game: gg.Game, field: str, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    objective, arena = game.objective, game.arena
    value = getattr(objective, field)
    if field == "on":
        names = [one.name for one in fields(objective) if isinstance(getattr(objective, one.name), tuple)]
        edges = {name: _mapped(getattr(objective, name), lambda _: _edges(arena, rng)) for name in names}
        yield {"on": "edges", **edges}
    elif field in WORDS:
        yield from ({field: one} for one in WORDS[field] if one != value)
    elif value is None:
        empty = {IN_PLACE_OF[field]: None} if field in IN_PLACE_OF else {}
        for _ in range(2):
            yield {field: ABSENT[field](arena, rng), **empty}
    else:
        for every in (False, False, True):
            yield {field: _mapped(value, partial(_other, rng=rng, every=every))}


def _mapped(value: Any, change: Callable[[NDArray[Any]], NDArray[Any]]) -> Any:
    return tuple(_mapped(one, change) for one in value) if isinstance(value, tuple) else change(value)


def _other(array: NDArray[Any], rng: np.random.Generator, every: bool) -> NDArray[Any]:
    """Return an array, of vertices or of edges, with one entry changed, or all."""
    places = np.arange(array.size) if every or not array.size else rng.integers(array.size, size=1)
    array = array.copy()
    array[places] = ~array[places] if array.dtype == np.bool_ else array[places] + 1
    return array


def settings(objective: str) -> list[str]:
    """Return the fields of an objective that can be set."""
    return [one.name for one in fields(objective_class(objective)) if one.init]


def solved(game: gg.Game) -> ArenaSolution | None:
    """Return the solution of a game, None if it has no meaning."""
    try:
        return gg.solve(game)
    except gg.GameError:
        return None


def moved(solution: ArenaSolution, game: gg.Game, found: ArenaSolution | None) -> Iterator[ArenaSolution]:
    """Yield what says of another game, with this solution, what a solution and its certificate say of theirs."""
    if solution.arena.n == game.arena.n:
        strategies = [solution.strategy]
        if found is not None and solution.strategy.moves.shape != found.strategy.moves.shape:
            strategies.append(found.strategy)
        for one in strategies:
            yield ArenaSolution(game, solution.winner, one, "by hand", solution.certificate, solution.values)


def is_true(claim: ArenaSolution, found: ArenaSolution | None) -> bool:
    """Return whether a claim says of who wins and of exact values what the solver has found."""
    if found is None or claim.winner.tolist() != found.winner.tolist():
        return False
    if not found.problem.objective.value_types or found.values is None:
        return True
    return claim.values is not None and claim.values.tolist() == found.values.tolist()
