"""Games of any acceptance condition, solved on their own arena by recursion over the condition's Zielonka tree.

Of the tree only that is made which a part of the arena asks for. Its node holds what is seen in the part; let that be
good for player p. For each of its children, attract for p to what the child does not hold; the rest is solved as a part
of its own. What the other wins there he wins, with all that he attracts to it; it is removed, and all begins anew. If
he wins nothing on any child's rest, p wins all that is left: p goes through the children in turn, to what the one does
not hold, and then on with the next. So p remembers the child, and what is to be remembered below it; the other needs no
more than the most that any child asks for. That is at most the least memory that suffices for all games with the
condition: none for the player with the Rabin condition.

McNaughton, *Infinite games played on finite graphs*, Annals of Pure and Applied Logic 65 (1993); Zielonka, *Infinite
games on finitely coloured graphs*, TCS 200 (1998); Dziembowski, Jurdziński, Walukiewicz, *How much memory is needed to
win infinite games?*, LICS 1997.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import inf
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.acceptance import Formula, holds, negated
from graphgames.core.arena import owners
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.memory import Automaton
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.games.omega.measures import proof
from graphgames.games.omega.tree import MOST_STATES, Colours, Sets, colours_of, largest, quotient, together
from graphgames.graphs.kernels import attractor as kernel
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency

Mask = NDArray[np.bool_]

KEPT = 1 << 26
"""So many bytes of plans are kept for parts that are met again."""


class Plan(NamedTuple):
    """A player's moves, and the state after a vertex is left, for each state of a memory, shape (k, n)."""

    moves: NDArray[np.int32]
    update: NDArray[np.int64]

    def rows(self, k: int) -> Plan:
        """Return the plan with k states, of which those that are new are like the first."""
        which = np.arange(k)
        which[len(self.moves) :] = 0
        return Plan(self.moves[which], self.update[which])


Planned: TypeAlias = Callable[[], Plan]
"""What makes a plan when it is called: most parts are left again, and their plans are needed by nobody."""


class Solved(NamedTuple):
    """What player 0 wins of a part, what makes the plans of both, and the bytes kept for these."""

    won: Mask
    plans: tuple[Planned, Planned]
    room: int


class Piece(NamedTuple):
    """Where moves lead to, or a play stays in, what a plan is for; the plan; and these moves."""

    around: Mask
    inner: Mask
    plan: Planned
    steps: NDArray[np.int32]


def recursion(game: Game, most: float = inf) -> ArenaSolution:
    """Solve a game with a `Rabin`, `Streett` or `EmersonLei` objective.

    Raise `GameError` if the strategy of a winner that it finds has more than 4096 states of memory, or it takes more
    than ``most`` attractors. ``stats`` counts the ``attractors`` that were made, and the ``states`` of the memory, as
    few as tell the moves apart.
    """
    arena, objective = game.arena, cast("Any", game.objective)
    work = _Recursion(game, *colours_of(objective.condition(), objective.masks), most)
    solved = work.solve(np.ones(arena.n, np.bool_))
    plans = [planned() for planned in solved.plans]
    states = max(len(plan.moves) for plan in plans)
    first, second = (plan.rows(states) for plan in plans)
    update = np.where(solved.won, first.update, second.update)
    moves = np.where(solved.won, first.moves, second.moves)
    moves[:, solved.won != (work.owner == 0)] = -1
    update, moves = quotient(update, moves)
    strategy = FiniteMemoryStrategy(arena, moves, Automaton.of_vertices(update, arena))
    winner = (~solved.won).astype(np.uint8)
    stats = {"attractors": work.attractors, "states": len(moves)}
    return ArenaSolution(game, winner, strategy, "recursion", partial(proof, game, winner, moves, update), None, stats)


class _Recursion:
    """The arena, the colours of its vertices, and how often something was attracted."""

    def __init__(self, game: Game, formula: Formula, colour: Colours, most: float):
        arena = game.arena
        self.graph, self.owner, self.n = Graph(*adjacency(arena)), owners(arena), arena.n
        self.colour, self.attractors, self.most = colour, 0, most
        self.wanted = negated(formula), formula
        self.nodes, self.known, self.room = dict[bytes, tuple[int, list[Sets]]](), dict[bytes, Solved](), KEPT

    def node(self, there: Mask) -> tuple[int, list[Sets]]:
        """Return who wins a play that sees all that is in a part, and the most that the other wants to see of that."""
        colours = np.unique(self.colour[there])
        key = colours.tobytes()
        if key not in self.nodes:
            seen = together(colours)
            player = int(holds(self.wanted[0], seen))
            self.nodes[key] = player, largest(self.wanted[player], seen, colours)
        return self.nodes[key]

    def attract(self, there: Mask, target: Mask, player: int) -> tuple[Mask, NDArray[np.int32]]:
        """Return from where a player can force a visit of a target within a part, and his moves to it."""
        if self.attractors >= self.most:
            raise GameError(f"the recursion takes more than {self.most} attractors")
        rank, moves = np.empty(self.n, np.int32), np.empty(self.n, np.int32)
        owner = np.where(there, self.owner, np.uint8(3))
        kernel.attract(self.graph, owner, target.view(np.uint8), player, rank, moves)
        self.attractors += 1
        return rank >= 0, moves

    def stay(self, there: Mask, player: int, moves: NDArray[np.int32]) -> NDArray[np.int32]:
        """Write a move within a part wherever the player has none yet, and return the moves."""
        region = np.where(there, np.uint8(player), np.uint8(3))
        kernel.stay(self.graph, self.owner, region, player, moves)
        return moves

    def solve(self, there: Mask) -> Solved:
        """Solve a part of the arena that is a game of its own, which may be met again by another way."""
        key = np.packbits(there).tobytes()
        found = self.known.get(key)
        if found is None:
            found = self.found(there)
            self.room -= found.room
            if self.room > 0:
                self.known[key] = found
        return found

    def found(self, there: Mask) -> Solved:
        """Solve a part of the arena that is a game of its own."""
        player, children = self.node(there)
        rest, lost, passed, i = there.copy(), list[Piece](), dict[int, Piece](), 0
        while len(passed) < len(children) and rest.any():
            held = sum(1 << k for k in children[i])
            outside = rest & ((self.colour & ~np.int64(held)) != 0)
            reach, steps = self.attract(rest, outside, player)
            inner = rest & ~reach
            below = self.solve(inner)
            taken = inner & (below.won == player)
            if taken.any():
                gone, steps = self.attract(rest, taken, 1 - player)
                lost.append(Piece(gone & ~taken, taken, below.plans[1 - player], steps))
                rest, passed = rest & ~gone, {}
            else:
                passed[i] = Piece(outside, inner, below.plans[player], self.stay(rest, player, steps))
            i = (i + 1) % len(children)
        turns = [passed[i] for i in sorted(passed)] if rest.any() else []
        own = cache(partial(self.by_turns, rest, player, turns)), cache(partial(self.one_by_one, lost))
        room = (6 * len(turns + lost) + 2) * self.n
        return Solved(rest if player == 0 else there & ~rest, own if player == 0 else own[::-1], room)

    def one_by_one(self, pieces: list[Piece]) -> Plan:
        """Return the plan that has the moves of each piece, and leads to it from around it."""
        plans = [piece.plan() for piece in pieces]
        k = max((len(plan.moves) for plan in plans), default=1)
        moves, update = np.full((k, self.n), -1, np.int32), np.zeros((k, self.n), np.int64)
        for piece, plan in zip(pieces, plans, strict=True):
            more = plan.rows(k)
            moves[:, piece.inner], update[:, piece.inner] = more.moves[:, piece.inner], more.update[:, piece.inner]
            moves[:, piece.around] = piece.steps[piece.around]
        return Plan(moves, update)

    def by_turns(self, rest: Mask, player: int, pieces: list[Piece]) -> Plan:
        """Return the plan that goes through the children in turn: in each to what it does not hold."""
        if not pieces:
            own = self.stay(rest, player, np.full(self.n, -1, np.int32))
            return Plan(own[None], np.zeros((1, self.n), np.int64))
        plans = [piece.plan() for piece in pieces]
        first = np.cumsum([0, *(len(plan.moves) for plan in plans)])
        moves, update = [], []
        for i, ((outside, inner, _, steps), plan) in enumerate(zip(pieces, plans, strict=True)):
            following = first[(i + 1) % len(pieces)]
            moves.append(np.where(inner, plan.moves, steps))
            elsewhere = np.where(outside, following, first[i])
            update.append(np.where(inner, plan.update + first[i], elsewhere))
        after, made = quotient(np.where(rest, np.concatenate(update), 0), np.where(rest, np.concatenate(moves), -1))
        if len(made) > MOST_STATES:
            raise GameError(f"the strategy found here has more than {MOST_STATES} states of memory, too many")
        return Plan(made, after)
