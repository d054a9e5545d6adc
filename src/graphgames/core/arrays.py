"""Arrays as the contracts want them: contiguous, of one type, read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.errors import GameError

if TYPE_CHECKING:
    pass


def frozen(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Return values as a contiguous read-only array; the caller's own array stays writable."""
    given = np.asarray(values)
    array = np.ascontiguousarray(given, dtype=dtype)
    if array is given:
        if not array.flags.writeable:
            return array
        array = array.view()
    array.flags.writeable = False
    return array


def as_mask(vertices: ArrayLike, n: int, what: str, one: str = "vertex") -> NDArray[np.bool_]:
    """Turn vertex ids, or those of edges, or a boolean mask into a read-only boolean mask of length n.

    Raises
    ------
    GameError
        If an id is out of range or a mask has another length.

    Examples
    --------
    >>> as_mask([2], 3, "target"), as_mask([True, False], 2, "target")
    (array([False, False,  True]), array([ True, False]))
    """
    given, several = np.asarray(vertices), {"vertex": "vertices"}.get(one, f"{one}s")
    if given.dtype == np.bool_:
        if given.shape != (n,):
            raise GameError(f"{what} is a mask of shape {given.shape}, but the arena has {n} {several}")
        return frozen(given, np.bool_)
    mask = np.zeros(n, np.bool_)
    if given.size:
        if given.dtype.kind not in "iu":
            raise GameError(f"{what} has dtype {given.dtype}; expected {one} ids or a boolean mask")
        outside = (given < 0) | (given >= n)
        if outside.any():
            bad = int(given.ravel()[int(np.argmax(outside.ravel()))])
            raise GameError(f"{what} names {one} {bad}, but the {several} are 0 to {n - 1}")
        mask[given] = True
    mask.flags.writeable = False
    return mask
