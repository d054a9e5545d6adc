"""Checkpoints inside a tier: labels and counters between two layers, so that a build that was killed goes on there.

The file has a line of JSON (the layer, the strategy, the number of positions), then the labels of all positions and the
counters, if the strategy has any, block by block. It does not depend on the number of processes.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.games.tables.window import BYTES, Labels, members
from graphgames.spread.team import Team

EVERY = 120.0
"""So many seconds are between two checkpoints, unless the user asks for others."""

_HEAD = 256


class Checkpoint:
    """Where the state of a tier is kept.

    Parameters
    ----------
    path : Path
        The file.
    team : Team
        Who works together.
    labels : Labels
        The tier; its labels are written and restored.
    blocks : int
        How many blocks it has in all.
    strategy : str
        How it is solved.
    every : float
        Seconds between two checkpoints.
    """

    def __init__(self, path: Path, team: Team, labels: Labels, blocks: int, strategy: str, every: float = EVERY):
        self.path, self.team, self.labels, self.strategy, self.every = path, team, labels, strategy, every
        used = np.zeros(blocks, np.int64)
        used[labels.blocks.start :: team.size] = [members(block) for block in labels.bits.reshape(-1, BYTES)]
        own = used[labels.blocks.start :: team.size]
        self.here = np.cumsum(own) - own
        everybody = team.total(used)
        self.used, self.starts = everybody, np.cumsum(everybody) - everybody
        self.total = int(everybody.sum())
        self.last = time.monotonic()

    def restore(self, counters: NDArray[np.uint8] | None = None) -> int | None:
        """Read labels and counters; return the layer to go on with, or None if there is no such checkpoint."""
        try:
            with self.path.open("rb") as file:
                head = json.loads(file.read(_HEAD))
                if head != self._head(head.get("layer")):
                    return None
                for array, offset, data in self._parts(counters):
                    array[:] = np.frombuffer(os.pread(file.fileno(), array.nbytes, offset), array.dtype)
                    del data
                return int(head["layer"])
        except (OSError, ValueError):
            return None

    def save(self, layer: int, counters: NDArray[np.uint8] | None = None) -> None:
        """Write labels and counters if it is time to, before a layer; all members of the team call it."""
        late = time.monotonic() - self.last >= self.every
        if self.team.least(int(not late) if self.team.rank == 0 else 1):
            return
        temporary = self.path.with_name(f".{self.path.name}.new")
        if self.team.rank == 0:
            temporary.write_bytes(json.dumps(self._head(layer)).encode().ljust(_HEAD))
        self.team.wait()
        with temporary.open("r+b") as file:
            for array, offset, data in self._parts(counters):
                os.pwrite(file.fileno(), data, offset)
                del array
            os.fsync(file.fileno())
        self.team.wait()
        if self.team.rank == 0:
            temporary.replace(self.path)
        self.team.wait()
        self.last = time.monotonic()

    def remove(self) -> None:
        """Remove the file, when the tier is written."""
        if self.team.rank == 0:
            self.path.unlink(missing_ok=True)

    def _head(self, layer: Any) -> dict[str, Any]:
        return {"layer": layer, "strategy": self.strategy, "positions": self.total}

    def _parts(self, counters: NDArray[np.uint8] | None) -> Any:
        """Yield the arrays of each block of this member, where they are in the file, and their bytes."""
        for b, at in zip(self.labels.blocks, self.here.tolist(), strict=True):
            start, many = int(self.starts[b]), int(self.used[b])
            if many:
                labels = self.labels.own[at : at + many]
                yield labels, _HEAD + 2 * start, labels.view(np.uint8).data
                if counters is not None:
                    yield counters[at : at + many], _HEAD + 2 * self.total + start, counters[at : at + many].data
