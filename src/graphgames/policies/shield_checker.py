"""Checks the mask of a shield: each action that is allowed keeps the promise, and each that is forbidden breaks it.

It relies on nothing but what the certificate of the solution proves: who wins where, or the exact values, edge by edge.
In the worst case player p is safe from exactly the vertices that he wins. With probabilities the value of a vertex is
the best probability to stay safe from there, so that after an edge it is the value of its head; where chance moves at
once, since there is one action alone, it is the value of the vertex itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.report import Failure, Report
from graphgames.core.value import Infinite, ends, in_words

LIMIT = 20


@dataclass(frozen=True)
class Promise:
    """What a shield promises: to stay safe whatever happens, or with a probability after each action."""

    player: int
    threshold: Fraction | None = None
    factor: Fraction | None = None
    horizon: int | None = None

    @property
    def worst(self) -> bool:
        """Whether chance is an adversary."""
        return self.threshold is None and self.factor is None

    def bound(self, best: Any) -> Any:
        """Return the least probability that an action must leave, where this one is the best."""
        return self.threshold if self.factor is None else self.factor * best

    def __str__(self) -> str:
        if self.worst:
            return "each allowed action stays safe for ever, whatever chance and the other player do"
        least = "" if self.threshold is None else in_words(self.threshold)
        least = least or f"{in_words(self.factor or Fraction(0))} times the best one"
        when = "for ever" if self.horizon is None else f"for {self.horizon} decisions"
        return f"after each allowed action one can stay safe {when} with a probability of at least {least}"


def safety(solution: Any, promise: Promise) -> tuple[list[Any], list[Any]]:
    """Return the probability to stay safe from each vertex now, and where a move has just led there."""
    if promise.horizon is None:
        values = list(solution.values.tolist())
        return values, values
    steps, rows = solution.problem.objective.steps, solution.certificate.values
    return [1 - one for one in list(rows[steps])], [1 - one for one in list(rows[steps - 1])]


def check_mask(solution: Any, promise: Promise, mask: NDArray[np.bool_], proved: Report) -> Report:
    """Return the report of the certificate, with what is wrong in a mask of edges."""
    arena, avoid = solution.arena, _avoided(solution, promise)
    wrong = _worst(solution, promise) if promise.worst else _likely(solution, promise)
    failures, tails, looked = [], arena.tails.tolist(), 0
    for e in range(arena.m):
        v = tails[e]
        if mask[e] and avoid[v]:
            failures.append(Failure(v, f"at {arena.label(v)}, an action is allowed where all is lost"))
        elif mask[e] or wrong.acts(v):
            looked += 1
            right = not avoid[v] and wrong.keeps(v, e)
            if bool(mask[e]) != right:
                what = "allowed, but breaks" if mask[e] else "forbidden, but keeps"
                head = arena.label(int(arena.successors[e]))
                failures.append(Failure(v, f"at {arena.label(v)}, the move to {head} is {what} the promise"))
    return Report(proved.checked + looked, tuple(failures[:LIMIT]), len(failures))


def _avoided(solution: Any, promise: Promise) -> NDArray[np.bool_]:
    """Return the vertices to be avoided."""
    objective = solution.problem.objective
    return ~objective.mask if objective.name == "safe" else np.asarray(objective.mask)


@dataclass(frozen=True)
class _Rule:
    """When an edge keeps the promise, and at which vertices the player acts."""

    player_at: list[bool]
    single: list[bool]
    now: list[Any]
    after: list[Any]
    heads: list[int]
    every: list[bool]
    promise: Promise

    def acts(self, v: int) -> bool:
        """Return whether the mask must say something of the edges of a vertex."""
        return self.player_at[v]

    def keeps(self, v: int, e: int) -> bool:
        """Return whether the move along an edge keeps the promise."""
        if self.promise.worst:
            return bool(self.now[v] and (self.every[v] if self.single[v] else self.after[self.heads[e]]))
        low, high = ends(self.now[v] if self.single[v] else self.after[self.heads[e]])
        least, most = (self.promise.bound(one) for one in ends(self.now[v]))
        assert not isinstance(low, Infinite)
        if low >= most:
            return True
        if high < least:
            return False
        raise ValueError("the values are too wide to tell")


def _rule(solution: Any, promise: Promise, now: list[Any], after: list[Any]) -> _Rule:
    arena = solution.arena
    acts = (arena.owner == promise.player).tolist()
    single = (arena.owner == CHANCE).tolist()
    heads = arena.successors.tolist()
    every = [
        all(after[w] for w in heads[int(arena.indptr[v]) : int(arena.indptr[v + 1])]) if promise.worst else True
        for v in range(arena.n)
    ]
    return _Rule(acts, single, now, after, heads, every, promise)


def _worst(solution: Any, promise: Promise) -> _Rule:
    safe = (solution.winner == promise.player).tolist()
    return _rule(solution, promise, safe, safe)


def _likely(solution: Any, promise: Promise) -> _Rule:
    return _rule(solution, promise, *safety(solution, promise))
