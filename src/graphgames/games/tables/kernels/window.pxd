cdef class Window:
    cdef const long long[::1] first
    cdef const long long[::1] last
    cdef const long long[::1] shift
    cdef long long members
    cdef const unsigned long long[::1] words
    cdef const unsigned short[::1] before
    cdef const long long[::1] base
    cdef unsigned short[::1] labels

# Return how many of the lowest bits of a word, as many as ``below``, are set.
cdef inline long long members(unsigned long long word, long long below) noexcept nogil:
    word &= (<unsigned long long>1 << below) - 1
    word -= (word >> 1) & 0x5555555555555555ULL
    word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL
    return (word * 0x0101010101010101ULL) >> 56

# Return the place of a number of a tier in the bitmap.
cdef inline long long place_of(Window window, long long number, Py_ssize_t tier) noexcept nogil:
    if window.members > 1:
        number = ((number >> 16) // window.members << 16) | (number & 0xFFFF)
    return number + window.shift[tier]

# Return the place of a number's label, -1 if it is not in use, -2 if it is in none of the tiers.
cdef inline long long find(Window window, long long number) noexcept nogil:
    cdef Py_ssize_t t
    cdef long long place, word
    for t in range(window.first.shape[0]):
        if window.first[t] <= number < window.last[t]:
            place = place_of(window, number, t)
            word = place >> 6
            if not (window.words[word] >> (place & 63)) & 1:
                return -1
            return window.base[word >> 10] + window.before[word] + members(window.words[word], place & 63)
    return -2
