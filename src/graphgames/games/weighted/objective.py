"""The objectives of games with weights, and energy; payoffs stand in `graphgames.games.weighted.payoff`.

Weights stand on edges or on vertices; that of a vertex counts whenever the play leaves it. They are exact: integers of
any size, fractions, or decimals, as text or as floats, which are taken for the decimals that they are written as.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from numbers import Number
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import ByVertex, offsets, per_vertex
from graphgames.core.data import over_edges, over_vertices
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError, shown
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.core.value import INFINITY, Exact, Infinite, Value, decimal, ends, in_words, largest, plain, quoted

STAY, LOSE = "stay", "lose"


def best_by_head(arena: Arena, v: int, edge_value: Callable[[int, int], Any]) -> dict[int, Any]:
    """Return what the moves from v are worth to player 0 by where they lead, given what each edge is by its head.

    Of parallel edges whoever moves takes the best.
    """
    best, found = min if arena.owner is not None and arena.owner[v] == 1 else max, dict[int, Any]()
    for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
        w = int(arena.successors[e])
        value = plain(edge_value(e, w))
        found[w] = best(found.get(w, value), value)
    return found


def is_for_all(given: object) -> bool:
    """Return whether a single number is given, which then stands for all edges."""
    return isinstance(given, Number) and not isinstance(given, bool)


@dataclass(frozen=True, eq=False)
class Weighted(Objective, ABC):
    """The base class of objectives with weights.

    Attributes
    ----------
    weight : array_like or str, optional
        A number for each edge, in the order of ``arena.edges()``, or the name of data of the arena's edges or vertices.
        By default the data named ``weight``.
    vertex_weight : array_like, dict, callable or str, optional
        Instead of that, a number for each vertex: an array or a list by vertex number, a dictionary by label, a
        function of a label, or the name of data of the arena's vertices.
    dead_ends : str
        What a play means that comes to a vertex without a move. ``"stay"``: it stays there for ever; every step counts
        the weight of the vertex, or 0 where the weights are on edges. ``"lose"``: whoever should move loses.
    """

    weight: Any = None
    vertex_weight: ByVertex = None
    dead_ends: str = STAY
    data: ClassVar[str] = "vertex_weight"
    reads_priorities: ClassVar[bool] = True
    signed_priorities: ClassVar[bool] = True
    reads_data: ClassVar[tuple[str, ...]] = ("weight",)
    random_options: ClassVar[tuple[str, ...]] = ("priorities",)
    allows_dead_ends: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Infinite)

    def bind(self, arena: Arena) -> Self:
        """Return the objective with one exact number for each edge, or for each vertex.

        Raise `GameError` if there are weights for both or for neither, they do not fit the arena, or one is no exact
        number.
        """
        if self.dead_ends not in (STAY, LOSE):
            raise GameError(f'dead_ends is {shown(self.dead_ends)}; expected "{STAY}" or "{LOSE}"')
        weight, of_vertices = self.weight, self.vertex_weight
        if weight is not None and of_vertices is not None:
            raise GameError(f"{with_article(self.name)} objective needs exactly one of weight and vertex_weight")
        if is_for_all(weight):
            raise GameError(
                f"weight is {shown(weight)}; expected a number for each edge, or the name of edge data; "
                f"{type(self).__name__}({self.settings[-1]}={shown(weight)}) sets that number"
            )
        if weight is None and of_vertices is None:
            weight = "weight"
        if isinstance(weight, str) and weight not in arena.edge_data and weight in arena.vertex_data:
            weight, of_vertices = None, weight
        of_edges, what = weight is not None, "vertex_weight" if weight is None else "weight"
        if of_edges:
            row = over_edges(arena, weight, what)
        else:
            given = of_vertices if isinstance(of_vertices, str) else per_vertex(of_vertices, arena, what)
            row = over_vertices(arena, given, what)
        if row.dtype == np.bool_:
            raise GameError(f"{what} holds True and False; expected numbers")
        return replace(self, weight=row if of_edges else None, vertex_weight=None if of_edges else row)

    def weights(self, arena: Arena) -> NDArray[Any]:
        """Return the weight of each edge."""
        return np.repeat(self.vertex_weight, arena.out_degree) if self.weight is None else np.asarray(self.weight)

    def payoffs(self, arena: Arena) -> tuple[Arena, NDArray[Any]]:
        """Return the arena without dead ends, and the weight of each of its edges.

        Where the arena has dead ends they get self-loops, of the weight that `dead_ends` says.
        """
        weights, stuck = self.weights(arena), arena.dead_ends
        if not stuck.size:
            return arena, weights
        if self.dead_ends == LOSE:
            assert arena.owner is not None
            least = 1 + max((abs(one) for one in weights.tolist()), default=0)
            loops = np.array([-least, least], object)[arena.owner[stuck]]
        else:
            loops = np.zeros(stuck.size, np.int64) if self.numbers is None else self.numbers[stuck]
        places, likely = arena.indptr[stuck], arena.probability
        if likely is not None:
            likely = np.insert(likely, places, 0)
        heads, indptr = np.insert(arena.successors, places, stuck), offsets(np.maximum(arena.out_degree, 1))
        made = Arena.trusted(indptr, heads, arena.owner, probability=likely, denominator=arena.denominator)
        return made, np.insert(weights.astype(np.result_type(weights, loops)), places, loops)

    @property
    def numbers(self) -> NDArray[Any] | None:
        """The weights of the vertices, None where the edges have them."""
        return None if self.vertex_weight is None else np.asarray(self.vertex_weight)

    def describe(self, v: int) -> str:
        return "" if self.numbers is None else f", weight {in_words(self.numbers[v])}"

    def note(self, v: int) -> str:
        return "" if self.numbers is None else f"w {in_words(self.numbers[v])}"

    @property
    def note_keys(self) -> Sequence[tuple[str, str]]:
        return (("w", "weight"),) if self.numbers is not None else ()

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        return (("n", "weight"),) if self.weight is not None else ()

    def edge_note(self, e: int) -> str:
        return in_words(self.weight[e]) if self.weight is not None else ""

    def value_text(self, value: Value, winner: int) -> str:
        return in_words(value)

    def weight_of(self, v: int, e: int) -> Exact:
        """Return the weight of edge number e, which leaves v."""
        found: Exact = plain(self.weight[e] if self.numbers is None else self.numbers[v])
        return found

    def values_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        return best_by_head(arena, v, lambda e, w: self._edge_value(v, e, ends(values[w])[0]))

    def _edge_value(self, v: int, e: int, value: Any) -> Any:
        """Return what edge number e, which leaves v, is worth, given the value behind it."""
        return value

    def along(self, arena: Arena, walk: Sequence[int]) -> list[Exact]:
        """Return the weights along a walk; of parallel edges whoever moves takes the best."""
        mover = owners(arena)
        return [self.weight_of(u, self.taken(arena.between(u, w), int(mover[u]))) for u, w in pairwise(walk)]

    def taken(self, edges: Sequence[int], mover: int, value: Value | None = 0) -> int:
        """Return which of parallel edges, by their numbers, a player takes: that of the best weight."""
        return edges[0] if self.weight is None else (min if mover == 1 else max)(edges, key=self.weight.__getitem__)

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        if arena.successors_of(v).size:
            return None
        here = f"the play stops at {arena.display_name(v)}"
        if self.dead_ends == LOSE and arena.owner is not None:
            return Ending(1 - int(arena.owner[v]), f"{here}, and whoever must move loses")
        staying: Exact = 0 if self.vertex_weight is None else plain(self.vertex_weight[v])
        return self._judged(here, [staying])

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        return self._judged(came_back(arena, cycle[0]), self.along(arena, [*cycle, cycle[0]]))

    @property
    def aims_in_words(self) -> tuple[str, str]:
        if not hasattr(self, "threshold"):
            return self.aims
        wanted = f"the threshold {in_words(self.threshold)}"
        return self.aims[0].replace("the threshold", wanted), self.aims[1].replace("the threshold", wanted)

    @property
    def loop_rule(self) -> str:
        return f"A play that comes back to a vertex is over: {{0}} wins if {self._enough}, else {{1}}."

    @property
    @abstractmethod
    def _enough(self) -> str:
        """With what player 0 wins such a play."""

    @abstractmethod
    def _judged(self, where: str, weights: Sequence[Exact]) -> Ending:
        """Return who wins a play that sees these weights again and again."""

    def to_data(self) -> tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]:
        return ({"weight": self.weight}, {}) if self.numbers is None else ({}, {"weight": self.numbers})

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective with the priorities as weights of the vertices."""
        cls._refuse_set(marked)
        return cls(vertex_weight=priority)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return the weights of the vertices.

        Raise `GameError` if the edges have weights, or one of them is no integer of 32 bits.
        """
        if self.numbers is None:
            raise GameError("priorities are of vertices, and this game has its weights on edges")
        if self.numbers.size and (self.numbers.dtype == object or largest(self.numbers) > 2**31 - 1):
            raise GameError("priorities are integers of 32 bits, and some weight of this game is not")
        return self.numbers.astype(np.int32)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective: weights of vertices between ``-priorities`` and ``priorities``, each as likely."""
        return cls(vertex_weight=rng.integers(-priorities, priorities, n, np.int64, endpoint=True))

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, as the base class says.

        Raise `GameError` if the weights are on edges.
        """
        if self.weight is not None:
            raise GameError("a game with weights on edges cannot be edited; give the weights to the vertices")
        return super().renumbered(vertices)

    def with_priority(self, v: int, priority: int) -> Self:
        """Return the objective with another weight of vertex v.

        Raise `GameError` if the edges have the weights, or it is no exact number.
        """
        if self.numbers is None:
            raise GameError("the edges of this game have the weights, so a vertex has none to change")
        changed = self.numbers.astype(object)
        changed[v] = decimal(priority)
        return replace(self, vertex_weight=changed.tolist())


@dataclass(frozen=True, eq=False)
class Energy(Weighted):
    """Player 0 wants the sum of the weights, with the credit that she begins with, never to fall below 0.

    The value of a vertex is the least credit with which she wins from there, infinity if there is none. She wins where
    there is one.

    Attributes
    ----------
    weight, vertex_weight : array_like, dict, callable or str, optional
        A number for each edge, in the order of ``arena.edges()``, or for each vertex; or the name of such data of the
        arena. By default the edge data named ``weight``.
    dead_ends : str
        At a vertex without a move the play stays for ever (``"stay"``), or whoever should move loses (``"lose"``).
    cap : int or Fraction, optional
        Nothing above it can be stored: a sum above the cap becomes the cap, and the credit is at most the cap.

    Examples
    --------
    >>> from graphgames import Arena, Energy, Game, solve
    >>> arena = Arena.from_edges([("road", "hill"), ("hill", "road"), ("hill", "peak"), ("peak", "road")],
    ...                          owner={"road": 0, "hill": 1, "peak": 0}, edge_data={"weight": [-5, 5, -3, 9]})
    >>> solution = solve(Game(arena, Energy()))
    >>> solution.value("road"), solution.value("hill")
    (8, 3)
    """

    cap: Any = None
    settings: ClassVar[tuple[str, ...]] = ("dead_ends", "cap")
    name: ClassVar[str] = "energy"
    title: ClassVar[str] = "energy game"
    aims: ClassVar[tuple[str, str]] = ("the energy never to run out", "the energy to run out, whatever it is at first")
    value_name: ClassVar[str] = "credit"

    def bind(self, arena: Arena) -> Self:
        bound = super().bind(arena)
        if bound.cap is not None:
            cap = decimal(bound.cap)
            if cap < 0:
                raise GameError(f"the cap is {quoted(cap)}; expected 0 or more")
            bound = replace(bound, cap=cap)
        return bound

    @property
    def aims_in_words(self) -> tuple[str, str]:
        stored = "" if self.cap is None else f", of which at most {in_words(self.cap)} can be stored"
        return f"{self.aims[0]}{stored}", self.aims[1]

    @property
    def _enough(self) -> str:
        most = "" if self.cap is None else f", at most {in_words(self.cap)},"
        return f"some energy at first{most} is enough to go round for ever"

    def value_in_words(self, value: Value | None) -> str:
        """Return the credit that is needed, in words; `values_of_moves` has it with a minus."""
        return "no credit is enough" if isinstance(value, Infinite) else super().value_in_words(abs(plain(value)))

    def _edge_value(self, v: int, e: int, value: Any) -> Any:
        """Return what is needed at once, with a minus."""
        needed = value if isinstance(value, Infinite) else max(0, value - self.weight_of(v, e))
        return -needed if self.cap is None or needed <= self.cap else -INFINITY

    def _judged(self, where: str, weights: Sequence[Exact]) -> Ending:
        total, (falls, stays, rises, lacks) = sum(weights), self.turns
        if total < 0:
            return Ending(1, where + falls.format(in_words(-total)))
        worst: Exact = 0
        level: Exact = 0
        top = 0 if self.cap is None else self.cap
        if self.cap is not None:
            level = top
            for one in [*weights, *weights]:
                level = min(level + one, top)
                worst = min(worst, level)
            if worst < 0:
                return Ending(1, where + lacks)
        return Ending(0, where + (rises.format(in_words(total)) if total else stays))

    @property
    def turns(self) -> tuple[str, str, str, str]:
        """What is said of a way round: the energy falls by ``{}``, stays, rises; or more is needed than can be kept."""
        once, most = "; each time round the energy ", self.cap
        full = "" if most is None else ", as far as it can be stored"
        needs = "" if most is None else f"needs more energy than {in_words(most)}, the most that can be stored"
        return f"{once}falls by {{}}", " with no loss", f"{once}rises by {{}}{full}", f"; the way round {needs}"
