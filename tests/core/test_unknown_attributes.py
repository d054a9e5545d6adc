"""Names that the package or an object lacks are answered with what there is instead, and never with a wrong lead."""

from __future__ import annotations

import inspect
import pickle
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import names, objectives, solvers
from graphgames.catalogue.python_habits import ATTRIBUTES, INSTEAD, _own
from graphgames.core.errors import did_you_mean
from graphgames.core.unknown_attributes import Suggesting
from tests.share import each

ANY: Any = gg
CLASSES = [
    thing
    for name in gg.__all__
    if inspect.isclass(thing := getattr(gg, name)) and not issubclass(thing, BaseException | str)
]
MODEL = gg.Model.from_table([("a", "go", "b", 1), ("b", "stay", "b", 1)])
OBJECTS = {
    "solution": gg.solve({"a": []}),
    "game": gg.Game.from_graph({"a": []}, gg.NormalPlay()),
    "arena": gg.Arena({"a": []}),
    "model": MODEL,
}
"""What the names in the sentences stand for."""
LOOPY = {"x": ["y", "s"], "y": ["x"], "s": ["t"], "t": []}
GRAPH = {"a": ["b", "c"], "b": ["c"], "c": []}


def answer(owner: Any, name: str) -> str:
    with pytest.raises(AttributeError) as error:
        getattr(owner, name)
    return str(error.value)


DISCOUNTED: Any = gg.solve(
    gg.Model.from_table([("a", "go", "a", "1/2", 1), ("a", "go", "b", "1/2", 1), ("b", "stay", "b", 1, 0)]),
    gg.Discounted("1/2"),
)


@each("owner", [one for one in CLASSES if not getattr(one, "_is_protocol", False)])
def test_every_public_class_and_its_objects_suggest_an_attribute(owner: type) -> None:
    assert issubclass(owner, Suggesting)
    known = max(sorted(_own(owner)), key=len)
    assert f"{owner.__name__} has no attribute {known + 'x'!r}; did you mean {known!r}?" in answer(owner, f"{known}x")


@pytest.mark.slow
def test_what_is_said_instead_is_there() -> None:
    for name, way in INSTEAD.items():
        for first, attribute in re.findall(r"\b(?:(\w+)\.)?(\w+)(?=\()", way):
            assert hasattr(OBJECTS.get(first) or (getattr(gg, first) if first else gg), attribute), way
        assert name == "draw" or answer(gg, name).endswith(way)  # a module has this name
    for name, meant in ATTRIBUTES.items():
        for attribute in meant:
            assert hasattr(gg, attribute) or any(
                attribute in dir(one) or attribute in getattr(one, "__annotations__", ()) for one in CLASSES
            ), name


def test_names_of_games_solvers_and_objectives_lead_to_them() -> None:
    for name in {*names(), *objectives()} - {"nimbers", "chess"}:
        spelt = name.replace("-", "_")
        assert hasattr(gg, spelt) or re.search(rf"{name}|the objective is", answer(gg, spelt))
    for solver in solvers():
        spelt = solver.name.replace("-", "_")
        assert hasattr(gg, spelt) or re.search(r"solve|read|nimber", answer(gg, spelt)), spelt


@each(
    "owner, name, says",
    [
        (gg, "genera", "there is MisereSolution.genera of what misere(...) returns"),
        (gg, "canonical", "did you mean 'canonical_form'?"),
        (gg, "from_pandas", "there is Model.from_pandas"),
        (gg, "green_game", "read(path, game='green-game') reads the input of that game"),
        (gg.Model, "from_frame", "did you mean 'from_pandas'?"),
        (
            gg.Arena(GRAPH),
            "add_edge",
            "cannot be changed: collect everything in a list, and call Arena.from_edges(",
        ),
        (gg.Arena(GRAPH), "draw", "there is Game.draw"),
        (gg.heap_game("kayles", 9), "genus", "there is MisereSolution.genus of what misere(...) returns"),
        (gg, "FiniteHorizon", "which Model.ask(text) answers"),
        (gg.solve(GRAPH).draw(), "show", "did you mean 'save'?"),
        (gg, "LongRunAverage", "solve(game, MeanPayoff())"),
        (gg.solve(GRAPH), "rank", "did you mean 'values' or 'value'?"),
        (gg.Model, "to_pandas", "did you mean 'write'?"),
        (gg, "MinCost", "solve(model, ExpectedReward(['goal']), owner=1)"),
        (gg, "judge", "graphgames judge NAME answers it"),
        (gg.Sum.of(gg.by_rule(range), 5), "moves", "did you mean 'best_moves'?"),
        (type(gg.solve(GRAPH)), "winner", "did you mean 'winner_of'?"),
        (gg.solve(GRAPH).problem, "winner", "solve(...) is a function of graphgames"),
        (gg.solve(GRAPH), "counterexample", "did you mean 'explain'?"),
        (gg, "winning_region", "solution.winner_of(v)"),
        (gg, "parse_prism_program", "model.ask(text)"),
        (gg, "strongly_connected_components", "arena.to_networkx()"),
        (gg.canonical_form("{3|1}"), "save", "draw().save(path) writes its picture"),
        (gg.canonical_form("{3|1}").thermograph, "save", "draw().save(path) writes its picture"),
    ],
)
def test_habits_of_other_tools_are_answered(owner: Any, name: str, says: str) -> None:
    assert says in answer(owner, name)


REWARDED = gg.Model.from_table([("s", "go", "s", 1, 1)])
CHANCY: Any = gg.Model.from_table(
    [("a", "go", "b", 0.5), ("a", "go", "c", 0.5), ("b", "stay", "b", 1), ("c", "stay", "c", 1)]
)
REACH: Any = gg.solve({"a": ["b"], "b": ["b"], "c": ["c"]}, gg.Reach(["b"]), owner=lambda v: 0)


@each(
    "call, found",
    [
        (lambda: ANY.load is gg.read and ANY.save is gg.write and ANY.MDP is gg.Model, True),
        (lambda: ANY.Reachability is gg.Reach and ANY.Safety is gg.Safe, True),
        (lambda: ANY.nim_add(3, 5), 6),
        (lambda: ANY.solve({"a": ["b"], "b": []}, ANY.Nimbers()).values.tolist(), [1, 0]),
        (lambda: ANY.attractor(gg.Arena(GRAPH, owner=[0, 0, 0]), ["b"]).winning_region(), ["a", "b"]),
        (lambda: ANY.zielonka(gg.Game.from_graph([(0, 0)], gg.Parity([1]), owner=[0])).won, (0, 1)),
        (lambda: ANY.policy_iteration(REWARDED, discount="1/2").value("s"), 2),
        (lambda: ANY.Game([(0, 1), (1, 0)], gg.Parity([1, 0]), owner=[0, 1]).solve().won, (0, 2)),
        (lambda: ANY.grundy({"a": ["b"], "b": []}).values.tolist(), [1, 0]),
        (lambda: [ANY.grundy("kayles", 5), ANY.sg(range, 7), ANY.grundy_number({"a": ["b"], "b": []}, "a")], [4, 7, 1]),
        (lambda: [ANY.nimbers("kayles", 5), ANY.nim_values(".77").nimber(5), ANY.birthday("*3")], [4, 4, 3]),
        (lambda: [str(ANY.loopy_nimbers(LOOPY).value(v)) for v in "xyst"], ["infinity(1)", "infinity()", "1", "0"]),
        (lambda: ANY.partizan("domineering 2x3").canonical_form() == gg.canonical_form("domineering 2x3"), True),
        (lambda: str(ANY.partizan("domineering 2x3").thermograph()), str(ANY.thermograph("domineering 2x3"))),
        (lambda: [ANY.domineering(2, 3).mean, ANY.domineering(2, 3).temperature], [Fraction(3, 4), Fraction(5, 4)]),
        (lambda: ANY.octal_game(".77", 5).values.tolist(), [0, 1, 2, 3, 1, 4]),
        (lambda: ANY.subtraction([1, 3], 4).values.tolist(), [0, 1, 0, 1, 0]),
        (lambda: str(ANY.up + ANY.star), "^*"),
        (lambda: ANY.nim(3, 4, 5).winning_moves(), [(1, 4, 5)]),
        (lambda: ANY.nim([3, 4, 5]).outcome(), "win"),
        (lambda: ANY.kayles(5).nimber(5), 4),
        (lambda: ANY.grundy_values({0: [1, 2], 1: [2], 2: []})[:2].tolist(), [2, 1]),
        (lambda: "cells 1 to 7: nimber 3" in ANY.treblecross(7).explain(), True),  # a strip, and no heap
        (lambda: str(ANY.domineering(2, 2).value()), "±1"),
        (lambda: str(ANY.toads_and_frogs("T_F").value()), "*"),
        (lambda: ANY.chomp(2, 3).outcome(), "win"),
        (lambda: REACH.rank["a"], 1),
        (lambda: [REACH.ranks("a"), REACH.winner("c")], [1, 1]),
        (lambda: [REACH.winning_region(0), REACH.won_by("Adam")], [["a", "b"], ["c"]]),
        (lambda: ANY.solve(GRAPH).remoteness["a"], 1),
        (lambda: ANY.solve([("a", "b", -1), ("b", "a", 1)], gg.Energy(), owner=[0, 0]).initial_credit["a"], 1),
        (lambda: REACH.verify().ok and REACH.problem.solve().verify().ok, True),
        (lambda: CHANCY.solve(gg.ReachProbability(["b"])).sensitivity().start, "a"),
        (lambda: list(REACH.to_dataframe()) == list(REACH.to_pandas()), True),
        (lambda: REACH.plot().svg == REACH.draw().svg and REACH.why("a") == REACH.explain("a"), True),
        (lambda: ANY.Arena.from_numpy([0], [0]).num_edges, 1),
        (lambda: ANY.canonical_form("{1|-1}").left_options == gg.canonical_form("{1|-1}").left, True),
        (lambda: [ANY.by_rule(range, 5).winning_moves(), gg.solve(GRAPH).winning_moves("a")], [[0], ["c"]]),
        (lambda: ANY.grundy_values(GRAPH).grundy("a"), 2),
        (lambda: ANY.heap_game("kayles", 3).nim_sequence.tolist(), [0, 1, 2, 3]),
        (lambda: str(ANY.genus(".77", 5)), str(gg.misere(".77").genus(5))),
        (lambda: ANY.Sum("kayles 5 + nim 3").nimber(), 7),
        (
            lambda: [str(ANY.canonical_form(one)) for one in ("1|-1", "{1|0}|{-1|-2}", "1||0|-2")],
            ["±1", "{{1|0}|{-1|-2}}", "{1|{0|-2}}"],
        ),
        (lambda: ANY.draw(GRAPH).title, "normal play, 3 vertices, 3 edges"),
        (lambda: ANY.draw(nx.DiGraph(dict[Any, Any](GRAPH))).svg, ANY.draw(GRAPH).svg),
        (lambda: ANY.Model.from_transitions([[[1]]], [[1]]).states, 1),
        (lambda: ANY.simulate(DISCOUNTED, {"a": "go"}, 10).plays, 10),
        (
            lambda: ANY.sensitivity(DISCOUNTED).to_pandas().columns.tolist(),
            ["vertex", "to", "probability", "visits", "slope"],
        ),
        (lambda: ANY.solve(DISCOUNTED.problem, verbose=False, tolerance=1e-6).values.size, 2),
    ],
)
def test_names_of_habit_for_the_very_same_are_found(call: Any, found: object) -> None:
    assert call() == found


def test_a_solution_is_saved_by_its_own_method(tmp_path: Path) -> None:
    REACH.save(tmp_path / "reach.json")
    assert gg.read_solution(REACH.problem, tmp_path / "reach.json").winner.tolist() == REACH.winner.tolist()


@pytest.mark.parametrize("name", ["grundy", "sg", "grundy_value", "grundy_values", "nim_sum", "nim_values"])
def test_only_values_that_are_nimbers_are_suggested_for_nimbers(name: str) -> None:
    for other in (gg.solve(GRAPH), gg.solve("chomp 2x2"), gg.misere("kayles"), gg.misere_quotient("kayles", 3)):
        said = answer(other, name)
        assert "'value" not in said and "nimber(game, position)" in said and "grundy_values(graph)" in said
    for nimbers in (gg.grundy_values(GRAPH), gg.heap_game("kayles", 9), gg.Sum.of(gg.by_rule(range), 5)):
        assert name == "nim_sum" or hasattr(nimbers, name) or not hasattr(nimbers, "values")


def test_misere_play_is_found_from_every_normal_one() -> None:
    heaps = gg.heap_game("kayles", 9)
    for given in (heaps, heaps.problem, "kayles"):
        assert str(ANY.misere(given).genus((5,))) == "4^146"
    assert gg.solve("kayles 5", gg.MiserePlay()).outcome() == gg.misere("kayles").outcome((5,))
    with pytest.raises(gg.GameError, match=r"comes with an objective of its own$"):  # there is no arena
        gg.solve("chomp", gg.MiserePlay())
    with pytest.raises(gg.CallError, match=r"misere\(rules\) has the misère play"):
        ANY.heap_game("kayles", misere=True)


def test_what_is_like_nothing_gets_no_lead() -> None:
    for owner in (gg, gg.Model, gg.Arena(GRAPH)):
        assert answer(owner, "xyzzy").endswith("has no attribute 'xyzzy'")
    for owner, name in (
        (gg.solve(GRAPH), "birthday"),
        (gg.Model, "genera"),
    ):  # which other classes have, for other things
        assert answer(owner, name).endswith(f"has no attribute {name!r}")
    assert "from_pandas" not in answer(gg.Model, "to_pandas")
    assert did_you_mean("edgs", ["edges"], 0.75) and did_you_mean("edge", ["hedgehog"], 0.75) == "."


def test_an_answer_leaves_functions_and_classes_as_they_are() -> None:
    before = gg.solve, vars(gg.Arena)["__init__"], gg.Model.from_table
    assert answer(gg, "xyzzy") and answer(gg.Arena, "xyzzy")
    assert (gg.solve, vars(gg.Arena)["__init__"], gg.Model.from_table) == before


def test_a_failing_property_keeps_its_own_error_and_copies_work() -> None:
    class Broken(Suggesting):
        @property
        def values(self) -> int:
            return self.numbers  # type: ignore[attr-defined,no-any-return]

    assert "'numbers'" in answer(Broken(), "values")
    assert pickle.loads(pickle.dumps(gg.canonical_form("{1|-1}"))) == gg.canonical_form("{1|-1}")


def test_a_module_with_the_name_of_a_verb_is_no_function() -> None:
    with pytest.raises(gg.CallError, match=r"graphgames\.play is a module; there is .*\.play"):
        ANY.play(gg.solve(GRAPH))
    assert ANY.draw(gg.solve(GRAPH), title="By name").svg == gg.solve(GRAPH).draw(title="By name").svg
    with pytest.raises(gg.GameError, match=r"cannot be drawn; expected a game, such as Game\(graph, objective\)"):
        ANY.draw(3)


def test_what_is_called_by_a_label_goes_by_labels_that_are_numbers_too() -> None:
    ways = {1: [2], 2: [3, 1], 3: [3], 4: [3, 5], 5: [4]}
    solution: Any = gg.solve(ways, gg.Reach([3]), owner={1: 0, 2: 0, 3: 0, 4: 1, 5: 0})
    for label, rank in zip(ways, (2, 1, 0, -1, -1), strict=True):
        assert solution.rank_of(label) == solution.rank(label) == solution.values[label - 1] == rank
        assert solution.winner(label) == solution.winner_of(label)
    assert [solution.move(label) for label in ways] == [2, 3, None, 5, None]


def test_calls_without_what_is_needed_name_the_other_ways() -> None:
    with pytest.raises(gg.CallError, match=r"Game needs objective.*solve\(text\) solves the game"):
        ANY.Game("{1|-1}")
    with pytest.raises(gg.CallError, match=r"there is also .*Model\.from_pandas.*Model\.from_table"):
        ANY.Model()
    with pytest.raises(gg.CallError, match=r"needs heads.*there is also .*Arena\.from_edges"):
        ANY.Arena.from_arrays([[0, 1], [1, 0]])
    with pytest.raises(
        gg.CallError, match=r'nimber needs position.*, as in nimber\("kayles", 5\); grundy_values\(graph\)\.values'
    ):
        ANY.nimber([3, 4, 5])
    with pytest.raises(gg.ArenaError, match=r"read\(path\) reads the game in a file"):
        gg.Arena("game.pg")
    with pytest.raises(gg.ArenaError, match=r"no vertex 7; they are 0 to 1"):
        gg.Sum.of({0: [1], 1: []}, (0, 7))
    with pytest.raises(gg.CallError, match=r"'start' twice, .*It takes solution, start, in this order"):
        ANY.sensitivity(MODEL, gg.Discounted("9/10"), start="a")
    for options in ({"steps": True}, {"animate": True}):
        with pytest.raises(gg.GameError, match=r"draw\(play=N\) draws .* Steps shows an algorithm step by step"):
            gg.solve(GRAPH).draw(**options)
    with pytest.raises(gg.GameError, match=r"not as 'gif'; draw\(play=N\)"):
        gg.solve(GRAPH).draw("attr.gif")
    table = {0: {0: [(1.0, 0, 0.0, False)]}}
    assert gg.solve(table, gg.Discounted("0.9")).value(0) == 0


def test_a_name_or_a_notation_is_solved() -> None:
    assert gg.solve("kayles", start=(3, 5)).nimber((3, 5)) == gg.solve("kayles", start="3,5").nimber((3, 5)) == 7
    assert gg.solve("{1|-1}").outcome() == "win" and str(gg.canonical_form("domineering 2x2")) == "±1"
    with pytest.raises(gg.GameError, match="'nonsense': it is neither the name of a game nor of a file"):
        gg.solve("nonsense")


def test_what_belongs_elsewhere_is_answered_with_the_way(tmp_path: Path) -> None:
    model = gg.Model.from_table([("s", "go", "s", 1, 1)])
    with pytest.raises(gg.GameError, match=r"model\.ask\('Pmax'\)"):
        ANY.solve(model, "Pmax")
    with pytest.raises(gg.GameError, match=r"--objective NAME or --property TEXT on the command line"):
        gg.solve(model)
    with pytest.raises(gg.GameError, match="its method write"):
        gg.write(model, tmp_path / "model.csv")
    for name, way in (
        ("remoteness", "its values are nimbers; solve"),
        ("credit", r"solve\(graph, Energy"),
        ("is_tame", "Misere"),
    ):
        with pytest.raises(AttributeError, match=way):
            getattr(gg.grundy_values(GRAPH), name)
    with pytest.raises(AttributeError, match="did you mean 'genus'"):
        _ = ANY.misere("kayles").is_tame
    with pytest.raises(gg.GameError, match="did you mean 'hackenbush'"):
        gg.nimber("green-hackenbush", (("ground", "a"),))
    with pytest.raises(gg.GameError, match="a reach objective has no opposite"):
        _ = ~ANY.Reach([0])
    with pytest.raises(gg.GameError, match=r"'col' is not the name of a partizan game; expected .*domineering"):
        gg.partizan("col")
    domineering = gg.solve("domineering 3x3").problem.rules
    assert domineering.position("2x3") == ".../..." and domineering.position("../.#") == "../.#"


def test_edges_are_given_by_name_or_as_an_array() -> None:
    pairs = np.array([[0, 1], [1, 0], [1, 1]])
    for arena in (gg.Arena(edges=pairs, owner=[0, 1]), gg.Arena(pairs, owner=[0, 1]), gg.Arena(edges=iter(pairs))):
        assert list(arena.edges()) == [(0, 1), (1, 0), (1, 1)]
    with pytest.raises(gg.ArenaError, match="one or the other"):
        ANY.Arena(GRAPH, edges=pairs)


def test_progress_may_be_heard_from_every_solver_and_checker() -> None:
    seen: list[Any] = []
    solution = gg.solve({0: [1], 1: [0]}, gg.Parity([0, 1]), owner=[0, 1], progress=seen.append)
    assert gg.verify(solution, progress=seen.append).ok
    table = gg.solve("chomp width=2 height=2", progress=lambda *done: seen.append(done))
    assert gg.verify(table, progress=lambda *done: seen.append(done)).ok and seen


def test_nim_products_are_those_of_the_definition() -> None:
    found: dict[tuple[int, int], int] = {}
    for a in range(20):
        for b in range(20):
            found[a, b] = gg.mex([found[x, b] ^ found[a, y] ^ found[x, y] for x in range(a) for y in range(b)])
            assert found[a, b] == gg.nim_product(a, b)
    x, y, z = 0x9D2C5680F00D, 0xEFC60000BEEF, 2**200 + 12345
    assert gg.nim_product(x, gg.nim_product(y, z)) == gg.nim_product(gg.nim_product(x, y), z)
    assert gg.nim_product(x ^ y, z) == gg.nim_product(x, z) ^ gg.nim_product(y, z)
    with pytest.raises(gg.GameError, match="a value is -1"):
        gg.nim_product(-1, 2)


def test_weights_of_a_networkx_graph_by_another_name_are_named() -> None:
    graph: Any = nx.DiGraph()
    graph.add_edge("a", "b", cost=-2, owner=0)
    graph.add_edge("b", "a", cost=3)
    with pytest.raises(gg.GameError, match=r"edges have cost, owner: name one, as in Energy\(weight='cost'\)"):
        gg.solve(graph, gg.Energy())
    with pytest.raises(gg.GameError, match=r"canonical_form\('\{1\|-1\}'\) reads a game"):
        ANY.CanonicalForm("{1|-1}")
    assert str(gg.canonical_form("{2|-1}").draw().title) == "{2|-1}: mean 1/2, temperature 3/2"
    assert gg.canonical_form("{2|-1}").thermograph.draw().svg.startswith("<svg")


def test_a_film_of_a_solution_is_a_drawn_play() -> None:
    model: Any = gg.Model.from_table([("a", "go", "a", 1, 1)])
    solutions: list[Any] = [gg.solve(GRAPH), gg.grundy_values(GRAPH), gg.solve(model, gg.Discounted(discount="1/2"))]
    for solution in solutions:
        with pytest.raises(
            AttributeError, match=r"has no attribute 'steps'; draw\(play=N\) draws the best play, saved"
        ):
            solution.steps()
        assert len(solution.draw(play=2).frames) > 1
        assert solution.animate(title="A play").svg == solution.draw(play=20, title="A play").svg


def test_a_file_is_solved_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "ways.txt").write_text("1 2\n1 3\n2 4\n")
    (tmp_path / "model.csv").write_text("state,action,next,reward\na,go,a,1\n")
    ways = str(tmp_path / "ways.txt")
    assert gg.solve(ways).outcome(1) == "win" and gg.solve(ways, objective="nimbers").nimber(1) == 2
    with pytest.warns(UserWarning, match="no vertex has an owner"):
        assert gg.solve(ways, gg.Reach([4])).won == (3, 1)
    assert gg.solve(tmp_path / "model.csv", gg.Discounted("1/2")).value("a") == 2


def test_attributes_of_a_value_are_functions_of_its_notation() -> None:
    assert (ANY.mean("{4|1||-2}"), ANY.temperature("{4|1||-2}")) == (Fraction(1, 4), Fraction(9, 4))
    assert ANY.thermograph("{3|1}").mean == 2 and ANY.outcome_class("up") == "L"
    assert "worth 3/4; 4 positions" in str(ANY.hackenbush("BRB"))


def test_arguments_and_attributes_that_other_tools_have_are_taken_or_named() -> None:
    assert ANY.Arena.from_arrays(src=[0, 1], dst=[1, 0]).m == 2
    assert (
        ANY.synthesize("G(a -> X b)", inputs=["a"]).player == ANY.synthesize("G(a -> X b)", outputs=["b"]).player == 0
    )
    with pytest.raises(gg.FormatError, match=r"in Python outs=\[\.\.\.\]"):
        ANY.synthesize("G(a -> X b)")
    with pytest.raises(gg.GameError, match="outs is for a formula or an automaton"):
        ANY.synthesize(gg.read("inputs: a\noutputs: b\nG(a -> X b)\n"), ins=["a"])
    solution: Any = gg.solve({0: {0: 1}}, gg.Parity([0]), owner=["chance"])
    with pytest.raises(AttributeError, match=r"value\(v\) is one of the objectives ReachProbability\(\.\.\.\) and"):
        _ = solution.probability
    with pytest.raises(AttributeError, match=r"ParityProbability\(priorities\) with what probability"):
        _ = ANY.StochasticParity


def test_what_cannot_be_done_so_names_the_way(tmp_path: Path) -> None:
    with pytest.raises(gg.CallError, match=r"geography solves what Geography\(\.\.\.\) makes"):
        ANY.geography(GRAPH, "a")
    with pytest.raises(gg.CallError, match="genus needs a position"):
        ANY.genus(".77")
    with pytest.raises(gg.CallError, match="answers are exact where no precision is asked for"):
        ANY.solve(DISCOUNTED.problem, exact=True)
    with pytest.raises(gg.GameError, match="not a solution; expected what solve"):
        ANY.simulate(MODEL, plays=10)
    assert "misere_quotient(...) is a function" in answer(gg.misere(".77"), "quotient")
    assert "cannot be changed: collect everything" in answer(MODEL, "set_probability")
    DISCOUNTED.to_csv(tmp_path / "policy.csv")
    assert (tmp_path / "policy.csv").read_text().startswith("state,action")


def test_who_would_add_edges_is_led_to_the_graph_that_takes_them() -> None:
    for name in ("add_edge", "add_vertex", "add_node"):
        with pytest.raises(AttributeError, match=r"or begin with graph = Arena\(\), which has add_vertex and add_edge"):
            getattr(gg.Arena, name)


def test_priorities_of_a_graph_and_words_of_read_are_enough_for_solve(tmp_path: Path) -> None:
    ring: Any = gg.Arena()
    ring.add_vertex("hall", owner=0, priority=2)
    ring.add_vertex("yard", owner=1, priority=1)
    ring.add_edge("hall", "yard")
    ring.add_edge("yard", "hall")
    assert gg.solve(ring).winner_of("yard") == 0 and gg.solve(ring).problem.objective.name == "parity"
    with pytest.raises(gg.GameError, match="has no objective"):
        gg.solve({"a": ["a"]}, owner={"a": 0})
    (tmp_path / "strip.txt").write_text("1\n...\n")
    (tmp_path / "ring.pg").write_text("parity 1;\n0 2 0 1;\n1 1 1 0;\n")
    assert "1" in str(gg.solve(tmp_path / "strip.txt", game="treblecross"))
    solved = gg.solve(str(tmp_path / "ring.pg"), convention="min-even")
    assert solved.won[1] == 2
    gg.write(gg.solve(tmp_path / "ring.pg"), tmp_path / "ring.sol")
    assert gg.verify(gg.read_solution(tmp_path / "ring.pg", tmp_path / "ring.sol")).ok


def test_amounts_are_rules_and_a_heap_may_stand_alone() -> None:
    game = gg.by_rule((1, 3, 4))  # type: ignore[arg-type]
    assert [game.value(n) for n in range(8)] == [0, 1, 0, 1, 2, 3, 2, 0] and game.value((2, 3)) == 1


def test_a_tuple_that_is_a_label_is_one_vertex_and_texts_are_read_by_other_names_too() -> None:
    corridor = {(0, 0): [(0, 1)], (0, 1): [(0, 0), (1, 1)], (1, 1): [(0, 0)]}
    owner = dict.fromkeys(corridor, 0)
    assert ANY.solve(corridor, gg.Reach((1, 1)), owner=owner).rank[0] == 2
    assert ANY.solve({0: [1], 1: [0]}, gg.Reach((0, 1)), owner={0: 0, 1: 0}).rank.tolist() == [0, 0]
    for name in ("loads", "from_string", "read_string"):
        assert getattr(ANY, name)("parity 1;\n0 2 0 1;\n1 1 1 0;\n").arena.n == 2
    with pytest.raises(gg.GameError, match=r"takes no argument 'winner'.*help\(gg.Rules\) says what each returns"):
        ANY.Rules(start=1, moves=lambda n: [n - 1], winner=0)


def test_the_value_of_a_loopy_game_refuses_a_graph() -> None:
    for wrong in ({"a": ["b"]}, {"a"}, [0, 2]):
        with pytest.raises(gg.GameError, match=r"nimber\(graph, vertex\)"):
            gg.LoopyNimber(wrong)  # type: ignore[arg-type]
    assert str(gg.LoopyNimber(frozenset({2, 0}))) == "infinity(0, 2)"
