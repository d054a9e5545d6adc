"""What a tier costs to solve, in memory, time and disk; and the strategy that is chosen for it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from graphgames.core.errors import LimitExceededError, SolverError, did_you_mean
from graphgames.core.naming import in_time
from graphgames.core.room import free_memory
from graphgames.engines.team import available_cores
from graphgames.games.tables.engine import STRATEGIES
from graphgames.games.tables.indexed_rules import IndexedRules
from graphgames.games.tables.space import BLOCK, Tier
from graphgames.games.tables.window import BYTES

FORWARDS, ROUNDS = 3, 30
"""The passes of forward moves to make edges, and those reckoned for sweeps, which need one for each remoteness."""

_SAMPLE = 1 << 14

_HELD, _PROCESS = 9, 72 << 20
"""So many times the moves of a piece are held for each thread, where it works and in results that wait to be taken, as
was measured. The interpreter takes so many bytes with what it has loaded and blocks that are packed."""


@dataclass(frozen=True)
class Speed:
    """How many positions per second a thread expands (``forward``) and retracts; the moves of one, and the most."""

    forward: float
    backward: float
    moves: float
    most: int

    @classmethod
    def of(cls, rules: Any, tiers: Sequence[Tier]) -> Speed:
        """Measure the largest of some tiers on a sample of its numbers."""
        tier = max(tiers, key=rules.space.size.__getitem__)
        size = rules.space.size[tier]
        index = np.unique(np.linspace(0, size - 1, min(size, _SAMPLE)).astype(np.int64))
        rules.batch(tier, index[:10])  # tables of the rules are made when they are first asked for
        started = time.perf_counter()
        batch = rules.batch(tier, index)
        forward = index.size / max(time.perf_counter() - started, 1e-6)
        moves = sum(int((column >= 0).sum()) for column in batch.columns) / index.size
        return cls(forward, forward / 1.5, moves, len(batch.columns))


@dataclass(frozen=True)
class Cost:
    """What it takes to solve a tier by a strategy: bytes of memory and of disk, seconds of one thread."""

    strategy: str
    memory: int
    seconds: float
    disk: int


def costs(rules: Any, tiers: Sequence[Tier], positions: int, around: int, speed: Speed, members: int = 1) -> list[Cost]:
    """Return what each strategy that can solve a group of tiers takes, the best first where memory is no matter.

    Parameters
    ----------
    positions : int
        How many positions they have, or may have.
    around : int
        How many positions the tiers have that moves lead to.
    speed : Speed
        How quick the rules are.
    members : int
        How many processes share the memory.
    """
    space = rules.space
    cyclic, own = space.cyclic(tiers[0]), sum(map(space.blocks.__getitem__, tiers))
    blocks = own + sum(map(space.blocks.__getitem__, space.after(tiers)))
    common = blocks * BYTES * 5 // 4 + 2 * around + 2 * positions
    piece = min(BLOCK, max(map(space.size.__getitem__, tiers)))
    room = (available_cores() if members == 1 else 1) * _HELD * 8 * speed.most * piece
    disk = positions * 5 // 4 + own * BYTES
    once = positions / speed.forward
    moves = int(speed.moves * positions)
    kept, fits = (8 * positions + 4 * moves, positions) if members == 1 else (16 * moves, int(space.starts[-1]))
    ways = (
        ("one pass", not cyclic, 0, once),
        ("counters", cyclic and hasattr(rules, "retract"), 0, once + positions / speed.backward),
        ("edges", cyclic and fits < 2**31, kept, FORWARDS * once),
        ("sweeps", True, 0, ROUNDS * once),
    )
    return [
        Cost(name, (common + more) // members + room, seconds / members, disk)
        for name, can, more, seconds in ways
        if can
    ]


def choose(
    rules: IndexedRules, tier: Tier, possible: list[Cost], wanted: str | None = None, short: bool = False
) -> Cost:
    """Return the first that fits in memory, or the one that is wanted by name; with ``short`` the least if none fits.

    Raise `LimitExceededError` if none fits, `SolverError` if there is no such one for the tier.
    """
    if wanted is not None:
        if wanted not in STRATEGIES:
            hint = did_you_mean(wanted, list(STRATEGIES))
            raise SolverError(f"there is no strategy {wanted!r}{hint} There are: {', '.join(STRATEGIES)}")
        return next((cost for cost in possible if cost.strategy == wanted), possible[0])
    free = free_memory()
    for cost in possible:
        if cost.memory <= free:
            return cost
    least = min(possible, key=lambda cost: cost.memory)
    if short:
        return least
    raise LimitExceededError(
        f"tier {tier!r} of {rules.title} needs {in_bytes(least.memory)} of memory ({least.strategy}), and "
        f"{in_bytes(free)} are free; more processes share it: mpirun -n 4 graphgames table build ..."
    )


def in_bytes(count: float) -> str:
    """Return a number of bytes for people.

    >>> in_bytes(1_500_000), in_bytes(2e9)
    ('1.5 MB', '2.0 GB')
    """
    if count < 1000:
        return f"{count:.0f} bytes"
    power = min(4, (len(f"{count:.0f}") - 1) // 3)
    return f"{count / 1000**power:.1f} {('kB', 'MB', 'GB', 'TB')[power - 1]}"


@dataclass(frozen=True)
class Estimate:
    """What a table takes at most: nothing is known yet of how many numbers of each tier are in use."""

    rules: Any
    """The game."""
    numbers: int
    """How many numbers the tiers have, and so positions at most."""
    strategies: dict[str, int]
    """How many tiers are solved by each strategy."""
    memory: int
    bare: int
    """Bytes of memory if hardly any number is in use; in between memory grows with the numbers in use."""
    disk: int
    """Bytes; memory at the tier that needs most."""
    seconds: float
    """Of this machine with all its cores."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain Python."""
        return {
            "game": self.rules.name,
            "options": self.rules.options(),
            "tiers": sum(self.strategies.values()),
            "numbers": self.numbers,
            "strategies": self.strategies,
            "memory": self.memory,
            "memory_at_least": self.bare,
            "free": free_memory(),
            "disk": self.disk,
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        tiers = ", ".join(f"{many} by {name}" for name, many in self.strategies.items())
        return "\n".join(
            [
                f"{self.rules.title}: at most {self.numbers:,} positions",
                f"  tiers   {tiers}",
                f"  memory  at most {in_bytes(self.memory)}, {in_bytes(self.bare)} if hardly any number is in use; "
                f"{in_bytes(free_memory())} are free",
                f"  disk    at most {in_bytes(self.disk)}, before compression",
                f"  time    at most about {in_time(self.seconds)} with {available_cores()} threads",
            ]
        )


def expected(rules: Any) -> str:
    """Return what a table takes at most, in words, reckoned from its largest group of tiers: sooner than `estimate`."""
    if getattr(rules, "stored", None) is not None:
        return ""
    space = rules.space
    tiers = max(space.groups, key=lambda some: sum(map(space.size.__getitem__, some)))
    numbers, size, (cost, _) = sum(space.size.values()), sum(map(space.size.__getitem__, tiers)), _at_most(rules, tiers)
    memory = max(cost.memory, int(space.starts[-1]) // 8) + _PROCESS
    seconds = cost.seconds * (numbers / size) / available_cores()
    return f"at most {numbers:,} positions, {in_bytes(memory)} of memory and about {in_time(seconds)}"


def _at_most(rules: Any, tiers: Sequence[Tier], strategy: str | None = None) -> tuple[Cost, int]:
    """Return what a group of tiers takes if all numbers are in use, and bytes of memory if hardly any is."""
    space, speed = rules.space, Speed.of(rules, tiers)
    size, around = (sum(map(space.size.__getitem__, some)) for some in (tiers, space.after(tiers)))
    cost = choose(rules, tiers[0], costs(rules, tiers, size, around, speed), strategy, short=True)
    bare = min(one.memory for one in costs(rules, tiers, 0, 0, speed))
    return replace(cost, seconds=cost.seconds + size / speed.forward), bare


def estimate(rules: Any, strategy: str | None = None) -> Estimate:
    """Return what a table takes at most, measured on a sample of each tier."""
    space = rules.space
    strategies: Counter[str] = Counter()
    bits = int(space.starts[-1]) // 8
    memory, bare, disk, seconds = 0, 0, 0, 0.0
    for tiers in space.groups:
        cost, least = _at_most(rules, tiers, strategy)
        strategies[cost.strategy] += len(tiers)
        marked = bits + sum(map(space.blocks.__getitem__, tiers)) * BYTES  # bitmaps of all, and what was gone on from
        memory, bare = max(memory, cost.memory, marked), max(bare, least, marked)
        disk += cost.disk
        seconds += cost.seconds
    memory, bare = memory + _PROCESS, bare + _PROCESS
    return Estimate(rules, sum(space.size.values()), dict(strategies), memory, bare, disk, seconds / available_cores())
