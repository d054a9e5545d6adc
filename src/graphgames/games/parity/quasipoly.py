"""A quasi-polynomial solver of parity games, as a reference and as a bound where the fast solvers are slow.

Parys, *Parity games: Zielonka's algorithm in quasi-polynomial time*, MFCS 2019, gives who wins. The strategies come
after that: where one player wins everything, either he attracts the play to the top priority and wins what is left; or
the top priority is the other's, then what that one does not attract to it holds a part that is won without leaving it,
and the rest is attracted to that part or looked at again. So no more than n (d + 1) regions are asked for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import quasipoly as kernel
from graphgames.games.parity.preprocess import Reduction
from graphgames.games.parity.stepwise import SolverRun, dense, solve_by, unsolved
from graphgames.graphs.kernels import attractor
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency


def quasipoly(game: Game) -> ArenaSolution:
    """Solve a parity game in quasi-polynomial time, with the strategies of both players.

    n^O(log n) in time, O(n + m) memory. The stats count ``edges`` looked at, and recursive ``calls``.
    """
    return solve_by(start, "quasipoly", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    machine = WithStrategies(arena, dense(priority))
    return SolverRun(machine, machine.winner, machine.moves, ("edges", "calls"))


class WithStrategies:
    """Finds the regions of the game, then the strategies of the players on them, part by part.

    ``parts`` are sets of vertices with the player who wins everything there; ``asked`` is the part below whose top
    vertices the regions are being looked for, and what it was that they do not attract.
    """

    def __init__(self, arena: Arena, priority: NDArray[np.int32]):
        self.game = Reduction(arena, priority)
        self.winner, self.moves = unsolved(arena)
        self.edges = self.calls = 0
        self.parts: list[tuple[NDArray[np.int32], int]] = []
        self.asked: tuple[NDArray[np.int32], NDArray[np.int32], int] | None = None
        self.found = self.winner
        self.regions: kernel.Regions | None = _regions(arena, priority, self.found)

    def run(self, budget: int) -> bool:
        """Return True once everything is decided, False after about ``budget`` edges."""
        until = self.counts()[0] + budget
        while self.counts()[0] < until:
            if self.regions is not None:
                if not self.regions.run(until - self.counts()[0]):
                    return False
                self.edges, self.calls = self.counts()
                self.regions = None
                self._use()
            elif self.parts:
                self._divide(*self.parts.pop())
            else:
                return True
        return False

    def counts(self) -> tuple[int, ...]:
        """Return the number of edges looked at and the other counts."""
        edges, calls = (0, 0) if self.regions is None else self.regions.counts()
        return self.edges + edges, self.calls + calls

    def _use(self) -> None:
        """Divide the game into its regions, or a part into what is won inside or attracted to that, and the rest."""
        if self.asked is None:
            for player in (0, 1):
                self._add(np.flatnonzero(self.winner == player).astype(np.int32), player)
            return
        part, below, player = self.asked
        won = below[self.found == player]
        self._add(won, player)
        self._add(part[~self._attract(part, won, player, player)], player)

    def _divide(self, part: NDArray[np.int32], player: int) -> None:
        """Attract to the top vertices of a part; below those of the other player ask for regions."""
        priority = self.game.priority[part]
        top = int(priority.max())
        high = part[priority == top]
        rest = part[~self._attract(part, high, top & 1, player, anywhere=True)]
        if top & 1 == player:
            self._add(rest, player)
            return
        self.asked, self.found = (part, rest, player), np.zeros(rest.size, np.uint8)
        self.regions = _regions(*self.game.part(rest), self.found)

    def _add(self, part: NDArray[np.int32], player: int) -> None:
        if part.size:
            self.parts.append((part, player))

    def _attract(
        self, part: NDArray[np.int32], to: NDArray[np.int32], by: int, winner: int, anywhere: bool = False
    ) -> NDArray[np.bool_]:
        """Return which vertices of a part are attracted; record the moves if the attracting player is the winner.

        With ``anywhere`` he may go on from there to whatever is in the part.
        """
        arena, _ = self.game.part(part)
        target = np.isin(part, to, assume_unique=True)
        rank, moves = np.empty(part.size, np.int32), np.empty(part.size, np.int32)
        owner = owners(arena)
        graph = Graph(*adjacency(arena))
        self.edges += arena.n + attractor.attract(graph, owner, target.view(np.uint8), by, rank, moves)
        if by == winner:
            mine = owner == winner
            inner = mine & (rank > 0)
            self.moves[part[inner]] = part[moves[inner]]
            if anywhere:
                high = mine & target
                self.moves[part[high]] = part[arena.successors[arena.indptr[:-1][high]]]
        return rank >= 0


def _regions(arena: Arena, priority: NDArray[np.int32], winner: NDArray[np.uint8]) -> kernel.Regions:
    return kernel.Regions(*adjacency(arena), owners(arena), priority, winner)
