"""Shields against all policies, tried one by one; and masks that are wrong in one place."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GameError
from graphgames.core.report import Report
from graphgames.policies.shield_checker import LIMIT, Promise, check_mask, single
from tests.games.models.test_models import random_model


def safe_values(model: gg.Model, bad: int, horizon: int | None) -> np.ndarray:
    """Return the best probability to stay away from a state, by trying all policies, or backwards in time."""
    n = model.states
    likely = np.zeros((int(model.choices[-1]), n))
    for c in range(likely.shape[0]):
        for b in range(int(model.branches[c]), int(model.branches[c + 1])):
            likely[c, model.targets[b]] += float(model.probability(b))
    ranges = [range(int(a), int(b)) for a, b in zip(model.choices, model.choices[1:], strict=False)]
    value = np.ones(n)
    value[bad] = 0
    if horizon is not None:
        for _ in range(horizon):
            value = np.array([0 if s == bad else max((likely[c] @ value) for c in ranges[s]) for s in range(n)])
        return value
    best = np.zeros(n)
    for policy in product(*ranges):
        matrix = likely[list(policy)]
        matrix[bad] = np.eye(n)[bad]
        reached = np.linalg.matrix_power((matrix + np.eye(n)) / 2, 2**24)[:, bad]
        best = np.maximum(best, 1 - reached)
    return best


def qualities(model: gg.Model, value: np.ndarray) -> dict[Any, dict[Any, float]]:
    """Return for each state and action how likely one stays safe after it."""
    found: dict[Any, dict[Any, float]] = {}
    for s in range(model.states):
        for c in range(int(model.choices[s]), int(model.choices[s + 1])):
            branches = range(int(model.branches[c]), int(model.branches[c + 1]))
            worth = sum(float(model.probability(b)) * value[model.targets[b]] for b in branches)
            found.setdefault(model.name(s), {})[model.action(c)] = worth
    return found


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("horizon", [None, 3])
def test_what_is_allowed_is_what_all_policies_together_can_keep(seed: int, horizon: int | None) -> None:
    model = random_model(np.random.default_rng(seed))
    bad = model.states - 1
    now = safe_values(model, bad, horizon)
    after = qualities(model, now if horizon is None else safe_values(model, bad, horizon - 1))
    bounds: list[dict[str, Any]] = [{"threshold": Fraction(37, 100)}, {"factor": Fraction(83, 100)}]
    for how in bounds:
        made = gg.shield(model, [bad], horizon=horizon, **how)
        for s, actions in after.items():
            least = float(how.get("threshold", 0)) if "threshold" in how else float(how["factor"]) * now[s]
            expected = [a for a, worth in actions.items() if s != bad and worth >= least - 1e-7]
            assert made.allowed[s] == expected, (s, how)
        assert made.verify(), made.verify()


@pytest.mark.parametrize("seed", range(8))
def test_the_worst_case_is_the_largest_set_that_chance_cannot_leave(seed: int) -> None:
    model = random_model(np.random.default_rng(seed))
    bad, safe = model.states - 1, set(range(model.states - 1))

    def stays(c: int) -> bool:
        return set(model.targets[int(model.branches[c]) : int(model.branches[c + 1])].tolist()) <= safe

    choices = {s: range(int(model.choices[s]), int(model.choices[s + 1])) for s in range(model.states)}
    while any(not any(stays(c) for c in choices[s]) for s in safe):
        safe = {s for s in safe if any(stays(c) for c in choices[s])}
    made = gg.shield(model, [bad])
    for s in range(model.states):
        assert made.allowed[s] == [model.action(c) for c in choices[s] if s in safe and stays(c)]
    assert made.verify()


def test_a_mask_that_is_wrong_in_one_place_is_not_proved() -> None:
    model = random_model(np.random.default_rng(2))
    promises: list[dict[str, Any]] = [{}, {"threshold": "1/2"}, {"factor": "9/10"}, {"factor": "9/10", "horizon": 2}]
    for how in promises:
        made = gg.shield(model, [model.states - 1], **how)
        owner: Any = made.game.arena.owner
        acts = {e for v in made._states() for _, e in made._named(v)} - {
            e for e in range(made.game.arena.m) if owner[made.game.arena.tails[e]] == 2
        }
        assert acts
        for e in acts:
            mask = made.mask.copy()
            mask[e] = ~mask[e]
            assert not replace(made, mask=mask).verify(), (how, e)


@pytest.mark.parametrize("how", [{}, {"threshold": "2/3"}])
def test_a_mask_that_allows_the_only_action_of_a_state_is_not_proved_if_it_breaks_the_promise(how: Any) -> None:
    half = Fraction(1, 2)
    model = gg.Model.from_table([(0, 0, 0, 1), (0, 1, 1, 1), (1, 0, 2, half), (1, 0, 0, half), (2, 0, 2, 1)])
    made = gg.shield(model, [2], **how)
    assert made.allowed[1] == [] and made.verify()
    mask = made.mask.copy()
    for _, e in made._named(1):
        mask[e] = True
    assert not replace(made, mask=mask).verify()


PROMISES: list[tuple[dict[str, Any], str]] = [
    ({}, "each allowed action stays safe for ever, whatever happens otherwise"),
    ({"threshold": "1/2"}, "after each allowed action one can stay safe for ever with a probability of at least 1/2"),
    (
        {"factor": "9/10", "horizon": 2},
        "after each allowed action one can stay safe for 2 decisions with a probability of at least 9/10 times the "
        "best one",
    ),
]


@pytest.mark.parametrize(("how", "words"), PROMISES)
def test_the_promise_is_said_in_words_and_every_edge_is_looked_at(how: dict[str, Any], words: str) -> None:
    made = gg.shield(random_model(np.random.default_rng(2)), [2], **how)
    assert str(made.promise) == words
    assert made.verify().checked == gg.verify(made.solution).checked + made.game.arena.m


@pytest.mark.parametrize("how", [{}, {"threshold": "1/2"}])
def test_a_mask_that_forbids_the_only_action_of_a_state_or_allows_others_to_act_is_not_proved(how: Any) -> None:
    """A state whose only action is left to chance is shown, too; a vertex of chance or of the other player is not."""
    half = Fraction(1, 2)
    model = gg.Model.from_table([(0, 0, 0, 1), (0, 1, 1, half), (0, 1, 0, half), (1, 0, 0, half), (1, 0, 1, half)])
    made = gg.shield(gg.Game(model.with_objective(gg.AvoidProbability([])).arena, gg.AvoidProbability([])), **how)
    assert made.verify() and made.allowed.keys() == {0}
    made = gg.shield(model, [], **how)
    assert made.allowed == {0: [0, 1], 1: [0]} and made.lost == [] and made.verify()
    for e in range(made.game.arena.m):
        mask = made.mask.copy()
        mask[e] = ~mask[e]
        report = replace(made, mask=mask).verify()
        word = "forbidden, but keeps" if made.mask[e] else "allowed, but breaks"
        assert len(report.failures) == 1 and word in str(report), e


def test_the_states_of_the_other_player_are_not_called_lost() -> None:
    rows = [
        ("a", "on", "b", 1, 0, 0),
        ("b", "back", "a", 1, 0, 1),
        ("b", "down", "pit", 1, 0, 1),
        ("pit", "x", "pit", 1, 0, 0),
    ]
    made = gg.shield(gg.Model.from_table(rows), ["pit"])
    assert made.allowed == {"a": [], "pit": []} and made.verify()


@pytest.mark.parametrize("how", [{}, {"threshold": "1/2"}, {"threshold": "1/2", "horizon": 2}])
def test_a_shield_whose_solution_is_of_another_game_is_not_proved(how: dict[str, Any]) -> None:
    model = gg.Model.from_table([(0, 0, 0, "1/2"), (0, 0, 1, "1/2"), (0, 1, 1, 1), (1, 0, 2, 1), (2, 0, 2, 1)])
    less = gg.Model.from_table([(0, 0, 0, "1/4"), (0, 0, 1, "3/4"), (0, 1, 1, 1), (1, 0, 2, 1), (2, 0, 2, 1)])
    made, other, likelier = gg.shield(model, [2], **how), gg.shield(model, [1], **how), gg.shield(less, [2], **how)
    assert made.verify() and other.verify()
    lies = [
        replace(made, game=other.game),
        replace(made, promise=replace(made.promise, player=1 - made.promise.player)),
    ]
    if how:
        lies += [replace(made, game=likelier.game), replace(made, promise=replace(made.promise, horizon=3))]
    for lie in lies:
        assert not lie.verify(), lie
    assert "the solution is of another game" in str(lies[0].verify())


def test_brackets_that_do_not_tell_are_called_undecided_and_many_faults_are_counted() -> None:
    made = gg.shield(gg.Model.from_table([(s, a, s, 1) for s in range(9) for a in (0, 1, 2)]), [], threshold="1/2")
    wide = np.full(made.game.arena.n, gg.Bracket(Fraction(1, 3), Fraction(2, 3)), object)
    report = check_mask(
        made.game, made.game, replace(made.solution, numbers=wide), made.promise, made.mask, Report(0, ())
    )
    assert not report.ok and "not decided: the values are in brackets too wide to tell" in str(report)
    assert report.found == 27 and len(report.failures) == LIMIT and re.search("at 0, the move to 0", str(report))


def test_a_graph_of_two_players_is_shielded_too() -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("a", "c"), ("b", "a"), ("b", "pit"), ("c", "c"), ("pit", "pit")],
        owner={"a": 0, "b": 1, "c": 0, "pit": 0},
    )
    made = gg.shield(arena, ["pit"])
    assert made.allowed == {"a": ["c"], "c": ["c"], "pit": []} and made.lost == ["pit"] and made.verify()
    assert gg.shield(gg.Game(arena, gg.Safe(["a", "b", "c"]))).allowed == made.allowed
    his = gg.shield(arena, ["c"], player=1)
    assert his.verify() and his.allowed == {"b": ["pit"]}


def test_masks_for_environments_and_what_does_not_fit() -> None:
    model = gg.Model.from_table([(0, 0, 0, 1), (0, 1, 1, 1), (1, 0, 1, 1)])
    made = gg.shield(model, [1])
    assert made.action_mask(0, 2).tolist() == [1, 0] and made.allows(0, 0) and not made.allows(0, 1)
    with pytest.raises(GameError, match="there is no action 5 in 0"):
        made.allows(0, 5)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"threshold": "1/2", "factor": "1/2"}, "two promises"),
        ({"threshold": 2}, "expected from 0 to 1"),
        ({"horizon": 3}, "a horizon goes with"),
    ]
    for how, message in wrong:
        with pytest.raises(GameError, match=message):
            gg.shield(model, [1], **how)
    with pytest.raises(GameError, match="say what is to be avoided"):
        gg.shield(model)


ICE = [
    ("shore", "wait", "shore", 1),
    ("shore", "cross", "ice", "9/10"),
    ("shore", "cross", "water", "1/10"),
    ("ice", "hurry", "far", "4/5"),
    ("ice", "hurry", "water", "1/5"),
    ("ice", "creep", "far", "19/20"),
    ("ice", "creep", "water", "1/20"),
    ("far", "rest", "far", 1),
    ("water", "swim", "water", 1),
]


@pytest.mark.parametrize("how", [{}, {"threshold": "9/10"}, {"factor": "9/10"}, {"threshold": "9/10", "horizon": 2}])
def test_a_shield_with_the_solution_of_another_game_is_not_proved(how: Any) -> None:
    model = gg.Model.from_table(ICE)
    made, other = gg.shield(model, ["water"], **how), gg.shield(model, ["far"], **how)
    assert made.verify() and other.verify()
    report = replace(made, solution=other.solution, mask=other.mask).verify()
    assert not report and "of another game" in report.failures[0].message
    changes: list[dict[str, Any]] = [{"horizon": 5}, {"horizon": None}, {"player": 1 - made.promise.player}]
    for change in changes if how else changes[2:]:
        if getattr(made.promise, next(iter(change)), None) != next(iter(change.values())):
            assert not replace(made, promise=replace(made.promise, **change)).verify(), change


def test_a_shield_whose_values_are_those_of_reaching_is_not_proved() -> None:
    model = gg.Model.from_table(ICE)
    made = gg.shield(model, ["water"], threshold="9/10")
    game: Any = model.with_objective(gg.ReachProbability(["water"]))
    reached = gg.solve(game)
    assert gg.verify(reached)
    for mask in (np.zeros(made.mask.size, bool), made.mask):
        assert not replace(made, solution=reached, mask=mask).verify()
        assert not replace(made, game=game, solution=reached, mask=mask).verify()


def test_a_promise_has_one_bound_and_a_mask_an_entry_for_each_edge() -> None:
    made = gg.shield(gg.Model.from_table(ICE), ["water"], factor="9/10")
    with pytest.raises(GameError, match="two promises"):
        replace(made.promise, threshold=Fraction(1))
    for mask in (made.mask[:-1], np.append(made.mask, True), made.mask.astype(int), made.mask.tolist()):
        report = replace(made, mask=mask).verify()
        assert not report and "booleans" in report.failures[0].message


@pytest.mark.parametrize("player", [2, -1, "0", 1.0])
def test_a_promise_is_to_one_of_two_players(player: Any) -> None:
    with pytest.raises(GameError, match="expected 0 or 1"):
        Promise(player)


@pytest.mark.parametrize("bound", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_bound_is_a_probability(bound: Fraction) -> None:
    with pytest.raises(GameError, match="expected from 0 to 1"):
        Promise(0, bound)


@pytest.mark.parametrize("horizon", [0, -1, True, 2.0])
def test_a_horizon_is_a_number_of_decisions_and_a_bound_is_exact(horizon: Any) -> None:
    with pytest.raises(GameError, match="the horizon is"):
        Promise(1, Fraction(1, 2), horizon=horizon)
    with pytest.raises(GameError, match="expected an exact number"):
        Promise(0, threshold=0.5)  # type: ignore[arg-type]


def test_a_template_that_names_a_probability_is_not_proved() -> None:
    """It proves who wins whatever happens; a bound or a horizon in its file would stand there without a proof."""
    game = gg.Game.from_graph({"out": ["out", "home"], "home": ["out"]}, gg.Buchi(["home"]), owner=lambda v: 0)
    found = gg.shield(game)
    assert found.verify().ok
    for lie in (Promise(0, Fraction(1, 2)), Promise(0, factor=Fraction(1, 2), horizon=3)):
        assert "names a probability" in str(replace(found, promise=lie).verify())


def test_a_promise_fits_the_game_that_is_solved_for_it() -> None:
    model, half = gg.Model.from_table([(0, 0, 0, 1), (0, 1, 1, 1), (1, 0, 1, 1)]), Fraction(1, 2)
    for_ever = model.with_objective(gg.AvoidProbability([1]))
    in_time = model.with_objective(gg.BoundedReachProbability([1], steps=2), 1)
    assert Promise(0, half).fits(for_ever) and Promise(1, half, None, 2).fits(in_time)
    assert not Promise(0, half, None, 2).fits(in_time) and not Promise(1, half, None, 3).fits(in_time)
    assert not Promise(1, half, None, 2).fits(for_ever) and not Promise(0, half).fits(in_time)


SLIPPERY = [("hall", "run", "desk", "4/5"), ("hall", "run", "fallen", "1/5"), ("hall", "walk", "desk", 1),
            ("desk", "work", "desk", 1), ("fallen", "lie", "fallen", 1)]  # fmt: skip


def test_verify_takes_shields_templates_and_marks_as_it_takes_solutions() -> None:
    shield = gg.shield(gg.Model.from_table(SLIPPERY), avoid=["fallen"])
    assert gg.verify(shield).checked == shield.verify().checked
    wrong = replace(shield, mask=~shield.mask)
    assert not gg.verify(wrong)
    template = gg.shield(
        gg.Game.from_graph({"out": ["out", "home"], "home": ["out"]}, gg.Buchi(["home"]), owner=[0, 0])
    )
    assert isinstance(template, gg.TemplateShield)
    assert gg.verify(template)
    assert not gg.verify(replace(template, template=replace(template.template, groups=())))
    game = gg.Model.from_table(SLIPPERY).with_objective(gg.AvoidProbability(["fallen"]))
    assert gg.verify(gg.evaluate(game, "uniform", start="hall"))
    with pytest.raises(GameError, match="Shield is checked by the engine local alone; leave engine='processes' out"):
        gg.verify(shield, engine="processes")
    with pytest.raises(GameError, match="is not a solution; expected what solve, shield or evaluate returns"):
        gg.verify(gg.Shield)


def test_what_is_said_of_all_edges_is_made_from_one_list_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = {v: [v, (v + 1) % 50] for v in range(50)}
    shield = gg.shield(gg.Game.from_graph(graph, gg.Safe(list(range(49))), owner=lambda v: 0))
    asked: list[Any] = []

    def counted(game: Any) -> Any:
        asked.append(game)
        return single(game)

    monkeypatch.setattr("graphgames.policies.shields.single", counted)
    signs = [shield.edge_text(e) for e in range(100)]
    assert [e for e, sign in enumerate(signs) if sign] == [97, 98, 99]
    assert len(asked) == 1


def test_names_that_are_the_same_text_are_not_merged() -> None:
    """JSON has text alone for the names of states: of 1 and "1" one would stand for both, as if proved."""
    rows = [(1, "a", "1", 1), ("1", "b", 1, 1), (1, "c", 1, 1)]
    model = gg.Model.from_table(rows)
    solution = gg.solve(model, gg.ReachProbability(["1"]))
    assert gg.verify(solution)
    with pytest.raises(GameError, match="two names are both written 1"):
        solution.to_dict()
    with pytest.raises(GameError, match="two names are both written 1"):
        gg.shield(model, avoid=[1]).to_dict()
