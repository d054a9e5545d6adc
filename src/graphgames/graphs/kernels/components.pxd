cimport graphgames.graphs.kernels.csr as csr

cdef class Components(csr.Graph):
    cdef int[::1] region
    cdef int[::1] choice
    cdef int[::1] index
    cdef int[::1] component
    cdef int[::1] stack
    cdef int[::1] path
    cdef long long[::1] edge
    cdef int current
    cdef int visited
    cdef int count
    cdef long long work
    cdef void search(self, Py_ssize_t start) noexcept nogil
    cdef void found(self, Py_ssize_t low, Py_ssize_t top) noexcept nogil
