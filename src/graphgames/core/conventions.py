"""What priorities mean: which of those seen infinitely often decides, and which are good for player 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from graphgames.core.errors import GameError, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

CONVENTIONS = ("max-even", "max-odd", "min-even", "min-odd")
"""Whether the largest or the smallest counts, and whether even or odd ones are good for player 0."""


class ReadAs(NamedTuple):
    """How a file is meant: its priorities by one of `CONVENTIONS`, and the settings of its objective by name."""

    convention: str | None = None
    settings: Mapping[str, Any] = {}


Priorities: TypeAlias = str | int | Iterable[int] | ReadAs
"""A set of priorities: integers, or a text like ``"2,4-6"``; or what all of them mean."""


def known_convention(convention: str) -> str:
    """Return the name of a convention; raise `GameError`, which names them, if it is none."""
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        suggestion = did_you_mean(str(convention), CONVENTIONS)
        raise GameError(f"there is no convention {shown(convention)}{suggestion} They are: {', '.join(CONVENTIONS)}")
    return convention


def as_max_even(priority: NDArray[Any], convention: str) -> NDArray[Any]:
    """Return priorities of which the largest decides, even ones for player 0, and every play is won as before.

    Examples
    --------
    >>> import numpy as np
    >>> as_max_even(np.array([0, 1, 2], np.int32), "min-even"), as_max_even(np.array([0, 3], np.int32), "max-odd")
    (array([2, 1, 0], dtype=int32), array([1, 4], dtype=int32))
    """
    if not priority.size or convention == "max-even":
        return priority
    largest, odd = int(priority.max()), convention.endswith("odd")
    exact: NDArray[Any] = priority if priority.dtype == object else priority.astype("int64")
    turned = exact + 1 if convention.startswith("max") else largest + (largest + odd) % 2 - exact
    return turned.astype(priority.dtype)
