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
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from graphgames.reference.diagrams import Set
from graphgames.reference.kind import Kind
from graphgames.reference.problem import read_problem
from graphgames.reference.reading import Fields, Reader, integer, listing, row
from graphgames.reference.specification import Specification, beginnings_are_won


class Layers(Specification):
    """The layers of each goal, or the parts."""

    def read_proof(self, proof: Fields, states: Reader[Set]) -> None:
        """Read the layers, or the parts."""
        assumption, goal = integer(0, len(self.assumptions) - 1), integer(0, len(self.goals) - 1)
        self.won = proof.take("won", states)
        self.reached = proof.take("reached", listing(listing(row(assumption, states))))
        self.lost = proof.take("lost", listing(row(goal, states, listing(listing(states)))))
        self.parts = [0, *accumulate((part[1] for part in self.lost), self.sets.either)]
        self.region = self.won if self.realizable else self.parts[-1]

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


def every_goal_and_assumption_is_thought_of(c: Layers, _: None) -> bool:
    """There is a row of layers for each goal, or in each part a way to each assumption; and not both."""
    if c.realizable:
        return len(c.reached) == len(c.goals) and not c.lost
    return not c.won and not c.reached and all(len(ways) == len(c.assumptions) for _, _, ways in c.lost)


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
