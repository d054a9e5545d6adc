"""Checkpoints of long searches of geography: what is decided so far, from which another process can continue.

The file is a NumPy archive that belongs to one game, graph and solver. It is replaced as a whole, so a killed process
leaves the previous checkpoint.
"""

from __future__ import annotations

import hashlib
import io
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphgames.core.digest import digest, edges_of
from graphgames.core.errors import Fault, FormatError
from graphgames.games.geography.problem import Geography
from graphgames.readers.atomic import atomic_write
from graphgames.readers.source import open_source

VERSION = 1


@dataclass
class SearchCheckpoint:
    """Collects the results of a search and saves them from time to time."""

    save: Callable[[SearchCheckpoint], None] | None = None
    """Called with the checkpoint at intervals, and when the search ends."""
    interval: float = 60.0
    """Seconds between two saves; more if a save takes more than a twentieth of it."""
    values: dict[tuple[int, int], int] = field(default_factory=dict)
    """For a search's number and a vertex of the arena 1 if the player to move wins from it first, else 0."""
    tables: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    """For the number of the last search its table of positions, an array with a record a row."""
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


def fingerprint(problem: Geography, solver: str) -> str:
    """Return a number for the game, the graphs and the solver."""
    mixed = hashlib.sha256(f"{VERSION} {problem.kind} {solver}".encode())
    for arena in problem.graphs:
        mixed.update(f" {arena.n} {digest(edges_of(arena))}".encode())
    return mixed.hexdigest()


def write_checkpoint(checkpoint: SearchCheckpoint, path: str | os.PathLike[str], mark: str) -> None:
    """Write the current results; the file appears complete or not at all.

    Raise `FormatError` if it cannot be written.
    """
    values = np.array([(*key, value) for key, value in checkpoint.values.items()], np.int64).reshape(-1, 3)
    content = {"mark": np.array(mark), "values": values}
    content |= {f"table{number}": table for number, table in checkpoint.tables.items()}
    with atomic_write(path) as file:
        np.savez(file, **content)  # type: ignore[arg-type]


def read_checkpoint(checkpoint: SearchCheckpoint, path: str | os.PathLike[str], mark: str) -> None:
    """Load the results of a checkpoint.

    Raise `FormatError` if it is none, is damaged, or belongs to another game, graph or solver.
    """
    source = open_source(path)
    try:
        with np.load(io.BytesIO(source.to_bytes()), allow_pickle=False) as archive:
            found, values = str(archive["mark"]), archive["values"]
            tables = {int(name[5:]): archive[name] for name in archive.files if name.startswith("table")}
        if values.dtype != np.int64 or values.ndim != 2 or not np.isin(values[:, 2], (0, 1)).all():
            raise ValueError("its values have the wrong form")
        known = {(number, v): value for number, v, value in values.tolist()}
    except Exception as error:  # whatever NumPy and zipfile raise means that it is damaged
        why = "it is not a NumPy archive" if "pickle" in str(error) else error
        raise _refused(f"this is not a checkpoint, or a damaged one ({why})", source.name) from None
    if found != mark:
        raise _refused("this checkpoint belongs to another graph, game or solver", source.name)
    checkpoint.values, checkpoint.tables = known, tables


def _refused(message: str, name: str) -> FormatError:
    return FormatError([Fault(message, hint="name another file, or delete it to begin anew")], name)
