cimport graphgames.graphs.kernels.components as components

cdef class Heights(components.Components):
    cdef void found(self, Py_ssize_t low, Py_ssize_t top) noexcept nogil
