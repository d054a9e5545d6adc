"""Small games by rules with an index, for the tests: random ones, with ends, draws, cycles and moves made twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphgames.games.tables.indexed_rules import Batch, IndexedRules, option

Position = tuple[int, int, int]  # tier, index, who is to move


@dataclass(frozen=True)
class RandomGame(IndexedRules):
    """A random game: each number of a tier has moves at random into its own tier and the next ones."""

    name = "random"
    title = "a random game"
    seed: int = option(0, 0, 2**31, "the seed")
    tiers: int = option(3, 1, 9, "tiers")
    numbers: int = option(40, 1, 99, "numbers of a tier, for each player to move")
    loops: int = option(1, 0, 1, "whether a play can stay in a tier")
    again: int = option(1, 0, 1, "whether a player may move twice")

    start = (0, 0, 0)

    @cached_property
    def table(self) -> dict[Position, tuple[str, list[Position]]]:
        """The end and the moves of each position."""
        rng = np.random.default_rng(self.seed)
        found = {}
        for tier in range(self.tiers):
            for i in range(self.numbers):
                for mover in range(2):
                    end = rng.choice(["", "win", "loss", "draw"], p=[0.85, 0.05, 0.05, 0.05])
                    first = (tier, i, mover) == self.start
                    end = "" if first else end
                    many = 3 if first else rng.integers(0, 4)
                    moves = [] if end else [self._move(rng, tier, mover) for _ in range(many)]
                    found[tier, i, mover] = (str(end), [move for move in moves if move[0] < self.tiers])
        return found

    def _move(self, rng: Any, tier: int, mover: int) -> Position:
        to = int(tier + rng.integers(0, 2)) if self.loops else int(tier + rng.integers(1, 3))
        turn = mover if self.again and rng.random() < 0.3 else 1 - mover
        return to, int(rng.integers(0, self.numbers)), turn

    def mover(self, position: Position) -> int:
        return position[2]

    def moves(self, position: Position) -> Sequence[Position]:
        return self.table[position][1]

    def outcome(self, position: Position) -> str:
        return self.table[position][0] or "loss"

    def children(self, tier: int) -> Iterable[int]:
        return range(tier + 1 - self.loops, min(tier + 3, self.tiers))

    def size(self, tier: int) -> int:
        return 2 * self.numbers

    def rank(self, position: Position) -> tuple[int, int]:
        return position[0], 2 * position[1] + position[2]

    def unrank(self, tier: int, index: int) -> Position:
        return tier, index // 2, index % 2

    def expand(self, batch: Batch) -> None:
        rows = [self.table[self.unrank(batch.tier, i)] for i in batch.index.tolist()]
        movers = batch.index % 2
        for outcome in ("win", "loss", "draw"):
            batch.end(outcome, np.array([end == outcome for end, _ in rows], np.bool_))
        for slot in range(3):
            for tier in self.children(batch.tier):
                for again in (False, True):
                    heads = [moves[slot] if len(moves) > slot else None for _, moves in rows]
                    fits = [
                        head is not None and head[0] == tier and (head[2] == mover) == again
                        for head, mover in zip(heads, movers, strict=True)
                    ]
                    index = [self.rank(head)[1] if head else 0 for head in heads]
                    batch.move(tier, np.array(index), np.array(fits, np.bool_), again)

    def retract(self, batch: Batch) -> None:
        before: dict[Position, list[Position]] = {}
        for position, (_, moves) in self.table.items():
            for after in moves:
                before.setdefault(after, []).append(position)
        heads = [self.unrank(batch.tier, i) for i in batch.index.tolist()]
        tails = [[p for p in before.get(head, []) if p[0] == batch.tier] for head in heads]
        for slot in range(max(map(len, tails), default=0)):
            for again in (False, True):
                found = [tail[slot] if slot < len(tail) else None for tail in tails]
                fits = [p is not None and (p[2] == head[2]) == again for p, head in zip(found, heads, strict=True)]
                batch.move(batch.tier, np.array([self.rank(p)[1] if p else 0 for p in found]), np.array(fits), again)


@dataclass(frozen=True)
class Circle(IndexedRules):
    """Two positions that lead to each other."""

    name = "circle"
    title = "a circle"
    start = 0

    def moves(self, position: int) -> Sequence[int]:
        return [1 - position]

    def children(self, tier: int) -> Iterable[int]:
        return [0]

    def size(self, tier: int) -> int:
        return 2

    def rank(self, position: int) -> tuple[int, int]:
        return 0, position

    def unrank(self, tier: int, index: int) -> int:
        return index

    def expand(self, batch: Batch) -> None:
        batch.move(0, 1 - batch.index)


@dataclass(frozen=True)
class Tangle(IndexedRules):
    """A vectorised game of many blocks: moves by arithmetic modulo a prime, whose inverses are the backward moves.

    Tier 1 can be left to tier 0 from some numbers; in both plays can go round. A position is its tier and number.
    """

    name = "tangle"
    title = "a tangle"
    prime: int = option(131_101, 3, 10**8, "numbers of a tier, a prime")
    whole = True

    factors = ((3, 1), (5, 7), (17, 11))

    def first_tiers(self) -> Iterable[int]:
        return [1]

    def children(self, tier: int) -> Iterable[int]:
        return [1, 0] if tier else [0]

    def size(self, tier: int) -> int:
        return self.prime

    def rank(self, position: tuple[int, int]) -> tuple[int, int]:
        return position

    def unrank(self, tier: int, index: int) -> tuple[int, int]:
        return tier, index

    def moves(self, position: tuple[int, int]) -> Sequence[tuple[int, int]]:
        tier, i = position
        if i % 11 == 0:
            return []
        inside = [(tier, (a * i + b) % self.prime) for a, b in self.factors[: 1 + i % 3]]
        return inside + [(0, i // 2)] * (tier == 1 and i % 7 == 0)

    def outcome(self, position: tuple[int, int]) -> str:
        return "draw" if position[1] % 33 == 0 else "loss"

    def expand(self, batch: Batch) -> None:
        i = batch.index
        batch.end("draw", i % 33 == 0)
        batch.end("loss", i % 11 == 0)
        for k, (a, b) in enumerate(self.factors):
            batch.move(batch.tier, (a * i + b) % self.prime, where=i % 3 >= k)
        if batch.tier:
            batch.move(0, i // 2, where=i % 7 == 0)

    def retract(self, batch: Batch) -> None:
        for k, (a, b) in enumerate(self.factors):
            i = (batch.index - b) * pow(a, -1, self.prime) % self.prime
            batch.move(batch.tier, i, where=(i % 3 >= k) & (i % 11 != 0))


@dataclass(frozen=True)
class Stairs(IndexedRules):
    """Nimbers in many blocks: bit k of a number says whether there is a move to tier k, if that is below."""

    name = "stairs"
    title = "stairs"
    numbers: int = option(70_000, 1, 10**8, "numbers of a tier")
    whole = True
    start = (2, 3)

    def first_tiers(self) -> Iterable[int]:
        return [2]

    def children(self, tier: int) -> Iterable[int]:
        return range(tier)

    def size(self, tier: int) -> int:
        return self.numbers

    def rank(self, position: tuple[int, int]) -> tuple[int, int]:
        return position

    def unrank(self, tier: int, index: int) -> tuple[int, int]:
        return tier, index

    def moves(self, position: tuple[int, int]) -> Sequence[tuple[int, int]]:
        tier, i = position
        return [(below, 3 * i % self.numbers) for below in range(tier) if i >> below & 1]

    def expand(self, batch: Batch) -> None:
        i = batch.index
        for below in range(batch.tier):
            batch.move(below, 3 * i % self.numbers, where=i >> below & 1 == 1)


@dataclass(frozen=True)
class Ladder(IndexedRules):
    """A hundred rungs in one tier: a move goes one down, from odd ones also up; who stands at the foot has lost."""

    name = "ladder"
    title = "a ladder"
    start = 99

    def moves(self, position: int) -> Sequence[int]:
        up = [position + 1] * (position % 2 == 1 and position < 99)
        return [position - 1, *up] if position else []

    def children(self, tier: int) -> Iterable[int]:
        return [0]

    def size(self, tier: int) -> int:
        return 100

    def rank(self, position: int) -> tuple[int, int]:
        return 0, position

    def unrank(self, tier: int, index: int) -> int:
        return index

    def expand(self, batch: Batch) -> None:
        i = batch.index
        batch.move(0, i - 1, where=i > 0)
        batch.move(0, i + 1, where=(i % 2 == 1) & (i < 99))

    def retract(self, batch: Batch) -> None:
        i = batch.index
        batch.move(0, i + 1, where=i < 99)
        batch.move(0, i - 1, where=(i % 2 == 0) & (i > 0))


@dataclass(frozen=True)
class Desert(Ladder):
    """The ladder among 2^26 numbers, of which no others are in use."""

    name = "desert"
    title = "a ladder in a desert"

    def size(self, tier: int) -> int:
        return 1 << 26


@dataclass(frozen=True)
class Tower(Ladder):
    """The ladder, and two places above it, 100 and 101, that lead to each other and to the rungs 99 and 2."""

    name = "tower"
    title = "a tower"
    start = 100

    def moves(self, position: int) -> Sequence[int]:
        return {100: [101, 99], 101: [100, 2]}.get(position) or super().moves(position)

    def children(self, tier: int) -> Iterable[int]:
        return [1, 0] if tier else [0]

    def size(self, tier: int) -> int:
        return 2 if tier else 100

    def rank(self, position: int) -> tuple[int, int]:
        return position // 100, position % 100

    def unrank(self, tier: int, index: int) -> int:
        return 100 * tier + index

    def expand(self, batch: Batch) -> None:
        if batch.tier == 0:
            super().expand(batch)
            return
        batch.move(1, 1 - batch.index)
        batch.move(0, np.where(batch.index == 0, 99, 2))

    def retract(self, batch: Batch) -> None:
        i = batch.index
        if batch.tier:
            batch.move(1, 1 - i)
        else:
            batch.move(0, i + 1, where=i < 99)
            batch.move(0, i - 1, where=(i % 2 == 0) & (i > 0))
