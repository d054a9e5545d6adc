"""Dots and Boxes: who draws the last side of a box owns it and draws again; who owns more boxes wins.

A tier has so many lines drawn; a position is which ones these are, and how many of the finished boxes the player to
move owns. E. Berlekamp, *The Dots-and-Boxes Game* (2000).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphgames.draw import svg
from graphgames.draw.board import label
from graphgames.draw.places import EDGE, Place, PlaceBoard
from graphgames.draw.style import BLANK, Key
from graphgames.games.tables.boards import BLUE, RED
from graphgames.games.tables.index import Combinations
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, by_lead, option

Position = tuple[int, int, int, int]


BOX, WIDE = 90.0, 22.0
"""Of Dots and Boxes: the side of a box, and the width of the place of a line."""

OWNED = {"1": ("first", "#cfe5f5", BLUE), "2": ("second", "#fde6d3", RED), "?": ("", "#f0f0f0", "#5c5c5c")}
"""Of the boxes of each player, and of those of which it is not known whose they are: class, paper and ink."""


def _board(rules: DotsAndBoxes) -> PlaceBoard:
    """Return dots, the lines between them, and the boxes of each player."""
    places = {str(line): _side(*rules.begin(line)) for line in range(rules.lines)}
    across, down = (n * BOX for n in (rules.width, rules.height))
    rows = "".join(f"M{EDGE:g} {EDGE + r * BOX:g}h{across:g}" for r in range(rules.height + 1))
    columns = "".join(f"M{EDGE + c * BOX:g} {EDGE:g}v{down:g}" for c in range(rules.width + 1))
    dots = [
        svg.element("circle", class_="dot", cx=EDGE + c * BOX, cy=EDGE + r * BOX, r=7.0, fill="#5b6470")
        for r in range(rules.height + 1)
        for c in range(rules.width + 1)
    ]
    high = EDGE + down + EDGE
    return PlaceBoard(
        rules.title,
        places | {f"box-{k}": _box(*divmod(k, rules.width)) for k in range(len(rules.boxes))},
        men=lambda position: {str(line): "line" for line in range(rules.lines) if position[0] >> line & 1},
        man=_line_or_box,
        owned=lambda positions: _owners(rules.boxes, positions),
        ground=[svg.element("path", d=rows + columns, stroke="#c6cbd1", stroke_dasharray="2 5", fill="none")],
        front=dots,
        captions=lambda position: [
            label(EDGE, high + 4, f"boxes {position[1]} to {position[2]}", "count", 14, text_anchor="start")
        ],
        size=(2 * EDGE + rules.width * BOX, high + 16),
        glides=False,
        keys=[Key("text", BLANK, f"a box of {name}", mark) for name, mark in zip(rules.players, "12", strict=True)],
    )


def _owners(boxes: Sequence[int], positions: Sequence[Any]) -> dict[str, str]:
    """Return whose each finished box is, by who has drawn its last line in a play."""
    owner: dict[str, str] = {}
    for before, after in zip((None, *positions), positions, strict=False):
        for k, box in enumerate(boxes):
            if after[0] & box == box and f"box-{k}" not in owner:
                known = [str(1 + player) for player in (0, 1) if not after[2 - player]]  # the other owns none
                owner[f"box-{k}"] = str(before[3] + 1) if before else known[0] if known else "?"
    return owner


def _side(row: int, column: int, down: bool) -> Place:
    """Return the place of a line."""
    x, y = EDGE + column * BOX, EDGE + row * BOX
    if down:
        return Place(x - WIDE / 2, y + WIDE / 2, WIDE, BOX - WIDE, WIDE / 2)
    return Place(x + WIDE / 2, y - WIDE / 2, BOX - WIDE, WIDE, WIDE / 2)


def _box(row: int, column: int) -> Place:
    return Place(EDGE + column * BOX + 13, EDGE + row * BOX + 13, BOX - 26, BOX - 26, 6.0)


def _line_or_box(look: str, place: Place) -> str:
    """Draw a line, or a box with the number of its owner."""
    x, y, width, height, rx = place
    if look == "line":
        thin = 7.0
        across = {"x": x - 8, "y": y + height / 2 - thin / 2, "width": width + 16, "height": thin}
        down = {"x": x + width / 2 - thin / 2, "y": y - 8, "width": thin, "height": height + 16}
        return svg.element("rect", class_="side", fill="#5b6470", **(across if width > height else down))
    owner, paper, ink = OWNED[look]
    box = svg.element("rect", class_=f"of {owner}", x=x, y=y, width=width, height=height, rx=rx, fill=paper)
    return box + label(x + width / 2, y + height / 2 + 9, look, f"of {owner}", 26, fill=ink, font_weight="bold")


@dataclass(frozen=True)
class DotsAndBoxes(IndexedRules):
    """A position is the lines drawn, as a bit mask, the boxes of each player, and who is to move, 0 or 1.

    Lines across come first, row by row from the top, then lines down. The table counts positions as the player to move
    sees them: two in which the players are exchanged are one.
    """

    name = "dots-and-boxes"
    title = "Dots and Boxes"
    rule = "Whoever draws the last side of a box owns it and draws again; whoever owns more boxes at the end wins."
    aims = ("more boxes", "more boxes")
    written = "the lines as a bit mask, those across first, the boxes of each player, and who is to move: 0 or 1"
    ends = ("all lines are drawn",) * 2
    width: int = option(2, 1, 4, "boxes in a row")
    height: int = option(2, 1, 4, "rows of boxes")
    board = _board

    start = (0, 0, 0, 0)

    def moves(self, position: Position) -> Sequence[Position]:
        mask, *boxes, mover = position
        after: list[Position] = []
        for line in range(self.lines):
            if not mask >> line & 1:
                new = mask | 1 << line
                won = sum(new & box == box and mask & box != box for box in self.boxes)
                first, second = (owned + won * (player == mover) for player, owned in enumerate(boxes))
                after.append((new, first, second, mover if won else 1 - mover))
        return after

    def outcome(self, position: Position) -> str:
        """Return how the game has ended: by who owns more boxes."""
        _, *boxes, mover = position
        return by_lead(boxes[mover] - boxes[1 - mover])

    def mover(self, position: Position) -> int:
        """Return who is to move."""
        return position[3]

    def render(self, position: Position) -> str:
        """Return the lines, and who owns how many boxes."""
        mask, first, second, mover = position
        across = ["-" if mask >> i & 1 else " " for i in range(self.width * (self.height + 1))]
        down = ["|" if mask >> len(across) + i & 1 else " " for i in range(self.lines - len(across))]
        rows = []
        for row in range(self.height + 1):
            rows.append("+" + "+".join(across[row * self.width : (row + 1) * self.width]) + "+")
            rows.append(" ".join(down[row * (self.width + 1) : (row + 1) * (self.width + 1)]))
        return "\n".join([*rows[:-1], f"boxes {first} to {second}, player {mover + 1} to move"])

    def move_name(self, position: Position, after: Position) -> str:
        """Return the line that is drawn, by its row and column from the top left."""
        row, column, down = self.begin((position[0] ^ after[0]).bit_length() - 1)
        return f"{'down' if down else 'across'}, row {row + 1}, column {column + 1}"

    def begin(self, line: int) -> tuple[int, int, bool]:
        """Return the row and the column of the dot where a line begins, from the top left, and whether it goes down."""
        across = self.width * (self.height + 1)
        if line < across:
            return *divmod(line, self.width), False
        return *divmod(line - across, self.width + 1), True

    @property
    def lines(self) -> int:
        """The number of lines."""
        return self.width * (self.height + 1) + self.height * (self.width + 1)

    @cached_property
    def boxes(self) -> list[int]:
        """The sides of each box as a mask."""
        first, wide = self.width * (self.height + 1), self.width + 1
        return [
            1 << r * self.width + c | 1 << (r + 1) * self.width + c
            | 1 << first + r * wide + c | 1 << first + r * wide + c + 1
            for r in range(self.height)
            for c in range(self.width)
        ]  # fmt: skip

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier with one line more."""
        return [tier + 1] if tier < self.lines else []

    def size(self, tier: int) -> int:
        """Return the number of ways to draw so many lines, times the numbers of boxes that one can own."""
        return self._drawn[tier].size * (len(self.boxes) + 1)

    def rank(self, position: Position) -> tuple[int, int]:
        """Return the lines drawn, and the number of lines and boxes of the player to move."""
        mask, first, second, mover = position
        if first + second != sum(mask & box == box for box in self.boxes):
            raise ValueError("the players must own as many boxes as are finished")
        tier = mask.bit_count()
        return tier, int(self._number(tier, mask, (first, second)[mover]))

    def unrank(self, tier: int, index: int) -> Position:
        """Return the position with the first player to move."""
        number, owned = divmod(index, len(self.boxes) + 1)
        mask = int(self._drawn[tier].unrank(number))
        return mask, owned, sum(mask & box == box for box in self.boxes) - owned, 0

    def expand(self, batch: Batch) -> None:
        """Draw each line, and see which boxes that finishes."""
        number, owned = np.divmod(batch.index, len(self.boxes) + 1)
        mask = self._drawn[batch.tier].unrank(number)
        theirs = sum((mask & box == box).astype(np.int64) for box in self.boxes) - owned
        batch.unused(theirs < 0)
        if batch.tier == self.lines:
            batch.score(owned - theirs)
            return
        after = batch.tier + 1
        for line in range(self.lines):
            new, free = mask | 1 << line, mask >> line & 1 == 0
            won = sum((new & box == box).astype(np.int64) for box in self.boxes if box >> line & 1)
            batch.move(after, self._number(after, new, theirs), free & (won == 0))
            batch.move(after, self._number(after, new, owned + won), free & (won > 0), again=True)

    def _number(self, tier: int, masks: Any, owned: Any) -> Any:
        """Return the numbers of positions by the lines and the boxes of the player to move."""
        return self._drawn[tier].rank(masks) * (len(self.boxes) + 1) + owned

    @cached_property
    def _drawn(self) -> list[Combinations]:
        """The ways to draw so many lines, by tier."""
        return [Combinations(self.lines, tier) for tier in range(self.lines + 1)]
