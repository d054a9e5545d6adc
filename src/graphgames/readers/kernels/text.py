"""White space and decimal numbers in bytes, as the scanning kernels read them.

Compiled, the functions stand in the ``.pxd`` beside this file, where the compiler can take them into each caller. Every
byte is held against the end of the data: a memory map has no zero behind it.
"""

import cython

if not cython.compiled:

    def is_space(byte):
        """Whether a byte separates tokens: a space, tab, line end, form feed or carriage return."""
        return byte == 32 or 9 <= byte <= 13

    def past_space(data, place, end):
        """Return the first place from ``place`` on, before ``end``, that holds no white space, else ``end``."""
        while place < end and is_space(data[place]):
            place += 1
        return place

    def digits(data, place, end):
        """Return the place behind the digits from ``place`` on, and their value, which is right up to 19 digits."""
        value = 0
        while place < end and 48 <= data[place] <= 57:
            value = 10 * value + (int(data[place]) - 48)
            place += 1
        return place, value

    def number(data, place, end, most):
        """Return the place behind the next number, and its value: -1 for none, or one of more than ``most`` digits."""
        start = past_space(data, place, end)
        place, value = digits(data, start, end)
        good = start < place <= start + most and (place == end or is_space(data[place]))
        return place, value if good else -1
