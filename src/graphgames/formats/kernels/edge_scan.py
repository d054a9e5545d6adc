"""Reading and writing edges as text, ``u v`` a line, over bytes."""

import cython

from graphgames.core.compiled import poll
from graphgames.readers.kernels import text


def scan_edges(
    data: cython.const[cython.uchar][::1],
    state: cython.longlong[::1],
    tails: cython.int[::1],
    heads: cython.int[::1],
) -> cython.int:
    """Read lines of two numbers (an edge) or one (a vertex alone); ``#`` begins a comment, empty lines are passed over.

    ``state`` (int64, shape (3,)): where to go on, how many edges there are, the largest number; after a fault the first
    is the byte at fault.

    Return 0 at the end, 1 where a number should stand, 2 for one above 2147483646, 3 for a third thing on a line.
    """
    end: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    p: cython.Py_ssize_t = state[0]
    edges: cython.Py_ssize_t = state[1]
    largest: cython.longlong = state[2]
    number: cython.ulonglong
    on_line = tail = fault = steps = 0
    with cython.nogil:
        while p < end:
            if data[p] == 10:
                on_line = 0
                p += 1
                steps += 1
                if steps & 0xFFFFF == 0:
                    with cython.gil:
                        poll()
                continue
            if text.is_space(data[p]):
                p += 1
                continue
            if data[p] == 35:
                while p < end and data[p] != 10:
                    p += 1
                continue
            begin = p
            p, number = text.digits(data, p, end)
            if p == begin:
                fault = 1
            elif on_line == 2:
                fault = 3
            elif p - begin > 18 or number > 2147483646:
                fault = 2
            elif p < end and data[p] > 32 and data[p] != 35:
                fault = 1
            if fault != 0:
                p = begin
                break
            if cython.cast(cython.longlong, number) > largest:
                largest = cython.cast(cython.longlong, number)
            if on_line == 0:
                tail = cython.cast(cython.int, number)
            else:
                tails[edges] = tail
                heads[edges] = cython.cast(cython.int, number)
                edges += 1
            on_line += 1
    state[0] = p
    state[1] = edges
    state[2] = largest
    return fault
