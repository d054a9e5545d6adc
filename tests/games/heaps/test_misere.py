"""Misère play: outcomes and genus against the definition, quotients against outcomes, and published facts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import graphgames as gg
from graphgames import (
    FormatError,
    GameError,
    HeapGame,
    LimitExceededError,
    MiserePlay,
    Outcome,
    by_rule,
    expand,
    misere,
    misere_quotient,
    read_solution,
    solve,
    verify,
    write,
)
from graphgames.cli.main import run
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import normal
from tests.share import cases

KAYLES = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 2^20 7^57"
CODES = (".77", ".123", ".07", ".333", "4.7", ".26", "grundy")


@cache
def lost(game: HeapGame, heaps: tuple[int, ...]) -> bool:
    options = list(game.moves(heaps))
    return bool(options) and not any(lost(game, option) for option in options)


@cache
def misere_grundy(game: HeapGame, heaps: tuple[int, ...], twos: int, ones: int = 0) -> int:
    after = {misere_grundy(game, option, twos, ones) for option in game.moves(heaps)}
    if twos:
        after |= {misere_grundy(game, heaps, twos - 1, ones), misere_grundy(game, heaps, twos - 1, ones + 1)}
    if ones:
        after.add(misere_grundy(game, heaps, twos, ones - 1))
    if not after:
        return 1
    return next(g for g in range(len(after) + 1) if g not in after)


def some_heaps(rng: random.Random) -> tuple[int, ...]:
    return tuple(sorted(rng.randint(1, 6) for _ in range(rng.randint(0, 3))))


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_outcomes_and_genus_against_the_definition(code: str) -> None:
    game, rng = HeapGame.from_code(code), random.Random(1)
    play = misere(game)
    for _ in range(cases(15, 10)):
        heaps = some_heaps(rng)
        assert play.outcome(heaps) == ("loss" if lost(game, heaps) else "win")
        found = play.genus(heaps)
        assert found.outcome == play.outcome(heaps)
        assert [found.value(twos) for twos in range(6)] == [misere_grundy(game, heaps, twos) for twos in range(6)]


def test_outcomes_against_the_solver_of_arenas() -> None:
    game = replace(HeapGame.from_code(".77"), start=(3, 4, 5))
    solution = solve(expand(game, objective=MiserePlay()))
    labels = solution.problem.arena.labels or ()
    assert [solution.outcome(heaps) for heaps in labels] == [misere(game).outcome(heaps) for heaps in labels]


def test_the_genus_of_kayles_as_published() -> None:
    game = misere(HeapGame.from_code(".77"))
    assert " ".join(str(game.genus((n,))) for n in range(16)) == KAYLES


@pytest.mark.parametrize(
    ("code", "up_to", "order"), [(".333", 1, 2), (".333", 3, 6), (".3333333", 7, 10), (".123", 9, 20), (".77", 3, 6)]
)
def test_published_orders(code: str, up_to: int, order: int) -> None:
    assert len(misere_quotient(HeapGame.from_code(code), up_to)) == order


@pytest.mark.parametrize(
    ("up_to", "order"),
    [
        pytest.param(9, 18, marks=pytest.mark.slow),
        pytest.param(12, 24, marks=pytest.mark.nightly),
        pytest.param(30, 40, marks=pytest.mark.nightly),
    ],
)
def test_the_quotient_of_kayles_grows_to_the_published_order(up_to: int, order: int) -> None:
    """Heap 9 tells smaller sums apart that were the same without it; from heap 27 on the order is 40."""
    quotient, play = misere_quotient("kayles", up_to), misere(HeapGame.from_code("kayles"))
    assert len(quotient) == order and verify(quotient)
    rng = random.Random(up_to)
    for _ in range(cases(30, 0.1)):
        heaps = tuple(sorted(rng.randint(1, min(up_to, 10)) for _ in range(2)))
        assert quotient.outcome(heaps) == play.outcome(heaps)


@pytest.mark.parametrize("code", ["4.3", "4.3...", "4.7", "4.C"])
def test_a_counterexample_is_one_of_the_lightest(code: str) -> None:
    """Where a heap may be split and nothing taken, too, whatever a move leaves is lighter."""
    quotient = misere_quotient(code, 4)
    game = quotient.problem.game
    for x in range(len(quotient)):
        wrong = replace(quotient, losing=frozenset(quotient.losing ^ {x})).counterexample(10_000)
        assert wrong is not None
        losing = quotient.losing ^ {x}
        for heaps in (wrong, *game.moves(wrong)):
            told = quotient.element(heaps) in losing
            moves = [quotient.element(after) in losing for after in game.moves(heaps)]
            assert (told == (bool(moves) and not any(moves))) == (heaps != wrong)


@pytest.mark.parametrize("code", CODES)
def test_quotients_against_outcomes(code: str) -> None:
    game, rng = HeapGame.from_code(code), random.Random(2)
    quotient = misere_quotient(game, 6)
    assert "order" in str(quotient)
    for _ in range(cases(40, 0.4)):
        heaps = tuple(sorted(rng.randint(1, 6) for _ in range(rng.randint(0, 5))))
        assert (quotient.outcome(heaps) == "loss") == lost(game, heaps)
        moves = quotient.best_moves(heaps)
        assert [m.move for m in moves if m.result == "win"] == [
            after for after in game.moves(heaps) if lost(game, after)
        ]
        assert {move.position for move in moves} == set(game.moves(heaps))
    identity = quotient.element(())
    for x in range(len(quotient)):
        assert quotient.product[x][identity] == x
        assert [quotient.product[y][x] for y in range(len(quotient))] == list(quotient.product[x])


@pytest.mark.parametrize("code", ["nim", "lasker", ".3...", "4.3...", ".07...", ".1...", "4.4...", ".0F..."])
def test_games_in_which_any_amount_may_be_taken(code: str, tmp_path: Path) -> None:
    """Their quotients, outcomes and genera are not those of the code without its points."""
    game = HeapGame.from_code(code)
    quotient, play, nimbers = misere_quotient(code, 4), misere(game), by_rule(game)
    assert verify(quotient) and quotient.problem.game == game
    for heaps in combinations_with_replacement(range(1, 5), 3):
        moves = {normal((*heaps[:i], *heaps[i + 1 :], *left)) for i, n in enumerate(heaps) for left in leaves(code, n)}
        assert set(quotient.moves(heaps)) == set(nimbers.moves(heaps)) == moves
        lost = bool(moves) and all(quotient.outcome(after) == "win" for after in moves)
        assert (quotient.outcome(heaps) == "loss") == (play.outcome(heaps) == "loss") == lost
    write(quotient, tmp_path / "quotient.json")
    for other in (HeapGame(game.digits), HeapGame.from_code(".3"), HeapGame.from_code("nim", ())):
        if other != game:
            assert "the certificate is of the game" in str(verify(_as(quotient, other)))
            with pytest.raises(FormatError, match=re.escape(f'is "{game.code}", not "{other.code}"')):
                read_solution(QuotientProblem(other, 4), tmp_path / "quotient.json")
    fewer = replace(quotient, problem=QuotientProblem(game, 5))
    assert "heaps has 5 entries; expected 6 entries" in str(verify(fewer))


def leaves(code: str, heap: int) -> Iterator[tuple[int, ...]]:
    """What a move from a heap can leave, from the digits as they are written."""
    before, _, after = {"nim": ".3...", "lasker": "4.3..."}.get(code, code).partition(".")
    digits = (before or "0") + after.removesuffix("...").ljust(heap, after.removesuffix("...")[-1])
    for taken in range(heap + 1):
        for parts in range(4):
            if int(digits[taken], 16) >> parts & 1:
                yield from (
                    left
                    for left in combinations_with_replacement(range(1, heap + 1), parts)
                    if sum(left) == heap - taken
                )


def _as(quotient: Any, game: HeapGame) -> Any:
    """The same quotient, said to be of another game."""
    problem = QuotientProblem(game, quotient.problem.up_to)
    return SimpleNamespace(problem=problem, certificate=quotient.certificate, losing=quotient.losing)


@pytest.mark.slow
def test_a_wrong_quotient_is_found_out() -> None:
    quotient = misere_quotient(HeapGame.from_code(".123"), 9)
    assert quotient.counterexample(10_000) is None
    found: list[Any] = []
    for x in range(len(quotient)):
        if set(quotient.losing) ^ {x} != set(quotient.losing):
            found.append(replace(quotient, losing=frozenset(quotient.losing ^ {x})).counterexample(10_000))
    for heap in range(1, 10):
        heaps = list(quotient.heaps)
        heaps[heap] = (heaps[heap] + 1) % len(quotient)
        found.append(replace(quotient, heaps=tuple(heaps)).counterexample(10_000))
    assert None not in found


@pytest.mark.parametrize("code", CODES)
def test_the_checker_of_quotients(code: str) -> None:
    quotient = misere_quotient(HeapGame.from_code(code), 6)
    assert verify(quotient), str(verify(quotient))
    for x in range(len(quotient)):
        assert not verify(replace(quotient, losing=frozenset(quotient.losing ^ {x})))
        for y in range(len(quotient)):
            rows = [list(row) for row in quotient.product]
            rows[x][y] = (rows[x][y] + 1) % len(rows)
            assert not verify(replace(quotient, product=tuple(map(tuple, rows)))), (x, y)
    for heap in range(1, 7):
        heaps = list(quotient.heaps)
        heaps[heap] = (heaps[heap] + 1) % len(quotient)
        assert not verify(replace(quotient, heaps=tuple(heaps)))
    assert not verify(replace(quotient, elements=quotient.elements[:-1]))
    assert not verify(replace(quotient, heaps=(0, 99, *quotient.heaps[2:])))


def test_the_checker_wants_a_reduced_quotient() -> None:
    quotient = misere_quotient(HeapGame.from_code(".333"), 1)
    assert len(quotient) == 2
    counting = tuple(
        tuple((x + y) % 4 for y in range(4)) for x in range(4)
    )  # heaps of 1 by fours, where by twos will do
    elements = ((), (1,), (1, 1), (1, 1, 1))
    loose = replace(quotient, product=counting, elements=elements, losing=frozenset({1, 3}), heaps=(0, 1))
    assert loose.counterexample(100) is None
    assert "should be one" in str(verify(loose))


def test_limits() -> None:
    with pytest.raises(LimitExceededError, match="more than 5 positions"):
        misere(HeapGame.from_code(".77"), limit=5).genus((9,))
    with pytest.raises(LimitExceededError, match=r"to heap \d the quotient has order \d+; .* limit is 30 "):
        misere_quotient(HeapGame.from_code(".123"), 9, limit=30)
    with pytest.raises(LimitExceededError):
        misere(HeapGame.from_code(".77"), limit=50).outcome((20, 21))


def test_a_quotient_is_a_solution() -> None:
    quotient = misere_quotient(".333", 3)
    problem = quotient.problem
    assert (problem.game.code, problem.up_to, problem.kind) == (".333", 3, "misere-quotients")
    assert solve(problem).product == quotient.product
    assert repr(quotient) == "MisereQuotient('.333', up_to=3, order=6)"
    assert quotient.outcome((1, 2)) is Outcome.WIN and quotient.value((1, 1)) == 0
    assert quotient.explain((1, 2)) == "1 + 2 is as good as 3: the player to move wins by leaving 1."
    assert quotient.explain((2, 2)).endswith("loses, for the other player wins after every move.")
    assert quotient.explain((2,)).startswith("2 is as good as no smaller one: the player to move wins")
    assert quotient.explain(()) == "no heap is as good as no heap: the player to move cannot move, and so wins."
    assert quotient.explain().splitlines()[1] == "0 is as good as no heap"
    assert quotient.to_dict()["certificate"]["kind"] == "misere-quotient"
    assert quotient.to_dict(full=False)["order"] == 6
    assert quotient.play((2, 3))[-1] in ((), (1,)) and quotient.winner_of((2, 3)) == 0


def test_arguments_of_a_quotient_that_do_not_fit() -> None:
    with pytest.raises(GameError, match="not the code of a heap game"):
        misere_quotient("77", 12)
    with pytest.raises(GameError, match="the game is 77; expected a HeapGame or a code"):
        misere_quotient(77, 12)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="expected a whole number from 0 to"):
        misere_quotient(".77", -1)
    with pytest.raises(LimitExceededError, match="reaches from heap 0 to heap 3, so 4 is not known"):
        misere_quotient(".333", 3).outcome((4,))
    assert misere_quotient(".77", 4).product == misere_quotient(HeapGame.from_code(".77"), 4).product


@pytest.mark.slow
def test_heaps_are_taken_in_every_form_and_place(capsys: pytest.CaptureFixture[str]) -> None:
    quotient = gg.misere_quotient("nim", 4)
    assert quotient.outcome("1,2,3") == quotient.outcome((1, 2, 3)) and quotient.element(3) == quotient.element((3,))
    assert gg.heap_game("nim", 9).nimber("3,5") == 6
    for words in (["nim", "1", "2", "3", "--misere"], ["nim", "--misere", "1", "2", "3"], ["nim", "--misere", "1+2+3"]):
        assert run(["heaps", *words, "--quiet"]) == 0
        assert "the player to move loses" in capsys.readouterr().out
    assert run(["heaps", "kayles", "50", "--quiet"]) == 0 and "..." not in capsys.readouterr().out
    assert run(["heaps", "kayles", "3,,4"]) == 2


def test_a_sum_of_named_games_has_misere_play() -> None:
    def wins(rules: Any, at: Any) -> bool:
        moves = [*rules.moves(at)]
        return not moves or not all(wins(rules, after) for after in moves)

    for text in ("kayles 3 + kayles 4", "kayles 3 + dawson 4 + nim 2", "nim 1 + nim 1 + nim 1", "wythoff 1,2 + nim 2"):
        total = gg.solve(text)
        solution = gg.solve(total.in_misere)
        rules, start = solution.problem.rules, solution.problem.rules.start
        assert (solution.outcome() == "win") == wins(rules, start) and gg.verify(solution).ok
    assert gg.solve(gg.solve("kayles 3 + kayles 4").in_misere).outcome() == gg.misere("kayles").outcome((3, 4))


def test_a_limit_that_is_reached_names_itself_and_what_it_allows() -> None:
    with pytest.raises(
        gg.LimitExceededError, match=r"to heap 4 .* with heap 5 .* the limit is 50 entries .* ten times"
    ):
        gg.misere_quotient("kayles", 8, limit=50)


def test_a_heap_that_no_smaller_one_equals_says_so() -> None:
    lines = gg.misere_quotient("kayles", 8).explain().splitlines()
    assert lines[-1] == "8 is as good as no smaller one" and lines[5] == "4 is as good as 1"
