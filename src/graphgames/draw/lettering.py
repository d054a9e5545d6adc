"""Where the words of a graph's picture go: what stands beside edges, and names that do not fit into their vertices.

Each takes of a few places the one where it meets the least: no vertex, few edges, no other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

import numpy as np

from graphgames.draw import svg
from graphgames.draw.edges import Drawn, sampled, start_arrow
from graphgames.draw.layout import Link, Places

_SIZE, _LINE = 10, 12
_MOST = 36  # characters of a name
_WIDE = 130.0  # pixels of a line of a name
_TAKEN = 8_000  # among so many points of edges there is no free place for words
_ALONG = (10, 8, 12, 6, 14, 5, 15)  # twentieths of an edge


def lettered(drawn: Drawn, ways: Sequence[Places], names: Sequence[str], width: float) -> tuple[list[str], list[str]]:
    """Write what stands beside edges, one for each, and the names of the vertices in which nothing else says them.

    They stay between the borders of a picture of that width. The names are to be drawn first, so that they hide
    nothing; of those that are cut, the part in which they differ is kept.
    """
    points_of = [sampled(one) for one in ways]
    room = _Room(drawn, points_of, width)
    beside = []
    for link, route, points in zip(drawn.links, drawn.layout.routes, points_of, strict=True):
        routed = [] if route is None or route.beside is None else [route.beside]
        beside.append(room.written([link.words], [*routed, *_beside(link, points)]) if link.words else "")
    far = [i for i, name in enumerate(names) if name != drawn.signs[i]]
    outside = []
    for i, words in zip(far, svg.cut([names[i] for i in far], _MOST), strict=True):
        lines = svg.wrapped(words, _WIDE, _SIZE)
        r = drawn.radius * (1.25 if drawn.shapes[i] == "diamond" else 1)
        outside.append(room.written(lines, list(drawn.places[i] + _around(r, lines)), class_="label"))
    return beside, outside


def _beside(link: Link, points: Places) -> Iterable[Places]:
    """Return where the words of an edge may have their middle: around a loop, else to either side of its way."""
    wide = svg.text_width(link.words, _SIZE) / 2
    if link.tail == link.head:
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        x, y = (left + right) / 2, (top + bottom) / 2
        return [np.array(at) for at in ((x, top - 9), (x, bottom + 9), (left - 4 - wide, y), (right + 4 + wide, y))]
    middles: list[Places] = []
    for k in (len(points) * part // 20 for part in _ALONG):
        along = points[k + 1] - points[k - 1]
        across = np.array([-along[1], along[0]]) / max(1e-9, hypot(*along))
        far = abs(across[0]) * wide + abs(across[1]) * 6 + 4
        middles += [points[k] - far * across, points[k] + far * across]
    return middles


def _around(radius: float, lines: Sequence[str]) -> Places:
    """Return where the name of a vertex may have its middle, seen from the vertex: below, above, aside."""
    wide, r = max(svg.text_width(line, _SIZE) for line in lines), radius
    aside, over = r + 5 + wide / 2, r + 3 + 6 * len(lines)
    beside = [(side * aside, down) for down in (0, r, -r) for side in (1, -1)]
    return np.array([(0, over), (0, -over), *beside])


class _Room:
    """What is taken in a picture: points of ways, vertices, the arrow of the start, and words as they are written."""

    def __init__(self, drawn: Drawn, ways: Sequence[Places], width: float):
        turn, r = np.linspace(0, 2 * np.pi, 12, endpoint=False), drawn.radius
        ring = np.concatenate([size * np.stack([np.cos(turn), np.sin(turn)], axis=1) for size in (r, r / 2)])
        ends = start_arrow(drawn)
        arrow = [np.linspace(ends[0], ends[1], 8)] if ends else []
        self.taken = np.concatenate([*ways, *(place + ring for place in drawn.places), *arrow, np.zeros((0, 2))])
        self.vertices, self.radius, self.width = drawn.places, r, width

    def written(self, lines: Sequence[str], middles: Sequence[Places], **look: object) -> str:
        """Write lines around the middle where they meet the least and little comes close; nothing else goes there."""
        wide, tall = max(svg.text_width(line, _SIZE) for line in lines) / 2, _LINE / 2 * len(lines)
        met = [self._met(middle, wide, tall) + 2 * k for k, middle in enumerate(middles)]
        x, y = middles[int(np.argmin(met))].tolist()
        down = np.linspace(1 - tall, tall - 1, 2 * len(lines)).tolist()
        own = [(x + part * wide, y + k) for part in np.linspace(-0.9, 0.9, 9) for k in down]
        self.taken = np.concatenate([self.taken, own])
        return "".join(svg.text(x, y + 9.5 - tall + _LINE * k, line, _SIZE, **look) for k, line in enumerate(lines))

    def _met(self, middle: Places, wide: float, tall: float) -> float:
        """Return how much is met by words around a middle; what lies upon a vertex is hidden."""
        beyond = 1000.0 * bool(abs(middle[0] - self.width / 2) + wide > self.width / 2 - 4)
        if len(self.taken) >= _TAKEN:
            return beyond
        apart = np.abs(self.taken - middle)
        hidden = np.hypot(*np.maximum(np.abs(self.vertices - middle) - (wide, tall - 1), 0).T) < self.radius
        met = 8 * (apart < (wide + 1, tall)).all(axis=1).sum() + (apart < (wide + 8, tall + 8)).all(axis=1).sum()
        return beyond + float(met + 500 * hidden.sum())
