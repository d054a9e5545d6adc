"""The pawn among impassable cells: corners by backward induction, the samples, bad input, the checker's faults."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import GridsSegments
from graphgames.games.grid import gridgame as game
from graphgames.games.grid.problem import LARGEST
from tests import naive
from tests.share import cases, share

SAMPLE = b"1\n2\n1 1\n4 2\n4\n2 2\n1 2\n3 4\n6 5\n"
Cells = list[tuple[int, int]]


def solved(data: bytes) -> game.GridGameSolution:
    solution: game.GridGameSolution = gg.solve(game.read(data, "grids"))
    return solution


def losing_corner(solution: gg.GridSolution, width: int, height: int) -> set[tuple[int, int]]:
    return {cell for cell in product(range(width), range(height)) if solution.certificate.holds(cell)}


def random_cells(rng: np.random.Generator, side: int, count: int) -> Cells:
    return [(int(x), int(y)) for x, y in rng.integers(0, side, (count, 2))]


def text(grids: list[tuple[Cells, Cells]]) -> bytes:
    lines = [str(len(grids))]
    for cells, starts in grids:
        for part in (cells, starts):
            lines += [str(len(part)), *(f"{x} {y}" for x, y in part)]
    return "\n".join(lines).encode()


def test_sample() -> None:
    assert game.write(solved(SAMPLE)) == "Alice\nBob\nAlice\nBob\n"


@pytest.mark.parametrize("shape", [SAMPLE.replace(b"\n", b"\r\n"), SAMPLE.replace(b" ", b"\n\t\n"), SAMPLE.strip()])
def test_any_white_space_will_do(shape: bytes) -> None:
    assert game.write(solved(shape)) == "Alice\nBob\nAlice\nBob\n"


@pytest.mark.slow
def test_every_set_of_impassable_cells_of_a_corner() -> None:
    corner = list(product(range(3), range(3)))
    for mask in share(range(1 << len(corner)), 8):
        cells = [cell for k, cell in enumerate(corner) if mask >> k & 1]
        solution = gg.solve(gg.BlockedGrid(cells))
        assert losing_corner(solution, 7, 7) == naive.grid_losing(set(cells), 7, 7)


@pytest.mark.slow
def test_random_corners_agree_with_the_definition_and_are_proved() -> None:
    rng = np.random.default_rng(1)
    for k in range(cases(300, 0.3)):
        side = int(rng.integers(1, 9))
        cells = random_cells(rng, side, int(rng.integers(0, side * side * 3 // 2 + 1)))
        solution = gg.solve(gg.BlockedGrid(cells))
        assert losing_corner(solution, 12, 12) == naive.grid_losing(set(cells), 12, 12)
        assert k % 3 or gg.verify(solution).ok
        assert solution.certificate.x.size <= 4 * len(cells) + 2


@pytest.mark.slow
def test_the_expansion_of_a_grid_is_solved_alike() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        grid = gg.BlockedGrid(random_cells(rng, 6, 12))
        solution, expanded = gg.solve(grid), gg.expand(grid)
        general = gg.solve(expanded)
        assert expanded.arena.labels is not None
        for cell in expanded.arena.labels:
            assert solution.outcome(cell) == general.outcome(cell)
            rated, results = solution.best_moves(cell), {m.position: m.result for m in general.best_moves(cell)}
            assert {move.position: move.result for move in rated} == results
            assert [move.result for move in rated] == sorted((m.result for m in rated), reverse=True)
            assert f"{'wins' if solution.outcome(cell) == 'win' else 'loses'} from {cell}" in solution.explain(cell)


def test_far_away_cells() -> None:
    grid = gg.BlockedGrid([(0, LARGEST), (LARGEST, 0), (LARGEST, LARGEST)], start=(0, 0))
    solution = gg.solve(grid)
    assert solution.outcome((LARGEST + 1, LARGEST)) == "win" and gg.verify(solution).ok
    assert solution.winning_moves((10**17 + 5, 10**17)) == [(10**17, 10**17), (10**17 + 5, 10**17 + 5)][:1]
    assert len(solution.best_moves((10**17, 1))) == 202 - 1
    far, losing = LARGEST + 2, f"({LARGEST}, {LARGEST + 2}) or ({LARGEST + 2}, {LARGEST})"
    assert (
        solution.explain((far, far)) == f"The player to move wins from ({far}, {far}): go to {losing}, a losing cell."
    )
    assert solution.explain((5, 4)) == "The player to move wins from (5, 4): go to (4, 4), a losing cell."


SHAPES: dict[str, Callable[[int], Cells]] = {
    "nothing": lambda n: [],
    "diagonal": lambda n: [(k, k) for k in range(n)],
    "antidiagonal": lambda n: [(k, n - k) for k in range(n)],
    "one row": lambda n: [(k, n) for k in range(n)],
    "every second of one row": lambda n: [(2 * k, 1) for k in range(n)],
    "one column": lambda n: [(n, k) for k in range(n)],
    "every second of one column": lambda n: [(0, 2 * k) for k in range(n)],
    "comb": lambda n: [(2 * k, k % 7) for k in range(n)],
    "block": lambda n: [(3 + k % 7, 2 + k // 7) for k in range(n)],
    "chessboard": lambda n: [(k % 8 * 2 + k // 8 % 2, k // 8) for k in range(n)],
    "steps": lambda n: [(k // 2, (k + 1) // 2) for k in range(n)],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str) -> None:
    for n in (1, 2, 13, 60):
        cells = SHAPES[shape](n)
        solution = gg.solve(gg.BlockedGrid(cells))
        side = max([0, *(max(cell) for cell in cells)]) + 4
        if side <= 70:
            assert losing_corner(solution, side, side) == naive.grid_losing(set(cells), side, side)
        assert gg.verify(solution).ok


@pytest.mark.slow
def test_a_whole_input_is_what_its_grids_are() -> None:
    rng = np.random.default_rng(3)
    grids: list[tuple[Cells, Cells]] = []
    for _ in range(60):
        cells = random_cells(rng, 9, int(rng.integers(0, 60)))
        starts = [cell for cell in random_cells(rng, 14, 12) if cell not in cells]
        grids.append((cells, starts))
    solution = solved(text(grids))
    wanted = "".join(
        "Bob\n" if start in naive.grid_losing(set(cells), 14, 14) else "Alice\n"
        for cells, starts in grids
        for start in starts
    )
    assert game.write(solution) == wanted
    assert gg.verify(solution).ok
    position = (7, grids[7][1][0])
    assert solution.outcome(position) == solution.grid(7).outcome(position[1])
    assert solution.explain(position) == solution.grid(7).explain(position[1])
    assert all(move.position == (7, move.move) for move in solution.best_moves(position))
    game.read(text(grids)).check()


def test_more_queries_than_fit_at_once() -> None:
    rng = np.random.default_rng(6)
    grid = gg.BlockedGrid(random_cells(rng, 50, 500))
    known = set(map(tuple, grid.impassable.tolist()))
    starts = [cell for cell in random_cells(rng, 60, 12_000) if cell not in known]
    solution = solved(text([(grid.impassable.tolist(), starts), ([], starts)]))
    wanted = np.concatenate([gg.solve(g).losing(starts) for g in (grid, gg.BlockedGrid([]))])
    assert solution.answers == (~wanted).astype(np.uint8).tobytes()


@pytest.mark.slow
def test_more_cells_than_the_first_room() -> None:
    rng = np.random.default_rng(7)
    grids: list[tuple[Cells, Cells]] = [(random_cells(rng, 10**6, 3000 * k), [(k, 10**7)]) for k in range(4)]
    solution = solved(text(grids))
    assert [solution.outcome((k, (k, 10**7))) for k in range(4)] == ["win" if a else "loss" for a in solution.answers]
    assert gg.verify(solution.grid(3)).ok


def test_explanation_and_plain_data() -> None:
    solution = solved(b"2  1  2 0  3  0 0  1 1  5 0  0  1  4 3")
    assert solution.explain() == (
        "Test 1: 1 impassable cell.\n"
        "  (0, 0): Bob wins; there is no move.\n"
        "  (1, 1): Bob wins; no losing cell is in reach.\n"
        "  (5, 0): Alice wins; she goes to (3, 0).\n"
        "Test 2: 0 impassable cells.\n"
        "  (4, 3): Alice wins; she goes to (3, 3)."
    )
    assert solution.to_dict() == {"solver": "gridgame", "objective": "gridgame", "won": [2, 2], "winner": [1, 1, 0, 0]}
    assert repr(solution) == "GridGameSolution(2 tests, Alice wins 2 of 4)"
    grid = solution.grid(0)
    assert grid.to_dict()["certificate"]["kind"] == "losing-segments" and "certificate" not in grid.to_dict(full=False)
    assert grid.explain((1, 1)) == (
        "The player to move loses from (1, 1): no losing cell is in reach; it is on the diagonal of losing cells from "
        "(1, 1) to (2, 2)."
    )
    assert grid.explain((0, 0)) == "The player to move loses from (0, 0): there is no move."
    assert solution.certificate.to_dict()["kind"] == "grids-segments"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: gg.BlockedGrid([(1, 2, 3)]), "expected integer pairs"),
        (lambda: gg.BlockedGrid([(1, 1), (0, -1)]), r"the impassable cell \(0, -1\) is outside"),
        (lambda: gg.BlockedGrid([(1, 1)], start=(1, 1)), r"cannot stand at \(1, 1\); that cell is impassable"),
        (lambda: gg.solve(gg.BlockedGrid([])).outcome((-1, 0)), "coordinates are at least 0"),
    ],
)
def test_what_is_no_grid_or_no_cell_is_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(gg.GameError, match=words):
        make()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["grids: the file is empty", "expected the number of tests"]),
        (b"x", ["grids:1:1: found 'x'"]),
        (b"1\n", ["grids:1:2: the file ends", "the number of impassable cells N of test 1"]),
        (b"1\n2\n1 1\n4\n", ["grids:4:2: the file ends", "the row Y of impassable cell 2 of 2 of test 1"]),
        (b"1\n1\n1 1\n", ["grids:3:4: the file ends", "the number of queries Q of test 1"]),
        (b"1\n1\n1 1\n1\n2\n", ["grids:5:2: the file ends", "the row Y of start 1 of 1 of test 1"]),
        (b"1\n1\n1 -1\n1\n2 2\n", ["grids:3:3: -1 is too small", "from 0 to"]),
        (b"1\n1\n1 1\n1\n2 2.5\n", ["grids:5:3: found '2.5'", "without a point"]),
        (b"1\n1\n1 1\n2\n2 2\n1 1\n", ["grids:6:1: the pawn cannot start at (1, 1): that cell is impassable"]),
        (b"1\n1\n1 1000000000000000000\n0\n", ["grids:3:3: 1000000000000000000 is too large"]),
        (b"1\n1\n1 0000000000000000000001\n0\n", ["grids:3:3: 0000000000000000000001 is too long"]),
        (SAMPLE + b"7\n", ["grids:10:1: found '7' after the last test"]),
        (SAMPLE.replace(b"6 5", b"6 \x00\xff"), ["grids:9:3: found the bytes 00 ff", "does not look like text"]),
        (b"1\n1000000000000\n", ["grids:2:1: 1000000000000 is too large"]),
        (b"1\n900000000\n1 1\n", ["grids:3:4: the file ends", "impassable cell 2 of 900000000"]),
    ],
)
def test_bad_input_is_answered_with_its_place(data: bytes, words: list[str]) -> None:
    with pytest.raises(gg.FormatError) as caught:
        solved(data)
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_a_cell_that_is_impassable_may_be_the_corner() -> None:
    assert game.write(solved(b"1 1 0 0 2 1 1 1 0")) == "Alice\nBob\n"


def faulty(solution: gg.GridSolution, **changes: Any) -> gg.GridSolution:
    return replace(solution, certificate=replace(solution.certificate, **changes))


@pytest.mark.slow
def test_every_small_change_of_a_segment_is_found() -> None:
    rng = np.random.default_rng(4)
    for k in share(range(12), 1, least=3):
        solution = gg.solve(gg.BlockedGrid(random_cells(rng, 7, 3 + 2 * k)))
        assert gg.verify(solution).ok
        certificate = solution.certificate
        for name in ("x", "y", "length"):
            for segment in range(certificate.x.size):
                for by in (-1, 1):
                    changed = getattr(certificate, name).copy()
                    changed[segment] += by
                    report = gg.verify(faulty(solution, **{name: changed}))
                    assert not report and str(report).count("\n") >= 1, (name, segment, by)


@pytest.mark.slow
def test_left_out_and_added_segments_are_found() -> None:
    rng = np.random.default_rng(5)
    for k in share(range(12), 1, least=3):
        grid = gg.BlockedGrid(random_cells(rng, 7, 3 + 2 * k))
        solution = gg.solve(grid)
        certificate = solution.certificate
        arrays = {name: getattr(certificate, name) for name in ("x", "y", "length")}
        for segment in range(certificate.x.size):
            assert not gg.verify(faulty(solution, **{n: np.delete(a, segment) for n, a in arrays.items()}))
        for cell in product(range(8), repeat=2):
            at = certificate.up_to(*cell) + 1
            if at < certificate.x.size:
                added = {n: np.insert(a, at, v) for (n, a), v in zip(arrays.items(), (*cell, 1), strict=True)}
                assert not gg.verify(faulty(solution, **added))


def test_other_faults_are_found() -> None:
    solution = gg.solve(gg.BlockedGrid([(1, 1), (4, 2)]))
    certificate = solution.certificate
    assert "y has 6 entries; expected 5 entries" in str(gg.verify(faulty(solution, x=certificate.x[1:])))
    assert "x has dtype float64" in str(gg.verify(faulty(solution, x=certificate.x.astype(float))))
    whole = solved(SAMPLE)
    assert gg.verify(whole).ok
    whole.answers = b"\1\1\1\0"
    assert "the answer for (1, 2) of test 1 is wrong" in str(gg.verify(whole))
    whole.answers = b"\1\0\1\2"  # which is written neither as Alice nor as Bob
    assert "wins[3] is 2; expected 0 to 1" in str(gg.verify(whole))
    whole.answers = b"\1\0\1"
    assert "there are 3 answers for 4 queries" in str(gg.verify(whole))
    whole.answers = b"\1\0\1\0\0"
    assert "there are 5 answers for 4 queries" in str(gg.verify(whole))
    vars(whole)["certificate"] = GridsSegments(())
    assert "grids has 0 entries; expected 1 entry" in str(gg.verify(whole))
    whole.answers = b"\1\0\1\0"
    other = gg.solve(gg.BlockedGrid([(1, 1)])).certificate
    vars(whole)["certificate"] = GridsSegments((other,))
    assert " of test 1 " in str(gg.verify(whole))


@pytest.mark.slow
@pytest.mark.parametrize("far", [1, 10**9, 10**18 - 10])
def test_a_fault_in_one_test_of_many_is_found_and_named(far: int) -> None:
    rng = np.random.default_rng(6)
    tests = [random_cells(rng, 6, 5) for _ in range(12)]
    tests[7] = [(0, 0), (far, far), (far + 3, 2)]
    text = "".join(f"5 {' '.join(f'{x} {y}' for x, y in (*cells, cells[0], cells[0])[:5])} 1 9 9 " for cells in tests)
    whole = solved(f"{len(tests)} {text}".encode())
    assert gg.verify(whole).ok
    grids = list(whole.certificate.grids)
    for number in share((7, 0, 11), 0.5):
        for name in ("x", "y", "length"):
            certificate = grids[number]
            for segment in range(certificate.x.size):
                changed = getattr(certificate, name).copy()
                changed[segment] += 1
                faults = [*grids[:number], replace(certificate, **{name: changed}), *grids[number + 1 :]]
                vars(whole)["certificate"] = GridsSegments(tuple(faults))
                assert f" of test {number + 1}" in str(gg.verify(whole)).splitlines()[1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x", -1),
        ("y", -1),
        ("length", -1),
        ("x", 2**61 + 1),
        ("y", 2**61 + 1),
        ("length", 2**61 + 1),
        ("length", 2**61),  # where the segment ends is too far out
        ("x", 2**63 - 1),  # where it ends is less than where it begins, in 64 bits
        ("y", 2**63 - 1),
        ("length", 2**63 - 1),
    ],
)
def test_segments_outside_the_grid_are_refused_before_they_are_reckoned_with(name: str, value: int) -> None:
    solution = gg.solve(gg.BlockedGrid([(1, 1), (4, 2)]))
    changed = getattr(solution.certificate, name).copy()
    changed[1] = value
    assert re.search("outside the grid|length.* expected", str(gg.verify(faulty(solution, **{name: changed}))))


@pytest.mark.parametrize(
    ("segments", "pair"),
    [
        # (0, 0), (2, 1), (1, 2), (5, 2), (3, 3) to (4, 4), and those from (6, 5) on are right
        ([(0, 0, 1), (1, 2, 1), (2, 1, 1), (5, 2, 1), (3, 3, 2), (6, 5, 0)], "(1, 2) and (2, 1)"),
        ([(0, 0, 1), (2, 1, 1), (5, 2, 1), (1, 2, 1), (3, 3, 2), (6, 5, 0)], "(5, 2) and (1, 2)"),
        ([(0, 0, 1), (2, 1, 1), (1, 2, 2), (5, 2, 1), (3, 3, 2), (6, 5, 0)], "(1, 2) and (5, 2)"),
        ([(0, 0, 1), (2, 1, 1), (1, 2, 1), (5, 2, 2), (3, 3, 2), (6, 5, 0)], "(1, 2) and (5, 2)"),
        ([(0, 0, 1), (2, 1, 1), (1, 2, 1), (5, 2, 1), (3, 3, 3), (6, 5, 0)], "(3, 3) and (6, 5)"),
    ],
)
def test_segments_come_row_after_row(segments: list[tuple[int, int, int]], pair: str) -> None:
    solution = gg.solve(gg.BlockedGrid([(1, 1), (4, 2)]))
    x, y, length = np.array(segments, np.int64).T
    report = gg.verify(faulty(solution, x=x, y=y, length=length))
    assert f"the segments from {pair} are not one above the other" in str(report)


@pytest.mark.parametrize("cell", [(0, 1), (7, 5), (5, 5)])
def test_cells_before_beside_and_behind_a_segment_do_not_lose(cell: tuple[int, int]) -> None:
    """Before that from (1, 2), the first one of all diagonals; beside that from (6, 5) without end; behind (4, 4)."""
    whole = solved(text([([(1, 1), (4, 2)], [cell])]))
    assert whole.answers == b"\1" and gg.verify(whole)
    whole.answers = b"\0"
    assert f"the answer for {cell} of test 1 is wrong" in str(gg.verify(whole))


def test_only_the_last_segment_has_no_end() -> None:
    solution = gg.solve(gg.BlockedGrid([(1, 1), (4, 2)]))
    for segment, length in ((2, 0), (-1, 5)):
        changed = solution.certificate.length.copy()
        changed[segment] = length
        assert "only the last segment may have no end" in str(gg.verify(faulty(solution, length=changed)))


def test_segments_of_another_shape_and_none_at_all_are_refused() -> None:
    solution = gg.solve(gg.BlockedGrid([(1, 1), (4, 2)]))
    certificate = solution.certificate
    square = {name: np.atleast_2d(getattr(certificate, name)) for name in ("x", "y", "length")}
    nothing = dict.fromkeys(("x", "y", "length"), np.empty(0, np.int64))
    for arrays, fault in ((square, "expected (any,)"), (nothing, "there are no segments")):
        assert fault in str(gg.verify(faulty(solution, **arrays)))
    no_test = solved(b"0")
    assert gg.verify(no_test).ok


def test_every_condition_is_counted() -> None:
    assert gg.verify(gg.solve(gg.BlockedGrid([(1, 1), (4, 2)]))).checked == 57
