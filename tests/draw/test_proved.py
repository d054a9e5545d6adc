"""A picture says that the answer is proved where it was proved, and nowhere else."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import concrete_game
from graphgames.cli.main import run
from graphgames.draw import proof_keys


def solved() -> gg.ArenaSolution:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    found: gg.ArenaSolution = gg.solve(gg.Game(arena, gg.Parity([2, 0, 1])))
    return found


def test_a_picture_says_so_from_the_moment_when_it_is_proved() -> None:
    solution = solved()
    assert "proved" not in solution.draw().svg
    assert gg.verify(solution)
    words = "by the checker"
    drawn = solution.draw()
    assert ">proved</text>" in drawn.svg and f">{words}</text>" in drawn.svg
    assert "proved" in drawn.to_bytes("tex").decode() and len(drawn.to_bytes("pdf")) > len(
        solved().draw().to_bytes("pdf")
    )
    assert f"proved {words}" in drawn.to_bytes("html").decode()
    assert "proved" not in solution.draw(legend=False).svg and "proved" not in solution.problem.draw().svg
    assert "proved" in solution.draw(play=2).svg and "proved" in solution.draw(around=0).svg


def test_it_does_not_say_so_of_a_copy_or_of_what_was_refused() -> None:
    solution = solved()
    gg.verify(solution)
    wrong = replace(solution, winner=(1 - np.asarray(solution.winner)).astype(np.uint8))
    assert "proved" not in wrong.draw().svg and not gg.verify(wrong).ok and "proved" not in wrong.draw().svg
    assert "proved" not in pickle.loads(pickle.dumps(solution)).draw().svg


def test_boards_and_other_kinds_say_so_too() -> None:
    for solution in (gg.heap_game("kayles", 9), gg.solve(concrete_game("treblecross").read(b"2\n.....\nX..X.\n"))):
        assert "proved" not in solution.draw().svg
        assert gg.verify(solution).ok and ">proved</text>" in solution.draw().svg


def test_the_command_proves_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.pg"
    game.write_text("parity 2;\n0 2 0 1;\n1 1 1 0;\n")
    out = tmp_path / "game.svg"
    assert run(["show", str(game), "-o", str(out)]) == 0
    assert "proved" not in out.read_text() + capsys.readouterr().err
    assert run(["show", str(game), "--verify", "-o", str(out)]) == 0
    assert ">proved</text>" in out.read_text() and "; proved by the checker" in capsys.readouterr().err
    assert run(["show", str(game), "--verify", "--unsolved", "-o", str(out)]) == 2


@pytest.mark.slow
def test_what_is_found_out_on_demand_after_the_proof_is_not_said_to_be_proved(tmp_path: Path) -> None:
    """A solution that answers for any position grows; a page may need more of them than the answer did."""
    game, nim = gg.partizan("domineering 2x2"), gg.by_rule(range)
    game.value()
    for solution, ask in ((game, lambda: game.value("../..\n../..")), (nim, lambda: nim.nimber(7))):
        assert gg.verify(solution).ok and proof_keys(solution)
        ask()
        assert not proof_keys(solution) and gg.verify(solution).ok and proof_keys(solution)
    new = gg.partizan("domineering 2x3")
    new.value("./.")
    assert gg.verify(new).ok and "proved by the checker" not in new.draw().to_bytes("html").decode()
    assert gg.verify(new).ok and "proved by the checker" in new.draw().to_bytes("html").decode()
    for name in ("page.html", "picture.svg"):
        assert run(["show", "domineering 2x3", "--verify", "-o", str(tmp_path / name)]) == 0
        assert "by the checker" in (tmp_path / name).read_text()


def test_a_refusal_takes_back_what_was_said() -> None:
    game = gg.partizan("{2|-1}")
    game.value()
    assert gg.verify(game).ok and proof_keys(game)
    game._forms[game.start] = gg.canonical_form("{3|-1}")
    assert not gg.verify(game).ok and not proof_keys(game)
