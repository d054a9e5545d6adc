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
            _compare(rules, batch, row, index, position, number)
        if hasattr(rules, "retract"):
            _check_backward(rules, batch)
    return len(positions)


def _positions(rules: IndexedRules, rng: random.Random) -> Iterator[Hashable]:
    """Yield the positions of some plays at random, and some at random numbers if every legal one counts."""
    found = 0
    starts = [] if rules.whole else [rules.start]
    if rules.whole:
        for tier in rules.space.tiers:
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


def _compare(
    rules: IndexedRules, batch: Batch, row: int, index: int, position: Any, numbered: Callable[[Any], tuple[Tier, int]]
) -> None:
    """Compare what expand and the plain rules say of one position."""
    after = list(rules.moves(position))
    plain = {rules.space.offset[tier] + number: (tier, p) for p in after for tier, number in [numbered(p)]}
    expanded = {
        int(column[row]): again for column, again in zip(batch.columns, batch.again, strict=True) if column[row] >= 0
    }
    where = f"for number {index} of tier {batch.tier!r}"
    code = int(batch.code[row])
    if code == UNUSED:
        raise GameError(f"expand says unused {where}, but moves leads there{_at(rules, position)}")
    if after and code != OPEN:
        raise GameError(f"expand says that the game has ended {where}, but moves returns some{_at(rules, position)}")
    if not after:
        outcome = getattr(rules, "outcome", lambda position: "loss")(position)
        name = "loss" if code == OPEN and not expanded else next((n for n, c in CODES.items() if c == code), "moves")
        if outcome != name:
            raise GameError(f"expand says {name!r} {where}, but the outcome is {outcome!r}{_at(rules, position)}")
    for number in plain.keys() - expanded.keys():
        raise GameError(f"expand misses the move to {plain[number][1]!r} {where}{_at(rules, position)}")
    for number in expanded.keys() - plain.keys():
        raise GameError(
            f"expand has a move to {_named(rules, number)} {where}, but moves does not{_at(rules, position)}"
        )
    _compare_turns(rules, batch, plain, expanded, position)


def _compare_turns(
    rules: IndexedRules, batch: Batch, plain: dict[int, tuple[Tier, Any]], expanded: dict[int, bool], position: Any
) -> None:
    """Compare the tiers that moves lead to with the children, and extra turns with who is to move."""
    children = tuple(rules.children(batch.tier))
    for number, (tier, after) in plain.items():
        if tier not in children:
            raise GameError(
                f"children({batch.tier!r}) does not name tier {tier!r}, where {after!r} is{_at(rules, position)}"
            )
        if hasattr(rules, "mover"):
            again = rules.mover(after) == rules.mover(position)
            if again != expanded[number]:
                turn = "the same player moves" if again else "the other player moves"
                raise GameError(f"{turn} at {after!r}, but expand says again={expanded[number]}{_at(rules, position)}")


def _named(rules: IndexedRules, number: int) -> str:
    if number >= rules.space.starts[-1]:
        return f"the number {number}, which no position has"
    tier, index = rules.space.place(number)
    return f"number {index} of tier {tier!r}" + (
        f", {rules.unrank(tier, index)!r}," if index < rules.space.size[tier] else ", which has fewer numbers,"
    )


def _check_backward(rules: Any, batch: Batch) -> None:
    """Check that backward moves undo forward ones inside a tier, and nothing else."""
    space, tier = rules.space, batch.tier
    first, last = space.offset[tier], space.offset[tier] + space.size[tier]
    numbers = batch.index + first
    pairs = {(int(a), int(b), again) for column, again in zip(batch.columns, batch.again, strict=True)
             for a, b in zip(numbers, column, strict=True) if first <= b < last}  # fmt: skip
    heads = np.array(sorted({b for _, b, _ in pairs}), np.int64) - first
    if heads.size:
        back = rules.batch_before(tier, heads)
        known = {(int(a), int(b), again) for column, again in zip(back.columns, back.again, strict=True)
                 for a, b in zip(column, heads + first, strict=True) if a >= 0}  # fmt: skip
        for a, b, _ in pairs - known:
            raise GameError(f"retract from {_named(rules, b)} misses {_named(rules, a)} from which a move leads there")
        _check_retracted(rules, tier, known)


def _check_retracted(rules: IndexedRules, tier: Tier, pairs: set[tuple[int, int, bool]]) -> None:
    """Check that each predecessor which is a position that goes on has the move."""
    first = rules.space.offset[tier]
    tails = np.array(sorted({a for a, _, _ in pairs}), np.int64)
    for a in tails[(tails < first) | (tails >= first + rules.space.size[tier])].tolist():
        raise GameError(f"retract leads to {_named(rules, a)}; expected numbers of tier {tier!r} alone")
    batch = rules.batch(tier, tails - first)
    forward = {(int(a), int(b), again) for column, again in zip(batch.columns, batch.again, strict=True)
               for a, b in zip(tails, column, strict=True) if b >= 0}  # fmt: skip
    goes_on = dict(zip(tails.tolist(), (batch.code == OPEN).tolist(), strict=True))
    for a, b, again in pairs - forward:
        if goes_on[a]:
            raise GameError(
                f"retract from {_named(rules, b)} leads to {_named(rules, a)} with again={again}, where expand has no "
                f"such move; the position is\n{rules.render(rules.unrank(tier, a - first))}"
            )
