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


def graph_of(arena: Arena) -> tuple[list[list[int]], list[int]]:
    """The successors of each vertex as lists, and the owners (zeros without)."""
    successors = [arena.successors_of(v).tolist() for v in range(arena.n)]
    return successors, [0] * arena.n if arena.owner is None else arena.owner.tolist()


def least_fixpoint(step: Callable[[set[int]], set[int]]) -> set[int]:
    """Iterate a monotone step from the empty set."""
    found: set[int] = set()
    while (following := step(found)) != found:
        found = following
    return found


def controllable(arena: Arena, player: int, goal: set[int]) -> set[int]:
    """Where the player can make the next vertex be in the goal, whoever moves."""
    successors, owner = graph_of(arena)
    return {v for v, ws in enumerate(successors) if ws and (any if owner[v] == player else all)(w in goal for w in ws)}


def attractor(arena: Arena, target: set[int], player: int) -> dict[int, int]:
    """The rank of each vertex from which the player can force the target: the round in which it comes in."""
    ranks = dict.fromkeys(target, 0)
    while new := controllable(arena, player, set(ranks)) - set(ranks):
        ranks |= dict.fromkeys(new, max(ranks.values()) + 1)
    return ranks


def buchi(arena: Arena, green: set[int], player: int) -> set[int]:
    """Where the player can see green infinitely often: where he can force such vertices again, shrinking."""
    region = set(range(arena.n))
    while True:
        following = set(attractor(arena, green & controllable(arena, player, region), player))
        if following == region:
            return region
        region = following


def first_repetition(arena: Arena, green: set[int], player: int, start: int) -> bool:
    """Whether the player wins the Green Game from the start, as its rules say.

    Play stops when the pawn stands on a field for the second time; he wins if there was a green field from the first
    visit to the second.
    """
    successors, owner = graph_of(arena)

    def wins(path: list[int]) -> bool:
        if path[-1] in path[:-1]:
            return not green.isdisjoint(path[path.index(path[-1]) :])
        return (any if owner[path[-1]] == player else all)(wins([*path, w]) for w in successors[path[-1]])

    return wins([start])


def retrograde(arena: Arena, misere: bool) -> tuple[list[int], list[int]]:
    """Winner (2 for a draw) and remoteness, decided in rounds; on impartial arenas 0 is the player to move."""
    successors, owner = graph_of(arena)
    winner, remoteness = [2] * arena.n, [-1] * arena.n
    for r in range(arena.n + 1):
        decided = [(v, w) for v, w in enumerate(winner) if remoteness[v] >= 0]
        won = {side: {v for v, w in decided if w == side} for side in (0, 1)}
        for v, ws in enumerate(successors):
            mine = owner[v]
            theirs = 1 - mine
            likes, fears = (won[1], won[0]) if arena.owner is None else (won[mine], won[theirs])
            if remoteness[v] >= 0:
                continue
            if not ws and r == 0:
                winner[v], remoteness[v] = (mine if misere else theirs), 0
            elif any(w in likes for w in ws):
                winner[v], remoteness[v] = mine, r
            elif ws and all(w in fears for w in ws):
                winner[v], remoteness[v] = theirs, r
    return winner, remoteness


def follow(arena: Arena, region: set[int], player: int, moves: list[int]) -> dict[int, list[int]]:
    """The graph that the player's moves leave of his region; it must be closed, and his moves must be edges."""
    successors, owner = graph_of(arena)
    left = {v: [moves[v]] if owner[v] == player else successors[v] for v in region}
    assert all(w in successors[v] and w in region for v, ws in left.items() for w in ws)
    return left


def on_cycles(graph: dict[int, list[int]]) -> set[int]:
    """The vertices that can come back to themselves."""

    def beyond(v: int) -> set[int]:
        return least_fixpoint(lambda found: {w for u in {v} | found for w in graph[u]})

    return {v for v in graph if v in beyond(v)}


def race(successors: list[list[int]], goal: int, position: tuple[tuple[int, ...], int], race: Any) -> int:
    """Who wins a race from a position, by trying every play; 2 once the schedule went round without a token moving."""

    def winner(places: tuple[int, ...], turn: int, idle: int) -> int:
        if goal in places:
            return int(race.wants[places.index(goal)])
        if idle == len(race.schedule):
            return 2
        player, token = race.schedule[turn]
        after, heads = (turn + 1) % len(race.schedule), successors[places[token]]
        if not heads:
            return winner(places, after, idle + 1)
        results = {winner((*places[:token], w, *places[token + 1 :]), after, 0) for w in heads}
        return min(results, key=(player, 2, 1 - player).index)

    return winner(*position, 0)
