"""Generalised Büchi games: both oracles, both strategies by definition, every lie about tiny games, and files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import GoalRanks
from graphgames.core.memory import Automaton, Remembered
from graphgames.formats.arena_json import read_game, write_game
from graphgames.games.random_games import random_game
from graphgames.play import Session, adapter_for, argument
from graphgames.readers.source import Source
from tests import naive
from tests.arenas import every_arena
from tests.games.omega.oracle import ORACLES, by_fixpoint, generalized_buchi, passed_by_loops, sets_of
from tests.share import cases, share

GAME = ORACLES["generalized-buchi"].game


def patrol(objective: gg.Objective) -> gg.Game:
    """A robot that goes between a dock and a yard by a hall; from the yard someone else may lead it into a pit."""
    edges = [("hall", "dock"), ("hall", "yard"), ("dock", "hall"), ("yard", "hall"), ("pit", "pit"), ("gate", "pit")]
    owner = {"hall": 0, "dock": 0, "yard": 0, "pit": 0, "gate": 1}
    arena = gg.Arena.from_edges([*edges, ("gate", "hall")], owner=owner)
    return gg.Game(arena, objective, start="hall")


PATROL = patrol(gg.GeneralizedBuchi([["dock"], ["yard"]]))


def small_games() -> Iterator[gg.Game]:
    """Every arena of at most two vertices with every one or two sets; a few of three."""
    rng = np.random.default_rng(0)
    for n in (1, 2):
        for arena, count in product(every_arena(n), (1, 2)):
            for bits in product((False, True), repeat=n * count):
                yield gg.Game(arena, gg.GeneralizedBuchi(list(np.reshape(bits, (count, n)))))
    for arena in every_arena(3)[::31]:
        yield gg.Game(arena, gg.GeneralizedBuchi(list(rng.random((2, 3)) < 0.5)))


@pytest.mark.slow
def test_both_oracles_and_the_solver_agree_on_small_games() -> None:
    for game in share(small_games(), 0.8):
        solution = gg.solve(game)
        assert solution.winner.tolist() == generalized_buchi(game) == by_fixpoint(game)
        assert gg.verify(solution), str(gg.verify(solution))


def test_the_strategies_win_by_definition() -> None:
    """What player 0's leaves has no cycle without one of the sets; what player 1's leaves has no loop through all."""
    rng = np.random.default_rng(4)
    for _ in range(cases(150, 0.4)):
        game = GAME(rng)
        solution, owner = gg.solve(game), game.arena.owner
        strategy = cast("gg.FiniteMemoryStrategy", solution.strategy)
        assert owner is not None and (strategy.moves >= 0).tolist() == [(owner == solution.winner).tolist()] * len(
            strategy.moves
        )
        plays = strategy.followed(solution.regions[0]).plays
        assert set(plays.vertex.tolist()) <= set(solution.regions[0].tolist())
        for one in sets_of(game):
            missing = {u for u in range(plays.arena.n) if int(plays.vertex[u]) not in one}
            graph = {u: [int(w) for w in plays.arena.successors_of(u) if int(w) in missing] for u in missing}
            assert not naive.on_cycles(graph)
        lost = set(solution.regions[1].tolist())
        his = (owner == 1) & (solution.winner == 1)
        assert (strategy.moves[:, his] == strategy.moves[0, his]).all()
        left = naive.follow(game.arena, lost, 1, strategy.moves[0].tolist())
        assert not passed_by_loops(left, sets_of(game))


def test_another_memory_is_not_the_counter() -> None:
    solution = gg.solve(PATROL)
    strategy = cast("gg.FiniteMemoryStrategy", solution.strategy)
    for other in (
        Automaton(2, 1, strategy.automaton.update),
        Automaton(2, 0, lambda goal, edge: goal),
        Automaton(2, [0, 0, 0, 1, 0], strategy.automaton.update),
    ):
        report = gg.verify(replace(solution, strategy=gg.FiniteMemoryStrategy(PATROL.arena, strategy.moves, other)))
        assert ["the strategy's memory is not" in str(one) for one in report.failures] == [True]
    moves = strategy.moves.copy()
    moves[1, PATROL.arena.vertex("dock")] = PATROL.arena.vertex("yard")
    wrong = replace(solution, strategy=gg.FiniteMemoryStrategy(PATROL.arena, moves, strategy.automaton))
    assert "at dock, while guarantee 1 is next, the strategy moves to yard, but there is no such edge" in str(
        gg.verify(wrong).failures[0]
    )
    assert "has shape" in str(gg.verify(replace(solution, strategy=gg.Strategy(moves[0]))))


def test_a_fault_is_found_at_its_vertex_and_set() -> None:
    solution = gg.solve(PATROL)
    proof, hall = cast("GoalRanks", solution.certificate), PATROL.arena.vertex("hall")
    rank = proof.rank.copy()
    rank[1, hall] = 0
    failures = gg.verify(replace(solution, proof=replace(proof, rank=rank))).failures
    assert failures[0].vertex == hall and "at hall, while guarantee 1 is next, " in failures[0].message


def test_a_play_remembers_the_set_to_visit_next() -> None:
    solution = gg.solve(PATROL)
    session = Session(adapter_for(solution))
    assert session.position == Remembered(PATROL.start, 0)
    assert session.adapter.render(session.position) == "the pawn stands on hall; set 0 next"
    way = []
    while session.ending is None:
        way.append(session.reply())
    assert way == ["dock", "hall", "yard", "hall"]
    assert session.ending.winner == 0 and session.ending.reason == "the play has come back to hall, past every set"
    session = Session(adapter_for(solution))
    for move in ("yard", "hall"):
        session.play(move)
    assert session.ending is not None and session.ending.winner == 1
    assert [mistake.sentence for mistake in session.review()] == ["yard gave the win away; dock would have won"]
    assert "comes to set 1 within 1 move" in argument(solution, "hall", depth=2)
    assert session.adapter.oracle.outcome(Remembered(PATROL.arena.vertex("pit"), 1)) == "loss"


@pytest.mark.parametrize("ending", ["json", "pg", "dot", "arena"])
def test_games_go_through_files(ending: str, tmp_path: Path) -> None:
    for seed in range(10):
        game = random_game(6, "generalized-buchi", priorities=2, seed=seed)
        path = tmp_path / f"game.{ending}"
        gg.write(game, path, "arena" if ending == "json" else None)
        again = gg.read(path, objective="generalized-buchi")
        assert np.array_equal(cast("Any", again.objective).masks, cast("Any", game.objective).masks)
        assert gg.solve(again).winner.tolist() == gg.solve(game).winner.tolist()


def test_sets_in_a_file_are_vertices_by_number_whatever_the_labels_are() -> None:
    file = io.BytesIO()
    write_game(PATROL, file)
    assert '"sets":[[1],[2]]' in file.getvalue().decode()
    again: Any = read_game(file.getvalue()).objective
    assert again.masks.tolist() == cast("Any", PATROL.objective).masks.tolist()


def test_a_solution_is_written_and_read_and_a_wrong_move_is_found(tmp_path: Path) -> None:
    solution = gg.solve(PATROL)
    gg.write(solution, tmp_path / "solution.json")
    again = gg.read_solution(PATROL, tmp_path / "solution.json")
    assert gg.verify(again) and again.strategy.move(0, 1) == solution.strategy.move(0, 1)
    with pytest.raises(gg.FormatError, match="not all edges, owners, data and settings"):
        gg.read_solution(patrol(gg.GeneralizedBuchi([["dock"], ["hall"]])), tmp_path / "solution.json")
    with pytest.raises(gg.GameError, match="write it as JSON"):
        gg.write(solution, tmp_path / "solution.npz")
    with pytest.raises(gg.GameError):
        gg.write(solution, tmp_path / "solution.sol")


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        ([], "expected a list of sets of vertices, 1 to 31 of them"),
        ([[0]] * 32, "expected a list of sets of vertices, 1 to 31 of them"),
        ({0, 1}, "expected a list of sets"),
        ([["dock"], ["barn"]], "set 1 names 'barn'"),
        ([["dock"], np.array([9])], "set 1 names vertex 9"),
    ],
)
def test_wrong_sets_are_refused(sets: Any, said: str) -> None:
    with pytest.raises(gg.GameError, match=said):
        gg.Game(PATROL.arena, gg.GeneralizedBuchi(sets))


def test_bits_of_priorities_name_the_sets() -> None:
    game = gg.read(Source(b"parity 2;\n0 5 0 1;\n1 2 1 0;\n2 0 0 0;\n", "game.pg"), objective="generalized-buchi")
    sets = cast("Any", game.objective).masks
    assert [np.flatnonzero(one).tolist() for one in sets] == [[0], [1], [0]]
    with pytest.raises(gg.GameError, match="no meaning"):
        gg.GeneralizedBuchi.from_priorities(np.array([1]), np.array([True]))
    with pytest.raises(
        gg.GameError, match=r"set 1 is empty, which priorities cannot express; write the game as \.arena"
    ):
        gg.Game(PATROL.arena, gg.GeneralizedBuchi([["dock"], []])).objective.priorities(PATROL.arena)


def test_the_whole_is_drawn_with_its_sets_and_its_strategy() -> None:
    solution = gg.solve(PATROL)
    assert "the sets that hold it" in solution.draw().svg
    picture = cast("gg.FiniteMemoryStrategy", solution.strategy).draw()
    assert "2 states of memory" in picture.title
