"""The whole of a large graph in groups, as arrays that the page draws.

Of more vertices than can be shown only the groups are, each of which can be entered.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.draw import crowd, folding
from graphgames.draw.folding import Fold
from graphgames.draw.scene import GraphView, part_of

MOST = 100_000
"""So many vertices are shown at once."""

LINKS = 400
"""So many edges between groups are sent."""

_FINE = 65535  # places are sent as numbers up to this

Answer = dict[str, Any]


class Whole:
    """A graph in groups; where its vertices are is found out once."""

    def __init__(self, graph_view: GraphView):
        self.graph_view = graph_view
        self._coordinates: NDArray[np.float64] | None = None

    def grouped(self, way: str, path: Sequence[int] = (), poll: Callable[[], None] = lambda: None) -> Answer:
        """Return the groups by a way within some group of a group ..., and the vertices in them if they are not too
        many; ``poll`` may raise an error that stops it.

        Raise `GameError` if there is no such way or group.
        """
        view = self.graph_view
        fold, own = folding.fold(view, way), np.arange(view.arena.n)
        for head in path:
            if not 0 <= head < view.arena.n or not fold.count[head]:
                raise GameError("there is no such group")
            own = np.flatnonzero(fold.head == head)
            fold = fold.opened(view, head)
        poll()
        nodes = np.unique(fold.node[own])
        nodes = nodes[np.argsort(view.region_of_each[fold.nodes[nodes]], kind="stable")]
        heads, number = fold.nodes[nodes], np.full(fold.nodes.size, -1)
        number[nodes] = np.arange(nodes.size)
        room = crowd.discs(fold.count[heads], view.region_of_each[heads].astype(np.int64))
        poll()
        rows = heads.tolist(), fold.count[heads].tolist(), room.middle.round(1).tolist(), room.radius.round(1).tolist()
        discs = [
            {"id": v, "name": fold.name(v), "region": view.region(v), "count": count, "at": at, "radius": radius}
            for v, count, at, radius in zip(*rows, strict=True)
        ]
        answer = {"groups": discs, "links": _links(fold, number), "way": way, "path": list(path), "n": view.arena.n}
        if own.size > MOST:
            return answer | {"vertices": None}
        whole = own.size == view.arena.n
        arena = view.arena if whole else part_of(view.arena, own)[0]
        if not whole:
            places = crowd.coordinates(arena, poll)
        elif self._coordinates is None:
            places = self._coordinates = crowd.coordinates(arena, poll)
        else:
            places = self._coordinates
        places = crowd.filled(places, number[fold.node[own]], room)
        poll()
        return answer | self._dots(own, whole, places, arena)

    def _dots(self, own: NDArray[np.int64], whole: bool, places: NDArray[np.float64], arena: Any) -> Answer:
        """Return the vertices as arrays: places, styles, edges by the numbers that they have here, names."""
        view = self.graph_view
        size = float(max(places.max(initial=0), 1))
        owner = view.arena.owner
        styles = view.region_of_each[own].astype(np.uint8)
        if owner is not None:
            styles |= owner[own] << 2
        at = np.full(view.arena.n, -1, np.int32)
        at[own] = np.arange(own.size)
        moves = np.fromiter(map(view.move, own.tolist()), np.int64, own.size)
        named = view.arena.labels is not None
        return {
            "vertices": own.size,
            "ids": "" if whole else packed(own.astype(np.uint32)),
            "size": size,
            "places": packed((places * (_FINE / size)).round().astype(np.uint16)),
            "styles": packed(styles),
            "begins": packed(arena.indptr.astype(np.uint32)),
            "heads": packed(arena.successors.astype(np.uint32)),
            "chosen": packed(np.where(moves >= 0, at[moves], -1).astype(np.int32)),
            "names": [str(view.arena.display_name(v)) for v in own.tolist()] if named else None,
        }


def packed(array: NDArray[Any]) -> str:
    """Return the bytes of an array as a text: little-endian, in base64."""
    return base64.b64encode(array.astype(array.dtype.newbyteorder("<")).tobytes()).decode()


def _links(fold: Fold, number: NDArray[np.int64]) -> list[list[int]]:
    """Return the edges between groups by their numbers, with how many edges each is; the most numerous ones."""
    arena = fold.quotient
    tails, heads, times = number[arena.tails], number[arena.successors], arena.edge_data["times"]
    kept = np.flatnonzero((tails >= 0) & (heads >= 0) & (tails != heads))
    kept = kept[np.argsort(-times[kept], kind="stable")[:LINKS]]
    found: list[list[int]] = np.stack((tails[kept], heads[kept], times[kept]), axis=1).tolist()
    return found
