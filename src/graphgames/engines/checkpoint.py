"""Checkpoints: what processes keep together while they work, so that a job that was killed goes on there.

`Checkpoint` is for games on arenas that are spread over processes: labels between two layers. Its file has a line of
JSON (which game, which solver, how far it is, and a hash), then arrays over all vertices in their order; so it does not
depend on the number of processes.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.engines.spread_game import SpreadGame
from graphgames.engines.team import Team

EVERY = 120.0
"""So many seconds are between two checkpoints, unless the user asks for others."""

HEAD = 512
"""So many bytes are for the line of JSON."""


class CheckpointFile:
    """A file that all members of a team write together, now and then; it appears whole or not at all."""

    def __init__(self, path: Path, team: Team, every: float = EVERY):
        self.path, self.team, self.every, self.last = path, team, every, time.monotonic()

    def due(self) -> bool:
        """Return whether it is time to write; all members call it, and the first one's clock counts."""
        late = time.monotonic() - self.last >= self.every
        return not self.team.least(int(not late) if self.team.rank == 0 else 1)

    def write(self, head: Mapping[str, Any], parts: Iterable[tuple[NDArray[Any], int]]) -> None:
        """Write a line of JSON, and each member its parts of arrays, with their offsets."""
        temporary = self.path.with_name(f".{self.path.name}.new")
        if self.team.rank == 0:
            temporary.write_bytes(json.dumps(head).encode().ljust(HEAD))
        self.team.wait()
        with temporary.open("r+b") as file:
            for part, offset in parts:
                os.pwrite(file.fileno(), part.view(np.uint8).data, offset)
            os.fsync(file.fileno())
        self.team.wait()
        if self.team.rank == 0:
            temporary.replace(self.path)
        self.team.wait()
        self.last = time.monotonic()

    def remove(self) -> None:
        """Remove the file, when it is no longer needed."""
        if self.team.rank == 0:
            self.path.unlink(missing_ok=True)


class Checkpoint:
    """What a solver keeps of a game.

    Parameters
    ----------
    path : path, optional
        The file; without one nothing is kept.
    game : SpreadGame
        What is solved.
    solver : str
        By which solver.
    arrays : mapping of ndarray, each of shape (k,)
        What is known of the own vertices: written by `save`, and filled in by `restore`.
    every : float
        Seconds between two checkpoints.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        game: SpreadGame,
        solver: str,
        arrays: Mapping[str, NDArray[Any]],
        every: float = EVERY,
    ):
        self.share, self.arrays = game.arena.share, arrays
        self.file = None if path is None else CheckpointFile(Path(path), game.team, every)
        self.about = {} if path is None else {"checkpoint": solver, "game": fingerprint(game), "vertices": game.arena.n}

    def restore(self) -> dict[str, int]:
        """Fill in the arrays, and return how far the solver was, nothing if there is no file.

        Raise `GameError` if the file is something else. All members of the team call it.
        """
        if self.file is None or not self.file.team.least(int(self.file.path.exists())):
            return {}
        path = self.file.path
        with path.open("rb") as file:
            try:
                head = json.loads(file.read(HEAD))
                state, digest = dict[str, int](head.pop("state")), head.pop("digest")
            except (ValueError, KeyError, AttributeError, TypeError):
                raise GameError(f"{path} is not a checkpoint; choose another file") from None
            if head != self.about:
                raise GameError(f"{path} is the checkpoint of another game or solver; choose another file")
            whole = path.stat().st_size == HEAD + sum(self.share.n * array.itemsize for array in self.arrays.values())
            for part, _, offset in self._parts() if whole else ():
                part[:] = np.frombuffer(os.pread(file.fileno(), part.nbytes, offset), part.dtype)
        if not whole or self._digest(state) != digest:
            raise GameError(f"{path} is damaged; remove it to begin anew")
        return state

    def save(self, **state: int) -> None:
        """Write the arrays and how far the solver is, if it is time to; all members of the team call it."""
        if self.file is not None and self.file.due():
            head = self.about | {"state": state, "digest": self._digest(state)}
            self.file.write(head, ((part, offset) for part, _, offset in self._parts()))

    def remove(self) -> None:
        """Remove the file, when the game is solved."""
        if self.file is not None:
            self.file.remove()

    def _parts(self) -> Iterator[tuple[NDArray[Any], int, int]]:
        """Yield what each array says of each own block, the block's first vertex, and where that is in the file."""
        offset = HEAD
        for array in self.arrays.values():
            at = 0
            for begin, end in self.share.blocks:
                yield array[at : at + end - begin], begin, offset + begin * array.itemsize
                at += end - begin
            offset += self.share.n * array.itemsize

    def _digest(self, state: Mapping[str, int]) -> str:
        """Return a hash of what is kept, whatever the number of processes."""
        assert self.file is not None
        total = np.zeros(1, np.uint64)
        for part, begin, offset in self._parts():
            items = np.arange(begin, begin + part.size) << 32 ^ part.astype(np.int64)
            total += _mixed(items, offset - begin * part.itemsize)
        return f"{sorted(state.items())} {_agreed(self.file.team, total)}"


def fingerprint(game: SpreadGame) -> str:
    """Return a number that two games share only by chance, whatever the number of processes."""
    arena, data = game.arena, (game.arena.owner, *game.objective.arrays.values())
    total = np.zeros(1, np.uint64)
    for rows in arena.pieces():
        indptr, heads = arena.rows(rows)
        numbers = arena.share.numbers(rows)
        total += _mixed(np.repeat(numbers, np.diff(indptr)) << 32 | heads)
        for salt, array in enumerate(data, 1):
            if array is not None:
                total += _mixed(numbers << 32 ^ array[rows].astype(np.int64), salt)
    return f"{game.objective.name} {_agreed(game.team, total)}"


def _agreed(team: Team, total: NDArray[np.uint64]) -> str:
    """Return the sum of all members' hashes."""
    return f"{int(team.total(total.view(np.int64)).view(np.uint64)[0]):016x}"


def _mixed(items: NDArray[np.int64], salt: int = 0) -> np.uint64:
    """Return the sum of scattered items; it does not depend on their order."""
    found = items.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    found += np.uint64(salt)
    found ^= found >> np.uint64(31)
    found *= np.uint64(0xBF58476D1CE4E5B9)
    found ^= found >> np.uint64(29)
    total: np.uint64 = found.sum(dtype=np.uint64)
    return total
