"""The shields that Tempest publishes as the expected results of its own tests, rebuilt and proved.

Source: github.com/tempest-shields/tempest-shields at 58ec2ca (2022-02-20), the files of ``testfiles/shields`` for the
models ``die_selection`` and ``rightDecision``; PrangerStefan/TempestSynthesis at 292053d has the same. A shield there
keeps the probability to reach a target within so many steps at least (or at most) at a bound, absolute or relative to
the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import graphgames as gg

Rows = list[tuple[int, int, int, Fraction]]
"""State, action, next state, probability."""
BIASED = (Fraction(1, 2), Fraction(3, 5), Fraction(7, 10))
COIN = {0: (1, 2), 1: (3, 4), 2: (5, 6), 3: (1, 7), 4: (8, 9), 5: (10, 11), 6: (2, 12)}
DIE: Rows = [(s, a, to, p if k == 0 else 1 - p) for s, pair in COIN.items() for a, p in enumerate(BIASED)
             for k, to in enumerate(pair)] + [(s, 0, s, Fraction(1)) for s in range(7, 13)]  # fmt: skip
"""A die from coins, of which each throw may take one of three."""
HIKE: Rows = [
    (s, a, to, Fraction(p))
    for s, a, to, p in (
        (0, 0, 1, 1), (0, 1, 2, 1), (1, 0, 3, "9/10"), (1, 0, 4, "1/10"), (1, 1, 3, 1), (2, 0, 5, 1), (3, 0, 6, 1),
        (4, 0, 7, 1), (5, 0, 8, 1), (6, 0, 3, 1), (7, 0, 4, 1), (8, 0, 9, 1), (9, 0, 6, 1), (9, 1, 10, 1),
        (10, 0, 0, 1),
    )
]  # fmt: skip
"""A hiker, who moves in 0, 3, 4, 5 and 9, may trust a stranger with a shortcut."""
HIKER = {0, 3, 4, 5, 9}
DONE, TWO, THERE = set(range(7, 13)), {8}, {3, 6}
ALL: tuple[int, ...] = (0, 1, 2)
SEVEN: dict[int, tuple[int, ...]] = dict.fromkeys(range(7), ALL)
HIKING: list[tuple[int, str, str, dict[int, tuple[int, ...]]]] = [
    (5, "max gamma", "1/2", {0: (0, 1), 5: (0,), 9: (0, 1)}),
    (5, "min gamma", "1/2", {7: (0,)}),
    (5, "max lambda", "1/2", {0: (0, 1), 4: (0,), 5: (0,), 9: (0, 1)}),
    (5, "min lambda", "1/2", {1: (0, 1), 2: (0,), 7: (0,), 8: (0,), 10: (0,)}),
    (3, "max gamma", "9/10", {0: (0,), 5: (0,), 9: (0,)}),
    (3, "min gamma", "9/10", {1: (0,), 2: (0,), 7: (0,), 10: (0,)}),
    (3, "max lambda", "9/10", {0: (0,), 4: (0,), 5: (0,), 9: (0,)}),
    (3, "min lambda", "9/10", {1: (0, 1), 2: (0,), 7: (0,), 8: (0,), 10: (0,)}),
]
PUBLISHED: list[tuple[str, Rows, set[int], int, str, str, dict[int, tuple[int, ...]]]] = [
    ("die Pre", DIE, DONE, 4, "max gamma", "4/5", {**SEVEN, 0: (0,)}),
    ("die Pre", DIE, DONE, 4, "min gamma", "4/5", {0: ALL, 1: (1, 2), 3: ALL, 6: (1, 2)}),
    ("die Pre", DIE, DONE, 4, "max lambda", "4/5", SEVEN),
    ("die Pre", DIE, DONE, 4, "min lambda", "4/5", SEVEN),
    ("die Post", DIE, TWO, 5, "max gamma", "7/10", {4: (2,)}),
    *[("die Post", DIE, TWO, 5, how, "7/10", dict.fromkeys((0, 1, 3, 4), ALL))
      for how in ("min gamma", "max lambda", "min lambda")],
    *[(f"hike {when}", HIKE, THERE, *one) for when in ("Pre", "Post") for one in HIKING],
]  # fmt: skip
"""Which actions keep the bound; a shield of the sort Post takes another action in place of those that do not."""
VALUES: dict[str, dict[int, tuple[Any, ...]]] = {
    "max": {0: ("0.8", "0.79", "0.78"), 1: ("0.9375", "0.925", "0.9125"), 2: ("0.9625", "0.97", "0.9775"),
            3: ("0.875", "0.85", "0.825"), 4: (1, 1, 1), 5: (1, 1, 1), 6: ("0.925", "0.91", "0.895")},
    "min": {0: ("0.58", "0.566", "0.552"), 1: ("0.8285", "0.7942", "0.7599"), 2: ("0.8775", "0.902", "0.9265"),
            3: ("0.755", "0.706", "0.657"), 4: (1, 1, 1), 5: (1, 1, 1), 6: ("0.825", "0.79", "0.755")},
}  # fmt: skip
"""How likely the die is thrown within four steps after each action, as the shields Pre with the bound 4/5 list it."""


def behind(rows: Rows, target: set[int], steps: int, owner: Any) -> dict[tuple[int, int], Fraction]:
    """Return how likely the target is reached within so many steps, the first of which is an action."""
    asked = gg.BoundedReachProbability(sorted(target), steps=steps - 1)
    solution: Any = gg.solve(gg.Model.from_table(rows), asked, owner=owner)
    assert gg.verify(solution)
    found: dict[tuple[int, int], Fraction] = {}
    for s, a, to, p in rows:
        found[s, a] = found.get((s, a), Fraction(0)) + p * solution.value(to)
    return found


def in_time(rows: Rows, target: set[int], steps: int) -> Iterator[tuple[Any, int, Any, Fraction]]:
    """Yield the rows of the model that counts steps, and comes to ``late`` where none are left."""
    yield ("late", 0, "late", Fraction(1))
    for left in range(steps + 1):
        for s, a, to, p in rows:
            over = s in target
            yield ((s, left), a, (s, left) if over else (to, left - 1) if left else "late", p)


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: f"{case[0]} {case[4]} within {case[3]}")
def test_shields_are_those_that_tempest_publishes(case: Any) -> None:
    what, rows, target, steps, how, given, right = case
    bound, most = Fraction(given), how.startswith("max")
    hiking = what.startswith("hike")
    mine = {s for s, *_ in rows if not hiking or (s in HIKER) == most}
    worth = behind(rows, target, steps, {s: int((s in mine) != most) for s in {s for s, *_ in rows}})
    found: dict[int, set[int]] = {}
    if most:  # reaching the target in time is keeping away from being late
        counted = gg.Model.from_table(list(in_time(rows, target, steps)))
        owner = {name: int(name != "late" and name[0] not in mine) for name in counted.names or ()}
        promise: dict[str, Any] = {"factor" if "lambda" in how else "threshold": bound}
        shield = gg.shield(counted, ["late"], owner=owner, **promise)
        assert shield.verify()
        found = {s: set(shield.allowed[s, steps]) for s in mine - target}
    else:
        model = gg.Model.from_table(rows)
        owner = {s: int(s not in mine) for s in model.names or ()}
        for s in sorted(mine - target):
            best = min(value for (state, _), value in worth.items() if state == s)
            limit = best + best * bound if "lambda" in how else bound
            shield = gg.shield(model, sorted(target), threshold=max(1 - limit, Fraction(0)), horizon=steps, owner=owner)
            found[s] = set(shield.allowed[s])
        assert shield.verify()
    for s, actions in found.items():
        if s in right:
            assert actions == set(right[s]), s
        else:  # no action keeps the bound, or none can reach the target at all
            assert not actions or not any(value for (state, _), value in worth.items() if state == s), s


@pytest.mark.parametrize("which", VALUES)
def test_what_each_action_is_worth_is_what_tempest_publishes(which: str) -> None:
    worth = behind(DIE, DONE, 4, 0 if which == "max" else 1)
    assert {s: tuple(worth[s, a] for a in ALL) for s in range(7)} == {
        s: tuple(Fraction(value) for value in row) for s, row in VALUES[which].items()
    }
