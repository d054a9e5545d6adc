cimport cython
cimport graphgames.readers.kernels.text as text

cdef Py_ssize_t read_cells(
    const unsigned char[::1] data, Py_ssize_t place, Py_ssize_t count, long long[:, ::1] xy
) noexcept nogil
cdef void sort_by(
    const long long[::1] values, int[::1] order, int[::1] other, int[::1] count, Py_ssize_t n
) noexcept nogil
cdef bint comes_before(long long[:, ::1] pairs, Py_ssize_t at, long long x, long long y) noexcept nogil
cdef Py_ssize_t last_up_to(long long[:, ::1] pairs, Py_ssize_t count, long long x, long long y) noexcept nogil
cdef bint lies_on(long long[:, ::1] segments, Py_ssize_t at, long long x, long long y) noexcept nogil

@cython.final
cdef class Sweep:
    cdef int[::1] order, other, rank, count, after
    cdef long long[::1] keys, ends
    cdef unsigned char[::1] flags
    cdef long long[:, ::1] cells, segments
    cdef Py_ssize_t key_count, cell_count, leaves, found

    cdef void arrange(self, const long long[::1] x, const long long[::1] y, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t before(self, Py_ssize_t key) noexcept nogil
    cdef void begin_block(self, Py_ssize_t key) noexcept nogil
    cdef void join_next(self, Py_ssize_t key) noexcept nogil
    cdef void add_segment(self, long long x, long long y, long long length) noexcept nogil
    cdef void climb(self, long long row, long long rows) noexcept nogil
    cdef void sweep_rows(self) noexcept nogil
    cdef Py_ssize_t answer(
        self, const unsigned char[::1] data, Py_ssize_t place, Py_ssize_t count, long long[:, ::1] xy,
        unsigned char[:] answers,
    ) noexcept nogil
