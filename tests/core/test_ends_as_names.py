"""Numbers that name vertices: where a dictionary of owners has just the ends of the edges, these are names."""

from __future__ import annotations

import pytest

import graphgames as gg

EDGES = [(1, 2), (1, 3), (2, 4), (2, 5), (3, 4), (3, 1), (4, 6), (5, 1), (5, 5), (6, 6)]
OWNER = {1: 0, 2: 1, 3: 0, 4: 0, 5: 1, 6: 0}


def test_the_ends_of_edges_are_names_where_the_owners_have_these_alone() -> None:
    solution = gg.solve(EDGES, gg.Reach([6]), owner=OWNER)
    assert solution.arena.n == 6 and solution.arena.labels == (1, 2, 3, 4, 5, 6)
    assert [v for v in OWNER if solution.winner_of(v) == 0] == [1, 3, 4, 6]
    same = gg.solve({v: [w for u, w in EDGES if u == v] for v in OWNER}, gg.Reach([6]), owner=OWNER)
    assert all(solution.winner_of(v) == same.winner_of(v) for v in OWNER)


def test_the_number_of_vertices_has_other_names() -> None:
    assert gg.Arena.from_arrays([0, 1], [1, 0], vertices=3).n == 3  # type: ignore[call-arg]


def test_numbers_from_0_on_stay_numbers() -> None:
    assert gg.Arena.from_edges([(0, 2), (2, 1)], owner={0: 0, 1: 1, 2: 0}).labels is None
    with pytest.raises(gg.ArenaError, match="owner has nothing for vertex 0"):
        gg.Arena.from_edges([(1, 2)], owner={1: 0})


def test_an_integer_stands_for_the_label_of_its_digits() -> None:
    arena = gg.Arena.from_edges([("1", "2"), ("2", "6"), ("6", "6")], owner={"1": 0, "2": 1, "6": 0})
    solution = gg.solve(gg.Game(arena, gg.Reach([6])))
    assert solution.winner_of(1) == 0 and solution.winner.tolist() == [0, 0, 0]
    with pytest.raises(gg.GameError, match="there is no vertex 5"):
        gg.Game(arena, gg.Reach([5]))


def test_a_play_without_a_start_begins_at_the_first_vertex() -> None:
    solution = gg.solve({"a": ["b"], "b": ["c"], "c": ["c"]}, gg.Reach(["c"]), owner=lambda v: 0)
    with pytest.warns(UserWarning, match="names no start, so the play begins at a"):
        assert solution.play() == ["a", "b", "c", "c"]
