"""Games with fair edges: small ones in full, strategies, files, pictures, plays, planted faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise, product, starmap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.strategy import InTurn
from graphgames.games.fair.gadget import as_parity
from graphgames.play import Session, adapter_for
from graphgames.reference.check import check
from tests.arenas import every_arena, random_arena
from tests.cli.test_cli import program
from tests.games.fair.oracle import ORACLES, by_definition, by_strategies
from tests.share import cases, share

CHANNEL = gg.Arena.from_edges(
    [("ready", "sent"), ("sent", "lost"), ("sent", "came"), ("lost", "ready"), ("came", "ready")],
    owner={"ready": 0, "sent": 1, "lost": 0, "came": 0},
)
DELIVERS = gg.Game(CHANNEL, gg.FairBuchi(["came"], fair=[("sent", "came")]))


def games_of_two() -> Iterator[tuple[gg.Arena, Any, Any, Any]]:
    """What each game of two vertices is made of: its arena, objective, what this asks for, and fair edges."""
    sets = [np.array(one) for one in product((False, True), repeat=2)]
    for stops in (False, True):
        for arena in every_arena(2, dead_ends=stops):
            for fair in (np.array(one, np.bool_) for one in product((False, True), repeat=arena.m)):
                makes: list[Any] = [gg.FairReach, gg.FairSafe] if stops else [gg.FairBuchi, gg.FairCoBuchi]
                yield from ((arena, make, one, fair) for make in makes for one in sets)
                if not stops:
                    yield from ((arena, gg.FairParity, priorities, fair) for priorities in product(range(3), repeat=2))


def made(arena: gg.Arena, objective: Any, data: Any, fair: Any) -> gg.Game:
    return gg.Game(arena, objective(data, fair=fair))


@pytest.mark.slow
def test_every_game_of_two_vertices_is_as_its_strategies_say() -> None:
    games = list(games_of_two())
    assert len(games) == 6944
    for game in starmap(made, share(games, 0.1)):
        solution = gg.solve(game)
        assert solution.winner.tolist() == by_strategies(game) and gg.verify(solution), (game.objective, game.arena)


@pytest.mark.slow
def test_the_recursion_finds_the_winners_of_the_strategies() -> None:
    for game in starmap(made, share(islice(games_of_two(), 0, None, 20), 0.2)):
        assert by_definition(game) == by_strategies(game), (game.objective, game.arena)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORACLES)
def test_many_random_games_are_as_the_definition_says(name: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(cases(300, 0.15)):
        game = ORACLES[name].game(rng)
        solution = gg.solve(game)
        assert solution.winner.tolist() == list(ORACLES[name].answers(game))
        assert gg.verify(solution)


def test_the_gadgets_are_a_parity_game_with_the_same_winners() -> None:
    rng = np.random.default_rng(2)
    for _ in range(cases(50, 0.4)):
        arena = random_arena(rng, 6, 2)
        game = gg.Game(arena, gg.FairParity(rng.integers(0, 5, 6), fair=rng.random(arena.m) < 0.5))
        parity: Any = game.objective.parity_game(arena)
        assert gg.solve(gg.Game(*parity)).winner[:6].tolist() == gg.solve(game).winner.tolist()


def test_a_gadget_has_two_vertices_and_two_for_each_number() -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[1, 0])
    for priority, numbers in (([0, 0], []), ([0, 1], [2]), ([0, 4], [2, 4]), ([1, 3], [2, 4]), ([4, 1], [])):
        game = gg.Game(arena, gg.FairParity(priority, fair=[(0, 1)]))
        gadget = as_parity(arena, game.objective)
        assert gadget.number.tolist() == numbers and gadget.game.arena.n == 2 + 2 + 2 * len(numbers)


def test_a_player_who_must_be_fair_takes_the_edges_in_turn() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (0, 0), (1, 0), (2, 0)], owner=[0, 1, 1])
    solution = gg.solve(gg.Game(arena, gg.FairBuchi([0], fair=[(0, 1), (0, 2)])))
    strategy = solution.strategy
    assert solution.winner.tolist() == [0, 0, 0] and isinstance(strategy, InTurn)
    seen = strategy.play(0, opponent=lambda v: 0, limit=20)
    assert {1, 2} <= set(seen[:8]) and {1, 2} <= set(seen[-8:])
    memory = strategy.after(strategy.start(0), arena.between(0, strategy.next(0, 0) or 0)[0])
    assert strategy.next(0, memory) != strategy.next(0, 0)
    assert strategy.continued(memory).next(0, strategy.continued(memory).start(0)) == strategy.next(0, memory)


def test_opponents_who_never_stop_come_to_all_edges() -> None:
    """Each vertex has a counter of its own, so that no order of visits starves an edge."""
    heads = [(0, v) for v in range(1, 5)] + [(v, w) for v in range(1, 5) for w in (5, 6)] + [(5, 0), (6, 0)]
    arena = gg.Arena.from_edges(heads, owner=[1, 0, 0, 0, 0, 1, 1])
    fair = [(v, w) for v in range(1, 5) for w in (5, 6)]
    strategy: Any = gg.solve(gg.Game(arena, gg.FairBuchi([0], fair=fair))).strategy
    memory, taken = strategy.start(0), []
    for k in range(64):
        v = 1 + (k * k + k // 3) % 4
        memory = strategy.after(memory, arena.between(0, v)[0])
        w = strategy.next(v, memory)
        taken.append((v, w))
        memory = strategy.after(memory, arena.between(v, w)[0])
    for v in {v for v, _ in taken}:
        moves = [w for u, w in taken if u == v]
        assert all(a != b for a, b in pairwise(moves)), moves


def test_where_both_are_unfair_player_1_wins() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (0, 2), (1, 2), (2, 2)], owner=[0, 1, 0])
    game = gg.Game(arena, gg.FairBuchi([0], fair=[(0, 2), (1, 2)]))
    ending = game.objective.cycle_ending(arena, [0, 1])
    assert ending.winner == 1 and "never takes its fair edge to 2" in ending.reason
    only = gg.Game(arena, gg.FairBuchi([2], fair=[(1, 2)]))
    assert only.objective.cycle_ending(arena, [0, 1]).winner == 0


def planted(solution: gg.ArenaSolution) -> dict[str, Any]:
    """Claims about the channel that are false, and a word of what is said of each."""
    proof: Any = solution.certificate
    some = np.zeros(CHANNEL.m, np.int8)
    some[0] = 1
    ready = CHANNEL.vertex("sent")
    winner = solution.winner.copy()
    winner[ready] = 1
    return {
        "no move to make": replace(solution, proof=replace(proof, turns=some * 0 + np.eye(5, dtype=np.int8)[1])),
        "player wins|Adam can move|Eve can move|Adam wins": replace(solution, winner=winner),
    }


def test_planted_faults_are_refused_with_a_sentence() -> None:
    solution = gg.solve(DELIVERS)
    for said, lie in planted(solution).items():
        report = gg.verify(lie)
        assert not report and any(word in str(report) for word in said.split("|")), str(report)


def test_a_strategy_that_leaves_out_a_fair_edge_is_refused() -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 0])
    game = gg.Game(arena, gg.FairBuchi([0], fair=[(0, 0), (0, 1)]))
    solution = gg.solve(game)
    proof: Any = solution.certificate
    lazy = replace(solution, proof=replace(proof, turns=np.zeros(3, np.int8)))
    assert "leaves out a fair edge" in str(gg.verify(lazy))
    part = replace(solution, proof=replace(proof, turns=np.array([1, 0, 0], np.int8)))
    assert "a fair edge is not among them" in str(gg.verify(part))
    plain = gg.Game(arena, gg.FairBuchi([1], fair=[(0, 0)]))
    moves, won = np.zeros(2, np.int32), np.zeros(2, np.uint8)
    claim = gg.ArenaSolution(plain, won, gg.Strategy(moves), "by hand", replace(proof, turns=np.zeros(3, np.int8)))
    assert "which the loser wants" in str(gg.verify(claim))


def test_an_edge_in_turn_must_not_leave_the_region() -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 1)], owner=[0, 0])
    solution = gg.solve(gg.Game(arena, gg.FairBuchi([0], fair=())))
    assert solution.winner.tolist() == [0, 1]
    proof: Any = solution.certificate
    lie = replace(solution, proof=replace(proof, turns=np.array([1, 1, 0], np.int8)))
    assert "leads to where the other wins" in str(gg.verify(lie))


def test_files_keep_fair_edges_and_solutions_are_read_back(tmp_path: Path) -> None:
    for ending in ("arena", "dot", "graphml"):
        path = tmp_path / f"game.{ending}"
        gg.write(DELIVERS, path)
        again: Any = gg.read(path)
        assert again.objective.name == "fair-buchi", ending
        assert again.objective.fair_edges.tolist() == [False, False, True, False, False], ending
    solution = gg.solve(DELIVERS)
    gg.write(solution, tmp_path / "solution.json")
    again = gg.read_solution(DELIVERS, tmp_path / "solution.json")
    assert gg.verify(again) and isinstance(again.strategy, InTurn)
    gg.write(DELIVERS, tmp_path / "channel.arena")
    assert check((tmp_path / "channel.arena").read_text(), (tmp_path / "solution.json").read_text()).ok


def test_the_command_line_solves_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "channel.arena"
    gg.write(DELIVERS, path)
    done = program("solve", str(path), "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["won"] == [4, 0]
    assert "fair" in program("explain", str(path), "--start", "ready").stdout
    gg.write(gg.solve(DELIVERS), tmp_path / "solution.json")
    assert program("verify", str(path), str(tmp_path / "solution.json")).returncode == 0


def test_pictures_and_plays_say_what_is_fair() -> None:
    solution = gg.solve(DELIVERS)
    assert ">fair<" in DELIVERS.draw().svg and ">fair<" in solution.draw().svg
    assert "and is fair" in solution.explain("ready")
    session = Session(adapter_for(solution))
    while session.ending is None and len(session.made) < 100:
        session.reply()
    assert session.ending is not None and session.ending.winner == 0


@pytest.mark.parametrize(
    ("fair", "said"),
    [
        ([("ready", "lost")], "there is no edge from ready to lost"),
        ("live", "no data 'live' over its edges"),
        (np.array([9]), "names edge 9"),
        ([("ready", "sent", "lost")], "expected edges as pairs"),
        (3, "expected edges as pairs"),
    ],
)
def test_wrong_fair_edges_are_refused_with_a_sentence(fair: Any, said: str) -> None:
    with pytest.raises(gg.GraphGamesError, match=said):
        gg.Game(CHANNEL, gg.FairBuchi(["came"], fair=fair))


def test_fair_edges_are_given_in_several_ways() -> None:
    named = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[1, 0, 0], edge_data={"fair": [0, 1, 0, 0]})
    ways: list[Any] = ["fair", [(0, 2)], np.array([1]), [1], lambda u, w: w == 2]
    for fair in ways:
        bound: Any = gg.Game(named, gg.FairBuchi([2], fair=fair)).objective
        assert bound.fair_edges.tolist() == [False, True, False, False]
    twice = gg.Arena.from_edges([(0, 1), (0, 1), (1, 0)], owner=[1, 0])
    both: Any = gg.Game(twice, gg.FairBuchi([1], fair=np.array([0]))).objective
    assert both.fair_edges.tolist() == [True, True, False]
