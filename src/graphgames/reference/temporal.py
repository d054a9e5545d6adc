"""Formulas of linear temporal logic, and the automata of their bad words.

A file names inputs and outputs in lines, ``inputs: r`` and ``outputs: g``, and holds a formula in the syntax of Spot.
An automaton for the words that make it true, or false, guesses at each letter how what must hold is to come true: its
states are sets of formulas, and an edge is in the set of ``a U b`` unless it puts ``b`` off. A word is read on some run
that is in all sets infinitely often just if it makes the formula true (Gerth, Peled, Vardi, Wolper 1995).
"""

from __future__ import annotations

import re
from typing import Any

from graphgames.reference.hoa import MOST, Edge
from graphgames.reference.reading import RefusedError

WORD = re.compile(r'"[^"]*"|[\w.@]+|<-+>|<=>|-+>|=>|&&|/\\|\|\||\\/|\[\]|<>|\S', re.ASCII)
SIDE = re.compile(r"(?m)^[ \t]*(inputs|outputs)[ \t]*:(.*)$|^[ \t]*#.*$")
BINDING = [
    ("->", "-->", "=>", "<->", "<-->", "<=>"),
    ("|", "||", "\\/"),
    ("xor", "^"),
    ("&", "&&", "/\\"),
    tuple("URVWM"),
]
OPERATORS = ("X", "F", "G", "xor", *BINDING[-1])
CONSTANTS = ("true", "false", "0", "1")
DUAL = {"and": "or", "or": "and", "U": "R", "R": "U", "true": "false", "false": "true", "X": "X"}
Tree = tuple[Any, ...]


def negation(tree: Tree) -> Tree:
    """Return the negation of a formula, in which negations stand before propositions alone."""
    if tree[0] == "is":
        return ("is", tree[1], not tree[2])
    return (DUAL[tree[0]], *map(negation, tree[1:]))


class Reader:
    """The words of a formula that are still to be read."""

    def __init__(self, source: str):
        named = [(found[1], found[2].replace(",", " ").split()) for found in SIDE.finditer(source) if found[1]]
        self.sides = {side: {name.strip('"') for name in names} for side, names in named}
        if len(self.sides) == 0:
            raise RefusedError("the file with the formula says neither 'inputs:' nor 'outputs:'")
        self.named = {*self.sides.get("inputs", ()), *self.sides.get("outputs", ())}
        if len(self.sides) < len(named) or len(self.named) < sum(map(len, self.sides.values())):
            raise RefusedError("inputs or outputs are named twice, or a name is both")
        self.words: list[str] = []
        for word in WORD.findall(SIDE.sub("", source)):
            while self.begins_like_operators(word):
                self.words.append(word[0])
                word = word[1:]
            self.words.append(word)
        self.tree = self.level(0)
        if self.words:
            raise RefusedError(f"{self.words[0]} follows the formula")

    def begins_like_operators(self, word: str) -> bool:
        """Return whether a word begins with an operator, as it does unless it is declared, or FALSE."""
        return bool(re.match("[FGX][A-Za-z]", word)) and word not in self.named and word.lower() not in CONSTANTS

    def takes(self, *signs: str) -> str:
        """Take the next word if it is one of some signs."""
        return self.words.pop(0) if self.words and self.words[0] in signs else ""

    def level(self, k: int) -> Tree:
        """Read what is joined by operators that bind as the k-th, or closer; the first and the last go to the right."""
        if k == len(BINDING):
            return self.one()
        left = self.level(k + 1)
        while sign := self.takes(*BINDING[k]):
            right = self.level(k if k in (0, len(BINDING) - 1) else k + 1)
            both, either = ("and", left, right), ("or", left, right)
            same = ("or", both, ("and", negation(left), negation(right)))
            if sign in BINDING[0]:
                left = same if sign[0] == "<" else ("or", negation(left), right)
            elif k < 4:
                left = [(), either, negation(same), both][k]
            else:
                made = {"U": ("U", left, right), "W": ("R", right, either), "M": ("U", right, both)}
                left = made.get(sign, ("R", left, right))
        return left

    def one(self) -> Tree:
        """Read a proposition, a constant, brackets, or an operator before one of these."""
        if self.takes("!", "~"):
            return negation(self.one())
        if sign := self.takes("X", "F", "<>", "G", "[]"):
            if sign == "X":
                return ("X", self.one())
            return ("U", ("true",), self.one()) if sign in ("F", "<>") else ("R", ("false",), self.one())
        if self.takes("("):
            inside = self.level(0)
            if not self.takes(")"):
                raise RefusedError("a bracket does not close")
            return inside
        word = self.words.pop(0) if self.words else ""
        if word.lower() in CONSTANTS:
            return ("true",) if word.lower() in ("true", "1") else ("false",)
        if not re.match(r'"|[A-Za-z_]', word):
            raise RefusedError(f"{word or 'the end'} stands where a proposition should be")
        return ("is", word.strip('"'), True)


class Formula:
    """The automaton of the words that a machine must not have, made as its states are met."""

    def __init__(self, source: str):
        reader = Reader(source)
        self.tree = reader.tree
        names = sorted({*reader.named, *(one[1] for one in inside(self.tree) if one[0] == "is")})
        outputs = reader.sides.get("outputs", {*names} - reader.sides.get("inputs", set()))
        if len(names) > MOST or not {*names} == {*reader.sides.get("inputs", names), *outputs}:
            raise RefusedError(f"there are more than {MOST} propositions, or one is neither an input nor an output")
        for one in names:
            reserved = one in OPERATORS or one.lower() in CONSTANTS or reader.begins_like_operators(one)
            if reserved or not one or re.search(r"[\s,]", one):
                raise RefusedError(f"{one!r} is not the name of a proposition")
        self.propositions = [f'"{one}"' for one in names]
        self.names, self.controllable = names, {names.index(one.strip('"')) for one in outputs}
        self.start, self.sets, self.condition = 0, 0, ""
        self.edges: dict[int, list[Edge]] = {}

    def read_bad_words(self, of_environment: bool) -> None:
        """Make the automaton: what is true is bad for the environment, what is false for a controller."""
        tree = self.tree if of_environment else negation(self.tree)
        owed = [one for one in dict.fromkeys(inside(tree)) if one[0] == "U"]
        self.sets = len(owed)
        parts = [("Inf({})" if of_environment else "Fin({})").format(i) for i in range(self.sets)]
        self.condition = (" & " if of_environment else " | ").join(parts) or ("t" if of_environment else "f")
        states = [frozenset([tree])]
        for k, state in enumerate(states):
            self.edges[k] = []
            for letter, after, late in ways(tuple(state), frozenset(), ({}, frozenset(), frozenset())):
                states += [after] if after not in states else []
                fits = [x for x in range(2 ** len(self.names)) if all(x >> i & 1 == on for i, on in self.bits(letter))]
                sets = [i for i, one in enumerate(owed) if one not in late]
                self.edges[k].append(Edge(frozenset(fits), states.index(after), sets))

    def bits(self, letter: dict[str, bool]) -> list[tuple[int, bool]]:
        """Return which bits of a letter are known."""
        return [(self.names.index(name), on) for name, on in letter.items()]


def inside(tree: Tree) -> list[Tree]:
    """Return a formula and all formulas in it."""
    return [tree, *(one for part in tree[1:] if isinstance(part, tuple) for one in inside(part))]


def ways(todo: tuple[Tree, ...], done: frozenset[Tree], found: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return how formulas can come true: what is asked of the letter, what must hold behind it, what is put off."""
    if not todo:
        return [found]
    (kind, *parts), rest, (letter, after, late) = todo[0], todo[1:], found
    if todo[0] in done:
        return ways(rest, done, found)
    done |= {todo[0]}
    if kind in ("true", "and"):
        return ways((*parts, *rest), done, found)
    if kind == "is":
        fits = letter.get(parts[0], parts[1]) == parts[1]
        return ways(rest, done, (letter | {parts[0]: parts[1]}, after, late)) if fits else []
    if kind == "or":
        return [way for part in parts for way in ways((part, *rest), done, found)]
    if kind == "X":
        return ways(rest, done, (letter, after | {parts[0]}, late))
    if kind == "U":
        off = (letter, after | {todo[0]}, late | {todo[0]})
        return ways((parts[1], *rest), done, found) + ways((parts[0], *rest), done, off)
    if kind == "R":
        return ways((*parts, *rest), done, found) + ways((parts[1], *rest), done, (letter, after | {todo[0]}, late))
    return []
