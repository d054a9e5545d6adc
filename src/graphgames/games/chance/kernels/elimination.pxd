cimport cython

@cython.final
cdef class Elimination:
    cdef long long p
    cdef Py_ssize_t n
    # the row of v: its place in the pool, its length, and the room for it
    cdef long long[::1] start
    cdef int[::1] length, room
    # the pool
    cdef int[::1] column
    cdef long long[::1] weight
    cdef double[::1] near
    cdef long long used
    # the same for the rows that mention v
    cdef long long[::1] above
    cdef int[::1] count, space, row
    cdef long long filled
    cdef long long[::1] diagonal
    cdef double[::1] near_diagonal
    # the states in the order in which they were eliminated, and what each was put into
    cdef int[::1] order
    cdef long long[::1] factor_start
    cdef int[::1] target
    cdef long long[::1] factor
    cdef double[::1] near_factor
    cdef long long recorded
    cdef long long[::1] place
    cdef unsigned char[::1] done
    cdef Py_ssize_t gone
    cdef long long limit
    cdef Py_ssize_t scan
    cdef bint found

    cdef long long work(self) noexcept nogil
    cdef void eliminate(self, Py_ssize_t s) noexcept nogil
    cdef void add(self, Py_ssize_t s, Py_ssize_t u, long long f, double g) noexcept nogil
    cdef long long entry(self, Py_ssize_t u) noexcept nogil
    cdef void mention(self, Py_ssize_t w, Py_ssize_t u) noexcept nogil

cdef long long inverse(long long a, long long p) noexcept nogil
