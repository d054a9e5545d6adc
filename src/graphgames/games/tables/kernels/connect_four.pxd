cimport cython
cimport graphgames.games.tables.kernels.masks as masks

cdef class Tier:
    cdef int width, height, connect, stones
    cdef masks.Masks here, after
    cdef long long ways, ways_after
    cdef const long long[:, ::1] tops, gaps, up

cdef bint _in_a_row(long long board, int many, int height) noexcept nogil
