r"""Specifications as formulas of linear temporal logic, in the syntax of Spot.

A file holds a formula, in as many lines as it likes, and above it who chooses what::

    inputs: request
    outputs: grant
    G(request -> F grant)

A line that begins with ``#`` is a comment. ``!`` binds closest, with X, F and G; then U, R, W and M, which group to the
right; then ``&``, ``xor``, ``|``, and last ``->`` and ``<->``, which group to the right. As in Spot the letters F, G
and X before a name are operators, as in ``GFa``, unless a digit or a sign follows them, or the whole is declared.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from graphgames.core.conventions import Priorities, refuse_another
from graphgames.core.errors import Fault, FormatError
from graphgames.games.omega.temporal import FALSE, TRUE, Path, negated
from graphgames.games.omega.translation import translate
from graphgames.games.parity.objective import Parity
from graphgames.games.synthesis.automata import Automaton, Edge, Letters, by_target
from graphgames.games.synthesis.hoa import HoaGame, game_of
from graphgames.games.synthesis.unfolding import Condition
from graphgames.readers.faults import RECODED, Faults, found
from graphgames.readers.source import Data

_TOKEN = re.compile(
    rb"(?P<skip>\s+)|(?P<name>[A-Za-z_][\w.@]*)|(?P<constant>[01](?![\w.]))|\"(?P<quoted>[^\"\n]+)\""
    rb"|(?P<sign><->|<=>|<-->|-->|->|=>|&&|/\\|\|\||\\/|\[\]|<>|[!~&|^()])"
)
_DECLARED = re.compile(rb"(?m)^[ \t]*(inputs|outputs)[ \t]*:([^\n]*)")
_SAME = {"&&": "&", "/\\": "&", "||": "|", "\\/": "|", "=>": "->", "-->": "->", "<=>": "<->", "<-->": "<->"}
_SAME |= {"~": "!", "[]": "G", "<>": "F", "V": "R", "^": "xor"}
_WORDS = {"X", "F", "G", "U", "V", "R", "W", "M", "xor"}
_INFIX = (("->", "<->"), ("|",), ("xor",), ("&",), ("U", "R", "W", "M"))
_TO_THE_RIGHT = (0, 4)
_DEEPEST = 60
_A_FORMULA = "a formula of LTL, such as G(request -> F grant)"
_AN_OPERAND = "a proposition, true, false, '!', 'X', 'F', 'G' or '('"


class _Parser:
    """A formula on its way to a tree; propositions have numbers in the order of their names."""

    def __init__(self, text: bytes, source: str, declared: Collection[str]):
        self.text, self.source, self.declared = text, source, declared
        self.names: list[str] = []
        self.tokens: list[tuple[str, str, int]] = []
        self.place = 0
        self._split()

    def wrong(self, expected: str) -> FormatError:
        """Return the error that the next token is not what was expected."""
        type, _, at = self.tokens[self.place]
        return self.fail("the formula ends" if type == "end" else found(self.text, at), at, expected)

    def fail(self, message: str, at: int, expected: str = "", hint: str = "") -> FormatError:
        """Return the error at a place."""
        return FormatError([Fault.at(self.text, at, message, expected, hint)], self.source)

    def _split(self) -> None:
        at = 0
        while at < len(self.text):
            match = _TOKEN.match(self.text, at)
            if match is None:
                raise self.fail(found(self.text, at), at, _A_FORMULA)
            type, word = str(match.lastgroup), match[str(match.lastgroup)].decode()
            while type == "name" and word not in self.declared and _begins_like_operators(word):
                self.tokens.append(("sign", word[0], at))
                at, word = at + 1, word[1:]
            if type == "name" and word not in self.declared and _is_reserved(word):
                type = "sign" if word in _WORDS else "constant"
            if type != "skip":
                self.tokens.append((type, _SAME.get(word, word) if type == "sign" else word, at))
            at = match.end()
        self.tokens.append(("end", "", len(self.text)))

    def whole(self) -> Path:
        """Return the formula that the whole text is."""
        path = self.infix(0, 0)
        if self.tokens[self.place][0] != "end":
            raise self.wrong("an operator, or the end of the formula")
        return path

    def takes(self, *signs: str) -> str | None:
        """Take the next token if it is one of some signs."""
        type, word, _ = self.tokens[self.place]
        if type != "sign" or word not in signs:
            return None
        self.place += 1
        return word

    def infix(self, level: int, depth: int) -> Path:
        """Read what is bound by operators between two sides, from a level on."""
        if level == len(_INFIX):
            return self.unary(depth)
        left = self.infix(level + 1, depth + 1)
        while sign := self.takes(*_INFIX[level]):
            right = self.infix(level + (level not in _TO_THE_RIGHT), depth + 1)
            left = _combined(sign, left, right)
        return left

    def unary(self, depth: int) -> Path:
        """Read what binds closest."""
        type, word, at = self.tokens[self.place]
        if depth > 6 * _DEEPEST:
            raise self.fail("this formula is nested too deeply", at, f"at most about {_DEEPEST} levels")
        if sign := self.takes("!", "X", "F", "G"):
            inside = self.unary(depth + 6)
            if sign in "!X":
                return negated(inside) if sign == "!" else ("X", inside)
            return ("U", TRUE, inside, 0, None) if sign == "F" else ("R", FALSE, inside, 0, None)
        if self.takes("("):
            inside = self.infix(0, depth + 1)
            if not self.takes(")"):
                raise self.wrong("an operator or ')'")
            return inside
        if type in ("end", "sign"):
            raise self.wrong(_AN_OPERAND)
        self.place += 1
        if type == "constant":
            return TRUE if word.lower() in ("1", "true") else FALSE
        if word not in self.names:
            self.names.append(word)
        return ("atom", self.names.index(word))


def _is_reserved(word: str) -> bool:
    """Return whether a word is an operator or a constant, which may have letters of both sizes."""
    return word in _WORDS or word.lower() in ("true", "false")


def _begins_like_operators(word: str) -> bool:
    """Return whether a word has an operator before a name; the F of FALSE is none."""
    return re.match("[FGX][A-Za-z]", word) is not None and not _is_reserved(word)


def _combined(sign: str, a: Path, b: Path) -> Path:
    """Return what an operator makes of two formulas."""
    if sign in ("&", "|"):
        operator = "and" if sign == "&" else "or"
        return (operator, *(a[1:] if a[0] == operator else (a,)), b)
    if sign in ("U", "R"):
        return (sign, a, b, 0, None)
    if sign in ("W", "M"):
        return ("R", b, ("or", a, b), 0, None) if sign == "W" else ("U", b, ("and", a, b), 0, None)
    if sign == "->":
        return ("or", negated(a), b)
    same, differ = (b, negated(b)) if sign == "<->" else (negated(b), b)
    return ("or", ("and", a, same), ("and", negated(a), differ))


def read_game(
    data: Data,
    source: str = "<input>",
    objective: str = "parity",
    priorities: Priorities | None = None,
    outputs: Collection[str] | None = None,
    inputs: Collection[str] | None = None,
) -> HoaGame:
    r"""Read a specification as the game of a deterministic automaton for its formula.

    Who chooses which propositions say lines of the file, or ``outputs`` and ``inputs``; if one of them is not given, it
    has those that are left.

    Raise `FormatError` if it is no formula, or does not say who chooses what; `GameError` if another objective or
    priorities are asked for; `LimitExceededError` if the automaton would be far too large.

    >>> read_game(b"outputs: grant\nG(request -> X grant)").formula
    'G(request -> X grant)'
    """
    refuse_another("a formula", objective, Parity.name, priorities)
    text = re.sub(rb"(?m)^[ \t]*#[^\n]*", _blank, bytes(Faults(data, source).text))
    try:
        text.decode()
    except UnicodeDecodeError as error:
        fault = Fault.at(text, error.start, "this is not UTF-8", hint=RECODED)
        raise FormatError([fault], source) from None
    sides = {"inputs": inputs, "outputs": outputs}
    for match in _DECLARED.finditer(text):
        side = match[1].decode()
        if sides[side] is not None:
            fault = Fault.at(text, match.start(1), f"the {side} are named a second time")
            raise FormatError([fault], source)
        sides[side] = [name.strip('"') for name in match[2].decode().replace(",", " ").split()]
    declared = {name for names in sides.values() for name in names or ()}
    parser = _Parser(re.sub(_DECLARED, _blank, text), source, declared)
    path = parser.whole()
    for name in (*declared, *parser.names):
        _refuse_name(name, declared, text, source)
    letters = _letters(parser, sides)
    text = parser.text
    return replace(game_of(_automaton(path, parser.names, letters)), formula=" ".join(text.decode().split()))


def _blank(match: re.Match[bytes]) -> bytes:
    """Return spaces in place of what is no part of the formula, so that places stay."""
    return re.sub(rb"[^\n]", b" ", match[0])


def _refuse_name(name: str, declared: Collection[str], text: bytes, source: str) -> None:
    """Raise `FormatError` if a name is not one wherever it stands, with quotation marks and without them."""
    token, expected = _TOKEN.fullmatch(name.encode()), "a name in which there are no blanks, commas and quotation marks"
    if _is_reserved(name) or (token and token.lastgroup != "name"):
        expected = "a name that is no operator and no constant"
    elif name not in declared and _begins_like_operators(name):
        expected = "a name that does not begin like operators, unless it is an input or output that is named as such"
    elif name and not re.search(r'[\s,"]', name):
        return
    at = max(text.find(name.encode()), 0)
    raise FormatError([Fault.at(text, at, f"{name!r} cannot be a proposition", expected)], source)


def _letters(parser: _Parser, sides: dict[str, Collection[str] | None]) -> Letters:
    """Return the propositions with who chooses them."""
    names = list(dict.fromkeys([*parser.names, *(name for side in sides.values() for name in side or ())]))
    if sides["inputs"] is None and sides["outputs"] is None and names:
        raise parser.fail(
            "nothing says which propositions the controller chooses",
            len(parser.text),
            "a line 'outputs: NAMES' above the formula, or with graphgames synth the option --outs NAMES, in Python "
            "outs=[...]",
        )
    outs = [n for n in names if n not in (sides["inputs"] or ())] if sides["outputs"] is None else sides["outputs"]
    ins = [n for n in names if n not in outs] if sides["inputs"] is None else sides["inputs"]
    for name in names:
        if (name in outs) == (name in ins):
            what = "both an input and an output" if name in outs else "neither an input nor an output"
            raise parser.fail(f"the proposition {name!r} is {what}", len(parser.text))
    return Letters(names, [names.index(name) for name in outs])


def _automaton(path: Path, names: list[str], letters: Letters) -> Automaton:
    """Return the parity automaton of a formula."""
    made = translate(path)
    condition = Condition(made.sets, made.condition)
    number = {k: letters.names.index(name) for k, name in enumerate(names)}
    rows = []
    for state in range(len(made.rows)):
        edges = [(letters.cube({number[k]: on for k, on in known.items()}), to) for known, to in made.edges(state)]
        rows.append(
            tuple(Edge(node, to.state, condition.priority(sorted(to.marks))) for to, node in by_target(edges).items())
        )
    names_of_states = tuple(map(str, range(len(rows))))
    return condition.unfolded(Automaton(letters, tuple(rows), 0, names_of_states))
