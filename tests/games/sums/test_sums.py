"""Stones, piles, boxes and strips: the documents' samples, the rules played out, bad input, and planted faults."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, FormatError, GameError, expand, grundy_values, solve, verify
from graphgames.catalogue.find import concrete_game
from graphgames.games.sums.games_are_important import StonesOnGraph
from graphgames.games.sums.playing_with_stones import HalvingPiles, PilesProblem, pile_nimbers
from graphgames.games.sums.say_goodbye_to_tic_tac_toe import MarkedStrip, run_nimber
from graphgames.games.sums.stone_game import BoxesProblem, StoneBoxes, box_nimbers
from graphgames.games.sums.treblecross import Strip
from tests import naive

STONES = """4 3
0 1
1 2
2 3
1 0 0 0

7 7
0 1
0 2
0 4
2 3
4 5
5 6
4 3
1 0 1 0 1 0 0
0 0
"""

SAMPLES = {
    "games-are-important": (STONES, "First\nSecond\n"),
    "treblecross": (
        "4\n.....\nX.....X..X.............X....X..X\n.X.X...X\n...............................................\n",
        "WINNING\n3\nLOSING\n\nWINNING\n3\nWINNING\n1 12 15 17 20 24 28 31 33 36 47\n",
    ),
    "playing-with-stones": ("4\n2\n4 4\n3\n1 2 3\n3\n2 4 6\n3\n1 2 1\n", "NO\nYES\nNO\nYES\n"),
    "stone-game": ("3\n2 0\n3 3\n6 2\n2\n6 3\n6 3\n0\n", "Case 1:\nYes\nCase 2:\nNo\n"),
    "say-goodbye-to-tic-tac-toe": ("4\n..\n.\n...XO\nXOXO\n", "Impossible.\nPossible.\nPossible.\nImpossible.\n"),
}


def answer(name: str, text: str | bytes) -> str:
    game = concrete_game(name).load()
    data = text.encode() if isinstance(text, str) else text
    written: str = game.write(solve(game.read(data, "input.txt")))
    return written


def solved(name: str, text: str) -> Any:
    return solve(concrete_game(name).read(text.encode()))


@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name: str) -> None:
    text, expected = SAMPLES[name]
    assert answer(name, text) == expected
    assert answer(name, text.replace("\n", "\r\n\r\n").strip()) == expected
    assert answer(name, "\ufeff" + text.replace("\n", " \t\n")) == expected
    assert verify(solved(name, text)), str(verify(solved(name, text)))


@pytest.mark.parametrize("name", SAMPLES)
def test_explanations(name: str) -> None:
    solution = solved(name, SAMPLES[name][0])
    text = solution.explain()
    blocks = text.split("\n\n")
    assert len(blocks) == len(solution)
    for test, block in enumerate(blocks):
        assert block.startswith(f"test {test + 1}\n")
        assert ("wins" in block) == bool(solution.wins[test])
    assert len(solution.to_dict()["winner"]) == len(solution)
    assert str(len(solution)) in str(solution)
    for test in range(len(solution)):
        start = solution.problem.rules(test).start
        if len(start) < 12:
            assert (solution.outcome((test, start)) == "win") == bool(solution.wins[test])
            best = solution.best_moves((test, start))
            assert not best or (best[0].result == "win") == bool(solution.wins[test])
            assert solution.explain((test, start))


def outcome_by_play(rules: Any) -> bool:
    moves = {position: tuple(rules.moves(position)) for position in expand(rules).arena.labels or ()}
    return naive.impartial_outcomes(moves)[rules.start] == "win"


def test_stones_on_graphs_played_out() -> None:
    rng = np.random.default_rng(1)
    for _ in range(25):
        n = int(rng.integers(1, 6))
        edges = [(v, w) for v in range(n) for w in range(v) if rng.random() < 0.5]
        name = rng.permutation(n).tolist()
        counts = rng.integers(0, 3, n).tolist()
        lines = [f"{n} {len(edges)}", *(f"{name[v]} {name[w]}" for v, w in edges), " ".join(map(str, counts)), "0 0"]
        stones = tuple(v for v, count in enumerate(counts) for _ in range(count))
        rules = StonesOnGraph(Arena.from_edges([(name[v], name[w]) for v, w in edges], n=n), stones)
        solution = solved("games-are-important", "\n".join(lines))
        assert bool(solution.wins[0]) == outcome_by_play(rules)
        assert verify(solution)


def test_piles_played_out() -> None:
    memo: dict[Any, int] = {}
    sizes = np.arange(1, 300)
    values = [naive.grundy(lambda n: range(n - n // 2, n), n, memo) for n in sizes.tolist()]
    assert pile_nimbers(sizes).tolist() == pile_nimbers(sizes.astype(object)).tolist() == values
    for piles in product(range(1, 6), repeat=3):
        text = f"1\n3\n{' '.join(map(str, piles))}\n"
        assert (answer("playing-with-stones", text) == "YES\n") == outcome_by_play(HalvingPiles(tuple(sorted(piles))))


@pytest.mark.slow
def test_boxes_played_out() -> None:
    boxes = [(s, c) for s in range(60) for c in range(s + 1)]
    sizes, stones = np.array(boxes).T
    memo: dict[Any, int] = {}
    rules = StoneBoxes()
    values = [naive.grundy(rules.moves, (box,), memo) for box in boxes]
    assert box_nimbers(sizes, stones).tolist() == values
    assert box_nimbers(sizes.astype(object), stones.astype(object)).tolist() == values
    for one, two in product(boxes[10:40], repeat=2):
        text = f"2\n{one[0]} {one[1]}\n{two[0]} {two[1]}\n0\n"
        nimber = memo[(one,)] ^ memo[(two,)]
        assert answer("stone-game", text) == f"Case 1:\n{'Yes' if nimber else 'No'}\n"


def test_every_short_strip_of_treblecross_played_out() -> None:
    for length in (3, 4, 5, 6, 7):
        boards = ["".join(cells) for cells in product(".X", repeat=length) if "XXX" not in "".join(cells)]
        solution = solved("treblecross", f"{len(boards)}\n" + "\n".join(boards))
        memo: dict[str, bool] = {}
        for board, cells in zip(boards, solution.winning_cells, strict=True):
            expected = [i + 1 for i in range(length) if board[i] == "." and not _wins(_with_x(board, i), memo)]
            assert list(cells) == expected, board
        assert verify(solution)


def _with_x(board: str, i: int) -> str:
    return board[:i] + "X" + board[i + 1 :]


def _wins(board: str, memo: dict[str, bool]) -> bool:
    if board not in memo:
        memo[board] = any(not _wins(after, memo) for after in Strip().moves(board))
    return memo[board]


def test_every_short_strip_of_marks_played_out() -> None:
    rules = MarkedStrip()
    memo: dict[str, int] = {}
    for length in range(1, 8):
        strips = ["".join(cells) for cells in product(".XO", repeat=length)]
        strips = [strip for strip in strips if "XX" not in strip and "OO" not in strip]
        solution = solved("say-goodbye-to-tic-tac-toe", f"{len(strips)}\n" + "\n".join(strips))
        assert verify(solution)
        for test, strip in enumerate(strips):
            nimber = naive.grundy(rules.moves, strip, memo)
            assert solution.nim_sums[test] == nimber
            move = solution.winning_move(test)
            assert (move is not None) == (nimber != 0)
            if move:
                mark, cell = move[0], int(move.split()[-1]) - 1
                after = strip[:cell] + mark + strip[cell + 1 :]
                assert after in rules.moves(strip)
                assert naive.grundy(rules.moves, after, memo) == 0
    assert run_nimber("X") == 0


def test_expansions_have_the_nimbers() -> None:
    examples: tuple[Any, ...] = (HalvingPiles((3, 6)), StoneBoxes(((6, 2), (7, 1))), MarkedStrip("...X.."))
    for rules in examples:
        arena = expand(rules).arena
        values = grundy_values(arena).values
        for v in range(arena.n):
            parts = [
                grundy_values(expand(replace(rules, start=part)).arena).values[0]
                for part in rules.components(arena.label(v))
            ]
            assert int(np.bitwise_xor.reduce([0, *parts])) == values[v]


def test_large_numbers() -> None:
    assert (
        answer("playing-with-stones", "2\n2\n2000000000000000000 2000000000000000000\n1\n1999999999999999999\n")
        == "NO\nYES\n"
    )
    assert answer("playing-with-stones", f"1\n3\n{2**63 - 1} {2**64} {2**63 - 1}\n") == "YES\n"
    solution = solved("playing-with-stones", f"1\n3\n{2**100} {3 * 2**99} 12345678901234567890\n")
    assert verify(solution)
    left = solution.best_moves((0, solution.problem.rules(0).start))[0].position
    assert solution.outcome(left) == "loss"
    assert answer("stone-game", "1\n1000000 999\n1\n1000000 1000\n0\n").split() == [
        "Case",
        "1:",
        "No",
        "Case",
        "2:",
        "Yes",
    ]
    boxes = solved("stone-game", f"2\n{10**30} 5\n{10**18} 3\n0\n")
    assert verify(boxes)
    assert boxes.explain()
    middle = [(2**60 - 1, 2**30 - 2), (2**60, 2**30 - 1), (2**51, 2**25), (2**51 - 1, 47453132)]
    sizes, stones = np.array(middle).T
    assert box_nimbers(sizes[2:], stones[2:]).tolist() == box_nimbers(sizes, stones).tolist()[2:]


@pytest.mark.slow
def test_long_strips() -> None:
    board = "." * 5000 + "X" + "." * 3000
    solution = solved("treblecross", f"1\n{board}\n")
    assert solution.wins[0]
    assert verify(solution)
    assert answer("say-goodbye-to-tic-tac-toe", f"1\n{'.' * 100_001}\n") == "Possible.\n"


BAD = {
    "games-are-important": [
        ("", "the file is empty"),
        ("2 1\n0 1\n1", "input.txt:3:2: the file ends"),
        ("2 1\n0 1\n1 1\n", "0 0 to end"),
        ("2 1\n0 2\n1 1\n0 0\n", "input.txt:2:3: 2 is too large"),
        ("2 1\n0 -1\n1 1\n0 0\n", "input.txt:2:3: -1 is too small"),
        ("2 1\n0 1\n1 -1\n0 0\n", "input.txt:3:3: -1 is too small"),
        ("2 2\n0 1\n1 1\n1 1\n0 0\n", "input.txt:3:1: the graph of test 1 has a cycle: 1 -> 1"),
        ("1 0\n1\n3 3\n0 1\n1 2\n2 0\n1 1 1\n0 0\n", "the graph of test 2 has a cycle"),
        ("0 3\n", "input.txt:1:1: test 1 has no vertex and 3 edges"),
        ("1 0\n1\n0 0\n7\n", "input.txt:4:1: found '7' after the closing 0 0"),
        (b"\x00\x01\x02\xff", "is it the right file"),
    ],
    "treblecross": [
        ("", "the file is empty"),
        ("2\n...\n", "the file ends"),
        ("1\n..X.O\n", "input.txt:2:5: board 1 has 'O'"),
        ("1\n.XXX.\n", "input.txt:2:2: board 1 has three X in a row"),
        ("1\n..\n", "input.txt:2:1: board 1 has 2 cells"),
        ("1\n...\n...\n", "input.txt:3:1: found '...' after the last board"),
        ("x\n...\n", "input.txt:1:1: found 'x'"),
        (b"1\n..\xff..\n", "input.txt:2:3: board 1 has the byte ff"),
    ],
    "playing-with-stones": [
        ("", "the file is empty"),
        ("1\n3\n1 2\n", "the file ends"),
        ("1\n2\n1 0\n", "input.txt:3:3: 0 is too small"),
        ("1\n2\n1 100000000000000000000x\n", "input.txt:3:3: found '100000000000000000000x'"),
        ("1\n1\n1 2\n", "input.txt:3:3: found '2' after the last test"),
        ("1\n1\n1e18\n", "without a point or an exponent"),
        (b"1\n1\n\x1f\x8b\x08\n", "input.txt:3:1: found the bytes"),
    ],
    "stone-game": [
        ("", "the file is empty"),
        ("1\n2 1\n", "the file ends"),
        ("2\n2 1\n3\n0\n", "the file ends"),
        ("1\n2 3\n0\n", "input.txt:2:3: box 1 of case 1 has 3 stones, but its size is 2"),
        ("1\n-2 3\n0\n", "input.txt:2:1: -2 is too small"),
        ("0\n1\n", "input.txt:2:1: found '1' after the closing 0"),
        (b"\x89PNG\r\n", "found"),
    ],
    "say-goodbye-to-tic-tac-toe": [
        ("", "the file is empty"),
        ("2\n...\n", "the file ends"),
        ("1\n.XY\n", "input.txt:2:3: strip 1 has 'Y'"),
        ("1\n.X.OO\n", "input.txt:2:4: strip 1 has OO"),
        ("1\n.\n.\n", "input.txt:3:1: found '.' after the last strip"),
        ("-1\n", "input.txt:1:1: -1 is too small"),
        (b"1\n\xc3\xa9\n", "input.txt:2:1: strip 1 has the byte c3"),
    ],
}


@pytest.mark.parametrize(("name", "text", "message"), [(name, *case) for name, cases in BAD.items() for case in cases])
def test_bad_input(name: str, text: str | bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        answer(name, text)
    assert message in str(error.value)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_truncation_is_an_error_or_a_shorter_number(name: str) -> None:
    text = SAMPLES[name][0].rstrip()
    for stop in range(len(text) - 1):
        if text[stop : stop + 1].isspace() or text[stop - 1 : stop].isspace() or not stop:
            with pytest.raises(FormatError):
                answer(name, text[:stop])


@pytest.mark.parametrize("name", SAMPLES)
def test_the_checker_finds_planted_faults(name: str) -> None:
    solution = solved(name, SAMPLES[name][0])
    certificate = solution.certificate
    for test in range(len(solution)):
        wins = solution.wins.copy()
        wins[test] = not wins[test]
        assert not verify(replace(solution, wins=wins))
    for part in range(certificate.nimbers.size):
        nimbers = certificate.nimbers.copy()
        nimbers[part] ^= 1
        assert not verify(replace(solution, certificate=replace(certificate, nimbers=nimbers)))
    shifted = certificate.first.copy()
    shifted[1] += 1
    assert not verify(replace(solution, certificate=replace(certificate, first=shifted)))
    assert not verify(replace(solution, wins=solution.wins[:-1]))
    if name == "treblecross":
        cells = (*solution.winning_cells[:3], solution.winning_cells[3][1:])
        assert not verify(replace(solution, winning_cells=cells))
    if certificate.proof is not None:
        field = "grundy" if name == "games-are-important" else "values"
        values = getattr(certificate.proof, field).copy()
        values[3] += 1
        proof = replace(certificate.proof, **{field: values})
        assert not verify(replace(solution, certificate=replace(certificate, proof=proof)))
        assert not verify(replace(solution, certificate=replace(certificate, proof=None)))


def test_many_small_tests() -> None:
    rng = random.Random(1)
    piles = [[rng.randint(1, 10**18) for _ in range(3)] for _ in range(500)]
    text = f"{len(piles)}\n" + "\n".join(f"3\n{a} {b} {c}" for a, b, c in piles)
    each = [answer("playing-with-stones", f"1\n3\n{a} {b} {c}\n") for a, b, c in piles]
    assert answer("playing-with-stones", text) == "".join(each)


def test_a_board_to_be_completed_at_once_has_no_parts_and_the_next_one_keeps_its_own() -> None:
    solution = solve(concrete_game("treblecross").read(b"2\n.X.X...X\n.....\n", "boards"))
    assert solution.parts(0) == [] and solution.parts(1) == [("cells 1 to 5", 2)]


@pytest.mark.parametrize("name", SAMPLES)
def test_parts_of_another_shape_or_type_are_a_failure(name: str) -> None:
    solution = solved(name, SAMPLES[name][0])
    proof = solution.certificate
    first, nimbers = proof.first, proof.nimbers
    skips, runs_back = np.append(1, first[1:]), np.append(first[:-2], [first[-1] + 1, first[-1]])
    bounds = [np.array(0), first[:-1], first.astype(float), np.append(first, first[-1]), first * 2, skips, runs_back]
    changes: list[dict[str, Any]] = [{"first": wrong} for wrong in bounds]
    changes += [{"nimbers": nimbers.astype(float)}, {"nimbers": nimbers[:-1]}]
    for change in changes:
        report = verify(replace(solution, certificate=replace(proof, **change)))
        assert re.search("expected|do not follow each other", str(report)), change


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "treblecross"])
def test_nimbers_that_are_wrong_in_pairs_are_found(name: str) -> None:
    """Two parts of a test are changed alike, so that their nim-sum is what it was."""
    solution = solved(name, SAMPLES[name][0])
    proof = solution.certificate
    test = int(np.argmax(np.diff(proof.first) > 1))
    if proof.first[test + 1] - proof.first[test] > 1:
        nimbers = proof.nimbers.copy()
        nimbers[proof.first[test] : proof.first[test] + 2] ^= 4
        assert not verify(replace(solution, certificate=replace(proof, nimbers=nimbers)))


def test_values_of_another_shape_are_a_failure() -> None:
    solution = solved("games-are-important", STONES)
    proof = solution.certificate.proof
    short = replace(proof, grundy=proof.grundy[:-1], depth=proof.depth[:-1])
    report = verify(replace(solution, certificate=replace(solution.certificate, proof=short)))
    assert "proof.grundy has 10 entries; expected 11 entries" in str(report)


def test_piles_and_boxes_made_by_hand_are_looked_at() -> None:
    whole = np.array([0, 2])
    with pytest.raises(GameError, match="pile 2 has -1 stones; expected 0 or more"):
        PilesProblem(np.array([4, -1]), whole)
    with pytest.raises(GameError, match="box 2 has -2 stones; expected 0 to its size, 3"):
        BoxesProblem(np.array([3, 3]), np.array([1, -2]), whole)
    with pytest.raises(GameError, match="box 1 has 4 stones; expected 0 to its size, 3"):
        BoxesProblem(np.array([3, 3]), np.array([4, 1]), whole)
    huge = np.array([10**30, 5], object)
    assert verify(solve(PilesProblem(huge, whole))) and verify(solve(BoxesProblem(huge, np.array([1, 0]), whole)))


def test_a_pile_with_more_moves_than_are_listed_is_explained() -> None:
    solution = solve(concrete_game("playing-with-stones").read(b"1\n3\n6 9 %d\n" % 10**30))
    reason = solution.explain((0, (10**30, 9, 6)))
    assert "wins by moving to" in reason and reason.count("nimber") == 3
