"""``graphgames explain``: the whole argument for a position."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_cli import program

COUNTDOWN = "3 2\n3 1\n2 1\n2 0\n1 0\n"


def test_the_whole_argument_and_a_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "countdown.edges"
    path.write_text(COUNTDOWN)
    whole = program("explain", path, "--start", "3")
    assert whole.returncode == 0 and whole.stdout == (
        "The player to move loses from 3: whatever the move, the other player wins within 2 moves.\n"
        "  First: 1. The player to move wins from 1: move to 0, and the other player loses within 1 move.\n"
        "    Second: 0. The player to move loses from 0: there is no move.\n"
        "  First: 2. The player to move wins from 2: move to 0, and the other player loses within 1 move.\n"
        "    Second: 0. As above.\n"
    )
    part = program("explain", path, "--start", "3", "--depth", "1").stdout
    lines = whole.stdout.splitlines()
    assert part.splitlines() == [lines[0], f"{lines[1]} ...", f"{lines[3]} ..."]


def test_games_by_name_need_no_file() -> None:
    done = program("explain", "kayles", "--start", "3,3", "--depth", "0")
    assert done.returncode == 0 and done.stdout.endswith("the nim-sum is 0: the player to move loses. ...\n")
    assert "a small example of The Green Game" in program("explain", "green-game").stderr


def test_what_is_no_game_and_options_without_effect_are_refused() -> None:
    done = program("explain", "gridgam")
    assert done.returncode == 2 and "did you mean 'gridgame'?" in done.stderr
    done = program("explain", "kayles", "--start", "3,4", "--objective", "buchi")
    assert done.returncode == 2 and "--objective is for files; kayles has its own rules" in done.stderr


def test_misere_play_of_heaps_is_explained() -> None:
    words = ("explain", "kayles", "--start", "1,1", "--depth", "0")
    assert "the nim-sum is 0: the player to move loses." in program(*words).stdout
    for misere in (["--objective", "misere"], ["--misere"]):
        assert "1 + 1: the player to move wins by moving to 1." in program(*words, *misere).stdout


def test_a_position_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "countdown.edges"
    path.write_text(COUNTDOWN)
    done = program("explain", path, "--start", "9")
    assert done.returncode == 2 and "there is no vertex '9'" in done.stderr and not done.stdout
    assert program("explain", path, "--depth", "-1").returncode == 2
