"""What people type first: outputs are looked at before the work, and names and places of options fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graphgames import api
from graphgames.catalogue.find import choose, concrete_game, fitting
from graphgames.cli.completion import names
from graphgames.cli.main import build, run
from graphgames.core.errors import SolverError, did_you_mean

GAME = "parity 2;\n0 0 0 1;\n1 1 1 0,1;\n2 2 0 0,1;\n"


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Call = Callable[..., Done]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return a function that runs a command in a folder with a game."""
    (tmp_path / "game.pg").write_text(GAME)
    monkeypatch.chdir(tmp_path)

    def done(*words: str) -> Done:
        try:
            code = run(words)
        except SystemExit as left:
            code = int(left.code or 0)
        return Done(code, *capsys.readouterr())

    return done


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solve", "none.pg", "--solution", "there/x.json"), "there is no folder there"),
        (("solve", "none.pg", "--solution", "x.aig"), ".aig is not one of its formats; expected .paritysol"),
        (("convert", "none.pg", "there/x.pg"), "there is no folder there"),
        (("convert", "none.pg", "x.docx"), ".docx is not one of its formats"),
        (("show", "none.pg", "-o", "there/x.svg"), "there is no folder there"),
        (("synth", "none.ehoa", "--controller", "c.c"), "expected .hoa, .ehoa, .dot, .gv, .py, .aag, .aig"),
        (("generate", "random", "10", "-o", "there/x.pg"), "there is no folder there"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused_before_the_input_is_read(
    words: tuple[str, ...], said: str, call: Call
) -> None:
    done = call(*words)
    assert done.code == 2 and said in done.err and "no such file" not in done.err


def test_packed_outputs_and_those_with_a_format_of_their_own_are_written(call: Call) -> None:
    assert call("convert", "game.pg", "x.PG.gz").code == 0
    assert call("convert", "game.pg", "x.txt", "--to", "pgsolver").code == 0


def test_suggestions_fit_the_place(call: Call) -> None:
    assert "did you mean 'reach'?" in call("solve", "game.pg", "--objective", "reachable").err
    assert did_you_mean("misere-quotent", ["misere", "misere-quotients"]) == "; did you mean 'misere-quotients'?"
    with pytest.raises(SolverError, match="did you mean 'value-iteration'"):
        choose("discounted", "valueiteration")
    with pytest.raises(SolverError) as refused:
        choose("parity", "valueiteration")
    assert "did you mean" not in str(refused.value)


def test_options_may_stand_before_the_name_of_a_game(call: Call) -> None:
    before = call("table", "build", "--dry-run", "--quiet", "tic-tac-toe")
    assert before.code == 0 and before.out.startswith("tic-tac-toe: at most 196,830 positions")
    assert call("table", "--quiet", "build", "--dry-run", "tic-tac-toe").out.split("\n")[0] == before.out.split("\n")[0]


@pytest.mark.parametrize(
    ("alias", "name"),
    [("zlk", "zielonka"), ("tl", "tangles"), ("rtl", "recursive-tangles"), ("spm", "measures"), ("pp", "promotion")]
    + [(name, "promotion") for name in ("npp", "ppp", "dp", "rr", "rrdp")]
    + [(name, "tangles") for name in ("atl", "otftl", "dtl", "ptl", "spptl")]
    + [("ortl", "recursive-tangles"), ("tspm", "measures"), ("mspm", "measures")],
)
def test_solvers_have_the_names_that_oink_gives_them(alias: str, name: str) -> None:
    assert choose("parity", alias).name == name


@pytest.mark.parametrize("number", ["uva11927", "UVa 11927"])
def test_a_game_has_the_number_of_its_source(number: str) -> None:
    assert concrete_game(number).name == "games-are-important"


def test_answers_that_an_object_of_json_leaves_out_are_named(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "long.txt"
    path.write_text("".join(f"{v} {v + 1}\n" for v in range(2000)))
    note = "the answers of all vertices are left out; --full has them"
    assert note in call("solve", str(path), "--json").err
    assert all(note not in call("solve", str(path), "--json", more).err for more in ("--full", "--quiet"))


def test_aliases_are_names_of_one_solver() -> None:
    known = [name for entry in fitting("parity") for name in (entry.name, *entry.aliases)]
    assert len(known) == len(set(known))


def test_solvers_are_compared_on_a_game(call: Call) -> None:
    done = call("solvers", "--compare", "game.pg")
    lines = done.out.splitlines()
    assert done.code == 0 and lines[-1] == "all answers are the same"
    assert [line.split()[0] for line in lines[:-1]] == [entry.name for entry in fitting("parity")]
    assert all(" s  proved" in line for line in lines[:-1])
    rows = [json.loads(line) for line in call("solvers", "--compare", "game.pg", "--json").out.splitlines()]
    assert all(row["verified"] and row["seconds"] >= 0 for row in rows) and rows[1]["stats"]["edges"] > 0


def test_a_comparison_that_is_stopped_keeps_what_was_ready(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fitting("parity")[0].name
    usual = api.solve

    def stopped(problem: Any, *, solver: str) -> Any:
        if solver != first:
            raise KeyboardInterrupt
        return usual(problem, solver=solver)

    monkeypatch.setattr(api, "solve", stopped)
    done = call("solve", "game.pg", "--solver", "all")
    assert done.code == 130 and done.err.endswith("graphgames: stopped\n")
    assert [line.split()[0] for line in done.out.splitlines()] == [first] and " s  proved" in done.out


def test_an_explanation_is_of_the_start_that_is_given(call: Call) -> None:
    lines = call("solve", "game.pg", "--explain", "--start", "1").out.splitlines()
    assert [line for line in lines if "wins from" in line and line.startswith(("Eve", "Adam"))] == lines[-1:]
    assert "from 1" in lines[-1]


def test_a_heap_game_is_solved_in_misere_play(call: Call) -> None:
    done = call("heaps", ".77", "--misere", "--to", "5", "--position", "1,2,3", "--verify")
    assert (
        done.code == 0 and "misère quotient of Kayles (.77) to heap 5: order" in done.out and "\nverified\n" in done.out
    )
    data = json.loads(call("heaps", ".3", "--misere", "--json", "--position", "1,1").out)
    assert data["outcome"] == "win" and data["up_to"] == 8


def test_play_takes_the_names_of_the_option_game(call: Call) -> None:
    Path("words.txt").write_text("ab\nba\nbb\n")
    assert "wins" in call("explain", "word-chains", "words.txt", "--start", "b").out
    played = call("play", "word-chains", "--as", "none")
    assert played.code == 0 and "small example of word-chains" in played.err and "apple" in played.out
    assert "nimbers is played with a file" in call("play", "nimbers").err


def test_a_random_game_says_for_which_objectives_an_option_is(call: Call) -> None:
    assert "--objective parity" in call("generate", "random", "10", "--priorities", "3").err


def test_games_are_completed() -> None:
    for command, place in (("play", "name"), ("explain", "name"), ("show", "file")):
        action = next(a for a in build(command).commands[command]._actions if a.dest == place)
        assert "kayles" in names(command, action)


def test_a_game_is_named_in_part_and_shown_by_name(call: Call) -> None:
    assert "did you mean 'green-game'?" in call("judge", "green").err
    assert call("games", "green-game").out == call("games", "--long", "gra-w-zielone").out


def test_a_solver_of_nimbers_that_differs_is_noticed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphgames.games.impartial import grundy

    Path("dag.edges").write_text("4 3\n1 2\n2 3\n1 3\n")
    done = call("solvers", "--compare", "dag.edges", "--objective", "nimbers")
    assert done.code == 0 and "all answers are the same" in done.out and done.out.count("proved") == 3
    right = grundy.loopy_grundy

    def wrong(problem: Any) -> Any:
        solution = right(problem)
        return replace(solution, values=solution.values + 1)

    monkeypatch.setattr(grundy, "loopy_grundy", wrong)
    done = call("solvers", "--compare", "dag.edges", "--objective", "nimbers")
    assert done.code == 1 and "the answers differ" in done.out and "NOT proved" in done.out


def test_what_a_reader_took_for_granted_is_told_of_nimbers_too(call: Call) -> None:
    Path("dag.txt").write_text("4 4\n1 2\n2 3\n3 4\n1 3\n")
    told = call("solve", "dag.txt", "--objective", "nimbers").err
    assert "the first line, 4 4, says" in told and "numbered from 1" in told


def test_games_without_an_input_are_listed_too_and_take_no_options_for_files(call: Call) -> None:
    assert "games without an input" in (listed := call("games").out) and "chomp" in listed and "hackenbush" in listed
    refused = call("solve", "chomp width=3 height=2", "--objective", "nimbers")
    assert refused.code == 2 and "options for reading a file do not go with it" in refused.err


def test_a_quotient_that_is_too_large_says_how_far_it_is_known(call: Call) -> None:
    done = call("heaps", ".123", "9", "--misere", "--limit", "50")
    assert done.code == 2 and "the quotient has order" in done.err
