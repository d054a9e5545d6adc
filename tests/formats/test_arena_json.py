"""Arenas and games as JSON: everything there and back exactly, and faults with their place."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from graphgames import (
    Arena,
    ArenaError,
    Buchi,
    CoBuchi,
    FormatError,
    Game,
    GameError,
    MiserePlay,
    NormalPlay,
    Objective,
    Parity,
    Reach,
    Safe,
    read,
    solve,
    verify,
    write,
)
from graphgames.core.data import over_edges
from graphgames.formats import arena_json
from tests.core.test_model import EDGES, OWNER, rich, same
from tests.share import each


def there_and_back(arena: Arena) -> Arena:
    file = io.BytesIO()
    arena_json.write_arena(arena, file)
    json.loads(file.getvalue())
    return arena_json.read_arena(file.getvalue())


@pytest.mark.parametrize(
    "arena",
    [
        rich(),
        Arena.from_edges([]),
        Arena.from_edges([], 3),
        Arena.from_edges(EDGES, owner=[0, 1, 1, 0]),
        Arena.from_edges(EDGES, labels=("ü", '"', "a\nb", "\\ \ud800")),
        Arena.from_edges(EDGES, labels=(1, 2.5, None, ("x", (0, True)))),
        Arena.from_edges([(0, 1), (0, 1), (1, 1)], owner=[2, 0], probability=["1/3", "2/3", None]),
        Arena.from_edges([(0, 0), (0, 0)], owner=[2], probability=[2**62, 2**62 - 1]),
    ],
    ids=str,
)
def test_an_arena_comes_back_exactly(arena: Arena) -> None:
    back = there_and_back(arena)
    assert same(arena, back)
    assert repr(back) == repr(arena)
    assert [type(label) for label in back.labels or ()] == [type(label) for label in arena.labels or ()]


def test_random_arenas_come_back_exactly() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        n = int(rng.integers(1, 8))
        owner = rng.integers(0, 3, n)
        pairs = [(v, int(rng.integers(n))) for v in rng.permutation(n).tolist() for _ in range(int(rng.integers(1, 4)))]
        likely = [int(rng.integers(1, 9)) if owner[u] == 2 else None for u, _ in pairs]
        data = {"w": rng.integers(-9, 9, len(pairs)), "x": [f"{k}/7" for k in range(len(pairs))]}
        arena = Arena.from_edges(pairs, n, owner, probability=likely, edge_data=data)
        assert same(arena, there_and_back(arena))


@pytest.mark.parametrize(
    "objective",
    [
        Parity([0, 3, 2, 1]), Parity(edge_priority=[0, 5, 2, 1, 3, 3]), Buchi(accepting_edges=[0, 3]),
        Buchi([1, 2]), CoBuchi([]), Reach([3]), Safe([0, 1]), NormalPlay(), MiserePlay(),
    ],
    ids=lambda objective: objective.name,
)  # fmt: skip
def test_a_game_comes_back_with_its_objective(tmp_path: Path, objective: Objective) -> None:
    labels = (1, 2, 3, 0)  # which are not the numbers of the vertices
    game = Game(Arena.from_edges(EDGES, owner=[0, 1, 1, 0], labels=labels), objective, 3, ("Max", "Min"))
    for name in ("game.arena", "game.arena.gz"):
        write(game, tmp_path / name)
        back = read(tmp_path / name)
        assert type(back.objective) is type(objective)
        assert (back.start, back.arena.label(2), back.players) == (2, 3, ("Max", "Min"))
        assert same(game.arena, back.arena)
        for field in fields(objective):
            was, now = (np.asarray(getattr(x.objective, field.name)) for x in (game, back))
            assert (was.dtype, was.tolist()) == (now.dtype, now.tolist())
        solution = solve(back)
        assert verify(solution).ok
        assert solution.winner.tolist() == solve(game).winner.tolist()


def test_a_game_is_read_as_another_by_priorities(tmp_path: Path) -> None:
    path = tmp_path / "game.arena"
    write(Game(Arena.from_edges(EDGES, owner=[0, 1, 1, 0]), Parity([0, 3, 2, 1])), path)
    assert read(path, objective="buchi").objective.accepting.tolist() == [True, False, True, False]  # type: ignore[attr-defined]
    assert read(path, objective="reach", priorities="3").objective.target.tolist() == [False, True, False, False]  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="there is no objective 'parrity'"):
        read(path, objective="parrity")


def test_an_arena_alone_is_read_as_what_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.json"  # the contents leave no doubt, whatever it is called
    with path.open("wb") as file:
        arena_json.write_arena(Arena.from_edges(EDGES), file)
    assert read(path).objective.name == "normal"
    assert read(path, objective="misere").objective.name == "misere"
    owned = Arena.from_edges(EDGES, owner=[0, 1, 1, 0])
    with path.open("wb") as file:
        arena_json.write_arena(owned, file)
    with pytest.raises(FormatError, match="the file holds no objective"):
        read(path)
    with pytest.raises(FormatError, match="the file holds no priorities for a buchi game"):
        read(path, objective="buchi")
    for wrong in ([0, 1, 2, -1], [0, 1, 2, 2**31], [0, 1, 2, "1/2"], [0, 1, 2, 2**70], [True, False, True, True]):
        with path.open("wb") as file:
            arena_json.write_arena(Arena.from_edges(EDGES, owner=[0, 1, 1, 0], vertex_data={"priority": wrong}), file)
        with pytest.raises(FormatError, match="these are not priorities"):
            read(path, objective="parity")
    owned = Arena.from_edges(EDGES, owner=[0, 1, 1, 0], vertex_data={"priority": [0, 1, 2, 3]})
    with path.open("wb") as file:
        arena_json.write_arena(owned, file)
    assert read(path, objective="parity").objective.priority.tolist() == [0, 1, 2, 3]  # type: ignore[attr-defined]


@dataclass(frozen=True, eq=False)
class Toll(Objective):
    """An objective with data over edges and of its own, of nobody's kind."""

    weight: Any
    credit: Any = 0
    name: ClassVar[str] = "toll"
    allows_chance: ClassVar[bool] = True

    def bind(self, arena: Arena) -> Toll:
        return Toll(over_edges(arena, self.weight, "weight"), self.credit)


def test_an_objective_with_data_over_edges_is_written_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_json, "objective_class", lambda name: Toll)
    game = Game(rich(), Toll("cost", 7))
    file = io.BytesIO()
    arena_json.write_game(game, file)
    back = arena_json.read_game(file.getvalue())
    assert isinstance(back.objective, Toll)
    assert back.objective.weight.tolist() == game.objective.weight.tolist()  # type: ignore[attr-defined]
    assert back.objective.credit == 7


GOOD: dict[str, Any] = {
    "format": "graphgames-arena", "version": 1, "vertices": 2, "owner": [2, 0], "edges": [[0, 0], [0, 1], [1, 0]],
    "probability": ["1/3", "2/3", None],
}  # fmt: skip


@each("change, message, at",
    [
        ({"format": "graphgames"}, "this is not an arena of graphgames", '"graphgames"'),
        ({"version": 2}, "the version is 2", "2"),
        ({"vertices": -1}, '"vertices" is -1', "-1"),
        ({"vertices": None}, '"vertices" is null', "null"),
        ({"vertices": 2**31 - 1}, "the file is too short for so many", "2147483647"),
        ({"owners": []}, "there is no key 'owners' in this format; did you mean 'owner'?", "[]"),
        ({"owner": [2, 7]}, "the owner of vertex 1 is 7", "7"),
        ({"owner": [2, True]}, "the owner of vertex 1 is true", "true"),
        ({"owner": [2]}, '"owner" has 1 entries', "[2]"),
        ({"owner": "ab"}, '"owner" is not an array', '"ab"'),
        ({"labels": ["a", {"b": 1}]}, 'the label of vertex 1 is {"b": 1}', '{"b": 1}'),
        ({"edges": [[0, 0], [0, 2], [1, 0]]}, "edge 1 is [0, 2]", "[0, 2]"),
        ({"edges": [[0, 0], [0, 1], 5]}, "edge 2 is 5", "5]"),
        ({"edges": {}}, '"edges" is not an array', "{}"),
        ({"probability": ["1/3", 0.5, None]}, "the probability of edge 1 is 0.5", "0.5"),
        ({"probability": ["1/3", "x", None]}, 'the probability of edge 1 is "x"', '"x"'),
        ({"probability": ["1/3", "1/3", None]}, "the probabilities at vertex 0 sum to 2/3", '"1/3", "1/3"'),
        ({"probability": ["1/3", "2/3", 1]}, "edge 2 has the probability 1, but its vertex 1", "1]}"),
        ({"edge_data": {"w": [1, 2, 1.5]}}, "entry 2 of 'w' is 1.5", "1.5"),
        ({"edge_data": {"w": [1]}}, '"w" has 1 entries', "[1]"),
        ({"edge_data": []}, '"edge_data" is []', "[]}"),
        ({"vertex_data": {"r": [1, "y"]}}, "entry 1 of 'r' is \"y\"", '"y"'),
        ({"start": 2}, '"start" is 2', "2}"),
        ({"players": ["Eve"]}, '"players" is ["Eve"]', '["Eve"]'),
        ({"objective": "parity"}, '"objective" is "parity"', '"parity"'),
        ({"objective": {"name": "party"}}, "there is no objective 'party'; did you mean 'parity'?", '"party"'),
        ({"objective": {"name": "parity"}}, "needs exactly one of priority and edge_priority", '{"name"'),
        ({"objective": {"name": "parity", "priority": [0, 1], "k": 1}}, "a parity objective has no 'k'", "1}}"),
        ({"objective": {"name": "parity", "priority": [0]}}, "priority has shape (1,)", '{"name"'),
        ({"objective": {"name": "buchi", "accepting": [[1], [1, 2]]}}, "", '{"name"'),
        ({"objective": {"name": "buchi", "accepting": [1, False]}}, "false is not an exact number", "false"),
        ({"objective": {"name": "parity", "priority": [True, 2]}}, "true is not an exact number", "true"),
        ({"objective": {"name": "streett", "pairs": [[0], [0, True]]}}, "true is not an exact number", "true"),
        ({"objective": {"name": "reach", "target": [1]}}, "vertex 0 belongs to chance, and a reach", '{"name"'),
    ],
)  # fmt: skip
def test_faults_have_their_place(change: dict[str, Any], message: str, at: str) -> None:
    document = GOOD | change
    if "objective" in change and "belongs to chance" not in message:
        document = document | {"owner": [0, 1]}
        del document["probability"]
    text = json.dumps(document)
    with pytest.raises(FormatError) as error:
        arena_json.read_game(text.encode(), "x.arena")
    fault = error.value.faults[0]
    assert message in fault.message
    assert text[fault.column - 1 :].startswith(at)


def test_several_faults_in_one_go() -> None:
    wrong = GOOD | {"owner": [2, 9], "edges": [[0, 0], [0, 1], [5, 0]], "probability": [1, "x", None]}
    with pytest.raises(FormatError) as error:
        arena_json.read_arena(json.dumps(wrong).encode())
    assert len(error.value.faults) == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"{", "the file ends"),
        (b'{"format": "graphgames-arena",, }', "this is not JSON"),
        (b'{"format": "graphgames-arena", "x": \xff}', "byte 0xff is not UTF-8"),
        (b"[1]", "looks like JSON"),
        (b"parity 1;", "looks like a game in PGSolver's format"),
        (b'{"format": "graphgames-solution"}', "looks like a solution of graphgames in JSON"),
        (b'{"a": 1}', "this is not an arena of graphgames"),
    ],
)
def test_what_is_no_arena(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        arena_json.read_arena(data)


def test_places_behind_a_byte_order_mark_and_letters_of_many_bytes() -> None:
    text = json.dumps(GOOD | {"labels": ["ü", "ö"], "start": 9}, ensure_ascii=False).replace(', "', ',\n"')
    with pytest.raises(FormatError) as error:
        arena_json.read_game(b"\xef\xbb\xbf" + text.encode())
    assert error.value.faults[0].text == '"start": 9}'
    assert error.value.faults[0].caret == 9


def test_a_label_that_json_cannot_hold_is_refused() -> None:
    for label in (frozenset({1}), float("nan"), b"x", ("a", object())):
        with pytest.raises(GameError, match="cannot be written as JSON"):
            arena_json.write_arena(Arena.from_edges([(0, 0)], labels=[label]), io.BytesIO())


def test_chance_does_not_slip_into_formats_that_cannot_say_it(tmp_path: Path) -> None:
    game = Game(rich(), Toll("cost"))
    for name in ("a.pg", "a.edges"):
        with pytest.raises((GameError, ArenaError)):
            write(game, tmp_path / name)
    assert OWNER[1] == 2


def test_vertices_of_an_objective_are_numbers_whatever_the_labels_are() -> None:
    arena = Arena.from_edges([("x", 1), (1, 0), (0, "x")], owner=[0, 1, 0])
    game = Game(arena, Buchi([1, "x"]))
    file = io.BytesIO()
    arena_json.write_game(game, file)
    again = arena_json.read_game(file.getvalue())
    assert isinstance(again.objective, Buchi) and again.objective.mask.tolist() == [True, True, False]
