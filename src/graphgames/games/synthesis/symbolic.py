"""GR(1) specifications solved by decision diagrams: realizable or not, with the strategy of whoever wins as a relation.

The fixpoint is that of Piterman, Pnueli, Sa'ar, *Synthesis of reactive(1) designs*, VMCAI 2006, with its layers kept,
from which both strategies and the certificate are made (Bloem et al., JCSS 78, 2012). A goal may speak of a step, as in
Slugs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from itertools import chain, combinations
from math import inf
from operator import and_
from typing import Any, NamedTuple, Protocol, TypeVar

from graphgames.core.errors import LimitExceededError
from graphgames.games.synthesis.oxidd_ import attended, oxidd
from graphgames.games.synthesis.spec import Expression, Node, Spec, Values, spelled, variables

T = TypeVar("T")

SIZES = ((1 << 22, 1 << 20), (1 << 27, 1 << 22))
"""How many nodes, and entries of the cache, there is room for; the second where the first does not suffice.

The second has fewer nodes if the memory has no room for them.
"""

SHARE, LEAST = 1 << 5, 1 << 15
"""The cache has an entry for so many states, but the second many at least.

To make ready for more takes as long as a small proof.
"""

NODE_SIZE = 40
"""A node takes so many bytes, with its place in the tables while these grow, as was measured."""

TRIED, TIMES = (1 << 17, 1 << 15), 4
"""How much room there is where other orders of the variables are tried, since the first makes large relations.

There are nodes for no more than so many times the relations.
"""

MADE, LARGE, PER_BIT = 1 << 17, 1 << 12, 64
"""When so many nodes have been made, and the sets at hand have so many, a better order of the variables is looked for.

All begins anew then. It is looked for as well if the relations have so many, or so many for each bit.
"""

GROWTH = 1.2
"""A variable is moved no further where the sets have become larger by this factor."""

WORK, FIRST, PAYS = 32, 2, 0.85
"""Sifting ends when so many times the nodes that had been made are counted.

It ends when the second many are, unless the sets have become so much smaller that all is begun anew; and before that as
soon as a variable that was moved left them larger than the third share, on the average of those moved.
"""

PLACES = 16
"""Sifting does not begin where it could not look at so many places of a variable."""

FEWER = 0.6
"""An order replaces another one if its formulas reach over less than this share of the variables, or sets have less.

A set that is larger by less is solved sooner than solved anew.
"""

_IDLE = 8
"""So often in a row an order may be no better than the best before."""

Order = Sequence[tuple[str, int]]
"""The bits of variables, by name and number, those first that a diagram asks first."""


class CrowdedError(Exception):
    """So many nodes have been made that a better order is worth looking for: the one that is found."""

    def __init__(self, order: list[tuple[str, int]]):
        super().__init__("the order of the variables makes large sets")
        self.order = order


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

    def approach(self, arena: Arena, assumption: int) -> list[Node]:
        """Return from where the environment forces an assumption, or what is won before, in 1, 2, ... steps."""
        kept, found = ~self.before, ~self.after
        base = arena.answered((arena.guarantees[self.goal] & arena.then(kept)) | arena.then(found))
        return [~one for one in arena.shrinking(base, assumption, kept, kept)][1:]


class Arena:
    """A specification as sets of steps, in decision diagrams; `MemoryError` is raised if there are too many nodes.

    `CrowdedError` is raised if there are more than ``due``.
    """

    def __init__(self, spec: Spec, size: tuple[int, int] = SIZES[0], bits: Order = (), due: float = inf):
        bdd = oxidd("symbolic")
        self.spec, self.operator = spec, bdd.BooleanOperator
        self.order, self.due = list(bits or next(orders(spec))), due
        self.manager = bdd.BDDManager(size[0], min(size[1], max(LEAST, (1 << len(self.order)) // SHARE)), 1)
        self.manager.add_vars(2 * len(self.order))
        self.level = {bit: 2 * at for at, bit in enumerate(self.order)}
        self.true: Node = self.manager.true()
        self.false: Node = self.manager.false()
        self.literal = _literals(self.manager, self.level)
        self.build = spec.builder(self.literal, self.true, self.false)
        self.reach = self.build.set(spec.formulas["reach"][0]) if spec.formulas["reach"] else self.false
        self.marks = [self.build.set(one) for one in spec.condition()[1]]
        rules = spec.rules()
        self.env, self.sys = self.build.all(rules["env_trans"]), self.build.all(rules["sys_trans"])
        self.env_init, self.sys_init = self.build.all(rules["env_init"]), self.build.all(rules["sys_init"])
        self.assumptions, self.guarantees = ([self.build.set(one) for one in goals] for goals in spec.goals())
        self.shift = bdd.BDDSubstitution([(at, self.manager.var(at + 1)) for at in self.level.values()])

    def relations(self) -> int:
        """Return how many nodes the relations of both sides have."""
        return int(self.sys.node_count() + self.env.node_count())

    def cube(self, names: Sequence[str] | Any, primed: bool) -> Node:
        """Return the conjunction of the bits of some variables, as quantifiers take it."""
        return reduce(and_, [self.literal(name, k, primed) for name, k in self.order if name in names], self.true)

    def at(self, values: Values, primed: bool = False) -> Node:
        """Return the set in which variables have these values."""
        node = self.true
        for name, value in values.items():
            offset = int(value) - self.spec.ranges[name].low
            for k in range(self.spec.ranges[name].bits):
                bit = self.literal(name, k, primed)
                node &= bit if offset >> k & 1 else ~bit
        return node

    def after(self, steps: Node) -> Node:
        """Return the states after some steps, as sets of what is after the step."""
        return steps.exists(self._now)

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
            asks = node != self.true and node.node_level() == self.level[name, k] + 1
            high, low = node.cofactors() if asks else (node, node)
            stack.append((high, at + 1, {**values, name: values.get(name, 0) + (1 << k)}))
            stack.append((low, at + 1, values))

    def then(self, states: Node) -> Node:
        """Return the steps that lead to some states."""
        return states.substitute(self.shift)

    def answered(self, steps: Node) -> Node:
        """Return the states with inputs that the system can answer by one of these steps."""
        answered = self.sys.apply_exists(self.operator.AND, steps, self.after_outputs)
        if self.manager.approx_num_inner_nodes() > self.due:
            self.expect_few(self.sys, self.env, steps, answered)
            self.due *= 4
        return answered

    def expect_few(self, *sets: Node, most: int = LARGE) -> None:
        """Raise `CrowdedError` with a much better order if some sets have many nodes, and one is found soon."""
        count = sum(one.node_count() for one in sets)
        if count > most and count * PLACES < FIRST * self.due:
            found = sifted(sets, self.order, self.true, self.false, self.due)
            if found is not None:
                raise CrowdedError(found)

    def always(self, answered: Node) -> Node:
        """Return the states of which all inputs are among these."""
        return self.env.apply_forall(self.operator.IMP, answered, self._after_inputs)

    def controllable(self, steps: Node) -> Node:
        """Return the states from which the system can answer every input by one of these steps."""
        return self.always(self.answered(steps))

    def shrinking(self, base: Node, assumption: int, within: Node, kept: Node) -> Iterator[Node]:
        """Yield sets that shrink to where the system can stay and miss an assumption, or have an answer in ``base``.

        What it can keep to is looked for within some states, and known to lie in others.
        """
        missed = ~self.assumptions[assumption]
        kept &= within
        while True:
            yield kept
            less = kept & self.always(base | self.answered(missed & self.then(kept)))
            if less == kept:
                return
            kept = less

    def forced(self, steps: Node) -> Node:
        """Return the states from which the environment has an input that leaves the system these steps alone."""
        return ~self.controllable(~steps)

    def enforced(self, steps: Node) -> Node:
        """Return the states with inputs after which the system can make these steps alone."""
        return self.env & self.sys.apply_forall(self.operator.IMP, steps, self.after_outputs)

    @cached_property
    def after_outputs(self) -> Node:
        """The bits of the outputs after the step, as quantifiers take them."""
        return self.cube(self.spec.outputs, True)

    @cached_property
    def _after_inputs(self) -> Node:
        return self.cube(self.spec.inputs, True)

    @cached_property
    def _now(self) -> Node:
        return self.cube(self.spec.ranges, False)

    def begins(self, won: Node) -> bool:
        """Return whether the system can answer every first input by a state that it wins."""
        answered = (self.sys_init & won).exists(self.cube(self.spec.outputs, False))
        return bool((~self.env_init | answered).forall(self.cube(self.spec.inputs, False)).valid())


def _literals(manager: Any, level: dict[tuple[str, int], int]) -> Callable[[str, int, bool], Node]:
    """Return the function from bits of variables to where they are 1; it holds no arena, so that memory is freed."""
    return lambda name, k, primed: manager.var(level[name, k] + primed)


def roomy(spec: Spec, solved: Callable[[Arena], T]) -> tuple[Arena, T]:
    """Return a specification in decision diagrams with what was found there; raise `LimitExceededError` if too large.

    It is tried again with a better order where the sets are large, and with more room where the first does not suffice.
    """
    return attended(lambda: _roomy(spec, solved))


def _roomy(spec: Spec, solved: Callable[[Arena], T]) -> tuple[Arena, T]:
    others, due, room = orders(spec), MADE, 0
    bits = next(others)
    for nodes, cache in SIZES:
        if nodes > SIZES[0][0]:
            from graphgames.core.room import free_memory  # whose imports take longer than a small specification

            nodes = min(nodes, free_memory() // NODE_SIZE)
        if nodes <= room:
            break
        room = nodes
        try:
            while True:
                arena = _arena(spec, (nodes, cache), due, bits, others if due == MADE else ())
                bits = arena.order
                try:
                    if due == MADE:
                        arena.expect_few(arena.sys, arena.env, most=min(LARGE, PER_BIT * len(arena.order)))
                    found = solved(arena)
                except CrowdedError as crowded:
                    bits, due = crowded.order, 2 * due
                else:
                    arena.due = inf
                    return arena, found
        except MemoryError:
            continue
    short = "" if room == SIZES[-1][0] else ", and the memory that is free has no room for more"
    raise LimitExceededError(
        f"the sets of this specification need more than {room:,} nodes of decision diagrams{short}"
    )


def _arena(spec: Spec, size: tuple[int, int], due: float, bits: Order, others: Iterable[Order]) -> Arena:
    """Return a specification in decision diagrams; in the best of other orders if the relations are much smaller so."""
    arena, fewest, found = None, inf, bits
    with suppress(MemoryError):
        arena = Arena(spec, size, bits, due)
        fewest = arena.relations()
        if fewest <= LARGE:
            return arena
    most, limit = fewest, FEWER * fewest
    for other in others:
        with suppress(MemoryError):
            count = Arena(spec, (int(min(TRIED[0], TIMES * most)), TRIED[1]), other).relations()
            if count < min(fewest, limit):
                fewest, found = count, other
    if found is not bits:
        return Arena(spec, size, found, due)
    if arena is None:
        raise MemoryError
    return arena


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

    def memory_in_words(self, memory: Any) -> str:
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


class Layers(NamedTuple):
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

    def memory_in_words(self, memory: int) -> str:
        """Return the goal in words."""
        if self.goals[memory] == ("const", True):
            return ""
        what = "assumption" if self.player else "goal"
        return f"next {what} {memory + 1} of {len(self.goals)} ({spelled(self.goals[memory])})"


def solve(arena: Arena, whole: bool = False) -> Layers:
    """Return who wins a specification, with all layers; unless ``whole`` it ends as soon as a beginning is lost."""
    won, proved, goal = arena.true, 0, 0
    reached: list[tuple[Reached, ...]] = [()] * len(arena.guarantees)
    lost: list[Lost] = []
    known = [dict[int, Node]() for _ in arena.guarantees]
    while whole or arena.begins(won):
        if proved == len(arena.guarantees):
            return Layers(won, not whole or arena.begins(won), tuple(reached), tuple(lost))
        layers, found = forced(arena, met(arena, goal, won), won, known[goal])
        if found == won:
            reached[goal], proved = layers, proved + 1
        else:
            lost.append(Lost(goal, ~won, ~found))
            won, proved = found, 0
        goal = (goal + 1) % len(arena.guarantees)
    return Layers(won, False, (), tuple(lost))


def met(arena: Arena, goal: int, won: Node) -> Node:
    """Return the states with inputs that the system can answer by a step that meets a goal and stays in some states."""
    return arena.answered(arena.guarantees[goal] & arena.then(won))


def forced(arena: Arena, met: Node, won: Node, known: dict[int, Node]) -> tuple[tuple[Reached, ...], Node]:
    """Return from where the system, within some states, forces what is ``met`` or misses an assumption.

    That is layers, and all of it. What it can keep to in each try was the same or more within more states: ``known``.
    """
    layers: list[Reached] = []
    found, base, still, tries = arena.false, met, 0, 0
    while still < len(arena.assumptions):
        assumption = tries % len(arena.assumptions)
        for kept in arena.shrinking(base, assumption, won, known.get(tries, won)):
            known[tries] = kept
        still, tries = still + 1, tries + 1
        if (found | kept) != found:
            found |= kept
            base = met | arena.answered(arena.then(found))
            layers.append(Reached(assumption, found))
            still = 0
    return tuple(layers), found


def system_moves(arena: Arena, layers: Layers, goal: int) -> Node:
    """Return the steps of the system while it waits for a goal, in the states that it wins; nearer to it if it can."""
    met = arena.guarantees[goal] & arena.then(layers.won)
    nearer, waits = arena.false, arena.false
    befores = [arena.false, *(states for _, states in layers.reached[goal])]
    for (assumption, states), before in reversed([*zip(layers.reached[goal], befores, strict=False)]):
        nearer = states.ite(met | arena.then(before), nearer)
        waits = states.ite(~arena.assumptions[assumption] & arena.then(states), waits)
    answered = arena.sys.apply_exists(arena.operator.AND, nearer, arena.after_outputs)
    return arena.sys & answered.ite(nearer, waits)


def environment_moves(arena: Arena, layers: Layers, assumption: int) -> Node:
    """Return the states and inputs of the environment while it waits for an assumption, in the states that it wins."""
    moves = arena.false
    for part in layers.lost:
        goal, before, after = part
        stays = arena.then(after) & (~arena.guarantees[goal] | arena.then(before))
        nearer = before
        for states in part.approach(arena, assumption):
            new = states & after & ~before & ~nearer
            if new != arena.false:
                moves |= new & arena.enforced(stays & (arena.assumptions[assumption] | arena.then(nearer)))
            nearer |= states
    return moves


def orders(spec: Spec) -> Iterator[Order]:
    """Yield the bits in orders in which variables that many formulas join stand next to each other, the best first.

    Two rows of variables are put one behind the other, those first between which most formulas stand. A variable that
    is joined with more others than any other one is put first, since what the others mean depends on it. The bits of
    numbers of which two at a time are compared alternate, the highest first. Where another row, made by
    `drawn_together`, is much better, that is taken. The half that is joined much more comes first. The others are that
    from behind, and the row that was not taken, both ways.
    """
    names = [*spec.inputs, *spec.outputs]
    place = {name: at for at, name in enumerate(names)}
    joins: Counter[tuple[int, int]] = Counter()
    named = [{place[name] for _, name, _ in variables(one)} for one in _formulas(spec)]
    for one in named:
        joins.update(combinations(sorted(one), 2))
    rows = {at: [at] for at in place.values()}
    for (a, b), _ in sorted(joins.items(), key=lambda join: (-join[1], join[0])):
        if rows[a] is not rows[b]:
            first, second = rows[a], rows[b]
            first += second
            rows |= dict.fromkeys(second, first)
    degrees = Counter(at for pair in joins for at in pair).most_common()
    hub = [at for at, degree in degrees[:1] if len(degrees) > 1 and degree > degrees[1][1]]
    row = list(dict.fromkeys(at for row in (hub, *rows.values()) for at in row))
    drawn, better = drawn_together(row, [one for one in named if one])
    closer, other = (drawn, row) if better else (row, drawn)
    weight, half = Counter(at for pair in joins.elements() for at in pair), len(closer) // 2
    front, back = (sum(weight[at] for at in part) for part in (closer[:half], closer[len(closer) - half :]))
    way = -1 if front < FEWER * back else 1
    compared = _compared(spec)
    for found in (closer[::way], closer[::-way], other[::way], other[::-way]):
        yield _alternating(spec, compared, [names[at] for at in found])


def _alternating(spec: Spec, compared: dict[str, set[str]], row: list[str]) -> Order:
    """Return the bits of a row of variables; those of numbers that are compared alternate, the highest first."""
    blocks = dict.fromkeys(min(compared[name], key=row.index) for name in row)
    return [
        (name, k)
        for block in blocks
        for k in reversed(range(max(spec.ranges[name].bits for name in compared[block])))
        for name in row
        if name in compared[block] and k < spec.ranges[name].bits
    ]


def drawn_together(row: list[int], edges: Sequence[set[int]]) -> tuple[list[int], bool]:
    """Return another order of some numbers, in which each set of them reaches over few places; whether much fewer.

    Each is moved to the mean of the middles of its sets, again and again (F. Aloul, I. Markov, K. Sakallah, *FORCE: a
    fast and easy-to-implement variable-ordering heuristic*, GLSVLSI 2003).
    """
    groups = [tuple(edge) for edge in edges]
    count = Counter(one for edge in groups for one in edge)

    def looked(order: list[int]) -> tuple[int, dict[int, float]]:
        """Return over how many places the sets reach, and of each number the sum of the middles of its sets."""
        place, far, middles = {one: at for at, one in enumerate(order)}, 0, dict.fromkeys(order, 0.0)
        for edge in groups:
            places = [place[one] for one in edge]
            far += max(places) - min(places)
            middle = sum(places) / len(places)
            for one in edge:
                middles[one] += middle
        return far, middles

    far, middles = looked(row)
    limit, best, least, order, idle = FEWER * far, row, inf, row, 0
    while idle < _IDLE:
        place = {one: at for at, one in enumerate(order)}
        order = sorted(order, key=lambda one: middles[one] / count[one] if count[one] else place[one])
        (far, middles), idle = looked(order), idle + 1
        if far < least:
            best, least, idle = order, far, 0
    return best, least < limit


def sifted(sets: Sequence[Node], order: Order, true: Node, false: Node, made: float) -> list[tuple[str, int]] | None:
    """Return a much better order for some sets, None if none is found soon.

    The bits are moved, one after another, to where there are fewest nodes, those first of which there are most nodes; a
    bit and the same bit after the step stay together. How long is looked rests on how many nodes had been ``made``.
    (R. Rudell, *Dynamic variable ordering for ordered binary decision diagrams*, ICCAD 1993.)
    """
    from graphgames.games.synthesis.diagrams import Listing  # certificates stand there, too

    listing = Listing(true, false)
    roots = [listing.add(one) for one in sets]
    manager = oxidd("symbolic").BDDManager(SIZES[0][0], 1 << 12, 1)  # each change of the order empties its cache
    manager.add_vars(2 * len(order))
    nodes = [manager.false(), manager.true()]
    for level, low, high in listing.rows:
        nodes.append(manager.var(level).ite(nodes[high], nodes[low]))
    held = [nodes[root] for root in roots]
    del nodes

    def size(row: list[int]) -> int:
        manager.set_var_order([2 * at + after for at in row for after in (0, 1)])
        manager.gc()
        return int(manager.num_inner_nodes())

    def spent() -> bool:
        return counted > (WORK if best <= FEWER * first else FIRST) * made

    row, counted = list(range(len(order))), 0
    first = best = size(row)
    count = Counter(level // 2 for level, _, _ in listing.rows)
    for tried, one in enumerate(sorted(row, key=lambda one: -count[one])):
        if spent() or best > max(FEWER, PAYS**tried) * first:
            break
        at, rest = row.index(one), [other for other in row if other != one]
        found, limit = at, GROWTH * best
        for way in (range(at + 1, len(row)), range(at - 1, -1, -1)):
            for k in way:
                now = size([*rest[:k], one, *rest[k:]])
                counted += now
                if now < best:
                    best, found = now, k
                if now > limit or spent():
                    break
        row = [*rest[:found], one, *rest[found:]]
        size(row)
    del held
    return [order[at] for at in row] if best <= FEWER * first else None


def _compared(spec: Spec) -> dict[str, set[str]]:
    """Return for each variable the numbers that are compared with it, two at a time, or with one of these."""
    found = {name: {name} for name in spec.ranges}
    waiting = [] if all(one.boolean for one in spec.ranges.values()) else [*chain(*spec.formulas.values())]
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
