"""A program of a user's own, as `mypy --strict` sees it: what the library says of its types must be enough.

Every `assert_type` here is a promise to users. It is checked with everything else, and against the installed wheel
by ``tools/wheels.py``; the test beside it runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import graphgames as gg
from graphgames.certificates import Certificate


class Subtraction:
    """Take one, two or three stones."""

    start = 21

    def moves(self, position: int) -> Iterator[int]:
        return (position - stones for stones in (1, 2, 3) if stones <= position)


def green_game() -> list[int]:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    game = gg.Game(arena, gg.Buchi([2]))
    solution = gg.solve(game)
    assert_type(solution, gg.ArenaSolution)
    assert_type(solution.winner, NDArray[np.uint8])
    assert_type(solution.strategy[0], int | None)
    assert_type(solution.values, NDArray[Any] | None)
    assert_type(solution.certificate, Certificate)
    report = gg.verify(solution)
    assert_type(report, gg.Report)
    assert_type(report.ok, bool)
    assert_type(solution.best_moves(0)[0], gg.RatedMove)
    return [int(v) for v in solution.regions[1]]


def stones() -> str:
    game = gg.expand(Subtraction())
    assert_type(game, gg.Game)
    assert_type(game.arena, gg.Arena)
    return gg.solve(game).outcome(game.arena.label(0))


def read_and_write(path: str) -> str:
    game = gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Parity([2]))
    gg.write(game, path)
    again = gg.read(path)
    assert_type(again, gg.Game)
    try:
        gg.solve(again, solver="attractor")
    except gg.SolverError as error:
        return str(error)
    return ""
