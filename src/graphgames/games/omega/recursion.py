"""Games of any acceptance condition, solved on their own arena by recursion over the condition's Zielonka tree.

Let a node of the tree be good for player p. For each of its children, attract for p to what the child does not hold; on
the rest, the child decides, which is good for the other. What the other wins there he wins, with all that he attracts
to it; it is removed, and all begins anew. If he wins nothing on any child's rest, p wins all that is left: p goes
through the children in turn, to what the one does not hold, and then on with the next. So p remembers the child, and
what is to be remembered below it; the other needs no more than the most that any child asks for. That is the least
memory that suffices for all games with the condition: none for the player with the Rabin condition.

McNaughton, *Infinite games played on finite graphs*, Annals of Pure and Applied Logic 65 (1993); Zielonka, *Infinite
games on finitely coloured graphs*, TCS 200 (1998); Dziembowski, Jurdziński, Walukiewicz, *How much memory is needed to
win infinite games?*, LICS 1997.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.game import Game
from graphgames.core.memory import Automaton
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.games.omega.certificate import RememberedMoves
from graphgames.games.omega.tree import Tree, quotient, used_sets, zielonka_tree
from graphgames.graphs.kernels import attractor as kernel
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency

Mask = NDArray[np.bool_]


class Plan(NamedTuple):
    """A player's moves, and the state after a vertex is left, for each state of a memory, shape (k, n)."""

    moves: NDArray[np.int32]
    update: NDArray[np.int64]

    def rows(self, k: int) -> Plan:
        """Return the plan with k states, of which those that are new are like the first."""
        which = np.arange(k)
        which[len(self.moves) :] = 0
        return Plan(self.moves[which], self.update[which])


class Solved(NamedTuple):
    """What player 0 wins of a part, and the plans of both."""

    won: Mask
    plans: tuple[Plan, Plan]


def recursion(game: Game) -> ArenaSolution:
    """Solve a game with a `Rabin`, `Streett` or `EmersonLei` objective.

    ``stats`` counts the ``attractors`` that were made, and the ``states`` of the memory, as few as tell the moves
    apart.
    """
    arena, objective = game.arena, cast("Any", game.objective)
    formula, used = used_sets(objective.condition(), objective.masks)
    work = _Recursion(game, objective.masks, used)
    solved = work.solve(np.ones(arena.n, np.bool_), zielonka_tree(formula, frozenset(used)))
    states = max(len(plan.moves) for plan in solved.plans)
    first, second = (plan.rows(states) for plan in solved.plans)
    update = np.where(solved.won, first.update, second.update)
    moves = np.where(solved.won, first.moves, second.moves)
    moves[:, solved.won != (work.owner == 0)] = -1
    update, moves = quotient(update, moves)
    strategy = FiniteMemoryStrategy(arena, moves, Automaton.of_vertices(update, arena))
    winner = (~solved.won).astype(np.uint8)
    stats = {"attractors": work.attractors, "states": len(moves)}
    return ArenaSolution(game, winner, strategy, "recursion", RememberedMoves(update), None, stats)


class _Recursion:
    """The arena, and how often something was attracted."""

    def __init__(self, game: Game, masks: Mask, used: list[int]):
        arena = game.arena
        self.graph, self.owner, self.n = Graph(*adjacency(arena)), owners(arena), arena.n
        self.held_by = np.zeros(arena.n, np.int64)
        for i in used:
            self.held_by |= masks[i].astype(np.int64) << i
        self.attractors = 0

    def attract(self, there: Mask, target: Mask, player: int) -> tuple[Mask, NDArray[np.int32]]:
        """Return from where a player can force a visit of a target within a part, and his moves to it."""
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

    def nothing(self) -> Plan:
        """Return a plan without moves."""
        return Plan(np.full((1, self.n), -1, np.int32), np.zeros((1, self.n), np.int64))

    def solve(self, there: Mask, node: Tree) -> Solved:
        """Solve a part of the arena that is a game of its own, by the conditions of a node."""
        player, children = int(not node.good), node.children
        other, rest, passed, i = (
            self.nothing(),
            there.copy(),
            dict[int, tuple[Mask, Mask, Plan, NDArray[np.int32]]](),
            0,
        )
        while len(passed) < len(children) and rest.any():
            held = sum(1 << k for k in children[i].holds)
            outside = rest & ((self.held_by & ~np.int64(held)) != 0)
            reach, steps = self.attract(rest, outside, player)
            inner = rest & ~reach
            below = self.solve(inner, children[i])
            lost = inner & (below.won == player)
            if lost.any():
                other, gone = self.taken(other, below.plans[1 - player], rest, lost, 1 - player)
                rest, passed = rest & ~gone, {}
            else:
                passed[i] = outside, inner, below.plans[player], self.stay(rest, player, steps)
            i = (i + 1) % len(children)
        own = self.by_turns(rest, player, [passed[i] for i in sorted(passed)] if rest.any() else [])
        return Solved(rest if player == 0 else there & ~rest, (own, other) if player == 0 else (other, own))

    def taken(self, plan: Plan, more: Plan, rest: Mask, lost: Mask, player: int) -> tuple[Plan, Mask]:
        """Return a plan that has also those moves on a part that a player wins, and what he attracts to that."""
        gone, steps = self.attract(rest, lost, player)
        k = max(len(plan.moves), len(more.moves))
        plan, more = plan.rows(k), more.rows(k)
        moves, update = np.where(lost, more.moves, plan.moves), np.where(lost, more.update, plan.update)
        around = gone & ~lost
        moves[:, around], update[:, around] = steps[around], 0
        return Plan(moves, update), gone

    def by_turns(self, rest: Mask, player: int, parts: list[tuple[Mask, Mask, Plan, NDArray[np.int32]]]) -> Plan:
        """Return the plan that goes through the children in turn: in each to what it does not hold."""
        if not parts:
            empty = self.nothing()
            return Plan(self.stay(rest, player, empty.moves[0])[None], empty.update)
        first = np.cumsum([0, *(len(plan.moves) for _, _, plan, _ in parts)])
        moves, update = [], []
        for i, (outside, inner, plan, steps) in enumerate(parts):
            following = first[(i + 1) % len(parts)]
            moves.append(np.where(inner, plan.moves, steps))
            elsewhere = np.where(outside, following, first[i])
            update.append(np.where(inner, plan.update + first[i], elsewhere))
        return Plan(np.concatenate(moves), np.concatenate(update))
