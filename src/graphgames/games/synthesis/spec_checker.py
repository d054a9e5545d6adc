"""Checks GR(1) specifications by the layers of sets, in another package for decision diagrams than the solver's.

*The system wins.* Each state that it wins is in a layer of each goal. From a new state of a layer it can answer every
input by a step that meets the goal and stays where it wins; or leads to the layers before; or stays in this layer and
misses the layer's assumption. So a play either meets the goal, or comes to some layer for good, and then the assumption
is missed for ever. Every first input has an answer among the states it wins. Layers at the end of all rows are looked
at once, if they lead on to what all rows have before them.

*The environment wins.* Its parts stand one behind the other. In a new part it has, for each assumption, an input after
which every step of the system leads to parts before, or misses the part's goal and stays in the part, and either meets
the assumption or comes nearer to it by one layer. So a play stays in one part from some time on; there the goal is
missed for ever, and every assumption, for which the environment waits in turn, is met again and again. Some first input
leaves the system no other state.

*Any acceptance condition.* The certificate is a tree of stays, which are good for the winner, and climbs, which are
not. A step belongs to the lowest node on the way down that holds all its marks. If that is a stay the play goes on in
its states, with its next climb; if it is a climb, in an earlier layer. So let the highest node to which steps belong
for ever be t. It is no climb, as its layers would come to an end. So it is a stay; all marks that are seen for ever are
in its label, and they are in no climb's below, as the climbs are left one after the other. The labels say that any such
marks are good for the winner.

Initial conditions, steps and goals are made anew from the formulas, by CUDD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import dropwhile, takewhile
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from graphgames.core.apart import apart
from graphgames.core.arrays import collection_paused
from graphgames.core.checking import checks, report
from graphgames.core.errors import MissingDependencyError
from graphgames.core.late import without
from graphgames.core.report import Failure, Report

Node: TypeAlias = Any

SMALL, LARGE, FEW = 2**26, 2**31, 2**13
"""Bytes that CUDD may count on for few nodes, and for more; to make ready for many takes as long as a small proof."""

CACHE = 2**14
"""Entries of CUDD's cache at first; it grows where many are found there."""

PART, WHOLE = 2**10, 2**12
"""Two sets of rules are joined if both together have no more nodes than the first, all if no more than the second."""

AFTER = "_after"
"""The end of the name of a bit after the step."""

Condition: TypeAlias = "Callable[[SpecClaim], Iterator[tuple[str, bool]]]"


class Rules:
    """What holds of a step, as sets whose meet is never made, and variables after the step that are left out.

    A variable is left out as soon as no set that comes later speaks of it, those first whose sets speak of few others
    (J. Burch, E. Clarke, D. Long, *Symbolic model checking with partitioned transition relations*, VLSI 1991).
    What is said of the state before the step alone stands apart, as ``now``.
    Which sets are joined changes no answer: the rules are their meet in any case, and what is left out of a joined set
    stands in none that comes later.
    """

    def __init__(self, join: Any, true: Node, sets: Sequence[Node], names: Sequence[str]):
        self.join = join
        left, waiting = set(names), [(one, one.support) for one in sets]
        among = {name: set[str]().union(*(of for _, of in waiting if name in of)) for name in names}
        self.parts: list[tuple[Node, set[str]]] = []
        self.groups: list[tuple[Node, set[str]]] = []  # those of which the parts are joined
        for name in sorted(names, key=lambda name: len(among[name])):
            if name in left:
                here = joined([one for one, of in waiting if name in of], true)
                waiting = [(one, of) for one, of in waiting if name not in of]
                gone = left.difference(*(of for _, of in waiting))
                self._add(here, gone)
                left -= gone
        self.now = joined([one for one, of in waiting if not any(map(is_after, of))], true)
        rest = [one for one, of in waiting if any(map(is_after, of))]
        if rest or left or not self.parts:
            self._add(joined(rest, true), left)
        self._join(true)

    def _join(self, true: Node) -> None:
        """Make one set of all but the first that speak of what is left out alone, if it is small."""
        rest = list(dropwhile(lambda part: part[0].support <= part[1], self.parts))
        whole, all_gone = true, set[str]()
        for one, gone in rest:
            whole, all_gone = whole & one, all_gone | gone
            if len(whole) > WHOLE:
                return
        if rest:
            self.parts[-len(rest) :] = [(whole, all_gone)]

    def _add(self, here: Node, gone: set[str]) -> None:
        """Add a set, joined to the last one if both have few nodes and that speaks of more than what is left out."""
        self.groups.append((here, gone))
        if self.parts:
            last, before = self.parts[-1]
            if not last.support <= before:
                both = last & here
                if len(both) <= PART:
                    self.parts[-1] = both, before | gone
                    return
        self.parts.append((here, gone))

    def lead(self, steps: Node) -> Node:
        """Return from where the rules allow one of some steps, if they allow any; what is left out may be anything."""
        return self.join.and_exists(self.parts[-1][0], self.begun(steps), self.parts[-1][1])

    def begun(self, steps: Node) -> Node:
        """Return from where all but the last rules allow one of some steps."""
        for one, gone in self.parts[:-1]:
            steps = self.join.and_exists(one, steps, gone)
        return steps

    def avoid(self, states: Node, steps: Node) -> bool:
        """Return whether the rules allow none of some steps from some states."""
        return bool(self.lead(steps) <= ~(states & self.now))


def is_after(bit: str) -> bool:
    """Return whether a bit is one after the step."""
    return bit.endswith(AFTER)


def joined(sets: Sequence[Node], true: Node) -> Node:
    """Return the meet of some sets; joined two by two, few are large."""
    sets = sets or [true]
    while len(sets) > 1:
        sets = [one & other for one, other in zip(sets[::2], sets[1::2], strict=False)] + [*sets[len(sets) & ~1 :]]
    return sets[0]


class Turn(NamedTuple):
    """What both do in a step, where the last rules of the system leave it one answer at most, and no set needs inputs.

    That no answer is among some steps is then that there is none, or that one is among the others; so inputs and
    outputs are left out alike, the inputs once for all.
    """

    moves: Node
    """The steps that the environment can bring about."""
    blocked: Node
    """The states from which the environment can leave the system no answer."""


class SpecClaim:
    """The specification and the layers, in CUDD."""

    def __init__(self, spec: Any, proof: Any):
        try:
            with without("networkx", "shelve", "shutil", "subprocess"):  # which take longer than all else of dd
                from dd import cudd
        except ImportError:
            raise MissingDependencyError("dd", "symbolic") from None
        self.spec, self.proof, self.join = spec, proof, cudd
        self.manager = cudd.BDD(
            memory_estimate=SMALL if len(proof.diagrams.nodes) < FEW else LARGE, initial_cache_size=CACHE
        )
        self.manager.configure(reordering=False)
        names = [self.bit(name, k, primed) for name, k in proof.diagrams.order for primed in (False, True)]
        if sorted(proof.diagrams.order) != sorted(spec.bits()):
            raise ValueError("the diagrams are over other variables than the specification")
        self.manager.declare(*names)
        self.sets, self.after = self._sets(names)
        true, false = self.manager.true, self.manager.false
        build = spec.builder(lambda name, k, primed: self.manager.var(self.bit(name, k, primed)), true, false)
        rules = spec.rules()
        self.env, self.sys = (
            Rules(cudd, true, build.parts(rules[part]), self.bits(names, True))
            for part, names in (("env_trans", spec.inputs), ("sys_trans", spec.outputs))
        )
        self.open = self.env.lead(true)
        self.env_init, self.sys_init = build.all(rules["env_init"]), build.all(rules["sys_init"])
        self.assumptions, self.guarantees = ([build.set(one) for one in goals] for goals in spec.goals())
        self.of_steps = [any(map(is_after, one.support)) for one in self.assumptions]
        self.formula, marks = spec.condition()
        self.marks = [build.set(one) for one in marks]
        self.reach = build.set(spec.formulas["reach"][0]) if spec.formulas["reach"] else false
        self.turn = self._turn()

    def _turn(self) -> Turn | None:
        """Return what both do in a step as one set, None where inputs and outputs cannot be left out alike."""
        inputs, diagrams = set(self.bits(self.spec.inputs, True)), self.proof.diagrams
        levels = set(diagrams.nodes[:, 0].tolist())
        asked = {self.bit(name, k, True) for at, (name, k) in enumerate(diagrams.order) if 2 * at in levels}
        others = (
            *self.assumptions,
            *self.guarantees,
            *self.marks,
            self.reach,
            *(one for one, _ in self.sys.parts[:-1]),
        )
        if len(self.env.parts) > 1 or not inputs.isdisjoint(asked.union(*(one.support for one in others))):
            return None
        (rules, outputs), left = self.sys.parts[-1], self.manager.true
        for one, gone in self.sys.groups:
            left = left & one if gone <= outputs else left
            for bit in sorted(gone & outputs):
                on, off = (self.manager.let({bit: value}, left) for value in (True, False))
                if on & off != self.manager.false:
                    return None
                left = on | off
        return Turn(
            *(self.join.and_exists(self.env.parts[0][0], one, inputs) for one in (rules, ~rules.exist(*outputs)))
        )

    def _sets(self, names: list[str]) -> tuple[list[Node], list[Node]]:
        """Return the sets of all nodes, and the steps that lead to each of them.

        Raise `ValueError` if a node is not above its children or speaks of a step.
        """
        bits, ite, levels = [self.manager.var(name) for name in names], self.manager.ite, [len(names)] * 2
        found = [self.manager.false, self.manager.true]
        after = list(found)
        with collection_paused():
            for level, low, high in self.proof.diagrams.nodes.tolist():
                if not (low >= 0 <= high and 0 <= level < levels[low] and level < levels[high]) or level % 2:
                    raise ValueError(f"node {len(found)} of the diagrams is at level {level}, which cannot be")
                found.append(ite(bits[level], found[high], found[low]))
                after.append(ite(bits[level + 1], after[high], after[low]))
                levels.append(level)
        return found, after

    def bit(self, name: str, k: int, primed: bool) -> str:
        """Return the name of a bit in CUDD."""
        return f"{name}_{k}{AFTER if primed else ''}"

    def bits(self, names: Any, primed: bool) -> list[str]:
        """Return the bits of some variables."""
        return [self.bit(name, k, primed) for name, k in self.spec.bits() if name in names]

    def lead(self, steps: Node) -> Node:
        """Return what `answered` needs to know of some steps; for their union it is the union."""
        return self.sys.lead(steps) if self.turn is None else self.sys.begun(steps)

    def answered(self, states: Node, answers: Node) -> bool:
        """Return whether in all of some states every input has an answer among the steps of which `lead` made this."""
        stuck, true = states & ~self.sys.now, self.manager.true
        if self.turn is not None:
            here = states & self.env.now
            unanswered = here & (self.turn.blocked | stuck & self.open)
            return unanswered == ~true and bool((here & self.turn.moves) <= answers)
        return self.env.avoid(states, ~answers) and (stuck == ~true or self.env.avoid(stuck, true))

    def enforced(self, states: Node, steps: Node) -> bool:
        """Return whether in all of some states some input leaves the system these steps alone."""
        if self.turn is None:
            forced = self.env.lead(~self.sys.lead(~steps))
        else:
            moves, blocked = self.turn
            forced = blocked | self.join.and_exists(moves, ~self.sys.begun(~steps), self.sys.parts[-1][1])
        stuck = ~self.sys.now & self.open
        return bool(states <= self.env.now & (forced | stuck))

    def forced(self, states: Node, steps: Node) -> bool:
        """Return whether in all of some states the winner forces one of some steps, or wins at once."""
        if self.proof.realizable:
            return self.answered(states, self.lead(steps | self.reach))
        return self.enforced(states, steps & ~self.reach)

    def with_set(self, states: Node, steps: Node, number: int) -> tuple[Node, Node]:
        """Return some states and a set as one set, and the steps that lead to it, given those that lead to the states.

        A set that holds the states has its own steps already; to unite them again takes long where sets are large.
        """
        both, after = states | self.sets[number], self.after[number]
        return both, after if both == self.sets[number] else steps | after

    def belonging(self, label: Any, there: Node, above: Node) -> Node:
        """Return the steps that go there where all marks are in a label, else those from above."""
        other = reduce(or_, [mark for i, mark in enumerate(self.marks) if i not in label], self.manager.false)
        return self.manager.ite(other, above, there)


def layers_lead_on(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether each layer of the system leads on to its goal, and all states won are in one."""
    proof, none = claim.proof, claim.manager.false
    won = claim.sets[proof.won]
    yield "no part is lost", not proof.lost
    if len(proof.reached) != len(claim.guarantees):
        yield "there are not as many rows of layers as goals", False
    count, end = common_end(claim)
    yield from ((f"layer {k} of the common end leads on", True) for k in range(count))
    for goal, layers in enumerate(proof.reached):
        own = layers[: len(layers) - count]
        right, states = led(claim, own, claim.guarantees[goal] & claim.after[proof.won], none)
        yield from ((f"layer {k} of goal {goal} leads on", one) for k, one in enumerate(right))
        yield f"all states won are in the layers of goal {goal}", won <= states | end


def led(claim: SpecClaim, layers: Sequence[tuple[int, int]], steps: Node, before: Node) -> tuple[list[bool], Node]:
    """Return whether each layer leads on to some good steps or to those before it, and all states of the layers.

    Some states stand before all layers.
    """
    right, answers = [], claim.lead(steps)
    for assumption, number in layers:
        states, there, missed = claim.sets[number], claim.after[number], ~claim.assumptions[assumption]
        back = claim.lead(there)
        stays = claim.lead(there & missed) if claim.of_steps[assumption] else back & missed
        right.append(claim.answered(states & ~before, answers | stays))
        answers, before = answers | back, before | states
    return right, before


def common_end(claim: SpecClaim) -> tuple[int, Node]:
    """Return how many layers at the end of all rows need not be looked at in each row, and their states.

    They lead on to states that stand before them in every row. So they do in each row, where more may stand before.
    """
    rows, none = claim.proof.reached, claim.manager.false
    count = sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*map(reversed, rows), strict=False)))
    if not count or len(rows) < 2:
        return 0, none
    before, steps = claim.manager.true, claim.manager.true
    for row in rows:
        own = [number for _, number in row[: len(row) - count]]
        before = before & reduce(or_, [claim.sets[number] for number in own], none)
        steps = steps & reduce(or_, [claim.after[number] for number in own], none)
    right, states = led(claim, rows[0][len(rows[0]) - count :], steps, before)
    return (count, states) if all(right) else (0, none)


def parts_are_kept(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether the environment can stay in each of its parts, and come to each assumption there."""
    none = claim.manager.false
    before, lost = none, none  # what stands before, and the steps that lead there
    yield "no state is won, and none reached", not claim.proof.won and not claim.proof.reached
    for k, (goal, number, ways) in enumerate(claim.proof.lost):
        after, there = claim.with_set(before, lost, number)
        stays = lost | (~claim.guarantees[goal] & there)
        yield f"part {k} has a way to each assumption", len(ways) == len(claim.assumptions)
        for i, (way, assumption) in enumerate(zip(ways, claim.assumptions, strict=False)):
            near, nearer = before, lost
            for t, one in enumerate(way):
                new = claim.sets[one] & after & ~near
                forced = claim.enforced(new, stays & (assumption | nearer))
                yield f"step {t} to assumption {i} in part {k} can be forced", forced
                near, nearer = claim.with_set(near, nearer, one)
            yield f"all of part {k} is on the way to assumption {i}", after <= near
        before, lost = after, there


def beginnings_are_won(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether who is said to win does so from the beginning."""
    manager, outputs = claim.manager, claim.bits(claim.spec.outputs, False)
    region = reduce(or_, [claim.sets[number] for number in region_of(claim.proof)], manager.false)
    if claim.proof.realizable:
        answered = claim.join.and_exists(claim.sys_init, region, outputs)
        yield "every first input has an answer that is won", claim.env_init <= answered
        return
    forced = claim.join.or_forall(~claim.sys_init, region, outputs)
    yield "some first input leaves the system only states that are lost", claim.env_init & forced != manager.false


def region_of(proof: Any) -> list[int]:
    """Return the sets in which the winner is said to win."""
    if proof.kind == "spec-tree":
        return [proof.stays[-1][1]]
    return [proof.won] if proof.realizable else [number for _, number, _ in proof.lost]


def labels_are_good(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether marks in a stay's label that are in none of its climbs' are good for the winner.

    The marks are variables of a diagram of their own, so that all sets of them are looked at at once.
    """
    proof, manager = claim.proof, claim.join.BDD()
    manager.declare(*(f"m{i}" for i in range(len(claim.marks))))
    seen = [manager.var(f"m{i}") for i in range(len(claim.marks))]

    def within(label: Any) -> Node:
        return joined([~mark for i, mark in enumerate(seen) if i not in label], manager.true)

    def met(formula: Any) -> Node:
        sign, *parts = formula
        if sign in ("inf", "fin"):
            return seen[parts[0]] if sign == "inf" else ~seen[parts[0]]
        if sign == "and":
            return joined([*map(met, parts)], manager.true)
        return reduce(or_, map(met, parts), manager.false)

    labels = [label for label, *_ in (*proof.stays, *proof.climbs)]
    yield "the labels name marks that there are", all(i < len(claim.marks) for label in labels for i in label)
    inner = [climb for _, _, below in proof.stays for climb in below]
    inside = [stay for _, layers in proof.climbs for _, stay in layers if stay >= 0]
    ones, others = range(len(proof.climbs)), range(len(proof.stays) - 1)
    yield "each node but the root is below one", sorted(inner) == [*ones] and sorted(inside) == [*others]
    bad = ~met(claim.formula) if proof.realizable else met(claim.formula)
    for k, (label, _, below) in enumerate(proof.stays):
        left = within(label)
        for climb in below:
            less = proof.climbs[climb][0]
            yield f"the label of climb {climb} lies in that of stay {k}", set(less) <= set(label)
            left = left & ~within(less)
        yield f"what is seen for ever in stay {k} is good for the winner", left <= ~bad
    for climb, (label, layers) in enumerate(proof.climbs):
        fits = all(set(proof.stays[stay][0]) <= set(label) for _, stay in layers if stay >= 0)
        yield f"the labels below climb {climb} lie in its own", fits


def tree_is_kept(claim: SpecClaim) -> Iterator[tuple[str, bool]]:
    """Yield whether the winner can stay in each stay, and leave each climb by its layers."""
    yield from _stay_is_kept(claim, len(claim.proof.stays) - 1, claim.manager.false)


def _stay_is_kept(claim: SpecClaim, k: int, above: Node) -> Iterator[tuple[str, bool]]:
    none, (label, number, below) = claim.manager.false, claim.proof.stays[k]
    states = claim.sets[number]
    here = claim.belonging(label, claim.after[number], above)
    if not below:
        yield f"stay {k} can be kept", claim.forced(states, here)
    for climb in below:
        inner, layers = claim.proof.climbs[climb]
        before, passed = none, none  # what stands before, and the steps that lead there
        for t, (reached, stay) in enumerate(layers):
            up, new = claim.belonging(inner, passed, here), claim.sets[reached] & ~before
            if stay < 0:
                yield f"layer {t} of climb {climb} leads up", claim.forced(new, up)
            else:
                if stay >= k:
                    raise ValueError(f"stay {stay} is below stay {k}, but does not stand before it")
                kept = claim.sets[claim.proof.stays[stay][1]]
                yield f"layer {t} of climb {climb} is a stay", new <= kept
                yield f"stay {stay} is in layer {t} of climb {climb}", kept <= claim.sets[reached] | before
                yield from _stay_is_kept(claim, stay, up)
            before, passed = claim.with_set(before, passed, reached)
        yield f"all of stay {k} is in climb {climb}", states <= before


@checks("spec-tree")
def check_tree(solution: Any, proof: Any, realizable: bool) -> Report:
    """Check the answer to a specification node by node; raise `MissingDependencyError` if CUDD is not installed."""
    return _checked(solution, proof, realizable, labels_are_good, tree_is_kept, beginnings_are_won)


@checks("spec-layers")
def check_layers(solution: Any, proof: Any, realizable: bool) -> Report:
    """Check the answer to a specification by its layers; raise `MissingDependencyError` if CUDD is not installed."""
    conditions = (layers_lead_on if realizable else parts_are_kept), beginnings_are_won
    return _checked(solution, proof, realizable, *conditions)


def _checked(solution: Any, proof: Any, realizable: bool, *conditions: Condition) -> Report:
    if realizable != proof.realizable:
        return report(1, [Failure(None, "the answer is not that of its sets")])
    if proof.kind == "spec-layers" and solution.problem.kind != "specification":
        return report(1, [Failure(None, "layers prove nothing about an acceptance condition")])
    if len(proof.diagrams.nodes) < FEW:
        return _held_against(solution.problem, proof, *conditions)
    return apart(lambda: _held_against(solution.problem, proof, *conditions))


def _held_against(spec: Any, proof: Any, *conditions: Condition) -> Report:
    try:
        claim = SpecClaim(spec, proof)
        found = list[tuple[str, bool]]()
        for condition in conditions:
            found += condition(claim)
            if not all(right for _, right in found):
                break
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        return report(1, [Failure(None, f"the sets do not have their form: {error}")])
    return report(
        len(found), [Failure(None, f"this does not hold: {condition}") for condition, right in found if not right]
    )
