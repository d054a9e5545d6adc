"""The results of an unfinished search of geography, from which another process can continue."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass
class SearchCheckpoint:
    """Collects the results of a search and saves them from time to time.

    Attributes
    ----------
    save : callable, optional
        Called with the checkpoint at intervals, and when the search ends.
    interval : float
        Seconds between two saves; more if a save takes more than a twentieth of it.
    values : dict
        For a search's number and a vertex of the arena 1 if the player to move wins from it first, else 0.
    tables : dict
        For the number of the last search its table of positions, an array with a record a row.

    Examples
    --------
    >>> from graphgames import Arena, Geography, solve
    >>> checkpoint, ring = SearchCheckpoint(), Arena.from_edges([(0, 1), (1, 2), (2, 0)])
    >>> _ = solve(Geography("edge-geography", [ring]), checkpoint=checkpoint)
    >>> checkpoint.values
    {(0, 0): 1, (0, 1): 1, (0, 2): 1}
    """

    save: Callable[[SearchCheckpoint], None] | None = None
    interval: float = 60.0
    values: dict[tuple[int, int], int] = field(default_factory=dict)
    tables: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    due: float = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        self.due = time.monotonic() + self.interval

    def tick(self, number: int, records: Callable[[], NDArray[np.int64]]) -> None:
        """Save, if it is time to."""
        if self.save is not None and time.monotonic() >= self.due:
            self.tables = {number: records()}
            self.write()

    def write(self) -> None:
        """Save now."""
        if self.save is not None:
            begun = time.monotonic()
            self.save(self)
            now = time.monotonic()
            self.due = now + max(self.interval, 20 * (now - begun))
