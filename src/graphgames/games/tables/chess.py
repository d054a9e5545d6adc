"""Chess with few men: White has a king and up to two others, Black a king and up to one that is no pawn.

A tier has certain men; captures and promotions lead to others. Boards that are mirror images of each other are one
position. K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (1986). There is no castling, and as
Black has no pawns, no capture en passant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from graphgames.draw.places import PlaceBoard
from graphgames.games.tables import chess_boards as boards
from graphgames.games.tables import chess_numbers as numbers
from graphgames.games.tables.boards import chessmen
from graphgames.games.tables.chess_boards import BOARD, LINES
from graphgames.games.tables.chess_numbers import Tier
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, word
from graphgames.games.tables.squares import Men, gone, rows_of, seen

PUSHES = [[line[: 2 if 8 <= s < 16 else 1] for line in lines] for s, lines in enumerate(BOARD.lines([(0, 1)], 2))]
"""Where a pawn goes without taking."""

REACHED = {man: [frozenset(chain.from_iterable(lines)) for lines in squares] for man, squares in LINES.items()}
"""The squares that a man may take on from each, if nobody stands between."""

OTHER = {"w": "b", "b": "w"}


def _board(rules: Chess) -> PlaceBoard:
    """Return 64 squares in two colours, and the men."""
    return chessmen(rules.title, BOARD, lambda position: _read(position)[0], "#f0dcb8", "#b98d62")


@dataclass(frozen=True)
class Chess(IndexedRules):
    """A position is the board and the side to move, as the first two words of FEN: ``8/8/8/8/8/8/1Q6/K1k5 w``."""

    name = "chess"
    title = "chess"
    rule = "Chess in which White has a king and at most two other men, Black a king and at most one, not a pawn."
    written = "the board, row by row from the eighth, and w or b to move"
    players = ("White", "Black")
    ends = ("checkmate", "stalemate")
    aims = ("to mate the black king", "to mate the white king, or a draw")
    whole = True
    men: str = word("KQK", r"K[QRBNP]{0,2}K[QRBN]?", "White's men and Black's men, such as KBNK")
    board = _board

    @property
    def start(self) -> str:
        """A position with White to move: the kings and Black's men far from White's."""
        tier = self.first_tiers()[0]
        squares = [0, *(9 + i for i in range(tier.index("k") - 1)), *(61 - 2 * i for i in range(4))]
        return _fen(dict(zip(squares, tier, strict=False)), "w")

    def parse(self, text: str) -> str:
        """Return the position, of which the first two words of FEN count; raise `ValueError` if they are none."""
        return _fen(*_read(" ".join(text.split()[:2])))

    def moves(self, position: str) -> Sequence[str]:
        men, side = _read(position)
        return [_fen(after, OTHER[side]) for after in _after(men, side) if not _in_check(after, side)]

    def outcome(self, position: str) -> str:
        """Return how the game has ended: mate or stalemate."""
        return "loss" if _in_check(*_read(position)) else "draw"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for White."""
        return "wb".index(position[-1])

    def render(self, position: str) -> str:
        """Return the board, and who is to move."""
        rows = [" ".join(row) for row in rows_of(position.split()[0])]
        return "\n".join([*rows, self.turn(position)])

    def move_name(self, position: str, after: str) -> str:
        """Return the man and the square, as ``Qb7``, ``Kxb2`` or ``a8=Q``; of two like men where it comes from, too."""
        (men, _), (moved, _) = _read(position), _read(after)
        begin, end = gone(men, moved)
        man, takes = men[begin], "x" if end in men else ""
        if man == "P":
            became = f"={moved[end]}" if moved[end] != "P" else ""
            return f"{BOARD.name(begin)[0] + takes if takes else ''}{BOARD.name(end)}{became}"
        twins = [*men.values()].count(man) > 1
        return f"{man.upper()}{BOARD.name(begin) if twins else ''}{takes}{BOARD.name(end)}"

    def passed(self, position: str) -> str:
        """Return the position with the other side to move."""
        return position[:-1] + OTHER[position[-1]]

    def first_tiers(self) -> list[Tier]:
        """Return the tier of all men."""
        white, black = self.men[1:].split("K")
        return [numbers.in_order("K" + white + "k" + black.lower())]

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the same men, one fewer, or a pawn promoted."""
        yield tier
        for i, man in enumerate(tier):
            if man not in "Kk":
                yield tier[:i] + tier[i + 1 :]
            yield from (numbers.in_order(tier[:i] + new + tier[i + 1 :]) for new in "QRBN" if man == "P")

    def size(self, tier: Tier) -> int:
        """Return the number of squares of the men, White's king in a part of the board; and who is to move."""
        return numbers.digits(tier).size

    def rank(self, position: str) -> tuple[Tier, int]:
        """Return the men, and the number of their squares."""
        men, side = _read(position)
        return numbers.in_order(men.values()), numbers.number_of(men, "wb".index(side))

    def unrank(self, tier: Tier, index: int) -> str:
        side, squares = numbers.squares_of(tier, np.array([index]))
        return _fen(dict(zip(squares[:, 0].tolist(), tier, strict=True)), "wb"[int(side[0])])

    def expand(self, batch: Batch) -> None:
        """Find out which boards are legal, and move each man of either side along its rays."""
        tier, (side, squares) = batch.tier, numbers.squares_of(batch.tier, batch.index)
        legal = numbers.numbers_of(tier, side, squares) == batch.index
        for i, man in enumerate(tier):
            legal &= (squares[:i] != squares[i]).all(axis=0)
            if man == "P":
                legal &= (squares[i] >= 8) & (squares[i] < 56)
        checks = [boards.attacked(tier, squares, black) for black in (False, True)]
        legal &= ~np.where(side == 0, checks[1], checks[0])
        batch.unused(~legal)
        stuck = legal.copy()
        for mover in (0, 1):
            rows = np.flatnonzero(legal & (side == mover))
            for child, after, some in boards.moved(tier, squares[:, rows], mover):
                batch.move(child, numbers.numbers_of(child, 1 - mover, after), rows[some])
                stuck[rows[some]] = False
        checked = np.where(side == 0, checks[0], checks[1])
        batch.end("loss", stuck & checked)
        batch.end("draw", stuck & ~checked)


def _read(position: str) -> tuple[Men, str]:
    """Return the men, which nobody is to change, and the side to move of a position."""
    if position not in _known:
        board, side = position.split()
        if side not in OTHER:
            raise ValueError(f"{side} is not w or b")
        _remember(position, BOARD.men(board), side)
    return _known[position]


_known: dict[str, tuple[Men, str]] = {}
"""Positions that were read or written lately."""

_MOST_KNOWN = 1 << 16


def _remember(position: str, men: Men, side: str) -> None:
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[position] = men, side


def _fen(men: Men, side: str) -> str:
    position = f"{BOARD.text(men)} {side}"
    _remember(position, {at ^ 56: men[at ^ 56] for at in sorted([square ^ 56 for square in men])}, side)  # as read
    return position


def _after(men: Men, side: str) -> Iterator[Men]:
    """Yield the men after each step of a side, checks apart; a pawn in the last row becomes each other man."""
    for begin, man in men.items():
        if man.isupper() == (side == "w"):
            left = {square: other for square, other in men.items() if square != begin}
            reach = [end for end in seen(men, LINES[man.upper()][begin]) if end in men or man != "P"]
            ends = [end for end in reach if end not in men or men[end].isupper() != man.isupper()]
            if man == "P":
                ends += [end for end in seen(men, PUSHES[begin]) if end not in men]
            for end in ends:
                yield from (left | {end: new} for new in ("QRBN" if man == "P" and end >= 56 else man))


def _in_check(men: Men, side: str) -> bool:
    """Return whether the other side could take the king."""
    king = next(square for square, man in men.items() if man == ("K" if side == "w" else "k"))
    others = [(begin, man) for begin, man in men.items() if man.isupper() != (side == "w")]
    near = ((begin, man.upper()) for begin, man in others if king in REACHED[man.upper()][begin])
    return any(king in seen(men, LINES[man][begin]) for begin, man in near)
