"""Specifications that are written and read again: what is written holds of the same steps."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.synthesis.slugsin import read_spec, write_specification
from graphgames.games.synthesis.spec import Spec
from tests.cli.test_cli import program
from tests.games.synthesis.test_spec import random_condition, random_spec, values
from tests.share import share

SUMS = Spec(
    {"a": bool, "b": bool},
    {"n": (-2, 3), "m": (1, 1), "x": bool},
    env_init=["a ^ b ^ TRUE"],
    sys_trans=["n' - n <= m + 1", "n' - (n - 2) >= -1 - m", "x' = (a != b)", "(n > 0) = x", "n' != n - n' + 5 | x"],
    sys_goals=["n = -2", "a ^ x"],
)


def written(spec: Spec, dialect: str) -> Spec:
    file = io.BytesIO()
    write_specification(spec, file, dialect)
    return read_spec(file.getvalue(), dialect)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_holds_of_the_same_steps(seed: int) -> None:
    rng = np.random.default_rng(seed)
    spec = SUMS if seed == 0 else random_spec(rng)
    if seed > 6:
        spec = random_condition(rng, spec)
    structured, bits = written(spec, "structured"), written(spec, "")
    assert structured.ranges == spec.ranges and structured.acceptance == bits.acceptance == spec.acceptance
    assert len(bits.ranges) == len(spec.bits()) and all(one.boolean for one in bits.ranges.values())
    letters = [letter for letter in product((0, 1), repeat=len(bits.ranges)) if inside(spec, letter)]
    for now, then in share(list(product(letters, letters)), 0.2, least=100):
        held = values(spec, now), values(spec, then)
        other = dict(zip(bits.ranges, now, strict=True)), dict(zip(bits.ranges, then, strict=True))
        for part, formulas in spec.formulas.items():
            wanted = [spec.holds(one, *held) for one in formulas]
            assert [structured.holds(one, *held) for one in structured.formulas[part]] == wanted
            read = [bits.holds(one, *other) for one in bits.formulas[part]]
            assert read[: len(wanted)] == wanted and all(read[len(wanted) :])  # the rest keeps to the ranges


def inside(spec: Spec, letter: tuple[int, ...]) -> bool:
    return all(spec.ranges[name].low <= value <= spec.ranges[name].high for name, value in values(spec, letter).items())


@pytest.mark.slow
def test_bits_beyond_a_range_break_a_rule() -> None:
    bits = written(SUMS, "")
    outside = dict.fromkeys(bits.ranges, 1)  # n would be 5
    assert not all(bits.holds(one, outside) for one in bits.formulas["sys_init"])
    assert not all(bits.holds(one, outside, outside) for one in bits.formulas["sys_trans"][len(SUMS.sys_trans) :])


def test_a_sum_of_many_bits_is_written_with_its_parts_once(tmp_path: Path) -> None:
    spec = Spec({"i": (0, 2**20)}, {"n": (0, 2**20)}, sys_trans=["n' = n + i"], sys_goals=["n = 0"])
    gg.write(spec, tmp_path / "sum.slugsin")
    assert (tmp_path / "sum.slugsin").stat().st_size < 10_000


def test_the_command_line_writes_both_forms(tmp_path: Path) -> None:
    source, bits, again = tmp_path / "lift.structuredslugs", tmp_path / "lift.slugsin", tmp_path / "b.structuredslugs"
    source.write_text("[OUTPUT]\nfloor:1...3\n[SYS_TRANS]\nfloor' <= floor + 1\n[SYS_LIVENESS]\nfloor = 3\nfloor = 1\n")
    for one, other in ((source, bits), (source, again), (bits, tmp_path / "c.slugsin")):
        assert program("convert", one, other).returncode == 0
    assert "floor' <= (floor + 1)" in again.read_text() and "floor@0.1.3\nfloor@1\n" in bits.read_text()
    for file in (source, bits, again, tmp_path / "c.slugsin"):
        assert program("synth", file).returncode == 0
