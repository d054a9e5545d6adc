"""Numbers for what a search finds, and for what cannot be told apart."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
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


def divided(block: Sequence[int], keys: Callable[[Sequence[int]], Iterable[Hashable]]) -> list[int]:
    """Return things in as few blocks as possible such that all of a block have the same key, within blocks given first.

    The keys of all things depend on their blocks. Blocks have numbers in the order in which things are in them.

    >>> divided([0, 0, 1, 0], lambda block: [block[(k + 1) % 4] for k in range(4)])  # what is next on a circle
    [0, 1, 2, 3]
    """
    while True:
        number = Numbering[Hashable]()
        finer = [number[one] for one in zip(block, keys(block), strict=True)]
        if len(number) == len(set(block)):
            return finer
        block = finer
