"""Checks why geography is won: labels by backward induction, and proofs position by position.

It knows the rules of the four games and the theorems that may stand at the leaves of a proof (proofs of the theorems
are in the docstrings of the solvers' reductions, and in the papers named there), and nothing of any search. Linear in
the certificate, but for a proof's positions, each of which costs its arcs times its facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.geography import (
    MOVER,
    PICKER,
    UNDECIDED,
    Geography,
    GeographySolution,
    Part,
    ProofDag,
    ProofNode,
    RankedLabels,
)
from graphgames.core.solution import Failure, Report

LIMIT = 20
Faults = Iterator[tuple[int | None, str]]
Codes = NDArray[np.uint8]


def check(solution: GeographySolution) -> Report:
    """Check every part of the proof, and that the parts cover every vertex that the solution calls decided."""
    failures: list[Failure] = []
    checked = found = 0
    problem, proof = solution.problem, solution.certificate
    if len(proof.graphs) != len(problem.graphs) or len(solution.winner) != len(problem.graphs):
        return Report(1, (Failure(None, "there is not one proof for each graph"),), 1)
    for arena, winner, parts in zip(problem.graphs, solution.winner, proof.graphs, strict=True):
        checked += arena.n + sum(_size(part) for part in parts)
        for vertex, message in _graph(problem, arena, winner, parts):
            found += 1
            if len(failures) < LIMIT:
                failures.append(Failure(vertex, message))
    return Report(checked, tuple(failures), found)


def _size(part: Part) -> int:
    return len(part.nodes) if isinstance(part, ProofDag) else int(part.vertices.size)


def _graph(problem: Geography, arena: Arena, winner: Codes, parts: tuple[Part, ...]) -> Faults:
    """Check one graph."""
    if winner.shape != (arena.n,) or not np.isin(winner, (MOVER, PICKER, UNDECIDED)).all():
        yield None, "the winners are not one code for each vertex"
        return
    covered = np.zeros(arena.n, np.bool_)
    ranked = np.zeros(arena.n, np.bool_)
    for part in parts:
        vertices = part.vertices
        if vertices.size and (vertices.min() < 0 or vertices.max() >= arena.n):
            yield None, f"a proof by {part.kind} names a vertex that is not there"
            return
        covered[vertices] = True
        if isinstance(part, RankedLabels):
            ranked[vertices] = True
    for v in np.flatnonzero((winner != UNDECIDED) & ~covered).tolist():
        yield v, "it is called decided, and no part of the proof is about it"
    for part in parts:
        if isinstance(part, RankedLabels):
            yield from _ranks(problem, arena, winner, part)
        elif isinstance(part, ProofDag):
            yield from _dag(problem, arena, winner, ranked, part)
        else:
            yield None, f"proofs by {part.kind} are not known here"


def _tails(arena: Arena) -> NDArray[np.int64]:
    return np.repeat(np.arange(arena.n), np.diff(arena.indptr))


def _ranks(problem: Geography, arena: Arena, winner: Codes, part: RankedLabels) -> Faults:
    """Backward induction: P goes only to N of smaller rank, N goes to some P of smaller rank."""
    if not problem.directed:
        yield None, "backward induction says nothing on an undirected graph"
        return
    rank = np.full(arena.n, -1, np.int64)
    rank[part.vertices] = part.rank
    tails, heads = _tails(arena), arena.successors
    falls = (rank[heads] >= 0) & (rank[heads] < rank[tails])
    good = np.zeros(arena.n, np.bool_)
    good[tails[falls & (winner[heads] == PICKER)]] = True
    stray = np.zeros(arena.n, np.bool_)
    stray[tails[~falls | (winner[heads] != MOVER)]] = True
    for v in part.vertices.tolist():
        if rank[v] < 0 or winner[v] == UNDECIDED:
            yield v, "it has a rank without a winner, or no rank"
        elif winner[v] == MOVER and not good[v]:
            yield v, "it is called N, and no arc leads to a P vertex of smaller rank"
        elif winner[v] == PICKER and stray[v]:
            yield v, "it is called P, and an arc leads to something else than an N vertex of smaller rank"


def _dag(problem: Geography, arena: Arena, winner: Codes, ranked: NDArray[np.bool_], part: ProofDag) -> Faults:
    """Check a proof over positions: the graph it is about, then position after position, then the starts."""
    fault = _board_fault(problem, arena, winner, ranked, part)
    if fault:
        yield None, fault
        return
    board = _Board(problem, arena, part)
    for index, node in enumerate(part.nodes):
        fault = board.fault(index, node)
        if fault:
            yield None, f"position {index} of the proof: {fault}"
    for v, root in zip(part.vertices.tolist(), part.roots, strict=True):
        if not 0 <= root < len(part.nodes):
            yield v, "its proof is not there"
            continue
        node = part.nodes[root]
        if part.places[node.vertex] != v or not board.is_start(root):
            yield v, "its proof is about another position"
        elif winner[v] != (MOVER if node.wins else PICKER):
            yield v, "its proof says that the other player wins"


def _board_fault(problem: Geography, arena: Arena, winner: Codes, ranked: NDArray[np.bool_], part: ProofDag) -> str:
    """Say what is wrong with the graph that a proof is about, if anything: it may leave out only moves that lose."""
    inside = np.zeros(arena.n, np.bool_)
    m = arena.m
    both_ways = not problem.directed and problem.by_vertex
    if len(part.roots) != part.vertices.size or (
        part.places.size and not 0 <= part.places.min() <= part.places.max() < arena.n
    ):
        return "the proof's graph does not fit the game's"
    if part.arcs.size and not 0 <= part.arcs.min() <= part.arcs.max() < m * (2 if both_ways else 1):
        return "the proof names an arc that is not there"
    inside[part.places] = True
    used = np.zeros(2 * m, np.int64)
    np.add.at(used, part.arcs, 1)
    if np.count_nonzero(inside) != part.places.size or used.max(initial=0) > 1:
        return "the proof names a vertex or an arc twice"
    tails, heads = _tails(arena), arena.successors
    within = inside[tails] & inside[heads]
    listed = used[:m] == 1
    if np.any(listed & ~within) or np.any((used[m:] == 1) & ~within):
        return "the proof uses an arc of which it does not know both ends"
    loop = (tails == heads) & problem.by_vertex
    if np.any(within & ~loop & ~listed) or (both_ways and np.any(within & ~loop & (used[m:] == 0))):
        return "the proof leaves an arc out"
    crossing = inside[tails] & ~inside[heads]
    if problem.directed:
        if np.any(crossing & ~(ranked[heads] & (winner[heads] == MOVER))):
            return "the proof leaves out an arc to a vertex that no rank proves to be N"
    elif np.any(inside[tails] != inside[heads]):
        return "the proof leaves an edge out"
    return ""


class _Board:
    """The rules on the proof's graph; positions are a vertex and a bit set of arcs, as in the proof."""

    def __init__(self, problem: Geography, arena: Arena, part: ProofDag):
        number = np.full(arena.n, -1, np.int64)
        number[part.places] = np.arange(part.places.size)
        tails, heads = number[_tails(arena)].tolist(), number[arena.successors].tolist()
        m = arena.m
        self.ends = [(tails[e], heads[e]) if e < m else (heads[e - m], tails[e - m]) for e in part.arcs.tolist()]
        self.nodes, self.by_vertex = part.nodes, problem.by_vertex
        self.undirected = not problem.directed and not problem.by_vertex
        self.at: list[list[tuple[int, int]]] = [[] for _ in part.places]
        for e, (u, w) in enumerate(self.ends):
            self.at[u].append((e, w))
            if self.undirected and u != w:
                self.at[w].append((e, u))
        self.left = [self.spread(node.vertex, node.unused)[0] if self.known(node) else -1 for node in part.nodes]

    def known(self, node: ProofNode) -> bool:
        """Whether vertex and arcs of a position are of this graph."""
        return 0 <= node.vertex < len(self.at) and node.unused >> len(self.ends) == 0 and node.unused >= 0

    def moves(self, v: int, unused: int) -> list[tuple[int, int]]:
        return [(e, w) for e, w in self.at[v] if unused >> e & 1]

    def spread(self, v: int, unused: int) -> tuple[int, dict[int, int]]:
        """Give the arcs and the vertices (with their distance) that can be reached."""
        kept, distance, queue = 0, {v: 0}, [v]
        for u in queue:
            for e, w in self.moves(u, unused):
                kept |= 1 << e
                if w not in distance:
                    distance[w] = distance[u] + 1
                    queue.append(w)
        return kept, distance

    def touching(self, v: int, into: bool) -> int:
        """Give the arcs into v, or all at v."""
        return sum(1 << e for e, (u, w) in enumerate(self.ends) if w == v or (u == v and not into))

    def is_start(self, index: int) -> bool:
        """Whether a position of the proof is one to begin with."""
        node = self.nodes[index]
        everything = (1 << len(self.ends)) - 1
        if self.by_vertex:
            everything &= ~self.touching(node.vertex, True)
        return self.left[index] == self.spread(node.vertex, everything)[0]

    def proves(self, index: int, child: int, v: int, unused: int, wins: bool) -> bool:
        """Whether an earlier position of the proof is this one, and has this value."""
        if not 0 <= child < index:
            return False
        node = self.nodes[child]
        return node.vertex == v and node.wins == wins and self.left[child] == self.spread(v, unused)[0]

    def fault(self, index: int, node: ProofNode) -> str:
        """Say what is wrong with one position of the proof, if anything."""
        if not self.known(node):
            return "it is no position of this graph"
        unused, settled = node.unused, False
        for number, fact in enumerate(node.facts):
            if settled:
                return f"something follows fact {number - 1}, which decides the position"
            kind, e, u, _ = fact
            wrong = self.fact_fault(index, node, unused, fact)
            if wrong:
                return f"fact {number}: {wrong}"
            if kind == "cancel":
                unused &= ~(1 << e | 1 << u)
            elif kind == "drop":
                unused &= ~(1 << e)
            else:
                settled = u == node.vertex
                unused &= ~self.touching(u, not self.undirected)
        if settled or node.rule == "settled":
            return "" if settled and node.rule == "settled" and node.wins else "no fact decides it as it says"
        rule = self.RULES.get(node.rule)
        return (
            f"{node.rule!r} is no rule"
            if rule is None
            else rule(self, index, node, self.spread(node.vertex, unused)[0])
        )

    def fact_fault(self, index: int, node: ProofNode, unused: int, fact: tuple[str, int, int, int]) -> str:
        """Say why some arcs may not be taken away."""
        kind, e, u, child = fact
        if e < 0 or not unused >> e & 1:
            return f"arc {e} is not there"
        if kind == "cancel":
            if self.by_vertex or u < 0 or u == e or not unused >> u & 1:
                return "there are no two arcs to cancel"
            ends = self.ends[u] if not self.undirected else tuple(sorted(self.ends[u]))
            there = self.ends[e][::-1] if not self.undirected else tuple(sorted(self.ends[e]))
            return "" if ends == there else f"arcs {e} and {u} do not cancel"
        if kind not in ("win", "drop"):
            return f"{kind!r} is no kind of fact"
        heads = [w for f, w in self.at[u] if f == e] if 0 <= u < len(self.at) else []
        if not heads:
            return f"arc {e} does not leave vertex {u}"
        w = heads[0]
        if kind == "win" and child == -1:
            stays = [f for f, _ in self.moves(w, unused) if not (self.undirected and f == e)]
            if stays or w == u or (self.undirected and w == node.vertex):
                return f"the play does not end behind arc {e}"
            return ""
        if self.undirected or self.by_vertex:
            return "components prove nothing in this game"
        if u in self.spread(w, unused)[1]:
            return f"arc {e} does not leave its component"
        if not self.proves(index, child, w, unused, kind == "drop"):
            return f"position {child} does not prove what is behind arc {e}"
        return ""

    def move(self, index: int, node: ProofNode, unused: int) -> str:
        """Check that one move leads to P."""
        for e, w in self.moves(node.vertex, unused):
            if e == node.arc and node.wins and len(node.children) == 1:
                ok = self.proves(index, node.children[0], w, self.after(node.vertex, unused, e, w), False)
                return "" if ok else "the move does not lead to a position proved to be P"
        return "the move is not there"

    def all(self, index: int, node: ProofNode, unused: int) -> str:
        """Check that all moves lead to N."""
        moves = self.moves(node.vertex, unused)
        if node.wins or len(moves) != len(node.children):
            return "not every move is answered"
        for (e, w), child in zip(moves, node.children, strict=True):
            if not self.proves(index, child, w, self.after(node.vertex, unused, e, w), True):
                return f"the move along arc {e} does not lead to a position proved to be N"
        return ""

    def after(self, v: int, unused: int, e: int, w: int) -> int:
        """Give what is left after a move."""
        if self.by_vertex:
            return unused & ~(self.touching(v, False) | self.touching(w, True))
        return unused & ~(1 << e)

    def surplus(self, unused: int, among: dict[int, int]) -> dict[int, int]:
        """Give for each vertex how many more arcs lead in than out."""
        more = dict.fromkeys(among, 0)
        for u in among:
            for _, w in self.moves(u, unused):
                more[u] -= 1
                more[w] += 1
        return more

    def parity(self, index: int, node: ProofNode, unused: int) -> str:
        """Check that the play can end at an even distance only, or at an odd one only."""
        if self.undirected or self.by_vertex:
            return "parity proves nothing in this game"
        _, distance = self.spread(node.vertex, unused)
        if any((distance[u] + distance[w]) % 2 == 0 for u in distance for _, w in self.moves(u, unused)):
            return "the graph that is left has no two colours"
        more = self.surplus(unused, distance)
        ends = {distance[x] % 2 for x in distance if more[x] > 0 or (x == node.vertex and more[x] == 0)}
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
        short = [u for u in balance if u not in inside and balance[u] < 0]
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
            if u not in inside and count % 2 != (node.wins and u == node.vertex):
                return f"vertex {u} has {count} edges into the kernel"
        return ""

    RULES: ClassVar[dict[str, Callable[[Any, int, ProofNode, int], str]]] = {
        "move": move,
        "all": all,
        "parity": parity,
        "kernel": kernel,
        "even": even,
    }
