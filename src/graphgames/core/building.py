"""Arenas that are made edge by edge."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from graphgames.core.unknown import Suggesting

if TYPE_CHECKING:
    from graphgames.core.arena import Arena


class _Nodes(dict[Any, dict[str, Any]]):
    """Vertices with their data, as the nodes of a NetworkX graph."""

    def __call__(self, data: bool | str = False) -> list[Any]:
        return list(self) if data is False else [(name, _part(own, data)) for name, own in self.items()]


def _part(own: dict[str, Any], data: bool | str) -> Any:
    return own if data is True else own.get(str(data))


class ArenaBuilder(Suggesting):
    """A graph to which vertices and edges are added one by one; ``Arena()`` returns one without vertices.

    It has the part of a NetworkX graph that is read here, so that `solve` and `Arena.from_networkx` take it with its
    owners and data.

    Examples
    --------
    >>> import graphgames as gg
    >>> graph = gg.Arena()
    >>> graph.add_vertex("hall", owner="Eve", priority=1)
    'hall'
    >>> graph.add_vertex("lift", owner="Adam", priority=2)
    'lift'
    >>> graph.add_edge("hall", "lift")
    >>> graph.add_edge("lift", "hall")
    >>> gg.solve(graph, gg.Parity("priority")).winner_of("hall")
    0
    >>> graph.build()
    Arena(n=2, m=2, owned)
    """

    def __init__(self) -> None:
        self._vertices: dict[Any, dict[str, Any]] = {}
        self._edges: list[tuple[Any, Any, dict[str, Any]]] = []
        self._nodes: _Nodes | None = None

    def add_vertex(self, name: Hashable = None, owner: Hashable = None, **data: object) -> Hashable:
        """Add a vertex, or data to one that there is, and return its name: by default the next number.

        ``owner`` says who moves there, as in `Arena`; other data, such as ``priority``, go by their names.
        """
        name = len(self._vertices) if name is None else name
        own = {**data} if owner is None else {"owner": owner, **data}
        self._vertices.setdefault(name, {}).update(own)
        self._nodes = None
        return name

    def add_edge(self, tail: Hashable, head: Hashable, **data: object) -> None:
        """Add an edge, and its ends where they are new; data, such as ``weight`` or ``probability``, go by names."""
        for name in (tail, head):
            if name not in self._vertices:
                self.add_vertex(name)
        self._edges.append((tail, head, data))

    def build(self) -> Arena:
        """Return the arena of what was added so far, with all its data."""
        from graphgames.core.arena import Arena  # which makes builders

        of_edges = set[str]().union(*(data for *_, data in self._edges)) - {"probability"}
        of_nodes = set[str]().union(*self._vertices.values()) - {"owner"}
        return Arena.from_networkx(self, data=sorted(of_edges), node_data=sorted(of_nodes))  # type: ignore[arg-type]

    @property
    def nodes(self) -> _Nodes:
        """The vertices with their data; names that are just the numbers 0 to n - 1 in order."""
        if self._nodes is None:
            count = len(self._vertices)
            numbers = all(type(name) is int and 0 <= name < count for name in self._vertices)
            self._nodes = _Nodes((name, self._vertices[name]) for name in (range(count) if numbers else self._vertices))
        return self._nodes

    def edges(self, data: bool | str = False) -> list[tuple[Any, ...]]:
        """Return the edges as pairs, or with data as a third part: all, or of one name."""
        return [(u, w) if data is False else (u, w, _part(own, data)) for u, w, own in self._edges]

    def number_of_edges(self) -> int:
        """Return how many edges there are."""
        return len(self._edges)

    def is_directed(self) -> bool:
        """Return True: edges have a direction."""
        return True

    def __contains__(self, name: object) -> bool:
        return name in self._vertices

    def __repr__(self) -> str:
        return f"ArenaBuilder(n={len(self._vertices)}, m={len(self._edges)})"
