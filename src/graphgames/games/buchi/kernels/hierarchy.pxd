cimport cython
cimport graphgames.games.buchi.kernels.game as game

@cython.final
cdef class Hierarchy(game.BuchiGame):
    cdef int[::1] moves, alive, degree, exits, heads, entries, tails, hits, origin, queue
    cdef unsigned char[::1] dead, mark
    cdef Py_ssize_t living, links
    cdef long long[::1] first, following
    cdef long long looked

    cdef void list_entries(self) noexcept nogil
    cdef bint thin(self, Py_ssize_t width) noexcept nogil
    cdef Py_ssize_t count_entries(self, int v, Py_ssize_t width) noexcept nogil
    cdef void link_exits(self, int v) noexcept nogil
    cdef Py_ssize_t exclude(self, Py_ssize_t width) noexcept nogil
    cdef void remove(self, Py_ssize_t width) noexcept nogil
