"""Checkpoints of long searches of geography: a NumPy archive that belongs to one game, graph and solver.

It holds the decided first vertices and the table of solved positions, so that a later search can continue. The file is
replaced as a whole, so a killed process leaves the previous checkpoint.
"""

from __future__ import annotations

import hashlib
import io
import os

import numpy as np

from graphgames.core.errors import Fault, FormatError
from graphgames.formats.plain import digest
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.search_checkpoint import SearchCheckpoint
from graphgames.readers.atomic import atomic_write
from graphgames.readers.source import open_source

VERSION = 1


def fingerprint(problem: Geography, solver: str) -> str:
    """Return a number for the game, the graphs and the solver."""
    mixed = hashlib.sha256(f"{VERSION} {problem.kind} {solver}".encode())
    for arena in problem.graphs:
        mixed.update(f" {arena.n} {digest(arena)}".encode())
    return mixed.hexdigest()


def write_checkpoint(checkpoint: SearchCheckpoint, path: str | os.PathLike[str], mark: str) -> None:
    """Write the current results; the file appears complete or not at all.

    Raises
    ------
    FormatError
        If it cannot be written.
    """
    values = np.array([(*key, value) for key, value in checkpoint.values.items()], np.int64).reshape(-1, 3)
    content = {"mark": np.array(mark), "values": values}
    content |= {f"table{number}": table for number, table in checkpoint.tables.items()}
    with atomic_write(path) as file:
        np.savez(file, **content)  # type: ignore[arg-type]


def read_checkpoint(checkpoint: SearchCheckpoint, path: str | os.PathLike[str], mark: str) -> None:
    """Load the results of a checkpoint.

    Raises
    ------
    FormatError
        If it is none, is damaged, or belongs to another game, graph or solver.
    """
    source = open_source(path)
    try:
        with np.load(io.BytesIO(source.to_bytes()), allow_pickle=False) as archive:
            found, values = str(archive["mark"]), archive["values"]
            tables = {int(name[5:]): archive[name] for name in archive.files if name.startswith("table")}
        if values.dtype != np.int64 or values.ndim != 2 or not np.isin(values[:, 2], (0, 1)).all():
            raise ValueError("its values are none")
        known = {(number, v): value for number, v, value in values.tolist()}
    except Exception as error:  # whatever NumPy and zipfile raise means that it is damaged
        why = "it is no archive of NumPy" if "pickle" in str(error) else error
        raise _refused(f"this is no checkpoint, or a damaged one ({why})", source.name) from None
    if found != mark:
        raise _refused("this checkpoint belongs to another graph, game or solver", source.name)
    checkpoint.values, checkpoint.tables = known, tables


def _refused(message: str, name: str) -> FormatError:
    return FormatError([Fault(message, hint="name another file, or delete it to begin anew")], name)
