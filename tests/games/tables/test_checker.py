"""The checker refuses what is not so, and names the block."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphgames.core.errors import GraphGamesError
from graphgames.engines.team import Team
from graphgames.games.tables.blocks import Block, TierFile, Unwritten, write_tiers
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.table import Table
from tests.games.tables.toys import Circle
from tests.share import cases


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return build(ConnectFour(4, 3), tmp_path / "table")


def write(file: TierFile, blocks: list[Block]) -> None:
    many = len(blocks)
    write_tiers(Team(1), [Unwritten(file.path, many, range(many), blocks.__getitem__, dataclasses.asdict(file.about))])


def rewritten(table: Table, tier: Any, change: Any) -> Table:
    """Change the labels of the first block of a tier in its file, and return the table opened anew."""
    file = table.files[tier]
    blocks = [*file.blocks()]
    labels = blocks[0].labels.copy()
    change(labels)
    write(file, [Block(blocks[0].bits, labels), *blocks[1:]])
    return Table(table.problem, table.path, table.manifest)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(cases(40, 0.15)))
def test_any_other_label_is_refused(table: Table, seed: int) -> None:
    rng = np.random.default_rng(seed)
    tier = int(rng.integers(0, 12))
    at = int(rng.integers(0, table.files[tier].block(0).labels.size))

    def change(labels: Any) -> None:
        others = {1, 2, 3, 4 * 3 + 3, 4 * 2 + 1, int(labels[at]) + 8} - {int(labels[at])}
        labels[at] = rng.choice(sorted(others))

    report = check(rewritten(table, tier, change))
    assert (not report and f"tier {tier}, block 0" in str(report)) or f"tier {tier - 1}, block 0" in str(report)


def test_a_circle_called_win_and_loss_is_refused(tmp_path: Path) -> None:
    """Two positions that lead to each other, called a win and a loss, pass without remoteness, and with any of it."""
    table = build(Circle(), tmp_path / "table")
    assert check(table) and table.outcome(0) == "draw"
    for r in (1, 2, 5, 6, 7):
        for win, loss in ((4 * r + 3, 4 * (r - 1) + 1), (4 * r + 3, 4 * (r + 1) + 1)):
            report = check(rewritten(table, 0, lambda labels, pair=(win, loss): labels.put([0, 1], pair)))
            assert not report and "tier 0, block 0" in str(report)


@pytest.mark.slow
def test_a_damaged_block_is_named(table: Table) -> None:
    path = table.files[6].path
    data = bytearray(path.read_bytes())
    data[20] ^= 1
    path.write_bytes(data)
    report = check(Table(table.problem, table.path, table.manifest))
    assert not report and report.found == 1
    assert "tier-00006.table: block 0 is damaged" in str(report.failures[0])
    assert "2 of 13 tiers, which are damaged or lead to one that is, were not checked" in str(report.failures[1])
    table.files[12].path.unlink()
    report = check(Table(table.problem, table.path, table.manifest))
    assert report.found == 2 and "tier-00012.table: the file is missing" in str(report)


@pytest.mark.slow
def test_a_damaged_end_is_said(table: Table) -> None:
    path = table.files[6].path
    whole = path.read_bytes()
    for data in (b"", whole[:-1], whole[:-60] + b"\0" + whole[-59:]):
        path.write_bytes(data)
        with pytest.raises(GraphGamesError, match="tier-00006"):
            _ = TierFile(path, table.space.size[6]).used


@pytest.mark.slow
def test_a_position_left_out_is_missed(table: Table) -> None:
    file = table.files[5]
    block = file.block(0)
    bits = block.bits.copy()
    first = int(np.flatnonzero(np.unpackbits(bits, bitorder="little"))[0])
    bits[first >> 3] &= ~np.uint8(1 << (first & 7))
    write(file, [Block(bits, block.labels[1:]), *[*file.blocks()][1:]])
    report = check(Table(table.problem, table.path, table.manifest))
    assert not report and "not a position of the table" in str(report)


@pytest.mark.slow
def test_rules_whose_numbers_do_not_come_back_are_refused(table: Table) -> None:
    @dataclasses.dataclass(frozen=True)
    class Wrong(ConnectFour):
        def rank(self, position: Any) -> tuple[int, int]:
            tier, index = super().rank(position)
            return tier, index + (tier == 3)

    report = check(Table(Wrong(4, 3), table.path, table.manifest))
    assert not report and "whose number is" in str(report)
