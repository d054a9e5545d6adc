"""The words of an automaton in the HOA format, and the labels on its edges.

A letter says which propositions are true; here it is the number whose bits these are. A label is a set of letters:
``t``, ``f``, the number of a proposition, ``!``, ``&``, ``|`` and brackets, or the name of a label.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import and_, or_

from graphgames.reference.reading import RefusedError

WORD = re.compile(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"|--[A-Z]+--|[A-Za-z_@][\w.-]*:?|[0-9]+|[^\s\w]', re.ASCII | re.DOTALL)
"""Comments and words; all but white space is in one of them."""
Letters = frozenset[int]


class Words:
    """The words that are still to be read, the propositions, and the labels that have names."""

    def __init__(self, source: str):
        words = [word for word in WORD.findall(source) if not word.startswith("/*")]
        self.words: list[str] = words[::-1]  # the next one last, where a list gives it away at once
        self.propositions: list[str] = []
        self.aliases: dict[str, list[str]] = {}

    @property
    def letters(self) -> range:
        """Return all letters."""
        return range(2 ** len(self.propositions))

    def take(self) -> str:
        """Return the next word."""
        if not self.words:
            raise RefusedError("the automaton ends too soon")
        return self.words.pop()

    def number(self, most: int | None = None) -> int:
        """Return the number that comes next."""
        return number_in(self.take(), most)

    def expect(self, *wanted: str) -> None:
        """Refuse the text unless these words come next."""
        for word in wanted:
            if self.take() != word:
                raise RefusedError(f"there is no {word} where it should be")

    def label(self) -> Letters | None:
        """Read a label in brackets, if there is one."""
        if self.words[-1:] != ["["]:
            return None
        self.take()
        found = self.either()
        self.expect("]")
        return found

    def either(self) -> Letters:
        """Read what stands between ``|``."""
        return self.joined("|", or_, self.both)

    def both(self) -> Letters:
        """Read what stands between ``&``."""
        return self.joined("&", and_, self.one)

    def joined(self, sign: str, join: Callable[[Letters, Letters], Letters], part: Callable[[], Letters]) -> Letters:
        """Read parts with a sign between them."""
        found = part()
        while self.words[-1:] == [sign]:
            self.take()
            found = join(found, part())
        return found

    def one(self) -> Letters:
        """Read a proposition, a constant, an alias, a negation, or an expression in brackets."""
        word = self.take()
        if word == "(":
            found = self.either()
            self.expect(")")
            return found
        if word in self.aliases:
            self.words += [")", *reversed(self.aliases[word]), "("]
            return self.one()
        if word == "!":
            return frozenset(self.letters) - self.one()
        if word in ("t", "f"):
            return frozenset(self.letters if word == "t" else ())
        self.words.append(word)
        i = self.number(len(self.propositions) - 1)
        return frozenset(x for x in self.letters if x >> i & 1)


def number_in(word: str, most: int | None = None) -> int:
    """Return the number that a word is."""
    if not re.fullmatch("[0-9]+", word) or (most is not None and int(word) > most):
        raise RefusedError(f"{word} stands where a number {'' if most is None else f'up to {most} '}should be")
    return int(word)
