"""Games with fair edges as parity games: a gadget for each vertex that has fair edges.

Let player 1 own v, of priority p, which has fair edges. In place of his move player 0 names an even number c from p on.
Then player 1 chooses: the play sees c, and he moves as he likes; or it sees c - 1, and *she* takes a fair edge. So if
she says that c is worth having, he either lets her have it or is fair. The largest c is larger than all priorities of
the game, so that being unfair is the worst that he can do. Where player 0 owns v, the players change places and the
numbers are odd; hers go beyond his, since she loses where both are unfair.

A winner's moves come back as moves in the game. Where he owns a vertex with fair edges, he has for each number of the
other an answer: to move to w, or to be fair. If he is not fair even at the largest number, he moves to w, and the play
comes there only finitely often. Else he takes in turn all fair edges, and w if he moves there at some number.

Hausmann, Piterman, Sağlam, Schmuck, *Fair omega-regular games*, FoSSaCS 2024, after the gadget for almost-sure parity
of Chatterjee, Jurdziński, Henzinger, *Simple stochastic parity games*, CSL 2003.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import ranges
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import InTurn
from graphgames.games.fair.certificate import FairMoves
from graphgames.games.parity.objective import Parity
from graphgames.games.parity.portfolio import portfolio
from graphgames.graphs.order import first_edges

Numbers = NDArray[np.int64]


class Gadgets(NamedTuple):
    """The parity game: behind the n vertices two for each that has fair edges, and two for each of its numbers."""

    game: Game
    vertex: Numbers
    """The vertices with fair edges, k of them."""
    free: Numbers
    """For each where its owner moves as he likes."""
    which: Numbers
    """For each number named at a vertex, which of the k that is."""
    asked: Numbers
    """For each number where the owner chooses."""
    number: Numbers
    """The numbers; where one is the priority itself there is nothing to choose, and no entry here."""
    direct: NDArray[np.bool_]
    """For each of the k whether there is such a one."""


def as_parity(arena: Arena, objective: Any, start: Any = None, players: tuple[str, str] = Game.players) -> Gadgets:
    """Return the parity game of an arena and an objective with fair edges, bound to it.

    Vertex v of the arena is vertex v of the game, and won alike.
    """
    owner, over = cast("NDArray[np.uint8]", arena.owner), objective.over
    stays = arena.out_degree == 0 if over is None else over | (arena.out_degree == 0)
    priority = np.asarray(objective.priorities(arena), np.int64)
    kept = ~stays[arena.tails]
    tails, heads = arena.tails[kept].astype(np.int64), arena.successors[kept].astype(np.int64)
    fair = objective.fair_edges[kept]
    vertex = np.unique(tails[fair])
    place = np.full(arena.n, -1)
    place[vertex] = np.arange(vertex.size)
    his, low = owner[vertex].astype(np.int64), priority[vertex]
    tops = _tops(int(priority.max(initial=0)), bool(his.any()))
    first = low + (low % 2 == his)  # of the other's parity, which is his own number
    direct = first == low
    count = (tops[his] - first) // 2 + 1 - direct
    which = np.repeat(np.arange(vertex.size), count)
    number = np.repeat(first + 2 * direct, count) + 2 * ranges(np.zeros(vertex.size, np.int64), count)
    free = arena.n + np.arange(vertex.size)
    turn = free + vertex.size
    asked = arena.n + 2 * vertex.size + 2 * np.arange(which.size)
    special, at = place[tails] >= 0, place[tails]
    loops = np.flatnonzero(stays)
    edges = [
        (np.where(special, free[at] if vertex.size else tails, tails), heads),
        (loops, loops),
        (turn[at[fair]], heads[fair]),
        (vertex[direct], free[direct]),
        (vertex[which], asked),
        (asked, asked + 1),
        (asked + 1, free[which]),
        (asked, turn[which]),
    ]
    of_numbers = np.stack([number - 1, number], axis=1).reshape(-1)
    owners = np.concatenate([owner, his, 1 - his, np.repeat(his[which], 2)])
    owners[vertex] = 1 - his
    made = Arena.from_arrays(
        np.concatenate([one for one, _ in edges]),
        np.concatenate([other for _, other in edges]),
        owners.size,
        owners.astype(np.uint8),
        _labels(arena, vertex, which, number),
    )
    priorities = np.concatenate([priority, np.zeros(2 * vertex.size, np.int64), of_numbers])
    game = Game(made, Parity(priorities.astype(np.int32)), start, players)
    return Gadgets(game, vertex, free, which, asked, number, direct)


def _tops(largest: int, both: bool) -> Numbers:
    """Return the largest numbers: odd ones at vertices of player 0, even ones at those of player 1, if he has some."""
    even = largest + largest % 2
    return np.array([even + 1 if both else largest + (largest + 1) % 2, even])


def _labels(arena: Arena, vertex: Numbers, which: Numbers, number: Numbers) -> list[str] | None:
    """Return labels for the vertices of the gadgets, where the arena has some."""
    if arena.labels is None:
        return None
    names = [str(name) for name in arena.names]
    own = [names[v] for v in vertex.tolist()]
    asked = [(own[k], c) for k, c in zip(which.tolist(), number.tolist(), strict=True)]
    of_gadgets = [f"{name}, {word}" for name, c in asked for word in (f"{c}?", f"{c}")]
    return [*names, *(f"{name}, free" for name in own), *(f"{name}, fair" for name in own), *of_gadgets]


def fair_gadget(game: Game) -> ArenaSolution:
    """Solve a game with fair edges.

    The strategy takes some edges in turn. ``stats`` are those of the parity game.
    """
    arena, objective = game.arena, cast("Any", game.objective)
    made = as_parity(arena, objective, game.start, game.players)
    solved = portfolio(made.game)
    moves, winner = np.array(solved.strategy.moves), solved.winner[: arena.n]
    answer = moves[made.free]
    moves = moves[: arena.n]
    over = np.zeros(arena.n, np.bool_) if objective.over is None else objective.over
    moves[over | (arena.out_degree == 0)] = -1
    turns = _turns(made, solved, arena, objective.fair_edges, answer)
    moves[made.vertex] = answer
    missing = made.vertex[(answer < 0) & (winner[made.vertex] == owners(arena)[made.vertex])]
    if missing.size:  # who does not move freely anywhere begins with the first of his fair edges
        moves[missing] = arena.successors[first_edges(arena, turns)[missing]]
    proof = FairMoves(turns.astype(np.int8))
    return ArenaSolution(game, winner, InTurn(moves, arena, turns=turns), "fair-gadget", proof, None, solved.stats)


def _turns(
    made: Gadgets, solved: ArenaSolution, arena: Arena, fair: NDArray[np.bool_], answer: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Return the edges that the winners take in turn."""
    owner, winner = arena.owner, solved.winner
    assert owner is not None
    own = winner[made.vertex] == owner[made.vertex]
    freely = solved.strategy.moves[made.asked] == made.asked + 1
    ever = made.direct.copy()
    ever[made.which[freely]] = True
    always = made.direct.copy()  # to move freely even at the largest number
    last = np.flatnonzero(np.diff(made.which, append=-1))
    always[made.which[last]] = freely[last]
    answer[~own | ~ever] = -1
    rotates = np.zeros(arena.n, np.bool_)
    rotates[made.vertex[own & ~always]] = True
    to = np.full(arena.n, -1, np.int32)
    to[made.vertex] = answer
    turns: NDArray[np.bool_] = (fair | (arena.successors == to[arena.tails])) & rotates[arena.tails]
    return turns
