"""The whole of a large graph in groups, and its vertices as a list, as the page asks for them."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.core.errors import GameError
from graphgames.draw import view_of
from graphgames.draw import whole as whole_
from graphgames.explore import overview
from graphgames.explore.overview import Overview, Rows
from graphgames.games.random_games import random_game
from tests.waiting import until


@pytest.fixture(scope="module")
def solution() -> Any:
    return gg.solve(random_game(700, "parity", (1, 3), seed=3))


def view(solution: Any) -> Any:
    found = view_of(solution, 0)
    assert found is not None
    return found.graph_view


def answered(whole: Overview, way: str, path: list[int]) -> dict[str, Any]:
    found: list[dict[str, Any]] = []

    def done() -> bool:
        found[:] = [whole.ask(way, path)]
        return "doing" not in found[0]

    until(done)
    return found[0]


def array(text: str, dtype: Any) -> NDArray[Any]:
    return np.frombuffer(base64.b64decode(text), np.dtype(dtype).newbyteorder("<"))


@pytest.mark.parametrize("way", ["components", "regions", "priority"])
def test_all_vertices_are_there_with_their_looks_edges_and_moves(solution: Any, way: str) -> None:
    answer, arena = answered(Overview(view(solution)), way, []), solution.arena
    assert answer["vertices"] == sum(group["count"] for group in answer["groups"]) == arena.n
    looks = array(answer["styles"], np.uint8)
    assert (looks & 3 == solution.winner).all() and (looks >> 2 == arena.owner).all()
    assert (array(answer["begins"], np.uint32) == arena.indptr).all()
    assert (array(answer["heads"], np.uint32) == arena.successors).all()
    chosen = array(answer["chosen"], np.int32)
    assert (chosen[solution.strategy.moves >= 0] == solution.strategy.moves[solution.strategy.moves >= 0]).all()
    places = array(answer["places"], np.uint16).reshape(-1, 2) * (answer["size"] / 65535)
    for group in answer["groups"]:
        inside = np.hypot(*(places - group["at"]).T) < group["radius"]
        assert inside.sum() == group["count"]
        assert set(solution.winner[inside].tolist()) == {group["region"]}


def test_of_too_many_vertices_groups_are_entered_until_they_are_few(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_, "MOST", 50)
    whole = Overview(view(solution))
    path: list[int] = []
    sizes: list[int] = []
    while (answer := answered(whole, "regions", path))["vertices"] is None:
        largest = max(answer["groups"], key=lambda group: group["count"])
        path.append(largest["id"])
        sizes.append(largest["count"])
    assert len(path) > 1 and sizes == sorted(sizes, reverse=True)
    ids = array(answer["ids"], np.uint32)
    assert answer["vertices"] == ids.size == sizes[-1] <= 50
    assert len(set(solution.winner[ids].tolist())) == 1
    heads, begins = array(answer["heads"], np.uint32), array(answer["begins"], np.uint32)
    for i in range(ids.size):
        within = [w for w in solution.arena.successors_of(ids[i]).tolist() if w in ids]
        assert ids[heads[begins[i] : begins[i + 1]]].tolist() == within


def test_what_is_wrong_is_refused_and_what_is_stopped_begins_anew(solution: Any) -> None:
    whole = Overview(view(solution))
    with pytest.raises(GameError, match="expected the groups that were entered"):
        whole.ask("regions", ["x"])
    with pytest.raises(GameError, match="cannot be collapsed by 'colour'"):
        answered(whole, "colour", [])
    with pytest.raises(GameError, match="no such group"):
        answered(whole, "regions", [10**6])
    assert whole.ask("regions", [], stop=True) == {"stopped": True}
    assert answered(whole, "regions", [])["vertices"] == 700


def test_the_list_is_sorted_and_filtered(solution: Any) -> None:
    rows = Rows(view(solution), solution.values)
    priority = np.asarray(solution.problem.objective.priority)
    found = rows.ask("priority", True, "", None, None, 0)
    assert found["count"] == 700 and len(found["rows"]) == overview.ROWS and found["columns"] == ["priority"]
    assert [row["numbers"][0] for row in found["rows"]] == np.sort(priority)[::-1][: overview.ROWS].tolist()
    found = rows.ask("label", False, "9", 1, None, 0)
    wanted = [v for v in np.flatnonzero(solution.winner == 1).tolist() if "9" in str(v)]
    assert [row["id"] for row in found["rows"]] == wanted[: overview.ROWS]
    assert rows.ask("", False, "no such name", None, None, 0)["rows"] == []
    found = rows.ask("winner", False, "", None, 650, 0)
    assert 650 in [row["id"] for row in found["rows"]] and found["first"] > 0
    row = rows.ask("", False, "", None, None, 0)["rows"][0]
    assert row["to"].count("(strategy)") == (solution.strategy.moves[0] >= 0)


def test_values_are_sorted_by_what_they_are() -> None:
    solution = gg.solve(random_game(60, "discounted", (1, 3), seed=2))
    found = Rows(view(solution), solution.values).ask("note", False, "", None, None, 0)["rows"]
    values = [solution.numbered.value(row["id"]) for row in found]
    assert values == sorted(values)


def test_names_are_found_whatever_their_letters_are() -> None:
    names = ["Straße", "strasse 2", "a\n\nb", "ab", "b", ""]
    arena = gg.Arena.from_edges([(names[k], names[k - 1]) for k in range(6)], owner=dict.fromkeys(names, 0))
    rows = Rows(view(gg.solve(arena, gg.Buchi(["b"]))), None)
    labels = [str(name) for name in arena.names]
    for words in ("STRASSE", "b", "ab", "a", "e 2", "c"):
        found = rows.ask("", False, words, None, None, 0)["rows"]
        assert [row["label"] for row in found] == [name for name in labels if words.casefold() in name.casefold()]
