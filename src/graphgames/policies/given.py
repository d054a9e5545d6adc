"""Policies as people have them, as shares of the edges of an arena."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError, shown
from graphgames.core.value import in_words, number

UNIFORM = "uniform"
"""The policy that takes every move with the same probability."""

_NEAR = Fraction(1, 10**6)

Name = Callable[[int], Any]
"""From an edge to the name of the move that is made by it."""


def shares(
    arena: Arena,
    own: NDArray[np.bool_],
    policy: Any,
    name: Name,
    mend: bool = False,
) -> NDArray[np.int64]:
    """Return how likely a policy takes each edge, as integers over the sum at its tail; 0 at vertices of others.

    Parameters
    ----------
    arena : Arena
        Where it is played.
    own : ndarray of bool, shape (n,)
        The vertices at which the policy says what to do.
    policy : str, mapping, callable, or Strategy
        ``"uniform"``; from positions, by their names, to a move or to a mapping from moves to probabilities; a function
        of a position that returns such; or a strategy without memory, or a solution. A move has the name that ``name``
        gives it, or is the position that it leads to.
    name : callable
        What the move along an edge is called.
    mend : bool
        Whether probabilities that miss 1 by rounding are divided by their sum.

    Raises
    ------
    GameError
        If the policy does not say what to do at a vertex with several moves, names no move there, or its probabilities
        do not sum to 1.
    """
    found = np.zeros(arena.m, np.int64)
    if isinstance(policy, str):
        if policy != UNIFORM:
            raise GameError(f"the policy is {policy!r}; expected 'uniform', a dictionary, a function, or a strategy")
        found[own[arena.tails]] = 1
        return found
    degree = arena.out_degree
    alone = own & (degree == 1)
    found[alone[arena.tails]] = 1
    asked = own & (degree > 1)
    ask = _asked(arena, policy)
    for v in np.flatnonzero(asked).tolist():
        edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        for e, share in _at(arena, v, edges, ask(v), name, mend).items():
            found[e] = share
    return found


def _asked(arena: Arena, policy: Any) -> Callable[[int], Any]:
    """Return what a policy says at a vertex."""
    best = getattr(policy, "best_moves", None)
    policy = getattr(policy, "strategy", policy)
    if hasattr(policy, "opening"):
        moves = policy.opening

        def chosen(v: int) -> Any:
            w = int(moves[v])
            if w >= 0:
                return arena.label(w)
            rated = best(arena.label(v)) if best is not None else ()
            return rated[0].position if rated else None

        return chosen
    if isinstance(policy, Mapping):
        return lambda v: policy.get(arena.label(v))
    if callable(policy):
        return lambda v: policy(arena.label(v))
    raise GameError(f"the policy is {shown(policy)}; expected 'uniform', a dictionary, a function, or a strategy")


def _at(arena: Arena, v: int, edges: range, said: Any, name: Name, mend: bool) -> dict[int, int]:
    """Return the shares of the edges out of a vertex, of which a policy says this."""
    where = f"at {shown(arena.label(v))}"
    if said is None:
        raise GameError(f"the policy says nothing {where}, where there are {len(edges)} moves")
    if not isinstance(said, Mapping):
        return {_edge(arena, edges, said, name, where): 1}
    exact: dict[int, Fraction] = {}
    for move, likely in said.items():
        share = Fraction(number(str(likely) if isinstance(likely, float | np.floating) else likely))
        if share < 0:
            raise GameError(f"{where} the policy has the probability {in_words(share)} of {shown(move)}")
        if share:
            e = _edge(arena, edges, move, name, where)
            exact[e] = exact.get(e, Fraction(0)) + share
    total = sum(exact.values(), Fraction(0))
    if total != 1 and not (mend and abs(total - 1) < _NEAR):
        hint = "; if they were rounded, normalize=True divides them by their sum" if abs(total - 1) < _NEAR else ""
        raise GameError(f"{where} the probabilities of the policy sum to {in_words(total)}; expected exactly 1{hint}")
    common = lcm(*(share.denominator for share in exact.values()))
    return {e: int(share * common) for e, share in exact.items()}


def _edge(arena: Arena, edges: range, move: Any, name: Name, where: str) -> int:
    """Return the edge of a move, by its name or by where it leads."""
    names = [name(e) for e in edges]
    if move in names:
        return edges[names.index(move)]
    heads = [arena.label(int(arena.successors[e])) for e in edges]
    if move in heads:
        return edges[heads.index(move)]
    raise GameError(f"{where} the policy says {shown(move)}, which is not a move there; there are {shown(names)}")
