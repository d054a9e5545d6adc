"""Gaussian elimination over the field of two elements, 62 columns a word."""

import cython

from graphgames.core.compiled import poll


def reduce_rows(rows: cython.longlong[:, ::1], columns: cython.Py_ssize_t, pivot: cython.int[::1]) -> cython.Py_ssize_t:
    """Bring the first ``columns`` columns into reduced row echelon form, O(rows^2 words); return the rank.

    Column c stands in bit ``c % 62`` of word ``c // 62``. Row i below the rank gets its leading one
    in column ``pivot[i]``; the columns behind go through the same steps.
    """
    n: cython.Py_ssize_t = rows.shape[0]
    words: cython.Py_ssize_t = rows.shape[1]
    rank: cython.Py_ssize_t = 0
    c: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    word: cython.Py_ssize_t
    shift: cython.Py_ssize_t
    swap: cython.longlong
    with cython.nogil:
        for c in range(columns):
            if rank == n:
                break
            word = c // 62
            shift = c % 62
            i = rank
            while i < n and not rows[i, word] >> shift & 1:
                i += 1
            if i == n:
                continue
            if i != rank:
                for k in range(words):
                    swap = rows[i, k]
                    rows[i, k] = rows[rank, k]
                    rows[rank, k] = swap
            for i in range(n):
                if i != rank and rows[i, word] >> shift & 1:
                    for k in range(words):
                        rows[i, k] ^= rows[rank, k]
            pivot[rank] = cython.cast(cython.int, c)
            rank += 1
            if rank % 256 == 0:
                with cython.gil:
                    poll()
    return rank


def pack_bits(
    rows: cython.longlong[:, ::1], row: cython.const[cython.int][::1], column: cython.const[cython.int][::1]
) -> None:
    """Flip the bits at the given places."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(row.shape[0]):
            rows[row[i], column[i] // 62] ^= cython.cast(cython.longlong, 1) << (column[i] % 62)


def unpack_bits(words: cython.const[cython.longlong][::1], first: cython.Py_ssize_t, bits: cython.uchar[::1]) -> None:
    """Write out the bits of a row from column ``first`` on."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(bits.shape[0]):
            bits[i] = words[(first + i) // 62] >> ((first + i) % 62) & 1
