"""Geography: graphs on which the players in turn move one token along, never over the same arc or vertex twice.

Four games: on a directed or an undirected graph, in which each arc (*edge geography*) or each vertex (*vertex
geography*, the start counting as visited) may be used once. Whoever cannot move loses. Here stand the problem, its
solution and the certificates; nothing here knows how a game is solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.certificates import Certificate
from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.geography_names import GEOGRAPHY
from graphgames.core.graph_text import ListedGraph
from graphgames.core.objectives import frozen
from graphgames.core.oracle import RatedMove

Position = tuple[int, frozenset[int]]
MOVER, PICKER, UNDECIDED = 0, 1, 3
"""Codes in ``winner``: the player to move from the vertex, the player who put the token there, not known."""


@dataclass(frozen=True, eq=False)
class Geography:
    """Graphs for one of the four games.

    Parameters
    ----------
    kind : str
        ``edge-geography``, ``vertex-geography``, ``undirected-edge-geography`` or ``undirected-vertex-geography``.
    graphs : sequence of Arena
        Without owners; labels are what people call the vertices. An undirected graph has each edge once, from either
        end; a self-loop is one edge.
    notes : sequence of str
        What the rules make of unusual input (self-loops, repeated arcs), for people.

    Raises
    ------
    GameError
        If the kind is none of the four.

    Examples
    --------
    >>> from graphgames import Arena, solve
    >>> problem = Geography("edge-geography", [Arena.from_edges([(0, 1), (1, 2), (2, 0)])])
    >>> solve(problem).winner[0]
    array([0, 0, 0], dtype=uint8)
    """

    kind: str
    graphs: Sequence[Arena]
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.kind not in GEOGRAPHY:
            raise GameError(f"{self.kind!r} is no kind of geography; there are: {', '.join(GEOGRAPHY)}")

    @property
    def directed(self) -> bool:
        """Whether arcs may be used in one direction only."""
        return not self.kind.startswith("undirected")

    @property
    def by_vertex(self) -> bool:
        """Whether it is the vertices that may be used once."""
        return self.kind.endswith("vertex-geography")


def from_lists(kind: str, listed: Iterable[ListedGraph]) -> Geography:
    """Make the problem from graphs as they were listed.

    On an undirected graph an edge that is listed from either end, or from both, is one edge. A repeated target is one
    more parallel arc in edge geography, and nothing in vertex geography; a self-loop is an arc like any other in edge
    geography, which leaves the token where it is and passes the turn, and can never be used in vertex geography.
    """
    graphs, notes = [], []
    undirected, by_vertex = kind.startswith("undirected"), kind.endswith("vertex-geography")
    for graph in listed:
        arcs = Counter(graph.arcs)
        notes += _notes(graph, arcs, by_vertex)
        if undirected:
            arcs = Counter(
                {(u, w): max(k, arcs.get((w, u), 0)) for (u, w), k in arcs.items() if u <= w or (w, u) not in arcs}
            )
        if by_vertex:
            arcs = Counter({(u, w): 1 for u, w in arcs if u != w})
        edges = [arc for arc in sorted(arcs) for _ in range(arcs[arc])]
        graphs.append(Arena.from_edges(edges, n=len(graph.labels), labels=graph.labels))
    return Geography(kind, tuple(graphs), tuple(notes))


def _notes(graph: ListedGraph, arcs: Counter[tuple[int, int]], by_vertex: bool) -> list[str]:
    """Say what the rules make of self-loops and repeated arcs."""
    notes = []
    where = f"line {graph.line}: " if graph.line else ""
    loops = [graph.labels[u] for u, w in arcs if u == w]
    repeated = [(graph.labels[u], graph.labels[w]) for (u, w), k in arcs.items() if k > 1]
    if loops:
        rule = "can never be used, its vertex being visited" if by_vertex else "may be used once and passes the turn"
        notes.append(f"{where}the self-loop at {loops[0]}{_others(loops)} {rule}")
    if repeated:
        u, w = repeated[0]
        rule = "makes no difference" if by_vertex else "is a parallel arc, which may be used on its own"
        notes.append(f"{where}{w} listed again as a target of {u}{_others(repeated)} {rule}")
    return notes


def _others(items: Sequence[object]) -> str:
    return f" (and {len(items) - 1} more like it)" if len(items) > 1 else ""


@dataclass(frozen=True, eq=False)
class GeographyProof(Certificate):
    """Why each decided vertex of each graph is won as it is.

    Attributes
    ----------
    graphs : tuple of tuple of Part
        For each graph its parts; together they cover the decided vertices.
    """

    kind: ClassVar[str] = "geography"
    graphs: tuple[tuple[Part, ...], ...]

    def explain(self, solution: Any, v: int) -> str:
        """See `Certificate.explain`."""
        return str(solution.explain(v))

    def to_dict(self) -> dict[str, Any]:
        """See `Certificate.to_dict`."""
        return {"kind": self.kind, "graphs": [[part.to_dict() for part in parts] for parts in self.graphs]}


@dataclass(frozen=True, eq=False)
class Part(Certificate):
    """A proof for some of a graph's vertices.

    Attributes
    ----------
    vertices : ndarray of int64
        The vertices it proves.
    """

    vertices: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RankedLabels(Part):
    """Backward induction from the sinks of a directed graph; it decides every vertex where there are no cycles.

    A P vertex has arcs only to N vertices of smaller rank, an N vertex has one to a P vertex of smaller rank. The play
    cannot have been there before, as ranks fall while the winner plays by them.

    Attributes
    ----------
    rank : ndarray of int64
        One for each of ``vertices``.
    """

    kind: ClassVar[str] = "backward induction"
    rank: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MatchingWitness(Part):
    """A maximum matching that decides undirected vertex geography: P vertices are those that some maximum one misses.

    Attributes
    ----------
    mate : ndarray of int32, shape (n,)
        The other end of each vertex's edge in the matching, or -1.
    barrier : ndarray of int64
        Vertices such that without them there are as many odd components, beyond their own number, as the matching
        misses vertices (Tutte and Berge): it is maximum, and each maximum one covers them and every even component.
    steps : ndarray of int32, shape (k, 3)
        Rows ``(parent, hinge, v)``: in the matching of step ``parent``, which misses u, ``hinge`` has v for its mate;
        give it u instead, and the matching, as large as before, misses v. A first row has parent and hinge -1 and
        stands for ``mate``, which misses v. Children follow their parents depth first. They miss each P vertex.
    """

    kind: ClassVar[str] = "maximum matching"
    mate: NDArray[np.int32]
    barrier: NDArray[np.int64]
    steps: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class TreeLabels(Part):
    """Undirected edge geography on trees, where each direction of each edge has one value.

    Attributes
    ----------
    loses : ndarray of bool, shape (2, m)
        For each edge of the arena: whether the player to move loses at its head, having come from its tail ([0]), and
        at its tail, having come from its head ([1]). Pairs of parallel edges and of loops do not count.
    """

    kind: ClassVar[str] = "values on a forest"
    loses: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class EvenKernels(Part):
    """Undirected edge geography by linear algebra over the field of two elements.

    Attributes
    ----------
    sets : ndarray of uint8, shape (k, ceil(k / 8))
        For each of the k ``vertices``, which are all of their components, a set of them (by ``numpy.packbits``). For a
        P vertex it holds the vertex, has no edge inside, and every vertex outside has an even number of edges into it.
        For an N vertex the vertex itself, outside, is the only exception, with an odd number. Pairs of parallel edges
        and of loops do not count.
    """

    kind: ClassVar[str] = "even kernels"
    sets: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ProofDag(Part):
    """Positions, each decided by a rule of the game or a theorem and by positions that stand before it.

    They are positions on the graph that is left when the vertices that other parts decide are taken away: moves into
    those lose, as all of them are N.

    Attributes
    ----------
    places, arcs : ndarray of int64
        For each vertex and each arc of that graph its number in the arena.
    nodes : tuple of ProofNode
        Children stand before their parents.
    roots : tuple of int
        For each vertex of ``vertices`` the node that proves it.
    """

    kind: ClassVar[str] = "search"
    places: NDArray[np.int64]
    arcs: NDArray[np.int64]
    nodes: tuple[ProofNode, ...]
    roots: tuple[int, ...]


@dataclass(frozen=True)
class ProofNode:
    """One position of a proof.

    Attributes
    ----------
    vertex : int
        Where the token stands.
    unused : int
        The arcs left, bit e for arc e of the arena. (On an undirected graph arc e is an edge. In vertex geography the
        arcs between vertices not visited before this one.)
    wins : bool
        Whether the player to move wins.
    rule : str
        ``"move"``: one move, along arc ``arc``, leads to a P position, the only child. ``"all"``: every move leads to
        an N position; the children in the order of the arcs. ``"parity"`` and ``"kernel"``: by that theorem, the kernel
        being ``kernel``. ``"even"``: by an even kernel of an undirected graph. ``"settled"``: one of the ``facts`` wins
        at the vertex itself.
    facts : tuple of (str, int, int, int)
        Arcs that may be taken away before the rule is applied, in this order. ``("cancel", e, f, -1)``: arcs e and f
        are antiparallel, or loops at one vertex, or parallel edges. ``("drop", e, u, child)``: arc e out of u leaves
        its component for a position that the child proves to be N. ``("win", e, u, child)``: arc e leads from u to a
        vertex without moves (child -1) or leaves its component for one that the child proves to be P; arcs into u may
        go, and if u is the vertex of the position, it is decided.
    arc, kernel, children
        See ``rule``.
    """

    vertex: int
    unused: int
    wins: bool
    rule: str
    facts: tuple[tuple[str, int, int, int], ...] = ()
    arc: int = -1
    kernel: tuple[int, ...] = ()
    children: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class GeographySolution(Drawable):
    """Who wins geography from which first vertex, and why.

    Parameters
    ----------
    problem : Geography
        What was solved.
    winner : tuple of ndarray of uint8
        For each graph and vertex: 0 if the player to move from there wins (N), 1 if the player who picked it does (P),
        3 if a limit came first.
    theorem : tuple of tuple of str
        For each graph and vertex the name of the theorem, or of the search, that decided it; empty if undecided.
    solver : str
        The name of the solver.
    proof : GeographyProof or callable
        The certificate, or how to make it when it is first asked for.
    again : callable
        Solves a position of problem and graph: the vertex and what has been used; gives a code as in ``winner``.
    stats : mapping
        What the solver counted; ``stopped`` says which limit stopped it, if one did.
    """

    problem: Geography
    winner: tuple[NDArray[np.uint8], ...]
    theorem: tuple[tuple[str, ...], ...]
    solver: str
    proof: GeographyProof | Callable[[], GeographyProof]
    again: Callable[[Geography, int, int, frozenset[int]], int]
    stats: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "winner", tuple(frozen(winner, np.uint8) for winner in self.winner))

    @cached_property
    def certificate(self) -> GeographyProof:
        """What proves the solution; made when first asked for."""
        return self.proof() if callable(self.proof) else self.proof

    def picks(self, graph: int = 0) -> list[Any]:
        """Give the labels of the first vertices that win for the player who picks."""
        arena = self.problem.graphs[graph]
        return [arena.label(int(v)) for v in np.flatnonzero(self.winner[graph] == PICKER)]

    def explain(self, vertex: int | None = None, graph: int = 0) -> str:
        """Say in one sentence who wins from a first vertex and what decided it; without one, a line for each."""
        if vertex is None:
            lines = list(self.problem.notes)
            for i, arena in enumerate(self.problem.graphs):
                lines += [f"graph {i + 1}:"] if len(self.problem.graphs) > 1 else []
                lines += [self.explain(v, i) for v in range(arena.n)]
            return "\n".join(lines)
        label, code = self.problem.graphs[graph].label(vertex), int(self.winner[graph][vertex])
        if code == UNDECIDED:
            return f"{label} is not decided: the search was stopped."
        who = "the player who picks it" if code == PICKER else "the player to move from it"
        return f"{label} wins for {who}, by {self.theorem[graph][vertex]}."

    def outcome(self, position: Position | int, graph: int = 0) -> str:
        """Say ``"win"`` or ``"loss"`` for the player to move at a position.

        Parameters
        ----------
        position : int or (int, frozenset of int)
            A first vertex; or where the token stands and what has been used: numbers of arcs of the arena, or in vertex
            geography the vertices visited, this one among them.
        graph : int
            Which graph, from 0.

        Raises
        ------
        LimitExceededError
            If it is a first vertex that a limit left undecided.

        Notes
        -----
        What is left of the graph is solved anew, so later positions cost what smaller games cost.

        Examples
        --------
        >>> from graphgames import Arena, solve
        >>> ring = solve(Geography("edge-geography", [Arena.from_edges([(0, 1), (1, 2), (2, 0)])]))
        >>> ring.outcome(0), ring.outcome((1, frozenset({0})))
        ('win', 'loss')
        """
        v, used = position if isinstance(position, tuple) else (position, frozenset())
        code = self.again(self.problem, graph, v, used) if used else int(self.winner[graph][v])
        if code == UNDECIDED:
            raise LimitExceededError(f"a limit came before vertex {self.problem.graphs[graph].label(v)} was decided")
        return "loss" if code == PICKER else "win"

    def best_moves(self, position: Position | int, graph: int = 0) -> Sequence[RatedMove]:
        """Give every move from a position (see `outcome`), the winning ones first; a move is the arc's number.

        Examples
        --------
        >>> from graphgames import Arena, solve
        >>> solution = solve(Geography("edge-geography", [Arena.from_edges([(0, 1), (0, 2), (2, 3)])]))
        >>> [(move.move, move.result) for move in solution.best_moves(0)]
        [(0, 'win'), (1, 'loss')]
        """
        problem, arena = self.problem, self.problem.graphs[graph]
        v, used = position if isinstance(position, tuple) else (position, frozenset())
        used = used | {v} if problem.by_vertex else used
        tails = np.repeat(np.arange(arena.n), np.diff(arena.indptr))
        ways = [(int(e), int(arena.successors[e])) for e in np.flatnonzero(tails == v)]
        if not problem.directed:
            ways += [(int(e), int(tails[e])) for e in np.flatnonzero((arena.successors == v) & (tails != v))]
        rated = []
        for e, w in ways:
            if (w if problem.by_vertex else e) not in used:
                after = (w, used | {w if problem.by_vertex else e})
                result = "win" if self.outcome(after, graph) == "loss" else "loss"
                rated.append(RatedMove(e, after, result))
        return tuple(sorted(rated, key=lambda move: (move.result != "win", move.move)))

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Give the solution as plain Python."""
        data: dict[str, Any] = {"solver": self.solver, "objective": self.problem.kind, "graphs": len(self.winner)}
        data |= {"won": self._counts()[:2], "undecided": self._counts()[UNDECIDED]}
        if full:
            data["winner"] = [winner.tolist() for winner in self.winner]
            data["theorem"] = [list(names) for names in self.theorem]
        return data | {"stats": dict(self.stats)}

    def _counts(self) -> list[int]:
        """How many first vertices each code of a winner stands at, over all graphs."""
        counts: list[int] = np.bincount(np.concatenate([*self.winner, np.zeros(0, np.uint8)]), minlength=4).tolist()
        return counts

    def __str__(self) -> str:
        counts = self._counts()
        undecided = f", {counts[UNDECIDED]} undecided" * (counts[UNDECIDED] > 0)
        mover, picker = counts[MOVER], counts[PICKER]
        return f"{self.problem.kind}: {picker} first vertices win for who picks them, {mover} for the other{undecided}"

    def __repr__(self) -> str:
        counts = self._counts()
        return f"GeographySolution({self.problem.kind}, N={counts[0]}, P={counts[1]}, undecided={counts[3]})"


def write_winners(solution: GeographySolution) -> str:
    """Give a line for each graph: the first vertices that win for the player who picks, ascending, ``[0,2,4]``.

    Raises
    ------
    GameError
        If a limit stopped the search before every vertex was decided.
    """
    lines = []
    for i, graph in enumerate(solution.problem.graphs):
        missing = int(np.count_nonzero(solution.winner[i] == UNDECIDED))
        if missing:
            raise GameError(f"{missing} of {graph.n} first vertices are not decided; give the search more time")
        lines.append("[" + ",".join(str(label) for label in sorted(solution.picks(i))) + "]\n")
    return "".join(lines)
