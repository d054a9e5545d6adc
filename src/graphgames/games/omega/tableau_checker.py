"""A tableau of a formula of linear temporal logic, and a check of a deterministic automaton against it.

A state of the tableau is a set of formulas that must hold; an edge knows which formulas ``a U b`` it has put off. A
word makes a formula true just if some way of the tableau reads it and puts none off for ever (Gerth, Peled, Vardi,
Wolper, *Simple on-the-fly automatic verification of linear temporal logic*, 1995; marks on edges as Couvreur, 1999).
Nothing of the translation is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphgames.core.acceptance import both, finitely, infinitely
from graphgames.core.acceptance import negated as opposite
from graphgames.core.numbering import Numbering
from graphgames.core.report import Failure, Report
from graphgames.games.omega.checker import Part, loops

Tree: TypeAlias = tuple[Any, ...]
"""``("lit", name, on)``, ``("t",)``, ``("f",)``, or an operator ``&``, ``|``, ``X``, ``U``, ``R`` and its parts."""

MOST = 300_000
"""A product with more edges is not gone through."""
_DUAL = {"&": "|", "|": "&", "U": "R", "R": "U", "t": "f", "f": "t", "X": "X"}


class Way(NamedTuple):
    """An edge of the tableau: what it asks of the letter, what must hold behind it, and what it has put off."""

    asked: dict[Any, bool]
    after: frozenset[Tree]
    put_off: frozenset[Tree]


def negated(tree: Tree) -> Tree:
    """Return the negation of a formula."""
    if tree[0] == "lit":
        return ("lit", tree[1], not tree[2])
    return (_DUAL[tree[0]], *map(negated, tree[1:]))


def ways(now: frozenset[Tree]) -> Iterator[Way]:
    """Yield the edges of a state of the tableau."""
    stack: list[tuple[tuple[Tree, ...], frozenset[Tree], Way]] = [
        (tuple(now), frozenset(), Way({}, *[frozenset()] * 2))
    ]
    while stack:
        todo, done, way = stack.pop()
        if not todo:
            yield way
            continue
        rest, (sign, *parts) = todo[:-1], todo[-1]
        asked, after, put_off = way
        one = todo[-1]
        if one in done:
            stack.append((rest, done, way))
            continue
        done |= {one}
        if sign in ("t", "&"):
            stack.append(((*rest, *parts), done, way))
        elif sign == "lit" and asked.get(parts[0], parts[1]) == parts[1]:
            stack.append((rest, done, way._replace(asked=asked | {parts[0]: parts[1]})))
        elif sign == "|":
            stack += [((*rest, part), done, way) for part in parts]
        elif sign == "X":
            stack.append((rest, done, way._replace(after=after | {parts[0]})))
        elif sign == "U":
            stack.append(((*rest, parts[1]), done, way))
            stack.append(((*rest, parts[0]), done, Way(asked, after | {one}, put_off | {one})))
        elif sign == "R":
            stack.append(((*rest, *parts), done, way))
            stack.append(((*rest, parts[1]), done, way._replace(after=after | {one})))


def check_automaton(automaton: Any, path: tuple[Any, ...], letters: Sequence[Sequence[bool]]) -> Report:
    """Check that a deterministic automaton accepts just the words over some letters that make a path formula true.

    A letter says of each atom whether it holds. The automaton has ``step``, ``rows``, ``condition`` and ``sets`` as
    `graphgames.games.omega.translation.Deterministic`. Runs of automaton and tableau side by side must not be good for
    both, where the tableau is that of the negated formula, or the automaton rejects and the tableau is that of the
    formula.
    """
    tree, failures, checked = _tree(path), list[Failure](), 0
    lost, accepted = automaton.sets, both(automaton.condition, finitely(automaton.sets))
    for wanted, bad in ((negated(tree), accepted), (tree, opposite(accepted))):
        steps = _side_by_side(automaton, wanted, letters, lost)
        if steps is None:
            failures.append(Failure(None, "the automaton of the formula is too large to be held against the formula"))
            continue
        marks, followers = steps
        owed = sorted({one for _, put_off in marks for one in put_off}, key=repr)
        bits = [
            sum(1 << i for i in seen) | sum(1 << lost + 1 + i for i, one in enumerate(owed) if one not in put_off)
            for seen, put_off in marks
        ]
        tails = np.repeat(np.arange(len(marks), dtype=np.int32), [len(row) for row in followers])
        heads = np.array([one for row in followers for one in row], np.int32)
        sets = np.array(bits, object if lost + len(owed) > 60 else np.int64)
        part = Part(np.arange(len(marks), dtype=np.int32), tails, heads, sets)
        bad = both(bad, *(infinitely(lost + 1 + i) for i in range(len(owed))))
        checked += len(marks)
        if next(loops(bad, part), None) is not None:
            what = "rejects a word that makes it true" if wanted is tree else "accepts a word that makes it false"
            failures.append(Failure(None, f"the automaton of the formula {what}"))
    return Report(max(checked, 1), tuple(failures), len(failures))


def _side_by_side(automaton: Any, tree: Tree, letters: Sequence[Sequence[bool]], lost: int) -> Any:
    """Return for each step of both its marks and what it puts off, and the steps that follow it; None if too many."""
    number, known = Numbering([(0, frozenset([tree]))]), dict[frozenset[Tree], list[Way]]()
    into, marks, leaving = list[int](), list[tuple[frozenset[int], frozenset[Tree]]](), list[list[int]]()
    for state, now in number.found:
        leaving.append([])
        found = known[now] if now in known else known.setdefault(now, list(ways(now)))
        for row in letters:
            end = None if state < 0 else automaton.step(state, row.__getitem__)
            fits = dict.fromkeys(way[1:] for way in found if all(row[k] == on for k, on in way.asked.items()))
            for after, put_off in fits:
                leaving[-1].append(len(marks))
                into.append(number[-1 if end is None else end.state, after])
                marks.append((frozenset([lost]) if end is None else end.marks, put_off))
        if len(marks) > MOST:
            return None
    return marks, [leaving[pair] for pair in into]


def _tree(path: tuple[Any, ...]) -> Tree:
    """Return a path formula as a tree, with X in place of bounds."""
    sign, *parts = path
    if sign in ("true", "false"):
        return (sign[0],)
    if sign in ("atom", "not"):
        return ("lit", parts[0], sign == "atom")
    if sign in ("and", "or", "X"):
        return ({"and": "&", "or": "|"}.get(sign, sign), *map(_tree, parts))
    a, b = map(_tree, parts[:2])
    least, most = parts[2:]
    outer, inner, end = ("|", "&", ("f",)) if sign == "U" else ("&", "|", ("t",))
    found = (sign, a, b) if most is None else end
    for k in range(least if most is None else most + 1):
        rest: Tree = ("X", found) if found != end else end
        go_on = (inner, a, rest)
        found = go_on if (most is None or most - k < least) else (outer, b, go_on)
    return found
