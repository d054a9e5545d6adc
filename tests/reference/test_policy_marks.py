"""Marks as files: both checkers prove those that are written, and none of which anything that is shown is altered."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.core.errors import GraphGamesError
from graphgames.core.memory import vertex_of
from graphgames.formats.problem_json import write_problem
from graphgames.games.tables.board_games import game as named
from graphgames.games.tables.build import build
from graphgames.policies.marks import claim_of
from graphgames.policies.marks_file import bare
from graphgames.policies.saved_marks import board_in
from graphgames.reference.policy_marks import check_marks
from tests.policies.test_marks import MACHINE, Nim
from tests.share import share

GRAPH = {"fork": ["home", "bog"], "home": ["fork"], "bog": ["fork", "deep"], "deep": ["deep"]}
OWNER = {"fork": 0, "home": 1, "bog": 1, "deep": 1}


def on_graph(objective: gg.Objective) -> Any:
    return gg.Game.from_graph(GRAPH, objective, owner=OWNER, start="fork")


def of_machine(objective: Any, gain: int = 1) -> Any:
    rows = [(*row[:4], row[4] if gain > 0 else -abs(row[4])) for row in MACHINE]
    return gg.Model.from_table(rows, start="new").with_objective(objective)


WEIGHTS = [3, -1, 2, 5, -7, 1]
HALVES = ["1/2", "1/3", "1/2", "1/4", "1/2", "1/5"]
OUT = {"fork": "bog"}
ENDING = gg.Game.from_graph(
    {"end": [], "fork": ["end", "turn"], "turn": ["fork", "end"]},
    gg.Discounted([1, 2, 3, 4], discount="1/2"),
    owner={"end": 0, "fork": 0, "turn": 1},
    start="fork",
)
CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "rules": (Nim(5), {}),
    "rules, second player": (Nim(4), {"player": 1}),
    "last move": (gg.Game.from_graph({"a": ["b", "c"], "b": ["c"], "c": []}, gg.NormalPlay(), start="a"), {}),
    "reach": (on_graph(gg.Reach(["home"])), {}),
    "safe": (on_graph(gg.Safe(["fork", "bog", "home"])), {"player": 1}),
    "parity": (on_graph(gg.Parity({"fork": 1, "home": 2, "bog": 1, "deep": 3})), {"against": "uniform"}),
    "discounted": (on_graph(gg.Discounted(WEIGHTS, discount="2/3")), {"player": 1}),
    "discounted, by vertices": (on_graph(gg.Discounted(vertex_weight=[1, 2, -3, 4], discount=HALVES)), {}),
    "dead ends": (ENDING, {}),
    "marks on edges": (on_graph(gg.Buchi(accepting_edges=[True, False, True, True, False, True])), {"policy": OUT}),
    "priorities on edges": (on_graph(gg.Parity(edge_priority=[1, 2, 3, 4, 1, 2])), {"policy": OUT}),
    "mean payoff": (on_graph(gg.MeanPayoff(WEIGHTS)), {}),
    "discounted model": (of_machine(gg.Discounted(discount="9/10")), {}),
    "steps": (of_machine(gg.BoundedReachProbability(["broken"], steps=2)), {}),
    "costs": (of_machine(gg.ExpectedReward(["broken"]), -1), {}),
    "infinite regrets": (on_graph(gg.ExpectedReward(["deep"], reward=[1, 2, 3, 4, 5, 0])), {}),
}
NAMED = {"asked", "draw", "losses", "memory", "pace", "player", "move"}
"""What the reference checker says that it does not check; a move's name is the first of its row."""
PARTS = {"from", "position"}
"""What it does not check where positions have parts, as those with a number of decisions left."""
NONSENSE = {
    "pace": (0, 3, "1", None),
    "draw": (True, "nan", 2, "-1", "inf"),
    "losses": (0, None, "true"),
    "player": (True, 2, None, "0"),
}


def saved(tmp_path: Path, game: Any, **how: Any) -> tuple[Path, gg.Evaluation]:
    path, mark = tmp_path / "marks.json", gg.evaluate(game, **({"policy": "uniform"} | how))
    mark.save(path)
    return path, mark


def whole(game: Any, mark: gg.Evaluation) -> Any:
    """Return the board before the other player has a policy, which a file holds."""
    start = vertex_of(mark.board.game.arena.label(mark.board.start))
    return board_in(game, {"player": mark.player, "from": str(start)}, "marks")


def by_reference(board: Any, marks: object) -> Any:
    file = io.BytesIO()
    write_problem(bare(board), file)
    return check_marks(file.getvalue(), json.dumps(marks).encode())


def proved(game: Any, path: Path, marks: object) -> bool:
    path.write_text(json.dumps(marks))
    try:
        return gg.read_marks(game, path).verify().ok
    except GraphGamesError:
        return False


def alike(lie: Any, marks: Any, arenas: dict[str, gg.Arena]) -> bool:
    """Return whether marks say the same, with a policy in which the shares at some vertices are multiplied."""
    if any(lie.get(key) != marks[key] for key in marks.keys() - {"policy", "against"}):
        return False
    for key, arena in arenas.items():
        one, other = lie[key], marks[key]
        if type(one) is not type(other) or (one is not None and len(one) != len(other)):
            return False
        if any(type(share) is not int for share in one or ()):
            return False
        for v in range(arena.n) if one is not None else ():
            edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
            if any(
                one[e] * other[f] != one[f] * other[e] or (one[e] > 0) != (other[e] > 0) for e in edges for f in edges
            ):
                return False
    return True


def altered(what: Any, names: bool = False, named: set[str] = NAMED) -> Iterator[tuple[Any, bool]]:
    """Yield what a file shows with one entry altered, and whether the entry is a name."""
    if isinstance(what, dict):
        for key, entry in what.items():
            for other, name in altered(entry, names or key in named, named):
                yield {**what, key: other}, name
    elif isinstance(what, list):
        for k, entry in enumerate(what):
            is_name = names or (len(what) == 2 and k == 0 and isinstance(entry, str))
            for other, name in altered(entry, is_name, named):
                yield [*what[:k], other, *what[k + 1 :]], name
        if what:
            yield what[1:], names
            yield [*what, what[0]], names
    else:
        others = (
            [not what] if isinstance(what, bool) else [what + 1, -1] if isinstance(what, int) else ["1/7", "inf", None]
        )
        yield from ((other, names) for other in others if other != what)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("case", CASES)
def test_marks_come_back_and_every_altered_entry_is_refused(tmp_path: Path, case: str) -> None:
    game, how = CASES[case]
    path, mark = saved(tmp_path, game, **how)
    found = gg.read_marks(game, path)
    assert found.verify() and found.mark.value == mark.value and found.mark.exploitability == mark.exploitability
    assert found.mark.best_reply == mark.best_reply
    marks = json.loads(path.read_text())
    board = whole(game, mark)
    report = by_reference(board, marks)
    assert report.ok and "names of moves" in str(report), str(report)
    proof = {key: marks.pop(key) for key in ("left", "best")}
    arenas = {"policy": mark.board.game.arena, "against": board.game.arena}
    unchecked = NAMED | (PARTS if case == "steps" else set())
    lies = [(lie | proof, name) for lie, name in altered(marks, named=unchecked) if not alike(lie, marks, arenas)]
    assert len(lies) > 20
    lies += [(marks | proof | {key: other}, False) for key, others in NONSENSE.items() for other in others]
    for k, (lie, name) in enumerate(lies):
        assert name or not by_reference(board, lie).ok, (k, lie)
        if k % 7 == 0:
            assert not proved(game, path, lie), (k, lie)


@pytest.mark.slow(seconds=20)
@pytest.mark.share(0.5)
@pytest.mark.parametrize("case", CASES)
def test_every_altered_entry_is_refused_with_names_and_values_of_solutions(tmp_path: Path, case: str) -> None:
    game, how = CASES[case]
    path, mark = saved(tmp_path, game, **how)
    marks = json.loads(path.read_text())
    proof, board = {key: marks.pop(key) for key in ("left", "best")}, whole(game, mark)
    arenas = {"policy": mark.board.game.arena, "against": board.game.arena}
    for lie, _ in share(altered(marks), 0.1):
        if alike(lie, marks, arenas):
            continue
        assert not proved(game, path, lie | proof), lie
    for key in proof:
        values = proof[key]["value"]
        for v in share(range(len(values or ())), 0.3):
            lie = copy.deepcopy(marks | proof)
            lie[key]["value"][v] = "1/7" if values[v] != "1/7" else 0
            assert not proved(game, path, lie) and not by_reference(board, lie).ok


def test_marks_of_another_game_or_policy_are_refused(tmp_path: Path) -> None:
    path, _ = saved(tmp_path, Nim(5))
    with pytest.raises(GraphGamesError, match="of another game"):
        gg.read_marks(Nim(6), path)
    marks = json.loads(path.read_text())
    first = [one if e % 2 else 0 for e, one in enumerate(marks["policy"])]
    assert not proved(Nim(5), path, marks | {"policy": first})
    assert not proved(Nim(5), path, marks | {"left": marks["best"]})
    assert not proved(Nim(5), path, marks | {"remark": None})
    other, board = {"problem": "0" * 64}, whole(Nim(5), gg.evaluate(Nim(5), "uniform"))
    for lie in ({"board": "0" * 64, "best": marks["best"] | other}, {"left": marks["left"] | other}):
        assert by_reference(board, marks).ok and not by_reference(board, marks | lie).ok
        assert not proved(Nim(5), path, marks | lie)
    path.write_text('{"format": "graphgames-marks", "version": 2}')
    with pytest.raises(GraphGamesError, match="not an evaluation"):
        gg.read_marks(Nim(5), path)


@pytest.mark.slow
def test_what_is_not_saved_is_said(tmp_path: Path) -> None:
    table = build(named("tic-tac-toe"), tmp_path / "table")
    mark = gg.evaluate(table, lambda position: table.problem.moves(position)[0])
    with pytest.raises(GraphGamesError, match="rests on a table"):
        mark.save(tmp_path / "marks.json")


def test_marks_of_policies_that_remember(tmp_path: Path) -> None:
    """What is remembered stands in the file; who counts moves in another way, or leaves something out, is refused."""
    game = of_machine(gg.BoundedReachProbability(["broken"], steps=2))
    turns = gg.MemoryPolicy(0, lambda at, k: ("run", "service")[k], lambda k, at, move: k if at == "new" else 1 - k)
    for case, policy, player in ((game, gg.solve(game), 0), (game, turns, 0), (on_graph(gg.Reach(["home"])), TURNS, 0)):
        path, mark = saved(tmp_path, case, policy=policy, player=player)
        found, marks = gg.read_marks(case, path), json.loads(path.read_text())
        assert found.verify() and found.mark.best_reply == mark.best_reply and found.mark.value == mark.value
        board = board_in(case, marks, "marks")
        report = by_reference(board, marks)
        assert report.ok and "memory" in str(report), str(report)
        memory = marks["memory"]
        first, *rest = memory["after"]
        lies: list[Any] = [None, 7, {}, memory | {"names": []}, memory | {"names": memory["names"] * 2}]
        lies += [
            memory | {"more": 0},
            memory | {"after": rest},
            memory | {"after": [[*first[:2], len(memory["names"])], *rest]},
        ]
        lies += [memory | {"left": [one + 1 for one in memory["left"]] if memory["left"] else [1]}]
        lies += [memory | {"after": [[first[0], 1000, 0], *rest]}, memory | {"after": "x"}]
        for lie in lies:
            assert not proved(case, path, marks | {"memory": lie}), lie


TURNS = gg.MemoryPolicy(0, lambda at, n: ["home", "bog"][n], lambda n, at, move: 1 - n if at == "fork" else n)


def test_the_command_verifies_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, marks = tmp_path / "game.arena", tmp_path / "marks.json"
    gg.write(on_graph(gg.Reach(["home"])), game)
    gg.evaluate(gg.read(game), "uniform").save(marks)
    assert run(["verify", str(game), str(marks)]) == 0 and "proved" in capsys.readouterr().out
    assert run(["verify", "--reference", str(game), str(marks)]) == 0
    assert "what the policy and each move give away" in capsys.readouterr().out
    assert run(["verify", "--proved", str(game), str(marks), "--quiet"]) == 2
    marks.write_text(marks.read_text().replace('"exploitability": "1/2"', '"exploitability": "1/3"'))
    for how in ([], ["--reference"]):
        assert run(["verify", *how, str(game), str(marks), "--json"]) == 1
        assert json.loads(capsys.readouterr().out)["ok"] is False


def test_what_a_visit_costs_where_the_shares_add_to_more_than_64_bits() -> None:
    game = gg.Game(
        gg.Arena.from_edges([(0, 1)] * 1025 + [(1, 0)], owner=[0, 0]), gg.MeanPayoff([0, *[7] * 1025]), start=0
    )
    claim = claim_of(gg.evaluate(game, "uniform"))
    assert replace(claim, share=claim.share * (2**53 - 1)).lost_once(0)[0] == claim.lost_once(0)[0] == Fraction(7, 1025)


@pytest.mark.parametrize("lie", ["0", "2/4", "-0"])
def test_a_number_of_a_mark_has_one_spelling(tmp_path: Path, lie: str) -> None:
    game, how = next(iter(CASES.values()))
    path, mark = saved(tmp_path, game, **how)
    marks = json.loads(path.read_text())
    for altered_one in ({**marks, "exploitability": lie}, {**marks, "value": lie}):
        report = by_reference(whole(game, mark), altered_one)
        assert not report.ok and "lowest terms" in report.faults[0]
        assert not proved(game, path, altered_one)
