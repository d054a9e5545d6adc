"""Check the rules of a game on a sample before a long computation: mistakes are reported in the terms of the rules.

`check_sample` plays at random from the start by the plain rules, and compares what these say of each position with
what the rules say of its number. For games whose table holds every legal position it draws numbers at random, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import numpy as np

from graphgames.core.errors import GameError, GraphGamesError, shown
from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import CODES, OPEN, UNUSED, Batch, IndexedRules
from graphgames.games.tables.space import Tier, listed

PLAYS, MOST = 20, 500
"""So many positions are looked at; where every legal one counts, plays begin at so many of each tier."""


def check_sample(rules: IndexedRules, seed: int = 0, share: tuple[int, int] = (0, 1)) -> int:
    """Compare the two ways in which rules are written, on a sample; return how many positions it has.

    With a share only every so many-th position is compared, from one on; others may compare the rest elsewhere.

    Raise `GameError` where they disagree, or where a number does not come back from its position.
    """
    positions = dict.fromkeys(_positions(rules, random.Random(seed)))
    by_tier: dict[Tier, dict[int, Any]] = {}
    number = cache(partial(_number, rules))  # a position of a play is a move of the one before it, too
    for position in [*positions][share[0] :: share[1]]:
        tier, index = number(position)
        by_tier.setdefault(tier, {})[index] = rules.unrank(tier, index)
    for tier, some in by_tier.items():
        with _asked(f"expand of tier {tier!r}"):
            batch = rules.batch(tier, np.array(list(some), np.int64))
        for row, (index, position) in enumerate(some.items()):
            for fault in _faults(rules, batch, row, index, position, number):
                raise GameError(f"{fault}{_at(rules, position)}")
        if hasattr(rules, "retract"):
            _check_backward(rules, batch)
    return len(positions)


def _positions(rules: IndexedRules, rng: random.Random) -> Iterator[Hashable]:
    """Yield the positions of some plays at random, and some at random numbers if every legal one counts."""
    found = 0
    starts = [] if rules.whole else [rules.start]
    for tier in rules.space.tiers if rules.whole else ():
        index = np.array(sorted({rng.randrange(rules.space.size[tier]) for _ in range(MOST)}), np.int64)
        legal = index[rules.batch(tier, index).code != UNUSED]
        starts += [rules.unrank(tier, i) for i in rng.sample(legal.tolist(), min(PLAYS, legal.size))]
    while starts and found < MOST:
        position = rng.choice(starts)
        for _ in range(500):
            yield position
            found += 1
            after = listed(rules.moves(position), f"moves({position!r})")
            if not after:
                break
            position = rng.choice(after)


@contextmanager
def _asked(what: str) -> Iterator[None]:
    """Turn a failure of the rules into a sentence; the traceback of the cause tells the line."""
    try:
        yield
    except (ArithmeticError, LookupError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, GraphGamesError):
            raise
        raise GameError(f"{what} fails: {type(error).__name__}: {error}") from error


def _at(rules: IndexedRules, position: Any) -> str:
    return f"; the position is {position!r}:\n{rules.render(position)}"


def _number(rules: IndexedRules, position: Any) -> tuple[Tier, int]:
    """Return the tier and the number of a position, if they exist and give the position's number again."""
    tier, index = rules.rank(position)
    if tier not in rules.space.size:
        raise GameError(
            f"rank returns tier {tier!r}, which is not among the tiers that children leads to: "
            f"{', '.join(map(repr, rules.space.tiers[:20]))}{_at(rules, position)}"
        )
    if not 0 <= index < rules.space.size[tier]:
        raise GameError(
            f"rank returns number {index}, but size({tier!r}) is {rules.space.size[tier]}{_at(rules, position)}"
        )
    with _asked(f"unrank({tier!r}, {index})"):
        again = rules.rank(rules.unrank(tier, index))
    if tuple(again) != (tier, index):
        raise GameError(
            f"unrank({tier!r}, {index}) is {shown(rules.unrank(tier, index))}, whose rank is {again!r}; expected the "
            f"same number{_at(rules, position)}"
        )
    return tier, int(index)


def _faults(
    rules: IndexedRules, batch: Batch, row: int, index: int, position: Any, numbered: Callable[[Any], tuple[Tier, int]]
) -> Iterator[str]:
    """Yield in what expand and the plain rules differ at one position."""
    after = list(rules.moves(position))
    plain = {rules.space.offset[tier] + number: (tier, p) for p in after for tier, number in [numbered(p)]}
    expanded = {
        int(column[row]): again for column, again in zip(batch.columns, batch.again, strict=True) if column[row] >= 0
    }
    where = f"for number {index} of tier {batch.tier!r}"
    code = int(batch.code[row])
    if code == UNUSED:
        yield f"expand says unused {where}, but moves leads there"
    if after and code != OPEN:
        yield f"expand says that the game has ended {where}, but moves returns some"
    if not after:
        outcome = getattr(rules, "outcome", lambda position: "loss")(position)
        name = "loss" if code == OPEN and not expanded else next((n for n, c in CODES.items() if c == code), "moves")
        if outcome != name:
            yield f"expand says {name!r} {where}, but the outcome is {outcome!r}"
    for number in plain.keys() - expanded.keys():
        yield f"expand misses the move to {plain[number][1]!r} {where}"
    for number in expanded.keys() - plain.keys():
        yield f"expand has a move to {_named(rules, number)} {where}, but moves does not"
    children = tuple(rules.children(batch.tier))
    for number, (tier, target) in plain.items():
        if tier not in children:
            yield f"children({batch.tier!r}) does not name tier {tier!r}, where {target!r} is"
        again = expanded[number]
        if hasattr(rules, "mover") and again != (rules.mover(target) == rules.mover(position)):
            yield f"the {'other' if again else 'same'} player moves at {target!r}, but expand says {again=}"


def _named(rules: IndexedRules, number: int) -> str:
    if number >= rules.space.starts[-1]:
        return f"the number {number}, which no position has"
    tier, index = rules.space.place(number)
    return f"number {index} of tier {tier!r}" + (
        f", {rules.unrank(tier, index)!r}," if index < rules.space.size[tier] else ", which has fewer numbers,"
    )


def _moves(batch: Batch, numbers: Ints) -> set[tuple[int, int, bool]]:
    """Return the moves of a batch: from which of the numbers of its positions, to which, and if to another turn."""
    return {
        (int(a), int(b), again)
        for column, again in zip(batch.columns, batch.again, strict=True)
        for a, b in zip(numbers, column, strict=True)
        if b >= 0
    }


def _check_backward(rules: Any, batch: Batch) -> None:
    """Check that backward moves undo forward ones inside a tier, and nothing else."""
    space, tier = rules.space, batch.tier
    first, last = space.offset[tier], space.offset[tier] + space.size[tier]
    pairs = {move for move in _moves(batch, batch.index + first) if first <= move[1] < last}
    if not pairs:
        return
    heads = np.array(sorted({b for _, b, _ in pairs}), np.int64)
    known = {(a, b, again) for b, a, again in _moves(rules.batch_before(tier, heads - first), heads)}
    for a, b, _ in pairs - known:
        raise GameError(f"retract from {_named(rules, b)} misses {_named(rules, a)} from which a move leads there")
    tails = np.array(sorted({a for a, _, _ in known}), np.int64)
    for a in tails[(tails < first) | (tails >= last)].tolist():
        raise GameError(f"retract leads to {_named(rules, a)}; expected numbers of tier {tier!r} alone")
    forward = rules.batch(tier, tails - first)
    goes_on = {*tails[forward.code == OPEN].tolist()}
    for a, b, again in known - _moves(forward, tails):
        if a in goes_on:
            raise GameError(
                f"retract from {_named(rules, b)} leads to {_named(rules, a)} with again={again}, where expand has no "
                f"such move; the position is\n{rules.render(rules.unrank(tier, a - first))}"
            )
