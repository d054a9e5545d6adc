cimport cython
cimport graphgames.graphs.kernels.csr as csr

@cython.final
cdef class Measures(csr.Graph):
    cdef const unsigned char[::1] owner, rises
    cdef const int[::1] width, bound
    cdef unsigned char[::1] winner, waiting
    cdef int[::1] choice, measure, lifted, queue
    cdef Py_ssize_t places, head, count
    cdef long long work, lifts

    cdef Py_ssize_t best(self, Py_ssize_t v) noexcept nogil
    cdef bint below(self, Py_ssize_t v, Py_ssize_t w, Py_ssize_t width) noexcept nogil
    cdef bint lift(self, Py_ssize_t v) noexcept nogil
    cdef void wake(self, Py_ssize_t v) noexcept nogil
