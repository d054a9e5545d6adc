"""The probability to win a parity game, where one player alone chooses as long as it is left to chance who wins.

That player can do no better than to come to where he wins almost surely: what a play comes to for ever is an end
component, and one that he wins is won almost surely from all of it. So two parity games say who wins almost surely, and
the rest is the probability to reach a set.

Courcoubetis, Yannakakis, *The complexity of probabilistic verification*, JACM 42 (1995); Chatterjee, Jurdziński,
Henzinger, *Quantitative stochastic parity games*, SODA 2004.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.games.chance.certificate import WinningChances
from graphgames.games.chance.long_run.almost_sure import AlmostSureGame, Mask, regions, rows_of
from graphgames.games.chance.objective import AvoidProbability, Probability, ReachProbability
from graphgames.games.chance.reaching.portfolio import exact_or_bracketed


def winning_chances(game: Game, precision: Any = None) -> ArenaSolution:
    """Solve a game whose value is the probability to win a parity game.

    ``precision``: how wide brackets may be; by default the values are exact, or where that is too expensive brackets of
    width 1e-6.

    ``winner`` is the player who wins almost surely, 2 elsewhere.

    Raise `GameError` if both players have a choice where it is left to chance who wins.
    """
    arena, priority = game.arena, game.objective.priorities(game.arena).astype(np.int64)
    duels, winner = regions(arena, priority)
    left, counted = winner == DRAW, [one for duel in duels for one in duel.counts_in(0, duel.sure)]
    player = _chooser(arena, left)
    goal, target = reached_first(arena, winner), winner == player
    if left.any():
        counted += _if_left(arena, priority, target, 1 - player).counts_in(0, left)
    reached = exact_or_bracketed(Game(arena, goal), precision)
    moves = np.where(left & (owners(arena) < 2), reached.strategy.opening, -1)
    for owner, duel in enumerate(duels):
        own = (owners(arena) == owner) & (winner == owner)
        moves[own] = duel.moves[: arena.n][own]
    proof = WinningChances(*rows_of(counted, priority), cast("Any", reached.certificate).rank)
    stats = {"by": reached.stats.get("by", reached.solver)}
    strategy = Strategy(moves.astype(np.int32))
    return ArenaSolution(game, winner, strategy, "winning-chances", proof, reached.numbers, stats)


def reached_first(arena: Arena, winner: NDArray[np.uint8]) -> Probability:
    """Return what the player wants who chooses where it is left to chance: to come to where he wins almost surely."""
    player = _chooser(arena, winner == DRAW)
    return AvoidProbability(winner == player) if player else ReachProbability(winner == player)


def _chooser(arena: Arena, left: Mask) -> int:
    """Return the player who chooses where it is left to chance; raise `GameError` if both do."""
    choosing = [bool((left & (owners(arena) == player) & (arena.out_degree > 1)).any()) for player in (0, 1)]
    if all(choosing):
        raise GameError(
            "both players choose where it is left to chance who wins; that probability is not computed. "
            "Ask who wins almost surely, which the objective parity does"
        )
    return int(choosing[1])


def _if_left(arena: Arena, priority: NDArray[np.int64], lost: Mask, player: int) -> AlmostSureGame:
    """Return the solved game of a player in which he has won as soon as the play comes to where the other wins.

    He wins it almost surely from everywhere: what stays away from there is his.
    """
    degree = np.where(lost, 1, arena.out_degree)
    heads = np.empty(int(degree.sum()), np.int32)
    loops = np.repeat(lost, degree)
    heads[loops] = np.flatnonzero(lost)
    heads[~loops] = arena.successors[~lost[arena.tails]]
    owner = np.where(lost, 0, owners(arena)).astype(np.uint8)
    made = Arena.trusted(offsets(degree), heads, owner)
    return AlmostSureGame(made, np.where(lost, player, priority), player)
