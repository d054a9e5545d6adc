"""Claims for the verifier: right ones, right ones with one fault planted, and many of them side by side in one arena.

The checkers look at each vertex and its successors alone, so the disjoint union of a hundred thousand small claims is
checked at once, and each is judged by the faults found among its own vertices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames import (
    Arena,
    ArenaSolution,
    Game,
    Objective,
    Strategy,
)
from graphgames.catalogue.find import objectives
from tests import naive
from tests.arenas import every_arena, random_arena
from tests.naive import Claimed
from tests.oracles import Spelled, oracle

DRAWS = ("normal", "misere")


def checker(objective: str) -> Any:
    """The module that checks the claims of an objective."""
    return import_module(f"{objectives()[objective].package}.checker")


def spelled(objective: str) -> Spelled:
    """Return how claims about an objective are made of plain lists."""
    found = oracle(objective).spelled
    assert found is not None
    return found


def objective_of(name: str, data: NDArray[Any]) -> Objective:
    """Return an objective made of a number for each vertex."""
    return spelled(name).objective(data)


def solution_of(*claims: Claimed) -> ArenaSolution:
    """Return the disjoint union of claims about the same objective as one solution."""
    first = claims[0]
    base = np.cumsum([0, *(len(c.winner) for c in claims)])
    shift = [int(b) for b in base]
    successors = [w + b for c, b in zip(claims, shift, strict=False) for after in c.successors for w in after]
    indptr = np.cumsum([0, *(len(after) for c in claims for after in c.successors)])
    owner = None if first.owner is None else [o for c in claims for o in c.owner or ()]
    arena = Arena(indptr, np.array(successors, np.int32), owner)
    moves = [m if m < 0 else m + b for c, b in zip(claims, shift, strict=False) for m in c.moves]
    labels = {name: np.array([x for c in claims for x in c.labels[name]], np.int64) for name in first.labels}
    return ArenaSolution(
        Game(arena, objective_of(first.objective, np.array([d for c in claims for d in c.data], np.int64))),
        np.array([w for c in claims for w in c.winner], np.uint8),
        Strategy(np.array(moves, np.int32)),
        "by hand",
        spelled(first.objective).certificate(labels),
    )


def faulty(solution: ArenaSolution, module: Any, leave_out: int | None = None) -> NDArray[np.bool_]:
    """Which vertices the conditions find fault with, all of them or all but one; nothing is put into words."""
    claim = getattr(module, spelled(solution.problem.objective.name).claim)(solution)
    found = np.zeros(solution.problem.arena.n, np.bool_)
    for i, condition in enumerate(module.CONDITIONS):
        if i != leave_out:
            found[condition(claim).bad] = True
    return found


def rejected(claims: Sequence[Claimed], leave_out: int | None = None) -> list[bool]:
    """Whether each claim is found at fault, when all are checked side by side."""
    found = faulty(solution_of(*claims), checker(claims[0].objective), leave_out)
    ends = np.cumsum([len(c.winner) for c in claims])
    return [bool(part.any()) for part in np.split(found, ends[:-1])]


class Planted(NamedTuple):
    """A claim with one entry changed: which kind of entry, at which vertex, to what."""

    kind: str
    vertex: int
    number: int
    claim: Claimed


def changed(numbers: list[int], v: int, number: int) -> list[int]:
    return [*numbers[:v], number, *numbers[v + 1 :]]


def planted(c: Claimed) -> Iterator[Planted]:
    """Change each entry of a claim, one at a time, to whatever is in its range and still small."""
    n = len(c.winner)
    for v in range(n):
        for code in {0, 1, 2 if c.objective in DRAWS else 1} - {c.winner[v]}:
            yield Planted("winner", v, code, c._replace(winner=changed(c.winner, v, code)))
        for move in set(range(-1, n)) - {c.moves[v]}:
            yield Planted("move", v, move, c._replace(moves=changed(c.moves, v, move)))
        for name, numbers in c.labels.items():
            for number in {-1, 0, numbers[v] - 1, numbers[v] + 1, n} - {numbers[v], -2, n + 1}:
                labels = c.labels | {name: changed(numbers, v, number)}
                yield Planted(name, v, number, c._replace(labels=labels))


def wild(c: Claimed) -> Iterator[tuple[int, Claimed]]:
    """Change each entry, one at a time, to something that is out of its range."""
    n = len(c.winner)
    for v in range(n):
        for code in (2, 3, 255)[c.objective in DRAWS :]:
            yield v, c._replace(winner=changed(c.winner, v, code))
        for move in (-2, n, 2**31 - 1, -(2**31)):
            yield v, c._replace(moves=changed(c.moves, v, move))
        for name, numbers in c.labels.items():
            for number in (-2, n + 1, 2**31 - 1, -(2**31), 2**62, -(2**62)):
                yield v, c._replace(labels=c.labels | {name: changed(numbers, v, number)})


def every_game(objective: str, n: int, owned: bool = True) -> Iterator[tuple[Arena, list[int]]]:
    """All arenas of n vertices with all targets, won ends, colours, or priorities 0 to 3, once up to renumbering."""
    ends = objective in ("reach", "safe", *DRAWS)
    values = range({"misere": 1, "parity": 4}.get(objective, 2))
    for arena in every_arena(n, owned, ends):
        edges = set(arena.edges())
        owner = [0] * n if arena.owner is None else arena.owner.tolist()
        for data in product(values, repeat=n):
            key = [(owner[v], data[v]) for v in range(n)]
            idle = objective == "normal" and any(data[u] for u, _ in edges)  # a mark where there is a move says nothing
            if key == sorted(key) and not idle and is_first(edges, key):
                yield arena, list(data)


def is_first(edges: set[tuple[int, int]], key: list[tuple[int, int]]) -> bool:
    """Whether no renumbering that leaves owners and data as they are gives a smaller list of edges."""
    mine = sorted(edges)
    for order in permutations(range(len(key))):
        if [key[v] for v in order] == key and sorted((order[u], order[w]) for u, w in edges) < mine:
            return False
    return True


def random_claim(rng: np.random.Generator, objective: str, n: int, owned: bool = True) -> Claimed:
    """A right claim about a random game."""
    ends = objective in ("reach", "safe", *DRAWS)
    arena = random_arena(rng, n, float(rng.uniform(1, 2.2)), owned, ends)
    data = rng.integers(0, 5, n) if objective == "parity" else rng.random(n) < rng.uniform(0.1, 0.6)
    return naive.claim(arena, objective, [int(d) for d in data])


def lies(c: Claimed) -> Iterator[Claimed]:
    """Claim anything about who wins, give every strategy that has a move where one is due, and labels that suit it."""
    n, codes = len(c.winner), range(3 if c.objective in DRAWS else 2)
    for winner in product(codes, repeat=n):
        ends = [not after or (c.objective in ("reach", "safe") and c.data[v]) for v, after in enumerate(c.successors)]
        due = [winner[v] == c.mover(v) and not ends[v] for v in range(n)]
        for moves in product(*(after if due[v] else [-1] for v, after in enumerate(c.successors))):
            claim = c._replace(winner=list(winner), moves=list(moves))
            yield from [suited(claim, narrow) for narrow in (False, True)] if c.labels else [claim]


def suited(c: Claimed, narrow: bool) -> Claimed:
    """Compute labels from the equations, round by round; with ``narrow`` as if the strategy had all the choice."""
    n = len(c.winner)
    c = c._replace(labels={name: [0 if name == "beta" else -1] * n for name in c.labels})
    taken = [[move] if move >= 0 else after for move, after in zip(c.moves, c.successors, strict=True)]
    for _ in range(n + 2):
        labels = naive.expected_labels(c._replace(successors=taken) if narrow else c)
        if "rank" in labels:
            labels["rank"] = [r if c.winner[v] == c.player else -1 for v, r in enumerate(labels["rank"])]
        c = c._replace(labels={name: [min(x, n) for x in numbers] for name, numbers in labels.items()})
    return c
