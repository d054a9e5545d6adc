"""How far a build is, for people."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from graphgames.core.naming import in_time


@dataclass
class Progress:
    """How far a build is."""

    step: str
    """What is done: ``"reach"`` or ``"solve"``."""
    tier: int
    tiers: int
    """How many tiers are done, and how many there are."""
    done: int = 0
    total: int = 0
    """How many positions are done; how many there are, 0 while that is not known."""
    begun: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since the step began."""
        return time.monotonic() - self.begun

    def add(self, many: int) -> Progress:
        """Take note of positions that are done."""
        self.done += many
        return self

    def __str__(self) -> str:
        text = f"{self.step} tier {self.tier} of {self.tiers}: {self.done:,}"
        if self.total:
            left = self.seconds * (self.total - self.done) / max(1, self.done)
            return f"{text} of {self.total:,} positions, about {in_time(left)} left"
        return f"{text} positions"
