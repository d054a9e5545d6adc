"""Named data over the edges or the vertices of an arena: exact numbers or booleans, such as weights and rewards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import Named, edge_mask, frozen, owned, sealed
from graphgames.core.errors import ArenaError, GameError, shown
from graphgames.core.value import numbers

Data: TypeAlias = Mapping[str, Any]
"""From a name to one exact number or boolean for each edge or each vertex, in their order."""


class Holder(Named, Protocol):
    """What has data over its edges and vertices: an arena, as far as the functions here know it."""

    @property
    def edge_data(self) -> Mapping[str, NDArray[Any]]:
        """The data over its edges, by name."""

    @property
    def vertex_data(self) -> Mapping[str, NDArray[Any]]:
        """The data over its vertices, by name."""

    @property
    def m(self) -> int:
        """How many edges there are."""


def over_edges(arena: Holder, given: object, what: str) -> NDArray[Any]:
    """Return what an objective says of each edge, shape (m,): given as such, or as the name of edge data of the arena.

    It may be a dictionary by pairs of labels, or a function of the labels of tail and head, too. Raise `ArenaError` if
    there are no such data, or they do not fit the arena.

    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([(1, 0), (0, 1)], edge_data={"weight": [-1, "1/2"]})
    >>> over_edges(arena, "weight", "cost")
    array([Fraction(1, 2), -1], dtype=object)
    """
    if isinstance(given, str):
        return _named(arena.edge_data, given, "edges")
    if isinstance(given, Mapping) or (callable(given) and not isinstance(given, type)):
        whole: Any = arena
        pairs = [(whole.names[u], whole.names[w]) for u, w in whole.edges()]
        if isinstance(given, Mapping):
            if missing := next((pair for pair in pairs if pair not in given), None):
                raise ArenaError(f"{what} has no entry for the edge {missing!r}")
            given = [given[pair] for pair in pairs]
        else:
            given = [given(*pair) for pair in pairs]
    return _row(given, arena.m, "edges", what)


def edge_set(edges: object, arena: Any, what: str) -> NDArray[np.bool_]:
    """Return a set of edges as a read-only boolean mask of length m; ``what`` is its name in error messages.

    They are given as pairs of labels; as edge numbers or a mask; by the name of edge data of the arena that are 1 or
    true there; or as a function of the labels of tail and head. Parallel edges are named together by their labels.
    Raise `GameError` if there is no such edge, or the mask has another length.

    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("hill", "mill"), ("mill", "lake")])
    >>> edge_set([("mill", "lake")], arena, "rides"), edge_set(lambda u, w: w == "mill", arena, "rides")
    (array([False,  True]), array([ True, False]))
    """
    if isinstance(edges, str):
        return owned([bool(one) for one in over_edges(arena, edges, what)], np.bool_)
    if callable(edges) and not isinstance(edges, type):
        names = arena.names
        return owned([bool(edges(names[u], names[w])) for u, w in arena.edges()], np.bool_)
    if isinstance(edges, np.ndarray):
        return edge_mask(edges, arena.m, what)
    if not isinstance(edges, Iterable):
        raise GameError(f"{what} is {shown(edges)}; expected edges as pairs of vertices, or the name of edge data")
    listed = list(edges)
    if all(isinstance(one, int | np.integer) for one in listed):
        return edge_mask(listed, arena.m, what)
    mask = np.zeros(arena.m, np.bool_)
    for pair in listed:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise GameError(f"{what} holds {shown(pair)}; expected edges as pairs of vertices")
        between = arena.between(arena.vertex(pair[0]), arena.vertex(pair[1]))
        if not between:
            raise GameError(f"{what} holds {shown(pair)}, but there is no edge from {pair[0]} to {pair[1]}")
        mask[between] = True
    return sealed(mask)


def over_vertices(arena: Holder, given: Any, what: str) -> NDArray[Any]:
    """Return what an objective says of each vertex, shape (n,): given as such, or as the name of vertex data.

    Raise `ArenaError` if there are no such data, or they do not fit the arena.
    """
    if isinstance(given, str):
        return _named(arena.vertex_data, given, "vertices")
    return _row(given, arena.n, "vertices", what)


def _named(data: Mapping[str, NDArray[Any]], name: str, of: str) -> NDArray[Any]:
    if name not in data:
        raise ArenaError(f"the arena has no data {name!r} over its {of}; there are: {', '.join(data) or 'none'}")
    return data[name]


def exact_data(given: Data | None, size: int, of: str) -> dict[str, NDArray[Any]]:
    """Return named data as read-only arrays, int64 or bool, or objects where there are Fractions or large integers.

    Raise `ArenaError` if there are more or fewer than ``size`` entries, or one is no exact number.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ArenaError(f"data of {of} are {shown(given)}; expected a dictionary from names to rows of numbers")
    return {name: _row(values, size, of, f"{name!r}") for name, values in given.items()}


def data_of_successors(successors: Mapping[Any, Any]) -> list[Any] | None:
    """Return what a dictionary of successors says of each edge, None where it says nothing; None if it never does."""
    if not any(isinstance(heads, Mapping) for heads in successors.values()):
        return None
    return [
        given
        for heads in successors.values()
        for given in (heads.values() if isinstance(heads, Mapping) else [None] * len(heads))
    ]


def by_mover(given: Sequence[Any], by_chance: Sequence[bool]) -> tuple[list[Any] | None, dict[str, list[Any]]]:
    """Return the probabilities of edges and their other data by name, of what is said of each edge.

    A number is the probability of an edge that chance takes, and the weight of another; edges of chance without data
    have 0. Raise `ArenaError` if another edge has none that others have.
    """
    rows: defaultdict[str, list[Any]] = defaultdict(lambda: [None] * len(given))
    for e, (of_edge, chance) in enumerate(zip(given, by_chance, strict=True)):
        one = of_edge if isinstance(of_edge, Mapping) else {"probability" if chance else "weight": of_edge}
        for name, value in one.items():
            if value is not None:
                rows[str(name)][e] = value
    probability = rows.pop("probability", None)
    for name, row in rows.items():
        for e, value in enumerate(row):
            if value is None and not by_chance[e]:
                raise ArenaError(f"edge {e} has no {name}, but others have one; give it to every edge", edge=e)
            row[e] = 0 if value is None else value
    return probability, rows


def kept(data: Mapping[str, NDArray[Any]] | None) -> Mapping[str, NDArray[Any]]:
    """Return data that are known to be right as a mapping of read-only arrays."""
    return MappingProxyType({name: frozen(values, values.dtype) for name, values in (data or {}).items()})


def in_order(
    values: Sequence[Any] | NDArray[Any] | None, order: NDArray[np.int64]
) -> Sequence[Any] | NDArray[Any] | None:
    """Return edge data in another order; data of the wrong length are returned unchanged and refused later."""
    if values is None or len(values) != order.size:
        return values
    return values[order] if isinstance(values, np.ndarray) else [values[e] for e in order.tolist()]


def _row(given: Any, size: int, of: str, what: str) -> NDArray[Any]:
    """Return one exact number or boolean for each edge or vertex."""
    try:
        array = frozen(given, np.bool_) if _are_booleans(given) else numbers(given, what)
    except GameError as error:
        raise ArenaError(str(error)) from None
    if array.shape != (size,):
        raise ArenaError(f"{what} has {array.size} entries, but the arena has {size} {of}")
    return array


def _are_booleans(given: object) -> bool:
    if isinstance(given, np.ndarray):
        return bool(given.dtype == np.bool_)
    return isinstance(given, Sequence) and len(given) > 0 and all(isinstance(one, bool | np.bool_) for one in given)
