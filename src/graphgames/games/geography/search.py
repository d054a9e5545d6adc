"""Searching geography: the kernel with its table and limits, and proofs made from what it finds.

The kernel decides positions; `prove` queries it again (most answers are in its table) and records, for each position of
the proof, the rule of the game or the theorem that decides it. The rules of the search can be switched off one by one,
to measure the effect of each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import SolverError
from graphgames.core.oracle import Outcome
from graphgames.games.geography.certificate import ProofDag, ProofNode
from graphgames.games.geography.kernels import _codes as codes
from graphgames.games.geography.kernels.position import Position
from graphgames.games.geography.kernels.search import Search
from graphgames.games.geography.reductions import (
    Board,
    balanced_kernel,
    cancelling_pairs,
    even_kernel,
    exits,
    parity_winner,
    permanent_win,
    reachable,
)

REDUCTIONS = {
    "reach": codes.REACH,
    "sinks": codes.SINKS,
    "exits": codes.EXITS,
    "parity": codes.PARITY,
    "kernel": codes.KERNEL,
    "order": codes.ORDER,
}
"""The rules that the search can do without; ``cancel`` is one more, used before it begins."""

UNKNOWN = 2


@dataclass
class Limits:
    """The limits of a search, and what it has used so far."""

    nodes: int | None = None
    seconds: float | None = None
    """No more than these, over all positions asked for."""
    progress: Callable[[int, int, int, int, int], None] | None = None
    """Called a few times a second with the nodes so far, the deepest line, the depth now and the proof numbers at the
    root (zero in depth-first search)."""
    pause: Callable[[], None] | None = None
    """Called as often, between two steps of the search."""
    stopped: str = ""
    """``"nodes"``, ``"time"`` or ``"interrupted"`` once that has stopped the search, else empty."""
    used: int = 0
    began: float = field(default_factory=time.monotonic)

    def exceeded(self) -> bool:
        """Whether to stop now."""
        if self.nodes is not None and self.used >= self.nodes:
            self.stopped = "nodes"
        elif self.seconds is not None and time.monotonic() - self.began >= self.seconds:
            self.stopped = "time"
        return bool(self.stopped)


class Searcher:
    """Decides positions of one board (directed, in vertex geography), all with one table of so many bytes.

    ``depth_first`` is plain depth-first order instead of proof numbers; ``reductions`` are names from `REDUCTIONS`.
    """

    def __init__(self, board: Board, depth_first: bool, reductions: Iterable[str], memory: int):
        self.board = board
        ends = [(u, w, e) for e, (u, w) in enumerate(board.arcs)]
        if board.undirected:
            ends += [(w, u, e) for e, (u, w) in enumerate(board.arcs) if u != w]
        ends.sort()
        self.edge = np.array([e for _, _, e in ends], np.int64)
        slots = 4
        while slots * 2 * (_words(len(ends)) + 2) * 8 <= memory:
            slots *= 2
        form = codes.UNDIRECTED if board.undirected else codes.VERTEX if board.by_vertex else codes.DIRECTED
        bits = sum(REDUCTIONS[name] for name in reductions if name in REDUCTIONS)
        tail, head = (np.array([end[i] for end in ends], np.int32) for i in (0, 1))
        here = Position(tail, head, _twins(self.edge, board.undirected), board.n, form, bits)
        self.search = Search(here, depth_first, slots)
        self.slice = max(1, 4_000_000 // (len(ends) + board.n + 1))

    def value(self, unused: int, v: int, limits: Limits, most: int | None = None) -> int:
        """Decide a position: 1 if the player to move wins (N), 0 if he loses (P), 2 if a limit came first.

        With ``most`` it gives up after about so many nodes; what it found stays in the table.
        """
        begun = limits.used
        marked = np.frombuffer(unused.to_bytes(len(self.board.arcs) // 8 + 1, "little"), np.uint8)
        alive = np.unpackbits(marked, bitorder="little")[self.edge] if self.edge.size else np.zeros(0, np.uint8)
        search = self.search
        before, value = search.counters()[0], search.begin(v, alive)
        while value == UNKNOWN and not limits.exceeded() and (most is None or limits.used - begun < most):
            budget = self.slice if most is None else min(self.slice, most)
            state = search.advance(budget if limits.nodes is None else min(budget, limits.nodes - limits.used))
            if state == codes.FULL:
                search.grow()
            nodes, deepest, depth, phi, delta = search.counters()
            limits.used, before = limits.used + nodes - before, nodes
            if limits.progress is not None:
                limits.progress(limits.used, deepest, depth, phi, delta)
            if limits.pause is not None:
                limits.pause()
            if state == codes.DONE:
                value = search.value()
        return value

    def restore(self, records: NDArray[np.int64]) -> None:
        """Load the table of an earlier search of the same board.

        Raise `SolverError` if it is the table of another one.
        """
        m = self.edge.size
        words = _words(m)
        good = records.dtype == np.int64 and records.ndim == 2 and records.shape[1] == words + 2
        if good and len(records):
            at, last = (records[:, words] & ((1 << 31) - 1)) - 1, records[:, words - 1]
            good = bool(records.min() >= 0 and at.min() >= 0 and at.max() < self.board.n)
            good = good and bool(last.max() >> (m - 62 * (words - 1)) == 0)
        if not good:
            raise SolverError("the table of positions that was kept is one of another graph")
        self.search.restore(np.ascontiguousarray(records).ravel(), len(records))


def _words(arcs: int) -> int:
    """Return how many words of 62 bits hold a set of arcs."""
    return -(-arcs // 62) or 1


def _twins(edge: NDArray[np.int64], undirected: bool) -> NDArray[np.int32]:
    """Return for each direction of an edge the other one, itself where there is one alone."""
    twin = np.arange(edge.size, dtype=np.int32)
    if undirected and edge.size:
        order = np.argsort(edge, kind="stable")
        same = np.flatnonzero(edge[order][1:] == edge[order][:-1])
        twin[order[same]], twin[order[same + 1]] = order[same + 1], order[same]
    return twin


def prove(searcher: Searcher, starts: Sequence[int], places: NDArray[np.int64], arcs: NDArray[np.int64]) -> ProofDag:
    """Return a proof for each decided start, sharing the positions they have in common.

    ``places`` and ``arcs`` have the number in the arena of each vertex and each arc of the searcher's board.
    """
    prover = _Prover(searcher)
    roots = tuple(prover.root(v, searcher.board.start(v)) for v in starts)
    return ProofDag(places[np.array(starts, np.int64)], places, arcs, tuple(prover.nodes), roots)


Steps = Generator[tuple[int, int], int, ProofNode]


class _Prover:
    """Makes proof nodes, children first; generators ask for their children, so that depth costs no recursion."""

    def __init__(self, searcher: Searcher):
        self.searcher, self.board, self.limits = searcher, searcher.board, Limits()
        self.nodes: list[ProofNode] = []
        self.number: dict[tuple[int, int], int] = {}

    def root(self, v: int, unused: int) -> int:
        """Prove one start; pairs that cancel go first."""
        pairs = [] if self.board.by_vertex else cancelling_pairs(self.board, unused)
        stack: list[tuple[tuple[int, int], Steps]] = [((v, unused), self._steps(v, unused, pairs))]
        answer: int | None = None
        while stack:
            key, steps = stack[-1]
            try:
                child = next(steps) if answer is None else steps.send(answer)
            except StopIteration as done:
                stack.pop()
                self.nodes.append(done.value)
                answer = self.number[key] = len(self.nodes) - 1
                continue
            answer = self.number.get(child)
            if answer is None:
                stack.append((child, self._steps(*child, [])))
        assert answer is not None
        return answer

    def _wins(self, v: int, unused: int) -> bool:
        return self.searcher.value(unused, v, self.limits) == 1

    def _steps(self, v: int, given: int, pairs: list[tuple[int, int]]) -> Steps:
        """Prove one position, asking for one child after the other."""
        board, unused = self.board, given
        facts: list[tuple[str, int, int, int]] = []
        for e, f in pairs:
            facts.append(("cancel", e, f, -1))
            unused &= ~(1 << e | 1 << f)
        while True:
            unused = reachable(board, unused, v)[0]
            found = permanent_win(board, unused, v)
            if found is not None:
                u, e = found
                facts.append((Outcome.WIN, e, u, -1))
                if u == v:
                    return ProofNode(v, given, True, "settled", tuple(facts))
                unused = board.without_arcs_into(unused, u)
                continue
            decided = self._theorem(v, unused)
            if decided is not None:
                wins, rule, kernel = decided
                return ProofNode(v, given, wins, rule, tuple(facts), kernel=kernel)
            leaving = {} if board.by_vertex or board.undirected else exits(board, unused, v)
            if not leaving:
                break
            w = min(leaving, key=lambda w: reachable(board, unused, w)[0].bit_count())
            child = yield w, reachable(board, unused, w)[0]
            for e in leaving[w]:
                u = board.arcs[e][0]
                if self.nodes[child].wins:
                    facts.append(("drop", e, u, child))
                    unused &= ~(1 << e)
                    continue
                facts.append((Outcome.WIN, e, u, child))
                if u == v:
                    return ProofNode(v, given, True, "settled", tuple(facts))
                unused = board.without_arcs_into(unused, u)
        return (yield from self._moves(v, given, unused, tuple(facts)))

    def _theorem(self, v: int, unused: int) -> tuple[bool, str, tuple[int, ...]] | None:
        """Return who wins, the theorem that decides the position, and its kernel; None if none does."""
        board = self.board
        if board.by_vertex:
            return None
        if board.undirected:
            even = even_kernel(board, unused, v)
            return None if even is None else (even[0], "even", tuple(sorted(even[1])))
        wins = parity_winner(board, unused, v)
        if wins is not None:
            return wins, "parity", ()
        kernel = balanced_kernel(board, unused, v)
        return None if kernel is None else (False, "kernel", tuple(sorted(kernel)))

    def _moves(self, v: int, given: int, unused: int, facts: tuple[tuple[str, int, int, int], ...]) -> Steps:
        """Decide by the moves: one that leads to P, or all of them."""
        board, children = self.board, []
        moves = [(e, w, board.after(unused, v, e, w)) for e, w in board.moves(unused, v)]
        if self._wins(v, unused):
            e, w, left = next(move for move in moves if not self._wins(move[1], move[2]))
            child = yield w, reachable(board, left, w)[0]
            return ProofNode(v, given, True, "move", facts, e, children=(child,))
        for _, w, left in moves:
            children.append((yield w, reachable(board, left, w)[0]))
        return ProofNode(v, given, False, "all", facts, children=tuple(children))
