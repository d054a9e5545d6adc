"""Specifications as automata that read letters, as far as a machine that is to be checked beside them goes.

A letter says the bits of all variables, inputs and outputs, in one step of the play. The environment chooses its part
of a letter first: if it breaks its rules, the system has ``WON``, as where the play comes to what is to be reached.
Else, if the outputs break the rules of the system, it has ``LOST``. What else the automaton remembers of a letter is
the bits that the rules and goals ask for when the next one comes.
"""

from __future__ import annotations

from typing import NamedTuple

from graphgames.reference.acceptance_text import parsed
from graphgames.reference.diagrams import Set
from graphgames.reference.hoa import MOST, Automaton, Edge
from graphgames.reference.problem import Problem
from graphgames.reference.reading import RefusedError, text
from graphgames.reference.specification import Rulebook

BEGIN, WON, LOST = -1, -2, -3
"""The first state, and the two that are never left; the others are letters."""


class Letters(NamedTuple):
    """An automaton, as of a file in HOA, with edges for the letters that a machine allows."""

    propositions: list[str]
    controllable: set[int]
    sets: int
    condition: str
    edges: dict[int, list[Edge]]
    start: int = BEGIN


class Letterwise(Rulebook):
    """The rules and goals, asked letter by letter."""

    objectives = ("specification", "acceptance-specification")

    def __init__(self, problem: Problem):
        super().__init__(problem)
        if len(self.bits) > MOST:
            raise RefusedError(f"the variables have {len(self.bits)} bits; at most {MOST} are read beside a machine")
        self.set_order(self.bits)
        asked = set[int]().union(*map(self.sets.levels, (self.env, self.sys, self.reach, *self.marks)))
        self.kept = sum(1 << level // 2 for level in asked if level % 2 == 0)

    def condition(self) -> str:
        """Return what the system wants to see again and again; behind the marks come ``WON`` and ``LOST``."""
        count, assumed = len(self.marks), len(self.assumptions)
        if self.game.objective == "specification":
            missed, met = ([f"{sign}({k})" for k in range(count)] for sign in ("Fin", "Inf"))
            wanted = " | ".join([*missed[:assumed], " & ".join(met[assumed:])])
        else:
            wanted = self.game.data.take("acceptance", text)
            parsed(wanted, count)
        return f"Inf({count}) | Fin({count + 1}) & ({wanted})"

    def holds(self, where: Set, now: int, then: int) -> bool:
        """Return whether a step from one letter to the next is in a set of steps."""
        while where > 1:
            level, *after = self.sets.nodes[where]
            where = after[(then if level % 2 else now) >> level // 2 & 1]
        return where == 1

    def read(self, state: int, letter: int) -> Edge:
        """Return the edge of a state for a letter."""
        target = state if state in (WON, LOST) else self.after_letter(state, letter)
        seen = [len(self.marks) + (target == LOST)] if target in (WON, LOST) else []
        if state >= 0:
            seen += [k for k, mark in enumerate(self.marks) if self.holds(mark, state, letter)]
        return Edge(frozenset([letter]), target, seen)

    def after_letter(self, state: int, letter: int) -> int:
        """Return the state after a letter, in a play that is not decided."""
        first = state == BEGIN
        env, system = (self.env_init, self.sys_init) if first else (self.env, self.sys)
        now = letter if first else state
        if not self.holds(env, now, letter):
            return WON
        if not self.holds(system, now, letter):
            return LOST
        return WON if not first and self.holds(self.reach, now, letter) else letter & self.kept


def read_letters(problem: Problem, machine: Automaton) -> Letters:
    """Return the automaton of a specification, beside a machine, whose propositions get its order."""
    rules = Letterwise(problem)
    condition = rules.condition()
    problem.data.end()
    boolean = {one.name for one in (*rules.inputs, *rules.outputs) if one.boolean}
    names = [f'"{name}"' if name in boolean else f'"{name}@{k}"' for name, k in rules.bits]
    machine.order(names)
    pairs = [(machine.start, BEGIN)]
    seen, read = set(pairs), dict[int, dict[int, Edge]]()
    for m, state in pairs:  # the list grows while it is walked
        known = read.setdefault(state, {})
        for letter in {x for one in machine.edges.get(m, []) for x in one.letters} - known.keys():
            known[letter] = rules.read(state, letter)
        for pair in {(one.target, known[x].target) for one in machine.edges.get(m, []) for x in one.letters} - seen:
            seen.add(pair)
            pairs.append(pair)
    edges = {state: joined([*known.values()]) for state, known in read.items()}
    controllable = {level // 2 for level in rules.before[1]}
    return Letters(names, controllable, len(rules.marks) + 2, condition, edges)


def joined(edges: list[Edge]) -> list[Edge]:
    """Return edges with one for all letters by which the same is seen and come to."""
    found = dict[tuple[int, ...], set[int]]()
    for letters, target, sets in edges:
        found.setdefault((target, *sets), set()).update(letters)
    return [Edge(frozenset(letters), target, sets) for (target, *sets), letters in found.items()]
