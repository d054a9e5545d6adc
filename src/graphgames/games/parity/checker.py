"""Checks a pair of strategies: the proof for parity games, and for Büchi and co-Büchi games as parity games.

Why it suffices. A play in which the winner keeps to his strategy never leaves his region. What it sees infinitely often
is joined by closed walks, and the largest priority on a closed walk is the largest on one of the cycles it is made of.
So he wins every such play if and only if, in the graph that his strategy leaves of his region, no cycle has a top
priority of the loser's parity. Both regions are looked at together: no edge goes between them.

How. A vertex v of the loser's parity is at fault if it lies on a cycle of vertices of at most its own priority. Asking
this priority by priority takes a search of the graph for each of them. Instead the question is bisected: one search for
strongly connected components, below a middle priority, divides the edges into those inside a component, where only
smaller priorities are left to ask for, and those between components, where each component shrinks to one vertex and
only larger ones are left. No edge is in both halves, and all parts of one depth are searched together: O((n + m) log d)
for d the largest priority. Most graphs fall apart much sooner, since what lies on no cycle, or in a component without
the loser's parity, is dropped at once. So is, before the first search, what cannot be on such a cycle because every
walk that goes on for ever from there, or that has come there for ever, passes a larger priority.

The criterion is that of emptiness of parity word automata: King, Kupferman, Vardi, *On the complexity of parity word
automata*, FoSSaCS 2001; the bisection is theirs too, here with contraction in place of recursion.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.arrays import offsets_of
from graphgames.core.checking import Claim, Mask, Numbers, Verdict, same
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from graphgames.games.buchi.objective import Buchi, CoBuchi
    from graphgames.games.parity.objective import Parity

KEPT = 0.9
"""As long as a round of peeling keeps less than this share of the edges, it is done again before the next search."""

FEW = 4
"""Between so few priorities bisection is quick enough."""

SMALL = 50_000
"""With so many vertices and edges, components are searched for without SciPy, whose import alone takes longer."""

TINY = 500
"""The same where SciPy is imported already."""

SLOW = 0.97
"""As long as a round of bounding drops more than the rest of what is asked for, there is another."""

JUMPS = 6
"""How often the steps along vertices with one edge are doubled."""

SHOWN = 12
"""A cycle of more vertices than this is shortened in the sentence that names it."""


def check(solution: ArenaSolution) -> Report:
    """Check a solution of a parity, Büchi or co-Büchi game by its two strategies.

    O((n + m) log d) for d the largest priority. SciPy numbers edges in 32 bits: what the strategies leave may have at
    most 2^31 - 1 edges once vertices that lie on no cycle have been peeled off. A failure names the cycle that the
    loser wins. It never raises for what the solution holds.

    Examples
    --------
    >>> from graphgames import Arena, Game, Parity, ArenaSolution, Strategy
    >>> from graphgames.certificates import StrategyPair
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 1)], owner=[0, 0, 0])
    >>> def claim(*moves):
    ...     return ArenaSolution(Game(arena, Parity([3, 0, 2])), [0, 0, 0], Strategy(moves), "by hand", StrategyPair())
    >>> print(check(claim(1, 2, 1)))
    proved: 10 conditions hold
    >>> print(check(claim(1, 0, 1)))
    not proved: 1 of 10 conditions fail
      vertex 0: Eve wins, but the strategy leaves the cycle 0 -> 1 -> 0, whose top priority 3 is odd
    """
    return common.examine(PairClaim, CONDITIONS, solution)


class PairClaim(Claim):
    """The claim about the winners, with the strategies."""

    objectives: tuple[str, ...] = ("parity", "buchi", "cobuchi")

    @cached_property
    def written(self) -> Numbers:
        """The priority of each vertex: 2 and 1 of a Büchi objective, 1 and 0 of a co-Büchi objective."""
        objective = self.game.objective
        if objective.name == "buchi":
            return np.asarray(cast("Buchi", objective).accepting, np.int32) + np.int32(1)
        if objective.name == "cobuchi":
            return np.asarray(cast("CoBuchi", objective).rejecting, np.int32)
        return np.asarray(cast("Parity", objective).priority)

    @cached_property
    def priority(self) -> Numbers:
        """Priorities of which the largest decides, even ones for player 0, whatever the convention of those written.

        Where the smallest decides, they are taken from the least number that is not smaller, even or odd as the good
        ones are; else one is added where odd ones are good. That fits 32 bits, because in other conventions they are at
        most 2^31 - 2. Certificates that name priorities name these.
        """
        smallest, odd = self.game.objective.convention.startswith("min"), self.game.objective.convention.endswith("odd")
        largest = np.int32(self.written.max(initial=0))
        return largest + (largest + odd) % np.int32(2) - self.written if smallest else self.written + np.int32(odd)

    @cached_property
    def loses(self) -> Mask:
        """The vertices whose priority has the parity of the loser there."""
        return ~same(self.priority & 1, self.winner)

    @cached_property
    def left(self) -> tuple[Numbers, Numbers]:
        """Tails and heads of the edges that the strategies leave within the regions, self-loops among them."""
        kept = np.flatnonzero(self.next & self.stays)  # equivalent mutant: an edge that leaves is a fault of its own
        return self.arena.tails.take(kept), self.arena.successors.take(kept)


def no_cycle_for_the_loser(claim: PairClaim) -> Verdict:
    """Check that no cycle of the graph that the strategies leave has a top priority of the loser's parity."""
    tails, heads = claim.left
    bad = max_priorities_on_cycles(claim.priority, claim.loses, tails, heads)
    which = "lowest" if claim.game.objective.convention.startswith("min") else "top"

    def say(v: int) -> str:
        winner, top = int(claim.winner[v]), int(claim.written[v])
        cycle = cycle_below(claim.priority, tails, heads, v)
        names = [claim.label(u) for u in cycle]
        if len(names) > SHOWN:
            names[SHOWN - 2 : -1] = [f"... ({len(cycle) - SHOWN + 1} more) ..."]
        return (
            f"{claim.game.players[winner]} wins, but the strategy leaves the cycle {' -> '.join([*names, names[0]])}, "
            f"whose {which} priority {top} is {('even', 'odd')[top & 1]}"
        )

    return Verdict(claim.loses, bad, say)


CONDITIONS = (
    common.moves_stand_where_needed,
    common.moves_are_edges,
    common.winner_stays_inside,
    common.loser_stays_inside,
    no_cycle_for_the_loser,
)


class Parts(NamedTuple):
    """The parts of the question that are still open; a vertex here may be a contracted component."""

    part: Numbers
    """To which part each vertex belongs."""
    tails: Numbers
    heads: Numbers
    times: Numbers
    """The edges, none of them a self-loop, and the priority from which on each is there: the larger one of its ends."""
    asked: Numbers
    where: Numbers
    priority: Numbers
    """The original vertices asked for, which vertex here each one is, and its priority."""


def max_priorities_on_cycles(priority: Numbers, asked: Mask, tails: Numbers, heads: Numbers) -> NDArray[np.int64]:
    """Return the vertices asked for, ascending, that have the largest priority on some cycle.

    Priorities and the mask ``asked`` are by vertex; edges with the same tail stand together. O((n + m) log d) for d the
    largest priority.

    Examples
    --------
    >>> def find(priority, *edges):
    ...     tails, heads = np.array(edges, np.int32).T
    ...     asked = np.ones(len(priority), bool)
    ...     return max_priorities_on_cycles(np.array(priority, np.int32), asked, tails, heads).tolist()
    >>> find([5, 1, 3, 9], (0, 1), (1, 0), (1, 2), (2, 1), (2, 3))
    [0, 2]
    """
    loops = tails[tails == heads]
    found = [loops[asked[loops]]]
    vertices = np.flatnonzero(asked).astype(np.int32)
    if loops.size:  # equivalent mutant: loops are found already and only cost time
        edge = tails != heads
        tails, heads = tails[edge], heads[edge]
    times = np.maximum(priority[tails], priority[heads])
    parts = Parts(np.zeros(priority.size, np.int32), tails, heads, times, vertices, vertices, priority[vertices])
    parts = trim(parts)
    if parts.priority.max(initial=-1) - parts.priority.min(initial=common.NONE) > FEW:  # equivalent mutant: only slower
        parts = lift_edge_priorities(parts)
    at_the_top = True
    while (parts := trim(parts)).asked.size:
        parts, tops = divide(parts, at_the_top)
        found.append(tops)
        at_the_top = False
    return np.unique(np.concatenate(found)).astype(np.int64)


def trim(parts: Parts) -> Parts:
    """Drop the edges above all that their part asks for, and vertices that no edge enters or no edge leaves."""
    high = bounds(parts, np.maximum, -1)
    edges = np.flatnonzero(parts.times <= (high[parts.part[parts.tails]] if high.size > 1 else high))
    edges, linked = peel(parts.part.size, edges, parts.tails[edges], parts.heads[edges])
    number, asked = ordinals(linked), linked[parts.where]
    part = parts.part[linked]
    used = np.zeros(high.size, np.bool_)
    used[part] = True
    return Parts(
        ordinals(used)[part],
        number[parts.tails[edges]],
        number[parts.heads[edges]],
        parts.times[edges],
        parts.asked[asked],
        number[parts.where[asked]],
        parts.priority[asked],
    )


def peel(n: int, edges: NDArray[np.int64], tails: Numbers, heads: Numbers) -> tuple[NDArray[np.int64], Mask]:
    """Remove vertices that no edge enters or no edge leaves, in rounds, as long as that pays.

    Returns the edges that are left, and a mask of the vertices that are left, where all of those edges end.
    """
    while True:
        entered, left = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        entered[heads], left[tails] = True, True
        linked = entered & left  # equivalent mutant: only slower
        kept = np.flatnonzero(linked[tails] & linked[heads])
        if kept.size >= KEPT * edges.size:
            return edges.take(kept), linked
        edges, tails, heads = edges.take(kept), tails.take(kept), heads.take(kept)


def ordinals(mask: Mask) -> Numbers:
    """Return the places where a mask is true their numbers, 0 for the first."""
    return np.cumsum(mask, dtype=np.int32) - np.int32(1)


def bounds(parts: Parts, ufunc: np.ufunc, empty: int) -> Numbers:
    """Return the largest or the smallest priority that each part asks for."""
    bound = np.full(int(parts.part.max(initial=-1)) + 1, empty, np.int32)
    ufunc.at(bound, parts.part[parts.where], parts.priority)
    return bound


class Paths(NamedTuple):
    """Edges, or paths with no choice on the way made one edge, grouped by their tails."""

    tails: Numbers
    heads: Numbers
    times: Numbers
    """Where each begins and ends, and the largest priority on it."""
    asked: Mask
    """Whether a vertex that has this priority is asked for."""

    def where(self, kept: Mask) -> Paths:
        """Return those of a mask."""
        return Paths(self.tails[kept], self.heads[kept], self.times[kept], self.asked[kept])


def lift_edge_priorities(parts: Parts) -> Parts:
    """Raise each edge to the least priority at which a cycle can use it; drop the edges that are on no cycle.

    From an edge a walk must be able to go on for ever, and one must have come to it for ever, within the priority that
    is asked for. Both are bounded from below by going some steps ahead and back, in all of the one part at once; half
    the vertices or more have one edge only, the strategy's, and are stepped over.
    """
    n, at = parts.part.size, parts.priority
    asked = np.full(n, -1, np.int32)
    asked[parts.where] = at
    # the edges into a vertex and those out of it both tell whether it is asked for; either would do
    wanted = (asked[parts.tails] == parts.times) | (asked[parts.heads] == parts.times)  # equivalent mutant: redundant
    paths, end, far = compress_paths(n, Paths(parts.tails, parts.heads, parts.times, wanted))
    ahead, behind = bounds_of_walks(n, paths)
    ahead = np.maximum(far, ahead[end])
    behind[end != np.arange(n)] = 0  # stepped over: nothing is known yet
    before = np.full(n, common.NONE, np.int32)
    np.minimum.at(before, parts.heads, np.maximum(parts.times, behind[parts.tails]))
    behind = np.maximum(behind, before)
    possible = (ahead[parts.where] <= at) & (behind[parts.where] <= at)  # equivalent mutant: only slower
    times = np.maximum(parts.times, np.maximum(ahead[parts.heads], behind[parts.tails]))
    kept = times <= at[possible].max(initial=-1)
    return parts._replace(
        tails=parts.tails[kept],
        heads=parts.heads[kept],
        times=times[kept],
        asked=parts.asked[possible],
        where=parts.where[possible],
        priority=at[possible],
    )


def compress_paths(n: int, edges: Paths) -> tuple[Paths, Numbers, Numbers]:
    """Step over vertices with one edge, along at most 2^JUMPS of them.

    Returns the paths between the other vertices, and for each vertex that is stepped over where its path ends and the
    largest priority on it; for the others themselves and 0.
    """
    one = np.bincount(edges.tails, minlength=n) == 1
    only = one[edges.tails]
    end, far, wanted = np.arange(n, dtype=np.int32), np.zeros(n, np.int32), np.zeros(n, np.bool_)
    first = edges.where(only)
    end[first.tails], far[first.tails], wanted[first.tails] = first.heads, first.times, first.asked
    going = np.flatnonzero(one)
    for _ in range(JUMPS):
        going = going[one[end[going]]]
        to = end[going]
        wanted[going] = combine_targets(far[going], wanted[going], far[to], wanted[to])
        far[going] = np.maximum(far[going], far[to])
        end[going] = end[to]
    going = going[one[end[going]]]
    one[going] = False
    here = first.tails[~one[first.tails]]
    rest = edges.where(~one[edges.tails])
    end[here], far[here] = here, 0
    more = np.where(one[rest.heads], far[rest.heads], -1)
    asked = combine_targets(rest.times, rest.asked, more, wanted[rest.heads])
    return Paths(rest.tails, end[rest.heads], np.maximum(rest.times, more), asked), end, far


def combine_targets(times: Numbers, asked: Mask, more: Numbers, asked_more: Mask) -> Mask:
    """Return, for pairs of consecutive paths, whether a vertex with their largest priority is asked for."""
    return (asked & (times >= more)) | (asked_more & (more >= times))  # equivalent mutant: see `lift_edge_priorities`


def bounds_of_walks(n: int, paths: Paths) -> tuple[Numbers, Numbers]:
    """Bound from below the largest priority that an infinite walk must pass, as long as the bound drops many vertices.

    Returns the bounds for walks that begin at each vertex, and for those that end there. They hold for the cycles whose
    largest priority is asked for and was not dropped.
    """
    ahead, behind = np.zeros(n, np.int32), np.zeros(n, np.int32)
    forth = back = paths.times
    before = 2 * paths.times.size
    while paths.tails.size:
        bound = np.maximum(forth, back)
        possible = paths.times[paths.asked & (bound == paths.times)]  # equivalent mutant: only slower
        kept = bound <= possible.max(initial=-1)
        if np.count_nonzero(kept) < KEPT * kept.size:  # equivalent mutant: only slower
            paths, forth, back = paths.where(kept), forth[kept], back[kept]
        if not 0 < possible.size < SLOW * before:
            break
        before = possible.size
        first = np.flatnonzero(np.concatenate(([True], paths.tails[1:] != paths.tails[:-1])))
        ahead, behind = np.full(n, common.NONE, np.int32), np.full(n, common.NONE, np.int32)
        ahead[paths.tails[first]] = np.minimum.reduceat(forth, first)
        np.minimum.at(behind, paths.heads, back)
        forth, back = np.maximum(paths.times, ahead[paths.heads]), np.maximum(paths.times, behind[paths.tails])
    return ahead, behind


def divide(parts: Parts, at_the_top: bool) -> tuple[Parts, Numbers]:
    """Answer for one priority of each part, and divide the rest into the priorities below and above it.

    That priority is the middle one; or the largest, so that nothing is left above. Below it each component becomes a
    part with the same vertices; above it each part stays one, and its components become vertices.
    """
    middle = bounds(parts, np.maximum, -1)
    if not at_the_top:  # equivalent mutant: only slower
        middle -= (middle - bounds(parts, np.minimum, common.NONE) + 1) // 2  # equivalent mutant: only slower
    low = parts.times <= middle[parts.part[parts.tails]]
    component = components_of(parts.part.size, parts.tails[low], parts.heads[low])
    size = np.bincount(component)
    on_cycle, limit = (size > 1)[component[parts.where]], middle[parts.part[parts.where]]
    tops = parts.asked[on_cycle & (parts.priority == limit)]

    above = parts.priority > limit
    asked = above | (on_cycle & (parts.priority < limit))  # equivalent mutant: only slower
    contracted = component + np.int32(component.size)
    part_above = np.empty(size.size, np.int32)
    part_above[component] = parts.part + np.int32(size.size)
    between = component[parts.tails] != component[parts.heads]
    divided = Parts(
        np.concatenate((component, part_above)),
        np.where(between, contracted[parts.tails], parts.tails),
        np.where(between, contracted[parts.heads], parts.heads),
        parts.times,
        parts.asked[asked],
        np.where(above, contracted[parts.where], parts.where)[asked],
        parts.priority[asked],
    )
    return divided, tops


def components_of(n: int, tails: Numbers, heads: Numbers, sorted_once: bool = False) -> Numbers:
    """Return each of n vertices the number of its strongly connected component, by these edges.

    It is quicker where they are sorted by tail and none is parallel to another (``sorted_once``).
    """
    known = "scipy.sparse.csgraph" in sys.modules
    if n + tails.size <= (TINY if known else SMALL):  # equivalent mutant: only slower
        return components_of_few(n, tails.tolist(), heads.tolist())
    from scipy.sparse.csgraph import connected_components

    matrix = as_matrix(n, tails, heads, sorted_once)
    component: Numbers = connected_components(matrix, directed=True, connection="strong")[1]
    return component


def components_of_few(n: int, tails: list[int], heads: list[int]) -> Numbers:
    """Do the same in Python alone, by Tarjan's search, where that takes less time than SciPy's import.

    Examples
    --------
    >>> components_of_few(4, [0, 1, 1, 2, 2], [1, 0, 2, 3, 3])
    array([2, 2, 1, 0], dtype=int32)
    """
    after: list[list[int]] = [[] for _ in range(n)]
    for tail, head in zip(tails, heads, strict=True):
        after[tail].append(head)
    number, low, component = [0] * n, [0] * n, [-1] * n
    clock = count = 0
    waiting: list[int] = []
    for root in range(n):
        path = [] if number[root] else [root]
        while path:
            v = path[-1]
            if not number[v]:
                clock += 1
                number[v] = low[v] = clock
                waiting.append(v)
            if after[v]:
                w = after[v].pop()
                if not number[w]:
                    path.append(w)
                elif component[w] < 0:
                    low[v] = min(low[v], number[w])
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[v])
            if low[v] == number[v]:
                while component[v] < 0:
                    component[waiting.pop()] = count
                count += 1
    return np.array(component, np.int32)


def as_matrix(n: int, tails: Numbers, heads: Numbers, sorted_once: bool = False) -> csr_array[np.float64]:
    """Return edges as a sparse matrix, parallel ones joined: SciPy's search for components never ends on those."""
    from scipy.sparse import csr_array

    if sorted_once:
        return csr_array((np.ones(heads.size), heads, offsets_of(tails, n).astype(np.int32)), shape=(n, n))
    return csr_array((np.ones(heads.size), (tails, heads)), shape=(n, n))


def cycle_below(priority: Numbers, tails: Numbers, heads: Numbers, v: int) -> list[int]:
    """Find a shortest cycle through v in which no priority is larger than that of v; there must be one.

    The edges are given by tail, so that they need not be sorted again for each vertex; O(n + m).
    """
    from scipy.sparse.csgraph import breadth_first_order

    low = priority <= priority[v]
    kept = low[tails] & low[heads]  # equivalent mutant: a cycle's vertices are its tails, and its heads
    matrix = as_matrix(priority.size, tails[kept], heads[kept], sorted_once=True)
    order, previous = breadth_first_order(matrix, v, directed=True, return_predecessors=True)
    enters = np.zeros(priority.size, np.bool_)
    enters[tails[heads == v]] = True
    u = int(order[np.argmax(enters[order])])
    walk = []
    while u != v:
        walk.append(u)
        u = int(previous[u])
    return [v, *reversed(walk)]
