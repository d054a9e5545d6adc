"""Brackets of values: bounds that each step keeps by a margin, so that rounding cannot break them.

Value iteration in which each step costs a little, or brings a little, ends near the values (`settled`), and what it
ends at is kept by the real steps with half of that to spare. The margin shrinks until the bounds are as close as wanted
(`narrowed`), and they are rounded away from the values (`rounded_out`). Rewards, discounted payoffs and averages are
bracketed so; probabilities, whose bounds are multiples of 2^-52, by `graphgames.games.chance.reaching.intervals`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import frexp, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets
from graphgames.core.errors import SolverError
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Brackets, Exact, decimal, mapped, plain
from graphgames.games.chance.kernels.iteration import settle

Floats = NDArray[np.float64]

_SWEEPS = 50_000
_ROUNDS = 60


@dataclass(frozen=True)
class Bounds:
    """Lower and upper bounds, the edges that both players keep to, and how many sweeps it took."""

    low: Floats
    high: Floats
    choice: NDArray[np.int64]
    sweeps: int

    @property
    def width(self) -> float:
        """The largest difference of two bounds."""
        return float((self.high - self.low).max(initial=0.0))

    @property
    def largest(self) -> float:
        """The largest absolute value of a bound."""
        return float(max(-self.low.min(initial=0.0), self.high.max(initial=0.0)))


def width_of(precision: Any) -> Exact:
    """Return how wide brackets may be, as an exact number; raise `SolverError` if it is not above 0.

    A float is what its digits say: nothing is computed from it but when to stop.
    """
    wanted = decimal(precision)
    if wanted <= 0:
        raise SolverError(f"the precision is {wanted}; expected more than 0, such as 1e-6")
    return wanted


def exact_else_bracketed(
    exact: Callable[[], ArenaSolution], bracketed: Callable[[Any], ArenaSolution], precision: Any
) -> ArenaSolution:
    """Return the exact solution, or brackets: where a precision is given, or exact values are too expensive."""
    if precision is not None:
        return bracketed(precision)
    try:
        return exact()
    except SolverError as expensive:
        try:
            return bracketed("1e-6")
        except SolverError:
            raise expensive from None


def settled(
    tails: NDArray[np.integer[Any]],
    heads: NDArray[np.integer[Any]],
    factor: Floats,
    gain: Floats,
    owner: NDArray[np.uint8],
    order: NDArray[np.integer[Any]],
    value: Floats,
    margin: float,
    least: float = -inf,
    most: int | None = None,
) -> tuple[Floats, int]:
    """Return what `settle` makes of values, and the sweeps; the edges come in any order, and vertices several times.

    A vertex without edges is worth 0. With ``most`` sweeps the values are a guess that need not have settled; otherwise
    raise `SolverError` if it takes too many sweeps.
    """
    by_tail, degree = np.argsort(tails, kind="stable"), np.bincount(tails, minlength=owner.size)
    indptr = offsets(degree)
    order, value = order[np.sort(np.unique(order, return_index=True)[1])], np.where(degree > 0, value, 0.0)
    places: NDArray[np.int32] = order[degree[order] > 0].astype(np.int32)
    after: NDArray[np.int32] = heads[by_tail].astype(np.int32)
    rows = indptr, after, owner, factor[by_tail], gain[by_tail], places
    sweeps = settle(*rows, value, margin, least, most or _SWEEPS)
    if most is None and sweeps > _SWEEPS:
        raise SolverError(f"brackets of the values need more than {_SWEEPS:,} sweeps; ask for exact values")
    return value, sweeps


def least_margin(arena: Arena, size: float) -> float:
    """Return the least margin that outweighs the rounding of numbers of so large a size at the vertices of an arena."""
    return (int(arena.out_degree.max(initial=0)) + 8) * size * 2.0**-48


def narrowed(
    bounds: Callable[[float, Bounds | None], Bounds | None], wanted: Exact, start: float, arena: Arena
) -> tuple[Bounds, int, float]:
    """Return bounds as narrow as wanted, or as rounding allows, the sweeps that they took, and their margin.

    ``bounds`` returns those of a margin, given those of a larger one. The first margin is at least ``start``, which no
    gain of an edge exceeds.
    """
    found: Bounds | None = None
    margin, sweeps, used = max(float(wanted) / 8, start), 0, 0.0
    for _ in range(_ROUNDS):
        try:
            better = bounds(margin, found)
        except SolverError:
            if found is None:
                raise
            break
        least = 0.0
        if better is not None:
            found, sweeps, used = better, sweeps + better.sweeps, margin
            least = least_margin(arena, start + found.largest)
            if found.width <= wanted / 2 or margin <= least:
                break
        margin = max(margin / 16, least)
    if found is None:
        raise SolverError("no brackets of the values were found; without a precision they are exact")
    return found, sweeps, used


def rounded_out(low: Floats, high: Floats, margin: float) -> tuple[NDArray[np.object_], float]:
    """Return brackets that hold two bounds, rounded away from the values by less than a margin, and the largest width.

    Where both ends are the same it is one number.
    """
    whole = 2 ** max(0, 6 - frexp(margin)[1])
    ends = [[int(one) for one in (np.floor(row * whole)).tolist()] for row in (low, -high)]
    pairs = list(zip(*ends, strict=True))
    values = mapped(lambda pair: bracket(Fraction(pair[0], whole), Fraction(-pair[1], whole)), pairs)
    return values, max(((-above - below) / whole for below, above in set(pairs)), default=0.0)


def complement(values: NDArray[np.object_] | Brackets) -> Any:
    """Return what is left of 1, of exact numbers and brackets of them."""
    if isinstance(values, Brackets):
        whole = values.denominator
        return Brackets(whole - values.high, whole - values.low, whole)
    return mapped(_left, values.tolist(), id)  # most vertices share theirs


def _left(one: Any) -> Any:
    return Bracket(1 - one.high, 1 - one.low) if isinstance(one, Bracket) else 1 - one


def bracket(low: Fraction, high: Fraction) -> Bracket | int | Fraction:
    """Return a bracket, or the number that is both of its ends."""
    ends = plain(low), plain(high)
    return ends[0] if low == high else Bracket(*ends)
