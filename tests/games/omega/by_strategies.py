"""Who wins by all strategies with two states of memory, of either player, and by the loops that they leave.

Nothing is solved: every strategy is made, and every set of edges that a play can take for ever with it is held against
the condition. A game is determined; so where a strategy of either player wins from each vertex and none of both, these
are the winners, and two states were enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product

from tests import naive

STATES = 2
Loop = frozenset[int]
"""Edges by their numbers."""


@cache
def strategies(edges: tuple[tuple[int, int], ...], owner: tuple[int, ...], player: int) -> list[set[frozenset[Loop]]]:
    """For each vertex the sets of loops that the strategies of a player leave to plays from there, as few as differ."""
    n = len(owner)
    pairs = [(v, q) for v in range(n) for q in range(STATES)]
    after = [[e for e, (u, _) in enumerate(edges) if u == v] for v in range(n)]
    moves = [[(e,) for e in after[v]] if owner[v] == player else [tuple(after[v])] for v, _ in pairs]
    found: list[set[frozenset[Loop]]] = [set() for _ in range(n)]
    for taken in product(*moves):
        for update in product(range(STATES), repeat=len(pairs)):
            steps = [(at, pairs.index((edges[e][1], update[at])), e) for at, chosen in enumerate(taken) for e in chosen]
            loops = walks_round(steps)
            for v in range(n):
                come = reached(pairs.index((v, 0)), [(tail, head) for tail, head, _ in steps])
                found[v].add(frozenset(edge for tails, edge in loops if tails <= come))
    return found


def reached(start: int, steps: list[tuple[int, int]]) -> set[int]:
    """The pairs that can be reached by some steps."""
    return naive.least_fixpoint(lambda seen: {start} | seen | {head for tail, head in steps if tail in seen})


def walks_round(steps: list[tuple[int, int, int]]) -> set[tuple[frozenset[int], Loop]]:
    """The pairs and edges of all sets of steps in which a walk can go round for ever and take each."""
    found = set()
    for size in range(1, len(steps) + 1):
        for some in combinations(steps, size):
            there, back = ([(step[i], step[1 - i]) for step in some] for i in (0, 1))
            tails = {tail for tail, _ in there}
            if tails == {head for head, _ in back} == reached(some[0][0], there) == reached(some[0][0], back):
                found.add((frozenset(tails), frozenset(edge for _, _, edge in some)))
    return found


def winners(edges: tuple[tuple[int, int], ...], owner: tuple[int, ...], wins: Callable[[Loop], bool]) -> list[int]:
    """Who wins from each vertex, where player 0 wins the plays whose edges for ever are some loops."""
    won = [
        [any(all(wins(loop) != bool(player) for loop in loops) for loops in choices) for choices in by_vertex]
        for player, by_vertex in ((player, strategies(edges, owner, player)) for player in (0, 1))
    ]
    assert all(first != second for first, second in zip(*won, strict=True)), "two states of memory are not enough"
    return [0 if first else 1 for first in won[0]]
