"""The loop before a message: items in the order of the processes to whom they belong."""

import cython
import numpy as np


def by_owner(
    items: cython.const[cython.longlong][::1],
    shift: cython.int,
    counts: cython.longlong[::1],
    found: cython.longlong[::1],
    order: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the items that are not negative by owner, and which each was; return how many there are.

    The owner of an item is ``(item >> shift) % counts.size``. ``counts`` comes with zeros.
    """
    size: cython.Py_ssize_t = counts.shape[0]
    ends: cython.longlong[::1] = np.zeros(size, np.int64)
    i: cython.Py_ssize_t
    owner: cython.Py_ssize_t
    total: cython.longlong = 0
    with cython.nogil:
        for i in range(items.shape[0]):
            if items[i] >= 0:
                counts[(items[i] >> shift) % size] += 1
        for owner in range(size):
            ends[owner] = total
            total += counts[owner]
        for i in range(items.shape[0]):
            if items[i] >= 0:
                owner = (items[i] >> shift) % size
                found[ends[owner]] = items[i]
                order[ends[owner]] = i
                ends[owner] += 1
    return total
