"""Listings of small problems with all claims over a grid, each of which goes to the checker by itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import graphgames as gg
from graphgames.reference.check import check as reference
from tests.reference.claims import game_file, solution_file


class Listing(NamedTuple):
    """A problem, what each entry of a claim about it may be, and how to make and judge the claim."""

    problem: Any
    choices: list[Sequence[Any]]
    made: Callable[[list[Any]], Any]
    """From entries to a solution."""
    holds: Callable[[Any], bool]
    """Whether what a solution says is true."""

    believes: Callable[[Any], bool] = lambda solution: gg.verify(solution).ok
    written: bool = True
    """Whether problem and solution can be written, for the reference checker."""

    @property
    def size(self) -> int:
        """How many claims there are."""
        return prod(map(len, self.choices))


def attack(listing: Listing, limit: int, rng: random.Random, referred: float = 0.02) -> tuple[int, int, list[str]]:
    """Make all claims of a grid, or as many as the limit; return how many, how many were believed, and what is wrong.

    The reference checker must say the same of what is believed, and of a share of the rest.
    """
    near = list[list[Any]]()
    every: Any = product(*listing.choices) if listing.size <= limit else drawn(listing, limit, rng, near)
    made = believed = 0
    wrong, file = list[str](), game_file(listing.problem) if listing.written else b""
    for entries in every:
        solution = listing.made([*entries])
        ok, made = listing.believes(solution), made + 1
        believed += ok
        if ok:
            near.append([*entries])
        if ok and not listing.holds(solution):
            wrong.append(f"believed: {entries} of {listing.problem}")
        if listing.written and (ok or rng.random() < referred):
            document = solution_file(solution)
            if reference(file, json.dumps(document)).ok != ok:
                wrong.append(f"the reference checker differs: {entries} of {listing.problem}")
    return made, believed, wrong


def drawn(listing: Listing, count: int, rng: random.Random, near: list[list[Any]]) -> Iterator[list[Any]]:
    """Yield so many claims: the first, any, and once some are believed more of these with an entry or two altered."""
    yield [one[0] for one in listing.choices]
    for _ in range(count - 1):
        if not near or rng.random() < 0.4:
            yield [rng.choice(one) for one in listing.choices]
            continue
        entries = [*rng.choice(near)]
        for k in rng.choices(range(len(entries)), k=rng.choice((1, 2))):
            entries[k] = rng.choice(listing.choices[k])
        yield entries
