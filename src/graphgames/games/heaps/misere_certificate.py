"""The certificate of misère heap games: a misère quotient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate


@dataclass(frozen=True, eq=False)
class QuotientTable(Certificate):
    """The misère quotient of a heap game: a finite commutative monoid, and what each heap is in it.

    Attributes
    ----------
    product : ndarray of int64, shape (k, k)
        The multiplication table; element 0 is the identity.
    losing : ndarray of bool, shape (k,)
        Whether the player to move loses the sums of an element.
    heaps : ndarray of int64, shape (up_to + 1,)
        The element of each heap.
    elements : tuple of tuple of int
        Heaps that together make each element.
    """

    kind: ClassVar[str] = "misere-quotient"
    product: NDArray[np.int64]
    losing: NDArray[np.bool_]
    heaps: NDArray[np.int64]
    elements: tuple[tuple[int, ...], ...]

    def explain(self, solution: Any, v: int) -> str:
        """Return the reason for the outcome of element v."""
        result = "loses" if self.losing[v] else "wins"
        return f"The player to move {result} every sum that is as good as {self.elements[v] or 'no heap'}."
