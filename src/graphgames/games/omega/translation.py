"""Linear temporal logic to deterministic automata, whose acceptance is a formula over what is seen infinitely often.

The normal form (`graphgames.games.omega.temporal`) is a Boolean combination of formulas without U below R, and of
negations of such. An automaton for one of them keeps what must hold from the next letter on, as alternatives each of
which is a set of formulas, and a *promise*: alternatives without U, which are lost as soon as they are broken. A broken
promise marks the edge, and the alternatives without U that are left become the next. The formula is true just if that
happens finitely often: some alternative is without U from some point on, and is kept for ever (the breakpoint
construction for very weak automata of two levels, Sickert, Esparza, LICS 2020). All of them run side by side, except
those whose truth matters no longer; then states that no word tells apart become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphgames.core import acceptance
from graphgames.core.acceptance import Formula, assumed, atoms, finitely, infinitely
from graphgames.core.arrays import offsets
from graphgames.core.errors import LimitExceededError
from graphgames.core.numbering import Numbering, divided
from graphgames.games.omega.temporal import (
    FALSE,
    TRUE,
    Path,
    is_endless,
    is_first,
    is_second,
    negated,
    normal,
)
from graphgames.graphs.compressed_rows import components

MOST_EDGES = 100_000
"""An automaton with more edges is refused."""

Rest: TypeAlias = frozenset[frozenset[Any]]
"""Alternatives, each a set of what must hold, of which none contains another."""

DONE: Rest = frozenset([frozenset()])
"""Nothing remains."""
LOST: Rest = frozenset()
"""There is no alternative."""

Tree: TypeAlias = Any
"""What a state does on each letter: ``(k, without, with)`` asks for atom k; a `Target`, or None if there is no edge."""


class Target(NamedTuple):
    """Where an edge leads, and the sets that it is in."""

    state: int
    marks: frozenset[int]


@dataclass(frozen=True)
class Deterministic:
    """A deterministic automaton; a word is accepted if its run never ends and its marks make the condition true.

    Attributes
    ----------
    rows : list of Tree
        What each state does; the run begins in state 0.
    condition : Formula
        What is to be seen infinitely often.
    sets : int
        The number of sets of edges that the condition speaks of.
    """

    rows: list[Tree]
    condition: Formula
    sets: int

    def step(self, state: int, letter: Callable[[int], bool]) -> Target | None:
        """Return where a letter leads, of which ``letter(k)`` says whether atom k holds."""
        tree = self.rows[state]
        while tree is not None and not isinstance(tree, Target):
            tree = tree[2] if letter(tree[0]) else tree[1]
        found: Target | None = tree
        return found

    def edges(self, state: int) -> Iterator[tuple[dict[int, bool], Target]]:
        """Yield the edges of a state, each with the atoms of which its letters are known."""
        stack: list[tuple[Tree, dict[int, bool]]] = [(self.rows[state], {})]
        while stack:
            tree, known = stack.pop()
            if isinstance(tree, Target):
                yield known, tree
            elif tree is not None:
                stack += [(tree[2], known | {tree[0]: True}), (tree[1], known | {tree[0]: False})]


def any_of(rests: Iterable[Rest]) -> Rest:
    """Return what remains where one of some things must come true."""
    return _smallest(frozenset().union(*rests))


def all_of(rests: Iterable[Rest]) -> Rest:
    """Return what remains where some things must come true."""
    found = DONE
    for rest in rests:
        found = rest if found is DONE else _smallest({one | other for one in found for other in rest})
    return found


def _smallest(sets: Set[frozenset[Any]]) -> Rest:
    """Return the sets that contain no other one."""
    return frozenset(one for one in sets if not any(other < one for other in sets))


JOINED: Mapping[str, Callable[[Iterable[Rest]], Rest]] = {"and": all_of, "or": any_of}


def expanded(path: Path, left: Rest, right: Rest, later: Callable[[Path], Rest]) -> Rest:
    """Return what remains of a formula of U or R, of whose sides that is known; ``later`` says it of the next letter.

    ``a U b`` is b, or a and again ``a U b`` from the next letter on; where it has bounds these are smaller then.
    """
    operator, a, b, least, most = path
    outer, inner, end = (any_of, all_of, LOST) if operator == "U" else (all_of, any_of, DONE)
    if most is not None and most < least:
        return end
    rest = (operator, a, b, max(least - 1, 0), None if most is None else most - 1)
    go_on = end if most == 0 else inner((left, later(rest)))
    return go_on if least else outer((right, go_on))


def translate(path: Path) -> Deterministic:
    """Return a deterministic automaton for a formula; raise `LimitExceededError` if it would be far too large.

    >>> from graphgames.games.omega.temporal import FALSE, TRUE
    >>> again = ("R", FALSE, ("U", TRUE, ("atom", 0), 0, None), 0, None)
    >>> translate(again)
    Deterministic(rows=[(0, Target(state=0, marks=frozenset()), Target(state=0, marks=frozenset({0})))], \
condition=('inf', 0), sets=1)
    """
    runs = _Runs()
    condition = runs.condition_of(normal(path))
    rows, condition = runs.rows(condition)
    rows, condition = _merged(*_trimmed(rows, condition))
    return _renumbered(rows, condition)


class Run(NamedTuple):
    """What an automaton of one formula keeps: what remains, and the promise."""

    formula: int
    rest: Rest
    promise: Rest


@dataclass
class _Runs:
    """The automata of several formulas side by side; formulas, and what must hold next, have numbers."""

    formulas: Numbering[Path] = field(default_factory=Numbering)
    unrolled: dict[int, Rest] = field(default_factory=dict)
    starts: Numbering[Path] = field(default_factory=Numbering)
    edges: int = 0

    def condition_of(self, path: Path) -> Formula:
        """Return a normal form as a condition: which of its formulas lose their promises infinitely often."""
        if path in (TRUE, FALSE):
            return acceptance.TRUE if path == TRUE else acceptance.FALSE
        if path[0] in JOINED:
            join = acceptance.both if path[0] == "and" else acceptance.either
            return join(*map(self.condition_of, path[1:]))
        positive = is_second(path, "U") and not (is_first(path, "U") and not is_first(path, "R"))
        return finitely(self.starts[path]) if positive else infinitely(self.starts[negated(path)])

    def rows(self, condition: Formula) -> tuple[list[Tree], Formula]:
        """Return what the states of all automata together do, and the condition."""
        kept: dict[Formula, frozenset[int]] = {}

        def arrived(before: Formula, runs: list[Run]) -> tuple[Formula, tuple[Run, ...]] | None:
            """Return the state of some runs; what is decided goes into the condition that is left."""
            lost = {run.formula: run.rest == LOST for run in runs if run.rest in (LOST, DONE)}
            left = assumed(before, lost)
            if left == acceptance.FALSE:
                return None
            kept.setdefault(left, kept[before] | {one for one, there in lost.items() if there})
            live = {atom[1] for atom in atoms(left)}
            return left, tuple(run for run in runs if run.formula in live)

        kept[condition] = frozenset[int]()
        first = arrived(
            condition, [Run(k, rest := self.ahead(path), self.promise(rest)) for path, k in self.starts.items()]
        )
        if first is None:
            return [None], condition
        number, rows = Numbering([first]), list[Tree]()
        for before, runs in number.found:

            def leaf(rests: tuple[Rest, ...], before: Formula = before, runs: tuple[Run, ...] = runs) -> Target | None:
                marks, after = set[int](), list[Run]()
                for k, run in enumerate(runs):
                    rest, promise = self._next(rests[2 * k]), self._next(rests[2 * k + 1])
                    if promise == LOST:
                        marks.add(run.formula)
                        promise = self.promise(rest)
                    after.append(Run(run.formula, rest, promise))
                state = arrived(before, after)
                if state is None:
                    return None
                self.edges += 1
                if self.edges > MOST_EDGES:
                    raise LimitExceededError(f"the automaton of the formula has more than {MOST_EDGES:,} edges")
                return Target(number[state], frozenset(marks) | kept[state[0]])

            rows.append(_decided(tuple(chain(*((self._now(r.rest), self._now(r.promise)) for r in runs))), leaf, {}))
        return rows, condition

    def ahead(self, path: Path) -> Rest:
        """Return a formula as alternatives of what it is made of: literals, X, U and R."""
        if path in (TRUE, FALSE):
            return DONE if path == TRUE else LOST
        if path[0] in JOINED:
            return JOINED[path[0]](map(self.ahead, path[1:]))
        return frozenset([frozenset([self.formulas[path]])])

    def promise(self, rest: Rest) -> Rest:
        """Return the alternatives without U; of ``F G a`` the part behind F."""

        def kept(number: int) -> Rest:
            path = self.formulas.found[number]
            behind = path[2] if _is_settled(path) else path
            return self.ahead(behind) if is_first(behind, "R") else LOST

        return any_of(all_of(map(kept, every)) for every in rest)

    def _now(self, rest: Rest) -> Rest:
        """Return what is asked of the next letter, as numbers from 0 on, and below 0 of what follows."""
        for number in chain(*rest):
            if number not in self.unrolled:
                self.unrolled[number] = self._unrolled(self.formulas.found[number])
        return any_of(all_of(self.unrolled[number] for number in every) for every in rest)

    def _unrolled(self, path: Path) -> Rest:
        operator = path[0]
        if operator in ("true", "false"):
            return DONE if operator == "true" else LOST
        if operator in ("atom", "not"):
            return frozenset([frozenset([2 * path[1] + (operator == "not")])])
        if operator in JOINED:
            return JOINED[operator](map(self._unrolled, path[1:]))
        if operator == "X":
            return self._behind(path[1])
        if _is_settled(path):
            return self._behind(path)
        return expanded(path, self._unrolled(path[1]), self._unrolled(path[2]), self._behind)

    def _behind(self, path: Path) -> Rest:
        """Return that a formula must hold from the next letter on."""
        return frozenset(frozenset(-1 - one for one in every) for every in self.ahead(path))

    def _next(self, rest: Rest) -> Rest:
        """Return what must hold behind a letter that all is known of."""
        return frozenset(frozenset(-1 - one for one in every) for every in rest)


def _is_settled(path: Path) -> bool:
    """Return whether a formula is ``F G a`` without U in a: it stays as it is, and its promise is ``G a``."""
    return path[:2] == ("U", TRUE) and path[2][:2] == ("R", FALSE) and is_endless(path, "U") and is_first(path[2], "R")


def _decided(
    rests: tuple[Rest, ...], leaf: Callable[[tuple[Rest, ...]], Target | None], known: dict[Any, Tree]
) -> Tree:
    """Return the tree that asks for atoms until all is known that some alternatives ask of a letter."""
    if rests not in known:
        asked = min((one >> 1 for rest in rests for every in rest for one in every if one >= 0), default=None)
        if asked is None:
            known[rests] = leaf(rests)
        else:
            halves = [
                _decided(tuple(_given(rest, 2 * asked + (not value)) for rest in rests), leaf, known)
                for value in (False, True)
            ]
            known[rests] = halves[0] if halves[0] == halves[1] else (asked, *halves)
    return known[rests]


def _given(rest: Rest, literal: int) -> Rest:
    """Return what is left to ask where a literal is true."""
    if not any(literal in every or literal ^ 1 in every for every in rest):
        return rest
    found = {every - {literal} for every in rest if literal ^ 1 not in every}
    return frozenset(one for one in found if not any(other < one for other in found))


def _mapped(tree: Tree, leaf: Callable[[Target], Target | None], known: dict[Tree, Tree]) -> Tree:
    """Return a tree with other targets."""
    if tree is None or isinstance(tree, Target):
        return tree and leaf(tree)
    if tree not in known:
        halves = [_mapped(half, leaf, known) for half in tree[1:]]
        known[tree] = halves[0] if halves[0] == halves[1] else (tree[0], *halves)
    return known[tree]


def _targets(tree: Tree) -> set[Target | None]:
    """Return the leaves of a tree."""
    return {tree} if tree is None or isinstance(tree, Target) else _targets(tree[1]) | _targets(tree[2])


def _trimmed(rows: list[Tree], condition: Formula) -> tuple[list[Tree], Formula]:
    """Leave out states from which nothing is accepted, and marks that decide nothing in their component.

    Where every word is accepted, or none can be before the component is left, all edges have the same marks.
    """
    ends = [_targets(tree) for tree in rows]
    after = [[end.state for end in row if end] for row in ends]
    heads = np.array([*chain(*after)], np.int32)
    found, count = components((offsets(np.array([*map(len, after)])), heads))
    component = found.tolist()
    inner: list[set[frozenset[int]]] = [set() for _ in range(count)]
    for k, row in enumerate(ends):
        inner[component[k]] |= {end.marks for end in row if end and component[end.state] == component[k]}
    sets = sorted({atom[1] for atom in atoms(condition)})
    example = {value: _example(condition, value) for value in (False, True)}
    left = [_left(condition, sets, marks) for marks in inner]
    lives, whole = [one != acceptance.FALSE for one in left], [one == acceptance.TRUE for one in left]
    for here, row in sorted(zip(component, ends, strict=True), key=lambda one: one[0]):  # no edge leads to a later one
        lives[here] = lives[here] or any(end and lives[component[end.state]] for end in row)
        whole[here] = whole[here] and all(end and whole[component[end.state]] for end in row)
    universal = next((k for k, here in enumerate(component) if whole[here]), 0)

    def leaf(here: int, end: Target) -> Target | None:
        there = component[end.state]
        if not lives[there]:
            return None
        if whole[there]:
            return Target(universal, example[True] or frozenset())
        if there != here or left[here] in (acceptance.FALSE, acceptance.TRUE):
            return Target(end.state, example[left[there] == acceptance.TRUE] or frozenset())
        live = {atom[1] for atom in atoms(left[here])}
        return Target(end.state, end.marks & (live | frozenset.intersection(*inner[here])))

    return [_mapped(tree, partial(leaf, here), {}) for here, tree in zip(component, rows, strict=True)], condition


def _left(condition: Formula, sets: list[int], marks: set[frozenset[int]]) -> Formula:
    """Return what a condition asks of runs that stay where edges have these marks, of which there may be none."""
    if not marks:
        return acceptance.FALSE
    every, some = frozenset.intersection(*marks), frozenset.union(*marks)
    left = assumed(condition, {i: i in every for i in sets if (i in every) == (i in some)})
    decides = [value for value in (False, True) if _example(left, value) is not None]
    return left if len(decides) == 2 else acceptance.TRUE if decides == [True] else acceptance.FALSE


def _example(condition: Formula, value: bool) -> frozenset[int] | None:
    """Return sets that make a condition true, or false, where they alone are seen; None if there are none."""
    if condition in (acceptance.TRUE, acceptance.FALSE):
        return frozenset() if (condition == acceptance.TRUE) == value else None
    _, i = next(atoms(condition))
    for seen in (False, True):
        found = _example(assumed(condition, {i: seen}), value)
        if found is not None:
            return found | {i} if seen else found
    return None


def _merged(rows: list[Tree], condition: Formula) -> tuple[list[Tree], Formula]:
    """Make states one that do the same, and leave out those never come to; the run still begins in state 0."""

    def between(block: Sequence[int]) -> list[Tree]:
        known: dict[Tree, Tree] = {}
        return [_mapped(tree, lambda end: end._replace(state=block[end.state]), known) for tree in rows]

    block = divided([0] * len(rows), between)
    place, member = Numbering([block[0]]), {one: k for k, one in reversed(list(enumerate(block)))}

    def leaf(end: Target) -> Target:
        return end._replace(state=place[block[end.state]])

    return [_mapped(rows[member[one]], leaf, {}) for one in place.found], condition


def _renumbered(rows: list[Tree], condition: Formula) -> Deterministic:
    """Give the sets numbers anew, without those that are empty, are all edges, or are the same as another."""
    ends = [
        end for tree in rows for end in sorted(filter(None, _targets(tree)), key=lambda end: (end.state, *end.marks))
    ]
    inside = {atom[1]: frozenset(k for k, end in enumerate(ends) if atom[1] in end.marks) for atom in atoms(condition)}
    condition = assumed(condition, {i: bool(on) for i, on in inside.items() if len(on) in (0, len(ends))})
    first: dict[frozenset[int], int] = {}
    same: Mapping[int, int] = {i: first.setdefault(on, i) for i, on in inside.items()}
    condition = acceptance.renamed(condition, lambda i: same[i])
    number = Numbering(i for _, i in atoms(condition))
    condition = acceptance.renamed(condition, lambda i: number[i])

    def leaf(end: Target) -> Target:
        return end._replace(marks=frozenset(number[i] for i in end.marks if i in number))

    return Deterministic([_mapped(tree, leaf, {}) for tree in rows], condition, len(number))
