"""The definitions, executed directly, as short as can be: what every solver is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphgames import Arena


def impartial_outcomes(moves: Mapping[Any, Iterable[Any]]) -> dict[Any, str]:
    """Normal play on any finite graph: "loss" if all moves go to wins, "win" if one goes to a loss, else "draw"."""
    outcome: dict[Any, str] = {}
    changed = True
    while changed:
        changed = False
        for v, after in moves.items():
            if v in outcome:
                continue
            results = [outcome.get(w) for w in after]
            if "loss" in results or all(result == "win" for result in results):
                outcome[v] = "win" if "loss" in results else "loss"
                changed = True
    return {v: outcome.get(v, "draw") for v in moves}


def grundy(moves: Callable[[Any], Iterable[Any]], position: Any, memo: dict[Any, int] | None = None) -> int:
    """Least number that no option has, by recursion; ``memo`` to use it again."""
    memo = {} if memo is None else memo
    if position not in memo:
        after = {grundy(moves, option, memo) for option in moves(position)}
        memo[position] = next(g for g in range(len(after) + 1) if g not in after)
    return memo[position]


def loopy_value(arena: Arena, v: int, top: int) -> tuple[bool, frozenset[int]]:
    """Play the sum with a nim heap of each size: (True, {n}) for the number n, (False, K) for infinity(K)."""
    moves = {
        (u, k): [(int(w), k) for w in arena.successors_of(u)] + [(u, j) for j in range(k)]
        for u in range(arena.n)
        for k in range(top + 1)
    }
    outcomes = impartial_outcomes(moves)
    lost = [k for k in range(top + 1) if outcomes[v, k] == "loss"]
    if lost:
        return True, frozenset(lost)
    return False, frozenset(k for k in range(top + 1) if outcomes[v, k] == "win")
