"""Games that a few attractors decide, and the attractor by sweeps, against sets."""

from __future__ import annotations

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import StrategyPair
from graphgames.games.buchi.families import buchi_ladder
from graphgames.games.parity.families import random_parity
from graphgames.graphs import shallow
from graphgames.graphs.kernels import sweep
from graphgames.graphs.kernels.graph import goes_far
from tests import naive_parity as naive
from tests.games.parity.test_agreement import random_games


@pytest.mark.slow
def test_a_few_attractors_decide_as_the_recursion_does() -> None:
    decided = deep = 0
    for game in random_games(120, 30, 5):
        assert game.arena.owner is not None
        found = shallow.solve_shallow(
            (game.arena.indptr, game.arena.successors), game.arena.owner, naive.priorities(game)
        )
        if found is None:
            deep += 1
            continue
        decided += 1
        assert found.winner.tolist() == naive.parity_recursive(game)
        claim = gg.ArenaSolution(game, found.winner, gg.Strategy(found.moves), "by hand", StrategyPair())
        assert gg.verify(claim), str(gg.verify(claim))
    assert decided > 60
    assert deep > 0


@pytest.mark.parametrize("spread", [1, 4, 40])
def test_sweeps_and_search_reach_what_sets_reach(spread: int) -> None:
    """Targets so few that a search finishes, and vertices that are not there."""
    rng = np.random.default_rng(spread)
    for seed in range(40):
        game = random_parity(60, 4, (1, 3), seed=seed)
        indptr, successors, owner = game.arena.indptr, game.arena.successors, game.arena.owner
        assert owner is not None
        state = np.where(rng.random(60) < 0.1, 0, np.where(rng.integers(0, spread, 60) == 0, 2, 1)).astype(np.uint8)
        after = [successors[indptr[v] : indptr[v + 1]] for v in range(60)]
        expected = state.copy()
        while True:
            some = [(expected[heads] == 2).any() for heads in after]
            every = [(expected[heads] != 1).all() for heads in after]
            more = (expected == 1) & np.where(owner == 0, some, every)
            if not more.any():
                break
            expected[more] = 2
        moves = np.full(60, -1, np.int32)
        begun = state.copy()
        sweep.attract(indptr, successors, owner, 0, state, moves)
        assert state.tolist() == (begun if not (begun == 2).any() else expected).tolist()
        for v in np.flatnonzero((state == 2) & (begun == 1) & (owner == 0)):
            assert moves[v] in after[v]
            assert state[moves[v]] == 2


def test_a_search_goes_on_where_each_sweep_gains_one_vertex() -> None:
    n = 400
    indptr, successors = np.arange(n + 1), np.minimum(np.arange(n) + 1, n - 1).astype(np.int32)
    state, moves = np.ones(n, np.uint8), np.full(n, -1, np.int32)
    state[-1] = 2
    looked = sweep.attract(indptr, successors, np.zeros(n, np.uint8), 0, state, moves)
    assert (state == 2).all()
    assert moves[:-1].tolist() == list(range(1, n))
    assert looked < 20 * n


def test_large_games_are_decided_by_attractors_or_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgames.games.parity.portfolio.is_likely", lambda forward: True)
    monkeypatch.setattr("graphgames.games.buchi.auto.is_likely", lambda forward: True)
    monkeypatch.setattr("graphgames.games.buchi.auto.MANY", 0)
    quick = gg.solve(random_parity(300, 5, (1, 4), seed=1))
    assert quick.stats["finished_by"] == "attractors"
    assert gg.verify(quick)
    deep = gg.solve(buchi_ladder(100))
    assert deep.stats["decided"] == "buchi-traps"
    few = gg.solve(gg.Game(quick.problem.arena, gg.CoBuchi(range(0, 300, 3))))
    assert few.stats["decided"] == "attractors"
    assert gg.verify(few)


def test_an_attempt_is_made_where_a_game_is_large_and_its_edges_go_far() -> None:
    far, small, near = (
        random_parity(20_000, 4, (1, 4), seed=1),
        random_parity(4_000, 4, (1, 4), seed=1),
        buchi_ladder(7_000),
    )
    tried = [goes_far(game.arena.indptr, game.arena.successors) for game in (far, small, near)]
    assert tried == [True, False, False]


@pytest.mark.parametrize(("degrees", "likely"), [((1, 4), False), ((2, 10), True)])
def test_attractors_are_not_tried_where_many_vertices_have_one_edge(degrees: tuple[int, int], likely: bool) -> None:
    arena = random_parity(20_000, 5, degrees, seed=1).arena
    assert shallow.is_likely((arena.indptr, arena.successors)) is likely
