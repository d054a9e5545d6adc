cimport cython
cimport graphgames.games.tables.kernels.window as window

cdef bint _is_first(
    const long long[:, ::1] numbers, const unsigned char[::1] again, Py_ssize_t j, Py_ssize_t i
) noexcept nogil
cdef int _bound(const long long[:, ::1] far, long long place) noexcept nogil
cdef int _arrive(
    unsigned short[::1] labels, const long long[:, ::1] far, long long place, bint good, int layer
) noexcept nogil
