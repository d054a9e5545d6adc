"""Numbers for what a search finds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Numbering(dict[T, int], Generic[T]):
    """Numbers, from 0 on, for what is found, in the order in which it is: ``numbering[x]`` finds x if it is new.

    ``found`` are the things in their order, to be walked while it grows.

    >>> halves = Numbering([12])
    >>> [halves[x // 2] for x in halves.found if x]
    [1, 2, 3, 4]
    >>> halves.found
    [12, 6, 3, 1, 0]
    """

    def __init__(self, found: Iterable[T] = ()):
        self.found = list(dict.fromkeys(found))
        super().__init__((one, number) for number, one in enumerate(self.found))

    def __missing__(self, one: T) -> int:
        self.found.append(one)
        return self.setdefault(one, len(self))

    def add(self, one: T) -> None:
        """Find a thing, if it is new."""
        if one not in self:
            self.__missing__(one)
