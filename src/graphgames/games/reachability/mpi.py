"""Reachability and safety games on arenas that are spread over processes: the attractor, layer by layer."""

from __future__ import annotations

import os

import numpy as np

from graphgames.engines.backward import UNDECIDED, Backwards, Labels, stay
from graphgames.engines.checkpoint import EVERY, Checkpoint
from graphgames.engines.spread_game import SpreadGame
from graphgames.engines.spread_solution import SpreadSolution
from graphgames.games.reachability.certificate import AttractorRanks
from graphgames.games.reachability.objective import Reach, Safe


def attractor(
    game: SpreadGame, checkpoint: str | os.PathLike[str] | None = None, every: float = EVERY
) -> SpreadSolution:
    """Solve a reachability or safety game; winners and ranks are those of `attractor.attractor`.

    Each layer takes a few exchanges, so the time is O((n + m) / processes + layers * latency).

    What is found is kept in the file ``checkpoint``, every so many seconds, and a call goes on from there.
    """
    objective, owner, labels = game.objective, game.arena.owner, Labels.of(game.arena)
    assert isinstance(objective, (Reach, Safe)) and owner is not None
    player = int(isinstance(objective, Safe))
    goal = np.flatnonzero(objective.over)
    labels.winner[goal], labels.rank[goal] = player, 0
    Backwards.of(game).from_layer_0(labels, Checkpoint(checkpoint, game, "attractor", labels._asdict(), every))
    labels.winner[labels.winner == UNDECIDED] = 1 - player
    stay(game, labels, np.flatnonzero((labels.rank < 0) & (owner == 1 - player)))
    layers = -game.team.least(-int(labels.rank.max(initial=-1))) + 1
    certificate = AttractorRanks(player, labels.rank)
    stats = {"layers": layers}
    return SpreadSolution(game, labels.winner, labels.moves, "attractor", certificate, labels.rank, stats)
