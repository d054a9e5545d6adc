"""Chess with few men: White has a king and up to two others, Black a king and up to one that is no pawn.

A tier has certain men; captures and promotions lead to others. Boards that are mirror images of each other are one
position. K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (1986). There is no castling, and as
Black has no pawns, no capture en passant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw import men as drawn
from graphgames.draw.places import PlaceBoard, alone, grid, squares
from graphgames.games.tables.index import Digits, Ints
from graphgames.games.tables.rules import Batch, IndexedRules, word

Tier = str
"""The men, White's first: ``"KQk"``."""
Men = dict[int, str]
"""The man on each occupied square; 0 is a1, 7 is h1."""

DIAGONAL, STRAIGHT = ((1, 1), (1, -1), (-1, 1), (-1, -1)), ((1, 0), (-1, 0), (0, 1), (0, -1))
JUMPS = tuple((a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (1, -1) for b in (1, -1))
RAYS = {"K": DIAGONAL + STRAIGHT, "Q": DIAGONAL + STRAIGHT, "R": STRAIGHT, "B": DIAGONAL, "N": JUMPS}
FAR = {"K": 1, "N": 1, "Q": 7, "R": 7, "B": 7}
TRIANGLE = np.array([s for s in range(64) if s % 8 < 4 and s // 8 <= s % 8])
HALF = np.array([s for s in range(64) if s % 8 < 4])


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
        rows = [re.sub("[1-8]", lambda found: " " * int(found[0]), row) for row in board.split("/")]
        if [len(row) for row in rows] != [8] * 8 or set("".join(rows)) - set(" KQRBNPkqrbnp") or side not in ("w", "b"):
            raise GameError(
                f"{text!r} is not a position of chess; expected the board, row by row from the eighth, and w or b to "
                f"move, such as {self.start}"
            )
        if sorted("".join(rows).replace(" ", "")) not in map(sorted, self.space.tiers):
            raise GameError(f"{text!r} has other men than {self.men}; expected a position such as {self.start}")
        return f"{board} {side}"

    def moves(self, position: str) -> Sequence[str]:
        """Return the positions after each legal move."""
        men, side = _read(position)
        after = (self._after(men, *step) for step in _steps(men, side))
        other = "b" if side == "w" else "w"
        return [_fen(board, other) for boards in after for board in boards if not _in_check(board, side)]

    def outcome(self, position: str) -> str:
        """Return how the game has ended: mate or stalemate."""
        return "loss" if _in_check(*_read(position)) else "draw"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for White."""
        return "wb".index(position[-1])

    def render(self, position: str) -> str:
        """Return the board, and who is to move."""
        men, side = _read(position)
        rows = [" ".join(men.get(8 * r + f, ".") for f in range(8)) for r in range(7, -1, -1)]
        return "\n".join([*rows, f"{'White' if side == 'w' else 'Black'} to move"])

    def move_name(self, position: str, after: str) -> str:
        """Return the man and the square, as ``Qb7``, ``Kxb2`` or ``a8=Q``; of two like men where it comes from, too."""
        (men, _), (moved, _) = _read(position), _read(after)
        (begin,) = men.keys() - moved.keys()
        (end,) = (square for square, man in moved.items() if men.get(square) != man)
        man, takes = men[begin], "x" if end in men else ""
        if man == "P":
            became = f"={moved[end]}" if moved[end] != "P" else ""
            return f"{_named(begin)[0] + takes if takes else ''}{_named(end)}{became}"
        twins = [*men.values()].count(man) > 1
        return f"{man.upper()}{_named(begin) if twins else ''}{takes}{_named(end)}"

    def passed(self, position: str) -> str:
        """Return the position with the other side to move."""
        return f"{position[:-1]}{'b' if position[-1] == 'w' else 'w'}"

    def board(self) -> PlaceBoard:
        """Return the board: 64 squares in two colours."""
        return PlaceBoard(
            self.title,
            grid(8, 8),
            men=lambda position: {_named(at): man for at, man in _read(position)[0].items()},
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
        return [_tier("K" + white, "k" + black.lower())]

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the same men, one fewer, or a pawn promoted."""
        yield tier
        for i, man in enumerate(tier):
            if man not in "Kk":
                yield tier[:i] + tier[i + 1 :]
            yield from (_sorted(tier[:i] + new + tier[i + 1 :]) for new in "QRBN" if man == "P")

    def size(self, tier: Tier) -> int:
        """Return the number of squares of the men, White's king in a part of the board; and who is to move."""
        return _digits(tier).size

    def rank(self, position: str) -> tuple[Tier, int]:
        """Return the men, and the number of their squares."""
        men, side = _read(position)
        squares = sorted(men, key=lambda square: "KQRBNPkqrbn".index(men[square]))
        tier = "".join(men[square] for square in squares)
        return tier, int(_numbers(tier, "wb".index(side), np.array(squares)[:, None])[0])

    def unrank(self, tier: Tier, index: int) -> str:
        """Return the position."""
        side, squares = _squares(tier, np.array([index]))
        return _fen(dict(zip(squares[:, 0].tolist(), tier, strict=True)), "wb"[int(side[0])])

    def expand(self, batch: Batch) -> None:
        """Find out which boards are legal, and move each man of either side along its rays."""
        tier, (side, squares) = batch.tier, _squares(batch.tier, batch.index)
        legal = _numbers(tier, side, squares) == batch.index
        for i, man in enumerate(tier):
            legal &= (squares[:i] != squares[i]).all(axis=0)
            if man == "P":
                legal &= (squares[i] >= 8) & (squares[i] < 56)
        checks = [_attacked(tier, squares, black) for black in (False, True)]
        legal &= ~np.where(side == 0, checks[1], checks[0])
        batch.unused(~legal)
        stuck = legal.copy()
        for mover in (0, 1):
            rows = np.flatnonzero(legal & (side == mover))
            for child, after, some in _moved(tier, squares[:, rows], mover):
                batch.move(child, _numbers(child, 1 - mover, after), rows[some])
                stuck[rows[some]] = False
        checked = np.where(side == 0, checks[0], checks[1])
        batch.end("loss", stuck & checked)
        batch.end("draw", stuck & ~checked)


def _moved(tier: Tier, squares: Ints, mover: int) -> Iterator[tuple[Tier, Ints, Ints]]:
    """Yield for each move the men after it, their squares, and which of the boards it is possible on."""
    occupied = np.bitwise_or.reduce(np.int64(1) << squares, axis=0)
    own = [i for i, man in enumerate(tier) if man.islower() == bool(mover)]
    others = [j for j in range(len(tier)) if j not in own]
    for i in own:
        for targets, takes in _targets(tier[i]):
            begin = squares[i]
            end = targets.take(begin)
            free = (end >= 0) & (_between().take(64 * begin + end, mode="clip") & occupied == 0)
            free &= (squares[own] != end).all(axis=0)
            for j in (None, *others):
                hit = (squares[others] == end).any(axis=0) if j is None else squares[j] == end
                some = np.flatnonzero(free & (~hit if j is None else hit))
                if takes is (j is None) or not some.size:
                    continue
                after = squares[:, some]
                after[i] = end[some]
                men = tier if j is None else tier[:j] + tier[j + 1 :]
                after = after if j is None else np.delete(after, j, axis=0)
                safe = np.flatnonzero(~_attacked(men, after, bool(mover)))
                yield from _promoted(men, i - (j is not None and j < i), after[:, safe], some[safe])


def _promoted(men: Tier, i: int, squares: Ints, some: Ints) -> Iterator[tuple[Tier, Ints, Ints]]:
    """Yield the boards as they are but for a pawn on the last row, which becomes each other man."""
    last = squares[i] >= 56 if men[i] == "P" else np.zeros(some.size, np.bool_)
    yield men, squares[:, ~last], some[~last]
    for new in "QRBN" if last.any() else "":
        named = men[:i] + new + men[i + 1 :]
        order = sorted(range(len(men)), key=lambda k: "KQRBNPkqrbn".index(named[k]))
        yield _sorted(named), squares[:, last][order], some[last]


def _attacked(men: Tier, squares: Ints, black: bool) -> Any:
    """Return on which boards the king of a side is attacked."""
    king, found = squares[men.index("k" if black else "K")], np.zeros(squares.shape[1], np.bool_)
    occupied = np.bitwise_or.reduce(np.int64(1) << squares, axis=0)
    for man, square in zip(men, squares, strict=True):
        if man.isupper() == black:
            pair = 64 * square + king
            found |= _attacks(man).take(pair) & (_between().take(pair) & occupied == 0)
    return found


def _numbers(tier: Tier, side: Any, squares: Ints) -> Ints:
    """Return the numbers of boards: of that among their mirror images which has the least."""
    squares = np.where(squares[0] % 8 > 3, squares ^ 7, squares)
    if "P" in tier:
        return _number(tier, side, squares)
    squares = np.where(squares[0] >= 32, squares ^ 56, squares)
    file, row = squares[0] & 7, squares[0] >> 3
    turned = squares >> 3 | (squares & 7) << 3
    squares = np.where(row > file, turned, squares)
    numbers = _number(tier, side, squares)
    both = np.flatnonzero(row == file)
    some = side if np.ndim(side) == 0 else side[both]
    numbers[both] = np.minimum(numbers[both], _number(tier, some, turned[:, both]))
    return numbers


def _number(tier: Tier, side: Any, squares: Ints) -> Ints:
    king = np.searchsorted(HALF if "P" in tier else TRIANGLE, squares[0])
    rest = squares[1:]
    for man in set(tier):
        if tier.count(man) > 1:  # two like men may be exchanged
            rest = rest.copy()
            first = tier.index(man) - 1
            rest[first : first + 2] = np.sort(rest[first : first + 2], axis=0)
    return _digits(tier).rank(np.stack([np.broadcast_to(side, king.shape), king, *rest], axis=-1))


def _squares(tier: Tier, numbers: Ints) -> tuple[Ints, Ints]:
    """Return who is to move on boards, and the squares of the men, shape (men, boards)."""
    side, king, *rest = _digits(tier).unrank(numbers).T
    return side, np.stack([(HALF if "P" in tier else TRIANGLE).take(king), *rest])


@cache
def _digits(tier: Tier) -> Digits:
    return Digits(2, HALF.size if "P" in tier else TRIANGLE.size, *[64] * (len(tier) - 1))


def _sorted(men: str) -> Tier:
    return "".join(sorted(men, key="KQRBNPkqrbn".index))


def _tier(white: str, black: str) -> Tier:
    return _sorted(white + black)


@cache
def _targets(man: str) -> list[tuple[Ints, bool | None]]:
    """Return the square after each step of a man by the square before, or -1; and whether it must or must not take."""
    if man == "P":
        steps: list[tuple[int, int, bool | None]] = [(0, 1, False), (0, 2, False), (1, 1, True), (-1, 1, True)]
    else:
        reach = range(1, FAR[man.upper()] + 1)
        steps = [(x * n, y * n, None) for x, y in RAYS[man.upper()] for n in reach]
    found = []
    for x, y, takes in steps:
        squares = [_square(s % 8 + x, s // 8 + y) if y < 2 or man != "P" or s // 8 == 1 else -1 for s in range(64)]
        found.append((np.array(squares), takes))
    return found


def _named(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def _square(file: int, row: int) -> int:
    return 8 * row + file if 0 <= file < 8 and 0 <= row < 8 else -1


@cache
def _attacks(man: str) -> Any:
    """Return whether a man on a square attacks another on an empty board, by 64 * square + other."""
    found = np.zeros((64, 64), np.bool_)
    for targets, takes in _targets(man):
        if takes is not False:
            begin = np.flatnonzero(targets >= 0)
            found[begin, targets[begin]] = True
    return found.ravel()


@cache
def _between() -> Ints:
    """Return the squares between two in a line, as a mask, by 64 * square + other."""
    found = np.zeros((64, 64), np.int64)
    for x, y in DIAGONAL + STRAIGHT:
        for s in range(64):
            mask = np.int64(0)
            for n in range(1, 8):
                target = _square(s % 8 + n * x, s // 8 + n * y)
                if target < 0:
                    break
                found[s, target] = mask
                mask |= np.int64(1) << np.int64(target)
    return found.ravel()


def _read(position: str) -> tuple[Men, str]:
    """Return the men and the side to move of a position."""
    board, side = position.split()
    men, square = {}, 56
    for letter in board:
        if letter == "/":
            square -= 16
        elif letter.isdigit():
            square += int(letter)
        else:
            men[square] = letter
            square += 1
    return men, side


def _fen(men: Men, side: str) -> str:
    rows = ["".join(men.get(8 * r + f, "1") for f in range(8)) for r in range(7, -1, -1)]
    board = "/".join(rows)
    for many in range(8, 1, -1):
        board = board.replace("1" * many, str(many))
    return f"{board} {side}"


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
            end = _square(begin % 8 + n * x, begin // 8 + n * y)
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
