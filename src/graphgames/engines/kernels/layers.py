"""The loops of arenas that are spread over processes: pairs of vertices into rows, and updates of what was decided.

A vertex v is at the place ``(v >> bits) // size << bits | v & mask`` of the arrays of the process to whom it belongs.
Items are 64-bit numbers: ``head << 32 | tail`` of an edge; ``p << 32 | v << 1 | winner`` for p to know that its
successor v is decided.
"""

import cython


def count(
    items: cython.const[cython.longlong][::1], bits: cython.int, size: cython.longlong, starts: cython.longlong[::1]
) -> None:
    """Count the items of each first vertex v in ``starts[place of v + 1]``."""
    low: cython.longlong = (1 << bits) - 1
    with cython.nogil:
        for i in range(items.shape[0]):
            v: cython.longlong = items[i] >> 32
            starts[((v >> bits) // size << bits | v & low) + 1] += 1


def fill(
    items: cython.const[cython.longlong][::1],
    bits: cython.int,
    size: cython.longlong,
    ends: cython.longlong[::1],
    rows: cython.int[::1],
) -> None:
    """Write the second vertex of each item into the row of the first, which goes on at ``ends[place]``."""
    low: cython.longlong = (1 << bits) - 1
    with cython.nogil:
        for i in range(items.shape[0]):
            v: cython.longlong = items[i] >> 32
            place: cython.longlong = (v >> bits) // size << bits | v & low
            rows[ends[place]] = cython.cast(cython.int, items[i] & 0x7FFFFFFF)
            ends[place] += 1


def pack_updates(
    front: cython.const[cython.longlong][::1],
    numbers: cython.const[cython.longlong][::1],
    winner: cython.const[cython.uchar][::1],
    starts: cython.const[cython.longlong][::1],
    tails: cython.const[cython.int][::1],
    items: cython.longlong[::1],
) -> None:
    """Write the updates of decided vertices, given by place and number, for all their predecessors."""
    into: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(front.shape[0]):
            note: cython.longlong = numbers[i] << 1 | cython.cast(cython.longlong, winner[front[i]])
            for e in range(starts[front[i]], starts[front[i] + 1]):
                tail: cython.longlong = cython.cast(cython.longlong, tails[e])
                items[into] = tail << 32 | note
                into += 1


def apply_updates(
    items: cython.const[cython.longlong][::1],
    share: cython.const[cython.longlong][::1],
    owner: cython.const[cython.uchar][::1],
    left: cython.int[::1],
    winner: cython.uchar[::1],
    rank: cython.int[::1],
    moves: cython.int[::1],
    found: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Decide vertices in layer ``share[2]`` by the updates of the last layer; return how many, and write their places.

    ``share`` has bits, size and layer. A vertex is won by its owner if he wins some successor, and by the other player
    once no successor is left; ``left`` counts them. Without owners (the array is empty) 1 wins what is lost by whoever
    moves. Of several moves that win the one to the least vertex is taken, in whatever order the updates come.
    """
    bits: cython.longlong = share[0]
    size: cython.longlong = share[1]
    layer: cython.longlong = share[2]
    impartial: cython.bint = owner.shape[0] == 0
    low: cython.longlong = (1 << bits) - 1
    many: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(items.shape[0]):
            v: cython.longlong = items[i] >> 32
            place: cython.longlong = (v >> bits) // size << bits | v & low
            mover: cython.int = 0 if impartial else owner[place]
            good: cython.int = 1 if impartial else mover
            to: cython.int = cython.cast(cython.int, items[i] >> 1 & 0x7FFFFFFF)
            if winner[place] != 2:
                if rank[place] == layer and moves[place] > to and (items[i] & 1) == good:
                    moves[place] = to
                continue
            if (items[i] & 1) == good:
                winner[place] = cython.cast(cython.uchar, mover)
                moves[place] = to
            else:
                left[place] -= 1
                if left[place] > 0:
                    continue
                winner[place] = cython.cast(cython.uchar, 1 - mover)
            rank[place] = cython.cast(cython.int, layer)
            found[many] = place
            many += 1
    return many
