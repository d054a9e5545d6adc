"""Objectives made of others: both, one or the other, one wherever the other, or the opposite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from graphgames.core.acceptance import FALSE, TRUE, Formula, both, either, negated, renamed, spelled
from graphgames.core.arrays import Vertices
from graphgames.core.errors import GameError, shown
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.games.omega.objective import (
    GR1,
    Acceptance,
    EmersonLei,
    GeneralizedBuchi,
    GeneralizedCoBuchi,
    Leaving,
    Rabin,
    Streett,
)

Sets = tuple[Vertices, ...]


def joined(how: str, first: Any, second: Any = None) -> Acceptance:
    """Return the objective that is the conjunction ("and"), disjunction ("or"), implication or opposite of others.

    It is of the plainest class whose condition has that form. Raise `GameError` if one of them is no condition on what
    a play sees infinitely often.

    If one of them speaks of edges the sets of vertices of the others become sets of the edges that leave these.
    """
    formula, sets, edges = _condition(first, "has no opposite" if how == "not" else "cannot be joined with others")
    if how == "not":
        return plainest(negated(formula), sets, edges)
    other, more, others_edges = _condition(second)
    if edges != others_edges:
        sets, more = _leaving(sets, edges), _leaving(more, others_edges)
    other = renamed(other, lambda i: i + len(sets))
    made = {"and": both, "or": either, "implies": lambda f, g: either(negated(f), g)}[how](formula, other)
    return plainest(made, (*sets, *more), edges or others_edges)


def _leaving(sets: Sets, edges: bool) -> Sets:
    return sets if edges else tuple(Leaving(one) for one in sets)


def _condition(objective: object, refused: str = "cannot be joined with others") -> tuple[Formula, Sets, bool]:
    """Return what an objective wants to see infinitely often, and whether its sets are on edges."""
    found = objective.acceptance_by_edges() if isinstance(objective, Objective) else None
    if found is None:
        name = with_article(objective.name) + " objective" if isinstance(objective, Objective) else shown(objective)
        raise GameError(f"{name} {refused}; expected one on what is seen again and again, like Buchi")
    assert isinstance(objective, Objective)
    return *found, objective.speaks_of_edges


def plainest(formula: Formula, sets: Sets, edges: bool = False) -> Acceptance:
    """Return the objective of a condition, of the plainest class that has such ones."""
    made = _plainest(formula, sets)
    return replace(made, on="edges") if edges else made


def _plainest(formula: Formula, sets: Sets) -> Acceptance:
    if formula in (TRUE, FALSE):
        return EmersonLei(sets[:1], spelled(formula))
    parts = formula[1:] if formula[0] == "or" else (formula,)
    failing = [part[1] for part in parts if part[0] == "fin"]
    others = [part for part in parts if part[0] != "fin"]
    kept = _all("inf", others[0], "and") if len(others) == 1 else None
    if kept is not None:
        met = tuple(sets[i] for i in kept)
        return GR1(tuple(sets[i] for i in failing), met) if failing else GeneralizedBuchi(met)
    if failing and not others:
        return GeneralizedCoBuchi(tuple(sets[i] for i in failing))
    pairs = [_pair(part, "and") for part in parts]
    if all(pairs):
        return Rabin(tuple((sets[a], sets[b]) for a, b in filter(None, pairs)))
    pairs = [_pair(part, "or") for part in (formula[1:] if formula[0] == "and" else (formula,))]
    if all(pairs):
        return Streett(tuple((sets[a], sets[b]) for a, b in filter(None, pairs)))
    return EmersonLei(sets, spelled(formula))


def _all(sign: str, formula: Formula, joint: str) -> list[int] | None:
    """Return the sets of which a formula says the same; None if it says anything else."""
    parts = formula[1:] if formula[0] == joint else (formula,)
    return [part[1] for part in parts] if parts and all(part[0] == sign for part in parts) else None


def _pair(formula: Formula, joint: str) -> tuple[int, int] | None:
    """Return the sets that a formula wants finitely and infinitely often; None if it is of another form."""
    sides = {part[0]: part[1] for part in formula[1:]} if formula[0] == joint else {}
    return (sides["fin"], sides["inf"]) if len(formula) == 3 and sides.keys() == {"fin", "inf"} else None
