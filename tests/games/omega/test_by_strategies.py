"""Every small game with every condition: by all strategies of both players, solvers, and McNaughton's recursion."""

from __future__ import annotations

from functools import partial
from itertools import chain, product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.core.acceptance import holds
from graphgames.core.arena import owners
from tests.arenas import every_arena
from tests.games.omega.by_strategies import Loop, winners
from tests.games.omega.oracle import mcnaughton
from tests.share import share

CONDITIONS: dict[str, Any] = {
    "generalized-buchi": lambda one, two, on: gg.GeneralizedBuchi([one, two], on=on),
    "generalized-cobuchi": lambda one, two, on: gg.GeneralizedCoBuchi([one, two], on=on),
    "gr1": lambda one, two, on: gg.GR1([one], [two], on=on),
    "rabin": lambda one, two, on: gg.Rabin([(one, two)], on=on),
    "rabin with two pairs": lambda one, two, on: gg.Rabin([(one, two), (two, one)], on=on),
    "streett": lambda one, two, on: gg.Streett([(one, two)], on=on),
    "streett with two pairs": lambda one, two, on: gg.Streett([(one, two), (two, one)], on=on),
    "emerson-lei": lambda one, two, on: gg.EmersonLei([one, two], "Inf(0) & Inf(1) | Fin(0) & Fin(1)", on=on),
    "one alone": lambda one, two, on: gg.EmersonLei([one, two], "Inf(0) & Fin(1) | Fin(0) & Inf(1)", on=on),
    "parity and buchi": lambda one, two, on: gg.Parity(one * 1 + two * 2) & gg.Buchi(one),
    "parity or cobuchi": lambda one, two, on: gg.Parity(one * 1 + two * 2) | gg.CoBuchi(two),
    "parity unless buchi": lambda one, two, on: gg.Buchi(one) >> gg.Parity(one * 1 + two * 2),
}


@pytest.mark.slow
@pytest.mark.parametrize("on", ["vertices", "edges"])
def test_every_game_of_two_vertices_is_as_its_strategies_say(on: str) -> None:
    for arena in share(chain(every_arena(1), every_arena(2)), 0.25, on, least=2):
        owner = tuple(owners(arena).tolist())
        size = arena.n if on == "vertices" else arena.m
        sets = share(product((False, True), repeat=2 * size), 0.5, on)
        for bits, (name, condition) in product(sets, CONDITIONS.items()):
            if on == "edges" and name.startswith("parity"):
                continue
            one, two = np.reshape(bits, (2, size))
            game = gg.Game(arena, condition(one, two, on))
            expected = winners(tuple(arena.edges()), owner, partial(wins, game))
            if on == "vertices":
                assert mcnaughton(game) == expected, (name, arena, bits)
            for solver in fitting(game.objective.name):
                solution = gg.solve(game, solver=solver.name)
                assert solution.winner.tolist() == expected and gg.verify(solution), (name, solver.name, arena, bits)


def wins(game: gg.Game, loop: Loop) -> bool:
    """Whether player 0 wins where a loop of edges is taken for ever: by the sets that it passes or visits."""
    objective: Any = game.objective
    places = sorted(loop) if objective.on == "edges" else game.arena.tails[sorted(loop)]
    return holds(objective.condition(), [i for i, mask in enumerate(objective.masks) if mask[places].any()])
