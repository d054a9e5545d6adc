"""What the solutions of all kinds that do not stand on arenas have in common, and what their checkers refuse."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.core.solution import Solution
from graphgames.draw import board_of, picture, view_of
from graphgames.draw.board import Track
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.sums.certificate import StackNimbers
from graphgames.games.sums.codec import SumsCodec
from graphgames.games.sums.solution import RowSums
from graphgames.play import Session, adapter_for

TOKENS = gg.Arena.from_edges([(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)], labels=["start", "left", "right", "home"])
RACE = gg.Race(TOKENS, 3, [0, 1], [0, 1], [(0, 0), (1, 1), (0, 1), (1, 0)])
KAYLES = HeapProblem(HeapGame.from_code(".77", (3, 4)), 30)
GRID = gg.BlockedGrid([(1, 1), (4, 2)], start=(3, 2))
MADE: dict[str, Any] = {"race": RACE, "heaps": KAYLES, "grid": GRID}


def read(name: str) -> Any:
    game = find.concrete_game(name)
    return game.read(game.example.encode())


NAMES = [*MADE, *(game.name for game in find.concrete_games() if "objective" not in vars(read(game.name)))]


def solved(name: str) -> Any:
    return gg.solve(MADE[name] if name in MADE else read(name))


def start_of(solution: Any) -> Any:
    """A position that can be asked about, of geography a first vertex."""
    start = adapter_for(solution).start
    return (0, frozenset()) if start is None else start


@pytest.mark.parametrize("name", NAMES)
def test_one_contract(name: str) -> None:
    solution = solved(name)
    assert isinstance(solution, Solution) and solution.engine == "local" and dict(solution.stats) is not None
    assert solution.problem.kind == name and name in find.choose(name, solution.solver).solves
    assert find.kind_of(solution) is find.kind_of(solution.problem)
    start = start_of(solution)
    outcome, winner = solution.outcome(start), solution.winner_of(start)
    assert isinstance(outcome, gg.Outcome) and outcome != "draw"
    assert winner == (solution.mover(start) if outcome == "win" else 1 - solution.mover(start))
    best = solution.best_moves(start)[0]
    assert best.result is outcome
    assert solution.explain() and isinstance(solution.explain(start), str)
    assert solution.to_dict()["solver"] == solution.solver
    assert repr(solution).startswith(type(solution).__name__) and "<pre>" in solution._repr_html_()
    assert gg.verify(solution)


@pytest.mark.parametrize("name", NAMES)
def test_plays_follow_the_best_moves_to_the_end(name: str) -> None:
    solution = solved(name)
    walk = solution.play(start_of(solution))
    assert len(walk) > 1 and not solution.best_moves(walk[-1])
    assert solution.outcome(walk[-1]) == "loss"
    for before, after in pairwise(walk):
        assert after in [move.position for move in solution.best_moves(before)]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_drawn_and_played_is_named_by_the_row(name: str) -> None:
    solution = solved(name)
    assert picture(solution).svg.startswith("<svg")
    assert (view_of(solution, 0) is None) != (board_of(solution) is None)
    with pytest.raises(gg.GameError, match=r"the option 'colour' does not fit this picture; it takes "):
        picture(solution, colour="red")
    session = Session(adapter_for(solution))
    while session.ending is None:
        session.reply()


def test_values_say_what_a_position_is_worth() -> None:
    assert solved("race").value(RACE.start) == solved("race").first()[1]
    assert solved("heaps").value((3, 5, 6)) == solved("heaps").nimber((3, 5, 6)) == 3 ^ 4 ^ 3
    assert solved("stone-game").value((0, ((9, 2),))) == 0 and solved("grid").value((2, 2)) is None
    marks = gg.solve(find.concrete_game("say-goodbye-to-tic-tac-toe").read(b"1\n..X..\n"))
    assert marks.mover((0, "..X..")) == 1 and marks.winner_of((0, "..X..")) == int(bool(marks.wins[0]))


def test_geography_is_asked_by_labels_and_positions() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0), (0, 2)], labels=["oslo", "rome", "lima"])
    solution = gg.solve(gg.Geography("edge-geography", [arena]))
    assert solution.outcome("rome") == solution.outcome((1, frozenset()))
    assert solution.explain("rome").startswith("Whoever picks rome loses (by search): the other player moves to lima")
    assert solution.explain((1, frozenset({0}))).startswith("The player to move ")
    with pytest.raises(gg.ArenaError, match="no vertex 'paris'"):
        solution.outcome("paris")


def test_geography_is_pickled_with_its_certificate() -> None:
    solution = gg.solve(gg.Geography("edge-geography", [gg.Arena.from_edges([(0, 1), (1, 2), (2, 0), (0, 2)])]))
    again = pickle.loads(pickle.dumps(solution))
    assert gg.verify(again) and np.array_equal(again.winner[0], solution.winner[0])
    assert again.outcome((1, frozenset({0}))) == solution.outcome((1, frozenset({0})))
    assert not again.winner[0].flags.writeable


@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_pickled(name: str) -> None:
    solution = solved(name)
    again = pickle.loads(pickle.dumps(solution))
    assert gg.verify(again) and again.to_dict() == solution.to_dict()
    assert again.best_moves(start_of(again)) == solution.best_moves(start_of(solution))


@pytest.mark.parametrize(("name", "one"), [("great-game", "4 3 1 1 1 2 2 3 3 4 "), ("treblecross", "..... ")])
def test_a_notebook_shows_a_line_of_many_tests(name: str, one: str) -> None:
    solution = gg.solve(find.concrete_game(name).read(f"100 {100 * one}".encode()))
    assert f"<pre>{solution}</pre>" in solution._repr_html_()


@pytest.mark.parametrize("heap", [-1, 2.5, "3"])
def test_heaps_are_whole_numbers(heap: Any) -> None:
    with pytest.raises(gg.GameError, match="there is no heap of"):
        solved("heaps").nimber((heap,))


# What the checkers refuse


class Claimed:
    """A solution with another certificate."""

    def __init__(self, solution: Any, certificate: Any):
        self._solution, self.certificate = solution, certificate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solution, name)

    def __len__(self) -> int:
        return len(self._solution)


def refused(check: Any, solution: Any, certificate: Any) -> None:
    report = check(Claimed(solution, certificate))
    assert not report.ok and report.failures and str(report.failures[0])


CERTIFICATES = {name: solved(name).certificate for name in NAMES}
VALUES = gg.grundy_values(gg.Arena.from_edges([(2, 1), (2, 0), (1, 0)]))
QUOTIENT = gg.misere_quotient(HeapGame.from_code(".77"), 4)


@pytest.mark.parametrize("name", NAMES)
def test_no_certificate_and_a_foreign_one_are_refused_in_a_sentence(name: str) -> None:
    solution = solved(name)
    own = find.checker(solution.certificate.kind)
    for certificate in (None, 7, "proof", VALUES.certificate, QUOTIENT.certificate):
        refused(own, solution, certificate)
        refused(gg.verify, solution, certificate)
    for other, certificate in CERTIFICATES.items():
        if certificate.kind != solution.certificate.kind:
            refused(own, solution, certificate)
            refused(gg.verify, solution, certificate)
        elif find.kind_of(solution) is not find.kind_of(solved(other)):
            pytest.fail(f"{name} and {other} have certificates of one kind")
    for solution in (VALUES, QUOTIENT):
        refused(own, solution, None)
        refused(gg.verify, solution, CERTIFICATES[name])


def spoiled(certificate: Any) -> Iterator[tuple[str, Any]]:
    """Each field's name, down to the parts of tuples, and the certificate with what does not belong there instead."""
    for field in fields(certificate):
        value = getattr(certificate, field.name)
        wrong: list[tuple[str, Any]] = [(field.name, bad) for bad in (None, "x", 3, (), np.zeros((2, 2, 2)))]
        if isinstance(value, np.ndarray):
            wrong += [(field.name, bad) for bad in (value[:-1], value.astype(np.float64) + 0.5, value.astype(str))]
        if isinstance(value, tuple) and value and is_dataclass(value[0]):
            wrong.append((field.name, (None, *value[1:])))
            wrong += [(name, (inner, *value[1:])) for name, inner in spoiled(value[0])]
        if is_dataclass(value):
            wrong += list(spoiled(value))
        for name, instead in wrong:
            if type(instead) is not type(value) or is_dataclass(value) or isinstance(value, tuple | np.ndarray):
                made = object.__new__(type(certificate))
                made.__dict__.update(vars(certificate) | {field.name: instead})
                yield name, made


@pytest.mark.parametrize("name", NAMES)
def test_malformed_certificates_are_refused_in_a_sentence(name: str) -> None:
    solution = solved(name)
    check = find.checker(solution.certificate.kind)
    for field, certificate in spoiled(solution.certificate):
        report = check(Claimed(solution, certificate))
        assert not report.ok and str(report.failures[0]), (field, certificate)


@pytest.mark.parametrize("code", ["8", ".77777777", "4.00000007", ".0000000F", "8.8"])
@pytest.mark.parametrize("up_to", [0, 1, 5])
def test_codes_longer_than_the_values_are_checked(code: str, up_to: int) -> None:
    solution = gg.heap_game(HeapGame.from_code(code if "." in code else f"{code}."), up_to)
    assert gg.verify(solution)
    for heap in range(up_to + 1):
        values = solution.values.copy()
        values[heap] += 1
        certificate = replace(solution.certificate, values=values, period=None)
        assert not gg.verify(type(solution)(solution.problem, values, "by hand", certificate))


# A concrete game is one file: what follows is all that a new one has to say


@dataclass(frozen=True)
class TakeOneOrTwo:
    """The rules: one or two stones are taken from a pile."""

    start: tuple[int, ...]

    def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, pile in enumerate(position):
            for left in range(max(0, pile - 2), pile):
                yield (*position[:i], left, *position[i + 1 :])

    def components(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(pile,) for pile in position]

    def render(self, position: tuple[int, ...]) -> str:
        return " and ".join(map(str, position)) or "nothing"


class TakeSolution(RowSums):
    def nimber(self, test: int, part: Any) -> int:
        return int(part[0] % 3)


@dataclass(frozen=True)
class TakeProblem:
    kind: ClassVar[str] = "take-one-or-two"
    solution_type: ClassVar = TakeSolution
    tests: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.tests)

    def rules(self, test: int) -> TakeOneOrTwo:
        return TakeOneOrTwo(self.tests[test])


def take(problem: TakeProblem) -> TakeSolution:
    nimbers = np.array([pile % 3 for piles in problem.tests for pile in piles], np.int64)
    first = np.cumsum([0, *map(len, problem.tests)])
    return TakeSolution.of(problem, nimbers, first)


def test_a_concrete_game_is_drawn_played_explained_and_checked_by_its_rules() -> None:
    solution = take(TakeProblem(((3, 4), (5, 5))))
    assert gg.verify(solution) and solution.wins.tolist() == [True, False]
    assert "leave 1 and 4" in solution.explain() and ">4: nimber 1<" in picture(solution, test=0).svg
    board = board_of(solution)
    assert board is not None and ">4: nimber 1<" in board.paint(Track([(0, (3, 4))])).svg
    assert view_of(solution, 0) is None
    session = Session(adapter_for(solution, test=1))
    while session.ending is None:
        session.reply()
    assert session.ending.winner == 1
    codec = SumsCodec()
    assert codec.answers(solution)["wins"].tolist() == [True, False] and codec.about(solution.problem)["tests"] == 2
    wrong = StackNimbers(np.array([0, 2, 2, 2]), solution.certificate.first)
    assert "part 1 has nimber 1, not 2" in str(gg.verify(Claimed(solution, wrong)))


def test_parts_without_an_end_are_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgames.games.sums.checker.MOST", 1000)

    class Round(TakeOneOrTwo):
        def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            yield position

    class Endless(TakeProblem):
        def rules(self, test: int) -> TakeOneOrTwo:
            return Round(self.tests[test])

    solution = take(TakeProblem(((3, 4),)))
    assert "undecided" in str(gg.verify(Claimed(take(Endless(((3, 4),))), solution.certificate)))
