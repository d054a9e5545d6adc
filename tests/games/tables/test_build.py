"""Tables hold what brute force finds, count what is published, and are proved by the checker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.games.tables.board_games import game
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.indexed_rules import Batch, IndexedRules
from graphgames.games.tables.table import open_table
from graphgames.games.tables.tic_tac_toe import TicTacToe
from tests.games.tables.toys import Desert, Ladder, RandomGame, Tower
from tests.share import cases


def same_as_expanded(rules: Any, table: Any) -> None:
    """Compare a table with the positions of an arena and the solver for normal play: outcomes and remoteness."""
    solution = gg.solve(gg.expand(rules))
    assert table.statistics()["positions"] == solution.arena.n
    for position in solution.arena.labels or ():
        assert table.outcome(position) == solution.outcome(position), position
        if table.outcome(position) != "draw":
            assert table.value(position) == solution.value(position), position


@pytest.mark.slow
@pytest.mark.parametrize("rules", [TicTacToe(), ConnectFour(3, 3, 3), ConnectFour(4, 2, 3)], ids=repr)
def test_a_table_agrees_with_the_expanded_game(rules: Any, tmp_path: Path) -> None:
    table = build(rules, tmp_path / "table")
    same_as_expanded(rules, table)
    assert check(table), check(table)


@dataclass(frozen=True)
class Count(IndexedRules):
    """Take one to three of twelve matches; the number of a position is whatever one asks for."""

    name, title, start = "count", "Count", 12

    def moves(self, position: int) -> list[int]:
        return [position - k for k in (1, 2, 3) if position >= k]

    def children(self, tier: int) -> list[int]:
        return [tier]

    def size(self, tier: int) -> int:
        return 13

    def rank(self, position: int) -> tuple[int, int]:
        return 0, position

    def unrank(self, tier: int, index: int) -> int:
        return index


@pytest.mark.parametrize("position", [-1, -5, 13, 10**30, "5", 5.0])
def test_a_number_that_no_position_has_is_refused(position: Any) -> None:
    table = gg.solve(Count())
    assert (table.outcome(5), table.outcome(4)) == ("win", "loss")
    for ask in (table.outcome, table.value, table.best_moves):
        with pytest.raises(gg.GameError, match=r"is not (in the table|a position of Count).*; expected one such as 12"):
            ask(position)


STRATEGIES = ("edges", "counters", "sweeps")


@pytest.mark.share(0.8)
@pytest.mark.parametrize("seed", range(30))
def test_random_games_with_cycles_agree_with_the_expanded_game(seed: int, tmp_path: Path) -> None:
    rules = RandomGame(seed, again=seed % 2, loops=int(seed % 3 > 0))
    table = build(rules, tmp_path / "table", strategy=STRATEGIES[seed % 3])
    same_as_expanded(rules, table)
    assert check(table), check(table)


def remoteness(rules: Any, positions: Any) -> dict[Any, tuple[str, int]]:
    """Return outcome and remoteness of decided positions by rounds over all, as their definition has it."""
    known: dict[Any, tuple[str, int]] = {}
    outcome = getattr(rules, "outcome", lambda position: "loss")
    for layer in range(len(positions) + 1):
        found = {}
        for p in positions:
            if p in known:
                continue
            after = rules.moves(p)
            if not after:
                if layer == 0:
                    found[p] = (outcome(p), 0)
                continue
            good = {True: "win", False: "loss"}
            if any(known.get(q) == (good[rules.mover(q) == rules.mover(p)], layer - 1) for q in after):
                found[p] = ("win", layer)
            elif all(known.get(q, ("draw", 0))[0] == good[rules.mover(q) != rules.mover(p)] for q in after):
                found[p] = ("loss", layer)
        known |= found
    return {p: result for p, result in known.items() if result[0] != "draw"}


@pytest.mark.share(0.5)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("seed", range(20))
def test_remoteness_is_as_defined(seed: int, strategy: str, tmp_path: Path) -> None:
    rules = RandomGame(seed, numbers=12, again=seed % 2, loops=int(seed % 3 > 0))
    table = build(rules, tmp_path / "table", strategy=strategy)
    known = remoteness(rules, list(rules.table))
    for position in gg.expand(rules).arena.labels or ():
        if position in rules.table:
            expected = known.get(position, ("draw", None))
            assert (table.outcome(position), table.value(position)) == expected, position


@pytest.mark.slow
def test_published_counts(tmp_path: Path) -> None:
    for rules, positions in ((TicTacToe(), 5_478), (ConnectFour(4, 4), 161_029)):
        data = build(rules, tmp_path / rules.name).statistics()
        assert data["positions"] == positions and data["start"] == {"outcome": "draw", "remoteness": None}


@pytest.mark.nightly
def test_published_counts_of_larger_boards(tmp_path: Path) -> None:
    table = build(ConnectFour(5, 4), tmp_path / "table")
    assert table.statistics()["positions"] == 3_945_711 and check(table)


@pytest.mark.slow
def test_a_table_is_opened_again_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    rules, path = game("connect-four", {"width": 4, "height": 3}), tmp_path / "table"
    made = build(rules, path)
    assert open_table(path).statistics() == made.statistics()
    with pytest.raises(gg.GraphGamesError, match="already exists"):
        build(rules, path)
    with pytest.raises(gg.GraphGamesError, match="another table"):
        build(TicTacToe(), path, resume=True)


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("rules", [ConnectFour(4, 3), RandomGame(5)], ids=repr)
def test_a_build_that_was_stopped_goes_on(rules: Any, tmp_path: Path) -> None:
    build(rules, tmp_path / "whole")
    kept = contents(tmp_path / "whole")
    steps = 0

    def count(progress: Any) -> None:
        nonlocal steps
        steps += 1

    build(rules, tmp_path / "counted", watch=count)
    for stop in range(1, steps, max(1, steps // cases(7, 0.4))):
        left = stop

        def interrupt(progress: Any) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt

        path = tmp_path / str(stop)
        with pytest.raises(KeyboardInterrupt):
            build(rules, path, watch=interrupt)
        with pytest.raises(gg.GraphGamesError, match="is not complete"):
            open_table(path, rules)
        build(rules, path, resume=True)
        assert contents(path) == kept


@pytest.mark.slow
def test_a_file_that_was_removed_is_made_again(tmp_path: Path) -> None:
    rules, path = ConnectFour(4, 3), tmp_path / "table"
    build(rules, path)
    kept = contents(path)
    (path / "tier-00003.table").unlink()
    build(rules, path, resume=True)
    assert contents(path) == kept


BOTH_WAYS = """
import sys
from pathlib import Path
from graphgames.games.tables.build import build
from graphgames.games.tables.connect_four import ConnectFour
from tests.games.tables.toys import Ladder, RandomGame

build(ConnectFour(3, 2, 3), Path(sys.argv[1], "sweep"))
for strategy in sys.argv[2:]:
    for rules in (Ladder(), RandomGame(5, numbers=20)):
        build(rules, Path(sys.argv[1], f"{type(rules).__name__} {strategy}"), strategy=strategy, every=0)
"""


@pytest.mark.slow
def test_kernels_as_plain_python_build_the_same_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte by byte, with a checkpoint at every layer, by each strategy for positions that may come again."""
    here, plain = tmp_path / "here", tmp_path / "plain"
    here.mkdir()
    plain.mkdir()
    monkeypatch.setattr(sys, "argv", ["build", str(here), *STRATEGIES])
    exec(BOTH_WAYS, {})
    command = [sys.executable, "-c", BOTH_WAYS, str(plain), *STRATEGIES]
    subprocess.run(command, check=True, env=os.environ | {"GRAPHGAMES_PURE": "1"})
    tables = sorted(path.name for path in plain.iterdir())
    assert len(tables) == 1 + 2 * len(STRATEGIES)
    for name in tables:
        assert contents(plain / name) == contents(here / name), name


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_build_that_was_stopped_inside_a_tier_goes_on_from_a_checkpoint(strategy: str, tmp_path: Path) -> None:
    """A tier of many layers: every one is kept, and those that were done are not done again."""
    rules, layers = Ladder(), 0
    build(rules, tmp_path / "whole")

    def interrupt(progress: Any) -> None:
        nonlocal layers
        layers += progress.step == "solve"
        if layers == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(rules, tmp_path / "table", strategy=strategy, watch=interrupt, every=0)
    assert (tmp_path / "table" / "tier-00000.partial").exists()
    layers = 1000

    def count(progress: Any) -> None:
        nonlocal layers
        layers += progress.step == "solve"

    build(rules, tmp_path / "table", resume=True, strategy=strategy, watch=count, every=0)
    assert contents(tmp_path / "table") == contents(tmp_path / "whole")
    assert layers < 1000 + 100 - 30


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[12] ^= 1
    path.write_bytes(data)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("damage", [_cut, _flip, Path.unlink])
@pytest.mark.parametrize("complete", [True, False])
def test_damaged_tiers_are_made_anew(damage: Any, complete: bool, tmp_path: Path) -> None:
    path = build(TicTacToe(), tmp_path / "table").path
    files = {file.name: file.read_bytes() for file in path.iterdir()}
    if not complete:
        about = json.loads((path / "manifest.json").read_text())
        del about["complete"], about["tiers"]
        (path / "manifest.json").write_text(json.dumps(about))
    damage(path / "tier-00005.table")
    assert check(build(TicTacToe(), path, resume=True))
    assert files == {file.name: file.read_bytes() for file in path.iterdir()}


def test_a_table_of_own_rules_needs_them(tmp_path: Path) -> None:
    path = build(Ladder(), tmp_path / "table").path
    with pytest.raises(gg.GameError, match=r"does not know by name; in Python open_table\(path, rules\)"):
        open_table(path)
    assert open_table(path, Ladder()).positions > 0


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("every", [0.0, 999.0])
def test_a_late_loss_by_a_move_to_another_tier(strategy: str, every: float, tmp_path: Path) -> None:
    """The remoteness of a successor in another tier may be too large to stand beside the counter in a label."""
    rules = Tower()
    table = build(rules, tmp_path / "table", strategy=strategy, every=every)
    assert (table.outcome(100), table.value(100)) == ("loss", 100)
    assert (table.outcome(101), table.value(101)) == ("win", 3)
    assert check(table), check(table)


class Pounce(Ladder):
    """The ladder with an end one rung earlier: whoever stands on the first rung takes the foot with the next move."""

    def moves(self, position: int) -> Sequence[int]:
        return super().moves(position) if position > 1 else []

    def outcome(self, position: int) -> str:
        return "win in 1"

    def expand(self, batch: Batch) -> None:
        batch.end("win in 1", batch.index == 1)
        super().expand(batch)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_move_may_end_the_game_without_a_position_after_it(strategy: str, tmp_path: Path) -> None:
    table = build(Pounce(), tmp_path / "table", strategy=strategy)
    assert table.statistics()["positions"] == 99
    assert [table.value(rung) for rung in (1, 2, 3, 99)] == [1, 2, 3, 99]
    assert (table.outcome(1), table.outcome(2)) == ("win", "loss") and check(table), check(table)


def test_a_build_that_is_refused_leaves_the_directory_free(tmp_path: Path) -> None:
    rules, path = game("connect-four", {"width": 3, "height": 2, "connect": 3}), tmp_path / "table"
    with pytest.raises(gg.GraphGamesError, match="has no nimbers"):
        build(rules, path, nimbers=True)
    assert not any(path.iterdir())
    assert check(build(rules, path))
    with pytest.raises(gg.GraphGamesError, match=r"holds another table \(values: 'remoteness', not 'nimbers'\)"):
        build(rules, path, nimbers=True)


@pytest.mark.slow
def test_numbers_that_are_not_in_use_take_a_bit_alone(tmp_path: Path) -> None:
    rules = Desert()
    tracemalloc.start()
    try:
        table = build(rules, tmp_path / "table")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert table.statistics()["positions"] == 100
    assert most < rules.space.size[0] // 8 * 3  # the bitmap twice, as positions are marked, its counts, and a piece


MEASURED = """
import sys
from graphgames.games.tables.build import build
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.cost import estimate
rules = ConnectFour(5, 4)
said, table = estimate(rules), build(rules, sys.argv[1])
share = table.statistics()["positions"] / said.numbers
(most,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
taken = int(most.split()[1]) * 1024
print(taken < said.bare + share * (said.memory - said.bare) < 2 * taken, taken, said)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone says there what was taken")
def test_the_estimate_of_memory_is_not_exceeded(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", MEASURED, str(tmp_path / "table")], capture_output=True, text=True)
    assert done.stdout.startswith("True"), done.stdout + done.stderr
