"""The reasons that a solution of geography gives, against its own answers, and graphs of any format in its commands."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from graphgames import solve
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from tests.arenas import random_arena
from tests.cli.test_cli import program
from tests.share import cases


@pytest.mark.slow
@pytest.mark.parametrize("kind", GEOGRAPHY)
def test_a_reason_names_a_move_that_wins(kind: str) -> None:
    rng = np.random.default_rng(3)
    for _ in range(cases(10, 10)):
        solution = solve(Geography(kind, [random_arena(rng, 6, 1.5, owned=False, dead_ends=True)]))
        for v in range(6):
            said, moves = solution.explain(v), solution.best_moves(v)
            if solution.outcome(v) == "loss":
                assert said.startswith(f"Whoever picks {v} wins (by ")
                assert said.endswith("every move from it can be answered." if moves else ": there is no move.")
            else:
                target = re.search(r"^Whoever picks (\d) loses \(by .*\): the other player moves to (\d), and ", said)
                assert target is not None
                after = next(move.position for move in moves if move.position[0] == int(target[2]))
                assert solution.outcome(after) == "loss"
                assert ("no reply" in said) == (not solution.best_moves(after))


def test_a_file_for_geography_may_be_any_graph(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text("source,target\na,b\nb,c\nc,a\nb,d\n")
    judged = program("judge", "edge-geography", tmp_path / "g.csv")
    assert (judged.returncode, judged.stdout) == (0, "[a,d]\n")
    said = program("judge", "edge-geography", tmp_path / "g.csv", "--explain", "--quiet").stdout
    assert "Whoever picks b loses (by backward induction): the other player moves to d, and there is no reply." in said
    assert program("explain", "edge-geography", tmp_path / "g.csv").stdout.startswith(
        "The player to move wins: pick a."
    )
