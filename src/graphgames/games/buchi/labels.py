"""Shared by the solvers of Büchi and co-Büchi games: their view of the game, and the proof of the result.

A co-Büchi game is a Büchi game of player 1 on the rejecting vertices. The two labellings of the Green Game are computed
on first use from the two strategies alone, whichever solver found them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.games.buchi.certificate import BuchiLabels
from graphgames.games.buchi.kernels.game import BuchiGame
from graphgames.games.buchi.kernels.labels import LongestPaths
from graphgames.games.buchi.objective import Buchi, CoBuchi
from graphgames.graphs.compressed_rows import Rows
from graphgames.graphs.kernels import attractor
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency

Arrays = tuple[Rows, Rows, NDArray[np.uint8], NDArray[np.uint8], int]


class BuchiView(NamedTuple):
    """A Büchi or co-Büchi game as one question: from where can ``player`` see accepting vertices infinitely often?"""

    arena: Arena
    owner: NDArray[np.uint8]
    accepting: NDArray[np.uint8]
    player: int

    @classmethod
    def of(cls, game: Game) -> BuchiView:
        """Return the view of a game."""
        objective = game.objective
        assert isinstance(objective, (Buchi, CoBuchi))
        return cls(game.arena, owners(game.arena), objective.mask.view(np.uint8), int(not objective.good))

    @property
    def arrays(self) -> Arrays:
        """The game as the kernels take it: edges by tails and by heads, owners, accepting vertices, the player."""
        return *adjacency(self.arena), self.owner, self.accepting, self.player

    def solution(
        self, game: Game, solver: str, winner: NDArray[np.uint8], moves: NDArray[np.int32], stats: Mapping[str, Any]
    ) -> ArenaSolution:
        """Fill in ``player``'s missing moves so that he stays in his region, and return the solution with its proof."""
        rows = self.arena.indptr, self.arena.successors
        attractor.stay(Graph(rows, rows), self.owner, winner, self.player, moves)  # it takes no edge back

        @cache
        def proof() -> BuchiLabels:
            return self.prove(winner, moves)

        def values() -> NDArray[np.int32]:
            return np.where(winner == self.player, proof().alpha, proof().beta)

        return ArenaSolution(game, winner, Strategy(moves), solver, proof, values, stats)

    def prove(self, winner: NDArray[np.uint8], moves: NDArray[np.int32]) -> BuchiLabels:
        """Make both labellings from the two strategies, O(n + m): one search, since no play leaves a region."""
        mine = winner == self.player
        region = (~mine | (self.accepting == 0)).astype(np.int32)
        rows = self.arena.indptr, self.arena.successors  # it takes no edge back
        label = LongestPaths(rows, rows, region, moves, self.accepting | mine).labels()
        return BuchiLabels(self.player, np.where(mine, label, np.int32(-1)), np.where(mine, np.int32(-1), label))

    def attract(self, winner: NDArray[np.uint8], moves: NDArray[np.int32]) -> None:
        """Write the moves of ``player`` towards accepting vertices in his known region; leave the other's moves."""
        rank, towards = np.empty(self.arena.n, np.int32), np.empty(self.arena.n, np.int32)
        target = self.accepting & (winner == self.player).view(np.uint8)
        attractor.attract(BuchiGame(*self.arrays), self.owner, target, self.player, rank, towards)
        moves[winner == self.player] = towards[winner == self.player]
