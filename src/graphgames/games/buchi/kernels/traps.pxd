cimport cython
cimport graphgames.games.buchi.kernels.game as game

@cython.final
cdef class Traps(game.BuchiGame):
    cdef int[::1] moves, left, queue, removed, lost, detached, repaired, walk
    cdef unsigned char[::1] flags
    cdef Py_ssize_t far
    cdef int rounds
    cdef long long looked

    cdef Py_ssize_t prepare(self) noexcept nogil
    cdef int attract(self, Py_ssize_t tail) except -1 nogil
    cdef Py_ssize_t trap(self, Py_ssize_t count, Py_ssize_t end) noexcept nogil
    cdef (Py_ssize_t, Py_ssize_t) remove(self, Py_ssize_t head, Py_ssize_t tail) noexcept nogil
    cdef Py_ssize_t follow(self, int v, int w, Py_ssize_t steps) noexcept nogil
    cdef Py_ssize_t repair(self, int v, Py_ssize_t allowed) noexcept nogil
    cdef Py_ssize_t retract(self, Py_ssize_t losses) noexcept nogil
    cdef Py_ssize_t reattract(self, Py_ssize_t count) noexcept nogil
    cdef void write(self, unsigned char[::1] winner) noexcept nogil
