"""Word chains (shiritori): each word begins with the letter that the last one ended with, and no word is used twice.

The game is edge geography on a multigraph whose vertices are letters and whose arcs are the words, each from its first
letter to its last; words with the same ends are parallel arcs. Whoever finds no word loses.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.errors import Fault, FormatError
from graphgames.formats.priorities import Priorities
from graphgames.games.geography.problem import Geography
from graphgames.readers.source import Source


@dataclass(frozen=True, eq=False)
class WordList(Geography):
    """Edge geography on letters, which are the labels, with words for its arcs; the notes say what was skipped."""

    places: ClassVar[tuple[str, str]] = ("letter", "letters")
    words: tuple[str, ...] = ()
    """By first letter, last letter, and alphabet; word e is arc e of the graph."""

    @property
    def title(self) -> str:
        return "word chains"

    @property
    def way(self) -> str:
        return "word"

    def move(self, graph: int, e: int, w: int) -> str:
        return self.words[e]

    def reason(self, here: str, how: str, move: str, last: bool) -> str:
        """Return in a sentence who wins that must begin with a letter, and why; as the base class says."""
        by = f" (by {how})" if how else ""
        if move:
            end = "there is no word to reply with" if last else "every reply can be answered"
            return f"Whoever must begin with {here} wins{by}: say {move}, and {end}."
        return (
            f"Whoever must begin with {here} loses{by}: {'there is no word' if last else 'every word can be answered'}."
        )


_JOIN = "if they are one word, join them by a hyphen"


def ends(word: str) -> tuple[str, str]:
    """Return the first and the last letter of a word.

    >>> ends("don't"), ends("élan!")
    (('d', 't'), ('é', 'n'))
    """
    letters = [c for c in word if c.isalpha()]
    return letters[0], letters[-1]


def read(data: bytes, source: str = "<input>") -> WordList:
    r"""Read words, one a line, in UTF-8; upper and lower case are the same.

    Raise `FormatError` if it is not UTF-8, or there is no word in it.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = Fault.at(data, error.start, "this is not UTF-8", "one word per line, in UTF-8")
        raise FormatError([fault], source) from None
    lines = [unicodedata.normalize("NFC", line.strip().casefold()) for line in text.splitlines()]
    lettered = [line for line in lines if any(c.isalpha() for c in line)]
    several = [k for k, line in enumerate(lines) if len(line.split()) > 1]
    named = [line for line in lettered if len(line.split()) == 1]
    if not named and several:
        at = sum(len(line.encode()) for line in data.decode("utf-8").splitlines(keepends=True)[: several[0]])
        what = f"there are {len(lines[several[0]].split())} words in this line"
        raise FormatError([Fault.at(data, at, what, "one word per line", _JOIN)], source)
    if not named:
        raise FormatError([Fault("there is no word in it", expected="one word per line")], source)
    words = tuple(sorted(set(named), key=lambda word: (*ends(word), word)))
    letters = sorted({letter for word in words for letter in ends(word)})
    number = {letter: v for v, letter in enumerate(letters)}
    tails, heads = np.array([[number[letter] for letter in ends(word)] for word in words], np.int32).T.copy()
    arena = Arena.from_arrays(tails, heads, len(letters), labels=tuple(letters))
    blank = sum(not line for line in lines)
    skipped = (
        (blank, "blank line", "blank lines"),
        (len(lines) - blank - len(lettered), "line without a letter", "lines without a letter"),
        (len(lettered) - len(named), f"line of several words ({_JOIN})", f"lines of several words ({_JOIN})"),
        (len(named) - len(words), "word that was there already", "words that were there already"),
    )
    notes = tuple(
        f"1 {one} was skipped" if count == 1 else f"{count} {many} were skipped"
        for count, one, many in skipped
        if count
    )
    return WordList("edge-geography", [arena], notes, words)


def read_input(source: Source, name: str, priorities: Priorities | None, format: str | None) -> WordList:
    """Read words from an open source; as `read`."""
    return read(source.to_bytes(), source.name)


EXAMPLE = read(b"apple elk kiwi igloo owl lemon nut tiger rabbit".replace(b" ", b"\n"), "<example>")
"""A few words to play with."""
