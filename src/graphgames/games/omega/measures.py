"""How strategies become certificates: measures of what they leave, where the condition is one of pairs of sets."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.game import Game
from graphgames.core.memory import Automaton, product
from graphgames.games.omega.certificate import RabinMeasures, RememberedMoves
from graphgames.graphs.compressed_rows import Rows, components

Masks = NDArray[np.bool_]
Numbers = NDArray[np.int32]


def proof(game: Game, winner: NDArray[np.uint8], moves: NDArray[Any], update: NDArray[np.int64]) -> RememberedMoves:
    """Return the certificate of a solution, given its moves and the states after its states, shape (k, n)."""
    paired = cast("Any", game.objective).paired
    if paired is None:
        return RememberedMoves(update)
    player, avoided, wanted = paired
    arena, states, hers, moves = game.arena, len(update), winner == player, moves.astype(np.int32)
    row = measure((arena.indptr, arena.successors), hers, moves[0], avoided, wanted)
    rank = np.full((len(avoided) * states, arena.n), -1, np.int32)
    if not hers.all():
        pairs = product(arena, Automaton.of_vertices(update, arena))
        rows, taken = (pairs.arena.indptr, pairs.arena.successors), pairs.lifted(moves)
        for i, first in enumerate(avoided):
            inside = ~hers & ~first
            number, _ = components(rows, np.tile(inside, states), taken)
            found = np.where(inside, number.reshape(states, -1) + 1, 0)
            rank[i * states : (i + 1) * states] = np.where(hers, -1, found)
    return RabinMeasures(update, row, rank)


def measure(rows: Rows, region: NDArray[np.bool_], moves: Numbers, avoided: Masks, wanted: Masks) -> Numbers:
    """Return a Rabin measure of a region in which moves win for the player who wants one of the pairs of sets.

    Each component of what the moves leave has a pair of which it sees the second set, not the first. The second set is
    removed, and what is left falls into components again, until nothing is. A row numbers the components of a round; no
    pair is named by two of them that lie in each other, so that there is at most a row more than there are pairs.

    >>> ring = np.array([0, 1, 2]), np.array([1, 0], np.int32)
    >>> pair = np.array([[False, False]]), np.array([[True, False]])
    >>> measure(ring, np.ones(2, np.bool_), np.array([1, 0], np.int32), *pair)
    array([[1, 1],
           [0, 1]], dtype=int32)
    """
    found: list[Numbers] = []
    left, k = region, len(avoided)
    while left.any() or not found:
        number, count = components(rows, left, moves)
        inside = np.flatnonzero(left)
        seen = np.zeros((2, k, count), np.bool_)
        for sets, masks in zip(seen, (avoided, wanted), strict=True):
            for one, mask in zip(sets, masks, strict=True):
                one[number[inside[mask[inside]]]] = True
        fits = seen[1] & ~seen[0]
        pair = fits.argmax(axis=0)[number[inside]]
        row = np.where(region, np.int32(0), np.int32(-1))
        row[inside] = (number[inside] + 1) * k + pair
        found.append(row)
        goes_on = fits.any(axis=0)[number[inside]] & ~wanted[pair, inside]
        left = np.zeros_like(left)
        left[inside[goes_on]] = True
    return np.array(found)
