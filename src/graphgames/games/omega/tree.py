"""The Zielonka tree of an acceptance condition: the memory that its games need, and the parity game with it.

The root of the tree holds all sets; the children of a node hold its largest subsets of which the condition says the
opposite. A leaf remembers how far a play has come: what it sees next leads up to the lowest node above the leaf that
holds all of that, whose height is the priority, and from there to the next child in turn. So the product of an arena
and the leaves is a parity game: Zielonka, *Infinite games on finitely coloured graphs*, TCS 200 (1998); Dziembowski,
Jurdziński, Walukiewicz, *How much memory is needed to win infinite games?*, LICS 1997; Casares, Colcombet, Fijalkow,
*Optimal transformations of games and automata using Muller conditions*, ICALP 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.acceptance import FALSE, Formula, assumed, atoms, holds, negated, renamed
from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.memory import Automaton
from graphgames.core.numbering import divided

MOST_STATES = 1 << 12
"""A tree may have so many leaves, a strategy so many states of memory."""

Sets = frozenset[int]

Colours = NDArray[np.int64]
"""What can be seen at one vertex: numbers with a bit for each set."""


class Tree(NamedTuple):
    """A node with what is below it."""

    holds: Sets
    good: bool
    """Whether player 0 wins a play that sees exactly these sets infinitely often."""
    children: tuple[Tree, ...]

    def paths(self) -> Iterator[tuple[tuple[Tree, int], ...]]:
        """Yield for each leaf the nodes on the way there, with the number of the child that comes next."""
        if not self.children:
            yield ((self, 0),)
        for i, child in enumerate(self.children):
            for path in child.paths():
                yield ((self, i), *path)


def zielonka_tree(formula: Formula, sets: Sets, colours: Colours | None = None) -> Tree:
    """Return the tree of a condition over some sets; raise `GameError` if it has too many leaves.

    If it is known which sets can be seen at one vertex, all of them together, it has the nodes alone that these make.
    """
    known = dict[Sets, tuple[Tree, int]]()
    opposite = negated(formula)

    def node(sets: Sets) -> tuple[Tree, int]:
        """Return the node of some sets, which may stand at several places, and how many leaves are below it."""
        if sets not in known:
            good = holds(formula, sets)
            children = [node(child) for child in largest(opposite if good else formula, sets, colours)]
            count = sum(leaves for _, leaves in children) or 1
            if count > MOST_STATES:
                raise GameError(f"the Zielonka tree of the condition has more than {MOST_STATES} leaves, too many")
            known[sets] = Tree(sets, good, tuple(child for child, _ in children)), count
        return known[sets]

    return node(sets)[0]


def largest(formula: Formula, sets: Sets, colours: Colours | None = None) -> list[Sets]:
    """Return the subsets of which a formula is true and that lie in no larger one, in ascending order.

    If colours are given, only those that some of them make together.
    """
    made = _true(formula, sets) if colours is None else _made(formula, sets, colours)
    found = sorted(set(made), key=lambda one: (-len(one), sorted(one)))
    kept: list[Sets] = []
    for one in found:
        if not any(one < other for other in kept):
            kept.append(one)
    return sorted(kept, key=sorted)


def _true(formula: Formula, sets: Sets) -> list[Sets]:
    """Return subsets of which a formula is true, the largest among them."""
    formula = assumed(formula, {i: False for _, i in atoms(formula) if i not in sets})
    if formula == FALSE:
        return []
    if holds(formula, sets):
        return [sets]
    sign, *parts = formula
    if sign == "or":
        return [one for part in parts for one in _true(part, sets)]
    missed = frozenset(part[1] for part in (parts if sign == "and" else [formula]) if part[0] == "fin")
    if missed:
        return _true(formula, sets - missed)
    i = next((i for word, i in atoms(formula) if word == "fin"), None)
    if i is None:  # fewer sets make it no truer
        return []
    return _true(formula, sets - {i}) + _true(assumed(formula, {i: True}), sets)


def _made(formula: Formula, sets: Sets, colours: Colours) -> Iterator[Sets]:
    """Yield subsets made by colours of which a formula is true, the largest among them."""
    for one in set(_true(formula, sets)):
        inside = colours[colours & ~np.int64(sum(1 << i for i in one)) == 0]
        if inside.size:
            union = together(inside)
            yield from [union] if holds(formula, union) else _made(formula, union, inside)


def together(colours: Colours) -> Sets:
    """Return the sets that are seen where all of some colours are."""
    bits = int(np.bitwise_or.reduce(colours))
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)


class Leaves(NamedTuple):
    """The leaves of a tree as a memory."""

    after: NDArray[np.int64]
    """The leaf after a leaf and a vertex of a colour, shape (leaves, colours)."""
    priority: NDArray[np.int32]
    """The priority (max-even) of such a pair, shape (leaves, colours)."""
    colour: NDArray[np.int64]
    """The colour of each vertex: which sets hold it."""
    memoryless: list[int]
    """The players who need no memory: no node that is good for them has two children."""

    def memory(self, arena: Arena) -> Automaton:
        """Return the memory over an arena with these vertices."""
        return Automaton.of_vertices(self.after[:, self.colour], arena)


def leaves(condition: Formula, masks: NDArray[np.bool_]) -> Leaves:
    """Return the memory for a condition on these sets, shape (k, n), as small as a quotient of the leaves can be."""
    formula, held = colours_of(condition, masks)
    colours = np.unique(held)
    tree = zielonka_tree(formula, together(colours), colours)
    remembering = {int(not node.good) for path in tree.paths() for node, _ in path if len(node.children) > 1}
    memoryless = [player for player in (0, 1) if player not in remembering]
    return Leaves(*quotient(*_walks(tree, colours)), np.searchsorted(colours, held), memoryless)


def colours_of(condition: Formula, masks: NDArray[np.bool_]) -> tuple[Formula, Colours]:
    """Return what is left of a condition, about the sets that it speaks of still, and the colour of each vertex."""
    formula, used = used_sets(condition, masks)
    return renamed(formula, used.index), (np.int64(1) << np.arange(len(used))) @ masks[used]


def used_sets(condition: Formula, masks: NDArray[np.bool_]) -> tuple[Formula, list[int]]:
    """Return what is left of a condition whose sets are known, and the numbers of the sets that it speaks of still."""
    known = {i: bool(mask.all()) for i, mask in enumerate(masks) if mask.all() or not mask.any()}
    formula = assumed(condition, known)
    return formula, sorted({i for _, i in atoms(formula)})


def _walks(tree: Tree, colours: Colours) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the leaf after each leaf and colour, and the priority."""
    paths = list(tree.paths())
    ways = [tuple(i for _, i in path[:-1]) for path in paths]
    first: dict[tuple[int, ...], int] = {}
    for leaf, way in enumerate(ways):
        for depth in range(len(way) + 1):
            first.setdefault(way[:depth], leaf)
    top = max(map(len, paths)) - 1
    top += (top % 2 == 0) != tree.good
    after, priority = (np.empty((len(paths), colours.size), np.int64) for _ in range(2))
    for leaf, path in enumerate(paths):
        held = np.array([sum(1 << i for i in node.holds) for node, _ in path])
        depth = np.count_nonzero(colours & ~held[:, None] == 0, axis=0) - 1
        down = [
            leaf if not node.children else first[*ways[leaf][:d], (i + 1) % len(node.children)]
            for d, (node, i) in enumerate(path)
        ]
        after[leaf], priority[leaf] = np.array(down)[depth], top - depth
    return after, priority.astype(np.int32)


def quotient(after: NDArray[np.int64], seen: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return what comes after states, and what is seen in them, with states made one that no play can tell apart.

    Both have a row for each state; state 0 stays the first.
    """

    def keys(block: Sequence[int]) -> list[tuple[bytes, bytes]]:
        number = np.array(block, np.int32)
        return [(row.tobytes(), number[heads].tobytes()) for row, heads in zip(seen, after, strict=True)]

    block = np.array(divided([0] * len(after), keys), np.int64)
    kept = np.unique(block, return_index=True)[1]
    return block[after[kept]], seen[kept]
