cdef class Graph:
    cdef const long long[::1] indptr
    cdef const int[::1] successors
    cdef const long long[::1] reverse_indptr
    cdef const int[::1] predecessors

# Return the first place from ``begin`` up to ``end`` whose vertex has a label from ``low`` up to ``high``, else ``end``.
cdef inline long long first_in(
    const int[::1] vertices, long long begin, long long end, const int[::1] label, int low, int high
) noexcept nogil:
    while begin < end and not low <= label[vertices[begin]] < high:
        begin += 1
    return begin
