"""Machines from solved specifications: explicit where they are small, else one that answers step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

from graphgames.core.errors import GameError
from graphgames.games.synthesis.automata import Letters, Machine
from graphgames.games.synthesis.spec import Node, Spec, Values
from graphgames.games.synthesis.symbolic import Arena, Found

MOST_LETTERS = 1 << 13
"""An explicit machine has at most so many letters on all its edges."""


class Strategy:
    """What the winner does, as a relation: a player of the specification, step by step.

    ``player`` is 0 for the system, which waits for its goals in turn, and 1 for the environment, which waits for its
    own. `first` and `step` answer the other side: the system gives outputs to inputs; the environment's inputs are
    asked for by ``first()`` and, when the outputs are known, ``step(outputs)``.

    >>> import graphgames as gg
    >>> spec = gg.Spec({"r": bool}, {"g": bool}, sys_trans=["g' <-> r'"], sys_goals=["g | !r"])
    >>> plays = gg.synthesize(spec).strategy()
    >>> plays.first({"r": 0}), plays.step({"r": 1}), plays.step({"r": 0})
    ({'g': 0}, {'g': 1}, {'g': 0})
    """

    def __init__(self, arena: Arena, found: Found):
        self.arena, self.spec, self.player = arena, arena.spec, int(not found.realizable)
        self.tactic = found.tactic(arena, self.player)
        self.won = found.region(arena, self.player)
        self.now: dict[str, int] = {}
        self.past: dict[str, int] | None = None
        self.memory: Any = self.tactic.begin
        self.over = False

    def values(self, names: Any, node: Node, primed: bool) -> dict[str, int]:
        """Return values of some variables in one member of a set, the smallest; the least ones if it has none."""
        found = dict.fromkeys(names, 0)
        if node == self.arena.false:
            return {name: self.spec.ranges[name].low for name in names}
        for name, k in self.arena.order:
            if name in found:
                bit = self.arena.literal(name, k, primed)
                if (node & ~bit) == self.arena.false:
                    found[name] += 1 << k
                    node = node & bit
                else:
                    node = node & ~bit
        return {name: value + self.spec.ranges[name].low for name, value in found.items()}

    def beginnings(self) -> Node:
        """Return the states in which a play may begin that the winner likes."""
        arena = self.arena
        if self.player == 0:
            return arena.env_init & arena.sys_init & self.won
        forced = (~arena.sys_init | self.won).forall(arena.cube(self.spec.outputs, False))
        return arena.env_init & forced

    def first(self, inputs: Values | None = None) -> dict[str, int]:
        """Return the first outputs for the first inputs; for the environment the first inputs."""
        begin = self.beginnings()
        self.memory, self.over, self.past = self.tactic.begin, False, None
        if self.player:
            self.now = self.values(self.spec.inputs, begin, False)
            return dict(self.now)
        found = begin & self.arena.at(self._inputs(inputs))
        self.over = found == self.arena.false
        outputs = self.values(self.spec.outputs, found, False)
        self.now = {**self._inputs(inputs), **outputs}
        return outputs

    def step(self, values: Values) -> dict[str, int]:
        """Return the outputs for the next inputs; for the environment, given the last outputs, the next inputs.

        When the other side has broken its own rules, whatever is answered is right: ``over`` tells it. From then on
        the values are the least ones, as in a machine that is written.
        """
        if self.player:
            self.now = {**{name: self.now[name] for name in self.spec.inputs}, **values}
            if self.past is not None:
                self.memory = self.tactic.next(self.memory, self.past, self.now)
            found = self.tactic.moves(self.memory) & self.arena.at(self.now)
            self.over = self.over or found == self.arena.false
            shown = self.arena.false if self.over else found
            self.past, inputs = dict(self.now), self.values(self.spec.inputs, shown, True)
            self.now = dict(inputs)
            return inputs
        inputs = self._inputs(values)
        found = self.tactic.moves(self.memory) & self.arena.at(self.now) & self.arena.env & self.arena.at(inputs, True)
        self.over = self.over or found == self.arena.false
        outputs = self.values(self.spec.outputs, self.arena.false if self.over else found, True)
        after = {**inputs, **outputs}
        self.memory = self.tactic.next(self.memory, self.now, after)
        self.now = after
        return outputs

    def _inputs(self, given: Values | None) -> dict[str, int]:
        if given is None or set(given) != set(self.spec.inputs):
            raise GameError(f"the inputs are {', '.join(self.spec.inputs)}; expected a value for each")
        return dict(given)


def machine(strategy: Strategy, most: int = MOST_LETTERS) -> Machine | None:
    """Return the explicit machine of a strategy, None if it has more than ``most`` letters or its sets no room.

    Its propositions are the bits of the variables; an integer ``x`` has the bits ``x@0``, ``x@1``, ...
    """
    try:
        return _Unfolding(strategy, most).machine()
    except (_TooLargeError, MemoryError):
        return None


class _TooLargeError(Exception):
    """The machine has too many letters."""


class _Unfolding:
    """The states of a machine while they are found: each is what the winner may do, and what it waits for."""

    def __init__(self, strategy: Strategy, most: int):
        self.plan, self.arena, self.spec, self.most = strategy, strategy.arena, strategy.spec, most
        bits = self.spec.bits()
        names = [name if self.spec.ranges[name].boolean else f"{name}@{k}" for name, k in bits]
        self.letters = Letters(names, [at for at, (name, _) in enumerate(bits) if name in self.spec.outputs])
        self.position = {bit: at for at, bit in enumerate(bits)}
        self.count = 0.0
        self.known: dict[Any, tuple[Any, Node]] = {}

    def machine(self) -> Machine:
        """Return the machine."""
        arena, tactic, begin = self.arena, self.plan.tactic, self.plan.beginnings()
        first = arena.then(begin if self.plan.player == 0 else begin & arena.sys_init)
        shown = self._one_input(arena.then(begin))
        start = (self._function(first) if self.plan.player == 0 else first & shown, shown, None)
        self._expect(start[0])
        number: dict[Any, int] = {start: 0}
        states: list[tuple[Any, dict[str, int]]] = [(start, {})]
        steps: list[dict[int, Node]] = []
        for state, now in states:
            merged: dict[int, Node] = {}
            for values in arena.members(state[0], self.spec.ranges):
                memory = tactic.begin if state[2] is None else tactic.next(state[2], now, values)
                target, letter = self._after(memory, values)
                if target not in number:
                    self._expect(target[0])
                    number[target] = len(states)
                    states.append((target, values))
                self._add(merged, number[target], letter)
            self._add(merged, -1, self._rest(state, merged))
            steps.append(merged)
        sink = len(states)
        wide = any(-1 in merged for merged in steps)
        if wide:
            steps.append({sink: self._free()})
        names = ["start", *(self._name(now) for _, now in states[1:]), *(["over"] if wide else [])]
        made = tuple(tuple((guard, sink if to < 0 else to) for to, guard in merged.items()) for merged in steps)
        numbers = {name: one.low for name, one in self.spec.ranges.items() if not one.boolean}
        over = sink if wide else None
        return Machine(self.letters, made, 0, self.plan.player, _distinct(names), numbers, over).minimized()

    def _after(self, memory: Any, then: Values) -> tuple[Any, Node]:
        """Return the state after a step and its letter: what may be done, is shown, is remembered and is read next."""
        key = memory, *then.values()
        if key not in self.known:
            tactic, here, after = self.plan.tactic, self.arena.at(then), self.arena.after
            steps = after(tactic.moves(memory) & here)
            read = tuple(after(one & here) for one in tactic.reads(memory))
            shown = self.arena.true if self.plan.player == 0 else self._one_input(steps)
            legal = after((self.arena.sys if self.plan.player else self.arena.env) & here)
            mine = self._function(steps & legal) if self.plan.player == 0 else shown & legal
            self.known[key] = (mine, shown, memory, read), self._letter(then)
        return self.known[key]

    def _one_input(self, steps: Node) -> Node:
        """Return one input among some steps; none if there is none."""
        if steps == self.arena.false:
            return steps
        return self.arena.at(self.plan.values(self.spec.inputs, steps, True), True)

    def _function(self, relation: Node) -> Node:
        """Keep one answer for each input that has any."""
        outputs = self.arena.cube(self.spec.outputs, True)
        for name, k in self.arena.order:
            if name in self.spec.outputs:
                bit = self.arena.literal(name, k, True)
                off = relation & ~bit
                relation = off | (relation & bit & ~off.exists(outputs))
        return relation

    def _expect(self, node: Node) -> None:
        """Count the letters of a state as it is found; raise `_TooLargeError` if there is no room for them."""
        unprimed = len(self.arena.order)
        self.count += node.sat_count_float(2 * unprimed) / 2.0**unprimed
        if self.count > self.most:
            raise _TooLargeError

    def _letter(self, values: Mapping[str, int]) -> Node:
        """Return the letters with some values."""
        offset = {name: value - self.spec.ranges[name].low for name, value in values.items()}
        bits = {at: bool(offset[name] >> k & 1) for (name, k), at in self.position.items() if name in offset}
        return self.letters.cube(bits)

    def _add(self, merged: dict[int, Node], target: int, letters: Node) -> None:
        if letters != self.letters.false:
            merged[target] = merged[target] | letters if target in merged else letters

    def _free(self) -> Node:
        """Return letters for when the other side has broken its rules: nothing is put out, or asked."""
        mine = self.letters.inputs if self.plan.player else self.letters.outputs
        return self.letters.cube(dict.fromkeys(mine, False))

    def _rest(self, state: Any, merged: dict[int, Node]) -> Node:
        """Return the letters in which the other side breaks its rules, with an answer."""
        done = reduce(or_, merged.values(), self.letters.false)
        if self.plan.player == 0:
            return ~self.letters.inputs_of(done) & self._free()
        if state[1] == self.arena.false:
            return self._free()
        return self._letter(self.plan.values(self.spec.inputs, state[1], True)) & ~done

    def _name(self, now: Values) -> str:
        shown = ((name, value, self.spec.ranges[name].boolean) for name, value in now.items())
        parts = [name if boolean else f"{name}={value}" for name, value, boolean in shown if value or not boolean]
        return " ".join(parts) or "none"


def _distinct(names: list[str]) -> tuple[str, ...]:
    """Return names with numbers behind those that stand there more than once."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} / {seen[name]}")
    return tuple(found)


def values_of(spec: Spec, letters: Letters, guard: Any) -> Iterator[dict[str, int]]:
    """Yield the values of the variables in all letters of a set."""
    for cube in letters.cubes(guard):
        free = [at for at in range(len(letters.names)) if at not in cube]
        for rest in product((0, 1), repeat=len(free)):
            bits = cube | dict(zip(free, rest, strict=True))
            values = {name: one.low for name, one in spec.ranges.items()}
            for at, (name, k) in enumerate(spec.bits()):
                values[name] += bits[at] << k
            yield values
