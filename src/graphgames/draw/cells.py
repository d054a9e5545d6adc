"""The board of a strip of cells, which is broken into lines where it is long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphgames.draw import style, svg
from graphgames.draw.board import MARGIN, Board, Moves, Target, Track, decided_line, document, label, last_mark
from graphgames.draw.picture import Picture
from graphgames.draw.style import BLANK, Key

MOST_CELLS = 1000
"""A longer strip is not drawn; its moves are listed."""

SIDE, LINE, UNDER = 54.0, 15, 40.0
"""The side of a cell, the most cells of a line, and the room under a line."""


@dataclass(frozen=True)
class Strip:
    """A strip: the cells, and runs of them, ``(first, last, nimber)``.

    ``regions`` are the players who win if they write into a cell, by the cell's number, from 1: 0 for whoever writes, 1
    for the other. ``decided`` are the first and the last cell of the row that has decided the game, if there is one.
    """

    cells: str
    runs: Sequence[tuple[int, int, Any]] = ()
    regions: Mapping[int, int] = field(default_factory=dict)
    decided: tuple[int, int] | None = None


@dataclass(frozen=True)
class StripBoard:
    """How a strip of cells is shown; ``strip`` is from its text to what is known of it, ``legend`` says what."""

    title: str
    strip: Callable[[str], Strip]
    legend: str = ""

    def board(self) -> Board:
        """Return the board."""
        keys = [Key("text", BLANK, self.legend, "n")] if self.legend else ()
        return Board(self.paint, self.aim, keys, self.leaves, follows=False)

    def paint(self, track: Track) -> Picture:
        """Return the picture of a position."""
        cells = track.positions[-1]
        if len(cells) > MOST_CELLS:
            words = f"{len(cells)} cells are too many to draw; the moves are listed"
            return document(420, 60, words, [label(210.0, 34.0, words)])
        parts, strip = [], self.strip(cells)
        corners = [_corner(i, len(cells)) for i in range(len(cells))]
        for i, (x, y) in enumerate(corners):
            fill = style.fill(strip.regions.get(i + 1, BLANK))
            square = {"width": SIDE, "height": SIDE, "fill": fill, "stroke": "#1f2328"}
            parts.append(svg.element("rect", class_="cell", x=x, y=y, **square))
            parts.append(label(x + SIDE / 2, y + SIDE + 14, i + 1, fill="#8a9199"))
        if track.last:
            parts += self.leaves(*track.last)[0]
        for i, (mark, (x, y)) in enumerate(zip(cells, corners, strict=True)):
            if mark != ".":
                parts.append(_mark(mark, f"{i}", x + SIDE / 2, y + SIDE / 2))
        for first, last, nimber in strip.runs:
            parts += _brace(first - 1, last - 1, nimber, len(cells))
        if strip.decided is not None:
            for a, b in _pieces(strip.decided[0] - 1, strip.decided[1] - 1, len(cells)):
                x, y = corners[a]
                parts += decided_line((x + 8, y + SIDE / 2), (x + (b - a + 1) * SIDE - 8, y + SIDE / 2))
        columns = _columns(len(cells))
        lines = -(-len(cells) // columns)
        return document(2 * MARGIN + columns * SIDE, 2 * MARGIN + lines * (SIDE + UNDER), self.title, parts)

    def aim(self, track: Track, moves: Moves) -> list[Target]:
        """Return a target for each cell, or for each half of one where two marks can be written."""
        cells = track.positions[-1]
        if len(cells) > MOST_CELLS:
            return []
        found: dict[int, list[tuple[str, str]]] = {}
        for name, move in moves.items():
            after = move.position
            cell = next(i for i, (a, b) in enumerate(zip(cells, after, strict=True)) if a != b)
            found.setdefault(cell, []).append((after[cell], name))
        targets = []
        for cell, marks in sorted(found.items()):
            x, y = _corner(cell, len(cells))
            wide = (SIDE - 4) / len(marks)
            for k, (mark, name) in enumerate(sorted(marks, reverse=True)):  # X on the left, O on the right
                written = mark if len(marks) > 1 else ""
                targets.append(Target(x + 2 + k * wide, y + 2, wide, SIDE - 4, (name,), "", written))
        return targets

    def leaves(self, before: str, after: str) -> tuple[list[str], list[str]]:
        """Return the mark of the cell that a move has written into, and nothing that stays."""
        places = [_corner(i, len(after)) for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        return [last_mark(x + 1, y + 1, SIDE - 2, SIDE - 2, 2) for x, y in places], []


def _columns(cells: int) -> int:
    """Return how many cells a line has; lines are about equally long."""
    lines = -(-cells // LINE)
    return max(1, -(-cells // max(1, lines)))


def _corner(i: int, cells: int) -> tuple[float, float]:
    columns = _columns(cells)
    return MARGIN + i % columns * SIDE, MARGIN + i // columns * (SIDE + UNDER)


def _mark(mark: str, key: str, x: float, y: float) -> str:
    r = 0.28 * SIDE
    pen = {"fill": "none", "stroke": "#1f2328", "stroke_width": 5}
    if mark == "O":
        return svg.element("circle", class_="man ring", data_key=key, cx=x, cy=y, r=r, **pen)
    return svg.element("path", class_="man cross", data_key=key, d=svg.cross(x, y, r), **pen)


def _brace(first: int, last: int, nimber: Any, cells: int) -> Iterator[str]:
    """Draw a line under a run of cells, with its nimber under the longest piece of it."""
    pieces = _pieces(first, last, cells)
    widest = max(pieces, key=lambda piece: piece[1] - piece[0])
    for a, b in pieces:
        x, y = _corner(a, cells)
        right, low = x + (b - a + 1) * SIDE - 5, y + SIDE + 20
        d = f"M{svg.number(x + 5)} {svg.number(low)}v4H{svg.number(right)}v-4"
        yield svg.element("path", class_="brace nimber", d=d, fill="none", stroke="#8a9199")
        if (a, b) == widest:
            yield label((x + 5 + right) / 2, low + 15, nimber, "nimber")


def _pieces(first: int, last: int, cells: int) -> list[tuple[int, int]]:
    """Return the first and the last cell of each piece of a run, one for each line that it is on."""
    columns = _columns(cells)
    return [
        (max(first, line * columns), min(last, line * columns + columns - 1))
        for line in range(first // columns, last // columns + 1)
    ]
