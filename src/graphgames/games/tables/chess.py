"""Chess with few men: White has a king and up to two others, Black a king and up to one that is no pawn.

A tier has certain men; captures and promotions lead to others. Boards that are mirror images of each other are one
position. K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (1986). There is no castling, and as
Black has no pawns, no capture en passant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw import men as drawn
from graphgames.draw.places import PlaceBoard, alone, grid, square, squares
from graphgames.games.tables import chess_boards as boards
from graphgames.games.tables.chess_boards import FAR, ORDER, RAYS, Tier
from graphgames.games.tables.fen import men_of, rows_of, written
from graphgames.games.tables.rules import Batch, IndexedRules, word

Men = dict[int, str]
"""The man on each occupied square; 0 is a1, 7 is h1."""


@dataclass(frozen=True)
class Chess(IndexedRules):
    """A position is the board and the side to move, as the first two words of FEN: ``8/8/8/8/8/8/1Q6/K1k5 w``."""

    name = "chess"
    title = "chess"
    rule = "Chess in which White has a king and at most two other men, Black a king and at most one, not a pawn."
    players = ("White", "Black")
    ends = ("checkmate", "stalemate")
    aims = ("to mate the black king", "to mate the white king, or a draw")
    whole = True
    men: str = word("KQK", r"K[QRBNP]{0,2}K[QRBN]?", "White's men and Black's men, such as KBNK")

    @property
    def start(self) -> str:
        """A position with White to move: the kings and Black's men far from White's."""
        tier = self.first_tiers()[0]
        squares = [0, *(9 + i for i in range(tier.index("k") - 1)), *(61 - 2 * i for i in range(4))]
        return _fen(dict(zip(squares, tier, strict=False)), "w")

    def parse(self, text: str) -> str:
        """Return the position, of which the first two words of FEN count; raise `GameError` if it has other men."""
        board, side = ([*text.split()[:2], "", ""])[:2]
        rows = rows_of(board)
        if [len(row) for row in rows] != [8] * 8 or set("".join(rows)) - set(".KQRBNPkqrbnp") or side not in ("w", "b"):
            raise GameError(
                f"{text!r} is not a position of chess; expected the board, row by row from the eighth, and w or b to "
                f"move, such as {self.start}"
            )
        if sorted("".join(rows).replace(".", "")) not in map(sorted, self.space.tiers):
            raise GameError(f"{text!r} has other men than {self.men}; expected a position such as {self.start}")
        return _fen(men_of(board), side)

    def moves(self, position: str) -> Sequence[str]:
        """Return the positions after each legal move."""
        men, side = _read(position)
        after = (self._after(men, *step) for step in _steps(men, side))
        other = "b" if side == "w" else "w"
        return [_fen(board, other) for some in after for board in some if not _in_check(board, side)]

    def outcome(self, position: str) -> str:
        """Return how the game has ended: mate or stalemate."""
        return "loss" if _in_check(*_read(position)) else "draw"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for White."""
        return "wb".index(position[-1])

    def render(self, position: str) -> str:
        """Return the board, and who is to move."""
        board, side = position.split()
        rows = [" ".join(row) for row in rows_of(board)]
        return "\n".join([*rows, f"{'White' if side == 'w' else 'Black'} to move"])

    def move_name(self, position: str, after: str) -> str:
        """Return the man and the square, as ``Qb7``, ``Kxb2`` or ``a8=Q``; of two like men where it comes from, too."""
        (men, _), (moved, _) = _read(position), _read(after)
        (begin,) = men.keys() - moved.keys()
        (end,) = (square for square, man in moved.items() if men.get(square) != man)
        man, takes = men[begin], "x" if end in men else ""
        if man == "P":
            became = f"={moved[end]}" if moved[end] != "P" else ""
            return f"{square(begin % 8, begin // 8)[0] + takes if takes else ''}{square(end % 8, end // 8)}{became}"
        twins = [*men.values()].count(man) > 1
        return f"{man.upper()}{square(begin % 8, begin // 8) if twins else ''}{takes}{square(end % 8, end // 8)}"

    def passed(self, position: str) -> str:
        """Return the position with the other side to move."""
        return f"{position[:-1]}{'b' if position[-1] == 'w' else 'w'}"

    def board(self) -> PlaceBoard:
        """Return the board: 64 squares in two colours."""
        return PlaceBoard(
            self.title,
            grid(8, 8),
            men=lambda position: {square(at % 8, at // 8): man for at, man in _read(position)[0].items()},
            man=lambda man, place: alone(man, place, drawn.chess, man),
            ground=squares(8, 8, "#f0dcb8", "#b98d62"),
        )

    @staticmethod
    def _after(men: Men, begin: int, end: int) -> Iterator[Men]:
        man = men[begin]
        for new in "QRBN" if man == "P" and end >= 56 else man:
            yield {square: other for square, other in men.items() if square not in (begin, end)} | {end: new}

    def first_tiers(self) -> list[Tier]:
        """Return the tier of all men."""
        white, black = self.men[1:].split("K")
        return [boards.in_order("K" + white + "k" + black.lower())]

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the same men, one fewer, or a pawn promoted."""
        yield tier
        for i, man in enumerate(tier):
            if man not in "Kk":
                yield tier[:i] + tier[i + 1 :]
            yield from (boards.in_order(tier[:i] + new + tier[i + 1 :]) for new in "QRBN" if man == "P")

    def size(self, tier: Tier) -> int:
        """Return the number of squares of the men, White's king in a part of the board; and who is to move."""
        return boards.digits(tier).size

    def rank(self, position: str) -> tuple[Tier, int]:
        """Return the men, and the number of their squares."""
        men, side = _read(position)
        squares = sorted(men, key=lambda square: ORDER.index(men[square]))
        tier = "".join(men[square] for square in squares)
        return tier, int(boards.numbers_of(tier, "wb".index(side), np.array(squares)[:, None])[0])

    def unrank(self, tier: Tier, index: int) -> str:
        """Return the position."""
        side, squares = boards.squares_of(tier, np.array([index]))
        return _fen(dict(zip(squares[:, 0].tolist(), tier, strict=True)), "wb"[int(side[0])])

    def expand(self, batch: Batch) -> None:
        """Find out which boards are legal, and move each man of either side along its rays."""
        tier, (side, squares) = batch.tier, boards.squares_of(batch.tier, batch.index)
        legal = boards.numbers_of(tier, side, squares) == batch.index
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
                batch.move(child, boards.numbers_of(child, 1 - mover, after), rows[some])
                stuck[rows[some]] = False
        checked = np.where(side == 0, checks[0], checks[1])
        batch.end("loss", stuck & checked)
        batch.end("draw", stuck & ~checked)


def _read(position: str) -> tuple[Men, str]:
    """Return the men and the side to move of a position."""
    board, side = position.split()
    return men_of(board), side


def _fen(men: Men, side: str) -> str:
    return f"{written(men, 8, 8)} {side}"


def _steps(men: Men, side: str) -> Iterator[tuple[int, int]]:
    """Yield the squares from and to which the men of a side can go, checks apart."""
    for begin, man in men.items():
        if man.isupper() != (side == "w"):
            continue
        if man == "P":
            ahead = begin + 8
            pushes = [ahead, ahead + 8] if begin < 16 and ahead not in men else [ahead]
            yield from ((begin, end) for end in pushes if end not in men)
        for end in _seen(men, begin):
            if (end in men and men[end].isupper() != man.isupper()) or (end not in men and man != "P"):
                yield begin, end


def _seen(men: Men, begin: int) -> Iterator[int]:
    """Yield the squares that a man attacks, up to the first man on each ray."""
    man = men[begin].upper()
    for x, y in ((1, 1), (-1, 1)) if man == "P" else RAYS[man]:
        for n in range(1, FAR.get(man, 1) + 1):
            end = boards.at(begin % 8 + n * x, begin // 8 + n * y)
            if end < 0:
                break
            yield end
            if end in men:
                break


def _in_check(men: Men, side: str) -> bool:
    king = "K" if side == "w" else "k"
    return any(
        men.get(end) == king
        for begin, man in men.items()
        if man.isupper() != king.isupper()
        for end in _seen(men, begin)
    )
