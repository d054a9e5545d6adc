"""The limits of the explorer: size of an upload, time to solve, number of games, memory."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MEGABYTE = 1_000_000


def half_the_memory() -> int:
    """Return half of the machine's memory, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


@dataclass(frozen=True)
class Settings:
    """The limits of the explorer; files and memory are in bytes."""

    upload: int = 256 * MEGABYTE
    """The largest file that is taken from the page."""
    seconds: float = 600.0
    """So long a game may be read and solved, a solution verified, a move answered."""
    games: int = 6
    """The largest number of open games; one more closes the least recently used."""
    memory: int = field(default_factory=half_the_memory)
    """What one game may use."""
