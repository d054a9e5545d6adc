# compiled with inlining
"""The loops over batches of positions: which numbers are in use, and labels from the labels of the successors."""

import cython
import numpy as np

from graphgames.games.tables.kernels import window

NONE = 0xFFFF
"""No remoteness: larger than any."""

NO_MOVE, MISSING = 0xFFFF, 0xFFFC
"""What `look_up` writes where there is no label. No label has a remoteness above `FARTHEST`."""

FARTHEST = 0x3FFE


def mark(column: cython.const[cython.longlong][::1], bits: cython.uchar[::1]) -> cython.Py_ssize_t:
    """Set the bits of numbers; return the first row whose number is none, -1 if all are. -1 stands for no move."""
    k: cython.Py_ssize_t = column.shape[0]
    size: cython.longlong = 8 * bits.shape[0]
    bad: cython.Py_ssize_t = -1
    with cython.nogil:
        for i in range(k):
            number: cython.longlong = column[i]
            if number < 0:
                continue
            if number >= size:
                bad = i
                break
            bits[number >> 3] = bits[number >> 3] | (1 << (number & 7))
    return bad


def count(
    words: cython.const[cython.ulonglong][::1], before: cython.ushort[::1], base: cython.longlong[::1]
) -> cython.longlong:
    """Count the bits before each word, in its block of 1,024 words and in all blocks; return how many there are."""
    n: cython.Py_ssize_t = words.shape[0]
    total: cython.longlong = 0
    inside: cython.longlong = 0
    with cython.nogil:
        for i in range(n):
            if i & 1023 == 0:
                total += inside
                inside = 0
                base[i >> 10] = total
            before[i] = inside
            inside += window.members(words[i], 63)
            if (words[i] >> 63) & 1:
                inside += 1
    return total + inside


def members(words: cython.const[cython.ulonglong][::1]) -> cython.longlong:
    """Return the number of bits that are set."""
    total: cython.longlong = 0
    with cython.nogil:
        for i in range(words.shape[0]):
            total += window.members(words[i], 63) + ((words[i] >> 63) & 1)
    return total


def used(words: cython.const[cython.ulonglong][::1], found: cython.longlong[::1]) -> None:
    """Write which bits are set, in order."""
    k: cython.Py_ssize_t = 0
    with cython.nogil:
        for w in range(words.shape[0]):
            left: cython.ulonglong = cython.cast(cython.ulonglong, words[w])
            while left != 0:
                found[k] = 64 * w + window.members((left ^ (left - 1)) >> 1, 63)
                left &= left - 1
                k += 1


def places(
    words: cython.const[cython.ulonglong][::1], rows: cython.const[cython.longlong][::1], found: cython.longlong[::1]
) -> None:
    """Write which bits are set: the first of them for row 0, and so on; rows ascend."""
    word: cython.Py_ssize_t = 0
    before: cython.longlong = 0
    with cython.nogil:
        for i in range(rows.shape[0]):
            while True:
                many: cython.longlong = window.members(words[word], 63) + cython.cast(
                    cython.longlong, (words[word] >> 63) & 1
                )
                if before + many > rows[i]:
                    break
                before += many
                word += 1
            left: cython.ulonglong = cython.cast(cython.ulonglong, words[word])
            for _ in range(rows[i] - before):
                left &= left - 1
            found[i] = 64 * word + window.members((left ^ (left - 1)) >> 1, 63)


def look_up(tiers: window.Window, numbers: cython.const[cython.longlong][::1], labels: cython.ushort[::1]) -> None:
    """Write the labels of numbers: `NO_MOVE` for -1, `MISSING` for what is in none of the tiers, or not in use."""
    with cython.nogil:
        for i in range(numbers.shape[0]):
            if numbers[i] < 0:
                labels[i] = 0xFFFF
                continue
            place: cython.longlong = window.find(tiers, numbers[i])
            labels[i] = tiers.labels[place] if place >= 0 else 0xFFFC


def _label(known, again, i):
    """Return the label of a position by those of its successors, of which one without is a draw; -1 if one is missing.

    A win has the least remoteness of a successor that is good for the mover and one more, a loss the largest of a bad
    one and one more.
    """
    best: cython.int = 0xFFFF
    worst: cython.int = 0
    undecided: cython.bint = False
    for j in range(known.shape[0]):
        label: cython.int = cython.cast(cython.int, known[j, i])
        if label >= 0xFFFC:
            if label == 0xFFFC:
                return -1
        elif label & 1 == 0:
            undecided = True
        elif label & 3 == (3 if again[j] else 1):
            if label >> 2 < best:
                best = label >> 2
        elif label >> 2 >= worst:
            worst = (label >> 2) + 1
    if best != 0xFFFF:
        return 4 * (best + 1) + 3
    return 2 if undecided else 4 * worst + 1


def decide(
    code: cython.const[cython.uchar][::1],
    known: cython.const[cython.ushort][:, ::1],
    again: cython.const[cython.uchar][::1],
    labels: cython.ushort[::1],
) -> cython.Py_ssize_t:
    """Write the labels of positions all of whose successors have labels; return the first row with one missing, or -1.

    ``known`` holds the labels of the successors, a row for each move, and ``again`` where the same player moves again.
    """
    bad: cython.Py_ssize_t = -1
    with cython.nogil:
        for i in range(code.shape[0]):
            label: cython.int = cython.cast(cython.int, code[i]) if code[i] != 0 else _label(known, again, i)
            if label < 0:
                bad = i
                break
            labels[i] = label
    return bad


def decide_nimbers(known: cython.const[cython.ushort][:, ::1], labels: cython.ushort[::1]) -> None:
    """Write the nimbers of positions, as labels, from the labels of their successors: the least that none of these has.

    The label of a nimber is 4 times the nimber, and 3 if it is a win, 1 if it is 0.
    """
    moves: cython.Py_ssize_t = known.shape[0]
    k: cython.Py_ssize_t = labels.shape[0]
    seen: cython.longlong[::1] = np.full(moves + 2, -1, np.int64)
    with cython.nogil:
        for i in range(k):
            for j in range(moves):
                nimber: cython.Py_ssize_t = known[j, i] >> 2
                if known[j, i] < 0xFFFC and nimber <= moves:
                    seen[nimber] = i
            nimber = 0
            while seen[nimber] == i:
                nimber += 1
            labels[i] = 4 * nimber + (3 if nimber > 0 else 1)


def decide_layer(
    code: cython.const[cython.uchar][::1],
    known: cython.const[cython.ushort][:, ::1],
    again: cython.const[cython.uchar][::1],
    layer: cython.int,
    labels: cython.ushort[::1],
) -> cython.longlong:
    """Write the labels of remoteness ``layer`` where there was none; return the next layer that may have any.

    It is `NONE` if no further one is known of, and -1 - row if the label of a successor is missing there.
    """
    soonest: cython.longlong = 0xFFFF
    with cython.nogil:
        for i in range(code.shape[0]):
            if labels[i] != 0:
                continue
            label: cython.int = cython.cast(cython.int, code[i]) if code[i] != 0 else _label(known, again, i)
            if label < 0:
                soonest = -1 - i
                break
            if code[i] != 0 or (label & 1 == 1 and label >> 2 == layer):
                labels[i] = label
                if layer + 1 < soonest:
                    soonest = layer + 1
            elif label & 1 == 1 and label >> 2 < soonest:
                soonest = label >> 2
    return soonest


def unknown_are_draws(labels: cython.ushort[::1]) -> None:
    """Turn what is not decided into draws, bounds of `backward` included: a play there goes on for ever."""
    with cython.nogil:
        for i in range(labels.shape[0]):
            if labels[i] & 3 == 0:
                labels[i] = 2
