"""Reaching a target in time: the definition agrees, faults are found, files keep or refuse what they cannot say."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.memory import Automaton
from graphgames.core.value import Bracket
from graphgames.formats.json_ import read_solution, write_solution
from tests.games.chance.oracle import in_time
from tests.games.chance.test_chance import random_arena, values
from tests.share import cases


def games(count: int, seed: int) -> Iterator[gg.Game]:
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng, 7)
        target, within = rng.random(arena.n) < 0.3, rng.random(arena.n) < 0.8
        yield gg.Game(
            arena, gg.BoundedReachProbability(target, within if k % 2 else None, steps=int(rng.integers(0, 6)))
        )


def test_values_are_those_of_the_definition() -> None:
    for game in games(cases(80, 0.4), 0):
        solution = gg.solve(game)
        steps = cast("Any", game.objective).steps
        expected = [in_time(game, v, steps) for v in range(game.arena.n)]
        assert values(solution) == expected
        assert solution.winner.tolist() == [0 if one == 1 else 1 if one == 0 else 2 for one in expected]
        assert gg.verify(solution), gg.verify(solution)


@pytest.mark.slow
def test_many_steps_come_close_to_no_bound() -> None:
    for k in range(20):
        rng = np.random.default_rng([9, k])
        arena, target = random_arena(rng, 6), [0]
        ever = values(gg.solve(arena, gg.ReachProbability(np.array(target))))
        soon = values(gg.solve(arena, gg.BoundedReachProbability(np.array(target), steps=150)))
        for one, other in zip(soon, ever, strict=True):
            assert one <= other and other - one < Fraction(1, 20)


def test_the_memory_counts_down() -> None:
    """With one move left the short way, though it is less likely; with more the long way."""
    arena = gg.Arena.from_edges(
        [("s", "coin"), ("s", "way"), ("way", "goal"), ("coin", "goal"), ("coin", "end")],
        owner={"s": 0, "way": 0, "coin": 2, "goal": 0, "end": 0},
        probability=[None, None, None, "1/2", "1/2"],
    )
    game = gg.Game(arena, gg.BoundedReachProbability(["goal"], steps=3))
    solution = gg.solve(game)
    machine = cast("gg.FiniteMemoryStrategy", solution.strategy)
    s = arena.vertex("s")
    assert solution.value("s") == 1 and machine.names[machine.start(s)] == "3 left"
    assert [machine.next(s, left) for left in (2, 3)] == [arena.vertex("way")] * 2
    assert machine.along(3, s, arena.vertex("way")) == 2 and machine.along(0, s, arena.vertex("way")) == 0
    assert machine.draw().svg.startswith("<svg")
    assert "Eve moves to way" in solution.explain("s")


@pytest.mark.slow
def test_faults_are_refused() -> None:
    for game in games(cases(30, 0.3), 1):
        solution = gg.solve(game)
        proof, given = cast("Any", solution.certificate), solution.values
        assert given is not None
        for left in range(len(proof.values)):
            for v in range(game.arena.n):
                row = proof.values[left].copy()
                row[v] += Fraction(1, 10**20)
                rows = (*proof.values[:left], row, *proof.values[left + 1 :])
                more = {"numbers": row} if left == len(proof.values) - 1 else {}
                assert not gg.verify(replace(solution, proof=replace(proof, values=rows), **more))
        assert not gg.verify(replace(solution, proof=replace(proof, values=proof.values[1:])))
        assert not gg.verify(replace(solution, winner=(solution.winner + 1) % 3))
        file = io.BytesIO()
        write_solution(solution, file)
        assert gg.verify(read_solution(file.getvalue(), "solution.json", game))


def test_each_part_of_a_claim_is_refused_alone() -> None:
    """Max can go to a coin at once, or wait; the target is come to in two moves at the earliest."""
    arena = gg.Arena.from_edges(
        [("s", "coin"), ("s", "s"), ("coin", "goal"), ("coin", "end")],
        owner={"s": 0, "coin": 2, "goal": 0, "end": 0},
        probability=[None, None, "1/2", "1/2"],
    )
    game, sooner = (gg.Game(arena, gg.BoundedReachProbability(["goal"], steps=steps)) for steps in (3, 2))
    solution, early = gg.solve(game), gg.solve(sooner)
    proof, before = cast("Any", solution.certificate), cast("Any", early.certificate)
    assert gg.verify(solution) and values(solution) == [Fraction(1, 2), Fraction(1, 2), 1, 0]
    waits, none = np.array([0, -1, -1, -1], np.int32), np.full(4, -1, np.int32)
    idle = np.array([0, Fraction(1, 2), 1, 0], object)
    two = np.array([Fraction(1, 4), Fraction(1, 2), 1, 0], object)

    machine = cast("gg.FiniteMemoryStrategy", solution.strategy)
    moves = list(machine.moves)

    def refused(said: str, values: Any = proof.values, rows: Any = moves, **more: Any) -> None:
        strategy = gg.FiniteMemoryStrategy(arena, np.array(rows), more.pop("automaton", machine.automaton))
        report = str(gg.verify(replace(solution, proof=replace(proof, values=values), strategy=strategy, **more)))
        assert "not proved" in report and said in report, report

    fewer = {"numbers": before.values[-1], "winner": early.winner}
    refused("expected 4 entries", before.values, **fewer)
    refused("expected (4, 4)", rows=moves[1:], automaton=early.strategy.automaton)
    refused("the strategy's memory is not", automaton=Automaton(4, 3, lambda left, edge: left))
    refused("the strategy's memory is not", automaton=Automaton(4, 2, lambda left, edge: np.maximum(left - 1, 0)))
    refused("no values to prove", numbers=None)
    refused("expected int or Fraction", (np.array([Bracket(0, 1), 0, 1, 0], object), *proof.values[1:]))
    refused("all moves left", numbers=two)
    refused("no move is left", rows=[waits, *moves[1:]])
    refused("over here", rows=[*moves[:3], [1, -1, 2, -1]])
    refused("one move less", rows=[*moves[:3], [1, 2, -1, -1]])
    lazy = (*proof.values[:2], idle, idle)  # as if Max could only wait
    refused("one move less", lazy, [none, *[waits] * 3], numbers=idle, winner=[1, 2, 0, 1])
    refused("one move less", rows=[*moves[:2], waits, moves[3]])


def test_a_file_with_the_moves_in_the_certificate_is_read() -> None:
    game = next(games(1, 0))
    solution, file = gg.solve(game), io.BytesIO()
    write_solution(solution, file)
    data = json.loads(file.getvalue())
    rows = cast("gg.FiniteMemoryStrategy", solution.strategy).moves.tolist()
    data["certificate"]["moves"], data["strategy"] = rows, rows[-1]
    again = read_solution(json.dumps(data).encode(), "old.json", game)
    assert gg.verify(again) and cast("gg.FiniteMemoryStrategy", again.strategy).moves.tolist() == rows


@pytest.mark.parametrize("steps", [-1, "1/2", "many", 0.5])
def test_wrong_steps_are_refused(steps: Any) -> None:
    with pytest.raises(gg.GraphGamesError, match=r"steps|number|float"):
        gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.BoundedReachProbability([0], steps=steps))


def test_files_keep_the_vertices_within_which_the_play_must_stay_or_refuse_them(tmp_path: Path) -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "c"), ("b", "a"), ("c", "c")], owner={"a": 0, "b": 1, "c": 1})
    for objective in (gg.ReachProbability(["c"], within=["a"]), gg.BoundedReachProbability(["c"], ["a"], steps=4)):
        game = gg.Game(arena, objective)
        gg.write(game, tmp_path / "game.arena")
        again = cast("Any", gg.read(tmp_path / "game.arena")).objective
        assert again.within.tolist() == [True, False, False] and getattr(again, "steps", 4) == 4
        for ending in ("dot", "csv", "graphml", "gml", "pg"):
            with pytest.raises(gg.GraphGamesError, match=r"within|\.arena"):
                gg.write(game, tmp_path / f"game.{ending}")
    bounded = gg.Game(arena, gg.BoundedReachProbability(["c"], steps=4))
    gg.write(bounded, tmp_path / "game.dot")
    assert cast("Any", gg.read(tmp_path / "game.dot")).objective.steps == 4
