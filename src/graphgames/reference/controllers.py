"""Controllers, and machines of the environment: a machine beside the automaton of a specification, letter by letter.

Both are automata in the HOA format over the same propositions, in any order, some of which the controller chooses,
its *answer*; the others are the *input*. A machine that chooses the input is the environment's. The machine says
which letters may come, and where it goes on; the automaton, which has one edge for a letter at most, reads them.
*Runs* are the infinite ways through both. A controller must have one answer to each input, no run may end, and every
run must be accepted: no knot of steps (see ``remembered-moves``) makes the acceptance condition false. The
environment's machine shows one input, whatever the answer then is; no run may be accepted.

A specification may stand in a ``graphgames-problem``, too, as formulas; see ``spec_letters``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from graphgames.reference.acceptance import opposite, parsed
from graphgames.reference.hoa import Automaton, Edge
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.problem import read_problem
from graphgames.reference.reading import RefusedError, document
from graphgames.reference.remembered_moves import has_knot
from graphgames.reference.spec_letters import Letters, read_letters

ENVIRONMENT = '"Moore machine of the environment"'


class Step(NamedTuple):
    """A step of both: from which states, and where it leads, by an edge of the automaton."""

    machine: int
    automaton: int
    after: int
    edge: Edge


class Runs:
    """What can be met when machine and automaton run side by side."""

    def __init__(self, specification: Automaton | Letters, machine: Automaton):
        machine.order(specification.propositions)
        inputs = {*range(len(specification.propositions))} - specification.controllable
        if machine.controllable not in (specification.controllable, inputs):
            raise RefusedError("the machine chooses neither what a controller chooses nor what the environment does")
        if machine.condition != "t":
            raise RefusedError("the machine has an acceptance condition of its own")
        self.machine, self.automaton = machine, specification
        self.by_environment = machine.name == ENVIRONMENT or machine.controllable != specification.controllable
        self.answer = sum(1 << i for i in specification.controllable)
        outside = list[int]()  # of these sets the complements follow behind all sets

        def complement(found: re.Match[str]) -> str:
            outside.append(int(found[2]))
            return f"{found[1]}({specification.sets + len(outside) - 1})"

        if any(int(i) >= specification.sets for i in re.findall("[0-9]+", specification.condition)):
            raise RefusedError("the condition names a set that does not exist")
        spelled = re.sub(r"(Inf|Fin)\(!([0-9]+)\)", complement, specification.condition)
        condition = parsed(spelled, specification.sets + len(outside))
        self.bad = condition if self.by_environment else opposite(condition)
        self.pairs = [(machine.start, specification.start)]
        self.steps: list[Step] = []
        self.after: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.go_on()
        self.sets = [{k for k, step in enumerate(self.steps) if i in step.edge.sets} for i in range(specification.sets)]
        self.sets += [set(range(len(self.steps))) - self.sets[i] for i in outside]

    def go_on(self) -> None:
        """Find the pairs of states that can be met, and the steps from them."""
        seen = set(self.pairs)
        for m, q in self.pairs:
            for one in self.edges(self.machine, m):
                for edge in self.edges(self.automaton, q):
                    if one.letters & edge.letters:
                        self.after.setdefault((m, q), []).append((len(self.steps), 0))
                        self.steps.append(Step(m, q, one.target, edge))
                        if (one.target, edge.target) not in seen:
                            seen.add((one.target, edge.target))
                            self.pairs.append((one.target, edge.target))

    def edges(self, of: Automaton | Letters, state: int) -> list[Edge]:
        """Return the edges of a state, none where the file lists none."""
        return of.edges.get(state, [])

    def machines(self) -> list[int]:
        """Return the states of the machine that can be met."""
        return sorted({m for m, _ in self.pairs})

    def ahead(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the steps after a step, each with a 0, since there is no memory besides."""
        step = self.steps[place[0]]
        return self.after.get((step.after, step.edge.target), [])


def machine_plays_by_the_rules(c: Runs, state: int) -> bool:
    """A controller has one step for each input; the environment has one input, and one step for each answer to it."""
    found = [x for edge in c.edges(c.machine, state) for x in edge.letters]
    inputs = {x & ~c.answer for x in c.machine.letters}
    if c.by_environment:
        shown = {x & ~c.answer for x in found}
        return len(shown) == 1 and len(found) == len(set(found)) == len(c.machine.letters) // len(inputs)
    return sorted(x & ~c.answer for x in found) == sorted(inputs)


def automaton_reads_on(c: Runs, pair: tuple[int, int]) -> bool:
    """The automaton has at most one edge for each letter, and just one for each that a controller allows."""
    m, q = pair
    read = [x for edge in c.edges(c.automaton, q) for x in edge.letters]
    allowed = {x for edge in c.edges(c.machine, m) for x in edge.letters}
    return len(read) == len(set(read)) and (c.by_environment or allowed <= set(read))


def no_run_is_bad(c: Runs, _: None) -> bool:
    """No knot of steps makes true what the machine's player must avoid."""
    return not has_knot(c, c.bad, [(k, 0) for k in range(len(c.steps))])


KINDS = {
    by_environment: Kind(
        Runs,
        "that no run of the environment's machine is accepted" if by_environment else "that every run is accepted",
        {"machines": (machine_plays_by_the_rules,), "pairs": (automaton_reads_on,), "whole": (no_run_is_bad,)},
    )
    for by_environment in (False, True)
}


def check_controller(specification: str | bytes, machine: str | bytes) -> Report:
    """Return the report on a machine, given as the text of its file, and the specification, given in the same way."""
    try:
        given = [text.decode() if isinstance(text, bytes) else text for text in (specification, machine)]
        beside = Automaton(given[1])
        if given[0].lstrip().startswith("{"):
            runs = Runs(read_letters(read_problem(document(given[0])), beside), beside)
        else:
            runs = Runs(Automaton(given[0]), beside)
    except (RefusedError, ValueError, RecursionError) as error:
        return Report("controller", "", (), 1, 1, [str(error)])
    return examine("controller", KINDS[runs.by_environment], runs, ())
