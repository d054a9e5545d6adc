"""Checkpoints inside a tier: the labels between two layers, so that a build that was killed goes on there.

The file has a line of JSON (the layer, the strategy, the number of positions), then the labels of all positions, block
by block. It does not depend on the number of processes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.engines.checkpoint import EVERY, HEAD, CheckpointFile
from graphgames.engines.team import Team
from graphgames.games.tables.window import Labels


class Checkpoint(CheckpointFile):
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
        super().__init__(path, team, every)
        self.labels, self.blocks, self.strategy = labels, blocks, strategy

    @cached_property
    def used(self) -> NDArray[np.int64]:
        """How many positions each block has; all members of the team ask for it together."""
        here = self.labels.used[0]
        used = np.zeros(self.blocks, np.int64)
        used[here.blocks.start :: self.team.size] = np.diff(here.starts)
        everybody: NDArray[np.int64] = self.team.total(used)
        return everybody

    def restore(self) -> int | None:
        """Read the labels; return the layer to go on with, or None if there is no such checkpoint.

        All members of the team call it.
        """
        expected = self._head(None)
        try:
            with self.path.open("rb") as file:
                head = json.loads(file.read(HEAD))
                if not isinstance(head, dict) or head | {"layer": None} != expected:
                    return None
                for labels, offset in self._parts():
                    labels[:] = np.frombuffer(os.pread(file.fileno(), labels.nbytes, offset), np.uint16)
                return int(head["layer"])
        except (OSError, ValueError):
            return None

    def save(self, layer: int) -> None:
        """Write the labels if it is time to, before a layer; all members of the team call it."""
        if self.due():
            self.write(self._head(layer), self._parts())

    def _head(self, layer: Any) -> dict[str, Any]:
        return {"layer": layer, "strategy": self.strategy, "positions": int(self.used.sum())}

    def _parts(self) -> Iterator[tuple[NDArray[np.uint16], int]]:
        """Yield the labels of each block of this member, and where they are in the file."""
        here, starts = self.labels.used[0], np.cumsum(self.used) - self.used
        for b in here.blocks:
            if (labels := here.block(b).labels).size:
                yield labels, HEAD + 2 * int(starts[b])
