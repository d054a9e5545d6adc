"""Games on arenas as specifications: solved on sets of states, every vertex is won as in the explicit game."""

from __future__ import annotations

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import objectives
from graphgames.games.random_games import random_game

OTHERS = {
    "normal", "misere", "mean-payoff", "energy", "total-payoff", "discounted", "reach-probability",
    "bounded-reach-probability", "avoid-probability", "expected-reward", "parity-probability",
}  # fmt: skip
"""Objectives with draws, numbers or chance."""


def agrees(game: gg.Game) -> None:
    """Whether who wins is the same everywhere, and the answer at the start is proved."""
    answer, winner = gg.synthesize(gg.Spec.from_game(game)), gg.solve(game).winner
    assert [answer.winner_of({"choice": 0, "at": v}) for v in range(game.arena.n)] == winner.tolist(), game
    start = None if game.start is None else int(game.start)
    assert answer.realizable == ((winner == 0).any() if start is None else winner[start] == 0)
    assert gg.verify(answer)


@pytest.mark.slow
@pytest.mark.share(1)
@pytest.mark.parametrize("objective", sorted(set(objectives()) - OTHERS))
def test_who_wins_is_the_same_on_sets_of_states(objective: str) -> None:
    rng = np.random.default_rng(7)
    for n in (1, 2, 3, 4, 5, 6):
        agrees(random_game(n, objective=objective, seed=int(rng.integers(1 << 30))))


@pytest.mark.slow
def test_priorities_of_edges_and_parallel_edges_are_no_obstacle() -> None:
    rng = np.random.default_rng(8)
    for start in (None, 0, 1):
        edges = [(v, int(w)) for v in range(4) for w in rng.integers(0, 4, 3)]
        arena = gg.Arena.from_edges(edges, owner=rng.integers(0, 2, 4).tolist(), edge_data={"priority": range(12)})
        agrees(gg.Game(arena, gg.Parity(edge_priority="priority"), start=start))


@pytest.mark.parametrize("objective", sorted(OTHERS))
def test_where_more_counts_than_who_wins_there_is_no_specification(objective: str) -> None:
    with pytest.raises(gg.GameError, match="is not a specification; expected one of two players"):
        gg.Spec.from_game(random_game(3, objective=objective, seed=1))
