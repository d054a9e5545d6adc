"""Boards of stones: heaps as rows from which stones are taken, boxes as rows that are filled.

A row keeps its places during a play, and what was taken leaves a gap. A toolkit for the boards of kinds of games, which
pass what their heaps and boxes are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import xor
from typing import Any, NamedTuple

from graphgames.draw import svg
from graphgames.draw.board import MARGIN, Board, Moves, Target, Track, document, label, last_mark
from graphgames.draw.picture import Picture

MOST_STONES = 24
"""A longer row is drawn as a bar."""

MOST_ROWS = 12
"""So many rows are drawn; the moves of the others are in the list of moves."""

TIERS = 2
"""Under a row there are targets for so many amounts of which each can be taken from the middle."""

STEP, HIGH, TIER = 36.0, 76.0, 22.0
LEFT, RIGHT = 90.0, 96.0
_WORDS = 9  # so many characters stand beside a row in the usual size

Heaps = tuple[int, ...]


class Segment(NamedTuple):
    """What is left of a row in one piece: its first place and its stones."""

    begin: int
    length: int


class Row(NamedTuple):
    """A row: its number of places, the segments on it, and the heap or the box that it is made of."""

    places: int
    segments: tuple[Segment, ...]
    part: Any = None

    @property
    def stones(self) -> int:
        """How many stones there are."""
        return sum(length for _, length in self.segments)

    def holds(self, place: int) -> bool:
        """Return whether there is a stone at a place."""
        return any(begin <= place < begin + length for begin, length in self.segments)


def changed(before: Sequence[Any], after: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
    """Return the part that a move changes and what becomes of it.

    Examples
    --------
    >>> changed((3, 5, 5), (2, 2, 3, 5))
    (5, (2, 2))
    """
    gone, come = Counter(before), Counter(after)
    return next((gone - come).elements()), tuple((come - gone).elements())


@dataclass(frozen=True)
class HeapRows:
    """How heaps are shown as rows of stones."""

    title: str
    """What it is, for those who do not see it."""
    value: Callable[[int], Any]
    """From a heap to its nimber."""
    look: str = "stone"
    """What a stone is: ``match`` or ``stone``."""
    anywhere: bool = False
    """Whether stones may be taken from the middle of a heap; otherwise they are taken from its right end."""

    def board(self) -> Board:
        """Return the board, over plays whose positions are tuples of heaps."""
        return Board(self.paint, self.aim)

    def paint(self, track: Track) -> Picture:
        """Return the picture of a position."""
        rows = followed(track)
        parts = self._mark(rows, track)
        for r, row in enumerate(rows[:MOST_ROWS]):
            left, top = _corner(rows, r, self._high)
            stones = [_bar(row, left, top)] if row.places > MOST_STONES else self._stones(r, row, left, top)
            words = " + ".join(str(length) for _, length in row.segments) or "0"
            parts += [*stones, *_captions(row, left, top, words, [self.value(n) for _, n in row.segments])]
        return _framed(self.title, rows, self._high, parts)

    @property
    def _high(self) -> float:
        return HIGH + (TIER if self.anywhere else 0)

    def _mark(self, rows: Sequence[Row], track: Track) -> list[str]:
        """Mark what the last move has taken, or where it has split a row."""
        if not track.last:
            return []
        r, old = _differs(followed(track._replace(positions=track.positions[:-1])), rows)
        if r >= MOST_ROWS:
            return []
        row, (left, top) = rows[r], _corner(rows, r, self._high)
        if taken := old.stones - row.stones:
            edges = [one.begin for one in old.segments] + [begin + length for begin, length in row.segments]
            first = min(place for place in edges if old.holds(place) and not row.holds(place))
            return [_last(row, Segment(first, taken), left, top)]
        begins = {segment.begin for segment in old.segments}
        split = next(segment.begin for segment in row.segments if segment.begin not in begins)
        return [_last(row, Segment(split, 0), left, top)]

    def _stones(self, r: int, row: Row, left: float, top: float) -> list[str]:
        """Draw the stones of a row, and the places of those that were taken."""
        parts = []
        for k in range(row.places):
            look, key = (self.look, f"{r}.{k}") if row.holds(k) else (f"{self.look} taken", "")
            parts.append(_stone(look, key, left + (k + 0.5) * STEP, top + HIGH / 2))
        for a, b in pairwise(row.segments):
            if a.begin + a.length == b.begin:  # split, and nothing taken
                line = {"x": left + b.begin * STEP - 1.5, "y": top + 4, "width": 3.0, "height": HIGH - 8}
                parts.append(svg.element("rect", class_="split", fill="#1f2328", **line))
        return parts

    def aim(self, track: Track, moves: Moves) -> list[Target]:
        """Return the stones and the places under them where moves are chosen."""
        rows, targets = followed(track), []
        options = _options(track.positions[-1], moves)
        taken = {n - sum(come) for n, found in options.items() for _, come in found if len(come) > 1 or self.anywhere}
        tiers = {amount: k for k, amount in enumerate(sorted(taken - {1})[:TIERS])}
        for r, row in enumerate(rows[:MOST_ROWS]):
            left, top = _corner(rows, r, self._high)
            for s, segment in enumerate(row.segments):
                if row.places > MOST_STONES:
                    names = tuple(name for name, _ in options.get(segment.length, ()))
                    targets += [Target(*_box(row, segment, left, top), names, f"{r}.{s}.0")] if names else []
                    continue
                for name, come in options.get(segment.length, ()):
                    turns = (0, 1) if self.anywhere and (len(come) == 1 or come != come[::-1]) else (0,)
                    for turned in turns:
                        place = f"{r}.{s}.{turned}"
                        targets += self._target(segment, name, come, not turned, tiers, (left, top), place)
        return targets

    def _target(
        self,
        segment: Segment,
        name: str,
        come: Heaps,
        forward: bool,
        tiers: Mapping[int, int],
        corner: tuple[float, float],
        place: str,
    ) -> list[Target]:
        """Return the target of a move that leaves heaps of a segment, if there is room for it."""
        left, top = corner
        amount = segment.length - sum(come)
        ends = _left_of(segment, come, forward)
        begin = ends[0].begin + ends[0].length if ends and ends[0].begin == segment.begin else segment.begin
        x, wide = left + begin * STEP, max(amount, 0.2) * STEP
        reach = (x + 1, top + 4, wide - 2, HIGH - 8)
        if amount == 1 or (len(come) < 2 and not self.anywhere):
            return [Target(x, top + 4, STEP, HIGH - 8, (name,), place, "", reach)]
        if amount not in tiers:
            return []
        y = top + HIGH - 2 + tiers[amount] * TIER
        return [Target(x + wide / 2 - 0.4 * STEP, y, 0.8 * STEP, TIER - 6, (name,), place, "", reach)]


def followed(track: Track) -> list[Row]:
    """Return the rows of a play of heaps: those of its first position, with what its moves have left.

    Examples
    --------
    >>> followed(Track([(3, 7), (2, 3, 4), (2, 3, 3)]))[1].segments
    (Segment(begin=0, length=2), Segment(begin=3, length=3))
    """
    rows = [Row(heap, (Segment(0, heap),)) for heap in track.positions[0]]
    for number, (before, after) in enumerate(pairwise(track.positions)):
        gone, come = changed(before, after)
        r, s, turned = _heap_taken(rows, gone, track.places.get(number, ""))
        segments = rows[r].segments
        left = _left_of(segments[s], come, not turned)
        rows[r] = rows[r]._replace(segments=(*segments[:s], *left, *segments[s + 1 :]))
    return rows


def _heap_taken(rows: Sequence[Row], gone: int, place: str) -> tuple[int, int, int]:
    """Return the row and the segment of a heap, and whether what is left is turned round."""
    there = [(r, s) for r, row in enumerate(rows) for s, segment in enumerate(row.segments) if segment.length == gone]
    places = {f"{r}.{s}.{turned}": (r, s, turned) for r, s in there for turned in (0, 1)}
    return places.get(place, (*there[0], 0))


def _left_of(segment: Segment, come: Heaps, forward: bool) -> tuple[Segment, ...]:
    """Return where the heaps lie that are left of a segment, in order or turned round."""
    begin, taken = segment.begin, segment.length - sum(come)
    if len(come) == 1:
        return (Segment(begin if forward else begin + taken, come[0]),)
    left = []
    for k, heap in enumerate(come if forward else come[::-1]):
        left.append(Segment(begin, heap))
        begin += heap + (0 if k else taken)
    return tuple(left)


@dataclass(frozen=True)
class BoxRows:
    """How boxes are shown as rows that are filled; ``value`` is from a box (size, stones) to its nimber."""

    title: str
    value: Callable[[tuple[int, int]], Any]

    def board(self) -> Board:
        """Return the board, over plays whose positions are tuples of boxes."""
        return Board(self.paint, self.aim)

    def paint(self, track: Track) -> Picture:
        """Return the picture of a position."""
        rows = _boxes(track)
        parts = [_box_of(row, *_corner(rows, r, HIGH)) for r, row in enumerate(rows[:MOST_ROWS])]
        parts += self._mark(rows, track)
        for r, row in enumerate(rows[:MOST_ROWS]):
            left, top = _corner(rows, r, HIGH)
            size, stones = row.part
            for k in range(stones if size <= MOST_STONES else 0):
                parts.append(_stone("stone", f"{r}.{k}", left + (k + 0.5) * STEP, top + HIGH / 2))
            parts += _captions(row, left, top, f"{stones} of {size}", [self.value(row.part)])
        return _framed(self.title, rows, HIGH, parts)

    def _mark(self, rows: Sequence[Row], track: Track) -> list[str]:
        """Mark the places that the last move has filled."""
        if not track.last:
            return []
        r, old = _differs(_boxes(track._replace(positions=track.positions[:-1])), rows)
        (_, before), (_, after) = old.part, rows[r].part
        return [_last(rows[r], Segment(before, after - before), *_corner(rows, r, HIGH), 12)] if r < MOST_ROWS else []

    def aim(self, track: Track, moves: Moves) -> list[Target]:
        """Return the places up to which boxes can be filled."""
        rows, targets = _boxes(track), []
        options = _options(track.positions[-1], moves)
        for r, row in enumerate(rows[:MOST_ROWS]):
            left, top = _corner(rows, r, HIGH)
            size, stones = row.part
            found = options.get(row.part, ())
            if size > MOST_STONES:
                names = tuple(name for name, _ in found)
                targets += [Target(left, top + 18, MOST_STONES * STEP, HIGH - 36, names, str(r))] if names else []
                continue
            for name, ((_, after),) in found:
                reach = (left + stones * STEP, top + 12, (after - stones) * STEP, HIGH - 24)
                x = left + (after - 1) * STEP
                targets.append(Target(x + 2, top + 12, STEP - 4, HIGH - 24, (name,), str(r), "", reach))
        return targets


def _boxes(track: Track) -> list[Row]:
    """Return the rows of a play with boxes."""
    parts = list(track.positions[0])
    for number, (before, after) in enumerate(pairwise(track.positions)):
        gone, come = changed(before, after)
        places = {str(r): r for r, box in enumerate(parts) if box == gone}
        parts[places.get(track.places.get(number, ""), parts.index(gone))] = come[0]
    return [Row(size, (Segment(0, stones),), (size, stones)) for size, stones in parts]


def _differs(before: Sequence[Row], after: Sequence[Row]) -> tuple[int, Row]:
    """Return the number of the row that a move has changed, and how it was before."""
    return next((r, old) for r, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def _last(row: Row, segment: Segment, left: float, top: float, gap: float = 4) -> str:
    """Return the mark of what the last move has changed in a row, a narrow one where it has only split it."""
    if row.places > MOST_STONES:
        x, y, width, height = _box(row, segment, left, top)
        return last_mark(x, y - 6, width, height + 12, 6)  # it is seen above and below the bar
    wide = max(segment.length, 0.2) * STEP
    x = left + (segment.begin + segment.length / 2) * STEP - wide / 2
    return last_mark(x + 1, top + gap, wide - 2, HIGH - 2 * gap, 5)


def _options(position: Any, moves: Moves) -> dict[Any, list[tuple[str, tuple[Any, ...]]]]:
    """Return for each part what moves make of it, by name."""
    options: dict[Any, list[tuple[str, tuple[Any, ...]]]] = {}
    for name, move in moves.items():
        gone, come = changed(position, move.position)
        options.setdefault(gone, []).append((name, come))
    return options


def _corner(rows: Sequence[Row], r: int, high: float) -> tuple[float, float]:
    """Return the upper left corner of a row; rows stand in the middle of the board."""
    free = _widest(rows) - min(rows[r].places, MOST_STONES)
    return LEFT + free * STEP / 2, MARGIN + r * high


def _widest(rows: Sequence[Row]) -> int:
    return max((min(row.places, MOST_STONES) for row in rows[:MOST_ROWS]), default=1)


def _framed(title: str, rows: Sequence[Row], high: float, parts: list[str]) -> Picture:
    width, height = LEFT + _widest(rows) * STEP + RIGHT, 2 * MARGIN + min(max(1, len(rows)), MOST_ROWS) * high
    if len(rows) > MOST_ROWS:
        parts.append(label(width / 2, height, f"and {len(rows) - MOST_ROWS} more"))
        height += MARGIN
    return document(width, height, title, parts)


def _captions(row: Row, left: float, top: float, words: str, values: Sequence[Any]) -> list[str]:
    """Write how many stones there are, to the left, and the nimber of the whole row, to the right; above a bar."""
    middle, right = top + HIGH / 2 + 5, left + min(row.places, MOST_STONES) * STEP
    size = 15 if len(words) <= _WORDS else max(9, 15 * _WORDS // len(words))
    parts = [label(left - 10, middle, words, "count", size, text_anchor="end")]
    nimber = f"nimber {reduce(xor, values)}" if values else ""
    if row.places > MOST_STONES:
        parts = [label(left, top + 10, svg.shortened(words, 50), "count", text_anchor="start")]
        return [*parts, label(right, top + 10, svg.shortened(nimber, 50), "nimber", text_anchor="end")]
    return [*parts, label(right + 10, middle, nimber, "nimber", text_anchor="start")] if values else parts


def _stone(look: str, key: str, x: float, y: float) -> str:
    """Draw a stone, or a match with its head."""
    stone, wood, head = ("#eceef0",) * 3 if "taken" in look else ("#5b6470", "#d9a95f", "#b3261e")
    named = {"class_": look, "data_key": key or None}
    if not look.startswith("match"):
        return svg.element("circle", cx=x, cy=y, r=13.5, fill=stone, **named)
    stick = svg.element("rect", class_="wood", x=x - 3.5, y=y - 24, width=7.0, height=54.0, rx=3, fill=wood)
    top = svg.element("ellipse", class_="head", cx=x, cy=y - 24, rx=6.5, ry=9.0, fill=head)
    return svg.element("g", stick, top, **named)


def _box_of(row: Row, left: float, top: float) -> str:
    """Draw a box without its stones, a large one as a bar with them."""
    if row.places > MOST_STONES:
        return _bar(row, left, top)
    wide = {"width": row.places * STEP, "height": HIGH - 20, "rx": 8, "fill": "none", "stroke": "#1f2328"}
    return svg.element("rect", class_="box", x=left, y=top + 10, **wide)


def _bar(row: Row, left: float, top: float) -> str:
    """Draw a long row as a bar."""
    drawn = []
    for look, segment in (("bar taken", Segment(0, row.places)), *(("bar", segment) for segment in row.segments)):
        x, y, width, height = _box(row, segment, left, top)
        fill = "#5b6470" if look == "bar" else "#eceef0"
        drawn.append(svg.element("rect", class_=look, fill=fill, x=x, y=y, width=width, height=height, rx=6))
    return "".join(drawn)


def _box(row: Row, segment: Segment, left: float, top: float) -> tuple[float, float, float, float]:
    """Return the rectangle of a segment of a bar."""
    begin, length = (MOST_STONES * STEP * (part / row.places) for part in segment)
    return left + begin, top + 18, max(3.0, length), HIGH - 36
