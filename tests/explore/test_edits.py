"""Changes to games, held against lists of edges that are changed in plain Python; and what does not fit is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from graphgames import (
    Arena,
    Buchi,
    CoBuchi,
    Discounted,
    Energy,
    Game,
    GameError,
    MeanPayoff,
    MiserePlay,
    NormalPlay,
    Objective,
    Parity,
    Reach,
    ReachProbability,
    Safe,
    solve,
)
from graphgames.core.errors import GraphGamesError
from graphgames.explore.edits import CHANGES, apply
from tests.share import cases

OBJECTIVES = (Reach, Safe, Buchi, CoBuchi, Parity, NormalPlay, MiserePlay)


class Model:
    """A game as lists: names, owners, a number or mark for each vertex, edges as pairs of names in order."""

    def __init__(self, rng: random.Random, kind: type[Objective]):
        n = rng.randint(1, 5)
        self.kind = kind
        self.names = list(range(n))
        self.owner = [rng.randint(0, 1) for _ in range(n)]
        self.mark = [rng.randint(0, 5 if kind is Parity else 1) for _ in range(n)]
        self.edges = [(v, rng.randrange(n)) for v in range(n) for _ in range(rng.randint(1, 3))]

    def game(self) -> Game:
        number = {name: v for v, name in enumerate(self.names)}
        edges = sorted(((number[u], number[w]) for u, w in self.edges), key=lambda edge: edge[0])
        labels = None if self.names == list(range(len(self.names))) else self.names
        arena = Arena.from_edges(edges, len(self.names), self.owner, labels)
        if self.kind is Parity:
            return Game(arena, Parity(self.mark))
        if self.kind in (NormalPlay, MiserePlay):
            return Game(arena, self.kind())
        return Game(arena, self.kind(np.array(self.mark, bool)))  # type: ignore[call-arg]

    def loops(self) -> None:
        if self.kind in (Buchi, CoBuchi, Parity):
            tails = {u for u, _ in self.edges}
            self.edges += [(name, name) for name in self.names if name not in tails]

    def change(self, rng: random.Random) -> dict[str, Any]:
        """Change something, and give the same as a question."""
        what = rng.choice(("add-edge", "delete-edge", "add-vertex", "delete-vertex", "set-owner", "mark"))
        v, w = (rng.randrange(len(self.names)) for _ in range(2))
        if what == "add-edge" and (self.names[v], self.names[w]) not in self.edges:
            self.edges.append((self.names[v], self.names[w]))
            return {"what": what, "from": self.names[v], "to": self.names[w]}
        if what == "delete-edge" and self.edges:
            edge = rng.choice(self.edges)
            self.edges.remove(edge)
            self.loops()
            return {"what": what, "from": edge[0], "to": edge[1]}
        if what == "delete-vertex" and len(self.names) > 1:
            name = self.names.pop(v)
            del self.owner[v], self.mark[v]
            self.edges = [edge for edge in self.edges if name not in edge]
            self.loops()
            return {"what": what, "vertex": name}
        if what == "add-vertex":
            self.names.append(max(self.names) + 1 if self.names != list(range(len(self.names))) else len(self.names))
            self.owner.append(w % 2)
            self.mark.append(0)
            self.loops()
            return {"what": what, "owner": w % 2}
        if what == "mark" and self.kind is Parity:
            self.mark[v] = rng.randint(0, 9)
            return {"what": "set-priority", "vertex": self.names[v], "priority": self.mark[v]}
        if what == "mark" and self.kind not in (NormalPlay, MiserePlay):
            self.mark[v] = 1 - self.mark[v]
            return {"what": "set-mark", "vertex": self.names[v], "marked": bool(self.mark[v])}
        self.owner[v] = 1 - self.owner[v]
        return {"what": "set-owner", "vertex": self.names[v], "owner": self.owner[v]}


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", OBJECTIVES, ids=lambda kind: kind.name)
def test_a_changed_game_is_the_one_that_was_meant(kind: type[Objective]) -> None:
    rng = random.Random(kind.name)
    for _ in range(cases(40, 0.3)):
        model = Model(rng, kind)
        game = model.game()
        for _ in range(8):
            changed = apply(game, model.change(rng))
            assert changed.sentence.endswith(".")
            game, meant = changed.game, model.game()
            names = [game.arena.label(v) for v in range(game.arena.n)]
            assert names == model.names
            assert sorted(game.arena.edges()) == sorted(meant.arena.edges())
            assert np.array_equal(game.arena.owner, meant.arena.owner)  # type: ignore[arg-type]
            assert np.array_equal(solve(game).winner, solve(meant).winner)


def test_the_objective_is_changed_and_marks_stay() -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 0)], 3, owner=[0, 1, 0]), Reach([1]))
    changed = apply(game, {"what": "set-objective", "objective": "buchi"})
    assert "2 was given a loop" in changed.sentence
    parity = apply(changed.game, {"what": "set-objective", "objective": "parity"}).game
    assert parity.objective.priority.tolist() == [1, 2, 1]  # type: ignore[attr-defined]
    back = apply(parity, {"what": "set-objective", "objective": "safe"}).game
    assert back.objective.safe.tolist() == [False, True, False]  # type: ignore[attr-defined]


def test_names_stay_and_new_ones_are_new() -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], labels=["v2", "b"]), Reach(["b"]), start="b")
    grown = apply(game, {"what": "add-vertex", "owner": 0}).game
    assert list(grown.arena.labels or ()) == ["v2", "b", "v3"] and grown.start == 1
    less = apply(grown, {"what": "delete-vertex", "vertex": "v2"}).game
    assert list(less.arena.labels or ()) == ["b", "v3"] and less.start == 0
    assert apply(less, {"what": "delete-vertex", "vertex": "b"}).game.start is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "there is no change None"),
        ({"what": "add-edge", "from": 0}, "needs to"),
        ({"what": "add-edge", "from": 0, "to": 2}, "there is no vertex 2"),
        ({"what": "add-edge", "from": True, "to": 0}, "there is no vertex True"),
        ({"what": "delete-edge", "from": 0, "to": 0}, "there is no edge from 0 to 0"),
        ({"what": "set-owner", "vertex": 0, "owner": 0}, "no vertex has an owner"),
        ({"what": "set-owner", "vertex": 0, "owner": 7}, "7 is not a player"),
        ({"what": "set-priority", "vertex": 0, "priority": 1}, "only the vertices of a parity game"),
        ({"what": "set-mark", "vertex": 0, "marked": True}, "no vertex of a normal game is marked"),
        ({"what": "set-objective", "objective": "chess"}, "there is no objective 'chess'"),
        ({"what": "set-objective", "objective": "reach"}, "needs an owner"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], words: str) -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 0)]), NormalPlay())
    with pytest.raises(GraphGamesError, match=words):
        apply(game, change)


def test_what_edges_have_is_not_made_up() -> None:
    arena = Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], edge_data={"weight": [1, 2]})
    for game in (Game(arena, Reach([1])), Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Parity(None, [0, 1]))):
        for change in ({"what": "delete-edge", "from": 0, "to": 1}, {"what": "add-vertex", "owner": 0}):
            with pytest.raises(GameError, match="have data"):
                apply(game, change)
        flipped = apply(game, {"what": "set-owner", "vertex": 0, "owner": 1}).game
        assert flipped.arena.owner is not None and flipped.arena.owner.tolist() == [1, 1]
        assert list(flipped.arena.edge_data) == list(game.arena.edge_data)
    with pytest.raises(GameError, match="the parity objective of this game is about edges"):
        apply(game, {"what": "set-priority", "vertex": 0, "priority": 1})
    apply(Game(arena, Reach([1])), {"what": "set-mark", "vertex": 0, "marked": True})


def test_every_change_has_its_arguments() -> None:
    for function, names in CHANGES.values():
        assert function.__code__.co_argcount == 1 + len(names)


def test_an_edge_that_is_there_is_named() -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], labels=["a", "b"]), Reach(["b"]))
    with pytest.raises(GameError, match="the edge a -> b is there already"):
        apply(game, {"what": "add-edge", "from": "a", "to": "b"})


def test_weights_thresholds_and_discounts_are_set_exactly() -> None:
    arena = Arena.from_edges([(0, 1), (1, 0), (0, 0)], owner=[0, 1])
    ring = Game(arena, MeanPayoff([1, 2, 3]))
    changed = apply(ring, {"what": "set-weight", "edge": 2, "weight": "-1/2"})
    assert changed.sentence == "The weight of the edge 1 -> 0 is -1/2." and changed.vertex == 1
    meant = solve(Game(arena, MeanPayoff([1, 2, Fraction(-1, 2)])))
    assert [solve(changed.game).value(v) for v in (0, 1)] == [meant.value(v) for v in (0, 1)]
    assert ring.objective.weight.tolist() == [1, 2, 3]  # type: ignore[attr-defined]
    apart = apply(ring, {"what": "set-setting", "setting": "threshold", "value": "5"}).game
    assert solve(apart).winner.tolist() == [1, 1]
    lowered = apply(
        Game(arena, Discounted([1, 2, 3], discount="1/2")),
        {"what": "set-setting", "setting": "discount", "value": 0.25},
    )
    assert lowered.sentence == "The discount is 1/4." and lowered.game.objective.discount == Fraction(1, 4)  # type: ignore[attr-defined]
    of_vertices = apply(Game(arena, Energy(vertex_weight=[1, -1])), {"what": "set-number", "vertex": 1, "number": -4})
    assert of_vertices.sentence == "The weight of 1 is -4." and solve(of_vertices.game).winner.tolist() == [0, 0]


def test_a_probability_is_set_and_the_others_share_what_is_left() -> None:
    arena = Arena.from_edges(
        [(0, 1), (0, 2), (0, 0), (1, 1), (2, 2)], owner=[2, 0, 0], probability=["1/2", "1/3", "1/6", None, None]
    )
    changed = apply(Game(arena, ReachProbability([1])), {"what": "set-probability", "edge": 0, "probability": "1/4"})
    assert [changed.game.arena.probability_of(e) for e in range(3)] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    assert solve(changed.game).value(0) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"what": "set-weight", "edge": 3, "weight": 1}, "there is no edge 3; expected a number below 3"),
        ({"what": "set-weight", "edge": 0, "weight": "much"}, "'much' is not a number; expected one such as"),
        ({"what": "set-number", "vertex": 0, "number": 1}, "the vertices of a mean-payoff game have no numbers"),
        (
            {"what": "set-setting", "setting": "dead_ends", "value": 1},
            "can be set; there are: threshold",
        ),
        ({"what": "set-probability", "edge": 0, "probability": 1}, "is not left to chance"),
    ],
)
def test_numbers_that_are_not_there_are_refused(change: dict[str, Any], words: str) -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 0), (0, 0)], owner=[0, 1]), MeanPayoff([1, 2, 3]))
    with pytest.raises(GameError, match=words):
        apply(game, change)
