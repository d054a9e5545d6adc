"""Priorities and marks on edges: every solver against the definition, and the checker against false claims."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.play import Session, adapter_for
from tests.arenas import random_arena
from tests.naive import edge_parity
from tests.share import cases

pytestmark = pytest.mark.slow

OBJECTIVES = ("parity", "buchi", "cobuchi")


def make(objective: str, seed: int, largest: int = 5) -> tuple[gg.Game, list[int]]:
    """Return a random game with data on its edges, and the same as priorities of its edges."""
    rng = np.random.default_rng(seed)
    arena = random_arena(rng, largest, 1.8)
    if objective == "parity":
        priority = rng.integers(0, largest, arena.m)
        return gg.Game(arena, gg.Parity(edge_priority=priority)), priority.tolist()
    mask = rng.random(arena.m) < 0.3
    if objective == "buchi":
        return gg.Game(arena, gg.Buchi(accepting_edges=mask)), (1 + mask).tolist()
    return gg.Game(arena, gg.CoBuchi(rejecting_edges=np.flatnonzero(mask))), mask.astype(int).tolist()


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_solver_says_what_the_definition_says(objective: str) -> None:
    for seed in range(cases(120, 0.1)):
        game, priority = make(objective, seed)
        meant = edge_parity(game.arena, priority)
        for solver in fitting(objective):
            solution = gg.solve(game, solver=solver.name)
            assert solution.winner.tolist() == meant
            assert solution.problem is game and solution.solver == solver.name
            report = gg.verify(solution)
            assert report.ok, str(report)
            for v in range(game.arena.n):
                move = solution.strategy[v]
                assert (move is not None) == (meant[v] == game.arena.owner[v])  # type: ignore[index]
                assert move is None or move in game.arena.successors_of(v)
        assert len(solution.explain().splitlines()) == game.arena.n
        for picture in (solution.draw(), game.draw()):
            marked = max(priority) > min(priority) or objective == "parity"
            sign = ">p " if objective == "parity" else "●"
            assert picture.svg.count(sign) > 1 or not marked


@pytest.mark.share(0.67)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_no_false_claim_is_proved(objective: str) -> None:
    for seed in range(cases(80, 0.07)):
        game, _ = make(objective, seed)
        solution = gg.solve(game)
        for v in range(game.arena.n):
            wrong = solution.winner.copy()
            wrong[v] ^= 1
            assert not gg.verify(replace(solution, winner=wrong))
            move = solution.strategy.moves.copy()
            move[v] = -1 if move[v] >= 0 else 0
            assert not gg.verify(replace(solution, strategy=gg.Strategy(move)))
            if solution.values is not None:
                value = np.asarray(solution.values).copy()
                value[v] += 1
                assert not gg.verify(replace(solution, numbers=value))
        short = replace(solution, winner=solution.winner[:-1])
        assert "entries; expected" in str(gg.verify(short))
        far = solution.strategy.moves.copy()
        far[0] = game.arena.n
        assert "expected -1" in str(gg.verify(replace(solution, strategy=gg.Strategy(far))))


def test_values_count_the_moves_until_the_next_accepting_edge_is_taken() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0)], owner=[0, 0, 0])
    solution = gg.solve(gg.Game(arena, gg.Buchi(accepting_edges=[1])))
    assert solution.values is not None and solution.values.tolist() == [2, 1, 3]


def test_of_parallel_edges_whoever_moves_takes_the_best() -> None:
    for owner, winner in ((0, 0), (1, 1)):
        arena = gg.Arena.from_edges([(0, 0)] * 4, owner=[owner])
        game = gg.Game(arena, gg.Parity(edge_priority=[0, 3, 2, 1]))
        solution = gg.solve(game)
        assert solution.winner.tolist() == [winner] and gg.verify(solution)
        session = Session(adapter_for(solution))
        session.play("0")
        assert session.ending is not None and session.ending.winner == winner
        assert f"largest priority on the way round is {2 if winner == 0 else 3}" in session.ending.reason


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_play_ends_as_the_winner_wants(objective: str) -> None:
    for seed in range(cases(60, 0.3)):
        game, _ = make(objective, seed)
        solution = gg.solve(game)
        for start in range(game.arena.n):
            session = Session(adapter_for(solution, start=start))
            while session.ending is None:
                session.play(next(iter(session.moves())))
            assert session.ending.winner == solution.winner[start]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_solution_is_written_and_read_and_verified_later(objective: str, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    for seed in range(20):
        game, _ = make(objective, seed)
        gg.write(gg.solve(game), path)
        again = gg.read_solution(game, path)
        assert gg.verify(again).ok and again.explain() == gg.solve(game).explain()
        gg.write(game, tmp_path / "game.arena")
        read = gg.read(tmp_path / "game.arena")
        assert np.array_equal(read.objective.edge_data, game.objective.edge_data)  # type: ignore[arg-type]


def test_edge_data_of_the_arena_are_taken_by_name_in_their_own_order() -> None:
    arena = gg.Arena.from_edges([(1, 0), (0, 1)], owner=[0, 1], edge_data={"level": [4, 3], "good": [True, False]})
    assert gg.Game(arena, gg.Parity(edge_priority="level")).objective.edge_data.tolist() == [3, 4]  # type: ignore[union-attr]
    assert gg.Game(arena, gg.Buchi(accepting_edges="good")).objective.edge_data.tolist() == [False, True]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        (gg.Parity(), "needs exactly one of priority and edge_priority"),
        (gg.Parity([1, 2], edge_priority=[1, 2]), "exactly one of"),
        (gg.Buchi(), "needs exactly one of accepting and accepting_edges"),
        (gg.Parity(edge_priority=[1]), "edge_priority has shape .1,., but the arena has 2 edges"),
        (gg.Parity(edge_priority=[1, -1]), "edge 1 -> 0 has priority -1"),
        (gg.Buchi(accepting_edges=[2]), "accepting_edges names edge 2, but the edges are 0 to 1"),
        (gg.CoBuchi(rejecting_edges=[True]), "the arena has 2 edges"),
    ],
)
def test_what_does_not_fit_is_refused(objective: gg.Objective, words: str) -> None:
    with pytest.raises(gg.GameError, match=words):
        gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_knows_vertices_only_says_so(objective: str) -> None:
    game, _ = make(objective, 1)
    for solver in fitting(objective):
        with pytest.raises(gg.GameError, match="vertex_form"):
            solver.load()(game)
    with pytest.raises(gg.GameError, match="vertex_form"):
        game.objective.priorities(game.arena)
    assert game.vertex_form.split is None and game.vertex_form.vertex_form is game.vertex_form
