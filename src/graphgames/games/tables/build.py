"""Build a table: a directory with a file for each tier and ``manifest.json``, which says what they are of."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.games.tables.blocks import TierFile, write_tier
from graphgames.games.tables.engine import blocks_of, counted, reach, solve_tiers
from graphgames.games.tables.manifest import about, read_manifest, tier_path, write_manifest
from graphgames.games.tables.rules import IndexedRules, check_options
from graphgames.games.tables.sample import check_sample
from graphgames.games.tables.table import Table, open_table

REACHED = "reached.bits"


def build(rules: IndexedRules, path: str | os.PathLike[str], resume: bool = False) -> Table:
    """Solve a game given by rules with an index, and return its table.

    Parameters
    ----------
    rules : IndexedRules
        The game.
    path : path
        The directory to make.
    resume : bool
        Go on where an earlier call has stopped; otherwise the directory must not exist, or be empty.

    Raises
    ------
    GameError
        If the directory holds something else, or the rules are at fault.
    """
    directory = Path(path)
    check_sample(rules)
    _begin(rules, directory, resume)
    bits = _reached(rules, directory)
    solve_tiers(rules, bits, lambda tier: tier_path(directory, rules.space, tier))
    _finish(rules, directory)
    (directory / REACHED).unlink(missing_ok=True)
    return open_table(directory, rules)


def _begin(rules: IndexedRules, directory: Path, resume: bool) -> None:
    """Make the directory with its manifest, or check that the one that is there fits."""
    mine = json.loads(json.dumps(about(rules)))
    if directory.exists() and any(directory.iterdir()):
        found = read_manifest(directory)
        if not resume:
            raise GameError(f"{directory} is there already; --resume goes on with it, another name begins anew")
        for key, value in mine.items():
            if found.get(key) != value:
                raise GameError(f"{directory} is of another game: its {key} is {found.get(key)!r}, not {value!r}")
    else:
        directory.mkdir(parents=True, exist_ok=True)
        write_manifest(directory, mine)


def _reached(rules: IndexedRules, directory: Path) -> NDArray[np.uint8]:
    """Return the bitmap of the positions of the table, from the directory if it is there."""
    path, size = directory / REACHED, int(rules.space.starts[-1]) // 8
    if path.exists():
        return np.fromfile(path, np.uint8)
    bits = np.zeros(size, np.uint8)
    reach(rules, bits)
    temporary = path.with_name(f".{REACHED}.new")
    bits.tofile(temporary)
    temporary.replace(path)
    return bits


def _finish(rules: IndexedRules, directory: Path) -> None:
    """Write the manifest with what there is in all."""
    space = rules.space
    tiers = []
    for tier in space.tiers:
        file = TierFile(tier_path(directory, space, tier))
        children = [repr(child) for child in rules.children(tier)]
        tiers.append({**file.about, "size": space.size[tier], "children": children})
    write_manifest(directory, {**about(rules), "tiers": tiers, "complete": True})


def solve(rules: IndexedRules, directory: str | os.PathLike[str] | None = None) -> Table:
    """Return the table of a game; without a directory in one of its own, which goes away with the table."""
    check_options(rules)
    if directory is not None:
        return build(rules, directory)
    return _while_it_lives(lambda kept: build(rules, kept))


def _while_it_lives(make: Callable[[Path], Table]) -> Table:
    """Return a table made in a directory that is removed with it."""
    kept = Path(mkdtemp(prefix="graphgames-table-"))
    try:
        table = make(kept)
    except BaseException:
        rmtree(kept, ignore_errors=True)
        raise
    finalize(table, rmtree, kept, ignore_errors=True)
    return table


def from_labels(rules: IndexedRules, numbers: NDArray[np.int64], labels: NDArray[np.int32]) -> Table:
    """Return a table with these labels, in a directory that goes away with it; whether they are right is not asked.

    Raise `ValueError` if they are no labels of the positions of the rules.
    """
    space = rules.space
    if numbers.shape != labels.shape or np.any(np.diff(numbers) <= 0):
        raise ValueError("expected as many labels as numbers, and these ascending")
    if numbers.size and not (numbers[0] >= 0 and numbers[-1] < space.starts[-1]):
        raise ValueError("a number is of no position")
    if np.any((labels < 1) | (labels > 0xFFFF) | (labels & 3 == 0)):
        raise ValueError("a label is neither a win, a loss nor a draw")
    bits = np.zeros(int(space.starts[-1]), np.bool_)
    bits[numbers] = True

    def make(kept: Path) -> Table:
        _begin(rules, kept, resume=False)
        for tier, begin, end in zip(space.tiers, space.starts, space.starts[1:], strict=False):
            first, last = np.searchsorted(numbers, (begin, end))
            own = labels[first:last].astype(np.uint16)
            blocks = blocks_of(np.packbits(bits[begin:end], bitorder="little"), own)
            write_tier(tier_path(kept, space, tier), blocks, {"tier": repr(tier), **counted(own)})
        _finish(rules, kept)
        return open_table(kept, rules)

    return _while_it_lives(make)
