cimport graphgames.graphs.kernels.components as components

cdef class LongestPaths(components.Components):
    cdef const unsigned char[::1] step

    cdef void found(self, Py_ssize_t low, Py_ssize_t top) noexcept nogil
