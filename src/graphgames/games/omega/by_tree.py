"""Games of any acceptance condition as parity games: each vertex with a leaf of the condition's Zielonka tree."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from graphgames.core.game import Game
from graphgames.core.memory import Automaton, Product, product
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.games.omega.certificate import RememberedMoves
from graphgames.games.omega.tree import quotient
from graphgames.games.parity.objective import Parity
from graphgames.games.parity.portfolio import portfolio


def as_parity(game: Game) -> tuple[Game, Product]:
    """Return the parity game of a game with an acceptance condition, and the product that its arena is.

    The vertex v of the game is vertex v of the parity game, with the first leaf; both have the same winner.
    """
    leaves = cast("Any", game.objective).leaves
    pairs = product(game.arena, leaves.memory(game.arena))
    priority = leaves.priority[:, leaves.colour].ravel()
    return Game(pairs.arena, Parity(priority), game.start, game.players), pairs


def zielonka_tree(game: Game) -> ArenaSolution:
    """Solve a game with a `Rabin`, `Streett` or `EmersonLei` objective.

    The strategy remembers a leaf of the tree, or as much of it as tells its moves apart. ``stats`` are those of the
    parity game.
    """
    arena, memory = game.arena, game.memory
    assert memory is not None and memory.states is not None and memory.leaving is not None
    parity, pairs = as_parity(game)
    solved = portfolio(parity)
    moves = solved.strategy.opening
    moves = np.where(moves < 0, -1, pairs.vertex[moves]).reshape(memory.states, arena.n)
    update, moves = quotient(memory.leaving, moves)
    strategy = FiniteMemoryStrategy(arena, moves, Automaton.of_vertices(update, arena))
    proof = RememberedMoves(update)
    return ArenaSolution(game, solved.winner[: arena.n], strategy, "zielonka-tree", proof, None, solved.stats)
