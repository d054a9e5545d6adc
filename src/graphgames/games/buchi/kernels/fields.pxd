cimport graphgames.readers.kernels.text as text

cdef Py_ssize_t rows(
    const unsigned char[::1] data, Py_ssize_t position, Py_ssize_t left,
    unsigned char[::1] marks, long long[::1] indptr, int[::1] successors,
) noexcept nogil
