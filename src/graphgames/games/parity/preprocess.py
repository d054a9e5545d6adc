"""Steps that decide part of a parity game or make it smaller, before a solver sees what is left.

Each step is a function on a `Reduction` and can be used alone; whatever it decides is propagated at once, so that what
is left is a game again. Collected in Friedmann & Lange, *Solving parity games in practice*, ATVA 2009, and Verver,
*Practical improvements to parity game solving*, Twente 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets_of
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.games.parity.kernels import preprocess as kernel
from graphgames.games.parity.stepwise import ParityResult, dense
from graphgames.graphs.kernels.components import Components
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency

UNDECIDED = 2
ROUNDS = 8
"""How often at most `winning_cycles` looks for cycles below the loser's top priorities."""
BATCHES = 64
"""Small components are solved together, in batches of about this share of what is left."""

Solve = Callable[[Arena, NDArray[np.int32], bool], ParityResult | None]
"""How parts are solved: the arena, its priorities, and whether it is in one piece; several may be too hard together."""


class Reduction:
    """A parity game of which part is decided.

    ``winner`` is 2 where it is not decided yet; ``moves`` has a winning move where the owner wins, else -1. A step may
    leave moves that are never needed out of the arena.
    """

    def __init__(self, arena: Arena, priority: NDArray[np.int32]):
        self.arena, self.priority, self.owner = arena, priority, owners(arena)
        self.winner = np.full(arena.n, UNDECIDED, np.uint8)
        self.moves = np.full(arena.n, -1, np.int32)
        self._number = np.full(arena.n, -1, np.int32)

    @property
    def left(self) -> NDArray[np.int32]:
        """The vertices that are not decided, ascending."""
        return np.flatnonzero(self.winner == UNDECIDED).astype(np.int32)

    def decide(self, vertices: NDArray[np.int32], winner: NDArray[np.uint8] | int, moves: NDArray[np.int32]) -> None:
        """Record who wins some vertices and how, with everything that follows."""
        self.winner[vertices] = winner
        self.moves[vertices] = np.where(self.owner[vertices] == winner, moves, -1)
        queue = np.empty(self.arena.n, np.int32)
        queue[: vertices.size] = vertices
        kernel.propagate(self._graph(), self.owner, self.winner, self.moves, queue, vertices.size)

    def _graph(self) -> Graph:
        return Graph(*adjacency(self.arena))

    def part(self, vertices: NDArray[np.int32]) -> tuple[Arena, NDArray[np.int32]]:
        """Return the game on some vertices, numbered as they stand there; edges to others are left out."""
        self._number[vertices] = np.arange(vertices.size, dtype=np.int32)
        degrees = self.arena.indptr[vertices + 1] - self.arena.indptr[vertices]
        indptr, successors = np.empty(vertices.size + 1, np.int64), np.empty(int(degrees.sum()), np.int32)
        m = kernel.subgame(self.arena.indptr, self.arena.successors, vertices, self._number, indptr, successors)
        self._number[vertices] = -1
        return Arena.trusted(indptr, successors[:m], self.owner[vertices]), self.priority[vertices]

    def components(self, active: NDArray[np.bool_]) -> tuple[NDArray[np.int32], int]:
        """Return some vertices the numbers of their strongly connected components, bottom-up; -1 elsewhere."""
        choice = np.full(self.arena.n, -1, np.int32)
        return Components(*adjacency(self.arena), active.astype(np.int32), choice).run()


def compression(game: Reduction) -> None:
    """Make the priorities dense: neighbouring ones of one parity become one."""
    left = game.left
    game.priority = game.priority.copy()
    game.priority[left] = dense(game.priority[left])


def self_loops(game: Reduction) -> None:
    """Decide the vertices whose owner wins by a self-loop, and leave out self-loops that would lose him the play."""
    arena = game.arena
    tails = arena.tails
    loop = (tails == arena.successors) & (game.winner[tails] == UNDECIDED)
    if not loop.any():
        return
    looping = np.unique(tails[loop])
    good = looping[(game.priority[looping] & 1) == game.owner[looping]]
    drop = loop.copy()
    drop[loop] = (game.priority[tails[loop]] & 1) != game.owner[tails[loop]]
    kept = np.bincount(tails[~drop], minlength=arena.n)
    stuck = looping[kept[looping] == 0]
    drop &= kept[tails] > 0
    indptr = offsets_of(tails[~drop], arena.n)
    game.arena = Arena.trusted(indptr, arena.successors[~drop], game.owner)
    game.decide(good, game.owner[good], good)
    stuck = stuck[game.winner[stuck] == UNDECIDED]
    game.decide(stuck, 1 - game.owner[stuck], stuck)


def winning_cycles(game: Reduction) -> None:
    """Decide the vertices whose owner can lead the play round a cycle of his own that he wins.

    The components of one player's vertices: where the top priority is his, all of it is won by going there again and
    again; elsewhere the top vertices are left out and what remains is looked at again, at most `ROUNDS` times.
    """
    for player in (0, 1):
        active = (game.winner == UNDECIDED) & (game.owner == player)
        for _ in range(ROUNDS):
            component, count = game.components(active)
            if count == 0:
                break
            inside = np.flatnonzero(active).astype(np.int32)
            order = inside[np.argsort(game.priority[inside], kind="stable")]
            top = np.empty(count, np.int32)
            top[component[order]] = order  # of each component the last one written: a top vertex
            cyclic = _cyclic(game, component, count)
            seeds = top[cyclic & ((game.priority[top] & 1) == player)]
            found, moves = _lead(game, component, seeds)
            high = game.priority[top][component[inside]] == game.priority[inside]
            active[inside[high | ~cyclic[component[inside]]]] = False
            if found.size:
                game.decide(found, player, moves[found])
                active &= game.winner == UNDECIDED


def _cyclic(game: Reduction, component: NDArray[np.int32], count: int) -> NDArray[np.bool_]:
    """Return which components have an edge inside."""
    heads = game.arena.successors
    inner = component[game.arena.tails]
    cyclic = np.zeros(count, np.bool_)
    cyclic[inner[(inner >= 0) & (inner == component[heads])]] = True
    return cyclic


def _lead(
    game: Reduction, component: NDArray[np.int32], seeds: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the vertices of the seeds' components, and moves that lead to the seeds and from them on."""
    moves = np.full(game.arena.n, -1, np.int32)
    queue = np.empty(game.arena.n, np.int32)
    queue[: seeds.size] = seeds
    found = kernel.lead(game._graph(), component, moves, queue, seeds.size)
    return queue[:found].copy(), moves


def single_parity(game: Reduction) -> None:
    """Decide all that is left if its priorities have one parity: that player wins with any moves."""
    left = game.left
    if left.size == 0 or np.any((game.priority[left] & 1) != (game.priority[left[0]] & 1)):
        return
    tails = game.arena.tails
    inside = (game.winner[tails] == UNDECIDED) & (game.winner[game.arena.successors] == UNDECIDED)
    moves = np.full(game.arena.n, -1, np.int32)
    moves[tails[inside]] = game.arena.successors[inside]
    game.decide(left, int(game.priority[left[0]] & 1), moves[left])


def two_priorities(game: Reduction) -> None:
    """Decide all that is left if it has two priorities, one of each parity: a Büchi or co-Büchi game."""
    left = game.left
    arena, priority = (game.arena, game.priority) if left.size == game.arena.n else game.part(left)
    outcome = as_buchi(arena, priority)
    if outcome is not None:
        game.decide(left, outcome.winner, np.where(outcome.moves < 0, -1, left[outcome.moves]))


def as_buchi(arena: Arena, priority: NDArray[np.int32]) -> ParityResult | None:
    """Solve a game with two priorities, one of each parity, by the solver of Büchi games; return None for others."""
    low, high = (int(priority.min()), int(priority.max())) if priority.size else (0, 0)
    if (low ^ high) & 1 == 0 or not np.all((priority == low) | (priority == high)):
        return None
    from graphgames.games.buchi.auto import buchi_auto  # few games are of this shape, and it is five modules
    from graphgames.games.buchi.objective import Buchi, CoBuchi

    top = priority == high
    solution = buchi_auto(Game(arena, CoBuchi(top) if high & 1 else Buchi(top)))
    return ParityResult(solution.winner, solution.strategy.moves, solution.stats)


STEPS: dict[str, Callable[[Reduction], None]] = {
    "compression": compression,
    "self-loops": self_loops,
    "winning-cycles": winning_cycles,
    "single-parity": single_parity,
    "two-priorities": two_priorities,
}
"""The steps that decide part of a game, in their order; ``components`` divides what is left."""

ALL = (*STEPS, "components")


def preprocessed(arena: Arena, priority: NDArray[np.int32], solve: Solve, steps: Sequence[str] = ALL) -> ParityResult:
    """Solve a parity game: first the steps, then a solver for the rest, one component at a time from the bottom up.

    If the third argument of ``solve`` is false, which says that the arena is several components, it may give None, and
    gets them in two halves. The stats count the ``parts`` solved, the ``edges`` looked at there, and the vertices
    ``left`` by the steps. Raise `SolverError` if there is no such step.
    """
    for step in steps:
        if step not in ALL:
            raise SolverError(f"there is no preprocessing step {step!r}; there are: {', '.join(ALL)}")
    game = Reduction(arena, priority)
    for name, take in STEPS.items():
        if name in steps:
            take(game)
    left, parts, edges = game.left, 0, 0
    order, ends = _bottom_up(game, left) if "components" in steps else (left, np.array([left.size]))
    waiting = _batches(ends, max(1, left.size // BATCHES))
    while waiting:
        first, beyond = waiting.pop()
        vertices = order[ends[first - 1] if first else 0 : ends[beyond - 1]]
        rest = vertices[game.winner[vertices] == UNDECIDED]
        if rest.size == 0:
            continue
        outcome = solve(*game.part(rest), beyond - first == 1)
        if outcome is None:
            middle = (first + beyond) // 2
            waiting += [(middle, beyond), (first, middle)]
            continue
        game.decide(rest, outcome.winner, rest[outcome.moves])
        parts += 1
        edges += outcome.stats.get("edges", 0)
    return ParityResult(game.winner, game.moves, {"edges": edges, "parts": parts, "left": left.size})


def _bottom_up(game: Reduction, left: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the remaining vertices by component, from the bottom up, and where each component ends."""
    component, count = game.components(game.winner == UNDECIDED)
    order = left[np.argsort(component[left], kind="stable")]
    return order, np.cumsum(np.bincount(component[left], minlength=count))


def _batches(ends: NDArray[np.int64], size: int) -> list[tuple[int, int]]:
    """Group consecutive components up to a size; return the ranges of their numbers, the last first."""
    ranges, start = [], 0
    while ends.size and start < ends[-1]:
        first, beyond = np.searchsorted(ends, (start, start + size), "right").tolist()
        beyond = max(first + 1, beyond)
        ranges.append((first, beyond))
        start = int(ends[beyond - 1])
    return ranges[::-1]
