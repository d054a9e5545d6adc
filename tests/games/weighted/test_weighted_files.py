"""Games with weights in files: Oink's text, negative priorities, DOT, arenas, NetworkX, pandas; on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.core.game import Game
from graphgames.games.weighted.energy_text import read_game, write_game
from graphgames.games.weighted.families import dense_energy, sparse_energy
from graphgames.readers.source import Source

DOT = b"""digraph g {
    a [player=0]; b [player=1];
    a -> b [weight=0.10, discount=0.5]; b -> a [weight=-2, discount=0.25]; b -> b [weight="3e2", discount=0.5];
}"""


def values(game: Any) -> list[Any]:
    solution = gg.solve(game)
    assert gg.verify(solution)
    found: list[Any] = solution.to_dict()["value"]
    return found


def test_lines_in_any_order_with_numbers_of_any_kind() -> None:
    huge = -(10**5000) - 7
    text = f"energy 3\r\n2 1 0 1e1 , 1\t-0.25\n\n0 0 1 -1{'0' * 4999}7,0 {'9' * 18},2 -{'9' * 19}\n  1 0 2 7/3"
    game = read_game(text.encode())
    assert game.arena.successors_of(0).tolist() == [1, 0, 2] and game.arena.owner.tolist() == [0, 0, 1]  # type: ignore[union-attr]
    numbers = game.objective.weight.tolist()  # type: ignore[attr-defined]
    assert numbers == [huge, 10**18 - 1, -(10**19 - 1), Fraction(7, 3), 10, Fraction(-1, 4)]


def test_a_credit_of_thousands_of_digits_is_solved_proved_and_told(tmp_path: Path) -> None:
    game = read_game(f"energy 2\n0 0 1 -1{'0' * 4999}7\n1 1 1 0".encode())
    assert values(game) == ["1" + "0" * 4999 + "7", 0]
    solution = gg.solve(game)
    assert "≈ 1e5000 is enough" in solution.explain(0) and "≈ 1e5000" in solution.draw().svg
    gg.write(solution, tmp_path / "solution.json")
    assert gg.verify(gg.read_solution(game, tmp_path / "solution.json"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("energy x", "energy game"),
        ("energy 1\n0 0 0", "1 of vertex 0|weight of an edge"),
        ("energy 1\n0 2 0 1", "owner of vertex 0"),
        ("energy 1\n0 0 1 1", "an edge to 1"),
        ("energy 1\n1 0 0 1", "the vertex 1 is out of range"),
        ("energy 1\n0 0 0 1\n0 0 0 1", "a second time"),
        ("energy 2\n0 0 0 1\n", "vertex 1"),
        ("energy 1\n0 0 0 1,", "an edge of vertex 0"),
        ("energy 1\n0 0 0 1 1", "after an edge"),
        ("energy 1\n0 0 0 one", "is not a number"),
        ("energy 1\n0 0 0 1/0", "divides by zero"),
        ("energy 1\nx 0 0 1", "number of a vertex"),
        ("energy 9\n0 0 0 1", "fewer lines"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(gg.FormatError, match=said):
        read_game(text.encode(), "f.energy")


def test_several_faults_are_told_in_one_go() -> None:
    with pytest.raises(gg.FormatError) as error:
        read_game(b"energy 3\n0 0 5 1\n1 7 0 1\n2 0 0 1")
    assert str(error.value).count("expected") == 2 and "<input>:2:5" in str(error.value)


@pytest.mark.parametrize("ending", ["energy", "arena", "dot", "csv", "graphml"])
def test_a_game_comes_back_from_its_file(tmp_path: Path, ending: str) -> None:
    for game in (sparse_energy(20, seed=3), dense_energy(12, bits=80, seed=4)):
        gg.write(game, tmp_path / f"game.{ending}")
        again = gg.read(tmp_path / f"game.{ending}", objective="energy")
        assert values(again) == values(game)


def test_a_solution_comes_back_from_its_file(tmp_path: Path) -> None:
    arena = sparse_energy(12, seed=5).arena
    weight = [Fraction(one, 3) * 10**30 for one in range(arena.m)]
    for objective in (gg.Energy(weight), gg.MeanPayoff(weight), gg.Discounted(weight, discount="1/3"),
                      gg.Energy([one % 5 - 2 for one in range(arena.m)], cap=6)):  # fmt: skip
        game = Game(arena, objective)
        gg.write(gg.solve(game), tmp_path / "solution.json")
        again = gg.read_solution(game, tmp_path / "solution.json")
        assert gg.verify(again) and again.to_dict() == gg.solve(game).to_dict() | {"solver": again.solver}


def test_priorities_below_0_are_weights(tmp_path: Path) -> None:
    path = tmp_path / "game.pg"
    path.write_text('parity 2;\n0 -3 0 1,2 "a";\n1 5 1 0;\n2 -1 1 2;\n')
    game = gg.read(path, objective="energy")
    assert values(game) == [3, 0, "inf"]
    gg.write(game, tmp_path / "again.pg")
    assert (tmp_path / "again.pg").read_text() == path.read_text()
    assert values(gg.read(path, objective="mean-payoff")) == [1, 1, -1]
    with pytest.raises(gg.FormatError, match="priority of vertex 0"):
        gg.read(path)
    for wrong in (
        "parity 0;\n0 - 0 0;\n",
        "parity 0;\n0 --1 0 0;\n",
        "parity 0;\n0 1 0 -0;\n",
        "parity 0;\n-0 1 0 0;\n",
    ):
        path.write_text(wrong)
        with pytest.raises(gg.FormatError):
            gg.read(path, objective="energy")


def test_priorities_of_any_size_are_weights_but_no_priorities(tmp_path: Path) -> None:
    large, path = 10**4500 + 7, tmp_path / "game.pg"
    path.write_text(f"parity 3;\n2 -1{'0' * 4499}7 0 0;\n0 {2**31} 0 1;\n1 -{2**63} 1 2,3;\n3 -{10**30} 1 3,0;\n")
    game = gg.read(path, objective="energy")
    assert list(game.objective.numbers) == [2**31, -(2**63), -large, -(10**30)]  # type: ignore[arg-type]
    with pytest.raises(gg.GameError, match="32 bits"):
        gg.write(game, tmp_path / "again.pg")
    with pytest.raises(gg.FormatError, match="too large"):
        gg.read(path)
    path.write_text("parity 1;\n0 -99999999999 2 1;\n1 99999999999x 0 0;\n")
    with pytest.raises(gg.FormatError, match=r"(?s)has owner 2.*'x'"):
        gg.read(path, objective="energy")


@pytest.mark.parametrize("objective", ["energy", "mean-payoff", "total-payoff", "discounted"])
@pytest.mark.parametrize("ending", ["pg", "dot", "graphml", "csv", "arena", "json"])
def test_weights_have_no_convention(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str, objective: str
) -> None:
    text = "parity 1;\n0 3 0 1;\n1 2 1 0;\n"
    (tmp_path / "plain.pg").write_text(text)
    path = tmp_path / f"game.{ending}"
    kind = "pgsolver" if ending == "pg" else "arena" if ending == "json" else ending
    gg.write(gg.read(tmp_path / "plain.pg", objective="energy"), path, format=kind)
    settings = {"discount": "1/2"} if objective == "discounted" else {}
    read = gg.read(path, objective=objective, settings=settings)
    assert list(read.objective.payoffs(read.arena)[1]) == [3, 2]  # type: ignore[attr-defined]
    said = "the convention is 'min-even', but an? [a-z-]* game has no priorities: the numbers of the file are weights"
    with pytest.raises(gg.GameError, match=said):
        gg.read(path, objective=objective, convention="min-even", settings=settings)
    setting = [f"--set={name}={value}" for name, value in settings.items()]
    assert run(["solve", str(path), "--objective", objective, "--convention", "min-even", *setting]) == 2
    assert "leave the convention out" in capsys.readouterr().err


def test_the_convention_of_a_graph_changes_no_weights() -> None:
    graph = b'digraph { convention="min-odd"; a [player=0, priority=3]; b [player=1, priority=2]; a -> b; b -> a; }'
    assert gg.read(Source(graph, "g.dot")).objective.convention == "min-odd"
    assert list(gg.read(Source(graph, "g.dot"), objective="energy").objective.numbers) == [3, 2]  # type: ignore[arg-type]


def test_dot_with_weights_and_discounts() -> None:
    game = gg.read(Source(DOT, "g.dot"))
    assert game.objective.name == "discounted"
    solution = gg.solve(game)
    assert gg.verify(solution)
    a, b = solution.value("a"), solution.value("b")
    assert a == Fraction(1, 10) + Fraction(1, 2) * b and b == -2 + Fraction(1, 4) * a
    mean = gg.read(Source(DOT, "g.dot"), objective="mean-payoff")
    assert values(mean) == ["-19/20", "-19/20"]
    by_vertex = b"digraph { v0 [player=0, weight=5]; v1 [player=1, weight=-7]; v0 -> v1; }"
    assert values(gg.read(Source(by_vertex, "g.dot"))) == [-7, -7]


def test_networkx_edges_and_nodes_and_pandas() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph()
    graph.add_node("a", owner=0, toll=1)
    graph.add_node("b", owner=1, toll=-2)
    graph.add_edge("a", "b", weight=3, gain="1/2")
    graph.add_edge("b", "a", weight=-4, gain=1)
    solution = gg.solve(graph, gg.MeanPayoff())
    assert solution.value("a") == Fraction(-1, 2)
    assert gg.solve(graph, gg.MeanPayoff("gain")).value("b") == Fraction(3, 4)
    assert gg.solve(graph, gg.Energy("toll")).winner.tolist() == [1, 1]
    assert gg.solve(graph, gg.MeanPayoff("toll")).value("b") == Fraction(-1, 2)
    assert solution.to_networkx().nodes["a"]["value"] == Fraction(-1, 2)
    table = pytest.importorskip("pandas") and solution.to_pandas()
    assert table["value"].tolist() == [Fraction(-1, 2)] * 2


def test_the_command_line_gives_exact_values_and_sets_fields(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.dot"
    path.write_bytes(DOT)
    assert run(["solve", str(path), "--objective", "mean-payoff", "--json", "--full", "--verify"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [Fraction(one) for one in answer["value"]] == [Fraction(-19, 20)] * 2 and answer["verified"]
    assert run(["solve", str(path), "--objective", "mean-payoff", "--set", "threshold=-1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["won"] == [2, 0]
    assert run(["solve", str(path), "--objective", "energy", "--set", "cap=1"]) == 0
    assert "fast-iteration" in capsys.readouterr().out
    assert run(["solve", str(path), "--set", "cap=1"]) == 2
    assert "it has: discount, threshold" in capsys.readouterr().err


def test_generated_games_have_the_size_and_weights_that_are_asked_for(tmp_path: Path) -> None:
    assert run(["generate", "sparse-energy", "50", "--degree", "3", "-o", str(tmp_path / "g.energy"), "--quiet"]) == 0
    game = gg.read(tmp_path / "g.energy")
    assert (game.arena.n, game.arena.m) == (50, 150)
    wide = sparse_energy(30, bits=100, seed=1).objective.weight  # type: ignore[attr-defined]
    assert 2**90 < max(map(abs, wide)) <= 2**100
    assert np.abs(dense_energy(40).objective.weight).max() <= 40  # type: ignore[attr-defined]


def test_a_game_without_weights_is_not_written_as_text(tmp_path: Path) -> None:
    with pytest.raises(gg.GameError, match="no parity game"), (tmp_path / "f").open("wb") as file:
        write_game(Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Parity([0])), file)
