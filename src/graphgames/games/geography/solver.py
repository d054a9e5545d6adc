"""Geography: backward induction where it reaches, theorems where the graph has one, and search for the rest.

Directed: what can be decided backwards from the sinks costs O(n + m), and on a graph without cycles that is everything
(Smith 1966). The rest is searched with the exact reductions of the module of that name. PSPACE-complete (Schaefer 1978;
Lichtenstein & Sipser 1980), so a search may have limits, and reports partial results when one stops it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import ranges
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.games.geography.certificate import (
    EvenKernels,
    GeographyProof,
    MatchingWitness,
    Part,
    ProofDag,
    RankedLabels,
    TreeLabels,
)
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.reductions import Board, cancelling_pairs
from graphgames.games.geography.search import REDUCTIONS, UNKNOWN, Limits, Searcher, prove
from graphgames.games.geography.search_checkpoint import SearchCheckpoint
from graphgames.games.geography.solution import MOVER, PICKER, UNDECIDED, GeographySolution
from graphgames.games.geography.undirected import both_ends, by_matching, components, odd_edges, on_bipartite, on_forest
from graphgames.games.lastmove.objective import NormalPlay
from graphgames.games.lastmove.retrograde import retrograde

ALL_REDUCTIONS = ("cancel", *REDUCTIONS)
MEMORY = 256 << 20
FIRST_ROUND = 1 << 12
"""How many nodes each first vertex may cost at first; four times as many in each further round."""
Codes = NDArray[np.uint8]
Vertices = NDArray[np.int64]
Theorems = NDArray[np.object_]
Maker = Callable[[], list[Part]]


def geography(problem: Geography, **options: Any) -> GeographySolution:
    """Solve geography by the cheapest theorem that applies, and search, depth first, what none decides.

    Parameters
    ----------
    problem : Geography
        Any of the four games.
    start : int, optional
        Only this first vertex; by default all.
    nodes, seconds : int and float, optional
        Limits of the search over all graphs together. What is not decided then has winner 3.
    memory : int
        Bytes for the table of positions, by default 256 MiB; no more than what is used is touched.
    reductions : iterable of str
        Which exact reductions to use; by default all: ``cancel``, ``reach``, ``sinks``, ``exits``, ``parity``,
        ``kernel``, ``order``.
    progress : callable, optional
        See `Limits`.
    checkpoint : SearchCheckpoint, optional
        Collects what the search finds, saves it at intervals, and brings what an earlier search of the same game found.

    Returns
    -------
    GeographySolution
        ``stats`` has ``nodes``, ``seconds`` and, if a limit or Ctrl-C stopped it, ``stopped``.
    """
    return _solve(problem, "geography", depth_first=True, theorems=True, **options)


def geography_depth_first(problem: Geography, **options: Any) -> GeographySolution:
    """Solve geography by depth-first search alone; options as in `geography`."""
    return _solve(problem, "geography-depth-first", depth_first=True, theorems=False, **options)


def geography_proof_number(problem: Geography, **options: Any) -> GeographySolution:
    """Solve geography by depth-first proof-number search alone; options as in `geography`."""
    return _solve(problem, "geography-proof-number", depth_first=False, theorems=False, **options)


@dataclass
class _Work:
    """The options of one call: limits, rules, and which search."""

    depth_first: bool
    theorems: bool
    start: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    memory: int = MEMORY
    reductions: Iterable[str] = ALL_REDUCTIONS
    progress: Callable[[int, int, int, int, int], None] | None = None
    checkpoint: SearchCheckpoint | None = None

    def __post_init__(self) -> None:
        self.reductions, self.found, self.searches = tuple(self.reductions), self.checkpoint or SearchCheckpoint(), 0
        unknown = sorted(set(self.reductions) - set(ALL_REDUCTIONS))
        if unknown:
            raise SolverError(f"there is no reduction {unknown[0]!r}; the reductions are: {', '.join(ALL_REDUCTIONS)}")
        self.limits = Limits(self.nodes, self.seconds, self.progress)


_PROBLEM = Parameter("problem", Parameter.POSITIONAL_OR_KEYWORD)
_OPTIONS = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in list(signature(_Work).parameters.values())[2:]]
for _solver in (geography, geography_depth_first, geography_proof_number):
    vars(_solver)["__signature__"] = Signature([_PROBLEM, *_OPTIONS])


def _solve(problem: Geography, name: str, depth_first: bool, theorems: bool, **options: Any) -> GeographySolution:
    """Solve graph after graph under one set of limits."""
    work = _Work(depth_first, theorems, **options)
    winners, names, makers = [], [], []
    for arena in problem.graphs:
        winner = np.full(arena.n, UNDECIDED, np.uint8)
        theorem = np.full(arena.n, "", object)
        makers.append(_graph(problem, arena, winner, theorem, work))
        winners.append(winner)
        names.append(tuple(theorem.tolist()))
    work.found.write()
    limits = work.limits
    stats: dict[str, Any] = {"nodes": limits.used, "seconds": round(time.monotonic() - limits.began, 3)}
    if limits.stopped:
        stats["stopped"] = limits.stopped

    def proof() -> GeographyProof:
        return GeographyProof(tuple(tuple(part for maker in each for part in maker()) for each in makers))

    return GeographySolution(problem, tuple(winners), tuple(names), name, proof, play_on, stats)


def play_on(problem: Geography, graph: int, v: int, used: frozenset[int]) -> int:
    """Solve what is left of a graph, from v, after arcs (or vertices) were used."""
    arena = problem.graphs[graph]
    tails = arena.tails
    left = np.ones(arena.m, np.bool_)
    if problem.by_vertex:
        gone = np.zeros(arena.n, np.bool_)
        gone[list(used - {v})] = True
        left &= ~gone[tails] & ~gone[arena.successors]
    else:
        left[list(used)] = False
    rest = Arena.from_arrays(tails[left], arena.successors[left], arena.n)
    (winner,) = geography(Geography(problem.kind, [rest]), start=v).winner
    return int(winner[v])


def _graph(problem: Geography, arena: Arena, winner: Codes, theorem: Theorems, work: _Work) -> list[Maker]:
    """Decide one graph's first vertices, write ``winner`` and ``theorem``, and return what builds the proofs."""
    makers: list[Maker] = []
    if not work.theorems:
        pieces = [np.arange(arena.n)] if arena.n else []
    elif problem.directed:
        makers.append(_backward(arena, winner, theorem))
        pieces = [np.flatnonzero(winner == UNDECIDED)]
    elif problem.by_vertex:
        lost, maker = by_matching(arena)
        _record(np.arange(arena.n), lost, MatchingWitness.kind, winner, theorem)
        return [maker]
    else:
        pieces = _by_components(arena, winner, theorem, makers)
    makers += [_search(problem, arena, piece, winner, theorem, work) for piece in pieces if piece.size]
    return makers


def _record(vertices: Vertices, lost: Vertices, name: str, winner: Codes, theorem: Theorems) -> None:
    """Record what a theorem decided."""
    winner[vertices], winner[lost], theorem[vertices] = MOVER, PICKER, name


def _by_components(arena: Arena, winner: Codes, theorem: Theorems, makers: list[Maker]) -> list[Vertices]:
    """Decide undirected edge geography on trees and bipartite components; return the others, for a search."""
    rows = both_ends(arena, odd_edges(arena))
    found = components(rows, arena.n)
    trees = [component for component in found if component.edges == len(component.vertices) - 1]
    if trees:
        lost, maker = on_forest(arena, rows, trees)
        makers.append(maker)
        _record(np.array([v for tree in trees for v in tree.vertices]), lost, TreeLabels.kind, winner, theorem)
    pieces = []
    for component in found:
        vertices = np.array(sorted(component.vertices))
        if component.edges == vertices.size - 1:
            continue
        if component.bipartite:
            lost, maker = on_bipartite(rows, component)
            makers.append(maker)
            _record(vertices, lost, EvenKernels.kind, winner, theorem)
        else:
            pieces.append(vertices)
    return pieces


def _backward(arena: Arena, winner: Codes, theorem: Theorems) -> Maker:
    """Decide what backward induction from the sinks decides: all of a graph without cycles."""
    labels = retrograde(Game(arena, NormalPlay()))
    decided = np.flatnonzero(labels.winner != DRAW)
    winner[decided], theorem[decided] = labels.winner[decided], RankedLabels.kind
    rank = labels.values
    assert rank is not None
    return lambda: [RankedLabels(decided, rank[decided].astype(np.int64))]


def _search(problem: Geography, arena: Arena, rest: Vertices, winner: Codes, theorem: Theorems, work: _Work) -> Maker:
    """Search the graph that the undecided vertices span: moves out of it lose."""
    degree = arena.indptr[rest + 1] - arena.indptr[rest]
    inside = ranges(arena.indptr[rest], degree)
    tails, heads = np.repeat(np.arange(rest.size), degree), np.searchsorted(rest, arena.successors[inside])
    kept = rest[np.minimum(heads, rest.size - 1)] == arena.successors[inside]
    inside, arcs = inside[kept], tuple(zip(tails[kept].tolist(), heads[kept].tolist(), strict=True))
    if problem.by_vertex and not problem.directed:  # either direction of an edge is an arc
        arcs += tuple((w, u) for u, w in arcs)
        inside = np.concatenate([inside, inside + arena.m])
    board = Board(rest.size, arcs, not problem.directed and not problem.by_vertex, problem.by_vertex)
    searcher = Searcher(board, work.depth_first, work.reductions, work.memory)
    gone = 0
    if "cancel" in work.reductions and not problem.by_vertex:
        for pair in cancelling_pairs(board, board.start(0)):
            gone |= 1 << pair[0] | 1 << pair[1]
    decided: list[int] = []
    try:
        wanted = range(rest.size) if work.start is None else np.flatnonzero(rest == work.start).tolist()
        for v, value in _rounds(searcher, gone, wanted, rest, work):
            winner[rest[v]], theorem[rest[v]] = (PICKER, MOVER)[value], ProofDag.kind
            decided.append(v)
    except KeyboardInterrupt:
        work.limits.stopped = "interrupted"
    return lambda: [prove(searcher, decided, rest, inside)] if decided else []


def _rounds(
    searcher: Searcher, gone: int, waiting: Iterable[int], rest: Vertices, work: _Work
) -> Generator[tuple[int, int]]:
    """Yield first vertices with their values, in rounds with growing limits, so that easy ones come first."""
    checkpoint, limits, key, most = work.found, work.limits, work.searches, FIRST_ROUND
    work.searches += 1
    hard = []
    for v in waiting:
        if (key, int(rest[v])) in checkpoint.values:
            yield v, checkpoint.values[key, int(rest[v])]
        else:
            hard.append(v)
    if not hard:
        return
    records = searcher.search.records
    if key in checkpoint.tables:
        searcher.restore(checkpoint.tables[key])
    limits.pause = lambda: checkpoint.tick(key, records)
    try:
        while hard and not limits.stopped:
            waiting, hard = hard, []
            for v in waiting:
                value = searcher.value(searcher.board.start(v) & ~gone, v, limits, most)
                if value == UNKNOWN:
                    hard.append(v)
                    continue
                checkpoint.values[key, int(rest[v])] = value
                yield v, value
            most *= 4
    finally:
        limits.pause = None
        if checkpoint.save is not None:
            checkpoint.tables = {key: records()}
