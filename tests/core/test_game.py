"""Games and objectives: what is accepted, what is refused, and rules turned into arenas."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from graphgames import (
    Arena,
    Buchi,
    CoBuchi,
    Game,
    GameError,
    GraphGamesError,
    LimitExceededError,
    MiserePlay,
    NormalPlay,
    Parity,
    Reach,
    Safe,
    expand,
)

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
        (Parity([0.5, 1]), "priority has dtype float64; expected integers"),
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
