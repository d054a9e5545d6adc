"""Büchi and co-Büchi games on arenas that are spread over processes, by repeated removal of traps.

What one player cannot attract to the vertices that he wants to see is a trap; the other wins it, and all that he
attracts to it (McNaughton 1993). Both labellings of the proof are made on the way: alpha is the rank in the last
attractor, and beta is known of a vertex when it is removed.
"""

from __future__ import annotations

import os

import numpy as np

from graphgames.engines.backward import UNDECIDED, Backwards, Labels, of_heads, stay
from graphgames.engines.checkpoint import EVERY, Checkpoint
from graphgames.engines.spread_game import SpreadGame
from graphgames.engines.spread_solution import SpreadSolution
from graphgames.engines.team import Ints
from graphgames.games.buchi.certificate import BuchiLabels
from graphgames.games.buchi.objective import Buchi, CoBuchi


def buchi_traps(
    game: SpreadGame, checkpoint: str | os.PathLike[str] | None = None, every: float = EVERY
) -> SpreadSolution:
    """Solve a Büchi or co-Büchi game; the winners are those of `traps.buchi_traps`.

    A round, which removes a trap, is O((n + m) / processes) and as many exchanges as it has layers; ``stats`` counts
    the rounds.

    What is found is kept in the file ``checkpoint``, every so many seconds, and a call goes on from there.
    """
    return _Removal(game, checkpoint, every).solve()


class _Removal:
    """A game from which traps are removed. ``player`` wants to see the marked vertices."""

    def __init__(self, game: SpreadGame, checkpoint: str | os.PathLike[str] | None, every: float):
        objective, owner = game.objective, game.arena.owner
        assert isinstance(objective, (Buchi, CoBuchi)) and owner is not None
        self.game, self.owner, self.player = game, owner, int(not objective.good)
        self.marked, self.labels = objective.mask, Labels.of(game.arena)
        self.beta = np.full(owner.size, -1, np.int32)
        self.back = Backwards.of(game)
        self.kept = Checkpoint(checkpoint, game, "buchi-traps", self.labels._asdict() | {"beta": self.beta}, every)

    def solve(self) -> SpreadSolution:
        """Remove traps until none is left."""
        labels, team, state = self.labels, self.game.team, self.kept.restore()
        rounds, layer = state.get("rounds", 0), state.get("layer", 0)
        while True:
            self.kept.save(rounds=rounds, layer=layer)
            tried = self._attract()
            trap = np.flatnonzero(tried.winner == UNDECIDED)
            if team.least(int(trap.size == 0)):
                break
            rounds += 1
            labels.winner[trap] = 1 - self.player
            stay(self.game, labels, trap[self.owner[trap] != self.player])
            self._label_trap(trap)
            layer = self.back.spread(labels, trap, layer, self._label_attracted)
        mine = labels.winner == UNDECIDED
        labels.winner[mine], labels.moves[mine] = self.player, tried.moves[mine]
        stay(self.game, labels, np.flatnonzero(mine & self.marked & (self.owner == self.player)))
        alpha = np.where(mine, tried.rank, np.int32(-1))
        self.kept.remove()
        certificate, values = BuchiLabels(self.player, alpha, self.beta), np.where(mine, alpha, self.beta)
        return SpreadSolution(
            self.game, labels.winner, labels.moves, "buchi-traps", certificate, values, {"rounds": rounds}
        )

    def _attract(self) -> Labels:
        """Return what the player attracts to the marked vertices that are left; the rest of those left is undecided."""
        tried = Labels.of(self.game.arena)
        tried.winner[:] = self.labels.winner
        front = np.flatnonzero(self.marked & (tried.winner == UNDECIDED))
        tried.winner[front], tried.rank[front] = self.player, 0
        self.back.spread(tried, front)
        return tried

    def _label_attracted(self, rows: Ints) -> None:
        """Label what the other player attracts to a trap with beta, when a layer of it is known."""
        indptr, heads = self.game.arena.rows(rows)
        after = of_heads(self.game, rows, self.beta)[1]
        taken = np.repeat(self.labels.moves[rows], np.diff(indptr))
        after = np.where((taken < 0) | (taken == heads), after, -1)
        if rows.size:
            self.beta[rows] = np.maximum.reduceat(after, indptr[:-1]) + self.marked[rows]

    def _label_trap(self, trap: Ints) -> None:
        """Label a trap with beta: the largest of what was removed before and can be reached through the trap.

        The largest numbers go first, each backwards as far as it reaches, so that no vertex is labelled twice.
        """
        team = self.game.team
        indptr, after = of_heads(self.game, trap, self.beta)
        most = np.zeros(trap.size, np.int32)
        some = np.diff(indptr) > 0
        if some.any():
            most[some] = np.maximum(np.maximum.reduceat(after, indptr[:-1][some]), 0)
        order = np.argsort(-most, kind="stable")
        trap, most, at = trap[order], most[order], 0
        while True:
            while at < trap.size and self.beta[trap[at]] >= 0:
                at += 1
            value = -team.least(-int(most[at]) if at < trap.size else 0)
            if value <= 0:
                self.beta[trap[self.beta[trap] < 0]] = 0
                return
            front = trap[at : at + int(np.searchsorted(-most[at:], -value, "right"))]
            self._reach_back(front[self.beta[front] < 0], value)

    def _reach_back(self, front: Ints, value: int) -> None:
        """Give a beta to vertices of the trap and to all in it from which the play may come to them."""
        team, share, labels = self.game.team, self.game.arena.share, self.labels
        self.beta[front] = value
        while not team.least(int(front.size == 0)):
            found: list[Ints] = [np.empty(0, np.int64)]

            def receive(items: Ints, found: list[Ints] = found) -> None:
                for arrived in team.send([items], 32 + share.bits):
                    rows, to = share.local(arrived >> 32), (arrived & 0xFFFFFFFF) >> 1
                    inside = (labels.winner[rows] != UNDECIDED) & (self.beta[rows] < 0)
                    rows = np.unique(rows[inside & ((self.owner[rows] == self.player) | (labels.moves[rows] == to))])
                    self.beta[rows] = value
                    found.append(rows)

            self.back.updates(labels.winner, front, receive)
            front = np.concatenate(found)
