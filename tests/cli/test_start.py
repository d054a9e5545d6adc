"""The start of a game: every format keeps it, solve answers it first, and exit codes say whether it is as expected."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, ExpectedReward, Game, Parity, Reach, read, solve, write
from graphgames.catalogue import find
from graphgames.cli.start import start_of
from graphgames.formats import GENERAL
from graphgames.play import adapter_for
from graphgames.reference.files import check_files
from tests.cli.test_cli import program
from tests.games.synthesis.test_hoa import ARBITER, NO_GRANTS

pytestmark = pytest.mark.slow

GAME = Game(
    Arena.from_edges([(0, 1), (1, 2), (2, 2), (0, 0)], owner=[0, 1, 0], labels=["hill", "mill", "sea"]),
    Parity([2, 1, 1]),
    "mill",
)
PLAIN = {"edges", "adjlist", "edgelist"}
"""Formats that hold edges and names alone."""
KEEPS = [entry for entry in GENERAL if entry.reads == entry.writes == "game" and entry.name not in {*PLAIN, "npz"}]
"""All but those, and the NumPy arrays, which hold no names."""

OUTCOMES = ("win", "draw", "loss")


@pytest.mark.parametrize("entry", KEEPS, ids=[entry.name for entry in KEEPS])
def test_every_format_answers_for_its_start_and_convert_keeps_it(entry: object, tmp_path: Path) -> None:
    first, ending = tmp_path / "first.pg", entry.endings[0]  # type: ignore[attr-defined]
    write(GAME, first)
    path, back = tmp_path / f"game{ending}", tmp_path / "again.pg"
    assert program("convert", first, path).returncode == program("convert", path, back).returncode == 0
    assert back.read_bytes() == first.read_bytes()
    done = program("solve", path)
    assert done.stdout.startswith("start mill: Adam wins\n") and done.returncode == 0
    answer = json.loads(program("solve", path, "--json").stdout)["start"]
    assert answer == {"position": "mill", "outcome": "win", "winner": "Adam"}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pg"
    write(GAME, path)
    return path


@pytest.mark.parametrize(
    ("expected", "code"),
    [("adam", 0), ("Odd", 0), ("1", 0), ("win", 0), ("eve", 1), ("loss", 1), ("draw", 1), ("nobody", 2)],
)
def test_what_is_expected_is_an_exit_code(game: Path, expected: str, code: int) -> None:
    done = program("solve", game, "--expect", expected, "--quiet")
    assert (done.returncode, done.stdout) == (code, "")
    assert ("expect win, loss, draw, Eve or Adam" in done.stderr) == (code == 2)


def test_a_start_by_its_label(game: Path, tmp_path: Path) -> None:
    done = program("solve", game, "--start", "hill", "--expect", "eve")
    assert done.returncode == 0 and done.stdout.startswith("start hill: Eve wins\n")
    done = program("solve", game, "--start", "hell")
    assert done.returncode == 2 and "hell" in done.stderr and "Traceback" not in done.stderr
    assert program("convert", game, tmp_path / "b.pg", "--start", "hill").returncode == 0
    assert read(tmp_path / "b.pg").start == 0
    lines = program("solve", game, tmp_path / "b.pg").stdout.splitlines()
    assert "start mill: Adam wins" in lines[0] and "start hill: Eve wins" in lines[1]


def test_without_a_start_nothing_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "a.edges"
    path.write_text("0 1\n1 0\n1 2\n3 2\n4 0\n")
    done = program("solve", path, "--expect", "win")
    assert done.returncode == 2 and "name one with --start" in done.stderr
    assert program("solve", path, "--start", "3").stdout.startswith("start 3: the player to move wins\n")
    assert program("solve", path, "--start", "2", "--expect", "loss", "--quiet").returncode == 0
    done = program("solve", path, "--start", "2", "--expect", "eve")
    assert done.returncode == 2 and "the players alternate" in done.stderr
    path.write_text("0 1\n1 0\n")
    assert program("solve", path, "--start", "0", "--expect", "draw").stdout.startswith("start 0: a draw\n")


def test_other_kinds_answer_for_a_start_where_they_have_one(tmp_path: Path) -> None:
    path = tmp_path / "grid.in"
    path.write_text("1\n1\n1 1\n1\n0 0\n")
    done = program("solve", path, "--game", "gridgame", "--start", "0,5")
    assert done.returncode == 0 and done.stdout.startswith("start 0,5: Alice wins\n")
    path = tmp_path / "race.in"
    path.write_text("1\n3 2\n1 1\n1 2\n2 3\n")
    done = program("solve", path, "--game", "great-game", "--start", "2")
    assert done.returncode == 2 and "2" in done.stderr


def test_a_specification_that_cannot_be_met_is_a_negative_verdict(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.hoa", tmp_path / "bad.hoa"
    good.write_bytes(ARBITER)
    bad.write_bytes(NO_GRANTS)
    assert program("solve", good).stdout.startswith("start for r0: the controller wins\n")
    done = program("synth", good, bad, "--json", "--verify")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and [answer["realizable"] for answer in answers] == [True, False]
    assert all(answer["verified"] and answer["states"] >= 1 for answer in answers)
    done = program("synth", bad, "--controller", tmp_path / "e.hoa", "--picture", tmp_path / "e.svg", "--quiet")
    assert done.returncode == 1 and "Moore machine of the environment" in (tmp_path / "e.hoa").read_text()
    picture = (tmp_path / "e.svg").read_text()
    assert "<svg" in picture and "Machine of the environment" in picture and "!r" in picture
    assert program("synth", good, "--json", "--controller", "-").returncode == 2


def test_a_probability_is_no_draw(tmp_path: Path) -> None:
    path = tmp_path / "coin.ssg"
    path.write_text("1 2 3 average\n2 0 0 terminal0\n3 0 0 terminal1\n4 2 2 average\n")
    done = program("solve", path, "--start", "1")
    assert done.stdout.startswith("start 1: probability 1/2\n") and done.returncode == 0
    start = json.loads(program("solve", path, "--start", "1", "--json").stdout)["start"]
    assert start == {"position": "1", "outcome": "left to chance", "winner": None, "value": "1/2"}
    done = program("solve", path, "--start", "1", "--expect", "draw")
    assert done.returncode == 2 and "no position of this game is a draw; expect the value, such as 3" in done.stderr
    for expected, code in (("1/2", 0), ("0.5", 0), ("left to chance", 0), ("2/3", 1), ("1", 1), ("nobody", 2)):
        assert program("solve", path, "--start", "1", "--expect", expected, "--quiet").returncode == code
    done = program("solve", path, "--start", "1", "--expect", "Max")
    assert done.returncode == 1 and "start 1: probability 1/2, where Max was expected" in done.stderr
    done = program("solve", path, "--start", "4", "--expect", "Min")  # where chance moves, and loses for Max
    assert done.stdout.startswith("start 4: Min wins\n") and done.returncode == 0


COIN = Arena.from_edges(
    [(0, 1), (0, 3), (1, 0), (1, 2), (2, 2), (2, 3), (3, 3)],
    owner=[0, 2, 1, 1],
    probability=[None, None, "1/3", "2/3", None, None, None],
)
PLAIN_ARENA = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])


@pytest.mark.share(1)
@pytest.mark.parametrize("name", find.objectives())
def test_every_objective_answers_for_its_start(name: str, tmp_path: Path) -> None:
    kind = find.objective_class(name)
    arena = COIN if kind.allows_chance else PLAIN_ARENA
    for seed in range(5):
        objective = kind.random(np.random.default_rng(seed), arena.n)
        for v in range(arena.n):
            solution = solve(Game(arena, objective, v))
            start = start_of(solution, None)
            assert start is not None
            said, text = json.loads(json.dumps(start.to_dict())), str(start)
            assert said["outcome"] is None or start.meets(said["outcome"])
            assert ("value" in said) == bool(kind.value_types)
            if "value" in said:
                assert start.meets(str(said["value"])) and not start.meets("-7/31")
            assert (start.winner is None) == (" wins" not in text)
            if kind.value_types and not kind.has_draws:
                worth = str(said["value"]).replace("inf", "∞")
                assert text.endswith((f"{kind.value_name} {worth}", "no credit is enough"))


def test_the_example_of_the_page_on_formats_is_solved(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/reference/formats.md").read_text(encoding="utf-8")
    found = re.search(r'```json\n(\{"format": "graphgames-arena".*?)```', page, re.DOTALL)
    assert found is not None
    path = tmp_path / "doc.arena"
    path.write_text(found[1])
    done = program("solve", path, "--verify", "--expect", "eve")
    assert done.returncode == 0 and done.stdout.startswith("start bank: Eve wins\n") and "proved" in done.stdout


def test_a_game_without_winners_says_its_value_alone(tmp_path: Path) -> None:
    path = tmp_path / "r.arena"
    write(Game(COIN, ExpectedReward([3], vertex_reward=[1, 0, 2, 0]), 2), path)
    done = program("solve", path, "--expect", "inf")
    assert done.returncode == 1 and "Adam wins" not in done.stdout and " winner " not in done.stdout
    assert done.stdout.startswith("start 2: expected reward 2\n") and "finite 4 (100 %)" in done.stdout
    done = program("solve", path, "--expect", "eve")
    assert done.returncode == 2 and "expect the value" in done.stderr
    assert program("show", path, "-o", tmp_path / "r.svg").returncode == 0
    drawn = (tmp_path / "r.svg").read_text()
    assert " wins" not in drawn and "finite" not in drawn and ">in a vertex: expected reward<" in drawn


def test_a_page_or_a_picture_begins_where_it_is_told(game: Path, tmp_path: Path) -> None:
    for ending in ("html", "svg"):
        drawn = []
        for start in ("hill", "sea"):
            done = program("show", game, "-o", tmp_path / f"page.{ending}", "--start", start)
            assert done.returncode == 0, done.stderr
            drawn.append((tmp_path / f"page.{ending}").read_text())
        assert drawn[0] != drawn[1]
    done = program("show", "treblecross", "--start", "4")
    assert done.returncode == 2 and "the option 'start' does not fit" in done.stderr


def test_a_start_that_nobody_named_is_a_play_and_is_said(tmp_path: Path) -> None:
    path, page = tmp_path / "hills.arena", tmp_path / "page.html"
    edges = [("goal", "goal"), ("hill", "goal"), ("hill", "mill"), ("mill", "mill")]
    arena = Arena.from_edges(edges, owner={"goal": 0, "hill": 0, "mill": 1})
    write(Game(arena, Reach(["goal"])), path)
    words = "the game names no start, so the play begins at hill; --start V chooses another vertex"
    for command in (("explain", path), ("play", path, "--as", "none"), ("show", path, "-o", page)):
        done = program(*command)
        assert done.returncode == 0 and words in done.stderr and "Traceback" not in done.stderr
        assert "the play begins" not in program(*command, "--start", "mill").stderr
    assert "a play of 0 moves" not in program("show", path, "--play", "6", "-o", tmp_path / "play.svg").stderr
    assert program("explain", path).stdout.startswith("Eve wins from hill")
    write(Game(arena, Reach(["goal", "hill", "mill"])), path)  # it is over wherever it begins
    assert "begins at goal" in program("explain", path).stderr


@pytest.mark.parametrize("entry", find.concrete_games(), ids=lambda entry: entry.name)
def test_something_true_can_be_expected_of_every_contest_input(entry: Any, tmp_path: Path) -> None:
    path = tmp_path / "input.txt"
    path.write_text(entry.example)
    words = ["solve", path, "--game", entry.name, "--expect"]
    solution = solve(read(path, game=entry.name))
    if not any(True for test in range(solution.tests) for _ in solution.asked(test)):
        refused = program(*words, "win")
        assert refused.returncode == 2 and "name one with --start" in refused.stderr
        first = solution.arena.label(0)
        codes = {word: program(*words, word, "--start", first, "--quiet").returncode for word in OUTCOMES}
        assert codes == {word: int(solution.outcome(first) != word) for word in OUTCOMES}
        return
    outcomes = []
    for test in range(solution.tests):
        tables = [adapter_for(solution, given, test) for given in solution.asked(test)]
        here = {str(table.oracle.outcome(table.start)) for table in tables}
        codes = {word: program(*words, word, "--test", str(test + 1), "--quiet").returncode for word in OUTCOMES}
        assert codes == {word: int(here != {word}) for word in OUTCOMES}
        outcomes += sorted(here)
    for word in OUTCOMES:
        done = program(*words, word)
        assert done.returncode == int(set(outcomes) != {word})
        assert ("was expected" in done.stderr) == (done.returncode == 1)
    assert program(*words, "win", "--test", str(solution.tests + 1)).returncode == 2


def test_players_that_are_called_by_numbers_are_expected_by_theirs(tmp_path: Path) -> None:
    path = tmp_path / "spot.hoa"
    path.write_text(
        'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "a"\nAcceptance: 1 Inf(0)\nspot-state-player: 0 1\n--BODY--\n'
        "State: 0 {0}\n[t] 1\nState: 1\n[t] 0\n--END--\n"
    )
    done = program("solve", path, "--expect", "1", "--json")  # player 0 of the arena, who wants the condition
    said = json.loads(done.stdout)
    assert done.returncode == 0 and said["start"]["winner"] == said["players"][said["winner"][0]] == "player 1"
    assert program("solve", path, "--expect", "0", "--quiet").returncode == 1


def test_a_controller_is_not_checked_beside_a_game_whose_states_belong_to_players(tmp_path: Path) -> None:
    game, machine = tmp_path / "g.hoa", tmp_path / "c.aag"
    game.write_text(
        'HOA: v1\nStates: 2\nStart: 0\nAP: 2 "r" "g"\ncontrollable-AP: 1\nAcceptance: 1 Inf(0)\n'
        "spot-state-player: 0 1\n--BODY--\nState: 0 {0}\n[t] 1\nState: 1\n[t] 0\n--END--\n"
    )
    machine.write_text("aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\n")
    done = program("verify", game, machine)
    assert done.returncode == 2 and "graphgames synth FILE --verify checks the controller" in done.stderr
    always = b'HOA: v1\nStates: 1\nStart: 0\nAP: 2 "r" "g"\ncontrollable-AP: 1\nAcceptance: 0 t\n--BODY--\n'
    report = check_files(game.read_bytes(), always + b"State: 0\n[t] 0\n--END--\n")
    assert report is not None and not report.ok and "states that belong to players" in str(report)


def test_vertices_of_a_graph_are_added_where_values_are_nimbers(tmp_path: Path) -> None:
    path, named = tmp_path / "dag.txt", tmp_path / "dag.csv"
    path.write_text("2 1\n2 0\n4 2\n4 1\n8 4\n8 2\n8 0\n")
    done = program("solve", path, "--objective", "nimbers", "--start", "8,4+2+2").stdout
    assert done.startswith("start 8 + 4 + 2 + 2: the player to move wins\n")
    reason = "8 has value 3, 4 has value 2, 2 has value 1; the nim-sum of 8 + 4 + 2 + 2 is 1: the player to move wins"
    assert f"{reason} by moving from 8 to 4" in done
    told = program(
        "solve", path, "--objective", "nimbers", "--start", "2, 4, 8", "--json", "--verify", "--expect", "loss"
    )
    answer = json.loads(told.stdout)
    assert told.returncode == 0 and answer["verified"] is True and answer["start"] == {
        "position": "2, 4, 8", "outcome": "loss", "winner": "the player not to move", "nimber": 0, "winning_moves": []
    }  # fmt: skip
    answer = json.loads(program("solve", path, "--objective", "nimbers", "--start", "8,4", "--json").stdout)["start"]
    assert answer["nimber"] == 1 and answer["winning_moves"] == [["8", "4"]]
    refused = program("solve", path, "--objective", "normal", "--start", "8,4")
    assert refused.returncode == 2 and "--objective nimbers adds games on a graph" in refused.stderr
    named.write_text('source,target\n"a,b",a\n"a,b",b\nb,a\n')  # a label with a comma stays that vertex
    done = program("solve", named, "--objective", "nimbers", "--start", "a,b").stdout
    assert done.startswith("start a,b: the player to move wins\n") and "nim-sum" not in done
