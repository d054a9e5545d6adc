"""Turn arguments into contiguous read-only arrays of one type.

A NumPy array is by vertex number. Everything else names vertices by their labels: lists and sets of labels,
dictionaries from label to value, functions of a label. Without labels the numbers 0 to n - 1 are the names.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

from graphgames.core.errors import ArenaError, GameError, GraphGamesError, shown
from graphgames.core.late import ArrayLike, NDArray, is_array, np

Vertices: TypeAlias = Any
"""Some vertices: labels in a list or a set, a NumPy array of numbers or a mask, or a function of a label.

Its type is no narrower because an objective has an array in the place of it once it is bound.
"""

ByVertex: TypeAlias = Any
"""A value for each vertex: an array or a list by vertex number, a dictionary by label, or a function of a label."""


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause the search for cycles while millions of objects are made that stay: Python would look through them again
    and again, which takes longer than to make them.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Named(Protocol):
    """What names vertices: an arena, as far as the functions here know it."""

    @property
    def labels(self) -> Sequence[Any] | None:
        """The labels, if there are any."""

    @property
    def n(self) -> int:
        """How many vertices there are."""

    @property
    def names(self) -> Iterable[Any]:
        """The name of each."""

    def label(self, v: int) -> Any:
        """Return the name of a vertex by its number."""

    def vertex(self, name: Any) -> int:
        """Return the number of the vertex of a name."""


def frozen(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Return values as a contiguous read-only array; the caller's own array stays writable."""
    given = np.asarray(values)
    array = np.ascontiguousarray(given, dtype=dtype)
    if array is given:
        if not array.flags.writeable:
            return array
        array = array.view()
    return sealed(array)


def owned(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Return values as a contiguous read-only array that shares no memory with writable ones.

    That is a copy, unless the array given is of this type, and neither it nor one of which it is a part can be changed.
    """
    part: Any = values
    while isinstance(part, np.ndarray) and not part.flags.writeable:
        part = part.base
    if isinstance(values, np.ndarray) and not isinstance(part, np.ndarray):
        return frozen(values, dtype)
    return sealed(np.array(values, dtype=dtype, order="C"))


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that nobody else holds, read-only from now on, so that nobody who keeps it makes a copy."""
    array.flags.writeable = False
    return array


def unchanging(value: Any) -> Any:
    """Return an array, or a list of arrays, so that nobody can change it any more; anything else as it is."""
    if is_array(value):
        return owned(value, value.dtype)
    if isinstance(value, list) or (isinstance(value, tuple) and any(map(is_array, value))):
        return tuple(unchanging(one) if is_array(one) else one for one in value)
    return value


def plain_array(values: object, what: str, error: type[GraphGamesError] = GameError) -> NDArray[Any]:
    """Return an argument as an array of any type.

    Raise `GraphGamesError` if NumPy makes no array of it, as of a ragged list.
    """
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        raise error(f"{what} is {shown(values)}, whose parts differ in length; expected one row of values") from None


def as_mask(vertices: Vertices, arena: Named, what: str) -> NDArray[np.bool_]:
    """Return a set of vertices as a read-only boolean mask of length n; ``what`` is its name in error messages.

    They are given as labels; as a NumPy array, of vertex numbers or a mask of length n; or as a function of a label
    that is true where a vertex is meant. A list of n times True or False is a mask, too, and a dictionary with such
    values is one by label; a text, a number or a tuple that is a label means that vertex alone. Raise `GameError` if a
    vertex is not there or a mask has another length.

    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("hill", "mill"), ("mill", "lake")])
    >>> as_mask(["mill"], arena, "target"), as_mask(lambda name: "ll" in name, arena, "target")
    (array([False,  True, False]), array([ True,  True, False]))
    """
    if callable(vertices) and not isinstance(vertices, type):
        return owned([bool(vertices(label)) for label in arena.names], np.bool_)
    given = vertices if isinstance(vertices, np.ndarray) else _listed(vertices, arena, what)
    wrong = f"is an array of shape {given.shape} and dtype {given.dtype}; expected vertex numbers or a boolean mask"
    return _mask(given, arena.n, what, ("vertex", "vertices"), f"{wrong}; put labels into a list")


def _listed(vertices: object, arena: Named, what: str) -> NDArray[Any]:
    """Return vertices that stand in a list, set or dictionary as an array of their numbers, or as a mask."""
    if isinstance(vertices, str | int) and not isinstance(vertices, bool) and vertices in arena.names:
        vertices = [vertices]
    if isinstance(vertices, tuple) and vertices in arena.names and not any(one in arena.names for one in vertices):
        vertices = [vertices]
    if isinstance(vertices, str | bytes) or not isinstance(vertices, Iterable):
        raise GameError(
            f"{what} is {shown(vertices)}; expected vertices in a list or a set, a mask, or a function of a vertex"
        )
    if isinstance(vertices, Mapping) and all(isinstance(value, bool) for value in vertices.values()):
        vertices = [name for name, member in vertices.items() if member]
    names = list(vertices)
    types = set(map(type, names))
    if types and types <= {bool, np.bool_}:
        return np.array(names, np.bool_)
    if arena.labels is None and types == {int}:
        numbers = np.asarray(names)
        if numbers.dtype.kind in "iu":
            return numbers
    return np.array([_vertex(arena, name, what) for name in names], np.int64)


def per_vertex(values: object, arena: Named, what: str) -> Any:
    """Return a value for each vertex, by number: of a dictionary by label or of a function of a label.

    Anything else comes back as it is. Raise `GameError` if a name in the dictionary is no vertex, or a vertex is not in
    it.

    >>> from graphgames import Arena
    >>> per_vertex({"mill": 3, "hill": 2}, Arena.from_edges([("hill", "mill")]), "priority")
    [2, 3]
    """
    if isinstance(values, type):
        raise GameError(f"{what} is the class {values.__name__}; expected a value for each vertex")
    if callable(values):
        return [values(label) for label in arena.names]
    if not isinstance(values, Mapping):
        return values
    if (row := _by_strings(values, arena.labels)) is not None:
        return row
    found = {_vertex(arena, name, what): value for name, value in values.items()}
    if len(found) < arena.n:
        missing = next(v for v in range(arena.n) if v not in found)
        raise GameError(f"{what} has nothing for vertex {arena.label(missing)!r}; expected a value for each vertex")
    return [found[v] for v in range(arena.n)]


def _by_strings(values: Mapping[Any, Any], labels: Sequence[Any] | None) -> list[Any] | None:
    """Return a dictionary's values in the order of the labels if these are its keys, each once, and all are strings."""
    if labels is None or len(values) != len(labels) or set(map(type, values)) != {str}:
        return None
    try:
        same = values.keys() == set(labels)
    except TypeError:  # unhashable labels
        return None
    return [values[label] for label in labels] if same else None


def _vertex(arena: Named, name: object, what: str) -> int:
    try:
        return arena.vertex(name)
    except ArenaError as error:
        raise GameError(f"{what} names {shown(name)}: {error}") from None


def edge_mask(edges: object, m: int, what: str) -> NDArray[np.bool_]:
    """Return edge numbers or a boolean mask as a read-only boolean mask of length m.

    Raise `GameError` if a number is out of range or a mask has another length.
    """
    given = plain_array(edges, what)
    wrong = f"has shape {given.shape} and dtype {given.dtype}; expected edge numbers or a mask"
    return _mask(given, m, what, ("edge", "edges"), wrong)


def _mask(given: NDArray[Any], size: int, what: str, names: tuple[str, str], wrong: str) -> NDArray[np.bool_]:
    """Return numbers of vertices or edges, or a mask over them, as a read-only mask; ``wrong`` says what is neither."""
    one, several = names
    if given.dtype == np.bool_:
        if given.shape != (size,):
            raise GameError(f"{what} is a mask of shape {given.shape}, but the arena has {size} {several}")
        return owned(given, np.bool_)
    mask = np.zeros(size, np.bool_)
    if given.size:
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise GameError(f"{what} {wrong}")
        outside = (given < 0) | (given >= size)
        if outside.any():
            there = f"the {several} are 0 to {size - 1}" if size else f"the arena has no {several}"
            raise GameError(f"{what} names {one} {given[int(np.argmax(outside))]}, but {there}")
        mask[given] = True
    return sealed(mask)


def offsets(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return where the rows of so many entries begin that stand one behind the other, and where the last one ends.

    >>> offsets(np.array([2, 0, 1]))
    array([0, 2, 2, 3])
    """
    found = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=found[1:])
    return found


def offsets_of(rows: NDArray[Any], n: int) -> NDArray[np.int64]:
    """Return the offsets of n rows of entries that stand in the order of their rows, given the row of each.

    >>> offsets_of(np.array([0, 0, 2]), 3)
    array([0, 2, 2, 3])
    """
    return offsets(np.bincount(rows, minlength=n))


def ranges(first: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return so many consecutive numbers from each of some first ones, one range behind the other.

    >>> ranges(np.array([7, 3]), np.array([2, 3]))
    array([7, 8, 3, 4, 5])
    """
    begins = np.repeat(first - np.cumsum(counts) + counts, counts)
    return begins + np.arange(begins.size)
