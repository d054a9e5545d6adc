"""Reading the lines ``vertex owner head weight,head weight,...`` of energy games."""

import cython

from graphgames.readers.kernels import text


def behind_blanks(data, p, end):
    """Return the first place that is no blank, tab or carriage return."""
    while p < end and (data[p] == 32 or data[p] == 9 or data[p] == 13):
        p += 1
    return p


def ends_number(byte):
    """Whether a byte stands behind a number: a comma, a blank, or the end of a line."""
    return byte == 44 or byte == 10 or byte == 13 or byte == 32 or byte == 9


def scan_lines(
    data: cython.const[cython.uchar][::1],
    n: cython.longlong,
    state: cython.longlong[::1],
    owner: cython.uchar[::1],
    order: cython.int[::1],
    degree: cython.longlong[::1],
    heads: cython.int[::1],
    weights: cython.longlong[::1],
    wide: cython.longlong[:, ::1],
) -> cython.int:
    """Read from ``state[0]`` on; return 0 at the end, else the code of a fault, whose place is in ``state[0]``.

    ``state`` counts lines, edges and wide weights in places 1 to 3; place 4 is where the line begins. ``order[k]`` is
    the vertex of line k and ``degree[k]`` the number of its edges. ``owner`` comes as 2 everywhere. A weight that is no
    integer of at most 18 digits is left for Python: ``wide`` gets its edge, where it begins and where it ends. Codes:
    1 no vertex, 2 a vertex out of range, 3 a vertex a second time, 4 no owner, 5 no head, 6 a head out of range, 7 no
    weight, 8 something else behind a weight.
    """
    end: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    p: cython.Py_ssize_t = state[0]
    q: cython.Py_ssize_t
    lines: cython.longlong = state[1]
    edges: cython.longlong = state[2]
    wides: cython.longlong = state[3]
    number: cython.longlong
    v: cython.longlong
    fault: cython.int = 0
    with cython.nogil:
        while True:
            p = behind_blanks(data, p, end)
            if p >= end:
                break
            if data[p] == 10:
                p += 1
                continue
            state[4] = p
            q, v = text.digits(data, p, min(end, p + 18))
            if q == p:
                fault = 1
                break
            if v >= n:
                fault = 2
                break
            if owner[v] != 2:
                fault = 3
                break
            p = behind_blanks(data, q, end)
            if p == q or p >= end or (data[p] != 48 and data[p] != 49) or (p + 1 < end and 48 <= data[p + 1] <= 57):
                fault = 4
                break
            owner[v] = data[p] - 48
            first: cython.longlong = edges
            p = behind_blanks(data, p + 1, end)
            while p < end and data[p] != 10:
                q, number = text.digits(data, p, min(end, p + 18))
                if q == p:
                    fault = 5
                    break
                if number >= n:
                    fault = 6
                    break
                heads[edges] = number
                p = behind_blanks(data, q, end)
                minus: cython.bint = p < end and data[p] == 45
                behind: cython.Py_ssize_t = p + minus
                q, number = text.digits(data, behind, min(end, behind + 18))
                if q < end and not ends_number(data[q]):
                    while q < end and not ends_number(data[q]):
                        q += 1
                    wide[wides, 0] = edges
                    wide[wides, 1] = p
                    wide[wides, 2] = q
                    wides += 1
                    number = 0
                elif q == behind:
                    fault = 7
                    break
                weights[edges] = -number if minus else number
                edges += 1
                p = behind_blanks(data, q, end)
                if p < end and data[p] == 44:
                    p = behind_blanks(data, p + 1, end)
                    if p >= end or data[p] == 10:
                        fault = 5
                        break
                elif p < end and data[p] != 10:
                    fault = 8
                    break
            if fault != 0:
                break
            order[lines] = v
            degree[lines] = edges - first
            lines += 1
    state[0] = p
    state[1] = lines
    state[2] = edges
    state[3] = wides
    return fault
