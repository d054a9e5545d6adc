cimport cython

cdef long long mix(long long a, long long b) noexcept nogil
