"""Parity games made from a size or a seed: random ones, and the families that the papers call hard.

Each hard family makes some algorithm take exponential time or quadratically many rounds. All are made with NumPy, in
time linear in the size of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.games.parity.objective import Parity
from graphgames.games.random_games import random_arena

Row = NDArray[Any]
Ends = tuple[Row, Row]
"""Two arrays that belong together: the tails and the heads of edges, or what each of two counters has."""


def random_parity(
    n: int,
    priorities: int | None = None,
    degrees: tuple[int, int] = (1, 4),
    seed: int = 0,
    bipartite: bool = False,
    falling: float = 0.0,
) -> Game:
    """Make a random parity game.

    Raise `GameError` if there is no priority, or as in `random_arena`.

    Parameters
    ----------
    n : int
        How many vertices.
    priorities : int, optional
        Priorities are 0 to this less one; by default as many as vertices.
    degrees : pair of int
        The least and the largest out-degree, both included, each between them as likely.
    seed : int
        Where the randomness comes from.
    bipartite : bool
        Let every move lead to a vertex of the other player: such games are seldom solved by preprocessing alone.
    falling : float
        0 makes every priority as likely; with x > 0, priority p is drawn as the integer part of ``priorities * u**(1 +
        x)`` for u uniform, so that high priorities are rare, as they are in games from model checking.
    """
    count = n if priorities is None else priorities
    if count < 1 and n:
        raise GameError(f"there are {count} priorities; expected at least 1")
    rng = np.random.default_rng(seed)
    arena = random_arena(n, degrees, rng, bipartite)
    return Game(arena, Parity((count * rng.random(n) ** (1.0 + falling)).astype(np.int32)))


def ladder(rungs: int) -> Game:
    """Make a ladder: each player may go to the next vertex, which is the other's, or to the one after it.

    Two priorities and as many rounds of removal as rungs: Schewe, *Solving parity games in big steps*, 2007; PGSolver.
    """
    v = np.arange(2 * rungs)
    return _game(v % 2, v % 2, (v, (v + 1) % v.size), (v, (v + 2) % v.size))


def model_checking_ladder(rungs: int) -> Game:
    """Make a ladder whose priorities fall along it: quick for recursion, slow for progress measures."""
    i = np.arange(rungs)
    top, fork, side = 3 * i, 3 * i + 1, 3 * i + 2
    owner = np.append(_woven(0, 1, 0 * i), 0)
    priority = np.append(_woven(2 * (rungs - i), 0, 2 * (rungs - i) - 1), 0)
    last = np.array([3 * rungs])
    return _game(owner, priority, (top, fork), (fork, side), (fork, top + 3), (side, top + 3), (last, last * 0))


def recursive_ladder(blocks: int) -> Game:
    """Make the family on which Zielonka's recursion doubles its calls with every block of five vertices.

    Friedmann, *Recursive algorithm for parity games requires exponential time*, RAIRO 45 (2011).
    """
    i = np.arange(blocks)
    a, b, c, d, e = (5 * i + j for j in range(5))
    first, second = (1 + i) % 2, i % 2
    return _game(
        _woven(first, second, first, second, first),
        _woven(3 * i + 5, 3 * i + 4, 3 * i + 3, second, second),
        *((a, b), (a, e), (b, c), (c, b), (c, e), (d, b), (d, e), (e, d)),
        *((b[:-1], b[1:]), (b[1:], b[:-1]), (e[:-1], a[1:])),
    )


def clique(n: int) -> Game:
    """Make the complete graph without self-loops, vertex v of player v mod 2 with priority v.

    Benerecetti, Dell'Erba, Mogavero, *Solving parity games via priority promotion*, CAV 2016; PGSolver. Raise
    `GameError` if there are fewer than two vertices.
    """
    if n < 2:
        raise GameError(f"a clique of {n} vertices has no edges; expected at least 2 vertices")
    v = np.arange(n)
    tails, heads = np.repeat(v, n), np.tile(v, n)
    return _game(v % 2, v, (tails[tails != heads], heads[tails != heads]))


def core(blocks: int) -> Game:
    """Make the family against all solvers that divide by attracting: blocks of three, joined both ways.

    Benerecetti, Dell'Erba, Mogavero, *Robust exponential worst cases for divide-et-impera algorithms for parity games*,
    GandALF 2017.
    """
    i = np.arange(blocks)
    a, b, c = (3 * i + j for j in range(3))
    owner, priority = _woven(i % 2, i % 2, (i + 1) % 2), _woven(blocks + i, i, i)
    return _game(owner, priority, (a, b), (b, c), (b[1:], a[:-1]), (c, b), (c, c), (c[:-1], a[1:]))


def delayed_promotion(blocks: int) -> Game:
    """Make the family against the delayed promotion policy: blocks of four.

    Benerecetti, Dell'Erba, Mogavero, *A delayed promotion policy for parity games*, GandALF 2016.
    """
    i = np.arange(blocks)
    a, b, c, d = (4 * i + j for j in range(4))
    owner, priority = _woven((i + 1) % 2, (i + 1) % 2, i % 2, i % 2), _woven(i, i, i, i + 3)
    return _game(owner, priority, (a, b), (b, a), (b, c), (b[:-1], d[1:]), (c, b), (c[1:], d[:-1]), (d, c))


def promotion(blocks: int) -> Game:
    """Make the family against plain priority promotion: blocks of three whose regions are reset again and again.

    From the counters of Benerecetti, Dell'Erba, Mogavero, *Improving priority promotion for parity games*, HVC 2016.
    """
    i = np.arange(blocks)
    a, b, c = (3 * i + j for j in range(3))
    owner, priority = _woven(i % 2, i % 2, (i + 1) % 2), _woven(i + 2, (i + 1) % 2, (i + 1) % 2)
    return _game(owner, priority, (a, b), (a[:-1], a[1:]), (b, c), (b[:-1], a[1:]), (c, b), (c[1:], c[:-1]))


def region_recovery(blocks: int) -> Game:
    """Make the family against promotion with recovery of regions: a ring of pairs.

    Benerecetti, Dell'Erba, Mogavero, *Improving priority promotion for parity games*, HVC 2016.
    """
    n = 4 * blocks
    v = np.arange(n)
    i = v // 4
    priority = np.where(v % 4 < 2, blocks - 1 - i, blocks + 1 + i)
    return _game(i % 2, priority, (v, v ^ 1), (v, (v + 2) % n))


def climbing(steps: int) -> Game:
    """Make one player's chain from which he may fall back to the start: slow for quasi-polynomial measures.

    From the hard cases of Fearnley, Jain, Schewe, Stephan, Wojtczak, *An ordered approach to solving parity games in
    quasi polynomial time and quasi linear space*, SPIN 2017.
    """
    n = 2 * steps
    v = np.arange(n)
    back = v[1:-1:2]
    return _game(v * 0, v + 1, (v[:-1], v[1:]), (back, back * 0), (v[-1:], v[-1:] * 0))


def robust_core(blocks: int) -> Game:
    """Make a `core` whose blocks are joined in pairs, so that it is strongly connected in spite of all preprocessing.

    Between the last vertices of two blocks lies one vertex of the other player, or two if they belong to different
    players. From the paper that has `core`.
    """
    inner = core(blocks)
    i, j = np.triu_indices(blocks, 1)
    double = (i ^ j) & 1
    first = 3 * blocks + np.cumsum(1 + double) - 1 - double
    last = first + double
    ends = ((3 * i + 2, first), (first, 3 * i + 2), (3 * j + 2, last), (last, 3 * j + 2))
    two = double == 1
    joints = np.zeros(int((1 + double).sum()), np.uint8)
    joints[first - 3 * blocks], joints[last - 3 * blocks] = i % 2, j % 2
    assert inner.arena.owner is not None and isinstance(inner.objective, Parity)
    return _game(
        np.concatenate([inner.arena.owner, joints]),
        np.concatenate([np.asarray(inner.objective.priority), joints * 0]),
        (inner.arena.tails, inner.arena.successors),
        *ends,
        *((first[two], last[two]), (last[two], first[two])),
    )


def two_counters(bits: int) -> Game:
    """Make two binary counters, one of each player, that drive each other: hard for tangle learning and its relatives.

    A bit has a high vertex, an input, a tangle below them, and connectors through which it sets the lower bits of both
    counters; its last vertex is distracted by the inputs of the other counter. van Dijk, *A parity game tale of two
    counters*, GandALF 2019.
    """
    place = np.arange(bits)
    base = 3 * place * (place - 1) + 8 * place
    bases = (base, base + 4 + 3 * place)
    inputs = (bases[0] + 2, bases[1] + 2)
    n = int(3 * bits * (bits - 1) + 8 * bits)
    owner, priority = np.zeros(n, np.uint8), np.zeros(n, np.int32)
    edges: list[Ends] = []
    for bit in range(bits):
        for player in (0, 1):
            edges += _counter_bit(bit, player, bases[player], inputs, owner, priority)
    return _game(owner, priority, *edges)


def _counter_bit(bit: int, player: int, base: Row, inputs: Ends, owner: Row, priority: Row) -> list[Ends]:
    """Write owners and priorities of one bit of a counter, and return its edges."""
    bits = base.size
    high = base[bit : bit + 1]
    tangle, gate = high + 1, high + 2
    select = high + 3 + 3 * np.arange(bit)
    distracted = high + 3 + 3 * bit
    owner[int(high[0]) : int(distracted[0]) + 1] = 1 - player
    owner[high], owner[select], owner[distracted] = player, player, player
    priority[int(high[0]) : int(distracted[0]) + 1] = 1 - player
    top = bits * (bits + 9) - 2 * bit - 2 + player
    priority[high], priority[tangle], priority[gate] = top, 2 - player, top - 2 * bits - 1
    mine, other = inputs[player], inputs[1 - player]
    beyond = other[bit + 1 - player :]
    return [
        *((tangle, high), (gate, tangle), (tangle, high + 3), (high, mine[bit - 1 : bit] if bit else mine[-1:])),
        *((select, select + 1), (select, select + 2), (select + 1, select + 3), (select + 2, select + 3)),
        *((select + 1, mine[:bit]), (select + 2, other[:bit])),
        *((distracted, tangle), (np.repeat(distracted, beyond.size), beyond)),
    ]


def chained_counters(bits: int) -> Game:
    """Make two counters as in `two_counters`, in which each distraction has a chain of connectors of its own.

    So the tangle of a bit is distracted step by step, at a higher priority each time, and every step sets the lower
    bits anew: hard for recursive tangle learning as well. With `two_counters` from van Dijk, *A parity game tale of
    two counters*, GandALF 2019; "tc+" in Oink.
    """
    place = np.arange(bits)
    size = 3 + (3 * place + 1) * (bits - place)
    base = 2 * (np.cumsum(size) - size)
    bases = (base, base + size)
    gates = (bases[0] + 1, bases[1] + 1)
    n = int(2 * size.sum())
    owner, priority = np.zeros(n, np.uint8), np.zeros(n, np.int32)
    edges: list[Ends] = []
    for bit in range(bits):
        for player in (0, 1):
            first = int(bases[player][bit])
            high, gate, tangle = (np.array([first + j]) for j in range(3))
            top = bits * (bits + 9) - 2 * bit - player
            owner[first : first + int(size[bit])] = 1 - player
            owner[high] = player
            priority[high], priority[gate], priority[tangle] = top, top - 2 * bits - 1, 2 + player
            edges += [
                (gate, tangle),
                (tangle, high),
                (high, gates[player][bit - 1 : bit] if bit else gates[player][-1:]),
            ]
            for lane in range(bits - bit):
                start = first + 3 + lane * (3 * bit + 1)
                edges += _counter_lane(bit, lane, player, start, tangle, gates, owner, priority)
    return _game(owner, priority, *edges)


def _counter_lane(
    bit: int, lane: int, player: int, start: int, tangle: Row, gates: Ends, owner: Row, priority: Row
) -> list[Ends]:
    """Write owners and priorities of one chain of a bit in `chained_counters`, and return its edges."""
    select, end = start + 3 * np.arange(bit), np.array([start + 3 * bit])
    owner[select], owner[end] = player, player
    priority[start : start + 3 * bit], priority[end] = 1 + player, 4 + player + 2 * lane
    mine, other = gates[player], gates[1 - player]
    distraction = [(end, other[bit + lane : bit + lane + 1])] if lane else []
    return [
        *((tangle, np.array([start])), (end, tangle), *distraction),
        *((select, select + 1), (select, select + 2), (select + 1, select + 3), (select + 2, select + 3)),
        *((select + 1, mine[:bit]), (select + 2, other[:bit])),
    ]


def distractions(count: int) -> Game:
    """Make a hub from which player 1 chooses a vertex that is distracted: hard for one-sided recursive tangle learning.

    Each distracted vertex may return to the hub or go on to its distraction, of a higher priority; behind that lies a
    tangle of the opponent, which leads through a still higher vertex back again. "ortl" in Oink.
    """
    i = np.arange(count)
    hub, distracted, high, first, last, back = i * 0, *(5 * i + j for j in range(1, 6))
    owner, priority = np.zeros(5 * count + 1, np.uint8), np.zeros(5 * count + 1, np.int32)
    owner[0], owner[first] = 1, 1
    priority[distracted], priority[first], priority[last] = 2 * (count - i), 1, 1
    priority[high], priority[back] = 2 * (count + i + 1), 2 * (count + i + 1) + 1
    return _game(
        owner,
        priority,
        *((hub[:1], hub[:1]), (hub, distracted), (distracted, hub), (distracted, high)),
        *((high, first), (first, last), (last, first), (last, back), (back, distracted)),
    )


def symmetric(parts: int) -> Game:
    """Make the family against symmetric strategy improvement: both players' improvements mislead each other.

    Parts of ten vertices between two ends. Maat's counterexample to Schewe, Trivedi, Varghese, *Symmetric strategy
    improvement*, ICALP 2015.
    """
    i = np.arange(parts)
    a, d, c, e, m, f, g, k, h, last = (10 * i + j for j in range(10))
    low, left, right = 14 * i, np.zeros(parts, np.int64), np.ones(parts, np.int64)
    owner, priority = np.zeros(10 * parts + 2, np.uint8), np.empty(10 * parts + 2, np.int32)
    priority[a], priority[d] = 16 * parts + 15 + 2 * i, 16 * parts + 16 + 2 * i
    for part, height, player in (
        *((c, 1, 0), (e, 4, 1), (m, 3, 0), (f, 6, 1), (g, 8, 1), (k, 11, 0), (h, 10, 1), (last, 13, 0), (d, 0, 1)),
    ):
        owner[part] = player
        if height:
            priority[part] = low + height
    end = np.array([10 * parts])
    priority[end], priority[end + 1], owner[end + 1] = 1, 2, 1
    return _game(
        owner,
        priority,
        *((a, c), (d, h), (c, e), (c, m), (c, left), (m, c), (m, f), (m, left)),
        *((g, h), (g, k), (g, right), (h, last), (h, g), (h, right)),
        *((e, a + 10), (e, m), (f, d + 10), (f, c), (k, a + 10), (k, h), (last, d + 10), (last, g)),
        *((end, end), (end + 1, end + 1), (end, end * 0), (end + 1, end * 0 + 1)),
    )


def jurdzinski(width: int, height: int | None = None) -> Game:
    """Make the family on which small progress measures take exponentially many lifts.

    So many columns (``width``) and rows, by default as many: a bottom row of pairs of vertices and above it rows of
    higher priorities, tied to it column by column. Jurdziński, *Small progress measures for solving parity games*,
    STACS 2000.
    """
    rows = width if height is None else height
    column = np.arange(width)
    owner, priority = np.zeros(2 * width + 1, np.uint8), np.zeros(2 * width + 1, np.int32)
    bottom, floor = np.arange(width + 1), width + 1 + column
    owner[floor], priority[floor] = 1, 1
    edges = [(bottom[1:], floor), (bottom[:-1], floor), (floor, bottom[:-1]), (floor, bottom[1:])]
    for row in range(1, rows):
        left = 2 * width + 1 + (row - 1) * (3 * width + 1) + np.arange(width + 1)
        right, above = left[-1] + 1 + column, left[-1] + 1 + width + column
        owner = np.concatenate([owner, np.ones(width + 1, np.uint8), np.zeros(2 * width, np.uint8)])
        priority = np.concatenate([priority, np.repeat([2 * row, 2 * row + 1], [2 * width + 1, width])])
        edges += [(left[1:], right), (left[:-1], above), (left[:-1], right), (above, right)]
        edges += [(right, left[:-1]), (right, left[1:]), (right, floor), (floor, right)]
    return _game(owner, priority, *edges)


FAMILIES: dict[str, Callable[[int], Game]] = {
    "ladder": ladder,
    "model-checking-ladder": model_checking_ladder,
    "recursive-ladder": recursive_ladder,
    "clique": clique,
    "core": core,
    "delayed-promotion": delayed_promotion,
    "promotion": promotion,
    "region-recovery": region_recovery,
    "climbing": climbing,
    "robust-core": robust_core,
    "two-counters": two_counters,
    "chained-counters": chained_counters,
    "distractions": distractions,
    "symmetric": symmetric,
    "jurdzinski": jurdzinski,
}
"""The hard families by name; each takes how many parts the game shall have."""

GENERATED: dict[str, Callable[..., Game]] = {"random-parity": random_parity, **FAMILIES}
"""Everything that ``graphgames generate`` makes."""


def _woven(*parts: Row | int) -> Row:
    """Return numbers of blocks of several vertices, block by block, given those of the first vertex of each, ..."""
    return np.stack(np.broadcast_arrays(*parts), 1).ravel()


def _game(owner: Row, priority: Row, *edges: Ends) -> Game:
    """Make a game of edges given in portions, tails and heads."""
    tails, heads = (np.concatenate([portion[end] for portion in edges]) for end in range(2))
    return Game(Arena.from_arrays(tails, heads, owner.size, owner), Parity(priority))
