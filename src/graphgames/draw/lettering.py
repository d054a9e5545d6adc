"""The words of a graph's picture: the lines in the vertices, and where the words beside edges go.

Vertices are as wide as their names, so these meet nothing. The words beside an edge take of a few places the one where
they meet the least: the room that the layout keeps for them, or beside the way of the edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from graphgames.draw import svg
from graphgames.draw.curves import sampled
from graphgames.draw.edge_paths import Drawn, Words
from graphgames.draw.layout import Link, Places

_SIZE, _LINE = 10, 12
_MOST = 36  # characters of a name
_ALONG = (10, 9, 11, 8, 12, 7, 13, 6, 14, 5, 15, 4, 16, 3, 17)  # twentieths of an edge
_PIECE = re.compile(r"[^\s_/,;:.-]*[\s_/,;:.-]*")
_WHOLE = re.compile(rf"\([^()]*\)[\s_/,;:.-]*|{_PIECE.pattern}")


def broken(words: str, width: float, size: float) -> tuple[str, ...]:
    """Return a name in lines of about the same length, as few as fit into a width; parts and parentheses stay whole.

    Examples
    --------
    >>> broken("clients a, b next", 80, 10), broken("north_east_corner", 80, 10), broken("(x=2, s=0) safe", 80, 10)
    (('clients', 'a, b next'), ('north_east_', 'corner'), ('(x=2, s=0)', 'safe'))
    """
    whole = [piece for piece in _WHOLE.findall(words) if piece] or [words]
    fits = all(svg.text_width(piece.rstrip(), size) <= width for piece in whole)
    pieces = whole if fits else [piece for piece in _PIECE.findall(words) if piece]

    def filled(width: float) -> list[str]:
        lines = [""]
        for piece in pieces:
            if lines[-1] and svg.text_width((lines[-1] + piece).rstrip(), size) > width:
                lines.append("")
            lines[-1] += piece
        return [line.strip() for line in lines]

    found = filled(width)
    if len(found) == len(pieces):
        return tuple(found)
    for narrower in range(int(width), 0, -4):
        tried = filled(narrower)
        if len(tried) > len(found):
            break
        found = tried
    return tuple(found)


def in_lines(names: Sequence[str], width: float) -> list[tuple[str, ...]]:
    """Return the lines of names, each cut to a number of characters, with the part in which they differ."""
    return [broken(name, width, _SIZE) for name in svg.cut(names, _MOST)]


def lettered(drawn: Drawn) -> list[Words | None]:
    """Return where to write what stands beside edges, one for each; None where nothing does."""
    if not any(link.words for link in drawn.links):
        return [None] * len(drawn.links)
    points_of = sampled(drawn.paths)
    room = _Room(drawn, points_of)
    beside: list[Words | None] = []
    for link, route, points in zip(drawn.links, drawn.layout.routes, points_of, strict=True):
        routed = [] if route is None or route.beside is None else [route.beside]
        beside.append(room.written(link.words, [*routed, *_beside(link, points)]) if link.words else None)
    return beside


def _beside(link: Link, points: Places) -> Iterable[Places]:
    """Return where the words of an edge may have their middle: around a loop, else to either side of its way."""
    wide = svg.text_width(link.words, _SIZE) / 2
    if link.tail == link.head:
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        x, y = (left + right) / 2, (top + bottom) / 2
        aside = [(x + side * (right - left) / 2 + side * (4 + wide), y) for side in (-1, 1)]
        corners = [(at, y + down * (bottom - top) / 2) for at, _ in aside for down in (-1, 1)]
        return [np.array(at) for at in ((x, top - 9), (x, bottom + 9), *aside, *corners)]
    k = len(points) * np.array(_ALONG) // 20
    dx, dy = (points[np.minimum(k + 1, len(points) - 1)] - points[np.maximum(k - 1, 0)]).T
    across = np.stack((-dy, dx), axis=1) / np.maximum(1e-9, np.hypot(dx, dy))[:, None]
    distance = np.abs(across) @ (wide, 6) + 4
    aside = distance[:, None] * across
    return [*np.stack((points[k] - aside, points[k] + aside), axis=1).reshape(-1, 2)]


class _Room:
    """What is taken in a picture: points of ways, vertices, the arrow of the start, and words as they are written."""

    def __init__(self, drawn: Drawn, paths: Sequence[Places]):
        starts = sampled([drawn.arrow]) if len(drawn.arrow) else []
        self.taken = np.concatenate([*paths, _heads(paths), *starts])
        self.drawn, self.outlines = drawn, drawn.outlines
        self.most = self.outlines.extents.max(axis=0, initial=0.0) + 1

    def written(self, words: str, middles: Sequence[Places]) -> Words:
        """Write words around the middle where they meet the least and little comes close; nothing else goes there."""
        box, tried = np.array([svg.text_width(words, _SIZE) / 2, _LINE / 2]), np.array(middles)
        low, high = tried.min(axis=0) - box - 8, tried.max(axis=0) + box + 8
        off = np.abs(self.taken[((self.taken > low) & (self.taken < high)).all(axis=1)] - tried[:, None])
        met = (off < box + np.array([1, 0])).all(axis=2).sum(axis=1) + 60 * self._upon(tried, box - np.array([0, 1]))
        score = (off < box + 8).all(axis=2).sum(axis=1) + 8 * met + 2 * np.arange(len(tried))
        k = int(np.argmin(score))
        across, down = np.linspace(-0.9, 0.9, 9), np.array([[1.0], [-1.0]]) * (box[1] - 1)
        own = tried[k] + np.stack(np.broadcast_arrays(across * box[0], down), axis=-1).reshape(-1, 2)
        self.taken = np.concatenate([self.taken, own])
        return Words(words, tried[k], not met[k])

    def _upon(self, middles: Places, box: Places) -> Places:
        """Return for each middle upon how many vertices words around it lie."""
        places = self.drawn.places
        close = np.abs(places - middles.mean(axis=0)) < np.ptp(middles, axis=0) + box + self.most
        candidates = np.flatnonzero(close.all(axis=1))
        nearest = np.clip(places[candidates], (middles - box)[:, None], (middles + box)[:, None])
        return np.asarray((self.outlines.at(candidates).apart(nearest - places[candidates]) < 1).sum(axis=1))


def _heads(paths: Sequence[Places]) -> Places:
    """Return points of the heads of edges that end there."""
    ends = np.array([points[-1] for points in paths])
    dx, dy = (ends - [points[-2] for points in paths]).T
    length = np.maximum(1e-9, np.hypot(dx, dy))
    dx, dy = dx / length, dy / length
    corners = [(-k * dx - side * k * dy / 2, -k * dy + side * k * dx / 2) for k in (4, 9) for side in (1, -1)]
    return np.concatenate([ends + np.stack(corner, axis=1) for corner in corners])


def faults(drawn: Drawn) -> int:
    """Return how many words meet something, and how many edges lead through vertices that are not their ends."""
    words = sum(one is not None and not one.free for one in drawn.words)
    if not drawn.paths:
        return words
    paths, places, outlines = sampled(drawn.paths), drawn.places, drawn.outlines
    low, high = (np.array([end(path, axis=0) for path in paths])[:, None] for end in (np.min, np.max))
    reach = outlines.extents + 2
    close = np.asarray(((low < places + reach) & (high > places - reach)).all(axis=2))
    for i, link in enumerate(drawn.links):
        close[i, [link.tail, link.head]] = False
    edge, other = np.nonzero(close)
    count = np.array([len(path) for path in paths])[edge]
    pair = np.repeat(np.arange(edge.size), count)
    points = np.concatenate([np.zeros((0, 2)), *(paths[i] for i in edge.tolist())])
    met = outlines.at(other[pair]).apart(points - places[other[pair]]) < 1
    return words + np.unique(edge[pair[met]]).size
