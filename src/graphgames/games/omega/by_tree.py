"""Games of any acceptance condition as parity games: each vertex with a leaf of the condition's Zielonka tree."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.memory import Automaton
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.games.omega.measures import proof
from graphgames.games.omega.recursion import recursion
from graphgames.games.omega.tree import quotient
from graphgames.games.parity.portfolio import portfolio
from graphgames.graphs.compressed_rows import components

MANY, FEW = 6, 12
"""With so many leaves the recursion is tried, and left after so many attractors; on random graphs it takes 4 to 11."""


def zielonka_tree(game: Game) -> ArenaSolution:
    """Solve a game with a `Rabin`, `Streett` or `EmersonLei` objective.

    The strategy remembers a leaf of the tree, or as much of it as tells its moves apart; nothing where its player needs
    no memory for such a condition. ``stats`` are those of the parity game. If the tree has too many leaves, it is the
    recursion that solves the game.
    """
    try:
        arena, objective = game.arena, cast("Any", game.objective)
        leaves = objective.leaves
    except GameError:
        return recursion(game)
    pairs, priorities = objective.parity_game(arena)
    parity = Game(pairs, priorities, game.start, game.players)
    solved = portfolio(parity)
    winner, heads = solved.winner[: arena.n], solved.strategy.opening
    moves = np.where(heads < 0, -1, heads % max(arena.n, 1)).reshape(len(leaves.after), arena.n)
    update = leaves.after[:, leaves.colour]
    for player in leaves.memoryless:
        leaf = nearest(parity, solved.winner == player, heads, player).reshape(moves.shape).argmin(0)
        moves = np.where(winner == player, moves[leaf, np.arange(arena.n)], moves)
        update[:, winner == player] = 0
    update, moves = quotient(update, moves)
    strategy = FiniteMemoryStrategy(arena, moves, Automaton.of_vertices(update, arena))
    return ArenaSolution(
        game, winner, strategy, "zielonka-tree", partial(proof, game, winner, moves, update), None, solved.stats
    )


def recursion_or_tree(game: Game) -> ArenaSolution:
    """Solve a game with a `Rabin`, `Streett` or `EmersonLei` objective by whichever of two solvers is quick on it.

    Where the tree has many leaves the recursion comes first, and is left if it takes many attractors.
    """
    try:
        states = len(cast("Any", game.objective).leaves.after)
    except GameError:
        return recursion(game)
    if states >= MANY:
        with suppress(GameError):
            return recursion(game, FEW)
    return zielonka_tree(game)


def nearest(parity: Game, won: NDArray[np.bool_], moves: NDArray[np.int32], player: int) -> NDArray[np.int64]:
    """Return a number for each pair that a player wins: of the pairs of a vertex, he may take that of the least one.

    In what his strategy leaves, no way round has a largest priority of the other's. So for each of those, components
    are numbered downwards along edges of no larger priority, and the numbers fall at that priority itself. Pairs are
    compared by these numbers, those of the largest priority first (a Rabin measure: N. Klarlund, *Progress measures,
    immediate determinacy, and a subset construction for tree automata*, Annals of Pure and Applied Logic 69, 1994).
    """
    priority = cast("Any", parity.objective).priority
    found = np.zeros(won.size, np.int64)
    for bad in np.unique(priority[won & (priority % 2 != player)])[::-1]:
        rows = parity.arena.indptr, parity.arena.successors
        number, count = components(rows, won & (priority <= bad), moves)
        found = np.unique(found * (count + 1) + number + 1, return_inverse=True)[1]
    return found
