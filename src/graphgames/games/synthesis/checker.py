"""Checks that a machine satisfies an automaton, on every joint run, without a game or a solver.

The machine and the automaton run side by side on the letters that the machine allows. A controller is right if it has
one answer to each input, no run ends, and no cycle of the product has an odd top priority; the environment's machine is
right if its input is the same whatever the outputs are, and no cycle has an even one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgames.core.checking import report
from graphgames.core.numbering import Numbering
from graphgames.core.report import Failure, Report
from graphgames.games.parity.checker import max_priorities_on_cycles

if TYPE_CHECKING:
    from graphgames.games.synthesis.automata import Automaton, Letters, Machine


class Product(NamedTuple):
    """The runs of a machine and an automaton side by side."""

    pairs: list[tuple[int, int]]
    """The states of machine and automaton that can be met together."""
    steps: list[tuple[int, int, int]]
    """From which pair to which, and the priority."""
    stops: list[int]
    """Pairs where the machine allows a letter that the automaton has no edge for."""


def check_machine(machine: Machine, automaton: Automaton) -> Report:
    """Check a machine against the automaton it plays on, over the same letters and with an initial state.

    The report is true in a boolean context if every run of a controller (player 0) is accepted, or no run of the
    environment's machine (player 1).
    """
    if automaton.start is None:
        return report(1, [Failure(None, "the automaton has no initial state")])
    if fault := misfit(machine, automaton.letters):
        return report(1, [Failure(None, fault)])
    product = run_together(machine, automaton)
    failures = faults_of(machine, {state for state, _ in product.pairs})
    if machine.player == 0:
        failures += [
            Failure(None, f"a run ends in state {product.pairs[pair][1]} of the automaton") for pair in product.stops
        ]
    good = "even" if machine.player else "odd"
    failures += [
        Failure(None, f"a cycle with {good} top priority passes from state {product.pairs[pair][1]} of the automaton")
        for pair in bad_steps(product, machine.player)
    ]
    return Report(2 * len(product.pairs) + len(product.steps), tuple(failures[:5]), len(failures))


def misfit(machine: Machine, letters: Letters) -> str:
    """Return why a machine is not one over these letters, with all that programs and pictures show of it, or ""."""
    states = range(len(machine.steps))
    if machine.letters is not letters:  # of which it could say that it chooses the inputs, too
        return "the machine is over other letters than those of its specification"
    if not all(after in states for after in (machine.start, *(after for steps in machine.steps for _, after in steps))):
        return "a step of the machine leads to a state that does not exist"
    if len(machine.names) != len(states):
        return "the machine does not have a name for each state"
    if machine.numbers or machine.over is not None:
        return "the machine names numbers, or a state where the other side has broken its rules; here there are none"
    return ""


def run_together(machine: Machine, automaton: Automaton) -> Product:
    """Go through the pairs of states that can be met together."""
    assert automaton.start is not None
    nothing, number = machine.letters.false, Numbering([(machine.start, automaton.start)])
    product = Product(number.found, [], [])
    for at, (state, place) in enumerate(number.found):
        for guard, after in machine.steps[state]:
            left = guard
            for edge in automaton.edges[place]:
                if guard & edge.letters != nothing:
                    product.steps.append((at, number[after, edge.target], edge.priority))
                    left = left & ~edge.letters
            if left != nothing:
                product.stops.append(at)
    return product


def faults_of(machine: Machine, states: Iterable[int]) -> list[Failure]:
    """Return what is wrong with the letters that some states of the machine allow."""
    found = ((state, fault_of(machine, state)) for state in sorted(states))
    return [Failure(None, f"state {state} of the machine {fault}") for state, fault in found if fault]


def fault_of(machine: Machine, state: int) -> str:
    """Return what is wrong with the letters that a state of the machine allows, or ""."""
    letters, allowed = machine.letters, machine.letters.false
    for guard, _ in machine.steps[state]:
        if guard & allowed != letters.false:
            return "has two steps for one letter"
        allowed = allowed | guard
    controls = machine.player == 0
    seen, shown = (letters.inputs_of, letters.outputs) if controls else (letters.outputs_of, letters.inputs)
    if seen(allowed) != letters.true:  # with one input alone, as is seen to next, it has all outputs
        return "has no answer to some input" if controls else "does not go on for all outputs"
    for x in map(letters.literal, shown):
        on, off = seen(allowed & x), seen(allowed & ~x)
        if controls and on & off != letters.false:
            return "has two answers to one input"
        if not controls and letters.false not in (on, off):
            return "shows two inputs"
    return ""


def bad_steps(product: Product, player: int) -> list[int]:
    """Find the pairs from which a step has the largest priority of a cycle that the machine's player loses by."""
    n, m = len(product.pairs), len(product.steps)
    if not m:
        return []
    tail, head, priority = np.array(product.steps, np.int32).T
    middle = np.arange(n, n + m, dtype=np.int32)  # each step gets a vertex of its own, which has its priority
    priorities = np.concatenate([np.zeros(n, np.int32), priority])
    asked = np.concatenate([np.zeros(n, np.bool_), (priority & 1) != player])
    tops = max_priorities_on_cycles(priorities, asked, np.concatenate([tail, middle]), np.concatenate([middle, head]))
    return sorted({int(tail[top - n]) for top in tops.tolist()})
