cimport cython

cdef Py_ssize_t put(unsigned char[::1] out, Py_ssize_t p, unsigned int number) noexcept nogil
cdef Py_ssize_t put_any(unsigned char[::1] out, Py_ssize_t p, long long number) noexcept nogil
