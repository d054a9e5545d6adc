"""Lies made for the checkers, not mutated truths: each once was believed, or is the best of what never was."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import AttractorRanks, EnergyLifts, MeanPotentials
from graphgames.core.solution import View
from graphgames.core.value import INFINITY, Brackets
from graphgames.formats import cert
from graphgames.formats.problem_json import write_problem
from graphgames.games.heaps.certificate import HeapPeriod
from graphgames.reference import check as reference
from tests.contract.test_solution_files import again, problems, solved
from tests.share import each


def arena(*edges: tuple[int, int], owner: list[int]) -> gg.Arena:
    return gg.Arena.from_edges(list(edges), n=len(owner), owner=owner)


def test_a_part_of_a_solution_is_not_proved_as_the_whole() -> None:
    """What looks at the first 0 vertices found no fault in anything."""
    game = gg.Game(arena((0, 1), (1, 0), owner=[0, 1]), gg.Reach([1]))
    winner, moves, proof = (
        np.array([1, 1], np.uint8),
        gg.Strategy(np.array([-1, -1])),
        AttractorRanks(0, np.array([7, 7])),
    )
    for seen in (0, 1, 2):
        assert "a part of a solution" in str(gg.verify(View(game, winner, moves, "by hand", proof, None, {}, seen, 2)))


def test_a_reason_of_geography_is_one_of_its_proof() -> None:
    """It is shown beside the answer."""
    solution = gg.solve(gg.Geography("edge-geography", [arena((0, 1), (1, 2), (2, 0), owner=[0, 0, 0])]))
    assert gg.verify(solution) and solution.theorem == (("search",) * 3,)
    for name in ("a miracle", "backward induction"):
        report = gg.verify(replace(solution, theorem=(("search", name, "search"),)))
        assert [failure.vertex for failure in report.failures] == [1] and name in str(report)


def test_an_infinite_average_is_no_certificate_file() -> None:
    """It ended with a traceback."""
    game = gg.Game(arena((0, 0), owner=[0]), gg.MeanPayoff([1]))
    proof = MeanPotentials(np.array([0]), np.array([0]))
    claim = gg.ArenaSolution(game, np.array([0], np.uint8), gg.Strategy([0]), "by hand", proof, np.array([INFINITY]))  # type: ignore[arg-type]
    with pytest.raises(gg.GameError, match="a value is infinite"):
        cert.write_solution(claim, io.BytesIO())


def test_a_certificate_of_a_class_of_its_own_is_refused() -> None:
    """It could declare its fields as it likes: here a step at the vertex before the first one."""

    class Anything(EnergyLifts):
        kind: ClassVar[str] = "energy-lifts"

    game = gg.Game(arena((0, 0), owner=[0]), gg.Energy([-1], cap=0))
    numbers = np.array([INFINITY], object)
    claims = [
        gg.ArenaSolution(
            game, np.array([1], np.uint8), gg.Strategy(np.array([-1])), "by hand", kind((0,), (INFINITY,)), numbers
        )
        for kind in (EnergyLifts, Anything)
    ]
    assert gg.verify(claims[0])
    assert "is a Anything that calls itself 'energy-lifts'" in str(gg.verify(claims[1]))


def test_a_sum_has_no_proof_that_nothing_looks_at() -> None:
    """Of boxes, piles and marked strips any certificate was believed inside of theirs; so was a period of .007."""
    inner = {name: solved(name)[0].certificate.proof for name in ("treblecross", "games-are-important")}
    for name in ("stone-game", "playing-with-stones", "say-goodbye-to-tic-tac-toe"):
        solution = solved(name)[0]
        assert gg.verify(solution)
        for more in inner.values():
            claim = replace(solution, certificate=replace(solution.certificate, proof=more))
            assert not gg.verify(claim)
    solution = solved("treblecross")[0]
    period = HeapPeriod(0, 1, 0, 2, proved=True)
    proof = replace(solution.certificate.proof, period=period)
    assert not gg.verify(replace(solution, certificate=replace(solution.certificate, proof=proof)))


def remembered(thing: Any) -> None:
    """Have an object compute the arrays that it remembers."""
    for kind in type(thing).__mro__:
        for name, one in vars(kind).items():
            if isinstance(one, cached_property) and "NDArray" in str(one.func.__annotations__.get("return")):
                getattr(thing, name)


def writable(thing: Any, path: str, seen: set[int]) -> Iterator[str]:
    """Yield where an array or a list stands that could be changed, or is part of an array that could."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, np.ndarray):
        part: Any = thing
        while isinstance(part, np.ndarray) and not part.flags.writeable:
            part = part.base
        if isinstance(part, np.ndarray):
            yield path
    elif isinstance(thing, list):
        yield path
    elif isinstance(thing, tuple):
        for index, inside in enumerate(thing[:20]):
            yield from writable(inside, f"{path}[{index}]", seen)
    elif is_dataclass(thing) or isinstance(thing, Brackets):
        for name, inside in list(vars(thing).items()):
            if name not in ("problem", "stats", "_known", "arena", "game"):
                yield from writable(inside, f"{path}.{name}", seen)


@each("name", [name for name in problems() if name != "table"])
def test_nothing_of_a_solution_can_be_changed_after_it_was_proved(name: str) -> None:
    for solution in (solved(name)[0], again(name, solved(name)[1])):
        remembered(solution)
        held = [solution, solution.certificate, getattr(solution, "values", None), *solution.claimed.values()]
        seen: set[int] = set()
        assert [path for one in held for path in writable(one, type(one).__name__, seen)] == []


def test_arrays_that_were_given_are_copied() -> None:
    """Who changes his own afterwards, or what a read-only view shows, changes nothing that was proved."""
    game = gg.Game(arena((0, 1), (1, 1), owner=[0, 1]), gg.Reach([1]))
    winner, moves, rank, values = (np.array(row) for row in ([0, 0], [1, -1], [1, 0], [1, 0]))
    view = rank[:]
    view.flags.writeable = False
    claim = gg.ArenaSolution(
        game, winner.astype(np.uint8), gg.Strategy(moves.astype(np.int32)), "by hand", AttractorRanks(0, view), values
    )
    assert gg.verify(claim)
    for given in (winner, moves, rank, values):
        given[:] = 7
    assert gg.verify(claim) and claim.values is not None and claim.values.tolist() == [1, 0]
    for held in (claim.winner, claim.strategy.moves, claim.certificate.rank, claim.values):  # type: ignore[attr-defined]
        with pytest.raises(ValueError, match="read-only"):
            held[0] = 7


@pytest.mark.parametrize(
    "objective",
    [
        gg.Energy([-5, 2, 0]),
        gg.MeanPayoff([-5, 2, 0]),
        gg.TotalPayoff([-5, 2, -2]),
        gg.Discounted([0, 0, 1], discount=["1/3", "1/2", "1/2"]),
        gg.Buchi(accepting_edges=[False, True, False]),
        gg.Parity(edge_priority=[1, 2, 0]),
    ],
    ids=lambda objective: str(objective.name),
)
def test_of_parallel_edges_a_strategy_takes_the_one_that_was_meant(objective: gg.Objective) -> None:
    solution = gg.solve(gg.Game(arena((0, 1), (0, 1), (1, 0), owner=[0, 0]), objective))
    for one in (solution, pickle.loads(pickle.dumps(solution))):
        assert one.strategy.move(0) == (1, 0) and one.strategy.move(1) == (2, 0)
    assert gg.Strategy(np.array([1, 0], np.int32), solution.arena).move(0) == (0, 0)


@pytest.mark.parametrize(
    "changed", [{"preperiod": 72}, {"period": 24}, {"needed": 157}, {"preperiod": 70}, {"period": 6}]
)
def test_the_period_that_is_shown_is_the_least(changed: dict[str, int]) -> None:
    """That of Kayles is 12 from heap 71 on. It is 24, too, and it holds from heap 72 on; both were believed."""
    solution = solved("heaps with a period")[0]
    period = replace(solution.certificate.period, **changed)
    needed = 2 * max(1, period.preperiod) + period.period + 2 + changed.get("needed", 156) - 156
    given = replace(period, needed=needed)
    claim = replace(solution, certificate=replace(solution.certificate, period=given))
    assert gg.verify(solution) and not gg.verify(claim)
    document = json.loads(solved("heaps with a period")[1])
    document["period"] = document["certificate"]["period"] = vars(given)
    problem = io.BytesIO()
    write_problem(solution.problem, problem)
    assert not reference.check(problem.getvalue(), json.dumps(document).encode()).ok
