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

cdef long long _first_number(Board board, int* pieces) noexcept nogil
cdef long long _number(Board board, int* pieces) noexcept nogil
cdef void _turn(Board board) noexcept nogil
cdef void _place(Board board, long long number) noexcept nogil
cdef int _piece(Board board, int p) noexcept nogil
cdef int _square(Board board, int p) noexcept nogil
cdef int _look(Board board) noexcept nogil
cdef long long _after(Board board, int p, int to) noexcept nogil
cdef int _before(Board board, int p, long long[:, ::1] numbers, Py_ssize_t i, int many) noexcept nogil
