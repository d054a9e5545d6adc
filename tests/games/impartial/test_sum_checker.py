"""The checker of sums: every part by its own game, then the sum of the values; whatever else is claimed is refused."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, LoopyNimber, Sum, by_rule, grundy_values, heap_game, verify
from graphgames.certificates import SumValues
from graphgames.play import Session, adapter_for, argument
from tests.arenas import random_arena
from tests.share import share


def claimed(total: Sum, proof: SumValues) -> Any:
    return SimpleNamespace(problem=total.problem, parts=total.parts, certificate=proof, outcome=lambda: proof.outcome)


def test_several_positions_of_a_graph_are_a_sum_of_games() -> None:
    graph = {1: [2, 3], 2: [4], 3: [2, 4], 4: []}
    total = Sum.of(graph, (1, 3))
    assert total.nimber() == Sum.of(grundy_values(graph), [1, 3]).nimber() == 2
    assert [(before, after) for _, before, after in total.winning_moves()] == [(1, 3), (3, 4)]


def sums() -> list[Sum]:
    rng = np.random.default_rng(1)
    kayles, found = heap_game(".77", 50), []
    for _ in range(40):
        nim = by_rule(range)
        loopy = grundy_values(random_arena(rng, 4, 1.3, owned=False, dead_ends=True), loopy=True)
        v, a, b, times = (int(x) for x in rng.integers(0, 4, 4))
        found.append(Sum.of(loopy, v) + times * nim.at(a) + Sum.of(kayles, (b,)) * 1 + 2 * nim.at(b + 5))
    return [*found, Sum(), by_rule(range).at(7), by_rule(range).at(9) + by_rule(range).at(9)]


@pytest.mark.slow
def test_what_is_true_is_believed() -> None:
    for total in sums():
        assert verify(total), str(verify(total))
        assert verify(claimed(total, total.certificate))


@pytest.mark.slow
def test_false_values_and_outcomes_are_refused() -> None:
    for total in share(sums(), 1, least=6):
        proof = total.certificate
        for other in {"win", "draw", "loss"} - {proof.outcome}:
            assert not verify(claimed(total, replace(proof, outcome=other)))
        for i, value in enumerate(proof.values):
            lies: list[Any] = [1 if value != 1 else 2, LoopyNimber(frozenset({9}))]
            if value is not None:
                for lie in [*lies, None]:
                    changed = (*proof.values[:i], lie, *proof.values[i + 1 :])
                    by_rule_and_even = (
                        lie is None and hasattr(total.parts[i][0], "loses") and total.parts[i][2] % 2 == 0
                    )
                    assert by_rule_and_even or not verify(claimed(total, replace(proof, values=changed)))
        assert not verify(claimed(total, replace(proof, values=(*proof.values, 0))))


def test_a_part_that_cannot_stand_for_itself() -> None:
    kayles, loop = heap_game(".77", 50), grundy_values(Arena.from_edges([(0, 0)]), loopy=True)
    total = Sum.of(kayles, (3,)) + by_rule(range).at(2)
    assert total.certificate.unevaluated == 1
    assert not verify(claimed(total, SumValues((None, 2), 0, "win")))
    assert not verify(claimed(total, SumValues((3, None), 7, "win")))
    assert not verify(claimed(total, SumValues((3, 2), 1, "win")))
    endless = Sum.of(loop, 0) + by_rule(range).at(2)
    assert endless.certificate.values == (LoopyNimber(), 2) and verify(endless)
    assert not verify(claimed(endless, SumValues((LoopyNimber(), None), 1, "draw")))


def test_a_part_without_a_certificate_is_not_believed() -> None:
    class Told:
        def nimber(self, position: int) -> int:
            return position

        def moves(self, position: int) -> range:
            return range(position)

    assert "has no certificate" in str(verify(Sum.of(Told(), 3)))


def test_a_false_part_is_found_out() -> None:
    solution = grundy_values(Arena.from_edges([(2, 1), (2, 0), (1, 0)]))
    wrong = replace(solution, values=np.array([0, 1, 1], np.int32))
    assert not verify(Sum.of(wrong, 2))


def test_a_sum_is_an_oracle_and_is_played() -> None:
    loopy = grundy_values(Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True)
    small = [
        Sum.of(heap_game(".77", 9), (2, 3)) + 2 * by_rule(range).at(2),
        Sum.of(loopy, 0) + by_rule(range).at(2),
        Sum(),
    ]
    for total in small:
        table = adapter_for(total)
        session = Session(table)
        while session.ending is None and len(session.made) < 60:
            position = session.made[-1].choice.position if session.made else total
            assert total.outcome(position) == position.outcome() and total.explain(position) == position.explain()
            session.reply()
        first = total.outcome()
        assert session.ending is None or first == "draw" or session.ending.winner == (0 if first == "win" else 1)
    a, b = by_rule(range).at(3), by_rule(range).at(4)
    assert a + b == b + a and hash(a + b) == hash(b + a) and a != b
    assert repr(2 * a + b) == "Sum(3 + 3 + 4)"
    assert argument(a + b, depth=1).startswith(
        "3 has value 3, 4 has value 4; the nim-sum of 3 + 4 is 7: the player to "
    )
