"""Checks the mask of a shield: each action that is allowed keeps the promise, and each that is forbidden breaks it.

It relies on nothing but what the certificate of the solution proves: who wins where, or the exact values, edge by edge;
and that this solution is of the game that is shielded, or of that in which chance is the player's adversary.
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


def check_mask(game: Any, solution: Any, promise: Promise, mask: NDArray[np.bool_], proved: Report) -> Report:
    """Return the report of the certificate, with what is wrong in a mask of the edges of a game."""
    arena, avoid = game.arena, np.asarray(game.objective.mask)
    if not _of_this_game(game, solution, promise):
        return Report(proved.checked, (Failure(None, "the solution is of another game than the shield"),), 1)
    now, after = _safe(solution, promise) if promise.worst else safety(solution, promise)
    single = (arena.owner == CHANCE) & (np.arange(arena.n) < getattr(game, "states", 0))
    acts = single | (arena.owner == promise.player)
    failures, tails, heads = [], arena.tails.tolist(), arena.successors.tolist()
    for e, (v, w) in enumerate(zip(tails, heads, strict=True)):
        worth = now[v] if single[v] else after[w]
        keeps = bool(acts[v] and not avoid[v]) and _keeps(promise, worth, now[v])
        if keeps != mask[e]:
            what = "allowed, but breaks the promise" if mask[e] else "forbidden, but keeps the promise"
            what = "not decided: the values are in brackets too wide to tell" if keeps is None else what
            failures.append(Failure(v, f"at {arena.label(v)}, the move to {arena.label(w)} is {what}"))
    return Report(proved.checked + arena.m, tuple(failures[:LIMIT]), len(failures))


def _of_this_game(game: Any, solution: Any, promise: Promise) -> bool:
    """Return whether a solution is of the game, or of that in which chance is an adversary."""
    arena, other, objective = game.arena, solution.arena, solution.problem.objective
    owner = np.where(arena.owner == CHANCE, 1 - promise.player, arena.owner) if promise.worst else arena.owner
    mask = ~objective.mask if objective.name == "safe" else objective.mask
    pairs = [(arena.indptr, other.indptr), (arena.successors, other.successors), (owner, other.owner)]
    pairs.append((game.objective.mask, mask))
    if not promise.worst:
        pairs += [(arena.probability, other.probability), (arena.denominator, other.denominator)]
    moves = (promise.horizon or 0) * (2 if hasattr(game, "states") else 1)  # a decision in a model takes two
    if not promise.worst and promise.player != (0 if promise.horizon is None else 1):  # whose values they are
        return False
    return getattr(objective, "steps", 0) == moves and all(np.array_equal(*pair) for pair in pairs)


def _safe(solution: Any, promise: Promise) -> tuple[list[Any], list[Any]]:
    """Return from where the player is safe whatever happens, as `safety` has it."""
    safe = (solution.winner == promise.player).tolist()
    return safe, safe


def _keeps(promise: Promise, worth: Any, best: Any) -> bool | None:
    """Return whether a move that is worth this keeps the promise, None where brackets are too wide to tell."""
    if promise.worst:
        return bool(worth)
    (low, high), (least, most) = ends(worth), (promise.bound(one) for one in ends(best))
    assert not isinstance(low, Infinite)
    return True if low >= most else False if high < least else None
