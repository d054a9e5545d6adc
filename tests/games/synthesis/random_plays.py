"""Strategies of specifications against random moves of the other side, by the formulas on the values themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

import numpy as np

from graphgames.core.errors import GameError
from graphgames.games.synthesis.spec import Spec, Values
from graphgames.games.synthesis.spec_machines import Strategy

_FEW = 1 << 10


def simulated(spec: Spec, strategy: Strategy, rng: np.random.Generator, steps: int) -> int:
    """Run a strategy against random moves of the other side; return for how many steps that could keep to its rules.

    The formulas are evaluated on the values themselves. Raise `GameError` if the strategy breaks a rule of its side.
    """
    mine, others = ("env", "sys") if strategy.player else ("sys", "env")
    theirs, rules = (spec.outputs if strategy.player else spec.inputs), spec.rules()
    shown = strategy.first() if strategy.player else {}
    now: dict[str, int] = {}
    for count in range(steps):
        part = "trans" if now else "init"

        def broken(side: str, values: Values, now: Values = now, part: str = part) -> bool:
            return not all(spec.holds(one, now or values, values) for one in rules[f"{side}_{part}"])

        tried = ({**shown, **moved} for moved in _tried(spec, theirs, now, rng))
        then = next((values for values in tried if not broken(others, values)), None)
        if then is None:
            return count
        moved = {name: then[name] for name in theirs}
        if strategy.player == 0:
            then = {**moved, **(strategy.step(moved) if now else strategy.first(moved))}
        if strategy.over or broken(mine, then):
            raise GameError(f"after {count} steps the strategy breaks a rule of its side: from {now} to {then}")
        now = then
        if strategy.player:
            shown = strategy.step(moved)
    return steps


def _tried(spec: Spec, names: Iterable[str], now: Values, rng: np.random.Generator) -> Iterator[dict[str, int]]:
    """Yield values of some variables: all in random order if they are few, else some that are like those now."""
    ranges = {name: spec.ranges[name] for name in names}
    count = prod(one.high - one.low + 1 for one in ranges.values())
    if count <= _FEW:
        every = list(product(*(range(one.low, one.high + 1) for one in ranges.values())))
        yield from (dict(zip(ranges, every[k], strict=True)) for k in rng.permutation(count))
        return
    names = list(ranges)
    base = {name: now.get(name, one.low) for name, one in ranges.items()}
    for k in range(_FEW):  # fewer and fewer changes
        changed = rng.choice(names, max(0, min(len(names), 8 - 8 * k // _FEW)), replace=False).tolist()
        yield base | {name: int(rng.integers(ranges[name].low, ranges[name].high + 1)) for name in changed}
    yield base
