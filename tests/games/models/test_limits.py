"""Path formulas of safety and liveness: by their meaning on single plays, by all strategies, and by Storm."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.memory import Automaton, product
from graphgames.games.models import limits
from graphgames.games.models.language import Program
from graphgames.games.models.model import two_player_arena
from graphgames.games.models.syntax import parse
from graphgames.games.omega.temporal import negated
from graphgames.games.omega.translation import translate
from tests import naive_chance as naive
from tests.games.models.test_prism import random_model
from tests.share import cases, share

STATES = ("a", "b", "!a", "a & b", "a | !b")


def formula(rng: np.random.Generator, kind: str, depth: int) -> tuple[Any, ...]:
    """Return a random formula that is decided after finitely many states ("co"), or of limits ("limit")."""
    if kind == "limit":
        how = int(rng.integers(7 if depth else 5))
        if how > 4:
            return ("&|"[how - 5], formula(rng, "limit", depth - 1), formula(rng, "limit", depth - 1))
        inside = formula(rng, "co", 1)
        if how == 0:
            return inside
        if how == 1:
            return ("!", inside)
        return [("G", ("F", inside)), ("F", ("G", ("!", inside))), ("G", inside)][how - 2]
    how = int(rng.integers(5 if depth else 1))
    if how == 0:
        return ("s", str(rng.choice(STATES)))
    if how in (1, 2):
        return ("XF"[how - 1], formula(rng, "co", depth - 1))
    return ("U&"[how - 3], formula(rng, "co", depth - 1), formula(rng, "co", depth - 1))


def said(f: tuple[Any, ...]) -> str:
    """Return a formula in the language of properties."""
    if f[0] == "s":
        return f"({f[1]})".replace("a", '"a"').replace("b", '"b"')
    return f"({f[0]} {said(f[1])})" if len(f) == 2 else f"({said(f[1])} {f[0]} {said(f[2])})"


def truth(f: tuple[Any, ...], a: list[bool], b: list[bool], back: int) -> list[bool]:
    """Return where a formula is true on a play that goes back from its last place to another one: by definition."""
    n = len(a)
    after = [*range(1, n), back]
    if f[0] == "s":
        return [bool(eval(f[1].replace("!", "not ").replace("&", "and").replace("|", "or"), {"a": x, "b": y}))
                for x, y in zip(a, b, strict=True)]  # fmt: skip
    left = truth(f[1], a, b, back)
    if f[0] == "!":
        return [not one for one in left]
    if f[0] == "X":
        return [left[after[k]] for k in range(n)]
    if f[0] in ("&", "|"):
        right = truth(f[2], a, b, back)
        return [(x and y) if f[0] == "&" else (x or y) for x, y in zip(left, right, strict=True)]
    goal = truth(f[2], a, b, back) if f[0] == "U" else left
    way = left if f[0] == "U" else [True] * n
    found = [f[0] == "G"] * n
    for _ in range(2 * n):
        for k in reversed(range(n)):
            found[k] = (left[k] and found[after[k]]) if f[0] == "G" else goal[k] or (way[k] and found[after[k]])
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_formula_is_true_of_a_single_play_just_if_its_probability_is_1(seed: int) -> None:
    met = set()
    for k in range(cases(12, 10)):
        rng = np.random.default_rng([seed, k])
        n = int(rng.integers(1, 6))
        a, b = (rng.random(n) < 0.5).tolist(), (rng.random(n) < 0.5).tolist()
        back = int(rng.integers(n))
        f = formula(rng, "limit", 2)
        rows = [(s, "go", s + 1 if s + 1 < n else back, 1) for s in range(n)]
        model = replace(gg.Model.from_table(rows), labels={"a": np.array(a), "b": np.array(b)})
        (found,) = model.ask(f"P=? [ {said(f)} ]")
        assert found.value == int(truth(f, a, b, back)[0]) and found.verified, (said(f), found)
        met.add(found.value)
    assert met == {0, 1}


ASKED = (
    "G F s=1",
    "F G s=1",
    "(G F s=1) & (G F s=2)",
    "(G F s=1) & (F G !(s=2))",
    "(F G s=1) | (G F s=0)",
    "G (!(s=1) | (F s=0))",
    "(F s=1) & (G F s=0)",
    "(G !(s=1)) & (G F s=0)",
    "!((G F s=1) & (G F s=0))",
    "G ((s=1) | (G ((s=2) | (F s=0))))",
    "F ((s=1) & (G (!(s=2) | (F s=1))))",
    "G (!(s=0) | ((s!=2) U (G (s!=0))))",
    "G ((F s=1) | ((X s=0) U (G F s=2)))",
)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(6))
def test_storm_agrees(seed: int) -> None:
    import stormpy

    text = random_model(np.random.default_rng(seed)).replace(
        "smg player one [a] endplayer player two [b] endplayer", "mdp"
    )
    program = Program(text)
    for path, best in share([(path, best) for path in ASKED for best in ("max", "min")], 10):
        asked = f"P{best}=? [ {path} ]"
        meant = stormpy.parse_property(asked, program.parsed())
        theirs = stormpy.model_checking(stormpy.build_model(program.parsed(), meant), meant)
        (ours,) = program.ask(asked)
        assert ours.verified and isinstance(ours.value, int | Fraction), ours
        assert abs(float(ours.value) - float(theirs.get_value(0))) < 1e-5, asked


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(12))
def test_a_coalition_has_it_almost_surely_just_if_some_strategy_has(seed: int) -> None:
    program = Program(random_model(np.random.default_rng(seed)))
    model = program.build()
    arena = two_player_arena(model, model.coalition(["one"])).arena
    rest = arena.n - model.states
    one, two = ([*(model.variables["s"] == k).tolist(), *([False] * rest)] for k in (1, 2))
    turns = Automaton(2, 0, lambda q, e: np.where(np.array([one, two])[q, arena.tails[e]], 1 - q, q))
    both = product(arena, turns)
    third = [2 if (two if q else one)[v] and q == 1 else 1 for v, q in zip(both.vertex, both.memory, strict=True)]
    start = int(model.initial[0])
    for path, where, priority in (
        ("G F s=1", arena, [2 if held else 1 for held in one]),
        ("F G (s!=1)", arena, [1 if held else 0 for held in one]),
        ("(G F s=1) & (G F s=2)", both.arena, third),
    ):
        winner = naive.almost_sure_winners(where, priority)[start]
        for asked, expected in (
            ("P>=1", winner == 0),
            ("P>0", winner != 1),
            ("P<1", winner != 0),
            ("P<=0", winner == 1),
        ):
            (found,) = program.ask(f"<<{'one' if '>' in asked else 'two'}>> {asked} [ {path} ]")
            assert found.verified and found.value is expected, (path, asked, found)


GATE = """
smg
player gate [open], [shut] endplayer
player walker [come], [wait] endplayer
module m
  s : [0..4] init 0;
  [come] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2);
  [wait] s=0 -> 1/2 : (s'=3) + 1/2 : (s'=4);
  [open] s=1 -> (s'=0);
  [shut] s=1 -> 1/2 : (s'=3) + 1/2 : (s'=2);
  [open] s=2 -> (s'=0);
  [wait] s>2 -> true;
endmodule
"""


def test_what_has_no_answer_is_refused_and_what_has_one_is_not() -> None:
    program = Program(GATE)
    assert [one.value for one in program.ask("<<gate>> P>=1 [ G F s=1 ]; <<gate,walker>> P>=1 [ G F s=1 ]")] == [
        False,
        True,
    ]
    solution: Any = gg.solve(program.with_property("<<gate,walker>> Pmax=? [ (G F s=1) & (G F s=2) ]"))
    assert solution.value(solution.arena.label(solution.problem.start)) == 1 and gg.verify(solution)
    assert {action for state, action in solution.policy.items() if "s=1" in state} == {"open"}
    (one,) = program.ask("<<gate>> Pmax=? [ (G F s=0) | (G F s=4) ]")
    assert one.value is None and "both players choose where it is left to chance" in one.error, one


def test_an_automaton_of_another_formula_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "translate", lambda path: translate(negated(path)))
    (found,) = Program(GATE).ask("<<gate>> P>=1 [ G F s=1 ]")
    assert found.verified is False


def test_a_policy_with_memory_goes_round() -> None:
    """To see two states again and again one must remember which was seen last."""
    rows = [
        ("hub", "left", "left", 1),
        ("hub", "right", "right", 1),
        ("left", "back", "hub", 1),
        ("right", "back", "hub", 1),
    ]
    solution: Any = gg.solve(gg.Model.from_table(rows).with_property('Pmax=? [ (G F "left") & (G F "right") ]'))
    moves = {state: action for state, action in solution.policy.items() if str(state).startswith("hub")}
    assert set(moves.values()) == {"left", "right"} and gg.verify(solution)


def test_signs_of_ltl_are_those_of_prism() -> None:
    told, meant = (parse(text).asked[0].tree for text in ("P>=1 [ G (a -> F b) <-> c ]", "P>=1 [ G (a => F b) <=> c ]"))
    assert shape(told) == shape(meant)


def shape(node: Any) -> Any:
    """Return what a node and its parts are, without their places."""
    return (node.type, node.more if not node.parts else None, *map(shape, node.parts))
