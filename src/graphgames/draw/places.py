"""Boards with places on which men stand: cells, points, pits or edges, by their names.

A game says where its places are, what stands on them, and which of them one touches for a move; what is drawn, what
moves, what the last move has changed and where moves are chosen follows from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from graphgames.draw import svg
from graphgames.draw.board import Board, Moves, Target, Track, decided_line, document, label, last_mark
from graphgames.draw.picture import Picture
from graphgames.draw.style import Key

SIDE = 54.0
"""The side of a cell."""

EDGE = 26.0
"""Around a grid, for the names of its rows and columns."""

_MOST_DRAWN = 4096
"""So many drawings of men are remembered."""

Men = Mapping[str, str]
"""What stands on each place: the look of a man by the name of the place."""


class Place(NamedTuple):
    """A rectangle on a board, with round corners of a radius."""

    x: float
    y: float
    width: float = SIDE
    height: float = SIDE
    rx: float = 3.0

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of it."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def r(self) -> float:
        """The radius of what fits in it."""
        return min(self.width, self.height) / 2


@dataclass(frozen=True)
class PlaceBoard:
    """A board given by its places and men."""

    title: str
    places: Mapping[str, Place]
    """By name, without spaces. A place need not be for a man: it may be a column, which one touches."""
    men: Callable[[Any], Men]
    """From a position to what stands where."""
    man: Callable[[str, Place], str]
    """From a look and a place to the drawing of a man."""
    touched: Callable[[Any, Any], Sequence[str]] | None = None
    """From the positions before and after a move to the places that one touches for it, in order. By default those that
    become empty, then those that have another man: from where to where, or where a man is put."""
    ground: Sequence[str] = ()
    """What lies under the men, always."""
    front: Sequence[str] = ()
    """What lies over them."""
    captions: Callable[[Any], Iterable[str]] = lambda position: ()
    """From a position to what is written beside the board."""
    owned: Callable[[Sequence[Any]], Men] = lambda positions: {}
    """From the positions of a play to what stands on places that its last position does not tell."""
    row: Callable[[Any], Sequence[str]] = lambda position: ()
    """From a position to the places in a line that have decided the game; the line is drawn over everything."""
    size: tuple[float, float] | None = None
    """How large it is, by default as the places need."""
    glides: bool = True
    """Whether men go from place to place; otherwise what stands on a place belongs to it."""
    falls: bool = False
    """Whether new men come from above."""
    keys: Sequence[Key] = ()
    """The legend."""

    def board(self) -> Board:
        """Return the board."""
        return Board(self.paint, self.aim, self.keys, self.leaves, follows=False)

    def paint(self, track: Track) -> Picture:
        """Return the picture of a position: the ground, what the last move has changed, the men, the front."""
        positions = track.positions
        parts = [*self.ground]
        parts += [self._drawn(look, self.places[place]) for place, look in self.owned(positions).items()]
        if track.last:
            parts += self._marks(*track.last)
        for place, (look, key) in self._followed(positions).items():
            parts.append(self._man(look, key, self.places[place]))
        parts += [*self.front, *self._row(positions[-1]), *self.captions(positions[-1])]
        right, low = (EDGE + max(place[k] + place[k + 2] for place in self.places.values()) for k in (0, 1))
        return document(*(self.size or (right, low)), f"{self.title[:1].upper()}{self.title[1:]}", parts)

    def aim(self, track: Track, moves: Moves) -> list[Target]:
        """Return the places to touch, those that come later in a move with the path of those before them."""
        before = track.positions[-1]
        found: dict[tuple[str, str], list[str]] = {}
        for name, move in moves.items():
            path = self._path(before, move.position)
            for k, place in enumerate(path):
                found.setdefault((" ".join(path[:k]), place), []).append(name)
        targets = []
        for (path, place), names in found.items():
            reach = None if path or len(names) > 1 else self._reach(place, before, moves[names[0]].position)
            targets.append(Target(*self.places[place][:4], tuple(names), place, "", reach, path))
        return targets

    def leaves(self, before: Any, after: Any) -> tuple[list[str], list[str]]:
        """Return the marks of a move, and what stands from then on where later positions do not tell it."""
        old, new = self.owned([before]), self.owned([before, after])
        stays = [self._drawn(look, self.places[place]) for place, look in new.items() if place not in old]
        return self._marks(before, after), stays

    def _changed(self, before: Any, after: Any) -> list[str]:
        old, new = self.men(before), self.men(after)
        return sorted({place for place, _ in old.items() ^ new.items()}, key=list(self.places).index)

    def _marks(self, before: Any, after: Any) -> list[str]:
        return [self._mark[place] for place in self._changed(before, after)]

    @cached_property
    def _mark(self) -> dict[str, str]:
        """The mark of each place that the last move has changed."""
        return {name: last_mark(*place) for name, place in self.places.items()}

    @cached_property
    def _drawn(self) -> Callable[[str, Place], str]:
        """`man`, which draws a look on a place once."""
        return lru_cache(_MOST_DRAWN)(self.man)

    def _path(self, before: Any, after: Any) -> Sequence[str]:
        if self.touched is not None:
            return self.touched(before, after)
        changed, new = self._changed(before, after), self.men(after)
        return sorted(changed, key=lambda place: place in new)

    def _reach(self, place: str, before: Any, after: Any) -> tuple[float, float, float, float] | None:
        """Return the rectangle around all that a move changes, None if that is the place itself."""
        changed = self._changed(before, after)
        if changed == [place]:
            return None
        sides = [self.places[name] for name in changed]
        left, top = min(side.x for side in sides), min(side.y for side in sides)
        right, low = max(side.x + side.width for side in sides), max(side.y + side.height for side in sides)
        return left, top, right - left, low - top

    def _followed(self, positions: Sequence[Any]) -> dict[str, tuple[str, str]]:
        """Return the men with their keys, which they keep where they go."""
        if not self.glides:
            return {place: (look, place) for place, look in self.men(positions[-1]).items()}
        standing = {place: (look, place) for place, look in self.men(positions[0]).items()}
        for number, after in enumerate(positions[1:], 1):
            standing = _moved(standing, self.men(after), number)
        return standing

    def _man(self, look: str, key: str, place: Place) -> str:
        x, y = place.middle
        at = {"data_at": f"{svg.number(x)} {svg.number(y)}"}
        if self.falls:
            at["data_from"] = f"{svg.number(x)} {svg.number(-place.height)}"
        return svg.element("g", self._drawn(look, place), class_="man", data_key=key, **at)

    def _row(self, position: Any) -> list[str]:
        """Draw the line through the row that has decided the game."""
        row = [self.places[name].middle for name in self.row(position)]
        return decided_line(row[0], row[-1]) if row else []


def _moved(before: Mapping[str, tuple[str, str]], now: Men, number: int) -> dict[str, tuple[str, str]]:
    """Return the men with their keys after a move: who is new on a place was one of his look, or any that is gone."""
    stays = {place: man for place, man in before.items() if now.get(place) == man[0]}
    gone = {place: man for place, man in before.items() if place not in stays}
    come = [place for place in now if place not in stays]
    for fits in (lambda place, man: man[0] == now[place], lambda place, man: True):
        for place in [place for place in come if place not in stays]:
            found = next((old for old in sorted(gone, key=now.__contains__) if fits(place, gone[old])), None)
            if found is not None:
                stays[place] = now[place], gone.pop(found)[1]
    return {place: stays.get(place, (look, f"{place}.{number}")) for place, look in now.items()}


def square(column: int, row: int) -> str:
    """Return the name of a cell, by its column from the left and its row from below, from 0.

    Examples
    --------
    >>> square(2, 0)
    'c1'
    """
    return f"{chr(ord('a') + column)}{row + 1}"


def grid(width: int, height: int, left: float = EDGE, top: float = EDGE) -> dict[str, Place]:
    """Return the cells of a grid by name."""
    return {
        square(c, r): Place(left + c * SIDE, top + (height - 1 - r) * SIDE) for r in range(height) for c in range(width)
    }


def squares(width: int, height: int, light: str, dark: str, falling: bool = False) -> list[str]:
    """Return the ground of a grid: its cells in two colours, and the names of its columns and rows beside it.

    Rows are counted from below, or, if their numbers are ``falling``, from above.
    """
    parts = []
    for k, place in enumerate(grid(width, height).values()):
        fill = light if sum(divmod(k, width)) % 2 else dark
        parts.append(svg.element("rect", class_="square", x=place.x, y=place.y, width=SIDE, height=SIDE, fill=fill))
    frame = {"x": EDGE, "y": EDGE, "width": width * SIDE, "height": height * SIDE, "fill": "none"}
    parts.append(svg.element("rect", class_="frame", stroke="#6b4e2e", stroke_width=2, **frame))
    for c in range(width):
        parts.append(label(EDGE + (c + 0.5) * SIDE, EDGE + height * SIDE + 16, chr(ord("a") + c)))
    for r in range(height):
        parts.append(label(EDGE - 12, EDGE + (height - 1 - r + 0.5) * SIDE + 4, height - r if falling else r + 1))
    return parts


def alone(look: str, place: Place, drawn: Callable[..., str], *more: Any) -> str:
    """Return what is drawn in the middle of a place, as large as fits."""
    return drawn(*place.middle, 0.72 * place.r, *more)
