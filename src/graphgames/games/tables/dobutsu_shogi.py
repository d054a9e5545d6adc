"""Dōbutsu shōgi, "animal chess", by Madoka Kitao: four pieces each on three by four squares; captured ones come back.

Who takes the lion wins, and so does who brings his own home to the last row where it cannot be taken. T. Tanaka, *An
analysis of a board game "Doubutsu Shogi"*, IPSJ SIG GI (2009): 246,803,167 positions can be reached, and the second
player wins. All positions are in one tier, since what was captured can be captured back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from graphgames.draw import svg
from graphgames.draw.board import label
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, grid, squares
from graphgames.games.tables.boards import BLUE, RED
from graphgames.games.tables.indexed_rules import Batch, IndexedRules
from graphgames.games.tables.kernels import dobutsu as kernel
from graphgames.games.tables.squares import DIAGONAL, STRAIGHT, Men, Squares, Step, gone, rows_of, seen

BOARD = Squares(3, 4, falling=True)
STEPS: dict[str, tuple[Step, ...]] = {
    "L": STRAIGHT + DIAGONAL,
    "E": DIAGONAL,
    "G": STRAIGHT,
    "C": ((0, 1),),
    "H": (*STRAIGHT, (-1, 1), (1, 1)),
}
"""The steps of lion, elephant, giraffe, chick and hen, as the player sees them whose they are."""

LINES = {piece: BOARD.lines(steps) for piece, steps in STEPS.items()}
REACH = np.array([sum(1 << end for (end,) in lines) for piece in "LEGCH" for lines in LINES[piece]], np.uint16)
"""The squares, as bits, that each piece can go to from each square."""

IN_HAND = kernel.HAND // 4
"""The square of a piece in hand."""


def _board(rules: DobutsuShogi) -> PlaceBoard:
    """Return the board, its rows from above as in shōgi, and beside it the pieces in hand."""
    cells = {BOARD.name(s): place for s, place in enumerate(grid(3, 4).values())}
    side = 4 * SIDE / 6
    hands = {f"{piece}-hand": Place(EDGE + 3.2 * SIDE, EDGE + side * k, side, side) for k, piece in enumerate("egcCEG")}

    def standing(position: str) -> dict[str, str]:
        rows, _, hand = position.split()
        held = {f"{piece}-hand": piece + "2" * (hand.count(piece) - 1) for piece in hand.strip("-")}
        return {BOARD.name(s): piece for s, piece in BOARD.men(rows).items()} | held

    def touched(position: str, after: str) -> list[str]:
        move = rules.move_name(position, after)
        ends = re.findall("[abc][1-4]", move)
        piece = move[0] if position.split()[1] == "b" else move[0].lower()
        return [f"{piece}-hand", *ends] if "*" in move else ends

    return PlaceBoard(
        rules.title,
        cells | hands,
        men=standing,
        man=lambda look, place: _tile(look, place, rules.steps[look[0].upper()]),
        touched=touched,
        ground=squares(3, 4, "#eadbb8", "#dcc48e", falling=True),
    )


def _tile(look: str, place: Place, steps: Sequence[Step]) -> str:
    """Draw a piece: a tile that points forward, its letter, and a dot for each direction in which it can go."""
    (x, y), r, piece = place.middle, 0.88 * place.r, look[0].upper()
    up, colour = (1, BLUE) if look[0].isupper() else (-1, RED)
    corners = [(0, -1), (0.82, -0.74), (0.94, 0.96), (-0.94, 0.96), (-0.82, -0.74)]
    path = "L".join(f"{svg.number(x + up * r * a)} {svg.number(y + up * r * b)}" for a, b in corners)
    pen = {"fill": "#fdf6e3", "stroke": colour, "stroke_width": 1.5, "stroke_linejoin": "round"}
    parts = [svg.element("path", d=f"M{path}Z", **pen)]
    for aside, forward in steps:
        at = {"cx": x + up * 0.66 * r * aside, "cy": y - up * 0.7 * r * forward}
        parts.append(svg.element("circle", **at, r=0.09 * r, fill=colour))
    parts.append(label(x, y + 0.32 * r, piece, "piece", round(0.9 * r), fill=colour))
    more = [label(place.x + place.width + 8, y + 4, f"\u00d7{look[1]}", "label", 12)] if look[1:] else []
    return "".join([*parts, *more])


@dataclass(frozen=True)
class DobutsuShogi(IndexedRules):
    """A position is written as in shōgi: the rows, ``b`` or ``w`` to move, the pieces in hand.

    Capitals are of the player who begins (``b``), at the bottom: L lion, E elephant, G giraffe, C chick, H hen. The
    game ends as soon as the lion of the player who is not to move can be taken. Mirror images are one position.
    """

    name = "dobutsu-shogi"
    title = "Dōbutsu shōgi"
    rule = (
        "Pieces go one square: the lion any way, the giraffe straight, the elephant diagonally, the chick forward. A "
        "chick in the last row becomes a hen, which goes straight or diagonally forward. Pieces that are taken change "
        "sides and can be dropped. Whoever takes the lion wins, or brings his own to the last row where it cannot be "
        "taken."
    )
    written = "the four rows, b or w to move, and the pieces in hand, or -; capitals are of b"
    players = ("the first player", "the second player")
    start = "gle/1c1/1C1/ELG b -"
    steps = STEPS
    board = _board

    def moves(self, position: str) -> Sequence[str]:
        (men, hand), first = _seen(position), self.mover(position) == 0
        after = [] if _ended(men) else _after(men, hand)
        return [_written(*some, "w") if first else _written(*_turned(*some), "b") for some in after]

    def outcome(self, position: str) -> str:
        """Return how the game has ended: the other lion can be taken, or else is home."""
        return _ended(_seen(position)[0]) or "loss"

    def reason(self, position: str, drawn: bool) -> str:
        """Return which of the two ends it is."""
        taken = _ended(_seen(position)[0]) == "win in 1"
        return "a lion can be taken" if taken else "a lion is home, where it cannot be taken"

    def mover(self, position: str) -> int:
        """Return who is to move, 0 for the player who begins."""
        return "bw".index(position.split()[1])

    def render(self, position: str) -> str:
        """Return the board, who is to move, and what the players have in hand."""
        board, _, hand = position.split()
        rows = [" ".join(row) for row in rows_of(board)]
        return "\n".join([*rows, f"in hand: {hand}", self.turn(position)])

    def parse(self, text: str) -> str:
        """Return the position, the pieces in hand in order; raise `ValueError` if it has no board or no side."""
        return _written(*_read(text))

    def move_name(self, position: str, after: str) -> str:
        """Return the piece and its squares, as ``Gc4-c3`` or ``Cb3xb2``, with ``+`` if it became a hen, or ``C*b2``."""
        (men, *_), (moved, *_) = _read(position), _read(after)
        begin, end = gone(men, moved)
        if begin < 0:
            return f"{moved[end].upper()}*{BOARD.name(end)}"
        became = "+" if moved[end] != men[begin] else ""
        return f"{men[begin].upper()}{BOARD.name(begin)}{'x' if end in men else '-'}{BOARD.name(end)}{became}"

    def children(self, tier: int) -> Iterable[int]:
        """Return the one tier."""
        return [0]

    def size(self, tier: int) -> int:
        """Return the number of ways to place the pieces, of two mirror images the lions of one."""
        return kernel.SIZE

    def rank(self, position: str) -> tuple[int, int]:
        """Return the number of the position as the player to move sees it."""
        men, hand = _seen(position)
        placed = [*((piece, square) for square, piece in men.items()), *((piece, IN_HAND) for piece in hand)]
        where, codes = dict(placed), []
        for letters in ("Ee", "Gg", "CcHh"):
            some = sorted(4 * square + p.islower() + 2 * (p in "Hh") for p, square in placed if p in letters)
            codes += some if len(some) == 2 else []
        if len(placed) != 8 or len(codes) != 6 or not {*hand} <= {*"EGCegc"}:
            raise ValueError("expected a lion of each player, and two elephants, two giraffes, and two chicks or hens")
        return 0, kernel.number_of(kernel.Board(REACH), [where["L"], where["l"], *codes])

    def unrank(self, tier: int, index: int) -> str:
        """Return the position with the player to move who begins."""
        lion, other, *codes = kernel.pieces_of(kernel.Board(REACH), index)
        kinds = ["H" if code & 2 else letters for letters, code in zip("EEGGCC", codes, strict=True)]
        placed = [(code // 4, p.lower() if code & 1 else p) for p, code in zip(kinds, codes, strict=True)]
        men = {lion: "L", other: "l"} | {square: piece for square, piece in placed if square != IN_HAND}
        return _written(men, "".join(piece for square, piece in placed if square == IN_HAND), "b")

    def expand(self, batch: Batch) -> None:
        """Let the compiled loop find ends and moves."""
        numbers = np.full((kernel.MOST, batch.index.size), -1, np.int64)
        batch.moves(numbers[: kernel.expand(kernel.Board(REACH), batch.index, batch.code, numbers)])

    def retract(self, batch: Batch) -> None:
        """Let the compiled loop find backward moves."""
        numbers = np.full((kernel.BEFORE, batch.index.size), -1, np.int64)
        batch.moves(numbers[: kernel.retract(kernel.Board(REACH), batch.index, numbers)])


def _ended(men: Men) -> str:
    """Return the outcome for the player to move, ``""`` if the game goes on."""
    (lion,) = (square for square, piece in men.items() if piece == "l")
    if any(lion in seen(men, LINES[piece][square]) for square, piece in men.items() if piece.isupper()):
        return "win in 1"
    return "loss" if lion < 3 else ""


def _after(men: Men, hand: str) -> Iterator[tuple[Men, str]]:
    """Yield the pieces after each move and drop."""
    for begin, piece in men.items():
        for end in seen(men, LINES[piece][begin]) if piece.isupper() else ():
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
    """Return the pieces, those in hand, and the side to move."""
    board, side, hand = (*position.split(), "-")[:3]
    if side not in ("b", "w") or len(position.split()) > 3:
        raise ValueError("expected the board, b or w, and the pieces in hand")
    return BOARD.men(board), hand.strip("-"), side


def _seen(position: str) -> tuple[Men, str]:
    """Return the pieces and those in hand as the player to move sees them, whose are capitals."""
    men, hand, side = _read(position)
    return (men, hand) if side == "b" else _turned(men, hand)


def _written(men: Men, hand: str, side: str) -> str:
    return f"{BOARD.text(men)} {side} {''.join(sorted(hand)) or '-'}"
