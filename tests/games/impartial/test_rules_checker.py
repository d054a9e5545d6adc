"""The checker of games by rules: what they answered is believed, and nothing false that could stand in its place."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from graphgames import ByRule, HeapGame, by_rule, solve, verify
from graphgames.certificates import PositionValues
from graphgames.games.impartial.problem import RulesProblem
from tests import naive
from tests.share import share


def claimed(game: ByRule, proof: PositionValues) -> Any:
    """A solution of the same rules that answers exactly what its certificate says."""
    nimbers: dict[Any, Any] = {}
    couples: dict[Any, Any] = {}
    for position, heap, value in zip(proof.positions, proof.heaps, proof.values, strict=True):
        if heap is None:
            nimbers[position] = value
        else:
            couples[position, heap] = not value
            nimbers |= {} if value else {position: heap}
    return SimpleNamespace(problem=game.problem, certificate=proof, nimbers=nimbers, couples=couples)


def asked(rng: random.Random, moves: Any, positions: list[Any], **options: Any) -> ByRule:
    """A game that was asked this and that, in any order."""
    game = by_rule(moves, **options)
    for position in rng.sample(positions, min(6, len(positions))):
        if rng.random() < 0.5:
            game.nimber(position)
        else:
            game.loses(position, rng.randrange(4))
    return game


def games(rng: random.Random) -> list[ByRule]:
    """Random games, and heap games with components and without."""
    found = []
    for _ in range(12):
        after = {v: [w for w in range(v) if rng.random() < 0.4] for v in range(9)}
        found.append(asked(rng, after.__getitem__, list(after)))
    for code in (".77", ".137", "4.7", "grundy"):
        rules = HeapGame.from_code(code)
        heaps = [tuple(sorted(rng.randint(1, 5) for _ in range(rng.randint(0, 3)))) for _ in range(8)]
        found.append(asked(rng, rules.moves, heaps, components=rules.components))
        found.append(asked(rng, rules.moves, heaps))
    return found


@pytest.mark.slow
def test_what_is_true_is_believed() -> None:
    for game in share(games(random.Random(1)), 1, least=6):
        report = verify(game)
        assert report, str(report)
        assert verify(claimed(game, game.certificate))
        assert report.checked >= len(game.certificate.values)
        for position, value in game.nimbers.items():
            assert value == naive.grundy(game.moves, position, {})


@pytest.mark.slow
def test_a_false_value_at_any_entry_is_refused() -> None:
    entries = [(game, i) for game in games(random.Random(2)) for i in range(len(game.certificate.values))]
    for game, i in share(entries, 0.6):
        proof = game.certificate
        heap, value = proof.heaps[i], proof.values[i]
        others = {1 - value} if heap is not None else {0, 1, 2, 3, value + 1} - {value}
        for other in others:
            changed = replace(proof, values=(*proof.values[:i], other, *proof.values[i + 1 :]))
            assert not verify(claimed(game, changed)), (i, other)
            faked = SimpleNamespace(
                problem=game.problem, certificate=changed, nimbers=game.nimbers, couples=game.couples
            )
            assert not verify(faked)


@pytest.mark.slow
def test_what_the_certificate_leaves_out_is_not_believed() -> None:
    for game in share(games(random.Random(3)), 1, least=6):
        proof = game.certificate
        for i, (position, heap, value) in enumerate(zip(proof.positions, proof.heaps, proof.values, strict=True)):
            if heap is not None and value and position in game.nimbers:
                continue  # the nimber says so, too
            less = PositionValues(
                *(field[:i] + field[i + 1 :] for field in (proof.positions, proof.heaps, proof.values))
            )
            assert not verify(
                SimpleNamespace(problem=game.problem, certificate=less, nimbers=game.nimbers, couples=game.couples)
            )


def test_entries_cannot_rest_on_each_other() -> None:
    """On a cycle of two, values of 0 and 1 have the mex property and prove nothing."""
    rules = RulesProblem(SimpleNamespace(moves={"a": ["b"], "b": ["a"]}.__getitem__))
    for first, second in (("a", "b"), ("b", "a")):
        proof = PositionValues((first, second), (None, None), (0, 1))
        assert "depends on" in str(verify(claimed(ByRule(rules), proof)))
    proof = PositionValues(("a", "b"), (0, 0), (0, 1))
    assert not verify(claimed(ByRule(rules), proof))


def test_a_position_that_splits_is_no_couple() -> None:
    rules = HeapGame.from_code(".3")
    game = by_rule(rules)
    proof = PositionValues(((1,), (1, 1)), (None, 0), (1, 0))
    assert "splits" in str(verify(claimed(game, proof)))


@pytest.mark.parametrize(
    "changes",
    [
        {"values": (0,)},
        {"values": (0, 1.0)},
        {"values": (0, True)},
        {"values": (0, -1)},
        {"heaps": (None,)},
        {"heaps": (None, "x")},
        {"heaps": (None, -1)},
        {"heaps": (None, 1), "values": (0, 2)},
    ],
)
def test_entries_that_are_none(changes: dict[str, Any]) -> None:
    game = by_rule(range)
    proof = replace(PositionValues((0, 1), (None, None), (0, 1)), **changes)
    solution = SimpleNamespace(problem=game.problem, certificate=proof, nimbers={}, couples={})
    assert re.search("expected|neither won", str(verify(solution)))


def test_positions_that_are_none() -> None:
    game = by_rule(range)
    for position in ([1], "x"):
        proof = PositionValues((0, position), (None, None), (0, 1))
        solution = SimpleNamespace(problem=game.problem, certificate=proof, nimbers={}, couples={})
        assert not verify(solution)


def test_what_is_known_otherwise_is_proved_all_the_same() -> None:
    game = ByRule(RulesProblem(HeapGame.from_code(".3333")), known=lambda heaps: heaps[0] % 5 if heaps[0] % 2 else None)
    assert game.nimber((3, 4)) == 7 and not game.loses((2, 4, 7))
    assert verify(game), str(verify(game))
    lying = ByRule(RulesProblem(HeapGame.from_code(".3333")), known=lambda heaps: 0)
    lying.nimber((3, 3, 4))
    assert not verify(lying)


def test_a_game_by_rules_is_a_solution() -> None:
    game = by_rule(range, start=5)
    assert game.explain() == "5 has nimber 5: the player to move wins by moving to 0."
    assert game.value(3) == 3 and game.winner_of(3) == 0 and game.winner_of(0) == 1
    assert [move.move for move in game.best_moves(3)] == [0, 1, 2]
    assert game.play(4) == [4, 0]
    data = game.to_dict()
    assert data["solver"] == "by-rule" and data["certificate"]["kind"] == "position-values"
    assert data["certificate"]["positions"][0] == 0 and "certificate" not in game.to_dict(full=False)
    assert "nimbers=6" in repr(game) and str(game) == "impartial game by rules; 6 nimbers are known"
    assert by_rule(range).explain() == "impartial game by rules; 0 nimbers are known."
    solved = solve(RulesProblem(HeapGame.from_code(".77", start=(3, 4))))
    assert solved.nimbers[3, 4] == 2 and verify(solved)
    assert by_rule(solved).explain((3, 4)).startswith("3 has nimber 3, 4 has nimber 1; the nim-sum is 2")
