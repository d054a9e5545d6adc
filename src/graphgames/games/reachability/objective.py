"""The objectives of reachability and safety games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from graphgames.core.arena import Arena
from graphgames.core.arrays import as_mask
from graphgames.core.objective import Objective


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
        """Return the objective with its data as arrays over the vertices of this arena."""
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
        """Return the objective with its data as arrays over the vertices of this arena."""
        return replace(self, safe=as_mask(self.safe, arena.n, "safe"))
