"""Listings of small problems with all claims over a grid, each of which goes to the checker by itself.

A claim is refused for a fault, and a fault speaks of a few entries. So all claims with the same entries there are
refused, whatever the others are, and need not be made: `decide` makes those alone that no fault so far speaks of. That
is nogood recording (R. Dechter, *Enhancement schemes for constraint processing*, Artificial Intelligence 41, 1990).
What a listing says of its faults is held against claims that were passed over.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import graphgames as gg
from graphgames.core.report import Failure, Report
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

    report: Callable[[Any], Report] = gg.verify
    written: bool = True
    """Whether problem and solution can be written, for the reference checker."""
    speaks: Callable[[list[Any], Failure], Iterable[int] | None] = lambda entries, fault: None
    """The places of the entries that a fault speaks of; None for all of them."""

    @property
    def size(self) -> int:
        """How many claims there are."""
        return prod(map(len, self.choices))


class Tally(NamedTuple):
    """How many claims were made, how many were believed, what is wrong, and whether all claims are decided."""

    made: int
    believed: int
    wrong: list[str]
    complete: bool


def refused(error: Exception) -> Report:
    """Return the report on a claim that cannot be read."""
    return Report(1, (Failure(None, str(error)),), 1)


class _Attack:
    """Claims about one problem, one at a time, each of which is judged; ``near`` has those that were believed."""

    def __init__(self, listing: Listing, rng: random.Random):
        self.listing, self.rng, self.near, self.wrong, self.made = listing, rng, list[list[Any]](), list[str](), 0
        self.file = game_file(listing.problem) if listing.written else b""

    def claim(self, entries: list[Any], referred: float = 0.02) -> Report:
        """Make a claim; the reference checker must say the same of what is believed, and of a share of the rest."""
        listing, solution = self.listing, self.listing.made([*entries])
        report, self.made = listing.report(solution), self.made + 1
        if report.ok:
            self.near.append(entries)
            if not listing.holds(solution):
                self.wrong.append(f"believed: {entries} of {listing.problem}")
        if listing.written and (report.ok or self.rng.random() < referred):
            document = solution_file(solution)
            if reference(self.file, json.dumps(document)).ok != report.ok:
                self.wrong.append(f"the reference checker differs: {entries} of {listing.problem}")
        return report

    def tally(self, complete: bool) -> Tally:
        return Tally(self.made, len(self.near), self.wrong, complete)


def attack(listing: Listing, limit: int, rng: random.Random) -> Tally:
    """Make all claims of a grid, or as many as the limit."""
    attacked, complete = _Attack(listing, rng), listing.size <= limit
    for entries in product(*listing.choices) if complete else drawn(listing, limit, rng, attacked.near):
        attacked.claim([*entries])
    return attacked.tally(complete)


def decide(listing: Listing, limit: int, rng: random.Random, again: int = 5) -> Tally:
    """Decide all claims of a grid by those that no fault so far speaks of, unless these are more than the limit.

    Some others are made as well, as many as ``again``: they must be refused.
    """
    attacked, count = _Attack(listing, rng), len(listing.choices)
    refused: list[dict[tuple[int, ...], set[tuple[int, ...]]]] = [{} for _ in range(count + 1)]
    chosen = [-1] * count

    def faulty(last: int) -> bool:
        """Whether a fault speaks of entries of which the last one is here."""
        return any(tuple(chosen[k] for k in places) in seen for places, seen in refused[last].items())

    def made() -> int:
        """Make the claim that is chosen; return the last place of one of its faults, the last of all if it has none."""
        entries = [one[k] for one, k in zip(listing.choices, chosen, strict=True)]
        last = count - 1
        for fault in attacked.claim(entries).failures:
            spoken = listing.speaks(entries, fault)
            places = tuple(sorted({*(range(count) if spoken is None else spoken)}))
            at = max(places, default=-1)  # of no entry at all: every claim is refused
            refused[at].setdefault(places, set()).add(tuple(chosen[k] for k in places))
            last = min(last, at)
        return last

    def extended(place: int) -> int:
        """Go through all that may stand from a place on; return the last place at which another entry is needed."""
        if place == count:
            return made()
        for k in range(len(listing.choices[place])):
            chosen[place] = k
            if attacked.made > limit:
                return -1
            if not faulty(place) and (last := extended(place + 1)) < place:
                return last
        return place - 1

    extended(0)
    complete, found = attacked.made <= limit, attacked.tally(attacked.made <= limit)
    known = {tuple(map(repr, one)) for one in attacked.near}
    for one in drawn(listing, again, rng, [*attacked.near]) if complete else ():
        if attacked.claim([*one]).ok and tuple(map(repr, one)) not in known:
            found.wrong.append(f"passed over, and believed: {one} of {listing.problem}")
    return found


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
