"""Scanning decimal integers out of text, into arrays the caller made.

Tokens are separated by white space: spaces, tabs, carriage returns, line ends, form feeds. A scan stops in front of the
first token that is not an integer of the range and says how many came before; what is wrong there is for the caller to
say.
"""

import cython

from graphgames.readers.kernels import text

number = cython.fused_type(cython.int, cython.longlong)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def scan(
    data: cython.const[cython.uchar][::1],
    position: cython.Py_ssize_t,
    low: cython.longlong,
    high: cython.longlong,
    width: cython.Py_ssize_t,
    out: number[::1],
) -> cython.Py_ssize_t:
    """Fill ``out`` column by column; return the place behind the last token, or ``-1 - k`` if token k would not do."""
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    count: cython.Py_ssize_t = out.shape[0]
    rows: cython.Py_ssize_t = count // width
    row: cython.Py_ssize_t = 0
    column: cython.Py_ssize_t = 0
    value: cython.ulonglong  # 19 digits fit; longer tokens are left to the caller
    signed: cython.longlong
    negative: cython.bint
    for i in range(count):
        position = text.past_space(data, position, size)
        negative = low < 0 and position < size and data[position] == 45
        if negative:
            position += 1
        start = position
        position, value = text.digits(data, position, size)
        if position == start or position - start > 19 or (position < size and not text.is_space(data[position])):
            return -1 - i
        signed = value
        if signed < 0:  # beyond 63 bits; as plain Python it is beyond ``high``
            return -1 - i
        if negative:
            signed = -signed
        if signed < low or signed > high:
            return -1 - i
        out[column * rows + row] = signed
        column += 1
        if column == width:
            column = 0
            row += 1
    return position


def integers32(
    data: cython.const[cython.uchar][::1],
    position: cython.Py_ssize_t,
    low: cython.longlong,
    high: cython.longlong,
    width: cython.Py_ssize_t,
    out: cython.int[::1],
) -> cython.Py_ssize_t:
    """Scan ``out.size`` integers from ``position`` on, ``width`` of them a row, column by column into ``out``.

    Returns the place behind the last one; or ``-1 - k`` if token k is missing, is no integer or is out of range.
    """
    with cython.nogil:
        behind = scan(data, position, low, high, width, out)
    return behind


def integers64(
    data: cython.const[cython.uchar][::1],
    position: cython.Py_ssize_t,
    low: cython.longlong,
    high: cython.longlong,
    width: cython.Py_ssize_t,
    out: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """As `integers32`, for the wider type."""
    with cython.nogil:
        behind = scan(data, position, low, high, width, out)
    return behind


def token(
    data: cython.const[cython.uchar][::1], position: cython.Py_ssize_t
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
    """Return the begin and the end of the next token; both are the end of the data where there is none."""
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    begin = position = text.past_space(data, position, size)
    while position < size and not text.is_space(data[position]):
        position += 1
    return begin, position


def skip(
    data: cython.const[cython.uchar][::1], position: cython.Py_ssize_t, count: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the place behind the next ``count`` tokens."""
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    with cython.nogil:
        for _ in range(count):
            position = text.past_space(data, position, size)
            while position < size and not text.is_space(data[position]):
                position += 1
    return position
