"""The games that come with tables agree with their plain rules, and with what is published of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.tables.awari import Awari
from graphgames.games.tables.breakthrough import Breakthrough
from graphgames.games.tables.build import build
from graphgames.games.tables.checker import check
from graphgames.games.tables.chess import Chess
from graphgames.games.tables.chess_numbers import squares_of
from graphgames.games.tables.chomp import Chomp
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.games.tables.dobutsu_shogi import DobutsuShogi
from graphgames.games.tables.dots_and_boxes import DotsAndBoxes
from graphgames.games.tables.edge_geography import EdgeGeography
from graphgames.games.tables.gridgame import GridGame
from graphgames.games.tables.morris import Morris
from graphgames.games.tables.space import BLOCK
from graphgames.games.tables.two_sides import TwoSides, men_of
from tests.games.tables.test_build import remoteness
from tests.share import cases, share

SMALL = [
    Awari(3),
    Breakthrough(2, 4),
    Chomp(4, 3),
    Chomp(2, 5),
    DotsAndBoxes(1, 1),
    DotsAndBoxes(2, 1),
    DotsAndBoxes(1, 2),
    EdgeGeography(),
    EdgeGeography("[(3,[3,-1,-1]),(-1,[3,7]),(7,[])]"),
    GridGame(5, 4, "1,2/3,0"),
]


def reachable(rules: Any) -> set[Any]:
    """Return the positions that plain rules lead to from the start."""
    seen, todo = {rules.start}, [rules.start]
    while todo:
        fresh = set(rules.moves(todo.pop())) - seen
        seen |= fresh
        todo += fresh
    return seen


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_a_table_agrees_with_the_plain_rules(rules: Any, tmp_path: Path) -> None:
    table = build(rules, tmp_path / "table")
    positions = reachable(rules)
    mover = getattr(rules, "mover", None)
    known = _by_turns(rules, positions) if mover is None else remoteness(rules, positions)
    assert table.statistics()["positions"] == len({rules.rank(position) for position in positions})
    for position in positions:
        assert (table.outcome(position), table.value(position)) == known.get(position, ("draw", table.value(position)))
    assert check(table), check(table)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("rules", [Morris("three", 3, 0), Morris("three", 3, 1)], ids=repr)
def test_a_table_of_morris_agrees_with_the_expanded_game(rules: Any, tmp_path: Path) -> None:
    table, solution = build(rules, tmp_path / "table"), gg.solve(gg.expand(rules))
    positions = reachable(rules)
    assert table.statistics()["positions"] == len({rules.rank(position) for position in positions})
    for position in share(sorted(positions), 0.3):
        assert table.outcome(position) == solution.outcome(position), position


def _by_turns(rules: Any, positions: set[Any]) -> dict[Any, tuple[str, int]]:
    """Return outcome and remoteness where the players alternate, by adding who is to move to each position."""

    class Turns:
        def moves(self, position: Any) -> list[Any]:
            return [(after, 1 - position[1]) for after in rules.moves(position[0])]

        def mover(self, position: Any) -> int:
            return int(position[1])

        def outcome(self, position: Any) -> str:
            return str(getattr(rules, "outcome", lambda position: "loss")(position[0]))

    known = remoteness(Turns(), [(position, mover) for position in positions for mover in (0, 1)])
    return {position: known[position, 0] for position in positions if (position, 0) in known}


def test_every_board_of_breakthrough_is_counted() -> None:
    """Published counts are of the boards on which nobody is home and both have men, for both sides to move."""
    for height, published in ((4, 3_267_310), (5, 219_211_038)):
        rules = Breakthrough(4, height)
        words = rules._boards._words
        ways = words.ways.reshape([most + 1 for most in words.most], order="F").sum(axis=2)
        home = _with_a_man_home(rules)
        assert 2 * int((ways - home)[1:, 1:].sum()) == published


def _with_a_man_home(rules: Breakthrough) -> Any:
    """Return the number of boards on which a man of the other player is home, by the men of both."""
    most = 2 * rules.width
    men = men_of(rules.width)
    middle = [men] * (rules.height - 2)
    ways = np.zeros((most + 1, most + 1), np.int64)
    ways[0, 0] = 1
    for row in (men[men[:, 1] == 1], *middle, men[men[:, 0] == 0]):
        new = np.zeros_like(ways)
        for a, b in row.tolist():
            new[a:, b:] += ways[: most + 1 - a, : most + 1 - b]
        ways = new
    return ways


@pytest.mark.slow
def test_the_first_player_wins_chomp(tmp_path: Path) -> None:
    for width, height in ((4, 4), (6, 2)):
        assert build(Chomp(width, height), tmp_path / f"{width}").statistics()["start"]["outcome"] == "win"


@pytest.mark.share(10)
@pytest.mark.parametrize("seed", range(6))
def test_tables_of_geography_agree_with_its_search(seed: int, tmp_path: Path) -> None:
    rng, file = np.random.default_rng(seed), tmp_path / "graph.in"
    listed = [(v, rng.integers(0, 4, rng.integers(0, 4)).tolist()) for v in range(4)]
    table = gg.solve(EdgeGeography(str(listed)))
    file.write_text(str(listed))
    winner = gg.solve(gg.read(file, game="edge-geography")).winner[0]
    for v, label in enumerate(table.problem.labels):
        assert (table.outcome((v, 0)) == "win") == (winner[label] == 0), listed
    assert gg.verify(table)
    nimbers, grundy = gg.solve(table.problem, nimbers=True), gg.by_rule(table.problem.moves)
    assert all(nimbers.value(position) == grundy.value(position) for position in reachable(table.problem))


@pytest.mark.slow
@pytest.mark.share(10)
@pytest.mark.parametrize("seed", range(6))
def test_tables_of_a_grid_agree_with_its_diagonals(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width, height = rng.integers(2, 9, 2).tolist()
    walls = sorted({(x, y) for x, y in rng.integers(0, (width, height), (width * height // 4, 2)).tolist()})
    table = gg.solve(GridGame(width, height, "/".join(f"{x},{y}" for x, y in walls)))
    grid = gg.solve(gg.BlockedGrid(walls))
    for x, y in {(x, y) for x in range(width) for y in range(height)} - set(walls):
        assert table.outcome((x, y)) == grid.outcome((x, y))
    assert gg.verify(table) and table.statistics()["positions"] == width * height - len(walls)


def test_positions_of_geography_and_of_grids_are_read_and_refused() -> None:
    map_, grid = EdgeGeography(), GridGame(5, 4, "1,2/3,0")
    for rules, text in ((map_, "pick"), (map_, "2 0>1 1>2"), (map_, "0"), (grid, "(4, 3)")):
        assert rules.text(rules.parse(text)) == text
    for rules, text, said in (
        (map_, "2 0>1 0>1", "'0>1' is not an arc that can be used here; the arcs are"),
        (map_, "9", "'9' is not a vertex; the vertices are 0, 1, 2, 3"),
        (grid, "1,2", r"'1,2' is not a position of a pawn on a grid; expected one such as \(4, 3\)"),
        (grid, "5,0", "is not a position"),
    ):
        with pytest.raises(gg.GameError, match=said):
            rules.position(text)
    with pytest.raises(gg.GameError, match="outside of a grid of 2 by 2"):
        _ = GridGame(2, 2, "2,1").space.tiers
    with pytest.raises(gg.GameError, match="no cell on which the pawn can stand"):
        _ = GridGame(1, 1, "0,0").start
    with pytest.raises(gg.GameError, match="one graph with at most 40 arcs"):
        _ = EdgeGeography("[(0,[])] [(0,[])]").space.tiers


@pytest.mark.nightly
def test_the_second_player_wins_breakthrough_on_small_boards(tmp_path: Path) -> None:
    assert build(Breakthrough(3, 4), tmp_path / "table").statistics()["start"]["outcome"] == "loss"


def _of_black(table: Any) -> tuple[int, int]:
    """Return how many positions with Black to move are lost, and how many are drawn."""
    rules = table.problem
    (tier,) = rules.first_tiers()
    lost = drawn = 0
    for number, block in enumerate(table.files[tier].blocks()):
        index = np.flatnonzero(np.unpackbits(block.bits, bitorder="little")) + number * BLOCK
        side, _ = squares_of(tier, index)
        codes = block.labels[side == 1] & 3
        lost, drawn = lost + int((codes == 1).sum()), drawn + int((codes == 2).sum())
    return lost, drawn


@pytest.mark.share(0.34)
@pytest.mark.parametrize(
    ("men", "lost", "drawn", "longest"),
    [
        pytest.param("KQK", 25_160, 2_896, 20, marks=pytest.mark.slow),
        pytest.param("KRK", 25_260, 2_796, 32, marks=pytest.mark.slow),
        pytest.param("KPK", 48_802, 35_210, 56, marks=pytest.mark.slow),
    ],
)
def test_published_counts_of_chess(men: str, lost: int, drawn: int, longest: int, tmp_path: Path) -> None:
    """Black to move, mirror images as one; KPK counts on until mate, its mate in 28 is 56 moves before it."""
    table = build(Chess(men), tmp_path / "table")
    assert _of_black(table) == (lost, drawn)
    assert table.statistics()["longest"] == longest


@pytest.mark.slow
@pytest.mark.share(0.34)
@pytest.mark.parametrize(
    ("rules", "tiers"),
    [
        (Awari(30), [2, 5, 9, 16, 30]),
        (Morris("six", 6), [(7, 2, 3), (1, 5, 5), (0, 3, 3), (0, 4, 3), (0, 6, 5), (0, 5, 2)]),
        (Morris("nine", 9), [(10, 4, 4), (0, 5, 3), (0, 7, 6)]),
    ],
    ids=repr,
)
def test_moves_agree_with_plain_ones_everywhere(rules: Any, tiers: Any) -> None:
    rng = np.random.default_rng(3)
    for tier in tiers:
        index = np.unique(rng.integers(0, rules.size(tier), cases(300, 1)))
        batch = rules.batch(tier, index)
        for row, number in enumerate(index.tolist()):
            position = rules.unrank(tier, number)
            assert rules.rank(position) == (tier, number)
            expected = {rules.space.number(after) for after in rules.moves(position)}
            assert {int(column[row]) for column in batch.columns if column[row] >= 0} == expected, position
            end = ["", "loss", "draw", "win"][int(batch.code[row])]
            outcome = getattr(rules, "outcome", lambda position: "loss")
            assert end == ("" if expected else outcome(position)), position


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("men", ["KQK", "KRKN", "KPKB", "KBNK", "KPPK", "KRRK"])
def test_moves_of_chess_agree_with_plain_ones(men: str) -> None:
    rules = Chess(men)
    rng = np.random.default_rng(7)
    for tier in rules.space.tiers:
        index = np.unique(rng.integers(0, rules.size(str(tier)), cases(150, 2)))
        batch = rules.batch(tier, index)
        for row in np.flatnonzero(batch.code != 4).tolist():
            position = rules.unrank(str(tier), int(index[row]))
            assert rules.rank(position) == (tier, index[row])
            expected = {rules.space.number(after) for after in rules.moves(position)}
            assert {int(column[row]) for column in batch.columns if column[row] >= 0} == expected, position
            end = {0: None, 1: "loss", 2: "draw"}[int(batch.code[row])]
            assert end == (None if expected else rules.outcome(position)), position


@pytest.mark.parametrize(
    ("rules", "position", "names"),
    [
        (Chess("KQK"), "8/8/8/8/8/k7/1Q6/K7 b", ["Ka4"]),
        (Chess("KQK"), "8/8/8/8/8/8/1Qk5/4K3 b", ["Kd3", "Kxb2"]),
        (Chess("KPK"), "8/P7/8/8/8/8/8/K1k5 w", ["Ka2", "a8=B", "a8=N", "a8=Q", "a8=R"]),
        (Chess("KPKN"), "8/8/8/1n6/P7/8/8/K1k5 w", ["Ka2", "a5", "axb5"]),
        (Chess("KRRK"), "8/8/8/8/8/1k6/7R/K6R w", ["Rh1g1", "Rh2b2"]),
        (Breakthrough(2, 4), ("w", "w.", ".b", "..", ".b"), ["a1-a2", "a1xb2"]),
        (Breakthrough(2, 4), ("b", ".w", "w.", "b.", ".."), ["a3-b2"]),
        (Chomp(2, 2), (2, 1), ["row 1, column 2", "row 2, column 1"]),
        (DotsAndBoxes(1, 1), (9, 0, 0, 0), ["across, row 2, column 1", "down, row 1, column 1"]),
        (Awari(4), ((1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1), 0, 0, 0), ["pit 1", "pit 6"]),
    ],
    ids=repr,
)
def test_moves_have_short_names(rules: Any, position: Any, names: list[str]) -> None:
    assert set(names) <= {rules.move_name(position, after) for after in rules.moves(position)}


@pytest.mark.parametrize("rules", [*SMALL, Chess("KRRK"), Chess("KPKN")], ids=repr)
def test_moves_of_a_position_have_different_names(rules: Any) -> None:
    rng, position = np.random.default_rng(1), rules.start
    for _ in range(cases(300, 0.4)):
        after = list(dict.fromkeys(rules.moves(position)))
        assert len({rules.move_name(position, one) for one in after}) == len(after)
        position = after[rng.integers(len(after))] if after else rules.start


@pytest.mark.parametrize(
    ("rules", "position", "reason"),
    [
        (Breakthrough(2, 4), ("b", "w.", "..", "b.", "w."), "a man of White has reached the other side"),
        (Breakthrough(2, 4), ("w", "..", "..", "b.", "b."), "all men of White are taken"),
        (Morris("three", 3), "XX.OOO... 0 X", "X has fewer than three men"),
        (Morris("three", 3, 0), "XXXOOO... 0 O", "O cannot move"),
        (Awari(4), ((0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0), 3, 0, 1), "South has captured 3 of 4 seeds, more than half"),
        (
            Awari(4),
            ((1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 1, 2, 0),
            "South can leave the other no seed; with those on its own side South has 2, North 2",
        ),
        (DobutsuShogi(), "..L/.../.l./... b EGCegc", "a lion is home, where it cannot be taken"),
    ],
    ids=repr,
)
def test_the_reason_for_an_end_is_the_one_that_holds(rules: Any, position: Any, reason: str) -> None:
    assert rules.reason(position, False) == reason


@pytest.mark.slow
def test_backward_moves_of_morris_are_the_forward_ones() -> None:
    rules, rng = Morris("six", 5), np.random.default_rng(11)
    for tier in ((0, 3, 3), (0, 5, 3), (0, 5, 4)):
        first = rules.space.offset[tier]
        batch = rules.batch(tier, rng.integers(0, rules.size(tier), cases(60, 10)))
        after = [column[(column >= first) & (column < first + rules.size(tier))] - first for column in batch.columns]
        heads = np.unique(np.concatenate(after))
        back = rules.batch_before(tier, heads).columns
        tails = {h: {int(c[i]) for c in back if c[i] >= 0} for i, h in enumerate((heads + first).tolist())}
        for column in batch.columns:
            for tail, head in zip((batch.index + first).tolist(), column.tolist(), strict=True):
                assert head not in tails or tail in tails[head]
        every = np.unique([tail for found in tails.values() for tail in found])
        columns = rules.batch(tier, every - first).columns
        heads_of = {tail: {int(column[i]) for column in columns} for i, tail in enumerate(every.tolist())}
        assert all(head in heads_of[tail] for head, found in tails.items() for tail in found)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize(
    ("board", "men", "flying", "outcome", "far"),
    [
        ("three", 3, 1, "draw", None),
        ("three", 3, 0, "win", 9),
        pytest.param("six", 3, 1, "draw", None, marks=pytest.mark.nightly),
    ],
)
def test_small_games_of_morris(
    board: str, men: int, flying: int, outcome: str, far: int | None, tmp_path: Path
) -> None:
    table = build(Morris(board, men, flying), tmp_path / "table")
    assert (table.outcome(table.problem.start), table.value(table.problem.start)) == (outcome, far)
    assert check(table), check(table)


@pytest.mark.parametrize(
    ("points", "taken"),
    [("XX.OO...........", {4, 5}), ("XX.OOO..........", {4, 5, 6}), ("XX.OOO......O...", {13})],
)
def test_a_mill_takes_a_man_outside_mills_if_there_is_one(points: str, taken: set[int]) -> None:
    rules, position = Morris("six", 6), f"{points} 4 X"
    names = {rules.move_name(position, after) for after in rules.moves(position)}
    assert {name for name in names if name.startswith("3x")} == {f"3x{point}" for point in taken}
    assert "10" in names and "3" not in names


def test_a_board_of_64_points_is_numbered() -> None:
    boards = TwoSides([men_of(8)] * 8, (1, 1))
    index = np.arange(boards.size((1, 1)))
    own, other = boards.unrank((1, 1), index)
    assert boards.size((1, 1)) == 64 * 63 and len(set(zip(own.tolist(), other.tolist(), strict=True))) == 64 * 63
    assert (boards.rank((1, 1), own, other) == index).all()
    assert boards.read("." * 62 + "OX", "XO") == (1 << 63, 1 << 62) and boards.text(1 << 63, 1, "XO")[::63] == "OX"
    with pytest.raises(ValueError, match="expected 64 points"):
        boards.read("." * 63, "XO")


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", [ConnectFour(3, 3, 3), ConnectFour(2, 7, 4), ConnectFour(5, 4), ConnectFour(6, 5)], ids=repr
)
def test_the_compiled_loop_of_connect_four_agrees_with_plain_rules_in_any_order(rules: ConnectFour) -> None:
    rng, last = np.random.default_rng(3), rules.width * rules.height
    for tier in range(last + 1):
        index = rng.integers(0, rules.size(tier), 24)
        batch = rules.batch(tier, index)
        for row, number in enumerate(index.tolist()):
            position = rules.unrank(tier, number)
            cells = "".join(column.ljust(rules.height, ".") for column in position)
            if "XO"[rules.mover(position)] in {cells[at] for at in rules.row(position)}:
                continue  # no play comes to a position where the player to move has had a row
            after = rules.moves(position)
            code = {"loss": 1, "draw": 2}[rules.outcome(position)] if not after else 0
            assert batch.code[row] == code
            found = {int(column[row]) for column in batch.columns if column[row] >= 0}
            assert found == {rules.space.number(one) for one in after}


@pytest.mark.slow
def test_solve_answers_for_the_position_that_is_asked_about() -> None:
    small = gg.solve("chomp 3x3", start=(2, 1))
    assert small.outcome() == "loss" and small.value() == 2 and "at (2, 1, 0): " in small.explain()
    assert small.statistics()["start"] == {"outcome": "loss", "remoteness": 2}
    assert gg.solve("chomp 3x3", start=(1,)).outcome() == "loss" == gg.solve("chomp 3x3", start="1").outcome()
    assert gg.solve(Chomp(3, 3), start=(2, 1, 0)).outcome() == "loss"
    assert gg.solve("chomp 3x3").outcome() == "win" and "at the first position" in gg.solve("chomp 3x3").explain()


@pytest.mark.parametrize("start", ["zzz", (1, 1, 3), (3, 4), "1,1,3", (2, 2, 2, 2, 2)])
def test_solve_refuses_a_start_that_is_not_a_position(start: object) -> None:
    for board in ("chomp 3x4", "chomp 5x4"):
        with pytest.raises(gg.GameError, match=r"is not a position of Chomp|is not in the table"):
            gg.solve(board, start=start)
