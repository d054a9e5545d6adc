"""Writing text: vertices, solutions and edges into an array of bytes that is large enough."""

import cython
import numpy as np
from numpy.typing import NDArray


def put(out, p, number):
    """Write a number from place p on and return the place behind it."""
    digits: cython.Py_ssize_t = 1
    rest: cython.uint = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    q: cython.Py_ssize_t = p + digits - 1
    rest = number
    while q >= p:
        out[q] = 48 + rest % 10
        rest //= 10
        q -= 1
    return p + digits


def game_lines(
    edges: tuple[NDArray[np.int64], NDArray[np.int32]],
    owner: cython.const[cython.uchar][::1],
    priority: cython.const[cython.int][::1],
    names: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Write the vertices from ``first`` up to, not including, ``last``; return how many bytes that took.

    ``edges`` are indptr and successors, ``names`` where each name begins in a text, its length, and the text. There are
    no lengths where no vertex has a name, and it is -1 for a vertex without one.
    """
    indptr: cython.const[cython.longlong][::1] = edges[0]
    successors: cython.const[cython.int][::1] = edges[1]
    name_where: cython.const[cython.longlong][::1] = names[0]
    name_length: cython.const[cython.int][::1] = names[1]
    text: cython.const[cython.uchar][::1] = names[2]
    p: cython.Py_ssize_t = 0
    named: cython.bint = name_length.shape[0] > 0
    with cython.nogil:
        for v in range(first, last):
            p = put(out, p, cython.cast(cython.uint, v))
            out[p] = 32
            if priority[v] < 0:
                p += 1
                out[p] = 45
            p = put(out, p + 1, cython.cast(cython.uint, -priority[v] if priority[v] < 0 else priority[v]))
            out[p] = 32
            out[p + 1] = 48 + owner[v]
            p += 2
            for e in range(indptr[v], indptr[v + 1]):
                out[p] = 32 if e == indptr[v] else 44
                p = put(out, p + 1, cython.cast(cython.uint, successors[e]))
            if named and name_length[v] >= 0:
                out[p] = 32
                out[p + 1] = 34
                p += 2
                for i in range(name_where[v], name_where[v] + name_length[v]):
                    out[p] = text[i]
                    p += 1
                out[p] = 34
                p += 1
            out[p] = 59
            out[p + 1] = 10
            p += 2
    return p


def solution_lines(
    winner: cython.const[cython.uchar][::1],
    moves: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Write ``id winner move;`` for the vertices from ``first`` up to ``last``, excluded; return the bytes it took."""
    p: cython.Py_ssize_t = 0
    with cython.nogil:
        for v in range(first, last):
            p = put(out, p, cython.cast(cython.uint, v))
            out[p] = 32
            out[p + 1] = 48 + winner[v]
            p += 2
            if moves[v] >= 0:
                out[p] = 32
                p = put(out, p + 1, cython.cast(cython.uint, moves[v]))
            out[p] = 59
            out[p + 1] = 10
            p += 2
    return p


def edge_lines(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Write ``u v`` for the edges out of the vertices from ``first`` up to ``last``, excluded; return the bytes."""
    p: cython.Py_ssize_t = 0
    with cython.nogil:
        for v in range(first, last):
            for e in range(indptr[v], indptr[v + 1]):
                p = put(out, p, cython.cast(cython.uint, v))
                out[p] = 32
                p = put(out, p + 1, cython.cast(cython.uint, successors[e]))
                out[p] = 10
                p += 1
    return p


def row_lines(
    indptr: cython.const[cython.longlong][::1],
    items: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    out: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Write ``row item item ...`` for the rows from ``first`` up to ``last``, excluded; return the bytes it took."""
    p: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(first, last):
            p = put_any(out, p, row)
            for i in range(indptr[row], indptr[row + 1]):
                out[p] = 32
                p = put_any(out, p + 1, items[i])
            out[p] = 10
            p += 1
    return p


def put_any(out, p, number):
    """Write a number of 64 bits from place p on and return the place behind it."""
    size: cython.ulonglong = cython.cast(cython.ulonglong, number if number >= 0 else -(number + 1))
    if number < 0:
        size += 1
        out[p] = 45
        p += 1
    if size >> 32 == 0:
        return put(out, p, cython.cast(cython.uint, size))
    digits: cython.Py_ssize_t = 1
    rest: cython.ulonglong = size // 10
    while rest > 0:
        digits += 1
        rest //= 10
    q: cython.Py_ssize_t = p + digits - 1
    while q >= p:
        out[q] = cython.cast(cython.uchar, 48 + size % 10)
        size //= 10
        q -= 1
    return p + digits


def number_list(values: cython.const[cython.longlong][::1], out: cython.uchar[::1]) -> cython.Py_ssize_t:
    """Write numbers with commas between; return the bytes it took."""
    p: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(values.shape[0]):
            if i > 0:
                out[p] = 44
                p += 1
            p = put_any(out, p, values[i])
    return p
