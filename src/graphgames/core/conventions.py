"""What priorities mean: which of those seen infinitely often decides, and which are good for player 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from graphgames.core.errors import GameError, did_you_mean, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

CONVENTIONS = ("max-even", "max-odd", "min-even", "min-odd")
"""Whether the largest or the smallest counts, and whether even or odd ones are good for player 0."""


class ReadAs(NamedTuple):
    """How a file is meant, as far as its author did not write it down, or wrote it in other words."""

    convention: str | None = None
    """Which of `CONVENTIONS` its priorities follow."""
    settings: Mapping[str, Any] = {}
    """The settings of its objective, by name."""
    marking: str | int | Iterable[int] | None = None
    """The set of priorities that marks vertices."""
    marks: tuple[str, Sequence[Any]] | None = None
    """The vertices that are marked in place of that, by name, after the word for the mark, such as ``"target"``."""
    columns: Mapping[str, str] = {}
    """What the file calls ``owner``, ``weight`` and other attributes of vertices and edges."""
    players: tuple[str, str] | None = None
    """What the players are called, also as owners of vertices."""
    base: int | None = None
    """The number of its first vertex, where vertices have numbers."""
    avoid: Sequence[Any] = ()
    """The vertices at which a play towards a target is lost."""
    mending: Mapping[str, Any] = {}
    """How rounded numbers of a model's table are taken: ``exact`` and ``normalize``."""

    @property
    def given(self) -> list[str]:
        """The names of the options that say this, those that ask for an objective first."""
        options = {
            "set": self.settings,
            **dict.fromkeys([*(self.marks or ())[:1], *(["avoid"] if self.avoid else [])], True),
            "convention": self.convention,
            "priorities": self.marking is not None,
            "column": self.columns,
            "players": self.players,
            "base": self.base is not None,
            **self.mending,
        }
        return [name for name, value in options.items() if value]


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


def refuse_another(what: str, objective: str, usual: str, priorities: Priorities | None) -> None:
    """Raise `GameError` if what says itself who wins is to be read by another objective than usual, or by settings."""
    if priorities is not None:
        option = next(iter(priorities.given), "priorities") if isinstance(priorities, ReadAs) else "priorities"
        raise GameError(f"{what} itself says which runs are good and who plays; --{option} has no effect for it")
    if objective != usual:
        from graphgames.core.naming import with_article  # which few need, and costs time at the start

        raise GameError(f"{what} itself says which runs are good; it cannot be read as {with_article(objective)} game")
