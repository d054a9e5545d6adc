"""The text of an automaton in the HOA format, version 1: scanner, parser, and acceptance condition.

Expressions are turned into postfix by precedence (Dijkstra's shunting yard), so that no depth of brackets matters.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from operator import and_, invert, or_
from typing import Any, NamedTuple

from graphgames.core.acceptance import FALSE, TRUE, Formula, both, either, finitely, infinitely, negated
from graphgames.core.errors import Fault, FormatError, counted
from graphgames.games.synthesis.automata import Automaton, Edge, Letters, Node
from graphgames.games.synthesis.unfolding import Condition
from graphgames.readers.faults import LIMIT, RECODED, Faults, found
from graphgames.readers.source import Data

EXPECTED = "an automaton: 'HOA: v1', headers, '--BODY--', states and edges, '--END--'"

_TOKEN = re.compile(
    rb"[ \t\r\n\v\f]*+(?:(?P<header>[A-Za-z_][0-9A-Za-z_.-]*:)"
    rb"|(?P<name>[A-Za-z_][0-9A-Za-z_.-]*)|(?P<alias>@[0-9A-Za-z_-]+)|(?P<number>[0-9]+)"
    rb"|(?P<string>\"(?:[^\\\"]|\\.)*+\")"
    rb"|(?P<mark>--(?:BODY|END|ABORT)--)|(?P<sign>[\[\]{}()!&|])|(?P<comment>/\*)|(?P<end>\Z)|(?P<wrong>))",
    re.DOTALL,
)
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_COMMENT = re.compile(rb"/\*|\*/")
_STATE = re.compile(rb"State:|--END--")
_PLAIN_STATE = re.compile(
    rb'State:[ \t]*(?P<number>[0-9]{1,9})(?:[ \t]*"(?P<name>[ !#-\[\]-~]*)")?(?:[ \t]*\{(?P<sets>[0-9 \t]*)\})?(?=\s)'
)
_PLAIN_EDGE = re.compile(rb"\s*\[([^\]]*)\][ \t]*([0-9]{1,9})(?:[ \t]*\{([0-9 \t]*)\})?(?=\s)")
_PLAIN_END = re.compile(rb"\s*(?=State:|--END--)")
_OF_SETS = {b"!": invert, b"&": and_, b"|": or_}
_OF_FORMULAS = {b"!": negated, b"&": both, b"|": either}
_CONSTANTS = {b"t": TRUE, b"f": FALSE}
_RANK = {b"!": 3, b"&": 2, b"|": 1, b"(": 0}
_PASSED_OVER = {b"acc-name", b"tool", b"name", b"properties"}
_DIGITS = 9
MOST = 5000
"""So many propositions and so many acceptance sets are read: decision diagrams recur over their variables."""

MOST_COLOURS = 31
"""So many acceptance sets a condition that is no parity condition may have."""

Item = tuple[bytes, int, int]
"""A piece of an expression in postfix: what it is, its number, and where it stands."""


class Scanner:
    """The words of a text, one at a time: ``type``, ``word``, and where it stands."""

    def __init__(self, data: bytes, source: str):
        self.data, self.source = data, source
        self.type, self.word = "", b""
        self.at, self.behind = 0, 3 if data[:3] == b"\xef\xbb\xbf" else 0
        self.advance()

    def fail(self, message: str, expected: str = "", hint: str = "", at: int | None = None) -> FormatError:
        """Return the error at the present word, or elsewhere."""
        place = self.at if at is None else at
        return FormatError([Fault.at(self.data, place, message, expected, hint)], self.source)

    def wrong(self, expected: str, hint: str = "") -> FormatError:
        """Return the error for an unexpected token."""
        return self.fail(found(self.data, self.at), expected, hint)

    def advance(self) -> None:
        """Go to the next word; at the end the type is ``"end"``."""
        while True:
            match = _TOKEN.match(self.data, self.behind)
            assert match is not None and match.lastgroup is not None  # one of the groups is nothing
            self.type = match.lastgroup
            self.at, self.behind = match.span(self.type)
            if self.type != "comment":
                break
            self.behind = self._behind_comment()
        if self.type == "wrong":
            hint = "this string has no end" if self.data[self.at : self.at + 1] == b'"' else ""
            raise self.wrong("a word, a number, a string or a sign", hint)
        self.word = match[self.type]

    def skip_to_state(self) -> None:
        """Go to the next state or to the end of the body, past whatever stands before it."""
        match = _STATE.search(self.data, self.at)
        self.behind = match.start() if match else len(self.data)
        self.advance()

    def _behind_comment(self) -> int:
        depth = 0
        for match in _COMMENT.finditer(self.data, self.at):
            depth += 1 if match[0] == b"/*" else -1
            if not depth:
                return match.end()
        raise self.fail("this comment has no end", "'*/'")

    def sees(self, word: bytes) -> bool:
        """Whether the current token is this sign or mark."""
        return self.word == word and self.type in ("sign", "mark", "header")

    def takes(self, word: bytes, expected: str = "") -> bool:
        """Skip the token if it is this sign or mark, and return whether it was; if it is ``expected`` it must be."""
        here = self.sees(word)
        if here:
            self.advance()
        elif expected:
            raise self.wrong(expected)
        return here

    def take(self, type: str, expected: str) -> bytes:
        """Return the current word, which must be of this type, and advance."""
        if self.type != type:
            raise self.wrong(expected)
        word = self.word
        self.advance()
        return word

    def number(self, expected: str, below: int | None = None, refused: str = "", wanted: str = "") -> int:
        """Return the current number and advance; one that is not ``below`` is ``refused`` with what is ``wanted``."""
        at = self.at
        if self.type == "number" and len(self.word) > _DIGITS:
            raise self.fail(f"the number {self.word[:20].decode()} is too large", "at most 999999999")
        number = int(self.take("number", expected))
        if below is not None and number >= below:
            raise self.fail(refused.format(number), wanted, at=at)
        return number

    def string(self, expected: str) -> str:
        """Return the current string without its quotes and advance."""
        at = self.at
        raw = _ESCAPED.sub(rb"\1", self.take("string", expected)[1:-1])
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise self.fail("this string is not UTF-8", hint=RECODED, at=at) from None

    def expression(self, atom: Callable[[], Item]) -> list[Item]:
        """Read a Boolean expression and return it in postfix."""
        out: list[Item] = []
        waiting: list[tuple[bytes, int]] = []

        def pop_operators(rank: int) -> None:
            while waiting and _RANK[waiting[-1][0]] >= rank:
                sign, at = waiting.pop()
                out.append((sign, 0, at))

        while True:
            while self.sees(b"!") or self.sees(b"("):
                waiting.append((self.word, self.at))
                self.advance()
            out.append(atom())
            pop_operators(3)
            while self.sees(b")") and waiting:
                pop_operators(1)
                if not waiting:
                    return out
                waiting.pop()
                pop_operators(3)
                self.advance()
            if not (self.sees(b"&") or self.sees(b"|")):
                break
            pop_operators(_RANK[self.word])
            waiting.append((self.word, self.at))
            self.advance()
        pop_operators(1)
        if waiting:
            raise self.wrong("')' or '&' or '|'")
        return out


def evaluate(items: Sequence[Item], value: Callable[[Item], Any], signs: Mapping[bytes, Any] = _OF_SETS) -> Any:
    """Return what an expression in postfix means, of whose atoms the value is known: a set, or by other signs."""
    stack: list[Any] = []
    for item in items:
        if item[0] == b"!":
            stack.append(signs[b"!"](stack.pop()))
        elif item[0] in signs:
            right, left = stack.pop(), stack.pop()
            stack.append(signs[item[0]](left, right))
        else:
            stack.append(value(item))
    return stack[0]


class Acceptance(NamedTuple):
    """A parity condition: which end of the colours seen infinitely often decides, and whether even is good there."""

    colours: int
    greatest: bool
    even: bool

    def priority(self, seen: list[int]) -> int:
        """Return the max-even priority, 1 or more, of an edge with these colours, of which there may be none."""
        if self.greatest:
            return max(seen, default=-1) + (2 if self.even else 1)
        base = self.colours + self.colours % 2
        return base - min(seen, default=self.colours) + (0 if self.even else 1)


def _meant(seen: set[bytes]) -> str:
    """Return which header that says who chooses is meant by one that is passed over; "" where none is like it."""
    for name in sorted(seen - _PASSED_OVER):
        word = name.decode("utf-8", "replace")
        if close := get_close_matches(word, ("controllable-AP", "spot-state-player"), 1, 0.75):
            return f"did you mean '{close[0]}:' by '{word}:'?"
    return ""


def acceptance_of(scanner: Scanner) -> Acceptance | Condition:
    """Read the number of colours and a condition, and find the parity condition that it is.

    The condition, a function of the sets seen infinitely often, is compared with the four parity conditions; so Büchi,
    co-Büchi, ``t``, ``f`` and one pair of Rabin or Streett are parity conditions, however they are written. Any other
    condition is kept as it is, with a further set for each complement: ``Inf(!0)`` is what is seen outside set 0.
    """
    at = scanner.at
    most, an_acceptance_set = f"at most {MOST}", "the number of an acceptance set"
    colours = scanner.number("the number of acceptance sets", MOST + 1, "{} acceptance sets are too many", most)

    def atom() -> Item:
        place, word = scanner.at, scanner.take("name", "Inf(...) or Fin(...) or t or f")
        if word not in (b"Inf", b"Fin"):
            if word not in _CONSTANTS:
                raise scanner.fail(f"found {word.decode()!r}", "Inf(...) or Fin(...) or t or f", at=place)
            return word, 0, place
        scanner.takes(b"(", "'('")
        outside = scanner.takes(b"!")
        number = scanner.number(an_acceptance_set, colours, "there is no acceptance set {}", f"0 to {colours - 1}")
        scanner.takes(b")", "')'")
        return word, colours + complements.setdefault(number, len(complements)) if outside else number, place

    complements = dict[int, int]()
    items = scanner.expression(atom)
    acceptance = None
    if colours <= len(items) and not complements:
        acceptance = _parity_condition(colours, tuple((word, number, 0) for word, number, _ in items))
    if acceptance is None and colours + len(complements) > MOST_COLOURS:
        what = f"this is not a parity condition, and a condition of another kind over {colours} sets is not read"
        raise scanner.fail(what, f"parity, or at most {MOST_COLOURS} acceptance sets", at=at)
    if acceptance is not None:
        return acceptance

    def value(item: Item) -> Formula:
        word, number, _ = item
        return _CONSTANTS[word] if word in _CONSTANTS else (infinitely if word == b"Inf" else finitely)(number)

    return Condition(colours, evaluate(items, value, _OF_FORMULAS), tuple(complements))


@lru_cache(8)
def _parity_condition(colours: int, items: Sequence[Item]) -> Acceptance | None:
    """Find the parity condition that an expression is; its own order of the sets keeps the diagrams small."""
    order = list(dict.fromkeys(item[1] for item in items if item[0] in (b"Inf", b"Fin")))
    if len(order) < colours:
        return None
    sets = Letters([str(colour) for colour in order])
    literal = {colour: sets.literal(at) for at, colour in enumerate(order)}
    atoms = {(b"Inf", colour): node for colour, node in literal.items()}
    atoms |= {(b"Fin", colour): ~node for colour, node in literal.items()}
    atoms |= {(b"t", 0): sets.true, (b"f", 0): sets.false}
    meant = evaluate(items, lambda item: atoms[item[:2]])
    falls = not order or order[0] > order[-1]
    kinds = (Acceptance(colours, greatest, even) for greatest in (falls, not falls) for even in (True, False))
    return next((name for name in kinds if _condition(name, sets, literal) == meant), None)


def _condition(acceptance: Acceptance, sets: Letters, literal: dict[int, Node]) -> Node:
    """Build a parity condition from the colour that matters least to the one that matters most."""
    node = sets.false if acceptance.priority([]) % 2 else sets.true
    for colour in range(acceptance.colours) if acceptance.greatest else reversed(range(acceptance.colours)):
        node = ~literal[colour] & node if acceptance.priority([colour]) % 2 else literal[colour] | node
    return node


class Parser(Scanner):
    """A text on its way to an automaton."""

    def __init__(self, data: bytes, source: str, outputs: Collection[str] | None = None):
        super().__init__(data, source)
        self.outputs = outputs
        self.states: int | None = None
        self.players: list[int] | None = None
        self.players_at = 0
        self.start: int | None = None
        self.propositions: list[str] = []
        self.letters: Letters  # from the headers
        self.acceptance: Acceptance | Condition = Acceptance(0, True, False)
        self.edges: dict[int, list[tuple[Edge, int]]] = {}
        self.names: dict[int, str] = {}
        self._known: dict[bytes, Node] = {}
        self._priorities: dict[tuple[bytes | None, bytes | None], int] = {}
        self._disjoint: set[tuple[Node, ...]] = set()
        self._faults: list[Fault] = []
        self._ended = False

    def read(self) -> Automaton:
        """Read the whole text; a fault in the headers ends it, of those behind there several are reported together."""
        self.takes(b"HOA:", EXPECTED)
        if self.word not in (b"v1", b"v1.1"):
            raise self.wrong("v1, the version of the format")
        self.advance()
        self.read_headers()
        while not self._ended:
            try:
                self._read_piece()
            except FormatError as error:
                self._note(error)
                self.skip_to_state()
        automaton = self.automaton()
        if self._faults:
            raise FormatError(sorted(self._faults, key=lambda fault: (fault.line, fault.column)), self.source)
        return automaton

    def _read_piece(self) -> None:
        """Read a state or the end."""
        if self.sees(b"State:"):
            if not self._read_plain_state():
                self.read_state()
            return
        self._ended = self.type == "end" or self.sees(b"--END--")
        self.takes(b"--END--", "'State:' or an edge or '--END--'")
        if self.type != "end":
            raise self.fail("something follows the automaton", "the end of the file", "one file holds one automaton")

    def _note(self, error: FormatError) -> None:
        """Keep a fault, and end with all of them when enough are known."""
        self._faults += error.faults
        if len(self._faults) >= LIMIT:
            raise FormatError(self._faults, self.source) from None

    def read_headers(self) -> None:
        """Read the headers and the mark of the body."""
        seen: set[bytes] = set()
        acceptance: Acceptance | Condition | None = None
        start_at = 0
        controllable: list[tuple[int, int]] = []
        aliases: dict[bytes, list[Item]] = {}
        while self.type == "header":
            at, name = self.at, self.word[:-1]
            self.advance()
            if name in seen and name != b"Alias" and name not in _PASSED_OVER and name[:1].isupper():
                hint = "an automaton has one initial state" if name == b"Start" else ""
                raise self.fail(f"the header {name.decode()} is listed a second time", hint=hint, at=at)
            seen.add(name)
            match name:
                case b"States":
                    self.states = self._state()
                case b"Start":
                    start_at, self.start = self.at, self._state()
                    if self.sees(b"&"):
                        raise self.fail("this automaton is alternating", "one initial state")
                case b"AP":
                    self._read_propositions()
                case b"controllable-AP":
                    while self.type == "number":
                        controllable.append((self.at, self.number("a proposition")))
                case b"Acceptance":
                    acceptance = acceptance_of(self)
                case b"Alias":
                    alias = self.take("alias", "a name that begins with '@'")
                    aliases[alias] = self.expression(self._atom)
                case b"spot-state-player" | b"spot.state-player":
                    self.players_at, self.players = at, []
                    while self.type == "number":
                        refused = "the player {} of a state is none"
                        self.players.append(self.number("a player", 2, refused, "0 or 1, a player for each state"))
                case _ if name[:1].isupper():
                    what = "is not known, and none with a capital letter may be ignored"
                    raise self.fail(f"the header {name.decode()[:40]!r} {what}", at=at)
                case _:
                    while self.type not in ("end", "header", "mark"):
                        self.advance()
        at = self.at
        self.takes(b"--BODY--", "a header or '--BODY--'")
        if acceptance is None:
            raise self.fail("there is no header 'Acceptance:' before the body", at=at)
        if self.outputs is not None:
            controllable = self._named_outputs(at, b"controllable-AP" in seen)
        elif self.players is None and self.propositions and b"controllable-AP" not in seen:
            last = len(self.propositions) - 1
            raise self.fail(
                "there is no header 'controllable-AP:' before the body, so nothing says what the controller chooses",
                f"'controllable-AP:' and numbers of AP, from 0 on, such as 'controllable-AP: {last}' for "
                f"{self.propositions[last]!r}",
                _meant(seen)
                or f"graphgames synth FILE --outs {shlex.quote(self.propositions[last])} says so, too, with commas "
                "between several names, and graphgames verify takes it from a controller",
                at,
            )
        for place, number in controllable:
            self._require_proposition(number, place)
        if self.states is not None and self.start is not None and self.start >= self.states:
            raise self.fail(f"the initial state {self.start} is not one of the {self.states} states", at=start_at)
        self.acceptance = acceptance
        self.letters = Letters(self.propositions, [number for _, number in controllable])
        self._known = {b"t": self.letters.true, b"f": self.letters.false}
        for alias, items in aliases.items():
            self._known[alias] = evaluate(items, self._value)

    def _named_outputs(self, at: int, named: bool) -> list[tuple[int, int]]:
        """Return the propositions that are named from outside as the controller's, with a place to speak of."""
        if named:
            raise self.fail("the header 'controllable-AP:' already says what the controller chooses", at=at)
        wrong = sorted(set(self.outputs or ()) - set(self.propositions))
        if wrong:
            there = ", ".join(map(repr, self.propositions)) or "none"
            raise self.fail(f"there is no proposition {wrong[0]!r}", f"outputs among the propositions: {there}", at=at)
        return [(at, self.propositions.index(name)) for name in dict.fromkeys(self.outputs or ())]

    def _read_propositions(self) -> None:
        at, most = self.at, f"at most {MOST}"
        count = self.number("the number of propositions", MOST + 1, "{} propositions are too many", most)
        while self.type == "string":
            place, name = self.at, self.string("a proposition")
            if name in self.propositions:
                raise self.fail(f"the proposition {name!r} is listed a second time", at=place)
            self.propositions.append(name)
        if len(self.propositions) != count:
            what = f"AP announces {counted(count, 'proposition')}, and {len(self.propositions)} follow"
            raise self.fail(what, at=at)

    def _require_proposition(self, number: int, at: int) -> None:
        if number >= len(self.propositions):
            wanted = f"one of the {len(self.propositions)} of AP"
            raise self.fail(f"there is no proposition {number}", wanted, at=at)

    def _state(self) -> int:
        """Read a number of states, or of a state: no more than the text can have any use for."""
        most = 64 * len(self.data)
        return self.number("a number", most + 1, "the number {} is far beyond what so short a file needs")

    def _known_state(self) -> int:
        at, number = self.at, self._state()
        if self.states is not None and number >= self.states:
            raise self.fail(f"there is no state {number}", f"one of the {self.states} states", at=at)
        return number

    def _atom(self) -> Item:
        at, word, type = self.at, self.word, self.type
        if type == "number":
            return b"ap", self.number("a proposition"), at
        if type == "alias" or (type == "name" and word in _CONSTANTS):
            self.advance()
            return word, 0, at
        raise self.wrong("a proposition's number, t, f, an alias, '!' or '('")

    def _value(self, item: Item) -> Node:
        word, number, at = item
        if word == b"ap":
            self._require_proposition(number, at)
            return self.letters.literal(number)
        if word not in self._known:
            raise self.fail(f"there is no alias {word.decode()[:40]!r} before this place", at=at)
        return self._known[word]

    def read_label(self) -> Node | None:
        """Read a label in brackets, if there is one; the same text means the same again."""
        first = self.behind
        if not self.sees(b"["):
            return None
        stop = self.data.find(b"]", first)
        text = self.data[first:stop] if stop >= 0 else b"]"
        if text in self._known:
            self.behind = stop + 1
            self.advance()
            return self._known[text]
        self.advance()
        node = evaluate(self.expression(self._atom), self._value)
        if not self.sees(b"]"):
            raise self.wrong("']' or '&' or '|'")
        if self.at == stop:
            self._known[text] = node
        self.advance()
        return node

    def read_colours(self) -> list[int]:
        """Read acceptance sets in braces, if there are any."""
        colours: list[int] = []
        if self.takes(b"{"):
            while not self.takes(b"}"):
                what, colours_there = "the number of an acceptance set or '}'", self.acceptance.colours
                colours.append(self.number(what, colours_there, "there is no acceptance set {}"))
        return colours

    def read_state(self) -> None:
        """Read a state and its edges."""
        self.advance()
        label = self.read_label()
        at, state = self.at, self._known_state()
        if state in self.edges:
            raise self.fail(f"state {state} is listed a second time", at=at)
        if self.type == "string":
            self.names[state] = self.string("a name")
        colours = self.read_colours()
        edges: list[tuple[Edge, int]] = []
        implicit = 0
        while self.sees(b"[") or self.type == "number":
            place, own = self.at, self.read_label()
            if own is None and label is None:
                own = self._implicit(implicit, place)
                implicit += 1
            target = self._known_state()
            if self.sees(b"&"):
                raise self.fail("this automaton is alternating", "an edge to one state")
            here = own if own is not None else label
            edges.append((Edge(here, target, self.acceptance.priority(colours + self.read_colours())), place))
        if implicit and (implicit != len(edges) or implicit != 2 ** len(self.propositions)):
            raise self.fail(
                f"state {state} has {implicit} edges without a label",
                "a label on each edge, or one edge per letter",
                at=at,
            )
        self.edges[state] = edges

    def _read_plain_state(self) -> bool:
        """Read a state as most tools write it, with known labels; return whether it was read.

        It finds no fault: where anything is out of the ordinary, the careful reader has its turn.
        """
        known = self._known
        data, limit = self.data, self.states or 0
        head = _PLAIN_STATE.match(data, self.at)
        if head is None or int(head["number"]) >= limit or int(head["number"]) in self.edges:
            return False
        state, own, place = int(head["number"]), head["sets"], head.end()
        edges: list[tuple[Edge, int]] = []
        while match := _PLAIN_EDGE.match(data, place):
            label, number, sets = match.groups()
            node, target, priority = known.get(label), int(number), self._priority(own, sets)
            if node is None or target >= limit or priority < 0:
                return False
            edges.append((Edge(node, target, priority), match.start(1) - 1))
            place = match.end()
        end = _PLAIN_END.match(data, place)
        if end is None:
            return False
        if head["name"] is not None:
            self.names[state] = head["name"].decode()
        self.edges[state] = edges
        self.behind = end.end()
        self.advance()
        return True

    def _priority(self, of_state: bytes | None, of_edge: bytes | None) -> int:
        """Return the priority of an edge by the acceptance sets of its state and its own; -1 if one is unknown."""
        priority = self._priorities.get((of_state, of_edge))
        if priority is None:
            words = [word for sets in (of_state, of_edge) if sets for word in sets.split()]
            colours = [int(word) for word in words if len(word) <= _DIGITS]
            there = len(colours) == len(words) and max(colours, default=-1) < self.acceptance.colours
            priority = self._priorities[of_state, of_edge] = self.acceptance.priority(colours) if there else -1
        return priority

    def _implicit(self, number: int, at: int) -> Node:
        """Return the letter of an edge without a label: edges count through the letters in binary."""
        if number >> len(self.propositions):
            raise self.fail("there are more edges without a label than letters", at=at)
        return self.letters.cube({i: bool(number >> i & 1) for i in range(len(self.propositions))})

    def automaton(self) -> Automaton:
        """Return the automaton when everything is read."""
        listed = [edge.target for edges in self.edges.values() for edge, _ in edges]
        largest = max([-1, *self.edges, *listed, -1 if self.start is None else self.start])
        n = largest + 1 if self.states is None else self.states
        players = None if self.players is None else tuple(self.players)
        if players is not None and len(players) != n:
            what = f"the header names {counted(len(players), 'player')}, and there are {counted(n, 'state')}"
            self._note(self.fail(what, "a player for each state", at=self.players_at))
            players = (0,) * n
        edges = tuple(self._edges_of(state) for state in range(n))
        names = tuple(self.names.get(state, str(state)) for state in range(n))
        automaton = Automaton(self.letters, edges, self.start, names, players)
        if isinstance(self.acceptance, Condition):
            return self.acceptance.unfolded(automaton)
        colours = {self.acceptance.priority([colour]): colour for colour in range(self.acceptance.colours)}
        return replace(automaton, colours=colours)

    def _edges_of(self, state: int) -> tuple[Edge, ...]:
        try:
            return self._merged(self.edges.get(state, []))
        except FormatError as error:
            self._note(error)
            return ()

    def _merged(self, edges: list[tuple[Edge, int]]) -> tuple[Edge, ...]:
        """Make edges that differ in their letters alone one, and check that no letter is on two, but of a player's."""
        owned = self.players is not None
        disjoint = owned or self._are_disjoint(tuple(edge.letters for edge, _ in edges))
        if disjoint and not owned and len({edge[1:] for edge, _ in edges}) == len(edges):
            return tuple(edge for edge, _ in edges)
        merged: dict[tuple[int, int], Node] = {}
        for edge, at in edges:
            key, nothing = edge[1:], self.letters.false
            if not disjoint and any(other != key and edge.letters & node != nothing for other, node in merged.items()):
                raise self.fail("this edge shares a letter with an earlier one", "a deterministic automaton", at=at)
            merged[key] = merged.get(key, nothing) | edge.letters
        return tuple(Edge(node, *key) for key, node in merged.items() if node != self.letters.false)

    def _are_disjoint(self, sets: tuple[Node, ...]) -> bool:
        """Whether no letter is in two of the sets, and none is empty; states often have the same sets."""
        if sets not in self._disjoint:
            seen = self.letters.false
            for node in sets:
                if node == self.letters.false or node & seen != self.letters.false:
                    return False
                seen |= node
            self._disjoint.add(sets)
        return True


def parse(data: Data, source: str, outputs: Collection[str] | None = None) -> Automaton:
    """Read an automaton, with outputs where no header names them; see `graphgames.games.synthesis.hoa.read_game`."""
    faults = Faults(data, source)
    faults.refuse_other_formats("hoa", b"H/", EXPECTED)
    return Parser(faults.text, source, outputs).read()
