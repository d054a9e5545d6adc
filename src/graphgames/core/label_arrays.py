"""Arrays over the vertices of an arena that take a label where NumPy takes a number."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import shown


class _Labelled(np.ndarray[Any, Any]):
    """An array over the vertices of an arena; what is computed from it is a plain array.

    A number is that of a vertex, as in all arrays; what NumPy takes for no index is a label.
    """

    _arena: Arena | None = None

    def __getitem__(self, key: Any) -> Any:
        plain = self.view(np.ndarray)
        try:
            return plain[key]
        except IndexError as error:
            if self._arena is None or isinstance(key, list | slice | np.ndarray):
                raise
            if isinstance(key, int | np.integer):
                words = f"{error}; an array is indexed by the numbers of vertices: array[arena.vertex({shown(key)})]"
                raise IndexError(words) from None
        return plain[self._arena.vertex(key)]

    def __call__(self, label: Any) -> Any:
        """Return the entry of a label, as in ``winner("a")``, also where labels are numbers."""
        plain = self.view(np.ndarray)
        return plain[label if self._arena is None else self._arena.vertex(label)]

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        found = np.asarray(array)
        return found[()] if return_scalar or not found.ndim else found

    def __repr__(self) -> str:
        return repr(np.asarray(self))

    def __reduce__(self) -> Any:
        return by_label, (np.asarray(self), self._arena)


def by_label(values: NDArray[Any], arena: Arena | None) -> NDArray[Any]:
    """Return an array by vertex number, shape (n,), that takes the labels of the arena, too; itself if it has none.

    Examples
    --------
    >>> roads = Arena.from_edges([("hill", "mill"), ("mill", "lake")])
    >>> by_label(np.array([7, 5, 3]), roads)["mill"]
    np.int64(5)
    """
    if arena is None or arena.labels is None or not isinstance(values, np.ndarray) or values.ndim != 1:
        return values
    found = cast(_Labelled, values.view(_Labelled))
    found._arena = arena
    return found
