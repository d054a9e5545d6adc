"""The objective of parity games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from graphgames.core.errors import GameError

if TYPE_CHECKING:
    from graphgames.core.arena import Arena
from graphgames.core.arrays import frozen
from graphgames.core.objective import Objective


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
        """Return the objective with its data as arrays over the vertices of this arena."""
        given = np.asarray(self.priority)
        if given.shape != (arena.n,):
            raise GameError(f"priority has shape {given.shape}, but the arena has {arena.n} vertices")
        if given.size and given.dtype.kind not in "iu":
            raise GameError(f"priority has dtype {given.dtype}; expected integers")
        if given.size and (int(given.min()) < 0 or int(given.max()) > 2**31 - 1):
            v = int(np.argmax((given < 0) | (given > 2**31 - 1)))
            raise GameError(f"vertex {v} has priority {given[v]}; expected 0 to 2147483647")
        return replace(self, priority=frozen(given, np.int32))
