cimport cython
cimport graphgames.graphs.kernels.csr as csr

@cython.final
cdef class Regions(csr.Graph):
    cdef const unsigned char[::1] owner
    cdef const int[::1] priority
    cdef unsigned char[::1] winner, player, turned
    cdef int[::1] order, place, inside, queue, size, start, own, other, phase
    cdef Py_ssize_t depth
    cdef long long work, calls

    cdef void enter(self, Py_ssize_t k, int wanted, int own, int other) noexcept nogil
    cdef int highest(self, int count) noexcept nogil
    cdef void descend(self, Py_ssize_t k) noexcept nogil
    cdef void return_to_caller(self, Py_ssize_t j) noexcept nogil
    cdef void remove_attracted(self, Py_ssize_t k, int player, Py_ssize_t count) noexcept nogil
    cdef void remove_vertex(self, Py_ssize_t k, Py_ssize_t v) noexcept nogil
    cdef bint escapes(self, Py_ssize_t u, Py_ssize_t k) noexcept nogil
    cdef void decide(self) noexcept nogil
