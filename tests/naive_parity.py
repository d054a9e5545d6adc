"""Parity games by their definitions: the textbook recursion on sets, and every strategy against every walk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from graphgames import Game, Parity


def priorities(game: Game) -> NDArray[np.int32]:
    """The priorities of a parity game."""
    assert isinstance(game.objective, Parity)
    return np.asarray(game.objective.priority)


def parity_recursive(game: Game) -> list[int]:
    """Zielonka's recursion as in the textbook, on sets: who wins each vertex."""
    arena, priority = game.arena, priorities(game)
    succ = [set(arena.successors_of(v).tolist()) for v in range(arena.n)]
    owner = [] if arena.owner is None else arena.owner.tolist()

    def attractor(left: set[int], goal: set[int], player: int) -> set[int]:
        inside = set(goal)
        while True:
            more = {
                v for v in left - inside if ((succ[v] & inside) if owner[v] == player else (succ[v] & left) <= inside)
            }
            if not more:
                return inside
            inside |= more

    def won(left: set[int]) -> tuple[set[int], set[int]]:
        if not left:
            return set(), set()
        top = max(int(priority[v]) for v in left)
        player = top & 1
        inner = won(left - attractor(left, {v for v in left if priority[v] == top}, player))
        if not inner[1 - player]:
            return (left, set()) if player == 0 else (set(), left)
        lost = attractor(left, inner[1 - player], 1 - player)
        rest = won(left - lost)
        return (rest[0], rest[1] | lost) if player == 0 else (rest[0] | lost, rest[1])

    odd = won(set(range(arena.n)))[1]
    return [int(v in odd) for v in range(arena.n)]


def parity_by_strategies(game: Game) -> list[int]:
    """Try every positional strategy of player 0 against every walk of player 1: for tiny games only."""
    arena, priority = game.arena, priorities(game)
    owner = [] if arena.owner is None else arena.owner.tolist()
    succ = [arena.successors_of(v).tolist() for v in range(arena.n)]
    even: set[int] = set()
    for moves in product(*(succ[v] if owner[v] == 0 else [None] for v in range(arena.n))):
        after = [succ[v] if move is None else [move] for v, move in enumerate(moves)]
        even |= set(range(arena.n)) - can_reach(after, odd_cycle_vertices(after, priority.tolist(), 1))
    return [int(v not in even) for v in range(arena.n)]


def odd_cycle_vertices(after: Sequence[Sequence[int]], priority: Sequence[int], parity: int) -> set[int]:
    """Vertices of that parity which lie on a cycle of vertices of at most their own priority."""
    found = set()
    for v, p in enumerate(priority):
        if p % 2 == parity:
            low = [[w for w in ws if priority[w] <= p] if priority[u] <= p else [] for u, ws in enumerate(after)]
            if any(v in can_be_reached(low, w) for w in low[v]):
                found.add(v)
    return found


def can_be_reached(after: Sequence[Sequence[int]], start: int) -> set[int]:
    """Everything on a walk from ``start``, itself too."""
    seen, todo = {start}, [start]
    while todo:
        new = set(after[todo.pop()]) - seen
        seen |= new
        todo += new
    return seen


def can_reach(after: Sequence[Sequence[int]], goal: set[int]) -> set[int]:
    """The vertices with a walk into ``goal``."""
    return {v for v in range(len(after)) if can_be_reached(after, v) & goal}
