"""What plays on an arena are worth: where they are over, what counts there, what moves add, and how likely each is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets_of
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError
from graphgames.graphs.compressed_rows import components


class Payoff(NamedTuple):
    """What a play is worth: 1 or 0 where it ends, or the sum of what its moves add."""

    over: NDArray[np.bool_]
    """Where a play ends, shape (n,)."""
    good: NDArray[np.bool_] | None
    """Where a play is worth 1 when it ends or is cut off, shape (n,); None where sums count."""
    gain: NDArray[np.float64]
    """What each edge adds, shape (m,)."""
    factor: NDArray[np.float64]
    """How much what comes after each edge counts, shape (m,)."""


def payoff_on(arena: Arena, objective: Any) -> Payoff:
    """Return what plays on an arena are worth.

    Raise `GameError` if it is decided in the limit only.
    """
    made = _payoff(arena, objective)
    moves = (arena.successors != arena.tails) | (made.gain != 0)
    idle = np.bincount(arena.tails[moves], minlength=arena.n) == 0  # a play that stays there gains no more
    return made._replace(over=made.over | idle)


def _payoff(arena: Arena, objective: Any) -> Payoff:
    over, none, one = np.asarray(arena.out_degree == 0), np.zeros(arena.m), np.ones(arena.m)
    if hasattr(objective, "reaching"):
        target, lost, player = objective.reaching(arena)
        return Payoff(over | target | lost, target if player == 0 else ~target, none, one)
    if hasattr(objective, "collected"):
        return Payoff(over | objective.mask, None, objective.rewards(arena).astype(np.float64), one)
    if objective.counted:
        if over.any():
            raise GameError("plays that stop are not simulated; give the dead ends a self-loop")
        gain = objective.payoffs(arena)[1].astype(np.float64)
        factor = objective.discounts(arena).astype(np.float64) if objective.counted == "sum" else one
        return Payoff(over, None, gain, factor)
    raise GameError(
        f"plays of {objective.name} games are decided in the limit only, so they are not simulated; "
        "solution.play(start) is the best play, and graphgames play FILE --as none shows it"
    )


def likely_edges(arena: Arena, objective: Any, moves: NDArray[np.int32], values: Any) -> NDArray[np.float64]:
    """Return how likely each edge is taken where both players follow a strategy, times a number of its tail."""
    tails = arena.tails
    hit = (arena.successors == moves[tails]) & (moves[tails] >= 0)
    likely = np.where(hit, 1.0, 0.0)
    for v in np.flatnonzero(np.bincount(tails[hit], minlength=arena.n) > 1).tolist():
        edges = arena.between(v, int(moves[v]))
        value = 0 if values is None else values[int(moves[v])]
        likely[edges] = 0
        likely[objective.taken(edges, int(owners(arena)[v]), value)] = 1
    free = (moves < 0)[tails]
    likely[free] = 1
    chance = (owners(arena) == CHANCE)[tails]
    if arena.probability is not None:
        likely[chance] = arena.probability[chance]
    return likely


def lasting(arena: Arena, taken: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return the strongly connected component of each vertex by the edges taken, and which of them no such edge leaves.

    In those, and in no others, a play of a Markov chain stays for ever.
    """
    tails, heads = arena.tails[taken], arena.successors[taken]
    component, count = components((offsets_of(tails, arena.n), heads))
    final = np.ones(count, np.bool_)
    final[component[tails[component[tails] != component[heads]]]] = False
    return component, final
