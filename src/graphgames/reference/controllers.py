"""Controllers, and machines of the environment: a machine beside the automaton of a specification, letter by letter.

Both are automata in the HOA format over the same propositions, in any order, some of which the controller chooses,
its *answer*; the others are the *input*. A machine that chooses the input is the environment's. The machine says
which letters may come, and where it goes on; the automaton, which has one edge for a letter at most, reads them.
*Runs* are the infinite ways through both. A controller must have one answer to each input, no run may end, and every
run must be accepted: no knot of steps (see ``remembered-moves``) makes the acceptance condition false. The
environment's machine shows one input, whatever the answer then is; no run may be accepted.

A specification may stand in a ``graphgames-problem``, too, as formulas; see ``spec_letters``. A formula of LTL is one,
too: an automaton reads the words that would be bad, on several runs (``temporal``), and no run of both may be accepted.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from graphgames.reference.acceptance_text import opposite, parsed
from graphgames.reference.hoa import Automaton, Edge
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.problem import read_problem
from graphgames.reference.reading import RefusedError, document
from graphgames.reference.remembered_moves import find_knot
from graphgames.reference.spec_letters import LOST, WON, Letters, read_letters
from graphgames.reference.temporal import Formula

ENVIRONMENT = '"Moore machine of the environment"'


class Step(NamedTuple):
    """A step of both: where it leads, by an edge of the automaton, and a letter that it may have."""

    after: int
    edge: Edge
    letter: int


class Runs:
    """What can be met when machine and automaton run side by side."""

    def __init__(self, specification: Automaton | Letters | Formula, machine: Automaton):
        machine.order(specification.propositions)
        inputs = {*range(len(specification.propositions))} - specification.controllable
        if machine.controllable not in (specification.controllable, inputs):
            raise RefusedError("the machine chooses neither what a controller chooses nor what the environment does")
        if machine.condition != "t":
            raise RefusedError("the machine has an acceptance condition of its own")
        self.machine, self.automaton = machine, specification
        self.by_environment = machine.name == ENVIRONMENT or machine.controllable != specification.controllable
        if isinstance(specification, Formula):
            specification.read_bad_words(self.by_environment)
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
        self.over = [pair for pair in self.pairs if pair[0] == machine.over]
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
                        self.steps.append(Step(one.target, edge, min(one.letters & edge.letters)))
                        if (one.target, edge.target) not in seen:
                            seen.add((one.target, edge.target))
                            self.pairs.append((one.target, edge.target))

    def edges(self, of: Automaton | Letters | Formula, state: int) -> list[Edge]:
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


def the_play_is_decided_where_it_is_over(c: Runs, pair: tuple[int, int]) -> bool:
    """In the state that the machine calls over, the other side has broken a rule, or what is to be reached is."""
    return isinstance(c.automaton, Letters) and pair[1] == (LOST if c.by_environment else WON)


def no_run_is_bad(c: Runs, _: None) -> bool:
    """No knot of steps makes true what the machine's player must avoid."""
    return not find_knot(c, c.bad, [(k, 0) for k in range(len(c.steps))])


def bad_run(c: Runs) -> str:
    """Return a run as `no_run_is_bad` looks for one, in letters: to a knot, then round to each set that it sees."""
    knot = {k for k, _ in find_knot(c, c.bad, [(k, 0) for k in range(len(c.steps))])}
    begin = path(c, c.after[c.pairs[0]], knot, set(range(len(c.steps))))
    again = list[int]()
    for goal in [seen & knot for seen in c.sets if seen & knot]:
        if goal.isdisjoint(again):
            again += path(c, c.ahead(((again or begin)[-1], 0)), goal, knot)
    if again[-1:] != begin[-1:]:
        again += path(c, c.ahead(((again or begin)[-1], 0)), {begin[-1]}, knot)
    first, round_ = (", ".join(letter_in_words(c, c.steps[k].letter) for k in part) for part in (begin, again))
    return f"Such a run: {first}; and then for ever: {round_}."


def path(c: Runs, begin: list[tuple[int, int]], goal: set[int], inside: set[int]) -> list[int]:
    """Return a shortest row of steps to one of some, from where one of others may be the first, all of them inside."""
    before = dict.fromkeys((k for k, _ in begin if k in inside), -1)
    for k in before.copy() if goal.isdisjoint(before) else ():
        queue = [k]
        for one in queue:
            fresh = [after for after, _ in c.ahead((one, 0)) if after in inside and after not in before]
            before |= dict.fromkeys(fresh, one)
            queue += fresh
    at = next(k for k in before if k in goal)
    row = [at]
    while before[row[0]] >= 0:
        row.insert(0, before[row[0]])
    return row


def letter_in_words(c: Runs, letter: int) -> str:
    """Return a letter as a conjunction."""
    names = [one.strip('"') for one in c.automaton.propositions]
    return " & ".join(("" if letter >> i & 1 else "!") + name for i, name in enumerate(names)) or "t"


KINDS = {
    (by_environment, of_formula): Kind(
        Runs,
        ("that no run of the environment's machine " if by_environment else "that every run ")
        + ("makes the formula true" if of_formula else "is accepted"),
        {
            "machines": (machine_plays_by_the_rules,),
            "over": (the_play_is_decided_where_it_is_over,),
            **({} if of_formula else {"pairs": (automaton_reads_on,)}),
            "whole": (no_run_is_bad,),
        },
    )
    for by_environment in (False, True)
    for of_formula in (False, True)
}


def check_controller(specification: str | bytes, machine: str | bytes) -> Report:
    """Return the report on a machine, given as the text of its file, and the specification, given in the same way."""
    try:
        given = [text.decode() if isinstance(text, bytes) else text for text in (specification, machine)]
        beside = Automaton(given[1])
        if given[0].lstrip().startswith("{"):
            runs = Runs(read_letters(read_problem(document(given[0])), beside), beside)
        else:
            automaton = re.match(r"\s*(/\*|HOA:)", given[0])
            runs = Runs(Automaton(given[0]) if automaton else Formula(given[0]), beside)
    except (RefusedError, ValueError, RecursionError) as error:
        return Report("controller", "", (), 1, 1, [str(error)])
    report = examine("controller", KINDS[runs.by_environment, isinstance(runs.automaton, Formula)], runs, ())
    whole = report.faults[0] if report.faults else ""
    return report._replace(faults=[f"{whole} {bad_run(runs)}"]) if whole.startswith("whole") else report
