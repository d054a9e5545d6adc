"""Checks the marks of policies: what is left of a game under a policy, and every number that is said of the policy.

It relies on what the certificates of two solutions prove: the value of each vertex in the game, and its value
in the game that the policy leaves to the other player. All else follows from these edge by edge, by the objective's own
data, and is computed here in another way than where marks are made. All values are those of player 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.digest import digest, fields_of, same_game
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Value, ends, plain

Ends = tuple[Any, Any]
"""The two ends of a number, which are the same where it is known exactly."""
BY_EDGE = ("weight", "reward", "discount")
"""What an objective says of edges, besides its marks."""


@dataclass(frozen=True)
class MarkClaim:
    """A policy of a player on a game, with the two solutions, and the numbers that follow."""

    game: Game
    start: int
    player: int
    losses: bool
    """The game, the vertex where plays begin, whose policy it is, and whether what is lost is counted."""
    share: NDArray[np.int64]
    """How likely each edge is taken, in proportion, shape (m,)."""
    best: ArenaSolution
    left: ArenaSolution
    """The solutions of the game, and of what the policy leaves of it."""
    pace: int = 1
    """How many moves a decision takes."""

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the policy, or with what the solutions are of."""
        if not self._fits():
            yield "the policy is one of another game: its player does not move where it says what to do"
        elif not self.is_left(self.left.problem):
            yield "the solution is of another game than the policy leaves"
        if not same_game(self.best.problem, self.game):
            yield "the solution for two perfect players is of another game"

    def _fits(self) -> bool:
        """Return whether the policy says what its player does, wherever that player has a move, and nowhere else."""
        arena = self.game.arena
        acts = np.isin(np.arange(arena.n), arena.tails[self.share > 0])
        due = (arena.owner == self.player) & (arena.out_degree > 0)
        return bool((self.share >= 0).all()) and np.array_equal(acts, due)

    def is_left(self, other: Game) -> bool:
        """Return whether a game is what the policy leaves of this one: by its edges, owners, chances and data."""
        arena, found, taken = self.game.arena, other.arena, self.share > 0
        if arena.owner is None or found.owner is None:  # equivalent mutant, for boards have owners
            return False
        count = np.bincount(arena.tails[taken], minlength=arena.n)
        kept = taken | (count == 0)[arena.tails]
        owner = np.where(count > 1, CHANCE, arena.owner)
        return (
            np.array_equal(found.tails, arena.tails[kept])
            and np.array_equal(found.successors, arena.successors[kept])
            and np.array_equal(found.owner, owner)
            and self._likely(kept & (owner == CHANCE)[arena.tails]) == [*chances(other).values()]
            and same_on(self.game.objective, other.objective, kept)
        )

    def _likely(self, edges: NDArray[np.bool_]) -> list[Fraction]:
        """Return how likely some edges are, by a policy or, where there is none, by chance."""
        made, own, whole = self.share.tolist(), chances(self.game), Counter[int]()
        pairs = list(zip(np.flatnonzero(edges).tolist(), self.game.arena.tails[edges].tolist(), strict=True))
        for e, v in pairs:
            whole[v] += made[e]
        return [own[e] if e in own else Fraction(made[e], whole[v]) for e, v in pairs]

    @property
    def sign(self) -> int:
        """-1 where what is lost is counted, of which the opposite is shown."""
        return -1 if self.losses else 1

    @property
    def value(self) -> Value:
        """What the policy is worth."""
        return turned(value_at(self.left, self.start), self.sign)

    @property
    def game_value(self) -> Value:
        """What perfect play is worth."""
        return turned(value_at(self.best, self.start), self.sign)

    @property
    def exploitability(self) -> Value:
        """How much less the policy is worth to its player than perfect play."""
        better, worse = value_at(self.best, self.start), value_at(self.left, self.start)
        (low, high), (least, most) = (better, worse) if self.player == 0 else (worse, better)
        return between(less(low, most), less(high, least))

    def replies(self) -> list[tuple[int, int]]:
        """Return the vertices of the other player that have a best move, each with the edge of the game that it is.

        Of parallel edges it is the first of those that are best for that player.
        """
        arena, moves, found = self.game.arena, self.left.strategy.opening.tolist(), []
        owner, sign = self.left.arena.owner.tolist(), -1 if self.player == 0 else 1  # type: ignore[union-attr]
        for v, move in enumerate(moves):
            if move >= 0 and owner[v] == 1 - self.player:
                first, after = int(arena.indptr[v]), value_at(self.left, move)[self.player == 0]
                edges = [first + k for k, head in enumerate(arena.successors_of(v).tolist()) if head == move]
                found.append((v, max(edges, key=lambda e: sign * self.adds(e, after))))
        return found

    def adds(self, e: int, after: Any) -> Any:
        """Return what an edge adds to what comes after it, as far as that differs among edges with the same ends."""
        objective: Any = self.game.objective
        weight, reward, factor = (getattr(objective, name, None) for name in ("weight", "reward", "discount"))
        row = weight if factor is not None or objective.counted == "mean" else reward
        if row is None and factor is None and objective.edge_data is not None:  # marks or priorities
            row = objective.preference(objective.edge_data)
        share = factor[e] if factor is not None and np.ndim(factor) else 0
        rest = plain(share) * after if share and isfinite(after) else 0
        return (0 if row is None else plain(row[e])) + rest

    @property
    def decided(self) -> NDArray[np.bool_]:
        """Where the player decides something: where the policy says what, and the play is not over."""
        acts = np.zeros(self.game.arena.n, np.bool_)
        acts[self.game.arena.tails[self.share > 0]] = True
        over = self.game.objective.over
        return acts if over is None else acts & ~over

    def given_away(self, v: int) -> tuple[Value, dict[int, Value]]:
        """Return what the policy gives away at a vertex, and what the move along each edge does."""
        arena = self.game.arena
        edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        gains = [self.gain(e) for e in edges]
        low, highs = max(low for low, _ in gains), sorted((high for _, high in gains), reverse=True)
        lost: list[Ends] = []
        for least, most in gains:
            k = int(most == highs[0])
            rest = highs[k : k + 1]  # the best of the other moves
            lost.append((max(0, less(low, most)), max([0, *(less(high, least) for high in rest)])))
        shares = [int(one) for one in self.share[edges.start : edges.stop]]
        taken = [(Fraction(s, sum(shares)), one) for s, one in zip(shares, lost, strict=True) if s]
        mean = [sum(s * one[k] if isfinite(one[k]) else one[k] for s, one in taken) for k in (0, 1)]
        return between(*mean), {e: between(*one) for e, one in zip(edges, lost, strict=True)}

    @property
    def bias(self) -> NDArray[Any] | None:
        """What the solution of the game proves averages by, besides them, where it has them exactly."""
        if self.game.objective.counted != "mean" or self.best.certificate.kind != "gain-bias":
            return None
        known = all(isinstance(plain(one), int | Fraction) for one in self.best.vertex_values.tolist())  # type: ignore[union-attr]
        return getattr(self.best.certificate, "bias") if known else None  # noqa: B009

    def lost_once(self, v: int) -> tuple[Value | None, dict[int, Value | None]]:
        """Return what the policy, and each edge, loses in one visit to a vertex, where the average stays as it is.

        By gain and bias the best edge of those that keep the average is worth as much as the vertex; the others are
        worth what they collect and the bias of where they lead, less the average.
        """
        objective: Any = self.game.objective
        first, last = map(int, self.game.arena.indptr[v : v + 2])
        reach: list[Any] = []
        for e in range(first, last):
            head = int(self.game.arena.successors[e])
            paid = 0 if objective.weight is None else plain(objective.weight[e])
            after, rest = plain(self.best.vertex_values[head]), paid + plain(self.bias[head])  # type: ignore[index]
            reach.append((after, rest) if self.player == 0 else (-after, -rest))
        top, best = max(reach)
        costs = [Fraction(best - rest) / self.pace if after == top else None for after, rest in reach]
        taken = [(share, cost) for share, cost in zip(self.share[first:last].tolist(), costs, strict=True) if share]
        by_edge = dict(zip(range(first, last), map(plain, costs), strict=True))
        if any(cost is None for _, cost in taken):
            return None, by_edge
        whole = sum(share for share, _ in taken)
        return plain(sum((Fraction(share, whole) * (cost or 0) for share, cost in taken), Fraction(0))), by_edge

    def gain(self, e: int) -> Ends:
        """Return the value of an edge to the player, less what all edges from its tail add."""
        objective: Any = self.game.objective
        adds, factor = (getattr(objective, name, None) for name in ("reward", "discount"))
        if factor is not None:
            adds = objective.weight
        here = 0 if adds is None else plain(adds[e])
        share = 1 if factor is None else plain(factor[e]) if np.ndim(factor) else factor
        after = value_at(self.best, int(self.game.arena.successors[e]))
        low, high = (here + (one if share == 1 else share * one) for one in after)
        return (low, high) if self.player == 0 else (-high, -low)


def same_on(one: Any, other: Any, kept: NDArray[np.bool_]) -> bool:
    """Return whether an objective says what another one does of the edges that are kept, and of all else."""
    by_edge = {*BY_EDGE, one.edges}
    data = {name: row[kept] if name in by_edge and np.ndim(row) else row for name, row in fields_of(one)}
    return type(one) is type(other) and digest(data) == digest(dict(fields_of(other)))


def chances(game: Game) -> dict[int, Fraction]:
    """Return how likely each edge is from a vertex where chance moves, in the order of the edges."""
    arena = game.arena
    if arena.owner is None or arena.probability is None or arena.denominator is None:  # equivalent mutant
        return {}
    edges = np.flatnonzero((arena.owner == CHANCE)[arena.tails])
    parts, wholes = arena.probability[edges].tolist(), arena.denominator[arena.tails[edges]].tolist()
    return {e: Fraction(*pair) for e, *pair in zip(edges.tolist(), parts, wholes, strict=True)}


def value_at(solution: ArenaSolution, v: int) -> Ends:
    """Return the two ends of the value of a vertex; where who wins is all, 1 where player 0 does.

    There the numbers of a solution say something else, such as how many moves it takes.
    """
    values = solution.vertex_values if solution.problem.objective.value_types else None
    return (1 - int(solution.winner[v]),) * 2 if values is None else ends(plain(values[v]))


def less(one: Any, other: Any) -> Any:
    """Return a difference; it is 0 of infinities with one sign."""
    return 0 if one == other else one - other


def between(low: Any, high: Any) -> Value:
    """Return a number by its ends."""
    low, high = plain(low), plain(high)
    return low if low == high else Bracket(low, high)


def turned(value: Ends, sign: int) -> Value:
    """Return a value as it is shown."""
    return between(*value) if sign > 0 else between(-value[1], -value[0])
