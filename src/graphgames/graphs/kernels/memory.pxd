# A hint to the processor, where the compiler knows one. Without the empty assembly GCC takes a function that only
# prefetches for one without effect, and drops the call.
cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define graphgames_prefetch(address) do { __builtin_prefetch(address); __asm__ volatile(""); } while (0)
    #else
    #define graphgames_prefetch(address) ((void)0)
    #endif
    """
    void prefetch "graphgames_prefetch"(const void *address) noexcept nogil
