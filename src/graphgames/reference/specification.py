"""Specifications: variables, rules and goals, as sets of states and steps; what all certificates about them share.

The environment chooses the inputs, then the system the outputs, step by step. Formulas say which beginnings and steps
each of them may choose. The sets of a certificate are decision diagrams over the bits of the variables.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import NamedTuple

from graphgames.reference.diagrams import Diagrams, Set
from graphgames.reference.formulas import MOST, NAME, Formulas, Number, number
from graphgames.reference.problem import Problem, expect
from graphgames.reference.reading import (
    Fields,
    Reader,
    RefusedError,
    choice,
    integer,
    listing,
    refused,
    row,
    table,
    text,
)

BITS = 200
"""At most so many bits; sets are gone through bit by bit, one inside of the other."""
RULES = ("env_init", "sys_init", "env_trans", "sys_trans")


class Variable(NamedTuple):
    """A variable: its name, the bits of its value, counted from the least one, and whether it is Boolean."""

    name: str
    low: int
    high: int
    boolean: bool

    @property
    def bits(self) -> list[tuple[str, int]]:
        """Return its bits, the lowest first."""
        return [(self.name, k) for k in range((self.high - self.low).bit_length())]


def variable(given: object, where: str) -> Variable:
    """Read a variable, ``[name]`` or ``[name, least, largest]``."""
    parts = [*given, 0, 1] if isinstance(given, list) and len(given) == 1 else given
    name, low, high = row(text, integer(), integer())(parts, where)
    if not 0 <= high - low < MOST or not re.fullmatch(NAME, name) or name in ("TRUE", "FALSE"):
        raise refused(given, where, f"a variable by its name, perhaps with 1 to {MOST} values")
    return Variable(name, low, high, parts is not given)


class Rulebook:
    """The rules and goals as sets of states and steps."""

    objectives: tuple[str, ...] = ("specification",)

    def __init__(self, problem: Problem):
        expect(problem, *self.objectives)
        self.game, self.sets = problem, Diagrams()
        self.inputs, self.outputs = (problem.data.take(side, listing(variable)) for side in ("inputs", "outputs"))
        self.bits = [bit for one in (*self.inputs, *self.outputs) for bit in one.bits]

    def set_order(self, order: list[tuple[str, int]]) -> None:
        """Read the rules, as diagrams in which the bits of the variables come in this order."""
        self.order = order
        if len(order) > BITS:
            raise RefusedError(f"the variables have {len(order)} bits; at most {BITS} are looked at here")
        sides = self.inputs, self.outputs
        self.before, self.after = ([self.levels(side, later) for side in sides] for later in (0, 1))
        self.read_rules(self.game.data, *sides)

    def levels(self, side: list[Variable], later: int) -> set[int]:
        """Return the levels of the bits of some variables, before the step or after it."""
        return {2 * self.order.index(bit) + later for one in side for bit in one.bits}

    def read_rules(self, data: Fields, inputs: list[Variable], outputs: list[Variable]) -> None:
        """Read the formulas; that variables stay in their ranges is a rule, too."""
        values: dict[str, Set | Number] = {}
        for one in (*inputs, *outputs):
            for later in (0, 1):
                bits = [self.sets.node(2 * self.order.index(bit) + later, 0, 1) for bit in one.bits]
                values[one.name + "'" * later] = bits[0] if one.boolean else self.value(one.low, bits)
        formulas, rules = Formulas(self.sets, values), dict[str, list[Set]]()
        if len(values) < 2 * len(inputs + outputs):
            raise RefusedError("two variables have one name")
        more = () if self.game.objective == "specification" else ("marks", "reach")
        for part in (*RULES, "env_goals", "sys_goals", *more):
            rules[part] = [formulas.set(formula) for formula in data.take(part, listing(text))]
        for part, side in zip(RULES, (inputs, outputs) * 2, strict=True):
            after = "'" if part.endswith("trans") else ""
            rules[part] += [formulas.set(f"{one.name}{after} <= {one.high}") for one in side if not one.boolean]
        self.env_init, self.sys_init, self.env, self.sys = (self.sets.both(*rules[part]) for part in RULES)
        unknown = (self.before[1].union(*self.after), set[int]().union(*self.after), self.after[1])
        formulas_of = zip(RULES, (self.env_init, self.sys_init, self.env), unknown, strict=False)
        for part, formula, chosen_later in formulas_of:
            if self.sets.levels(formula) & chosen_later:
                raise RefusedError(f"{part} speaks of what is chosen later")
        self.assumptions, self.goals = rules["env_goals"] or [1], rules["sys_goals"] or [1]
        self.marks = rules.get("marks", [*self.assumptions, *self.goals])
        self.reach = self.sets.either(*rules.get("reach", ()))

    def value(self, low: int, bits: list[Set]) -> Number:
        """Return the number whose bits these are, above the least one."""
        s, found = self.sets, {low: 1}
        for k, bit in enumerate(bits):
            more = {value + 2**k: s.both(bit, where) for value, where in found.items()}
            found = {value: s.both(s.no(bit), where) for value, where in found.items()} | more
        return number(s, [*found.items()])


class Specification(Rulebook, ABC):
    """The rules and goals, and how far the winner is said to win."""

    region: Set
    """The states that the winner is said to win."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        super().__init__(problem)
        diagrams = proof.fields("diagrams")
        order = [(name, k) for name, k in diagrams.take("order", listing(row(text, integer(0))))]
        if sorted(order) != sorted(self.bits):
            raise RefusedError("the diagrams are not over the bits of the variables")
        self.set_order(order)
        members = self.read_sets(diagrams)

        def states(given: object, where: str) -> Set:
            return members[integer(0, len(members) - 1)(given, where)]

        self.realizable = proof.take("realizable", choice(True, False))
        answers.take("realizable", choice(self.realizable))
        answers.take("inputs", choice(len(self.inputs)))
        answers.take("outputs", choice(len(self.outputs)))
        self.read_proof(proof, states)

    @abstractmethod
    def read_proof(self, proof: Fields, states: Reader[Set]) -> None:
        """Read the entries of the certificate; ``states`` reads a set."""

    def read_sets(self, diagrams: Fields) -> list[Set]:
        """Return the sets of states that the nodes of the file are, children first."""
        found, levels = [0, 1], [2 * len(self.order)] * 2
        for level, low, high in diagrams.take("nodes", table(integer(0), None, 3)):
            if max(low, high) >= len(found) or level % 2 or level >= min(levels[low], levels[high]):
                raise RefusedError(
                    f"node {len(found)} of the diagrams does not speak of states, or not above its children"
                )
            found.append(self.sets.node(level, found[low], found[high]))
            levels.append(level)
        diagrams.end()
        return found

    def answered(self, steps: Set) -> Set:
        """Return the states where every input has an answer among some steps."""
        s, (inputs, outputs) = self.sets, self.after
        return s.every(inputs, s.either(s.no(self.env), s.some(outputs, s.both(self.sys, steps))))

    def enforced(self, steps: Set) -> Set:
        """Return the states where some input leaves the system these steps alone."""
        s, (inputs, outputs) = self.sets, self.after
        return s.some(inputs, s.both(self.env, s.every(outputs, s.either(s.no(self.sys), steps))))

    def inside(self, part: Set, whole: Set) -> bool:
        """Return whether a set is in another."""
        return self.sets.both(part, self.sets.no(whole)) == 0


def beginnings_are_won(c: Specification, _: None) -> bool:
    """Every first input has an answer that is won; or some first input leaves the system only states that are lost."""
    s, outputs = c.sets, c.before[1]
    if c.realizable:
        return c.inside(c.env_init, s.some(outputs, s.both(c.sys_init, c.region)))
    return s.both(c.env_init, s.every(outputs, s.either(s.no(c.sys_init), c.region))) != 0
