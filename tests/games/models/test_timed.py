"""Timed automata in whole steps of time; the values were found by hand, and two come with the tests of PRISM."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import graphgames as gg
from graphgames.games.models.language import Program

pytest.importorskip("stormpy")

SENDER = """// it sends after 1 to 3, and succeeds with 9/10; the answer comes after D to 5
pta
const int D;
module sender
  s : [0..2] init 0;
  x : clock;
  invariant (s=0 => x<=3) & (s=1 => x<=5) & (s=2 => true) endinvariant
  [send] s=0 & x>=1 -> 0.9:(s'=1)&(x'=0) + 0.1:(s'=0)&(x'=0);
  [ack] s=1 & x>=D -> (s'=2)&(x'=0);
endmodule
rewards "time" true : 1; endrewards
rewards "sends" [send] true : 1; s=2 : 0; endrewards
label "done" = s=2;
label "late" = s=1 & x>=4;
"""


def test_what_a_sender_takes() -> None:
    asked: dict[str, Any] = {
        "Pmax=? [ F<=8 s=2 ]": 1 - Fraction(1, 10**6),
        "Pmin=? [ F<=8 s=2 ]": Fraction(9, 10),
        "Pmax=? [ F<=2 s=2 ]": 0,
        "Pmax=? [ F[0,3] s=2 ]": Fraction(9, 10),
        "Pmax=? [ s<2 U<=3 s=2 ]": Fraction(9, 10),
        'Pmin=? [ F "done" ]': 1,
        'Pmax=? [ G<=8 !"done" ]': Fraction(1, 10),
        'Pmax=? [ F>=20 "done" ]': 1,
        'Pmin=? [ G !"late" ]': 0,
        "Pmax=? [ F[3,4] s=2 ]": Fraction(99, 100),
        "Pmin=? [ F[0,8] s=2 ]": Fraction(9, 10),
        'Pmax=? [ F "late" ]': 1,
        'P>=0.9 [ F<=8 "done" ]': True,
        'R{"time"}min=? [ F "done" ]': Fraction(28, 9),
        'R{"time"}max=? [ F "done" ]': Fraction(25, 3),
        'R{"sends"}max=? [ F "done" ]': Fraction(10, 9),
    }
    found = {one: Program(SENDER).ask(one, {"D": 2})[0] for one in asked}
    assert {one: answer.value for one, answer in found.items()} == asked
    assert all(answer.verified for answer in found.values())
    assert all("is a theorem, and is not checked" in answer.remark for answer in found.values())


def test_a_bound_may_be_a_range() -> None:
    found = Program(SENDER).ask("const int T; Pmax=? [ F<=T s=2 ]", {"D": 2, "T": "2:5"})
    assert [one.value for one in found] == [0, Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000)]


def test_a_property_is_a_game() -> None:
    solution = gg.solve(Program(SENDER).with_property("Pmin=? [ F<=8 s=2 ]", {"D": 2}))
    assert gg.verify(solution).ok
    assert solution.value("(s=0, x=0, since_the_start=0)") == Fraction(9, 10)


def test_two_modules_share_the_time() -> None:
    text = """pta
    module one s : [0..1]; x : clock; invariant s=0 => x<=2 endinvariant [] s=0 & x>=1 -> (s'=1); endmodule
    module two = one [s=t, x=y] endmodule
    module still u : [0..1]; [] u=0 -> 1/2 : (u'=1) + 1/2 : (u'=0); endmodule
    label "long" = y>=7;
    rewards true : 1; endrewards"""
    found = Program(text)
    assert found.ask("Rmin=? [ F s=1 & t=1 ]")[0].value == 1
    assert found.ask("Rmax=? [ F s=1 & t=1 ]")[0].value == 2
    assert found.ask("Pmax=? [ F<=1 s=1 & t=1 & u=1 ]")[0].value == 1
    assert found.ask("Pmax=? [ F<=0 s=1 ]")[0].value == 0
    assert found.ask('Pmax=? [ F<=7 "long" ]')[0].value == 1
    assert found.ask('Pmax=? [ F<=6 "long" ]')[0].value == 0
    assert "cannot name the clock y" in found.ask("Pmax=? [ F y=1 ]")[0].error


GAP = """pta
module gap
  s : [0..2]; x : clock;
  invariant (s=0 => x<=2) & (s=1 => x<=1) endinvariant
  [] s=0 & x>=1 -> (s'=1)&(x'=0);
  [] s=1 & x>=1 -> (s'=2);
endmodule
label "early" = s=0 & x<=1;"""


def test_whole_steps_are_refused_where_a_play_could_be_in_a_gap_between_them() -> None:
    """It is away for exactly 1, from 1.5 on if it likes, so that it need not be in 0 or 2 at time 2."""
    asked = {
        "Pmin=? [ F=2 s=0 | s=2 ]": "two bounds on the time",
        "Pmax=? [ G[2,2] s=1 ]": "two bounds on the time",
        'Pmin=? [ F "early" ]': "without a negation",
        'Pmax=? [ F !"early" ]': "without a negation",
        'P<=1/2 [ "early" U s=1 ]': "without a negation",
        'P>=1/2 [ G "early" ]': "without a negation",
    }
    program = Program(GAP)
    assert all(why in program.ask(one)[0].error for one, why in asked.items())
    assert program.ask("Pmax=? [ F=2 s=1 ]")[0].value == 1
    assert program.ask('P<=0 [ F<=1 "early" ]')[0].value is False


def test_formulas_may_speak_of_clocks() -> None:
    text = GAP.replace("pta", "pta formula may = x<=bound; formula bound = 2; const int one = 1;")
    text = text.replace("s=0 => x<=2", "s=0 => may").replace("s=1 & x>=1", "s=1 & x>=2*one-1")
    with pytest.raises(gg.GameError, match="digital clocks"):  # of formulas only those that speak of clocks are known
        Program(text).ask("Pmax=? [ F=2 s=1 ]")
    found = Program(text.replace("x<=bound", "x<=2").replace("formula bound = 2;", ""))
    assert [found.ask(f"Pmin=? [ F<={time} s>0 ]")[0].value for time in (1, 2)] == [0, 1]


@pytest.mark.parametrize(
    ("of", "to", "asked", "said"),
    [
        ("x>=1", "x>1", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x>=1", "x>=s+1-s & x-x>=0", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x>=1", "!(x<=1)", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x>=1", "x>=pow(2,s)", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x>=1", "(x<=1)=false", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x>=1", "(x>=1 => s=1)", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x>=1", "x>=s", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("x<=3", "(x<=1 | x>=3)", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("true : 1;", "x<=2 : 1;", "Pmax=? [ F s=2 ]", "digital clocks"),
        ("s=0 => x<=3", "x<=3", "Pmax=? [ F s=2 ]", "an invariant lets no time pass"),
        ("9:(s'=1)&(x'=0)", "9:(s'=1)&(x'=6)", "Pmax=? [ F s=2 ]", "an invariant does not hold"),
        ("", "", "Pmax=? [ F x>=2 ]", "cannot name the clock x"),
        ("", "", "Pmax=? [ F<3 s=2 ]", "is <= or >="),
        ("", "", "Pmax=? [ F<=1/2 s=2 ]", "a whole number"),
        ("", "", "Pmax=? [ X s=2 ]", "one of F, U, G or W"),
        ("", "", "Pmax=? [ G F s=2 ]", "one of F, U, G or W"),
        ("", "", "1 - Pmax=? [ F s=2 ]", "one P or R"),
        ("", "", 'R{"time"}min=? [ C<=3 ]', "R about F"),
        ("", "", 'R{"time"}min=? [ F<=3 s=2 ]', "have no bound"),
        ("", "", "Pmax=? [ F<=T s=2 ]", "T has no value"),
    ],
)
def test_what_is_refused(of: str, to: str, asked: str, said: str) -> None:
    program = Program(SENDER.replace(of, to) if of else SENDER)
    with pytest.raises(gg.GameError, match=said):
        raise gg.GameError(program.ask(asked, {"D": 2})[0].error)
