"""Checks GR(1) specifications by the layers of sets, in another package for decision diagrams than the solver's.

*The system wins.* Each state that it wins is in a layer of each goal. From a new state of a layer it can answer every
input by a step that meets the goal and stays where it wins; or leads to the layers before; or stays in this layer and
misses the layer's assumption. So a play either meets the goal, or comes to some layer for good, and then the assumption
is missed for ever. Every first input has an answer among the states it wins.

*The environment wins.* Its parts stand one behind the other. In a new part it has, for each assumption, an input after
which every step of the system leads to parts before, or misses the part's goal and stays in the part, and either meets
the assumption or comes nearer to it by one layer. So a play stays in one part from some time on; there the goal is
missed for ever, and every assumption, for which the environment waits in turn, is met again and again. Some first input
leaves the system no other state.

Initial conditions, steps and goals are made anew from the formulas, by CUDD.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from graphgames.core.checking import checks, report
from graphgames.core.errors import MissingDependencyError
from graphgames.core.report import Failure, Report

Node: TypeAlias = Any


class SpecClaim:
    """The specification and the layers, in CUDD."""

    def __init__(self, spec: Any, proof: Any):
        try:
            from dd import cudd
        except ImportError:
            raise MissingDependencyError("dd", "symbolic") from None
        self.spec, self.proof, self.join = spec, proof, cudd
        self.manager = cudd.BDD(memory_estimate=2**31)
        self.manager.configure(reordering=False)
        names = [self.bit(name, k, primed) for name, k in proof.diagrams.order for primed in (False, True)]
        if sorted(proof.diagrams.order) != sorted(spec.bits()):
            raise ValueError("the diagrams are over other variables than the specification")
        self.manager.declare(*names)
        self.sets = self._sets(names)
        true, false = self.manager.true, self.manager.false
        build = spec.builder(lambda name, k, primed: self.manager.var(self.bit(name, k, primed)), true, false)
        rules = spec.rules()
        self.env, self.sys = build.all(rules["env_trans"]), build.all(rules["sys_trans"])
        self.env_init, self.sys_init = build.all(rules["env_init"]), build.all(rules["sys_init"])
        self.assumptions, self.guarantees = ([build.set(one) for one in goals] for goals in spec.goals())
        self.prime = {self.bit(name, k, False): self.bit(name, k, True) for name, k in spec.bits()}

    def _sets(self, names: list[str]) -> list[Node]:
        """Return the sets of all nodes; raise `ValueError` if a node is not above its children or speaks of a step."""
        found, levels = [self.manager.false, self.manager.true], [len(names)] * 2
        for level, low, high in self.proof.diagrams.nodes.tolist():
            if not (0 <= level < min(levels[low], levels[high]) and min(low, high) >= 0) or level % 2:
                raise ValueError(f"node {len(found)} of the diagrams is at level {level}, which cannot be")
            found.append(self.manager.ite(self.manager.var(names[level]), found[high], found[low]))
            levels.append(level)
        return found

    def bit(self, name: str, k: int, primed: bool) -> str:
        """Return the name of a bit in CUDD."""
        return f"{name}_{k}{'_after' if primed else ''}"

    def bits(self, names: Any, primed: bool) -> list[str]:
        """Return the bits of some variables."""
        return [self.bit(name, k, primed) for name, k in self.spec.bits() if name in names]

    def then(self, states: Node) -> Node:
        """Return the steps that lead to some states."""
        return self.manager.let(self.prime, states)

    def answered(self, steps: Node) -> Node:
        """Return the states where every input has an answer among some steps."""
        some = self.join.and_exists(self.sys, steps, self.bits(self.spec.outputs, True))
        return self.join.or_forall(~self.env, some, self.bits(self.spec.inputs, True))

    def enforced(self, steps: Node) -> Node:
        """Return the states where some input leaves the system these steps alone."""
        all_ = self.join.or_forall(~self.sys, steps, self.bits(self.spec.outputs, True))
        return self.join.and_exists(self.env, all_, self.bits(self.spec.inputs, True))


def layers_lead_on(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether each layer of the system leads on to its goal, and all states won are in one."""
    proof, none = claim.proof, claim.manager.false
    won = claim.sets[proof.won]
    if len(proof.reached) != len(claim.guarantees):
        yield "there are not as many rows of layers as goals", False
    for goal, layers in enumerate(proof.reached):
        met, before = claim.guarantees[goal] & claim.then(won), none
        for k, (assumption, number) in enumerate(layers):
            states = claim.sets[number]
            steps = met | claim.then(before) | (~claim.assumptions[assumption] & claim.then(states))
            new = states & ~before
            yield f"layer {k} of goal {goal} leads on", new & ~claim.answered(steps) == none
            before = before | states
        yield f"all states won are in the layers of goal {goal}", won & ~before == none


def parts_are_kept(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether the environment can stay in each of its parts, and come to each assumption there."""
    before, none = claim.manager.false, claim.manager.false
    for k, (goal, number, ways) in enumerate(claim.proof.lost):
        after = claim.sets[number] | before
        stays = claim.then(before) | (~claim.guarantees[goal] & claim.then(after))
        yield f"part {k} has a way to each assumption", len(ways) == len(claim.assumptions)
        for i, (way, assumption) in enumerate(zip(ways, claim.assumptions, strict=False)):
            near = before
            for t, one in enumerate(way):
                new = claim.sets[one] & after & ~near
                forced = claim.enforced(stays & (assumption | claim.then(near)))
                yield f"step {t} to assumption {i} in part {k} can be forced", new & ~forced == none
                near = near | claim.sets[one]
            yield f"all of part {k} is on the way to assumption {i}", after & ~near == none
        before = after


def beginnings_are_won(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether who is said to win does so from the beginning."""
    spec, manager = claim.spec, claim.manager
    outputs = claim.bits(spec.outputs, False)
    if claim.proof.realizable:
        answered = claim.join.and_exists(claim.sys_init, claim.sets[claim.proof.won], outputs)
        yield "every first input has an answer that is won", claim.env_init & ~answered == manager.false
        return
    lost = manager.false
    for _, number, _ in claim.proof.lost:
        lost = lost | claim.sets[number]
    forced = claim.join.or_forall(~claim.sys_init, lost, outputs)
    yield "some first input leaves the system only states that are lost", claim.env_init & forced != manager.false


@checks("spec-layers")
def check_layers(solution: Any, proof: Any, realizable: bool) -> Report:
    """Check the answer to a specification by its layers; raise `MissingDependencyError` if CUDD is not installed."""
    if realizable != proof.realizable:
        return report(1, [Failure(None, "the answer is not that of its layers")])
    try:
        claim = SpecClaim(solution.problem, proof)
        found = [*(layers_lead_on if realizable else parts_are_kept)(claim), *beginnings_are_won(claim)]
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return report(1, [Failure(None, f"the layers do not have their form: {error}")])
    return report(len(found), [Failure(None, f"this does not hold: {said}") for said, right in found if not right])
