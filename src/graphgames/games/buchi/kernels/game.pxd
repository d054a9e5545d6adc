cimport graphgames.graphs.kernels.csr as csr

cdef class BuchiGame(csr.Graph):
    cdef const unsigned char[::1] owner, accepting
    cdef int player
