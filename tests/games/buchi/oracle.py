"""Büchi and co-Büchi games by the region that shrinks to where green can be forced again and again."""

from __future__ import annotations

import numpy as np

import graphgames as gg
from graphgames.certificates import BuchiLabels
from tests import naive
from tests.oracles import Oracle, Spelled, marked


def coloured(game: gg.Game) -> tuple[set[int], int]:
    """The marked vertices, and who wants to see them."""
    objective = game.objective
    assert isinstance(objective, gg.Buchi | gg.CoBuchi)
    return set(np.flatnonzero(objective.mask).tolist()), int(isinstance(objective, gg.CoBuchi))


def buchi(game: gg.Game) -> list[int]:
    """Who wins from each vertex."""
    green, player = coloured(game)
    region = naive.buchi(game.arena, green, player)
    return [player if v in region else 1 - player for v in range(game.arena.n)]


def _spelled(player: int) -> Spelled:
    make = gg.CoBuchi if player else gg.Buchi
    return Spelled(
        lambda data: make(data.astype(bool)),
        lambda labels: BuchiLabels(player, labels["alpha"], labels["beta"]),
        "LabelsClaim",
    )


ORACLES = {
    "buchi": Oracle(buchi, marked(gg.Buchi, False), _spelled(0)),
    "cobuchi": Oracle(buchi, marked(gg.CoBuchi, False), _spelled(1)),
}
