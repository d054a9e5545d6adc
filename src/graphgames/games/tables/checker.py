"""Conditions that make a table correct, whichever engine built it: each position against its successors, forwards.

A table gives every position an outcome for the player to move, and a win or loss its remoteness, the number of moves
until the end. It is correct if at every position

- the outcome of an end is the one that the rules give, with their remoteness, 0 or 1; who cannot move has lost;
- a win of remoteness r has a move to a position that is good for its mover with remoteness r - 1, and none with less;
- all moves from a loss lead to positions that are bad for its mover, the largest remoteness of which is r - 1;
- a draw has a move that leads to a draw, and none to a good position;
- every successor is a position of the table, and so is the start.

Of each tier the wins and losses of each remoteness and the draws are counted again, and what the manifest and the file
of the tier say must be that. So all that is shown of a table is proved: outcomes, remoteness, counts, the longest. That
each position can be reached from the start is not.

Good is a loss for the player who moves next, or a win if the same player moves again. Since remoteness falls by one
along the moves that count, the outcomes follow by induction; a draw may go round for ever. Win and loss alone, or
remoteness modulo 3, prove nothing where a play can go round: two positions that lead to each other, called a win and a
loss, would pass every local test. Nimbers are proved only where every move leads to a later tier.

The checker asks the rules for forward moves alone. It reads blocks as the table gives them to everybody.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.checking import refused
from graphgames.core.claim import UnfitError, fitted_record
from graphgames.core.errors import GraphGamesError
from graphgames.core.report import Failure, Report

BLOCK = 1 << 16
_LOSS, _DRAW, _WIN, _UNUSED = 1, 2, 3, 4
_NAMES = {0: "nothing", _LOSS: "a loss", _DRAW: "a draw", _WIN: "a win"}
_ENDED = {code: f"the game has ended there with {_NAMES[code]}" for code in (_LOSS, _DRAW, _WIN)}
_ENDED[4 + _WIN] = "the game ends there with the next move, a win in 1"
_ENDED[_UNUSED] = "it is not a legal position"
_NEVER = 1 << 30
FEW = 10
"""So many faults are put into words."""

_SAMPLED = 16
"""Of so many positions in each block the number is derived from the position again."""

Ints = NDArray[np.int64]
Progress = Callable[[int], None]


def check(
    table: Any,
    progress: Progress = lambda checked: None,
    share: tuple[int, int] = (0, 1),
    gather: Callable[[Any], list[Any]] = lambda part: [part],
) -> Report:
    """Check a table against its rules, and its manifest against the table.

    Parameters
    ----------
    table : Table
        The claim: ``problem``, the rules; ``space``, its tiers and numbers; ``files[tier].block(b)``, the labels;
        ``files[tier].used``, how many each block has; ``manifest``, the counts.
    progress : callable
        Called with the number of positions after each block.
    share : pair of int
        Check the blocks whose number is the first modulo the second alone; others check the rest.
    gather : callable
        Returns what all of them have found, in order, from what one has; then each returns the report about all.

    Returns
    -------
    Report
        A failure names the tier, the block and the position. There is a condition for each position, one for the counts
        of each tier, and one for the start.
    """
    try:
        fitted_record(table.manifest, {"tiers": len(table.space.tiers)}, ("manifest",))
    except UnfitError as unfit:
        return refused(unfit, table)
    part = _Part([], [], [], 0, 0)
    for place, tier in enumerate(table.space.tiers):
        around = [_known(table, one) for one in dict.fromkeys([tier, *table.problem.children(tier)])]
        if any(known.damage for known in around):
            part.unchecked += 1
            part.damage += around[0].damage
            continue
        counts = np.zeros(0, np.int64)
        for b, (labels, found) in _check_tier(table, tier, around, share):
            counts = _total([counts, np.bincount(labels)])
            part.found += found.found
            part.messages += [(place, b, message) for message in found.messages][: FEW - len(part.messages)]
            progress(labels.size)
        part.counts.append((place, counts))
    return _concluded(table, gather(part))


@dataclass
class _Part:
    """What one of those who share the blocks has found.

    ``damage`` and ``unchecked`` tiers are the same for all of them; the ``counts`` of a tier are how often each label
    comes in their blocks.
    """

    messages: list[tuple[int, int, str]]
    counts: list[tuple[int, Ints]]
    damage: list[str]
    unchecked: int
    found: int


def _concluded(table: Any, parts: list[_Part]) -> Report:
    """Return the report of all parts, which is the same however many they are."""
    tiers, first, faults = table.space.tiers, parts[0], _Faults()
    faults.add(first.damage)
    found = sorted(message for part in parts for message in part.messages)
    faults.add([message for _, _, message in found], sum(part.found for part in parts))
    checked = len(first.damage)
    for several in zip(*(part.counts for part in parts), strict=True):
        place, counts = several[0][0], _total([counts for _, counts in several])
        checked += 1 + int(counts.sum())
        faults.add(_count_faults(table, place, tiers[place], counts))
    if first.unchecked:
        faults.messages.append(
            f"{first.unchecked} of {len(tiers)} tiers, which are damaged or lead to one that is, were not checked; "
            "graphgames table build GAME -o DIR --resume builds the damaged ones again"
        )
    elif not table.problem.whole:
        checked += 1
        try:
            table.label(table.problem.start)
        except GraphGamesError as error:
            faults.add([f"the start: {error}"])
    return Report(checked, tuple(Failure(None, message) for message in faults.messages), faults.found)


def _total(several: list[Ints]) -> Ints:
    """Return the sum of counts, some of which go further than others."""
    most = max(counts.size for counts in several)
    total: Ints = np.sum([np.pad(counts, (0, most - counts.size)) for counts in several], axis=0)
    return total


def _count_faults(table: Any, place: int, tier: Any, counts: Ints) -> list[str]:
    """Hold what the manifest and the file say of a tier against how often each label comes."""
    counted: dict[str, Any] = {"tier": repr(tier)}
    for code, name in ((_WIN, "win"), (_LOSS, "loss")):
        counted[name] = tuple(np.trim_zeros(counts[code::4], "b").tolist())
    counted["draw"], file = int(counts[_DRAW::4].sum()), table.files[tier].about
    more = {"size": table.space.size[tier], "packer": file.packer}
    more["children"] = tuple(repr(child) for child in table.problem.children(tier))
    listed = table.manifest.tiers[place]
    return [
        f"tier {tier!r}: {where} says {name} {_shortened(getattr(claim, name))}; there is {_shortened(right)}"
        for where, claim, true in (("manifest.json", listed, counted | more), ("its file", file, counted))
        for name, right in true.items()
        if getattr(claim, name) != right
    ]


def _shortened(value: Any) -> str:
    """Return a value for a message; of counts by remoteness their sum, too."""
    text = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
    counts = isinstance(value, tuple) and all(type(x) is int for x in value)
    return f"{text} ({sum(value):,} in all)" if counts else text


@dataclass
class _Faults:
    """The faults so far; the first few in words."""

    messages: list[str] = field(default_factory=list)
    found: int = 0

    def add(self, messages: list[str], found: int | None = None) -> None:
        """Take note of so many faults, by default as many as messages, which describe the first of them."""
        self.found += len(messages) if found is None else found
        self.messages += messages[: max(0, FEW - len(self.messages))]


class _Known(NamedTuple):
    """The labels of one tier by index: a bitmap in words, the bits before each word, labels of those in use.

    ``damage`` says which blocks cannot be read.
    """

    first: int
    size: int
    words: NDArray[np.uint64]
    before: NDArray[np.uint32]
    labels: NDArray[np.uint16]
    damage: list[str]

    def find(self, index: Ints) -> tuple[NDArray[np.bool_], Ints]:
        """Return which numbers of the tier are in use, and their labels (anything for the others)."""
        word, bit = index >> 6, (index & 63).astype(np.uint64)
        bits = self.words.take(word)
        used = (bits >> bit & np.uint64(1)).astype(np.bool_)
        lower = bits & ((np.uint64(1) << bit) - np.uint64(1))
        place = self.before.take(word) + _members(lower)
        place[~used] = 0
        return used, self.labels.take(place).astype(np.int64)


def _members(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the number of bits in each word."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(words).astype(np.int64)
    m1, m2, m4, ones = (
        np.uint64(x) for x in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 2**64 // 255)
    )
    words = words - (words >> np.uint64(1) & m1)
    words = (words & m2) + (words >> np.uint64(2) & m2)
    return (((words + (words >> np.uint64(4))) & m4) * ones >> np.uint64(56)).astype(np.int64)


def _known(table: Any, tier: Any) -> _Known:
    """Read the labels of a tier; a block that is damaged has none."""
    size, file, damage, at = table.space.size[tier], table.files[tier], dict[str, None](), 0
    words, labels = np.zeros((-(-size // BLOCK), BLOCK // 64), np.uint64), np.zeros(1, np.uint16)
    try:
        labels = np.zeros(1 + int(file.used.sum()), np.uint16)
    except GraphGamesError as error:
        damage[str(error)] = None
    for b, bits in enumerate(words) if not damage else ():
        try:
            block = file.block(b)
        except GraphGamesError as error:
            damage[str(error)] = None
            continue
        bits[:] = block.bits.view(np.uint64)
        labels[at : at + block.labels.size] = block.labels
        at += block.labels.size
    words = words.reshape(-1)
    return _Known(table.space.offset[tier], size, words, _before(words), labels, [*damage])


def _before(words: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the number of bits before each word."""
    before, total, part = np.zeros(words.size, np.uint32), 0, 1 << 16
    for begin in range(0, words.size, part):
        counts = _members(words[begin : begin + part])
        before[begin : begin + part] = total + np.cumsum(counts) - counts
        total += int(counts.sum())
    return before


def _check_tier(
    table: Any, tier: Any, known: list[_Known], share: tuple[int, int]
) -> Iterator[tuple[int, tuple[Ints, _Faults]]]:
    """Check the positions of a tier; yield the number of each block, the labels of its positions, and its faults."""

    def examine(b: int) -> tuple[Ints, _Faults]:
        return _check_numbers_of_block(_Block(table, tier, b, known, _Faults()))

    blocks = range(share[0], -(-known[0].size // BLOCK), share[1])
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if len(blocks) < 2 or cores < 2 or share[1] > 1:
        yield from zip(blocks, map(examine, blocks), strict=True)
        return
    with ThreadPoolExecutor(cores) as pool:  # NumPy leaves the interpreter to others while it works
        for begin in range(0, len(blocks), 4 * cores):
            some = blocks[begin : begin + 4 * cores]
            yield from zip(some, pool.map(examine, some), strict=True)


class _Block(NamedTuple):
    """A block of a tier, the labels of this tier and of those that moves lead to, and the faults that are found."""

    table: Any
    tier: Any
    number: int
    known: list[_Known]
    faults: _Faults

    def look_up(self, numbers: Ints) -> tuple[NDArray[np.bool_], Ints]:
        """Return which numbers are positions of the table, and their labels."""
        found, labels = np.zeros(numbers.size, np.bool_), np.zeros(numbers.size, np.int64)
        for tier in self.known:
            inside = (numbers >= tier.first) & (numbers < tier.first + tier.size)
            if inside.all():
                return tier.find(numbers - tier.first)
            found[inside], labels[inside] = tier.find(numbers[inside] - tier.first)
        return found, labels

    def say(self, index: Ints, bad: Any, words: Callable[[int], str]) -> None:
        """Take note of faults, the first of them in words, which are of its row."""
        rows = np.flatnonzero(bad)
        if rows.size:
            i, position = int(index[rows[0]]), self.table.problem.unrank(self.tier, int(index[rows[0]]))
            self._add(f"number {i} {words(int(rows[0]))}; the position is {position!r}", rows.size)

    def check_numbers(self, index: Ints) -> None:
        """Check that numbers made into positions give these numbers again."""
        rules = self.table.problem
        for i in index[:: max(1, index.size // _SAMPLED)].tolist():
            position = rules.unrank(self.tier, i)
            if tuple(rules.rank(position)) != (self.tier, i):
                self._add(f"number {i} is the position {position!r}, whose number is {rules.rank(position)!r}", 1)

    def _add(self, words: str, many: int) -> None:
        self.faults.add([f"tier {self.tier!r}, block {self.number}: {words}"], many)


def _check_numbers_of_block(block: _Block) -> tuple[Ints, _Faults]:
    """Check a block; return the labels of its positions, and the faults."""
    rules, own = block.table.problem, block.known[0]
    numbers = np.arange(block.number * BLOCK, min((block.number + 1) * BLOCK, own.size), dtype=np.int64)
    used, labels = own.find(numbers)
    index, labels = numbers[used], labels[used]
    if rules.whole:
        legal = rules.batch(block.tier, numbers).code != _UNUSED
        block.say(numbers, legal & ~used, lambda row: "is a legal position, but not in use")
        block.say(numbers, used & ~legal, lambda row: "is in use, but not a legal position")
    if index.size:
        check = _check_nimbers if block.table.manifest.values == "nimbers" else _check_block
        lost = check(block, rules.batch(block.tier, index), labels)
        block.say(index, lost, lambda row: "has a move to a number that is not a position of the table")
        block.check_numbers(index)
    return labels, block.faults


def _check_block(block: _Block, batch: Any, labels: Ints) -> NDArray[np.bool_]:
    """Check outcomes and remoteness of the positions in use; return which of them have a move out of the table."""
    k, codes, remoteness = labels.size, labels & 3, labels >> 2
    best, worst = np.full(k, _NEVER), np.full(k, -1)
    draws, lost = np.zeros(k, np.bool_), np.zeros(k, np.bool_)
    for column, again in zip(batch.columns, batch.again, strict=True):
        rows = np.flatnonzero(column >= 0)
        found, label = block.look_up(column[rows])
        lost[rows[~found]] = True
        rows, label = rows[found], label[found]
        code, far = label & 3, label >> 2
        good = code == (_WIN if again else _LOSS)
        bad = code == (_LOSS if again else _WIN)
        best[rows[good]] = np.minimum(best[rows[good]], far[good])
        worst[rows[bad]] = np.maximum(worst[rows[bad]], far[bad])
        draws[rows[~good & ~bad]] = True
    ended = batch.code != 0
    wins, losses, drawn = (codes == code for code in (_WIN, _LOSS, _DRAW))
    right = np.select(
        [ended, wins, losses, drawn],
        [
            labels == batch.code,
            best == remoteness - 1,
            (best == _NEVER) & ~draws & (worst == remoteness - 1),
            (best == _NEVER) & draws & (remoteness == 0),
        ],
        False,
    )

    def words(row: int) -> str:
        claim = _NAMES[int(codes[row])] + (f" in {remoteness[row]}" if labels[row] & 1 else "")
        reasons = []
        if ended[row]:
            reasons.append(_ENDED[int(batch.code[row])])
        if best[row] != _NEVER:
            reasons.append(f"the quickest winning move wins in {best[row] + 1}")
        if draws[row]:
            reasons.append("a move leads to a draw")
        if worst[row] >= 0:
            reasons.append(f"the slowest of the losing moves loses in {worst[row] + 1}")
        return f"is called {claim}, but {'; '.join(reasons or ['there is no move, so it is a loss in 0'])}"

    block.say(batch.index, ~right & ~lost, words)
    return lost


def _check_nimbers(block: _Block, batch: Any, labels: Ints) -> NDArray[np.bool_]:
    """Check that the nimber of each position is the least that no successor has, and that no move stays in the tier.

    So every move leads to a tier that comes later, and the nimbers follow by induction. Return which positions have a
    move out of the table.
    """
    k, nimbers, own = labels.size, labels >> 2, block.known[0]
    lost, stays = np.zeros(k, np.bool_), np.zeros(k, np.bool_)
    least, left = np.zeros(k, np.int64), [np.full(k, -1, np.int64) for _ in batch.columns]
    for column, values in zip(batch.columns, left, strict=True):
        rows = np.flatnonzero(column >= 0)
        found, label = block.look_up(column[rows])
        lost[rows[~found]] = True
        values[rows[found]] = label[found] >> 2
        stays |= (column >= 0) & (column < own.first + own.size)
    for _ in left:  # at most as many values as there are moves
        least[np.any([values == least for values in left], axis=0)] += 1
    fit = (batch.code <= _LOSS) & ~np.any(batch.again)
    right = (nimbers == least) & ((labels & 3) == np.where(nimbers > 0, _WIN, _LOSS)) & fit
    wrong = "has a nimber that is not the mex of its successors' nimbers"
    block.say(batch.index, ~right & ~lost, lambda row: wrong)
    block.say(batch.index, stays, lambda row: "has a move that stays in its tier, so that nimbers prove nothing")
    return lost
