"""The states that are found as arrays are those that Storm finds over the rationals, with the same choices."""

from __future__ import annotations

from typing import Any
from unittest import mock

import numpy as np
import pytest

from graphgames.core.errors import FormatError
from graphgames.games.models import language
from graphgames.games.models.explore import explored
from graphgames.games.models.language import Program
from graphgames.games.models.model import Model
from tests.games.models.test_rounded_build import SAMPLES

pytest.importorskip("stormpy")

# Commands that happen together in three modules, some of whose updates lead to one state; probabilities that depend on
# the state, one of them 0; booleans; a deadlock; every operator that arrays are asked for.
TOGETHER = """
mdp
const int N = 4; const double p = 0.3;
formula far = pow(x - y, 2) + 1 >= N & !(x = y => b);
global turn : bool;
module left
  x : [-1..N] init 0;
  [] !turn & x < N -> p : (x'=x+1) + 1-p : (x'=max(x-1,-1));
  [go] x > 0 -> x/N : (x'=x-1) + 1-x/N : (x'=x-1);
  [only] x*x = 4 -> (x'=-x+1);
  [] x = N -> (turn'=true);
endmodule
module right
  y : [0..N] init 1;
  b : bool init true;
  [go] y <= x -> 1/3 : (y'=min(y+1,N)) + 2/3 : (b'=!b);
  [go] y != x -> 1/2 : (b'=(x>1) = b) + 1/2 : true;
endmodule
module clock
  t : [0..3];
  [go] t < 3 | b -> 0.25 : (t'=t<3?t+1:0) + 0.75 : (t'=0);
endmodule
label "far" = far; label "end" = x = N & !b; label "never" = false;
"""
GAME = """
smg
player one a, [go] endplayer
player none endplayer
player two b endplayer
global move : [0..1] init 0;
module a
  x : [0..3] init 0;
  [] move=0 & x<3 -> 1/3 : (x'=x+1)&(move'=1) + 2/3 : (move'=1);
  [go] move=0 -> (x'=0);
endmodule
module b
  y : [0..3] init 0;
  [go] y<3 -> (y'=y+1);
  [] move=1 -> 0.5 : (move'=0) + 0.5 : (y'=0)&(move'=0);
endmodule
"""
CHAIN = """dtmc module m x : [0..6] init 3;
[] x>0 & x<6 -> 1/3 : (x'=x-1) + 2/3 : (x'=x+1); endmodule label "low" = x<2;"""


def built(text: str, target: str | None = None, *, alone: bool) -> Model:
    """Return a model, built by Storm alone or not; it must be as asked."""
    exploring = explored
    found = []

    def watched(*given: Any) -> Model | None:
        found.append(None if alone else exploring(*given))
        return found[0]

    with mock.patch.object(language, "explored", watched), mock.patch.object(language, "common_unit", lambda _: None):
        model = Program(text).build(target=target)
    assert (found[0] is None) == alone
    return model


def said(model: Model) -> list[Any]:
    """Return all that a model says, states by the values of their variables."""
    names = sorted(model.variables)
    state = list(zip(*(model.variables[name].tolist() for name in names), strict=True))
    found = []
    for s in range(model.states):
        choices = [
            (
                model.actions[c] if model.actions is not None else "",
                sorted(
                    (state[model.targets[k]], model.probabilities[model.likely[k]])
                    for k in range(model.branches[c], model.branches[c + 1])
                ),
            )
            for c in range(model.choices[s], model.choices[s + 1])
        ]
        labels = [name for name in sorted(model.labels) if model.labels[name][s]]
        found.append((state[s], int(model.player[s]), labels, choices))
    initial = [state[s] for s in model.initial]
    return [model.type, model.players, names, initial, sorted(model.labels), sorted(found, key=lambda row: row[0])]


@pytest.mark.parametrize(
    ("text", "target"),
    [(TOGETHER, None), (TOGETHER, "end"), (GAME, None), (CHAIN, None), (CHAIN, "low")]
    + [(text, None) for name, text in SAMPLES.items() if name not in ("in turn", "huge", "of the state")],
)
def test_storm_finds_the_same(text: str, target: str | None) -> None:
    mine, theirs = built(text, target, alone=False), built(text, target, alone=True)
    assert said(mine) == said(theirs) and mine.transitions == theirs.transitions
    for k in range(mine.branches.size - 1):
        assert (np.diff(mine.targets[mine.branches[k] : mine.branches[k + 1]]) > 0).all()


@pytest.mark.parametrize(
    "change",
    [
        ("[go] t < 3 | b", "[go] t/2 < 3 | b"),  # a quotient of variables in a guard
        ("t : [0..3];", "t : [0..300000000];"),  # more bits than the table has
        ("[go] x > 0 -> x/N", "[] true -> 1 : true; [go] x > 0 -> mod(x,N)/N"),
        ("endmodule\nlabel", "endmodule init x=0 & y<2 endinit\nlabel"),
        ("endmodule\nlabel", "endmodule system left || right || clock endsystem\nlabel"),
        ("(y'=min(y+1,N))", "(y'=min(y+1,N))&(turn'=true)"),  # two modules that may write one variable
    ],
)
def test_the_rest_is_left_to_storm(change: tuple[str, str]) -> None:
    text = TOGETHER.replace("(t'=0);", "(t'=0)&(turn'=false);") if "turn" in change[1] else TOGETHER
    text = text.replace(*change)
    assert text != TOGETHER
    found = []
    with (
        mock.patch.object(Program, "_rounded", lambda *_: found.append(1)),
        mock.patch.object(Program, "_exactly", lambda *_: 1 / 0),
        pytest.raises((ZeroDivisionError, FormatError)),
    ):
        Program(text).build()


def test_a_quotient_by_0_in_the_way_that_is_not_taken_is_none() -> None:
    text = CHAIN.replace("1/3 : (x'=x-1) + 2/3", "(x=3?1/3:(x-3)/(x-3)/3) : (x'=x-1) + 2/3")
    assert said(Program(text).build()) == said(built(CHAIN, alone=True))


def test_a_value_out_of_its_range_is_said_by_storm() -> None:
    with pytest.raises(FormatError, match="x"):
        Program(CHAIN.replace("x<6 ", "x<=6 ").replace("x>0 & ", "")).build()


def test_long_and_narrow_models_are_left_to_storm() -> None:
    text = "mdp module m x : [0..999]; [] x<999 -> (x'=x+1); [] true -> (x'=0); endmodule"
    assert built(text, alone=True).states == 1000 == Program(text).build().states
    with mock.patch.object(language, "common_unit", lambda _: 1 / 0), pytest.raises(ZeroDivisionError):
        Program(text).build()
