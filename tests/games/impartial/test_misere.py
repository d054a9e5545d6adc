"""Misère play by rules: outcomes and genera against the definition, and what the checker believes of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from graphgames import (
    CycleError,
    GameError,
    HeapGame,
    LimitExceededError,
    MisereSolution,
    by_rule,
    misere,
    solve,
    verify,
)
from graphgames.certificates import MisereValues
from graphgames.cli.main import run
from graphgames.games.impartial.misere import Genus
from graphgames.games.impartial.problem import MisereProblem
from tests.share import cases


def random_game(rng: random.Random) -> dict[int, list[int]]:
    return {v: [w for w in range(v) if rng.random() < 0.45] for v in range(9)}


def wins(after: dict[int, list[int]]) -> Callable[[int], bool]:
    @cache
    def win(v: int) -> bool:
        return not after[v] or not all(win(w) for w in after[v])

    return win


def misere_nimber(after: dict[int, list[int]]) -> Callable[[int, int, int], int]:
    """The definition: the misère nimber of a position beside heaps of 2 and of 1."""

    @cache
    def value(v: int, twos: int, ones: int) -> int:
        below = {value(w, twos, ones) for w in after[v]}
        if twos:
            below |= {value(v, twos - 1, ones), value(v, twos - 1, ones + 1)}
        if ones:
            below.add(value(v, twos, ones - 1))
        return next(g for g in range(len(below) + 1) if g not in below) if below else 1

    return value


def games(rng: random.Random) -> list[MisereSolution]:
    found = []
    for _ in range(25):
        game = misere(random_game(rng).__getitem__)
        for v in rng.sample(range(9), 3):
            game.outcome(v)
        for v in rng.sample(range(9), 2):
            game.genus(v)
        found.append(game)
    return found


def claimed(game: MisereSolution, proof: MisereValues) -> Any:
    """A solution of the same rules that answers exactly what its certificate says."""
    outcomes = {at: "win" if win else "loss" for at, win in zip(proof.positions, proof.wins, strict=True)}
    genera = {at: Genus(normal, row) for at, normal, row in zip(proof.valued, proof.normal, proof.misere, strict=True)}
    return SimpleNamespace(problem=game.problem, certificate=proof, outcomes=outcomes, genera=genera)


def test_against_the_definition() -> None:
    rng = random.Random(1)
    for _ in range(cases(60, 0.4)):
        after = random_game(rng)
        win, value, game = wins(after), misere_nimber(after), misere(after.__getitem__)
        for v in rng.sample(range(9), 9):
            assert game.outcome(v) == ("win" if win(v) else "loss")
            genus = game.genus(v)
            assert [genus.value(t) for t in range(6)] == [value(v, t, 0) for t in range(6)]
            moves = game.best_moves(v)
            assert [(m.result == "win") for m in moves] == sorted((not win(w) for w in set(after[v])), reverse=True)
            assert {m.move for m in moves} == set(after[v])
        assert verify(game), str(verify(game))


def test_what_is_true_is_believed() -> None:
    for game in games(random.Random(2)):
        assert verify(game), str(verify(game))
        assert verify(claimed(game, game.certificate))


@pytest.mark.slow
def test_a_false_entry_is_refused_wherever_it_stands() -> None:
    for game in games(random.Random(3)):
        proof = game.certificate
        for i, win in enumerate(proof.wins):
            wrong = replace(proof, wins=(*proof.wins[:i], not win, *proof.wins[i + 1 :]))
            assert not verify(claimed(game, wrong))
            assert not verify(SimpleNamespace(**vars(claimed(game, proof)) | {"certificate": wrong}))
        for i, (normal, row) in enumerate(zip(proof.normal, proof.misere, strict=True)):
            for other in {0, 1, 2, normal + 1} - {normal}:
                wrong = replace(proof, normal=(*proof.normal[:i], other, *proof.normal[i + 1 :]))
                assert not verify(claimed(game, wrong))
            for k, number in enumerate(row):
                for other in {0, 1, 2, number + 1} - {number}:
                    changed = (*row[:k], other, *row[k + 1 :])
                    wrong = replace(proof, misere=(*proof.misere[:i], changed, *proof.misere[i + 1 :]))
                    assert not verify(claimed(game, wrong)), (row, changed)


def test_what_is_left_out_is_not_believed() -> None:
    for game in games(random.Random(4)):
        proof, right = game.certificate, vars(claimed(game, game.certificate))
        for i in range(len(proof.wins)):
            less = replace(
                proof,
                positions=proof.positions[:i] + proof.positions[i + 1 :],
                wins=proof.wins[:i] + proof.wins[i + 1 :],
            )
            assert not verify(SimpleNamespace(**right | {"certificate": less}))
        for i in range(len(proof.valued)):
            rest = {
                name: getattr(proof, name)[:i] + getattr(proof, name)[i + 1 :]
                for name in ("valued", "normal", "misere")
            }
            assert not verify(SimpleNamespace(**right | {"certificate": replace(proof, **rest)}))


def test_entries_cannot_rest_on_each_other() -> None:
    game = misere({"a": ["b"], "b": ["a"]}.__getitem__)
    outcomes = MisereValues(("a", "b"), (True, False), (), (), ())
    genera = MisereValues((), (), ("a", "b"), (0, 1), ((0, 0), (1, 1)))
    assert not verify(claimed(game, outcomes)) and not verify(claimed(game, genera))


@pytest.mark.parametrize(
    "changes",
    [
        {"wins": ()},
        {"wins": (1,)},
        {"normal": ()},
        {"normal": (-1,)},
        {"misere": ((0,),)},
        {"misere": ((1, -2),)},
    ],
)
def test_entries_that_are_none(changes: dict[str, Any]) -> None:
    game = misere(range)
    proof = replace(MisereValues((0,), (True,), (0,), (0,), ((1, 2, 0),)), **changes)
    solution = SimpleNamespace(problem=game.problem, certificate=proof, outcomes={}, genera={})
    assert re.search("expected|has no end", str(verify(solution)))


def test_positions_that_are_none() -> None:
    game = misere(range)
    solution = SimpleNamespace(
        problem=game.problem, certificate=MisereValues(([1],), (True,), (), (), ()), outcomes={}, genera={}
    )
    assert not verify(solution)


def test_a_game_in_misere_play_is_a_solution() -> None:
    nim = misere(by_rule(range, start=4))
    assert nim.explain() == "4: the player to move wins by moving to 1."
    assert nim.explain(0) == "0: there is no move, so the player to move wins misère play."
    assert nim.explain(1) == "1: the player to move loses, for the other player wins after every move."
    with pytest.raises(GameError, match="the play begins and ends at no heap; name another position"):
        misere(HeapGame.from_code(".77")).draw()
    assert "positions from 3 + 4" in misere(HeapGame.from_code(".77", (3, 4))).draw().title
    assert misere(range).explain() == "impartial game by rules in misère play; 0 outcomes are known."
    assert str(nim.value(2)) == "2^20" and nim.stats["genera"] == 3
    assert nim.to_dict()["certificate"]["kind"] == "misere-values" and "certificate" not in nim.to_dict(full=False)
    assert repr(nim).startswith("MisereSolution(") and nim.winner_of(1) == 1
    assert solve(MisereProblem(nim.problem.rules)).outcomes[4] == "win"


def test_a_play_that_comes_back_or_never_ends() -> None:
    ring = misere({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}.__getitem__)
    for question in (ring.outcome, ring.genus):
        with pytest.raises(CycleError, match="cycle of 2"):
            question("a")
    endless = misere(lambda n: [n + 1], limit=1000)
    for question in (endless.outcome, endless.genus):
        with pytest.raises(LimitExceededError, match="perhaps the rules have no end"):
            question(0)


def test_arguments_that_do_not_fit() -> None:
    with pytest.raises(GameError, match="expected a function from a position"):
        misere(range).outcome((1, 2))
    with pytest.raises(GameError, match="expected positions that can be hashed"):
        misere(lambda n: [[n]]).genus(3)


def test_a_heap_is_named_by_its_size_alone() -> None:
    found: Any = misere("kayles")
    assert str(found.genus(5)) == str(found.genus([5])) == str(found.genus((5,))) == "4^146"
    assert found.outcome([7, 3, 5]) == found.outcome("3,5,7") and found.outcome(5) == found.outcome([5])


@pytest.mark.parametrize(("game", "moves"), [(".77", [(4,), (2, 2)]), ("3,4,5", [(3, 4, 5), (3, 3, 5)])])
def test_the_moves_shown_as_winning_are_proved(
    game: str, moves: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checked: list[tuple[MisereSolution, MisereValues]] = []

    def noted(solution: MisereSolution) -> Any:
        checked.append((solution, solution.certificate))
        return verify(solution)

    monkeypatch.setattr("graphgames.api.verify", noted)
    assert run(["solve", game, "--misere", "--start", "5" if game == ".77" else "3,5,7", "--verify", "--explain"]) == 0
    assert f"by moving to {' or '.join(' + '.join(map(str, move)) for move in moves)}" in capsys.readouterr().out
    [(solution, proof)] = checked
    assert len(solution.outcomes) == len(proof.positions), "outcomes were found after the proof"
    for move in moves:
        place = proof.positions.index(move)
        assert not proof.wins[place]
        wrong = replace(proof, wins=(*proof.wins[:place], True, *proof.wins[place + 1 :]))
        assert not verify(claimed(solution, wrong))
