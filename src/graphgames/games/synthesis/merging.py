"""Machines with fewer states that do something else, and still meet their specification."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice, product

from graphgames.core.report import Report
from graphgames.games.synthesis.automata import Machine, Node

WORK, WAYS = 1 << 15, 16
"""Merging ends when so many conditions have been checked; of two states so many ways to be one are tried."""

Step = tuple[Node, int]


def merged(machine: Machine, check: Callable[[Machine], Report], places: int) -> Machine:
    """Return a machine in which two states are one wherever every run stays right by a check, as it is found.

    The one state answers each letter of the other side as the one or as the other did. With each state of the machine
    a specification may be in so many ``places``.
    """
    work, least = 0, len(machine.steps) * places
    while work + least <= WORK:
        for one in (one for pair in combinations(range(len(machine.steps)), 2) for one in ways(machine, *pair)):
            report = check(one)
            work += report.checked
            if report.ok:
                machine = one.minimized()
                break
            if work > WORK:
                return machine
        else:
            break
    return machine


def ways(machine: Machine, a: int, b: int) -> Iterator[Machine]:
    """Yield machines in which state b is no more, and state a answers as one of both did."""
    letters, place = machine.letters, [a if state == b else state for state in range(len(machine.steps))]
    seen = letters.inputs_of if machine.player == 0 else letters.outputs_of
    choices: list[list[Step]] = []
    for (first, to_first), (second, to_second) in product(machine.steps[a], machine.steps[b]):
        both = seen(first) & seen(second)
        if both != letters.false:
            choices.append(list(dict.fromkeys([(first & both, place[to_first]), (second & both, place[to_second])])))
    rest = [tuple((guard, place[to]) for guard, to in steps) for steps in machine.steps]
    for steps in islice(product(*choices), WAYS):
        yield replace(machine, steps=(*rest[:a], steps, *rest[a + 1 :]), start=place[machine.start])
