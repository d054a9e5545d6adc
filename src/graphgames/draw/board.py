"""How the position of a play looks: as a board with the places where moves are chosen, or as a view of a graph.

A board keeps its frame during a play, which begins with the first position of its `Track`. The picture says with
classes what its parts are, so that a page can colour them, and with ``data-key`` and ``data-at`` which parts are the
same as before and where they are, so that it can move them. A target is a rectangle on it, with the names of the moves
that a click on it means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from graphgames.core.oracle import RatedMove
from graphgames.draw import svg
from graphgames.draw.picture import Picture
from graphgames.draw.scene import GraphView
from graphgames.draw.style import Key

Moves = Mapping[str, RatedMove]
"""The moves of a position by their names."""

MARGIN = 18.0
"""Around what stands on a board."""

TEXT_WIDTH = 360.0
"""Of a board of words at least, so that they are legible on a phone."""

LAST = "#f2b705"
"""The colour of what the last move has changed."""


class Target(NamedTuple):
    """A place on a board, and the moves that can be meant by it.

    ``place`` tells apart several places of one move; ``text`` is what the move writes there; ``reach`` is a rectangle
    around all that the move changes. Of a move for which one touches several places, each has a target: ``path`` are
    the places that one must have touched before.
    """

    x: float
    y: float
    width: float
    height: float
    moves: tuple[str, ...]
    place: str = ""
    text: str = ""
    reach: tuple[float, float, float, float] | None = None
    path: str = ""


class Track(NamedTuple):
    """The positions of a play so far, and the place that was chosen for a move, by its number, where there was one."""

    positions: Sequence[Any]
    places: Mapping[int, str] = {}
    made: bool = True
    """Whether the play was made like this; if not, it only leads to its last position, and no last move is marked."""

    @property
    def last(self) -> Sequence[Any]:
        """The positions before and after the last move, nothing where there is none to mark."""
        return self.positions[-2:] if self.made and len(self.positions) > 1 else ()

    def within(self, inner: Callable[[Any], Any]) -> Track:
        """Return the same play with what is inside its positions."""
        return self._replace(positions=[inner(position) for position in self.positions])


@dataclass(frozen=True)
class Board:
    """How a position of a play looks, and where its moves are."""

    paint: Callable[[Track], Picture]
    """From the play so far to its picture."""
    aim: Callable[[Track, Moves], list[Target]]
    """From the play so far and the moves by name to the targets."""
    keys: Sequence[Key] = ()
    """The legend."""
    leaves: Callable[[Any, Any], tuple[list[str], list[str]]] | None = None
    """From the positions before and after a move to what marks it on the board, and to what it leaves there for good
    that the position after it does not tell; None where ``follows``."""
    follows: bool = True
    """Whether how a position looks depends much on the play before it, such as what is left where of a row."""


@dataclass(frozen=True)
class View:
    """The view of a game on a graph, and of its positions."""

    graph_view: GraphView
    """At the beginning."""
    pawns: Callable[[Any], tuple[int, ...]]
    """From a position to the vertices where one should look."""
    ends: Callable[[Any, RatedMove], tuple[int, int]]
    """From a position and a move to the vertices it goes from (-1: none) and to."""
    dress: Callable[[GraphView, Any, Collection[RatedMove]], GraphView] = lambda graph_view, position, moves: graph_view
    """From the graph_view, a position and its moves to the graph_view of that position."""
    spent: Callable[[Any], tuple[Collection[int], Collection[int]]] = lambda position: ((), ())
    """From a position to the edges and the vertices that may not be used again."""
    position: Callable[[int], Any] | None = None
    """From a vertex to the position with which a play from there begins; None where the input says how it begins."""

    def place(self, position: Any) -> int | None:
        """Return the vertex where a play stands, the first of several; None if it is at none."""
        vertices = () if position is None else self.pawns(position)
        return int(vertices[0]) if vertices else None


def inside(of: Callable[[Track], Board], inner: Callable[[Any], Any], look: Board | None = None) -> Board:
    """Return the board of positions that have those of another board inside, which may depend on the play.

    ``look`` is that board at the beginning, where it is known: it has the legend, and says whether something is left.
    """

    def aim(track: Track, moves: Moves) -> list[Target]:
        named = {name: replace(move, position=inner(move.position)) for name, move in moves.items()}
        return of(track).aim(track.within(inner), named)

    def leaves(before: Any, after: Any) -> tuple[list[str], list[str]]:
        marks = of(Track([before])).leaves
        return ([], []) if marks is None else marks(inner(before), inner(after))

    def paint(track: Track) -> Picture:
        return of(track).paint(track.within(inner))

    if look is None:
        return Board(paint, aim, leaves=leaves, follows=False)
    return Board(paint, aim, look.keys, None if look.leaves is None else leaves, look.follows)


def document(width: float, height: float, title: str, parts: Iterable[str]) -> Picture:
    """Return a board of a size with its parts and nothing else."""
    return Picture(title, tuple(parts), width, height, head=0.0)


def label(x: float, y: float, words: object, look: str = "label", size: int = 12, **attributes: object) -> str:
    """Return a short text on a board."""
    return svg.text(x, y, words, size, class_=look, **attributes)


def last_mark(x: float, y: float, width: float, height: float, rx: float) -> str:
    """Return the mark of a place that the last move has changed."""
    sides = {"x": float(x), "y": float(y), "width": float(width), "height": float(height), "rx": rx}
    return svg.element("rect", fill=LAST, opacity=0.55, class_="last", **sides)


def decided_line(begin: tuple[float, float], end: tuple[float, float]) -> list[str]:
    """Return the line through the row that has decided a game."""
    ends = [svg.number(along) for middle in (begin, end) for along in middle]
    line = {"d": "M{} {}L{} {}".format(*ends), "fill": "none", "stroke_linecap": "round"}
    return [
        svg.element("path", class_="decided", stroke=colour, stroke_width=width, **line)
        for colour, width in (("#ffffff", 11), ("#1f2328", 6))
    ]


def text_board(title: str, lines: Callable[[Any], Sequence[str]]) -> Board:
    """Return the board that shows a position as lines of text, whose moves are in the list of moves alone."""

    def paint(track: Track) -> Picture:
        words = lines(track.positions[-1])
        if len(words) == 1:  # a sentence, while several lines may be drawn with signs
            words = svg.wrapped(words[0], TEXT_WIDTH - 2 * MARGIN, 13)
        parts = [label(MARGIN, 36.0 + 20 * k, line, size=13, text_anchor="start") for k, line in enumerate(words)]
        wide = max((svg.text_width(line, 13) for line in words), default=0)
        return document(max(TEXT_WIDTH, wide + 2 * MARGIN), 36.0 + 20 * len(words), title, parts)

    return Board(paint, lambda track, moves: [])
