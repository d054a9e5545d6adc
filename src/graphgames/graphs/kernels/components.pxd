cimport graphgames.graphs.kernels.csr as csr
from graphgames.graphs.kernels.memory cimport prefetch

cdef class Components(csr.Graph):
    cdef int[::1] region, choice, component, stack, path
    cdef unsigned int[::1] index, number, height
    cdef long long[::1] edge
    cdef int current, visited, count
    cdef long long work

    cdef void search(self, Py_ssize_t start) noexcept nogil
    cdef void found(self, Py_ssize_t low, Py_ssize_t top) noexcept nogil
