cimport cython
cimport graphgames.graphs.kernels.csr as csr
from graphgames.graphs.kernels.memory cimport prefetch

@cython.final
cdef class Goals(csr.Graph):
    cdef const unsigned char[::1] owner
    cdef const unsigned char[:, ::1] assumptions, guarantees
    cdef int[:, ::1] rank, moves, steps, answers, table
    cdef int[::1] level, full, seen, order, queue, rest, ahead, high
    cdef Py_ssize_t size
    cdef int several, stamp, last, tallest
    cdef long long looked

    cdef Py_ssize_t force(self, int goal) noexcept nogil
    cdef Py_ssize_t led_back(self, int goal, Py_ssize_t lost, int high) noexcept nogil
    cdef Py_ssize_t attract(
        self, int[::1] label, int[::1] moves, int[::1] queue, Py_ssize_t head, Py_ssize_t tail, Py_ssize_t most,
        int here, int above
    ) noexcept nogil
    cdef Py_ssize_t outside(self, int goal, int[::1] among, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t reach(self, int i, Py_ssize_t lost) noexcept nogil
    cdef Py_ssize_t keep(self, int goal, int i, Py_ssize_t lost, Py_ssize_t tail, int rank) noexcept nogil
    cdef void remove(self, int goal, Py_ssize_t lost) noexcept nogil
    cdef void spoil(self, int goal, Py_ssize_t removed) noexcept nogil
    cdef Py_ssize_t unrank(self, int goal, int v, Py_ssize_t tail) noexcept nogil
    cdef void answer(self, int v) noexcept nogil
    cdef void write(self, int v) noexcept nogil
    cdef int inside(self, int v) noexcept nogil
