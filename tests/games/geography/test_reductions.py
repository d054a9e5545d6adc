"""Each exact rule of geography against playing it out, on all small graphs and thousands of random positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

from graphgames.games.geography import reductions as rules
from graphgames.games.geography.reductions import Board
from tests.share import cases


def boards(undirected: bool = False) -> Iterator[Board]:
    """All graphs of three vertices without loops and some with, then random ones with parallel arcs."""
    rng = np.random.default_rng(7)
    pairs = [(u, w) for u, w in product(range(3), repeat=2) if u < w or (u != w and not undirected)]
    for mask in range(1 << len(pairs)):
        arcs = [pair for e, pair in enumerate(pairs) if mask >> e & 1]
        yield Board(3, tuple(arcs), undirected)
        yield Board(3, (*arcs, (0, 0)), undirected)
    for _ in range(cases(700, 8)):
        n = int(rng.integers(2, 7))
        arcs = rng.integers(0, n, (int(rng.integers(1, 11)), 2)).tolist()
        yield Board(n, tuple((u, w) for u, w in arcs), undirected)


class Play:
    """Values of positions by definition."""

    def __init__(self, board: Board):
        self.board = board
        self.wins = cache(self._wins)

    def _wins(self, v: int, unused: int) -> bool:
        for e, (u, w) in enumerate(self.board.arcs):
            if unused >> e & 1:
                for tail, head in {(u, w), (w, u)} if self.board.undirected else {(u, w)}:
                    if tail == v and not self.wins(head, unused & ~(1 << e)):
                        return True
        return False


def positions(undirected: bool = False) -> Iterator[tuple[Board, Play, int, int]]:
    rng = np.random.default_rng(8)
    for board in boards(undirected):
        play = Play(board)
        for v in range(board.n):
            full = board.start(v)
            yield board, play, full, v
            yield board, play, full & int(rng.integers(0, 1 << 12)), v


@pytest.mark.slow
def test_reachable() -> None:
    for board, play, unused, v in positions():
        kept, _ = rules.reachable(board, unused, v)
        assert kept & ~unused == 0
        assert play.wins(v, kept) == play.wins(v, unused)


@pytest.mark.slow
def test_cancelling_pairs() -> None:
    seen = 0
    for undirected in (False, True):
        for board, play, unused, v in positions(undirected):
            left = unused
            for e, f in rules.cancelling_pairs(board, unused):
                left &= ~(1 << e | 1 << f)
                seen += 1
            assert play.wins(v, left) == play.wins(v, unused)
    assert seen > 1000


@pytest.mark.slow
def test_permanent_win() -> None:
    seen = 0
    for undirected in (False, True):
        for board, play, unused, v in positions(undirected):
            left = unused
            while (found := rules.permanent_win(board, left, v)) is not None:
                seen += 1
                if found[0] == v:
                    assert play.wins(v, unused)
                    break
                shrunk = board.without_arcs_into(left, found[0])
                assert shrunk != left
                left = shrunk
            else:
                assert play.wins(v, left) == play.wins(v, unused)
    assert seen > 1000


def test_exits() -> None:
    seen = 0
    for board, play, unused, v in positions():
        for w, arcs in rules.exits(board, unused, v).items():
            seen += 1
            left = unused
            for e in arcs:
                u = board.arcs[e][0]
                if play.wins(w, unused):
                    left &= ~(1 << e)
                elif u == v:
                    assert play.wins(v, unused)
                else:
                    left = board.without_arcs_into(left, u)
            if play.wins(w, unused) or all(board.arcs[e][0] != v for e in arcs):
                assert play.wins(v, left) == play.wins(v, unused)
    assert seen > 500


def test_parity_winner() -> None:
    seen = 0
    for board, play, unused, v in positions():
        wins = rules.parity_winner(board, unused, v)
        if wins is not None:
            seen += 1
            assert wins == play.wins(v, unused)
    assert seen > 500


def test_balanced_kernel() -> None:
    seen = 0
    for board, play, unused, v in positions():
        kernel = rules.balanced_kernel(board, unused, v)
        if kernel is not None:
            seen += 1
            assert v in kernel and not play.wins(v, unused)
    assert seen > 500


def test_even_kernel() -> None:
    seen = 0
    for board, play, unused, v in positions(undirected=True):
        found = rules.even_kernel(board, unused, v)
        if found is not None:
            seen += 1
            assert found[0] == play.wins(v, unused)
    assert seen > 500
