"""The Great Game: the document's samples, every small board by trying every play, bad input, planted faults."""

from __future__ import annotations

import mmap
from array import array
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import RacesDistances
from graphgames.core.certificate import Certificate
from graphgames.games.races import great_game as game
from tests import naive
from tests.games.races.test_race import every_dag
from tests.share import cases

SAMPLE = b"2\n3 2\n1 1\n1 2\n2 3\n7 9\n1 2\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n1 5\n3 5\n4 6\n"


def solved(data: bytes) -> game.GreatGameSolution:
    solution: game.GreatGameSolution = gg.solve(game.read(data, "boards"))
    return solution


def text(boards: list[tuple[list[list[int]], int, int]]) -> bytes:
    """Boards as (successors from 0, red, black) in the form of the document."""
    lines = [str(len(boards))]
    for graph, red, black in boards:
        edges = [(u + 1, w + 1) for u, ws in enumerate(graph) for w in ws]
        lines += [f"{len(graph)} {len(edges)}", f"{red + 1} {black + 1}", *(f"{u} {v}" for u, v in edges)]
    return "\n".join(lines).encode()


def random_boards(rng: np.random.Generator, count: int, largest: int) -> list[tuple[list[list[int]], int, int]]:
    boards = []
    for _ in range(count):
        n = int(rng.integers(2, largest + 1))
        graph = [rng.integers(u + 1, n, rng.integers(1, 4)).tolist() for u in range(n - 1)]
        boards.append(([*graph, []], int(rng.integers(n - 1)), int(rng.integers(n - 1))))
    return boards


def test_sample() -> None:
    assert game.write(solved(SAMPLE)) == "1\n0\n"


@pytest.mark.parametrize(
    "shape", [SAMPLE.replace(b"\n", b"\r\n"), b"\n\t " + SAMPLE.replace(b" ", b"\n\n"), SAMPLE.strip()]
)
def test_any_white_space_will_do(shape: bytes) -> None:
    assert game.write(solved(shape)) == "1\n0\n"


def test_every_small_board() -> None:
    boards = [
        (graph, red, black) for graph in every_dag(4) if all(graph[:-1]) for red, black in product(range(3), repeat=2)
    ]
    solution = solved(text(boards))
    for test, (graph, red, black) in enumerate(boards):
        race = solution.problem.test(test)
        assert naive.race(graph, 3, ((red, black), 0), race) == list(solution.winners)[test]


@pytest.mark.slow
def test_random_boards_agree_with_the_race_of_each_and_are_proved() -> None:
    count = cases(200, 10)
    solution = solved(text(random_boards(np.random.default_rng(2), count, 30)))
    winners = list(solution.winners)
    assert count // 10 < sum(winners) < count * 9 // 10
    assert winners == [gg.solve(solution.problem.test(test)).winner_of() for test in range(count)]
    assert gg.verify(solution).ok


def test_offsets_found_by_the_solver_are_those_found_by_reading() -> None:
    data = text(random_boards(np.random.default_rng(3), 20, 9))
    assert list(solved(data).problem.offsets) == list(game.read(data).offsets)


def test_an_oracle_for_every_test() -> None:
    solution = solved(SAMPLE)
    assert solution.explain() == (
        "Test 1: Moriarty wins.\n"
        "  Red at 1: Holmes brings it home in 2 moves of its own, at move 4.\n"
        "  Black at 1: Moriarty brings it home in 2 moves of its own, at move 3.\n"
        "  Black comes home first: Moriarty wins at move 3.\n"
        "  Holmes moves red to 2.\n"
        "Test 2: Holmes wins.\n"
        "  Red at 1: Holmes brings it home in 3 moves of its own, at move 5.\n"
        "  Black at 2: Moriarty brings it home in 4 moves of its own, at move 7.\n"
        "  Red comes home first: Holmes wins at move 5.\n"
        "  Holmes moves red to 5."
    )
    position = (1, (1, 2), 0)
    assert solution.outcome(position) == "win"
    assert [(move.move, move.result) for move in solution.best_moves(position)] == [(5, "win"), (2, "loss")]
    assert solution.best_moves(position)[0].position == (1, (5, 2), 1)
    assert solution.explain(position) == solution.race(1).explain()
    assert solution.to_dict(full=False) == {"solver": "great-game", "objective": "great-game", "won": [1, 1]}
    assert solution.to_dict()["value"] == [2, 2, 3, 4]
    assert repr(solution) == "GreatGameSolution(2 tests, Holmes wins 1)"


def test_planted_faults_are_found() -> None:
    solution = solved(SAMPLE)
    assert gg.verify(solution).ok and isinstance(solution.certificate, Certificate)
    assert solution.certificate.to_dict()["kind"] == "races-distances"
    tables = solution.certificate.races[1].moves
    tables[0].flags.writeable = True
    tables[0][0, 2] += 1
    assert "test 2: at 3, red is claimed to need" in str(gg.verify(solution))
    tables[0][0, 2] -= 1
    assert gg.verify(solution).ok
    solution.arrival = array("i", [2, 2, 3, 5])
    assert "test 2: the meeples are claimed to make (3, 5) moves, but it is (3, 4)" in str(gg.verify(solution))
    solution.arrival = array("i", [3, 2, 5, 4])
    assert "test 2: Moriarty is claimed to win, but does not" in str(gg.verify(solution))
    short = RacesDistances(solution.certificate.races[:1])
    solution.__dict__["certificate"] = short
    assert "races has 1 entry; expected 2 entries" in str(gg.verify(solution))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["boards: the file is empty", "expected the number of tests"]),
        (b"two", ["boards:1:1: found 'two'", "expected the number of tests"]),
        (b"1\n", ["boards:1:2: the file ends", "expected the number of positions n of test 1"]),
        (b"1\n3", ["boards:2:2: the file ends", "expected the number of transitions m of test 1"]),
        (b"1\n1 0\n1 1\n", ["boards:2:1: 1 is too small", "a target and a place to start"]),
        (
            b"1\n3 2\n3 1\n1 2\n2 3\n",
            ["boards:3:1: 3 is too large", "expected the red meeple of test 1", "target is position 3"],
        ),
        (b"1\n3 2\n1 0\n1 2\n2 3\n", ["boards:3:3: 0 is too small", "expected the black meeple of test 1"]),
        (
            b"1\n3 2\n1 1\n1 2\n2\n",
            ["boards:5:2: the file ends", "the position that transition 2 of 2 of test 1 leads to"],
        ),
        (b"1\n3 2\n1 1\n1 2\n2 x\n", ["boards:5:3: found 'x'", "transition 2 of 2 of test 1 leads to"]),
        (b"1\n3 2\n1 1\n1 2\n2 4\n", ["boards:5:3: 4 is too large", "from 1 to 3"]),
        (b"1\n3 2\n1 1\n1 2\n0 3\n", ["boards:5:1: 0 is too small", "from 1 to 3"]),
        (b"1\n3 2\n1 1\n1 2\n2 2\n", ["boards:5:1: the transition from 2 to 2 does not go up", "u < v"]),
        (b"1\n3 3\n1 1\n1 2\n3 2\n2 3\n", ["boards:5:1: the transition from 3 to 2 does not go up", "3 2"]),
        (b"1\n3 1\n1 1\n1 3\n", ["boards:2:1: 1 transitions cannot lead out of all 2 positions", "at least 2"]),
        (b"1\n4 3\n1 1\n1 2\n1 3\n3 4\n", ["boards:2:1: no transition leads out of position 2 of test 1", "target 4"]),
        (b"2\n3 2\n1 1\n1 2\n2 3\n", ["boards:5:4: the file ends", "n of test 2"]),
        (SAMPLE + b"1\n", ["boards:17:1: found '1' after the last test"]),
        (b"1\n3 2\n1 1\n1 2\n2 \x00\xff\n", ["boards:5:3: found the bytes 00 ff", "does not look like text"]),
        (b"1\n99999999999 2\n", ["boards:2:1: 99999999999 is too large"]),
        (b"1\n999999999 999999999\n1 1\n1 2\n", ["boards:4:4: the file ends", "transition 2 of 999999999"]),
        (b"1\n3 2\n1 1\n1 2\n2 00000000003\n", ["boards:2:1: a number in test 1 has more than 9 digits"]),
        (b"1000000\n", ["boards:1:1: 1000000 is too large"]),
    ],
)
def test_bad_input_is_answered_with_its_place(data: bytes, words: list[str]) -> None:
    with pytest.raises(gg.FormatError) as caught:
        solved(data)
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_check_reads_every_test_and_what_follows() -> None:
    game.read(SAMPLE).check()
    with pytest.raises(gg.FormatError, match="after the last test"):
        game.read(SAMPLE + b"1").check()
    with pytest.raises(gg.FormatError, match="does not go up"):
        game.read(SAMPLE.replace(b"4 6\n", b"6 4\n")).check()


def test_a_memory_map_is_read_like_bytes(tmp_path: Path) -> None:
    path = tmp_path / "boards"
    path.write_bytes(SAMPLE)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        solution = solved(data)  # type: ignore[arg-type]
        assert game.write(solution) == "1\n0\n" and gg.verify(solution).ok


def test_no_tests_at_all() -> None:
    assert game.write(solved(b"0")) == "" and gg.verify(solved(b"0\n")).ok


def test_every_test_needs_an_answer_and_a_proof_of_the_right_shape() -> None:
    solution = solved(SAMPLE)
    for arrival in (solution.arrival[:-2], [*solution.arrival, 1, 1]):
        lie = game.GreatGameSolution(solution.problem, arrival, solution._solve)
        assert "arrivals for two meeples in each of 2 tests" in str(gg.verify(lie))
    first, second = solution.certificate.races
    lie = game.GreatGameSolution(solution.problem, solution.arrival[:-2], solution._solve)
    lie.__dict__["certificate"] = replace(solution.certificate, races=(first,))
    assert "races has 1 entry" in str(gg.verify(lie))
    lie = game.GreatGameSolution(solution.problem, solution.arrival, solution._solve)
    flat = replace(second, moves=(second.moves[0][0], second.moves[1]))
    lie.__dict__["certificate"] = replace(solution.certificate, races=(first, flat))
    assert "races[1].moves[0] has shape (7,); expected (2, 7)" in str(gg.verify(lie))
