cimport graphgames.graphs.kernels.components as components
cimport graphgames.graphs.kernels.csr as csr

cdef class Tangles(components.Components):
    cdef const unsigned char[::1] owner
    cdef const int[::1] priority, order
    cdef unsigned char[::1] winner, mark, parity, alive
    cdef int play, target, player
    cdef int[::1] trail, begins, pointers, bad, won, body, moves, exits, exit_of
    cdef long long[::1] watched, seen, watched_exit, next_exit, last_exit, first, first_exit
    cdef Py_ssize_t trail_count, solved, won_count, pointer
    cdef long long opened, rounds

    cdef void next_region(self) noexcept nogil
    cdef Py_ssize_t next_heads(self, int player) noexcept nogil
    cdef void attract(self, int player, Py_ssize_t head) noexcept nogil
    cdef bint escapes(self, Py_ssize_t u) noexcept nogil
    cdef bint has_exit(self, Py_ssize_t t) noexcept nogil
    cdef bint can_attract(self, Py_ssize_t t) noexcept nogil
    cdef void attract_tangle(self, Py_ssize_t t) noexcept nogil
    cdef bint close(self, int player, Py_ssize_t begin, Py_ssize_t heads) noexcept nogil
    cdef bint stays(self, Py_ssize_t u) noexcept nogil
    cdef void learn_tangles(self, int player, Py_ssize_t begin) noexcept nogil
    cdef void found(self, Py_ssize_t low, Py_ssize_t top) noexcept nogil
    cdef void learn_if_closed(self, int player, Py_ssize_t low, Py_ssize_t top) noexcept nogil
    cdef void learn(self, int player, Py_ssize_t low, Py_ssize_t top, Py_ssize_t exits) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef void back_to(self, int target) noexcept nogil
    cdef void solve_dominions(self) noexcept nogil
    cdef void solve(self, int player) noexcept nogil

cdef class RecursiveTangles(Tangles):
    cdef Py_ssize_t depth
    cdef int[::1] top, above, below

    cdef void begin_round(self) noexcept nogil
    cdef void link(self, Py_ssize_t count) noexcept nogil
    cdef void divide(self) noexcept nogil
    cdef void make_region(self, int player) noexcept nogil
    cdef void take_out(self, Py_ssize_t v) noexcept nogil
    cdef void sort(self, Py_ssize_t count) noexcept nogil
