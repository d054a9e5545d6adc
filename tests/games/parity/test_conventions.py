"""Games in which the smallest priority decides, or odd ones are good: solved, checked and spoken of as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.certificates import StrategyPair
from graphgames.core.conventions import CONVENTIONS
from graphgames.play import adapter_for
from tests.arenas import random_arena
from tests.naive import edge_parity
from tests.share import cases

MOVES = {"a": ["b", "c"], "b": ["a", "b"], "c": ["a"]}
PRIORITY = {"a": 3, "b": 2, "c": 1}
OWNER = {"a": 0, "b": 1, "c": 0}
ENDINGS = ("dot", "graphml", "gml", "gexf", "csv", "pg", "arena")


def game(convention: str) -> gg.Game:
    return gg.Game.from_graph(MOVES, gg.Parity(PRIORITY, convention=convention), OWNER)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_solver_by_the_definition(convention: str) -> None:
    rng = np.random.default_rng(12)
    for _ in range(cases(30, 10)):
        arena = random_arena(rng, int(rng.integers(1, 6)), 1.6)
        of_edges = rng.integers(0, 5, arena.m).tolist()
        of_vertices = rng.integers(0, 5, arena.n)
        for objective, along in (
            (gg.Parity(edge_priority=of_edges, convention=convention), of_edges),
            (gg.Parity(of_vertices, convention=convention), of_vertices[arena.tails].tolist()),
        ):
            expected = edge_parity(arena, along, convention)
            for entry in fitting("parity"):
                solution = gg.solve(gg.Game(arena, objective), solver=entry.name)
                assert solution.winner.tolist() == expected
            assert gg.verify(solution)
            assert all(solution.explain(v) for v in range(arena.n))


def test_a_claim_for_another_convention_is_refused() -> None:
    solved = {name: gg.solve(game(name)) for name in CONVENTIONS}
    for name, other in ((a, b) for a in CONVENTIONS for b in CONVENTIONS):
        claim = gg.ArenaSolution(
            game(other), solved[name].winner, solved[name].strategy, "by hand", solved[name].certificate
        )
        same = solved[name].winner.tolist() == solved[other].winner.tolist()
        assert gg.verify(claim).ok or name != other
        assert same or not gg.verify(claim).ok
    winner, moves = np.ones(3, np.uint8), gg.Strategy(np.array([-1, 0, -1], np.int32))
    wrong = gg.ArenaSolution(game("min-even"), winner, moves, "by hand", StrategyPair())
    assert "Adam wins, but the strategy leaves the cycle b -> a -> b, whose lowest priority 2 is even" in str(
        gg.verify(wrong)
    )


def test_reasons_tables_and_plays_have_the_priorities_of_the_game() -> None:
    solution = gg.solve(game("min-odd"))
    assert solution.explain("a").endswith("every cycle has an odd lowest priority (at least 1, at c).")
    assert solution.to_pandas()["priority"].tolist() == [3, 2, 1]
    assert "parity game (convention min-odd), 3 vertices" in solution._repr_html_()
    table = adapter_for(solution)
    assert table.aims[0] == "the smallest priority seen again and again to be odd"
    assert table.loop_rule.endswith("Eve wins if the smallest priority on the way round is odd, Adam if it is even.")
    ending = game("min-odd").objective.cycle_ending(game("min-odd").arena, [0, 1])
    assert ending.winner == 1 and ending.reason.endswith("the smallest priority on the way round is 2")
    assert "priority (min-odd)" in str(solution.draw().to_bytes("svg"))


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_files_keep_the_convention_or_turn_the_priorities(tmp_path: Path, convention: str, ending: str) -> None:
    path = tmp_path / f"game.{ending}"
    gg.write(game(convention), path)
    again: Any = gg.read(path)
    keeps = ending not in ("gexf", "csv", "pg")
    assert again.objective.convention == (convention if keeps else "max-even")
    assert not keeps or again.objective.priority.tolist() == [3, 2, 1]
    assert gg.solve(again).winner.tolist() == gg.solve(game(convention)).winner.tolist()


def test_a_solution_in_json_says_the_convention(tmp_path: Path) -> None:
    gg.write(gg.solve(game("min-odd")), tmp_path / "s.json")
    assert '"settings": {"convention":"min-odd"}' in (tmp_path / "s.json").read_text()
    assert gg.verify(gg.read_solution(game("min-odd"), tmp_path / "s.json"))
    assert gg.solve(game("min-odd")).to_dict()["settings"] == {"convention": "min-odd"}
    with pytest.raises(gg.FormatError, match="of convention min-odd, but the game's is max-even"):
        gg.read_solution(game("max-even"), tmp_path / "s.json")


def test_wrong_conventions() -> None:
    with pytest.raises(gg.GameError, match="there is no convention 'min-evn'; did you mean 'min-even'"):
        game("min-evn")
    arena = gg.Arena.from_edges([(0, 0)], owner=[0])
    with pytest.raises(gg.GameError, match="vertex 0 has priority 2147483647; expected 0 to 2147483646"):
        gg.Game(arena, gg.Parity([2**31 - 1], convention="max-odd"))
    for convention in CONVENTIONS:
        assert gg.verify(gg.solve(gg.Game(arena, gg.Parity([2**31 - 2], convention=convention))))
