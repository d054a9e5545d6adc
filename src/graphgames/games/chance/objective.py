"""The objectives of games of chance: to reach a target, or to avoid something, with a large probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.adapter import Ending
from graphgames.core.arena import Arena
from graphgames.core.arrays import ByVertex, Vertices, as_mask, per_vertex
from graphgames.core.data import over_edges, over_vertices
from graphgames.core.errors import GameError, shown
from graphgames.core.objective import Marking
from graphgames.core.value import Bracket, Infinite, number, plain, written

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Probability(Marking):
    """The base class of objectives whose value is the probability with which a play ends well for player 0.

    Player 0 wants it to be large, player 1 small. Player 0 wins where it is 1, player 1 where it is 0; elsewhere it is
    left to chance who wins a play.
    """

    allows_chance: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Bracket)
    value_name: ClassVar[str] = "probability"
    _goal: ClassVar[str] = ""
    draw_words: ClassVar[tuple[str, str]] = ("left to chance", "left to chance")

    def reaching(self, arena: Arena) -> tuple[Mask, Mask, int]:
        """Return where a play has reached its target, where it no longer can, and which player wants it to."""
        raise NotImplementedError

    def value_text(self, value: Any, winner: int) -> str:
        """Return the value as text."""
        return written(value)

    def answer(self, name: str, value: Any, winner: int, players: Sequence[str]) -> str:
        """Return with which probability player 0 wins from a vertex of this name."""
        between = isinstance(value, Bracket)
        likely = f"between {written(value.low)} and {written(value.high)}" if between else written(value)
        return f"from {name} {players[0]} wins with probability {likely}"

    def worth_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        """Return what each move from v is worth to player 0, by the vertex that it leads to."""
        heads = dict.fromkeys(arena.successors_of(v).tolist())
        return {w: values[w].low if isinstance(values[w], Bracket) else values[w] for w in heads}

    def ending(self, arena: Arena, v: int) -> Ending | None:
        """Return how a play ends at the target, and where it can no longer come there."""
        target, lost, player = self.reaching(arena)
        if target[v]:
            return Ending(player, f"{arena.said(v)} is {self._goal}")
        if lost[v]:
            return Ending(1 - player, f"{arena.said(v)} is a vertex that the play must not visit")
        return None if arena.successors_of(v).size else Ending(1 - player, f"the play stops at {arena.said(v)}")


@dataclass(frozen=True, eq=False)
class ReachProbability(Probability):
    """Player 0 wants the play to visit the target with a large probability; a play that stops before has not.

    Attributes
    ----------
    target : iterable, ndarray or callable
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n. Once bound a boolean mask.
    within : iterable, ndarray or callable, optional
        The vertices that the play may visit before; by default all. Once it comes to another it cannot win any more.
    """

    target: Vertices
    within: Vertices | None = None
    name: ClassVar[str] = "reach-probability"
    title: ClassVar[str] = "game of chance"
    aims: ClassVar[tuple[str, str]] = ("to visit the target", "to keep away from the target")
    loop_rule: ClassVar[str] = "A play that comes back to a vertex without a move of chance on the way is lost by {0}."
    data: ClassVar[str] = "target"
    mark: ClassVar[str] = "target"
    _goal: ClassVar[str] = "the target"

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as masks over the vertices of this arena."""
        bound = super().bind(arena)
        return bound if self.within is None else replace(bound, within=as_mask(self.within, arena, "within"))

    def reaching(self, arena: Arena) -> tuple[Mask, Mask, int]:
        """Return the target, where a play that came there has lost, and player 0."""
        lost = np.zeros(arena.n, np.bool_) if self.within is None else ~(np.asarray(self.within) | self.mask)
        return self.mask, lost, 0

    @property
    def over(self) -> Mask:
        """The vertices where a play is decided."""
        return self.mask if self.within is None else self.mask | ~np.asarray(self.within)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return priorities that are even at the target; raise `GameError` where the play must stay within a set."""
        if self.within is not None:
            raise GameError("priorities cannot say within which vertices the play must stay; write the game as .arena")
        return super().priorities(arena)

    def with_mark(self, v: int, marked: bool) -> Self:
        """Return the objective with vertex v in the target or not."""
        return replace(super().with_mark(v, marked), within=self.within)

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, as the base class says; a new vertex may be visited."""
        moved = super().renumbered(vertices)
        if self.within is None:
            return moved
        old = np.append(np.asarray(self.within), True)
        return replace(moved, within=old[vertices])

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play that only goes round does not come to the target."""
        return Ending(1, f"the play has come back to {arena.said(cycle[0])} without a visit to the target")


@dataclass(frozen=True, eq=False)
class BoundedReachProbability(ReachProbability):
    """Player 0 wants the play to visit the target after at most so many moves, with a large probability.

    Each edge that the play takes is a move, also of chance. What is best depends on how many moves are left.

    Attributes
    ----------
    target, within
        As in `ReachProbability`.
    steps : int
        The most moves, by default 10; with 0 only the target itself is won.
    """

    steps: int = 10
    name: ClassVar[str] = "bounded-reach-probability"
    aims: ClassVar[tuple[str, str]] = ("to visit the target in time", "to keep away from the target until then")
    settings: ClassVar[tuple[str, ...]] = ("steps",)

    def bind(self, arena: Arena) -> Self:
        """Return the objective with masks over the vertices; raise `GameError` if ``steps`` is no count."""
        steps = plain(number(self.steps))
        if not isinstance(steps, int) or steps < 0:
            raise GameError(f"steps is {shown(self.steps)}; expected a whole number from 0 on")
        return replace(super().bind(arena), steps=steps)

    def worth_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        """Return nothing: behind a move there is one move less, of which the values say nothing."""
        return {}


@dataclass(frozen=True, eq=False)
class AvoidProbability(Probability):
    """Player 0 wants the play never to visit what is to be avoided, with a large probability.

    Attributes
    ----------
    avoid : iterable, ndarray or callable
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n. Once bound a boolean mask.
    """

    avoid: Vertices
    name: ClassVar[str] = "avoid-probability"
    title: ClassVar[str] = "game of chance"
    aims: ClassVar[tuple[str, str]] = (
        "to stay away from the vertices to be avoided",
        "to visit a vertex to be avoided",
    )
    loop_rule: ClassVar[str] = "A play that comes back to a vertex without a move of chance on the way is won by {0}."
    data: ClassVar[str] = "avoid"
    mark: ClassVar[str] = "to be avoided"
    good: ClassVar[bool] = False
    _goal: ClassVar[str] = "to be avoided"

    def reaching(self, arena: Arena) -> tuple[Mask, Mask, int]:
        """Return what is to be avoided, nothing, and player 1."""
        return self.mask, np.zeros(arena.n, np.bool_), 1

    @property
    def over(self) -> Mask:
        """What is to be avoided."""
        return self.mask

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play that only goes round stays away from what is to be avoided."""
        return Ending(0, f"the play has come back to {arena.said(cycle[0])} and goes round")


@dataclass(frozen=True, eq=False)
class ExpectedReward(Marking):
    """Player 0 wants the rewards collected on the way to the target to sum to much on average, player 1 to little.

    Nobody wins or loses; the arrays give player 0 the vertices where the expectation is infinite.

    Attributes
    ----------
    target : iterable, ndarray or callable
        Where a play is over, as in `ReachProbability`.
    reward : array_like or str, optional
        A number from 0 on for each edge, in the order of ``arena.edges()``, or the name of data of the arena's edges or
        vertices. By default the data named ``reward``.
    vertex_reward : array_like, dict, callable or str, optional
        Instead of that, a number for each vertex, which counts whenever the play leaves it.
    unreached : str
        What a play is worth that never comes to the target: ``"inf"``, infinitely much; ``"continue"``, all that it
        collects; or ``"zero"``, nothing, so that how to move may depend on what was collected.
    """

    target: Vertices
    reward: Any = None
    vertex_reward: ByVertex = None
    unreached: str = "inf"
    name: ClassVar[str] = "expected-reward"
    title: ClassVar[str] = "game of chance with rewards"
    aims: ClassVar[tuple[str, str]] = ("a large expected reward", "a small expected reward")
    loop_rule: ClassVar[str] = (
        "A play that comes back to a vertex without a move of chance on the way is over: it would go round for ever."
    )
    data: ClassVar[str] = "target"
    mark: ClassVar[str] = "target"
    reads_data: ClassVar[tuple[str, ...]] = ("reward",)
    settings: ClassVar[tuple[str, ...]] = ("unreached",)
    allows_chance: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Infinite)
    value_name: ClassVar[str] = "expected reward"
    regions: ClassVar[tuple[str, str] | None] = ("infinite", "finite")

    def bind(self, arena: Arena) -> Self:
        """Return the objective with a mask of the target and one exact number for each edge, or for each vertex.

        Raises
        ------
        GameError
            If there are rewards for both or for neither, one is negative or no exact number, or ``unreached`` is none
            of the three words.
        """
        if not isinstance(self.unreached, str) or self.unreached not in ("inf", "continue", "zero"):
            raise GameError(
                f'unreached is {shown(self.unreached)}; expected what a play that misses the target is worth: "inf" '
                '(infinitely much), "continue" (what it collects) or "zero" (nothing)'
            )
        edges, vertices = self.reward, self.vertex_reward
        if edges is not None and vertices is not None:
            raise GameError("an expected-reward objective needs exactly one of reward and vertex_reward")
        if edges is None and vertices is None:
            edges = "reward"
        if isinstance(edges, str) and edges not in arena.edge_data and edges in arena.vertex_data:
            edges, vertices = None, edges
        if edges is not None:
            row = over_edges(arena, edges, "reward")
        else:
            given = vertices if isinstance(vertices, str) else per_vertex(vertices, arena, "vertex_reward")
            row = over_vertices(arena, given, "vertex_reward")
        if row.dtype == np.bool_ or (row.size and min(row.tolist()) < 0):
            raise GameError("a reward is negative or not a number; expected numbers from 0 on")
        of_edges, of_vertices = (row, None) if edges is not None else (None, row)
        mask = as_mask(self.target, arena, "target")
        return replace(self, target=mask, reward=of_edges, vertex_reward=of_vertices)

    def rewards(self, arena: Arena) -> NDArray[Any]:
        """Return the reward of each edge."""
        return np.repeat(self.vertex_reward, arena.out_degree) if self.reward is None else np.asarray(self.reward)

    @property
    def mask(self) -> Mask:
        """The target."""
        return np.asarray(self.target, np.bool_)

    @property
    def marked(self) -> Mask:
        """The target."""
        return self.mask

    @property
    def over(self) -> Mask:
        """The target."""
        return self.mask

    def with_mark(self, v: int, marked: bool) -> Self:
        """Return the objective with vertex v in the target or not."""
        mask = self.mask.copy()
        mask[v] = marked
        return replace(self, target=mask)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective: a target, and rewards of the vertices from 0 to ``priorities``."""
        return cls(rng.random(n) < share, vertex_reward=rng.integers(0, priorities, n, np.int64, endpoint=True))

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], chosen: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective whose target are the chosen vertices, by default the even ones, each step worth 1."""
        target = (priority & 1) == 0 if chosen is None else chosen
        return cls(target, vertex_reward=np.ones(target.size, np.int64))

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, as the base class says.

        Raises
        ------
        GameError
            If the rewards are on edges.
        """
        if self.vertex_reward is None:
            raise GameError("a game with rewards on edges cannot be edited; give the rewards to the vertices")
        kept = vertices >= 0
        rows = np.zeros(vertices.size, np.bool_), np.zeros(vertices.size, np.asarray(self.vertex_reward).dtype)
        for row, old in zip(rows, (self.mask, np.asarray(self.vertex_reward)), strict=True):
            row[kept] = old[vertices[kept]]
        return replace(self, target=rows[0], vertex_reward=rows[1])

    def to_data(self) -> tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]:
        """Return the rewards, as data of edges or of vertices."""
        if self.reward is not None:
            return {"reward": self.reward}, {}
        return {}, {"reward": np.asarray(self.vertex_reward)}

    def edge_note(self, e: int) -> str:
        """Return the reward of edge number e."""
        return written(plain(self.reward[e])) if self.reward is not None else ""

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """The number beside an edge."""
        return (("n", "reward"),) if self.reward is not None else ()

    def describe(self, v: int) -> str:
        """Return what is special about vertex v."""
        return ", the target" if self.mask[v] else ""

    def value_text(self, value: Any, winner: int) -> str:
        """Return the value as text."""
        return written(value)

    def answer(self, name: str, value: Any, winner: int, players: Sequence[str]) -> str:
        """Return what is expected from a vertex of this name."""
        return f"from {name} the expected reward is {written(value)}"

    def worth_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        """Return what each move from v is worth to player 0, by the vertex that it leads to.

        Where a play that misses the target is worth nothing, that follows from the values of moves without reward only.
        """
        if self.unreached == "zero":
            return {}
        rewards, found = self.rewards(arena), dict[int, Any]()
        best = min if arena.owner is not None and arena.owner[v] == 1 else max
        for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
            w = int(arena.successors[e])
            worth = values[w] if isinstance(values[w], Infinite) else plain(rewards[e]) + values[w]
            found[w] = best(found.get(w, worth), worth)
        return found

    def ending(self, arena: Arena, v: int) -> Ending | None:
        """Return how a play ends at the target and at a dead end."""
        if self.mask[v]:
            return Ending(1, f"{arena.said(v)} is the target")
        if arena.successors_of(v).size:
            return None
        return Ending(int(self.unreached != "inf"), f"the play stops at {arena.said(v)}")

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play that only goes round never comes to the target."""
        collects = any(self._best(arena, u, w) > 0 for u, w in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        endless = self.unreached == "inf" or (self.unreached == "continue" and collects)
        why = "collects rewards for ever" if endless else "collects nothing more"
        why = why if self.unreached == "continue" else "never comes to the target"
        return Ending(int(not endless), f"the play has come back to {arena.said(cycle[0])} and {why}")

    def _best(self, arena: Arena, u: int, w: int) -> Any:
        """Return the reward of the edge between two vertices that whoever moves prefers."""
        edges = range(int(arena.indptr[u]), int(arena.indptr[u + 1]))
        parallel = [plain(self.rewards(arena)[e]) for e in edges if arena.successors[e] == w]
        return min(parallel) if arena.owner is not None and arena.owner[u] == 1 else max(parallel)
