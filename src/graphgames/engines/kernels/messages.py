"""The loops before a message: items in the order of the processes to whom they belong."""

import cython

number = cython.fused_type(cython.uint, cython.longlong)


def count(items: cython.const[cython.longlong][::1], shift: cython.int, heads: cython.longlong[:, ::1]) -> None:
    """Count the items that are not negative by owner in column 0 of ``heads``, which comes with zeros there.

    The owner of an item is ``(item >> shift) % len(heads)``. Columns 1 and 2 of each row are lowered to the least item,
    and raised to the largest.
    """
    size: cython.Py_ssize_t = heads.shape[0]
    least: cython.longlong = heads[0, 1]
    most: cython.longlong = heads[0, 2]
    with cython.nogil:
        for i in range(items.shape[0]):
            if items[i] >= 0:
                heads[(items[i] >> shift) % size, 0] += 1
                if items[i] < least:
                    least = items[i]
                if items[i] > most:
                    most = items[i]
        for owner in range(size):
            heads[owner, 1] = least
            heads[owner, 2] = most


def by_owner(
    items: cython.const[cython.longlong][::1],
    shift: cython.int,
    least: cython.longlong,
    ends: cython.longlong[::1],
    found: number[::1],
    order: cython.int[::1],
) -> None:
    """Write by how much the items that are not negative exceed the least, by owner, and which each was.

    ``ends`` comes with where those of each owner begin, and is left with where they end.
    """
    size: cython.Py_ssize_t = ends.shape[0]
    with cython.nogil:
        for i in range(items.shape[0]):
            if items[i] >= 0:
                owner: cython.Py_ssize_t = (items[i] >> shift) % size
                found[ends[owner]] = items[i] - least
                order[ends[owner]] = i
                ends[owner] += 1
