"""The whole of a large graph in groups, and its vertices as a list.

The groups are worked out in a thread beside the other questions, so that moves and reasons need not wait for them; it
stops where it is told to.
"""

from __future__ import annotations

import re
from functools import cached_property
from threading import Event, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.naming import Positions
from graphgames.core.value import ends
from graphgames.draw.scene import NONE, GraphView
from graphgames.draw.whole import Whole

ROWS = 200
"""So many rows of the list are sent at once."""

PATIENCE = 0.1
"""So many seconds an answer waits for what may be done by then."""

LISTED = 8
"""So many moves of a vertex are named in the list."""

Answer = dict[str, Any]


class StoppedError(Exception):
    """Nobody wants to know it any more."""


class Overview:
    """The groups of a graph, and the vertices in them: what is being worked out, and what was."""

    def __init__(self, graph_view: GraphView):
        self.graph_view = graph_view
        self.found: dict[tuple[Any, ...], Answer | Exception] = {}
        self.whole = Whole(graph_view)
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
            answer: Answer | Exception = self.whole.grouped(key[0], key[1:], poll)
        except StoppedError:
            return
        except Exception as error:
            answer = error
        self.found = {**dict(list(self.found.items())[-2:]), key: answer}


class Rows:
    """The vertices of a graph as a list that is sorted and filtered."""

    def __init__(self, graph_view: GraphView, values: Any):
        self.graph_view = graph_view
        self.columns = {name: values() for name, values in graph_view.charts.items()}
        self.value = None  # by which values are sorted: of a bracket its low end
        if values is not None:
            self.value = np.array([float(ends(value)[0]) for value in np.asarray(values).tolist()])

    def ask(self, by: Any, down: Any, words: Any, region: Any, at: Any, first: Any) -> Answer:
        """Return some rows from the place ``first`` on, or those around the vertex ``at``; O(n log n) for a new order.

        ``words`` must be in the name; ``region`` is the number of who wins.
        """
        view, n = self.graph_view, self.graph_view.arena.n
        kept = np.arange(n)
        if type(region) is int:
            kept = kept[view.region_of_each == region]
        if words:
            kept = kept[self._named(str(words).casefold())[kept]]
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

    @cached_property
    def _names(self) -> tuple[str, NDArray[np.int64]]:
        """All names, one behind the other with a blank line between them, and where each begins."""
        arena = self.graph_view.arena
        plain = arena.names if not isinstance(arena.labels, Positions) else map(self._name, range(arena.n))
        names = [str(name).casefold() for name in plain]
        return "\n\n".join(names), offsets(np.fromiter(map(len, names), np.int64, len(names)) + 2)

    def _named(self, words: str) -> NDArray[np.bool_]:
        """Return a mask of the vertices with some words in their names."""
        text, begins = self._names
        found = [one.start() for one in re.finditer(re.escape(words), text)]
        mask = np.zeros(begins.size - 1, np.bool_)
        mask[np.searchsorted(begins, found, side="right") - 1] = True
        return mask

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
        heads, moves = self.graph_view.arena.successors_of(v), self.graph_view.strategy_heads(v)
        successors = [f"{self._name(w)}{' (strategy)' if w in moves else ''}" for w in heads[:LISTED].tolist()]
        return ", ".join(successors) + (f" and {heads.size - LISTED} more" if heads.size > LISTED else "")

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
