cdef class Matcher:
    cdef Py_ssize_t n, touches, waiting
    cdef const long long[::1] indptr
    cdef const int[::1] neighbours
    cdef int[::1] mate, before, base, queue, touched
    cdef signed char[::1] colour
    cdef unsigned char[::1] aside
    cdef long long stamp
    cdef long long[::1] seen

    cdef void greedy(self) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void root(self, Py_ssize_t v) noexcept nogil
    cdef void touch(self, Py_ssize_t v, signed char colour) noexcept nogil
    cdef bint search(self, Py_ssize_t without) noexcept nogil
    cdef Py_ssize_t find(self, Py_ssize_t v) noexcept nogil
    cdef Py_ssize_t meet(self, Py_ssize_t v, Py_ssize_t w) noexcept nogil
    cdef void contract(self, Py_ssize_t v, Py_ssize_t w, Py_ssize_t stem) noexcept nogil
    cdef void augment(self, Py_ssize_t w) noexcept nogil
