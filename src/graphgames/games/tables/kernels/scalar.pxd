cimport cython

ctypedef long long (*Successors)(long long, long long, long long*) noexcept nogil

# Call the function at an address.
cdef inline long long call(size_t address, long long tier, long long index, long long[::1] moves) noexcept nogil:
    return (<Successors>address)(tier, index, &moves[0])
