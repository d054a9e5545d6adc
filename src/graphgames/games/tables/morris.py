"""Nine Men's Morris, and the games with six and three men: three in a line, a mill, take a man off the other player.

While men are placed every move leads to another tier; afterwards a tier has so many men of one player and so many of
the other, whoever is to move, and plays go round in it. R. Gasser, *Solving Nine Men's Morris*, Games of No Chance
(1996): a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise, permutations
from operator import or_
from typing import Any

import numpy as np

from graphgames.draw import pieces, svg
from graphgames.draw.pieces import DARK, LIGHT
from graphgames.draw.places import EDGE, Place, PlaceBoard, alone
from graphgames.draw.style import BLANK, Key
from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import LOSS, Batch, IndexedRules, option, word
from graphgames.games.tables.points import MORRIS, Points
from graphgames.games.tables.two_sides import TwoSides, men_of

Tier = tuple[int, int, int]
"""Men to be placed; of the player to move on the board; of the other. After the placing the larger number first."""

OTHER = {"X": "O", "O": "X"}

MILL = "#6f42c1"
"""Of Morris: a line of three."""


def _board(rules: Morris) -> PlaceBoard:
    """Return the lines of the board, and round men on their points."""
    points = rules.points
    places = {f"p{k + 1}": Place(EDGE + 54 * x, EDGE + 54 * y, 42, 42, 21) for k, (x, y) in enumerate(points.places)}
    ends = [[places[f"p{p + 1}"].middle for p in line] for line in sorted(points.lines)]
    lines = "".join(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for a, b in ends)
    side = 54 * max(x for x, _ in points.places) + 42 + EDGE
    wood = svg.element("rect", class_="ground", x=EDGE / 2, y=EDGE / 2, width=side, height=side, rx=6, fill="#eadbb8")

    def drawn(x: float, y: float, r: float, man: str) -> str:
        paper, ink = (LIGHT, DARK) if man == "X" else (DARK, LIGHT)
        return pieces.disc(x, y, r, paper, DARK) + svg.text(x, y + 5, man, 15, fill=ink, font_weight="bold")

    return PlaceBoard(
        rules.title,
        places,
        men=lambda position: {f"p{k + 1}": man for k, man in enumerate(position.split()[0]) if man != "."},
        man=lambda man, place: alone(man, place, drawn, man),
        touched=lambda position, after: [f"p{p}" for p in re.split("[-x]", rules.move_name(position, after))],
        ground=[wood, svg.element("path", class_="lines", d=lines, stroke="#6b4e2e", stroke_width=3, fill="none")],
        captions=lambda position: _mills(position.split()[0], points.rows, places),
        keys=(Key("text", BLANK, "a man in a mill", "○", MILL),),
    )


def _mills(board: str, mills: Iterable[Sequence[int]], places: Mapping[str, Place]) -> Iterator[str]:
    """Yield rings around the men of each mill, and lines between them."""
    pen = {"fill": "none", "stroke": MILL, "stroke_width": 3}
    for mill in mills:
        if board[mill[0]] != "." and len({board[p] for p in mill}) == 1:
            middles = [np.array(places[f"p{p + 1}"].middle) for p in mill]
            parts = [svg.element("circle", cx=float(x), cy=float(y), r=18.0, **pen) for x, y in middles]
            for one, other in pairwise(middles):
                near = (other - one) * 18 / np.hypot(*(other - one))
                (a, b), (c, d) = one + near, other - near
                parts.append(svg.element("path", d=f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", **pen))
            yield svg.element("g", svg.element("title", "a mill"), *parts, class_="mill")


@dataclass(frozen=True)
class Morris(IndexedRules):
    """A position is the points, the men to be placed and who is to move, ``X`` or ``O``.

    Points are counted row by row from the top. The table counts boards as the player to move sees them: two that differ
    in the colours alone are one position.
    """

    name = "nine-mens-morris"
    title = "Nine Men's Morris"
    rule = (
        "Players place their men in turn, then move them along the lines, or anywhere with three men left. Three in a "
        "line take a man that is in no line, if there is one; whoever has fewer than three or cannot move loses."
    )
    written = "the points . X O, row by row, the men to be placed, and X or O to move"
    players = ("X", "O")
    variant: str = word("nine", "three|six|nine", "the board of Nine, Six or Three Men's Morris: nine, six or three")
    men: int = option(9, 3, 9, "men of each player")
    flying: int = option(1, 0, 1, "whether a player with three men left may move them anywhere")
    board = _board

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", f"{str(self.variant).capitalize()} Men's Morris")

    @property
    def start(self) -> str:
        """The empty board; X begins."""
        return f"{'.' * len(self.points.places)} {2 * self.men} X"

    def moves(self, position: str) -> Sequence[str]:
        own, other, left, side = self._read(position)
        takable, after = other & ~self._in_mills(other) or other, []
        for begin, end in self._ways(left, own.bit_count()):
            if own & begin == begin and not (own | other) & end:
                moved = own ^ begin ^ end
                taken = [man for man in self._bits if takable & man] if self._in_mills(moved) & end else []
                after += [self._text(other ^ man, moved, max(0, left - 1), OTHER[side]) for man in taken or [0]]
        return after

    def reason(self, position: str, drawn: bool) -> str:
        """Return that the player to move has fewer than three men, or no move."""
        board, _, side = position.split()
        return f"{side} has fewer than three men" if board.count(side) < 3 else f"{side} cannot move"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for X."""
        return "XO".index(position[-1])

    def render(self, position: str) -> str:
        """Return the board, the men to be placed, and who is to move."""
        board, left, _ = position.split()
        return f"{self.points.text(board)}\n{left} men to be placed\n{self.turn(position)}"

    def move_name(self, position: str, after: str) -> str:
        """Return the points from and to which a man goes, counted from 1, as ``2-3``, and ``x9`` for a man taken."""
        (board, _, side), (moved, *_) = position.split(), after.split()
        changed = [p for p in range(len(board)) if board[p] != moved[p]]
        own = sorted((p for p in changed if side in board[p] + moved[p]), key=lambda p: moved[p] == side)
        return "-".join(str(p + 1) for p in own) + "".join(f"x{p + 1}" for p in changed if p not in own)

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the tiers after a move, and after one that takes a man."""
        left, *men = tier
        found = set()
        for a, b in (men,) if left else (men, men[::-1]):
            grown = a + (left > 0)
            if any(self._ways(left, a)):
                found |= {_tier(max(0, left - 1), b - taken, grown) for taken in range(1 + (grown > 2 and b > 0))}
        return sorted(found)

    def size(self, tier: Tier) -> int:
        """Return the number of boards with so many men, after the placing for each player to move."""
        left, a, b = tier
        return self._sides.size((a, b)) * (1 if left or a == b else 2)

    def rank(self, position: str) -> tuple[Tier, int]:
        """Return the men, and the number of the board as the player to move sees it."""
        own, other, left, side = self._read(position)
        a, b = own.bit_count(), other.bit_count()
        if left < 0 or max(a + (left + 1) // 2, b + left // 2) > self.men or (left and "XO"[left % 2] != side):
            raise ValueError("a player has too many men, or the other is to place one")
        tier, numbers = self._numbers((left, a, b), np.array([own]), np.array([other]))
        return tier, int(numbers[0])

    def unrank(self, tier: Tier, index: int) -> str:
        """Return the position with X to move, or with O if the men that are left to be placed say so."""
        ((_, _, own, other),) = self._sides.parts(tier[1:], np.array([index]))
        return self._text(own.item(), other.item(), tier[0], "XO"[tier[0] % 2])

    def expand(self, batch: Batch) -> None:
        """Place or move a man, and take men of the other player where that closes a mill."""
        left, *men = batch.tier
        for rows, (a, b), own, other in self._sides.parts(tuple(men), batch.index):
            if not any(self._ways(left, a)):
                batch.code[rows] = LOSS
            safe = np.bitwise_or.reduce([np.where(other & mill == mill, mill, 0) for mill in self._mills])
            takable = np.where(other & ~safe, other & ~safe, other)
            for begin, end in self._ways(left, a):
                here = np.flatnonzero((own & begin == begin) & ((own | other) & end == 0))
                moved = own[here] ^ begin ^ end
                closed = self._closes(moved, end)
                self._move(batch, (left, b, a), rows[here[~closed]], other[here[~closed]], moved[~closed])
                here, moved = here[closed], moved[closed]
                for man in self._bits if here.size else ():
                    some = np.flatnonzero(takable[here] & man)
                    self._move(batch, (left, b - 1, a), rows[here[some]], other[here[some]] ^ man, moved[some])

    def retract(self, batch: Batch) -> None:
        """Move men of the other player back, if they have closed no mill."""
        left, *men = batch.tier
        for rows, (a, b), own, other in self._sides.parts(tuple(men), batch.index) if left == 0 else ():
            for begin, end in self._ways(0, b):
                here = np.flatnonzero((other & end == end) & ((own | other) & begin == 0))
                here = here[~self._closes(other[here], end)]
                self._move(batch, (0, b, a), rows[here], other[here] ^ begin ^ end, own[here])

    def _move(self, batch: Batch, men: Tier, rows: Ints, own: Ints, other: Ints) -> None:
        """Add the move of some rows to boards as the next player sees them; ``men`` are those before one is placed."""
        left, a, b = men
        if rows.size:
            tier, numbers = self._numbers((max(0, left - 1), a, b + (left > 0)), own, other)
            batch.move(tier, numbers, rows)

    def _numbers(self, men: Tier, own: Ints, other: Ints) -> tuple[Tier, Ints]:
        """Return the tier and the numbers of boards, all with so many men."""
        tier = _tier(*men)
        return tier, self._sides.rank(men[1:], own, other, exchanged=tier != men)

    def _ways(self, left: int, men: int) -> Iterator[tuple[int, int]]:
        """Yield the points from and to which a player with so many men can go, as bits; from 0 if one is placed."""
        bits = self._bits
        if men + (left + 1) // 2 < 3:
            return
        if left:
            yield from ((0, end) for end in bits)
        elif self.flying and men == 3:
            yield from permutations(bits, 2)
        else:
            yield from ((bits[begin], bits[end]) for begin, end in sorted(self.points.lines))

    def _closes(self, boards: Ints, end: int) -> Any:
        """Return on which boards of a player a point is in a mill."""
        return np.any([boards & mill == mill for mill in self._mills if mill & end], axis=0)

    def _read(self, position: str) -> tuple[int, int, int, str]:
        """Return the men of the player to move and of the other as bits, the men to be placed, and who is to move."""
        board, left, side = position.split()
        return *self._sides.read(board, side + OTHER[side]), int(left), side

    def _text(self, own: int, other: int, left: int, side: str) -> str:
        """Return the position in which a side is to move."""
        return f"{self._sides.text(own, other, side + OTHER[side])} {left} {side}"

    def _in_mills(self, men: int) -> int:
        """Return those of a player's men that are in mills."""
        return reduce(or_, (mill for mill in self._mills if men & mill == mill), 0)

    @cached_property
    def points(self) -> Points:
        """The points of the board; the lines of three points are the mills."""
        return Points(MORRIS[self.variant])

    @cached_property
    def _bits(self) -> list[int]:
        """The points, row by row from the top, as bits."""
        return [1 << point for point in range(len(self.points.places))]

    @cached_property
    def _mills(self) -> list[int]:
        return [sum(self._bits[point] for point in mill) for mill in self.points.rows]

    @cached_property
    def _sides(self) -> TwoSides:
        many = len(self._bits)
        return TwoSides([men_of(min(8, many - first)) for first in range(0, many, 8)], (self.men, self.men))


def _tier(left: int, a: int, b: int) -> Tier:
    """Return the tier of so many men."""
    return (left, a, b) if left else (0, max(a, b), min(a, b))
