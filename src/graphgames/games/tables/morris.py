"""Nine Men's Morris, and the games with six and three men: three in a line, a mill, take a man off the other player.

While men are placed every move leads to another tier; afterwards a tier has so many men of one player and so many of
the other, whoever is to move, and plays go round in it. R. Gasser, *Solving Nine Men's Morris*, Games of No Chance
(1996): a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw import svg
from graphgames.draw.men import DARK, LIGHT, disc
from graphgames.draw.places import EDGE, Place, PlaceBoard, alone
from graphgames.draw.style import BLANK, Key
from graphgames.games.tables.index import Ints
from graphgames.games.tables.rules import Batch, IndexedRules, option, word
from graphgames.games.tables.two_sides import TwoSides

Tier = tuple[int, int, int]
"""Men to be placed; of the player to move on the board; of the other. After the placing the larger number first."""

AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The points of a ring from the top left corner, clockwise."""


MILL = "#12875f"
"""The colour of a line of three."""


@dataclass(frozen=True)
class Morris(IndexedRules):
    """A position is the points, the men to be placed and who is to move, ``X`` or ``O``.

    Points are counted from the top left corner: row by row on the board with three, else ring by ring, clockwise. The
    table counts boards as the player to move sees them: two that differ in the colours alone are one position.
    """

    name = "nine-mens-morris"
    title = "Nine Men's Morris"
    rule = (
        "Players place their men in turn, then move them along the lines, or anywhere with three men left. Three in a "
        "line take a man that is in no line, if there is one; whoever has fewer than three or cannot move loses."
    )
    variant: str = word("nine", "three|six|nine", "the board of Nine, Six or Three Men's Morris: nine, six or three")
    players = ("X", "O")
    ends = ("a player has fewer than three men, or cannot move",) * 2
    men: int = option(9, 3, 9, "men of each player")
    flying: int = option(1, 0, 1, "whether a player with three men left may move them anywhere")

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", f"{str(self.variant).capitalize()} Men's Morris")

    @property
    def start(self) -> str:
        """The empty board; X begins."""
        return f"{'.' * self._points} {2 * self.men} X"

    def moves(self, position: str) -> Sequence[str]:
        """Return the positions after each move, and the taking of a man if it closes a mill."""
        board, left, side = _read(position)
        other, after = "XO"[side == "X"], []
        if board.count(side) + (left + 1) // 2 < 3:
            return []
        for begin, end in self._steps(board, left, side):
            moved = _with(_with(board, begin, "."), end, side)
            safe = self._in_mills(moved, other)
            men = [p for p in range(self._points) if moved[p] == other]
            taken = [p for p in men if p not in safe] or men if end in self._in_mills(moved, side) else []
            after += [f"{one} {max(0, left - 1)} {other}" for one in [_with(moved, p, ".") for p in taken] or [moved]]
        return after

    def _steps(self, board: str, left: int, side: str) -> Iterator[tuple[int | None, int]]:
        """Yield the points from and to which a player can go; from None if a man is placed."""
        flies = self.flying and board.count(side) == 3
        for end in (p for p, man in enumerate(board) if man == "."):
            if left:
                yield None, end
                continue
            yield from ((p, end) for p, man in enumerate(board) if man == side and (flies or (p, end) in self._lines))

    def _in_mills(self, board: str, side: str) -> set[int]:
        return {p for mill in self._mills if all(board[q] == side for q in mill) for p in mill}

    def _shown_mills(self, position: str) -> Iterator[str]:
        """Yield rings around the men of each mill, and lines between them."""
        board = _read(position)[0]
        for mill in self._mills:
            if board[mill[0]] != "." and len({board[p] for p in mill}) == 1:
                middles = [np.array(self._place(p).middle) for p in mill]
                pen = {"fill": "none", "stroke": MILL, "stroke_width": 3}
                parts = [svg.element("circle", cx=float(x), cy=float(y), r=18.0, **pen) for x, y in middles]
                for one, other in pairwise(middles):
                    near = (other - one) * 18 / np.hypot(*(other - one))
                    (a, b), (c, d) = one + near, other - near
                    parts.append(svg.element("path", d=f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", **pen))
                yield svg.element("g", svg.element("title", "a mill"), *parts, class_="mill")

    def outcome(self, position: str) -> str:
        """Return how the game has ended: the player to move has too few men, or cannot move."""
        return "loss"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for X."""
        return "XO".index(position[-1])

    def render(self, position: str) -> str:
        """Return the board, the men to be placed, and who is to move."""
        board, left, side = _read(position)
        size = 1 + max(x for x, _ in self._places)
        rows = [[" "] * size for _ in range(size)]
        for (x, y), man in zip(self._places, board, strict=True):
            rows[y][x] = man
        return "\n".join([*(" ".join(row).rstrip() for row in rows), f"{left} men to be placed", f"{side} to move"])

    def parse(self, text: str) -> str:
        """Return the position; raise `GameError` if it is none."""
        found = re.fullmatch(rf"([.XO]{{{self._points}}}) (\d\d?) ([XO])", text.strip())
        board, left, side = _read(text) if found else ("", 0, "X")
        many = [board.count(who) + (left + (who == side)) // 2 for who in "XO"]
        if not found or max(many) > self.men or (left and left % 2 != (side == "O")):
            raise GameError(
                f"{text!r} is not a position; expected {self._points} points . X O, the men to be placed, and X or O "
                f"to move, such as {self.start}"
            )
        return text.strip()

    def move_name(self, position: str, after: str) -> str:
        """Return the points from and to which a man goes, counted from 1, as ``2-3``, and ``x9`` for a man taken."""
        (board, _, side), (moved, _, _) = _read(position), _read(after)
        changed = [p for p in range(self._points) if board[p] != moved[p]]
        own = sorted((p for p in changed if side in board[p] + moved[p]), key=lambda p: moved[p] == side)
        return "-".join(str(p + 1) for p in own) + "".join(f"x{p + 1}" for p in changed if p not in own)

    def board(self) -> PlaceBoard:
        """Return the board: its lines, and round men on their points."""
        places = {f"p{p + 1}": self._place(p) for p in range(self._points)}
        ends = [[place.middle for place in (places[f"p{a + 1}"], places[f"p{b + 1}"])] for a, b in sorted(self._lines)]
        lines = "".join(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for a, b in ends)
        side = 54 * max(x for x, _ in self._places) + 42 + EDGE
        wood = svg.element(
            "rect", class_="ground", x=EDGE / 2, y=EDGE / 2, width=side, height=side, rx=6, fill="#eadbb8"
        )
        return PlaceBoard(
            self.title,
            places,
            men=lambda position: {f"p{k + 1}": man for k, man in enumerate(_read(position)[0]) if man != "."},
            man=lambda man, place: alone(man, place, disc, LIGHT if man == "X" else DARK, DARK, man == "X"),
            touched=lambda position, after: [f"p{p}" for p in re.split("[-x]", self.move_name(position, after))],
            ground=[wood, svg.element("path", class_="lines", d=lines, stroke="#6b4e2e", stroke_width=3, fill="none")],
            captions=self._shown_mills,
            keys=(Key("text", BLANK, "a man in a mill", "○", MILL),),
        )

    def _place(self, p: int) -> Place:
        x, y = self._places[p]
        return Place(EDGE + 54 * x, EDGE + 54 * y, 42, 42, 21)

    def first_tiers(self) -> Iterable[Tier]:
        """Return the tier of the empty board."""
        return [(2 * self.men, 0, 0)]

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the tiers after a move, and after one that takes a man."""
        left, *men = tier
        found = set()
        for a, b in (men,) if left else (men, men[::-1]):
            grown = a + (left > 0)
            if a + (left + 1) // 2 >= 3:
                found |= {_tier(max(0, left - 1), b - taken, grown) for taken in range(1 + (grown > 2 and b > 0))}
        return sorted(found)

    def size(self, tier: Tier) -> int:
        """Return the number of boards with so many men, for each player to move."""
        left, a, b = tier
        return self._index.size((a, b)) * (1 if left or a == b else 2)

    def rank(self, position: str) -> tuple[Tier, int]:
        """Return the men, and the number of the board as the player to move sees it."""
        board, left, side = _read(position)
        own, other = (np.array([sum(1 << p for p, man in enumerate(board) if man == who)]) for who in _sides(side))
        a, b = (board.count(who) for who in _sides(side))
        return _tier(left, a, b), int(self._number(left, a, b, own, other)[0])

    def unrank(self, tier: Tier, index: int) -> str:
        """Return the position with X to move, or with O if the men that are left to be placed say so."""
        _, (own,), (other,) = self._boards(tier, np.array([index]))
        side, opponent = _sides("XO"[tier[0] % 2])
        board = "".join(side if own >> p & 1 else opponent if other >> p & 1 else "." for p in range(self._points))
        return f"{board} {tier[0]} {side}"

    def expand(self, batch: Batch) -> None:
        """Place or move a man, and take men of the other player where that closes a mill."""
        left, (second, mine, theirs) = batch.tier[0], self._boards(batch.tier, batch.index)
        for part, (a, b) in enumerate((batch.tier[1:], batch.tier[:0:-1])):
            rows = np.flatnonzero(second == part)
            if a + (left + 1) // 2 < 3:
                batch.end("loss", second == part)
                continue
            own, other = mine[rows], theirs[rows]
            safe = np.bitwise_or.reduce([np.where(other & mill == mill, mill, 0) for mill in self._mill_bits])
            takable = np.where(other & ~safe, other & ~safe, other)
            for begin, end in self._ways(left, a):
                here = np.flatnonzero((own & begin == begin) & ((own | other) & end == 0))
                moved = own[here] ^ begin ^ end
                closed = self._closes(moved, end)
                self._move(batch, (left, b, a), rows[here[~closed]], other[here[~closed]], moved[~closed])
                here, moved = here[closed], moved[closed]
                for p in range(self._points if here.size else 0):
                    some = np.flatnonzero(takable[here] >> p & 1)
                    self._move(batch, (left, b - 1, a), rows[here[some]], other[here[some]] ^ 1 << p, moved[some])

    def _move(self, batch: Batch, counts: tuple[int, int, int], rows: Ints, mine: Ints, theirs: Ints) -> None:
        """Add the move of some rows to boards; the numbers of men are those before a man is placed."""
        left, a, b = counts
        if rows.size:
            left, b = max(0, left - 1), b + (left > 0)
            batch.move(_tier(left, a, b), self._number(left, a, b, mine, theirs), rows)

    def retract(self, batch: Batch) -> None:
        """Move men of the other player back, if they have closed no mill."""
        second, mine, theirs = self._boards(batch.tier, batch.index)
        for part, (a, b) in enumerate((batch.tier[1:], batch.tier[:0:-1])):
            rows = np.flatnonzero((second == part) & (batch.tier[0] == 0))
            own, other = mine[rows], theirs[rows]
            for begin, end in self._ways(0, b) if rows.size else ():
                here = np.flatnonzero((other & end == end) & ((own | other) & begin == 0))
                here = here[~self._closes(other[here], end)]
                batch.move(batch.tier, self._number(0, b, a, other[here] ^ begin ^ end, own[here]), rows[here])

    def _ways(self, left: int, men: int) -> Iterator[tuple[int, int]]:
        """Yield the points, as bits, from and to which a player with so many men can go; from 0 if one is placed."""
        bits = [1 << p for p in range(self._points)]
        if left:
            yield from ((0, end) for end in bits)
        elif self.flying and men == 3:
            yield from ((begin, end) for begin in bits for end in bits if begin != end)
        else:
            yield from ((bits[begin], bits[end]) for begin, end in sorted(self._lines))

    def _closes(self, boards: Ints, end: int) -> Any:
        """Return on which boards of a player a point is in a mill."""
        return np.any([boards & mill == mill for mill in self._mill_bits if mill & end], axis=0)

    def _number(self, left: int, a: int, b: int, mine: Ints, theirs: Ints) -> Ints:
        """Return the numbers of boards on which the player to move has ``a`` men, and the other ``b``."""
        return self._index.rank((a, b), mine, theirs) + (self._index.size((a, b)) if not left and a < b else 0)

    def _boards(self, tier: Tier, index: Ints) -> tuple[Ints, Ints, Ints]:
        """Return whether the player to move has the second number of men, his men and the other's, as bits."""
        _, a, b = tier
        second, number = np.divmod(index, self._index.size((a, b)))
        mine, theirs = self._index.unrank((a, b), number)
        turned = np.flatnonzero(second)
        mine[turned], theirs[turned] = self._index.unrank((b, a), number[turned])
        return second, mine, theirs

    @cached_property
    def _points(self) -> int:
        return {"three": 9, "six": 16, "nine": 24}[self.variant]

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """The column and row of each point on a grid."""
        if self.variant == "three":
            return [(p % 3, p // 3) for p in range(9)]
        rings = self._points // 8
        return [(rings + (rings - r) * x, rings + (rings - r) * y) for r in range(rings) for x, y in AROUND]

    @cached_property
    def _mills(self) -> list[tuple[int, ...]]:
        """The lines of three points."""
        if self.variant == "three":
            return [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        sides = [(r + s, r + s + 1, r + (s + 2) % 8) for r in range(0, self._points, 8) for s in (0, 2, 4, 6)]
        return [*sides, *((p, p + 8, p + 16) for p in (1, 3, 5, 7) if self.variant == "nine")]

    @cached_property
    def _mill_bits(self) -> list[int]:
        return [sum(1 << p for p in mill) for mill in self._mills]

    @cached_property
    def _lines(self) -> set[tuple[int, int]]:
        """The pairs of neighbours, both ways."""
        pairs = [pair for mill in self._mills for pair in pairwise(mill)]
        pairs += [(p, p + 8) for p in (1, 3, 5, 7) if self.variant == "six"]
        return {*pairs, *((b, a) for a, b in pairs)}

    @cached_property
    def _index(self) -> TwoSides:
        return TwoSides(self._points, self.men)


def _tier(left: int, a: int, b: int) -> Tier:
    return (left, a, b) if left else (0, max(a, b), min(a, b))


def _sides(side: str) -> tuple[str, str]:
    """Return the player and the other."""
    return ("X", "O") if side == "X" else ("O", "X")


def _read(position: str) -> tuple[str, int, str]:
    """Return the points, the men to be placed, and who is to move."""
    board, left, side = position.split()
    return board, int(left), side


def _with(board: str, point: int | None, man: str) -> str:
    return board if point is None else board[:point] + man + board[point + 1 :]
