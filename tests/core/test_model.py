"""The model beyond two players and a winner: chance, data over edges and vertices, exact values, memory.

No solver is needed here: these are the contracts of building, checking, drawing, writing and reading such games.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import networkx as nx
import numpy as np
import pytest

from graphgames import (
    Arena,
    ArenaError,
    ArenaSolution,
    FiniteMemoryStrategy,
    FormatError,
    Game,
    GameError,
    NormalPlay,
    Objective,
    Reach,
    Strategy,
)
from graphgames.certificates import Certificate  # fmt: skip
from graphgames.core.chance import CHANCE
from graphgames.core.checking import Claim, examine, verdict
from graphgames.core.claim import UnfitError
from graphgames.core.data import over_edges
from graphgames.core.memory import Automaton
from graphgames.core.value import INFINITY, Bracket, Infinite, from_json, number, numbers, parse, to_json, written
from graphgames.draw.dot_text import dot
from graphgames.draw.graph import draw
from graphgames.draw.scene import GraphView
from graphgames.formats import json_
from graphgames.formats.solution_json import Reading
from graphgames.readers.faults import Faults
from tests.share import cases

THIRD = Fraction(1, 3)
EDGES = [(0, 1), (1, 0), (1, 2), (2, 2), (1, 3), (3, 0)]
OWNER = [0, CHANCE, 1, 0]


@dataclass(frozen=True, eq=False)
class Hope(Objective):
    """An objective for plays with chance, of nobody's kind."""

    name: ClassVar[str] = "hope"
    allows_chance: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Infinite, Bracket)


def coin(*given: Any) -> Arena:
    """Return an arena whose vertex 1 is of chance, with these probabilities of its three edges."""
    first, second, third = given
    return Arena.from_edges(EDGES, owner=OWNER, probability=[None, first, second, None, third, None])


def same(a: Arena, b: Arena) -> bool:
    """Say whether two arenas are the same in every array, type and label."""
    data = [(a.edge_data, b.edge_data), (a.vertex_data, b.vertex_data)]
    arrays = [
        (getattr(a, name), getattr(b, name)) for name in ("indptr", "successors", "owner", "probability", "denominator")
    ]
    for one, other in data:
        if list(one) != list(other):
            return False
        arrays += [(one[name], other[name]) for name in one]
    for x, y in arrays:
        if (x is None) != (y is None):
            return False
        if x is not None and y is not None and not (x.dtype == y.dtype and x.tolist() == y.tolist()):
            return False
    return (None if a.labels is None else list(a.labels)) == (None if b.labels is None else list(b.labels))


@pytest.mark.parametrize(
    "given",
    [
        ("1/2", "1/3", "1/6"),
        (Fraction(1, 2), THIRD, Fraction(1, 6)),
        (3, 2, 1),
        (300, 200, 100),
        ("0.5", THIRD, Fraction(1, 6)),
        (Decimal("0.5"), "2/6", "1/6"),
        (np.int64(3), np.uint8(2), 1),
    ],
)
def test_the_same_probabilities_are_the_same_arrays_however_they_are_given(given: tuple[Any, ...]) -> None:
    arena = coin(*given)
    assert repr(arena) == "Arena(n=4, m=6, owned, 1 chance vertex)"
    assert arena.probability is not None
    assert arena.denominator is not None
    assert arena.probability.dtype == arena.denominator.dtype == np.int64
    assert arena.probability.tolist() == [0, 3, 2, 1, 0, 0]  # by edges as the arena orders them
    assert arena.denominator.tolist() == [1, 6, 1, 1]
    assert not arena.probability.flags.writeable
    assert not arena.denominator.flags.writeable
    assert [arena.probability_of(e) for e in range(6)] == [None, Fraction(1, 2), THIRD, Fraction(1, 6), None, None]
    assert arena.chance_vertices.tolist() == [1]


def test_a_decimal_is_read_exactly() -> None:
    arena = coin("0.1", "0.2", "0.7")
    assert arena.probability is not None
    assert arena.probability.tolist() == [0, 1, 2, 7, 0, 0]


def test_weights_may_be_an_array_over_the_edges() -> None:
    weights = np.array([0, 4, 0, 6], np.int32)
    arena = Arena([0, 1, 2, 4], [1, 2, 2, 0], owner=[0, 2, 0], probability=np.array([0, 7, 0, 0]))
    assert arena.probability is not None
    assert arena.probability.tolist() == [0, 1, 0, 0]
    arena = Arena([0, 2, 2, 4], [1, 2, 2, 0], owner=[1, 0, 2], probability=[0, 0, 4, 6])
    assert arena.probability is not None
    assert arena.probability.tolist() == [0, 0, 2, 3]
    with pytest.raises(ArenaError, match="vertex 0 does not belong to chance"):
        Arena([0, 2, 2, 4], [1, 2, 2, 0], owner=[1, 0, 2], probability=weights)


def test_many_chance_vertices_are_all_reduced_by_themselves() -> None:
    arena = Arena.from_edges(
        [(0, 0), (0, 1), (1, 0), (1, 1)], owner=[2, 2], probability=["1/4", "3/4", "2/7", Fraction(5, 7)]
    )
    assert repr(arena) == "Arena(n=2, m=4, owned, 2 chance vertices)"
    assert arena.probability is not None
    assert arena.denominator is not None
    assert arena.probability.tolist() == [1, 3, 2, 5]
    assert arena.denominator.tolist() == [4, 7]


MOST = 2**63 - 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("1/2", "1/3", "1/7"), "the probabilities at vertex 1 sum to 41/42; expected exactly 1"),
        (("1/2", "1/2", "0"), "an edge of vertex 1 has the probability 0; expected more than 0"),
        (("3/2", "-1", "1/2"), "an edge of vertex 1 has the probability -1; expected more than 0"),
        ((1, 0, 3), "an edge of vertex 1 has the probability 0; expected more than 0"),
        ((float("nan"), "1/4", "1/4"), "a probability at vertex 1: 'nan' is not a number"),
        (("1/2", None, "1/2"), "vertex 1 belongs to chance, but an edge of it has no probability"),
        (("half", "1/4", "1/4"), "a probability at vertex 1: 'half' is not a number; expected an integer"),
        (("1/0", "1/4", "1/4"), 'a probability at vertex 1: "1/0" divides by zero'),
        ((True, 1, 1), "a probability at vertex 1: True is not a number"),
        ((f"1/{2**64}", f"{2**64 - 2}/{2**64}", f"1/{2**64}"), r"vertex 1 need a common denominator above 2\^63"),
        ((MOST, MOST - 1, 1), r"vertex 1 need a common denominator above 2\^63"),
        ((2**70, 2**70 + 1, 1), r"vertex 1 need a common denominator above 2\^63"),
    ],
)  # fmt: skip
def test_wrong_probabilities_are_refused_in_words(given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        coin(*given)


def test_the_largest_denominator_is_kept() -> None:
    arena = coin(MOST - 2, 1, 1)
    assert arena.denominator is not None
    assert int(arena.denominator[1]) == MOST
    assert arena.probability_of(1) == Fraction(MOST - 2, MOST)


def test_probabilities_stand_at_vertices_of_chance_and_nowhere_else() -> None:
    with pytest.raises(ArenaError, match="vertex 0 belongs to chance, so its edges need probabilities"):
        Arena([0, 1], [0], owner=[CHANCE])
    with pytest.raises(ArenaError, match="vertex 0 belongs to chance, but has no edge"):
        Arena([0, 0], [], owner=[CHANCE], probability=[])
    with pytest.raises(ArenaError, match="edge 0 has the probability 1/2, but its vertex 0 does not belong to chance"):
        Arena([0, 1], [0], owner=[0], probability=["1/2"])
    with pytest.raises(ArenaError, match="there are 2 probabilities, but the arena has 1 edge"):
        Arena([0, 1], [0], owner=[CHANCE], probability=["1/2", "1/2"])
    with pytest.raises(ArenaError, match="there are 2 probabilities, but the arena has 3 edges"):
        Arena.from_edges([(1, 0), (0, 0), (1, 1)], owner=[0, CHANCE], probability=["1/2", "1/2"])
    arena = Arena([0, 1], [0], owner=[0], probability=[None])
    assert arena.probability is None


def test_an_objective_for_two_players_refuses_chance_in_a_sentence() -> None:
    arena = coin(1, 1, 1)
    for objective in (NormalPlay(), Reach([0])):
        with pytest.raises(GameError, match=f"vertex 1 belongs to chance, and a {objective.name} objective is for two"):
            Game(arena, objective)
    assert Game(arena, Hope()).arena is arena


def rich() -> Arena:
    """Return an arena with everything: labels, chance, data."""
    return Arena.from_edges(
        EDGES,
        owner=OWNER,
        labels=("a", ("b", 1), 7, "d"),
        probability=[None, "1/2", "1/3", None, "1/6", None],
        edge_data={"weight": [1, -2, 3, 4, 5, 6], "cost": ["1/2", 0, "0.25", 2**70, 1, 1], "red": [True] + 5 * [False]},
        vertex_data={"reward": [0, "7/3", 0, 1]},
    )


def test_edge_data_come_along_into_the_order_of_the_arena() -> None:
    arena = rich()
    assert arena.successors.tolist() == [1, 0, 2, 3, 2, 0]
    weight, cost, red = (arena.edge_data[name] for name in ("weight", "cost", "red"))
    assert (weight.dtype, weight.tolist()) == (np.dtype(np.int64), [1, -2, 3, 5, 4, 6])
    assert (cost.dtype, cost.tolist()) == (np.dtype(object), [Fraction(1, 2), 0, Fraction(1, 4), 1, 2**70, 1])
    assert (red.dtype, red.tolist()) == (np.dtype(bool), [True, False, False, False, False, False])
    assert arena.vertex_data["reward"].tolist() == [0, Fraction(7, 3), 0, 1]
    for array in (*arena.edge_data.values(), *arena.vertex_data.values()):
        assert not array.flags.writeable
    with pytest.raises(TypeError):
        arena.edge_data["weight"] = weight  # type: ignore[index]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"weight": [1, 2]}, "'weight' has 2 entries, but the arena has 6 edges"),
        ({"weight": [1, 2, 3, 4, 5, float("inf")]}, "'weight', entry 5: 'inf' is not a number"),
        ({"weight": np.array([0.5] * 5 + [np.nan])}, "'weight', entry 5: 'nan' is not a number"),
        ({"weight": [1, 2, 3, 4, 5, None]}, "'weight', entry 5: None is not a number"),
        ({"weight": "123456"}, "'weight' is not a row of numbers"),
        ({"weight": 7}, "'weight' is not a row of numbers"),
        ({"weight": np.zeros((6, 1), np.int64)}, "'weight' is not a row of numbers"),
    ],
)
def test_wrong_data_are_refused_in_words(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        Arena.from_edges(EDGES, edge_data=data)


def test_an_objective_takes_its_data_from_the_arena_by_name_or_as_given() -> None:
    arena = rich()
    assert over_edges(arena, "weight", "weight") is arena.edge_data["weight"]
    assert over_edges(arena, range(6), "weight").tolist() == [0, 1, 2, 3, 4, 5]
    with pytest.raises(ArenaError, match="the arena has no data 'wieght' over its edges; there are: weight, cost, red"):
        over_edges(arena, "wieght", "weight")
    with pytest.raises(ArenaError, match="weight has 1 entries, but the arena has 6 edges"):
        over_edges(arena, [1], "weight")


def test_networkx_holds_everything_there_and_back() -> None:
    arena = rich()
    graph = arena.to_networkx()
    assert graph.edges[("b", 1), 7, 0] == {
        "weight": 3, "cost": Fraction(1, 4), "red": False, "probability": THIRD,
    }  # fmt: skip
    assert graph.nodes["a"] == {"owner": 0, "reward": 0}
    back = Arena.from_networkx(graph, data=("weight", "cost", "red"), node_data=("reward",))
    assert same(arena, back)
    assert Arena.from_networkx(graph).edge_data == {}


def test_networkx_refuses_what_is_missing() -> None:
    graph = nx.DiGraph([(0, 1), (1, 0)])
    with pytest.raises(ArenaError, match="edge 0 -> 1 has no 'weight'"):
        Arena.from_networkx(graph, data=["weight"])
    nx.set_node_attributes(graph, {0: 0, 1: 2}, "owner")
    with pytest.raises(ArenaError, match="vertex 1 belongs to chance, so its edges need probabilities"):
        Arena.from_networkx(graph)
    graph.edges[1, 0]["probability"] = "1"
    assert Arena.from_networkx(graph).probability_of(1) == 1


def test_pickling_keeps_everything_and_the_arrays_read_only() -> None:
    arena = rich()
    arena.remember("lambda", lambda: lambda: 0)  # what was computed need not be picklable
    back = pickle.loads(pickle.dumps(arena))
    assert same(arena, back)
    for array in (back.indptr, back.successors, back.owner, back.probability, back.edge_data["weight"]):
        assert not array.flags.writeable
    plain = Arena.from_edges([(0, 1)])
    assert same(plain, pickle.loads(pickle.dumps(plain)))


def test_trusted_arrays_make_the_same_arena() -> None:
    a = rich()
    back = Arena.trusted(
        a.indptr, a.successors, a.owner, a.labels, a.probability, a.denominator, a.edge_data, a.vertex_data
    )
    assert same(a, back)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7/3", Fraction(7, 3)),
        ("-1.25", Fraction(-5, 4)),
        ("+4/2", 2),
        ("1e-6", Fraction(1, 10**6)),
        (".5", Fraction(1, 2)),
        (" 12 ", 12),
        ("inf", INFINITY),
        ("-∞", -INFINITY),
        ("[1/3, 1/2]", Bracket(THIRD, Fraction(1, 2))),
        ("[0, inf]", Bracket(0, INFINITY)),
    ],
)
def test_values_are_read_exactly_and_written_so_that_they_are_read_again(text: str, value: Any) -> None:
    found = parse(text)
    assert found == value
    assert type(found) is type(value)
    assert parse(written(found)) == found
    assert from_json(to_json(found)) == found


@pytest.mark.parametrize(
    "text", ["", "x", "1/", "1//2", "1/-2", "--1", "1e9999", "٣", "[1, 2, 3]", "[2, 1]", "nan", "0x1", "1_0"]
)  # fmt: skip
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        parse(text)


def test_infinity_is_above_every_number() -> None:
    numbers_: list[Any] = [INFINITY, Fraction(1, 3), -INFINITY, 10**100, -5]
    assert sorted(numbers_) == [-INFINITY, -5, Fraction(1, 3), 10**100, INFINITY]
    assert str(INFINITY) == "∞"
    assert str(-INFINITY) == "-∞"
    assert {INFINITY: 1}[Infinite()] == 1
    assert INFINITY != -INFINITY
    assert not INFINITY < INFINITY
    assert Infinite() <= INFINITY
    assert INFINITY != 10**400
    assert pickle.loads(pickle.dumps(-INFINITY)) == -INFINITY


def test_infinity_goes_with_numbers_of_every_type() -> None:
    inf: Any = float("inf")
    sum_of_all: Any = sum([1, INFINITY, Fraction(1, 2)])
    for known in (inf, np.float64(inf), np.float32(inf), Decimal("inf")):
        assert known in {INFINITY} and INFINITY in {known} and -known == -INFINITY and known != -INFINITY
        assert hash(known) == hash(INFINITY)
    for finite in (3, -1.5, Fraction(1, 3), 10**400, np.int64(7), np.float64(0.5), Decimal("0.1")):
        assert -INFINITY < finite < INFINITY and finite != INFINITY and not finite >= INFINITY
        assert INFINITY + finite == finite + INFINITY == INFINITY - finite == INFINITY
        assert finite - INFINITY == -INFINITY and isinstance(finite - INFINITY, Infinite)
    assert float(-INFINITY) == -inf and sum_of_all == INFINITY
    assert (np.array([1, INFINITY], object) == INFINITY).tolist() == [False, True]
    with pytest.raises(GameError, match="∞ and -∞ have no sum"):
        INFINITY - INFINITY
    for wrong in ("1", None, float("nan")):
        with pytest.raises(TypeError):
            INFINITY + wrong


def test_numbers_are_exact_or_refused() -> None:
    assert numbers([1, 2], "x").dtype == np.int64
    assert numbers([2**63], "x").tolist() == [2**63]
    assert numbers(np.array([1, 2], np.uint64), "x").dtype == np.int64
    assert type(number(np.int8(3))) is int
    assert number("-" + "9" * 9999) == 1 - 10**9999
    with pytest.raises(GameError, match="is not a number"):
        number("0." + "9" * 9999)
    with pytest.raises(GameError, match="is not a number"):
        number(Decimal("nan"))


def turns(by_edge: bool = False) -> FiniteMemoryStrategy:
    """Return the strategy that goes from 0 to 1 and to 2 by turns."""
    arena = Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1], labels=["hub", "left", "right"])
    moves = [[1, -1, -1], [2, -1, -1]]
    update = [[1, 0, 0, 0], [0, 0, 1, 1]] if by_edge else [[1, 0, 0], [0, 1, 1]]
    return FiniteMemoryStrategy(arena, moves, update, names=["go left", "go right"])


@pytest.mark.parametrize("by_edge", [False, True])
def test_a_strategy_with_memory_can_be_asked_and_followed(by_edge: bool) -> None:
    strategy = turns(by_edge)
    assert (strategy.memory, strategy.names) == (2, ("go left", "go right"))
    assert [strategy.move(0, q) for q in (0, 1)] == [(0, 1), (1, 0)]
    assert strategy.move(1, 0) is None
    assert strategy.start(0) == 0
    assert strategy.along(0, 0, 1) == strategy.after(0, 0) == 1
    assert (strategy.opening.tolist(), strategy[0], strategy[1]) == ([1, -1, -1], 1, None)
    with pytest.raises(GameError, match="there is no edge from left to right"):
        strategy.along(0, 1, 2)
    assert strategy.play(0, opponent=lambda v: 0, limit=6) == [0, 1, 0, 2, 0, 1, 0]
    assert strategy.play(0) == [0, 1]  # nobody answers
    assert strategy.check([0]).ok
    assert strategy.moves.dtype == np.int32 and not strategy.moves.flags.writeable


def test_both_kinds_of_strategy_answer_the_same_questions() -> None:
    memoryless = Strategy(np.array([1, 2, 0, -1], np.int32))
    assert memoryless.play(0) == [0, 1, 2, 0]
    assert memoryless.play(3) == [3]
    assert memoryless.play(3, opponent=lambda v: 0, limit=2) == [3, 0, 1]
    with pytest.raises(GameError, match="the strategy belongs to no arena"):
        memoryless.move(0)
    arena = Arena.from_edges([(0, 1), (1, 2), (2, 0), (3, 0)])
    memoryless = memoryless.on(arena)
    machine = FiniteMemoryStrategy.of(memoryless, arena)
    assert machine.memory == 1
    for v in range(4):
        assert machine.move(v) == memoryless.move(v) == ((v, 0) if v < 3 else None)
        assert machine.play(v) == memoryless.play(v)
        assert machine.start(v) == memoryless.start(v) == 0
        assert machine.along(0, v, 0) == memoryless.along(0, v, 0) == 0
    plays = machine.followed().plays
    assert (plays.arena.n, plays.arena.label(2)) == (4, 2)


def test_strategies_are_written_as_plain_data() -> None:
    data = json.loads(turns().to_json())
    assert data == {
        "memory": ["go left", "go right"], "start": [0, 0, 0], "by": "edge",
        "update": [[1, 1, 0, 0], [0, 0, 1, 1]], "moves": [[1, -1, -1], [2, -1, -1]],
    }  # fmt: skip
    assert json.loads(turns(by_edge=True).to_json()) == data | {"update": [[1, 0, 0, 0], [0, 0, 1, 1]]}
    assert json.loads(Strategy(np.array([1, -1, -1], np.int32)).to_json()) == {"moves": [1, -1, -1]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": [[1, -1]]}, r"moves has shape \(1, 2\); expected \(states of memory, 3\)"),
        ({"moves": [1, -1, -1]}, r"moves has shape \(3,\); expected \(states of memory, 3\)"),
        ({"moves": [[1, -1, -1], [3, -1, -1]]}, "moves has the entry 3; expected -1 to 2"),
        ({"moves": [[1], [2, -1]]}, "moves has rows of different lengths"),
        ({"moves": [[0.5, 1, 1], [0, 1, 1]]}, "moves has dtype float64; expected integers"),
        ({"update": [[2, 0, 0], [0, 1, 1]]}, "update has the entry 2; expected 0 to 1"),
        ({"update": [[0, 0], [0, 1]]}, r"shape \(2, 2\); expected \(2, 3\) by vertices or \(2, 4\) by edges"),
        ({"update": Automaton(3, 0, [[0] * 4] * 3)}, "the memory has 3 states, but moves has 2 rows"),
        ({"start": [0, 1]}, r"start has shape \(2,\); expected one state of the memory, or 3"),
        ({"start": 5}, "start has the entry 5; expected 0 to 1"),
        ({"names": ["q", "q"]}, "expected 2 different ones"),
        ({"update": None}, "update has dtype object"),
    ],
)  # fmt: skip
def test_tables_that_are_no_strategy_are_refused_in_words(change: dict[str, Any], message: str) -> None:
    tables: dict[str, Any] = {"moves": [[1, -1, -1], [2, -1, -1]], "update": [[1, 0, 0], [0, 1, 1]]}
    with pytest.raises(GameError, match=message):
        FiniteMemoryStrategy(turns().arena, **tables | change)


def test_the_check_names_the_vertex_and_the_state_of_memory() -> None:
    good = turns()
    wrong = FiniteMemoryStrategy(good.arena, [[1, 2, -1], [-1, -1, -1]], good.automaton)
    report = wrong.check([0])
    assert not report.ok
    assert [str(failure) for failure in report.failures] == [
        "vertex 1: at left, with memory go left, the strategy moves to right, which is not a successor",
        "vertex 0: at hub, with memory go right, the strategy has no move",
    ]
    wrong = FiniteMemoryStrategy(good.arena, [[1, -1, -1], [-1, -1, -1]], good.automaton)
    assert [failure.message for failure in wrong.check([0]).failures] == [
        "at hub, with memory go right, the strategy has no move"
    ]
    assert wrong.check().ok  # nothing was needed
    mask = np.array([False, True, False])
    assert {failure.vertex for failure in wrong.check(mask).failures} == {1}
    arena = Arena.from_edges([(0, 0)], owner=[CHANCE], probability=["1"])
    machine = FiniteMemoryStrategy.of(Strategy(np.array([0], np.int32)), arena)
    assert machine.check().failures[0].message == "the strategy has a move, but chance moves there"


def test_the_plays_of_a_strategy_are_an_arena_with_everything_on_it() -> None:
    plays = turns().followed([0]).plays
    assert [str(label) for label in plays.arena.labels or ()] == [
        "hub / go left", "left / go right", "hub / go right", "right / go left",
    ]  # fmt: skip
    edges = {(str(plays.arena.label(u)), str(plays.arena.label(w))) for u, w in plays.arena.edges()}
    assert edges == {
        ("hub / go left", "left / go right"),
        ("left / go right", "hub / go right"),
        ("hub / go right", "right / go left"),
        ("right / go left", "hub / go left"),
    }
    arena = rich()
    machine = FiniteMemoryStrategy(arena, [[1, -1, -1, 0], [1, -1, -1, 0]], [[1, 0, 0, 1], [1, 1, 1, 0]])
    plays = machine.followed().plays
    assert plays.arena.probability is not None
    for e in range(plays.arena.m):
        u = int(plays.arena.tails[e])
        v, w = int(plays.vertex[u]), int(plays.vertex[plays.arena.successors[e]])
        old = next(
            f for f in range(arena.m)
            if arena.tails[f] == v and arena.successors[f] == w
        )  # fmt: skip
        assert plays.arena.probability_of(e) == arena.probability_of(old)
        assert plays.arena.edge_data["cost"][e] == arena.edge_data["cost"][old]
    assert plays.arena.vertex_data["reward"].tolist() == arena.vertex_data["reward"][plays.vertex].tolist()


def test_following_agrees_with_playing_on_random_machines() -> None:
    rng = np.random.default_rng(7)
    for _ in range(cases(60, 0.4)):
        n, k = int(rng.integers(1, 6)), int(rng.integers(1, 4))
        pairs = np.array([(v, int(rng.integers(n))) for v in range(n) for _ in range(int(rng.integers(1, 4)))])
        arena = Arena.from_edges(pairs, n, owner=rng.integers(0, 2, n))
        moves = np.full((k, n), -1)
        for q in range(k):
            for v in range(n):
                if arena.owner is not None and arena.owner[v] == 0:
                    moves[q, v] = rng.choice(arena.successors_of(v))
        by_edge = bool(rng.integers(2))
        update = rng.integers(0, k, (k, arena.m if by_edge else n))
        machine = FiniteMemoryStrategy(arena, moves, update, rng.integers(0, k, n), by_edge=by_edge)
        seen, todo = set(), [(v, machine.start(v)) for v in range(n)]
        edges = set()
        while todo:
            v, q = todo.pop()
            if (v, q) in seen:
                continue
            seen.add((v, q))
            for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
                w = int(arena.successors[e])
                if machine.next(v, q) in (None, w):
                    then = int(update[q, e if by_edge else v])
                    edges.add((v, q, w, then))
                    todo.append((w, then))
        plays, strategy = machine.followed()
        named = list(zip(plays.vertex.tolist(), plays.memory.tolist(), strict=True))
        assert set(named) == seen
        assert {(*named[u], *named[w]) for u, w in plays.arena.edges()} == edges
        followed = [None if w is None else named[w][0] for w in strategy]
        assert followed == [machine.next(v, q) for v, q in named]
        assert machine.check(np.flatnonzero(arena.owner == 0)).ok


SVG = "{http://www.w3.org/2000/svg}"


def test_chance_is_drawn_as_a_diamond_with_probabilities_at_its_edges() -> None:
    view = GraphView(coin("1/2", "1/3", "1/6"), "coin")
    root = ET.fromstring(draw(view).svg)
    diamonds = [shape for shape in root.iter(f"{SVG}polygon") if len(shape.get("points", "").split()) == 4]
    assert len(diamonds) == 1
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"1/2", "1/3", "1/6"} <= set(texts)
    lines = dot(view).splitlines()
    assert sum("shape=diamond" in line for line in lines) == 1
    assert '  1 -> 0 [label="1/2"]' in lines
    assert '  1 -> 3 [label="1/6"]' in lines
    near = ET.fromstring(draw(view, around=3, radius=1).svg)  # a piece keeps what belongs to each edge
    assert "1/6" in {text.text for text in near.iter(f"{SVG}text")}
    assert "1/3" not in {text.text for text in near.iter(f"{SVG}text")}


def test_parallel_edges_and_loops_of_chance_show_their_probabilities() -> None:
    arena = Arena.from_edges([(0, 0), (0, 1), (0, 1), (1, 1)], owner=[2, 0], probability=["1/2", "1/3", "1/6", None])
    texts = [text.text for text in ET.fromstring(draw(GraphView(arena, "dice")).svg).iter(f"{SVG}text")]
    assert {"1/2", "1/3", "1/6"} <= set(texts)
    many = Arena.from_edges([(0, 1)] * 6 + [(1, 1)], owner=[2, 0], probability=[1] * 6 + [None])
    assert "1/6 ×6" in draw(GraphView(many, "die")).svg


def test_dot_of_chance_is_read_by_graphviz(tmp_path: Any) -> None:
    from shutil import which

    if which("dot") is None:
        pytest.skip("Graphviz is not installed")
    text = dot(GraphView(coin("1/2", "1/3", "1/6"), "coin"))
    drawn = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True)
    assert b"1/6" in drawn.stdout


def test_a_strategy_with_memory_is_drawn_with_the_states_of_its_memory() -> None:
    picture = turns().draw()
    assert picture.title == "strategy, 2 states of memory, 5 vertices, 5 edges"
    assert "hub / go left" in picture.svg
    assert 'class="edge strategy"' in picture.svg
    assert turns().draw(around="hub / go left", radius=1).svg


class ExactClaim(Claim):
    objectives = ("hope",)
    with_chance = True


def claimed(values: Any) -> ArenaSolution:
    arena = Arena.from_edges(EDGES, owner=OWNER, probability=[None, 1, 1, None, 1, None], labels=["a", "b", "c", "d"])
    moves = Strategy(np.full(4, -1, np.int32))
    return ArenaSolution(Game(arena, Hope()), np.zeros(4, np.uint8), moves, "by hand", Certificate(), values)


def test_a_claim_says_what_type_its_values_have() -> None:
    values = [1, Fraction(1, 2), INFINITY, Bracket(0, 1)]
    array = np.empty(4, object)
    array[:] = values
    solution = claimed(array)
    claim = ExactClaim(solution)
    assert claim.value is not None
    assert claim.value.tolist() == values
    assert [solution.value(name) for name in "abcd"] == values
    assert solution.to_dict()["value"] == [1, "1/2", "inf", "[0, 1]"]
    integers = ExactClaim(claimed(np.array([1, 2, 3, 4]))).value
    assert integers is not None
    assert {type(value) for value in integers} == {int}


def test_values_of_another_type_make_no_claim() -> None:
    report = examine(
        ExactClaim, [lambda claim: verdict(claim.all, claim.value == claim.value, str)], claimed([0.5] * 4)
    )
    assert not report.ok
    assert report.failures[0].message == (
        "at a, the solution's value is of type float; expected int or Fraction or Infinite or Bracket"
    )
    with pytest.raises(UnfitError):
        _ = ExactClaim(claimed(np.zeros(3, np.int64))).value

    class CountClaim(Claim):
        objectives = ("normal",)

    array = np.empty(4, object)
    array[:] = [Fraction(1, 2)] * 4
    counted = replace(claimed(array), problem=Game(Arena.from_edges(EDGES), NormalPlay()))
    with pytest.raises(UnfitError):
        _ = CountClaim(counted).value


def test_exact_values_of_a_solution_are_written_and_read() -> None:
    values = np.empty(4, object)
    values[:] = [10**30, Fraction(1, 2), -INFINITY, Bracket(0, Fraction(1, 3))]
    solution, codec = claimed(values), json_.GameCodec()
    written = codec.answers(solution)["value"]
    assert written == [str(10**30), "1/2", "-inf", "[0, 1/3]"]
    changes: list[tuple[Any, str]] = [
        (written, ""),
        ([1, 2], "expected 4 entries"),
        ({}, '"value" is not an array'),
        ([1, 2, 0.5, 3], '"value" of vertex 2 is 0.5'),
        ([1, 2, 3, "x"], '"value" of vertex 3 is "x"'),
    ]
    for value, message in changes:
        given = {"winner": [0] * 4, "strategy": [-1] * 4, "value": value, "certificate": {"kind": "strategy-pair"}}
        faults = Faults(json.dumps(given).encode(), "x.json")
        reading = Reading(faults, given, solution.problem, ("strategy-pair",))
        if message:
            with pytest.raises(FormatError, match=message):
                reading.claim(codec.needs_proof)
                faults.throw()
        else:
            answers, proof = reading.claim(codec.needs_proof)
            faults.throw()
            back = codec.made(solution.problem, proof, reading, answers)
            assert back.values is not None
            assert back.values.tolist() == values.tolist()
