cimport graphgames.readers.kernels.text as text

cdef Py_ssize_t read_edges(
    const unsigned char[::1] data, Py_ssize_t position, Py_ssize_t n, Py_ssize_t m, int[::1] first, int[::1] edges,
) noexcept nogil
cdef Py_ssize_t induct(Py_ssize_t n, int[::1] first, int[::1] edges, int[::1] moves) noexcept nogil
