"""Damaged and dishonest tables: every flipped bit is noticed, every lie refused, and nothing ends in a traceback."""

from __future__ import annotations

import json
import tracemalloc
import zlib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, fields, replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GraphGamesError
from graphgames.games.tables import blocks
from graphgames.games.tables.board_games import game
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.manifest import MANIFEST, TierAbout, read_manifest, write_manifest
from graphgames.games.tables.table import Table, open_table
from tests.contract.hostile import of_record
from tests.games.tables.toys import Circle, RandomGame, Tangle
from tests.share import cases, share

RULES = game("connect-four", {"width": 3, "height": 2, "connect": 2})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(RULES, tmp_path / "table").path


def shown(path: Path) -> Any:
    """All that commands and pages show of a table; the checker must have proved it."""
    table = open_table(path)
    report = check(table)
    if not report:
        raise GraphGamesError(str(report))
    start = table.problem.start
    picture = table.draw().svg
    return table.statistics(), table.explain(), table.longest(None), table.best_moves(start), str(table), picture


def stored(path: Path) -> Any:
    """The manifest of a table as it is written."""
    return json.loads((path / MANIFEST).read_text())


def refused_or_same(path: Path, truth: Any) -> str:
    """Return the sentence that refuses a table, nothing if all that it shows is so."""
    try:
        assert shown(path) == truth
    except GraphGamesError as error:
        assert str(error) and "Error" not in str(error)
        return str(error)
    return ""


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit >> 3] ^= 1 << (bit & 7)
    return bytes(changed)


@pytest.mark.slow
def test_every_bit_of_the_manifest_is_held_by_its_digest(tmp_path: Path) -> None:
    path = build(Circle(), tmp_path / "table").path
    file, noticed = path / MANIFEST, 0
    data = file.read_bytes()
    bits = list(share(range(8 * len(data)), 1))
    for bit in bits:
        file.write_bytes(flipped(data, bit))
        try:
            read_manifest(path)
        except gg.GameError as error:
            noticed += "is damaged" in str(error) or "is not complete" in str(error)
    assert noticed == len(bits)
    with pytest.raises(gg.GameError, match=r"table build GAME -o DIR --resume|build the table in another directory"):
        open_table(path, Circle())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_bits_of_the_files_of_tiers(path: Path, seed: int) -> None:
    """A sample of the bits of each file; of its end, which says where the blocks are, all."""
    rng = np.random.default_rng(seed)
    table = open_table(path)
    for file in sorted(path.glob("tier-*"))[seed::3]:
        data = file.read_bytes()
        last = range(8 * (len(data) - 28), 8 * len(data))
        tier = table.space.tiers[int(file.name[5:10])]
        for bit in [*rng.choice(8 * len(data), cases(100, 10), replace=False).tolist(), *last]:
            file.write_bytes(flipped(data, bit))
            with pytest.raises(blocks.DamagedTableError, match=file.name):
                list(blocks.TierFile(file, table.space.size[tier]).blocks())
        report = check(open_table(path))
        assert not report and file.name in str(report)
        file.write_bytes(data)
    assert check(open_table(path))


OTHERS: tuple[Any, ...] = (None, True, -1, 0, 1, 10**30, 1.5, "", "x", [], [1], {}, {"x": 1}, [[]], [None])
"""Values of every type, to stand where others should."""

MISSING = object()


def lies(manifest: Any) -> Iterator[tuple[str, Any]]:
    """Yield the manifest without each of its entries, and with values of other types in their places, by the entry."""
    for inside in ((), ("tiers", 2), ("options",)):
        for key in reduce(getitem, inside, manifest):
            for other in (*OTHERS, MISSING):
                lie = deepcopy(manifest)
                entries: Any = reduce(getitem, inside, lie)
                if other is MISSING:
                    del entries[key]
                else:
                    entries[key] = other
                yield key, lie
    yield "tiers", {**manifest, "tiers": manifest["tiers"][:-1]}
    yield "tiers", {**manifest, "tiers": [*manifest["tiers"], manifest["tiers"][-1]]}
    yield "more", {**manifest, "more": 1}


@pytest.mark.slow
def test_no_lie_of_the_manifest_is_believed(path: Path) -> None:
    """Each with a digest that fits: entries that are missing, or of another type; whole manifests that are none."""
    truth, manifest = shown(path), stored(path)
    for key, lie in share(lies(manifest), 10):
        write_manifest(path, lie)
        unread = key == "digest" or json.dumps(lie) == json.dumps(manifest)
        assert unread == (not refused_or_same(path, truth)), (key, lie)
    for text in (b"", b"[]", b"[1]", b"3", b'"x"', b"{", b"{}", b"\xff", b"[" * 100_000, b'{"complete": true}'):
        (path / MANIFEST).write_bytes(text)
        assert refused_or_same(path, truth), text
    (path / MANIFEST).unlink()
    assert "is not a table" in refused_or_same(path, truth)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["win", "loss", "draw", "size", "tier", "children"])
def test_counts_of_the_manifest_are_counted_again(path: Path, name: str) -> None:
    """One position more or less of any remoteness, in one tier, with a digest that fits."""
    truth, manifest = shown(path), stored(path)
    for place, tier in share(enumerate(manifest["tiers"]), 10, name):
        value = tier[name]
        options = [*range(len(value))] if name in ("win", "loss") else [0]
        for at in options:
            lie = deepcopy(manifest)
            if isinstance(value, list) and value and isinstance(value[0], int):
                lie["tiers"][place][name][at] += 10_000
            elif isinstance(value, list):
                lie["tiers"][place][name] = [*value, "99"]
            else:
                lie["tiers"][place][name] = value + (1 if isinstance(value, int) else "0")
            write_manifest(path, lie)
            told = refused_or_same(path, truth)
            assert f"tier {tier['tier']}: manifest.json says {name} " in told, told


@pytest.mark.slow
def test_ends_of_files_that_lie_with_a_checksum_that_fits(path: Path) -> None:
    """Every bit of what says where the blocks are, and what the file says of its tier."""
    truth, file = shown(path), path / "tier-00003.table"
    data = file.read_bytes()
    words, length, _, _ = blocks._TAIL.unpack(data[-28:])
    places, about = data[-28 - length : -28 - words], json.loads(data[-28 - words : -28])

    def told(places: bytes, words: Any) -> str:
        text = json.dumps(words).encode()
        end = places + text
        tail = blocks._TAIL.pack(len(text), len(end), zlib.crc32(end), blocks.MAGIC)
        file.write_bytes(data[: -28 - length] + end + tail)
        return refused_or_same(path, truth)

    assert not told(places, about)
    for bit in share(range(8 * len(places)), 0.3):
        assert told(flipped(places, bit), about), bit
    for key in about:
        for other in share(OTHERS, 1, key):
            assert told(places, about | {key: other}) or json.dumps(about[key]) == json.dumps(other), (key, other)
        assert told(places, {name: about[name] for name in about if name != key}), key
    assert 'there should be no "more"' in told(places, about | {"more": 1})
    twice = json.dumps({"win": [99]})[:-1] + ", " + json.dumps(about)[1:]
    end = places + twice.encode()
    tail = blocks._TAIL.pack(len(twice), len(end), zlib.crc32(end), blocks.MAGIC)
    file.write_bytes(data[: -28 - length] + end + tail)
    assert "not JSON in the expected form" in refused_or_same(path, truth)


@pytest.mark.slow
def test_blocks_that_lie_with_checksums_that_fit(path: Path) -> None:
    """Whatever the bytes of a block: too few, too many, bits beyond the tier, labels that are none."""
    truth, table = shown(path), open_table(path)
    file = table.files[3]
    whole, (name, pack, unpack) = file.path.read_bytes(), blocks.packer(file.about.packer)
    plain, rng = unpack(whole[: int(file._end[0][1])]), np.random.default_rng(0)
    last = 8 * len(plain)
    bits = [*rng.integers(0, 8 * table.space.size[3], 30).tolist(), *range(8 * (len(plain) - 8), last, 3), 8 * 8191]
    changed = [flipped(plain, bit) for bit in bits] + [plain[:-1], plain + b"\0", plain + b"\0\0", b"", plain[:100]]
    for one in share(changed, 10):
        repacked(file, name, pack(one))
        assert refused_or_same(path, truth)
    for method in ("zlib", name):
        repacked(file, method, blocks.packer(method)[1](plain))
        assert blocks.TierFile(file.path, file.numbers).block(0).labels.size
        repacked(file, method, blocks.packer(method)[1](plain) + b"more")
        with pytest.raises(blocks.DamagedTableError, match="block 0 is damaged"):
            blocks.TierFile(file.path, file.numbers).block(0)


def repacked(file: blocks.TierFile, name: str, packed: bytes) -> None:
    """Write a tier of one block, packed, with a checksum and an end that fit."""
    unwritten = blocks.Unwritten(file.path, 1, range(1), None, asdict(file.about))  # type: ignore[arg-type]
    unwritten.temporary.write_bytes(packed)
    size, used, checksum = (np.array([x]) for x in (len(packed), int(file.used[0]), zlib.crc32(packed)))
    blocks._finish(unwritten, name, size, used, checksum, lasting=False)
    unwritten.temporary.replace(file.path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["zlib", "zstd"])
def test_a_block_that_would_unpack_to_gigabytes_takes_no_memory(path: Path, name: str) -> None:
    file = open_table(path).files[3]
    large = bytes(1 << 26)
    if name == "zlib":
        frames = [zlib.compress(large)]
    else:
        zstandard = pytest.importorskip("zstandard")
        made = [zstandard.ZstdCompressor(level=1, write_content_size=size) for size in (True, False)]
        frames = [one.compress(large) for one in made]
    for packed in frames:
        repacked(file, name, packed)
        damaged = blocks.TierFile(file.path, file.numbers)
        tracemalloc.start()
        with pytest.raises(blocks.DamagedTableError, match="block 0 is damaged"):
            damaged.block(0)
        assert tracemalloc.get_traced_memory()[1] < 1 << 21
        tracemalloc.stop()
        assert "block 0 is damaged" in str(check(open_table(path)))


def test_an_end_that_says_it_is_large_is_not_read(path: Path) -> None:
    """A file with a hole of a gigabyte, all of which is said to be the description of the tier."""
    file = open_table(path).files[3]
    with file.path.open("r+b") as out:
        out.truncate(1 << 30)
        out.seek(0, 2)
        length = (1 << 30) - 100
        out.write(blocks._TAIL.pack(length - 24, length, 0, blocks.MAGIC))
    tracemalloc.start()
    with pytest.raises(blocks.DamagedTableError, match="the end of the file"):
        _ = blocks.TierFile(file.path, file.numbers).used
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def sentences(table: Table) -> str:
    """Return what the checker says of a table, each failure a sentence."""
    report = check(table)
    assert all(failure.message and "Traceback" not in failure.message for failure in report.failures)
    return "" if report else str(report)


@pytest.mark.slow
def test_hostile_manifests_by_what_they_declare(path: Path) -> None:
    """What is outside of a declaration is refused by its name; what is inside is believed only where it is so."""
    table = open_table(path)
    sizes = {"tiers": len(table.space.tiers)}
    tried = 0
    for manifest, outside, what in of_record(table.manifest, sizes):
        said = sentences(Table(table.problem, table.path, manifest))
        if outside:
            assert f"manifest.{what.split()[0]}" in said, (what, said)
        elif what.split()[0] == "tiers":
            assert said or manifest == table.manifest, what
        tried += 1
    assert tried > 100 and {field.name for field in fields(table.manifest)} >= {"tiers", "options", "values"}


@pytest.mark.slow
def test_hostile_manifests_as_they_are_written(path: Path) -> None:
    """The same in the file, with a digest that fits: one sentence, or all that is shown is so."""
    truth, whole, tried = shown(path), stored(path), 0
    for manifest, outside, what in of_record(open_table(path).manifest, {"tiers": len(whole["tiers"])}):
        try:
            data = {name: getattr(manifest, name) for name in whole if hasattr(manifest, name)}
            data["tiers"] = [asdict(one) if isinstance(one, TierAbout) else one for one in data.get("tiers", ())]
            write_manifest(path, data | {"options": dict(data["options"])} if "options" in data else data)
        except (TypeError, ValueError, AttributeError):  # no JSON can say it
            continue
        said = refused_or_same(path, truth)
        assert said or not outside or what.startswith("digest"), what
        assert said.count("\n") <= 20, what
        tried += 1
    assert tried > 50


def test_a_manifest_that_is_damaged_is_written_anew(path: Path) -> None:
    kept = (path / MANIFEST).read_bytes()
    manifest = stored(path)
    for tiers in (manifest["tiers"][:2], None):
        write_manifest(path, manifest | {"tiers": tiers})
        build(RULES, path, resume=True)
        assert (path / MANIFEST).read_bytes() == kept
    (path / MANIFEST).write_text(json.dumps(manifest))  # as before there were digests
    with pytest.raises(gg.GameError, match="let graphgames table build GAME -o DIR --resume write it anew"):
        open_table(path)
    assert check(build(RULES, path, resume=True)) and (path / MANIFEST).read_bytes() == kept
    write_manifest(path, manifest | {"rules": "0" * 64})
    with pytest.raises(gg.GameError, match=r"holds another table .* or its manifest.json is damaged"):
        build(RULES, path, resume=True)


def shared(table: Table, many: int) -> Any:
    """The report of several that share the blocks."""
    parts: list[Any] = []

    def keep(part: Any) -> list[Any]:
        parts.append(part)
        return [part]

    for rank in range(many):
        check(table, share=(rank, many), gather=keep)
    reports = [check(table, share=(rank, many), gather=lambda part: parts) for rank in range(many)]
    assert all(report == reports[0] for report in reports)
    return reports[0]


@pytest.mark.share(1)
@pytest.mark.slow
@pytest.mark.parametrize("rules", [RULES, RandomGame(3), Tangle()], ids=repr)
def test_the_report_is_the_same_however_many_check(rules: Any, tmp_path: Path) -> None:
    table = build(rules, tmp_path / "table")
    whole = check(table)
    assert whole and shared(table, 2) == shared(table, 3) == whole
    tiers = len(table.space.tiers)
    assert whole.checked == table.positions + tiers + (not rules.whole)
    first, *others = table.manifest.tiers
    lie = replace(table.manifest, tiers=(replace(first, draw=first.draw + 1), *others))
    wrong = Table(rules, table.path, lie)
    assert not check(wrong) and shared(wrong, 2) == check(wrong)
    file = [*table.files.values()][-1].path
    file.write_bytes(flipped(file.read_bytes(), 100))
    damaged = Table(rules, table.path, table.manifest)
    assert not check(damaged) and shared(damaged, 2) == check(damaged)


@pytest.mark.parametrize("values", ["", "x", "Remoteness"])
def test_labels_in_a_file_are_of_a_kind_that_there_is(values: str, path: Path, tmp_path: Path) -> None:
    table = open_table(path)
    gg.write(table, tmp_path / "table.json")
    text = (tmp_path / "table.json").read_text()
    assert gg.verify(gg.read_solution(RULES, tmp_path / "table.json"))
    (tmp_path / "table.json").write_text(text.replace('"values": "remoteness"', f'"values": "{values}"'))
    with pytest.raises(gg.FormatError, match="expected remoteness or nimbers"):
        gg.read_solution(RULES, tmp_path / "table.json")


def test_numbers_between_two_tiers_are_no_positions(path: Path, tmp_path: Path) -> None:
    """A tier begins with a block; what is left of the last block of the tier before belongs to none."""
    table = open_table(path)
    gg.write(table, tmp_path / "table.json")
    data = json.loads((tmp_path / "table.json").read_text())
    numbers = data["certificate"]["numbers"]
    at = next(i for i, number in enumerate(numbers) if number >= table.space.offset[1]) - 1
    numbers[at] = table.space.offset[1] - 1
    (tmp_path / "table.json").write_text(json.dumps(data))
    with pytest.raises(gg.FormatError, match="a number belongs to no position"):
        gg.read_solution(RULES, tmp_path / "table.json")
