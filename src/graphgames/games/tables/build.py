"""Build a table: a directory with a file for each tier and ``manifest.json``, which says what they are of.

What is finished stays: a build that was stopped, or killed, goes on with the first tier that is not. Positions are
marked in a file that is mapped into memory; the tiers that were gone on from are noted beside it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, shown
from graphgames.engines.checkpoint import EVERY
from graphgames.engines.team import Team
from graphgames.games.tables.blocks import Block, TierFile, Unwritten, write_tiers, write_whole
from graphgames.games.tables.build_progress import Progress
from graphgames.games.tables.checkpoint import Checkpoint
from graphgames.games.tables.cost import Speed, choose, costs
from graphgames.games.tables.engine import STRATEGIES
from graphgames.games.tables.indexed_rules import IndexedRules, check_options
from graphgames.games.tables.manifest import MANIFEST, about, read_manifest, stored_manifest, tier_file, write_manifest
from graphgames.games.tables.reach import mark_from
from graphgames.games.tables.sample import check_sample
from graphgames.games.tables.space import BLOCK, Tier
from graphgames.games.tables.table import Table, open_table
from graphgames.games.tables.window import BYTES, Bits, Labels, bits_of, members

REACHED, EXPANDED = "reached.bits", "groups.json"


Watch = Callable[[Progress], None]


def build(
    rules: IndexedRules,
    path: str | os.PathLike[str],
    resume: bool = False,
    *,
    team: Team | None = None,
    strategy: str | None = None,
    watch: Watch = lambda progress: None,
    every: float = EVERY,
    nimbers: bool = False,
) -> Table:
    """Solve a game given by rules with an index, and return its table.

    Parameters
    ----------
    path : path
        The directory to make.
    resume : bool
        Go on where an earlier call has stopped, and make tiers anew whose files are damaged; otherwise the directory
        must not exist, or be empty.
    team : Team, optional
        Who works; by default this process, with a thread for each core.
    strategy : str, optional
        How tiers with cycles are solved: ``"edges"``, ``"counters"`` or ``"sweeps"``; by default the quickest that fits
        in memory.
    watch : callable
        Called with the `Progress` now and then.
    every : float
        Seconds between two checkpoints inside a tier.
    nimbers : bool
        Whether the table holds nimbers in place of remoteness: for impartial games in which no play comes back to a
        tier and whoever cannot move loses.

    Raise `GameError` if the directory holds something else, or the rules are at fault. Raise `LimitExceededError` if
    there is not enough memory, or a win takes more than 16,382 moves.
    """
    if not isinstance(rules, IndexedRules):
        raise GameError(f"{shown(rules)} has no index of its positions; expected rules of a subclass of IndexedRules")
    return _Build(rules, Path(path), team or Team(), strategy, watch, every, nimbers).table(resume)


@dataclass(frozen=True)
class _Build:
    """A table in the making; the parameters are those of `build`."""

    rules: IndexedRules
    directory: Path
    team: Team
    strategy: str | None = None
    watch: Watch = lambda progress: None
    every: float = EVERY
    nimbers: bool = False
    lasting: bool = True
    """Whether what is finished stays whatever happens to the machine."""

    def table(self, resume: bool) -> Table:
        """Build, and return the table."""
        check_options(self.rules)
        check_sample(self.rules, share=(self.team.rank, self.team.size))
        fresh = self.begin(resume)
        try:
            if not self.complete:
                self.reach()
                self.solve_tiers()
            self.finish()
        except GameError:  # the rules are refused, so no call can go on from here
            if fresh and self.team.rank == 0:
                self.clear()
            raise
        return Table(self.rules, self.directory, read_manifest(self.directory))

    @cached_property
    def about(self) -> dict[str, Any]:
        """What the manifest says from the beginning."""
        return {**about(self.rules, self.team), "values": "nimbers" if self.nimbers else "remoteness"}

    def file(self, tier: Tier) -> TierFile:
        """Return the file of a tier."""
        return tier_file(self.directory, self.rules.space, tier)

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to do."""
        return bool(stored_manifest(self.directory)[0].get("complete")) and all(self.whole(self.rules.space.tiers))

    def whole(self, tiers: Sequence[Tier]) -> list[bool]:
        """Return which files of tiers are there and not damaged; all members of the team call it."""
        team = self.team
        faults = [not self.file(tier).whole(team.rank, team.size) for tier in tiers]
        return [not many for many in team.total(np.array(faults, np.int64)).tolist()]

    def begin(self, resume: bool) -> bool:
        """Make the directory with its manifest, or check that the one that is there fits; return whether it is new."""
        directory, mine = self.directory, json.loads(json.dumps(self.about))
        fresh = not directory.exists() or not any(directory.iterdir())
        if not fresh:
            found, _ = stored_manifest(directory)
            for key, value in mine.items():
                if found.get(key) != value:
                    raise GameError(
                        f"{directory} holds another table ({key}: {shown(found.get(key))}, not {shown(value)}), or its "
                        f"{MANIFEST} is damaged; choose another directory"
                    )
            if not resume:
                raise GameError(f"{directory} already exists; continue it with --resume, or choose another directory")
        self.team.wait()
        if self.team.rank == 0 and not (directory / MANIFEST).exists():
            directory.mkdir(parents=True, exist_ok=True)
            write_manifest(directory, mine)
        self.team.wait()
        return fresh

    def clear(self) -> None:
        """Remove what has been written into a directory that was empty."""
        for path in self.directory.iterdir():
            with suppress(OSError):  # Windows keeps a file that is mapped
                path.unlink()

    def reach(self) -> None:
        """Mark the positions of the table, in a file of the directory."""
        path, expanded, space = self.directory / REACHED, self.directory / EXPANDED, self.rules.space
        size = max(BYTES, int(space.starts[-1]) // 8)
        done = _done(expanded, len(space.groups)) if path.exists() and path.stat().st_size == size else 0
        if self.team.rank == 0 and not done:
            with path.open("wb") as file:
                file.truncate(size)
        self.team.wait()
        bits = np.memmap(path, np.uint8, "r+", shape=(size,))
        if not self.rules.whole:
            number = space.number(self.rules.start)
            if (number >> 16) % self.team.size == self.team.rank:
                bits[number >> 3] |= np.uint8(1 << (number & 7))
        progress = Progress("mark", sum(map(len, space.groups[:done])), len(space.tiers))
        for place in range(done, len(space.groups)):
            mark_from(self.rules, self.team, bits, space.groups[place], lambda many: self.watch(progress.add(many)))
            progress.tier += len(space.groups[place])
            bits.flush()
            self.team.wait()
            if self.team.rank == 0:
                write_whole(expanded, json.dumps(place + 1).encode())

    @property
    def reached(self) -> Bits:
        """The bitmap of the positions of the table; what is read of it takes memory until it is let go."""
        return np.memmap(self.directory / REACHED, np.uint8, "r")

    def solve_tiers(self) -> None:
        """Solve the tiers one after the other, the last first, and write each to its file."""
        tiers, bits = self.rules.space.tiers, self.reached
        positions = {tier: members(bits_of(bits, self.rules.space, tier)) for tier in tiers}
        del bits
        progress = Progress("solve", 0, len(tiers), 0, sum(positions.values()))
        for group in self.rules.space.groups[::-1]:
            left = tuple(tier for tier, whole in zip(group, self.whole(group), strict=True) if not whole)
            progress.total -= sum(positions[tier] for tier in group if tier not in left)
            if left:
                self._solve(left, positions, progress)
            progress.tier += len(group)

    def _solve(self, tiers: tuple[Tier, ...], positions: dict[Tier, int], progress: Progress) -> None:
        """Solve tiers of a group, and write them to their files."""
        rules, team, space, first = self.rules, self.team, self.rules.space, tiers[0]
        here, around = (sum(positions[tier] for tier in some) for some in (tiers, space.after(tiers)))
        possible = costs(rules, tiers, here, around, Speed.of(rules, tiers), team.size)
        strategy = "nimbers" if self.nimbers else team.gather(choose(rules, first, possible, self.strategy).strategy)[0]
        if self.nimbers and space.cyclic(first):
            raise GameError(
                f"the nimbers of {rules.title} cannot be stored in a table: a play can stay in tier {first!r}"
            )
        known = [(child, self.file(child)) for child in space.after(tiers)]
        labels = Labels(space, team, known, tiers, self.reached)
        path = self.file(first).path.with_suffix(".partial")
        kept = Checkpoint(path, team, labels, space.blocks[first], strategy, self.every)
        STRATEGIES[strategy](rules, team, labels, lambda many: self.watch(progress.add(many)), kept)
        write_tiers(team, self._unwritten(labels), self.lasting)
        kept.remove()

    def _unwritten(self, labels: Labels) -> list[Unwritten]:
        """Return tiers that are solved, to be written."""
        most = -self.team.least(-int(labels.own.max(initial=0)))
        counts = self.team.total(np.stack([_histogram(used.labels, most) for used in labels.used]))
        found = []
        for used, count in zip(labels.used, counts, strict=True):
            about = {"tier": repr(used.tier), **counted(count)}
            many = self.rules.space.blocks[used.tier]
            found.append(Unwritten(self.file(used.tier).path, many, used.blocks, used.block, about))
        return found

    def finish(self) -> None:
        """Write the manifest with what there is in all."""
        space = self.rules.space
        if self.team.rank == 0:
            tiers = []
            for tier in space.tiers:
                children = [repr(child) for child in self.rules.children(tier)]
                tiers.append({**asdict(self.file(tier).about), "size": space.size[tier], "children": children})
            write_manifest(self.directory, {**self.about, "tiers": tiers, "complete": True})
            for name in (REACHED, EXPANDED):
                (self.directory / name).unlink(missing_ok=True)
        self.team.wait()


def _done(path: Path, groups: int) -> int:
    """Return how many groups of tiers were gone on from; none if the file is missing or damaged."""
    try:
        done = json.loads(path.read_text())
    except (OSError, ValueError):
        return 0
    return done if type(done) is int and 0 <= done <= groups else 0


def _histogram(labels: NDArray[Any], most: int) -> NDArray[np.int64]:
    """Return how often there is each label up to the largest, a part at a time since NumPy counts 8-byte numbers."""
    counts = np.zeros(most + 1, np.int64)
    for begin in range(0, labels.size, 1 << 20):
        counts += np.bincount(labels[begin : begin + (1 << 20)], minlength=most + 1)
    return counts


def counted(counts: NDArray[np.int64]) -> dict[str, Any]:
    """Return how many wins and losses there are of each remoteness, and draws, from how often there is each label."""
    win, loss = (np.trim_zeros(counts[code::4], "b").tolist() for code in (3, 1))
    return {"win": win, "loss": loss, "draw": int(counts[2::4].sum())}


def solve(
    rules: IndexedRules,
    directory: str | os.PathLike[str] | None = None,
    strategy: str | None = None,
    resume: bool = False,
    nimbers: bool = False,
    progress: Watch = lambda progress: None,
    team: Team | None = None,
    start: Hashable = None,
) -> Table:
    """Return the table of a game; without a directory in one of its own, which goes away with the table.

    If the game was read from the manifest of a table, that table is opened.

    The arguments are those of `build`; ``progress`` is its ``watch``, ``start`` the position that is asked about.
    Processes that work together need a directory.
    """
    rules = rules if start is None else rules.asking(start)
    stored = getattr(rules, "stored", None)
    if directory is None and stored is not None:
        table = open_table(stored, rules)
    elif directory is not None:
        table = build(rules, directory, resume, team=team, strategy=strategy, nimbers=nimbers, watch=progress)
    elif team is not None:
        raise GameError(
            "processes that work together need a directory that all of them see; give it as solve(..., directory=DIR)"
        )
    else:
        here = Team()
        table = _while_it_lives(
            lambda kept: _Build(rules, kept, here, strategy, progress, nimbers=nimbers, lasting=False).table(False)
        )
    if rules.asked is not None:
        table.label(rules.asked)  # raises if the table has no such position
    return table


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


def from_labels(
    rules: IndexedRules, numbers: NDArray[np.int64], labels: NDArray[np.int32], nimbers: bool = False
) -> Table:
    """Return a table with these labels, in a directory that goes away with it; whether they are right is not asked.

    Raise `ValueError` if they are no labels of the positions of the rules.
    """
    space, team = rules.space, Team(1)
    if numbers.ndim != 1 or numbers.shape != labels.shape or np.any(np.diff(numbers) <= 0):
        raise ValueError("expected as many labels as numbers, and the numbers ascending")
    if numbers.size and (numbers[0] < 0 or numbers[-1] >= space.starts[-1]):
        raise ValueError("a number belongs to no position")
    tier_of = np.searchsorted(space.starts, numbers, "right") - 1
    if np.any(numbers - space.starts[tier_of] >= np.array([*space.size.values()])[tier_of]):
        raise ValueError("a number belongs to no position")
    if np.any((labels < 1) | (labels > 0xFFFF) | (labels & 3 == 0)):
        raise ValueError("a label is neither a win, a loss nor a draw")

    def block(tier: Tier, number: int) -> Block:
        begin = space.offset[tier] + number * BLOCK
        first, last = np.searchsorted(numbers, (begin, begin + BLOCK))
        bits = np.zeros(BLOCK, np.bool_)
        bits[numbers[first:last] - begin] = True
        return Block(np.packbits(bits, bitorder="little"), labels[first:last].astype(np.uint16))

    def make(kept: Path) -> Table:
        work, tiers = _Build(rules, kept, team, nimbers=nimbers, lasting=False), []
        work.begin(resume=False)
        for tier, blocks in space.blocks.items():
            first, last = np.searchsorted(numbers, (space.offset[tier], space.offset[tier] + blocks * BLOCK))
            described = {"tier": repr(tier), **counted(_histogram(labels[first:last], 0xFFFF))}
            tiers.append(Unwritten(work.file(tier).path, blocks, range(blocks), partial(block, tier), described))
        write_tiers(team, tiers, work.lasting)
        work.finish()
        return open_table(kept, rules)

    return _while_it_lives(make)
