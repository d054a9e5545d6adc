"""The notation of games: ``{2|-1}``, ``{0||0|-2}``, ``1/2^*``, ``±1``, ``v3*2`` are read; `values.written` writes it.

Tiny and miny are ``tiny(2)``, ``Tiny(2)``, ``+_2``; ``{2|-1}.Cool(1)`` and ``.Heat(1)`` are read as well.
Terms that stand side by side are added, as ``-1^*`` is -1 + ^ + *. Of several bars the longest divides first.
"""

from __future__ import annotations

import re
from fractions import Fraction

from graphgames.core.errors import Fault, FormatError
from graphgames.games.partizan.values import ZERO, CanonicalForm, made_of, number_form, star, tiny, up

_TOKEN = re.compile(
    r"\s*(?:(\d+(?:/\d+)?(?:\.\d+)?|\.\d+)|(\|+)|(\.(?:cool|heat)\b|tiny|miny|[-+⧾⧿]_|\+-|±|up|"
    r"down|star|[-+*^v↑↓{}(),⧾⧿])|(\S))",
    re.I,
)
_WORDS = {"up": "^", "↑": "^", "down": "v", "↓": "v", "star": "*", "+-": "±"}
_WORDS |= {"+_": "tiny", "⧾": "tiny", "⧾_": "tiny", "-_": "miny", "⧿": "miny", "⧿_": "miny"}
_ELSEWHERE = {
    ".": "; in Python canonical_form(game) has .mean, .temperature, .thermograph and .incentives, and * multiplies it",
    "[": "; uptimals have no notation here",
    "<": "; uptimals have no notation here",
    ":": "; ordinal sums have no notation here",
}
"""What there is instead of notations of CGSuite, by the sign that is not read."""
_LOOPY = (
    "; values of loopy games are not found here; in Python solve(Rules(start=..., moves=..., mover=...)) says who wins "
    "one, or that the play has no end"
)
_LOOPY_NAMES = "on|off|over|under|upon|tisn?|dud"
_DEEPEST = 100
_MOST = 32
"""So large are the nim heaps, and so many the ups, that can be written."""


def is_written(text: str) -> bool:
    """Return whether a text is written in the signs of the notation, and is no plain number or code."""
    signs = re.fullmatch(r"(?:tiny|miny|star|up|down|\.(?:cool|heat)|[-+*^v↑↓±{}(),|\d\s/._⧾⧿])+", text, re.I)
    if re.fullmatch(r"[^{]*\{.*\|.*", text, re.DOTALL) or re.fullmatch(rf"({_LOOPY_NAMES})\s*([-+].*)?", text, re.I):
        return True
    return signs is not None and re.search(r"[*^↑↓±{|⧾⧿]|tiny|miny|star|up|down|[+-]_|\+-", text, re.I) is not None


def parse(text: str) -> CanonicalForm:
    """Return the canonical form of a game that a text means.

    Raise `FormatError`, which says where, if it is none.
    """
    bare = any(text.count("{", 0, bar.start()) == text.count("}", 0, bar.start()) for bar in re.finditer(r"\|", text))
    reader = _Reader(f"{{{text}}}" if bare else text)  # as in 1|-1
    found = reader.sum()
    if reader.token != "end":
        raise reader.fault(f"the end of the game{_ELSEWHERE.get(reader.token, '')}")
    return found


class _Reader:
    """A recursive descent through the tokens of a text."""

    def __init__(self, text: str):
        self.text, self.depth = text, 0
        found = list(_TOKEN.finditer(text.rstrip()))
        words = [(one[one.lastindex].lower(), one) for one in found if one.lastindex]
        self.tokens = [(_WORDS.get(word, word), one) for word, one in words]
        self.place = 0

    @property
    def token(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else "end"

    def fault(self, expected: str) -> FormatError:
        data = self.text.encode()
        if self.token == "end":
            return FormatError([Fault.at(data, len(data), "the game ends here", expected)], "the game")
        found = self.tokens[self.place][1]
        byte = len(self.text[: found.start(found.lastindex or 0)].encode())
        return FormatError([Fault.at(data, byte, f"found {found[found.lastindex or 0]!r}", expected)], "the game")

    def take(self, *tokens: str) -> str:
        """Return the next token if it is one of these, else an empty text."""
        token = self.token
        if token not in tokens:
            return ""
        self.place += 1
        return token

    def number(self) -> Fraction | None:
        """Return the next token if it is a number."""
        if not re.match(r"\.?\d", self.token):
            return None
        word = self.token
        try:
            found = Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise self.fault("a number such as 3, 1/2 or 0.75") from None
        if found.denominator & (found.denominator - 1):
            raise self.fault("a number whose denominator is a power of 2")
        self.place += 1
        return found

    def sum(self) -> CanonicalForm:
        """Return a sum of terms with signs before them."""
        found, first = ZERO, True
        while first or self.token in ("+", "-"):
            sign = self.take("+", "-")
            found = found + self.term(sign == "-")
            first = False
        return found

    def term(self, negative: bool) -> CanonicalForm:
        """Return the sum of what stands side by side; a sign before it is that of the first."""
        found = self.atom()
        if found is None:
            rest = "" if self.token == "end" else self.text[self.tokens[self.place][1].start() :]
            loopy = re.match(rf"\s*({_LOOPY_NAMES}|pass)\b", rest, re.I)
            raise self.fault(f"a game: a number, {{Left|Right}}, *, ^, v or ±{_LOOPY * bool(loopy)}")
        found = -found if negative else found
        while not re.match(r"\.?\d", self.token) and (more := self.atom()) is not None:
            if self._times():
                raise self.fault("+ before it, since * is star here; a multiple is 2 * canonical_form(game), in Python")
            found = found + more
        return found

    def _times(self) -> bool:
        """Return whether a star was read between a number and a game, where other notations mean a product."""
        number, star_ = ([token for token, _ in self.tokens[max(0, self.place - 2) : self.place]] + ["", ""])[:2]
        return star_ == "*" and number[-1:].isdigit() and self.token in ("{", "(", "^", "v", "±")

    def atom(self) -> CanonicalForm | None:
        """Return what stands next, perhaps cooled or heated; None if no game begins here."""
        found = self.plain_atom()
        while found is not None and (word := self.take(".cool", ".heat")):
            amount = self.bracketed(f"{word}(1)")
            found = found.cool(amount) if word == ".cool" else found.heat(amount)
        return found

    def bracketed(self, such_as: str) -> CanonicalForm:
        """Return the game in brackets, or the atom without them."""
        game = self.plain_atom()
        if game is None:
            raise self.fault(f"a game, as in {such_as}")
        return game

    def plain_atom(self) -> CanonicalForm | None:
        number = self.number()
        if number is not None:
            return number_form(number)
        if self.take("*"):
            return star(self._count())
        if self.take("^"):
            return up(self._count("^"))
        if self.take("v"):
            return -up(self._count("v"))
        if self.take("±"):
            game = self.atom()
            if game is None:
                raise self.fault("a game after ±")
            return made_of([game], [-game])
        if word := self.take("tiny", "miny"):
            self.take("-")  # as in tiny-2
            small = tiny(self.bracketed(f"{word}(2)"))
            return small if word == "tiny" else -small
        if self.take("("):
            found = self.sum()
            if not self.take(")"):
                raise self.fault("a closing bracket ')'")
            return found
        return self._braces() if self.take("{") else None

    def _count(self, again: str = "") -> int:
        """Return how many there are: the same sign again and again, or a whole number behind it."""
        count = 1
        while again and self.take(again):
            count += 1
        number = self.number() if count == 1 else None
        if number is None:
            return count
        if number.denominator != 1 or number > _MOST:
            self.place -= 1
            raise self.fault("a whole number" if number.denominator != 1 else f"at most {_MOST}")
        return int(number)

    def _braces(self) -> CanonicalForm:
        """Return what stands in braces: options between bars, of which the longest divide first."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fault(f"at most {_DEEPEST} braces within each other")
        rows: list[list[CanonicalForm]] = [[]]
        bars: list[int] = []
        while not self.take("}"):
            if re.match(r"\|", self.token):
                bars.append(len(self.token))
                rows.append([])
                self.place += 1
            elif not rows[-1] or self.take(","):
                rows[-1].append(self.sum())
            else:
                raise self.fault("',', '|' or '}'")
        self.depth -= 1
        if not bars:
            self.place -= 1
            raise self.fault("a bar '|' between the options of Left and of Right")
        return self._divided(rows, bars)

    def _divided(self, rows: list[list[CanonicalForm]], bars: list[int]) -> CanonicalForm:
        longest = max(bars)
        if bars.count(longest) > 1:
            self.place -= 1
            raise self.fault("one longest bar, as in {0||0|-2}, or braces")
        at = bars.index(longest)
        sides = ((rows[: at + 1], bars[:at]), (rows[at + 1 :], bars[at + 1 :]))
        left, right = ([self._divided(*side)] if side[1] else side[0][0] for side in sides)
        return made_of(left, right)
