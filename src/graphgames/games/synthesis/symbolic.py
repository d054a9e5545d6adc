"""GR(1) specifications solved by decision diagrams: realizable or not, with the strategy of whoever wins as a relation.

The fixpoint is that of Piterman, Pnueli, Sa'ar, *Synthesis of reactive(1) designs*, VMCAI 2006, with its layers kept,
from which both strategies and the certificate are made (Bloem et al., JCSS 78, 2012). A goal may speak of a step, as in
Slugs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple, Protocol, TypeVar

from graphgames.core.errors import LimitExceededError, MissingDependencyError
from graphgames.games.synthesis.spec import Expression, Node, Spec, Values, spelled, variables

T = TypeVar("T")

SIZES = ((1 << 22, 1 << 20), (1 << 27, 1 << 22))
"""How many nodes, and entries of the cache, there is room for; the second where the first does not suffice."""


class Reached(NamedTuple):
    """A layer of what the system can force to a goal: all reached so far, and the assumption that may be missed."""

    assumption: int
    states: Node


class Lost(NamedTuple):
    """A part that the environment wins, since the system cannot force a goal there."""

    goal: int
    before: Node
    """What it has won before."""
    after: Node
    """That, and this part."""
    approach: tuple[tuple[Node, ...], ...]
    """For each assumption, from where the environment forces it, or what is won before, in 0, 1, 2, ... steps."""


class Arena:
    """A specification as sets of steps, in decision diagrams; `MemoryError` is raised if there are too many nodes."""

    def __init__(self, spec: Spec, size: tuple[int, int] = SIZES[0]):
        try:
            from oxidd import bdd
            from oxidd.util import BooleanOperator
        except ImportError:
            raise MissingDependencyError("oxidd", "symbolic") from None
        self.spec, self.operator = spec, BooleanOperator
        self.order = order(spec)
        self.manager = bdd.BDDManager(*size, 1)
        self.manager.add_vars(2 * len(self.order))
        self.level = {bit: 2 * at for at, bit in enumerate(self.order)}
        self.true: Node = self.manager.true()
        self.false: Node = self.manager.false()
        self.build = spec.builder(self.literal, self.true, self.false)
        self.reach = self.build.set(spec.formulas["reach"][0]) if spec.formulas["reach"] else self.false
        self.marks = [self.build.set(one) for one in spec.condition()[1]]
        rules = spec.rules()
        self.env, self.sys = self.build.all(rules["env_trans"]), self.build.all(rules["sys_trans"])
        self.env_init, self.sys_init = self.build.all(rules["env_init"]), self.build.all(rules["sys_init"])
        self.assumptions, self.guarantees = ([self.build.set(one) for one in goals] for goals in spec.goals())
        self.shift = bdd.BDDSubstitution([(at, self.manager.var(at + 1)) for at in self.level.values()])

    def literal(self, name: str, k: int, primed: bool) -> Node:
        """Return where a bit of a variable is 1."""
        return self.manager.var(self.level[name, k] + primed)

    def cube(self, names: Sequence[str] | Any, primed: bool) -> Node:
        """Return the conjunction of the bits of some variables, as quantifiers take it."""
        found = self.true
        for name, k in self.order:
            if name in names:
                found &= self.literal(name, k, primed)
        return found

    def at(self, values: Values, primed: bool = False) -> Node:
        """Return the set in which variables have these values."""
        node = self.true
        for name, value in values.items():
            offset = int(value) - self.spec.ranges[name].low
            for k in range(self.spec.ranges[name].bits):
                bit = self.literal(name, k, primed)
                node = node & (bit if offset >> k & 1 else ~bit)
        return node

    def after(self, steps: Node) -> Node:
        """Return the states after some steps, as sets of what is after the step."""
        return steps.exists(self._remember("_now", self.spec.ranges, False))

    def members(self, node: Node, names: Iterable[str]) -> Iterator[dict[str, int]]:
        """Yield the values after the step, of some variables, of all members of a set that speaks of no others."""
        ranges = {name: self.spec.ranges[name] for name in names}
        order = [bit for bit in self.order if bit[0] in ranges]
        stack: list[tuple[Node, int, dict[str, int]]] = [(node, 0, {})]
        while stack:
            node, at, values = stack.pop()
            if node == self.false:
                continue
            if at == len(order):
                yield {name: values.get(name, 0) + one.low for name, one in ranges.items()}
                continue
            name, k = order[at]
            bit = self.literal(name, k, True)
            for on in (1, 0):
                left = node & (bit if on else ~bit)
                stack.append((left, at + 1, {**values, name: values.get(name, 0) + (on << k)}))

    def then(self, states: Node) -> Node:
        """Return the steps that lead to some states."""
        return states.substitute(self.shift)

    def controllable(self, steps: Node) -> Node:
        """Return the states from which the system can answer every input by one of these steps."""
        answered = self.sys.apply_exists(self.operator.AND, steps, self.after_outputs)
        return self.env.apply_forall(self.operator.IMP, answered, self._inputs)

    def forced(self, steps: Node) -> Node:
        """Return the states from which the environment has an input that leaves the system these steps alone."""
        return ~self.controllable(~steps)

    def enforced(self, steps: Node) -> Node:
        """Return the states with inputs after which the system can make these steps alone."""
        return self.env & self.sys.apply_forall(self.operator.IMP, steps, self.after_outputs)

    @property
    def after_outputs(self) -> Node:
        """The bits of the outputs after the step, as quantifiers take them."""
        return self._remember("_after_outputs", self.spec.outputs)

    @property
    def _inputs(self) -> Node:
        return self._remember("_after_inputs", self.spec.inputs)

    def _remember(self, what: str, names: Any, primed: bool = True) -> Node:
        if what not in self.__dict__:
            self.__dict__[what] = self.cube(names, primed)
        return self.__dict__[what]

    def begins(self, won: Node) -> bool:
        """Return whether the system can answer every first input by a state that it wins."""
        answered = (self.sys_init & won).exists(self.cube(self.spec.outputs, False))
        return bool((~self.env_init | answered).forall(self.cube(self.spec.inputs, False)).valid())


def roomy(spec: Spec, solved: Callable[[Arena], T]) -> tuple[Arena, T]:
    """Return a specification in decision diagrams with what was found there; raise `LimitExceededError` if too large.

    It is tried again with more room where the first does not suffice.
    """
    for size in SIZES:
        try:
            arena = Arena(spec, size)
            return arena, solved(arena)
        except MemoryError:
            continue
    raise LimitExceededError(
        f"the sets of this specification need more than {SIZES[-1][0]:,} nodes of decision diagrams"
    )


class Tactic(Protocol):
    """What a player does with the memory that it needs: a relation for each state of the memory."""

    begin: Any
    """The memory before the first step."""

    def moves(self, memory: Any) -> Node:
        """Return the steps of the system, or the states with inputs of the environment, in the states that it wins."""

    def next(self, memory: Any, now: Values, then: Values) -> Any:
        """Return the memory after a step."""

    def reads(self, memory: Any) -> Sequence[Node]:
        """Return the sets of steps that decide what the next memory is."""

    def said(self, memory: Any) -> str:
        """Return in words what is waited for, "" if there is nothing to say."""


class Found(Protocol):
    """What a fixpoint has found: who wins, where, and how."""

    @property
    def realizable(self) -> bool:
        """Whether the system wins from the beginning."""

    def region(self, arena: Arena, player: int) -> Node:
        """Return the states that a player is known to win."""

    def tactic(self, arena: Arena, player: int) -> Tactic:
        """Return what a player does where he is known to win."""


@dataclass(frozen=True)
class Layers:
    """What the fixpoint of generalised reactivity found."""

    won: Node
    """The states that the system wins; if it ended early, perhaps more."""
    realizable: bool
    reached: tuple[tuple[Reached, ...], ...]
    """For each goal of the system its layers, unless it ended early."""
    lost: tuple[Lost, ...]
    """What the environment wins, part by part."""

    def region(self, arena: Arena, player: int) -> Node:
        """Return the states that a player is known to win."""
        if player:
            return self.lost[-1].after if self.lost else arena.false
        return self.won if all(self.reached) else arena.false

    def tactic(self, arena: Arena, player: int) -> Tactic:
        """Return what a player does where he is known to win."""
        return Waiting(arena, self, player)


class Waiting:
    """A player waits for the goals of his side in turn; the memory is the number of the next one."""

    begin = 0

    def __init__(self, arena: Arena, layers: Layers, player: int):
        self.arena, self.layers, self.player = arena, layers, player
        self.goals = arena.spec.goals()[1 - player]
        self._known: dict[int, Node] = {}

    def moves(self, memory: int) -> Node:
        """Return the relation while a goal is waited for."""
        if memory not in self._known:
            relation = environment_moves if self.player else system_moves
            self._known[memory] = relation(self.arena, self.layers, memory)
        return self._known[memory]

    def next(self, memory: int, now: Values, then: Values) -> int:
        """Return what is waited for after a step."""
        return (memory + self.arena.spec.holds(self.goals[memory], now, then)) % len(self.goals)

    def reads(self, memory: int) -> Sequence[Node]:
        """Return the goal that is waited for."""
        return [(self.arena.assumptions if self.player else self.arena.guarantees)[memory]]

    def said(self, memory: int) -> str:
        """Return the goal in words."""
        what = "assumption" if self.player else "goal"
        return f"next {what} {memory + 1} of {len(self.goals)} ({spelled(self.goals[memory])})"


def solve(arena: Arena, whole: bool = False) -> Layers:
    """Return who wins a specification, with all layers; unless ``whole`` it ends as soon as a beginning is lost."""
    won, proved, goal = arena.true, 0, 0
    reached: list[tuple[Reached, ...]] = [()] * len(arena.guarantees)
    lost: list[Lost] = []
    while whole or arena.begins(won):
        if proved == len(arena.guarantees):
            return Layers(won, not whole or arena.begins(won), tuple(reached), tuple(lost))
        layers, found, approach = forced(arena, goal, won)
        if found == won:
            reached[goal], proved = layers, proved + 1
        else:
            lost.append(Lost(goal, ~won, ~found, approach))
            won, proved = found, 0
        goal = (goal + 1) % len(arena.guarantees)
    return Layers(won, False, (), tuple(lost))


def forced(arena: Arena, goal: int, won: Node) -> tuple[tuple[Reached, ...], Node, tuple[tuple[Node, ...], ...]]:
    """Return from where the system, within some states, forces a goal or misses an assumption: layers, and all of it.

    Last, for each assumption, from where the environment forces it outside of that.
    """
    met = arena.guarantees[goal] & arena.then(won)
    layers: list[Reached] = []
    found, approach = arena.false, [tuple[Node, ...]()] * len(arena.assumptions)
    still = 0
    while still < len(arena.assumptions):
        for i, assumption in enumerate(arena.assumptions):
            base = met | arena.then(found)
            kept, ways = won, [~won]
            while True:
                less = kept & arena.controllable(base | (~assumption & arena.then(kept)))
                if less == kept:
                    break
                kept = less
                ways.append(~kept)
            still += 1
            approach[i] = tuple(ways)
            if (found | kept) != found:
                found |= kept
                layers.append(Reached(i, found))
                still = 0
            if still == len(arena.assumptions):
                break
    return tuple(layers), found, tuple(approach)


def system_moves(arena: Arena, layers: Layers, goal: int) -> Node:
    """Return the steps of the system while it waits for a goal, in the states that it wins; nearer to it if it can."""
    met = arena.guarantees[goal] & arena.then(layers.won)
    steps, before = arena.false, arena.false
    for assumption, states in layers.reached[goal]:
        nearer = met | arena.then(before)
        answered = arena.sys.apply_exists(arena.operator.AND, nearer, arena.after_outputs)
        waits = ~arena.assumptions[assumption] & arena.then(states) & ~answered
        steps |= states & ~before & arena.sys & (nearer | waits)
        before = states
    return steps


def environment_moves(arena: Arena, layers: Layers, assumption: int) -> Node:
    """Return the states and inputs of the environment while it waits for an assumption, in the states that it wins."""
    moves = arena.false
    for goal, before, after, approach in layers.lost:
        stays = arena.then(after) & (~arena.guarantees[goal] | arena.then(before))
        nearer = before
        for states in approach[assumption]:
            new = states & after & ~before & ~nearer
            wanted = stays & (arena.assumptions[assumption] | arena.then(nearer))
            if new != arena.false:
                moves |= new & arena.enforced(wanted)
            nearer |= states
    return moves


def order(spec: Spec) -> list[tuple[str, int]]:
    """Return the bits in an order in which variables that many formulas join stand next to each other.

    Two rows of variables are put one behind the other, those first between which most formulas stand. A variable that
    is joined with more others than any other one is put first, since what the others mean depends on it. The bits of
    numbers of which two at a time are compared alternate, the highest first.
    """
    names = [*spec.inputs, *spec.outputs]
    place = {name: at for at, name in enumerate(names)}
    joins: Counter[tuple[int, int]] = Counter()
    for one in _formulas(spec):
        joins.update(combinations(sorted({place[name] for _, name, _ in variables(one)}), 2))
    rows = {at: [at] for at in place.values()}
    for (a, b), _ in sorted(joins.items(), key=lambda join: (-join[1], join[0])):
        if rows[a] is not rows[b]:
            first, second = rows[a], rows[b]
            first += second
            rows |= dict.fromkeys(second, first)
    degrees = Counter(at for pair in joins for at in pair).most_common()
    hub = [at for at, degree in degrees[:1] if len(degrees) > 1 and degree > degrees[1][1]]
    found = dict.fromkeys(names[at] for row in (hub, *rows.values()) for at in row)
    compared = _compared(spec)
    blocks = dict.fromkeys(min(compared[name], key=list(found).index) for name in found)
    return [
        (name, k)
        for block in blocks
        for k in reversed(range(max(spec.ranges[name].bits for name in compared[block])))
        for name in found
        if name in compared[block] and k < spec.ranges[name].bits
    ]


def _compared(spec: Spec) -> dict[str, set[str]]:
    """Return for each variable the numbers that are compared with it, two at a time, or with one of these."""
    found = {name: {name} for name in spec.ranges}
    waiting = [one for formulas in spec.formulas.values() for one in formulas]
    while waiting:
        sign, *inner = waiting.pop()
        if sign != "cmp":
            waiting += [one for one in inner if isinstance(one, tuple)]
            continue
        joined = {name for one in inner[1:] for _, name, _ in variables(one) if not spec.ranges[name].boolean}
        if len(joined) == 2:
            both = set.union(*(found[name] for name in joined))
            found |= dict.fromkeys(both, both)
    return found


def _formulas(spec: Spec) -> Iterator[Expression]:
    """Yield the parts of all formulas that are joined by "and", which are sets of their own."""
    for formulas in spec.formulas.values():
        for one in formulas:
            yield from (one[1:] if one[0] == "and" else (one,))
