"""The kernel of Zielonka's algorithm: its budget, and region numbers that run out."""

from __future__ import annotations

import numpy as np

import graphgames as gg
from graphgames.certificates import StrategyPair
from graphgames.games.parity import zielonka
from graphgames.games.parity.kernels.zielonka import Zielonka
from tests import naive_parity as naive
from tests.games.parity.test_agreement import random_games
from tests.share import cases


def test_region_numbers_that_run_out_are_made_small_again() -> None:
    for game in random_games(cases(300, 0.4), 40, 11):
        n = game.arena.n
        winner, moves, forward = (
            np.empty(n, np.uint8),
            np.empty(n, np.int32),
            (game.arena.indptr, game.arena.successors),
        )
        assert game.arena.owner is not None
        solver = Zielonka(forward, game.arena.owner, naive.priorities(game), winner, moves, n + 1)
        while not solver.run(1):
            pass
        assert winner.tolist() == naive.parity_recursive(game)
        solution = gg.ArenaSolution(game, winner, gg.Strategy(moves), "zielonka", StrategyPair())
        assert gg.verify(solution)


def test_a_run_in_portions() -> None:
    game = max(random_games(20, 400, 12), key=lambda game: game.arena.m)
    whole, parts = (zielonka.start(game.arena, naive.priorities(game)) for _ in range(2))
    assert not parts.advance(10)
    while not parts.advance(10):
        pass
    assert parts.collect().winner.tolist() == whole.finish().winner.tolist()


def test_no_room_to_remember_what_was_put_back() -> None:
    """Nested repairs of a small game put more back into play than the game has vertices."""
    owner = [0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0]
    priority = [11, 11, 12, 7, 13, 14, 5, 15, 4, 16, 3]
    moves = [[1, 2], [0], [2, 3], [3, 4], [5], [6], [6, 7], [8], [9], [10], [10]]
    arena = gg.Arena(np.cumsum([0, *map(len, moves)]), [w for after in moves for w in after], owner)
    solution = gg.solve(gg.Game(arena, gg.Parity(priority)), solver="zielonka")
    assert solution.won == (0, 11)
    assert gg.verify(solution), str(gg.verify(solution))
