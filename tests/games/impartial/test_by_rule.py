"""Games by rule and their sums, against the definition and against expansions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from graphgames import (
    Arena,
    CycleError,
    GameError,
    HeapGame,
    LimitExceededError,
    LoopyNimber,
    NormalPlay,
    Sum,
    by_rule,
    expand,
    grundy_values,
    heap_game,
    misere,
    nimber,
    solve,
    verify,
)
from graphgames.games.impartial.nimbers import nim_outcome
from graphgames.play import Session, adapter_for
from tests import naive
from tests.arenas import random_arena
from tests.share import cases


class HeapRules:
    """A heap game by its rules, with or without components."""

    def __init__(self, code: str, split: bool):
        self.game = HeapGame.from_code(code)
        if split:
            self.components = self.game.components

    def moves(self, position: Any) -> Iterator[Any]:
        return self.game.moves(position)


@pytest.mark.share(0.5)
@pytest.mark.parametrize("code", [".77", ".137", "4.7", "grundy", ".8"])
@pytest.mark.parametrize("split", [True, False])
def test_nimbers_against_heap_values(code: str, split: bool) -> None:
    game, table = by_rule(HeapRules(code, split)), heap_game(code, 20)
    rng = random.Random(1)
    for _ in range(30):
        heaps = tuple(sorted(rng.randint(1, 6) for _ in range(3)))
        assert game.nimber(heaps) == table.nimber(heaps)
        fresh = by_rule(HeapRules(code, split))
        assert fresh.outcome(heaps) == table.outcome(heaps)
        for heap in range(5):
            assert fresh.loses(heaps, heap) == (table.nimber(heaps) == heap)
        assert [move.result for move in fresh.best_moves(heaps)] == [move.result for move in table.best_moves(heaps)]


def test_random_games_against_the_definition() -> None:
    rng = random.Random(2)
    for _ in range(cases(60, 0.4)):
        after = {v: [w for w in range(v) if rng.random() < 0.4] for v in range(12)}
        game = by_rule(after.__getitem__)
        memo: dict[Any, int] = {}
        order = list(after)
        rng.shuffle(order)
        for v in order:
            question = rng.randrange(3)
            nimber = naive.grundy(after.__getitem__, v, memo)
            if question == 0:
                assert game.nimber(v) == nimber
            elif question == 1:
                assert game.outcome(v) == ("win" if nimber else "loss")
            else:
                heap = rng.randrange(6)
                assert game.loses(v, heap) == (heap == nimber)
        values = grundy_values(expand(by_rule(after.__getitem__, start=11)).arena)
        labels = values.problem.arena.labels or ()
        assert [memo.get(v, naive.grundy(after.__getitem__, v, memo)) for v in labels] == values.values.tolist()


@pytest.mark.slow
def test_a_long_chain() -> None:
    calls: list[int] = []
    game = by_rule(lambda n: (n - 1,) if n else (), progress=calls.append)
    assert game.nimber(70_001) == 1
    assert calls
    assert by_rule(lambda n: (n - 1,) if n else ()).outcome(20_000) == "loss"


def test_a_limit() -> None:
    game = by_rule(lambda n: (n - 1,) if n else (), limit=1000)
    for question in (game.nimber, game.outcome):
        with pytest.raises(LimitExceededError, match="more than 1000 positions"):
            question(5000)
    assert by_rule(lambda n: (n - 1,) if n else (), limit=1000).nimber(999) == 1


def test_the_limit_stops_a_play_that_never_ends_and_never_repeats() -> None:
    endless = by_rule(lambda n: (n + 1,), limit=1000)
    with pytest.raises(LimitExceededError, match="more than 1000 positions"):
        endless.nimber(0)
    with pytest.raises(LimitExceededError, match="more than 1000 positions"):
        endless.loses(0)


def test_cycles_are_named() -> None:
    for question in ("nimber", "outcome"):
        game = by_rule({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}.__getitem__)
        with pytest.raises(CycleError, match=r"cycle of 2: .b. -> .c. -> .b.$|cycle of 2: .c. -> .b. -> .c.$"):
            getattr(game, question)("a")
        with pytest.raises(CycleError):  # and nothing half-done is remembered
            getattr(game, question)("b")
        assert game.nimber("d") == 0


def test_components_that_never_end() -> None:
    game = by_rule(lambda n: (), components=lambda n: [n, n])
    with pytest.raises(GameError, match="has the position itself"):
        game.nimber(3)


def test_errors_in_the_moves_leave_the_memory_sound() -> None:
    broken = True

    def moves(n: int) -> Iterable[int]:
        if n == 3 and broken:
            raise RuntimeError("mended below")
        return range(n)

    game = by_rule(moves)
    with pytest.raises(RuntimeError):
        game.nimber(6)
    broken = False
    assert game.nimber(6) == 6


def test_the_hard_component_is_not_valued() -> None:
    asked = []

    class Hard:
        def moves(self, position: int) -> Iterable[int]:
            asked.append(position)
            return range(position)

    hard, nim = by_rule(Hard()), by_rule(range)
    assert (nim.at(1000) + hard.at(3)).outcome() == "win"
    assert (2 * hard.at(10**9)).outcome() == "loss"
    assert len(asked) < 20
    assert (hard.at(4) + nim.at(4)).outcome(unevaluated=1) == "loss"


def test_sums_of_every_kind() -> None:
    rng = np.random.default_rng(3)
    nim, kayles = by_rule(range), heap_game(".77", 50)
    for _ in range(cases(40, 0.4)):
        loopy = grundy_values(random_arena(rng, 4, 1.3, owned=False, dead_ends=True), loopy=True)
        v, a, b, times = (int(x) for x in rng.integers(0, 4, 4))
        total = Sum.of(loopy, v) + times * nim.at(a) + Sum.of(kayles, (b,)) * 1
        value = loopy.value(v)
        other = (a if times % 2 else 0) ^ kayles.nimber(b)
        expected = (
            LoopyNimber(frozenset(k ^ other for k in value.reached))
            if isinstance(value, LoopyNimber)
            else value ^ other
        )
        assert total.nimber() == expected
        assert total.outcome() == nim_outcome(expected)
        for move in total.best_moves():
            turned = {"win": "loss", "loss": "win", "draw": "draw"}
            assert turned[move.position.outcome()] == move.result
        results = [move.result for move in total.best_moves()]
        best = results[0] if results else "loss"
        assert best == total.outcome()
        assert f"the nim-sum of {total} is {expected}: the pl" in total.explain()


def test_reasons_name_every_winning_move() -> None:
    code = HeapGame.from_code(".77")
    for game in (by_rule(code), misere(code)):
        for heaps in ((5,), (3, 5), (4, 6), (3, 5, 6), (1, 2, 3, 4, 6)):
            winning = [after for after in code.moves(heaps) if game.outcome(after) == "loss"]
            assert winning
            named = game.explain(heaps).partition("wins by moving to ")[2].rstrip(".")
            assert re.split(", | or ", named) == [code.render(after) for after in winning]
    nim = by_rule(range)
    total = nim.at(5) + nim.at(6) + nim.at(7) + by_rule(range).at(7)
    assert total.explain().endswith("the player to move wins by moving from 6 to 5 or from 7 to 4.")


def test_a_game_of_a_function_is_called_as_the_function() -> None:
    assert repr(by_rule(range)).startswith("ByRule(range, nimbers=")


def test_multiples() -> None:
    nim = by_rule(range)
    loop = grundy_values(Arena.from_edges([(0, 1), (1, 0)]), loopy=True)
    assert (3 * nim.at(5)).parts == (nim.at(5) + nim.at(5) + nim.at(5)).parts
    assert (10**9 * nim.at(10**9)).outcome() == "loss"
    assert (2 * Sum.of(loop, 0)).nimber() == LoopyNimber()
    assert (0 * nim.at(5)).parts == ()
    assert (0 * nim.at(5)).outcome() == "loss"
    assert (str(2 * nim.at(5)), str(4 * nim.at(5))) == ("5 + 5", "4 copies of (5)")
    with pytest.raises(GameError, match="0 or more"):
        -1 * nim.at(5)
    with pytest.raises(TypeError):
        nim.at(5) + 3  # type: ignore[operator]


@pytest.mark.slow
def test_the_positions_of_rules_are_drawn_from_a_start() -> None:
    nim = by_rule(range)
    assert nim.draw(start=3).title == "positions from 3, 4 vertices, 6 edges"
    assert ">Grundy value</" in nim.draw(start=3).svg
    with pytest.raises(GameError, match=r"no start, so name a position"):
        nim.draw()
    with pytest.raises(GameError, match="more than 5000 positions"):
        nim.draw(start=5000)
    with pytest.raises(GameError, match="the play must come to an end"):
        by_rule(lambda n: [1 - n]).draw(start=0)
    assert by_rule(range, start=10**6)._repr_svg_() is None


def test_rules_are_played_from_a_start() -> None:
    with pytest.raises(GameError, match="no start"):
        adapter_for(by_rule(range))
    session = Session(adapter_for(by_rule(range), start=3))
    assert next(iter(session.moves())) == "0"
    session.reply()
    assert session.ending is not None and session.ending.winner == 0
    session = Session(adapter_for(misere(range), start=1))
    session.reply()
    assert session.ending is not None and session.ending.winner == 1


def test_what_has_nimbers_is_added_at_any_position_and_the_rest_says_so() -> None:
    kayles = heap_game("kayles", 20)
    loopy = grundy_values(Arena.from_edges([("a", "b"), ("b", "a"), ("a", "c")]), loopy=True)
    takeaway = by_rule(lambda n: [n - k for k in (1, 2) if n >= k])
    total = takeaway.at(5) + kayles.at(5) + 2 * loopy.at("c")
    assert total.nimber() == takeaway.nimber(5) ^ kayles.nimber(5) and verify(total)
    assert total.best_moves() and "from 5 to" in Sum.of(kayles, 5).explain()
    for other in (misere(range), solve([("a", "b")], NormalPlay()), HeapGame.from_code("kayles")):
        with pytest.raises(GameError, match="is not a solution with nimbers, which a sum needs"):
            Sum.of(other, 1)
    with pytest.raises(GameError, match="is not a solution with nimbers"):
        misere(range).at(3)


@pytest.mark.parametrize("split", [False, True])
def test_what_is_no_position_of_the_rules_is_said(split: bool) -> None:
    class Rows:
        def moves(self, rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            for i in range(len(rows)):
                yield (*rows[:i], *rows[i + 1 :])

    class Parted(Rows):
        def components(self, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
            return [(row,) for row in rows]

    for game in (by_rule(Parted() if split else Rows()), misere(Rows())):
        asked = [game.outcome, game.best_moves, game.explain, game.value, game.moves]
        for question in asked:
            with pytest.raises(GameError, match=r"moves\(5\) fails: .*; is that a position of these rules\?"):
                question(5)


def test_a_name_of_a_game_on_strips_says_which_heaps_stand_for_them() -> None:
    with pytest.raises(GameError, match=r"a strip of n cells is a heap of n \+ 2 of .007: nimber\('.007', \(10,\)\)"):
        nimber("treblecross", 8)
    assert nimber(".007", (10,)) == 3  # a strip of 8 cells, which whoever moves first wins


def test_components_that_take_no_part_are_told_what_to_return_for_one() -> None:
    split = by_rule(lambda n: [(a, n - 1 - a) for a in range(n)], components=lambda parts: list(parts))
    with pytest.raises(GameError, match=r"components fails: .*: \[position\] where it does not split"):
        split.nimber(7)


def test_a_position_that_does_not_split_may_be_returned_as_it_is_or_as_none() -> None:
    def kayles(n: int) -> list[tuple[int, int]]:
        return [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]

    for components in (lambda p: p, lambda p: p if isinstance(p, tuple) else None):
        game = by_rule(kayles, 9, components)
        assert [game.nimber(n) for n in range(10)] == heap_game("kayles", 9).values.tolist() and verify(game).ok
    assert heap_game(lambda n: [n - k for k in (1, 4, 9) if k <= n], 9).values.tolist() == [
        0, 1, 0, 1, 2, 0, 1, 0, 1, 2
    ]  # fmt: skip
    with pytest.raises(GameError, match=r"of a heap of 2 the function leaves \(3,\); expected heaps from 0 to 1"):
        heap_game(lambda n: [n + 1] if n == 2 else [], 3)


def test_a_function_of_heaps_may_leave_several() -> None:
    def kayles(n: int) -> Iterator[tuple[int, ...]]:
        for left in (n - 1, n - 2):
            if left >= 0:
                yield (left,)
                yield from ((a, left - a) for a in range(1, left // 2 + 1))

    game: Any = heap_game(kayles, 20)
    assert [game.nimber(n) for n in range(31)] == heap_game("kayles", 30).values.tolist() and verify(game).ok
    assert game.nimber((3, 5, 12)) == 3 and set(game.winning_moves((3, 5, 12))) == {(1, 1, 5, 12), (3, 5, 5, 6)}
    assert (game.at(5) + game.at(7)).nimber() == heap_game("kayles", 7).nimber((5, 7)) and "kayles" in repr(game)
    halves: Any = heap_game(lambda n: [[n // 2, n // 2]] if n else [], 20)
    assert [halves.nimber(n) for n in range(4)] == [0, 1, 1, 1]
    one: Any = heap_game(lambda n: [(n - 1,)] if n else [], 5)
    assert one.values.tolist() == [0, 1, 0, 1, 0, 1]
    with pytest.raises(
        GameError, match=r"of a heap of 2 the function leaves \(\(2, 0\),\); expected heaps from 0 to 1, or"
    ):
        heap_game(lambda n: [(n, 0)] if n == 2 else [], 3)


def test_a_function_may_leave_a_tuple_of_positions_that_it_takes_one_by_one() -> None:
    def listed(n: int) -> list[tuple[int, int]]:
        return [(part, n - part) for part in range(1, (n + 1) // 2)]

    def kayles(n: int) -> Iterator[tuple[int, int]]:
        for taken in (1, 2):
            if n >= taken:
                yield from ((part, n - taken - part) for part in range(n - taken + 1))

    def cut(row: str) -> list[tuple[str, str]]:
        return [(row[:i], row[i + 2 :]) for i in range(len(row) - 1)]

    for moves, code in ((listed, "grundy"), (kayles, "kayles")):
        values = heap_game(code, 15).values.tolist()
        assert [nimber(moves, n) for n in range(16)] == values
        assert nimber(moves, (7, 12)) == values[7] ^ values[12]
        assert by_rule(moves, components=lambda at: at).nimber(12) == values[12]
    rows: Any = ["x" * n for n in range(12)]
    dawson = heap_game(".07", 11).values.tolist()
    assert [nimber(cut, row) for row in rows] == dawson
    assert by_rule(cut, components=lambda at: at).nimber((rows[5], rows[8])) == dawson[5] ^ dawson[8]


def test_a_tuple_that_a_function_takes_is_one_position() -> None:
    def stairs(at: Any) -> list[Any]:  # begins at a number, goes on in pairs
        if at == 0:
            return [(3, 1), (2, 2)]
        return [(at[0] - 1, at[1])] if at[0] else []

    assert nimber(stairs, 0) == 2 and nimber(stairs, (3, 1)) == 1
    assert nimber(range, 7) == 7 and nimber(range, (3, 5)) == 6
    with pytest.raises(GameError, match="'str' object cannot be interpreted as an integer; expected a function"):
        nimber(range, "x")
    with pytest.raises(GameError, match="moves"):
        nimber(range, (3, "x"))


def test_values_are_asked_of_a_solution_of_several_vertices_and_of_a_code_as_a_number() -> None:
    graph = {1: [2, 3], 2: [4], 3: [2, 4], 4: []}
    assert nimber(graph, (1, 3)) == nimber(graph, 1) ^ nimber(graph, 3) == 2  # type: ignore[operator]
    assert nimber({(1, 3): [2], 2: []}, (1, 3)) == 1
    assert nimber(heap_game("kayles", 10), (3, 5)) == 7 and nimber(grundy_values(graph), 3) == 2
    assert nimber(0.77, (3, 5)) == 7 and heap_game(0.137, 60).values[60] == heap_game(".137", 60).values[60]


def test_sums_are_made_of_names() -> None:
    total = Sum.of("kayles", 5) + Sum.of("nim", (6,))
    assert total.nimber() == 4 ^ 6 == Sum([("kayles", 5), ("nim", 6)]).nimber() and verify(total).ok  # type: ignore
    assert [move[1:] for move in total.winning_moves()] == [((6,), (4,))]
    assert repr(total.winning_moves()) == "[(HeapSolution('Nim', up_to=6), (6,), (4,))]"
    with pytest.raises(GameError, match="'chess960' is not a solution with nimbers"):
        Sum.of("chess960", 5)
    with pytest.raises(GameError, match="treblecross is played on strips"):  # of a strip or of a heap
        Sum.of("treblecross", 5)
