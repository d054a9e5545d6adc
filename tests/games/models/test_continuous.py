"""Chains in continuous time against the equations of their generators."""

from __future__ import annotations

import random
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

import graphgames as gg
from graphgames.core.value import ends
from graphgames.games.models.language import Program

pytest.importorskip("stormpy")

Rows = list[list[Fraction]]


def solved(left: Rows, right: list[Fraction]) -> list[Fraction]:
    """Return the solution of linear equations, by elimination."""
    rows = [[*row, one] for row, one in zip(left, right, strict=True)]
    for k in range(len(rows)):
        pivot = next(i for i in range(k, len(rows)) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [one / rows[k][k] for one in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [a - row[k] * b for a, b in zip(row, rows[k], strict=True)]
    return [row[-1] for row in rows]


def generator(rates: Rows) -> Rows:
    n = len(rates)
    return [[rates[s][t] - sum(rates[s]) * (s == t) for t in range(n)] for s in range(n)]


def until(rates: Rows, gains: list[Fraction], values: dict[int, Fraction]) -> list[Fraction]:
    """Return what is gained in a unit of time until states whose values are given."""
    n, q = len(rates), generator(rates)
    left = [[Fraction(s == t) for t in range(n)] if s in values else q[s] for s in range(n)]
    return solved(left, [values[s] if s in values else -gains[s] for s in range(n)])


def shares(rates: Rows) -> list[Fraction]:
    """Return the shares of time in the long run, of a chain that comes from everywhere to everywhere."""
    n, q = len(rates), generator(rates)
    left = [[Fraction(1)] * n, *[[q[s][t] for s in range(n)] for t in range(n - 1)]]
    return solved(left, [Fraction(1)] + [Fraction(0)] * (n - 1))


def text(rates: Rows, gains: list[Fraction]) -> str:
    n = len(rates)
    lines = [f"[] s={s} -> {rates[s][t]}:(s'={t});" for s in range(n) for t in range(n) if rates[s][t]]
    rewards = " ".join(f"s={s} : {gain};" for s, gain in enumerate(gains))
    return f'ctmc module m s:[0..{n - 1}]; {" ".join(lines)} endmodule rewards "r" {rewards} endrewards'


def value(program: Program, asked: str) -> Any:
    answer = program.ask(asked)[0]
    assert answer.verified and not answer.error, answer.error
    return answer.value


@pytest.mark.slow
@pytest.mark.share(10)
@pytest.mark.parametrize("seed", range(4))
def test_random_chains(seed: int) -> None:
    dice, n = random.Random(seed), 4
    rates = [[Fraction(dice.choice((0, 1, 3)), dice.choice((1, 2))) for _ in range(n)] for _ in range(n)]
    for s in range(n):
        rates[s][(s + 1) % n] += Fraction(1, 2)
    gains = [Fraction(dice.randrange(4)) for _ in range(n)]
    program, none = Program(text(rates, gains)), [Fraction(0)] * n
    one, two = Fraction(1), Fraction(0)
    assert value(program, "P=? [ s!=3 U s=2 ]") == until(rates, none, {2: one, 3: two})[0]
    assert value(program, 'R{"r"}=? [ F s=3 ]') == until(rates, gains, {3: two})[0]
    long = shares(rates)
    assert value(program, "S=? [ s=1 ]") == long[1]
    assert value(program, 'R{"r"}=? [ S ]') == sum(a * b for a, b in zip(long, gains, strict=True))
    assert value(program, "P=? [ G F s=0 ]") == 1


def timed(rates: Rows, gains: list[float], time: float) -> tuple[Any, Any]:
    """Return where the chain is after a time, and what is gained until then, by the exponential of the generator."""
    n = len(rates)
    wide = np.zeros((n + 1, n + 1))
    wide[:n, :n], wide[:n, n] = np.array(generator(rates), float), gains
    found = expm(wide * time)
    return found[:n, :n], found[:n, n]


@pytest.mark.share(7)
@pytest.mark.parametrize("seed", range(3))
def test_what_happens_within_a_time(seed: int) -> None:
    dice, n = random.Random(seed), 4
    rates = [[Fraction(dice.choice((0, 1, 3)), dice.choice((1, 2))) * (s != t) for t in range(n)] for s in range(n)]
    for s in range(n):
        rates[s][(s + 1) % n] += Fraction(1, 2)
    gains = [Fraction(dice.randrange(4)) for _ in range(n)]
    program, zero = Program(text(rates, gains)), [0.0] * n
    stopped = [row if s not in (2, 3) else [Fraction(0)] * n for s, row in enumerate(rates)]
    goal = [row if s != 2 else [Fraction(0)] * n for s, row in enumerate(rates)]
    free, gained = timed(rates, [float(one) for one in gains], 1.5)
    later = [float(one) for one in timed(goal, zero, 1.25)[0][:, 2]]
    never3 = [row if s != 3 else [Fraction(0)] * n for s, row in enumerate(rates)]
    first = timed(never3, zero, 0.75)[0][0]
    expected = {
        "P=? [ F<=3/2 s=2 ]": timed(goal, zero, 1.5)[0][0, 2],
        "P=? [ F<1.5 s=2 ]": timed(goal, zero, 1.5)[0][0, 2],
        "P=? [ G<=3/2 s!=2 ]": 1 - timed(goal, zero, 1.5)[0][0, 2],
        "P=? [ !(F<=3/2 s=2) ]": 1 - timed(goal, zero, 1.5)[0][0, 2],
        "P=? [ s!=3 U<=3/2 s=2 ]": timed(stopped, zero, 1.5)[0][0, 2],
        "P=? [ s!=3 W<=3/2 s=2 ]": 1 - timed(stopped, zero, 1.5)[0][0, 3],
        "P=? [ s=2 R<=3/2 s!=3 ]": 1 - timed(stopped, zero, 1.5)[0][0, 3],
        "P=? [ F=3/2 s=2 ]": free[0, 2],
        "P=? [ F[3/4,2] s=2 ]": timed(rates, zero, 0.75)[0][0] @ later,
        "P=? [ s!=3 U>=3/4 s=2 ]": sum(first[s] * timed(stopped, zero, 300)[0][s, 2] for s in range(3)),
        'R{"r"}=? [ C<=3/2 ]': gained[0],
        'R{"r"}=? [ I=3/2 ]': free[0] @ [float(one) for one in gains],
    }
    for asked, value in expected.items():
        (answer,) = program.ask(asked)
        low, high = ends(answer.value)
        assert low - 1e-9 <= value <= high + 1e-9, asked
        assert high - low < 1e-10, asked
        assert answer.verified is None, asked


@pytest.mark.parametrize("time", ["1/3", "1", "25", "700"])
def test_a_bracket_around_a_known_number(time: str) -> None:
    with localcontext(Context(80)):
        known = Fraction(1 - (-Decimal(Fraction(time).numerator) / Fraction(time).denominator).exp())
    program = Program("ctmc module m s:[0..1]; [] s=0 -> 1:(s'=1); endmodule rewards s=0 : 1; endrewards")
    for asked in (f"P=? [ F<={time} s=1 ]", f"R=? [ C<={time} ]"):
        value = program.ask(asked)[0].value
        assert known in value, asked
        assert value.width < Fraction(1, 10**9), asked


def test_times_at_the_borders() -> None:
    program = Program("ctmc module m s:[0..2]; [] s=0 -> 1:(s'=1); endmodule rewards s=0 : 3; endrewards")
    asked = {
        "P=? [ F<=0 s=0 ]": 1,
        "P=? [ F<=0 s=1 ]": 0,
        "P=? [ F<=5 s=2 ]": 0,
        "P=? [ G<=5 s=0 | s=1 ]": 1,
        "P=? [ s=1 U[1,2] s=2 ]": 0,
        "P=? [ F>=0 s=1 ]": 1,
        "R=? [ I=0 ]": 3,
        "R=? [ C<=0 ]": 0,
        "P<=1/2 [ F<=1/2 s=1 ]": True,
        "P=? [ F<=1 P>=1/2 [ F<=1 s=1 ] ]": 1,
        "filter(max, P=? [ F<=1 s=1 ])": 1,
    }
    assert {one: program.ask(one)[0].value for one in asked} == asked


def test_rewards_of_changes_count_in_proportion_to_the_rates() -> None:
    moves = "[a] s=0 -> 1:(s'=1); [b] s=0 -> 3:(s'=2); [c] s>0 -> 2:(s'=0);"
    program = Program(f"ctmc module m s:[0..2]; {moves} endmodule rewards [a] true : 3; s=2 : 4; endrewards")
    assert value(program, "R=? [ F s=1 ]") == 3 + 3 * 2  # three visits of 2, each of half a unit of time
    assert value(program, "R=? [ S ]") == Fraction(1, 3) * 3 * 1 * 1 + Fraction(1, 2) * 4
    (answer,) = program.ask("R=? [ I=1/2 ]")
    rates = [[Fraction(one) for one in row] for row in ((0, 1, 3), (2, 0, 0), (2, 0, 0))]
    assert abs(float(answer.value) - 4 * timed(rates, [0.0] * 3, 0.5)[0][0, 2]) < 1e-9


def test_numbers_that_floating_point_does_not_hold() -> None:
    """A rate of 1e-310, beside one of 1, has lost its last bits; and no bracket is narrower than what is lost then."""
    text = "ctmc module m s:[0..2]; [] s=0 -> {}:(s'=1) + 1:(s'=2); endmodule rewards s=0 : {}; endrewards"
    for rate, gain in (("1e-310", "1"), ("1", "1e300")):
        (answer,) = Program(text.format(rate, gain)).ask("R=? [ C<=1 ]")
        assert "1e-250 to 1e+250" in answer.error
    chain = "".join(f"[] s={s} -> 1e-150:(s'={s + 1}) + 1:(s'=4); " for s in range(3))
    value = Program(f"ctmc module m s:[0..4]; {chain} endmodule").ask("P=? [ F<=2 s=3 ]")[0].value
    assert value.low == 0  # it is about 1e-450
    assert 0 < value.high < Fraction(1, 10**17)


def test_what_is_refused_of_a_time() -> None:
    program = Program(text([[Fraction(0), Fraction(2)], [Fraction(1), Fraction(0)]], [Fraction(1), Fraction(0)]))
    messages = {
        "P=? [ X s=1 ]": "the next state, is not supported",
        "P=? [ (F<=1 s=1) & (F<=2 s=0) ]": "answered for one of F, G, U, W and R",
        "P=? [ G F<=1 s=1 ]": "answered for one of F, G, U, W and R",
        "P=? [ F[2,1] s=1 ]": "ends at 1, before it begins at 2",
        "P=? [ F<=-1 s=1 ]": "not negative",
        "P=? [ F<=1e9 s=1 ]": "at most 10,000,000",
        "P>=0.864664716763387 [ F<=1 s=1 ]": "undecided",
        "(P=? [ F<=1 s=1 ]) >= 0.864664716763387": "undecided",
    }
    for asked, message in messages.items():
        assert message in program.ask(asked)[0].error, asked
    with pytest.raises(gg.GameError, match="not asked of a game"):
        gg.solve(program.with_property("P=? [ F<=1 s=1 ]"))
    with pytest.raises(gg.GameError, match="continuous time"):
        gg.solve(program.build(), gg.MeanPayoff())
