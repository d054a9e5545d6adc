"""Rules by a function of one position: under Numba, from a library of C, and plain ones, one after the other."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from scipy import LowLevelCallable

import graphgames as gg
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.rules import IndexedRules, option
from graphgames.games.tables.scalar import ScalarRules
from graphgames.games.tables.tic_tac_toe import TicTacToe

Position = tuple[int, int]


class Heap:
    """Matches in a heap, and whose turn it is; who takes two of them moves again, and some heaps can be added to."""

    start = (30, 0)

    def moves(self, position: Position) -> Sequence[Position]:
        heap, player = position
        more = [(heap + 1, 1 - player)] if heap % 5 == 3 and heap < 40 else []
        return [(heap - k, 1 - player if k != 2 else player) for k in (1, 2, 3) if heap > k] + more

    def outcome(self, position: Position) -> str:
        return "loss" if position[0] % 2 else "draw"

    def mover(self, position: Position) -> int:
        return position[1]

    def children(self, tier: int) -> Iterable[int]:
        return [0]

    def size(self, tier: int) -> int:
        return 84

    def rank(self, position: Position) -> tuple[int, int]:
        return 0, 2 * position[0] + position[1]

    def unrank(self, tier: int, index: int) -> Position:
        return index // 2, index % 2


@dataclass(frozen=True)
class Plain(Heap, IndexedRules):
    name = "heap"
    title = "a heap"


@dataclass(frozen=True)
class Numba(Heap, ScalarRules):
    name = "heap"
    title = "a heap"
    most = 4
    wrong: int = option(0, 0, 9, "a fault")

    def successors(self) -> Any:
        wrong = self.wrong

        def function(tier: int, index: int, moves: Any) -> int:
            heap, player, many = index // 2, index % 2, 0
            for k in range(1, 4):
                if heap > k:
                    moves[3 * many] = 7 if wrong == 1 else 0
                    moves[3 * many + 1] = 2 * (heap - k) + (player if k == 2 else 1 - player)
                    moves[3 * many + 2] = k == 2
                    many += 1
            if heap % 5 == 3 and heap < 40:
                moves[3 * many], moves[3 * many + 1], moves[3 * many + 2] = 0, 2 * (heap + 1) + 1 - player, 0
                many += 1
            return -9 if wrong == 2 else many if many else (-1 if heap % 2 else -2)

        return function


SOURCE = """
#include <stdint.h>
int64_t successors(int64_t tier, int64_t index, int64_t *moves) {
    int64_t heap = index / 2, player = index % 2, many = 0;
    for (int64_t k = 1; k < 4; k++)
        if (heap > k) {
            moves[3 * many] = 0;
            moves[3 * many + 1] = 2 * (heap - k) + (k == 2 ? player : 1 - player);
            moves[3 * many++ + 2] = k == 2;
        }
    if (heap % 5 == 3 && heap < 40) {
        moves[3 * many] = 0; moves[3 * many + 1] = 2 * (heap + 1) + 1 - player; moves[3 * many++ + 2] = 0;
    }
    return many ? many : heap % 2 ? -1 : -2;
}
"""


@cache
def library(folder: Path) -> Any:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    (folder / "heap.c").write_text(SOURCE)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", folder / "heap.so", folder / "heap.c"], check=True)
    return ctypes.CDLL(str(folder / "heap.so"))


@dataclass(frozen=True)
class FromC(Heap, ScalarRules):
    name = "heap"
    title = "a heap"
    most = 4
    folder: str = ""
    form: str = "ctypes"

    def successors(self) -> Any:
        function = library(Path(self.folder)).successors
        function.restype, function.argtypes = ctypes.c_int64, [ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        if self.form == "address":
            return ctypes.cast(function, ctypes.c_void_p).value
        return LowLevelCallable(function) if self.form == "callable" else function


def test_all_forms_of_rules_give_one_table(tmp_path: Path) -> None:
    plain = build(Plain(), tmp_path / "plain")
    assert check(plain)
    solution = gg.solve(gg.expand(Plain()))
    assert all(plain.outcome(p) == solution.outcome(p) for p in solution.arena.labels or () if isinstance(p[0], int))
    others: list[Any] = [FromC(str(tmp_path), form) for form in ("ctypes", "callable", "address")]
    if pytest.importorskip("numba"):
        others.append(Numba())
    for rules in others:
        table = build(rules, tmp_path / repr(rules).replace("/", "_"))
        assert check(table)
        assert table.certificate.labels.tolist() == plain.certificate.labels.tolist()


@pytest.mark.parametrize("wrong", [1, 2])
def test_a_function_that_says_what_cannot_be_is_refused(wrong: int, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    with pytest.raises(gg.GraphGamesError, match=r"returns something impossible for number"):
        build(Numba(wrong), tmp_path / "table")


@pytest.mark.slow
def test_rules_without_numbered_ones_are_expanded_by_the_plain_ones(tmp_path: Path) -> None:
    class Slow(TicTacToe):
        expand = IndexedRules.expand

    assert build(Slow(), tmp_path / "slow").statistics()["positions"] == 5_478
