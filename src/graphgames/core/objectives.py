"""What player 0 wants of a play: one frozen dataclass for each objective.

Sets of vertices are given as ids or as a boolean mask; ``bind`` turns them into read-only arrays for one arena and
checks them. A `Game` binds its objective when it is made, so solvers always see the arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.errors import GameError

if TYPE_CHECKING:
    from graphgames.core.arena import Arena


@dataclass(frozen=True, eq=False)
class Objective:
    """The parent of all objectives.

    Attributes
    ----------
    name : str
        The name on the command line and in JSON.
    needs_owner : bool
        Whether the arena must say who moves where; otherwise it may be impartial.
    allows_dead_ends : bool
        Whether a play may stop because there is no move.
    has_draws : bool
        Whether there can be positions that neither player wins.
    counts_moves : bool
        Whether the value of a vertex is a number of moves.
    """

    name: ClassVar[str] = ""
    needs_owner: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = False
    has_draws: ClassVar[bool] = False
    counts_moves: ClassVar[bool] = False

    def bind(self, arena: Arena) -> Self:
        """Give the objective with its data as arrays over the vertices of this arena.

        Raises
        ------
        GameError
            If a vertex is out of range or an array has the wrong length.
        """
        return self


@dataclass(frozen=True, eq=False)
class Reach(Objective):
    """Player 0 wants the play to visit the target; a play that stops before has not visited it.

    Attributes
    ----------
    target : array_like
        Vertex ids, or a boolean mask of length n; once bound a boolean mask.
    """

    target: ArrayLike
    name: ClassVar[str] = "reach"
    counts_moves: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True

    def bind(self, arena: Arena) -> Self:
        """See `Objective.bind`."""
        return replace(self, target=as_mask(self.target, arena.n, "target"))


@dataclass(frozen=True, eq=False)
class Safe(Objective):
    """Player 0 wants the play never to leave the safe vertices; a play may stop in a safe dead end.

    Attributes
    ----------
    safe : array_like
        Vertex ids, or a boolean mask of length n; once bound a boolean mask.
    """

    safe: ArrayLike
    name: ClassVar[str] = "safe"
    counts_moves: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True

    def bind(self, arena: Arena) -> Self:
        """See `Objective.bind`."""
        return replace(self, safe=as_mask(self.safe, arena.n, "safe"))


@dataclass(frozen=True, eq=False)
class Buchi(Objective):
    """Player 0 wants the play to visit the accepting vertices infinitely often.

    Attributes
    ----------
    accepting : array_like
        Vertex ids, or a boolean mask of length n; once bound a boolean mask.
    """

    accepting: ArrayLike
    name: ClassVar[str] = "buchi"

    def bind(self, arena: Arena) -> Self:
        """See `Objective.bind`."""
        return replace(self, accepting=as_mask(self.accepting, arena.n, "accepting"))


@dataclass(frozen=True, eq=False)
class CoBuchi(Objective):
    """Player 0 wants the play to visit the rejecting vertices only finitely often.

    Attributes
    ----------
    rejecting : array_like
        Vertex ids, or a boolean mask of length n; once bound a boolean mask.
    """

    rejecting: ArrayLike
    name: ClassVar[str] = "cobuchi"

    def bind(self, arena: Arena) -> Self:
        """See `Objective.bind`."""
        return replace(self, rejecting=as_mask(self.rejecting, arena.n, "rejecting"))


@dataclass(frozen=True, eq=False)
class Parity(Objective):
    """Player 0 wants the largest priority that is seen infinitely often to be even.

    Attributes
    ----------
    priority : array_like
        One integer from 0 to 2^31 - 1 for each vertex; once bound ``int32``.
    """

    priority: ArrayLike
    name: ClassVar[str] = "parity"

    def bind(self, arena: Arena) -> Self:
        """See `Objective.bind`."""
        given = np.asarray(self.priority)
        if given.shape != (arena.n,):
            raise GameError(f"priority has shape {given.shape}, but the arena has {arena.n} vertices")
        if given.size and given.dtype.kind not in "iu":
            raise GameError(f"priority has dtype {given.dtype}; expected integers")
        if given.size and (int(given.min()) < 0 or int(given.max()) > 2**31 - 1):
            v = int(np.argmax((given < 0) | (given > 2**31 - 1)))
            raise GameError(f"vertex {v} has priority {given[v]}; expected 0 to 2147483647")
        return replace(self, priority=frozen(given, np.int32))


@dataclass(frozen=True, eq=False)
class NormalPlay(Objective):
    """Who cannot move loses; an endless play is a draw. With or without owners."""

    name: ClassVar[str] = "normal"
    needs_owner: ClassVar[bool] = False
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    counts_moves: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class MiserePlay(Objective):
    """Who cannot move wins; an endless play is a draw. With or without owners."""

    name: ClassVar[str] = "misere"
    needs_owner: ClassVar[bool] = False
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    counts_moves: ClassVar[bool] = True


def frozen(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Give values as a contiguous read-only array; the caller's own array stays writable."""
    given = np.asarray(values)
    array = np.ascontiguousarray(given, dtype=dtype)
    if array is given:
        if not array.flags.writeable:
            return array
        array = array.view()
    array.flags.writeable = False
    return array


def as_mask(vertices: ArrayLike, n: int, what: str) -> NDArray[np.bool_]:
    """Turn vertex ids or a boolean mask into a read-only boolean mask of length n.

    Raises
    ------
    GameError
        If an id is out of range or a mask has another length.

    Examples
    --------
    >>> as_mask([2], 3, "target"), as_mask([True, False], 2, "target")
    (array([False, False,  True]), array([ True, False]))
    """
    given = np.asarray(vertices)
    if given.dtype == np.bool_:
        if given.shape != (n,):
            raise GameError(f"{what} is a mask of shape {given.shape}, but the arena has {n} vertices")
        return frozen(given, np.bool_)
    mask = np.zeros(n, np.bool_)
    if given.size:
        if given.dtype.kind not in "iu":
            raise GameError(f"{what} has dtype {given.dtype}; expected vertex ids or a boolean mask")
        outside = (given < 0) | (given >= n)
        if outside.any():
            bad = int(given.ravel()[int(np.argmax(outside.ravel()))])
            raise GameError(f"{what} names vertex {bad}, but the vertices are 0 to {n - 1}")
        mask[given] = True
    mask.flags.writeable = False
    return mask
