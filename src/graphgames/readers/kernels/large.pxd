cdef extern from *:
    ctypedef unsigned long long double_word "unsigned __int128"

# The number so far times 10**19, and the next 19 digits, which fit in 64 bits, again and again: O(d^2) for d digits.
cdef inline object whole(const unsigned char[::1] data, Py_ssize_t place, Py_ssize_t end):
    cdef unsigned long long words[208]
    cdef unsigned char raw[8 * 208]
    cdef unsigned long long number
    cdef double_word product
    cdef unsigned int digit
    cdef Py_ssize_t size = 0, i, j
    cdef Py_ssize_t stop = place + (end - place - 1) % 19 + 1
    while place < end:
        number = 0
        while place < stop:
            digit = <unsigned int>data[place] - 48
            if digit > 9:
                return None
            number = 10 * number + digit
            place += 1
        for i in range(size):
            product = <double_word>words[i] * 10000000000000000000ULL + number
            words[i] = <unsigned long long>product
            number = <unsigned long long>(product >> 64)
        words[size] = number
        size += number != 0
        stop += 19
    for i in range(size):
        for j in range(8):
            raw[8 * i + j] = <unsigned char>(words[i] >> (8 * j))
    return int.from_bytes(raw[:8 * size], "little")
