"""What every objective of the catalogue says of itself, held against the definitions; and what a new one costs."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
import graphgames.games
from graphgames.catalogue.find import objective_class, objectives
from graphgames.cli.main import run
from graphgames.core.objective import Marking, Objective
from graphgames.explore.edits import apply
from graphgames.formats.solutions import parity_form
from graphgames.games.random_games import random_game
from graphgames.play import Session, adapter_for
from tests.arenas import random_arena
from tests.share import cases, each

NAMES = list(objectives())


def games(name: str, count: int = 30) -> list[gg.Game]:
    """Return random games with this objective, with dead ends where it allows them."""
    kind, made = objective_class(name), []
    for seed in range(count):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng, int(rng.integers(1, 8)), 2, dead_ends=kind.allows_dead_ends)
        made.append(gg.Game(arena, kind.random(rng, arena.n, 0.4, 5)))
    return made


def data_of(objective: Objective) -> list[Any]:
    """The data of each vertex; of several sets a row that says which hold it."""
    name = "masks" if hasattr(objective, "masks") else objective.data
    return [] if not name else np.asarray(getattr(objective, name)).T.tolist()


@pytest.mark.share(0.8)
@pytest.mark.parametrize("name", NAMES)
def test_an_objective_is_made_again_from_its_priorities(name: str) -> None:
    kind = objective_class(name)
    assert kind.name == name and kind.title and kind.value_name
    for game in games(name):
        made = kind.from_priorities(game.objective.priorities(game.arena))
        said = {field: getattr(game.objective, field) for field in game.objective.over_edges}  # not by priorities
        again = gg.Game(game.arena, replace(made, **said, **game.objective.changed_settings()))
        assert data_of(again.objective) == data_of(game.objective)
        assert np.array_equal(gg.solve(again).winner, gg.solve(game).winner)


@each("name", NAMES)
def test_a_set_of_priorities_chooses_the_vertices_or_is_refused(name: str) -> None:
    kind, chosen = objective_class(name), np.array([True, False, True])
    if not issubclass(kind, Marking):
        with pytest.raises(gg.GameError, match="no meaning"):
            kind.from_priorities(np.array([1, 2, 3]), chosen)
    else:
        assert data_of(kind.from_priorities(np.array([1, 2, 3]), chosen)) == [True, False, True]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_a_vertex_is_what_the_data_say(name: str) -> None:
    for game in games(name):
        objective, n = game.objective, game.arena.n
        shown: Any = objective.numbers if objective.marked is None else objective.marked
        if shown is None and np.ndim(data_of(objective)) == 2:
            shown = np.any(data_of(objective), axis=1)
        assert shown is None or shown.shape == (n,)
        for v in range(n):
            special = False if shown is None else objective.numbers is not None or bool(shown[v])
            assert bool(objective.describe(v)) == special
            assert bool(objective.note(v)) == (bool(objective.note_keys) and special)
        signs = [sign for sign, _ in objective.value_keys]
        for winner in range(2):
            text = objective.value_text(3, winner)
            assert text == "3" if signs == ["n"] else text in [f"{sign} 3" for sign in signs]


@each("name", NAMES)
def test_who_wins_a_cycle_is_who_wins_the_endless_play(name: str) -> None:
    """Of a game that is nothing but the cycle the winner is known, by every solver; who moves does not matter."""
    for seed in range(cases(60, 0.4)):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 6))
        arena = gg.Arena.from_arrays(np.arange(n), (np.arange(n) + 1) % n, n, rng.integers(0, 2, n))
        game = gg.Game(arena, objective_class(name).random(rng, n, 0.3, 5))
        winner = int(gg.solve(game).winner[0])
        endings = [game.objective.ending(arena, v, 0) for v in range(n)]
        ending = next((end for end in endings if end), game.objective.cycle_ending(arena, range(n)))
        assert ending.winner == (None if winner == 2 else winner)
        assert ending.reason


@pytest.mark.parametrize("name", NAMES)
def test_the_parity_form_has_the_same_winners(name: str) -> None:
    for game in games(name):
        if not game.objective.has_parity_form:
            with pytest.raises(gg.GameError, match="not a parity game"):
                parity_form(game)
            continue
        form, stays = parity_form(game)
        assert np.array_equal(gg.solve(form).winner, gg.solve(game).winner)
        assert all(form.arena.successors_of(v).tolist() == [v] for v in np.flatnonzero(stays).tolist())


@pytest.mark.parametrize("name", NAMES)
def test_the_data_go_with_the_vertices(name: str) -> None:
    for game in games(name):
        old = data_of(game.objective)
        numbers = np.array([game.arena.n - 1, -1, 0])
        if game.objective.over_edges:
            with pytest.raises(gg.GameError, match="is about edges"):
                game.objective.renumbered(numbers)
            continue
        new = data_of(game.objective.renumbered(numbers))
        assert new == ([old[-1], np.zeros_like(old[0]).tolist(), old[0]] if old else [])


@each("name", NAMES)
def test_one_mark_or_priority_is_changed_and_no_other(name: str) -> None:
    for game in games(name, 10):
        old, objective = data_of(game.objective), game.objective
        if objective.marked is None:
            with pytest.raises(gg.GameError, match="is marked"):
                objective.with_mark(0, True)
        else:
            assert data_of(objective.with_mark(0, not old[0])) == [not old[0], *old[1:]]
        if objective.numbers is None:
            with pytest.raises(gg.GameError, match="have priorities"):
                objective.with_priority(0, 7)
        else:
            assert data_of(objective.with_priority(0, 7)) == [7, *old[1:]]


def test_another_mark_changes_nothing_else() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0)], owner=[0, 1, 0])
    for objective in (
        gg.BoundedReachProbability([1], within=[0, 2], steps=3),
        gg.ExpectedReward([1], vertex_reward=[1, 2, 3], unreached="zero"),
    ):
        bound: Any = gg.Game(arena, objective).objective
        changed = bound.with_mark(0, True)
        assert data_of(changed) == [True, True, False]
        others = vars(bound).keys() - {"target"}
        assert len(others) > 1 and all(getattr(changed, name) is getattr(bound, name) for name in others)


def test_a_new_objective_is_one_class_and_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(graphgames.games, "KINDS", (*graphgames.games.KINDS, "tests.toy"))
    game = random_game(12, "traps", share=0.2, seed=3)
    solution = gg.solve(game)
    path = str(tmp_path / "game.pg")
    gg.write(game, path)
    assert data_of(gg.read(path, objective="traps").objective) == data_of(game.objective)
    assert data_of(gg.read(path, objective="traps", priorities="1").objective) == data_of(game.objective)
    for thing in (game, solution):
        picture = thing.draw()
        assert "trap" in picture.svg and picture.title.startswith("game about traps, 12 vertices")
    for person in (0, 1):
        session = Session(adapter_for(solution, person=person))
        while session.ending is None:
            session.play(next(iter(session.moves())))
        assert session.ending.winner == person
    changed = apply(gg.Game(game.arena, gg.Buchi([0])), {"what": "set-objective", "objective": "traps"}).game
    assert data_of(changed.objective) == [v > 0 for v in range(12)]

    assert run(["solve", path, "--objective", "traps"]) == 0
    assert "traps game, 12 vertices" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in NAMES if objective_class(name).by_priority])
def test_whom_priorities_let_win_is_said_of_every_way_round(name: str) -> None:
    for game in games(name, 10):
        arena = game.arena
        at, walk = 0, list[int]()
        while at not in walk:
            walk.append(at)
            at = int(arena.successors_of(at)[0])
        cycle = walk[walk.index(at) :]
        top = int(game.objective.priorities(arena)[cycle].max())
        assert game.objective.cycle_ending(arena, cycle).winner == top % 2


def test_policies_ask_the_objective_what_it_is_and_not_for_its_name() -> None:
    """Promises of shields have names: to stay safe, in the worst case or by chance, for a time. So has normal play."""
    folder = Path(gg.__file__).parent / "policies"
    promises = {"safe", "avoid-probability", "bounded-reach-probability", "parity-probability"}
    asked = {
        (path.name, one.value)
        for path in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare) and "objective.name" in ast.unparse(node)
        for one in ast.walk(node)
        if isinstance(one, ast.Constant)
    }
    assert {name for path, name in asked if path.startswith("shield")} <= promises
    assert {one for one in asked if not one[0].startswith("shield")} == {("valued_game.py", "normal")}
