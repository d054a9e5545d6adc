"""Solve a game tier by tier, each as a table on disk before the next one is begun.

First the positions that can be reached are marked, forwards; then the tiers are solved, the last one first. A tier in
which no play stays takes one pass over its positions, since all successors are known. Inside other tiers positions are
labelled in the order of their remoteness (K. Thompson, *Retrograde analysis of certain endgames*, 1986): what has no
label in the end is a draw, because the play goes on for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.games.tables.blocks import Block, TierFile, write_tier
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.rules import BLOCK, UNUSED, Batch, IndexedRules, Ints, Tier
from graphgames.games.tables.window import Labels, members, used_in

_BYTES = BLOCK // 8
Bits = NDArray[np.uint8]


def reach(rules: IndexedRules, bits: Bits, done: Callable[[Tier], None] = lambda tier: None) -> None:
    """Set the bit of every position of the table: those that can be reached, or all that are legal."""
    space = rules.space
    if not rules.whole:
        number = space.number(rules.start)
        bits[number >> 3] |= np.uint8(1 << (number & 7))
    for tier in space.tiers:
        begin = space.offset[tier] // 8
        part = bits[begin : begin + -(-space.size[tier] // BLOCK) * _BYTES]
        if rules.whole:
            _mark_legal(rules, tier, part)
        else:
            _mark_successors(rules, tier, part, bits)
        done(tier)


def _mark_legal(rules: IndexedRules, tier: Tier, part: Bits) -> None:
    for begin in range(0, rules.space.size[tier], BLOCK):
        index = np.arange(begin, min(begin + BLOCK, rules.space.size[tier]))
        legal = rules.batch(tier, index).code != UNUSED
        packed = np.packbits(legal, bitorder="little")
        part[begin // 8 : begin // 8 + packed.size] = packed


def _mark_successors(rules: IndexedRules, tier: Tier, part: Bits, bits: Bits) -> None:
    """Mark the successors of a tier's positions, and if they can lie in it theirs, until there are no new ones."""
    expanded = np.zeros_like(part) if rules.space.cyclic(tier) else None
    found = True
    while found:
        found = False
        for begin in range(0, part.size, _BYTES):
            block = part[begin : begin + _BYTES]
            if expanded is not None:
                block = block & ~expanded[begin : begin + _BYTES]
                expanded[begin : begin + _BYTES] |= block
            index = used_in(block)
            if not index.size:
                continue
            found = expanded is not None
            batch = rules.batch(tier, index + 8 * begin)
            for column in batch.columns:
                _refuse(batch, column, kernel.mark(column, bits), "which is no number of a position")


def _refuse(batch: Batch, column: Ints, row: int, why: str) -> None:
    """Raise `GameError` for a move that leads nowhere, unless the row is -1."""
    if row >= 0:
        rules = batch.space.rules
        position = rules.unrank(batch.tier, int(batch.index[row]))
        raise GameError(
            f"a move of {rules.title} from number {batch.index[row]} of tier {batch.tier!r} leads to "
            f"{int(column[row])}, {why}; the position is\n{rules.render(position)}"
        )


def successors_of(batch: Batch, labels: Labels) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
    """Return what the labels of the successors come to: best, worst and undecided, as `kernel.gather` has them."""
    k = batch.index.size
    best, worst, undecided = np.full(k, kernel.NONE, np.uint16), np.zeros(k, np.uint16), np.zeros(k, np.uint16)
    for column, again in zip(batch.columns, batch.again, strict=True):
        row = kernel.gather(labels.window, column, again, best, worst, undecided)
        _refuse(batch, column, row, "which is not among the positions of the tiers that a move can lead to")
    return best, worst, undecided


def solve_acyclic(rules: IndexedRules, labels: Labels) -> None:
    """Label the positions of a tier whose moves all leave it, in one pass."""
    for index, own in labels.pieces():
        batch = rules.batch(labels.tier, index)
        kernel.decide(batch.code, *successors_of(batch, labels), own)


def solve_by_sweeps(rules: IndexedRules, labels: Labels) -> None:
    """Label the positions of any tier: a pass over those without a label for each remoteness, 2 bytes a position."""
    layer = 0
    while layer != kernel.NONE:
        soonest = kernel.NONE
        for index, own in labels.pieces():
            left = np.flatnonzero(own == 0)
            if not left.size:
                continue
            batch = rules.batch(labels.tier, index[left])
            found = np.zeros(left.size, np.uint16)
            soonest = min(soonest, kernel.decide_layer(batch.code, *successors_of(batch, labels), layer, found))
            own[left] = found
        layer = soonest
    kernel.unknown_are_draws(labels.own)


def solve_tiers(rules: IndexedRules, bits: Bits, path: Callable[[Tier], Path]) -> None:
    """Solve the tiers one after the other, the last first, and write each to its file."""
    space = rules.space
    for tier in space.tiers[::-1]:
        if path(tier).exists():
            continue
        begin = space.offset[tier] // 8
        part = bits[begin : begin + -(-space.size[tier] // BLOCK) * _BYTES]
        labels = Labels(space, [(child, TierFile(path(child))) for child in space.next(tier)], tier, part)
        (solve_by_sweeps if space.cyclic(tier) else solve_acyclic)(rules, labels)
        write_tier(path(tier), blocks_of(labels.bits, labels.own), {"tier": repr(tier), **counted(labels.own)})


def blocks_of(bits: Bits, labels: NDArray[np.uint16]) -> Iterator[Block]:
    """Yield the blocks of a tier, from the bitmap of its positions and their labels."""
    at = 0
    for block in bits.reshape(-1, _BYTES):
        many = members(block)
        yield Block(block, labels[at : at + many])
        at += many


def counted(labels: NDArray[np.uint16]) -> dict[str, Any]:
    """Return how many labels there are of each code, and of wins and losses of each remoteness."""
    counts = np.bincount(labels, minlength=4)
    by = {name: counts[code::4] for code, name in enumerate(("unknown", "loss", "draw", "win"))}
    return {name: np.trim_zeros(by[name], "b").tolist() for name in ("win", "loss")} | {"draw": int(by["draw"].sum())}
