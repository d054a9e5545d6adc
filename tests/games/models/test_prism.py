"""Models in the PRISM language: what is read, what is asked, and what is said of those that cannot be read."""

from __future__ import annotations

import io
import json
import sys
import tarfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli import main as program
from graphgames.core.errors import FormatError, GameError, MissingDependencyError
from graphgames.core.value import INFINITY, Bracket
from graphgames.games.models import language
from graphgames.games.models.ask import Answer
from graphgames.games.models.language import Program
from graphgames.games.models.model import Model, two_player_arena
from graphgames.games.models.recover import simplest
from graphgames.games.models.rewards import of_choices
from graphgames.games.models.syntax import parse
from tests import naive_chance as naive
from tests.cli.test_cli import program as typed

# Ann tosses a coin that she may choose: the fair one, or one that shows heads with probability a and rolls under the
# table with probability 1/5. Bob may call heads or tails, but only sees the coin; Eve owns nothing.
COINS = """
// a comment with a player in it: player nobody endplayer
smg
const double a; const int last = 2;
player ann table endplayer
player eve endplayer
player bob [heads], [tails] endplayer
formula over = turn = last + 1;
global turn : [0..3] init 0;
module table
  coin : [0..2] init 0;
  [] turn=0 -> 1/2 : (coin'=1)&(turn'=1) + 1/2 : (coin'=2)&(turn'=1);
  [] turn=0 -> a : (coin'=1)&(turn'=1) + 0.8-a : (coin'=2)&(turn'=1) + 0.2 : (turn'=3);
endmodule
module caller
  call : [0..2] init 0;
  [heads] turn=1 -> (call'=1)&(turn'=2);
  [tails] turn=1 -> (call'=2)&(turn'=2);
  [heads] turn>1 -> true;
endmodule
label "right" = call = coin & call > 0;
rewards "calls" [heads] turn=1 : 2; [tails] turn=1 : 1/3; turn=0 : 5; endrewards
"""

WALK = """
dtmc
const int N;
module walk
  x : [0..N] init 1;
  [] x>0 & x<N -> 1/3 : (x'=x+1) + 2/3 : (x'=x-1);
  [] x=0 | x=N -> true;
endmodule
label "home" = x=0;
"""

ROBOT = """
mdp
module robot
  s : [0..3] init 0;
  [safe] s=0 -> 0.9 : (s'=1) + 0.1 : (s'=0);
  [fast] s=0 -> 0.7 : (s'=2) + 0.3 : (s'=3);
  [go] s=1 -> (s'=2);
  [stay] s>1 -> true;
endmodule
rewards "time" s<2 : 1; endrewards
"""


@cache
def built(text: str, **constants: Any) -> gg.Model:
    return Program(text).build(constants)


def value(text: str, asked: str, **constants: Any) -> Any:
    """Return the proved value of one property."""
    (found,) = built(text, **constants).ask(asked)
    assert not found.error, found.error
    assert found.verified is (True if "[" in asked else None), found  # without a game there is nothing to prove
    return found.value


def test_the_states_of_a_model() -> None:
    model = Program(COINS).build({"a": "1/3"})
    assert (model.type, model.states, model.transitions) == ("smg", 8, 14)
    assert model.players == ("ann", "eve", "bob")
    assert model.name(0) == "(turn=0, coin=0, call=0)"
    assert model.constants == {"a": Fraction(1, 3), "last": 2}
    assert sorted(model.labels) == ["deadlock", "right"]
    assert set(model.probabilities) == {1, Fraction(1, 2), Fraction(1, 3), Fraction(7, 15), Fraction(1, 5)}
    assert set(model.player.tolist()) == {0, 2}


def test_states_become_vertices_and_choices_of_several_branches_chance() -> None:
    model = Program(COINS).build({"a": "1/3"})
    found = two_player_arena(model, model.coalition(["bob"]))
    arena = found.arena
    assert (arena.n, arena.m) == (model.states + 2, 2 + 5 + (model.transitions - 5))
    assert arena.owner is not None
    assert arena.owner[0] == 1 and arena.owner[-1] == 2
    assert str(arena.label(arena.n - 1)) == "(turn=0, coin=0, call=0) action 2 of 2"
    rewards = found.of_edges(of_choices(model, model.rewards["calls"]))
    assert sorted(map(str, rewards.tolist())) == sorted(["5", "5", "2", "2", "1/3", "1/3"] + ["0"] * (arena.m - 6))


def test_a_state_with_one_choice_belongs_to_chance_itself() -> None:
    model = Program(WALK).build({"N": 5})
    arena = two_player_arena(model, np.ones(model.states, np.bool_)).arena
    assert arena.n == model.states == 6 and arena.owner is not None
    assert arena.owner.tolist() == [2 if 0 < x < 5 else 0 for x in model.variables["x"].tolist()]


@pytest.mark.parametrize("n", [2, 5, 40])
def test_gamblers_ruin(n: int) -> None:
    assert value(WALK, 'P=? [ F "home" ]', N=n) == 1 - Fraction(1, 2**n - 1)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ('<<bob>> Pmax=? [ F "right" ]', Fraction(4, 5)),
        ('<<bob>> Pmin=? [ F "right" ]', 0),
        ('<<ann>> Pmax=? [ F "right" ]', 0),
        ('<<ann,bob>> Pmax=? [ F "right" ]', 1),
        ('<<1, 3>> Pmax=? [ F "right" ]', 1),
        ('<<*>> Pmax=? [ F "right" ]', 1),
        ('<<>> Pmax=? [ F "right" ]', 0),
        ('Pmax=? [ F "right" ]', 1),
        ('<<eve>> Pmax=? [ F "right" ]', 0),
        ('<<bob>> Pmax=? [ G !"right" ]', 1),
        ('<<bob>> Pmin=? [ G !"right" ]', Fraction(1, 5)),
        ('<<bob>> P>=4/5 [ F "right" ]', True),
        ('<<bob>> P>4/5 [ F "right" ]', False),
        ('<<ann>> P<=0.8 [ F "right" ]', True),
        ("<<bob>> P>=1 [ F over ]", False),
        ("<<bob>> P>=1 [ F turn >= last ]", True),
        ("<<ann>> Pmax=? [ X coin=1 ]", Fraction(1, 2)),
        ("<<ann>> Pmin=? [ X coin=1 ]", Fraction(1, 3)),
        ("<<ann>> Pmax=? [ X X coin=2 ]", Fraction(1, 2)),
        ("<<bob>> Pmax=? [ coin=0 U<=1 coin=1 ]", Fraction(1, 3)),
        ("<<bob>> Pmax=? [ F<=1 call>0 ]", 0),
        ("<<ann>> Pmax=? [ F<2 over ]", Fraction(1, 5)),
        ("<<bob>> Pmax=? [ F[2,2] call=1 ]", Fraction(4, 5)),
        ("<<bob>> Pmax=? [ F>=7 call=1 ]", Fraction(4, 5)),
        ("<<ann>> Pmin=? [ (F coin=1) & (X X call=0) ]", 0),
        ("<<ann>> Pmax=? [ (F<=1 coin=1) => (F call=2) ]", Fraction(2, 3)),
        ("<<ann>> Pmax=? [ coin=0 W coin=1 ]", Fraction(8, 15)),
        ("<<ann>> Pmax=? [ F <<bob>> P>=1 [ X call=2 ] ]", 1),
        ('"init" & <<bob>> P>0 [ F "right" ]', True),
        ("<<ann,bob>> Pmax=? [ F right ]", 1),
        ("filter(count, coin=1)", 3),
        ("filter(max, coin + call)", 4),
        ("filter(forall, <<bob>> P>0.7 [ F call=coin ], turn<2)", True),
        ("filter(forall, <<bob>> P>0.7 [ F call>coin ])", False),
        ('filter(exists, "deadlock")', False),
        ("filter(avg, coin, turn=1)", Fraction(3, 2)),
        ("filter(state, coin, turn=0)", 0),
        ("turn=0 ? max(floor(7/2), 2) : 0", 3),
        ("mod(7, 4) + pow(2, 3) * 2 - 1/2 = 37/2", True),
    ],
)
def test_properties(asked: str, expected: Any) -> None:
    found = value(COINS, asked, a="1/3")
    assert found == expected and isinstance(found, bool) == isinstance(expected, bool)


def test_a_choice_of_a_markov_decision_process() -> None:
    assert value(ROBOT, "Pmax=? [ F s=2 ]") == 1
    assert value(ROBOT, "Pmin=? [ F s=2 ]") == Fraction(7, 10)
    assert value(ROBOT, "P>=0.7 [ F s=2 ]") is True
    assert value(ROBOT, "P>0.7 [ F s=2 ]") is False
    assert value(ROBOT, "P<1 [ F s=2 ]") is False
    assert value(ROBOT, "Pmax=? [ F<=2 s=2 ]") == Fraction(97, 100)


def test_properties_with_names_constants_and_labels() -> None:
    text = """
    const int k; const double half = 1/2;   // k is asked for
    label "there" = s = 2;
    "sure": P>=1 [ F "there" ];
    "soon": Pmax=? [ F<=k "there" ]
    "both": "sure" | ("soon" >= half);
    """
    found = Program(ROBOT).ask(text, {"k": "1:3"})
    assert [(one.name, dict(one.constants), one.value) for one in found] == [
        ("sure", {}, False),
        ("soon", {"k": 1}, Fraction(7, 10)),
        ("soon", {"k": 2}, Fraction(97, 100)),
        ("soon", {"k": 3}, Fraction(997, 1000)),
        ("both", {"k": 1}, True),
        ("both", {"k": 2}, True),
        ("both", {"k": 3}, True),
    ]
    assert found[0].to_dict()["value"] is False and found[1].to_dict()["value"] == "7/10"


@pytest.mark.parametrize(
    ("asked", "value", "listed"),
    [
        ("filter(print, Pmax=? [ F<=1 s=2 ])", Fraction(7, 10), {0: Fraction(7, 10), 1: 1, 2: 1}),
        ("filter(printall, Pmax=? [ F<=1 s=2 ], s!=1)", Fraction(7, 10), {0: Fraction(7, 10), 2: 1, 3: 0}),
        ("filter(print, s=2)", False, {2: True}),
        ("filter(argmin, Pmin=? [ F s=2 ], s<3)", Fraction(7, 10), {0: Fraction(7, 10)}),
        ("filter(argmax, Pmax=? [ F s=2 ])", 1, {0: 1, 1: 1, 2: 1}),
    ],
)
def test_filters_list_states_with_their_values(asked: str, value: Any, listed: dict[int, Any]) -> None:
    (found,) = Program(ROBOT).ask(asked)
    assert (found.value, dict(found.listed)) == (value, {f"(s={s})": one for s, one in listed.items()})
    assert str(found).count("\n") == len(found.to_dict()["states_listed"]) == len(listed)


def test_a_model_for_each_value_of_its_constant() -> None:
    found = Program(WALK).ask("P=? [ F x=N ]", {"N": "2:2:6"})
    assert [(one.constants["N"], one.value, one.states) for one in found] == [
        (2, Fraction(1, 3), 3),
        (4, Fraction(1, 15), 5),
        (6, Fraction(1, 63), 7),
    ]


def test_a_bracket_is_two_numbers() -> None:
    solve = lambda game, **options: gg.solve(game, solver="interval-iteration", precision="1/1000")  # noqa: E731
    (found,) = Program(WALK).ask("P=? [ F x=N ]", {"N": 9}, solve=solve)
    assert isinstance(found.value, Bracket) and found.verified
    low, high = found.to_dict()["value"]
    assert Fraction(low) <= Fraction(1, 511) <= Fraction(high) <= Fraction(low) + Fraction(1, 1000)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("P=? [ F s=2 ]", "P=? in a model with choices"),
        ("Pmax=? [ F t=2 ]", "no variable, constant, formula or label 't'"),
        ('Pmax=? [ F "gaol" ]', "expected one of deadlock, init"),
        ('Pmax=? [ F "there" ]', "the model has no label 'there'"),
        ("Pmax=? [ F s ]", "this is a number"),
        ("<<1>> Pmax=? [ F s=2 ]", "has no player '1'. It has no players"),
        ("<<>> Pmax=? [ F s=2 ]", "has no coalitions"),
        ("Pmax=? [ F<=1/2 s=2 ]", "the number of steps is 1/2"),
        ("Pmax=? [ F s=2", "robot.props:3:1: found 'Pmax'"),
        ("Pmax=? [ F s=2 ] extra", "found 'extra'"),
        ("Pmax=? [ F s=2 {s=1} ]", "filters in braces"),
        ("Pmax=? [ F s=@ ]", "found '@'"),
        ("multi(Pmax=? [ F s=2 ])", "multi has 1 objective here; two are supported"),
        ("E [ F s=2 ]", "CTL (E) are not supported"),
        ("E [ F s=2 ]", "expected Pmax>0 [ F a ] in place of E [ F a ]"),
        ("Pmax=? [ F s=1 || F<=2 s=2 ]", "conditional probabilities (||) are not supported"),
        ("[[1]] P>=1 [ F s=2 ]", "the dual of a coalition"),
        ("s + true", "true or false"),
        ("mod(s, 0)", "divides by zero"),
        ("log(s, 2)", "no exact function 'log'"),
        ("F s=2", "is a path operator"),
        ("filter(range, s)", "not supported"),
        ("filter(max, s, s>9)", "no state of the model satisfies"),
        ('"itself" & true', "no label 'itself'"),
    ],
)
def test_a_property_without_an_answer_does_not_hide_the_others(asked: str, said: str) -> None:
    found = Program(ROBOT).ask(f"Pmin=? [ F s=2 ]\n{asked}\nPmax=? [ F s=2 ];", source="robot.props")
    assert [one.value for one in found] == [Fraction(7, 10), None, 1]
    assert said in found[1].error and found[1].error.startswith("robot.props")
    assert found[1].verified is None and found[1].to_dict()["error"] == found[1].error


def test_a_name_that_means_itself() -> None:
    (found,) = Program(ROBOT).ask('"me": "me" & true')
    assert "'me' is defined in terms of itself" in found.error


@pytest.mark.parametrize(
    "asked",
    [
        "(" * 5000 + "true" + ")" * 5000,
        "!" * 5000 + "true",
        "1e999999999 > 0",
        "pow(pow(10, 10000), 10000) > 1",
        "9" * 9000,
    ],
)
def test_what_is_out_of_proportion(asked: str) -> None:
    found = Program(ROBOT).ask(asked)
    assert found and (found[0].error or len(asked) == 9000)


def test_many_steps() -> None:
    assert value(ROBOT, "Rmax=? [ C<=300 ]") == 2 + Fraction(1, 9) - Fraction(1, 9 * 10**298)


def test_the_place_of_a_fault() -> None:
    (found,) = Program(ROBOT).ask("Pmax=? [ F s=2 &\n  ]", source="robot.props")
    assert found.error == "robot.props:2:3: found ']'\n      ]\n      ^\n    expected an expression"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mdp\nmodule m\n  x : [0..2]\n  [] x=0 -> true;\nendmodule", "bad.prism:4:3: this cannot be read"),
        ("mdp\nmodule m\n  x : [0..2];\n  [] y=0 -> true;\nendmodule", "bad.prism:4:5: this cannot be read"),
        ("mdp module m x : [0..2]; [] true -> 0.5 : true + 0.4 : true; endmodule", "sum to 9/10"),
        ("mdp module m x : [0..2]; [] true -> (x'=x+1); endmodule", "out-of-bounds value (3)"),
        (
            "smg player p [a] endplayer module m x : [0..2]; [a] x=1 -> true; []  true -> true; endmodule",
            "bad.prism:1:66: the module m is not owned by any player",
        ),
        (
            "smg player p [a] endplayer module m x : [0..2]; [a] x=1 -> true; [b] true -> true; endmodule",
            "not owned by any player",
        ),
        ("popta module m x : [0..2]; [] true -> true; endmodule", "a model with hidden information"),
        ("", "bad.prism:1:1"),
        ("\xff", "this cannot be read"),
    ],
)
def test_a_model_that_cannot_be_read(text: str, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FormatError, match=said.replace("(", r"\(").replace(")", r"\)")):
        language.read_game(text.encode(), "bad.prism").build()
    assert capfd.readouterr() == ("", "")


def test_a_name_that_is_declared_nowhere() -> None:
    for guard, name in (("x=0 & q=0", "q"), ("x>q+1", "q"), ("!q", "q"), ("x=0 & (true | !y & x<2)", "y")):
        text = f"dtmc module m x : [0..2]; [] {guard} -> 1:(x'=1); endmodule"
        with pytest.raises(FormatError, match=f"\n    {name} is not declared$"):
            language.read_game(text.encode(), "f")
    with pytest.raises(FormatError, match="this cannot be read") as caught:
        language.read_game(
            b"dtmc const int k; formula f = k; module m x : [0..2]; [] x>=f & k -> 1:(x'=1 endmodule", "f"
        )
    assert "nowhere" not in str(caught.value)


def test_texts_without_a_property() -> None:
    model = language.read_game(ROBOT.encode(), "f")
    with pytest.raises(gg.GameError, match="neither the model nor the properties leave any constant open"):
        model.ask("true", {"M": 1})
    for text in ("", "// nothing", "const int k = 3;"):
        with pytest.raises(gg.GameError, match="<properties> holds no property"):
            model.ask(text)
    with pytest.raises(gg.GameError, match="a model needs a property: --property TEXT on the command line; in Python"):
        gg.solve(model)


def test_a_byte_that_is_no_text() -> None:
    with pytest.raises(FormatError, match=r"bad.prism:2:1: this byte is not UTF-8"):
        language.read_game(b"mdp\n\xff", "bad.prism")


def test_constants_that_are_missing_or_nowhere() -> None:
    with pytest.raises(GameError, match="leaves N open; give a value by --const N="):
        Program(WALK, "walk.prism").build()
    with pytest.raises(GameError, match=r"'M'.*these are open: N"):
        Program(WALK).ask("P=? [ F x=0 ]", {"M": 1})
    with pytest.raises(GameError, match="the constant N"):
        Program(WALK).ask("P=? [ F x=0 ]", {"N": "many"})
    (found,) = Program(ROBOT).ask("const int k; Pmax=? [ F<=k s=2 ]")
    assert "the constant k has no value" in found.error


def test_constants_have_the_type_that_the_model_declares() -> None:
    text = """dtmc const double p; const int n; const bool on;
    module m s : [0..3] init 0; [] s=0 & on -> p : (s'=n) + 1-p : (s'=0); [] s>0 -> true; endmodule"""
    for p, wanted in ((0, 0), (1, 1), ("1/2", 1)):
        (found,) = Program(text).ask("P=? [F s=2]", {"p": p, "n": "2.0", "on": "true"})
        assert found.value == wanted
    wrong: dict[str, Any] = {"p": True, "n": "1/2", "on": 1}
    for name, expected in (
        ("p", "true; expected a number"),
        ("n", "1/2; expected an integer"),
        ("on", "1; expected true"),
    ):
        with pytest.raises(GameError, match=f"the constant {name} is {expected}"):
            Program(text).build({"p": 0, "n": 2, "on": True} | {name: wrong[name]})


def test_without_storm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stormpy", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'graphgames\[prism\]'"):
        language.read_game(ROBOT.encode(), "robot.prism")


def test_storm_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert value(COINS, '<<bob>> Pmax=? [ F "right" ]', a="1/3") == Fraction(4, 5)
    assert capfd.readouterr() == ("", "")


def random_model(rng: np.random.Generator) -> str:
    """Return a small game of two players with random moves."""
    states = range(int(rng.integers(2, 6)))
    lines: list[str] = []
    for s in states:
        for k in range(int(rng.integers(1, 3))):
            heads = rng.choice(len(states), int(rng.integers(1, 3)), replace=False).tolist()
            weights = rng.integers(1, 4, len(heads)).tolist()
            branches = " + ".join(f"{w}/{sum(weights)} : (s'={t})" for w, t in zip(weights, heads, strict=True))
            lines.append(f"[{'ab'[int(rng.integers(2)) if not k else 'ab'.index(lines[-1][1])]}] s={s} -> {branches};")
    players = "player one [a] endplayer player two [b] endplayer"
    return (
        f"smg {players} module m s : [0..{len(states)}]; {' '.join(lines)} [a] s=9 -> true; [b] s=9 -> true; endmodule"
    )


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(30))
def test_random_models_against_all_pairs_of_strategies(seed: int) -> None:
    rng = np.random.default_rng(seed)
    program = Program(random_model(rng))
    goal = int(rng.integers(2, 6))
    model = program.build()
    for names in (["one"], ["two"], ["one", "two"], []):
        arena = two_player_arena(model, model.coalition(names)).arena
        target = [*(model.variables["s"] == goal).tolist(), *([False] * (arena.n - model.states))]
        best = naive.probabilities(arena, target)[int(model.initial[0])]
        (found,) = program.ask(f"<<{','.join(names)}>> Pmax=? [ F s={goal} ]")
        assert found.value == best and found.verified


@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(20))
def test_bounded_steps_against_values_step_by_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    program, steps = Program(random_model(rng)), 4
    goal, model = int(rng.integers(0, 4)), program.build()
    mine = model.coalition(["one"])
    worth = [Fraction(int(s == goal)) for s in model.variables["s"].tolist()]
    asked = program.ask(f"const int k; <<one>> Pmax=? [ F<=k s={goal} ]", {"k": f"0:{steps}"})
    for found in asked:
        assert found.value == worth[int(model.initial[0])] and found.verified
        after = []
        for s in range(model.states):
            ways = []
            for c in range(int(model.choices[s]), int(model.choices[s + 1])):
                arcs = range(int(model.branches[c]), int(model.branches[c + 1]))
                ways.append(sum(model.probabilities[model.likely[b]] * worth[model.targets[b]] for b in arcs))
            best = max(ways) if mine[s] else min(ways)
            after.append(Fraction(1) if model.variables["s"][s] == goal else Fraction(best))
        worth = after


def test_storm_agrees_on_markov_decision_processes() -> None:
    stormpy = language.stormpy()
    program = Program(ROBOT)
    for asked in ("Pmax=? [ F s=2 ]", "Pmin=? [ F s=2 ]", "Pmax=? [ F<=3 s=2 ]", "Pmax=? [ s<2 U s=3 ]"):
        meant = stormpy.parse_property(asked, program.parsed())
        theirs = stormpy.model_checking(stormpy.build_model(program.parsed(), meant), meant)
        assert abs(float(value(ROBOT, asked)) - float(theirs.get_value(0))) < 1e-5


# Rewards.


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ('<<ann>> R{"calls"}max=? [ F turn>1 ]', Fraction(5) + Fraction(1, 3)),
        ('<<bob>> R{"calls"}max=? [ F turn>1 ]', 5 + Fraction(8, 5)),
        ("<<ann,bob>> Rmax=? [ F turn>1 ]", 7),
        ("Rmin=? [ F turn>1 ]", 5 + Fraction(4, 15)),
        ("<<bob>> R{1}max=? [ Fc turn>1 ]", 5 + Fraction(8, 5)),
        ("<<ann>> R<33/5 [ F turn>1 ]", False),
        ("<<ann>> R<=33/5 [ F turn>1 ]", True),
        ("<<ann>> Rmax=? [ F turn=2 ]", INFINITY),
        ("<<bob>> Rmax=? [ F coin=1 ]", INFINITY),
        ("<<ann>> Rmax=? [ F turn=0 ]", 0),
        ("<<ann>> Rmax=? [ C<=0 ]", 0),
        ("<<ann>> Rmax=? [ C<=1 ]", 5),
        ("<<ann,bob>> Rmax=? [ C<=2 ]", 7),
        ("<<ann,bob>> Rmax=? [ C<=9 ]", 7),
        ("<<ann>> Rmax=? [ I=0 ]", 5),
        ("<<ann>> Rmax=? [ I=1 ]", 0),
        ("<<ann,bob>> Rmax=? [ X X true ]", 7),
        ("<<ann,bob>> Rmax=? [ (X true) & (F turn>0) ]", 5),
        ("<<ann>> Rmax=? [ X X false ]", INFINITY),
        ("<<ann,bob>> Rmax=? [ Fc turn>1 ]", 7),
    ],
)
def test_rewards(asked: str, expected: Any) -> None:
    assert value(COINS, asked, a="1/3") == expected


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ('R{"cost"}max=? [ F s=2 ]', "no rewards 'cost'; it has: 'time'"),
        ('R{"time"}max=? [ G s=2 ]', "need a co-safe path formula"),
        ('R{"time"}max=? [ C<=-1 ]', "the number of steps is -1"),
    ],
)
def test_rewards_without_an_answer(asked: str, said: str) -> None:
    (found,) = Program(ROBOT).ask(asked)
    assert found.value is None and said in found.error


@pytest.mark.slow
def test_the_first_structure_of_rewards_is_the_one_that_is_declared_first() -> None:
    model = "mdp\nmodule m\n s : [0..1] init 0;\n [] s=0 -> (s'=1);\n [] s=1 -> true;\nendmodule\n"
    names = ["one", "two", "three", "four", "a", "b"]
    model += "".join(f'rewards "{name}" s=0 : {k}; endrewards\n' for k, name in enumerate(names, 1))
    program = Program(model)
    asked = ["Rmax=? [ F s=1 ]", *(f"R{{{k}}}max=? [ F s=1 ]" for k in range(1, 7)), 'R{"b"}max=? [ F s=1 ]']
    assert [program.ask(one)[0].value for one in asked] == [1, 1, 2, 3, 4, 5, 6, 6]
    assert list(program.build().rewards) == names


@pytest.mark.parametrize("first", ['rewards "a" true : 1; endrewards\n', "rewards true : 1; endrewards\n"])
def test_rewards_without_a_name_are_those_that_are_declared_first(first: str) -> None:
    states = "dtmc\nmodule m\n s : [0..1] init 0;\n [] s=0 -> (s'=1);\n [] s=1 -> true;\nendmodule\n"
    second = "rewards true : 10; endrewards\n" if '"' in first else 'rewards "b" true : 10; endrewards\n'
    program = Program(states + first + second)
    assert [program.ask(one)[0].value for one in ("R=? [ F s=1 ]", "R{2}=? [ F s=1 ]")] == [1, 10]


@pytest.mark.parametrize(("items", "told"), [("[] true : 1; s=1 : 3;", True), ("[] true : 1;", False)])
def test_a_state_without_commands_that_has_rewards_is_told(items: str, told: bool) -> None:
    states = "dtmc\nmodule m\n s : [0..1] init 0;\n [] s=0 -> (s'=1);\nendmodule\n"
    program = Program(f"{states}rewards {items} endrewards\n")
    answers = [program.ask(one)[0].remark for one in ("R=? [ C<=5 ]", "R=? [ F s=1 ]")]
    assert ["earn nothing, as in Storm" in one for one in answers] == [told, False]


def test_negative_rewards_are_refused() -> None:
    (found,) = Program(ROBOT.replace("s<2 : 1", "s<2 : -1")).ask("Rmax=? [ F s=2 ]")
    assert "is negative" in found.error


@pytest.mark.share(0.5)
@pytest.mark.parametrize("seed", range(20))
def test_rewards_against_values_step_by_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    costs = rng.integers(0, 4, 6).tolist()
    text = random_model(rng) + " rewards " + " ".join(f"s={s} : {c};" for s, c in enumerate(costs))
    program, steps = Program(text + " [a] true : 1/2; endrewards"), 4
    model = program.build()
    gained, mine = of_choices(model, model.rewards[""]), model.coalition(["one"])
    worth = [Fraction(0)] * model.states
    asked = program.ask("const int k; <<one>> Rmax=? [ C<=k ]", {"k": f"0:{steps}"})
    for found in asked:
        assert found.value == worth[int(model.initial[0])] and found.verified
        worth = [
            _best(model, s, bool(mine[s]), [Fraction(one) for one in gained.tolist()], worth)
            for s in range(model.states)
        ]


def _best(model: Model, s: int, maximal: bool, gained: list[Fraction], worth: list[Fraction]) -> Fraction:
    """Return what the best choice in a state is worth, from what the next states are."""
    ways = []
    for c in range(int(model.choices[s]), int(model.choices[s + 1])):
        arcs = range(int(model.branches[c]), int(model.branches[c + 1]))
        next_ones = (model.probabilities[model.likely[b]] * worth[model.targets[b]] for b in arcs)
        ways.append(gained[c] + sum(next_ones, Fraction(0)))
    return max(ways) if maximal else min(ways)


@pytest.mark.share(8)
@pytest.mark.parametrize("seed", range(15))
def test_rewards_until_a_target_are_a_fixpoint(seed: int) -> None:
    """Where the play ends whatever is chosen, the equations have one solution, and the answers in all states are it."""
    rng = np.random.default_rng([7, seed])
    ends = "module m s : [0..4]; " + " ".join(
        f"[{'ab'[int(rng.integers(2))]}] s={s} -> {w}/9 : (s'={t}) + {9 - w}/9 : (s'=4);"
        for s in range(4)
        for w, t in [(int(rng.integers(1, 9)), int(rng.integers(4)))]
    )
    more = " ".join(f"[x{s}] s={s} -> 1/2 : (s'={int(rng.integers(5))}) + 1/2 : (s'=4);" for s in range(4))
    players = "player one [a], [x0], [x1] endplayer player two [b], [x2], [x3] endplayer"
    owners = ["a", "a", "b", "b"]
    ends = "".join(f"{part};" for part in ends.split(";")[:1]) + "".join(
        f" [{owners[k]}] {part.split('] ')[1]};" for k, part in enumerate(ends.split(";")[1:5])
    )
    text = f"smg {players} {ends} {more} [a] s=4 -> true; endmodule rewards s<4 : 1; [a] true : 2/3; endrewards"
    program = Program(text)
    model = program.build()
    states = [f"filter(state, <<one>> Rmax=? [ F s=4 ], s={s})" for s in model.variables["s"].tolist()]
    worth: list[Any] = [found.value for found in program.ask(";".join(states))]
    gained = [Fraction(one) for one in of_choices(model, model.rewards[""]).tolist()]
    for s in range(model.states):
        over = model.variables["s"][s] == 4
        assert worth[s] == (0 if over else _best(model, s, bool(model.coalition(["one"])[s]), gained, worth))


# Other formats.


def explicit(folder: Path) -> Path:
    """Write the robot as PRISM exports it."""
    (folder / "robot.tra").write_text(
        "4 5 7\n0 0 0 0.1 safe\n0 0 1 0.9 safe\n0 1 2 7/10 fast\n0 1 3 0.3 fast\n1 0 2 1 go\n2 0 2 1\n3 0 3 1\n"
    )
    (folder / "robot.lab").write_text('0="init" 1="deadlock" 2="goal"\n0: 0\n2: 2\n')
    (folder / "robot.srew").write_text('# Reward structure "time"\n# State rewards\n4 2\n0 1\n1 1.5\n')
    (folder / "robot.trew").write_text("4 5 2\n0 1 2 3\n0 1 3 3\n")
    (folder / "robot.sta").write_text("(s,bad)\n0:(0,false)\n1:(1,false)\n2:(2,false)\n3:(3,true)\n")
    return folder / "robot.tra"


def read(path: Path) -> Any:
    """Return the model of a file."""
    found: Any = gg.read(path)
    return found


def test_files_of_transitions(tmp_path: Path) -> None:
    model = read(explicit(tmp_path))
    assert (model.type, model.states, model.transitions) == ("mdp", 4, 7)
    assert model.name(3) == "(s=3, bad=true)" and model.actions[:2] == ["safe", "fast"]
    assert model.rewards["time"].states.tolist() == [1, Fraction(3, 2), 0, 0]
    assert model.rewards["time"].choices.tolist() == [0, 3, 0, 0, 0]
    assert model.ask('Pmin=? [ F "goal" ]')[0].value == Fraction(7, 10)
    assert model.ask("Pmax=? [ !bad U s=2 ]")[0].value == 1


@pytest.mark.parametrize(
    ("ending", "text", "said"),
    [
        (".tra", "four 5 7", "robot.tra:1:1: this is not a header"),
        (".tra", "4 5 7\n0 0 9 1\n", "robot.tra:2:1: there is no state 9"),
        (".tra", "4 5 7\n0 0 1 x\n", "robot.tra:2:1: found 'x'"),
        (".tra", "4 5 7\n0 0\n", "robot.tra:2:1: this is not a row"),
        (".tra", "2 2 2\n0 0 1 1\n", "state 1 has no transition"),
        (".lab", '0="init"\n0: 4\n', "robot.lab:2:1: this is not a row of labels"),
        (".sta", "(s,bad)\n0:(0)\n", "robot.sta:2:1: this is not a state"),
        (".srew", "4 1\n7 1\n", "robot.srew:2:1: there is no state 7"),
        (".trew", "4 5 1\n0 1 2 3\n", "only some branches"),
    ],
)
def test_files_of_transitions_with_faults(ending: str, text: str, said: str, tmp_path: Path) -> None:
    path = explicit(tmp_path)
    path.with_suffix(ending).write_text(text)
    with pytest.raises(FormatError, match=said):
        read(path)


def test_probabilities_that_do_not_sum_to_one(tmp_path: Path) -> None:
    (tmp_path / "half.tra").write_text("2 3\n0 0 0.5\n0 1 0.4\n1 1 1\n")
    with pytest.raises(FormatError, match=r"half\.tra: the probabilities of a choice in 0 sum to 9/10"):
        read(tmp_path / "half.tra")


def archive(program: Program, path: Path, **constants: Any) -> Model:
    """Write a model as UMB and return it as it was built."""
    stormpy = language.stormpy()
    parsed = program.parsed()
    parsed, _ = stormpy.instantiate_constants(parsed, program._constants(parsed, constants))
    built = stormpy.build_model(parsed, options=stormpy.BuilderOptions(build_full=True))
    stormpy.io.export_to_umb(built, path)
    return program.build(constants)


@pytest.mark.parametrize(("text", "constants"), [(COINS, {"a": "1/3"}), (WALK, {"N": 9}), (ROBOT, {})])
def test_umb(text: str, constants: dict[str, Any], tmp_path: Path) -> None:
    mine = archive(Program(text), tmp_path / "model.umb", **constants)
    model = read(tmp_path / "model.umb")
    assert model.type == mine.type and (model.choices == mine.choices).all() and (model.branches == mine.branches).all()
    exact = [model.probabilities[k] for k in model.likely.tolist()]
    assert exact == [mine.probabilities[k] for k in mine.likely.tolist()]
    assert all((model.variables[name] == row).all() for name, row in mine.variables.items())
    assert all((model.labels[name] == row).all() for name, row in mine.labels.items())
    for name, rewards in mine.rewards.items():
        for a, b in ((rewards.states, model.rewards[name].states), (rewards.choices, model.rewards[name].choices)):
            assert (a is None or not a.any()) if b is None else a is not None and a.tolist() == b.tolist()


def test_what_stands_twice_in_an_archive_is_refused(tmp_path: Path) -> None:
    """The last of two counted before: of a key of the index, or of a file."""
    archive(Program(ROBOT), tmp_path / "model.umb")
    with tarfile.open(tmp_path / "model.umb") as given:
        files = [(one.name, given.extractfile(one).read()) for one in given if one.isfile()]  # type: ignore[union-attr]
    index = dict(files)["index.json"]
    lie = index.replace(b'"#states":', b'"#states": 1, "#states":', 1)
    twice = [(name, lie if name == "index.json" else data) for name, data in files]
    assert lie != index
    for some, said in ((twice, '"#states" appears twice'), ([*files, files[0]], f"{files[0][0]} appears twice")):
        with tarfile.open(tmp_path / "lie.umb", "w") as made:
            for name, data in some:
                about = tarfile.TarInfo(name)
                about.size = len(data)
                made.addfile(about, io.BytesIO(data))
        with pytest.raises(FormatError, match=said):
            read(tmp_path / "lie.umb")


@pytest.mark.slow
def test_constants_that_a_solution_tells_may_be_given_once_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, solution = tmp_path / "coins.prism", tmp_path / "s.json"
    model.write_text(
        "dtmc const double p; module m x : [0..1]; [] x=0 -> p:(x'=1) + 1-p:(x'=0); endmodule label \"up\" = x=1;"
    )
    asked = ["solve", str(model), "--property", 'P=? [ F<=2 "up" ]', "--const", "p=0.25", "--quiet"]
    assert program.run([*asked, "--solution", str(solution)]) == 0
    for command in (["verify"], ["verify", "--reference"], ["simulate"], ["evaluate"]):
        for value in ("p=1/4", "p=0.25"):
            assert program.run([*command, str(model), str(solution), "--const", value]) == 0
        assert program.run([*command, str(model), str(solution), "--const", "p=1/2"]) == 2
        assert "says which values the constants have: p=1/4; leave out --const" in capsys.readouterr().err
    assert gg.verify(gg.read_solution(gg.read(model, constants={"p": "1/4"}), solution)).ok
    with pytest.raises(GameError, match="was read with p=1/2"):
        gg.read_solution(gg.read(model, constants={"p": "1/2"}), solution)


@pytest.mark.parametrize("command", [["verify"], ["verify", "--reference"]])
def test_a_policy_is_not_taken_for_a_solution(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, policy = tmp_path / "coins.prism", tmp_path / "s.json"
    model.write_text(
        "mdp const double p; module m x : [0..1]; [] x=0 -> p:(x'=1) + 1-p:(x'=0); endmodule label \"up\" = x=1;"
    )
    asked = ["--property", 'Pmax=? [ F "up" ]', "--const", "p=0.25"]
    assert program.run(["solve", str(model), *asked, "--quiet", "--strategy", str(policy)]) == 0
    for more in ([], asked[2:], asked)[: 3 - ("--reference" in command)]:
        assert program.run([*command, str(model), str(policy), *more]) == 2
        printed = capsys.readouterr().err
        assert "this is a policy" in printed and "graphgames evaluate GAME POLICY" in printed
    assert program.run(["simulate", str(model), str(policy), *asked, "--plays", "9"]) == 0
    assert "9 plays: mean" in capsys.readouterr().out
    assert program.run(["simulate", str(model), str(policy), *asked[2:]]) == 2
    assert "--property TEXT says what is played for" in capsys.readouterr().err


def test_umb_of_another_program(tmp_path: Path) -> None:
    import umbi

    game = umbi.ats.ExplicitAts()
    game.num_players, game.player_to_name = 2, ["ann", "bob"]
    for _ in range(4):
        game.add_state()
    game.set_initial_states([0])
    for state, targets in ((0, {1: "1/3", 2: "2/3"}), (0, {3: 1}), (1, {3: 1}), (1, {2: 1}), (2, {2: 1}), (3, {3: 1})):
        choice = game.add_state_choice(state)
        for target, likely in targets.items():
            choice.add_branch(target, Fraction(likely))
    game.state_to_player = [0, 1, 0, 0]
    game.add_ap_annotation(name="goal").set_state_values([False, False, False, True])
    game.add_reward_annotation(name="cost").set_state_values([Fraction(1, 7), 2, 0, 0])
    umbi.ats.write(game, tmp_path / "game.umb")
    model = read(tmp_path / "game.umb")
    assert (model.type, model.players, model.player.tolist()) == ("smg", ("ann", "bob"), [0, 1, 0, 0])
    assert set(model.probabilities) == {1, Fraction(1, 3), Fraction(2, 3)}
    assert model.rewards["cost"].states.tolist() == [Fraction(1, 7), 2, 0, 0]
    found = model.ask('<<ann>> Pmax=? [ F "goal" ]; <<ann>> Pmin=? [ F "goal" ]; <<bob>> Pmin=? [ X F "goal" ]')
    assert [one.value for one in found] == [1, Fraction(1, 3), 1]


def test_what_is_no_umb(tmp_path: Path) -> None:
    (tmp_path / "bad.umb").write_bytes(b"\0" * 600)
    with pytest.raises(FormatError, match=r"bad.umb: (this is not a UMB archive|the archive lacks)"):
        read(tmp_path / "bad.umb")
    with tarfile.open(tmp_path / "odd.umb", "w") as tar:
        data = b'{"transition-system": {"time": "stochastic"}}'
        about = tarfile.TarInfo("index.json")
        about.size = len(data)
        tar.addfile(about, io.BytesIO(data))
    with pytest.raises(FormatError, match="the model has stochastic time"):
        read(tmp_path / "odd.umb")


@pytest.fixture(scope="module")
def robot_in_umb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("umb") / "model.umb"
    archive(Program(ROBOT), path)
    return path


@pytest.mark.parametrize(
    "name", ["state-to-choices.bin", "choice-to-branches.bin", "branch-to-target.bin", "index.json"]
)
@pytest.mark.parametrize("how", ["cut", "zero", "ones"])
def test_damaged_umb(name: str, how: str, robot_in_umb: Path, tmp_path: Path) -> None:
    with tarfile.open(robot_in_umb) as old, tarfile.open(tmp_path / "bad.umb", "w") as new:
        for one in old:
            file = old.extractfile(one)
            data = b"" if file is None else file.read()
            if one.name == name:
                data = {"cut": data[: len(data) // 2], "zero": bytes(len(data)), "ones": b"\xff" * len(data)}[how]
            one.size = len(data)
            new.addfile(one, io.BytesIO(data))
    if (name, how) == ("branch-to-target.bin", "zero"):  # all branches lead to the first state
        assert read(tmp_path / "bad.umb").ask("Pmax=? [ F s=2 ]")[0].value == 0
        return
    with pytest.raises(FormatError, match=r"bad\.umb(: the archive|, index\.json:)"):
        read(tmp_path / "bad.umb")


def test_floats_stand_for_the_simplest_fraction() -> None:
    assert simplest(0.1 + 0.2) == Fraction(3, 10)
    assert simplest(2 / 3) == Fraction(2, 3) and simplest(0.125) == Fraction(1, 8)
    with pytest.raises(ValueError, match="not a number"):
        simplest(float("nan"))


# The command.


def run(*words: str | Path) -> tuple[int, str, str]:
    """Run the program."""
    done = typed(*words)
    return done.returncode, done.stdout, done.stderr


def test_an_answer_says_why() -> None:
    """The game that was solved last, where the play begins; without a game nothing."""
    asked = 'Pmax=? [ F s=3 ]; Pmax=? [ G s!=3 ]; R{"time"}min=? [ F s=2 ]; filter(max, s)'
    said = [one.why for one in Program(ROBOT).ask(asked, explain=True)]
    assert said[0].startswith("From (s=0) Max wins with probability 3/10: Max takes fast")
    assert said[1].startswith("From (s=0) Max wins with probability 1: Max takes safe")
    assert said[2].startswith("From (s=0) the expected reward is")
    assert said[3] == "" and Program(ROBOT).ask("Pmax=? [ F s=3 ]")[0].why == ""


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    model, props = tmp_path / "robot.prism", tmp_path / "robot.props"
    model.write_text(ROBOT)
    props.write_text(
        'const int k;\n"now": Pmax=? [ F<=k s=2 ];\nPmin=? [ G F s=2 ];\nP>=0.5 [ F s=2 ];\nE [ F s=2 ];\n'
    )
    asked = ("solve", model, "--properties", props, "--const", "k=1:2", "--verify")
    code, out, err = run(*asked, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["value"] for row in rows] == ["7/10", "97/100", "7/10", True, None]
    assert [row["verified"] for row in rows] == [True, True, True, True, None]
    assert (
        rows[0]["name"] == "now" and rows[0]["constants"] == {"k": "1"} and rows[0]["property"] == "Pmax=? [ F<=k s=2 ]"
    )
    assert all((row["states"], row["transitions"]) == (4, 7) for row in rows)
    assert set(rows[0]["seconds"]) == {"read", "solve", "verify"}
    assert code == 2 and "CTL (E) are not supported" in err
    code, out, err = run(*asked)
    assert code == 2 and "7/10  proved" in out and "no answer" in out
    code, _, err = run("solve", model, "--property", "Pmin=? [ F s=2 ]", "--precision", "many")
    assert code == 2 and "'many' is not a number" in err
    code, out, err = run("solve", model, "--property", "P>=0.9 [ F s=2 ]")
    assert (code, err) == (0, "") and "false  not verified" in out
    code, out, err = run("solve", model, "--property", "Pmin=? [ F s=2 ]", "--expect", "0.7", "--explain")
    assert (code, err) == (0, "") and "Min takes fast, and no action is worth less." in out
    code, out, err = run("solve", model, "--property", "P>=0.9 [ F s=2 ]", "--expect", "true")
    assert code == 1 and ": false, where true was expected" in err and "false" in out
    code, out, err = run("solve", model, "--property", "Pmin=? [ F s=2 ]", "--expect", "1/2", "--quiet")
    assert (code, out) == (1, "") and "Pmin=? [ F s=2 ]: 7/10, where 1/2 was expected" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "a model needs a property"),
        (["--property", ""], "--property holds no property; expected one such as"),
        (["--property", "true", "--const", "N=5:2"], "the range 5:2 is empty, has a step of 0 or less, or more than"),
        (["--const", "N=3"], "a model needs a property"),
        (["--const", "M=3"], "has no constant 'M'"),
        (["--property", "true", "--const", "N"], "expected NAME=VALUE"),
        (["--property", "true", "--const", "N=1,N=2"], "two values"),
        (["--property", "true", "--const", "M=1"], "leave a constant 'M' open"),
        (["--properties", "nowhere.props"], "there is no such file"),
        (["--objective", "parity", "--property", "true"], "is a model, for which --objective has no effect"),
        (["--objective", "expected-reward"], """such as --property 'Rmax=? [ F "LABEL" ]' for an expected reward"""),
        (
            ["--objective", "expected-reward", "--set", "reward=time"],
            """--property 'R{"time"}max=? [ F "LABEL" ]' for""",
        ),
        (["--set", "cap=3"], "is a model, for which --set has no effect"),
        (["--convention", "min-odd"], "is a model, for which --convention has no effect"),
        (["--normalize", "--property", "true"], "is a model, for which --normalize has no effect"),
        (["--players", "A,B"], "is a model, for which --players has no effect"),
        (["--property", "true", "--start", "x"], "--start has no effect with --property"),
    ],
)
def test_wrong_options(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "walk.prism").write_text(WALK)
    code, out, err = run("solve", tmp_path / "walk.prism", *words)
    assert (code, out) == (2, "") and said in err and "Traceback" not in err


@pytest.mark.slow
def test_properties_of_a_game(tmp_path: Path) -> None:
    (tmp_path / "small.pg").write_text("parity 1;\n0 0 0 0;\n")
    code, _, err = run("solve", tmp_path / "small.pg", "--property", "true")
    assert code == 2 and "holds a game with an objective of its own" in err


def test_an_answer_for_people() -> None:
    assert str(Answer("P=? [ F x ]", value=Fraction(1, 3), verified=True)) == "1/3  proved  0.000 s  P=? [ F x ]"
    assert "no answer" in str(Answer("?")) and "true  NOT proved" in str(Answer("?", value=True, verified=False))


def test_constants_and_labels_of_a_text() -> None:
    found = parse('const int k = 2; label "x" = true; P=? [ F<=k "x" ]')
    assert list(found.constants) == ["k"] and list(found.labels) == ["x"] and len(found.asked) == 1


# Long-run averages.

SHOP = """
mdp
module shop
  s : [0..4] init 0;
  [slow] s=0 -> 0.9 : (s'=1) + 0.1 : (s'=0);
  [fast] s=0 -> 0.6 : (s'=2) + 0.3 : (s'=3) + 0.1 : (s'=4);
  [pay] s=1 -> (s'=0);
  [pay] s=2 -> 0.5 : (s'=0) + 0.5 : (s'=2);
  [mend] s=3 -> 0.2 : (s'=0) + 0.8 : (s'=3);
  [wait] s=4 -> 0.99 : (s'=4) + 0.01 : (s'=0);
endmodule
rewards "gain" [pay] true : 3; s=3 : 1/7; endrewards
"""


@pytest.mark.parametrize(
    "asked", ['R{"gain"}max=? [ S ]', 'R{"gain"}min=? [ S ]', "LRAmax=? [ s=3 ]", "LRAmin=? [ s=0 ]", "Smax=? [ s>1 ]"]
)
def test_long_run_averages_agree_with_storm(asked: str) -> None:
    import stormpy

    program = Program(SHOP)
    words = asked.replace("[ S ]", "[ LRA ]").replace("Smax", "LRAmax")
    meant = stormpy.parse_property(words, program.parsed())
    theirs = stormpy.model_checking(stormpy.build_model(program.parsed(), meant), meant)
    assert abs(float(value(SHOP, asked)) - float(theirs.get_value(0))) < 1e-5


@pytest.mark.slow
def test_long_run_averages_are_exact() -> None:
    assert value(SHOP, 'R{"gain"}max=? [ S ]') == Fraction(27, 19)
    assert value(SHOP, 'R{"gain"}max=? [ LRA ]') == value(SHOP, 'R{"gain"}max=? [ S ]')
    assert value(ROBOT, "LRAmin=? [ s=3 ]") == 0 and value(ROBOT, "LRAmax=? [ s=3 ]") == Fraction(3, 10)
    assert value(ROBOT, "S>=0.4 [ s=3 ]") is False
    assert value(COINS, "<<ann>> LRAmax=? [ turn>1 ]", a="1/3") is not None


@pytest.mark.slow
def test_long_run_averages_lie_in_brackets() -> None:
    solve = lambda game, **options: gg.solve(game, **(options | {"precision": "1e-6"}))  # noqa: E731
    for model, asked in ((SHOP, 'R{"gain"}max=? [ S ]'), (ROBOT, "LRAmin=? [ s=3 ]"), (ROBOT, "LRAmax=? [ s=3 ]")):
        (found,) = Program(model).ask(asked, solve=solve, verify=gg.verify)
        assert isinstance(found.value, Bracket) and found.verified and value(model, asked) in found.value
        low, high = found.to_dict()["value"]
        assert Fraction(low) < Fraction(high)


def test_a_value_that_is_rounded_names_the_option_that_shows_all_digits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.csv").write_text("state,action,next,probability\na,go,b,0.12345678\na,go,c,0.87654322\nb,s,b,1\nc,s,c,1\n")
    asked = ["--property", 'Pmax=? [ F "b" ]']
    for words, says in (
        (["solve", "m.csv", *asked], "≈ 0.123457 (--exact)  not"),
        (["solve", "m.csv", *asked, "--exact"], "6172839/50000000  not"),
        (["solve", "--exact", "m.csv", *asked], "6172839/50000000  not"),
        (["solve", "m.csv", "--property", "P>=1 [ F true ]", "--exact"], "true  not"),
    ):
        assert program.run(words) == 0
        assert capsys.readouterr().out.startswith(says), words
