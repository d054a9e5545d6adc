"""Parity automata over letters, and machines that answer letter by letter, from which games of synthesis are built.

Sets of letters are binary decision diagrams (Bryant, *Graph-Based Algorithms for Boolean Function Manipulation*, 1986),
so that twenty propositions are no problem. The environment chooses the inputs of a letter, then the controller its
outputs; inputs stand above outputs in the order of the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from graphgames.core.drawing import Drawable
from graphgames.core.errors import counted
from graphgames.core.naming import with_article
from graphgames.core.numbering import divided
from graphgames.games.synthesis.oxidd_ import oxidd

T = TypeVar("T")

Node: TypeAlias = Any
"""A set of letters: combined by ``&``, ``|`` and ``~`` and compared by ``==``."""

_NODES, _CACHE = 1 << 24, 1 << 18  # room is taken as it is used

_LONGEST = 40
"""A longer condition on the propositions is cut."""


class Letters:
    """The letters over some atomic propositions, and sets of them.

    The controller chooses those of the propositions that are ``outputs``, the environment the others. Raise
    `MissingDependencyError` if the library for decision diagrams is not installed.

    >>> letters = Letters(["request", "grant"], [1])
    >>> request, grant = letters.literal(0), letters.literal(1)
    >>> letters.expression(~request | grant), letters.inputs_of(request & grant) == request
    ('!0 | 0&1', True)
    """

    def __init__(self, names: Sequence[str], outputs: Iterable[int] = ()):
        self.names = tuple(names)
        self.outputs = tuple(sorted(set(outputs)))
        self.inputs = tuple(i for i in range(len(self.names)) if i not in set(self.outputs))
        self._order = (*self.inputs, *self.outputs)
        self._manager = oxidd("hoa").BDDManager(_NODES, _CACHE, 1)
        self._manager.add_vars(len(self.names))
        level = {i: at for at, i in enumerate(self._order)}
        self._literals = [self._manager.var(level[i]) for i in range(len(self.names))]
        self.true: Node = self._manager.true()
        self.false: Node = self._manager.false()
        self._outputs = self.cube(dict.fromkeys(self.outputs, True))

    def literal(self, i: int) -> Node:
        """Return the letters in which proposition i holds."""
        return self._literals[i]

    def inputs_of(self, node: Node) -> Node:
        """Return the inputs for which some outputs make a letter of the set."""
        return node.exists(self._outputs)

    def outputs_of(self, node: Node) -> Node:
        """Return the outputs for which some inputs make a letter of the set."""
        return node.exists(self.cube(dict.fromkeys(self.inputs, True)))

    def one(self, node: Node) -> dict[int, bool]:
        """Return the value of every proposition in one letter of a set that is not empty."""
        found = next(self.cubes(node))
        return {i: found.get(i, False) for i in range(len(self.names))}

    def cube(self, values: dict[int, bool]) -> Node:
        """Return the letters in which the propositions have these values."""
        node = self.true
        for i, value in values.items():
            node &= self._literals[i] if value else ~self._literals[i]
        return node

    def function(self, relation: Node) -> Node:
        """Keep one letter for each input that has any, outputs false rather than true."""
        for i in self.outputs:
            off = relation & ~self._literals[i]
            relation = off | (relation & self._literals[i] & ~self.inputs_of(off))
        return relation

    def cubes(self, node: Node) -> Iterator[dict[int, bool]]:
        """Go through disjoint cubes whose union is the set: the paths of the diagram."""
        stack: list[tuple[Node, dict[int, bool]]] = [(node, {})]
        while stack:
            u, path = stack.pop()
            if u == self.true:
                yield path
            elif u != self.false:
                i, low, high = self.branch(u)
                stack.append((high, path | {i: True}))
                stack.append((low, path | {i: False}))

    def branch(self, node: Node) -> tuple[int, Node, Node]:
        """Return the topmost proposition of a set that is neither empty nor all, and the sets without and with it."""
        high, low = node.cofactors()
        return self._order[node.node_var()], low, high

    def expression(self, node: Node) -> str:
        """Return a set as a label of the HOA format."""
        if node == self.false:
            return "f"
        return " | ".join(
            "&".join(f"{'' if on else '!'}{i}" for i, on in cube.items()) or "t" for cube in self.cubes(node)
        )

    def named(self, guard: Node, numbers: Mapping[str, int] = MappingProxyType({})) -> str:
        """Return a set of letters as a condition on the propositions by their names, cut where it is long.

        Bits ``x@0``, ``x@1``, ... of a number, of which the least value is given, stand together as its values.

        >>> letters = Letters(["request", "grant"], [1])
        >>> letters.named(letters.literal(0) & ~letters.literal(1)), letters.named(letters.true)
        ('request & !grant', 'true')
        >>> letters = Letters(["x@0", "x@1", "go"])
        >>> x0, x1, go = map(letters.literal, range(3))
        >>> [letters.named(one, {"x": 1}) for one in (x0 & x1 & ~go, ~x1, x0)]
        ['x=4 & !go', 'x=1..2', 'x=2,4']
        """
        parts, length = [], 0
        for cube in self.cubes(guard):
            parts.append(" & ".join(self._in_words(cube, numbers)) or "true")
            length += len(parts[-1]) + 3
            if length > _LONGEST:
                break
        text = " | ".join(parts)
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."

    def _in_words(self, cube: Mapping[int, bool], numbers: Mapping[str, int]) -> Iterator[str]:
        """Yield what a cube says of each proposition, and of each number."""
        bits: dict[str, dict[int, bool]] = {}
        for i, on in cube.items():
            name, _, k = self.names[i].rpartition("@")
            name, place = (name, int(k)) if name in numbers and k.isdigit() else (self.names[i], 0)
            bits.setdefault(name, {})[place] = on
        for name, known in bits.items():
            if name not in numbers:
                yield f"{'' if known[0] else '!'}{name}"
                continue
            free = [k for k in range(sum(one.rpartition("@")[0] == name for one in self.names)) if k not in known]
            least = numbers[name] + sum(on << k for k, on in known.items())
            if free == [*range(len(free))]:
                yield f"{name}={least}" + f"..{least + (1 << len(free)) - 1}" * bool(free)
            else:
                some = product((0, 1), repeat=min(len(free), 4))
                values = [least + sum(on << k for on, k in zip(one, free, strict=False)) for one in some]
                yield f"{name}={','.join(map(str, sorted(values)))}" + ",..." * (len(free) > 4)


class Edge(NamedTuple):
    """A move of an automaton: the letters that make it, where it leads, and its priority (max-even)."""

    letters: Node
    target: int
    priority: int


def by_target(steps: Iterable[tuple[Node, T]]) -> dict[T, Node]:
    """Return for each target of some steps all letters that lead there."""
    found: dict[T, Node] = {}
    for letters, target in steps:
        found[target] = found[target] | letters if target in found else letters
    return found


@dataclass(frozen=True, eq=False)
class Automaton:
    """A deterministic parity automaton; a word is accepted if the largest priority seen infinitely often is even.

    A letter without an edge ends the run, and then the word is not accepted.
    """

    letters: Letters
    """The propositions and who chooses them."""
    edges: tuple[tuple[Edge, ...], ...]
    """For each state its edges; no letter is on two of them."""
    start: int | None
    """Where a run begins."""
    names: tuple[str, ...]
    """A name for each state."""
    players: tuple[int, ...] | None = None
    """Where a header of Spot's says so, the player who chooses the edge in each state: 1 wants the run to be accepted,
    0 does not. Then an edge is a move, and a letter may be on several."""
    source: tuple[Any, Automaton] | None = None
    """The condition that it had and the automaton whose edges have numbers of sets, if it was no parity automaton."""
    colours: Mapping[int, int] = field(default_factory=dict)
    """If it was one, the number of the acceptance set of each priority; 0 or 1 may stand for edges in none."""

    def __repr__(self) -> str:
        return f"Automaton({counted(len(self.edges), 'state')}, {counted(len(self.letters.names), 'proposition')})"

    @property
    def origin(self) -> str:
        """Of what a parity game was made, in words, where that was no parity automaton."""
        return "" if self.source is None else f" of {with_article(self.source[0].title)} automaton"

    def remark(self, raised: int = 0) -> str:
        """Return in a sentence how vertices or priorities are made of acceptance sets, where there are several.

        The priorities of the game are ``raised`` above those here.
        """
        if self.source is not None:
            remembers = not {*self.names} <= {*self.source[1].names}
            return (
                "a vertex 'STATE / MEMORY' is a state with what the condition needs to know of the sets that were seen"
                * remembers
            )
        sets = sorted((colour, priority) for priority, colour in self.colours.items())
        if len(sets) < 2:
            return ""
        named = [f"{priority + raised} for set {colour}" for colour, priority in sets]
        shown = ", ".join(named if len(named) < 6 else [*named[:3], "...", named[-1]])
        wins = ("even", "odd")[raised % 2]
        return f"priorities stand for the acceptance sets, so that a run is accepted if the largest is {wins}: {shown}"


@dataclass(frozen=True, eq=False)
class Machine(Drawable):
    """A finite machine that chooses the controller's outputs (Mealy) or the environment's inputs (Moore).

    Examples
    --------
    >>> import graphgames as gg
    >>> text = '''HOA: v1 States: 1 Start: 0
    ... AP: 2 "request" "grant" controllable-AP: 1 Acceptance: 1 Inf(0)
    ... --BODY-- State: 0 [!0&!1] 0 {0} [0&1] 0 {0} --END--'''
    >>> machine = gg.controller(gg.solve(gg.read(text)))
    >>> machine.step(0, {0: True})
    ({0: True, 1: True}, 0)
    """

    letters: Letters
    """As in the automaton it plays on."""
    steps: tuple[tuple[tuple[Node, int], ...], ...]
    """For each state sets of letters and the state that follows. A controller has one letter for each input; the
    environment's machine has one input, and every output with it."""
    start: int
    """The state in which it begins."""
    player: int
    """0 for a controller, 1 for the environment's machine."""
    names: tuple[str, ...]
    """A name for each state."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The least value of each number ``x``, whose bits are the propositions ``x@0``, ``x@1``, ..."""
    over: int | None = None
    """The state in which the other side has broken its rules, so that any answer is right, if there is one."""
    written_as: ClassVar[str] = "machine"
    proves: ClassVar[Mapping[str, str]] = {
        "letters, numbers, over": "misfit",
        "steps, start": "fault_of run_together",
        "player": "fault_of bad_steps",
    }
    """What the checker of machines proves: all but the names of states, which say where a state comes from."""

    def __repr__(self) -> str:
        whose = "controller" if self.player == 0 else "environment"
        return f"Machine({whose}, {counted(len(self.steps), 'state')})"

    def named(self, guard: Node) -> str:
        """Return the letters of a step as a condition on the variables, cut where it is long."""
        return self.letters.named(guard, self.numbers)

    def step(self, state: int, values: dict[int, bool]) -> tuple[dict[int, bool], int]:
        """Return the whole letter and the next state, when the other side has chosen these values."""
        given = self.letters.cube(values)
        for guard, target in self.steps[state]:
            both = guard & given
            if both != self.letters.false:
                return self.letters.one(both), target
        raise ValueError(f"state {state} has no answer to {values}")

    def minimized(self) -> Machine:
        """Return the machine with states made one that no word can tell apart, and without those never come to.

        The state in which the other side has broken its rules stays apart.
        """
        states = range(len(self.steps))
        after = divided(
            [int(state == self.over) for state in states],
            lambda block: [frozenset(self._merged(state, block).items()) for state in states],
        )
        order, kept = {after[self.start]: self.start}, [self.start]
        for state in kept:  # the list grows while it is walked
            for _, target in self.steps[state]:
                if after[target] not in order:
                    order[after[target]] = target
                    kept.append(target)
        place = {one: k for k, one in enumerate(order)}
        steps = tuple(tuple((guard, place[one]) for one, guard in self._merged(state, after).items()) for state in kept)
        names = tuple(self.names[state] for state in kept)
        over = None if self.over is None else place.get(after[self.over])
        return replace(self, steps=steps, start=0, names=names, over=over)

    def _merged(self, state: int, block: Sequence[int]) -> dict[int, Node]:
        """Return the letters that lead from a state to each block."""
        return by_target((guard, block[target]) for guard, target in self.steps[state])
