cimport cython

@cython.final
cdef class Strategies:
    cdef const long long[::1] indptr, weight
    cdef const int[::1] successors, order
    cdef const unsigned char[::1] owner
    cdef long long[::1] choice, p, q, bias, after
    cdef unsigned char[::1] mark
    cdef int[::1] stack
    cdef Py_ssize_t first, last

    cdef void iterate(self, long long steps) noexcept nogil
    cdef inline long long ahead(self, Py_ssize_t w, long long steps) noexcept nogil
    cdef long long best(self, Py_ssize_t v, long long steps) noexcept nogil
    cdef void evaluate(self) noexcept nogil
    cdef void follow(self, Py_ssize_t v) noexcept nogil
    cdef void close(self, Py_ssize_t root) noexcept nogil
    cdef bint improve(self, unsigned char player) noexcept nogil
    cdef bint by_value(self, Py_ssize_t v, unsigned char player) noexcept nogil
    cdef bint by_bias(self, Py_ssize_t v, unsigned char player) noexcept nogil

cdef long long divisor(long long a, long long b) noexcept nogil
