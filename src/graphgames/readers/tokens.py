"""The reader of contest inputs: numbers and words separated by white space, with the positions of faults.

A header is read token by token, a long list by one compiled scan. Every problem is a `FormatError` with line, column
and a caret: the file ends too early, a token is not a number, a number is out of range or too large, the file is not
text, or something follows the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from graphgames.core.errors import Fault, FormatError
from graphgames.readers.kernels.tokens import integers32, integers64, skip, token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    What = str | Callable[[int], str]
    """What a number is, for people: a name, or for a list a function from its index to its name."""

_INT32, _INT64 = 2**31 - 1, 2**63 - 1
_SHORTER = "the file is shorter than the counts in it say; was it cut off?"
_BINARY = "this does not look like text; is it the right file, or compressed?"
_FRACTION = "write it in digits alone, without a point or an exponent"


class Tokens:
    r"""A text taken apart from front to back; a memory map will do for it, or whatever has a buffer and ``find``.

    ``position`` is the place behind the last thing read, ``start`` where the last token, or the last list, begins.

    >>> tokens = Tokens(b"3\r\n10 20\t30\n\nend")
    >>> count = tokens.integer("the number of heaps")
    >>> tokens.integers(count, "the size of a heap", low=1)
    array([10, 20, 30])
    >>> tokens.word("the last word")
    b'end'
    >>> Tokens(b"2\n5 x", "heaps.txt").integers(3, lambda k: f"heap {k + 1} of 3", high=9)
    Traceback (most recent call last):
        ...
    graphgames.core.errors.FormatError: heaps.txt:2:3: found 'x'
        5 x
          ^
        expected heap 3 of 3, a whole number from 0 to 9
    """

    __slots__ = ("data", "position", "source", "start")

    def __init__(self, data: bytes, source: str = "<input>"):
        self.data = data
        self.source = source
        self.start = self.position = 3 if data[:3] == b"\xef\xbb\xbf" else 0  # a byte order mark

    def word(self, what: str) -> bytes:
        """Return the next token; raise `FormatError` if the input ends before it."""
        begin, end = token(self.data, self.position)
        if begin == end:
            raise self.ended(what)
        self.start, self.position = begin, end
        return self.data[begin:end]

    def line(self, what: str) -> bytes:
        r"""Return the rest of the current line without its line end, and go on to the next; it may be empty.

        Raise `FormatError` if the input has ended.

        >>> tokens = Tokens(b"2\nX..\r\n\n.X.")
        >>> tokens.integer("the number of boards"), [tokens.line("a board") for _ in range(4)]
        (2, [b'', b'X..', b'', b'.X.'])
        """
        if self.position >= len(self.data):
            raise self.ended(what)
        stop = self.data.find(b"\n", self.position)
        stop = len(self.data) if stop < 0 else stop
        self.start, self.position = self.position, min(stop + 1, len(self.data))
        return self.data[self.start : stop].removesuffix(b"\r")

    def integer(self, what: str, low: int = 0, high: int | None = None, why: str = "") -> int:
        """Return the next token as a number of any size, from ``low`` to ``high``, which ``why`` gives a reason for.

        ``what`` is what the message calls it: ``"the number of edges of test 2"``. Raise `FormatError` if the input
        ends, or the token is no number or out of range.
        """
        begin, end = token(self.data, self.position)
        if begin == end:
            raise self.ended(what)
        text = self.data[begin:end]
        if len(text) < 4000 and (text.isdigit() or (low < 0 and text[:1] == b"-" and text[1:].isdigit())):
            value = int(text)
            if value >= low and (high is None or value <= high):
                self.start, self.position = begin, end
                return value
        raise self._wrong(begin, text, what, low, high, why)

    def integers(self, count: int, what: What, low: int = 0, high: int | None = None, why: str = "") -> NDArray[Any]:
        """Return the next ``count`` tokens as an array, shape (count,), by one compiled scan; bounds as for `integer`.

        It is of ``int32`` if the range fits that, else of ``int64``. ``what`` names each of them; a function gets its
        index. Raise `FormatError` if the input ends, or a token is no number or out of range.
        """
        return self._scan(count, 1, what, low, high, why)

    def large_integers(self, count: int, what: What, low: int = 0) -> NDArray[Any]:
        """Return the next ``count`` tokens as an array, whatever their size: of ``int64``, or of Python's own numbers.

        Raise `FormatError` if the input ends, or a token is no number or below ``low``.

        >>> Tokens(b"1 100000000000000000000").large_integers(2, "a pile")
        array([1, 100000000000000000000], dtype=object)
        """
        begin = self.position
        try:
            return self.integers(count, what, low)
        except FormatError:  # perhaps only for a number of more than 64 bits; if not, this finds the same fault
            import numpy as np

            self.position = begin
            name: Callable[[int], str] = what if callable(what) else lambda _: what
            return np.array([self.integer(name(k), low) for k in range(count)], object)

    def columns(
        self, rows: int, width: int, what: What, low: int = 0, high: int | None = None, why: str = ""
    ) -> NDArray[Any]:
        r"""Return ``rows`` rows of ``width`` numbers with a row for each *column* of the text, shape (width, rows).

        Each of them is contiguous; the rest is as for `integers`.

        >>> tails, heads = Tokens(b"1 2\n1 3\n2 3\n").columns(3, 2, "a vertex", 1, 3)
        >>> tails.tolist(), heads.tolist()
        ([1, 1, 2], [2, 3, 3])
        """
        return self._scan(rows * width, width, what, low, high, why).reshape(width, rows)

    def end(self, after: str = "the last test") -> None:
        """Raise an error unless only white space is left; raise `FormatError` if something is."""
        begin, end = token(self.data, self.position)
        if begin < end:
            hint = "the counts in the file say that it ends here; is one of them too small?"
            raise self.fault(begin, f"found {_quoted(self.data[begin:end])} after {after}", "the end of the file", hint)

    def locate(self, start: int, index: int) -> int:
        """Return where the token of that index (from 0) begins, from a place on."""
        return token(self.data, skip(self.data, start, index))[0]

    def fault(self, offset: int, message: str, expected: str = "", hint: str = "") -> FormatError:
        """Make the error for a place in the input."""
        return FormatError([Fault.at(bytes(self.data), offset, message, expected, hint)], self.source)

    def ended(self, what: str) -> FormatError:
        """Make the error for an input that stops before something."""
        data = bytes(self.data)
        if not data.strip():
            return FormatError([Fault("the file is empty", expected=what)], self.source)
        return self.fault(len(data), "the file ends", what, _SHORTER)

    def _scan(self, count: int, width: int, what: What, low: int, high: int | None, why: str) -> NDArray[Any]:
        import numpy as np  # here, because a tenth of a second is most of a small job that needs no array

        top = _INT64 if high is None else min(high, _INT64)
        narrow = high is not None and low >= -_INT32 and top <= _INT32
        room = min(count, (len(self.data) - self.position + 1) // 2)  # no more tokens than that can be left
        scan: Callable[..., int] = integers32 if narrow else integers64
        values: NDArray[Any] = np.empty(room, np.int32 if narrow else np.int64)
        behind = scan(self.data, self.position, max(low, -_INT64), top, width if room == count else 1, values)
        if behind < 0 or room < count:
            taken = -1 - behind if behind < 0 else room
            begin, end = token(self.data, skip(self.data, self.position, taken))
            name = what if isinstance(what, str) else what(taken)
            if begin == end:
                raise self.ended(name)
            raise self._wrong(begin, self.data[begin:end], name, low, high if high is not None else top, why)
        self.start, self.position = self.position, behind
        return values

    def _wrong(self, offset: int, text: bytes, what: str, low: int, high: int | None, why: str) -> FormatError:
        """Return the error for a token that should have been a number."""
        bounds = f"of at least {low}" if high is None else f"from {low} to {high}"
        because = f" ({why})" if why else ""
        expected = f"{what}, {low if low == high else f'a whole number {bounds}'}{because}"
        if text.removeprefix(b"-").isdigit():
            if len(text) > 40:
                return self.fault(offset, f"found a number of {len(text)} digits, which is too large", expected)
            if int(text) == 0 and low <= 0:  # with zeros before it, or as -0, which not all the scanners read
                return self.fault(offset, f"found {text.decode()!r}", expected, "write it as 0")
            large = high is not None and int(text) > high
            size = "large" if large else "small" if int(text) < low else "long"
            return self.fault(offset, f"{text.decode()} is too {size}", expected)
        hint = _BINARY if _is_binary(text) else _FRACTION if _is_fraction(text) else ""
        return self.fault(offset, f"found {_quoted(text)}", expected, hint)


class MultiTestInput(ABC):
    """A text, or a memory map, of many tests that is scanned and solved in one pass; single tests are read on demand.

    A game's own class says in `skip_test` how to step over a test by its counts, and in `read_test` how to read one
    with all its checks, which also finds out what is wrong where the fast pass stopped. There are ``tests``, of which
    the first begins at ``begin``.
    """

    digits = 18
    """The longest numbers that the fast pass reads."""

    def __init__(self, data: bytes, source: str = "<input>"):
        tokens = Tokens(data, source)
        self.data, self.source = data, source
        self.tests = tokens.integer("the number of tests", 0, len(data))
        self.begin = tokens.position
        self._offsets: list[int] = []

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: a memory map as bytes, without the offsets of the tests."""
        kept = {name: getattr(self, name) for name in ("source", "tests", "begin")}
        return kept | {"data": bytes(self.data), "_offsets": []}

    @property
    def offsets(self) -> list[int]:
        """Where each test begins."""
        if len(self._offsets) < self.tests:
            tokens = self._from(self.begin)
            places = []
            for test in range(self.tests):
                places.append(tokens.position)
                self.skip_test(tokens, test)
            self._offsets = places
        return self._offsets

    def test(self, test: int) -> Any:
        """Read one test, counted from 0; raise `FormatError` if it is not as the document says."""
        return self.read_test(self._from(self.offsets[test]), test)

    def check(self) -> None:
        """Read every test and make sure that nothing follows the last.

        Raise `FormatError` if the input is not as the document says.
        """
        tokens = self._from(self.begin)
        for test in range(self.tests):
            self.read_test(tokens, test)
        tokens.end()

    def fault(self, test: int, offset: int) -> FormatError:
        """Return what is wrong with the test that begins at a place in the input."""
        tokens = self._from(offset)
        try:
            self.read_test(tokens, test)
        except FormatError as error:
            return error
        message = f"a number in test {test + 1} has more than {self.digits} digits"
        return tokens.fault(tokens.locate(offset, 0), message)

    def finish(self, position: int) -> None:
        """Raise an error if anything follows the last test, which ends at ``position``."""
        self._from(position).end()

    @abstractmethod
    def skip_test(self, tokens: Tokens, test: int) -> None:
        """Step over a test by the counts in it."""

    @abstractmethod
    def read_test(self, tokens: Tokens, test: int) -> Any:
        """Read one test with all its checks."""

    def _from(self, position: int) -> Tokens:
        tokens = Tokens(self.data, self.source)
        tokens.position = position
        return tokens


def _is_fraction(text: bytes) -> bool:
    """Whether something is a number with a point, a comma or an exponent."""
    import re  # here, because it is not needed where all is well

    return re.fullmatch(rb"[-+]?[0-9]*[.,][0-9]*|[-+]?[0-9.]+[eE][-+0-9]+", text) is not None


def _is_binary(text: bytes) -> bool:
    try:
        return any(c < " " or c == "\x7f" for c in text.decode())
    except UnicodeDecodeError:
        return True


def _quoted(text: bytes) -> str:
    if _is_binary(text):
        return f"the bytes {text[:8].hex(' ')}{' ...' if len(text) > 8 else ''}"
    start = text[:60].decode("utf-8", "replace")
    return repr(start + "..." if len(text) > 60 else start)
