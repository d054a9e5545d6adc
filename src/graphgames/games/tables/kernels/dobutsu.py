"""The loops of Dōbutsu shōgi: from a position's number to the pieces, to the numbers after and before each move.

Squares are 0 to 11 as the player to move sees them, three a row, his own row first. Eight pieces stand in a row of
numbers: both lions' squares, his own first; then the codes of two elephants, two giraffes and two chicks. The code of a
piece on the board is 4 * square, plus 1 if it is the other player's, plus 2 if it is a hen; that of one in a hand is
`HAND`, plus 1 if it is the other player's.

A number says where the lions are (of two mirror images the one that comes first), then how the elephants, the giraffes
and the chicks stand on what squares are left: both on the board, one, or none.
"""

import cython
import numpy as np

HAND = 48
"""The code of a piece in the hand of the player to move."""

MOST = 56
"""No position has more moves."""

BEFORE = 256
"""No position has more backward moves."""


def _sizes():
    """Return the sizes and starts of the parts of a number, by group of pieces and squares left.

    ``sizes[g, n]`` counts the ways to place the groups from ``g`` on; ``starts[g, n, many]`` those of the group ``g``
    with more than ``many`` of its two pieces on the board.
    """
    sizes, starts = np.ones((4, 11), np.int64), np.zeros((3, 11, 3), np.int64)
    for g in (2, 1, 0):
        ways = 4 if g == 2 else 2
        for n in range(6 - 2 * (2 - g), 11):
            both = n * (n - 1) // 2 * ways * ways * sizes[g + 1, n - 2]
            one = n * ways * 2 * sizes[g + 1, n - 1]
            starts[g, n] = both + one, both, 0
            sizes[g, n] = both + one + 3 * sizes[g + 1, n]
    return sizes, starts


_MASKS = np.arange(1 << 12)
_IN_MASK = _MASKS[:, None] >> np.arange(12) & 1
_PAIRS = [(a, b) for a in range(12) for b in range(12) if a != b]
_FIRST = [(a, b) for a, b in _PAIRS if (a // 3 * 3 + 2 - a % 3, b // 3 * 3 + 2 - b % 3) >= (a, b)]
_ONES = _IN_MASK.sum(axis=1).astype(np.uint8)
_FREE = np.argsort(_IN_MASK, axis=1, kind="stable").astype(np.uint8)  # the squares not in a mask come first, in order
_BELOW = np.array([(p, q) for q in range(12) for p in range(q)], np.uint8)
_LIONS = np.full(144, -1, np.int16)
_LIONS[[12 * a + b for a, b in _FIRST]] = np.arange(len(_FIRST))
_SIZES, _STARTS = _sizes()

SIZE = len(_FIRST) * int(_SIZES[0, 10])
"""How many numbers there are."""


@cython.cclass
class Board:
    """Room for a position and its images, and the tables: one for each call, since threads may not share it.

    ``reach[12 * piece + square]`` holds the squares, as bits, that a lion (piece 0), elephant, giraffe, chick or hen of
    the player to move attacks from a square.
    """

    def __init__(self, reach):
        self.reach, self.ones, self.free, self.pairs = reach, _ONES, _FREE.ravel(), _BELOW.ravel()
        self.lions, self.lion_pairs = _LIONS, np.array(_FIRST, np.uint8).ravel()
        self.starts, self.sizes = _STARTS.ravel(), _SIZES.ravel()
        if not cython.compiled:  # NumPy's small numbers would overflow
            vars(self).update({name: table.tolist() for name, table in vars(self).items()})
            self.pieces, self.turned, self.mirror, self.holds = [0] * 8, [0] * 8, [0] * 8, [0] * 12


def _first_number(board, pieces):
    """Return the number of pieces whose lions stand as the first of two mirror images."""
    taken: cython.int = (1 << pieces[0]) | (1 << pieces[1])
    number: cython.longlong = board.lions[12 * pieces[0] + pieces[1]] * board.sizes[10]
    local: cython.longlong
    left: cython.int = 10
    for g in range(3):
        bits: cython.int = 2 if g == 2 else 1
        kinds: cython.int = (1 << bits) - 1
        x: cython.int = pieces[2 + 2 * g]
        y: cython.int = pieces[3 + 2 * g]
        if x > y:
            x, y = y, x
        p: cython.int = x >> 2
        q: cython.int = y >> 2
        many: cython.int = (x < 48) + (y < 48)
        if many > 0:
            p -= board.ones[taken & ((1 << p) - 1)]
        if many == 2:
            q -= board.ones[taken & ((1 << q) - 1)]
            local = (((((q * (q - 1)) >> 1) + p) << bits | (x & kinds)) << bits) | (y & kinds)
            taken |= (1 << (x >> 2)) | (1 << (y >> 2))
        elif many == 1:
            local = ((p << bits) | (x & kinds)) << 1 | (y & 1)
            taken |= 1 << (x >> 2)
        else:
            local = (x & 1) + (y & 1)
        number += board.starts[(11 * g + left) * 3 + many]
        left -= many
        number += local * board.sizes[11 * (g + 1) + left]
    return number


def _number(board, pieces):
    """Return the number of pieces: the least of those of the two mirror images."""
    centre: cython.bint = pieces[0] % 3 == 1 and pieces[1] % 3 == 1
    if not centre and board.lions[12 * pieces[0] + pieces[1]] >= 0:
        return _first_number(board, pieces)
    for i in range(8):
        s: cython.int = pieces[i] if i < 2 else pieces[i] >> 2
        if s < 12:
            s += 2 - 2 * (s % 3)
        board.mirror[i] = s if i < 2 else (s << 2) | (pieces[i] & 3)
    number: cython.longlong = _first_number(board, board.mirror)
    if centre:
        other: cython.longlong = _first_number(board, pieces)
        return min(number, other)
    return number


def _turn(board):
    """Write the pieces as the other player sees them."""
    board.turned[0] = 11 - board.pieces[1]
    board.turned[1] = 11 - board.pieces[0]
    for i in range(2, 8):
        code: cython.int = board.pieces[i]
        board.turned[i] = code ^ 1 if code >= 48 else ((11 - (code >> 2)) << 2) | ((code & 3) ^ 1)


def _place(board, number):
    """Write the pieces that have a number."""
    lions: cython.longlong = number // board.sizes[10]
    rest: cython.longlong = number - lions * board.sizes[10]
    board.pieces[0] = board.lion_pairs[2 * lions]
    board.pieces[1] = board.lion_pairs[2 * lions + 1]
    taken: cython.int = (1 << board.pieces[0]) | (1 << board.pieces[1])
    left: cython.int = 10
    for g in range(3):
        bits: cython.int = 2 if g == 2 else 1
        kinds: cython.int = (1 << bits) - 1
        at: cython.int = (11 * g + left) * 3
        many: cython.int = 2
        if rest >= board.starts[at]:
            many = 0
        elif rest >= board.starts[at + 1]:
            many = 1
        rest -= board.starts[at + many]
        left -= many
        size: cython.longlong = board.sizes[11 * (g + 1) + left]
        local: cython.int = rest // size
        rest -= local * size
        x: cython.int
        y: cython.int
        if many == 2:
            pair: cython.int = local >> (2 * bits)
            x = board.free[12 * taken + board.pairs[2 * pair]]
            y = board.free[12 * taken + board.pairs[2 * pair + 1]]
            taken |= (1 << x) | (1 << y)
            x = (x << 2) | ((local >> bits) & kinds)
            y = (y << 2) | (local & kinds)
        elif many == 1:
            x = board.free[12 * taken + (local >> (bits + 1))]
            taken |= 1 << x
            x = (x << 2) | ((local >> 1) & kinds)
            y = 48 + (local & 1)
        else:
            x = 48 + (local > 1)
            y = 48 + (local > 0)
        board.pieces[2 + 2 * g] = x
        board.pieces[3 + 2 * g] = y


def _piece(board, p):
    """Return which piece it is."""
    if p < 2:
        return 0
    return p // 2 + (p > 5 and (board.pieces[p] & 2) > 0)


def _square(board, p):
    """Return the square of a piece of the player to move, -1 if it has none or is not his."""
    if p < 2:
        return board.pieces[0] if p == 0 else -1
    code: cython.int = board.pieces[p]
    return code >> 2 if code < 48 and code & 1 == 0 else -1


def _look(board):
    """Note what squares are taken; return which pieces of the player to move attack the other lion, as bits."""
    found: cython.int = 0
    board.mine = 0
    board.all = 1 << board.pieces[1]
    for p in range(8):
        s: cython.int = _square(board, p)
        if s >= 0:
            board.mine |= 1 << s
            if (board.reach[12 * _piece(board, p) + s] >> board.pieces[1]) & 1:
                found |= 1 << p
        elif p > 1 and board.pieces[p] < 48:
            board.holds[board.pieces[p] >> 2] = p
            board.all |= 1 << (board.pieces[p] >> 2)
    board.all |= board.mine
    return found


def _after(board, p, to):
    """Return the number after a piece goes to a square, or is dropped there."""
    old: cython.int = board.pieces[p]
    taken: cython.int = board.holds[to] if (board.all >> to) & 1 else -1
    code: cython.int = 0
    if taken >= 0:
        code = board.pieces[taken]
        board.pieces[taken] = 48
    if p == 0:
        board.pieces[0] = to
    elif p > 5 and old < 48 and to > 8:
        board.pieces[p] = (to << 2) | 2
    else:
        board.pieces[p] = (to << 2) | (old & 2 if old < 48 else 0)
    _turn(board)
    number: cython.longlong = _number(board, board.turned)
    board.pieces[p] = old
    if taken >= 0:
        board.pieces[taken] = code
    return number


def expand(
    board: Board,
    index: cython.const[cython.longlong][::1],
    code: cython.uchar[::1],
    numbers: cython.longlong[:, ::1],
) -> cython.int:
    """Write where the game has ended, and the numbers after each move in the first rows; return how many rows."""
    most: cython.int = 0
    with cython.nogil:
        for i in range(index.shape[0]):
            _place(board, cython.cast(cython.longlong, index[i]))
            if _look(board) > 0:
                code[i] = 7
                continue
            if board.pieces[1] < 3:
                code[i] = 1
                continue
            many: cython.int = 0
            for p in range(8):
                s: cython.int = _square(board, p)
                squares: cython.int = 0
                if s >= 0:
                    squares = board.reach[12 * _piece(board, p) + s] & ~board.mine
                elif p > 1 and board.pieces[p] == 48 and (p & 1 == 0 or board.pieces[p - 1] != 48):
                    squares = 0xFFF & ~board.all
                for to in range(12):
                    if (squares >> to) & 1:
                        numbers[many, i] = _after(board, p, to)
                        many += 1
            most = max(most, many)
    return most


def _before(board, p, numbers, i, many):
    """Write the numbers before a piece went or was dropped where it is, after so many others; return how many."""
    old: cython.int = board.pieces[p]
    to: cython.int = _square(board, p)
    now: cython.int = _piece(board, p)
    piece: cython.int
    if 0 < now < 4:
        board.pieces[p] = 48
        numbers[many, i] = _number(board, board.pieces)
        many += 1
    for piece in range(now - (now == 4 and to > 8), now + 1):
        if piece == 3 and now == 3 and to > 8:
            continue  # it would be a hen
        for begin in range(12):
            steps: cython.int = board.reach[12 * piece + begin]
            if (board.all >> begin) & 1 or not (steps >> to) & 1 or (steps >> board.pieces[1]) & 1:
                continue
            board.pieces[p] = begin if p == 0 else (begin << 2) | (2 if piece == 4 else 0)
            numbers[many, i] = _number(board, board.pieces)
            many += 1
            for c in range(2, 8):
                if board.pieces[c] == 48 and (c & 1 == 0 or board.pieces[c - 1] != 48):
                    board.pieces[c] = (to << 2) | 1
                    numbers[many, i] = _number(board, board.pieces)
                    many += 1
                    if c > 5:
                        board.pieces[c] = (to << 2) | 3
                        numbers[many, i] = _number(board, board.pieces)
                        many += 1
                    board.pieces[c] = 48
    board.pieces[p] = old
    return many


def retract(board: Board, index: cython.const[cython.longlong][::1], numbers: cython.longlong[:, ::1]) -> cython.int:
    """Write the numbers before each move that leads to a position, where no game has ended; return how many rows."""
    most: cython.int = 0
    with cython.nogil:
        for i in range(index.shape[0]):
            _place(board, cython.cast(cython.longlong, index[i]))
            _turn(board)
            for p in range(8):
                board.pieces[p] = board.turned[p]
            if board.pieces[1] < 3:
                continue
            attack: cython.int = _look(board)
            many: cython.int = 0
            for p in range(8):  # whoever attacks the lion has just come, or the game had ended before
                if _square(board, p) >= 0 and (attack == 0 or attack == 1 << p):
                    many = _before(board, p, numbers, i, many)
            most = max(most, many)
    return most


def pieces_of(board: Board, number: cython.longlong) -> list[int]:
    """Return the pieces that have a number."""
    _place(board, number)
    return [board.pieces[i] for i in range(8)]


def number_of(board: Board, pieces: list[int]) -> cython.longlong:
    """Return the number of pieces."""
    for i in range(8):
        board.pieces[i] = pieces[i]
    return _number(board, board.pieces)
