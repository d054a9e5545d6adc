"""Chains in continuous time against the equations of their generators."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import graphgames as gg
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


@pytest.mark.slow
def test_what_needs_the_time_is_refused() -> None:
    program = Program(text([[Fraction(0), Fraction(2)], [Fraction(1), Fraction(0)]], [Fraction(1), Fraction(0)]))
    for asked in ("P=? [ F<=1 s=1 ]", "P=? [ X s=1 ]", 'R{"r"}=? [ C<=2 ]', 'R{"r"}=? [ I=2 ]', "P>0.5 [ G<=1 s=0 ]"):
        assert "continuous time" in program.ask(asked)[0].error
    assert program.build().remark.endswith("2 in a unit of time")
    with pytest.raises(gg.GameError, match="continuous time"):
        gg.solve(program.build(), gg.MeanPayoff())
    moving = (
        "ctmc module m s:[0..1]; [a] s=0 -> 1:(s'=1); [] s=1 -> 2:(s'=0); endmodule rewards [a] true : 3; endrewards"
    )
    with pytest.raises(gg.GameError, match="rewards on transitions"):
        Program(moving).build()
