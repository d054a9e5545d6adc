cimport cython

cdef class Board:
    cdef const unsigned short[::1] reach
    cdef const unsigned char[::1] ones
    cdef const unsigned char[::1] free
    cdef const unsigned char[::1] pairs
    cdef const short[::1] lions
    cdef const unsigned char[::1] lion_pairs
    cdef const long long[::1] starts
    cdef const long long[::1] sizes
    cdef int[8] pieces
    cdef int[8] turned
    cdef int[8] mirror
    cdef int[12] holds
    cdef int mine
    cdef int all
