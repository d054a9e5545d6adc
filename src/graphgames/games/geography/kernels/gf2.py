"""Gaussian elimination over the field of two elements, 64 columns a word."""

import cython

from graphgames.core.compiled import poll


def reduce_rows(
    rows: cython.longlong[:, ::1],
    bits: cython.const[cython.uchar][:, ::1],
    columns: cython.Py_ssize_t,
    pivot: cython.int[::1],
) -> cython.Py_ssize_t:
    """Bring the first ``columns`` columns into reduced row echelon form, O(rows^2 words); return the rank.

    ``bits`` is a view of the rows by bytes: column c stands in bit ``c % 8`` of byte ``c // 8``. Row i below the rank
    gets its leading one in column ``pivot[i]``; the columns behind go through the same steps.
    """
    n, words, rank = rows.shape[0], rows.shape[1], 0
    with cython.nogil:
        for c in range(columns):
            if rank == n:
                break
            byte, shift = c // 8, c % 8
            i = rank
            while i < n and not bits[i, byte] >> shift & 1:
                i += 1
            if i == n:
                continue
            if i != rank:
                for k in range(words):
                    rows[i, k], rows[rank, k] = rows[rank, k], rows[i, k]
            for i in range(n):
                if i != rank and bits[i, byte] >> shift & 1:
                    for k in range(words):
                        rows[i, k] ^= rows[rank, k]
            pivot[rank] = c
            rank += 1
            if rank % 256 == 0:
                with cython.gil:
                    poll()
    return rank
