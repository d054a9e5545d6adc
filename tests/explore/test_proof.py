"""The conditions of a certificate, opened at a vertex or place, and what breaks them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GameError
from graphgames.explore.proof import OpenProof
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from tests.reference.games import solutions, with_marks, with_weights

ARENA = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")], owner={"a": 0, "b": 1, "c": 0})


def failing(solution: Any, vertex: int, *path: Any, to: str = "") -> tuple[str, str, list[int | None]]:
    """Return why a changed solution is refused: the sentence, or the condition that fails, and at which vertices."""
    found = OpenProof(solution).opened(vertex, {"path": list(path), "to": to})
    bad = [one for one in found["conditions"] if one["failed"]]
    places = [at["vertex"] for one in bad for at in one["instances"] if not at["holds"]]
    return found["refused"], bad[0]["name"] if bad else "", places


def test_a_condition_shows_the_numbers_that_it_compares() -> None:
    proof = OpenProof(gg.solve(gg.Game(ARENA, gg.Reach(["c"])))).opened(1)
    rises = next(one for one in proof["conditions"] if one["name"] == "one more than the largest")
    (opened,) = rises["instances"]
    assert opened["holds"] and opened["vertex"] == 1
    assert opened["parts"][0] == ("At b it holds", 1)
    assert {("the moves from b: a, c", 1), ("rank of c: 0", 2)} <= set(opened["parts"])


def test_a_condition_says_how_the_numbers_compare() -> None:
    solution = gg.solve(gg.Game(ARENA, gg.Reach(["c"])))
    proof = OpenProof(solution).opened(2)
    lower = next(one for one in proof["conditions"] if one["name"] == "goal has rank zero")
    assert lower["instances"][0]["parts"][-1] == (". Compared: 0 = 0.", None)
    broken = OpenProof(solution).opened(2, {"path": ["certificate", "rank", 2], "to": "3"})["conditions"][-1]
    assert broken["instances"][0]["parts"][-1] == (". Compared: 3 ≠ 0.", None) and not broken["instances"][0]["holds"]


def test_each_change_is_refused_where_it_breaks_a_condition() -> None:
    solution = gg.solve(gg.Game(ARENA, gg.Buchi(["a"])))
    assert failing(solution, 1, "strategy", 1, to="a") == ("", "beta counts marks", [1])
    assert failing(solution, 1, "winner", 1, to="Eve") == ("", "moves stand where needed", [1])
    assert failing(solution, 1, "edges", 1, 2)[1:] == ("moves are edges", [1])
    assert failing(solution, 0, "edges", 0, 1)[0].startswith("vertex 0 has no move")
    assert "alpha[1] is 99" in failing(solution, 1, "certificate", "alpha", 1, to="99")[0]


def test_an_entry_that_is_none_of_the_vertex_is_not_changed() -> None:
    proof = OpenProof(gg.solve(gg.Game(ARENA, gg.Buchi(["a"]))))
    with pytest.raises(GameError, match="there is no entry"):
        proof.opened(1, {"path": ["winner", 0], "to": "Eve"})
    with pytest.raises(GameError, match="there is no entry"):
        proof.opened(1, "winner")


@pytest.mark.slow
def test_every_kind_on_an_arena_is_opened_at_each_vertex() -> None:
    rng = np.random.default_rng(5)
    kinds = set()
    for game in (*with_marks(rng, 5), *with_weights(rng, 5)):
        for solution in solutions(game):
            kinds.add(solution.certificate.kind)
            proof = OpenProof(solution).opened(2)
            assert not proof["refused"] and all(one["failed"] == 0 for one in proof["conditions"])
            assert any(len(at["parts"]) > 2 for one in proof["conditions"] for at in one["instances"]), (
                solution.certificate.kind
            )
            break
    assert len(kinds) > 8


def test_what_has_no_graph_is_opened_at_a_place() -> None:
    heaps = OpenProof(gg.solve(HeapProblem(HeapGame.from_code(".77"), 20)))
    first = heaps.opened(3)["conditions"][0]
    assert first["instances"][0]["words"] == "3" and first["instances"][0]["vertex"] is None
    assert any("value of" in words for words, _ in first["instances"][0]["parts"])
    assert [entry["words"] for entry in heaps.entries(3)] == ["values", "values in the certificate"]
