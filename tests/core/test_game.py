"""Games and objectives: what is accepted, what is refused, and rules turned into arenas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
import pytest

from graphgames import (
    Arena,
    Buchi,
    CoBuchi,
    Energy,
    Game,
    GameError,
    GraphGamesError,
    LimitExceededError,
    MiserePlay,
    NormalPlay,
    Parity,
    Reach,
    Safe,
    by_rule,
    expand,
    solve,
    verify,
)
from graphgames.core.rules import memory_is_short

LOOP = Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
STOPS = Arena.from_edges([(0, 1)], owner=[0, 1])


def test_sets_of_vertices_are_bound_as_masks() -> None:
    for given in ([1], np.array([1]), [False, True], np.array([False, True])):
        bound = Game(LOOP, Reach(given)).objective
        assert isinstance(bound, Reach)
        assert np.asarray(bound.target).tolist() == [False, True]
    empty = Game(LOOP, Buchi([])).objective
    assert isinstance(empty, Buchi) and not np.asarray(empty.accepting).any()


def test_binding_twice_changes_nothing() -> None:
    for objective in (Reach([1]), Safe([1]), Buchi([1]), CoBuchi([1]), Parity([3, 4])):
        once = Game(LOOP, objective).objective
        again = Game(LOOP, once).objective
        assert {k: np.asarray(x).tolist() for k, x in vars(once).items()} == {
            k: np.asarray(x).tolist() for k, x in vars(again).items()
        }


@pytest.mark.parametrize(
    ("objective", "message"),
    [
        (Reach([2]), "target names vertex 2, but the vertices are 0 to 1"),
        (Safe([-1]), "safe names vertex -1"),
        (Buchi([0.5]), "accepting names 0.5: there is no vertex 0.5; they are 0 to 1"),
        (CoBuchi([True]), "rejecting is a mask of shape \\(1,\\), but the arena has 2 vertices"),
        (Parity([1]), "priority has shape \\(1,\\), but the arena has 2 vertices"),
        (Parity([1, -2]), "vertex 1 has priority -2; expected 0 to 2147483647"),
        (Parity([2**31, 0]), "vertex 0 has priority 2147483648"),
        (Parity([0.5, 1]), "vertex 0 has priority 0.5; expected a whole number"),
    ],
)
def test_objectives_that_do_not_fit_are_refused(objective: Reach, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game(LOOP, objective)


@pytest.mark.parametrize("objective", [Buchi([0]), CoBuchi([0]), Parity([0, 1])])
def test_dead_ends_are_refused_where_a_play_must_go_on(objective: Buchi) -> None:
    with pytest.raises(GameError, match="vertex 1 has no move"):
        Game(STOPS, objective)


@pytest.mark.parametrize("objective", [Reach([0]), Safe([0]), NormalPlay(), MiserePlay()])
def test_dead_ends_are_legal_elsewhere(objective: Reach) -> None:
    assert Game(STOPS, objective).arena is STOPS


def test_owners_are_needed_where_the_objective_speaks_of_a_player() -> None:
    impartial = Arena.from_edges([(0, 0)])
    with pytest.raises(GameError, match="needs an owner for each vertex"):
        Game(impartial, Reach([0]))
    assert Game(impartial, NormalPlay()).impartial


def test_the_start_must_be_a_vertex() -> None:
    with pytest.raises(GameError, match="the start is 2: there is no vertex 2; they are 0 to 1"):
        Game(LOOP, NormalPlay(), start=2)


class Countdown:
    """Take one or two; who cannot take loses."""

    def __init__(self, start: int) -> None:
        self.start = start

    def moves(self, position: int) -> Iterable[int]:
        return [position - k for k in (1, 2) if position >= k]


def test_expansion_is_breadth_first_and_keeps_the_positions() -> None:
    game = expand(Countdown(4))
    assert list(game.arena.labels or ()) == [4, 3, 2, 1, 0]
    assert sorted(game.arena.edges()) == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4)]
    assert game.start == 0 and isinstance(game.objective, NormalPlay)


@pytest.mark.slow
def test_expansion_of_a_long_chain_needs_no_recursion() -> None:
    assert expand(Countdown(200_000)).arena.n == 200_001


def test_expansion_stops_at_the_limit() -> None:
    with pytest.raises(LimitExceededError, match="more than 10 positions"):
        expand(Countdown(100), limit=10)
    assert expand(Countdown(9), limit=10).arena.n == 10


def test_expansion_with_movers_and_an_objective_of_its_own() -> None:
    class Owned(Countdown):
        objective = MiserePlay()

        def mover(self, position: int) -> int:
            return position % 2

    game = expand(Owned(2))
    assert game.arena.owner is not None and game.arena.owner.tolist() == [0, 1, 0]
    assert isinstance(game.objective, MiserePlay)
    seen: list[int] = []
    expand(Owned(5), progress=seen.append)
    assert seen == [3]

    class Wrong(Countdown):
        def mover(self, position: int) -> int:
            return 7

    with pytest.raises(GameError, match=r"mover\(2\) is 7; expected 0 or 1"):
        expand(Wrong(2))


def test_every_error_is_one_family() -> None:
    for error in (GameError, LimitExceededError):
        assert issubclass(error, GraphGamesError)


class Ends:
    """Count down by one or two; what the last number says of who is to move there."""

    def __init__(self, start: int, said: str):
        self.start, self.said = start, said

    def moves(self, position: int) -> Iterable[int]:
        return [position - k for k in (1, 2) if position >= k]

    def outcome(self, position: int) -> str:
        return self.said


@pytest.mark.parametrize("start", range(8))
def test_an_end_is_what_its_outcome_says(start: int) -> None:
    lost, won = solve(Ends(start, "loss")), solve(Ends(start, "win"))
    normal, misere = solve(Countdown(start)), solve(expand(Countdown(start), objective=MiserePlay()))
    for position in range(start + 1):
        assert lost.outcome(position) == normal.outcome(position)
        assert won.outcome(position) == misere.outcome(position)
    assert solve(Ends(start, "draw")).outcome(0) == "draw"
    assert verify(won) and verify(solve(Ends(start, "draw")))


def test_an_end_with_movers() -> None:
    class Last(Ends):
        def mover(self, position: int) -> int:
            return position % 2

    for said in ("win", "loss", "draw"):
        solution = solve(Last(3, said))
        assert solution.outcome(0) == said and verify(solution)
    assert solve(Last(0, "win")).winner_of(0) == 0


def test_an_end_is_decided_once_and_by_a_word() -> None:
    with pytest.raises(GameError, match="outcome\\(0\\) is 'won'; expected 'win', 'draw' or 'loss'"):
        expand(Ends(2, "won"))
    with pytest.raises(GameError, match="and so does the objective misere; keep one"):
        expand(Ends(2, "win"), objective=MiserePlay())


def test_rules_of_a_function_are_expanded_from_any_start() -> None:
    nim = by_rule(range, start=3)
    assert list(expand(nim).arena.labels or ()) == [3, 0, 1, 2] and expand(nim).impartial
    assert expand(nim, start=5).arena.n == 6 and solve(nim).outcome(2) == "win"
    assert expand(Countdown(3), start=7).arena.n == 8
    with pytest.raises(GameError, match=r"say where the play begins: expand\(rules, start=...\)"):
        expand(by_rule(range))


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (5, "int is not a class of games by rules"),
        (Countdown, "Countdown is a class; make an object of it"),
        (by_rule(lambda n: n - 1, start=2), "moves\\(2\\) fails: 'int' object is not iterable"),
        (by_rule(lambda n: [[n - 1]], start=2), "expected positions that can be hashed"),
        (by_rule(range, start=cast("Any", [2])), "expected positions that can be hashed"),
        (by_rule(range, start=(2, 3)), "expected a function from a position to the positions after a move"),
    ],
)
def test_rules_that_are_none(rules: Any, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        expand(rules)
    with pytest.raises(GameError):
        solve(rules)


def test_the_objective_of_rules_speaks_of_positions() -> None:
    class Chase(Countdown):
        objective = Reach([1])

        def mover(self, position: int) -> int:
            return position % 2

        def moves(self, position: int) -> Iterable[int]:
            return [position - k for k in (1, 2) if position >= k] or [position]

    solution = solve(Chase(4))
    assert [solution.outcome(position) for position in (0, 1, 2, 3)] == ["loss", "loss", "win", "loss"]
    assert verify(solution)


def test_a_search_stops_before_the_memory_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgames.core.rules.memory_is_short", lambda: True)
    monkeypatch.setattr("graphgames.core.rules.EVERY", 1024)
    monkeypatch.setattr("graphgames.catalogue.problems.EVERY", 1024)
    endless = by_rule(lambda n: [n + 1], start=0)
    for question in (lambda: endless.nimber(0), lambda: endless.loses(0), lambda: expand(endless)):
        with pytest.raises(LimitExceededError, match="1024 positions take more than half of the memory"):
            question()


def test_memory_is_what_this_process_takes_of_what_it_may_have() -> None:
    assert memory_is_short() is False


def test_objectives_have_the_right_article() -> None:
    arena = Arena.from_edges([("a", "b"), ("b", "a")], owner=["chance", 0], probability=[1, None])
    with pytest.raises(GameError, match="a belongs to chance, and an energy objective is for two players only"):
        Game(arena, Energy([1, 1]))
    with pytest.raises(GameError, match="a reach objective is for two players only; with chance it is reach-prob"):
        Game(arena, Reach(["a"]))
