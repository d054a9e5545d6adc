cdef enum:
    BITS = 62

cdef void copy(unsigned char[::1] old, unsigned char[::1] new, Py_ssize_t count) noexcept nogil

cdef class Position:
    cdef Py_ssize_t n, m, words, at, reached
    cdef int variant, reductions, flip
    cdef bint parallel
    cdef int[::1] tail, head, twin, out, into, in_arc
    cdef long long[::1] arc_key, vertex_key, seen, mark, rows, packed
    cdef unsigned char[::1] alive, saved, in_kernel
    cdef int[::1] degree, indegree, queue, work, balance, blocked
    cdef signed char[::1] label, colour
    cdef long long stamp

    cdef void load(self, const long long[::1] arcs, Py_ssize_t where) noexcept nogil
    cdef long long pack(self) noexcept nogil
    cdef long long key(self, Py_ssize_t v, const long long[::1] arcs, Py_ssize_t where) noexcept nogil
    cdef void spread(self) noexcept nogil
    cdef void remove(self, Py_ssize_t e) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef int decide_sinks(self) noexcept nogil
    cdef bint looped(self, Py_ssize_t v) noexcept nogil
    cdef int parity(self) noexcept nogil
    cdef int even_kernel(self) noexcept nogil
    cdef bint kernel(self) noexcept nogil
    cdef int cost(self, Py_ssize_t y) noexcept nogil
    cdef Py_ssize_t add_to_kernel(self, Py_ssize_t x, Py_ssize_t count) noexcept nogil
    cdef bint mark_component(self) noexcept nogil
    cdef Py_ssize_t exit_vertex(self) noexcept nogil
