"""A share of the claims of small scope: what a checker believes is true by the definitions; tools/scope.py has more."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from importlib import import_module
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.core.value import INFINITY
from tests import scope, scope_problems, scope_sizes, scope_trees
from tests.reference.claims import by_fast_checker, by_reference, game_file, solution_file
from tests.scope import SCOPES, attack, differences, drawn, games
from tests.share import EXHAUSTIVE, cases

GAMES, LIMIT = (500, 100_000) if EXHAUSTIVE else (4, 2_000)
"""How many games of each kind, and at most so many claims of each."""


@pytest.mark.share(0.5)
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow(seconds=30 if kind == "spec-layers larger" else 4))
        for kind in scope_problems.KINDS
    ],
)
def test_what_is_believed_of_other_problems_is_true(kind: str) -> None:
    rng = random.Random(1)
    listings = [*scope_problems.KINDS[kind]()]
    several, limit = 0, LIMIT // (60 if kind == "answers of models" else 20)
    few = 10 if kind.startswith("spec-") else 5  # of which few claims are true
    for listing in listings if EXHAUSTIVE else [listings[0], *rng.sample(listings, min(few, len(listings)))]:
        tally = scope_problems.attack(listing, limit, rng)
        assert not tally.wrong, tally.wrong[0]
        several += tally.believed
    assert several


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", scope_problems.KINDS)
def test_claims_passed_over_for_a_fault_are_refused(kind: str) -> None:
    """What is believed is the same whether all claims are made or those alone that no fault so far speaks of."""
    rng = random.Random(4)
    listings = sorted(scope_problems.KINDS[kind](), key=lambda one: one.size)
    for listing in rng.sample(listings[: len(listings) // 3 + 1], 1 if not EXHAUSTIVE else 3):
        decided = scope_problems.decide(listing, 20_000 if EXHAUSTIVE else 1_000, rng)
        assert not decided.wrong, decided.wrong[0]
        if listing.size <= (20_000 if EXHAUSTIVE else 500):
            assert decided.complete and decided.believed == scope_problems.attack(listing, 20_000, rng).believed


def test_a_fault_that_speaks_of_more_is_found_out() -> None:
    rng, listings = random.Random(1), [*scope_problems.KINDS["sum-values"]()]
    less = (one._replace(speaks=lambda entries, fault: (0,)) for one in listings)
    found = (scope_problems.decide(one, 2_000, rng, again=100).wrong for one in less)
    assert any(said.startswith("passed over") for wrong in found for said in wrong)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", SCOPES)
def test_what_is_believed_is_true(kind: str) -> None:
    one, rng, numbers = SCOPES[kind], random.Random(kind), np.random.default_rng(1)
    believed = 0
    for k in range(GAMES):
        tally = attack(one, drawn(one, 1 + k % 2 if k < 4 else 3, rng), LIMIT, numbers, keep=int(k % 2 == 0))
        assert not tally.lies, tally.lies[0]
        assert not differences(one, tally.kept)
        believed += tally.believed
    assert believed


@pytest.mark.parametrize(
    ("kind", "n"),
    [
        ("attractor-ranks safe", 2),
        ("remoteness misere", 2),
        ("buchi-labels cobuchi", 2),
        ("bellman-equations 1/2", 2),
        pytest.param("energy-lifts lose cap 1", 2, marks=pytest.mark.slow),
        ("reward-layers with brackets", 1),
        ("remembered-moves emerson-lei", 2),
        ("fair-moves buchi", 2),
    ],
)
def test_claims_made_part_by_part_stand_for_all(kind: str, n: int) -> None:
    """What is believed is the same whether all claims are made or those alone that are not refused yet."""
    one, rng = SCOPES[kind], random.Random(3)
    if kind.startswith(("energy-lifts", "reward-layers")):
        one = scope_sizes.sized(one, n) or one
    for _ in range(2 if EXHAUSTIVE else 1):
        small = rng.choice([*games(one, n)])
        found = scope.grid(one, one.problem(small), small, told=False)
        rows, made = (scope.with_lists if one.list_of else scope.all_believed)(one, small, found, 10**6)
        every = np.concatenate([*scope.claims(found, found.size, np.random.default_rng(1))])
        right = every[scope.believed(one, small, found, every)]
        assert sorted(map(tuple, rows.tolist())) == sorted(map(tuple, right.tolist())) and made <= 2 * len(every)


ONE_OF_EACH = {(one.checker, one.own): kind for kind, one in SCOPES.items() if one.local}.values()


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", SCOPES if EXHAUSTIVE else ONE_OF_EACH)
def test_the_conditions_at_a_vertex_speak_of_what_is_near_alone(kind: str) -> None:
    """On this rests that claims are made vertex by vertex: entries elsewhere, and rows of others', change nothing."""
    one, rng, numbers = SCOPES[kind], random.Random(kind), np.random.default_rng(5)
    for n in ((2, 3, 3) if EXHAUSTIVE else (2, 3)) if one.local else ():
        found = scope.strays(one, drawn(one, n, rng), numbers, cases(300, 2))
        assert not found, found[0]


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("energy-bounds stay scale 1", {"own": ("moves", "winner", "value")}),
        ("remoteness normal", {"own": ("moves", "winner")}),
        ("reward-ranks inf", {"reads": {"low_is_kept": ("value rank step", "")}}),
        ("goal-ranks gr1", {"reads": {"rank_falls": ("*", "")}}),
    ],
)
def test_conditions_that_speak_of_more_are_found_out(kind: str, wrong: dict[str, Any]) -> None:
    one, rng, numbers = replace(SCOPES[kind], **wrong), random.Random(3), np.random.default_rng(3)
    assert any(scope.strays(one, drawn(one, 2, rng), numbers) for _ in range(20))


@pytest.mark.slow
def test_a_game_stands_for_all_that_differ_in_numbers() -> None:
    for kind, n, count in (("strategy-pair", 2, 820), ("remoteness impartial normal", 3, 1_420)):
        one, found = SCOPES[kind], [*games(SCOPES[kind], n)]
        different, again = (
            {first(small) for small in several} for several in (product(one.vertices(n), repeat=n), found)
        )
        assert different == again and len(different) == len(found) == count


def first(small: Any) -> scope.Small:
    """Return the first of the games that differ from one in the numbers of the vertices."""
    return min(scope.renumbered(small, order) for order in permutations(range(len(small))))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        ("attractor-ranks reach", "winner_follows_rank"),
        ("attractor-ranks safe", "strategy_keeps"),
        ("remoteness normal", "draws_have_no_winning_move"),
        ("buchi-labels buchi", "no_marked_loop"),
        ("strategy-pair", "no_cycle_for_the_loser"),
        ("priority-counts", "counts_may_fall"),
        ("energy-bounds stay scale 2", "credits_are_least"),
        ("mean-potentials lose", "who_is_stuck_has_lost"),
        ("gain-bias", "low_is_kept"),
        ("reaching-ranks", "low_is_kept"),
        ("winning-chances", "who_stays_has_lost"),
        ("reward-ranks inf", "infinite_values_are_right"),
        ("steps 1", "ends_are_right"),
        ("fair-moves buchi", "winner_is_fair"),
        ("fair-moves parity", "no_round_for_the_loser"),
    ],
)
def test_a_checker_without_a_condition_believes_a_lie(kind: str, condition: str, monkeypatch: Any) -> None:
    one, rng, numbers = SCOPES[kind], random.Random(2), np.random.default_rng(2)
    name, _, conditions = one.checker
    module = import_module(f"graphgames.games.{name}")
    left = tuple(c for c in getattr(module, conditions) if c.__name__ != condition)
    assert len(left) + 1 == len(getattr(module, conditions))
    monkeypatch.setattr(module, conditions, left)
    assert any(attack(one, drawn(one, 1 + k % 2, rng), LIMIT, numbers).lies for k in range(200))


@pytest.mark.slow
@pytest.mark.parametrize("condition", ["labels_are_good", "tree_is_kept", "beginnings_are_won"])
def test_a_checker_of_trees_without_a_condition_believes_a_lie(condition: str, monkeypatch: Any) -> None:
    spec = gg.Spec({}, {"x": bool}, sys_trans=["x'"], marks=["x"], acceptance="Fin(0)")  # the system cannot meet it
    claims = [scope_trees.tree(spec, form) for form in ("stay", "climb")]
    rng = random.Random(1)
    assert all(not scope_problems.attack(one, 600, rng).wrong for one in claims)
    monkeypatch.setattr(f"graphgames.games.synthesis.spec_checker.{condition}", lambda claim: iter(()))
    assert any(said.startswith("believed:") for one in claims for said in scope_problems.attack(one, 600, rng).wrong)


OUTSIDE: list[tuple[Callable[[Any], gg.Objective], Sequence[Any]]] = [
    (lambda one: gg.Energy([0], cap=one), (-1, -(2**63), "1/0", INFINITY)),
    (lambda one: gg.Discounted([0], discount=one), (1, -1, "-1/9", f"{2**63}/{2**63 - 1}", INFINITY)),
    (lambda one: gg.Discounted([0], discount=[one]), (1, -1, INFINITY)),
    (lambda one: gg.MeanPayoff([0], threshold=one), (INFINITY, "nan")),
    (lambda one: gg.TotalPayoff([0], threshold=one), (INFINITY, "nan")),
    (lambda one: gg.BoundedReachProbability([0], steps=one), (-1, "1/2")),
    (lambda one: gg.ExpectedReward([0], [one]), (-1, -(2**63), INFINITY)),
    (lambda one: gg.Parity([one]), (-1, 2**63)),
    (lambda one: gg.Reach([one]), (-1, 1)),
    (lambda one: gg.MeanPayoff([one]), (INFINITY, "nan")),
]
"""How an objective is made of a number, and numbers that are out of range by one, or no numbers."""


@pytest.mark.parametrize("make", [make for make, _ in OUTSIDE])
def test_what_is_out_of_range_makes_no_game(make: Any) -> None:
    arena = gg.Arena.from_edges([(0, 0)], owner=[0])
    for one in next(wrong for made, wrong in OUTSIDE if made is make):
        with pytest.raises(gg.GraphGamesError):
            gg.Game(arena, make(one))


@pytest.mark.parametrize("far", [2**63, -(2**63), 2**63 + 1, -(2**63) - 1, 2**63 - 1, 2**100])
def test_a_setting_past_64_bits_is_read_by_the_reference_checker(far: int) -> None:
    """Files have it as text in base 16, without zeros before it; what fits 64 bits is a number."""
    arena = gg.Arena.from_edges([(0, 0)], owner=[0])
    made: list[Any] = [gg.MeanPayoff([0], threshold=far), gg.TotalPayoff([0], threshold=far)]
    for objective in [*made, *([gg.Energy([0], cap=far)] if far > 0 else ())]:
        game = gg.Game(arena, objective)
        document = solution_file(gg.solve(game))
        assert by_reference(game_file(game), document) and by_fast_checker(game, document)
        for other in (far + 1, hex(far).replace("0x", "0x0"), hex(far // 2**60)):
            name = next(iter(document["settings"]))
            lie = {**document, "settings": {name: other}}
            assert not by_reference(game_file(game), lie), other
            assert not by_fast_checker(game, lie), other


GEOGRAPHY = {"backward induction", "maximum matching", "values on a forest", "even kernels"}
"""The parts of a proof of geography, which are gone through together."""


def test_every_kind_of_certificate_is_gone_through() -> None:
    listed = {name.partition(" ")[0] for name in SCOPES} | {*scope_problems.KINDS} | GEOGRAPHY
    left = {name for row in find.kinds() for name in row.certificates} - listed
    assert not left, (
        f"no claims about small games are made of {', '.join(sorted(left))}: give them a scope in tests/scope*.py"
    )
    arenas = {name for row in find.kinds() if row.objectives for name in row.certificates}
    assert arenas <= {name.partition(" ")[0] for name in SCOPES}


def test_the_sizes_of_all_games_belong_to_kinds() -> None:
    for begin in scope_sizes.SMALLER:
        assert any(fnmatchcase(name, f"{begin}*") for name in SCOPES), begin
    for one in SCOPES.values():
        is_large = one.kind.startswith("reward-layers")  # of which there are a million at once
        assert is_large or scope_sizes.sized(one, 1) is one
        assert scope_sizes.sized(one, 2) is not None
