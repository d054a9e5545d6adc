"""Exact probabilities from Storm's build in floating point: held against its build over the rationals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.models.language import Program
from graphgames.games.models.model import Model
from graphgames.games.models.units import common_unit, multiples, places

pytest.importorskip("stormpy")

DIE = (
    "mdp module die s:[0..7] init 0; [a] s=0 -> 1/6:(s'=1) + 1/6:(s'=2) + 2/3:(s'=3); "
    "[b] s=0 -> 0.1:(s'=1) + 0.9:(s'=1); "
)
SAMPLES = {
    "one module": f"{DIE} [] s>0 -> true; endmodule",
    "together": "mdp module a x:[0..2] init 0; [go] x=0 -> 1/3:(x'=1) + 2/3:(x'=2); [] x>0 -> true; endmodule "
    "module b y:[0..2] init 0; [go] y=0 -> 1/7:(y'=1) + 6/7:(y'=2); endmodule",
    "of the state": "dtmc module a x:[1..5] init 1; [] x<5 -> 1/x:(x'=x) + (x-1)/x:(x'=x+1); [] x=1 -> true; endmodule",
    "in turn": "dtmc module a x:[0..4] init 0; [] x=0 -> 1/2:(x'=1) + 1/2:(x'=2); "
    "[] x=0 -> 1/5:(x'=3) + 4/5:(x'=4); endmodule",
    "fine": "dtmc module a x:[0..2] init 0; [] x=0 -> 0.12345678901:(x'=1) + 0.87654321099:(x'=2); endmodule",
    "constants": "dtmc const double p = 1/9; formula q = 1-p; "
    "module a x:[0..2] init 0; [] x=0 -> p:(x'=1)+q:(x'=2); endmodule",
    "a range": "dtmc const int top = 9; module a x:[0..top] init 4; "
    "[go] x>0 & x<top -> x/10:(x'=x+1) + (1-x/10):(x'=x-1); [] x=0 | x=top -> true; endmodule "
    "module b y:[0..1] init 0; [go] true -> 0.25*(y+1):(y'=1) + (0.75-y/4):(y'=0); endmodule",
    "to one state": "dtmc module a x:[0..10] init 3; [] x<10 -> x/10:(x'=10) + (10-x)/10:(x'=10); [] x=10 -> true; "
    "endmodule",
    "by a condition": "dtmc module a x:[0..3] init 0; b: bool init false; "
    "[] x<3 -> (b ? 1/3 : x/6):(x'=x+1) + (b ? 2/3 : 1-x/6):(b'=!b); [] x=3 -> true; endmodule",
    "huge": "dtmc module a x:[0..4611686018427387904] init 1; "
    "[] x<4 -> x/4:(x'=x+1) + (1-x/4):(x'=x); [] x>3 -> true; endmodule",
    "tiny": "dtmc module a x:[0..2] init 0; [] x=0 -> 1E-200*1E-200:(x'=1) + (1-1E-200*1E-200):(x'=2); "
    "[] x>0 -> true; endmodule",
    "game": "smg player one [a] endplayer player two m endplayer module m s:[0..3] init 0; "
    "[a] s=0 -> 1/4:(s'=1) + 3/4:(s'=2); [] s>0 -> 1/3:(s'=0) + 2/3:(s'=3); endmodule",
}


@pytest.fixture(autouse=True)
def without_arrays() -> Iterator[None]:
    """Leave all states to Storm."""
    with patch("graphgames.games.models.language.explored", lambda *_: None):
        yield


def chances(model: Model) -> list[tuple[int, Fraction]]:
    return [(target, model.probabilities[k]) for target, k in zip(model.targets.tolist(), model.likely, strict=True)]


@pytest.mark.parametrize("name", SAMPLES)
def test_rounded_and_exact_build_give_the_same_model(name: str) -> None:
    program = Program(SAMPLES[name])
    with patch("graphgames.games.models.language.common_unit", lambda program: None):
        exact = program.build()
    found = program.build()
    assert chances(found) == chances(exact) and found.type == exact.type and found.players == exact.players
    for rows in ("choices", "branches", "player", "initial"):
        assert np.array_equal(getattr(found, rows), getattr(exact, rows))
    assert all(np.array_equal(found.variables[one], exact.variables[one]) for one in exact.variables)
    assert set(map(str, found.actions or ())) == set(map(str, exact.actions or ()))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_variables_can_be_had_later(name: str) -> None:
    program = Program(SAMPLES[name])
    whole, bare = program.build(), program.build(variables=False)
    assert chances(bare) == chances(whole) and list(bare.variables) == list(whole.variables)
    assert [bare.name(s) for s in range(bare.states)] == [whole.name(s) for s in range(whole.states)]


@pytest.mark.parametrize("asked", ['Pmax=? [ F "six" ]', "Pmax=? [ F s=6 ]", "Pmax=? [ F odd ]"])
def test_a_model_is_built_once_for_a_property(asked: str) -> None:
    text = 'mdp formula odd = s=1|s=3; label "six" = s=6; ' + SAMPLES["one module"].removeprefix("mdp")
    with patch.object(Program, "build", autospec=True, side_effect=Program.build) as build:
        (answer,) = Program(text).ask(asked)
        assert build.call_count == 1 and answer.verified
    assert str(answer.solution.problem.model.name(0)) == "(s=0)"


def test_places_are_those_of_the_distinct_numbers() -> None:
    given = np.random.default_rng(1).integers(1, 40, 200)
    for unit in (40, 10**6):  # by a table of all numbers, and by sorting
        distinct, place = places(given, unit)
        assert np.array_equal(distinct, np.unique(given)) and np.array_equal(distinct[place], given)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("one module", 30),
        ("together", 21),
        ("of the state", None),
        ("fine", None),
        ("constants", 9),
        ("a range", 40),
        ("to one state", 10),
        ("by a condition", 6),
        ("huge", None),
        ("tiny", None),
    ],
)
def test_the_common_unit_is_that_of_the_commands_that_happen_together(name: str, unit: int | None) -> None:
    storm_program = Program(SAMPLES[name]).parsed()
    assert common_unit(storm_program.substitute_formulas().substitute_constants()) == unit


def test_what_is_no_multiple_or_not_the_whole_is_left_to_the_exact_build() -> None:
    assert multiples(np.array([0.3, 0.7]), np.array([0, 2]), 10) is not None
    assert multiples(np.array([0.3, 0.6]), np.array([0, 2]), 10) is None
    assert multiples(np.array([0.3000001, 0.6999999]), np.array([0, 2]), 10) is None
    assert multiples(np.array([0.0, 1.0]), np.array([0, 2]), 10) is None


def test_a_variable_that_leaves_its_range_is_still_refused() -> None:
    with pytest.raises(gg.FormatError, match="bound"):
        Program("dtmc module m x:[0..3] init 0; [] true -> 1/2:(x'=x+1) + 1/2:(x'=0); endmodule").build()


@pytest.mark.slow
def test_states_behind_the_only_target_are_not_built() -> None:
    walk = Program(
        "dtmc module m x:[0..99] init 0; [] x<99 -> 1/2:(x'=x+1) + 1/2:(x'=0); endmodule label \"two\" = x=2;"
    )
    assert walk.build().states == 100 and walk.build(target="two").states == 3
    (alone,) = walk.ask('P=? [ F "two" ]')
    (first, second) = walk.ask('P=? [ F "two" ]\nP=? [ F x=50 ]')
    assert alone.value == first.value == second.value == 1 and (alone.states, first.states) == (3, 100)
    (soon,) = walk.ask('P=? [ F<=3 "two" ]')
    assert soon.states == 100 and soon.value == Fraction(3, 8)


def test_a_target_that_is_no_label_is_told_as_ever() -> None:
    (said,) = Program(SAMPLES["in turn"]).ask('P=? [ F "gaol" ]')
    assert "the model has no label 'gaol'" in said.error
