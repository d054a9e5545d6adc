cimport graphgames.readers.kernels.text as text

cdef Py_ssize_t behind_blanks(const unsigned char[::1] data, Py_ssize_t p, Py_ssize_t end) noexcept nogil
cdef bint ends_number(unsigned char byte) noexcept nogil
