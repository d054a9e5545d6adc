"""``spec-layers``: specifications of generalised reactivity, decided by layers of sets of states.

The environment chooses the inputs, then the system the outputs, step by step. The system wants every one of its goals
again and again if the environment keeps to its steps and meets its own goals, the *assumptions*, again and again.

*The system wins.* Each state that it wins is in a layer of each goal. From a new state of a layer it can answer every
input by a step that meets the goal and stays where it wins; or leads to the layers before; or stays in this layer and
misses the layer's assumption. So a play either meets the goal, or comes to some layer for good, and then the assumption
is missed for ever. Every first input has an answer among the states it wins.

*The environment wins.* Its parts stand one behind the other. In a new part it has, for each assumption, an input after
which every step of the system leads to parts before, or misses the part's goal and stays in the part, and either meets
the assumption or comes nearer to it by one layer. So a play stays in one part from some time on; there the goal is
missed for ever, and every assumption, for which the environment waits in turn, is met again and again. Some first input
leaves the system no other state.

The file is long, since rules and goals are made anew from formulas before layers and parts are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from graphgames.reference.diagrams import MOST, Diagrams, Formulas, Number, Set, number
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, read_problem
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
    if isinstance(given, list) and len(given) == 1:
        return Variable(text(given[0], where), 0, 1, True)
    name, low, high = row(text, integer(), integer())(given, where)
    if not 0 <= high - low < MOST:
        raise refused(given, where, f"a variable with 1 to {MOST} values")
    return Variable(name, low, high, False)


class Layers:
    """The rules and goals as sets of states and steps, and the layers, or parts."""

    objectives: tuple[str, ...] = ("specification",)

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, *self.objectives)
        self.game, self.sets = problem, Diagrams()
        inputs, outputs = (problem.data.take(side, listing(variable)) for side in ("inputs", "outputs"))
        diagrams = proof.fields("diagrams")
        self.order = [(name, k) for name, k in diagrams.take("order", listing(row(text, integer(0))))]
        if sorted(self.order) != sorted(bit for one in (*inputs, *outputs) for bit in one.bits):
            raise RefusedError("the diagrams are not over the bits of the variables")
        if len(self.order) > BITS:
            raise RefusedError(f"the variables have {len(self.order)} bits; at most {BITS} are looked at here")
        self.read_rules(problem.data, inputs, outputs)
        self.before, self.after = ([self.levels(side, later) for side in (inputs, outputs)] for later in (0, 1))
        members = self.read_sets(diagrams)

        def states(given: object, where: str) -> Set:
            return members[integer(0, len(members) - 1)(given, where)]

        self.realizable = proof.take("realizable", choice(True, False))
        answers.take("realizable", choice(self.realizable))
        answers.take("inputs", choice(len(inputs)))
        answers.take("outputs", choice(len(outputs)))
        self.read_proof(proof, states)

    def read_proof(self, proof: Fields, states: Reader[Set]) -> None:
        """Read the layers, or the parts."""
        assumption, goal = integer(0, len(self.assumptions) - 1), integer(0, len(self.goals) - 1)
        self.won = proof.take("won", states)
        self.reached = proof.take("reached", listing(listing(row(assumption, states))))
        self.lost = proof.take("lost", listing(row(goal, states, listing(listing(states)))))
        self.parts = [0, *accumulate((part[1] for part in self.lost), self.sets.either)]

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
            rules[part] = [formulas.set(said) for said in data.take(part, listing(text))]
        for part, side in zip(RULES, (inputs, outputs) * 2, strict=True):
            after = "'" if part.endswith("trans") else ""
            rules[part] += [formulas.set(f"{one.name}{after} <= {one.high}") for one in side if not one.boolean]
        self.env_init, self.sys_init, self.env, self.sys = (self.sets.both(*rules[part]) for part in RULES)
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

    def whole(self) -> tuple[str]:
        """Return the one place of what is asked once."""
        return ("the specification",)

    def system_goals(self) -> range:
        """Return the goals, if the system wins."""
        return range(len(self.goals) if self.realizable else 0)

    def layers(self) -> Iterator[tuple[int, int]]:
        """Yield goal and number of each layer, if the system wins."""
        return ((goal, k) for goal in self.system_goals() for k in range(len(self.reached[goal])))

    def environment_parts(self) -> range:
        """Return the parts, if the environment wins."""
        return range(0 if self.realizable else len(self.lost))

    def ways(self) -> Iterator[tuple[int, int]]:
        """Yield part and assumption of each way."""
        return ((k, i) for k in self.environment_parts() for i in range(len(self.assumptions)))

    def steps(self) -> Iterator[tuple[int, int, int]]:
        """Yield each step of each way."""
        return ((k, i, t) for k, i in self.ways() for t in range(len(self.lost[k][2][i])))


def every_goal_and_assumption_is_thought_of(c: Layers, place: object) -> bool:
    """There is a row of layers for each goal, or in each part a way to each assumption."""
    if c.realizable:
        return len(c.reached) == len(c.goals)
    return all(len(ways) == len(c.assumptions) for _, _, ways in c.lost)


def won_states_are_in_the_layers(c: Layers, goal: int) -> bool:
    """Each state that the system wins is in a layer of each goal."""
    return c.inside(c.won, c.sets.either(*(states for _, states in c.reached[goal])))


def layer_leads_on(c: Layers, place: tuple[int, int]) -> bool:
    """From each new state of a layer every input has an answer that meets the goal and stays won, leads to the layers
    before, or stays in this layer and misses its assumption.
    """
    goal, k = place
    s, (assumption, states) = c.sets, c.reached[goal][k]
    before = s.either(*(one for _, one in c.reached[goal][:k]))
    met = s.both(c.goals[goal], s.then(c.won))
    waits = s.both(s.no(c.assumptions[assumption]), s.then(states))
    good = c.answered(s.either(met, s.then(before), waits))
    return c.inside(states, s.either(before, good))


def part_is_on_the_way(c: Layers, place: tuple[int, int]) -> bool:
    """Each state of a part is on its way to each assumption, or in a part before."""
    k, i = place
    return c.inside(c.parts[k + 1], c.sets.either(c.parts[k], *c.lost[k][2][i]))


def step_can_be_forced(c: Layers, place: tuple[int, int, int]) -> bool:
    """From each new state on the way to an assumption some input leaves the system only steps to parts before; or steps
    that miss the goal, stay in the part, and meet the assumption or come nearer to it.
    """
    k, i, t = place
    s, (goal, _, ways) = c.sets, c.lost[k]
    near = s.either(c.parts[k], *ways[i][:t])
    stays = s.either(s.then(c.parts[k]), s.both(s.no(c.goals[goal]), s.then(c.parts[k + 1])))
    forced = c.enforced(s.both(stays, s.either(c.assumptions[i], s.then(near))))
    return c.inside(s.both(ways[i][t], c.parts[k + 1]), s.either(near, forced))


def beginnings_are_won(c: Layers, place: object) -> bool:
    """Every first input has an answer that is won; or some first input leaves the system only states that are lost."""
    s, (_, outputs) = c.sets, c.before
    if c.realizable:
        return c.inside(c.env_init, s.some(outputs, s.both(c.sys_init, c.won)))
    return s.both(c.env_init, s.every(outputs, s.either(s.no(c.sys_init), c.parts[-1]))) != 0


KIND = Kind(
    Layers,
    "whether the specification can be met",
    {
        "whole": (every_goal_and_assumption_is_thought_of, beginnings_are_won),
        "system_goals": (won_states_are_in_the_layers,),
        "layers": (layer_leads_on,),
        "ways": (part_is_on_the_way,),
        "steps": (step_can_be_forced,),
    },
    read_problem,
)
