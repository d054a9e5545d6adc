"""Chance as an owner of vertices: the exact probabilities of the edges that leave them.

At each vertex of chance the probabilities are integers over a common denominator, in lowest terms, so that two arenas
with the same probabilities have the same arrays. Nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from graphgames.core.arrays import frozen
from graphgames.core.errors import ArenaError, GameError, shown, warn_caller
from graphgames.core.late import NDArray, np

if TYPE_CHECKING:
    from graphgames.core.value import Exact

    Ints: TypeAlias = NDArray[np.int64]
    Given: TypeAlias = Sequence[Any] | NDArray[Any]

CHANCE = 2
"""The owner of a vertex where no player moves, but chance."""

_MOST = 2**63 - 1
LAST_BITS = 1e-12
"""Probabilities whose sum misses 1 by less differ from those that are meant by the last bits of floats."""
DECIMALS = 15
"""To so many decimals probabilities are rounded before they are divided by their sum."""
CORRECTED = f"were corrected: rounded to {DECIMALS} decimals, divided by their sum"
"""The end of a sentence that says so."""


class Probabilities(NamedTuple):
    """Exact probabilities: numerators of the edges, shape (m,), and denominators of the vertices, shape (n,).

    Numerators are 0 at edges that leave no vertex of chance. A denominator is the sum of the numerators at its vertex,
    1 where chance does not move.
    """

    numerator: NDArray[np.int64]
    denominator: NDArray[np.int64]


def probabilities(
    indptr: Ints, owner: NDArray[np.uint8] | None, given: Given | None, name: Callable[[int], str] = str
) -> Probabilities | None:
    """Return the probabilities of the edges of an arena, or None where chance owns nothing.

    For each edge that leaves a vertex of chance an integer, a Fraction, text like ``"1/3"``, or a decimal is given; for
    the others None or 0. Integers throughout at a vertex are weights, to be divided by their sum. Decimals that miss 1
    by rounding (`is_rounded`) are corrected with a warning. Raise `ArenaError`, which calls a vertex by its ``name``,
    if one is missing or is not positive; if those of a vertex do not sum to 1; or if the common denominator of a vertex
    needs more than 63 bits.
    """
    vertices = np.flatnonzero(owner == CHANCE) if owner is not None else np.empty(0, np.int64)
    if given is None:
        if vertices.size:
            first = int(vertices[0])
            raise ArenaError(
                f"vertex {name(first)} belongs to chance, so its edges need probabilities, as in a dictionary "
                "{'coin': {'heads': '1/2', 'tails': '1/2'}}, by probability= in Arena.from_edges, or as the attribute "
                "'probability' of the edges of a NetworkX graph",
                first,
            )
        return None
    m = int(indptr[-1])
    if isinstance(given, str | bytes) or not hasattr(given, "__len__") or getattr(given, "ndim", 1) != 1:
        raise ArenaError(f"the probabilities are {shown(given)}; expected one for each edge")
    if len(given) != m:
        raise ArenaError(f"there are {len(given)} probabilities, but the arena has {m} edges")
    weights = _weights(indptr, vertices, given, name)
    return _reduced(indptr, vertices, weights, name) if vertices.size else None


def _weights(indptr: Ints, vertices: Ints, given: Given, name: Callable[[int], str]) -> Ints:
    """Return integers in proportion to the probabilities; 0 at edges that are not of chance."""
    of_chance = _of_chance(indptr, vertices)
    if isinstance(given, np.ndarray) and given.dtype.kind in "iu":
        others = np.flatnonzero(~of_chance & (given != 0))
    else:
        others = np.array([e for e in np.flatnonzero(~of_chance).tolist() if given[e] not in (None, 0)], np.int64)
    if others.size:
        e = int(others[0])
        v = int(np.searchsorted(indptr, e, "right")) - 1
        from graphgames.core.value import quoted  # which few need, and costs time at the start

        what = f"edge {e} has the probability {quoted(given[e])}, but its vertex {name(v)} does not belong to chance"
        raise ArenaError(what, edge=e)
    if isinstance(given, np.ndarray) and given.dtype.kind in "iu" and given.dtype != np.uint64:
        return given.astype(np.int64)
    weights = np.zeros(of_chance.size, np.int64)
    for v in vertices.tolist():
        weights[indptr[v] : indptr[v + 1]] = _scaled(range(indptr[v], indptr[v + 1]), given, v, name)
    return weights


def _of_chance(indptr: Ints, vertices: Ints) -> NDArray[np.bool_]:
    """Return the edges of these vertices."""
    mine = np.zeros(indptr.size - 1, np.bool_)
    mine[vertices] = True
    return np.repeat(mine, np.diff(indptr))


def _scaled(edges: range, every: Any, v: int, name: Callable[[int], str]) -> list[int]:
    """Return the probabilities of a vertex as integers over their common denominator, or the weights as they are."""
    from graphgames.core.value import decimal, quoted  # which few need, and costs time at the start

    exact: list[Exact] = []
    given = [every[e] for e in edges]
    for e, one in zip(edges, given, strict=True):
        if one is None:
            raise ArenaError(f"vertex {name(v)} belongs to chance, but an edge of it has no probability", edge=e)
        try:
            exact.append(decimal(one))
        except GameError as error:
            raise ArenaError(f"a probability at vertex {name(v)}: {error}", edge=e) from None
        if exact[-1] <= 0:
            raise ArenaError(
                f"an edge of vertex {name(v)} has the probability {quoted(exact[-1])}; expected more than 0", edge=e
            )
    if not all(isinstance(one, int | np.integer) for one in given):
        if (likely := corrected(given, exact)) is not None:
            return likely
        if exact and sum(exact) != 1:
            raise ArenaError(
                f"the probabilities at vertex {name(v)} sum to {quoted(sum(exact))}; expected exactly 1, "
                "as with fractions: Fraction(3, 10), or texts such as '3/10'",
                v,
            )
        denominator = lcm(*(one.denominator for one in exact))
        exact = [one.numerator * (denominator // one.denominator) for one in exact]
    if exact and max(exact) > _MOST:
        raise ArenaError(f"the probabilities at vertex {name(v)} need a common denominator above 2^63", v)
    return [int(one) for one in exact]


def corrected(given: Sequence[Any], exact: Sequence[Exact]) -> list[int] | None:
    """Return integers in proportion to probabilities that miss 1 by rounding, and warn; else None.

    They are given as they were and exactly. Fractions that miss 1 were not rounded, so they are not corrected.
    """
    missed: Any = abs(sum(exact) - 1)
    if not missed or not is_rounded(given, missed):
        return None
    by = "the last bits of floats" if missed < LAST_BITS else f"{float(missed):.0e}, as rounded decimals may,"
    warn_caller(f"probabilities that missed 1 by {by} {CORRECTED}")
    return [max(round(one * 10**DECIMALS), 1) for one in exact]


def thirds(probabilities: Iterable[Fraction]) -> str:
    """Return a remark on the first decimal that may be a third or a sixth, rounded or cut off; empty if none is.

    >>> thirds([Fraction("0.5"), Fraction("0.333")])
    '0.333 is read as 333/1000; if 1/3 is meant, write 1/3'
    >>> thirds(map(Fraction, ("0.33", "0.125", "0.334999", "1/3")))
    ''
    """
    for exact in probabilities:
        near = Fraction(round(exact * 6), 6)
        places = next((p for p in range(3, DECIMALS + 3) if 10**p % exact.denominator == 0), 0)
        if places and near.denominator > 2 and abs(near - exact) * 10**places < 1:
            return f"{float(exact)} is read as {exact}; if {near} is meant, write {near}"
    return ""


def is_rounded(given: Sequence[Any], missed: float | Exact) -> bool:
    """Return whether probabilities that miss 1 by so much are decimals that were rounded: by the last bits of floats,
    or by at most half a unit of the last place each, of three places or more and all with as many.

    >>> is_rounded([0.333, 0.333, 0.333], 0.001), is_rounded([0.5, 0.499], 0.001), is_rounded([0.33, 0.33, 0.33], 0.01)
    (True, False, False)
    """
    if missed < LAST_BITS:
        return any(map(is_decimal, given))
    if not all(map(is_decimal, given)):
        return False
    places = {-int(Decimal(str(one)).as_tuple().exponent) for one in given}
    return len(places) == 1 and min(places) > 2 and float(missed) * 10 ** min(places) < len(given) / 2 + 1e-3


def is_decimal(given: object) -> bool:
    """Return whether a number is given as a float, or as the text of a decimal."""
    return isinstance(given, float | np.floating) or (isinstance(given, str | Decimal) and "." in str(given))


def _reduced(indptr: Ints, vertices: Ints, weights: Ints, name: Callable[[int], str]) -> Probabilities:
    """Divide the weights of each vertex by what all of them have in common, and take their sum as denominator."""
    empty = vertices[indptr[vertices] == indptr[vertices + 1]]
    if empty.size:
        raise ArenaError(
            f"vertex {name(int(empty[0]))} belongs to chance, but has no edge; its probabilities must sum to 1",
            int(empty[0]),
        )
    degree = np.diff(indptr)
    mine = _of_chance(indptr, vertices)
    low = np.flatnonzero(mine & (weights <= 0))
    if low.size:
        e = int(low[0])
        v = int(np.searchsorted(indptr, e, "right")) - 1
        raise ArenaError(f"an edge of vertex {name(v)} has the probability {weights[e]}; expected more than 0", edge=e)
    own = weights[mine]
    starts = np.cumsum(degree[vertices]) - degree[vertices]
    own //= np.repeat(np.gcd.reduceat(own, starts), degree[vertices])
    wide = np.add.reduceat(own.astype(np.float64), starts)
    for k in np.flatnonzero(wide > 2.0**62).tolist():  # near the limit, where a sum of int64 could overflow
        if sum(own[starts[k] : starts[k] + degree[vertices[k]]].tolist()) > _MOST:
            v = int(vertices[k])
            raise ArenaError(f"the probabilities at vertex {name(v)} need a common denominator above 2^63", v)
    numerator, denominator = np.zeros(weights.size, np.int64), np.ones(degree.size, np.int64)
    numerator[mine] = own
    denominator[vertices] = np.add.reduceat(own, starts)
    return Probabilities(frozen(numerator, np.int64), frozen(denominator, np.int64))
