"""Games from plain data: dictionaries, lists of edges, NetworkX graphs, rules; and what is said if they do not fit."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest

import graphgames
from graphgames.certificates import StrategyPair
from graphgames.core.arena import Vertex
from tests.share import each

gg: Any = graphgames
"""Of no type, because much here is wrong on purpose."""

GRAPH = {"home": ["road", "hill"], "road": ["home", "goal"], "hill": ["hill"], "goal": ["goal"]}
OWNER = {"home": "Eve", "road": "Adam", "hill": "Adam", "goal": "Eve"}
ARENA = gg.Arena.from_dict(GRAPH, OWNER)
PARITY = gg.Game(ARENA, gg.Parity([1, 2, 1, 2]))


class Countdown:
    """Take one or two; who cannot take loses."""

    start = 5

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]


def networkx_graph() -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph((u, w) for u, heads in GRAPH.items() for w in heads)
    nx.set_node_attributes(graph, OWNER, "owner")
    nx.set_node_attributes(graph, {"home": 1, "road": 2, "hill": 1, "goal": 2}, "priority")
    graph.nodes["goal"]["aim"] = True
    return graph


@pytest.mark.parametrize(
    "target",
    [
        ["goal"],
        ("goal",),
        {"goal"},
        {"goal": None},
        {"goal": True, "hill": False},
        ["#3"],
        iter(["goal"]),
        np.array([3]),
        np.array([False, False, False, True]),
        [False, False, False, True],
        lambda name: name == "goal",
    ],
)
def test_vertices_by_label_by_number_as_a_mask_and_by_a_function(target: object) -> None:
    game = gg.Game(ARENA, gg.Reach(target))
    assert game.objective.target.tolist() == [False, False, False, True]


@pytest.mark.parametrize(
    "priority",
    [
        [1, 2, 1, 2],
        np.array([1, 2, 1, 2]),
        {"goal": 2, "road": 2, "home": 1, "hill": 1},
        lambda name: 2 if "o" in name and name != "home" else 1,
    ],
)
def test_priorities_by_number_by_label_and_by_a_function(priority: object) -> None:
    game = gg.Game(ARENA, gg.Parity(priority))
    assert game.objective.priority.tolist() == [1, 2, 1, 2]


def test_numbers_are_the_names_where_there_are_no_labels_and_names_where_they_are_labels() -> None:
    plain, named = (gg.Arena.from_edges([(0, 1), (1, 2)], labels=labels) for labels in (None, [30, 20, 10]))
    for arena, target in ((plain, [2]), (plain, range(2, 3)), (named, [10]), (named, np.array([2]))):
        owned = gg.Arena(arena.indptr, arena.successors, [0, 0, 0], arena.labels)
        assert gg.solve(owned, gg.Reach(target)).problem.objective.target.tolist() == [False, False, True]


@pytest.mark.parametrize(
    "graph",
    [GRAPH, [(u, w) for u, heads in GRAPH.items() for w in heads], networkx_graph(), ARENA, ARENA.to_networkx()],
)
def test_plain_data_are_solved(graph: object) -> None:
    owner = None if isinstance(graph, gg.Arena | nx.Graph) else OWNER
    solution = gg.solve(graph, gg.Reach(["goal"]), owner=owner)
    assert {name: str(solution.outcome(name)) for name in GRAPH} == {
        "home": "loss",
        "road": "win",
        "hill": "win",
        "goal": "win",
    }
    assert [move.move for move in solution.best_moves("road")] == ["home", "goal"]
    assert gg.verify(solution) and gg.verify(gg.solve(graph, gg.Reach(["goal"]), solver="attractor", owner=owner))
    assert gg.Game.from_graph(graph, gg.Reach(["goal"]), owner, start="road").start == solution.arena.vertex("road")


def test_the_attributes_of_a_networkx_graph() -> None:
    graph = networkx_graph()
    by_name = gg.solve(graph, gg.Parity("priority"))
    assert by_name.problem.objective.priority.tolist() == [1, 2, 1, 2]
    assert (
        gg.solve(graph, gg.Parity(nx.get_node_attributes(graph, "priority"))).winner.tolist() == by_name.winner.tolist()
    )
    assert gg.solve(graph, gg.Reach("aim")).problem.objective.target.tolist() == [False, False, False, True]
    other = gg.solve(graph, gg.Reach(["goal"]), owner=lambda name: "Bolek", players=("Ania", "Bolek"))
    assert other.problem.players == ("Ania", "Bolek") and other.arena.owner.tolist() == [1, 1, 1, 1]


def test_rules_are_answered_for_the_positions_of_the_user() -> None:
    solution = gg.solve(Countdown())
    assert [str(solution.outcome(n)) for n in range(6)] == ["loss", "win", "win", "loss", "win", "win"]
    assert [(move.move, str(move.result)) for move in solution.best_moves(5)] == [(3, "win"), (4, "loss")]
    assert solution.play(5) == [5, 3, 2, 0] and solution.explain(3).startswith("The player to move loses from 3: ")
    assert solution.outcome(solution.problem.start) == solution.outcome(5)
    assert gg.solve(Countdown(), gg.MiserePlay()).outcome(1) == "loss"


def test_the_start_is_named_by_its_label_and_kept_as_its_number() -> None:
    game = gg.Game(ARENA, gg.Reach(["goal"]), start="hill")
    assert game.start == 2 and isinstance(game.start, Vertex)
    assert gg.Game(ARENA, gg.Reach(["goal"]), game.start).start == 2
    assert gg.Game(gg.Arena.from_edges([(0, 1)], labels=[1, 0]), gg.NormalPlay(), start=1).start == 0


@each(
    "call, message",
    [
        (lambda: gg.solve(ARENA), "has no objective; give one, as in solve\\(graph, Reach"),
        (lambda: gg.solve(nx.DiGraph([("a", "b")]), owner={"a": 0, "b": 1}), "a DiGraph has no objective"),
        (lambda: gg.solve(5), "5 cannot be solved; expected a game, a graph with an objective, or rules"),
        (lambda: gg.solve(None), "None cannot be solved"),
        (
            lambda: gg.solve("game.pg"),
            "cannot solve the text 'game.pg': it is neither the name of a game nor of a file",
        ),
        (lambda: gg.solve(Countdown), "Countdown is a class; solve an object of it"),
        (lambda: gg.solve(gg.Race), "Race is a class; solve an object of it"),
        (lambda: gg.solve(gg.NormalPlay()), "is an objective; expected a game"),
        (lambda: gg.solve(PARITY, gg.Reach([])), "comes with an objective of its own"),
        (lambda: gg.solve(PARITY, owner=[0]), "contains the owners"),
        (lambda: gg.solve(Countdown(), owner=[0]), "rules say who moves by their method mover"),
        (lambda: gg.solve(PARITY, solver="zielonkka"), "there is no solver 'zielonkka'; did you mean 'zielonka'"),
        (lambda: gg.solve(PARITY, "zielonka"), "the objective is 'zielonka'; .* given as solver='zielonka'"),
        (lambda: gg.solve(PARITY, solver=3), "the solver is 3; expected the name of one of: portfolio"),
        (lambda: gg.solve(PARITY, solver="zielonka", foo=1), "zielonka has no option 'foo'. It has none"),
        (lambda: gg.solve(PARITY, foo=1), "portfolio has no option 'foo'. Its options are: steps"),
        (
            lambda: gg.solve(gg.Geography("edge-geography", [ARENA]), nods=1),
            "geography has no option 'nods'; did you mean .nodes.. Its options are: start, nodes, seconds",
        ),
        (lambda: gg.solve(PARITY, engine="gpu"), "portfolio does not run on the engine 'gpu'; its engines are: local"),
        (lambda: gg.Game(ARENA, "reach"), "'reach' is not an objective; expected one such as"),
        (lambda: gg.Game(ARENA, gg.Reach), "Reach is a class; expected an objective"),
        (lambda: gg.Game(GRAPH, gg.NormalPlay()), "is not an arena; make one with Arena.from_edges, from_dict"),
        (
            lambda: gg.Game(gg.Model.from_table([("s", "a", "s", 1)]), gg.Discounted("0.9")),
            r"is not an arena; with_objective\(objective\) makes a game of it",
        ),
        (lambda: gg.Game(ARENA, gg.Reach([]), start="x"), "the start is 'x': there is no vertex 'x'; they are 'home'"),
        (lambda: gg.Game(ARENA, gg.Reach([]), start=1.0), "the start is 1.0: there is no vertex 1.0"),
        (lambda: gg.Game(ARENA, gg.Reach([]), start=True), "the start is True: there is no vertex True"),
        (lambda: gg.Game(ARENA, gg.Reach([]), players=("Eve",)), "expected the names of player 0 and player 1"),
        (lambda: gg.Game(ARENA, gg.Reach(["x"])), "target names 'x': there is no vertex 'x'; they are 'home'"),
        (lambda: gg.Game(ARENA, gg.Reach([3])), "target names 3: there is no vertex 3"),
        (lambda: gg.Game(ARENA, gg.Reach("nowhere")), "target is 'nowhere'; expected vertices in a list or a set"),
        (lambda: gg.Game(ARENA, gg.Reach(None)), "target is None; expected vertices"),
        (lambda: gg.Game(ARENA, gg.Reach(np.array(["goal"]))), "put labels into a list"),
        (lambda: gg.Game(ARENA, gg.Parity({"home": 1})), "priority has nothing for vertex 'road'"),
        (lambda: gg.Game(ARENA, gg.Parity({"x": 1})), "priority names 'x': there is no vertex 'x'"),
        (lambda: gg.Game(ARENA, gg.Parity([[1], 2])), "whose parts differ in length"),
        (lambda: gg.solve(networkx_graph(), gg.Parity("prio")), "no node of the graph has the attribute 'prio'"),
        (lambda: gg.Strategy([2**32 + 1]), "the strategy says 4294967297 for vertex 0; expected -1 to 2147483647"),
        (lambda: gg.Strategy([0.5]), "expected an integer for each vertex"),
        (
            lambda: gg.ArenaSolution(PARITY, [0, 256, 0, 0], gg.Strategy([-1] * 4), "me", StrategyPair()),
            "winner says 256 for vertex 1; expected 0 to 255",
        ),
    ],
)
def test_what_does_not_fit_is_answered_with_a_sentence(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(gg.GraphGamesError, match=message):
        call()


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_copies_are_read_only_too(copied: Callable[[Any], Any]) -> None:
    for objective in (gg.Parity([1, 2, 1, 2]), gg.Reach(["goal"]), gg.Buchi(["goal"]), gg.NormalPlay()):
        solution = copied(gg.solve(ARENA, objective))
        game, arena = copied(gg.Game(ARENA, objective)), copied(ARENA)
        held = [*vars(game.objective).values(), *vars(solution.certificate).values(), solution.winner]
        arrays = [one for one in held if isinstance(one, np.ndarray)]
        for array in (arena.indptr, arena.successors, arena.owner, solution.strategy.moves, *arrays):
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 0
        assert gg.verify(solution) and arena.labels == ARENA.labels


def test_what_a_caller_writes_into_his_arrays_changes_no_game() -> None:
    priority, target = np.array([1, 2, 1, 2], np.int32), np.array([True, False, False, False])
    games = gg.Game(ARENA, gg.Parity(priority)), gg.Game(ARENA, gg.Reach(target))
    priority[:], target[:] = 7, True
    assert games[0].objective.priority.tolist() == [1, 2, 1, 2]
    assert games[1].objective.target.tolist() == [True, False, False, False]


def test_a_solution_is_no_rules() -> None:
    """Its ``mover`` is not that of rules: expanded as rules it would be another game."""
    game = gg.misere(Countdown())
    with pytest.raises(gg.GameError, match="is a solution; give the rules that it solves"):
        gg.expand(game)
    expanded = gg.expand(Countdown(), objective=gg.MiserePlay())
    assert [gg.solve(expanded).outcome(n) for n in range(5)] == [game.outcome(n) for n in range(5)]


def test_a_graph_without_owners_and_objective_is_solved_for_normal_play() -> None:
    solution = gg.solve({"a": ["b"], "b": ["c"], "c": []})
    assert [solution.outcome(name) for name in "abc"] == ["loss", "win", "loss"]
    assert gg.solve(iter([("a", "b"), ("b", "c")])).winner_of("b") == 0, "edges that can be gone through once"


def test_the_start_of_a_function_comes_second() -> None:
    assert gg.by_rule(lambda n: [n - k for k in (1, 2, 3) if n >= k], 21).start == 21


def test_weights_stand_in_the_edges_and_stay_where_owners_are_given() -> None:
    edges = [("a", "b", -0.5), ("b", "a", 2)]
    assert gg.solve(edges, gg.Energy(), owner=[0, 0]).value("a") == gg.solve(
        gg.Arena.from_edges(edges), gg.Energy(), owner=[0, 0]
    ).value("a")
    assert str(gg.solve(edges, gg.Energy(), owner=[0, 0]).value("a")) == "1/2"


def test_rules_are_made_of_functions() -> None:
    rules = gg.Rules(start=5, moves=lambda n: [n - k for k in (1, 2) if n >= k])
    assert gg.solve(rules).outcome(5) == "win"
    with pytest.raises(gg.GameError, match=r"expected Rules\(start=\.\.\., moves"):
        gg.Rules(start=5)
