"""Hand-made solutions that are false, each where an encoding could let a lie through: none is believed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import graphgames as gg
from graphgames import Arena, Game
from graphgames.core.value import to_json
from graphgames.games.geography.problem import Geography
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.impartial.problem import MisereProblem
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.solution import Partizan
from graphgames.readers.source import Source
from graphgames.reference.check import check
from tests.reference.claims import by_fast_checker, game_file, solution_file, with_entry
from tests.share import share

RISING = Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
CAPPED = Game(Arena.from_edges([(0, 0), (1, 1), (1, 0)], owner=[0, 1]), gg.Energy([-4, 3, 3], cap=10))
STUCK = Game(Arena.from_edges([(0, 1), (1, 1)], 3, owner=[0, 0, 1]), gg.MeanPayoff([1, 2], dead_ends="lose"))


def believed(problem: Any, document: dict[str, Any]) -> bool:
    """Return whether both checkers believe a document; they agree."""
    found = check(game_file(problem), json.dumps(document)).ok
    assert found == by_fast_checker(problem, document), document
    return found


def solved(problem: Any, solver: str | None = None) -> dict[str, Any]:
    """Return the document of a true solution, which is believed."""
    document = solution_file(gg.solve(problem, solver=solver))
    assert believed(problem, document)
    return document


def test_steps_at_vertices_from_the_end() -> None:
    """A vertex of -2 reads the level of vertex 0, and would lift it by the edges of vertex 1."""
    game = Game(RISING, gg.Energy([2, -1]))
    document = solved(game, "credit-measures")
    certificate = {"kind": "energy-lifts", "vertex": [-2, -1], "credit": ["inf", "inf"]}
    lie = {"winner": [1, 1], "won": [0, 2], "strategy": [1, 0], "value": ["inf", "inf"], "certificate": certificate}
    assert not believed(game, document | lie)


def test_one_more_than_the_cap_is_not_infinite() -> None:
    game = Game(Arena.from_edges([(0, 0)], owner=[0]), gg.Energy([-1], cap=3))
    document = solved(game, "credit-measures")
    for steps in ([1, 2, 3], [1, 2, 3, 4], []):
        certificate = {"kind": "energy-lifts", "vertex": [0] * len(steps), "credit": steps}
        lie = {"winner": [0], "won": [1, 0], "strategy": [0], "value": [4], "certificate": certificate}
        assert not believed(game, document | lie)


def test_a_finite_number_is_not_an_infinite_value() -> None:
    """Player 1 is stuck at vertex 2, so player 0 has won there; no number is as much, and no word for it either."""
    document = solved(STUCK)
    assert document["value"] == [2, 2, "inf"]
    for number in (3, 2, 4, 2**63 - 1, "-inf", "[3, inf]", "Infinity", 1e308):
        assert not believed(STUCK, document | {"value": [2, 2, number]})


@pytest.mark.parametrize("solver", ["credit-measures", "fast-iteration"])
def test_a_move_that_loses_beside_a_true_winner(solver: str) -> None:
    """Player 1 wins from vertex 1 by the move to 0 alone; round his loop the energy rises."""
    document = solved(CAPPED, solver)
    assert document["strategy"][1] == 0 and document["winner"] == [1, 1]
    assert not believed(CAPPED, document | {"strategy": [document["strategy"][0], 1]})


def test_the_end_of_64_bits() -> None:
    game = Game(Arena.from_edges([(0, 0)], owner=[0]), gg.TotalPayoff([-(2**63)]))
    document = solved(game)
    assert document["value"] == ["-inf"]
    for bound in (0, 1, -(2**63), "0x8000000000000000"):
        certificate = document["certificate"] | {"bound": [bound]}
        assert not believed(
            game, document | {"value": ["inf"], "winner": [0], "won": [1, 0], "certificate": certificate}
        )


def test_the_quotient_of_another_game() -> None:
    """The quotient of .3, in which one is taken, is not that of Nim, .3 repeated, whatever it is called."""
    nim, one = (QuotientProblem(gg.HeapGame.from_code(code), 4) for code in (".3...", ".3"))
    document = solved(one)
    assert not believed(nim, document)
    certificate = document["certificate"] | {"code": ".3..."}
    assert not believed(nim, document | {"code": ".3...", "certificate": certificate})
    assert solved(nim)["order"] > document["order"]


def test_the_solution_of_another_game() -> None:
    """The same arena with another objective, other owners, or an edge more."""
    document = solved(Game(RISING, gg.Buchi([0])))
    for other in (
        Game(RISING, gg.CoBuchi([0])),
        Game(RISING, gg.Buchi([])),
        Game(Arena.from_edges([(0, 1), (0, 0), (1, 0)], owner=[0, 1]), gg.Buchi([0])),
    ):
        assert not believed(other, document)


def test_a_heap_of_less_than_nothing_is_no_position() -> None:
    problem = MisereProblem(gg.HeapGame.from_code(".77", (2, 3)), limit=1000)
    document = solved(problem)
    place = document["certificate"]["positions"].index([3])
    lie = with_entry(document, ("certificate", "positions", place, 0), -3)
    assert not believed(problem, lie) and not by_fast_checker(problem, lie)


@pytest.mark.slow
def test_a_tree_that_says_too_much_of_its_marks() -> None:
    """Whether the system can see x for ever; each lie hides a mark, a node or the rules."""
    spec = gg.Spec({"a": bool}, {"x": bool}, marks=["x", "!x"], acceptance="Inf(0) & Fin(1)")
    other = gg.Spec({"a": bool}, {"x": bool}, sys_trans=["x' -> a"], marks=["x", "!x"], acceptance="Inf(0) & Fin(1)")
    document, missed = solved(spec), solved(other)
    assert document["realizable"] and not missed["realizable"]
    nothing = document["certificate"]["diagrams"] | {"nodes": {"shape": [0, 3], "numbers": []}}
    every, stay = {"diagrams": nothing, "climbs": []}, [0, 1]
    for stays in (
        [[[0], 1, []]],
        [[stay, 1, []]],
        [[[], 1, []]],
        [[stay, 0, []]],
        [],
        [[stay, 1, [0]]],
        [[[2], 1, []]],
    ):
        assert not believed(
            other,
            missed
            | {"realizable": True, "certificate": missed["certificate"] | every | {"realizable": True, "stays": stays}},
        ), stays
        assert not believed(
            spec,
            document
            | {
                "realizable": False,
                "certificate": document["certificate"] | every | {"realizable": False, "stays": stays},
            },
        ), stays
    loop = [[stay, [[1, 0]]]], [[stay, 1, [0]]]
    for lie, true in ((other, missed), (spec, document)):
        says = {"realizable": not true["realizable"]}
        tree = true["certificate"] | every | says | {"climbs": loop[0], "stays": loop[1]}
        assert not believed(lie, true | says | {"certificate": tree})
    assert not believed(other, document) and not believed(spec, missed)


@pytest.mark.parametrize("value", ["[inf, 3]", "[3, -inf]", "[4, 2]", "[7/2, 5/2]", "[3, 3]", "[inf, inf]"])
def test_a_bracket_whose_end_comes_before_its_beginning(value: str) -> None:
    game = Game(RISING, gg.ExpectedReward([1], [3, 0]))
    document = solved(game)
    assert document["value"] == [3, 0] and not believed(game, document | {"value": [value, 0]})
    assert not by_fast_checker(game, document | {"value": [value, 0]})
    assert believed(game, document | {"value": ["[2, 4]", 0]})


@pytest.mark.parametrize("settings", [{"cap": 5}, {"cap": None}, {"threshold": "0"}, [], 1])
def test_settings_that_a_game_does_not_have(settings: object) -> None:
    """They are shown, and so they are those of the game, also where it has none."""
    for problem in (HeapProblem(gg.HeapGame.from_code(".77"), 5), Game(RISING, gg.Reach([1]))):
        document = solved(problem)
        assert by_fast_checker(problem, document | {"settings": {}})
        assert not believed(problem, document | {"settings": settings})
        assert not by_fast_checker(problem, document | {"settings": settings})


def test_more_in_a_table_of_a_certificate_than_its_numbers() -> None:
    race = gg.Race(Arena.from_edges([(0, 1), (0, 2), (1, 2)]), 2, [0], [0], [(0, 0), (1, 0)])
    document = solved(race)
    document["certificate"]["moves"][0]["remark"] = "what nobody reads"
    assert not believed(race, document) and not by_fast_checker(race, document)


def test_a_canonical_form_that_stands_twice_and_lists_of_other_lengths() -> None:
    problem = PartizanProblem(SimpleNamespace(left=range, right=range, start=2))
    solution = Partizan(problem)
    assert str(solution.value(2)) == "*2"
    document = solution_file(solution)
    proof = document["certificate"]
    twice = {side: [*proof[side], proof[side][-1]] for side in ("left", "right")}
    assert believed(problem, document)
    for lie in (
        twice,
        *({"form": form} for form in ([*proof["form"], 0], proof["form"][:-1], [99, *proof["form"][1:]])),
    ):
        assert not believed(problem, document | {"certificate": proof | lie}), lie


def other_thermographs(proof: dict[str, Any]) -> Iterator[tuple[str, int, Any]]:
    """Yield fields of the certificate of a partizan game, with a form of which another thing is said there."""
    for field in ("mean", "temperature"):
        for k, said in enumerate(proof[field]):
            yield from ((field, k, to_json(Fraction(said) + by)) for by in (-1, Fraction(-1, 4), Fraction(1, 1024), 3))
    for field in ("left_wall", "right_wall"):
        for k, wall in enumerate(proof[field]):
            tax, value = (Fraction(x) for x in wall[-1])
            others = [[], wall[1:], wall[:-1], wall[::-1], [wall[0], *wall], [*wall, wall[-1]], [[0, "inf"]], None]
            others += [[*wall, [to_json(tax + 1), to_json(at)]] for at in (value, value + 1)]
            others += [[[-1, wall[0][1]], *wall], [[*wall[0], 0], *wall[1:]], [[0.0, 1]]]
            for place, (tax, value) in enumerate(wall):
                for by in (Fraction(-1, 3), 1):
                    moved = ([to_json(Fraction(tax) + by), value], [tax, to_json(Fraction(value) + by)])
                    others += [[*wall[:place], point, *wall[place + 1 :]] for point in moved]
            yield from ((field, k, other) for other in others if other != wall)


@pytest.mark.parametrize("game", ["{2|-1}", "{{3|1}|{0|-4}}", "{5||4|0}", "^", "{2||1|1/2}"])
def test_other_means_temperatures_and_thermographs(game: str) -> None:
    """Every number of every form is another one; points come, go, stand twice or change places."""
    problem = gg.partizan(game).problem
    document = solved(problem)
    proof, file = document["certificate"], game_file(problem)
    lies = [*other_thermographs(proof)]
    for field, k, other in share(lies, 20 / len(lies)):
        lie = document | {"certificate": proof | {field: [*proof[field][:k], other, *proof[field][k + 1 :]]}}
        assert not check(file, json.dumps(lie)).ok and not by_fast_checker(problem, lie), (field, k, other)


@pytest.mark.parametrize("rules", [[], ["x' -> !a'"]])
def test_layers_of_the_side_that_does_not_win_and_nodes_of_no_tree(rules: list[str]) -> None:
    """What no condition looks at says nothing."""
    spec = gg.Spec({"a": bool}, {"x": bool}, sys_trans=rules, sys_goals=["a & x"])
    document = solved(spec)
    proof = document["certificate"]
    for more in ({"won": 1}, {"reached": [[[0, 1]]]}, {"lost": [[0, 1, [[1]]]]}):
        if not proof.items() >= more.items():
            assert not believed(spec, document | {"certificate": proof | more}), more
    tree = gg.Spec({"a": bool}, {"x": bool}, sys_trans=rules, marks=["x"], acceptance="Inf(0)")
    document = solved(tree)
    proof = document["certificate"]
    for more in (
        {"stays": [[[0], 1, []], *proof["stays"]]},
        {"climbs": [*proof["climbs"], [[], [[1, -1]]]]},
    ):
        assert not believed(tree, document | {"certificate": proof | more}), more


def test_the_value_of_a_part_of_a_sum_is_no_truth() -> None:
    total = gg.by_rule(range).at(1) + gg.by_rule(range).at(2) + gg.by_rule(range).at(4)
    document = solution_file(total)
    assert believed(total, document) and document["certificate"]["values"] == [1, 2, None]
    for lie in (True, "1", 1.0, [1], {"set": [1]}, [{"set": [1]}], [{"set": [True]}]):
        assert not believed(total, with_entry(document, ("certificate", "values", 0), lie)), lie


def test_digits_of_other_scripts_are_no_numbers_in_a_formula() -> None:
    spec = gg.Spec({"a": bool}, {"x": (0, 3)}, sys_goals=["x = 2"])
    document, file = solved(spec), json.loads(game_file(spec))
    del document["problem"]
    assert check(json.dumps(file), json.dumps(document)).ok
    assert not check(json.dumps(file | {"sys_goals": ["x = \u0662"]}), json.dumps(document)).ok


def test_an_entry_about_a_position_that_stands_twice() -> None:
    game = gg.HeapGame.from_code(".77", (2, 3))
    nimbers = gg.by_rule(game)
    assert nimbers.nimber((2, 3)) >= 0 and gg.verify(nimbers)
    for solution in (nimbers, gg.solve(MisereProblem(game, limit=1000))):
        document = solution_file(solution)
        proof = document["certificate"]
        twice = {key: 2 * row if isinstance(row, list) else row for key, row in proof.items()}
        assert believed(solution.problem, document)
        assert not believed(solution.problem, document | {"certificate": twice})


def test_a_period_is_no_truth() -> None:
    problem = HeapProblem(gg.HeapGame.from_code(".77"), 300)
    document = solved(problem)
    for key, entry in (("proved", 1), ("proved", 1.0), ("saltus", False), ("period", 12.0)):
        assert document["period"][key] == entry
        assert not believed(problem, with_entry(document, ("period", key), entry)), key


def test_nimbers_of_no_test() -> None:
    problem = gg.read(Source(b"0\n", "strips"), game="treblecross")
    document = solved(problem)
    assert document["certificate"]["nimbers"] == []
    assert not believed(problem, with_entry(document, ("certificate", "nimbers"), [1]))


def test_numbers_are_read_alike_past_their_usual_ends() -> None:
    """Credits stand as text past 53 bits; a priority has at most 64."""
    game = Game(Arena.from_edges([(0, 1), (1, 1)], owner=[0, 0]), gg.Energy([-(2**60), 0]))
    document = solved(game, "credit-measures")
    assert document["certificate"]["credit"] == [str(2**60)]
    chance = Arena.from_edges(
        [(0, 1), (0, 2), (1, 0), (1, 1), (2, 2)], owner=[2, 1, 0], probability=["1/2", "1/2"] + [None] * 3
    )
    game = Game(chance, gg.Parity([0, 1, 2]))
    document = solved(game)
    proof = document["certificate"]
    believed_at = []
    for level in (2**62, 2**63):  # a row of a priority that there is not, which says nothing
        more = {"level": [*proof["level"], level], "count": [*proof["count"], [0, 0, 0]]}
        believed_at.append(believed(game, document | {"certificate": proof | more}))
    assert believed_at == [True, False]


def test_a_position_that_splits_into_nothing_is_worth_nothing() -> None:
    """It was taken for one that does not split."""
    game = SimpleNamespace(start=2, moves=range, components=lambda n: [] if n == 2 else [n])
    nimbers = gg.by_rule(game)
    assert nimbers.nimber(2) == 0
    document = solution_file(nimbers)
    assert believed(nimbers.problem, document)


def test_rules_that_speak_of_what_is_chosen_later_are_no_specification() -> None:
    """Such formulas have no meaning here, and the fast checker never gets one."""
    spec = gg.Spec({"a": bool}, {"x": bool}, sys_goals=["x"])
    document, file = solved(spec), json.loads(game_file(spec))
    del document["problem"]
    for part, formula in (("env_trans", "x'"), ("env_trans", "a' & !x'"), ("env_init", "x"), ("env_init", "a'")):
        assert not check(json.dumps(file | {part: [formula]}), json.dumps(document)).ok, (part, formula)
    for name in ("TRUE", "FALSE"):
        renamed = [json.dumps(one).replace('"a"', f'"{name}"') for one in (file, document)]
        assert not check(*renamed).ok
    assert check(json.dumps(file | {"env_trans": ["a' & x"]}), json.dumps(document)).ok


KERNELS = [(0, 3), (3, 4), (4, 4), (4, 1), (1, 0), (2, 4)]
CANCELLED = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 3), (0, 3), (4, 5), (4, 6), (4, 6)]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "edges"), [("edge-geography", KERNELS), ("undirected-edge-geography", CANCELLED)])
def test_what_no_rule_of_geography_looks_at_does_not_stand_in_a_proof(kind: str, edges: list[tuple[int, int]]) -> None:
    """Entries that nobody reads could say anything: of another rule, of edges that cancel, bits of no vertex."""
    problem = Geography(kind, [Arena.from_edges(edges, 1 + max(map(max, edges)))])
    document, lies = solved(problem), list[Any]()
    for k, part in enumerate(document["certificate"]["graphs"][0]):
        path = ("certificate", "graphs", 0, k)
        for row, node in enumerate(part.get("nodes", ())):
            for place, used, lie in (5, "move", 0), (6, "kernel even", [0]), (7, "move all", [0]):
                if node[3] not in used.split():
                    lies.append(with_entry(document, (*path, "nodes", row, place), lie))
        for name in {"loses", "sets"} & part.keys():
            for place, number in enumerate(part[name]["numbers"]):
                lies.append(with_entry(document, (*path, name, "numbers", place), number ^ 1))
    assert len(lies) > 10 and not any(believed(problem, lie) for lie in lies)


def test_true_is_no_position_that_is_called_1() -> None:
    nimbers = gg.by_rule(SimpleNamespace(start=2, moves=range))
    assert nimbers.nimber(2) == 2
    document = solution_file(nimbers)
    assert believed(nimbers.problem, document)
    named = document["certificate"]["positions"]
    for number, word in ((0, False), (1, True)):
        assert not believed(
            nimbers.problem, with_entry(document, ("certificate", "positions", named.index(number)), word)
        )
    rules = SimpleNamespace(start=(2, True), moves=lambda at: [(k, not at[1]) for k in range(at[0])])
    assert (truths := gg.by_rule(rules)).nimber((2, True)) == 2  # positions may have them
    assert believed(truths.problem, solution_file(truths))


@pytest.mark.parametrize("formula", ["0", "Inf(0) & 1", "Inf(0) & Inf"])
def test_a_number_alone_is_no_condition(formula: str) -> None:
    """The reference checker took ``1`` for ``Fin(1)``; no other reads it."""
    game = Game(RISING, gg.EmersonLei([[True, False], [False, True]], "Inf(0) | Fin(1)"))
    written = game_file(game).replace(b"Inf(0) | Fin(1)", formula.encode())
    document = solved(game) | {"settings": {"formula": formula}}
    del document["problem"]
    assert "cannot be read" in str(check(written, json.dumps(document)))


def test_a_verdict_is_not_the_name_of_a_solver() -> None:
    """A page and a summary say who solved a game, and would say that a false solution is proved."""
    game = Game(RISING, gg.Reach([1]))
    document = solved(game)
    for lie in ("attractor (0.003 s); proved", "attractor\nproved: 7 conditions hold", "proved by the checker", ""):
        text = json.dumps(document | {"solver": lie, "winner": [1, 1], "won": [0, 2]}).encode()
        read = gg.read_solution(game, Source(text, "lie.json"))
        assert read.solver == "file" and not gg.verify(read)
    assert gg.read_solution(game, Source(json.dumps(document).encode(), "true.json")).solver == document["solver"]
