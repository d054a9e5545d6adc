"""Build a table: a directory with a file for each tier and ``manifest.json``, which says what they are of.

What is finished stays: a build that was stopped, or killed, goes on with the first tier that is not. Positions are
marked in a file that is mapped into memory; the tiers that were gone on from are noted beside it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.games.tables.blocks import Block, TierFile, write_tier
from graphgames.games.tables.cost import Speed, choose, costs
from graphgames.games.tables.engine import STRATEGIES
from graphgames.games.tables.manifest import about, read_manifest, tier_path, write_manifest
from graphgames.games.tables.reach import positions_in, reach
from graphgames.games.tables.rules import IndexedRules, Tier, check_options
from graphgames.games.tables.sample import check_sample
from graphgames.games.tables.table import Table, open_table
from graphgames.games.tables.team import Alone, Team
from graphgames.games.tables.window import BYTES, Bits, Labels, blocks_of_tier, members, own_blocks

REACHED, EXPANDED = "reached.bits", "reached.json"


@dataclass
class Progress:
    """How far a build is.

    Attributes
    ----------
    step : str
        What is done: ``"reach"`` or ``"solve"``.
    tier, tiers : int
        How many tiers are done, and how many there are.
    done, total : int
        How many positions are done; how many there are, 0 while that is not known.
    seconds : float
        Since the step began.
    """

    step: str
    tier: int
    tiers: int
    done: int = 0
    total: int = 0
    begun: float = 0.0

    @property
    def seconds(self) -> float:
        """Seconds since the step began."""
        return time.monotonic() - self.begun

    def __str__(self) -> str:
        said = f"{self.step} tier {self.tier} of {self.tiers}: {self.done:,}"
        if self.total:
            left = self.seconds * (self.total - self.done) / max(1, self.done)
            return f"{said} of {self.total:,} positions, about {left:.0f} s left"
        return f"{said} positions"


Watch = Callable[[Progress], None]


def build(
    rules: IndexedRules,
    path: str | os.PathLike[str],
    resume: bool = False,
    *,
    team: Team | None = None,
    strategy: str | None = None,
    watch: Watch = lambda progress: None,
) -> Table:
    """Solve a game given by rules with an index, and return its table.

    Parameters
    ----------
    rules : IndexedRules
        The game.
    path : path
        The directory to make.
    resume : bool
        Go on where an earlier call has stopped; otherwise the directory must not exist, or be empty.
    team : Team, optional
        Who works; by default this process, with a thread for each core.
    strategy : str, optional
        How tiers with cycles are solved: ``"edges"``, ``"counters"`` or ``"sweeps"``; by default the quickest that fits
        in memory.
    watch : callable
        Called with the `Progress` now and then.

    Raises
    ------
    GameError
        If the directory holds something else, or the rules are at fault.
    LimitExceededError
        If there is not enough memory, or a win takes more than 16,382 moves.
    """
    directory, team = Path(path), team or Alone()
    check_options(rules)
    check_sample(rules)
    _begin(rules, directory, resume, team)
    whole = all(tier_path(directory, rules.space, tier).exists() for tier in rules.space.tiers)
    if not (whole and read_manifest(directory).get("complete")):
        bits = _reached(rules, directory, team, watch)
        _solve_tiers(rules, directory, team, bits, strategy, watch)
        del bits
        _finish(rules, directory, team)
    return open_table(directory, rules)


def _begin(rules: IndexedRules, directory: Path, resume: bool, team: Team) -> None:
    """Make the directory with its manifest, or check that the one that is there fits."""
    mine = json.loads(json.dumps(about(rules)))
    if directory.exists() and any(directory.iterdir()):
        found = read_manifest(directory)
        if not resume:
            raise GameError(f"{directory} is there already; --resume goes on with it, another name begins anew")
        for key, value in mine.items():
            if found.get(key) != value:
                raise GameError(f"{directory} is of another game: its {key} is {found.get(key)!r}, not {value!r}")
    team.wait()
    if team.rank == 0 and not (directory / "manifest.json").exists():
        directory.mkdir(parents=True, exist_ok=True)
        write_manifest(directory, mine)
    team.wait()


def _reached(rules: IndexedRules, directory: Path, team: Team, watch: Watch) -> Bits:
    """Return the bitmap of the positions of the table, in a file of the directory."""
    path, expanded, space = directory / REACHED, directory / EXPANDED, rules.space
    size = max(BYTES, int(space.starts[-1]) // 8)
    done = json.loads(expanded.read_text()) if expanded.exists() and path.exists() else 0
    if team.rank == 0 and not done:
        with path.open("wb") as file:
            file.truncate(size)
    team.wait()
    bits: Bits = np.memmap(path, np.uint8, "r+", shape=(size,))
    if not rules.whole:
        number = space.number(rules.start)
        if (number >> 16) % team.size == team.rank:
            bits[number >> 3] |= np.uint8(1 << (number & 7))
    progress = Progress("mark", done, len(space.tiers), begun=time.monotonic())

    def note(many: int) -> None:
        progress.done += many
        watch(progress)

    for place in range(done, len(space.tiers)):
        reach(rules, team, bits, space.tiers[place], note)
        progress.tier = place + 1
        if team.size > 1 or place % 16 == 15 or place + 1 == len(space.tiers):
            bits.flush()  # type: ignore[attr-defined]
            team.wait()
            if team.rank == 0:
                _write_json(expanded, place + 1)
    return bits


def _write_json(path: Path, value: Any) -> None:
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(json.dumps(value))
    temporary.replace(path)


def _solve_tiers(
    rules: IndexedRules, directory: Path, team: Team, bits: Bits, strategy: str | None, watch: Watch
) -> None:
    """Solve the tiers one after the other, the last first, and write each to its file."""
    space = rules.space
    positions = {tier: positions_in(bits, rules, tier) for tier in space.tiers}
    progress = Progress("solve", 0, len(space.tiers), 0, sum(positions.values()), time.monotonic())

    def note(many: int) -> None:
        progress.done += many
        watch(progress)

    for tier in space.tiers[::-1]:
        if tier_path(directory, space, tier).exists():
            progress.total -= positions[tier]
        else:
            _solve_tier(rules, directory, team, bits, tier, positions, strategy, note)
        progress.tier += 1


def _solve_tier(
    rules: IndexedRules,
    directory: Path,
    team: Team,
    bits: Bits,
    tier: Tier,
    positions: dict[Tier, int],
    strategy: str | None,
    note: Callable[[int], None],
) -> None:
    space = rules.space
    around = sum(positions[child] for child in space.next(tier))
    possible = costs(rules, tier, positions[tier], around, Speed.of(rules, tier), team.size)
    cost = choose(rules, tier, possible, strategy)
    known = [(child, TierFile(tier_path(directory, space, child))) for child in space.next(tier)]
    labels = Labels(space, team, known, tier, bits)
    STRATEGIES[cost.strategy](rules, team, labels, note)
    starts = np.concatenate([[0], np.cumsum([members(block) for block in labels.bits.reshape(-1, BYTES)])])

    def block(number: int) -> Block:
        j = (number - labels.blocks.start) // labels.blocks.step
        return Block(labels.bits[j * BYTES : (j + 1) * BYTES], labels.own[int(starts[j]) : int(starts[j + 1])])

    described = {"tier": repr(tier), **counted(team.total(_histogram(labels.own)))}
    write_tier(tier_path(directory, space, tier), team, labels.blocks, block, blocks_of_tier(space, tier), described)


def _histogram(labels: NDArray[Any]) -> NDArray[np.int64]:
    """Return how often there is each label, a part at a time since NumPy counts 8-byte numbers."""
    counts = np.zeros(1 << 16, np.int64)
    for begin in range(0, labels.size, 1 << 20):
        counts += np.bincount(labels[begin : begin + (1 << 20)], minlength=1 << 16)
    return counts


def counted(counts: NDArray[np.int64]) -> dict[str, Any]:
    """Return how many wins and losses there are of each remoteness, and draws, from how often there is each label."""
    win, loss = (np.trim_zeros(counts[code::4], "b").tolist() for code in (3, 1))
    return {"win": win, "loss": loss, "draw": int(counts[2::4].sum())}


def _finish(rules: IndexedRules, directory: Path, team: Team) -> None:
    """Write the manifest with what there is in all."""
    space = rules.space
    if team.rank == 0:
        tiers = []
        for tier in space.tiers:
            file = TierFile(tier_path(directory, space, tier))
            children = [repr(child) for child in rules.children(tier)]
            tiers.append({**file.about, "size": space.size[tier], "children": children})
        write_manifest(directory, {**about(rules), "tiers": tiers, "complete": True})
        for name in (REACHED, EXPANDED):
            (directory / name).unlink(missing_ok=True)
    team.wait()


def solve(
    rules: IndexedRules,
    directory: str | os.PathLike[str] | None = None,
    strategy: str | None = None,
    resume: bool = False,
) -> Table:
    """Return the table of a game; without a directory in one of its own, which goes away with the table."""
    if directory is not None:
        return build(rules, directory, resume, strategy=strategy)
    return _while_it_lives(lambda kept: build(rules, kept, strategy=strategy))


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
    space, team = rules.space, Alone(1)
    if numbers.shape != labels.shape or np.any(np.diff(numbers) <= 0):
        raise ValueError("expected as many labels as numbers, and these ascending")
    if numbers.size and (numbers[0] < 0 or numbers[-1] >= space.starts[-1]):
        raise ValueError("a number is of no position")
    if np.any((labels < 1) | (labels > 0xFFFF) | (labels & 3 == 0)):
        raise ValueError("a label is neither a win, a loss nor a draw")

    def block(begin: int) -> Block:
        first, last = np.searchsorted(numbers, (begin, begin + BYTES * 8))
        bits = np.zeros(BYTES * 8, np.bool_)
        bits[numbers[first:last] - begin] = True
        return Block(np.packbits(bits, bitorder="little"), labels[first:last].astype(np.uint16))

    def make(kept: Path) -> Table:
        _begin(rules, kept, False, team)
        for tier in space.tiers:
            first = space.offset[tier]
            blocks = own_blocks(space, tier, team)
            inside = (numbers >= first) & (numbers < first + len(blocks) * BYTES * 8)
            described = {"tier": repr(tier), **counted(_histogram(labels[inside]))}
            path = tier_path(kept, space, tier)
            made = [block(first + b * BYTES * 8) for b in blocks]
            write_tier(path, team, blocks, made.__getitem__, len(blocks), described)
        _finish(rules, kept, team)
        return open_table(kept, rules)

    return _while_it_lives(make)
