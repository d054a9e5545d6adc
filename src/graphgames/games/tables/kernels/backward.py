# compiled with inlining
"""The loops of backward induction in a tier where plays can go round: counters of successors that are not yet bad.

The label of a position that is not decided holds, besides the code 0, the counter in 8 bits and a bound in 6: a loss
there has at least that remoteness, because of a successor in another tier. A bound from `FAR` on stands in a list, the
argument ``far``: places, ascending, and bounds. A win or loss of a remoteness above the current layer is due at that
layer; a win may still become a quicker one.

Two moves of a position to the same successor count once, forwards and backwards.
"""

import cython

from graphgames.games.tables.kernels import window

FAR = 63
"""The least bound that does not fit into a label."""


def _is_first(numbers, again, j, i):
    """Return whether none of the moves before it is the same."""
    for e in range(j):
        if numbers[e, i] == numbers[j, i] and again[e] == again[j]:
            return False
    return True


def begin(
    code: cython.const[cython.uchar][::1],
    numbers: cython.const[cython.longlong][:, ::1],
    again: cython.const[cython.uchar][::1],
    known: cython.const[cython.ushort][:, ::1],
    own: cython.const[cython.longlong][::1],
    labels: cython.ushort[::1],
    bounds: cython.ushort[::1],
) -> cython.longlong:
    """Write first labels with their counters from the successors in other tiers; return -1.

    Return the first row where a successor has no label, and -2 - row where there are more than 254 successors.

    Parameters
    ----------
    code : uint8, shape (k,)
        The ends.
    numbers, again : int64, shape (moves, k); uint8, shape (moves,)
        The moves; -1 where there is none.
    known : uint16, shape (moves, k)
        The labels of the successors, as `labels.look_up` writes them.
    own : int64, shape (2,)
        The first number of the tier to solve, and the last and 1.
    labels, bounds : uint16, shape (k,)
        To be written; the bounds of positions that are not decided, 0 for the others.
    """
    k: cython.Py_ssize_t = code.shape[0]
    moves: cython.Py_ssize_t = numbers.shape[0]
    bad: cython.longlong = -1
    with cython.nogil:
        for i in range(k):
            best: cython.int = 0xFFFF
            worst: cython.int = 0
            waiting: cython.int = 0
            for j in range(moves):
                if numbers[j, i] < 0 or not _is_first(numbers, again, j, i):
                    continue
                label: cython.int = known[j, i]
                if label == 0xFFFC:
                    bad = i
                    break
                if own[0] <= numbers[j, i] < own[1] or label & 1 == 0:
                    waiting += 1  # in this tier, or a draw, which never becomes bad
                elif label & 3 == (3 if again[j] else 1):
                    if label >> 2 < best:
                        best = label >> 2
                elif label >> 2 >= worst:
                    worst = (label >> 2) + 1
            if waiting > 254:
                bad = -2 - i
            if bad != -1:
                break
            bounds[i] = 0
            if code[i] != 0:
                label = code[i]
            elif best != 0xFFFF:
                label = 4 * (best + 1) + 3
            elif waiting == 0:
                label = 4 * worst + 1
            else:
                bounds[i] = worst
                label = (min(worst, 63) << 10) | (waiting << 2)
            labels[i] = label
    return bad


def due(
    labels: cython.const[cython.ushort][::1], layer: cython.int, rows: cython.longlong[::1], later: cython.int[::1]
) -> cython.Py_ssize_t:
    """Write the rows whose label is a win or loss of this remoteness; return how many.

    ``later[0]`` is the least remoteness above it of the others, `NONE` if there is none.
    """
    found: cython.Py_ssize_t = 0
    after: cython.int = 0xFFFF
    with cython.nogil:
        for i in range(labels.shape[0]):
            label: cython.int = labels[i]
            if label & 1 == 0:
                continue
            label = label >> 2
            if label == layer:
                rows[found] = i
                found += 1
            elif layer < label < after:
                after = label
    later[0] = after
    return found


def news(
    decided: cython.const[cython.ushort][::1],
    numbers: cython.const[cython.longlong][:, ::1],
    again: cython.const[cython.uchar][::1],
    heads: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Write what backward moves from decided positions tell; return how much that is.

    Each item is twice the number of a predecessor, plus 1 if the position is good for whoever moves there.
    """
    k: cython.Py_ssize_t = decided.shape[0]
    found: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(k):
            for j in range(numbers.shape[0]):
                if numbers[j, i] < 0 or not _is_first(numbers, again, j, i):
                    continue
                good: cython.longlong = decided[i] & 3 == (3 if again[j] else 1)
                heads[found] = 2 * numbers[j, i] + good
                found += 1
    return found


def _bound(far, place):
    """Return the bound that stands in the list for a place."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = far.shape[1]
    while low < high:
        middle: cython.Py_ssize_t = (low + high) >> 1
        if far[0, middle] < place:
            low = middle + 1
        else:
            high = middle
    return far[1, low]


def _arrive(labels, far, place, good, layer):
    """Take into account that a successor was decided in a layer; return when the position is due, NONE if not yet."""
    label: cython.int = labels[place]
    if good:
        if label & 3 == 0 or (label & 3 == 3 and label >> 2 > layer + 1):
            labels[place] = 4 * (layer + 1) + 3
            return layer + 1
    elif label & 3 == 0:
        label -= 4
        labels[place] = label
        if label & 0x3FC == 0:
            bound: cython.int = label >> 10
            if bound == 63:
                bound = _bound(far, place)
            if bound <= layer:
                bound = layer + 1
            labels[place] = 4 * bound + 1
            return bound
    return 0xFFFF


def arrive(
    tiers: window.Window,
    own: cython.Py_ssize_t,
    items: cython.const[cython.longlong][::1],
    layer: cython.int,
    far: cython.const[cython.longlong][:, ::1],
    soonest: cython.ushort[::1],
) -> None:
    """Take what `news` tells into account; ``soonest`` says in which layer 2^16 labels each have something due next."""
    labels: cython.ushort[::1] = tiers.labels[own:]
    with cython.nogil:
        for i in range(items.shape[0]):
            number: cython.longlong = items[i] >> 1
            place: cython.longlong = window.find(tiers, number)
            if place < own:
                continue  # no play leads to that position
            at: cython.int = _arrive(labels, far, place - own, items[i] & 1, layer)
            if at < soonest[(place - own) >> 16]:
                soonest[(place - own) >> 16] = at


def count_edges(
    tiers: window.Window,
    own: cython.Py_ssize_t,
    numbers: cython.const[cython.longlong][:, ::1],
    again: cython.const[cython.uchar][::1],
    starts: cython.longlong[::1],
) -> None:
    """Count the moves into each position of the tier, one place further than its own; ``starts`` comes with zeros."""
    with cython.nogil:
        for i in range(numbers.shape[1]):
            for j in range(numbers.shape[0]):
                if numbers[j, i] >= 0 and _is_first(numbers, again, j, i):
                    place: cython.longlong = window.find(tiers, numbers[j, i])
                    if place >= own:
                        starts[place - own + 1] += 1


def fill_edges(
    tiers: window.Window,
    own: cython.Py_ssize_t,
    first: cython.longlong,
    numbers: cython.const[cython.longlong][:, ::1],
    again: cython.const[cython.uchar][::1],
    ends: cython.longlong[::1],
    edges: cython.uint[::1],
) -> None:
    """Write the moves into each position: twice the place of the position moved from, plus 1 for another turn.

    The rows of ``numbers`` are the positions from place ``first``. ``ends`` comes with where each list begins, and is
    left with where it ends.
    """
    with cython.nogil:
        for i in range(numbers.shape[1]):
            for j in range(numbers.shape[0]):
                if numbers[j, i] >= 0 and _is_first(numbers, again, j, i):
                    place: cython.longlong = window.find(tiers, numbers[j, i])
                    if place >= own:
                        place -= own
                        edges[ends[place]] = 2 * (first + i) + cython.cast(cython.longlong, again[j])
                        ends[place] += 1


def spread(
    labels: cython.ushort[::1],
    far: cython.const[cython.longlong][:, ::1],
    starts: cython.const[cython.longlong][::1],
    edges: cython.const[cython.uint][::1],
    layer: cython.int,
    soonest: cython.ushort[::1],
) -> cython.int:
    """Tell the predecessors of all positions of a layer by the moves into them; return the next layer, or NONE.

    ``soonest`` holds for each 2^16 positions in which layer one of them is due next.
    """
    with cython.nogil:
        for b in range(soonest.shape[0]):
            if soonest[b] != layer:
                continue
            soonest[b] = 0xFFFF
            last: cython.Py_ssize_t = min((b + 1) << 16, labels.shape[0])
            after: cython.int = 0xFFFF
            for i in range(b << 16, last):
                label: cython.int = labels[i]
                if label & 1 == 0:
                    continue
                if label >> 2 != layer:
                    if layer < label >> 2 < after:
                        after = label >> 2
                    continue
                for e in range(starts[i], starts[i + 1]):
                    p: cython.longlong = edges[e] >> 1
                    good: cython.bint = label & 3 == (3 if edges[e] & 1 else 1)
                    at: cython.int = _arrive(labels, far, p, good, layer)
                    if at < soonest[p >> 16]:
                        soonest[p >> 16] = at
            if after < soonest[b]:
                soonest[b] = after
        after = 0xFFFF
        for b in range(soonest.shape[0]):
            if soonest[b] < after:
                after = soonest[b]
    return after
