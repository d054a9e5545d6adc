"""Games of chance by definition: all pairs of memoryless strategies, and linear equations over fractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from graphgames import Arena
from graphgames.core.value import INFINITY, Infinite


def probabilities(arena: Arena, target: Sequence[bool], player: int = 0) -> list[Fraction]:
    """Return the probability of reaching the target from each vertex, which a player wants to be large."""
    owner = [0] * arena.n if arena.owner is None else arena.owner.tolist()
    rows = [[] if target[v] else arena.successors_of(v).tolist() for v in range(arena.n)]
    mine = [v for v in range(arena.n) if owner[v] == player and rows[v]]
    theirs = [v for v in range(arena.n) if owner[v] == 1 - player and rows[v]]
    best = [Fraction(0)] * arena.n
    for own in product(*(sorted(set(rows[v])) for v in mine)):
        worst = [Fraction(1)] * arena.n
        for other in product(*(sorted(set(rows[v])) for v in theirs)):
            chosen = dict(zip([*mine, *theirs], [*own, *other], strict=True))
            worst = [min(pair) for pair in zip(worst, _chain(arena, target, chosen), strict=True)]
        best = [max(pair) for pair in zip(best, worst, strict=True)]
    return best


def _chain(arena: Arena, target: Sequence[bool], chosen: dict[int, int]) -> list[Fraction]:
    """Return the probabilities in the Markov chain that a pair of strategies leaves."""
    after: list[dict[int, Fraction]] = []
    for v in range(arena.n):
        ways: dict[int, Fraction] = {}
        for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
            w, likely = int(arena.successors[e]), arena.probability_of(e)
            if target[v]:
                continue
            if likely is not None:
                ways[w] = ways.get(w, Fraction(0)) + likely
            elif chosen[v] == w:
                ways[w] = Fraction(1)
        after.append(ways)
    hopeful = {v for v in range(arena.n) if target[v]}
    while more := {v for v in range(arena.n) if v not in hopeful and hopeful & set(after[v])}:
        hopeful |= more
    unknown = [v for v in sorted(hopeful) if not target[v]]
    rows = [[Fraction(int(u == v)) - after[u].get(v, 0) for v in unknown] for u in unknown]
    right = [sum((p for w, p in after[u].items() if target[w]), Fraction(0)) for u in unknown]
    solved = dict(zip(unknown, gauss(rows, right), strict=True))
    return [Fraction(1) if target[v] else solved.get(v, Fraction(0)) for v in range(arena.n)]


def gauss(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Return the solution of linear equations that have one."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for i in range(len(table)):
        pivot = next(k for k in range(i, len(table)) if table[k][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [one / table[i][i] for one in table[i]]
        for k in range(len(table)):
            if k != i and table[k][i]:
                table[k] = [a - table[k][i] * b for a, b in zip(table[k], table[i], strict=True)]
    return [row[-1] for row in table]


def expectations(
    arena: Arena, target: Sequence[bool], reward: Sequence[int], must_reach: bool
) -> list[Fraction | Infinite]:
    """Return the expected rewards until the target; one that is missed is worth infinity, or what was collected."""
    assert arena.owner is not None
    choices = []
    for player in (0, 1):
        moving = [v for v in range(arena.n) if arena.owner[v] == player and not target[v] and arena.out_degree[v]]
        edges = product(*(range(int(arena.indptr[v]), int(arena.indptr[v + 1])) for v in moving))
        choices.append([dict(zip(moving, chosen, strict=True)) for chosen in edges])
    best: list[Fraction | Infinite] = []
    for own in choices[0]:
        answers = [_collected(arena, target, own | other, reward, must_reach) for other in choices[1]]
        worst = [min(column) for column in zip(*answers, strict=True)]
        best = worst if not best else [max(pair) for pair in zip(best, worst, strict=True)]
    return best


def _collected(
    arena: Arena, target: Sequence[bool], chosen: dict[int, int], reward: Sequence[int], must_reach: bool
) -> list[Fraction | Infinite]:
    """Return the expectations in the Markov chain that a pair of strategies leaves."""
    n, after = arena.n, list[list[tuple[Fraction, int, int]]]()
    for v in range(n):
        edges = [] if target[v] else range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        taken = [e for e in edges if arena.probability_of(e) is not None or chosen.get(v) == e]
        after.append([(arena.probability_of(e) or Fraction(1), int(arena.successors[e]), reward[e]) for e in taken])
    reached = [{v} for v in range(n)]
    for _ in range(n):
        reached = [reached[v].union(*(reached[w] for _, w, _ in after[v])) for v in range(n)]
    final = [all(v in reached[w] for w in reached[v]) for v in range(n)]
    endless = {
        w for w in range(n)
        if final[w] and not target[w] and (must_reach or any(r for u in reached[w] for _, _, r in after[u]))
    }  # fmt: skip
    lost = [bool(reached[v] & endless) for v in range(n)]
    unknown = [v for v in range(n) if not lost[v] and not final[v]]
    rows = [
        [Fraction(u == v) - sum((p for p, w, _ in after[u] if w == v), Fraction(0)) for v in unknown] for u in unknown
    ]
    right = [sum((p * r for p, _, r in after[u]), Fraction(0)) for u in unknown]
    solved = dict(zip(unknown, gauss(rows, right), strict=True))
    return [INFINITY if lost[v] else solved.get(v, Fraction(0)) for v in range(n)]


def counted(
    arena: Arena,
    target: Sequence[bool],
    reward: Sequence[int],
    most: int,
    steps: int,
    kept: NDArray[np.bool_] | None = None,
) -> list[float]:
    """Return what Max can make of the rewards in so many steps, if only plays that reach the target count.

    Who has collected ``most`` or more then only wants to reach the target; so these are lower bounds, rounded. Players
    take only edges that are ``kept``, an array with a row for each amount collected before.
    """
    assert arena.owner is not None
    hope = np.array([float(one) for one in probabilities(arena, target)])
    likely = np.array([float(arena.probability_of(e) or 0) for e in range(arena.m)])
    amounts, heads = np.arange(most)[:, None] + np.array(reward, np.int64), arena.successors
    worth = np.where(np.array(target), np.arange(most)[:, None], 0.0)
    for _ in range(steps):
        after = np.where(amounts >= most, amounts * hope[heads], worth[np.minimum(amounts, most - 1), heads])
        for v in range(arena.n):
            part = slice(int(arena.indptr[v]), int(arena.indptr[v + 1]))
            if target[v] or part.start == part.stop:
                continue
            row = after[:, part]
            may = np.ones(row.shape, bool) if kept is None else kept[:, part]
            best, least = np.where(may, row, -np.inf).max(axis=1), np.where(may, row, np.inf).min(axis=1)
            parts = best, least, (row * likely[part]).sum(axis=1)
            worth[:, v] = parts[arena.owner[v]]
    return [float(one) for one in worth[0]]


def counted_in_chain(after: Sequence[Sequence[tuple[Fraction, int, int]]], target: Sequence[bool]) -> list[Fraction]:
    """Return the rewards that count in a Markov chain: probabilities, heads and rewards of the edges of each vertex."""
    n, hopeful = len(after), {v for v, there in enumerate(target) if there}
    while more := {v for v in range(n) if v not in hopeful and hopeful & {w for _, w, _ in after[v]}}:
        hopeful |= more
    unknown = [v for v in sorted(hopeful) if not target[v]]
    rows = [[Fraction(int(u == v)) - sum((p for p, w, _ in after[u] if w == v), Fraction(0)) for v in unknown]
            for u in unknown]  # fmt: skip
    sums = [sum((p for p, w, _ in after[u] if target[w]), Fraction(0)) for u in unknown]
    chance = dict(zip(unknown, gauss(rows, sums), strict=True)) | {v: Fraction(1) for v in range(n) if target[v]}
    gains = [sum((p * r * chance.get(w, Fraction(0)) for p, w, r in after[u]), Fraction(0)) for u in unknown]
    found = dict(zip(unknown, gauss(rows, gains), strict=True))
    return [found.get(v, Fraction(0)) for v in range(n)]


def almost_sure_winners(arena: Arena, priority: Sequence[int]) -> list[int]:
    """Return who wins almost surely where the largest priority seen again and again is to be even; 2 where nobody."""
    assert arena.owner is not None
    owner, rows = arena.owner.tolist(), [sorted(set(arena.successors_of(v).tolist())) for v in range(arena.n)]
    mine, theirs = ([v for v in range(arena.n) if owner[v] == player] for player in (0, 1))
    surely, ever = [False] * arena.n, [False] * arena.n
    for own in product(*(rows[v] for v in mine)):
        always, sometimes = [True] * arena.n, [True] * arena.n
        for other in product(*(rows[v] for v in theirs)):
            chosen = dict(zip([*mine, *theirs], [*own, *other], strict=True))
            after = [[chosen[v]] if v in chosen else rows[v] for v in range(arena.n)]
            even = _even_in_the_end(after, priority)
            always = [a and b == {True} for a, b in zip(always, even, strict=True)]
            sometimes = [a and True in b for a, b in zip(sometimes, even, strict=True)]
        surely = [a or b for a, b in zip(surely, always, strict=True)]
        ever = [a or b for a, b in zip(ever, sometimes, strict=True)]
    return [0 if a else 2 if b else 1 for a, b in zip(surely, ever, strict=True)]


def _even_in_the_end(after: list[list[int]], priority: Sequence[int]) -> list[set[bool]]:
    """Return whether the largest priority seen again and again in a Markov chain is even: what is possible."""
    n = len(after)
    reached = [{v} for v in range(n)]
    for _ in range(n):
        reached = [reached[v].union(*(reached[w] for w in after[v])) for v in range(n)]
    final = [all(v in reached[w] for w in reached[v]) for v in range(n)]
    top = [max(priority[u] for u in reached[v]) % 2 == 0 for v in range(n)]
    return [{top[w] for w in reached[v] if final[w]} for v in range(n)]


def discounted(arena: Arena, weight: Sequence[Fraction], discount: Sequence[Fraction]) -> list[Fraction]:
    """Return the values of a discounted game without dead ends, by all pairs of memoryless strategies."""

    def worth(taken: list[list[int]]) -> list[Fraction]:
        likely = [[arena.probability_of(e) or Fraction(1) for e in edges] for edges in taken]
        rows = [[Fraction(u == v) for v in range(arena.n)] for u in range(arena.n)]
        right = [Fraction(0)] * arena.n
        for u, edges in enumerate(taken):
            for e, p in zip(edges, likely[u], strict=True):
                rows[u][int(arena.successors[e])] -= p * discount[e]
                right[u] += p * weight[e]
        return gauss(rows, right)

    return _best_of_pairs(arena, worth)


def _best_of_pairs(arena: Arena, worth: Callable[[list[list[int]]], list[Fraction]]) -> list[Fraction]:
    """Return the values, given what the edges that a pair of strategies takes are worth."""
    assert arena.owner is not None
    edges = [list(range(int(arena.indptr[v]), int(arena.indptr[v + 1]))) for v in range(arena.n)]
    mine, theirs = ([v for v in range(arena.n) if arena.owner[v] == player] for player in (0, 1))
    best: list[Fraction] = []
    for own in product(*(edges[v] for v in mine)):
        worst: list[Fraction] = []
        for other in product(*(edges[v] for v in theirs)):
            chosen = dict(zip([*mine, *theirs], [*own, *other], strict=True))
            found = worth([[chosen[v]] if v in chosen else edges[v] for v in range(arena.n)])
            worst = [min(pair) for pair in zip(worst, found, strict=True)] if worst else found
        best = [max(pair) for pair in zip(best, worst, strict=True)] if best else worst
    return best


def averages(arena: Arena, weight: Sequence[Fraction]) -> list[Fraction]:
    """Return the long-run averages of an arena without dead ends, by all pairs of memoryless strategies."""
    return _best_of_pairs(arena, lambda taken: _average(arena, taken, weight))


def winning_chances(arena: Arena, priority: Sequence[int]) -> list[Fraction]:
    """Return how likely the largest priority seen again and again is even, by all pairs of memoryless strategies."""

    def even(inside: list[int], after: Ways) -> list[Fraction]:
        return [Fraction(max(priority[v] for v in inside) % 2 == 0)] * len(inside)

    return _best_of_pairs(arena, lambda taken: _in_the_end(arena, taken, even))


Ways = list[list[tuple[Fraction, int, int]]]


def _average(arena: Arena, taken: list[list[int]], weight: Sequence[Fraction]) -> list[Fraction]:
    """Return the averages in a Markov chain: by the stationary distribution of each set that a play stays in."""

    def mean(inside: list[int], after: Ways) -> list[Fraction]:
        rows = [[Fraction(u == w) for u in inside] for w in inside]
        for k, u in enumerate(inside):
            for p, w, _ in after[u]:
                rows[inside.index(w)][k] -= p
        share = gauss([[Fraction(1)] * len(inside), *rows[1:]], [Fraction(1)] + [Fraction(0)] * (len(inside) - 1))
        total = sum(
            (s * p * weight[e] for s, u in zip(share, inside, strict=True) for p, _, e in after[u]), Fraction(0)
        )
        return [total] * len(inside)

    return _in_the_end(arena, taken, mean)


def _in_the_end(
    arena: Arena, taken: list[list[int]], worth: Callable[[list[int], Ways], list[Fraction]]
) -> list[Fraction]:
    """Return what is expected in a Markov chain of what the set that a play comes to stay in is worth."""
    n = arena.n
    after = [[(arena.probability_of(e) or Fraction(1), int(arena.successors[e]), e) for e in row] for row in taken]
    reached = [{v} for v in range(n)]
    for _ in range(n):
        reached = [reached[v].union(*(reached[w] for _, w, _ in after[v])) for v in range(n)]
    final = [all(v in reached[w] for w in reached[v]) for v in range(n)]
    mean = [Fraction(0)] * n
    for v in range(n):
        if final[v]:
            inside = sorted(reached[v])
            mean[v] = worth(inside, after)[inside.index(v)]
    unknown = [v for v in range(n) if not final[v]]
    rows = [
        [Fraction(u == v) - sum((p for p, w, _ in after[u] if w == v), Fraction(0)) for v in unknown] for u in unknown
    ]
    right = [sum((p * mean[w] for p, w, _ in after[u] if final[w]), Fraction(0)) for u in unknown]
    return [dict(zip(unknown, gauss(rows, right), strict=True)).get(v, mean[v]) for v in range(n)]
