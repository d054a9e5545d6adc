"""Parity where chance moves: who wins almost surely and who with positive probability, through ordinary parity games.

For each player a parity game decides where he wins almost surely. At a vertex of chance his opponent says how much the
play may get out of hand. Either the opponent chooses where chance goes, at the price of the best priority for the
player; or he names a priority that is bad for the player, who answers in one of two ways: he chooses where chance goes,
and that priority is seen; or his opponent chooses, and the priority just below it is seen.

Elsewhere the opponent wins with positive probability. What neither wins almost surely is left to chance, and there each
player has a strategy from the game that is about the other. The strategies are memoryless, and the certificate counts
along what they leave of these games.

Chatterjee, Jurdziński, Henzinger, *Simple stochastic parity games*, CSL 2003.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets_of, ranges
from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.games.chance.certificate import PriorityCounts
from graphgames.games.parity.objective import Parity
from graphgames.games.parity.portfolio import portfolio
from graphgames.graphs.compressed_rows import components

Mask = NDArray[np.bool_]


def almost_sure(game: Game) -> ArenaSolution:
    """Solve a parity, Büchi or co-Büchi game on an arena with chance, qualitatively.

    ``winner`` is the player who wins almost surely, 2 where both win with positive probability; the strategy has moves
    of both players there.
    """
    arena, priority = game.arena, game.objective.priorities(game.arena).astype(np.int64)
    duels, winner = regions(arena, priority)
    moves = np.full(arena.n, -1, np.int32)
    for player, duel in enumerate(duels):
        mine = owners(arena) == player
        moves[mine & duel.sure] = duel.moves[: arena.n][mine & duel.sure]
        other = (winner == DRAW) & (owners(arena) == 1 - player)
        moves[other] = duel.moves[: arena.n][other]
    counted = [one for duel in duels for one in duel.counts(winner)]
    proof = PriorityCounts(*rows_of(counted, priority))
    stats = {"vertices of the parity games": sum(duel.arena.n for duel in duels)}
    return ArenaSolution(game, winner, Strategy(moves), "almost-sure", proof, None, stats)


def regions(arena: Arena, priority: NDArray[np.int64]) -> tuple[list[AlmostSureGame], NDArray[np.uint8]]:
    """Return the solved parity games of both players, and who wins almost surely from each vertex."""
    duels = [AlmostSureGame(arena, priority, player) for player in (0, 1)]
    winner = np.full(arena.n, DRAW, np.uint8)
    for player, duel in enumerate(duels):
        winner[duel.sure] = player
    return duels, winner


Counted = tuple[int, Mask, NDArray[np.int64]]
"""A priority, where its count is meant, and the count."""


def rows_of(
    counted: list[Counted], priority: NDArray[np.int64]
) -> tuple[tuple[int, ...], tuple[NDArray[np.int64], ...]]:
    """Return the priorities and their counts, without what says nothing."""
    counts = dict[int, NDArray[np.int64]]()
    for level, where, found in counted:
        row = counts.setdefault(level, np.zeros(priority.size, np.int64))
        row[where] = found[where]
    kept = {level: row for level, row in sorted(counts.items()) if row.any() or (priority == level).any()}
    return tuple(kept), tuple(kept.values())


class AlmostSureGame:
    """The solved parity game that decides where a player wins almost surely.

    In it that player is player 0, with even priorities; those of the game itself are less by the number of the player.
    """

    def __init__(self, arena: Arena, priority: NDArray[np.int64], player: int):
        owner = np.array([player, 1 - player, CHANCE], np.uint8)[owners(arena)]
        owner, self.priority, tails, heads = _without_chance(arena, owner, priority + player)
        order = np.argsort(tails, kind="stable")
        self.arena = Arena.trusted(offsets_of(tails, owner.size), heads[order].astype(np.int32), owner)
        solved = portfolio(Game(self.arena, Parity(self.priority)))
        self.n, self.player, self.winner, self.moves = arena.n, player, solved.winner, solved.strategy.moves
        self.sure = np.asarray(solved.winner[: arena.n] == 0)

    def counts(self, winner: NDArray[np.uint8]) -> list[Counted]:
        """Return the player's own counts where he wins almost surely, the other's where it is left to chance."""
        return self.counts_in(0, self.sure) + self.counts_in(1, winner == DRAW)

    def counts_in(self, region: int, where: Mask) -> list[Counted]:
        """Return for each priority that is bad for a player how often it comes before a larger one, and where."""
        found, owner = [], self.arena.owner
        assert owner is not None
        inside = self.winner == region
        if region:
            inside[: self.n] &= where
        tails, heads = self.arena.tails, self.arena.successors
        taken = np.where(owner[tails] == region, heads == self.moves[tails], True)
        kept = taken & inside[tails] & inside[heads]
        bad = np.unique(self.priority[inside & (self.priority % 2 != region)])
        for level in bad.tolist():
            low = kept & (self.priority[tails] <= level) & (self.priority[heads] <= level)
            count = _longest(tails[low], heads[low], inside & (self.priority == level))
            found.append((level - self.player, where, count[: self.n]))
        return found


def _without_chance(
    arena: Arena, owner: NDArray[np.uint8], priority: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return owners, priorities and edges of the parity game in which player 0 wins where she does almost surely."""
    chance = np.flatnonzero(owner == CHANCE)
    plain = owner[arena.tails] != CHANCE
    edges = [(arena.tails[plain], arena.successors[plain])]
    owner = np.where(owner == CHANCE, 1, owner).astype(np.uint8)
    owners, priorities, n = [owner], [priority], arena.n

    def added(after: NDArray[np.int64], mover: int, seen: int) -> NDArray[np.int64]:
        """Add a vertex behind each of some, with the priority that is seen there."""
        nonlocal n
        fresh = n + np.arange(after.size)
        edges.append((after, fresh))
        owners.append(np.full(after.size, mover, np.uint8))
        priorities.append(np.full(after.size, seen, np.int64))
        n += after.size
        return fresh

    def lead_on(fresh: NDArray[np.int64], of: NDArray[np.int64]) -> None:
        """Let vertices lead to where chance does from others."""
        degree = arena.out_degree[of]
        places = ranges(arena.indptr[of], degree)
        edges.append((np.repeat(fresh, degree), arena.successors[places]))

    best = int(priority.max(initial=0)) // 2 * 2 + 2
    lead_on(added(chance, 1, best), chance)
    for level in np.unique(priority[priority % 2 == 1]).tolist():
        at = chance[priority[chance] == level]
        lead_on(added(at, 0, level), at)
        below = chance[priority[chance] < level]
        answer = added(below, 0, 0)
        lead_on(added(answer, 0, level), below)
        lead_on(added(answer, 1, level - 1), below)
    tails, heads = (np.concatenate(ends) for ends in zip(*edges, strict=True))
    return np.concatenate(owners), np.concatenate(priorities), tails, heads


def _longest(tails: NDArray[np.int32], heads: NDArray[np.int32], marked: Mask) -> NDArray[np.int64]:
    """Return for each vertex how many marked ones a path from it has at most; none of these is on a cycle.

    The edges come by their tails.
    """
    number, count = components((offsets_of(tails, marked.size), heads))
    between = number[tails] != number[heads]
    tails, heads = number[tails[between]], number[heads[between]]
    own = np.zeros(count, np.int64)
    own[number[marked]] = 1
    order = np.argsort(tails, kind="stable")
    best, ahead, at = own.tolist(), [0] * count, -1
    for u, w in zip(tails[order].tolist(), heads[order].tolist(), strict=True):
        if u != at and at >= 0:
            best[at] += ahead[at]
        at = u
        ahead[u] = max(ahead[u], best[w])
    if at >= 0:
        best[at] += ahead[at]
    return np.array(best, np.int64)[number]
