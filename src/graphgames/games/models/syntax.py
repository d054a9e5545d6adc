"""The language of properties, of PRISM and PRISM-games, as trees.

A text is a list of properties, perhaps with names, and of constants and labels. A property that cannot be read is told
with its place and does not hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphgames.core.value import number
from graphgames.games.models.trees import Asked, Node, Properties, Property, PropertyError

_TOKEN = re.compile(
    r"(?P<space>(?:\s+|//[^\n]*)+)"
    r"|(?P<number>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d{1,3})?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r'|"(?P<string>[^"\n]*)"'
    r"|(?P<sign><=>|<->|=>|<=|>=|!=|<<|>>|\|\||\[\[|->|[-+*/!&|=<>()\[\]{},;:?])"
    r"|(?P<wrong>.)"
)
_INFIX = (("=>",), ("<=>",), ("|",), ("&",), ("=", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "/"))
_ALIKE = {"->": "=>", "<->": "<=>"}
"""Signs as formulas of LTL have them, and those of PRISM."""
_NEGATED = 4  # from weak to strong; those from this level on may stand behind a "!"
_BINARY_PATH, _UNARY_PATH = ("U", "W", "R"), ("X", "F", "G")
_OPTIMUM = re.compile(r"(P|R|S|LRA)(max|min)?")
_TYPES = ("int", "double", "bool")
_TIMES = ("T", "Tmin", "Tmax")
_AS_P = "Pmax>0 [ F a ] in place of E [ F a ], and Pmin>=1 [ G a ] in place of A [ G a ]"
_AS_R = "R, as in R=? [ F target ], with a reward of 1 for each step"
_UNSUPPORTED = {
    "E": ("formulas of CTL (E)", _AS_P),
    "A": ("formulas of CTL (A)", _AS_P),
    "Pareto": ("Pareto curves", ""),
} | dict.fromkeys(_TIMES, ("expected times (T)", _AS_R))
"""What words stand for that are not supported, and what is there instead."""


@dataclass(frozen=True)
class Token:
    """A token: its kind, its text and its place."""

    type: str
    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text, with an empty one at the end."""
    found = []
    for match in _TOKEN.finditer(text):
        group = str(match.lastgroup)
        if group != "space":
            word = match[group]
            found.append(Token(group, _ALIKE.get(word, word), match.start()))
    return [*found, Token("end", "", len(text))]


class Parser:
    """A parser of one text, from left to right."""

    def __init__(self, text: str):
        self.text, self.tokens, self.place = text, tokens(text), 0

    @property
    def next(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.place]

    def advance(self) -> Token:
        """Take the next token, whatever it is."""
        self.place += 1
        return self.tokens[self.place - 1]

    def take(self, *texts: str) -> Token | None:
        """Take the next token if it is one of these signs or words."""
        return self.advance() if self.next.type in ("sign", "name") and self.next.text in texts else None

    def need(self, *texts: str) -> Token:
        """Take one of these signs or words."""
        taken = self.take(*texts)
        if taken is None:
            raise self.fault(" or ".join(f"'{one}'" for one in texts))
        return taken

    def need_type(self, expected: str, *types: str) -> Token:
        """Take a token of one of these types."""
        if self.next.type not in types:
            raise self.fault(expected)
        return self.advance()

    def fault(self, expected: str) -> PropertyError:
        """Return that the next token is not what was expected."""
        found = f"found {self.next.text!r}" if self.next.type != "end" else "the text ends"
        return PropertyError(self.next.at, found, expected)

    # Expressions and formulas, from weak to strong.

    def formula(self) -> Node:
        """Read a formula, of paths or of states."""
        left = self.choice()
        while not self.opens_operator() and (taken := self.take(*_BINARY_PATH)):
            bound = self.steps()
            sign = "release" if taken.text == "R" else taken.text
            left = Node(sign, (left, self.choice()), taken.at, bound)
        return left

    def choice(self) -> Node:
        """Read ``if ? then : else``, or anything stronger."""
        left = self.infix(0)
        taken = self.take("?")
        if taken is None:
            return left
        then = self.choice()
        self.need(":")
        return Node("?", (left, then, self.choice()), taken.at)

    def infix(self, level: int) -> Node:
        """Read what is bound by operators between two sides, from a level on; ``!`` binds more than ``&``."""
        if level == len(_INFIX):
            return self.unary()
        if level == _NEGATED and (taken := self.take("!")):
            return Node("!", (self.infix(level),), taken.at)
        left = self.infix(level + 1)
        while taken := self.take(*_INFIX[level]):
            left = Node(taken.text, (left, self.infix(level + (taken.text != "=>"))), taken.at)
        return left

    def sum(self) -> Node:
        """Read a sum, or what binds more."""
        return self.infix(_INFIX.index(("+", "-")))

    def unary(self) -> Node:
        """Read a sign, a path operator or what has no operator."""
        at = self.next.at
        if self.take("-"):
            return Node("-", (Node("number", at=at, more=0), self.unary()), at)
        if self.next.type == "name" and self.next.text in _UNARY_PATH:
            letter = self.need(*_UNARY_PATH)
            bound = self.steps() if letter.text != "X" else None
            return Node(letter.text, (self.choice(),), at, bound)
        return self.primary()

    def primary(self) -> Node:
        """Read a number, a name, a label, something in brackets, or an operator of a property."""
        token = self.next
        if token.type == "number":
            return Node("number", at=token.at, more=number(self.advance().text))
        if token.type == "string":
            return Node("label", at=token.at, more=self.advance().text)
        if self.take("("):
            inner = self.formula()
            self.need(")")
            return inner
        if token.text == "<<" or self.opens_operator():
            return self.operator()
        if token.text == "[[":
            raise PropertyError(token.at, "the dual of a coalition, [[...]], is not supported")
        self.need_type("an expression", "name")
        if token.text in ("true", "false"):
            return Node("number", at=token.at, more=token.text == "true")
        if not self.take("("):
            return Node("name", at=token.at, more=token.text)
        return self.filter(token) if token.text == "filter" else self.call(token)

    def call(self, name: Token) -> Node:
        """Read the arguments of a function."""
        self.refuse_unsupported(name)
        if name.text == "multi":
            return self.multi(name)
        return Node("call", tuple(self.arguments()), name.at, name.text)

    def refuse_unsupported(self, word: Token) -> None:
        """Raise `PropertyError` if a word stands for something that is not supported."""
        if word.text in _UNSUPPORTED:
            what, instead = _UNSUPPORTED[word.text]
            raise PropertyError(word.at, f"{what} are not supported", instead)

    def multi(self, name: Token) -> Node:
        """Read objectives with commas between, and keep their texts."""
        parts, texts, sign = [], [], ","
        while sign == ",":
            at = self.next.at
            parts.append(self.formula())
            texts.append(self.text[at : self.next.at].strip())
            sign = self.need(",", ")").text
        return Node("multi", tuple(parts), name.at, tuple(texts))

    def filter(self, name: Token) -> Node:
        """Read ``operator, property, states)``."""
        which = self.need_type("the operator of the filter", "name").text
        self.need(",")
        return Node("filter", tuple(self.arguments()), name.at, which)

    def arguments(self) -> Iterator[Node]:
        """Read formulas with commas between, and the closing bracket."""
        yield self.formula()
        while self.take(","):
            yield self.formula()
        self.need(")")

    # Operators.

    def opens_operator(self) -> bool:
        """Return whether the next name is that of an operator: a sign and a path follow."""
        after = self.tokens[min(self.place + 1, len(self.tokens) - 1)].text
        if self.next.type != "name":
            return False
        if self.next.text in ("E", "A"):
            return after == "["
        if not _OPTIMUM.fullmatch(self.next.text) and self.next.text not in _TIMES:
            return False
        return after == "{" or (after in ("=", "<", "<=", ">", ">=") and self.bracket_follows())

    def bracket_follows(self) -> bool:
        """Return whether a square bracket opens behind a sign and a number, a name or a question mark."""
        depth = 0
        for token in self.tokens[self.place + 2 : self.place + 40]:
            if token.text == "[" and not depth:
                return True
            depth += (token.text == "(") - (token.text == ")")
            if depth < 0 or token.text in (";", "&", "|", "=>", ",", "]"):
                return False
        return False

    def operator(self) -> Node:
        """Read a coalition and an operator with its path."""
        coalition = self.coalition()
        token = self.need_type("P or R", "name")
        self.refuse_unsupported(token)
        match = _OPTIMUM.fullmatch(token.text)
        if match is None:
            raise PropertyError(token.at, f"found {token.text!r}", "P or R")
        letter, best = "S" if match[1] == "LRA" else match[1], match[2] or ""
        structure = self.structure() if letter == "R" else None
        if structure is not None and not best and (taken := self.take("max", "min")):
            best = taken.text
        sign = self.need("=", "<", "<=", ">", ">=").text
        if sign == "=":
            sign += self.need("?").text
        bound = None if sign == "=?" else self.sum()
        self.need("[")
        how, path = self.reward() if letter == "R" else ("S" if letter == "S" else "", self.formula())
        if self.next.text == "||":
            what = "conditional probabilities (||) are not supported"
            raise PropertyError(self.next.at, what, "'|' where 'or' is meant")
        if self.next.text == "{":
            raise PropertyError(self.next.at, "filters in braces are not supported; write filter(...)")
        self.need("]")
        parts = () if path is None else (path,)
        return Node(letter, parts, token.at, Asked(coalition, best, sign, bound, structure, how))

    def coalition(self) -> tuple[str, ...] | None:
        """Read ``<<p1,p2>>``."""
        if not self.take("<<"):
            return None
        names: list[str] = []
        while not self.take(">>"):
            if names:
                self.need(",")
            all_ = self.take("*")
            token = all_ or self.need_type("the name or number of a player, or '>>'", "name", "number", "string")
            names.append(token.text)
        return tuple(names)

    def structure(self) -> str | None:
        """Read ``{"name"}`` or ``{number}``."""
        if not self.take("{"):
            return None
        name = self.need_type("the name of a reward structure", "string", "number").text
        self.need("}")
        return name

    def reward(self) -> tuple[str, Node | None]:
        """Read what rewards are asked for, and its formula or number of steps."""
        token, after = self.next, self.tokens[self.place + 1]
        if token.text in ("F0", "Fc"):
            return self.advance().text, self.choice()
        if token.text in ("C", "I") and after.text in ("<=", "=", "]"):
            return self.advance().text, self.sum() if self.take("<=", "=") else None
        if token.text in ("S", "LRA") and after.text == "]":
            self.advance()
            return "S", None
        return "path", self.formula()

    def steps(self) -> tuple[Node | None, Node | None] | None:
        """Read the bounds of a path operator on the number of steps: the least and the most."""
        sign = self.take("<=", "<", ">=", ">", "=")
        if sign is None:
            if not self.take("["):
                return None
            least = self.sum()
            self.need(",")
            most = self.sum()
            self.need("]")
            return least, most
        bound = self.sum()
        one = Node("number", at=sign.at, more=1)
        if sign.text in ("<=", "="):
            return (bound if sign.text == "=" else None), bound
        if sign.text == "<":
            return None, Node("-", (bound, one), sign.at, "strict")
        return (bound if sign.text == ">=" else Node("+", (bound, one), sign.at, "strict")), None


def parse(text: str) -> Properties:
    """Return the properties, the constants and the labels of a text."""
    parser = Parser(text)
    asked: list[Property] = []
    constants: dict[str, Node | None] = {}
    labels: dict[str, Node] = {}
    while parser.next.type != "end":
        start = parser.place
        try:
            if parser.take("const"):
                _constant(parser, constants)
            elif parser.take("label"):
                name = parser.need_type("the name of a label", "string").text
                parser.need("=")
                labels[name] = parser.formula()
            elif not parser.take(";"):
                asked.append(_property(parser))
                continue
            else:
                continue
            parser.need(";")
        except (PropertyError, RecursionError) as error:
            deep = PropertyError(parser.next.at, "this is nested too deeply")
            found = error if isinstance(error, PropertyError) else deep
            fault = found.in_text(text)
            _skip(parser, found.at if parser.place > start else parser.next.at + 1)
            asked.append(Property("", _shortened(text[parser.tokens[start].at : parser.next.at]), None, fault))
    return Properties(tuple(asked), constants, labels)


def _property(parser: Parser) -> Property:
    name, start = "", parser.next
    if start.type == "string" and parser.tokens[parser.place + 1].text == ":":
        name = start.text
        parser.place += 2
    begin = parser.next.at
    tree = parser.formula()
    last = parser.tokens[parser.place - 1]
    stop = last.at + len(last.text) + 2 * (last.type == "string")
    if not (parser.take(";") or parser.next.type == "end" or "\n" in parser.text[stop : parser.next.at]):
        raise parser.fault("';' or the end of the line")
    return Property(name, _shortened(parser.text[begin:stop]), tree)


def _constant(parser: Parser, constants: dict[str, Node | None]) -> None:
    parser.take(*_TYPES)
    name = parser.need_type("the name of a constant", "name").text
    constants[name] = parser.formula() if parser.take("=") else None


def _skip(parser: Parser, at: int) -> None:
    """Go on behind the next semicolon or line end after a place; there, if a line begins there."""
    line = parser.text.find("\n", at)
    begun = parser.text.rfind("\n", 0, at) + 1
    opens = parser.text[at : at + 1].isalpha() or parser.text[at : at + 1] in ('"', "<", "(")
    fresh = opens and parser.tokens[0].at < begun and not parser.text[begun:at].strip()
    while parser.next.type != "end":
        if (line >= 0 and parser.next.at > line) or (fresh and parser.next.at == at):
            return
        if parser.next.at >= at and parser.take(";"):
            return
        parser.place += 1


def _shortened(text: str) -> str:
    """Return a property on one line, without comments."""
    return " ".join(re.sub(r"//[^\n]*", "", text).split()).rstrip(";").strip()


def expression(text: str) -> Node:
    """Return the tree of one expression; raise `PropertyError` if it is none."""
    parser = Parser(text)
    tree = parser.formula()
    if parser.next.type != "end":
        raise parser.fault("the end of the expression")
    return tree
