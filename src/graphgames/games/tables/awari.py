"""Awari: sow the seeds of a pit, one by one, and capture twos and threes on the other side; more than half win.

A tier has so many seeds on the board; a position says how they lie, and how many the player to move has captured.
J. W. Romein, H. E. Bal, *Solving the game of Awari using parallel retrograde analysis*, IEEE Computer 36 (2003). Of the
rules in use: the pit that is sown stays empty; a move that would capture all seeds of the other player captures none;
a player who can must leave the other a seed, and if he cannot, keeps what lies on his side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphgames.draw.places import PlaceBoard
from graphgames.games.tables import looks
from graphgames.games.tables.index import Digits, Ints, Multisets, Product
from graphgames.games.tables.rules import Batch, IndexedRules, option

Position = tuple[tuple[int, ...], int, int, int]


@dataclass(frozen=True)
class Awari(IndexedRules):
    """A position is the seeds in the pits, South's six first, each from its owner's left, the seeds that South and
    North have captured, and who is to move, 0 for South.

    The table counts positions as the player to move sees them: two in which the sides are exchanged are one.
    """

    name = "awari"
    title = "Awari"
    rule = (
        "The players in turn sow the seeds of a pit on their side, one by one around the board, and capture twos and "
        "threes on the other side; whoever has more than half of the seeds wins."
    )
    players = ("South", "North")
    aims = ("more than half of the seeds", "more than half of the seeds")
    ends = ("the seeds are shared out",) * 2
    seeds: int = option(12, 1, 48, "seeds in all")

    @property
    def start(self) -> Position:
        """The seeds spread evenly, the odd ones on the side of South, who begins."""
        pits = [self.seeds // 12 + (pit < self.seeds % 12) for pit in range(12)]
        return tuple(pits), 0, 0, 0

    def moves(self, position: Position) -> Sequence[Position]:
        """Return the positions after each move."""
        pits, mine, theirs = self._seen(position)
        if 2 * max(mine, theirs) > self.seeds:
            return []
        after = [self._moved(position, pit) for pit in range(6) if pits[pit]]
        return [position for position in after if any(self._seen(position)[0][:6])]

    def mover(self, position: Position) -> int:
        """Return who is to move, 0 for South."""
        return position[3]

    def move_name(self, position: Position, after: Position) -> str:
        """Return the pit that is sown, from 1 on the left of the player to move."""
        return f"pit {self.pit_of(position, after) + 1}"

    def pit_of(self, position: Position, after: Position) -> int:
        """Return the pit that is sown, from 0."""
        pits = self._seen(position)[0]
        return next(pit for pit in range(6) if pits[pit] and self._moved(position, pit) == after)

    @staticmethod
    def _seen(position: Position) -> tuple[tuple[int, ...], int, int]:
        """Return the pits and captures as the player to move sees them, his own first."""
        pits, south, north, mover = position
        return (pits[6:] + pits[:6], north, south) if mover else (pits, south, north)

    def _moved(self, position: Position, pit: int) -> Position:
        """Return the position after the player to move has sown a pit."""
        pits, mine, theirs = self._seen(position)
        left, taken = self._sown(pits, pit)
        if position[3]:
            return left[6:] + left[:6], theirs, mine + taken, 0
        return left, mine + taken, theirs, 1

    def _sown(self, pits: tuple[int, ...], pit: int) -> tuple[tuple[int, ...], int]:
        """Return the pits after a move, and how many seeds it captures."""
        left, at = [*pits], pit
        left[pit] = 0
        for _ in range(pits[pit]):
            at = (at + 1) % 12
            at = (at + 1) % 12 if at == pit else at
            left[at] += 1
        taken = [*left]
        while at > 5 and taken[at] in (2, 3):
            taken[at] = 0
            at -= 1
        final = taken if any(taken[6:]) else left
        return tuple(final), sum(left) - sum(final)

    def outcome(self, position: Position) -> str:
        """Return how the game has ended: who has captured more, with what lies on his side."""
        pits, mine, theirs = self._seen(position)
        if 2 * max(mine, theirs) <= self.seeds:  # the player to move cannot leave the other a seed, or has none
            mine, theirs = mine + sum(pits[:6]), theirs + sum(pits[6:])
        return "win" if mine > theirs else "loss" if mine < theirs else "draw"

    def render(self, position: Position) -> str:
        """Return the pits, South's below, from his left to his right."""
        pits, south, north, mover = position
        rows = [" ".join(f"{seeds:2}" for seeds in row) for row in (pits[:5:-1], pits[:6])]
        return "\n".join([*rows, f"captured: South {south}, North {north}; {self.players[mover]} to move"])

    def board(self) -> PlaceBoard:
        """Return the board: two rows of pits, South's below, and a store for what each has captured."""
        return looks.awari(self)

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier itself, and those with fewer seeds: captures take up to three from each of six pits."""
        return [tier, *(tier - taken for taken in range(2, min(18, tier - 1) + 1))]

    def size(self, tier: int) -> int:
        """Return the number of ways to lay so many seeds, times those to share the others."""
        return int(self._indices[tier].size)

    def rank(self, position: Position) -> tuple[int, int]:
        """Return the seeds on the board, and the number of the pits and captures."""
        pits, mine, theirs = self._seen(position)
        if sum(pits) + mine + theirs != self.seeds:
            raise ValueError("the seeds on the board and the captured ones must be as many as the game has")
        return sum(pits), int(self._indices[sum(pits)].rank([np.array(pits), [mine]]))

    def unrank(self, tier: int, index: int) -> Position:
        """Return the position with South to move."""
        pits, mine = self._indices[tier].unrank(index)
        return tuple(pits.tolist()), int(mine.item()), self.seeds - tier - int(mine.item()), 0

    def expand(self, batch: Batch) -> None:
        """Sow each pit of the player to move, and capture."""
        pits, mine = self._indices[batch.tier].unrank(batch.index)
        mine = mine[:, 0]
        theirs, board = self.seeds - batch.tier - mine, pits.T
        over = 2 * np.maximum(mine, theirs) > self.seeds
        stuck = ~over
        for pit in range(6):
            left = self._after(board, pit)
            can = ~over & (board[pit] > 0) & (left[6:].sum(axis=0) > 0)
            stuck &= ~can
            seeds, turned = left.sum(axis=0), np.roll(left, 6, axis=0)
            for tier in np.unique(seeds[can]).tolist():
                some = np.flatnonzero(can & (seeds == tier))
                index = self._indices[tier].rank([turned[:, some].T, theirs[some, None]])
                batch.move(tier, index, some)
        lead = mine - theirs + np.where(stuck, board[:6].sum(axis=0) - board[6:].sum(axis=0), 0)
        for outcome, where in (("win", lead > 0), ("loss", lead < 0), ("draw", lead == 0)):
            batch.end(outcome, (over | stuck) & where)

    def _after(self, board: Ints, pit: int) -> Ints:
        """Return the pits after one is sown; its seeds go around the other eleven."""
        rounds, rest = np.divmod(board[pit], 11)
        last = np.where(rest == 0, 11, rest)
        left = board.copy()
        left[pit] = 0
        for step in range(1, 12):
            left[(pit + step) % 12] += rounds + (step <= rest)
        taken, active = left.copy(), np.zeros(last.shape, np.bool_)
        for step in range(11, 0, -1):
            at = (pit + step) % 12
            active = (active | (step == last)) & (at > 5) & ((left[at] == 2) | (left[at] == 3))
            taken[at] = np.where(active, 0, left[at])
        final: Ints = np.where(taken[6:].sum(axis=0) > 0, taken, left)
        return final

    @cached_property
    def _indices(self) -> list[Any]:
        return [Product(Multisets(tier, 12), Digits(self.seeds - tier + 1)) for tier in range(self.seeds + 1)]
