"""Every public function and constructor, called with every wrong value in every place, works or says what is wrong.

`EXAMPLES` has arguments that are right for each public name; each is replaced in turn by each of `WRONG`. What is
raised must be a `GraphGamesError`, whose message is a sentence for people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csr_array

import graphgames
from graphgames.certificates import (
    AttractorRanks,
    BuchiLabels,
    Certificate,
    GrundyValues,
    LoopyValues,
    Remoteness,
    StrategyPair,
)
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.impartial.problem import MisereProblem, NimberProblem, RulesProblem
from tests.share import each

gg: Any = graphgames

WRONG: dict[str, Any] = {
    "none": None,
    "minus one": -1,
    "fraction": 1.5,
    "nan": float("nan"),
    "true": True,
    "word": "x",
    "bytes": b"x",
    "list": [],
    "dictionary": {},
    "object": object(),
    "huge": 2**70,
    "two to the 63": 2**63,
    "ragged": [[0], [0, 1]],
    "negative list": [-1],
    "list of huge": [2**70],
    "list of none": [None],
    "list of fractions": [0.5],
    "words": ["x?", "y"],
    "function": lambda *arguments: None,
    "class": int,
    "array of fractions": np.array([0.5, np.nan]),
    "array without a row": np.array(3),
    "array of two rows": np.zeros((2, 2), np.int64),
}


class Countdown:
    start = 5

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]


ARENA = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
DAG = gg.Arena.from_edges([(0, 1), (1, 2)])
GAME = gg.Game(ARENA, gg.Buchi([1]))
GAME_WITH_START = gg.Game(ARENA, gg.Reach([1]), start=0)
SOLUTION = gg.solve(GAME)
DICE = gg.Arena.from_edges([(0, 1), (0, 0), (0, 2)], owner=[2, 0, 0], probability=["1/2", "1/3", "1/6"])
THROWN = gg.solve(gg.Game(DICE, gg.ReachProbability([1])))
HEAPS = gg.HeapGame.from_code(".77")
RANKS = gg.solve(gg.Game(ARENA, gg.Reach([1]))).certificate

RING = gg.solve(gg.Geography("edge-geography", [DAG]))
GRID = gg.solve(gg.BlockedGrid([(1, 1)]))
VALUES = gg.heap_game(gg.HeapGame.subtraction([1, 2]), 20)
NIMBERS = gg.solve(NimberProblem(DAG))
LABELLED = gg.Arena.from_edges([("a", "b"), ("b", "a")], owner=[0, 1])
MEMORY = gg.solve(gg.Game(LABELLED, gg.Buchi(["a"]) & gg.Buchi(["b"]))).strategy
MODEL = gg.Model.from_table([("a", "go", "b", "1/2"), ("a", "go", "a", "1/2"), ("b", "stay", "b", 1)])
RACE = gg.Race(DAG, 2, [0, 1], [0, 1], [(0, 0), (1, 1)])
QUOTIENT = gg.misere_quotient(HEAPS, 2)


def down(n: int) -> list[int]:
    """Take one; who cannot take loses."""
    return [n - 1] if n > 0 else []


EXAMPLES: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Arena": (
        gg.Arena,
        {
            "indptr": [0, 1, 2],
            "successors": [1, 0],
            "owner": [0, 1],
            "labels": ["a", "b"],
            "players": None,
            "probability": None,
            "edge_data": {"cost": [1, 2]},
            "vertex_data": {"gain": [1, 2]},
        },
    ),
    "Arena of chance": (
        lambda probability: gg.Arena([0, 2, 3], [0, 1, 1], [2, 0], probability=probability),
        {"probability": [1, 1, None]},
    ),
    "Arena with data": (lambda data: gg.Arena([0, 1], [0], edge_data={"cost": data}), {"data": [1]}),
    "Model.from_table": (
        gg.Model.from_table,
        {"table": [("a", "go", "a", "1", 1)], "exact": "decimal", "normalize": False, "start": "a"},
    ),
    "Model.from_gym": (gg.Model.from_gym, {"dynamics": [[[(1, 0, 0, False)]]], "start": 0}),
    "Model.from_arrays": (
        gg.Model.from_arrays,
        {"transitions": [[[1]]], "rewards": [1], "states": None, "actions": None, "order": "ass", "start": 0},
    ),
    "Model.with_objective": (
        gg.Model.from_table([("a", "go", "a")]).with_objective,
        {"objective": gg.Buchi(["a"]), "owner": 0, "start": "a", "players": None},
    ),
    "Agent": (gg.Agent, {"solution": gg.solve(GAME_WITH_START), "blunder": "1/2", "seed": 1}),
    "evaluate": (
        gg.evaluate,
        {"game": GAME_WITH_START, "policy": {0: 1}, "player": 0, "against": None, "start": 0, "draw": 1},
    ),
    "shield": (
        gg.shield,
        {"game": gg.Game(ARENA, gg.Safe([0, 1])), "avoid": [1], "threshold": None, "factor": "1/2", "horizon": 2},
    ),
    "simulate": (
        gg.simulate,
        {"solution": THROWN, "plays": 2, "seed": 1, "opponent": "optimal", "start": 0, "steps": 5},
    ),
    "ArenaBuilder.add_vertex": (lambda name, owner: gg.ArenaBuilder().add_vertex(name, owner), {"name": 0, "owner": 1}),
    "ArenaBuilder.add_edge": (lambda tail, head: gg.ArenaBuilder().add_edge(tail, head), {"tail": 0, "head": 1}),
    "Arena.from_edges": (
        gg.Arena.from_edges,
        {"edges": [(0, 1)], "n": 2, "owner": [0, 1], "labels": "ab", "players": None},
    ),
    "Arena.from_arrays": (
        gg.Arena.from_arrays,
        {"tails": [0], "heads": [1], "n": 2, "owner": [0, 1], "labels": "ab"},
    ),
    "Arena.from_dict": (
        gg.Arena.from_dict,
        {"successors": {"a": ["b"]}, "owner": {"a": 0, "b": 1}, "players": ("x", "y")},
    ),
    "Arena.from_dict of lists": (lambda heads: gg.Arena.from_dict({"a": heads}), {"heads": ["b"]}),
    "Arena.from_dict of names": (lambda head: gg.Arena.from_dict({"a": [head]}), {"head": "b"}),
    "Arena.from_edges of pairs": (lambda edge: gg.Arena.from_edges([edge, ("a", "b")]), {"edge": ("a", "b")}),
    "Arena.from_networkx": (gg.Arena.from_networkx, {"graph": nx.path_graph(2), "owner": "owner", "players": None}),
    "Arena.from_scipy": (gg.Arena.from_scipy, {"matrix": csr_array([[0, 1], [1, 0]]), "owner": [0, 1]}),
    "Arena.vertex": (ARENA.vertex, {"name": 0}),
    "Arena.label": (LABELLED.label, {"v": 0}),
    "Arena.display_name": (LABELLED.display_name, {"v": 0}),
    "Arena.successors_of": (LABELLED.successors_of, {"v": 0}),
    "Arena.between": (LABELLED.between, {"v": 0, "w": 1}),
    "Arena.probability_of": (DICE.probability_of, {"e": 0}),
    "Strategy.move": (SOLUTION.strategy.move, {"v": 0, "memory": 0}),
    "Strategy.next": (SOLUTION.strategy.next, {"v": 0}),
    "Strategy.start": (SOLUTION.strategy.start, {"v": 0}),
    "Strategy.after": (SOLUTION.strategy.after, {"memory": 0, "edge": 0}),
    "Strategy.play": (SOLUTION.strategy.play, {"v": 0, "limit": 5}),
    "FiniteMemoryStrategy.move": (MEMORY.move, {"v": 0, "memory": 0}),
    "FiniteMemoryStrategy.start": (MEMORY.start, {"v": 0}),
    "FiniteMemoryStrategy.along": (MEMORY.along, {"memory": 0, "v": 0, "w": 1}),
    "Model.name": (MODEL.name, {"state": 0}),
    "Model.action": (MODEL.action, {"choice": 0}),
    "Model.probability": (MODEL.probability, {"branch": 0}),
    "Model.coalition": (gg.Model.from_table([("a", "go", "a")]).coalition, {"names": ["*"]}),
    "Bracket of a number": (lambda number: number in gg.Bracket(0, 1), {"number": 1}),
    "ArenaSolution.threats": (SOLUTION.threats, {"v": 0}),
    "ArenaSolution.rows": (SOLUTION.rows, {"count": 1}),
    "Evaluation.costs": (gg.evaluate(GAME_WITH_START, {0: 1}).costs, {"most": 3}),
    "HeapGame.moves": (lambda position: list(HEAPS.moves(position)), {"position": (3,)}),
    "HeapGame.render": (HEAPS.render, {"position": (3,)}),
    "HeapGame.components": (HEAPS.components, {"position": (3,)}),
    "HeapSolution.play": (VALUES.play, {"start": (3,), "limit": 5}),
    "BlockedGrid.moves": (lambda position: list(GRID.problem.moves(position)), {"position": (2, 2)}),
    "BlockedGrid.render": (GRID.problem.render, {"position": (2, 2)}),
    "GridSolution.losing": (GRID.losing, {"cells": [(2, 2)]}),
    "GeographySolution.outcome": (RING.outcome, {"position": 0, "graph": 0}),
    "GeographySolution.picks": (RING.picks, {"graph": 0}),
    "NimberSolution.finite_after": (NIMBERS.finite_after, {"v": 0}),
    "Shield.edge_text": (gg.shield(gg.Game(ARENA, gg.Safe([0])), [1]).edge_text, {"e": 0}),
    "Game": (gg.Game, {"arena": ARENA, "objective": gg.Buchi([1]), "start": 0, "players": ("Eve", "Adam")}),
    "Game.from_graph": (
        gg.Game.from_graph,
        {"graph": {0: [1], 1: [0]}, "objective": gg.Buchi([1]), "owner": [0, 1], "start": 0, "players": None},
    ),
    "Buchi": (lambda vertices: gg.Game(ARENA, gg.Buchi(vertices)), {"vertices": [0]}),
    "Buchi of edges": (lambda edges: gg.Game(ARENA, gg.Buchi(accepting_edges=edges)), {"edges": [0]}),
    "CoBuchi": (lambda vertices: gg.Game(ARENA, gg.CoBuchi(vertices)), {"vertices": [0]}),
    "CoBuchi of edges": (lambda edges: gg.Game(ARENA, gg.CoBuchi(rejecting_edges=edges)), {"edges": [0]}),
    "Reach": (lambda vertices: gg.Game(ARENA, gg.Reach(vertices)), {"vertices": [0]}),
    "Safe": (lambda vertices: gg.Game(ARENA, gg.Safe(vertices)), {"vertices": [0]}),
    "Parity": (
        lambda priority, convention: gg.Game(ARENA, gg.Parity(priority, convention=convention)),
        {"priority": [0, 1], "convention": "min-odd"},
    ),
    "Energy": (
        lambda weight, cap: gg.Game(ARENA, gg.Energy([weight] * ARENA.m, cap=cap)),
        {"weight": 1, "cap": 3},
    ),
    "MeanPayoff": (
        lambda weight, threshold: gg.Game(ARENA, gg.MeanPayoff(weight, threshold=threshold)),
        {"weight": [1] * ARENA.m, "threshold": 0},
    ),
    "TotalPayoff": (
        lambda weight, threshold: gg.Game(ARENA, gg.TotalPayoff(weight, threshold=threshold)),
        {"weight": [0] * ARENA.m, "threshold": 0},
    ),
    "Discounted": (
        lambda weight, discount: gg.Game(ARENA, gg.Discounted(vertex_weight=weight, discount=discount)),
        {"weight": [1] * ARENA.n, "discount": "1/2"},
    ),
    "ReachProbability": (
        lambda target, within: gg.Game(ARENA, gg.ReachProbability(target, within)),
        {"target": [0], "within": [0, 1]},
    ),
    "BoundedReachProbability": (
        lambda target, steps: gg.Game(ARENA, gg.BoundedReachProbability(target, steps=steps)),
        {"target": [0], "steps": 3},
    ),
    "ParityProbability": (
        lambda priority, convention: gg.Game(ARENA, gg.ParityProbability(priority, convention=convention)),
        {"priority": [0] * ARENA.n, "convention": "max-even"},
    ),
    "ExpectedReward": (
        lambda target, reward, unreached: gg.Game(ARENA, gg.ExpectedReward(target, reward, unreached=unreached)),
        {"target": [0], "reward": [1] * ARENA.m, "unreached": "inf"},
    ),
    "AvoidProbability": (lambda vertices: gg.Game(ARENA, gg.AvoidProbability(vertices)), {"vertices": [0]}),
    "MemoryPolicy": (
        gg.MemoryPolicy,
        {"start": 0, "act": lambda at, memory: "uniform", "after": lambda memory, at, move: memory},
    ),
    "GeneralizedBuchi": (lambda sets: gg.Game(ARENA, gg.GeneralizedBuchi(sets)), {"sets": [[0], [1]]}),
    "GeneralizedCoBuchi": (lambda sets: gg.Game(ARENA, gg.GeneralizedCoBuchi(sets)), {"sets": [[0], [1]]}),
    "why": (gg.why, {"problem": gg.Spec({"r": bool}, {"g": bool}, sys_goals=["g"]), "prove": False}),
    "Spec": (
        gg.Spec,
        {
            "inputs": {"r": bool},
            "outputs": {"n": (0, 3)},
            "env_init": ["r"],
            "sys_init": ["n = 0"],
            "env_trans": ["r'"],
            "sys_trans": ["n' = n"],
            "env_goals": ["r"],
            "sys_goals": ["n < 2"],
        },
    ),
    **{
        name: (
            lambda name=name, **given: gg.Game(ARENA, getattr(gg, name)(**given)),
            {field: [0] if field != "priority" else [0] * ARENA.n, "fair": [0]},
        )
        for name, field in {
            "FairReach": "target",
            "FairSafe": "safe",
            "FairBuchi": "accepting",
            "FairCoBuchi": "rejecting",
            "FairParity": "priority",
        }.items()
    },
    "GR1": (lambda **sets: gg.Game(ARENA, gg.GR1(**sets)), {"assumptions": [[0]], "guarantees": [[1]]}),
    "Rabin": (lambda pairs: gg.Game(ARENA, gg.Rabin(pairs)), {"pairs": [([0], [1])]}),
    "Streett": (lambda pairs: gg.Game(ARENA, gg.Streett(pairs)), {"pairs": [([0], [1])]}),
    "EmersonLei": (
        lambda **given: gg.Game(ARENA, gg.EmersonLei(**given)),
        {"sets": [[0], [1]], "formula": "Inf(0) & Fin(1)"},
    ),
    "Muller": (lambda **given: gg.Game(ARENA, gg.Muller(**given)), {"sets": [[0], [1]]}),
    "Parity of edges": (lambda priority: gg.Game(ARENA, gg.Parity(edge_priority=priority)), {"priority": [0, 1]}),
    "NormalPlay": (gg.NormalPlay, {}),
    "MiserePlay": (gg.MiserePlay, {}),
    "Objective": (gg.Objective, {}),
    "Strategy": (gg.Strategy, {"moves": [1, 0]}),
    "ArenaSolution": (
        gg.ArenaSolution,
        {
            "problem": GAME,
            "winner": [0, 0],
            "strategy": gg.Strategy([1, 0]),
            "solver": "me",
            "proof": StrategyPair(),
        },
    ),
    "ArenaSolution.explain": (SOLUTION.explain, {"position": 0}),
    "ArenaSolution.outcome": (SOLUTION.outcome, {"position": 0}),
    "ArenaSolution.best_moves": (SOLUTION.best_moves, {"position": 0}),
    "ArenaSolution.value": (SOLUTION.value, {"position": 0}),
    "ArenaSolution.winner_of": (SOLUTION.winner_of, {"position": 0}),
    "ArenaSolution.mover": (SOLUTION.mover, {"position": 0}),
    "ArenaSolution.play": (SOLUTION.play, {"start": 0, "opponent": lambda v: 1 - v, "limit": 10}),
    "ArenaSolution.draw": (SOLUTION.draw, {"around": 0, "radius": 1}),
    "ArenaSolution.draw with": (lambda **options: SOLUTION.draw(**options), {"title": "x"}),
    "Certificate": (Certificate, {}),
    "StrategyPair": (StrategyPair, {}),
    "AttractorRanks": (AttractorRanks, {"player": 0, "rank": [0, 1]}),
    "BuchiLabels": (BuchiLabels, {"player": 0, "alpha": [0, 0], "beta": [0, 1]}),
    "Remoteness": (Remoteness, {"remoteness": [0, 1]}),
    "GrundyValues": (GrundyValues, {"grundy": [0, 1], "depth": [0, 1]}),
    "LoopyValues": (LoopyValues, {"grundy": [0, 1], "counter": [0, 1]}),
    "Geography": (gg.Geography, {"kind": "edge-geography", "graphs": [DAG], "notes": ()}),
    "BlockedGrid": (gg.BlockedGrid, {"impassable": [(1, 1)], "start": (2, 2)}),
    "BlockedGrid.at": (gg.BlockedGrid([(1, 1)]).at, {"cell": (3, 3)}),
    "GridSolution.outcome": (GRID.outcome, {"position": (2, 2)}),
    "GridSolution.best_moves": (GRID.best_moves, {"position": (2, 2)}),
    "GridSolution.explain": (GRID.explain, {"position": (2, 2)}),
    "Race": (
        gg.Race,
        {
            "arena": DAG,
            "goal": 2,
            "starts": [0, 1],
            "wants": [0, 1],
            "schedule": [(0, 0), (1, 1)],
            "tokens": ("a", "b"),
            "players": ("a", "b"),
        },
    ),
    "HeapGame": (gg.HeapGame, {"digits": (0, 7, 7), "unequal": False, "start": (3,)}),
    "HeapGame.from_code": (gg.HeapGame.from_code, {"code": ".77", "start": (3,)}),
    "HeapGame.subtraction": (gg.HeapGame.subtraction, {"amounts": [1, 2], "start": (3,)}),
    "HeapProblem": (HeapProblem, {"game": HEAPS, "up_to": 20}),
    "HeapSolution.outcome": (VALUES.outcome, {"position": (3,)}),
    "HeapSolution.nimber": (VALUES.nimber, {"heaps": (3,)}),
    "HeapSolution.best_moves": (VALUES.best_moves, {"position": (3,)}),
    "HeapSolution.explain": (VALUES.explain, {"position": (3,)}),
    "heap_game": (gg.heap_game, {"game": ".77", "up_to": 20}),
    "misere": (gg.misere, {"rules": HEAPS, "limit": 1000}),
    "MisereProblem": (MisereProblem, {"rules": HEAPS, "limit": 1000, "progress": None}),
    "misere_quotient": (gg.misere_quotient, {"game": HEAPS, "up_to": 3, "limit": 100}),
    "QuotientProblem": (QuotientProblem, {"game": HEAPS, "up_to": 3, "limit": 100}),
    "MisereQuotient.outcome": (QUOTIENT.outcome, {"position": (1, 2)}),
    "RulesProblem": (RulesProblem, {"rules": HEAPS, "limit": 1000, "progress": None}),
    "by_rule": (gg.by_rule, {"rules": down, "components": lambda n: [n], "start": 3, "limit": 100, "progress": None}),
    "ByRule": (gg.by_rule(down, limit=100).nimber, {"position": 3}),
    "NimberProblem": (NimberProblem, {"arena": DAG}),
    "NimberSolution.outcome": (NIMBERS.outcome, {"position": 0}),
    "NimberSolution.value": (NIMBERS.value, {"position": 0}),
    "grundy_values": (gg.grundy_values, {"arena": DAG, "loopy": False}),
    "nimber": (lambda position: gg.nimber("kayles", position), {"position": 5}),
    "canonical_form": (gg.canonical_form, {"game": "{2|-1}"}),
    "CanonicalForm": (lambda other: gg.canonical_form("^") + other, {"other": 1}),
    "partizan": (gg.partizan, {"left": down, "right": down, "start": 3, "components": lambda n: [n], "limit": 100}),
    "Partizan": (gg.partizan(down, down, limit=100).value, {"position": 3}),
    "mex": (gg.mex, {"values": [0, 1]}),
    "nim_product": (lambda one, other: gg.nim_product(one, other), {"one": 3, "other": 5}),
    "nim_sum": (lambda one, other: gg.nim_sum(one, other), {"one": 3, "other": 5}),
    "Arena.from_edges of a weight": (lambda weight: gg.Arena.from_edges([(0, 1, weight)]), {"weight": 0.5}),
    "Rules": (lambda **given: gg.Rules(**given), {"moves": down, "mover": down, "render": str}),
    "RaceSolution.outcome": (gg.solve(RACE).outcome, {"position": RACE.start}),
    "RaceSolution.best_moves": (gg.solve(RACE).best_moves, {"position": RACE.start}),
    "RaceSolution.value": (gg.solve(RACE).value, {"position": RACE.start}),
    "RaceSolution.explain": (gg.solve(RACE).explain, {"position": RACE.start}),
    "RaceSolution.winner_of": (gg.solve(RACE).winner_of, {"position": RACE.start}),
    "Race.render": (RACE.render, {"position": RACE.start}),
    "MisereQuotient.best_moves": (QUOTIENT.best_moves, {"position": (1, 2)}),
    "MisereQuotient.explain": (QUOTIENT.explain, {"position": (1, 2)}),
    "MisereQuotient.moves": (QUOTIENT.moves, {"position": (1, 2)}),
    "MisereQuotient.counterexample": (QUOTIENT.counterexample, {"limit": 1000}),
    "MisereSolution.explain": (gg.misere(down, limit=100).explain, {"position": 3}),
    "Model.ask": (gg.Model.from_table([("a", "go", "a")]).ask, {"properties": 'Pmax=? [ F "init" ]'}),
    "Model.with_property": (
        gg.Model.from_table([("a", "go", "a")]).with_property,
        {"asked": 'Pmax=? [ F "init" ]'},
    ),
    "LoopyNimber": (gg.LoopyNimber, {"reached": frozenset({1})}),
    "Sum": (gg.Sum.of, {"game": gg.by_rule(down), "position": 3}),
    "Sum at a position": (gg.by_rule(down).at(3).explain, {"position": gg.by_rule(down).at(2)}),
    "expand": (
        gg.expand,
        {"rules": Countdown(), "limit": 100, "objective": gg.NormalPlay(), "progress": None, "start": 5},
    ),
    "solve": (
        gg.solve,
        {
            "problem": ARENA,
            "objective": gg.Buchi([1]),
            "solver": None,
            "engine": "local",
            "start": 0,
            "progress": False,
            "owner": [0, 1],
            "players": ("a", "b"),
        },
    ),
    "solve a game": (gg.solve, {"problem": GAME, "objective": None, "solver": "buchi-traps"}),
    "argument": (gg.argument, {"solution": SOLUTION, "start": 0, "depth": 2, "test": 0, "lines": 5}),
    "sensitivity": (gg.sensitivity, {"solution": THROWN, "start": 0}),
    "verify": (gg.verify, {"solution": SOLUTION, "progress": False}),
    "verify a proof": (
        lambda proof: gg.verify(gg.ArenaSolution(GAME, SOLUTION.winner, SOLUTION.strategy, "me", proof)),
        {"proof": SOLUTION.certificate},
    ),
}
OPTIONAL = {"ArenaSolution.draw with"}
"""Whose example itself is wrong."""

MADE_BY_US = {"SpecSolution", "Reasons",
    "Bracket", "CycleError", "FormatError", "GeographySolution", "GridSolution", "HeapSolution", "HoaGame", "Machine",
    "MisereQuotient", "MisereSolution", "MissingDependencyError", "NimberSolution", "Outcome", "Picture",
    "Evaluation", "SavedMarks", "ModelGame", "ModelSolution",
    "Shield", "TemplateShield", "Simulation", "RaceSolution", "RatedMove", "Report", "Sensitivity", "Solution", "Table",
}  # fmt: skip
"""What a person is given, and has no reason to make."""

OTHERS = {
    "FiniteMemoryStrategy",
    "controller",
    "read",
    "read_marks",
    "read_solution",
    "synthesize",
    "verify_controller",
    "write",
}
OTHERS |= {"from_openspiel", "to_gymnasium", "to_pettingzoo", "IndexedRules", "open_table"}
"""What is about files and machines, and has tests of its own; and protocols."""


@pytest.mark.filterwarnings("ignore:no vertex has an owner", "ignore:the game names no start")
@pytest.mark.slow
@each("name", EXAMPLES)
def test_wrong_arguments_are_answered_with_a_sentence(name: str) -> None:
    call, right = EXAMPLES[name]
    if name not in OPTIONAL:
        call(**right)
    for place in right:
        for what, value in WRONG.items():
            try:
                call(**(right | {place: value}))
            except gg.GraphGamesError as error:
                assert len(str(error).split()) > 3, f"{place} = {what}: {error}"
            except Exception as error:
                raise AssertionError(f"{name} with {place} = {what}: {type(error).__name__}: {error}") from error


def test_every_public_name_is_called() -> None:
    called = {name.split(" ")[0].split(".")[0] for name in EXAMPLES}
    things = {name: getattr(gg, name) for name in gg.__all__}
    errors = {name for name, thing in things.items() if isinstance(thing, type) and issubclass(thing, Exception)}
    missing = {name for name, thing in things.items() if callable(thing)} - called - MADE_BY_US - OTHERS - errors
    assert not missing
