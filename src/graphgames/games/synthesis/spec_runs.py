"""Runs of machines beside their specification, letter by letter, by the formulas: whether all are right."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from graphgames.core.acceptance import negated
from graphgames.core.report import Failure, Report
from graphgames.games.omega.checker import Part, loops
from graphgames.games.synthesis.automata import Letters, Machine
from graphgames.games.synthesis.checker import fault_of
from graphgames.games.synthesis.spec import Spec, Values, variables
from graphgames.games.synthesis.spec_machines import values_of

Place: TypeAlias = tuple[int, ...] | None
"""What is remembered of the last letter: the values that a rule or a mark may ask for; None before the first."""

_LOST = (Failure(None, "the machine's player loses a run, or over is not where the other side breaks its rules"),)


class Runs:
    """What the rules and marks of a specification say of letters; each step is looked at once for all machines."""

    def __init__(self, spec: Spec):
        self.spec, self.rules, self.reach = spec, spec.rules(), spec.formulas["reach"]
        self.formula, self.marks = spec.condition()
        asked = [*self.rules["env_trans"], *self.rules["sys_trans"], *self.marks, *self.reach]
        self.kept = {name for one in asked for _, name, primed in variables(one) if not primed}
        self.known: dict[Any, tuple[int, int | None, bool]] = {}
        self.listed: dict[Any, list[tuple[Place, Values]]] = {}

    def check(self, machine: Machine) -> Report:
        """Return the report on whether the machine's player wins every run.

        The state that is called over is to be where the other side has just broken its rules, and nowhere else.
        """
        pairs: list[tuple[int, Place, Values]] = [(machine.start, None, {})]
        number, steps = {pairs[0][:2]: 0}, dict[tuple[int, int, int], None]()
        count = 0
        for at, (state, place, now) in enumerate(pairs):  # the list grows while it is walked
            for guard, target in machine.steps[state]:
                for after, then in self._letters(machine.letters, guard):
                    count += 1
                    seen, winner, broken = self._read(place, now, then)
                    if winner == 1 - machine.player or (target == machine.over) != broken:
                        return Report(count, _LOST, 1)
                    if winner is None:
                        if (target, after) not in number:
                            number[target, after] = len(pairs)
                            pairs.append((target, after, then))
                        steps[at, number[target, after], seen] = None
        lost = negated(self.formula) if machine.player == 0 else self.formula
        fair = not any(fault_of(machine, state) for state in {state for state, _, _ in pairs})
        won = fair and next(loops(lost, _part(len(pairs), list(steps))), None) is None
        return Report(count) if won else Report(count, _LOST, 1)

    def _letters(self, letters: Letters, guard: Any) -> list[tuple[Place, Values]]:
        """Return the letters of a set, each with what is remembered of it."""
        if guard not in self.listed:
            found = [*values_of(self.spec, letters, guard)]
            self.listed[guard] = [(tuple(then[name] for name in self.kept), then) for then in found]
        return self.listed[guard]

    def _read(self, place: Place, now: Values, then: Values) -> tuple[int, int | None, bool]:
        """Return which marks a step has, a bit each, who wins by it if it decides, and whether a rule is broken."""
        key = place, *then.values()
        if key not in self.known:
            here, part = (then, "init") if place is None else (now, "trans")
            seen, winner, broken = 0, None, False
            for player, side in ((0, "env"), (1, "sys")):
                if winner is None and not all(self.spec.holds(one, here, then) for one in self.rules[f"{side}_{part}"]):
                    winner, broken = player, True
            if place is not None and winner is None:
                seen = sum(self.spec.holds(mark, now, then) << i for i, mark in enumerate(self.marks))
                winner = 0 if any(self.spec.holds(one, now, then) for one in self.reach) else None
            self.known[key] = seen, winner, broken
        return self.known[key]


def _part(n: int, steps: list[tuple[int, int, int]]) -> Part:
    """Return steps as a graph in which each has a vertex of its own, behind the others, with its marks."""
    before, after, seen = np.array(steps, np.int64).reshape(-1, 3).T
    middle = np.arange(n, n + len(steps))
    tails, heads = (np.concatenate(ends).astype(np.int32) for ends in ((before, middle), (middle, after)))
    sets = np.concatenate([np.zeros(n, np.int64), seen])
    return Part(np.arange(sets.size, dtype=np.int32), tails, heads, sets)
