"""Dōbutsu shōgi, "animal chess", by Madoka Kitao: four pieces each on three by four squares; captured ones come back.

Who takes the lion wins, and so does who brings his own home to the last row where it cannot be taken. T. Tanaka, *An
analysis of a board game "Doubutsu Shogi"*, IPSJ SIG GI (2009): 246,803,167 positions can be reached, and the second
player wins. All positions are in one tier, since what was captured can be captured back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw import svg
from graphgames.draw.board import label
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, grid, square, squares
from graphgames.games.tables.fen import men_of, rows_of, written
from graphgames.games.tables.kernels import dobutsu as kernel
from graphgames.games.tables.rules import Batch, IndexedRules

Men = dict[int, str]
"""The piece on each taken square, 0 to 11 from the mover's own row on; his are capitals."""

BACK, FORTH, ASIDE = ((-1, 0),), ((1, 0),), ((0, -1), (0, 1))
SLANT, BENT = ((1, -1), (1, 1)), ((-1, -1), (-1, 1))
BLUE, RED = "#0b5d94", "#b24a00"
STEPS = {
    "L": FORTH + BACK + ASIDE + SLANT + BENT,
    "E": SLANT + BENT,
    "G": FORTH + BACK + ASIDE,
    "C": FORTH,
    "H": FORTH + BACK + ASIDE + SLANT,
}
"""Rows forward and columns that lion, elephant, giraffe, chick and hen can go."""


@dataclass(frozen=True)
class DobutsuShogi(IndexedRules):
    """A position is written as in shōgi: the rows, ``b`` or ``w`` to move, the pieces in hand.

    Capitals are of the player who begins (``b``), at the bottom: L lion, E elephant, G giraffe, C chick, H hen. The
    game ends as soon as the lion of the player who is not to move can be taken. Mirror images are one position.
    """

    name = "dobutsu-shogi"
    title = "Dōbutsu shōgi"
    rule = (
        "Pieces go one square; those that are taken change sides and can be dropped. Whoever takes the lion wins, or "
        "brings his own to the last row where it cannot be taken."
    )
    players = ("the first player", "the second player")
    ends = ("a lion can be taken, or is home", "")
    start = "gle/1c1/1C1/ELG b -"

    def moves(self, position: str) -> Sequence[str]:
        """Return the positions after each move."""
        men, hand, side = _read(position)
        return [] if _ended(men) else [_written(*after, side) for after in _after(men, hand)]

    def outcome(self, position: str) -> str:
        """Return how the game has ended: the other lion can be taken, or else is home."""
        return _ended(_read(position)[0]) or "loss"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for the player who begins."""
        return "bw".index(position.split()[1])

    def render(self, position: str) -> str:
        """Return the board, who is to move, and what the players have in hand."""
        board, side, hand = position.split()
        rows = [" ".join(row) for row in rows_of(board)]
        mover = "The first player" if side == "b" else "The second player"
        return "\n".join([*rows, f"in hand: {hand}", f"{mover} to move"])

    def parse(self, text: str) -> str:
        """Return the position; raise `GameError` if it is none."""
        found = re.fullmatch(r"((?:[LEGCHlegch123]+/){3}[LEGCHlegch123]+) ([bw])(?: ([EGCegc]+|-))?", text.strip())
        board, side, hand = found.groups("-") if found else ("", "", "")
        pieces = "".join(sorted((board + hand).upper().replace("H", "C"))).strip("-/123")
        if (
            [len(row) for row in rows_of(board)] != [3] * 4
            or pieces != "CCEEGGLL"
            or "L" not in board
            or "l" not in board
        ):
            raise GameError(
                f"{text!r} is not a position; expected four rows, b or w to move, and the pieces in hand, or -, such "
                f"as {self.start}; each player has a lion, and there are two elephants, giraffes, and chicks or hens"
            )
        return _written(*_turned(*_read(f"{board} {side} {hand}")[:2]), "w" if side == "b" else "b")

    def move_name(self, position: str, after: str) -> str:
        """Return the piece and its squares, as ``Gc4-c3`` or ``Cb3xb2``, with ``+`` if it became a hen, or ``C*b2``."""
        (men, _, side), (moved, _) = _read(position), _turned(*_read(after)[:2])
        (end,) = (square for square, piece in moved.items() if piece.isupper() and men.get(square) != piece)
        begun = [square for square, piece in men.items() if piece.isupper() and square not in moved]
        if not begun:
            return f"{moved[end]}*{_named(end, side)}"
        piece = men[begun[0]]
        how = f"{'x' if end in men else '-'}{_named(end, side)}{'+' if piece != moved[end] else ''}"
        return f"{piece}{_named(begun[0], side)}{how}"

    def board(self) -> PlaceBoard:
        """Return the board, its rows from above as in shōgi, and beside it the pieces in hand."""
        cells = {_named(s, "b"): grid(3, 4)[square(s % 3, s // 3)] for s in range(12)}
        hand = 4 * SIDE / 6
        left = EDGE + 3.2 * SIDE
        hands = {f"{piece}-hand": Place(left, EDGE + hand * k, hand, hand) for k, piece in enumerate("egcCEG")}
        return PlaceBoard(
            self.title,
            cells | hands,
            men=_standing,
            man=_tile,
            touched=self._touched,
            ground=squares(3, 4, "#eadbb8", "#dcc48e", falling=True),
        )

    def _touched(self, position: str, after: str) -> list[str]:
        """Return the places for a move: where the piece is, on the board or in hand, and where it goes."""
        side, name = position.split()[1], self.move_name(position, after)
        ends = re.findall("[abc][1-4]", name)
        piece = name[0] if side == "b" else name[0].lower()
        return [f"{piece}-hand", *ends] if "*" in name else ends

    def children(self, tier: int) -> Iterable[int]:
        """Return the one tier."""
        return [0]

    def size(self, tier: int) -> int:
        """Return the number of ways to place the pieces, of two mirror images the lions of one."""
        return kernel.SIZE

    def rank(self, position: str) -> tuple[int, int]:
        """Return the number of the position as the player to move sees it."""
        men, hand, _ = _read(position)
        where = {piece: square for square, piece in men.items()}
        codes = [(p, 4 * s + p.islower() + 2 * (p in "Hh")) for s, p in men.items()]
        codes += [(p, kernel.HAND + p.islower()) for p in hand]
        groups = [sorted(code for p, code in codes if p in kind) for kind in ("Ee", "Gg", "CcHh")]
        return 0, kernel.number_of(_board(), [where["L"], where["l"], *(code for group in groups for code in group)])

    def unrank(self, tier: int, index: int) -> str:
        """Return the position with the player to move who begins."""
        lion, other, *codes = kernel.pieces_of(_board(), index)
        men, hand = {lion: "L", other: "l"}, ""
        for kind, code in zip("EEGGCC", codes, strict=True):
            piece = "H" if code < kernel.HAND and code & 2 else kind
            piece = piece.lower() if code & 1 else piece
            if code < kernel.HAND:
                men[code // 4] = piece
            else:
                hand += piece
        return _written(*_turned(men, hand), "w")

    def expand(self, batch: Batch) -> None:
        """Let the compiled loop find ends and moves."""
        numbers = np.full((kernel.MOST, batch.index.size), -1, np.int64)
        rows = kernel.expand(_board(), batch.index, batch.code, numbers)
        batch.columns, batch.again = list(numbers[:rows]), [False] * rows

    def retract(self, batch: Batch) -> None:
        """Let the compiled loop find backward moves."""
        numbers = np.full((kernel.BEFORE, batch.index.size), -1, np.int64)
        rows = kernel.retract(_board(), batch.index, numbers)
        batch.columns, batch.again = list(numbers[:rows]), [False] * rows


def _standing(position: str) -> dict[str, str]:
    """Return what stands on each place of the board and in the hands, with how many if there are two."""
    men, hand, side = _read(position)
    men, hand = (men, hand) if side == "b" else _turned(men, hand)
    held = {f"{piece}-hand": piece + "2" * (hand.count(piece) - 1) for piece in hand}
    return {_named(s, "b"): piece for s, piece in men.items()} | held


def _tile(look: str, place: Place) -> str:
    """Draw a piece: a tile that points forward, its letter, and a dot for each direction in which it can go."""
    (x, y), r, piece = place.middle, 0.88 * place.r, look[0].upper()
    up, colour = (1, BLUE) if look[0].isupper() else (-1, RED)
    corners = [(0, -1), (0.82, -0.74), (0.94, 0.96), (-0.94, 0.96), (-0.82, -0.74)]
    path = "L".join(f"{svg.number(x + up * r * a)} {svg.number(y + up * r * b)}" for a, b in corners)
    pen = {"fill": "#fdf6e3", "stroke": colour, "stroke_width": 1.5, "stroke_linejoin": "round"}
    parts = [svg.element("path", d=f"M{path}Z", **pen)]
    for forward, aside in STEPS[piece]:
        at = {"cx": x + up * 0.66 * r * aside, "cy": y - up * 0.7 * r * forward}
        parts.append(svg.element("circle", **at, r=0.09 * r, fill=colour))
    parts.append(label(x, y + 0.32 * r, piece, "piece", round(0.9 * r), fill=colour))
    more = [label(place.x + place.width + 8, y + 4, f"\u00d7{look[1]}", "label", 12)] if look[1:] else []
    return "".join([*parts, *more])


def _attacked(piece: str, square: int) -> Iterator[int]:
    """Yield the squares that a piece of the player to move attacks."""
    row, column = divmod(square, 3)
    yield from (3 * (row + y) + column + x for y, x in STEPS[piece] if 0 <= row + y < 4 and 0 <= column + x < 3)


def _ended(men: Men) -> str:
    """Return the outcome for the player to move, ``""`` if the game goes on."""
    (lion,) = (square for square, piece in men.items() if piece == "l")
    if any(lion in _attacked(piece, square) for square, piece in men.items() if piece.isupper()):
        return "win in 1"
    return "loss" if lion < 3 else ""


def _after(men: Men, hand: str) -> Iterator[tuple[Men, str]]:
    """Yield the pieces after each move and drop."""
    for begin, piece in men.items():
        for end in _attacked(piece, begin) if piece.isupper() else ():
            taken = men.get(end, "")
            if not taken.isupper():
                became = "H" if piece == "C" and end > 8 else piece
                left = {square: other for square, other in men.items() if square != begin}
                yield left | {end: became}, hand + taken.upper().replace("H", "C")
    for piece in set(filter(str.isupper, hand)):
        yield from ((men | {end: piece}, hand.replace(piece, "", 1)) for end in range(12) if end not in men)


def _turned(men: Men, hand: str) -> tuple[Men, str]:
    """Return the pieces as the other player sees them."""
    return {11 - square: piece.swapcase() for square, piece in men.items()}, hand.swapcase()


def _read(position: str) -> tuple[Men, str, str]:
    """Return the pieces and those in hand as the player to move sees them, and who that is."""
    board, side, hand = position.split()
    men = men_of(board)
    men, hand = (men, hand.strip("-")) if side == "b" else _turned(men, hand.strip("-"))
    return men, hand, side


def _written(men: Men, hand: str, side: str) -> str:
    """Return the position after a move of a player, whose pieces are capitals here."""
    men, hand = (men, hand) if side == "b" else _turned(men, hand)
    return f"{written(men, 3, 4)} {'w' if side == 'b' else 'b'} {''.join(sorted(hand)) or '-'}"


def _named(square: int, side: str) -> str:
    row, column = divmod(square if side == "b" else 11 - square, 3)
    return f"{'abc'[column]}{4 - row}"


def _board() -> Any:
    """Return room for the compiled loops, of which each thread needs its own."""
    reach = [sum(1 << end for end in _attacked(piece, square)) for piece in "LEGCH" for square in range(12)]
    return kernel.Board(np.array(reach, np.uint16))
