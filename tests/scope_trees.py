"""Small scope for specifications with an acceptance condition: trees of sets of states, of every form up to two nodes.

The listings are those of `tests.scope_problems`: small problems, all claims over a grid, and a judge that knows the
definition and no certificate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, product
from typing import Any
from unittest.mock import patch

import numpy as np
from dd import cudd

import graphgames as gg
from graphgames.core.report import Failure, Report
from graphgames.games.synthesis.diagrams import Diagrams
from tests.games.omega.oracle import mcnaughton
from tests.games.synthesis.test_spec import explicit
from tests.scope_listing import Listing

_BDD = cudd.BDD


def report(solution: Any) -> Report:
    """Return the report of the fast checker on an answer; the manager of its sets is a small one, made in no time."""
    with patch.object(cudd, "BDD", lambda **sizes: _BDD(memory_estimate=2**22, initial_cache_size=2**8)):
        return gg.verify(solution)


def trees() -> Iterator[Listing]:
    """Trees of two states without an inner stay, and roots alone over four."""
    yield from narrow(FORMS[:-1])
    yield from wide(FORMS[:1])


def larger() -> Iterator[Listing]:
    """The other trees; roots alone over four states are among these, too, since few others are believed."""
    yield from narrow(FORMS[-1:])
    yield from wide(FORMS)


def narrow(forms: Sequence[str]) -> Iterator[Listing]:
    """Specifications over one output, of two states."""
    rules: list[Any] = [[], ["x' -> !x"], ["x'"], ["x | x'"]]
    conditions = ["Inf(0)", "Fin(0)"]
    for step, start, acceptance in product(rules, ([], ["!x"]), conditions):
        spec = gg.Spec({}, {"x": bool}, sys_init=start, sys_trans=step, marks=["x"], acceptance=acceptance)
        yield from (tree(spec, form) for form in forms)


def wide(forms: Sequence[str]) -> Iterator[Listing]:
    """Specifications over an input and an output, of four states."""
    rules: list[Any] = [[], ["x' -> a"], ["x' <-> a'"], ["x' -> a'"]]
    conditions = ["Inf(0) & Inf(1)", "Fin(0) | Inf(1)", "Inf(0) & Fin(1)", "Fin(0) & Fin(1) | Inf(0) & Inf(1)"]
    for step, marks, acceptance in product(rules, (["a", "x"], ["a & x", "x'"]), conditions):
        spec = gg.Spec({"a": bool}, {"x": bool}, sys_trans=step, marks=marks, acceptance=acceptance)
        yield from (tree(spec, form) for form in forms)


FORMS = ["stay", "climb", "layers", "climbs", "inner"]
"""A root alone; with a climb of one layer or of two; with two climbs; with a climb in which there is another stay."""


def subsets(count: int) -> list[tuple[int, ...]]:
    """Return all sets of so many marks."""
    return [tuple(k for k in range(count) if bits >> k & 1) for bits in range(2**count)]


def tree(spec: gg.Spec, form: str) -> Listing:
    """Return the claims of a form: who wins, and labels, states and what is below of each node."""
    order, solved = tuple(spec.bits()), cache(partial(gg.synthesize, spec))
    two = len(order) == 1
    nodes = (
        [(0, 0, 1), (0, 1, 0)] if two else [(2, 0, 1), (2, 1, 0), *((0, *one) for one in product(range(4), repeat=2))]
    )
    sets = range(2 + len(nodes))
    labels = [*subsets(len(spec.condition()[1])), (len(spec.condition()[1]),)]
    place: list[Any] = [*((one, -1) for one in sets)]
    below: dict[str, list[Sequence[Any]]] = {
        "stay": [],
        "climb": [((), (0,), (1,), (0, 0)), labels, [None, *place, (0, 0)]],
        "layers": [((0,),), labels, [None, *place], [None, *place]],
        "climbs": [((0, 1), (0,), (1, 0)), labels, place, labels, place],
        "inner": [
            ((0,), (1,)), labels, [*place, *((one, stay) for one, stay in product(sets, (0, 1, 2)))],
            [None, *place], labels, sets, ((), (0,), (1,)),
        ],
    }  # fmt: skip

    @cache
    def met() -> bool:
        """Whether the system wins the explicit game."""
        game = explicit(spec)
        return bool(mcnaughton(game)[game.start] == 0)

    def made(entries: list[Any]) -> Any:
        realizable, label, states, *more = entries
        stays, climbs = list[Any](), list[Any]()
        if form == "inner":
            *more, one, other, under = more
            stays.append((one, other, under))
        if form == "climbs":
            climbs = [(more[1], (more[2],)), (more[3], (more[4],))]
        elif form != "stay":
            climbs = [(more[1], tuple(one for one in more[2:] if one is not None))]
        stays.append((label, states, more[0] if more else ()))
        kind: Any = type(solved().certificate)
        sides = Diagrams(order, np.array(nodes, np.int64))
        proof = kind(realizable, sides, tuple(stays), tuple(climbs))
        return replace(solved(), proof=proof, realizable=realizable)

    def holds(solution: Any) -> bool:
        return bool(solution.realizable == met())

    names, under, layers = PLACES[form]

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """Faults of labels speak of these and of what is below; those of a layer of what stands before and around it.

        These come once each climb is below one stay, which is the root in all forms.
        """
        said = fault.message.removeprefix("this does not hold: ")
        if "labels" in said or "label of" in said:
            inside = () if "label of" in said or "name marks" in said else chain(*layers)
            return (*names, *under, *inside)
        if "each node" in said:
            return (*under, *chain(*layers))
        if "seen for ever" in said:
            return (0, *names, *under)
        if "every first input" in said or "some first input" in said:
            return (0, 2)
        if (climb := re.search(r"climb (\d)", said)) is None:
            return None
        own = layers[int(climb[1])]
        if t := re.search(r"layer (\d) of", said):
            own = own[: own.index([k for k in own if entries[k] is not None][int(t[1])]) + 1]
        if "leads up" in said:
            return (0, 1, 2, 3, own[0] - 1, *own)
        return (2, 3, *own) if t is None else (3, *own, 8)

    return Listing(spec, [(True, False), labels, sets, *below[form]], made, holds, report, speaks=speaks)


PLACES: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]] = {
    "stay": ((1,), (), ()),
    "climb": ((1, 4), (3,), ((5,),)),
    "layers": ((1, 4), (3,), ((5, 6),)),
    "climbs": ((1, 4, 6), (3,), ((5,), (7,))),
    "inner": ((1, 4, 7), (3, 9), ((5, 6),)),
}
"""Where in a claim of each form stand labels, what is below stays, and the layers of each climb."""


KINDS: dict[str, Callable[[], Iterator[Listing]]] = {
    "spec-tree": trees,
    "spec-tree larger": larger,
}
