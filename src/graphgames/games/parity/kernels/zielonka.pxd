cimport cython
cimport graphgames.graphs.kernels.csr as csr
from graphgames.graphs.kernels.memory cimport prefetch

@cython.final
cdef class Zielonka(csr.Graph):
    cdef unsigned int[::1] node, base
    cdef int[::1] order, number, moves, choice, heads, pending, queue, dropped, low, first_head, first_pending, lost
    cdef unsigned char[::1] parity, player, winner
    cdef Py_ssize_t won[2]
    cdef Py_ssize_t depth, free, pointer, head_count, pending_count, drop_count
    cdef unsigned int region, regions
    cdef long long work, levels, returns

    cdef void sort(self, const int[::1] priority, long long[::1] start) noexcept nogil
    cdef void reverse(
        self, const unsigned char[::1] owner, long long[::1] reverse_indptr, int[::1] predecessors, long long[::1] fill
    ) noexcept nogil
    cdef void write_result(self) noexcept nogil
    cdef void open_level(self) noexcept nogil
    cdef void assign(self, Py_ssize_t v, Py_ssize_t k) noexcept nogil
    cdef void attract(self, Py_ssize_t k, Py_ssize_t count) noexcept nogil
    cdef void fetch(self, Py_ssize_t head) noexcept nogil
    cdef void go_back(self) noexcept nogil
    cdef bint finds(self, Py_ssize_t u, Py_ssize_t k, unsigned int winner) noexcept nogil
    cdef Py_ssize_t lost_heads(self, Py_ssize_t k) noexcept nogil
    cdef Py_ssize_t lost_pending(self, Py_ssize_t k) noexcept nogil
    cdef Py_ssize_t flip(self, Py_ssize_t v, Py_ssize_t count) noexcept nogil
    cdef void attract_lost(self, Py_ssize_t k, Py_ssize_t count) noexcept nogil
    cdef Py_ssize_t release(self, Py_ssize_t v, Py_ssize_t count) noexcept nogil
    cdef void drop(self, Py_ssize_t k) noexcept nogil
    cdef Py_ssize_t reattract(self, Py_ssize_t k) noexcept nogil
    cdef void requeue(self, Py_ssize_t k) noexcept nogil
    cdef void renumber_regions(self) noexcept nogil
