"""Checks that a machine satisfies a formula of LTL, without the automaton that the formula was translated to.

The runs that are bad for the machine's player make the formula false, for a controller, or true. A tableau
(`graphgames.games.omega.tableau_checker`) reads them: a run is bad if some way of the tableau along it puts no formula
off for ever. So the machine is right if no strongly connected part of the product has, for each U, an edge that does
not put it off.

The parser is one of its own, and shares nothing with the translation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgames.core.checking import report
from graphgames.core.numbering import Numbering
from graphgames.core.report import Failure, Report
from graphgames.games.omega.tableau_checker import Tree, Way, negated, ways
from graphgames.games.parity.checker import components_of
from graphgames.games.synthesis.checker import faults_of, misfit

if TYPE_CHECKING:
    from graphgames.games.synthesis.automata import Letters, Machine

_WORD = re.compile(r'"[^"]*"|[\w.@]+|<-->|<->|<=>|-->|->|=>|&&|/\\|\|\||\\/|\[\]|<>|\S')
_WEAKEST_FIRST = (("->", "=>", "-->", "<->", "<=>", "<-->"), ("|", "||", "\\/"), ("xor", "^"), ("&", "&&", "/\\"))
_TEMPORAL = ("U", "R", "V", "W", "M")


def check_formula(machine: Machine, formula: str, letters: Letters) -> Report:
    """Check a machine against a formula over the propositions of some letters, of which the controller has outputs.

    The report is true in a boolean context if every run of a controller (player 0) makes the formula true, or every run
    of the environment's machine (player 1) makes it false.
    """
    if fault := misfit(machine, letters):
        return report(1, [Failure(None, fault)])
    tree = parsed(formula, set(letters.names))
    pairs, steps = run_together(machine, negated(tree) if machine.player == 0 else tree)
    states = Numbering([machine.start])
    for state in states.found:
        for _, after in machine.steps[state]:
            states.add(after)
    failures = faults_of(machine, states)
    meant = "false" if machine.player == 0 else "true"
    failures += [
        Failure(None, f"the formula is {meant} on a run that comes to state {state} of the machine again and again")
        for state in sorted({pairs[pair][0] for pair in bad_pairs(len(pairs), steps)})
    ]
    return Report(len(states) + len(pairs) + len(steps), tuple(failures[:5]), len(failures))


def parsed(text: str, names: set[str]) -> Tree:
    """Return a formula as a tree in which negations stand before propositions only; raise `ValueError` if it is none.

    >>> parsed("!(a U b) | GFa", {"a", "b"})
    ('|', ('R', ('lit', 'a', False), ('lit', 'b', False)), ('R', ('f',), ('U', ('t',), ('lit', 'a', True))))
    """
    words: list[str] = []
    for word in _WORD.findall(text):
        while word not in names and word.lower() != "false" and re.match(r"[FGX][A-Za-z]", word):
            words.append(word[0])
            word = word[1:]
        words.append(word)
    words.append("")

    def take(*wanted: str) -> str:
        return words.pop(0) if words[0] in wanted and words[0] not in names else ""

    def infix(level: int) -> Tree:
        if level == len(_WEAKEST_FIRST):
            left = unary()
            if sign := take(*_TEMPORAL):
                right = infix(level)
                either, both = ("|", left, right), ("&", left, right)
                made = {"U": ("U", left, right), "W": ("R", right, either), "M": ("U", right, both)}
                return made.get(sign, ("R", left, right))
            return left
        left = infix(level + 1)
        while sign := take(*_WEAKEST_FIRST[level]):
            right = infix(level + (level > 0))
            if level == 0 and "<" not in sign:
                left = ("|", negated(left), right)
            elif level in (1, 3):
                left = ("|" if level == 1 else "&", left, right)
            else:
                equal = ("|", ("&", left, right), ("&", negated(left), negated(right)))
                left = negated(equal) if level else equal
        return left

    def unary() -> Tree:
        if take("("):
            inside = infix(0)
            if not take(")"):
                raise ValueError(f"no bracket closes before {words[0]!r}")
            return inside
        if take("!", "~"):
            return negated(unary())
        if take("X"):
            return ("X", unary())
        if take("F", "<>"):
            return ("U", ("t",), unary())
        if take("G", "[]"):
            return ("R", ("f",), unary())
        word = words.pop(0)
        if word.strip('"') in names:
            return ("lit", word.strip('"'), True)
        if word.lower() not in ("true", "false", "0", "1"):
            raise ValueError(f"{word!r} is not a proposition")
        return ("t",) if word.lower() in ("true", "1") else ("f",)

    found = infix(0)
    if words != [""]:
        raise ValueError(f"{words[0]!r} follows the formula")
    return found


def run_together(machine: Machine, tree: Tree) -> tuple[list[tuple[int, frozenset[Tree]]], list[Any]]:
    """Return the pairs of states of machine and tableau that can be met, and the steps: from, to, what is put off."""
    letters = machine.letters
    place = {name: i for i, name in enumerate(letters.names)}
    number = Numbering([(machine.start, frozenset([tree]))])
    known: dict[frozenset[Tree], list[tuple[Any, Way]]] = {}
    steps = []
    for at, (state, now) in enumerate(number.found):
        if now not in known:
            asked = [(way, {place[name]: on for name, on in way.asked.items()}) for way in ways(now)]
            known[now] = [(letters.cube(values), way) for way, values in asked]
        for guard, target in machine.steps[state]:
            for label, way in known[now]:
                if guard & label != letters.false:
                    steps.append((at, number[target, way.after], way.put_off))
    return number.found, steps


def bad_pairs(n: int, steps: list[Any]) -> list[int]:
    """Return the pairs in strongly connected parts in which nothing must be put off for ever."""
    tails, heads = np.array([step[:2] for step in steps], np.int32).reshape(-1, 2).T
    part = components_of(n, tails, heads).tolist()
    always: dict[int, frozenset[Tree]] = {}
    for a, b, put_off in steps:
        if part[a] == part[b]:
            always[part[a]] = always.get(part[a], put_off) & put_off
    return [pair for pair in range(n) if part[pair] in always and not always[part[pair]]]
