"""Reading PGSolver's text formats over bytes: games (``.pg``) and solutions (``paritysol``).

The scan stops at the first fault, says which it is and where, and can go on behind it; `graphgames.formats` turns that
into sentences. ``state`` is a row of ``int64`` by which a scan is begun, stopped and continued; its places and the
codes of the faults stand in `_pg_codes`.
"""

import cython

from graphgames.core.compiled import poll
from graphgames.formats.kernels._pg_codes import *  # into the C integers of the .pxd
from graphgames.readers.kernels import text


def count(data: cython.const[cython.uchar][::1], byte: cython.uchar) -> cython.Py_ssize_t:
    """Count how often a byte occurs."""
    found: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    with cython.nogil:
        for p in range(size):
            found += data[p] == byte
    return found


def scan(
    data: cython.const[cython.uchar][::1],
    state: cython.longlong[::1],
    indptr: cython.longlong[::1],
    degree: cython.int[::1],
    successors: cython.int[::1],
    owner: cython.uchar[::1],
    priority: cython.int[::1],
    wide: cython.longlong[:, ::1],
) -> cython.int:
    """Read vertex lines ``id priority owner successors "name";`` from ``state[POSITION]`` on.

    The successors are written in the order of the file. While ids come as 0, 1, 2, ... ``indptr`` grows as in
    compressed sparse rows; from the first other id on, ``degree`` is written too and `gather` brings the rows in order.

    Where ``state[MOVES]`` is set the lines are ``id winner move;`` of a solution: the winner is written into ``owner``,
    the move into ``successors[id]``, and the other arrays are empty. Where ``state[BY_ROW]`` is set the ids are written
    into ``degree``, and all else in the order of the file, whatever the ids are.

    A priority that is too large is a fault where ``wide`` is full; else it is left for Python: ``wide`` gets its
    vertex, where it begins and where it ends.
    """
    end: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    p: cython.Py_ssize_t = state[POSITION]
    statement: cython.Py_ssize_t = state[STATEMENT]
    vertices: cython.Py_ssize_t = state[COUNT]
    edges: cython.Py_ssize_t = state[EDGES]
    first: cython.Py_ssize_t = edges
    largest_id: cython.longlong = state[LARGEST_ID]
    largest_successor: cython.longlong = state[LARGEST_SUCCESSOR]
    unordered: cython.bint = state[UNORDERED] != 0
    id_limit: cython.longlong = state[ID_LIMIT]
    successor_limit: cython.longlong = state[SUCCESSOR_LIMIT]
    dead_ends: cython.bint = state[DEAD_ENDS] != 0
    moves: cython.bint = state[MOVES] != 0
    signed: cython.bint = state[SIGNED] != 0
    by_row: cython.bint = state[BY_ROW] != 0
    minus: cython.bint
    wanted: cython.int = NO_ID
    fault: cython.int = DONE
    seen: cython.uint = 0
    number: cython.ulonglong
    v: cython.Py_ssize_t = 0
    color = rank = steps = 0
    name_bytes: cython.Py_ssize_t = state[NAME_BYTES]
    names: cython.Py_ssize_t = state[NAMES]
    wides: cython.Py_ssize_t = state[WIDE]
    with cython.nogil:
        while True:
            p = text.past_space(data, p, end)
            if wanted == NO_ID:
                statement = p
                if p >= end:
                    break
            minus = signed and wanted == NO_PRIORITY and p < end and data[p] == 45
            if minus:
                p += 1
            begin = p
            p, number = text.digits(data, p, end)
            if p == begin:
                if wanted != NO_SUCCESSOR or p >= end or (data[p] != 59 and (moves or data[p] != 34)):
                    fault = wanted
                    break
                if not dead_ends:
                    fault = DEAD_END
                    p = statement
                    break
            elif (p - begin > 18 or number > 2147483647) and wanted == NO_PRIORITY and wides < wide.shape[0]:
                wide[wides, 0] = v
                wide[wides, 1] = begin - minus
                wide[wides, 2] = p
                wides += 1
                rank = 0
                wanted = NO_OWNER
                continue
            elif p - begin > 18 or number > 2147483647:
                fault = TOO_LARGE
                p = begin
                break
            elif wanted == NO_ID:
                v = cython.cast(cython.Py_ssize_t, number)
                if v >= id_limit:
                    fault = ID_OUT_OF_RANGE
                    p = begin
                    break
                if by_row:
                    degree[vertices] = cython.cast(cython.int, number)
                    v = vertices
                if owner[v] != UNSEEN:
                    fault = ID_TWICE
                    p = begin
                    break
                if moves:
                    edges = v
                first = edges
                wanted = NO_OWNER if moves else NO_PRIORITY
                continue
            elif wanted == NO_PRIORITY:
                rank = -cython.cast(cython.int, number) if minus else cython.cast(cython.int, number)
                wanted = NO_OWNER
                continue
            elif wanted == NO_OWNER:
                if number > 1:
                    fault = BAD_OWNER
                    p = begin
                    break
                color = cython.cast(cython.int, number)
                wanted = NO_SUCCESSOR
                continue
            else:
                if cython.cast(cython.longlong, number) >= successor_limit:
                    fault = SUCCESSOR_OUT_OF_RANGE
                    p = begin
                    break
                successors[edges] = cython.cast(cython.int, number)
                edges += 1
                if cython.cast(cython.longlong, number) > largest_successor:
                    largest_successor = cython.cast(cython.longlong, number)
                p = text.past_space(data, p, end)
                if p >= end or (data[p] != 59 and (moves or (data[p] != 44 and data[p] != 34))):
                    fault = NO_SEPARATOR
                    break
                if data[p] == 44:
                    p += 1
                    wanted = NO_SUCCESSOR_AFTER_COMMA
                    continue
            if data[p] == 34:
                begin = p
                p += 1
                while p < end and data[p] != 34:
                    seen |= cython.cast(cython.uint, data[p])
                    p += 1
                if p >= end:
                    fault = OPEN_NAME
                    p = begin
                    break
                name_bytes += p - begin - 1
                names += 1
                p += 1
                p = text.past_space(data, p, end)
                if p >= end or data[p] != 59:
                    fault = NO_SEMICOLON
                    break
            p += 1
            owner[v] = color
            if not moves:
                if v != vertices and not unordered:
                    unordered = True
                    for u in range(vertices):
                        degree[u] = cython.cast(cython.int, (indptr[u + 1] if u + 1 < vertices else first) - indptr[u])
                indptr[v] = first
                if unordered:
                    degree[v] = cython.cast(cython.int, edges - first)
                priority[v] = rank
            vertices += 1
            if v > largest_id:
                largest_id = v
            wanted = NO_ID
            steps += 1
            if steps & 0xFFFFF == 0:
                with cython.gil:
                    poll()
    if fault != DONE:
        edges = first
    state[POSITION] = p
    state[STATEMENT] = statement
    state[COUNT] = vertices
    state[EDGES] = edges
    state[LARGEST_ID] = largest_id
    state[LARGEST_SUCCESSOR] = largest_successor
    state[UNORDERED] = unordered
    state[NAME_BYTES] = name_bytes
    state[NAMES] = names
    state[WIDE] = wides
    if seen & 128:
        state[NOT_ASCII] = 1
    return fault


def gather(
    indptr: cython.longlong[::1],
    degree: cython.const[cython.int][::1],
    scattered: cython.const[cython.int][::1],
    successors: cython.int[::1],
) -> None:
    """Bring rows that `scan` left in the order of the file into the order of the ids, O(n + m)."""
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    into: cython.Py_ssize_t = 0
    with cython.nogil:
        for v in range(n):
            begin = indptr[v]
            indptr[v] = into
            for e in range(begin, begin + degree[v]):
                successors[into] = scattered[e]
                into += 1
        indptr[n] = into


def copy_names(
    data: cython.const[cython.uchar][::1],
    start: cython.Py_ssize_t,
    where: cython.longlong[::1],
    length: cython.int[::1],
    names: cython.uchar[::1],
) -> None:
    """Copy the names of a game that `scan` has read: v's are ``length[v]`` bytes of ``names`` from ``where[v]`` on.

    ``length`` comes filled with -1, which stays where a vertex has no name.
    """
    end: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    p: cython.Py_ssize_t = start
    into: cython.Py_ssize_t = 0
    number: cython.ulonglong
    with cython.nogil:
        while True:
            while p < end and (data[p] < 48 or data[p] > 57):
                p += 1
            if p >= end:
                break
            p, number = text.digits(data, p, end)
            v = cython.cast(cython.Py_ssize_t, number)
            while data[p] != 59 and data[p] != 34:
                p += 1
            if data[p] == 34:
                p += 1
                begin = into
                while data[p] != 34:
                    names[into] = data[p]
                    into += 1
                    p += 1
                where[v] = begin
                length[v] = cython.cast(cython.int, into - begin)
                while data[p] != 59:
                    p += 1
            p += 1
