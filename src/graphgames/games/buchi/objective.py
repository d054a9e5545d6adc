"""The objectives of Büchi and co-Büchi games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from graphgames.core.arena import Arena
from graphgames.core.arrays import as_mask
from graphgames.core.objective import Objective


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
        """Return the objective with its data as arrays over the vertices of this arena."""
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
        """Return the objective with its data as arrays over the vertices of this arena."""
        return replace(self, rejecting=as_mask(self.rejecting, arena.n, "rejecting"))
