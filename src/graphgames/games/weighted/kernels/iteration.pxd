cimport cython

@cython.final
cdef class Rounds:
    cdef const long long[::1] indptr, reverse_indptr, weight, back_weight
    cdef const int[::1] successors, predecessors
    cdef long long factor, more, work, rounds
    cdef const unsigned char[::1] pays
    cdef unsigned char[::1] state, mark
    cdef long long[::1] potential, key
    cdef int[::1] place, watched, heap, active, ready
    cdef Py_ssize_t actives, heaped, readies
    cdef bint overflow

    cdef void begin(self, const int[::1] order, Py_ssize_t first, Py_ssize_t last) noexcept nogil
    cdef inline long long change(self, long long weight, Py_ssize_t v, Py_ssize_t w) noexcept nogil
    cdef inline void join(self, Py_ssize_t v) noexcept nogil
    cdef bint keeps(self, Py_ssize_t v) noexcept nogil
    cdef bint gains(self, Py_ssize_t v) noexcept nogil
    cdef void spread(self, Py_ssize_t v) noexcept nogil
    cdef void close(self) noexcept nogil
    cdef void round(self) noexcept nogil
    cdef void enter(self, Py_ssize_t v) noexcept nogil
    cdef void relax(self, Py_ssize_t v) noexcept nogil
    cdef void lose(self) noexcept nogil
    cdef long long room(self, Py_ssize_t v) noexcept nogil
    cdef void fall(self, Py_ssize_t v, long long shift) noexcept nogil
    cdef bint stuck(self, Py_ssize_t v) noexcept nogil
    cdef void next(self) noexcept nogil
    cdef void push(self, Py_ssize_t v) noexcept nogil
    cdef void up(self, Py_ssize_t i) noexcept nogil
    cdef Py_ssize_t pop(self) noexcept nogil
