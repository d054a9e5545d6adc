"""Rules by a function of one position that is compiled: by Numba from Python, or a pointer to a function of a library.

The function is called in a compiled loop for all positions of a batch, once a position.
"""

from __future__ import annotations

import ctypes
from abc import abstractmethod
from functools import cached_property
from types import FunctionType
from typing import Any, ClassVar

import numpy as np

from graphgames.core.errors import GameError, MissingDependencyError, shown
from graphgames.games.tables.kernels import scalar
from graphgames.games.tables.rules import Batch, IndexedRules

SIGNATURE = "int64(int64, int64, CPointer(int64))"


class ScalarRules(IndexedRules):
    """The base of games whose numbered rules are a compiled function of one position; tiers are numbers from 0.

    ``successors`` returns the function. Its arguments are a tier, a number there, and room for ``most`` moves; for
    each move it writes three numbers: the tier and the number it leads to, and 1 if the same player moves again, else
    0. It returns how many moves there are, or -1, -2, -3 where the game has ended with a loss, a draw, a win for the
    player to move, -7 for a win with the next move, or -4 for the number of no legal position. In C it is declared as::

        int64_t successors(int64_t tier, int64_t index, int64_t *moves);

    Attributes
    ----------
    most : int
        No position has more moves.
    """

    most: ClassVar[int] = 64

    @abstractmethod
    def successors(self) -> Any:
        """Return the function: in Python, for Numba; or of `ctypes`; or a `scipy.LowLevelCallable`; or its address."""

    def expand(self, batch: Batch) -> None:
        """Call the function for each position of the batch."""
        k = batch.index.size
        numbers, again = np.full((self.most, k), -1, np.int64), np.zeros((self.most, k), np.uint8)
        bad = scalar.call_each(self._address, batch.tier, batch.index, self._offsets, batch.code, numbers, again)
        if bad >= 0:
            raise GameError(
                f"the function of {self.title} returns something impossible for number {batch.index[bad]} of tier "
                f"{batch.tier}: "
                f"more than {self.most} moves, a code that is none, or a move to a tier that does not exist"
            )
        for row, twice in zip(numbers, again.view(np.bool_), strict=True):
            if twice.any():
                batch.columns.append(np.where(twice, row, -1))
                batch.again.append(True)
                row[twice] = -1
            if (row >= 0).any():
                batch.columns.append(row)
                batch.again.append(False)

    @cached_property
    def _offsets(self) -> Any:
        """The offset of each tier, -1 where there is none."""
        tiers = self.space.offset
        if not all(isinstance(tier, int) and tier >= 0 for tier in tiers):
            raise GameError(f"the tiers of {self.title} are {shown(list(tiers))}; expected numbers from 0")
        offsets = np.full(1 + max(tiers), -1, np.int64)
        offsets[list(tiers)] = list(tiers.values())
        return offsets

    @cached_property
    def _function(self) -> Any:
        """The function, kept here as long as its address is in use."""
        given = self.successors()
        if isinstance(given, FunctionType):
            try:
                import numba
            except ImportError:
                raise MissingDependencyError("numba", "tables") from None
            return numba.cfunc(SIGNATURE)(given)
        return given

    @cached_property
    def _address(self) -> int:
        given = self._function
        if isinstance(given, int):
            return given
        if hasattr(given, "address"):
            return int(given.address)
        pointer = getattr(given, "function", given)  # a LowLevelCallable has one
        address = ctypes.cast(pointer, ctypes.c_void_p).value
        if not address:
            raise GameError(f"{shown(given)} is not a function in memory; expected a Python function, or one of ctypes")
        return address
