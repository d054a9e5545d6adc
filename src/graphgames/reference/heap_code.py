"""Heap games that a code defines: which heaps each move leaves, and their values.

Digit k of the code says what may be left of a heap of which k are taken: no heap (1), one (2), two (4), three (8); the
sum of these. Dots at the end repeat the last digit for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import chain, compress, repeat

from graphgames.reference.reading import RefusedError

UNEQUAL = " (unequal heaps)"
LARGEST = 2**20 - 1
"""The largest value, which only heaps that are too many to be checked could have."""


class Row:
    """Values of options as characters, among which Python finds one quickly; those that were found, as bits."""

    def __init__(self, text: str):
        self.text, self.found = text, 0


class Characters:
    """Values as characters, each written as one, two or four bytes; many are added at once, as one large integer."""

    def __init__(self, value: list[int]):
        most = max(value, default=0)
        self.bytes, self.form = (
            (1, "latin-1") if most < 2**8 else (2, "utf-16-le") if most < 2**15 else (4, "utf-32-le")
        )
        self.text = "".join(map(chr, value))
        self.up, self.down = map(self.number, (self.text, self.text[::-1]))
        self.of_two = lru_cache(16)(self.added)  # moves from the next heaps leave as many together

    @cached_property
    def all(self) -> list[str]:
        """All characters up to the largest."""
        return [*map(chr, range(ord(max(self.text, default="\0")) + 1))]

    def at_bits(self, bits: int) -> Iterator[str]:
        """Return the characters of the numbers at which an integer has a bit 1."""
        return compress(self.all, f"{bits:b}"[::-1].encode().replace(b"0", b"\0"))

    def number(self, text: str) -> int:
        """Return a text as one integer, the first character lowest."""
        return int.from_bytes(text.encode(self.form, "surrogatepass"), "little")

    def added(self, first: int, together: int, last: int) -> Row:
        """Return the values of two heaps of so many together, the smaller from the first to the last, all at once."""
        size = self.bytes * max(first, last + 1)
        low = (1 << 8 * size) - 1  # of the smaller heaps
        left = self.down >> 8 * self.bytes * (len(self.text) - 1 - together)  # what is left beside each of these
        written = (self.up & low ^ left & low).to_bytes(size, "little")
        return Row(written[self.bytes * first :].decode(self.form, "surrogatepass"))


class Code:
    """The rules that a code says: its digits, whether the last repeats for ever, whether two heaps must differ."""

    def __init__(self, code: str):
        digits = code.removesuffix(UNEQUAL)
        self.unequal, self.repeats = code.endswith(UNEQUAL), digits.endswith("...")
        before, point, after = digits.removesuffix("...").partition(".")
        try:
            self.digits = [int(digit, 16) for digit in (before or "0") + after]
        except ValueError:
            raise RefusedError(f"{code!r} is not a code of a heap game") from None
        if not point or self.digits[0] & 3 or (self.unequal and any(digit & 8 for digit in self.digits)):
            raise RefusedError(f"{code!r} is not a code of a heap game")

    def left(self, n: int) -> Iterator[tuple[int, int]]:
        """Return how many may be left together of a heap of n, with the digit that says in which heaps."""
        digits = chain(self.digits, repeat(self.digits[-1]) if self.repeats else ())
        return zip(range(n, -1, -1), digits, strict=False)

    def options(self, n: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that each move from a heap of n leaves."""
        for left, digit in self.left(n):
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left > 0:
                yield (left,)
            if digit & 4:
                yield from ((a, left - a) for a in range(1, left // 2 + 1) if not (self.unequal and 2 * a == left))
            if digit & 8:
                yield from ((a, b, left - a - b) for a in range(1, left) for b in range(a, (left - a) // 2 + 1))


def values_of_options(code: Code, value: Characters, n: int) -> list[Row]:
    """Return the values of what the moves from a heap of n leave, some perhaps more than once; those of two heaps are
    added row by row.
    """
    rows, few = list[Row](), list[str]()
    for left, digit in code.left(n):
        if digit & 1 and left == 0:
            few.append(chr(0))
        if digit & 2 and left > 0:
            few.append(value.text[left])
        if digit & 4:
            rows.append(value.of_two(1, left, (left - 1) // 2 if code.unequal else left // 2))
        if digit & 8:
            for a in range(1, left):
                others = {*value.of_two(a, left - a, (left - a) // 2).text}
                few += [chr(ord(value.text[a]) ^ ord(one)) for one in others]
    return [*rows, Row("".join(few))]
