"""Mark the positions of a table: those that can be reached from the start, or all that are legal."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgames.core.errors import GameError
from graphgames.games.tables.index import Ints
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.rules import UNUSED, Batch, IndexedRules
from graphgames.games.tables.space import BLOCK, Tier
from graphgames.games.tables.window import BYTES, Bits, Used, blocks_of_tier, members, own_blocks
from graphgames.spread.team import Team

_AT_ONCE = 1 << 8
"""New positions are looked for in so many blocks at a time: their bitmap takes 2 MB."""

Watch = Callable[[int], None]


def mark_from(rules: IndexedRules, team: Team, bits: Bits, tier: Tier, watch: Watch) -> None:
    """Go on from the marked positions of a tier, when those of all tiers before it have been gone on from.

    Parameters
    ----------
    rules : IndexedRules
        The game.
    team : Team
        Who works together; each sets the bits of his own blocks.
    bits : ndarray of uint8
        A bit for each number of each tier.
    tier : hashable
        The tier.
    watch : callable
        Called with the number of positions after each piece.
    """
    begin = rules.space.offset[tier] // 8
    part = bits[begin : begin + blocks_of_tier(rules.space, tier) * BYTES].reshape(-1, BYTES)
    if rules.whole:
        _mark_legal(rules, team, tier, part, watch)
    else:
        _mark_successors(rules, team, tier, part, bits, watch)


def _mark_legal(rules: IndexedRules, team: Team, tier: Tier, part: Bits, watch: Watch) -> None:
    def legal(block: int | None) -> int:
        if block is None:
            return 0
        index = np.arange(block * BLOCK, min((block + 1) * BLOCK, rules.space.size[tier]))
        packed = np.packbits(rules.batch(tier, index).code != UNUSED, bitorder="little")
        part[block, : packed.size] = packed
        return index.size

    team.each(legal, own_blocks(rules.space, tier, team), watch)


def _mark_successors(rules: IndexedRules, team: Team, tier: Tier, part: Bits, bits: Bits, watch: Watch) -> None:
    """Mark the successors of a tier's positions, and if they can lie in it theirs, until there are no new ones."""
    blocks = own_blocks(rules.space, tier, team)
    mine = part[blocks.start :: team.size]
    expanded = np.zeros(mine.shape, np.uint8)
    most = -(-blocks_of_tier(rules.space, tier) // team.size)

    def mark(batch: Batch) -> None:
        refuse_unused(batch)
        for numbers in team.send(batch.columns):
            row = kernel.mark(numbers, bits)
            if row >= 0:
                refuse(batch, numbers, row, "which is not the number of a position")
        watch(batch.index.size)

    found = True
    while found:
        found = False
        for here in (slice(at, at + _AT_ONCE) for at in range(0, most, _AT_ONCE)):
            new = Used(blocks[here], (mine[here] ^ expanded[here]).reshape(-1))
            expanded[here] |= new.bits.reshape(-1, BYTES)
            found |= bool(new.starts[-1])

            def successors(piece: slice | None, new: Used = new) -> Batch:
                return rules.batch(tier, new.index(piece))

            team.each(successors, new.pieces, mark)
        found = not team.least(not found)


def refuse_unused(batch: Batch) -> None:
    """Raise `GameError` if a position that is reached is said to be unused."""
    if (batch.code == UNUSED).any():
        index = int(batch.index[np.argmax(batch.code == UNUSED)])
        rules = batch.space.rules
        raise GameError(
            f"expand says unused for number {index} of tier {batch.tier!r}, but a play leads there; the position is "
            f"{rules.unrank(batch.tier, index)!r}"
        )


def refuse(batch: Batch, column: Ints, row: int, why: str) -> None:
    """Raise `GameError` for a move that leads nowhere."""
    rules, index = batch.space.rules, int(batch.index[row])
    raise GameError(
        f"a move of {rules.title} from number {index} of tier {batch.tier!r} leads to {int(column[row])}, {why}; the "
        f"position is\n{rules.render(rules.unrank(batch.tier, index))}"
    )


def positions_in(bits: Bits, rules: IndexedRules, tier: Tier) -> int:
    """Return how many positions of a tier are marked."""
    begin = rules.space.offset[tier] // 8
    return members(bits[begin : begin + blocks_of_tier(rules.space, tier) * BYTES])
