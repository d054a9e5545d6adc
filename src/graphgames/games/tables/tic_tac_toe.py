"""Tic-tac-toe: three in a row on three by three cells. 5,478 positions; a draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from graphgames.draw import pieces, svg
from graphgames.draw.places import EDGE, SIDE, PlaceBoard, alone, grid, square
from graphgames.games.tables.boards import BLUE, RED
from graphgames.games.tables.index import Digits
from graphgames.games.tables.indexed_rules import Batch, IndexedRules

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
CELLS = Digits(*[3] * 9)
EMPTY = "."


def _board(rules: TicTacToe) -> PlaceBoard:
    """Return nine cells between four lines."""
    lines = "".join(
        f"M{EDGE + k * SIDE:g} {EDGE:g}v{3 * SIDE:g}M{EDGE:g} {EDGE + k * SIDE:g}h{3 * SIDE:g}" for k in (1, 2)
    )
    return PlaceBoard(
        rules.title,
        grid(3, 3),
        men=lambda position: {square(i % 3, 2 - i // 3): sign for i, sign in enumerate(position) if sign != "."},
        man=lambda sign, place: alone(sign, place, *((pieces.cross, BLUE) if sign == "X" else (pieces.ring, RED))),
        row=lambda position: [square(i % 3, 2 - i // 3) for i in rules.line(position)],
        ground=[svg.element("path", class_="lines", d=lines, stroke="#8a9199", stroke_width=3, fill="none")],
    )


@dataclass(frozen=True)
class TicTacToe(IndexedRules):
    """A position is a string of nine cells, ``.``, ``X`` or ``O``, row by row; X begins. A tier has so many stones."""

    name = "tic-tac-toe"
    title = "tic-tac-toe"
    rule = "The players in turn write X and O into an empty cell; three in a row win. Rows are counted from the top."
    written = "nine cells . X O, row by row, as many X as O or one more"
    players = ("X", "O")
    aims = ("three X in a line", "three O in a line")
    ends = ("three in a line", "the board is full")
    start = EMPTY * 9
    board = _board

    def moves(self, position: str) -> Sequence[str]:
        if self.line(position):
            return []
        stone = "XO"[self._stones(position) % 2]
        return [position[:i] + stone + position[i + 1 :] for i in range(9) if position[i] == EMPTY]

    def outcome(self, position: str) -> str:
        """Return how the game has ended: with a line of the other player, or a full board."""
        return "loss" if self.line(position) else "draw"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for X."""
        return self._stones(position) % 2

    def render(self, position: str) -> str:
        return "\n".join(" ".join(position[row : row + 3]) for row in (0, 3, 6))

    def parse(self, text: str) -> str:
        """Return the position; small letters will do, and slashes between the rows."""
        return text.upper().replace("/", "")

    def move_name(self, position: str, after: str) -> str:
        cell = next(i for i in range(9) if position[i] != after[i])
        return f"row {cell // 3 + 1}, column {cell % 3 + 1}"

    def _stones(self, position: str) -> int:
        return 9 - position.count(EMPTY)

    def line(self, position: str) -> Sequence[int]:
        """Return the cells of a line of one player, empty if there is none."""
        whole = (line for line in LINES if EMPTY != position[line[0]] == position[line[1]] == position[line[2]])
        return next(whole, ())

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier with one stone more."""
        return [tier + 1] if tier < 9 else []

    def size(self, tier: int) -> int:
        """Return the number of ways to fill nine cells."""
        return CELLS.size

    def rank(self, position: str) -> tuple[int, int]:
        """Return the stones, and the cells as a number in base 3."""
        if position.count("X") - position.count("O") not in (0, 1):
            raise ValueError("expected as many X as O, or one more: X begins")
        return self._stones(position), int(CELLS.rank([".XO".index(cell) for cell in position]))

    def unrank(self, tier: int, index: int) -> str:
        return "".join(".XO"[digit] for digit in CELLS.unrank(index).tolist())

    def expand(self, batch: Batch) -> None:
        """Look for lines, and put a stone on each empty cell."""
        cells = CELLS.unrank(batch.index)
        for line in LINES:
            a, b, c = cells[:, line].T
            batch.end("loss", (a > 0) & (a == b) & (b == c))
        batch.end("draw", np.full(batch.index.size, batch.tier == 9))
        if batch.tier < 9:
            stone = 1 + batch.tier % 2
            for i, weight in enumerate(CELLS.weights):
                batch.move(batch.tier + 1, batch.index + stone * weight, where=cells[:, i] == 0)
