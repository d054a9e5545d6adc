"""Checks why geography is won: labels by backward induction, and proofs position by position.

It knows the rules of the four games and the theorems that may stand at the leaves of a proof (proofs of the theorems
are in the docstrings of the solvers' reductions, and in the papers named there), and nothing of any search. Linear in
the certificate, but for a proof's positions, each of which costs its arcs times its facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets_of, ranges
from graphgames.core.checking import LIMIT, checks
from graphgames.core.report import Failure, Report

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from graphgames.games.geography.certificate import (
        EvenKernels,
        GeographyProof,
        MatchingWitness,
        Part,
        ProofDag,
        ProofNode,
        RankedLabels,
        TreeLabels,
    )
    from graphgames.games.geography.problem import Geography
    from graphgames.games.geography.solution import GeographySolution

MOVER, PICKER, UNDECIDED = 0, 1, 3
"""What a claimed winner may be: who is to move from the vertex, who put the token there, not known."""

DIRECTED = "edge-geography", "vertex-geography"
EDGES, POINTS = "undirected-edge-geography", "undirected-vertex-geography"
"""The four games."""

Faults = Iterator[tuple[int | None, str]]
Numbers = NDArray[np.int64]


@checks("geography")
def check(solution: GeographySolution, proof: GeographyProof, winner: tuple[NDArray[np.uint8], ...]) -> Report:
    """Check every part of the proof, and that the parts cover every vertex that the solution calls decided."""
    failures: list[Failure] = []
    checked = found = 0
    problem = solution.problem
    for arena, winners, parts, named in zip(problem.graphs, winner, proof.graphs, solution.theorem, strict=True):
        checked += arena.n
        for part in parts:
            checked += len(cast("ProofDag", part).nodes) if part.kind == "search" else int(part.vertices.size)
        for vertex, message in chain(_graph(problem, arena, winners, parts), _reasons(winners, parts, named)):
            found += 1
            if len(failures) < LIMIT:
                failures.append(Failure(vertex, message))
    return Report(checked, tuple(failures), found)


def _reasons(winner: NDArray[np.uint8], parts: tuple[Part, ...], named: tuple[str, ...]) -> Faults:
    """Check that what is named as the reason at a decided vertex, if anything is, is a part of the proof about it."""
    names = np.array(named, object)
    right = (names == "") | (winner == UNDECIDED)
    for part in parts:
        right[part.vertices] |= names[part.vertices] == part.kind
    for v in np.flatnonzero(~right).tolist():
        yield v, f"{names[v]!r} is named as what decides it, but no such part of the proof is about it"


@dataclass(frozen=True)
class _Graph:
    """One graph: the game, the ends of its arcs, ascending by tail, the winners, and the vertices that have a rank."""

    problem: Geography
    n: int
    tails: Numbers
    heads: Numbers
    winner: NDArray[np.uint8]
    ranked: NDArray[np.bool_]

    @property
    def keys(self) -> Numbers:
        """A number for each edge that is the same from either end."""
        keys: Numbers = np.minimum(self.tails, self.heads) * self.n + np.maximum(self.tails, self.heads)
        return keys

    @cached_property
    def odd(self) -> csr_array[Any]:
        """The edges that are there an odd number of times, as pairs cancel: how often each end leads to the other."""
        from scipy.sparse import csr_array

        keys, count = np.unique(self.keys, return_counts=True)
        ends = np.stack(np.divmod(keys[count % 2 == 1], max(self.n, 1)))
        both = np.concatenate([ends, ends[::-1]], axis=1)
        return csr_array((np.ones(both[0].size, np.int32), tuple(both)), shape=(self.n, self.n))

    @cached_property
    def _rows(self) -> tuple[Numbers, Numbers, Numbers]:
        """The offsets of the arcs by tail, the arcs by head, and their offsets."""
        return offsets_of(self.tails, self.n), np.argsort(self.heads, kind="stable"), offsets_of(self.heads, self.n)

    def arcs_at(self, places: Numbers) -> Numbers:
        """Return the arcs that begin or end in some vertices."""
        out, by_head, into = self._rows
        begun, ended = (ranges(at[places], at[places + 1] - at[places]) for at in (out, into))
        return np.union1d(begun, by_head[ended])


def _graph(problem: Geography, arena: Arena, winner: NDArray[np.uint8], parts: tuple[Part, ...]) -> Faults:
    """Check one graph."""
    if not np.isin(winner, (MOVER, PICKER, UNDECIDED)).all():
        yield None, "a winner is neither player, nor undecided"
        return
    covered, ranked = np.zeros(arena.n, np.bool_), np.zeros(arena.n, np.bool_)
    for part in parts:
        vertices = part.vertices
        if np.unique(vertices).size != vertices.size:
            yield None, f"a proof by {part.kind} names a vertex twice"
            return
        covered[vertices] = True
        if part.kind == "backward induction":
            ranked[vertices] = True
    for v in np.flatnonzero((winner != UNDECIDED) & ~covered).tolist():
        yield v, "it is called decided, and no part of the proof is about it"
    graph = _Graph(problem, arena.n, arena.tails.astype(np.int64), arena.successors.astype(np.int64), winner, ranked)
    for part in parts:
        if part.kind not in PARTS:
            yield None, f"proofs by {part.kind} are not known here"
            continue
        check_part, games, otherwise = PARTS[part.kind]
        if problem.kind in games:
            yield from check_part(graph, part)
        else:
            yield None, otherwise


def _ranks(graph: _Graph, part: RankedLabels) -> Faults:
    """Backward induction: P goes only to N of smaller rank, N goes to some P of smaller rank."""
    n, tails, heads, winner = graph.n, graph.tails, graph.heads, graph.winner
    rank = np.full(n, -1, np.int64)
    rank[part.vertices] = part.rank
    falls = (rank[heads] >= 0) & (rank[heads] < rank[tails])
    good, stray = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    good[tails[falls & (winner[heads] == PICKER)]] = True
    stray[tails[~falls | (winner[heads] != MOVER)]] = True
    astray = (rank < 0) | (winner == UNDECIDED)
    wrong = astray | np.where(winner == MOVER, ~good, stray)
    for v in part.vertices[wrong[part.vertices]].tolist():
        if astray[v]:
            yield v, "it has a rank without a winner, or no rank"
        elif winner[v] == MOVER:
            yield v, "it is called N, and no arc leads to a P vertex of smaller rank"
        else:
            yield v, "it is called P, and an arc leads to something else than an N vertex of smaller rank"


def _component_of(n: int, ends: tuple[Numbers, Numbers]) -> tuple[int, NDArray[np.int32]]:
    """Return the number of connected components, and to which each vertex belongs."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count, number = connected_components(
        coo_array((np.ones(ends[0].size, np.int8), ends), shape=(n, n)), directed=False
    )
    return int(count), number


def _matching(graph: _Graph, part: MatchingWitness) -> Faults:
    """Check that a maximum matching misses each P vertex, and that each of them covers every N vertex."""
    n, tails, heads, winner, mate = graph.n, graph.tails, graph.heads, graph.winner, part.mate
    edges = set(graph.keys[tails != heads].tolist())
    covered = np.flatnonzero(mate >= 0)
    for v in covered[mate[mate[covered]] != covered].tolist():
        yield v, "its mate has another mate"
        return
    keys = np.minimum(covered, mate[covered]) * n + np.maximum(covered, mate[covered])
    for v in covered[[key not in edges for key in keys.tolist()]].tolist():
        yield v, "no edge leads to its mate"
        return
    unmissable = np.zeros(n, np.bool_)
    unmissable[part.barrier] = True
    kept = ~unmissable[tails] & ~unmissable[heads]
    count, number = _component_of(n, (tails[kept], heads[kept]))
    size = np.bincount(number[~unmissable], minlength=count)
    if np.count_nonzero(size % 2) - np.count_nonzero(unmissable) != np.count_nonzero(mate < 0):
        yield None, "the barrier does not show that the matching is maximum"
        return
    unmissable |= size[number] % 2 == 0
    missed = np.zeros(n, np.bool_)
    yield from _rotations(n, edges, mate, part.steps, missed)
    wrong = np.where(winner == PICKER, ~missed, ~unmissable & (winner == MOVER))
    for v in part.vertices[wrong[part.vertices]].tolist():
        if winner[v] == PICKER:
            yield v, "it is called P, and no maximum matching that misses it is given"
        else:
            yield v, "it is called N, and the barrier does not show that every maximum matching covers it"


def _rotations(
    n: int, edges: set[int], given: NDArray[np.int32], steps: NDArray[np.int32], missed: NDArray[np.bool_]
) -> Faults:
    """Follow the steps from matching to matching, and mark what each misses."""
    mate = given.tolist()
    line: list[int] = []  # the steps from the first matching to the one there is now
    rows = steps.tolist()
    for index, (parent, hinge, v) in enumerate(rows):
        while line and line[-1] != parent:  # undo
            _, w, x = rows[line.pop()]
            if w >= 0:
                mate[mate[w]] = -1
                mate[w], mate[x] = x, w
        u = rows[parent][2] if line else -1
        if not 0 <= v < n or (parent < 0) == bool(line):
            yield None, f"step {index} does not follow from the matchings before it"
            return
        if parent < 0:
            if hinge >= 0 or mate[v] >= 0:
                yield v, f"the matching of step {index} does not miss it"
                return
        else:
            if not 0 <= hinge < n or mate[hinge] != v or min(u, hinge) * n + max(u, hinge) not in edges:
                yield v, f"step {index} is not a rotation of the matching before it"
                return
            mate[v], mate[hinge], mate[u] = -1, u, hinge
        line.append(index)
        missed[v] = True


def _trees(graph: _Graph, part: TreeLabels) -> Faults:
    """Check the values of both directions of each edge of a forest against those behind them."""
    n, tails, heads, winner = graph.n, graph.tails, graph.heads, graph.winner
    _, first, count = np.unique(graph.keys, return_index=True, return_counts=True)
    inside = np.zeros(n, np.bool_)
    inside[part.vertices] = True
    odd = first[count % 2 == 1]
    tails, heads = tails[odd], heads[odd]
    if np.any(inside[tails] != inside[heads]):
        yield None, "an edge leads out of the forest"
        return
    mine = inside[tails]
    odd, tails, heads = odd[mine], tails[mine], heads[mine]
    components, _ = _component_of(n, (tails, heads))
    if odd.size != n - components:
        yield None, "the edges do not make a forest"
        return
    if np.count_nonzero(part.loses) > np.count_nonzero(part.loses[:, odd]):
        yield None, "an edge that does not count has a value"
        return
    at_head, at_tail = part.loses[0, odd], part.loses[1, odd]
    replies = np.bincount(tails, at_head, n) + np.bincount(heads, at_tail, n)
    bad = (at_head != (replies[heads] - at_tail == 0)) | (at_tail != (replies[tails] - at_head == 0))
    for v in np.unique(tails[bad]).tolist():
        yield v, "the value of an edge at it does not follow from those beyond it"
    for v in part.vertices[(winner[part.vertices] == PICKER) != (replies[part.vertices] == 0)].tolist():
        yield v, "the values of its edges say that the other player wins"


def _even_kernels(graph: _Graph, part: EvenKernels) -> Faults:
    """Check the set of each vertex: an even number of edges into it everywhere, but for the winner's own vertex."""
    from scipy.sparse import csr_array

    vertices, k = part.vertices, part.vertices.size
    if part.sets.shape[1] != -(-k // 8):
        yield None, "there is not one set for each vertex"
        return
    near = graph.odd[vertices]
    heads = _places(vertices, near.indices)
    if np.any(heads < 0) or np.any(heads == np.repeat(np.arange(k), np.diff(near.indptr))):
        yield None, "an edge leads out of the component, or a loop is left"
        return
    adjacent = csr_array((near.data, heads, near.indptr), shape=(k, k))
    for begin in range(0, k, 512):
        chunk = vertices[begin : begin + 512]
        rows = np.unpackbits(part.sets[begin : begin + 512], axis=1)
        if np.any(rows[:, k:]):
            yield None, "a set has more bits than there are vertices"
            return
        sets = rows[:, :k].T.astype(np.int32)
        into = np.asarray(adjacent @ sets)
        own = (np.arange(begin, begin + chunk.size), np.arange(chunk.size))
        wins = graph.winner[chunk] == MOVER
        exception = np.zeros_like(into)
        exception[own] = wins
        bad = np.any(np.where(sets == 1, into != 0, into % 2 != exception), axis=0)
        bad |= (sets[own] == 1) == wins
        for v in chunk[bad].tolist():
            yield v, "its even kernel is not one, or it is one for the other player"


def _places(vertices: Numbers, wanted: NDArray[Any]) -> Numbers:
    """Return where each vertex stands among others, all different, -1 if it does not."""
    order = np.argsort(vertices)
    place = order[np.minimum(np.searchsorted(vertices, wanted, sorter=order), vertices.size - 1)]
    return np.where(vertices[place] == wanted, place, -1)


def _dag(graph: _Graph, part: ProofDag) -> Faults:
    """Check a proof over positions: the graph it is about, then position after position, then the starts."""
    fault = _board_fault(graph, part)
    if fault:
        yield None, fault
        return
    board = _Board(graph, part)
    for index, node in enumerate(part.nodes):
        fault = board.fault(index, node)
        if fault:
            yield None, f"position {index} of the proof: {fault}"
    for v, root in zip(part.vertices.tolist(), part.roots, strict=True):
        node = part.nodes[root]
        if not board.known(node):
            yield v, "its proof is about no position of this graph"
        elif part.places[node.vertex] != v or not board.is_start(root):
            yield v, "its proof is about another position"
        elif graph.winner[v] != (MOVER if node.wins else PICKER):
            yield v, "its proof says that the other player wins"


def _board_fault(graph: _Graph, part: ProofDag) -> str:
    """Return what is wrong with the graph of a proof, or "": it may leave out only losing moves."""
    problem, places, m = graph.problem, part.places, graph.tails.size
    if np.unique(places).size != places.size or np.unique(part.arcs).size != part.arcs.size:
        return "the proof names a vertex or an arc twice"
    arcs = graph.arcs_at(places)
    leaves, enters = (np.isin(ends[arcs], places) for ends in (graph.tails, graph.heads))
    within = arcs[leaves & enters]
    if not problem.directed and problem.by_vertex:  # either direction of an edge is an arc
        within = np.concatenate([within, within + m])
    if not np.isin(part.arcs, within).all():
        return "the proof uses an arc of which it does not know both ends"
    loops = graph.tails[within % m] == graph.heads[within % m] if problem.by_vertex else np.zeros(within.size, np.bool_)
    if not np.isin(within[~loops], part.arcs).all():
        return "the proof leaves an arc out"
    if problem.directed:
        beyond = graph.heads[arcs[leaves & ~enters]]
        if not np.all(graph.ranked[beyond] & (graph.winner[beyond] == MOVER)):
            return "the proof leaves out an arc to a vertex that no rank proves to be N"
    elif np.any(leaves != enters) if problem.by_vertex else not np.isin(graph.odd[places].indices, places).all():
        return "the proof leaves an edge out"
    return ""


class _Board:
    """The rules on the proof's graph; positions are a vertex and a bit set of arcs, as in the proof."""

    def __init__(self, graph: _Graph, part: ProofDag):
        turned, arcs = np.divmod(part.arcs, max(graph.tails.size, 1))
        tails, heads = (_places(part.places, ends[arcs]) for ends in (graph.tails, graph.heads))
        both = np.stack([np.where(turned, heads, tails), np.where(turned, tails, heads)], axis=1)
        self.ends: list[tuple[int, int]] = list(map(tuple, both.tolist()))
        self.nodes, self.by_vertex = part.nodes, graph.problem.by_vertex
        self.undirected = graph.problem.kind == EDGES
        self.at: list[list[tuple[int, int]]] = [[] for _ in part.places]
        for e, (u, w) in enumerate(self.ends):
            self.at[u].append((e, w))
            if self.undirected and u != w:
                self.at[w].append((e, u))
        self.left = [self.spread(node.vertex, node.unused)[0] if self.known(node) else -1 for node in part.nodes]

    def known(self, node: ProofNode) -> bool:
        """Whether vertex and arcs of a position are of this graph."""
        return 0 <= node.vertex < len(self.at) and node.unused >> len(self.ends) == 0

    def moves(self, v: int, unused: int) -> list[tuple[int, int]]:
        return [(e, w) for e, w in self.at[v] if unused >> e & 1]

    def spread(self, v: int, unused: int) -> tuple[int, dict[int, int]]:
        """Return the arcs and the vertices (with their distance) that can be reached."""
        kept, distance, queue = 0, {v: 0}, [v]
        for u in queue:
            for e, w in self.moves(u, unused):
                kept |= 1 << e
                if w not in distance:
                    distance[w] = distance[u] + 1
                    queue.append(w)
        return kept, distance

    def into(self, v: int) -> int:
        """Return the arcs that lead into v."""
        return sum(1 << e for e, (u, w) in enumerate(self.ends) if w == v or (self.undirected and u == v))

    def is_start(self, index: int) -> bool:
        """Whether a position of the proof is one to begin with."""
        node = self.nodes[index]
        everything = (1 << len(self.ends)) - 1
        if self.by_vertex:
            everything &= ~self.into(node.vertex)
        return self.left[index] == self.spread(node.vertex, everything)[0]

    def proves(self, index: int, child: int, v: int, unused: int, wins: bool) -> bool:
        """Whether an earlier position of the proof is this one, and has this value."""
        if not 0 <= child < index:
            return False
        node = self.nodes[child]
        return node.vertex == v and node.wins == wins and self.left[child] == self.spread(v, unused)[0]

    def fault(self, index: int, node: ProofNode) -> str:
        """Return what is wrong with one position of the proof, or ""."""
        if not self.known(node):
            return "it is not a position of this graph"
        unused, settled = node.unused, False
        for number, fact in enumerate(node.facts):
            if settled:
                return f"something follows fact {number - 1}, which decides the position"
            rule, e, u, _ = fact
            wrong = self.fact_fault(index, node, unused, fact)
            if wrong:
                return f"fact {number}: {wrong}"
            if rule == "cancel":
                unused &= ~(1 << e | 1 << u)
            elif rule == "drop":
                unused &= ~(1 << e)
            else:
                settled = u == node.vertex
                unused &= ~self.into(u)
        given = {"arc": node.arc >= 0, "kernel": len(node.kernel) > 0, "children": len(node.children) > 0}
        if idle := [name for name, there in given.items() if there and name not in self.READ.get(node.rule, ())]:
            return f"its {idle[0]} has no part in the rule {node.rule!r}"
        if settled or node.rule == "settled":
            return "" if settled and node.rule == "settled" and node.wins else "no fact decides it as it says"
        if node.rule not in self.RULES:
            return f"{node.rule!r} is not a rule"
        return self.RULES[node.rule](self, index, node, self.spread(node.vertex, unused)[0])

    def fact_fault(self, index: int, node: ProofNode, unused: int, fact: tuple[str, int, int, int]) -> str:
        """Return why some arcs may not be removed, or ""."""
        rule, e, u, child = fact
        if e < 0 or not unused >> e & 1:
            return f"arc {e} is not there"
        if rule == "cancel":
            if self.by_vertex or u < 0 or u == e or not unused >> u & 1:
                return "there are no two arcs to cancel"
            ends, back = self.ends[u], self.ends[e][::-1]
            cancel = ends == back or (self.undirected and ends == self.ends[e])
            return "" if cancel else f"arcs {e} and {u} do not cancel"
        if rule not in ("win", "drop"):
            return f"{rule!r} is not a kind of fact"
        heads = [w for f, w in self.at[u] if f == e] if 0 <= u < len(self.at) else []
        if not heads:
            return f"arc {e} does not leave vertex {u}"
        w = heads[0]
        if rule == "win" and child == -1:
            stays = [f for f, _ in self.moves(w, unused) if f != e]
            if stays or w == u or (self.undirected and w == node.vertex):
                return f"the play does not end after arc {e}"
            return ""
        if self.undirected or self.by_vertex:
            return "components prove nothing in this game"
        if u in self.spread(w, unused)[1]:
            return f"arc {e} does not leave its component"
        if not self.proves(index, child, w, unused, rule == "drop"):
            return f"position {child} does not prove the position after arc {e}"
        return ""

    def move(self, index: int, node: ProofNode, unused: int) -> str:
        """Check that one move leads to P."""
        for e, w in self.moves(node.vertex, unused):
            if e == node.arc and node.wins and len(node.children) == 1:
                ok = self.proves(index, node.children[0], w, self.after(unused, e, w), False)
                return "" if ok else "the move does not lead to a position proved to be P"
        return "the move is not there"

    def all(self, index: int, node: ProofNode, unused: int) -> str:
        """Check that all moves lead to N."""
        moves = self.moves(node.vertex, unused)
        if node.wins or len(moves) != len(node.children):
            return "not every move is answered"
        for (e, w), child in zip(moves, node.children, strict=True):
            if not self.proves(index, child, w, self.after(unused, e, w), True):
                return f"the move along arc {e} does not lead to a position proved to be N"
        return ""

    def after(self, unused: int, e: int, w: int) -> int:
        """Return what is left after a move; arcs out of a vertex that nothing leads into any more do not matter."""
        return unused & ~(self.into(w) if self.by_vertex else 1 << e)

    def parity(self, index: int, node: ProofNode, unused: int) -> str:
        """Check that the play can end at an even distance only, or at an odd one only."""
        if self.undirected or self.by_vertex:
            return "parity proves nothing in this game"
        _, distance = self.spread(node.vertex, unused)
        more = dict.fromkeys(distance, 0)  # how many more arcs lead in than out
        for u in distance:
            for _, w in self.moves(u, unused):
                if (distance[u] + distance[w]) % 2 == 0:
                    return "the remaining graph is not bipartite"
                more[u] -= 1
                more[w] += 1
        ends = {distance[x] % 2 for x in distance if more[x] + (x == node.vertex) > 0}
        return "" if ends == {int(node.wins)} else "the play can end on the other side"

    def kernel(self, index: int, node: ProofNode, unused: int) -> str:
        """Every move out of the kernel can be answered back into it."""
        if self.undirected or self.by_vertex or node.wins or node.vertex not in node.kernel:
            return "there is no kernel around the vertex"
        inside = set(node.kernel)
        balance = dict.fromkeys(range(len(self.at)), 0)
        for u in range(len(self.at)):
            for _, w in self.moves(u, unused):
                if u in inside and w in inside:
                    return "an arc lies inside the kernel"
                balance[w] -= u in inside
                balance[u] += w in inside
        short = [u for u in balance if balance[u] < 0]
        return f"vertex {short[0]} has too few arcs into the kernel" if short else ""

    def even(self, index: int, node: ProofNode, unused: int) -> str:
        """Every vertex outside has an even number of edges into the kernel, the winner's own an odd one."""
        if not self.undirected or (node.vertex in node.kernel) == node.wins:
            return "there is no even kernel for the vertex"
        inside = set(node.kernel)
        for u in range(len(self.at)):
            count = sum(w in inside for _, w in self.moves(u, unused))
            if u in inside and count:
                return "an edge lies inside the kernel"
            if count % 2 != (node.wins and u == node.vertex):
                return f"vertex {u} has {count} edges into the kernel"
        return ""

    READ: ClassVar[dict[str, tuple[str, ...]]] = {
        "move": ("arc", "children"), "all": ("children",), "kernel": ("kernel",), "even": ("kernel",),
    }  # fmt: skip
    """What of a position its rule looks at; nothing else may be given."""
    RULES: ClassVar[dict[str, Callable[[Any, int, ProofNode, int], str]]] = {
        "move": move,
        "all": all,
        "parity": parity,
        "kernel": kernel,
        "even": even,
    }


PARTS: dict[str, tuple[Callable[[_Graph, Any], Faults], tuple[str, ...], str]] = {
    "backward induction": (_ranks, DIRECTED, "backward induction proves nothing about an undirected graph"),
    "search": (_dag, (*DIRECTED, EDGES, POINTS), ""),
    "maximum matching": (_matching, (POINTS,), "a matching decides undirected vertex geography only"),
    "values on a forest": (_trees, (EDGES,), "values on a forest decide undirected edge geography only"),
    "even kernels": (_even_kernels, (EDGES,), "even kernels decide undirected edge geography only"),
}
"""For each kind of part that a proof may have, what checks it, in which games it proves something, and the refusal."""
