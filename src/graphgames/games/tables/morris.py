"""Nine Men's Morris, and the games with six and three men: three in a line, a mill, take a man off the other player.

While men are placed every move leads to another tier; afterwards a tier has so many men of one player and so many of
the other, whoever is to move, and plays go round in it. R. Gasser, *Solving Nine Men's Morris*, Games of No Chance
(1996): a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw.places import PlaceBoard
from graphgames.games.tables import looks
from graphgames.games.tables.index import Ints
from graphgames.games.tables.points import MORRIS, Points
from graphgames.games.tables.rules import LOSS, Batch, IndexedRules, option, word
from graphgames.games.tables.two_sides import TwoSides

Tier = tuple[int, int, int]
"""Men to be placed; of the player to move on the board; of the other. After the placing the larger number first."""

OTHER = {"X": "O", "O": "X"}


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
        return f"{'.' * len(self._bits)} {2 * self.men} X"

    def moves(self, position: str) -> Sequence[str]:
        """Return the positions after each move, and the taking of a man if it closes a mill."""
        own, other, left, side = self._seen(position)
        men, after = own.bit_count(), []
        for begin, end in self._ways(left, men) if men + (left + 1) // 2 >= 3 else ():
            if own & begin == begin and not (own | other) & end:
                moved = own ^ begin ^ end
                free = other & ~self._in_mills(other) or other
                taken = [bit for bit in self._bits if free & bit] if self._in_mills(moved) & end else []
                after += [self._text(other ^ man, moved, max(0, left - 1), OTHER[side]) for man in taken or [0]]
        return after

    def outcome(self, position: str) -> str:
        """Return how the game has ended: the player to move has too few men, or cannot move."""
        return "loss"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for X."""
        return "XO".index(position[-1])

    def render(self, position: str) -> str:
        """Return the board, the men to be placed, and who is to move."""
        board, left, side = position.split()
        return f"{self.points.text(board)}\n{left} men to be placed\n{side} to move"

    def parse(self, text: str) -> str:
        """Return the position; raise `GameError` if it is none."""
        points = len(self._bits)
        found = re.fullmatch(rf"([.XO]{{{points}}}) (\d\d?) ([XO])", text.strip())
        board, left, side = (found[1], int(found[2]), found[3]) if found else ("", 0, "X")
        many = [board.count(who) + (left + (who == side)) // 2 for who in "XO"]
        if not found or max(many) > self.men or (left and left % 2 != (side == "O")):
            raise GameError(
                f"{text!r} is not a position; expected {points} points . X O, the men to be placed, and X or O to "
                f"move, such as {self.start}"
            )
        return text.strip()

    def move_name(self, position: str, after: str) -> str:
        """Return the points from and to which a man goes, counted from 1, as ``2-3``, and ``x9`` for a man taken."""
        (board, _, side), (moved, *_) = position.split(), after.split()
        changed = [p for p in range(len(board)) if board[p] != moved[p]]
        own = sorted((p for p in changed if side in board[p] + moved[p]), key=lambda p: moved[p] == side)
        return "-".join(str(p + 1) for p in own) + "".join(f"x{p + 1}" for p in changed if p not in own)

    def board(self) -> PlaceBoard:
        """Return the board: its lines, and round men on their points."""
        return looks.morris(self)

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
        return self._index.size(tier[1:]) if tier[0] else self._index.size_either(tier[1:])

    def rank(self, position: str) -> tuple[Tier, int]:
        """Return the men, and the number of the board as the player to move sees it."""
        own, other, left, _ = self._seen(position)
        counts = left, own.bit_count(), other.bit_count()
        return _tier(*counts), int(self._number(*counts, np.array([own]), np.array([other]))[0])

    def unrank(self, tier: Tier, index: int) -> str:
        """Return the position with X to move, or with O if the men that are left to be placed say so."""
        _, (own,), (other,) = self._index.unrank_either(tier[1:], np.array([index]))
        return self._text(own, other, tier[0], "XO"[tier[0] % 2])

    def expand(self, batch: Batch) -> None:
        """Place or move a man, and take men of the other player where that closes a mill."""
        left = batch.tier[0]
        for rows, a, b, own, other in self._parts(batch):
            if a + (left + 1) // 2 < 3:
                batch.code[rows] = LOSS
                continue
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
        for rows, a, b, own, other in self._parts(batch) if batch.tier[0] == 0 else ():
            for begin, end in self._ways(0, b):
                here = np.flatnonzero((other & end == end) & ((own | other) & begin == 0))
                here = here[~self._closes(other[here], end)]
                self._move(batch, (0, b, a), rows[here], other[here] ^ begin ^ end, own[here])

    def _parts(self, batch: Batch) -> Iterator[tuple[Ints, int, int, Ints, Ints]]:
        """Yield, for either number of men of the player to move, the rows, both numbers, his men and the other's."""
        _, a, b = batch.tier
        second, own, other = self._index.unrank_either((a, b), batch.index)
        for part, counts in enumerate(((a, b), (b, a))):
            if (rows := np.flatnonzero(second == part)).size:
                yield rows, *counts, own[rows], other[rows]

    def _move(self, batch: Batch, counts: tuple[int, int, int], rows: Ints, mine: Ints, theirs: Ints) -> None:
        """Add the move of some rows to boards; the numbers of men are those before a man is placed."""
        left, a, b = counts
        if rows.size:
            left, b = max(0, left - 1), b + (left > 0)
            batch.move(_tier(left, a, b), self._number(left, a, b, mine, theirs), rows)

    def _ways(self, left: int, men: int) -> Iterator[tuple[int, int]]:
        """Yield the points, as bits, from and to which a player with so many men can go; from 0 if one is placed."""
        bits = self._bits
        if left:
            yield from ((0, end) for end in bits)
        elif self.flying and men == 3:
            yield from ((begin, end) for begin in bits for end in bits if begin != end)
        else:
            yield from ((bits[begin], bits[end]) for begin, end in sorted(self.points.lines))

    def _closes(self, boards: Ints, end: int) -> Any:
        """Return on which boards of a player a point is in a mill."""
        return np.any([boards & mill == mill for mill in self._mills if mill & end], axis=0)

    def _number(self, left: int, a: int, b: int, mine: Ints, theirs: Ints) -> Ints:
        """Return the numbers of boards on which the player to move has ``a`` men, and the other ``b``."""
        return (self._index.rank if left else self._index.rank_either)((a, b), mine, theirs)

    def _seen(self, position: str) -> tuple[int, int, int, str]:
        """Return the men of the player to move and of the other as bits, the men to be placed, and who is to move."""
        board, left, side = position.split()
        own = sum(bit for bit, man in zip(self._bits, board, strict=True) if man == side)
        other = sum(bit for bit, man in zip(self._bits, board, strict=True) if man == OTHER[side])
        return own, other, int(left), side

    def _text(self, own: int, other: int, left: int, side: str) -> str:
        """Return the position in which a side is to move."""
        signs = (side if own & bit else OTHER[side] if other & bit else "." for bit in self._bits)
        return f"{''.join(signs)} {left} {side}"

    def _in_mills(self, men: int) -> int:
        """Return those of a player's men that are in mills."""
        return reduce(or_, (mill for mill in self._mills if men & mill == mill), 0)

    @cached_property
    def points(self) -> Points:
        """The points of the board; the lines of three points are the mills."""
        return Points(MORRIS[self.variant])

    @cached_property
    def _bits(self) -> list[int]:
        return [1 << p for p in range(len(self.points.places))]

    @cached_property
    def _mills(self) -> list[int]:
        return [sum(1 << p for p in mill) for mill in self.points.rows]

    @cached_property
    def _index(self) -> TwoSides:
        return TwoSides(len(self._bits), self.men)


def _tier(left: int, a: int, b: int) -> Tier:
    return (left, a, b) if left else (0, max(a, b), min(a, b))
