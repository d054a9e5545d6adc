cimport graphgames.graphs.kernels.csr as csr

# A hint to the processor, where the compiler knows one; uncompiled it does nothing (see zielonka.py).
cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define graphgames_prefetch(address) __builtin_prefetch(address)
    #else
    #define graphgames_prefetch(address) ((void)0)
    #endif
    """
    void prefetch "graphgames_prefetch"(const void *address) noexcept nogil
