cimport graphgames.games.geography.kernels.position as position

cdef enum:
    SHIFT = 31
    LOW = 0x7FFFFFFF
    BUCKET = 4
    MOST_WORK = 1 << 30
    INFINITE = 1 << 30

cdef class Table:
    cdef position.Position graph
    cdef Py_ssize_t words
    cdef long long slots, most_slots, filled, record, phi, delta
    cdef long long[::1] data

    cdef bint half_full(self) noexcept nogil
    cdef Py_ssize_t bucket(self, long long key) noexcept nogil
    cdef Py_ssize_t find(self, long long key, Py_ssize_t v, const long long[::1] arcs, Py_ssize_t where) noexcept nogil
    cdef bint look_up(self, long long key, Py_ssize_t v, const long long[::1] arcs, Py_ssize_t where) noexcept nogil
    cdef void store(
        self, long long key, Py_ssize_t v, const long long[::1] arcs, Py_ssize_t where,
        long long phi, long long delta, long long work,
    ) noexcept nogil
