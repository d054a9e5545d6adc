"""Normal and misère play on arenas that are spread over processes: backward induction, layer by layer."""

from __future__ import annotations

import os
from typing import cast

import numpy as np

from graphgames.engines.backward import Backwards, Labels
from graphgames.engines.checkpoint import EVERY, Checkpoint
from graphgames.engines.spread_game import SpreadGame
from graphgames.engines.spread_solution import SpreadSolution
from graphgames.games.lastmove.certificate import Remoteness
from graphgames.games.lastmove.objective import MiserePlay, NormalPlay


def retrograde(
    game: SpreadGame, checkpoint: str | os.PathLike[str] | None = None, every: float = EVERY
) -> SpreadSolution:
    """Solve a game under normal or misère play; outcomes and remoteness are those of `retrograde.retrograde`.

    Each layer takes a few exchanges, so the time is O((n + m) / processes + longest * latency).

    What is found is kept in the file ``checkpoint``, every so many seconds, and a call goes on from there.
    """
    labels = Labels.of(game.arena)
    ends = np.flatnonzero(labels.left == 0)
    owner = np.zeros_like(labels.winner) if game.arena.owner is None else game.arena.owner
    labels.winner[ends] = cast("NormalPlay | MiserePlay", game.objective).winner_at_ends(owner)[ends]
    labels.rank[ends] = 0
    Backwards.of(game).from_layer_0(labels, Checkpoint(checkpoint, game, "retrograde", labels._asdict(), every))
    longest = -game.team.least(-int(labels.rank.max(initial=-1)))
    certificate, stats = Remoteness(labels.rank), {"longest": longest}
    return SpreadSolution(game, labels.winner, labels.moves, "retrograde", certificate, labels.rank, stats)
