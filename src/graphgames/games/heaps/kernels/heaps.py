# compiled with -O1
"""Nim-values of heap games by code, heap after heap: by sparse space, or by all splits; and where a sequence repeats.

Sparse space (Berlekamp, Conway, Guy, *Winning Ways*, ch. 4; Gangolli & Plambeck 1989): call a value rare if an even
number of its bits are in a mask, else common. A rare and a common heap have a common sum, so the common options come
from splits with a rare heap alone; the mex is common unless a rare value below it is missed. Any mask gives the right
values; a mask that makes few heaps rare gives them fast.
"""

import cython

from graphgames.core.compiled import poll


@cython.cclass
class SparseSpace:
    """The values of the heaps of one code, as far as they are known, and the rare heaps, ascending.

    Digit k of the code is a sum of 1 (k may be taken if nothing is left), 2 (if one heap is left) and 4 (if two are);
    with ``unequal`` the two must differ.
    """

    digits: cython.const[cython.uchar][::1]
    unequal: cython.bint
    values: cython.int[::1]
    rare: cython.int[::1]

    def __init__(self, digits, unequal, values, rare):
        self.digits, self.unequal, self.values, self.rare = digits, unequal, values, rare

    def extend(
        self,
        start: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        rare_count: cython.Py_ssize_t,
        common: cython.const[cython.uchar][::1],
        stamp: cython.int[::1],
    ) -> tuple[int, int]:
        """Write the values of heaps ``start`` to ``stop`` - 1.

        Returns the first heap not done and the number of rare heaps. ``common[v]`` says whether value v is common; if
        none is, it tries all splits. There are ``rare_count`` rare heaps from 1 to ``start`` - 1. It stops early behind
        a value of half the length of ``stamp`` or more, since sums of such values might not fit. ``stamp`` comes as -1.
        """
        places: cython.Py_ssize_t = self.digits.shape[0]
        half: cython.int = cython.cast(cython.int, stamp.shape[0] // 2)
        sparse_space: cython.bint = False
        n: cython.Py_ssize_t = start
        until_poll: cython.longlong = 1 << 24
        with cython.nogil:
            for i in range(common.shape[0]):
                if common[i]:
                    sparse_space = True
            while n < stop:
                mark = cython.cast(cython.int, n)
                for k in range(places):
                    left = n - k
                    if left < 0:
                        break
                    if left == 0:
                        if self.digits[k] & 1:
                            stamp[0] = mark
                        break
                    if self.digits[k] & 2:
                        stamp[self.values[left]] = mark
                    if self.digits[k] & 4:
                        for i in range(rare_count):
                            a = self.rare[i]
                            if a >= left or (not sparse_space and 2 * a > left):
                                break
                            if self.unequal and 2 * a == left:
                                continue
                            stamp[self.values[a] ^ self.values[left - a]] = mark
                        until_poll -= rare_count
                g = 0
                missing = 0
                while stamp[g] == mark or (sparse_space and not common[g]):
                    if stamp[g] != mark:
                        missing += 1
                    g += 1
                if missing:
                    for k in range(places):
                        left = n - k
                        if left < 2 or missing == 0:
                            break
                        if not self.digits[k] & 4:
                            continue
                        for i in range(left // 2):  # from both ends: equal halves are what gives 0
                            a = left // 2 - i // 2 if i & 1 else 1 + i // 2
                            if self.unequal and 2 * a == left:
                                continue
                            v = self.values[a] ^ self.values[left - a]
                            if stamp[v] != mark:
                                stamp[v] = mark
                                if v < g and not common[v]:
                                    missing -= 1
                                    if missing == 0:
                                        break
                        until_poll -= i
                if missing:
                    g = 0
                    while stamp[g] == mark or common[g]:
                        g += 1
                self.values[n] = g
                if n and not common[g]:
                    self.rare[rare_count] = mark
                    rare_count += 1
                n += 1
                until_poll -= 1
                if until_poll < 0:
                    until_poll = 1 << 24
                    with cython.gil:
                        poll()
                if g >= half:
                    break
        return n, rare_count


def three_heaps(
    digits: cython.const[cython.uchar][::1],
    values: cython.int[::1],
    pairs: cython.uchar[:, ::1],
    stamp: cython.int[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write the values of heaps ``start`` to ``stop`` - 1 of a hexadecimal code, where 8 lets three heaps be left.

    Returns the first heap not done. ``pairs[s]`` comes as zeros and becomes the set of values of two heaps of s
    together. O(n^2 V) for values below V, the length of ``stamp`` and of each row; it stops behind a value of half of
    that.
    """
    places: cython.Py_ssize_t = digits.shape[0]
    size: cython.Py_ssize_t = stamp.shape[0]
    a: cython.Py_ssize_t
    v: cython.Py_ssize_t
    n: cython.Py_ssize_t
    done: cython.Py_ssize_t = stop
    until_poll: cython.longlong = 1 << 24
    with cython.nogil:
        for n in range(start, stop):
            mark = cython.cast(cython.int, n)
            for a in range(1, n // 2 + 1):
                pairs[n, values[a] ^ values[n - a]] = 1
            for k in range(places):
                left = n - k
                if left < 0:
                    break
                if left == 0:
                    if digits[k] & 1:
                        stamp[0] = mark
                    break
                if digits[k] & 2:
                    stamp[values[left]] = mark
                if digits[k] & 4:
                    for v in range(size):
                        if pairs[left, v]:
                            stamp[v] = mark
                if digits[k] & 8:
                    for a in range(1, left - 1):
                        for v in range(size):
                            if pairs[left - a, v]:
                                stamp[v ^ values[a]] = mark
                    until_poll -= left * size
            g = 0
            while stamp[g] == mark:
                g += 1
            values[n] = g
            if until_poll < 0:
                until_poll = 1 << 24
                with cython.gil:
                    poll()
            if 2 * g >= size:
                done = n + 1
                break
    return done


def repeats(sequence: cython.const[cython.int][::1], length: cython.int[::1]) -> None:
    """For each p write how many terms from p on agree with those from 0 on (the Z function), O(n).

    Gusfield, *Algorithms on Strings, Trees and Sequences* (1997), 1.3.
    """
    n: cython.int = cython.cast(cython.int, sequence.shape[0])
    left = right = 0
    with cython.nogil:
        if n:
            length[0] = n
        for p in range(1, n):
            z = 0
            if p < right:
                z = length[p - left]
                if z > right - p:
                    z = right - p
            while p + z < n and sequence[z] == sequence[p + z]:
                z += 1
            if p + z > right:
                left = p
                right = p + z
            length[p] = z
