"""Scanning rows of digits of different lengths, ``mark k s1 ... sk``: the fields of the Green Game's document."""

import cython

from graphgames.readers.kernels import text


def scan(
    data: cython.const[cython.uchar][::1],
    position: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    marks: cython.uchar[::1],
    indptr: cython.longlong[::1],
    successors: cython.int[::1],
) -> cython.Py_ssize_t:
    """Read as many rows as ``marks`` holds; return the place behind the last one, or -1 where something is wrong.

    Marks are 0 or 1, each row names at least one other row by its number from 1, and rows up to ``left`` name only rows
    after it, the others only rows up to it. ``indptr`` comes as zeros; what is written holds numbers from 0.
    """
    with cython.nogil:
        behind = rows(data, position, left, marks, indptr, successors)
    return behind


def rows(data, position, left, marks, indptr, successors):
    """Do the work of `scan`."""
    size = data.shape[0] if cython.compiled else len(data)
    n = marks.shape[0]
    room = successors.shape[0]
    count = 0
    for v in range(n):
        low = left + 1 if v < left else 1
        high = n if v < left else left
        todo = 2
        token = 0
        while token < todo:
            position = text.past_space(data, position, size)
            if position == size:
                return -1
            value = 0
            c = data[position]
            while c >= 48 and c <= 57:
                value = value * 10 + (c - 48)
                if value > 2147483647:
                    return -1
                position += 1
                c = data[position] if position < size else 32
            if not text.is_space(c):
                return -1
            if token == 0:
                if value > 1:
                    return -1
                marks[v] = value
            elif token == 1:
                if value < 1 or value > room - count:
                    return -1
                todo = 2 + value
            else:
                if value < low or value > high:
                    return -1
                successors[count] = value - 1
                count += 1
            token += 1
        indptr[v + 1] = count
    return position
