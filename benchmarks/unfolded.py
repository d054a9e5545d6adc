"""A specification as a game on a graph: its states, and the states with inputs, as far as a play can come.

python benchmarks/unfolded.py FILE.structuredslugs
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np

import graphgames as gg

SIGNS: dict[str, Any] = {
    "and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor, "add": np.add, "sub": np.subtract,
    "=": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip
BEGIN = -1
"""What stands for the state before the first, where the first inputs and outputs are chosen."""
CHUNK = 1 << 12
"""So many states, or states with inputs, are looked at together."""

Values = Mapping[str, Any]


def value(formula: Any, now: Values, then: Values) -> Any:
    """Return what an expression is for arrays of values now and after the step."""
    sign, *inner = formula
    if sign in ("const", "num"):
        return inner[0]
    if sign == "var":
        return (then if inner[1] else now)[inner[0]]
    if sign == "not":
        return np.logical_not(value(inner[0], now, then))
    if sign == "cmp":
        sign, *inner = inner
    return reduce(SIGNS[sign], (value(one, now, then) for one in inner))


class Codes:
    """The values of some variables as one number."""

    def __init__(self, ranges: Values):
        self.ranges = {name: (0, 1) if one is bool else tuple(one)[:2] for name, one in ranges.items()}
        self.sizes = [high - low + 1 for low, high in self.ranges.values()]
        self.count = int(np.prod(self.sizes, dtype=np.int64))

    def values(self, codes: Any) -> Values:
        """Return the values of each variable."""
        parts = np.unravel_index(codes, self.sizes)
        return {n: part + low for (n, (low, _)), part in zip(self.ranges.items(), parts, strict=True)}


def steps(rules: Sequence[Any], now: Values, given: Values, chosen: Codes, keep: Any) -> tuple[Any, Any]:
    """Return the rows and choices that all rules allow; each is looked at as soon as it is known which are left."""
    rows = np.repeat(np.arange(keep), chosen.count)
    codes = np.tile(np.arange(chosen.count), keep)
    for rule in rules:
        then = {n: v[rows] for n, v in given.items()} | dict(chosen.values(codes))
        right = np.broadcast_to(value(rule, {n: v[rows] for n, v in now.items()}, then), rows.shape)
        rows, codes = rows[right], codes[right]
    return rows, codes


def game(spec: gg.Spec) -> gg.Game:
    """Return the game: player 1 chooses inputs, then player 0 outputs; who cannot move loses."""
    rules, inputs, outputs = spec.rules(), Codes(spec.inputs), Codes(spec.outputs)
    both = Codes({**spec.inputs, **spec.outputs})
    waiting, known = np.array([BEGIN]), np.array([BEGIN])
    env, sys_ = ([*map(primed, rules[part])] for part in ("env_init", "sys_init"))
    edges: tuple[list[Any], ...] = [], [], [], []
    while waiting.size:
        found = list[Any]()
        for some in np.split(waiting, range(CHUNK, waiting.size, CHUNK)):
            now = {} if some[0] == BEGIN else both.values(some)
            rows, codes = steps(env, now, {}, inputs, some.size)
            pairs = some[rows] * inputs.count + codes
            for part in np.split(np.arange(pairs.size), range(CHUNK, pairs.size, CHUNK)):
                here = {name: values[rows[part]] for name, values in now.items()}
                at, chosen = steps(sys_, here, inputs.values(codes[part]), outputs, part.size)
                found.append(codes[part][at] * outputs.count + chosen)
                for kept, new in zip(edges, (some[rows[part]], pairs[part], pairs[part][at], found[-1]), strict=True):
                    kept.append(new)
        waiting = np.setdiff1d(np.concatenate(found), known)
        known = np.union1d(known, waiting)
        env, sys_ = rules["env_trans"], rules["sys_trans"]
    tails, pairs, before, heads = map(np.concatenate, edges)
    between = np.unique(pairs)
    n, size = known.size, known.size + between.size
    owner = np.where(np.arange(size + 2) < n, 1, 0)
    tails = np.concatenate([np.searchsorted(known, tails), n + np.searchsorted(between, before)])
    heads = np.concatenate([n + np.searchsorted(between, pairs), np.searchsorted(known, heads)])
    stuck = np.flatnonzero(np.bincount(tails, minlength=size + 2) == 0)  # the last two among them
    ends = np.where(stuck < size, size + 1 - owner[stuck], stuck)
    arena = gg.Arena.from_arrays(
        np.concatenate([tails, stuck]), np.concatenate([heads, ends]), size + 2, owner.astype(np.uint8)
    )
    states, goals = both.values(known[1:]), list[Any]()
    for won, formulas in zip((size + 1, size), spec.goals(), strict=True):
        masks = np.zeros((len(formulas), size + 2), np.bool_)
        masks[:, won] = True
        for mask, formula in zip(masks, formulas, strict=True):
            mask[1:n] = value(formula, states, {})
        goals.append(list(masks))
    return gg.Game(arena, gg.GR1(*goals), start=0)


def primed(formula: Any) -> Any:
    """Return a formula about the first state as one about the state after a step."""
    if formula[0] == "var":
        return ("var", formula[1], True)
    return tuple(primed(one) if isinstance(one, tuple) else one for one in formula)


if __name__ == "__main__":
    made = game(gg.read(sys.argv[1]))  # type: ignore[arg-type]
    sys.stdout.write(f"realizable: {gg.solve(made).winner[made.start] == 0}\n")
