"""The objective of expected rewards: what is collected on the way to a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import ByVertex, Vertices, as_mask, per_vertex
from graphgames.core.data import over_edges, over_vertices
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError, shown
from graphgames.core.objective import Marking
from graphgames.core.value import Bracket, Exact, Infinite, Value, ends, in_words, plain
from graphgames.games.weighted.objective import best_by_head

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ExpectedReward(Marking):
    """Player 0 maximises, player 1 minimises the expected sum of the rewards collected until the target.

    Nobody wins or loses; the arrays give player 0 the vertices where the expectation is infinite. A single player who
    wants the sum to be small, as of costs, is player 1: ``Min`` in the column ``player`` of a model's table.

    Attributes
    ----------
    target : iterable, ndarray or callable
        Where a play is over, as in `ReachProbability`.
    reward : array_like or str, optional
        A number from 0 on for each edge, in the order of ``arena.edges()``, or the name of data of the arena's edges or
        vertices. By default the data named ``reward``, or where there are none those named ``weight``.
    vertex_reward : array_like, dict, callable or str, optional
        Instead of that, a number for each vertex, which counts whenever the play leaves it.
    unreached : str
        What a play is worth that never comes to the target: ``"inf"``, infinitely much; ``"continue"``, all that it
        collects; or ``"zero"``, nothing, so that how to move may depend on what was collected.

    Examples
    --------
    >>> from graphgames import Arena, ExpectedReward, Game, solve
    >>> ways = [("throw", "six"), ("throw", "again"), ("again", "throw"), ("six", "six")]
    >>> owner = {"throw": "chance", "six": 0, "again": 0}
    >>> arena = Arena.from_edges(ways, owner=owner, probability=["1/6", "5/6", None, None])
    >>> throws = ExpectedReward(["six"], vertex_reward={"throw": 1, "again": 0, "six": 0})
    >>> print(solve(Game(arena, throws)).value("throw"))
    6
    """

    target: Vertices
    reward: Any = None
    vertex_reward: ByVertex = None
    unreached: str = "inf"
    name: ClassVar[str] = "expected-reward"
    title: ClassVar[str] = "game of chance with rewards"
    aims: ClassVar[tuple[str, str]] = ("a large expected reward", "a small expected reward")
    loop_rule: ClassVar[str] = "A play that comes back to a vertex is over: it would go round for ever."
    data: ClassVar[str] = "target"
    mark: ClassVar[str] = "target"
    reads_data: ClassVar[tuple[str, ...]] = ("reward",)
    stand_ins: ClassVar[Mapping[str, str]] = {"reward": "weight"}
    settings: ClassVar[tuple[str, ...]] = ("unreached",)
    allows_chance: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Infinite, Bracket)
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
            there = {*arena.edge_data, *arena.vertex_data}
            edges = "weight" if "weight" in there and "reward" not in there else "reward"
        if isinstance(edges, str) and edges not in arena.edge_data and edges in arena.vertex_data:
            edges, vertices = None, edges
        if edges is not None:
            size = np.asarray(edges, object).size if isinstance(edges, np.ndarray | list | tuple) else arena.m
            if size == arena.n != arena.m:
                what = f"reward has {size} entries, as many as there are vertices, but the arena has {arena.m} edges"
                raise GameError(f"{what}; for rewards of vertices give vertex_reward")
            row = over_edges(arena, edges, "reward")
        else:
            given = vertices if isinstance(vertices, str) else per_vertex(vertices, arena, "vertex_reward")
            row = over_vertices(arena, given, "vertex_reward")
        if row.dtype == np.bool_:
            raise GameError("the rewards are true and false; expected numbers from 0 on")
        wrong = next((place for place, one in enumerate(row.tolist()) if one < 0), None)
        if wrong is not None:
            of = "edge" if edges is not None else "vertex"
            raise GameError(
                f"the reward {in_words(plain(row[wrong]))} is negative; expected numbers from 0 on", **{of: wrong}
            )
        of_edges, of_vertices = (row, None) if edges is not None else (None, row)
        mask = as_mask(self.target, arena, "target")
        return replace(self, target=mask, reward=of_edges, vertex_reward=of_vertices)

    def rewards(self, arena: Arena) -> NDArray[Any]:
        """Return the reward of each edge."""
        return np.repeat(self.vertex_reward, arena.out_degree) if self.reward is None else np.asarray(self.reward)

    @property
    def remark(self) -> str:
        """That moves are counted, where every one is worth 1."""
        counts = self.vertex_reward is not None and bool((np.asarray(self.vertex_reward) == 1).all())
        return "the expected reward counts moves: each is worth 1" if counts else ""

    @property
    def over(self) -> Mask:
        return self.mask

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective: a target, and rewards of the vertices from 0 to ``priorities``."""
        return cls(rng.random(n) < share, vertex_reward=rng.integers(0, priorities, n, np.int64, endpoint=True))

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective whose target are the chosen vertices, by default the even ones, each step worth 1."""
        target = (priority & 1) == 0 if marked is None else marked
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
        rewards = np.append(np.asarray(self.vertex_reward), 0)[vertices]
        return replace(super().renumbered(vertices), vertex_reward=rewards)

    def to_data(self) -> tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]:
        if self.reward is not None:
            return {"reward": self.reward}, {}
        return {}, {"reward": np.asarray(self.vertex_reward)}

    def taken(self, edges: Sequence[int], mover: int, value: Value | None = 0) -> int:
        """Return which of parallel edges, by their numbers, a player takes: that of the best reward."""
        return edges[0] if self.reward is None else (min if mover == 1 else max)(edges, key=self.reward.__getitem__)

    def collected(self, arena: Arena, v: int, w: int) -> Exact:
        """Return the reward of a player's move from v to w; of parallel edges the player takes the best."""
        mover = 0 if arena.owner is None else int(arena.owner[v])
        return self.reward_of(v, self.taken(arena.between(v, w), mover))

    def reward_of(self, v: int, e: int) -> Exact:
        """Return the reward of edge number e, which leaves v."""
        found: Exact = plain(self.vertex_reward[v] if self.reward is None else self.reward[e])
        return found

    def edge_note(self, e: int) -> str:
        return in_words(plain(self.reward[e])) if self.reward is not None else ""

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        return (("n", "reward"),) if self.reward is not None else ()

    def describe(self, v: int) -> str:
        return ", the target" if self.mask[v] else ""

    def value_text(self, value: Value, winner: int) -> str:
        return in_words(value)

    def answer(self, name: str, value: Value, winner: int, players: Sequence[str]) -> str:
        return f"from {name} the expected reward is {in_words(value)}"

    def values_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        """Return what each move from v is worth to player 0, by the vertex that it leads to.

        Where a play that misses the target is worth nothing, that follows from the values of moves without reward only.
        """
        if self.unreached == "zero":
            return {}
        return best_by_head(arena, v, lambda e, w: self.reward_of(v, e) + ends(values[w])[0])

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        if self.mask[v]:
            return Ending(1, f"{arena.display_name(v)} is the target")
        if arena.successors_of(v).size:
            return None
        return Ending(int(self.unreached != "inf"), f"the play stops at {arena.display_name(v)}")

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play that only goes round never comes to the target."""
        collects = any(self.collected(arena, u, w) > 0 for u, w in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        endless = self.unreached == "inf" or (self.unreached == "continue" and collects)
        why = "collects rewards for ever" if endless else "collects nothing more"
        why = why if self.unreached == "continue" else "never comes to the target"
        return Ending(int(not endless), f"{came_back(arena, cycle[0])} and {why}")
