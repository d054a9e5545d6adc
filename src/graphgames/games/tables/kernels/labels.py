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
    i: cython.Py_ssize_t
    number: cython.longlong
    bad: cython.Py_ssize_t = -1
    with cython.nogil:
        for i in range(k):
            number = column[i]
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
    i: cython.Py_ssize_t
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
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(words.shape[0]):
            total += window.members(words[i], 63) + ((words[i] >> 63) & 1)
    return total


def places(
    words: cython.const[cython.ulonglong][::1], rows: cython.const[cython.longlong][::1], found: cython.longlong[::1]
) -> None:
    """Write which bits are set: the first of them for row 0, and so on; rows ascend."""
    word: cython.Py_ssize_t = 0
    before: cython.longlong = 0
    many: cython.longlong
    left: cython.ulonglong
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(rows.shape[0]):
            while True:
                many = window.members(words[word], 63) + cython.cast(cython.longlong, (words[word] >> 63) & 1)
                if before + many > rows[i]:
                    break
                before += many
                word += 1
            left = cython.cast(cython.ulonglong, words[word])
            for _ in range(rows[i] - before):
                left &= left - 1
            found[i] = 64 * word + window.members((left ^ (left - 1)) >> 1, 63)


def look_up(tiers: window.Window, numbers: cython.const[cython.longlong][::1], labels: cython.ushort[::1]) -> None:
    """Write the labels of numbers: `NO_MOVE` for -1, `MISSING` for what is in none of the tiers, or not in use."""
    i: cython.Py_ssize_t
    place: cython.longlong
    with cython.nogil:
        for i in range(numbers.shape[0]):
            if numbers[i] < 0:
                labels[i] = 0xFFFF
                continue
            place = window.find(tiers, numbers[i])
            labels[i] = tiers.labels[place] if place >= 0 else 0xFFFC


def fold(
    labels: cython.const[cython.ushort][::1],
    again: cython.bint,
    best: cython.ushort[::1],
    worst: cython.ushort[::1],
    undecided: cython.ushort[::1],
) -> cython.Py_ssize_t:
    """Take the labels after one move of each position into account; return the first row with a label missing, or -1.

    ``best`` is the least remoteness of a successor that is good for the mover, ``worst`` one more than the largest of a
    bad one, ``undecided`` the number of the others.
    """
    good: cython.int = 3 if again else 1
    bad: cython.Py_ssize_t = -1
    i: cython.Py_ssize_t
    label: cython.int
    remoteness: cython.int
    with cython.nogil:
        for i in range(labels.shape[0]):
            label = labels[i]
            if label >= 0xFFFC:
                if label == 0xFFFC:
                    bad = i
                    break
                continue
            remoteness = label >> 2
            if label & 1 == 0:
                undecided[i] += 1
            elif label & 3 == good:
                if remoteness < best[i]:
                    best[i] = remoteness
            elif remoteness >= worst[i]:
                worst[i] = remoteness + 1
    return bad


def decide(
    code: cython.const[cython.uchar][::1],
    best: cython.const[cython.ushort][::1],
    worst: cython.const[cython.ushort][::1],
    undecided: cython.const[cython.ushort][::1],
    labels: cython.ushort[::1],
) -> None:
    """Write the labels of positions all of whose successors have labels."""
    k: cython.Py_ssize_t = code.shape[0]
    i: cython.Py_ssize_t
    label: cython.int
    with cython.nogil:
        for i in range(k):
            if code[i] != 0:
                label = code[i]
            elif best[i] != 0xFFFF:
                label = best[i]
                label = 4 * (label + 1) + 3
            elif undecided[i] > 0:
                label = 2
            else:
                label = worst[i]
                label = 4 * label + 1
            labels[i] = label


def decide_nimbers(known: cython.const[cython.ushort][:, ::1], labels: cython.ushort[::1]) -> None:
    """Write the nimbers of positions, as labels, from the labels of their successors: the least that none of these has.

    The label of a nimber is 4 times the nimber, and 3 if it is a win, 1 if it is 0.
    """
    moves: cython.Py_ssize_t = known.shape[0]
    k: cython.Py_ssize_t = labels.shape[0]
    seen: cython.longlong[::1] = np.full(moves + 2, -1, np.int64)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    nimber: cython.Py_ssize_t
    with cython.nogil:
        for i in range(k):
            for j in range(moves):
                nimber = known[j, i] >> 2
                if known[j, i] < 0xFFFC and nimber <= moves:
                    seen[nimber] = i
            nimber = 0
            while seen[nimber] == i:
                nimber += 1
            labels[i] = 4 * nimber + (3 if nimber > 0 else 1)


def decide_layer(
    code: cython.const[cython.uchar][::1],
    best: cython.const[cython.ushort][::1],
    worst: cython.const[cython.ushort][::1],
    undecided: cython.const[cython.ushort][::1],
    layer: cython.int,
    labels: cython.ushort[::1],
) -> cython.longlong:
    """Write the labels of remoteness ``layer`` where there was none; return the next layer that may have any.

    It is `NONE` if no further one is known of.
    """
    k: cython.Py_ssize_t = code.shape[0]
    soonest: cython.int = 0xFFFF
    i: cython.Py_ssize_t
    at: cython.int
    with cython.nogil:
        for i in range(k):
            if labels[i] != 0:
                continue
            if code[i] != 0:
                labels[i] = code[i]
                at = 0
            elif best[i] != 0xFFFF:
                at = best[i] + 1
                if at == layer:
                    labels[i] = 4 * layer + 3
            elif undecided[i] == 0:
                at = worst[i]
                if at == layer:
                    labels[i] = 4 * layer + 1
            else:
                continue
            if labels[i] != 0:
                at = layer + 1
            if at < soonest:
                soonest = at
    return soonest


def unknown_are_draws(labels: cython.ushort[::1]) -> None:
    """Turn what is not decided into draws, bounds of `backward` included: a play there goes on for ever."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(labels.shape[0]):
            if labels[i] & 3 == 0:
                labels[i] = 2
