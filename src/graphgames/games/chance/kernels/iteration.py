"""Value iteration in floating point, in place: a guess of the values and of good moves.

Chatterjee, Henzinger, *Value iteration* (2008).
"""

import cython

from graphgames.core.compiled import poll


def sweep(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    likely: cython.const[cython.double][::1],
    order: cython.const[cython.int][::1],
    value: cython.double[::1],
    choice: cython.longlong[::1],
    sweeps: cython.Py_ssize_t,
    enough: cython.double,
) -> cython.Py_ssize_t:
    """Improve the values from below, vertex by vertex in this order, until none rises by more than ``enough``.

    At a vertex of player 0 the choice is the edge by which the value rose last, at one of player 1 the least edge.
    Each eighth sweep goes backwards, for values that come against the order. Returns how many ``sweeps`` it took.
    """
    last: cython.Py_ssize_t = order.shape[0] - 1
    back: cython.bint
    for k in range(sweeps):
        rise = 0.0
        back = k % 8 == 7
        with cython.nogil:
            for i in range(order.shape[0]):
                v = order[last - i] if back else order[i]
                if owner[v] == 2:
                    x = 0.0
                    for e in range(indptr[v], indptr[v + 1]):
                        x += likely[e] * value[successors[e]]
                else:
                    best = indptr[v]
                    x = value[successors[best]]
                    for e in range(indptr[v] + 1, indptr[v + 1]):
                        if (value[successors[e]] > x) if owner[v] == 0 else (value[successors[e]] < x):
                            best = e
                            x = value[successors[e]]
                    if owner[v] == 1 or x > value[v]:
                        choice[v] = best
                if x > value[v]:
                    if x - value[v] > rise:
                        rise = x - value[v]
                    value[v] = x
        poll()
        if rise <= enough and not back:
            return k + 1
    return sweeps


def raise_bounds(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    likely: cython.const[cython.double][::1],
    order: cython.const[cython.int][::1],
    starts: cython.const[cython.longlong][::1],
    cyclic: cython.const[cython.uchar][::1],
    value: cython.double[::1],
    choice: cython.longlong[::1],
    stamp: cython.longlong[::1],
    sweeps: cython.Py_ssize_t,
    enough: cython.double,
) -> cython.Py_ssize_t:
    """Raise lower bounds, component by component, until none rises by more than ``enough``; return how many steps.

    Component k is ``order[starts[k]:starts[k + 1]]``, and takes so many ``sweeps`` at most. Bounds are multiples of
    2^-52, and the mean at a vertex of chance is rounded down by more than it may be wrong in floating point. Where a
    bound rises, ``stamp`` says when, and ``choice`` by which edge.
    """
    clock: cython.longlong = 0
    steps: cython.Py_ssize_t = 0
    for i in range(stamp.shape[0]):
        if stamp[i] > clock:
            clock = stamp[i]
    with cython.nogil:
        for k in range(starts.shape[0] - 1):
            for s in range(sweeps):
                moved = 0.0
                for i in range(starts[k], starts[k + 1]):
                    v = order[i]
                    best = indptr[v]
                    if owner[v] == 2:
                        x = 0.0
                        for e in range(indptr[v], indptr[v + 1]):
                            x += likely[e] * value[successors[e]]
                        y = x * (indptr[v + 1] - indptr[v] + 4) * 1.1102230246251565e-16
                        x = cython.cast(cython.longlong, (x - y) * 4503599627370496.0) * 2.220446049250313e-16
                    else:
                        x = value[successors[best]]
                        for e in range(indptr[v] + 1, indptr[v + 1]):
                            y = value[successors[e]]
                            if y > x if owner[v] == 0 else y < x:
                                best = e
                                x = y
                    if x > value[v]:
                        moved = x - value[v] if x - value[v] > moved else moved
                        value[v] = x
                        choice[v] = best
                        clock += 1
                        stamp[v] = clock
                steps += starts[k + 1] - starts[k]
                if moved <= enough or not cyclic[order[starts[k]]]:
                    break
                if s & 15 == 15:
                    with cython.gil:
                        poll()
    return steps


def lower_bounds(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    likely: cython.const[cython.double][::1],
    order: cython.const[cython.int][::1],
    starts: cython.const[cython.longlong][::1],
    cyclic: cython.const[cython.uchar][::1],
    block: cython.const[cython.longlong][::1],
    taken: cython.const[cython.longlong][::1],
    value: cython.double[::1],
    sweeps: cython.Py_ssize_t,
    enough: cython.double,
) -> cython.Py_ssize_t:
    """Lower upper bounds, component by component, until none falls by more than ``enough``; return how many steps.

    As `raise_bounds`, rounded up. Player 1 takes the edges ``taken``. Vertices of the same ``block`` stand together in
    the order and count as one, worth the best edge out of it, or nothing; -1 is a vertex alone.
    """
    steps: cython.Py_ssize_t = 0
    with cython.nogil:
        for k in range(starts.shape[0] - 1):
            for s in range(sweeps):
                moved = 0.0
                i = starts[k]
                while i < starts[k + 1]:
                    v = order[i]
                    last = i + 1
                    x = 0.0
                    if block[v] >= 0:
                        while last < starts[k + 1] and block[order[last]] == block[v]:
                            last += 1
                        for j in range(i, last):
                            v = order[j]
                            if owner[v] == 0:
                                for e in range(indptr[v], indptr[v + 1]):
                                    if block[successors[e]] != block[v] and value[successors[e]] > x:
                                        x = value[successors[e]]
                            elif owner[v] == 1 and block[successors[taken[v]]] != block[v]:
                                if value[successors[taken[v]]] > x:
                                    x = value[successors[taken[v]]]
                    elif owner[v] == 2:
                        for e in range(indptr[v], indptr[v + 1]):
                            x += likely[e] * value[successors[e]]
                        y = x * (indptr[v + 1] - indptr[v] + 4) * 1.1102230246251565e-16
                        y = (x + y) * 4503599627370496.0
                        whole = cython.cast(cython.longlong, y)
                        x = (whole + 1 if whole < y else whole) * 2.220446049250313e-16
                    elif owner[v] == 1:
                        x = value[successors[taken[v]]]
                    else:
                        for e in range(indptr[v], indptr[v + 1]):
                            if value[successors[e]] > x:
                                x = value[successors[e]]
                    for j in range(i, last):
                        v = order[j]
                        if x < value[v]:
                            moved = value[v] - x if value[v] - x > moved else moved
                            value[v] = x
                    i = last
                steps += starts[k + 1] - starts[k]
                if moved <= enough or not cyclic[order[starts[k]]]:
                    break
                if s & 15 == 15:
                    with cython.gil:
                        poll()
    return steps


def settle(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    factor: cython.const[cython.double][::1],
    gain: cython.const[cython.double][::1],
    order: cython.const[cython.int][::1],
    value: cython.double[::1],
    margin: cython.double,
    least: cython.double,
    sweeps: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Make each value what its edges are worth plus a margin, but no less than the ``least``.

    An edge is worth its gain and a factor times the next value; where chance moves the sum of all edges counts. Vertex
    by vertex in this order, until none changes by more than half of the margin. Returns how many of the ``sweeps`` it
    took, one more than them if they were too few.
    """
    enough: cython.double = margin / 2 if margin > 0 else -margin / 2
    for k in range(sweeps):
        change = 0.0
        with cython.nogil:
            for i in range(order.shape[0]):
                v = order[i]
                e = indptr[v]
                x = gain[e] + factor[e] * value[successors[e]]
                for e in range(indptr[v] + 1, indptr[v + 1]):
                    y = gain[e] + factor[e] * value[successors[e]]
                    if owner[v] == 2:
                        x += y
                    elif y > x if owner[v] == 0 else y < x:
                        x = y
                x += margin
                if x < least:
                    x = least
                y = x - value[v] if x > value[v] else value[v] - x
                change = y if y > change else change
                value[v] = x
        poll()
        if change <= enough:
            return k + 1
    return sweeps + 1
