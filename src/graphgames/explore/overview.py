"""The whole of a large graph in groups, as arrays that the page draws, and its vertices as a list.

What is shown is worked out in a thread beside the other questions, so that moves and reasons need not wait for it; it
stops where it is told to. Of more vertices than can be shown only the groups are, each of which can be entered.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, counted, shown
from graphgames.core.value import ends
from graphgames.draw import crowd, folding
from graphgames.draw.folding import Fold
from graphgames.draw.scene import NONE, GraphView, part_of

MOST = 100_000
"""So many vertices are shown at once."""

ROWS = 200
"""So many rows of the list are sent at once."""

PATIENCE = 0.1
"""So many seconds an answer waits for what may be done by then."""

LISTED = 8
"""So many moves of a vertex are named in the list."""

_FINE = 65535  # places are sent as numbers up to this

Answer = dict[str, Any]


class StoppedError(Exception):
    """Nobody wants to know it any more."""


class Overview:
    """The groups of a graph, and the vertices in them: what is being worked out, and what was."""

    def __init__(self, graph_view: GraphView):
        self.graph_view = graph_view
        self.found: dict[tuple[Any, ...], Answer | Exception] = {}
        self._coordinates: NDArray[np.float64] | None = None
        self._thread: Thread | None = None
        self._stop = Event()
        self._key: tuple[Any, ...] = ()

    def ask(self, way: Any, path: Any, stop: Any = False) -> Answer:
        """Return the groups by a way within some group of a group ...; what is being done where that takes longer."""
        if not isinstance(path, list) or not all(type(head) is int for head in path):
            raise GameError(f"expected the groups that were entered, not {shown(path)}")
        key = (str(way), *path)
        if stop:
            self.stop()
            return {"stopped": True}
        if key not in self.found:
            if self._key != key or self._thread is None:
                self.stop()
                self._key, self._stop = key, Event()
                self._thread = Thread(target=self._work, args=(key, self._stop), daemon=True)
                self._thread.start()
            self._thread.join(PATIENCE)
        answer = self.found.get(key)
        if isinstance(answer, Exception):
            del self.found[key]
            raise answer
        return answer or {"doing": f"Placing {counted(self.graph_view.arena.n, 'vertex', 'vertices')}"}

    def stop(self) -> None:
        """Work on nothing any more."""
        self._stop.set()
        self._thread, self._key = None, ()

    def _work(self, key: tuple[Any, ...], stop: Event) -> None:
        def poll() -> None:
            if stop.is_set():
                raise StoppedError

        try:
            answer: Answer | Exception = self._drawn(key[0], key[1:], poll)
        except StoppedError:
            return
        except Exception as error:
            answer = error
        self.found = {**dict(list(self.found.items())[-2:]), key: answer}

    def _drawn(self, way: str, path: Sequence[int], poll: Callable[[], None]) -> Answer:
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
        """Return the vertices as arrays: places, looks, edges by the numbers that they have here, names."""
        view = self.graph_view
        size = float(max(places.max(initial=0), 1))
        owner = view.arena.owner
        looks = view.region_of_each[own].astype(np.uint8)
        if owner is not None:
            looks |= owner[own] << 2
        at = np.full(view.arena.n, -1, np.int32)
        at[own] = np.arange(own.size)
        chosen = np.fromiter(map(view.chosen, own.tolist()), np.int64, own.size)
        named = view.arena.labels is not None
        return {
            "vertices": own.size,
            "ids": "" if whole else packed(own.astype(np.uint32)),
            "size": size,
            "places": packed((places * (_FINE / size)).round().astype(np.uint16)),
            "looks": packed(looks),
            "begins": packed(arena.indptr.astype(np.uint32)),
            "heads": packed(arena.successors.astype(np.uint32)),
            "chosen": packed(np.where(chosen >= 0, at[chosen], -1).astype(np.int32)),
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


LINKS = 400
"""So many edges between groups are sent."""


class Rows:
    """The vertices of a graph as a list that is sorted and filtered."""

    def __init__(self, graph_view: GraphView, values: Any):
        self.graph_view = graph_view
        self.columns = folding.numbers(graph_view)
        self.value = None if values is None else _order(values)

    def ask(self, by: Any, down: Any, words: Any, region: Any, at: Any, first: Any) -> Answer:
        """Return some rows from the place ``first`` on, or those around the vertex ``at``; O(n log n) for a new order.

        ``words`` must be in the name; ``region`` is the number of who wins.
        """
        view, n = self.graph_view, self.graph_view.arena.n
        kept = np.arange(n)
        if type(region) is int:
            kept = kept[view.region_of_each == region]
        if words:
            sought = str(words).casefold()
            kept = np.array([v for v in kept.tolist() if sought in self._name(v).casefold()], np.int64)
        key = self._key(str(by), kept)
        if key is not None:
            kept = kept[np.argsort(key, kind="stable")]
        if down is True:
            kept = kept[::-1]
        if type(at) is int:
            found = np.flatnonzero(kept == at)
            first = max(0, int(found[0]) - ROWS // 2) if found.size else 0
        first = min(max(0, first if type(first) is int else 0), max(0, kept.size - 1))
        rows = [self._row(v) for v in kept[first : first + ROWS].tolist()]
        return {"rows": rows, "first": first, "count": int(kept.size), "columns": list(self.columns)}

    def _name(self, v: int) -> str:
        return str(self.graph_view.arena.display_name(v))

    def _key(self, by: str, kept: NDArray[np.int64]) -> NDArray[Any] | None:
        """Return by what vertices are sorted, None for their own order."""
        view = self.graph_view
        if by == "label" and view.arena.labels is not None:
            return np.array([_natural(self._name(v)) for v in kept.tolist()], object)
        if by == "winner":
            return view.region_of_each[kept].astype(np.int64)
        if by == "owner" and view.arena.owner is not None:
            return view.arena.owner[kept].astype(np.int64)
        if by == "note" and self.value is not None:
            return self.value[kept]
        return self.columns[by][kept].astype(np.int64) if by in self.columns else None

    def _moves(self, v: int) -> str:
        """Return where one moves from a vertex, in words."""
        heads, chosen = self.graph_view.arena.successors_of(v), self.graph_view.chosen(v)
        said = [f"{self._name(w)}{' (strategy)' if w == chosen else ''}" for w in heads[:LISTED].tolist()]
        return ", ".join(said) + (f" and {heads.size - LISTED} more" if heads.size > LISTED else "")

    def _row(self, v: int) -> Answer:
        view = self.graph_view
        numbers = [int(values[v]) for values in self.columns.values()]
        return {
            "id": v,
            "label": self._name(v),
            "owner": None if view.arena.owner is None else int(view.arena.owner[v]),
            "region": view.region(v),
            "note": view.note(v),
            "numbers": [None if number == NONE else number for number in numbers],
            "to": self._moves(v),
        }


def _natural(label: str) -> tuple[int, float, str]:
    """Return by what labels are sorted: numbers by size, before names."""
    return (0, float(label), "") if label.isdecimal() else (1, 0.0, label.casefold())


def _order(values: Any) -> NDArray[np.float64]:
    """Return numbers in the order of values, which may be brackets or infinite."""
    return np.array([float(ends(value)[0]) for value in np.asarray(values).tolist()])
