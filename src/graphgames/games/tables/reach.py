"""Mark the positions of a table: those that can be reached from the start, or all that are legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from graphgames.core.errors import GameError
from graphgames.engines.team import Team
from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import UNUSED, Batch, IndexedRules
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.space import BLOCK, Tier
from graphgames.games.tables.window import BYTES, Bits, Piece, Used, bits_of, own_blocks, shared

_AT_ONCE = 1 << 8
"""New positions are looked for in so many blocks at a time: their bitmap takes 2 MB."""

Watch = Callable[[int], None]


def mark_from(rules: IndexedRules, team: Team, bits: Bits, tiers: Sequence[Tier], watch: Watch) -> None:
    """Go on from the marked positions of tiers of a group, when all before them have been gone on from.

    ``team``: who works together; each sets the bits of his own blocks. ``bits``: a bit for each number of each tier.
    ``watch``: called with the number of positions after each piece.
    """
    if rules.whole:
        for tier in tiers:
            _mark_legal(rules, team, tier, bits_of(bits, rules.space, tier).reshape(-1), watch)
    else:
        _mark_successors(rules, team, tiers, bits, watch)


def _mark_legal(rules: IndexedRules, team: Team, tier: Tier, part: Bits, watch: Watch) -> None:
    def legal(some: range) -> int:
        packed = np.packbits(rules.batch(tier, np.arange(some.start, some.stop)).code != UNUSED, bitorder="little")
        part[some.start // 8 :][: packed.size] = packed
        return len(some)

    numbers = range(rules.space.size[tier])
    blocks = [numbers[block * BLOCK : (block + 1) * BLOCK] for block in own_blocks(rules.space, tier, team)]
    team.each(legal, blocks, watch, range(0))


def _mark_successors(rules: IndexedRules, team: Team, tiers: Sequence[Tier], bits: Bits, watch: Watch) -> None:
    """Mark the successors of tiers' positions, and if they can lie in it theirs, until there are no new ones."""
    blocks = [own_blocks(rules.space, tier, team) for tier in tiers]
    mine = [bits_of(bits, rules.space, tier)[own.start :: team.size] for tier, own in zip(tiers, blocks, strict=True)]
    expanded = [np.zeros(part.shape, np.uint8) for part in mine]
    most = max(-(-rules.space.blocks[tier] // team.size) for tier in tiers)

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
            pieces: list[Piece] = []
            for tier, own, part, done in zip(tiers, blocks, mine, expanded, strict=True):
                new = Used(tier, own[here], (part[here] ^ done[here]).reshape(-1))
                done[here] |= new.bits.reshape(-1, BYTES)
                pieces += new.pieces()
            with shared(team, pieces) as some:
                team.each(lambda piece: piece.batch(rules), some, mark, Piece.none(tiers[0]))
            found |= bool(pieces)
        found = rules.space.cyclic(tiers[0]) and not team.least(not found)


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
