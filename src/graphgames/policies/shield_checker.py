"""Checks the mask of a shield: each action that is allowed keeps the promise, and each that is forbidden breaks it.

It relies on nothing but what the certificate of the solution proves: who wins where, or the exact values, edge by edge.
In the worst case player p is safe from exactly the vertices that he wins. With probabilities the value of a vertex is
the best probability to stay safe from there, so that after an edge it is the value of its head; where chance moves at
once, since there is one action alone, it is the value of the vertex itself. That the solution is one of the game that
the promise is about is checked by its digest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.digest import same_game
from graphgames.core.errors import GameError, shown
from graphgames.core.report import Failure, Report
from graphgames.core.value import Infinite, ends, in_words, plain

LIMIT = 20
"""So many failures are reported."""


@dataclass(frozen=True)
class Promise:
    """What a shield promises: to stay safe whatever happens, or with a probability after each action.

    Raise `GameError` if the numbers do not fit.
    """

    player: int
    threshold: Fraction | None = None
    factor: Fraction | None = None
    horizon: int | None = None

    def __post_init__(self) -> None:
        bounds = [bound for bound in (self.threshold, self.factor) if bound is not None]
        if len(bounds) == 2:
            raise GameError("a threshold and a factor are two promises; give one of them")
        if any(type(bound) not in (int, Fraction) for bound in bounds):
            raise GameError(f"the bound is {shown(bounds[0])}; expected an exact number, an int or a Fraction")
        if any(not 0 <= bound <= 1 for bound in bounds):
            raise GameError(f"the bound is {in_words(bounds[0])}; expected from 0 to 1")
        if self.horizon is not None and (type(self.horizon) is not int or self.horizon < 1):
            raise GameError(f"the horizon is {shown(self.horizon)}; expected a whole number from 1 on")
        if self.worst and self.horizon is not None:
            raise GameError("a horizon goes with a threshold or a factor; the worst case has no end")
        if not isinstance(self.player, int) or self.player not in (0, 1):
            raise GameError(f"the player is {shown(self.player)}; expected 0 or 1")

    @property
    def worst(self) -> bool:
        """Whether chance is an adversary."""
        return self.threshold is None and self.factor is None

    def bound(self, best: Any) -> Any:
        """Return the least probability that an action must leave, where this one is the best."""
        return self.threshold if self.factor is None else self.factor * best

    def fits(self, game: Any) -> bool:
        """Return whether it can be a promise about a game: for ever, or for as many decisions as the game has.

        A decision of a model takes two moves.
        """
        objective, moves = game.objective, 2 if hasattr(game, "states") else 1
        if self.horizon is None:
            return objective.name == "avoid-probability" and (self.worst or self.player == 0)
        in_time = objective.name == "bounded-reach-probability" and self.player == 1
        return in_time and objective.steps == moves * self.horizon

    def __str__(self) -> str:
        if self.worst:
            return "each allowed action stays safe for ever, whatever happens otherwise"
        least = in_words(plain(self.threshold if self.factor is None else self.factor))
        least += "" if self.factor is None else " times the best one"
        when = "for ever" if self.horizon is None else f"for {self.horizon} decisions"
        return f"after each allowed action one can stay safe {when} with a probability of at least {least}"


def safety(solution: Any, promise: Promise) -> tuple[list[Any], list[Any]]:
    """Return the probability to stay safe from each vertex now, and where a move has just led there."""
    if promise.horizon is None:
        values = list(solution.vertex_values.tolist())
        return values, values
    steps, rows = solution.problem.objective.steps, solution.certificate.values
    return [1 - one for one in list(rows[steps])], [1 - one for one in list(rows[steps - 1])]


def single(game: Any) -> NDArray[np.bool_]:
    """Return the states of a model that have a single action, at which chance moves at once."""
    return np.asarray((game.arena.owner == CHANCE) & (np.arange(game.arena.n) < getattr(game, "states", 0)))


def actions(game: Any) -> NDArray[np.int64]:
    """Return for each edge the first of those that are the same action: by its name, or between the same vertices."""
    arena, staged = game.arena, getattr(game, "staged", None)
    made = np.full(arena.m, -1) if staged is None else np.asarray(staged.edge_of)
    called = np.stack([arena.tails, made, np.where(made < 0, arena.successors, -1)])
    _, first, number = np.unique(called, axis=1, return_index=True, return_inverse=True)
    return np.asarray(first[number.reshape(-1)], np.int64)


def check_mask(game: Any, rival: Any, solution: Any, promise: Promise, mask: Any, proved: Report) -> Report:
    """Return the report of the certificate, with what is wrong in a mask of the edges of a game.

    ``rival`` is the game that must be solved for the promise.
    """
    arena = game.arena
    if not promise.fits(game) or not same_game(solution.problem, rival):
        return refused(proved, "the solution is of another game than the shield")
    if not (isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (arena.m,)):
        return refused(proved, f"the mask is not an array of {arena.m} booleans")
    at_once, avoid = single(game), np.asarray(game.objective.mask)
    acts = (at_once | (arena.owner == promise.player)) & ~avoid
    keeps = _worst(solution, promise) if promise.worst else _likely(solution, promise, at_once)
    failures, tails, heads = [], arena.tails.tolist(), arena.successors.tolist()
    for e, (v, w) in enumerate(zip(tails, heads, strict=True)):
        right = keeps(v, w) if acts[v] else False
        if mask[e] != right:
            what = "allowed, but breaks the promise" if mask[e] else "forbidden, but keeps the promise"
            what = "not decided: the values are in brackets too wide to tell" if right is None else what
            failures.append(Failure(v, f"at {arena.label(v)}, the move to {arena.label(w)} is {what}"))
    return Report(proved.checked + arena.m, tuple(failures[:LIMIT]), len(failures))


def refused(proved: Report, sentence: str) -> Report:
    """Return the report of the certificate with a reason why nothing else was looked at."""
    return Report(proved.checked, (Failure(None, sentence),), 1)


def _worst(solution: Any, promise: Promise) -> Callable[[int, int], bool]:
    """Return whether the player stays safe from both ends of an edge whatever happens."""
    safe = (solution.winner == promise.player).tolist()
    return lambda v, w: safe[v] and safe[w]


def _likely(solution: Any, promise: Promise, at_once: NDArray[np.bool_]) -> Callable[[int, int], bool | None]:
    """Return whether what is likely after an edge is enough, None where brackets do not tell."""
    now, after = safety(solution, promise)

    def keeps(v: int, w: int) -> bool | None:
        low, high = ends(now[v] if at_once[v] else after[w])
        least, most = (promise.bound(one) for one in ends(now[v]))
        assert not isinstance(low, Infinite)
        return True if low >= most else False if high < least else None

    return keeps
