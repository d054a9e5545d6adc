"""The loop that calls a compiled function for each position of a batch.

Compiled, `call` stands in the ``.pxd`` beside this file, where an address is turned into a function.
"""

import cython
import numpy as np

if not cython.compiled:
    import ctypes

    _FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))

    def call(address, tier, index, moves):
        """Call the function at an address."""
        return _FUNCTION(address)(tier, int(index), moves.ctypes.data_as(ctypes.POINTER(ctypes.c_int64)))


def call_each(
    address: cython.size_t,
    tier: cython.longlong,
    index: cython.const[cython.longlong][::1],
    offsets: cython.const[cython.longlong][::1],
    code: cython.uchar[::1],
    numbers: cython.longlong[:, ::1],
    again: cython.uchar[:, ::1],
) -> cython.Py_ssize_t:
    """Write the codes and moves of positions; return the first row where the function says what cannot be, or -1."""
    most: cython.Py_ssize_t = numbers.shape[0]
    # room for twice as many moves, since a wrong function is not told to stop
    moves_array = np.zeros(3 * max(2 * most, 512), np.int64)
    moves: cython.longlong[::1] = moves_array
    bad: cython.Py_ssize_t = -1
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    many: cython.longlong
    to: cython.longlong
    with cython.nogil:
        for i in range(index.shape[0]):
            many = call(address, tier, index[i], moves)
            if (many < -4 and many != -7) or many > most:
                bad = i
                break
            if many < 0:
                code[i] = -many
                continue
            for j in range(many):
                to = moves[3 * j]
                if to < 0 or to >= offsets.shape[0] or offsets[to] < 0:
                    bad = i
                    break
                numbers[j, i] = offsets[to] + moves[3 * j + 1]
                again[j, i] = moves[3 * j + 2] != 0
            if bad >= 0:
                break
    return bad
