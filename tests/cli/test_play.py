"""``graphgames play`` through pipes and through a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphgames.catalogue.find import concrete_game, concrete_games
from graphgames.cli.main import run
from tests.cli.test_cli import GREEN, program
from tests.waiting import PATIENCE

LADDER = "parity 4;\n0 0 0 0;\n1 0 1 0;\n2 0 0 1,0;\n3 0 1 2,1;\n4 1 0 3,2;\n"


@pytest.fixture
def green(tmp_path: Path) -> Path:
    path = tmp_path / "green.in"
    path.write_text(GREEN)
    return path


def test_a_play_through_pipes_with_every_command(green: Path) -> None:
    typed = "help\nwhy\nhint\nthreat\nmoves\n99\nundo\n6\nundo\nreview\n8\nquit\n"
    done = program("play", "gra-w-zielone", green, "--as", "Ania", "--start", "2", stdin=typed)
    assert done.returncode == 0, done.stderr
    text = done.stdout
    assert "Ania wants the pawn to visit green fields again and again; Bolek wants" in text
    assert "Ania wins if the way round passed a green field, Bolek if not." in text
    assert "You are Ania; the computer is Bolek and plays the best moves." in text
    assert "> 2 (Ania) -> 6, 7, 8\n" in text and "  4 (Ania), green -> 7\n" in text
    assert "moves: 6 7 8" in text and "take your last move back" in text
    assert "Ania wins from 2: move to 6, and a green field comes within 1 move" in text
    assert "  6: win, on the strategy\n" in text and "  8: loss\n" in text
    assert "if it were the turn of Bolek:\n  8: win\n" in text
    assert "there is no move '99' here" in text and "there is no move to undo" in text and "taken back" in text
    assert "move 1: Ania, 8 gave the win away; 6 would have won" in text


def test_a_move_that_lets_the_other_close_a_loop_is_no_win_and_the_review_says_so(green: Path) -> None:
    done = program("play", "gra-w-zielone", green, "--as", "Ania", stdin="hint\n7\n")
    assert "  6: win, on the strategy\n  7: loss, by the loop rule\n" in done.stdout and "2. Bolek: 1\n" in done.stdout
    assert "You lose, Bolek wins: the play has come back to 1, past no green field." in done.stdout
    assert "move 1: Ania, 7 gave the win away; 6 would have won" in done.stdout


@pytest.mark.slow
def test_the_end_of_a_play_and_of_the_input(green: Path) -> None:
    done = program("play", "gra-w-zielone", green, "--as", "none", "--start", "1")
    assert "Ania wins: the play has come back to 6, past a green field." in done.stdout
    assert "none gave anything away" in done.stdout
    both = program("play", "gra-w-zielone", green, "--as", "both", "--start", "3", stdin="8\n3\n")
    assert "Bolek wins: the play has come back to 3, past no green field." in both.stdout
    assert program("play", "gra-w-zielone", green, stdin="").returncode == 0


def test_help_lists_threat_where_the_solution_can_answer_it(tmp_path: Path) -> None:
    race = tmp_path / "race.in"
    race.write_text(concrete_game("great-game").example)
    done = program("play", "great-game", race, stdin="help\nthreat\n")
    assert "review     the mistakes" in done.stdout and "the other player would do" not in done.stdout
    assert "the solution of this game holds no position like this one with Moriarty to move" in done.stdout


@pytest.mark.parametrize("typed", ["(1, 2)", "(1,2)", "1,2", "1 2"])
def test_cells_are_accepted_as_they_are_printed_and_shorter(tmp_path: Path, typed: str) -> None:
    grid = tmp_path / "grid.in"
    grid.write_text("1\n1\n5 5\n1\n2 2\n")
    done = program("play", "gridgame", grid, "--as", "both", stdin=f"why\n{typed}\nboard\n")
    assert "from (2, 2): no losing" in done.stdout and "  2) (1, 2)\n" in done.stdout
    assert "there is no move" not in done.stdout and "the pawn stands at (1, 2)" in done.stdout


@pytest.mark.parametrize("typed", ["2 1", "2,1", "row 2 column 1"])
def test_a_move_is_made_by_the_numbers_in_its_name(typed: str) -> None:
    done = program("play", "chomp width=2 height=2", stdin=f"{typed}\n")
    assert "2. Second: row 1, column 2" in done.stdout


def test_a_file_game_under_any_objective(tmp_path: Path) -> None:
    path = tmp_path / "ladder.pg"
    path.write_text(LADDER)
    done = program("play", path, "--objective", "reach", "--priorities", "1", "--as", "none", "--start", "4")
    assert "Eve wins: 4 is the target." in done.stdout
    done = program("play", path, "--as", "1", "--start", "3", stdin="1\n0\n")
    assert "You are Adam" in done.stdout and "the largest priority on the way round is 0" in done.stdout


@pytest.mark.parametrize("name", [entry.name for entry in concrete_games()][::3])
def test_concrete_games_come_with_an_example(name: str) -> None:
    done = program("play", name, "--as", "1", stdin="why\nhint\n1\n")
    assert done.returncode == 0 and "example" in done.stderr and "> why" in done.stdout


def test_a_heap_game_by_its_code(tmp_path: Path) -> None:
    done = program("play", "kayles", "--start", "2,3", stdin="why\nhint\nquit\n")
    assert "2 has value 2, 3 has value 3; the nim-sum is 1" in done.stdout
    assert "\n  1) 2 -> 1\n  2) 2 -> no heap\n" in done.stdout and "\n  5) 3 -> 2: win\n" in done.stdout
    assert "2. Second: " in program("play", "nim", "--start", "21,5", stdin="21->5\n").stdout  # spaces may be left out
    assert "From one heap take 1 or 2 and leave no heap, one heap or two heaps." in done.stdout
    picture = tmp_path / "kayles.svg"
    assert program("heaps", "kayles", "--to", "200", "--picture", picture).returncode == 0
    assert "period 12" in picture.read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_is_wrong_is_said(green: Path) -> None:
    for arguments, message in (
        (["gra-w-zielone", "-"], "must be in a file"),
        (["gra-w-zielone", green, "--as", "Cecil"], "no player 'Cecil'; choose 0, 1, both, none, Ania or Bolek"),
        (["gra-w-zielone", green, "--start", "77"], "no vertex '77'"),
        (["gra-w-zielone", green, "--test", "2"], "no test 2"),
        (["gra-w-zielony", green], "did you mean 'gra-w-zielone'"),
        (["none.pg"], "none.pg"),
        ([".77", "--start", "x"], "are not heaps"),
    ):
        done = program("play", *arguments)
        assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.slow
def test_at_a_real_terminal() -> None:
    """Type as a person does: hint, a losing move, undo, the winning one, and on to the end."""
    main, far = pty.openpty()
    environment = {**os.environ, "TERM": "dumb"}
    command = [sys.executable, "-m", "graphgames", "play", "treblecross"]
    process = subprocess.Popen(command, stdin=far, stdout=far, stderr=far, env=environment, close_fds=True)
    os.close(far)
    seen = ""

    def wait(for_: str) -> None:
        nonlocal seen
        end = time.monotonic() + PATIENCE
        while for_ not in seen and time.monotonic() < end:
            if select.select([main], [], [], 0.2)[0]:
                seen += os.read(main, 65536).decode()
        assert for_ in seen, seen

    try:
        wait("First> ")
        for typed, answer in (
            ("hint", "6: win"),
            ("1", "Second: "),
            ("undo", "taken back"),
            ("why", "X in cell 3, which leaves nim-sum 0"),
        ):
            seen = ""
            os.write(main, f"{typed}\n".encode())
            wait(answer)
            wait("First> ")
        seen = ""
        os.write(main, b"6\n")
        wait("First> ")
        os.write(main, b"\x04")
        wait("Review: ")
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(main)


@pytest.mark.parametrize(("words", "says"), [("chomp 3 2", "(width 3, height 2)"), ("domineering 2 3", "{2|-1/2}")])
def test_two_numbers_behind_the_name_of_a_board_game_are_its_size(
    words: str, says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for line in ([words], words.split()):
        assert run(["solve", *line]) == 0
        assert says in capfd.readouterr().out
