"""What the solution of a model shows is of its states: a value for each, with the sign that people gave rewards."""

from __future__ import annotations

import pickle
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.value import Brackets
from graphgames.engines import dispatch

RISK = [("s", "go", "s", 0.1, -3), ("s", "go", "t", 0.9, -1), ("s", "stop", "t", 1, -5), ("t", "stay", "t", 1, 0)]


def test_values_are_one_for_each_state_with_the_sign_of_rewards() -> None:
    model = gg.Model.from_table(RISK)
    solution: Any = gg.solve(model, gg.ExpectedReward(["t"]))
    assert solution.values.tolist() == [solution.value("s"), solution.value("t")] == solution.to_pandas().value.tolist()
    assert solution.value("s") < 0 and solution.vertex_values.size == solution.arena.n > model.states
    assert pickle.loads(pickle.dumps(solution)).values.tolist() == solution.values.tolist() and gg.verify(solution).ok
    rounded: Any = gg.solve(model, gg.Discounted("0.9"), precision=1e-6)
    assert len(rounded.values) == model.states and gg.verify(rounded).ok and "Bracket" in repr(rounded.values)


def test_a_graph_has_a_node_for_each_state_and_an_edge_for_each_branch() -> None:
    graph = gg.solve(gg.Model.from_table(RISK), gg.ExpectedReward(["t"])).to_networkx()
    assert graph.nodes["s"] == {"action": "go", "value": Fraction(-4, 3)}
    assert [(u, w, *data.values()) for u, w, data in graph.edges(data=True)] == [
        ("s", "s", "go", True, Fraction(1, 10)),
        ("s", "t", "go", True, Fraction(9, 10)),
        ("s", "t", "stop", False, 1),
        ("t", "t", "stay", True, 1),
    ]
    chain = gg.Model.from_table([("a", "", "b", 1), ("b", "", "b", 1)])
    assert gg.solve(chain, gg.ReachProbability(["b"])).to_networkx().nodes["a"]["value"] == 1


def test_no_warning_is_about_what_is_not_shown() -> None:
    values = Brackets(np.array([0, 0]), np.array([0, 50]), 100)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dispatch._tell_if_wider(values, 1, "1/10")
    with pytest.warns(UserWarning, match=r"up to 5\.0e-01 wide, more than the 1/10 asked for"):
        dispatch._tell_if_wider(values, 2, "1/10")


def test_the_strategy_of_a_model_names_actions() -> None:
    rows = [("idle", "go", "busy", "0.7", 5), ("idle", "go", "idle", "0.3", 0), ("busy", "rest", "idle", 1, 1)]
    rows += [
        ("busy", "push", "busy", "0.4", 8),
        ("busy", "push", "broken", "0.6", -10),
        ("broken", "fix", "idle", 1, -5),
    ]
    solution: Any = gg.solve(gg.Model.from_table(rows), gg.Discounted("0.9"))
    for found in (solution, pickle.loads(pickle.dumps(solution))):
        assert found.strategy["busy"] == found.action("busy") == "rest"
        assert found.strategy.to_dict() == found.policy == {"idle": "go", "busy": "rest", "broken": "fix"}
        assert str(found.strategy) == "Strategy(actions at 3 states)\nidle -> go\nbusy -> rest\nbroken -> fix"
        assert found.values["busy"] == found.value("busy")
    after: Any = solution.strategy.first(solution.arena.vertex("busy"))
    assert solution.arena.label(after) == "idle" and gg.verify(solution).ok
    numbered: Any = gg.solve(
        gg.Model.from_table([(0, "stay", 0, 1, 1), (1, "go", 0, 1, 0), (1, "stay", 1, 1, 2)]), gg.Discounted("0.9")
    )
    assert [numbered.strategy[s] for s in (0, 1)] == ["stay", "stay"]
