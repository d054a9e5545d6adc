cdef class Masks:
    cdef int k, low, pieces
    cdef const int[::1] shift, width
    cdef const long long[::1] at, smaller
    cdef const unsigned char[::1] members
    cdef const short[::1] first, ordered
    cdef const int[::1] starts

# Return the number of a mask. What is not one of the masks has any number.
cdef inline long long rank_of(Masks tables, long long mask) noexcept nogil:
    cdef long long left = tables.k
    cdef long long total = tables.first[mask & ((<long long>1 << tables.low) - 1)]
    cdef long long bits
    cdef int p
    for p in range(tables.pieces):
        bits = (mask >> tables.shift[p]) & ((<long long>1 << tables.width[p]) - 1)
        total += tables.smaller[tables.at[p] + (left << tables.width[p]) + bits]
        left -= tables.members[bits]
        if left < 0:
            left = 0
    return total

# Return the mask that has a number. ``near`` holds the pieces of the mask before, where they are looked for first.
cdef inline long long unrank_of(Masks tables, long long number, long long* near) noexcept nogil:
    cdef long long left = tables.k
    cdef long long mask = 0
    cdef long long row, bits, end
    cdef int p
    for p in range(tables.pieces):
        row = tables.at[p] + (left << tables.width[p])
        end = <long long>1 << tables.width[p]
        bits = near[p]
        if number < tables.smaller[row + bits] or (bits + 1 < end and tables.smaller[row + bits + 1] <= number):
            bits = 0
            while end > 1:
                end >>= 1
                if tables.smaller[row + bits + end] <= number:
                    bits += end
            near[p] = bits
        number -= tables.smaller[row + bits]
        left -= tables.members[bits]
        mask |= bits << tables.shift[p]
    return mask | tables.ordered[tables.starts[left] + number]
