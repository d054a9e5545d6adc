cimport graphgames.graphs.kernels.csr as csr

cdef class Components(csr.Graph):
    cdef int[::1] region, choice, index, component, stack, path, number
    cdef long long[::1] edge
    cdef int current, visited, count
    cdef long long work

    cdef void search(self, Py_ssize_t start) noexcept nogil
    cdef void found(self, Py_ssize_t low, Py_ssize_t top) noexcept nogil
