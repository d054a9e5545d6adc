"""The generators: the same seed gives the same game, and the games are what they say."""

from __future__ import annotations

import numpy as np
import pytest

import graphgames as gg
from graphgames.games import random_games as generate
from graphgames.games.buchi.families import buchi_ladder


@pytest.mark.parametrize("objective", ["reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere"])
def test_same_seed_same_game(objective: str) -> None:
    one, same, other = (generate.random_game(500, objective, seed=seed) for seed in (1, 1, 2))
    assert one.objective.name == objective
    assert np.array_equal(one.arena.successors, same.arena.successors)
    assert not np.array_equal(one.arena.indptr, other.arena.indptr)


def test_degrees_and_shares() -> None:
    game = generate.random_game(20_000, "buchi", (2, 10), share=0.25, seed=3)
    degrees = game.arena.out_degree
    assert (int(degrees.min()), int(degrees.max())) == (2, 10)
    assert isinstance(game.objective, gg.Buchi)
    assert abs(np.asarray(game.objective.accepting).mean() - 0.25) < 0.02


@pytest.mark.parametrize("n", [2, 3, 1000])
def test_bipartite_moves_change_the_player(n: int) -> None:
    arena = generate.random_arena(n, (1, 3), seed=5, bipartite=True)
    assert arena.owner is not None
    assert (arena.owner[arena.tails] != arena.owner[arena.successors]).all()
    assert set(arena.successors[arena.owner[arena.tails] == 0].tolist()) <= set(np.flatnonzero(arena.owner).tolist())


def test_empty_and_impartial() -> None:
    assert generate.random_arena(0).n == 0
    assert generate.random_arena(5, (0, 0)).m == 0
    assert generate.random_arena(5, owned=False).owner is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 5, "objective": "chess"}, "no objective 'chess'"),
        ({"n": 5, "degrees": (3, 2)}, "degrees are 3 to 2"),
        ({"n": 1, "bipartite": True}, "at least 2 vertices"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(gg.GameError, match=message):
        generate.random_game(**arguments)  # type: ignore[arg-type]


def test_numbering_does_not_change_the_ladder() -> None:
    plain, mixed = buchi_ladder(30), buchi_ladder(30, seed=8)
    one, other = (np.sort(np.asarray(gg.solve(game).values)) for game in (plain, mixed))
    assert np.array_equal(one, other)
