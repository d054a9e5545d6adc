"""The check on a sample finds each kind of mistake in rules, and says it in their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from graphgames.core.errors import GameError
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.indexed_rules import Batch
from graphgames.games.tables.sample import check_sample
from graphgames.games.tables.tic_tac_toe import CELLS, TicTacToe
from tests.games.tables.toys import Circle, RandomGame


@pytest.mark.parametrize(
    "rules",
    [
        TicTacToe(),
        ConnectFour(5, 4),
        pytest.param(ConnectFour(), marks=pytest.mark.nightly),
        Circle(),
        RandomGame(3),
        RandomGame(4, again=0),
    ],
    ids=repr,
)
def test_right_rules_pass(rules: Any) -> None:
    assert check_sample(rules) > 1


class WrongRank(TicTacToe):
    def rank(self, position: str) -> tuple[int, int]:
        tier, index = super().rank(position)
        return tier, index if tier < 4 else index - 1


class TooLarge(TicTacToe):
    def rank(self, position: str) -> tuple[int, int]:
        tier, index = super().rank(position)
        return tier, index + CELLS.size * (tier == 3)


class NoSuchTier(TicTacToe):
    def rank(self, position: str) -> tuple[Any, int]:
        tier, index = super().rank(position)
        return (tier if tier < 5 else "five"), index


class FailsInUnrank(TicTacToe):
    def unrank(self, tier: int, index: int) -> str:
        return str(1 // 0)


class FailsInExpand(TicTacToe):
    def expand(self, batch: Batch) -> None:
        raise KeyError(batch.tier)


class MissesAMove(TicTacToe):
    def expand(self, batch: Batch) -> None:
        super().expand(batch)
        del batch.columns[4:5], batch.again[4:5]


class OneMoveTooMany(TicTacToe):
    def expand(self, batch: Batch) -> None:
        super().expand(batch)
        if batch.tier < 9:
            batch.move(batch.tier + 1, batch.index)


class MissesLines(TicTacToe):
    def expand(self, batch: Batch) -> None:
        super().expand(batch)
        if batch.tier == 9:
            batch.code[:] = 2


class EndsTooSoon(TicTacToe):
    def expand(self, batch: Batch) -> None:
        super().expand(batch)
        batch.end("draw", np.full(batch.index.size, batch.tier == 7))


class NoOutcome(TicTacToe):
    def expand(self, batch: Batch) -> None:
        batch.end("won", batch.index < 0)


class NoMoves(TicTacToe):
    def moves(self, position: str) -> Any:
        return None


class NoChildren(TicTacToe):
    def children(self, tier: int) -> Any:
        return None


class NoEnd(TicTacToe):
    def children(self, tier: int) -> Any:
        return [tier + 1]


@dataclass(frozen=True)
class WrongTurn(RandomGame):
    def mover(self, position: Any) -> int:
        return 0


@dataclass(frozen=True)
class BadRetract(RandomGame):
    shift: int = 0

    def retract(self, batch: Batch) -> None:
        first = self.space.offset[batch.tier]
        everything = self.batch(batch.tier, np.arange(self.size(batch.tier)))
        for a in range(self.size(batch.tier)):
            for column, again in zip(everything.columns, everything.again, strict=True):
                if a != self.shift - 1:
                    hit = column[a] == batch.index + first
                    batch.move(batch.tier, np.full(batch.index.size, (a + (self.shift == 99)) % 80), hit, again)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (WrongRank(), r"unrank\(4, \d+\) is .*whose rank is"),
        (TooLarge(), r"rank returns number \d+, but size\(3\) is 19683"),
        (NoSuchTier(), "rank returns tier 'five'"),
        (FailsInUnrank(), r"unrank\(\d, \d+\) fails: ZeroDivisionError: "),
        (FailsInExpand(), r"expand of tier \d fails: KeyError: \d"),
        (MissesAMove(), "expand misses the move to"),
        (OneMoveTooMany(), r"expand has a move to number \d+ of tier \d+, .* moves does not"),
        (MissesLines(), "expand says 'draw' .* but the outcome is 'loss'"),
        (EndsTooSoon(), "expand says that the game has ended for number .* but moves returns some"),
        (NoOutcome(), "expand says that the game ends with 'won'; expected 'win', 'win in 1', 'draw' or 'loss'"),
        (NoMoves(), r"moves\('.........'\) returns None; expected a list"),
        (NoChildren(), r"children\(0\) returns None; expected a list"),
        (NoEnd(), r"more than 100,000 tiers: children\(99999\) names yet another, 100000;"),
        (WrongTurn(3), "the same player moves at .* but expand says again=False"),
        (BadRetract(3, shift=99), "retract from .* misses .* a move leads there"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_mistakes_are_said(rules: Any, words: str) -> None:
    with pytest.raises(GameError, match=words) as caught:
        check_sample(rules)
    assert "Traceback" not in str(caught.value)


def test_right_backward_moves_pass() -> None:
    assert check_sample(BadRetract(3, shift=0)) > 1
