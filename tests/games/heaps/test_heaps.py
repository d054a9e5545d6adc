"""Heap games by code: values against the definition, published periods, and the checker of both."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from graphgames import (
    FormatError,
    GameError,
    HeapGame,
    LimitExceededError,
    Sum,
    by_rule,
    expand,
    grundy_values,
    heap_game,
    read_solution,
    solve,
    verify,
    write,
)
from graphgames.games.heaps.certificate import HeapPeriod
from graphgames.games.heaps.problem import NAMES, HeapProblem
from graphgames.games.heaps.solution import HeapSolution
from graphgames.games.heaps.sparse_space import sparse_space
from tests import naive
from tests.share import cases, share

PUBLISHED = {  # pre-period and period, as printed in Winning Ways ch. 4 and in tables of octal games
    ".77": (71, 12),
    ".137": (52, 34),
    ".07": (53, 34),
    ".156": (3479, 349),
    ".055": (259, 148),
    ".644": (3256, 442),
    ".165": (5181, 1550),
    ".34": (7, 8),
    ".15": (1, 10),
    ".26": (1, 4),
    "4.3": (2, 2),
    "4.005": (31, 79),
}
GRUNDY = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0"
TREBLECROSS = "0 0 0 1 1 1 2 2 0 3 3 1 1 1 0 4 3 3 3 2"


def definition(game: HeapGame, up_to: int) -> list[int]:
    values: list[int] = []
    for n in range(up_to + 1):
        seen = {int(np.bitwise_xor.reduce([0, *(values[part] for part in option)])) for option in game.options(n)}
        values.append(next(g for g in range(len(seen) + 1) if g not in seen))
    return values


@pytest.mark.parametrize("code", PUBLISHED)
def test_published_periods(code: str) -> None:
    solution = heap_game(code, 16_000)
    period = solution.period
    assert period is not None
    assert (period.preperiod, period.period, period.saltus) == (*PUBLISHED[code], 0)
    assert period.proved
    assert f"period {period.period}" in str(solution)


@pytest.mark.slow
def test_the_period_of_point_16() -> None:
    period = heap_game(".16", 520_000).period
    assert period == HeapPeriod(105351, 149459, 0, 2 * 105351 + 149459 + 2, True)
    assert heap_game(".16", 500_000).certificate.period is None


def test_published_values() -> None:
    assert heap_game("grundy", 50).values.tolist() == [int(g) for g in GRUNDY.split()]
    assert heap_game("treblecross", 19).values.tolist() == [int(g) for g in TREBLECROSS.split()]
    assert heap_game(".333", 9).values.tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]


@pytest.mark.slow
def test_every_code_of_two_digits_and_random_ones_against_the_definition() -> None:
    rng = np.random.default_rng(1)
    codes = [f".{a}{b}" for a in range(8) for b in range(8)]
    codes += ["4." + "".join(map(str, rng.integers(0, 8, 3))) for _ in range(20)]
    codes += ["." + "".join(f"{d:X}" for d in rng.integers(0, 16, 3)) for _ in range(10)]
    for code in share(codes, 8):
        game = HeapGame.from_code(code)
        up_to = 25 if game.hexadecimal else 60
        expected = definition(game, up_to)
        for solver in ("sparse-space", "all-splits"):
            solution = solve(HeapProblem(game, up_to), solver=solver)
            assert solution.values.tolist() == expected, code
            assert verify(solution), (code, str(verify(solution)))


@pytest.mark.parametrize("code", [".77", ".137", ".16", ".007", "grundy", ".36", "4.7", ".6"])
def test_sparse_space_against_all_splits(code: str) -> None:
    game = HeapGame.from_code(code)
    fast, slow = (solve(HeapProblem(game, 3000), solver=name) for name in ("sparse-space", "all-splits"))
    assert np.array_equal(fast.values, slow.values)
    assert verify(fast), str(verify(fast))


def test_heaps_against_the_expansion() -> None:
    for code in (".77", "4.3", ".07", "grundy"):
        game = replace(HeapGame.from_code(code), start=(4, 5))
        arena = expand(game).arena
        solution = heap_game(game, 10)
        values = grundy_values(arena).values
        assert [solution.nimber(heaps) for heaps in arena.names] == values.tolist()


def test_subtraction_sets() -> None:
    rng = np.random.default_rng(2)
    for _ in range(30):
        amounts = set(rng.integers(1, 9, 3).tolist())
        solution = heap_game(HeapGame.subtraction(amounts), 400)
        memo: dict[int, int] = {}
        expected = [naive.grundy(lambda n: [n - s for s in amounts if s <= n], n, memo) for n in range(401)]  # noqa: B023
        assert solution.values.tolist() == expected
        assert solution.period is not None
        assert solution.period.proved
        assert verify(solution)


@pytest.mark.slow
def test_a_saltus_is_seen_but_not_called_proved() -> None:
    solution = heap_game(".3F", 400)  # Kenyon's game
    assert solution.period is not None
    assert (solution.period.period, solution.period.saltus, solution.period.proved) == (6, 3, False)
    assert verify(solution)
    with pytest.raises(LimitExceededError, match="reach to heap 400"):
        solution.nimber(401)


def test_none_up_to_n() -> None:
    assert heap_game("grundy", 5000).period is None
    assert "no period found in the values of heaps 0 to 500: nothing repeats" in str(heap_game("grundy", 500))
    assert "heaps 0 to 7 are too few" in heap_game(".77", 7).explain()


@pytest.mark.parametrize(("code", "few"), [(".77", 100), (".156", 6000), (".07", 140), (".137", 160)])
def test_what_repeats_is_said_with_the_heaps_that_prove_it(code: str, few: int) -> None:
    early = heap_game(code, few)
    assert early.period is None
    said = re.search(r"from heap (\d+) on they repeat every (\d+), .* heaps 0 to (\d+) prove it", early.explain())
    assert said is not None
    preperiod, period, last = map(int, said.groups())
    proved, not_yet = heap_game(code, last).period, heap_game(code, last - 1).period
    assert proved is not None and (proved.preperiod, proved.period, proved.proved) == (preperiod, period, True)
    assert not_yet is None or not not_yet.proved


@pytest.mark.parametrize("name", sorted(NAMES))
def test_names_in_any_spelling(name: str) -> None:
    game = HeapGame.from_code(name)
    for written in (name.upper(), name.replace("-", " ").title(), name.replace("sk", "'s-k"), f"{name} game"):
        assert HeapGame.from_code(written) == game


@pytest.mark.parametrize(
    ("written", "code"),
    [("Dawson's Kayles", ".07"), ("Dawson Chess", ".137"), ("dawson’s chess", ".137"), ("Grundy's game", "4.")],
)
def test_names_as_people_write_them(written: str, code: str) -> None:
    assert HeapGame.from_code(written).code.split()[0] == code


def test_a_name_that_is_none_gets_the_nearest() -> None:
    for wrong, right in (("kales", "kayles"), ("kayle", "kayles"), ("Nimm", "nim"), ("grundi", "grundy")):
        with pytest.raises(GameError, match=f"did you mean '{right}'"):
            HeapGame.from_code(wrong)


def test_a_game_is_called_by_its_name_and_only_by_its_own() -> None:
    named = {name: HeapProblem(HeapGame.from_code(name), 9).title for name in ("nim", "lasker", "grundy")}
    assert named == {"nim": "Nim", "lasker": "Lasker's Nim", "grundy": "Grundy's game"}
    assert HeapProblem(HeapGame.from_code(".333"), 9).title == "Take 1 to 3 (.333)"  # which is not Nim
    assert HeapProblem(HeapGame.from_code("nim", (1, 2)), 2).title == "Nim"
    assert (
        HeapProblem(HeapGame.subtraction(range(1, 40, 2)), 9).title == "Take 1, 3, 5, 7, 9, 11, 13, 15, 17 or 11 more"
    )
    assert HeapProblem(HeapGame.from_code("kayles"), 9).title == "Kayles (.77)"
    assert str(heap_game("nim", 80)).startswith("heap game Nim up to heap 80")


def test_one_heap_is_a_position_like_several() -> None:
    kayles = heap_game("kayles", 20)
    assert kayles.best_moves(5) == kayles.best_moves((5,)) and kayles.explain(5) == kayles.explain((5,))
    assert kayles.at(5) == kayles.at((5,)) == Sum.of(kayles, "5") and kayles.play(3)[-1] == ()


@pytest.mark.parametrize("code", [".77", "1,3,4", "grundy", "4.3", ".333333333"])
def test_the_reason_names_every_winning_move(code: str) -> None:
    solution = heap_game(code, 40)
    for heaps in ((3, 5, 7), (2, 2, 9), (6,), (4, 8)):
        winning = [after for after in solution.problem.game.moves(heaps) if not solution.nimber(after)]
        named = re.findall(r"\d+(?: \+ \d+)*|no heap", solution.explain(heaps).partition("wins by leaving ")[2])
        assert named == [solution.problem.game.render(after) for after in winning]


@pytest.mark.slow
def test_of_many_winning_moves_a_few_are_named() -> None:
    kayles = heap_game(".77", 200)
    assert kayles.explain(5000).endswith(" or 402 more.") and "for one" in kayles.explain(10**9)


def test_no_period_is_claimed_too_early() -> None:
    for code in (".77", ".156", ".055"):
        full = heap_game(code, 12_000)
        assert full.period is not None
        for up_to in (100, 500, 1000, 3000, 7000):
            period = heap_game(code, up_to).certificate.period
            assert period is None or (period.preperiod, period.period) == PUBLISHED[code]


@pytest.mark.slow
def test_the_checker_finds_planted_faults() -> None:
    rng = np.random.default_rng(3)
    for code in (".77", ".007", "grundy", "4.3", ".26", ".8", ".3F"):
        solution = heap_game(code, 160)
        assert verify(solution), (code, str(verify(solution)))
        for _ in range(cases(6, 10)):
            values = solution.values.copy()
            n = int(rng.integers(161))
            values[n] += 1 if values[n] == 0 else int(rng.choice([-1, 1]))
            certificate = replace(solution.certificate, values=values)
            assert not verify(HeapSolution(solution.problem, values, "test", certificate)), (code, n)
            # a wrong mask changes the cost, never the verdict
            mask = replace(solution.certificate, mask=int(rng.integers(16)))
            assert verify(HeapSolution(solution.problem, solution.values, "test", mask))
            both = replace(certificate, mask=int(rng.integers(16)))
            assert not verify(HeapSolution(solution.problem, values, "test", both))
            values[n] = 2**31 - 1
            assert not verify(HeapSolution(solution.problem, values, "test", replace(certificate, values=values)))
        for broken in (
            replace(solution.certificate, mask=-1),
            replace(solution.certificate, mask=1 << 70),
            replace(solution.certificate, values=solution.values[:-1]),
            replace(solution.certificate, values=-solution.values),
        ):
            assert not verify(HeapSolution(solution.problem, broken.values, "test", broken))


def test_the_checker_finds_faulty_periods() -> None:
    solution = heap_game(".77", 300)
    right = solution.period
    assert right is not None
    for wrong in (
        replace(right, period=11),
        replace(right, preperiod=70),
        replace(right, period=24, needed=100),
        replace(right, saltus=1),
        replace(right, preperiod=200),
        replace(right, proved=False),
    ):
        certificate = replace(solution.certificate, period=wrong)
        assert not verify(HeapSolution(solution.problem, solution.values, "test", certificate)), wrong
    grundy = heap_game("grundy", 300)
    certificate = replace(grundy.certificate, period=HeapPeriod(10, 3, 0, 30, True))
    assert not verify(HeapSolution(grundy.problem, grundy.values, "test", certificate))


def test_codes() -> None:
    assert HeapGame.from_code(".770").digits == HeapGame.from_code("0.77").digits == (0, 7, 7)
    assert HeapGame.from_code(".8f").code == ".8F"
    assert HeapGame.from_code("4.").code == "4."
    for code in ("77", ".7x", "77.1", "", "kayel", ".-1"):
        with pytest.raises(GameError, match="not the code"):
            HeapGame.from_code(code)
    with pytest.raises(GameError, match="before the point"):
        HeapGame.from_code("3.7")
    with pytest.raises(GameError, match="at least 1"):
        HeapGame.subtraction({0, 2})
    with pytest.raises(GameError, match="the largest heap is -1; expected a whole number"):
        HeapProblem(HeapGame.from_code(".7"), -1)


def test_the_smallest_heaps() -> None:
    for code in (".77", ".0", "grundy", ".8", "4.", ".3"):
        for up_to in (0, 1, 2, 3):
            solution = heap_game(code, up_to)
            assert solution.values.tolist() == definition(solution.problem.game, up_to)
            assert verify(solution), (code, up_to, str(verify(solution)))
    period = heap_game(".0", 10).period
    assert period is not None
    assert (period.preperiod, period.period, period.proved) == (0, 1, True)


def test_a_period_of_a_code_that_splits_in_three_holds_on() -> None:
    for code in (".81", ".A2", ".B1", ".F1", ".F3", ".A7"):
        solution = heap_game(code, 120)
        period = solution.certificate.period
        assert period is not None
        far = heap_game(code, 300).values
        assert [solution.nimber(n) for n in range(301)] == far.tolist()
        assert verify(solution)


def test_explanations() -> None:
    kayles = heap_game(".77", 200)
    assert "leaving" in kayles.explain((3, 5))
    assert "the player to move loses" in kayles.explain((4, 4))
    assert "heaps from 0: 0 1 2 3" in kayles.explain()
    assert kayles.to_dict()["period"]["period"] == 12


@pytest.mark.slow
@pytest.mark.parametrize("code", [".9", ".77", "grundy"])
def test_solvers_tell_how_many_heaps_are_done(code: str) -> None:
    told: list[int] = []
    problem = HeapProblem(HeapGame.from_code(code), 600, told.append)
    solution = sparse_space(problem)
    assert (solution.values == heap_game(code, 600).values).all() and verify(solution)
    assert told[-1] == 601 or solution.period is not None
    assert len(told) > 2 and problem == HeapProblem(problem.game, 600)
    with pytest.raises(GameError, match="progress"):
        HeapProblem(problem.game, 600, 3)  # type: ignore[arg-type]


def test_a_digit_that_repeats_is_part_of_the_game() -> None:
    """Whatever the heaps: nothing is cut off where the start, or what was asked, ends."""
    nim = HeapGame.from_code("nim")
    assert nim == HeapGame.from_code(".3...") == HeapGame.from_code(".333...") == HeapGame((0, 3), repeats=True)
    assert nim.code == ".3..." and nim != HeapGame.from_code(".3")
    assert HeapGame.from_code(".30...") == HeapGame.from_code(".3") and HeapGame.from_code("lasker").code == "4.3..."
    assert sorted(nim.moves((5,))) == [(), (1,), (2,), (3,), (4,)]
    assert by_rule(nim).nimber((3, 5, 7)) == 1 and heap_game(nim, 9).values.tolist() == list(range(10))
    assert heap_game(nim, 9).moves((50,)) == tuple(nim.moves((50,)))
    with pytest.raises(GameError, match="expected one after the point"):
        HeapGame((4,), repeats=True)


@pytest.mark.parametrize("code", ["nim", "lasker", ".1...", ".07...", "4.4...", ".3", ".77"])
def test_a_solution_of_one_game_is_none_of_its_likes(code: str, tmp_path: Path) -> None:
    """The certificate names the rules in full, in memory and in a file."""
    game, path = HeapGame.from_code(code), tmp_path / "solution.json"
    solution = heap_game(game, 12)
    assert verify(solution)
    write(solution, path)
    for other in (replace(game, repeats=not game.repeats), HeapGame((*game.digits, 5)), HeapGame.from_code("grundy")):
        problem = HeapProblem(other, 12)
        renamed = replace(solution.certificate, code=other.code)
        assert "the certificate is of the game" in str(verify(replace(solution, problem=problem)))
        assert "the certificate is of the game" in str(verify(replace(solution, certificate=renamed)))
        with pytest.raises(FormatError, match='"code" is'):
            read_solution(problem, path)


def test_the_moves_of_a_huge_heap_are_refused_where_there_are_too_many() -> None:
    with pytest.raises(LimitExceededError, match="too many moves to list"):
        heap_game("kayles", 20).best_moves(10**30)
    assert len(heap_game("1,2,3", 20).best_moves(10**30)) == 3
