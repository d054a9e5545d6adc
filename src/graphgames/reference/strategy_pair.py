"""``strategy-pair``: parity games, and Büchi and co-Büchi games, by the two strategies alone.

A play in which the winner keeps to the strategy stays in his region. What it sees again and again lies in a *component*
of the edges that it may take: a set of vertices where each can be reached from each other. The largest priority that it
sees there decides. So the winner wins every such play if in each component, and in whatever components are left of it
without its largest priorities, the largest priority is one that he wants.

*No way round is overlooked.* Take any closed walk. It lies in a component. If it has a vertex of the largest priority
there, that one decides the walk, and the winner wants it. Else it lies in what is left without these vertices, and so
on. *And none is accused wrongly:* within a component there is a closed walk through a vertex of the largest priority.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from graphgames.reference.arena_game import Claim, Game, moves_are_edges, moves_stand_where_needed, regions_are_closed
from graphgames.reference.buchi_labels import marked_vertices
from graphgames.reference.edge_marks import marks_on_vertices
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Fields, choice, integer, listing, nothing

LARGEST = 2**31 - 1

T = TypeVar("T", bound=Hashable)


class Pair(Claim):
    """Who wins, the moves, and the priority of each vertex, as if the largest decided and player 0 wanted even ones."""

    objectives: tuple[str, ...] = ("parity", "buchi", "cobuchi")
    needs_moves = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, nothing)
        if game.objective == "parity":
            self.priority = priorities(self)
        else:
            marked, more = marked_vertices(self), int(game.objective == "buchi")
            self.priority = [more + (v in marked) for v in self.vertices]

    def unwanted(self, v: int) -> bool:
        """Return whether the loser wants the priority of a vertex."""
        return self.priority[v] % 2 != self.winner[v]

    def components(self) -> Iterator[list[int]]:
        """Yield the components of the edges that a play may take, and those of what is left of each, as above."""
        parts = [list(self.vertices)]
        while parts:
            for component in components_of(parts.pop(), self.next):
                yield component
                # what is above all that the loser wants can be left out at once
                largest = max((self.priority[v] for v in component if self.unwanted(v)), default=None)
                left = [v for v in component if largest is not None and self.priority[v] <= largest]
                if len(left) < len(component):
                    parts.append(left)


def priorities(c: Claim) -> list[int]:
    """Return the priorities of the game, turned so that the largest decides and player 0 wants even ones."""
    data = c.game.data
    convention = data.maybe("convention", choice("max-even", "max-odd", "min-even", "min-odd"), "max-even")
    smallest, odd = convention.startswith("min"), int(convention.endswith("odd"))

    def turned(given: list[int]) -> list[int]:
        most = max(given, default=0)
        most += (most + odd) % 2
        return [most - p if smallest else p + odd for p in given]

    if "priority" in data:
        return turned(data.take("priority", listing(integer(0, LARGEST), c.game.n)))
    of_edges = data.take("edge_priority", listing(integer(0, LARGEST), len(c.game.tail)))
    neutral = max(of_edges, default=0) if smallest else 0
    value = dict(zip(of_edges, (p + 1 if p % 2 == 0 else -p for p in turned(of_edges)), strict=True))
    return turned(marks_on_vertices(c, of_edges, neutral, value.__getitem__))


def components_of(part: list[T], leads: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """Yield the components of a set of vertices that have an edge inside, by Kosaraju's two searches."""
    inside = set(part)
    ahead = {v: [w for w in leads(v) if w in inside] for v in part}
    behind: dict[T, list[T]] = {v: [] for v in part}
    for v in part:
        for w in ahead[v]:
            behind[w].append(v)
    order: list[T] = []
    seen: set[T] = set()
    for v in part:
        search(v, ahead, seen, order)
    seen = set()
    for v in reversed(order):
        component: list[T] = []
        search(v, behind, seen, component)
        if len(component) > 1 or (component and v in ahead[v]):
            yield component


def search(root: T, ahead: dict[T, list[T]], seen: set[T], done: list[T]) -> None:
    """Add the vertices that can be reached from a root and are not seen yet, each when all that it leads to are."""
    if root in seen:
        return
    seen.add(root)
    path = [(root, iter(ahead[root]))]
    while path:
        w = next((w for w in path[-1][1] if w not in seen), None)
        if w is None:
            done.append(path.pop()[0])
        else:
            seen.add(w)
            path.append((w, iter(ahead[w])))


def winner_wants_the_largest(c: Pair, component: list[int]) -> bool:
    """In each component of what the strategies leave, the winner wants the largest priority."""
    largest = max(c.priority[v] for v in component)
    return not any(c.unwanted(v) for v in component if c.priority[v] == largest)


KIND = Kind(
    Pair,
    "who wins from each vertex, and both players' moves",
    {
        "vertices": (moves_stand_where_needed, moves_are_edges, regions_are_closed),
        "components": (winner_wants_the_largest,),
    },
)
