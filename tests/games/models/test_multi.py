"""Several objectives at once, against a linear program over how often each choice is made."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from graphgames.core.value import ends
from graphgames.games.models.language import Program
from tests.share import share

pytest.importorskip("stormpy")

Choices = list[tuple[int, int, dict[int, Fraction]]]
"""The state, the cost and the chances of each choice; from a state only larger ones follow."""


def drawn(seed: int, n: int) -> tuple[Choices, str]:
    """Return a decision process whose plays end in one of its last two states, and its text."""
    dice, choices = random.Random(seed), []
    for s in range(n - 2):
        for _ in range(dice.choice((2, 3))):
            several = [dice.randrange(s + 1, n) for _ in range(2)]
            part = Fraction(dice.randrange(1, 10), 10)
            chances = {several[0]: part}
            chances[several[1]] = chances.get(several[1], Fraction(0)) + 1 - part
            choices.append((s, dice.randrange(4), chances))
    lines, rewards = [], []
    for k, (s, cost, chances) in enumerate(choices):
        follow = " + ".join(f"{part} : (s'={t})" for t, part in chances.items())
        lines.append(f"[a{k}] s={s} -> {follow};")
        rewards.append(f"[a{k}] true : {cost};")
    module = f"module m s : [0..{n - 1}] init 0; {' '.join(lines)} [] s>={n - 2} -> true; endmodule"
    return choices, f'mdp {module} label "good" = s={n - 1}; rewards "cost" {" ".join(rewards)} endrewards'


def optimum(choices: Choices, n: int, least: Fraction) -> float | None:
    """Return the least expected cost of what comes to the last state with some probability, None if nothing does."""
    flow = np.zeros((n - 2, len(choices)))
    good = np.zeros(len(choices))
    for k, (s, _, chances) in enumerate(choices):
        flow[s, k] += 1
        for t, part in chances.items():
            if t < n - 2:
                flow[t, k] -= float(part)
            good[k] += float(part) * (t == n - 1)
    begin = np.eye(n - 2)[0]
    costs = [float(cost) for _, cost, _ in choices]
    found = linprog(costs, A_ub=[-good], b_ub=[-float(least)], A_eq=flow, b_eq=begin)
    if not found.success:
        return None
    assert found.fun is not None
    return float(found.fun)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_models(seed: int) -> None:
    n = 7
    choices, text = drawn(seed, n)
    program = Program(text)
    for least in share(("1/10", "0.4", "3/4", "1"), 1, f"{seed} of all"):  # each for one seed
        (answer,) = program.ask(f'multi(R{{"cost"}}min=? [ C ], P>={least} [ F "good" ])')
        known = optimum(choices, n, Fraction(least))
        if known is None:
            assert "no policy meets the bound" in answer.error
            continue
        low, high = (Fraction(str(one)) for one in ends(answer.value))
        assert low - Fraction(1, 10**7) <= known <= high + Fraction(1, 10**7)
        assert high - low < Fraction(1, 1000)
        assert answer.verified is None
        (met,) = program.ask(f'multi(P>={least} [ F "good" ], R{{"cost"}}<={high} [ C ])')
        assert met.value is True
        (missed,) = program.ask(f'multi(P>={least} [ F "good" ], R{{"cost"}}<={low - Fraction(1, 100)} [ C ])')
        assert missed.value is False


ROBOT = """mdp
module robot
  x : [0..4] init 0;
  broken : bool init false;
  [walk] x<4 & !broken -> 0.8:(x'=x+1) + 0.2:true;
  [hurry] x<3 & !broken -> 0.7:(x'=x+2) + 0.1:(broken'=true) + 0.2:true;
  [rest] x=4 | broken -> true;
endmodule
label "goal" = x=4;
rewards "time" [walk] true : 1; [hurry] true : 1; endrewards"""


@pytest.mark.slow
def test_a_robot_in_a_hurry() -> None:
    program = Program(ROBOT)
    values: dict[str, Any] = {
        'multi(R{"time"}min=? [ C ], P>=0.95 [ F "goal" ])': Fraction(35, 8),
        'multi(Pmax=? [ F "goal" ], R{"time"}<=4 [ C ])': Fraction(23, 25),
        'multi(R{"time"}<=4 [ C ], Pmax=? [ F x=4 ])': Fraction(23, 25),
        'multi(Pmin=? [ F broken ], R{"time"}<=4 [ C ])': Fraction(2, 25),
        'const int k = 3; multi(Pmax=? [ F<=k "goal" ], P>=1/10 [ F broken ])': Fraction(343, 500),
        'multi(P>=0.9 [ F "goal" ], R{"time"}<=4 [ C ])': True,
        'multi(P>=0.95 [ F "goal" ], R{"time"}<=4 [ C ])': False,
    }
    assert {asked: program.ask(asked)[0].value for asked in values} == values


def test_the_corners_of_a_curve() -> None:
    (answer,) = Program(ROBOT).ask('multi(Pmax=? [ F "goal" ], R{"time"}min=? [ C ])')
    assert answer.value == 1
    assert [(name.partition(" is ")[2].partition(",")[0], value) for name, value in answer.listed] == [
        ("49/64", Fraction(75, 32)),
        ("7/8", Fraction(55, 16)),
        ("1", 5),
    ]


def test_what_is_refused() -> None:
    program = Program(ROBOT)
    messages = {
        'multi(Pmax=? [ F "goal" ], R{"time"}<=1 [ C ])': "no policy meets the bound 1",
        'multi(Pmax=? [ F "goal" ])': "has 1 objective here; two are supported",
        'multi(Pmax=? [ F "goal" ], R{"time"}<5 [ C ])': "a strict bound",
        "multi(Pmax=? [ F nothing ], P>=0.1 [ F broken ])": "no variable, constant, formula or label 'nothing'",
        'multi(P=? [ F "goal" ], P>=0.1 [ F broken ])': "expected Pmax=? or Pmin=?",
        'multi(Pmax=? [ F "goal" ], x=3)': "not an objective of multi",
        'multi(Pmax=? [ G F "goal" ], P>=0.1 [ F broken ])': "has no answer of Storm",
    }
    for asked, message in messages.items():
        assert message in program.ask(asked)[0].error, asked
    (answer,) = program.build().ask('multi(Pmax=? [ F "goal" ], R{"time"}<=4 [ C ])')
    assert "models in the PRISM language" in answer.error
