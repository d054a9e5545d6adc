"""Problems that are not games on arenas: the reference checker believes solutions, and no entry of one that is altered.

Both checkers say the same of each number that is changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Arena
from graphgames.catalogue.find import concrete_game, fitting, kinds
from graphgames.games.geography.problem import Geography
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.impartial.problem import NimberProblem
from graphgames.reference.check import KINDS, check
from graphgames.reference.diagrams import Diagrams
from graphgames.reference.formulas import Formulas
from graphgames.reference.geography import PARTS
from graphgames.reference.heap_code import Characters, Code, values_of_options
from graphgames.reference.problem import nim_sum
from tests.arenas import random_arena
from tests.contract.test_solution_files import problems as problems_of_files
from tests.games.synthesis.test_spec import LIFT, random_condition, random_spec
from tests.reference.claims import (
    FREE,
    by_fast_checker,
    by_reference,
    game_file,
    leaves,
    other_entries,
    solution_file,
    with_entry,
    without,
)
from tests.share import each, share

FILES = (
    "great-game",
    "gridgame",
    "games-are-important",
    "playing-with-stones",
    "say-goodbye-to-tic-tac-toe",
    "stone-game",
    "treblecross",
    "large piles",
    "rules",
    "misere-rules",
    "partizan",
    "rules of sets",
    "sum",
    "sum with a cycle",
    "word-chains",
)
"""Problems that are written and read elsewhere, of which there is a form in full."""

MORE = {
    "treblecross": b"4\n.....\nX.....X..X\nXX....\n...X........\n",
    "stone-game": b"3\n9 2\n7 0\n12 5\n2\n1 1\n0 0\n0\n",
    "playing-with-stones": b"2\n3\n1 2 7\n2\n5 5\n",
    "say-goodbye-to-tic-tac-toe": b"3\nX...O..X\n.....\nXOXO\n",
}

GRAPHS = {
    "cycles of arcs": ("edge-geography", [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (0, 0)]),
    "cycles of vertices": ("vertex-geography", [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]),
    "a kernel of arcs": ("edge-geography", [(0, 3), (3, 4), (4, 4), (4, 1), (1, 0), (2, 4)]),
    "ranks and a search": ("vertex-geography", [(0, 1), (1, 0), (1, 2), (2, 3)]),
    "edges with cycles": ("undirected-edge-geography", [(0, 1), (1, 2), (0, 2), (2, 3)]),
    "a forest": ("undirected-edge-geography", [(0, 1), (1, 2), (1, 2), (3, 4), (3, 3), (3, 3), (1, 2), (5, 5), (5, 5)]),
    "two colours": ("undirected-edge-geography", [(0, 1), (1, 2), (2, 3), (0, 3), (0, 3), (0, 3), (4, 5)]),
    "a matching": ("undirected-vertex-geography", [(0, 1), (1, 2), (2, 3), (1, 3), (3, 4)]),
}
"""Graphs for geography, such that every kind of part and every rule of a search comes."""

MOST = 5
"""Of so many places in a file, about, the entries are altered with every run of the tests."""

UNREAD = {"table-labels"}
"""What the reference checker reads from a file of its own, as the moves are those of rules in Python."""

SUMMARY = ("problem", "won")
"""What the fast checker counts anew, or does not read."""


def acyclic(rng: np.random.Generator, n: int) -> Arena:
    """Return a random arena without cycles."""
    return Arena.from_edges([(v, w) for v in range(n) for w in range(v) if rng.random() < 0.5], n)


@cache
def problems() -> dict[str, Any]:
    """Return small problems of every kind of which the reference checker has the data in full."""
    rng, found = np.random.default_rng(11), dict[str, Any]()
    for k in range(4):
        found[f"nimbers {k}"] = NimberProblem(acyclic(rng, 4 + k))
        found[f"nimbers with cycles {k}"] = NimberProblem(random_arena(rng, 3 + k, 1.3, False, True))
    for code in (".77", ".137", ".8F", "4.", ".3...", "0.F"):
        found[f"heaps {code}"] = HeapProblem(HeapGame.from_code(code), 9)
    found["heaps grundy"] = HeapProblem(HeapGame.from_code("grundy"), 12)
    found["heaps with a period that was seen"] = HeapProblem(HeapGame.from_code(".77"), 100)
    found["heaps with a period"] = HeapProblem(HeapGame.from_code(".33"), 20)
    for code in (".77", ".3", ".333", ".07"):
        found[f"misere {code}"] = QuotientProblem(HeapGame.from_code(code), 3)
    for k in range(4):
        arena, players = acyclic(rng, 5), rng.integers(0, 2, 2).tolist()
        schedule = [(int(rng.integers(0, 2)), int(rng.integers(0, 2))) for _ in range(3)]
        found[f"race {k}"] = gg.Race(arena, 0, [4, 3], players, [*schedule, (0, 0), (1, 1)])
    for k in range(6):
        found[f"specification {k}"] = random_spec(np.random.default_rng(k))
        found[f"acceptance {k}"] = random_condition(rng, random_spec(np.random.default_rng(k)))
    found["specification of a lift"] = LIFT
    for name, (problem, _) in problems_of_files().items():
        if name in FILES:
            found[name] = problem
    for k in range(6):
        cells = rng.integers(0, 5, (k, 2)).tolist()
        found[f"grid {k}"] = gg.BlockedGrid([(x, y) for x, y in cells])
    for name, (kind, edges) in GRAPHS.items():
        found[name] = Geography(kind, [Arena.from_edges(edges, 1 + max(map(max, edges)))])
    for game in ("treblecross", "stone-game", "playing-with-stones", "say-goodbye-to-tic-tac-toe"):
        found[f"more of {game}"] = concrete_game(game).read(MORE[game])
    return found


def solutions(problem: Any) -> Iterator[Any]:
    """Solve a problem by every solver that solves it."""
    for solver in fitting(problem.kind):
        try:
            solution = gg.solve(problem, solver=solver.name)
        except gg.GraphGamesError:  # as a graph with a cycle, by the solver for graphs without one
            continue
        if solution.certificate.kind not in UNREAD:
            yield solution


@pytest.mark.share(0.5)
@pytest.mark.parametrize("name", problems())
def test_what_every_solver_says_is_proved(name: str) -> None:
    problem, found = problems()[name], 0
    for solution in solutions(problem):
        report = check(game_file(problem), json.dumps(solution_file(solution)))
        assert report.ok and set(report.unproved) <= {"solver", "stats", "problem", "period"}, str(report)
        found += 1
    assert found


@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", problems())
def test_every_altered_entry_is_refused_or_still_true(name: str) -> None:
    problem = problems()[name]
    file, document = game_file(problem), solution_file(next(solutions(problem)))
    places = [(path, value) for path, value in leaves(document) if path[0] not in (*FREE, *SUMMARY)]
    for path, value in share(places, MOST / len(places)):
        lacking = without(document, path)
        assert by_reference(file, lacking) == (path[0] == "certificate" and by_fast_checker(problem, lacking)), path
        if isinstance(value, dict | list) or value is None:
            assert not by_reference(file, with_entry(document, path, [None])), path
            continue
        for entry in other_entries(value, 5):
            altered = with_entry(document, path, entry)
            report = check(file, json.dumps(altered))
            believed = report.ok
            if "is not listed" in str(report):  # the rules are asked of any position
                continue
            assert believed == by_fast_checker(problem, altered), (path, entry, believed)
            assert not believed or path[0] == "certificate", (path, entry)


@pytest.mark.slow
@each("name", problems())
def test_the_digest_of_another_problem_is_refused(name: str) -> None:
    problem = problems()[name]
    file, document = game_file(problem), solution_file(next(solutions(problem)))
    other = document | {"problem": "sha256:" + "0" * 64}
    assert by_reference(file, document)
    assert by_reference(file, other) == (name in ("great-game", "gridgame"))  # a digest of the text of an input


def test_a_period_that_no_certificate_has_is_not_called_proved() -> None:
    problem = HeapProblem(HeapGame.from_code(".33"), 20)
    solution = gg.solve(problem)
    without_proof = replace(solution, certificate=replace(solution.certificate, period=None))
    document = solution_file(without_proof)
    assert document["period"]["proved"] is False and "not proved" in str(without_proof)
    report = check(game_file(problem), json.dumps(document))
    assert report.ok and "period" in report.unproved and gg.verify(without_proof)
    assert not by_reference(game_file(problem), document | {"period": document["period"] | {"proved": True}})


def test_a_kind_of_games_without_a_form_is_told_in_words() -> None:
    problem, _ = problems_of_files()["table"]
    with pytest.raises(gg.GameError, match="cannot be written to a file"):
        game_file(problem)


@pytest.mark.slow
def test_every_kind_has_a_test() -> None:
    found = {solution.certificate.kind for problem in problems().values() for solution in solutions(problem)}
    arenas = {kind for kind, row in KINDS.items() if row.reads.__name__ == "read_game"}
    assert set(KINDS) == found | arenas


def test_every_part_and_rule_of_geography_has_a_test() -> None:
    found = set[str]()
    for name in GRAPHS:
        for solution in solutions(problems()[name]):
            for part in solution.certificate.graphs[0]:
                nodes = getattr(part, "nodes", ())
                found |= {part.kind} | {node.rule for node in nodes}
                found |= {f"{fact[0]} {fact[3] >= 0}" for node in nodes for fact in node.facts}
    facts = {"cancel False", "drop True", "win False", "win True"}
    assert found == {*PARTS, "move", "all", "parity", "kernel", "even", "settled"} | facts


def test_every_certificate_has_a_reference_checker() -> None:
    """Every kind that the fast checkers prove, and every class of parts of such a certificate."""
    proved = {name for kind in kinds() for name in kind.checkers}
    parts = {name for kind in kinds() for name in kind.certificates} - proved
    assert proved - set(KINDS) == UNREAD and parts == set(PARTS)


@pytest.mark.slow
@pytest.mark.share(0.8)
@pytest.mark.parametrize("seed", range(8))
def test_both_checkers_say_the_same_of_layers_that_are_made_up(seed: int) -> None:
    """Several sets, goals and assumptions of a proof are others; whoever is said to win then does."""
    rng = np.random.default_rng(seed)
    spec = random_spec(rng)
    solution = gg.solve(spec)
    file, document = game_file(spec), solution_file(solution)
    proof = document["certificate"]
    size = 2 + proof["diagrams"]["nodes"]["shape"][0]
    goals, assumptions = (max(1, len(one)) for one in (spec.sys_goals, spec.env_goals))

    def number(most: int = size) -> int:
        return int(rng.integers(0, most))

    for _ in range(30):
        realizable = bool(rng.random() < 0.5)
        rows = [[[number(assumptions), number()] for _ in range(rng.integers(1, 3))] for _ in range(goals)]
        ways = [[number() for _ in range(rng.integers(1, 3))] for _ in range(assumptions)]
        lost = [] if realizable else [[number(goals), number(), ways] for _ in range(rng.integers(1, 3))]
        made = {"realizable": realizable, "won": number(), "reached": rows if realizable else [], "lost": lost}
        for claim in (made, made | {"reached": proof["reached"], "lost": proof["lost"], "realizable": realizable}):
            lie = document | {"realizable": realizable, "certificate": proof | claim}
            believed = by_reference(file, lie)
            assert believed == by_fast_checker(spec, lie), claim
            assert not believed or realizable == solution.realizable, claim


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(16))
def test_both_checkers_say_the_same_of_trees_that_are_made_up(seed: int) -> None:
    """Labels, sets and children of nodes are others; whoever is said to win then does."""
    rng = np.random.default_rng(seed)
    spec = random_condition(rng, random_spec(rng))
    solution = gg.solve(spec)
    file, document = game_file(spec), solution_file(solution)
    proof = document["certificate"]
    size = 2 + proof["diagrams"]["nodes"]["shape"][0]

    def some(most: int) -> list[int]:
        return [k for k in range(most) if rng.random() < 0.5]

    for _ in range(20):
        stays, climbs = (json.loads(json.dumps(proof[key])) for key in ("stays", "climbs"))
        for node in (*stays, *climbs):
            if rng.random() < 0.3:
                node[0] = some(len(spec.marks))
        for stay in stays:
            stay[1] = int(rng.integers(size)) if rng.random() < 0.3 else stay[1]
            stay[2] = some(len(climbs)) if rng.random() < 0.2 else stay[2]
        for _, layers in climbs:
            for layer in layers:
                layer[0] = int(rng.integers(size)) if rng.random() < 0.2 else layer[0]
                layer[1] = int(rng.integers(-1, len(stays))) if rng.random() < 0.1 else layer[1]
        realizable = bool(rng.random() < 0.5)
        claim = proof | {"realizable": realizable, "stays": stays, "climbs": climbs}
        lie = document | {"realizable": realizable, "certificate": claim}
        believed = by_reference(file, lie)
        assert believed == by_fast_checker(spec, lie), claim
        assert not believed or realizable == solution.realizable, claim


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('["floor",1,3]', '["floor",1,90000]', "with 1 to 4096 values"),
        ('["floor",1,3]', '["floor 1 3"]', "a variable by its name"),
        ('"sys_goals": ["', '"sys_goals": ["TRUE ! FALSE","', "! does not join such parts"),
        ("!", "!!!", "three signs of negation"),
        ('"sys_goals": ["', f'"sys_goals": ["{"(" * 200}', "more than 150 deep"),
        ('"sys_goals": ["', '"sys_goals": ["(', "is not closed"),
        ('"sys_goals": ["', '"sys_goals": ["up) & (up","', "cannot be read"),
        ('"sys_goals": ["', '"sys_goals": ["moon & ', "is not a variable"),
        ('"sys_goals": ["', '"sys_goals": ["floor","', "is a number"),
        ('"sys_goals": ["', '"sys_goals": ["floor & TRUE","', "does not join such parts"),
        ('"sys_goals": ["', '"sys_goals": ["TRUE & TRUE | FALSE","', "without brackets"),
        ('"sys_goals": ["', '"sys_goals": ["TRUE","', "another game"),
    ],
)
def test_a_specification_that_cannot_be_is_refused(before: str, after: str, message: str) -> None:
    file, document = game_file(LIFT).decode(), json.dumps(solution_file(gg.solve(LIFT)))
    assert before in file and check(file, document).ok
    assert message in str(check(file.replace(before, after, 1), document))


@pytest.mark.parametrize("code", [".6", ".137", "4.7...", ".8F", ".C5B...", "8.", "grundy"])
def test_values_of_options_are_those_of_the_heaps_that_are_left(code: str) -> None:
    rules, rng = Code(HeapGame.from_code(code).code), np.random.default_rng(1)
    for largest, n in product((9, 300, 2**20), range(16)):
        value = rng.integers(0, largest, 16).tolist()
        left = {nim_sum(value[heap] for heap in option) for option in rules.options(n)}
        rows = values_of_options(rules, Characters(value), n)
        assert set(map(ord, "".join(row.text for row in rows))) == left


def test_numbers_are_compared_as_they_are_in_every_step() -> None:
    """Two numbers of two bits, from every least value, with every sign."""
    signs = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
    sets = Diagrams()
    bits = [sets.node(level, 0, 1) for level in range(4)]
    cubes = {
        steps: sets.both(*(bit if on else sets.no(bit) for bit, on in zip(bits, steps, strict=True)))
        for steps in product((0, 1), repeat=4)
    }

    def number(low: int, first: int) -> dict[int, int]:
        return {
            low + k: sets.both(*(bits[first + i] if k >> i & 1 else sets.no(bits[first + i]) for i in range(2)))
            for k in range(4)
        }

    for low, (sign, compare) in product(range(-4, 5), signs.items()):
        found = Formulas(sets, {"a": number(low, 0), "b": number(0, 2)}).set(f"a {sign} b")
        for (a, b, c, d), where in cubes.items():
            assert (sets.both(found, where) != 0) == compare(low + a + 2 * b, c + 2 * d)
