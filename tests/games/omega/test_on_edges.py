"""Sets of edges: winners by the definition, files, other checkers, plays, joined objectives, what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.acceptance import spelled
from graphgames.reference.check import check
from tests.arenas import random_arena
from tests.games.omega.oracle import mcnaughton
from tests.share import cases

KINDS = {
    "generalized-buchi": gg.GeneralizedBuchi,
    "generalized-cobuchi": gg.GeneralizedCoBuchi,
    "gr1": lambda sets, on: gg.GR1(sets[1:], sets[:1], on=on),
    "rabin": lambda sets, on: gg.Rabin(list(zip(sets[::2], sets[1::2], strict=False)), on=on),
    "streett": lambda sets, on: gg.Streett(list(zip(sets[::2], sets[1::2], strict=False)), on=on),
    "emerson-lei": lambda sets, on: gg.EmersonLei(sets, "Inf(0) & Fin(1) | Fin(0) & Inf(2)", on=on),
}


def drawn(rng: np.random.Generator, name: str) -> gg.Game:
    """A game without parallel edges."""
    arena = random_arena(rng, int(rng.integers(1, 6)), float(rng.uniform(1, 2.2)))
    pairs = list(dict.fromkeys(arena.edges()))
    arena = gg.Arena.from_edges(pairs, arena.n, arena.owner)
    made: Any = KINDS[name]
    return gg.Game(arena, made([rng.random(arena.m) < rng.uniform(0.1, 0.6) for _ in range(4)], on="edges"))


def in_full(arena: gg.Arena, given: Any) -> gg.Game:
    """The game in which every edge is a vertex, behind those that there are."""
    assert arena.owner is not None
    new = arena.n + np.arange(arena.m)
    tails, heads = np.append(arena.tails, new), np.append(new, arena.successors)
    made = gg.Arena.from_arrays(tails, heads, arena.n + arena.m, np.append(arena.owner, np.zeros(arena.m, np.uint8)))
    sets = [np.append(np.zeros(arena.n, np.bool_), mask) for mask in given.masks]
    return gg.Game(made, gg.EmersonLei(sets, spelled(given.condition())))


@pytest.mark.parametrize("name", KINDS)
def test_winners_are_those_of_the_definition_and_every_checker_believes_them(name: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    for k in range(cases(60, 0.2)):
        game = drawn(rng, name)
        expected = mcnaughton(in_full(game.arena, game.objective))[: game.arena.n]
        solvers = ["goals"] if name in ("generalized-buchi", "generalized-cobuchi", "gr1") else ["recursion"]
        for solver in [None, *solvers]:
            solution = gg.solve(game, solver=solver)
            assert solution.winner.tolist() == expected and gg.verify(solution)
        if k % 4 == 0:
            gg.write(game, tmp_path / "g.arena")
            gg.write(solution, tmp_path / "s.json")
            again = gg.read(tmp_path / "g.arena")
            assert gg.verify(gg.read_solution(again, tmp_path / "s.json"))
            assert check((tmp_path / "g.arena").read_text(), (tmp_path / "s.json").read_text()).ok
            assert gg.solve(gg.Spec.from_game(again)).realizable == (0 in expected)


def test_strategies_take_the_edges_by_turns() -> None:
    ways = {"hall": ["hall", "yard"], "yard": ["hall"]}
    game = gg.Game.from_graph(
        ways, gg.GeneralizedBuchi([[("hall", "hall")], [("hall", "yard")]], on="edges"), {"hall": 0, "yard": 1}
    )
    solution = gg.solve(game)
    assert solution.play("hall", limit=4) == ["hall", "hall", "yard", "hall"]
    rounds = game.objective.cycle_ending(game.arena, [0, 1]), game.objective.cycle_ending(game.arena, [0])
    assert [one.winner for one in rounds] == [1, 1]
    assert rounds[1].reason.endswith("along no edge of set 1")
    assert game.objective.aims_in_words[0] == "to pass every set again and again"
    assert game.objective.edge_note(1) == "1" and game.objective.note(0) == ""


def test_moves_that_forget_are_refused(tmp_path: Path) -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 1])
    for objective in (
        gg.GeneralizedBuchi([[0], [1]], on="edges"),
        gg.EmersonLei([[0], [1]], "Inf(0) & Inf(1)", on="edges"),
    ):
        game = gg.Game(arena, objective)
        solution: Any = gg.solve(game)
        gg.write(game, tmp_path / "g.arena")
        moves = solution.strategy.moves.copy()
        moves[:, 0] = 1
        wrong = replace(solution, strategy=gg.FiniteMemoryStrategy(arena, moves, solution.strategy.automaton))
        assert not gg.verify(wrong)
        gg.write(wrong, tmp_path / "s.json")
        assert not check((tmp_path / "g.arena").read_text(), (tmp_path / "s.json").read_text()).ok
        stays = gg.FiniteMemoryStrategy(arena, solution.strategy.moves, np.array([[0] * 3, [1] * 3]), by_edge=True)
        assert "the strategy's memory is not" in str(gg.verify(replace(solution, strategy=stays)).failures[0])


def test_edges_and_vertices_are_joined() -> None:
    """The edges that leave a vertex are taken again and again if it is seen again and again."""
    rng = np.random.default_rng(2)
    for _ in range(cases(60, 0.2)):
        arena = random_arena(rng, 4, 2)
        arena = gg.Arena.from_edges(list(dict.fromkeys(arena.edges())), arena.n, arena.owner)
        seen, taken = rng.random(arena.n) < 0.4, rng.random(arena.m) < 0.4
        priority = rng.integers(0, 4, arena.m)
        for joined in (
            gg.Buchi(seen) & gg.Buchi(accepting_edges=taken),
            gg.CoBuchi(rejecting_edges=taken) | gg.Buchi(seen),
            gg.Parity(edge_priority=priority) & gg.Buchi(seen),
            ~gg.Buchi(accepting_edges=taken) | (gg.Buchi(seen) >> gg.Parity(edge_priority=priority)),
        ):
            game = gg.Game(arena, joined)
            solution = gg.solve(game)
            assert joined.on == "edges" and gg.verify(solution)
            assert solution.winner.tolist() == mcnaughton(in_full(game.arena, game.objective))[: arena.n]


@pytest.mark.parametrize("name", KINDS)
def test_of_parallel_edges_of_which_neither_is_better_each_can_be_taken(name: str, tmp_path: Path) -> None:
    rng, more = np.random.default_rng(5), 0
    for k in range(cases(120, 0.1, least=6)):
        arena = random_arena(rng, int(rng.integers(1, 4)), float(rng.uniform(2, 3)))
        if arena.m == len(set(arena.edges())):
            arena = gg.Arena.from_edges([*arena.edges(), *arena.edges()], arena.n, arena.owner)
        made: Any = KINDS[name]
        objective = made([rng.random(arena.m) < 0.4 for _ in range(4)], on="edges")
        game = gg.Game(arena, objective)
        wanted = mcnaughton(in_full(arena, objective.bind(arena)))[: arena.n]
        solution = gg.solve(game)
        assert solution.winner[: arena.n].tolist() == wanted and gg.verify(solution)
        more += game.arena.n > arena.n
        if k < 3:
            gg.write(game, tmp_path / "g.arena")
            gg.write(solution, tmp_path / "s.json")
            assert check((tmp_path / "g.arena").read_text(), (tmp_path / "s.json").read_text()).ok
    assert more > 3


def test_two_loops_are_taken_in_turn() -> None:
    arena = gg.Arena.from_edges([("a", "a"), ("a", "a")], owner=[0])
    solution = gg.solve(gg.Game(arena, gg.GeneralizedBuchi([[0], [1]], on="edges")))
    assert solution.won == (2, 0) and gg.verify(solution)
    assert solution.play("a", limit=4) == ["a", "a", "a -> a by edge 1", "a"]


def test_of_parallel_edges_the_better_one_is_taken() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 1), (1, 0)], owner=[0, 1])
    better = gg.solve(gg.Game(arena, gg.GeneralizedBuchi([[0, 1], [1]], on="edges")))
    assert better.won == (2, 0) and gg.verify(better)
    edge, _ = better.strategy.move(0, 0) or (None, None)
    assert edge == 1
    with pytest.raises(gg.GameError, match="expected 'vertices' or 'edges'"):
        gg.Game(arena, gg.GeneralizedBuchi([[0]], on="arcs"))


def test_edges_are_named_in_every_way() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("b", "b")], owner=[0, 0], edge_data={"lit": [0, 0, 1]})
    for given in ([("b", "b")], [2], np.array([2]), np.array([False, False, True]), "lit", lambda u, w: u == w):
        game = gg.Game(arena, gg.GeneralizedBuchi([given], on="edges"))
        assert game.objective.edge_note(2) == "0" and gg.solve(game).play("a", limit=3) == ["a", "b", "b"]
    with pytest.raises(gg.GameError, match="there is no edge from a to a"):
        gg.Game(arena, gg.GR1([], [[("a", "a")]], on="edges"))
