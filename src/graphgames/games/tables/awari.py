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
from math import cos, sin
from typing import Any

import numpy as np

from graphgames.draw import svg
from graphgames.draw.board import label
from graphgames.draw.places import EDGE, Place, PlaceBoard
from graphgames.games.tables.index import Ints, Multisets
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, by_lead, group_by_tier, option

Position = tuple[tuple[int, ...], int, int, int]


PIT, STORE = 72.0, 60.0
"""Of Awari: the side of a pit, and the width of a store."""

ON_WOOD = "#fff8ea"
"""Of words on dark wood, in every theme."""


def _board(rules: Awari) -> PlaceBoard:
    """Return two rows of pits, South's below, and a store for what each has captured."""
    corners = [(EDGE + STORE + column * PIT, EDGE + PIT) for column in range(6)]
    corners += [(x, EDGE) for x, _ in reversed(corners)]
    pits = {f"pit-{k}": Place(x + 4, y + 4, PIT - 8, PIT - 8, PIT / 2 - 4) for k, (x, y) in enumerate(corners)}
    stores = {"north": _store(0), "south": _store(1)}
    wood = {"x": 6, "y": 6, "width": 2 * EDGE + 6 * PIT + 2 * STORE - 12, "height": 2 * EDGE + 2 * PIT - 12}
    return PlaceBoard(
        rules.title,
        pits | stores,
        men=lambda at: dict(zip([*pits, "south", "north"], map(str, (*at[0], *at[1:3])), strict=True)),
        man=_seeds,
        touched=lambda position, after: [f"pit-{6 * position[3] + int(rules.move_name(position, after)[4:]) - 1}"],
        ground=[
            svg.element("rect", class_="wood", rx=36, fill="#a8794a", **wood),
            *(
                svg.element("rect", class_="pit", fill="#7d5530", **place._asdict())
                for place in (pits | stores).values()
            ),
        ],
        size=(wood["width"] + 12, wood["height"] + 12),
        glides=False,
    )


def _store(right: int) -> Place:
    return Place(EDGE + right * (STORE + 6 * PIT) + 4, EDGE + 8, STORE - 8, 2 * PIT - 16, 24.0)


def _seeds(count: str, place: Place) -> str:
    """Draw some seeds, in a spiral, and their number."""
    x, y = place.middle
    many, parts = int(count), []
    for k in range(min(many, 24)):
        turn, far = 2.4 * k, 0.15 * place.r * (k + 0.6) ** 0.5 * (1.6 if many < 9 else 1.15)
        at = {"cx": x + far * cos(turn), "cy": y - 5 + far * sin(turn)}
        parts.append(svg.element("circle", **at, r=4.6, fill="#efe3c8", stroke="#5a3d1f"))
    low = place.y + place.height - 6
    return "".join([*parts, label(x, low, count, "count bright", 13, fill=ON_WOOD, font_weight="bold")])


@dataclass(frozen=True)
class Awari(IndexedRules):
    """A position is the seeds in the pits, South's six first, each from its owner's left, the seeds that South and
    North have captured, and who is to move, 0 for South.

    The table counts positions as the player to move sees them: two in which the sides are exchanged are one.
    """

    name = "awari"
    title = "Awari"
    rule = (
        "The players in turn sow the seeds of a pit on their side: one into each next pit around the board, but for "
        "the one that is sown. If the last makes two or three on the other side, these are captured, and the twos and "
        "threes just before it on that side; but none if that would be all. A move must leave the other player a seed; "
        "who has no such move ends the game, and both keep what lies on their side. More than half of the seeds win."
    )
    written = (
        "the pits from South's left, the captures of South and North, and who is to move: 0 for South, 1 for North"
    )
    players = ("South", "North")
    aims = ("more than half of the seeds", "more than half of the seeds")
    seeds: int = option(12, 1, 48, "seeds in all")
    board = _board

    @property
    def start(self) -> Position:
        """The seeds spread evenly, the odd ones on the side of South, who begins."""
        pits = [self.seeds // 12 + (pit < self.seeds % 12) for pit in range(12)]
        return tuple(pits), 0, 0, 0

    def moves(self, position: Position) -> Sequence[Position]:
        pits, mine, theirs = self._seen(position)
        if 2 * max(mine, theirs) > self.seeds:
            return []
        sown = [self._sown(pits, pit) for pit in range(6) if pits[pit]]
        after = [(left, mine + taken, theirs) for left, taken in sown if any(left[6:])]
        if position[3] == 0:
            return [(*seen, 1) for seen in after]
        return [(left[6:] + left[:6], south, north, 0) for left, north, south in after]

    def reason(self, position: Position, drawn: bool) -> str:
        """Return that a player has captured more than half of the seeds, or what both have once one cannot move."""
        pits, *captured, mover = position
        for player, taken in zip(self.players, captured, strict=True):
            if 2 * taken > self.seeds:
                return f"{player} has captured {taken} of {self.seeds} seeds, more than half"
        south, north = captured[0] + sum(pits[:6]), captured[1] + sum(pits[6:])
        held = f"South has {south}, North {north}"
        return f"{self.players[mover]} can leave the other no seed; with those on its own side {held}"

    def mover(self, position: Position) -> int:
        """Return who is to move, 0 for South."""
        return position[3]

    def move_name(self, position: Position, after: Position) -> str:
        """Return the pit that is sown, from 1 on the left of the player to move."""
        first = 6 * position[3]
        return f"pit {next(k + 1 for k in range(6) if position[0][first + k] and not after[0][first + k])}"

    @staticmethod
    def _seen(position: Position) -> tuple[tuple[int, ...], int, int]:
        """Return the pits and captures as the player to move sees them, his own first."""
        pits, south, north, mover = position
        return (pits[6:] + pits[:6], north, south) if mover else (pits, south, north)

    @staticmethod
    def _sown(pits: tuple[int, ...], pit: int) -> tuple[tuple[int, ...], int]:
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
        return by_lead(mine - theirs)

    def render(self, position: Position) -> str:
        """Return the pits, South's below, from his left to his right."""
        pits, south, north, _ = position
        rows = [" ".join(f"{seeds:2}" for seeds in row) for row in (pits[:5:-1], pits[:6])]
        return "\n".join([*rows, f"captured: South {south}, North {north}; {self.turn(position)}"])

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier itself, and those with fewer seeds: captures take up to three from each of six pits."""
        return [tier, *(tier - taken for taken in range(2, min(18, tier - 1) + 1))]

    def size(self, tier: int) -> int:
        """Return the number of ways to lay so many seeds, times those to share the others."""
        return self._pits[tier].size * (self.seeds - tier + 1)

    def rank(self, position: Position) -> tuple[int, int]:
        """Return the seeds on the board, and the number of the pits and captures."""
        pits, mine, theirs = self._seen(position)
        if sum(pits) + mine + theirs != self.seeds:
            raise ValueError("the seeds on the board and the captured ones must be as many as the game has")
        return sum(pits), int(self._number(sum(pits), np.array(pits), mine))

    def unrank(self, tier: int, index: int) -> Position:
        """Return the position with South to move."""
        number, mine = divmod(index, self.seeds - tier + 1)
        return tuple(self._pits[tier].unrank(number).tolist()), mine, self.seeds - tier - mine, 0

    def expand(self, batch: Batch) -> None:
        """Sow each pit of the player to move, and capture."""
        number, mine = np.divmod(batch.index, self.seeds - batch.tier + 1)
        board, theirs = self._pits[batch.tier].unrank(number).T, self.seeds - batch.tier - mine
        over = 2 * np.maximum(mine, theirs) > self.seeds
        stuck = ~over
        for pit in range(6):
            left = self._after(board, pit)
            can = ~over & (board[pit] > 0) & (left[6:].sum(axis=0) > 0)
            stuck &= ~can
            turned = np.roll(left, 6, axis=0).T
            for tier, some in group_by_tier(left.sum(axis=0), can):
                batch.move(tier, self._number(tier, turned[some], theirs[some]), some)
        lies = np.where(stuck, board[:6].sum(axis=0) - board[6:].sum(axis=0), 0)
        batch.score(mine - theirs + lies, over | stuck)

    def _number(self, tier: int, pits: Ints, mine: Any) -> Any:
        """Return the numbers of positions by the pits, shape (..., 12), and the captures of the player to move."""
        return self._pits[tier].rank(pits) * (self.seeds - tier + 1) + mine

    @staticmethod
    def _after(board: Ints, pit: int) -> Ints:
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
    def _pits(self) -> list[Multisets]:
        """The ways to lay so many seeds, by tier."""
        return [Multisets(tier, 12) for tier in range(self.seeds + 1)]
