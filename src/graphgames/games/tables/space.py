"""The tiers of a game by rule in their order, and one numbering of all its positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np

from graphgames.core.errors import GameError, shown
from graphgames.games.tables.index import Ints

Tier = Any
"""What names a tier: anything that can be hashed."""

BLOCK = 1 << 16
"""Positions are stored, checked and handed out in blocks of so many numbers; a tier begins with a block."""

TOGETHER = 1 << 8
"""Tiers are worked on together while they and those that moves lead to have at most so many blocks."""

MOST_TIERS = 100_000
"""A game with more tiers has most likely no end of them."""


def listed(found: Any, method: str) -> list[Any]:
    """Return what rules have given as a list."""
    if not isinstance(found, Iterable):
        raise GameError(f"{method} returns {shown(found)}; expected a list")
    return list(found)


class Tiered(Protocol):
    """Rules with tiers, as far as a space knows them (`graphgames.games.tables.indexed_rules.IndexedRules`)."""

    title: ClassVar[str]

    def first_tiers(self) -> Iterable[Tier]:
        """Return the tiers in which plays begin."""

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the other tiers that a move leads to."""

    def size(self, tier: Tier) -> int:
        """Return how many indices a tier has."""

    def rank(self, position: Any) -> tuple[Tier, int]:
        """Return the tier and the index of a position."""

    def unrank(self, tier: Tier, index: int) -> Any:
        """Return the position of an index."""

    def render(self, position: Any) -> str:
        """Return a position for a person."""


@dataclass(frozen=True)
class Space:
    """The tiers of a game in an order in which moves go forwards, and one numbering of all positions.

    The number of a position is the offset of its tier and its index there; offsets are multiples of `BLOCK`.
    """

    rules: Tiered

    @cached_property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers, each before those that moves lead to."""
        order: list[Tier] = []
        state: dict[Tier, int] = {}
        for first in self.rules.first_tiers():
            stack: list[tuple[Tier, Any]] = [] if first in state else [(first, iter(self.next(first)))]
            state.setdefault(first, 1)
            while stack:
                tier, rest = stack[-1]
                child = next(rest, None)
                if child is None:
                    order.append(tier)
                    state[tier] = 2
                    stack.pop()
                elif child not in state:
                    if len(state) == MOST_TIERS:
                        raise GameError(
                            f"{self.rules.title} has more than {MOST_TIERS:,} tiers: children({tier!r}) names yet "
                            f"another, {child!r}; expected fewer, each with many positions"
                        )
                    state[child] = 1
                    stack.append((child, iter(self.next(child))))
                elif state[child] == 1:
                    raise GameError(
                        f"the tiers of {self.rules.title} go in a circle: a move from {tier!r} can lead to {child!r}, "
                        "and the play can come back; combine such tiers into one"
                    )
        return tuple(order[::-1])

    def next(self, tier: Tier) -> tuple[Tier, ...]:
        """Return the other tiers that a move from a tier can lead to."""
        children = listed(self.rules.children(tier), f"children({tier!r})")
        return tuple(dict.fromkeys(child for child in children if child != tier))

    def after(self, tiers: Iterable[Tier]) -> tuple[Tier, ...]:
        """Return the other tiers that a move from a group of tiers can lead to."""
        return tuple(dict.fromkeys(child for tier in tiers for child in self.next(tier)))

    def cyclic(self, tier: Tier) -> bool:
        """Return whether a move can stay in a tier."""
        return tier in tuple(self.rules.children(tier))

    @cached_property
    def groups(self) -> tuple[tuple[Tier, ...], ...]:
        """The tiers, each before those that moves lead to; small ones are put together if no play leads to another."""
        height: dict[Tier, int] = {}
        for tier in self.tiers[::-1]:
            height[tier] = 1 + max((height[child] for child in self.next(tier)), default=0)
        found: list[list[Tier]] = []
        around: set[Tier] = set()
        for tier in sorted(self.tiers, key=height.__getitem__, reverse=True):
            last = found[-1][-1] if found else None
            around |= {tier, *self.next(tier)}
            blocks = sum(map(self.blocks.__getitem__, around))
            fits = found and height[last] == height[tier] and blocks <= TOGETHER
            if fits and not self.cyclic(last) and not self.cyclic(tier):
                found[-1].append(tier)
            else:
                found.append([tier])
                around = {tier, *self.next(tier)}
        return tuple(map(tuple, found))

    @cached_property
    def order(self) -> dict[Tier, int]:
        """The place of each tier among them."""
        return {tier: place for place, tier in enumerate(self.tiers)}

    @cached_property
    def size(self) -> dict[Tier, int]:
        """How many numbers each tier has."""
        return {tier: self.rules.size(tier) for tier in self.tiers}

    @cached_property
    def blocks(self) -> dict[Tier, int]:
        """How many blocks each tier has."""
        return {tier: -(-size // BLOCK) for tier, size in self.size.items()}

    @cached_property
    def starts(self) -> Ints:
        """The offsets of all tiers in order, and the end."""
        return np.cumsum([0, *self.blocks.values()], dtype=np.int64) * BLOCK

    @cached_property
    def offset(self) -> dict[Tier, int]:
        """The number of the first position of each tier."""
        return dict(zip(self.tiers, self.starts.tolist(), strict=False))

    def number(self, position: Any) -> int:
        """Return the number of a position."""
        tier, index = self.rules.rank(position)
        return self.offset[tier] + int(index)

    def place(self, number: int) -> tuple[Tier, int]:
        """Return the tier and the index of a number."""
        tier = self.tiers[int(np.searchsorted(self.starts, number, "right")) - 1]
        return tier, number - self.offset[tier]
