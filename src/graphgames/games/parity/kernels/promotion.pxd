cimport cython
cimport graphgames.graphs.kernels.csr as csr

@cython.final
cdef class Promotion(csr.Graph):
    cdef const unsigned char[::1] owner
    cdef const int[::1] priority, order
    cdef const long long[::1] bucket
    cdef unsigned char[::1] winner
    cdef int[::1] choice, region, link, queue, head, tail, stack
    cdef bint growing
    cdef Py_ssize_t depth, left
    cdef int pointer, priorities
    cdef long long work, promotions, dominions

    cdef bint begin(self, int p) noexcept nogil
    cdef void chain(self, Py_ssize_t v, int p) noexcept nogil
    cdef void attract(self, int p, Py_ssize_t count) noexcept nogil
    cdef bint goes_below(self, Py_ssize_t u, int p) noexcept nogil
    cdef int way_out(self, int p) noexcept nogil
    cdef bint stays(self, Py_ssize_t v, int p) noexcept nogil
    cdef void promote(self, int q) noexcept nogil
    cdef void take_apart(self, int p) noexcept nogil
    cdef void win(self, int q) noexcept nogil
