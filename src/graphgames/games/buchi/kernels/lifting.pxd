cimport cython
cimport graphgames.games.buchi.kernels.game as game

@cython.final
cdef class Lifting(game.BuchiGame):
    cdef int[::1] beta, settled, tight, queue, first, following, preceding
    cdef unsigned char[::1] waiting
    cdef Py_ssize_t tail
    cdef int top, highest

    cdef void begin(self) noexcept nogil
    cdef void raise_to(self, int p, int value) noexcept nogil
    cdef void enqueue(self, int p) noexcept nogil
    cdef void move(self, int v, int old, int new) noexcept nogil
    cdef int least(self, int v) noexcept nogil
    cdef void lift_above(self, int gap) noexcept nogil
