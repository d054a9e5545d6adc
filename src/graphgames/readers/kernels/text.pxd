cdef inline bint is_space(unsigned char byte) noexcept nogil:
    return byte == 32 or 9 <= byte <= 13

cdef inline Py_ssize_t past_space(const unsigned char[::1] data, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    while place < end and is_space(data[place]):
        place += 1
    return place

# The place behind the digits from ``place`` on, and their value, which is right up to 19 digits.
cdef inline (Py_ssize_t, unsigned long long) digits(
    const unsigned char[::1] data, Py_ssize_t place, Py_ssize_t end
) noexcept nogil:
    cdef unsigned long long value = 0
    cdef unsigned int digit
    while place < end:
        digit = <unsigned int>data[place] - 48
        if digit > 9:
            break
        value = 10 * value + digit
        place += 1
    return place, value

# The place behind the number that comes next, and its value: -1 if there is none, or one of more than ``most`` digits.
cdef inline (Py_ssize_t, long long) number(
    const unsigned char[::1] data, Py_ssize_t place, Py_ssize_t end, Py_ssize_t most
) noexcept nogil:
    cdef Py_ssize_t start = past_space(data, place, end)
    cdef unsigned long long value
    place, value = digits(data, start, end)
    if place == start or place - start > most or (place < end and not is_space(data[place])):
        return place, -1
    return place, <long long>value
