cimport graphgames.games.geography.kernels.position as position
cimport graphgames.games.geography.kernels.table as table

cdef class Search:
    cdef position.Position here
    cdef table.Table table
    cdef Py_ssize_t words, depth, frames, children
    cdef bint depth_first
    cdef int[::1] frame_at0, frame_at, frame_flip, frame_phase, frame_first, frame_last, frame_now, frame_exit
    cdef int[::1] frame_exit_flip, child_at, child_flip
    cdef long long[::1] frame_key, frame_hash, frame_arcs, frame_phi, frame_delta, frame_work
    cdef long long[::1] child_arcs, child_hash, child_phi, child_delta
    cdef long long last_phi, last_delta, nodes, deepest
    cdef int result, root_flip
    cdef list blocks

    cdef bint stack_full(self) noexcept nogil
    cdef int known(self, long long h) noexcept nogil
    cdef void push(self, long long h, long long phi, long long delta) noexcept nogil
    cdef void finish(self, Py_ssize_t d, long long phi, long long delta) noexcept nogil
    cdef void decide(self, Py_ssize_t d, int r) noexcept nogil
    cdef void enter(self, Py_ssize_t d) noexcept nogil
    cdef void apply_exit(self, Py_ssize_t d, int r) noexcept nogil
    cdef void expand(self, Py_ssize_t d) noexcept nogil
    cdef Py_ssize_t keep(self, Py_ssize_t c, long long h) noexcept nogil
    cdef void write_child(self, Py_ssize_t c, long long phi, long long delta) noexcept nogil
    cdef void choose(self, Py_ssize_t d) noexcept nogil
    cdef void descend(self, Py_ssize_t c, long long phi, long long delta) noexcept nogil
