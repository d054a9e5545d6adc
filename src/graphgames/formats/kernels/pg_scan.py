"""Reading PGSolver's text formats over bytes: games (``.pg``) and solutions (``paritysol``).

The scanners stop at the first fault, say which it is and where, and can go on behind it; `graphgames.formats` turns
that into sentences. ``state`` is a row of ``int64`` by which a scan is begun, stopped and continued; its places and the
codes of the faults stand in `_pg_codes`.
"""

import cython

from graphgames.core.compiled import poll
from graphgames.formats.kernels import _pg_codes as codes
from graphgames.readers.kernels import text

# The codes as C integers.
POSITION = cython.declare(cython.int, codes.POSITION)
STATEMENT = cython.declare(cython.int, codes.STATEMENT)
COUNT = cython.declare(cython.int, codes.COUNT)
EDGES = cython.declare(cython.int, codes.EDGES)
LARGEST_ID = cython.declare(cython.int, codes.LARGEST_ID)
LARGEST_SUCCESSOR = cython.declare(cython.int, codes.LARGEST_SUCCESSOR)
UNORDERED = cython.declare(cython.int, codes.UNORDERED)
NAME_BYTES = cython.declare(cython.int, codes.NAME_BYTES)
NAMES = cython.declare(cython.int, codes.NAMES)
NOT_ASCII = cython.declare(cython.int, codes.NOT_ASCII)
ID_LIMIT = cython.declare(cython.int, codes.ID_LIMIT)
SUCCESSOR_LIMIT = cython.declare(cython.int, codes.SUCCESSOR_LIMIT)
DEAD_ENDS = cython.declare(cython.int, codes.DEAD_ENDS)
SIGNED = cython.declare(cython.int, codes.SIGNED)
DONE = cython.declare(cython.int, codes.DONE)
NO_ID = cython.declare(cython.int, codes.NO_ID)
NO_PRIORITY = cython.declare(cython.int, codes.NO_PRIORITY)
NO_OWNER = cython.declare(cython.int, codes.NO_OWNER)
NO_SUCCESSOR = cython.declare(cython.int, codes.NO_SUCCESSOR)
NO_SUCCESSOR_AFTER_COMMA = cython.declare(cython.int, codes.NO_SUCCESSOR_AFTER_COMMA)
NO_SEPARATOR = cython.declare(cython.int, codes.NO_SEPARATOR)
OPEN_NAME = cython.declare(cython.int, codes.OPEN_NAME)
NO_SEMICOLON = cython.declare(cython.int, codes.NO_SEMICOLON)
TOO_LARGE = cython.declare(cython.int, codes.TOO_LARGE)
BAD_OWNER = cython.declare(cython.int, codes.BAD_OWNER)
ID_OUT_OF_RANGE = cython.declare(cython.int, codes.ID_OUT_OF_RANGE)
ID_TWICE = cython.declare(cython.int, codes.ID_TWICE)
SUCCESSOR_OUT_OF_RANGE = cython.declare(cython.int, codes.SUCCESSOR_OUT_OF_RANGE)
DEAD_END = cython.declare(cython.int, codes.DEAD_END)
NO_WINNER = cython.declare(cython.int, codes.NO_WINNER)
BAD_WINNER = cython.declare(cython.int, codes.BAD_WINNER)
NO_MOVE = cython.declare(cython.int, codes.NO_MOVE)
UNSEEN = cython.declare(cython.int, codes.UNSEEN)


def count(data: cython.const[cython.uchar][::1], byte: cython.uchar) -> cython.Py_ssize_t:
    """Count how often a byte occurs."""
    found: cython.Py_ssize_t = 0
    p: cython.Py_ssize_t
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    with cython.nogil:
        for p in range(size):
            found += data[p] == byte
    return found


def scan_game(
    data: cython.const[cython.uchar][::1],
    state: cython.longlong[::1],
    indptr: cython.longlong[::1],
    degree: cython.int[::1],
    successors: cython.int[::1],
    owner: cython.uchar[::1],
    priority: cython.int[::1],
) -> cython.int:
    """Read vertex lines ``id priority owner successors "name";`` from ``state[POSITION]`` on.

    The successors are written in the order of the file. While ids come as 0, 1, 2, ... ``indptr`` grows as in
    compressed sparse rows; from the first other id on, ``degree`` is written too and `gather` brings the rows in order.
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
    signed: cython.bint = state[SIGNED] != 0
    minus: cython.bint
    wanted: cython.int = NO_ID
    fault: cython.int = DONE
    seen: cython.uint = 0
    begin: cython.Py_ssize_t
    number: cython.ulonglong
    v: cython.Py_ssize_t = 0
    u: cython.Py_ssize_t
    color: cython.int = 0
    rank: cython.int = 0
    name_bytes: cython.Py_ssize_t = state[NAME_BYTES]
    names: cython.Py_ssize_t = state[NAMES]
    steps: cython.Py_ssize_t = 0
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
                if wanted != NO_SUCCESSOR or p >= end or (data[p] != 59 and data[p] != 34):
                    fault = wanted
                    break
                if not dead_ends:
                    fault = DEAD_END
                    p = statement
                    break
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
                if owner[v] != UNSEEN:
                    fault = ID_TWICE
                    p = begin
                    break
                first = edges
                wanted = NO_PRIORITY
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
                if p >= end or (data[p] != 44 and data[p] != 59 and data[p] != 34):
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
            if v != vertices and not unordered:
                unordered = True
                for u in range(vertices):
                    degree[u] = cython.cast(cython.int, (indptr[u + 1] if u + 1 < vertices else first) - indptr[u])
            indptr[v] = first
            if unordered:
                degree[v] = cython.cast(cython.int, edges - first)
            owner[v] = color
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
    if seen & 128:
        state[NOT_ASCII] = 1
    return fault


def gather(
    indptr: cython.longlong[::1],
    degree: cython.const[cython.int][::1],
    scattered: cython.const[cython.int][::1],
    successors: cython.int[::1],
) -> None:
    """Bring rows that `scan_game` left in the order of the file into the order of the ids, O(n + m)."""
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    v: cython.Py_ssize_t
    e: cython.Py_ssize_t
    begin: cython.Py_ssize_t
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
    text: cython.uchar[::1],
) -> None:
    """Copy the names of a game that `scan_game` has read: v's are ``length[v]`` bytes of ``text`` from ``where[v]`` on.

    ``length`` comes filled with -1, which stays where a vertex has no name.
    """
    end: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    p: cython.Py_ssize_t = start
    into: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t
    v: cython.Py_ssize_t
    with cython.nogil:
        while True:
            while p < end and (data[p] < 48 or data[p] > 57):
                p += 1
            if p >= end:
                break
            v = 0
            while data[p] >= 48 and data[p] <= 57:
                v = v * 10 + (cython.cast(cython.Py_ssize_t, data[p]) - 48)
                p += 1
            while data[p] != 59 and data[p] != 34:
                p += 1
            if data[p] == 34:
                p += 1
                begin = into
                while data[p] != 34:
                    text[into] = data[p]
                    into += 1
                    p += 1
                where[v] = begin
                length[v] = cython.cast(cython.int, into - begin)
                while data[p] != 59:
                    p += 1
            p += 1


def scan_solution(
    data: cython.const[cython.uchar][::1],
    state: cython.longlong[::1],
    winner: cython.uchar[::1],
    moves: cython.int[::1],
) -> cython.int:
    """Read lines ``id winner move;`` from ``state[POSITION]`` on; ``winner`` comes filled with `UNSEEN`."""
    end: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    p: cython.Py_ssize_t = state[POSITION]
    statement: cython.Py_ssize_t = state[STATEMENT]
    vertices: cython.Py_ssize_t = state[COUNT]
    largest_id: cython.longlong = state[LARGEST_ID]
    id_limit: cython.longlong = state[ID_LIMIT]
    move_limit: cython.longlong = state[SUCCESSOR_LIMIT]
    wanted: cython.int = NO_ID
    fault: cython.int = DONE
    begin: cython.Py_ssize_t
    number: cython.ulonglong
    v: cython.Py_ssize_t = 0
    color: cython.int = 0
    move: cython.int = -1
    steps: cython.Py_ssize_t = 0
    with cython.nogil:
        while True:
            p = text.past_space(data, p, end)
            if wanted == NO_ID:
                statement = p
                if p >= end:
                    break
            begin = p
            p, number = text.digits(data, p, end)
            if p == begin:
                if wanted == NO_MOVE and p < end and data[p] == 59:
                    move = -1
                else:
                    fault = wanted
                    break
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
                if winner[v] != UNSEEN:
                    fault = ID_TWICE
                    p = begin
                    break
                wanted = NO_WINNER
                continue
            elif wanted == NO_WINNER:
                if number > 1:
                    fault = BAD_WINNER
                    p = begin
                    break
                color = cython.cast(cython.int, number)
                wanted = NO_MOVE
                continue
            else:
                if cython.cast(cython.longlong, number) >= move_limit:
                    fault = SUCCESSOR_OUT_OF_RANGE
                    p = begin
                    break
                move = cython.cast(cython.int, number)
                p = text.past_space(data, p, end)
                if p >= end or data[p] != 59:
                    fault = NO_SEMICOLON
                    break
            p += 1
            winner[v] = color
            moves[v] = move
            vertices += 1
            if v > largest_id:
                largest_id = v
            wanted = NO_ID
            steps += 1
            if steps & 0xFFFFF == 0:
                with cython.gil:
                    poll()
    state[POSITION] = p
    state[STATEMENT] = statement
    state[COUNT] = vertices
    state[LARGEST_ID] = largest_id
    return fault
