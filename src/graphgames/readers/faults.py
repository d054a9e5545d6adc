"""Error reports of the readers: collect faults, continue after them, name what was found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphgames.core.errors import Fault, FormatError
from graphgames.readers.sniff import EMPTY, looks_like
from graphgames.readers.source import Data

LIMIT = 10
"""So many faults are reported together."""

RECODED = "convert it with: iconv -f ENCODING -t utf-8 FILE > OTHER, where ENCODING is its own, as latin1 or cp1250"
"""How text that is not in UTF-8 is mended; from a wrong encoding come wrong letters without an error."""

_SPACE = re.compile(rb"[ \t\r\n\v\f]*")
_REST = rb'[^;"\n]*+(?:"[^"]*+"[^;"\n]*+)?[;\n]'
_TOKEN = rb"-?[0-9][0-9.A-Za-z_]*|[A-Za-z_][A-Za-z_0-9]*|[^\x00-\x20\x80-\xff]|[\x80-\xff]+"
_DIGITS = re.compile(rb"[0-9]+")
_LINE_END = re.compile(rb"\n")


class Faults:
    """The faults of one input, ``data`` with the name ``source``, in the order in which they were found."""

    def __init__(self, data: Data, source: str):
        self.data, self.source = data, source
        self.found: list[Fault] = []
        self.places: list[int] = []
        self._bytes: bytes | None = None

    def __len__(self) -> int:
        return len(self.found)

    @property
    def full(self) -> bool:
        """Whether the report is full."""
        return len(self.found) >= LIMIT

    @property
    def text(self) -> bytes:
        """The input as bytes; a copy is made at the first fault only."""
        if self._bytes is None:
            self._bytes = self.data if isinstance(self.data, bytes) else bytes(self.data[:])
        return self._bytes

    def add(self, at: int, message: str, expected: str = "", hint: str = "") -> None:
        """Note a fault at an offset, unless enough are known."""
        if not self.full:
            self.places.append(at)
            self.found.append(Fault.at(self.text, at, message, expected, hint))

    def clear(self) -> None:
        """Drop all faults."""
        self.found.clear()
        self.places.clear()

    def throw(self) -> None:
        """Raise the faults, if there are any; raise `FormatError` with all faults, by their place."""
        if self.found:
            raise FormatError(sorted(self.found, key=lambda fault: (fault.line, fault.column)), self.source)

    def refuse_other_formats(self, format: str, first: bytes, expected: str) -> None:
        """Raise at once if the input is empty or, by its first byte that is not space, nothing of the kind.

        Raise `FormatError` with what the input looks like.
        """
        guess = looks_like(self.data)
        at = self.skip_space(0)
        if guess.name == format or (not guess.sure and at < len(self.data) and self.data[at : at + 1] in first):
            return
        if guess is EMPTY:
            raise FormatError([Fault(guess.what, expected=expected)], self.source)
        self.add(at, f"this looks like {guess.what}", expected, guess.hint)
        self.throw()

    def skip_space(self, p: int) -> int:
        """Return the next place that is not white space."""
        match = _SPACE.match(self.data, p)
        return match.end() if match else p

    def number(self, at: int) -> str:
        """Return the digits that stand at an offset, shortened when they are many."""
        match = _DIGITS.match(self.data, at)
        text = match[0].decode() if match else "?"
        return text if len(text) <= 24 else f"{text[:20]}... ({len(text)} digits)"

    def behind_statement(self, p: int) -> int:
        """Return the place behind the next semicolon or end of line that is not within a name."""
        match = re.compile(_REST).match(self.data, p) or _LINE_END.search(self.data, p)
        return match.end() if match else len(self.data)

    def statement(self, p: int, word: str, what: str) -> tuple[int | None, int]:
        """Read ``NUMBER ;`` behind a word; return the number, if there is one, and where to go on."""
        match = _DIGITS.match(self.data, p)
        number = int(match[0]) if match and len(match[0]) <= 18 else None
        if match is None or number is None or number > 2**31 - 1:
            self.add(p, f"{found(self.data, p)} after '{word}'", what)
            return None, self.skip_space(self.behind_statement(p))
        stop = self.skip_space(match.end())
        if self.data[stop : stop + 1] != b";":
            self.add(stop, f"{found(self.data, stop)} after '{word} {number}'", "';'", self.about_line(stop))
            return number, stop
        return number, self.skip_space(stop + 1)

    def behind(self, at: int, statement: int, open_name: bool = False) -> int:
        """Return where to continue after a fault: at the fault if a new line begins there, else behind the statement.

        The place is always behind the beginning of the statement.
        """
        if open_name:
            match = _LINE_END.search(self.data, at)
            return match.end() if match else len(self.data)
        line = self.data.rfind(b"\n", statement, at) + 1
        if line > statement and not self.data[line:at].strip() and self.data[at : at + 1].isdigit():
            return at
        return self.behind_statement(at)

    def about_start(self, at: int, *words: str) -> str:
        """Return a hint if one of the words that may only stand at the beginning stands here."""
        for word in words:
            if self.data[at : at + len(word)] == word.encode():
                return f"'{word}' comes before the first vertex"
        return "there are no comments in this format" if self.data[at : at + 1] in (b"#", b"/", b"%") else ""

    def about_line(self, at: int) -> str:
        """Return a hint if the fault is the first thing on its line: then the line before lacks its end."""
        line = self.data.rfind(b"\n", 0, at) + 1
        return "the line before may lack its ';'" if line and not self.data[line:at].strip() else ""

    def check_utf8(self) -> None:
        """Raise `FormatError` at the first byte that is not UTF-8, with the faults that are known."""
        try:
            self.text.decode()
        except UnicodeDecodeError as error:
            what = f"byte 0x{self.text[error.start]:02x} is not UTF-8"
            self.add(error.start, what, "text in UTF-8", RECODED)
            self.throw()


def text_of(data: Data, source: str, encoding: str = "utf-8") -> str:
    """Return the text of a file; raise `FormatError` at the first byte that is not UTF-8."""
    held = bytes(data[:])
    try:
        return held.decode(encoding)
    except UnicodeDecodeError as error:
        raise FormatError([Fault.at(held, error.start, "this byte is not UTF-8")], source) from None


def found(data: Data, at: int) -> str:
    r"""Return what stands at an offset, as text.

    >>> found(b"1 -2", 2), found(b"1", 1), found(b"\x00", 0)
    ("found '-2'", 'the file ends', 'found the byte 0x00')
    """
    if at >= len(data):
        return "the file ends"
    match = re.compile(_TOKEN, re.DOTALL).match(data, at)
    if match is None and data[at : at + 1] in (b"\n", b"\r"):
        return "found the end of the line"
    try:
        text = "" if match is None else match[0].decode()
    except UnicodeDecodeError:
        text = ""
    if not text:
        return f"found the byte 0x{data[at]:02x}"
    return f"found {text if len(text) <= 40 else text[:40] + '...'!r}"


def without_line(first: Sequence[int], count: int) -> str:
    """Return which vertices have no line, given the first of them and their number.

    >>> without_line([3], 1), without_line([3, 5], 9)
    ('vertex 3 has no line', 'vertices 3, 5 and 7 more have no line')
    """
    if count == 1:
        return f"vertex {first[0]} has no line"
    more = f" and {count - len(first)} more" if count > len(first) else ""
    return f"vertices {', '.join(map(str, first))}{more} have no line"
