"""Checks the losing cells of a grid: none sees another, and every other cell sees one.

A cell *sees* what the pawn can reach from it. The segments come in a fixed form: ascending by row and then column, one
of more than one cell alone in its rows, with no impassable cell in them. Then:

*No two losing cells in one run of a row.* Rows without impassable cells hold at most one by the form; in a row with
them the losing cells are single, and neighbours must have an impassable cell between them.

*No two in one run of a column.* Left out the columns with impassable cells, each segment covers an interval of the
others, and these intervals must be disjoint. The losing cells in columns with impassable cells are looked at one by
one: no more than one in each run.

*Every other cell sees one.* It is enough to look at the rows y of these kinds: 0; a row with impassable cells, and the
next; the row after the last one of a segment. In each run of such a row every cell left of the losing cell (every cell,
if the run has none) must see a losing cell below it. Why that is enough: let c = (x, y) be a passable cell that is not
losing and sees no losing cell, with x + y least. If y is one of those rows, c is left of the losing cell of its run, as
it does not see it, and so must see one below. Otherwise neither row y nor row y - 1 holds an impassable cell, and no
segment ends in row y - 1. The cell (x, y - 1) is not losing, or c would see it, and sees nothing below, or c would see
that; by the choice of c it sees a losing cell (l, y - 1) with l < x. The segment goes on to (l + 1, y), so l + 1 < x,
since c is not losing, and c sees (l + 1, y). That contradicts the choice of c.

Many grids are checked as one: they are put on the diagonal of a plane, square behind square, each so wide that nothing
but the segments without end reaches its rim; runs end at the rim.

Whether all cells from column a to b - 1 of a row see a losing cell below is counted: the losing cells in these columns
below the row, less those that have an impassable cell of their column between, must be b - a, because no two losing
cells are in one run of a column. The counts are sums over points left of and below a corner: `Corners`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets, ranges
from graphgames.core.checking import LIMIT, checks
from graphgames.core.report import Failure, Report

if TYPE_CHECKING:
    from graphgames.games.grid.certificate import LosingSegments

Numbers = NDArray[np.int64]
Found = Iterator[tuple[int, Any, Any]]
"""Of each condition: at how many places it was looked at, a mask of where it fails, and how to say what is wrong."""

_FARTHEST = 2**61
"""No cell that begins or ends a segment may be farther out: losing cells are not, where all coordinates are at most
10^18, and a square of twice that size fits 64 bits."""


@checks("losing-segments", "grids-segments")
def check(solution: Any, certificate: Any, wins: NDArray[np.uint8] | None = None) -> Report:
    """Check a solved grid, or all grids of an input that were solved together.

    O(N log N) for N impassable cells.

    Examples
    --------
    >>> from graphgames import BlockedGrid, solve
    >>> print(check(solve(BlockedGrid([(1, 1), (4, 2)]))))
    proved: 57 conditions hold
    """
    if wins is None:
        return _report(Grids([certificate], *_joined([solution.problem.impassable]), *_joined([])))
    cases = [solution.problem.test(number) for number in range(solution.problem.tests)]
    starts, start_grid = _joined([case.starts for case in cases])
    if len(starts) != wins.size:
        return Report(2, (Failure(None, f"there are {wins.size} answers for {len(starts)} queries"),), 1)
    cells = _joined([case.grid.impassable for case in cases])
    return _report(Grids(certificate.grids, *cells, starts, start_grid, wins))


def _report(grids: Grids) -> Report:
    """Report the failures in words; a failed condition ends the check, since the next ones rely on it."""
    looked = 0
    for more, mask, say in _conditions(grids):
        looked, bad = looked + more, np.flatnonzero(mask)
        if bad.size:
            return Report(looked, tuple(Failure(None, say(int(k))) for k in bad[:LIMIT]), int(bad.size))
    return Report(looked)


class Grids(NamedTuple):
    """Grids, their certificates, and what was answered for some cells of them, all as a few long arrays."""

    parts: Sequence[LosingSegments]
    cells: Numbers
    cell_grid: Numbers
    """Column and row of each impassable cell, and the number of its grid."""
    starts: Numbers
    start_grid: Numbers
    """So for the cells that were asked for."""
    wins: NDArray[np.uint8] | None = None
    """For each of these 1 where the answer was that the player to move wins; None for one grid alone."""

    def of(self, grid: Any) -> str:
        """Return the name of the test that a grid belongs to, or "" if there is only one."""
        return f" of test {grid + 1}" if self.wins is not None else ""


def _joined(parts: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    which = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return np.concatenate([np.empty((0, 2), np.int64), *parts]), which


def _conditions(grids: Grids) -> Found:
    """Go through all conditions: first those on the arrays, then those on as many grids at a time as fit one plane."""
    nothing = [not part.x.size for part in grids.parts]
    yield len(nothing), nothing, lambda k: f"there are no segments{grids.of(k)}"
    if not grids.parts:
        return
    count = len(grids.parts)
    x, y, length = (np.concatenate([getattr(part, name) for part in grids.parts]) for name in ("x", "y", "length"))
    grid = np.repeat(np.arange(count), [part.x.size for part in grids.parts])
    last = np.append(grid[1:] != grid[:-1], True)
    yield (
        x.size,
        (length == 0) != last,
        lambda k: f"only the last segment{grids.of(grid[k])} may have no end, and it must have none",
    )
    outside = (x < 0) | (y < 0) | (np.maximum(x, y) > _FARTHEST) | (length > _FARTHEST)
    outside |= np.maximum(x, y) + length > _FARTHEST
    yield x.size, outside, lambda k: f"a segment{grids.of(grid[k])} begins at ({x[k]}, {y[k]}), outside the grid"
    farthest = (array.max(initial=0) for array in (grids.cells, grids.starts, np.maximum(x, y) + length))
    side = 2 * int(max(farthest)) + 4
    together = max(2**62 // side, 1)
    for begin in range(0, count, together):
        plane = Plane(grids, (x, y, length, grid), side, begin, begin + together)
        yield from _form(plane)
        yield from _rows(plane)
        yield from _columns(plane)
        yield from _others(plane)
        yield from _answers(plane)


class Plane:
    """Grids on the diagonal of a plane: grid g begins at the cell (g side, g side), counted from the first one here.

    Nothing but the segments without end, ``endless``, reaches the farther half of the square of ``side`` cells that
    each grid has. ``cells`` has row and column of each impassable cell, ascending, each once; ``by_column`` column and
    row; ``special`` those columns. Segments have column and row of the first cell, ``x`` and ``y``, and the steps to
    the ``last``, at the rim if there is no end; ``low`` special columns are left of each, and ``high`` left of where it
    ends. ``starts`` are the cells that were asked for, with what was answered in ``wins``.
    """

    def __init__(self, grids: Grids, segments: tuple[Numbers, ...], side: int, begin: int, end: int):
        x, y, length, grid = segments
        here = (begin <= grid) & (grid < end)
        x, y, length, grid = x[here], y[here], length[here], grid[here] - begin
        self.side, self.begin, self.named = side, begin, grids.wins is not None
        self.x, self.y, self.endless = x + grid * side, y + grid * side, length == 0
        self.last = np.where(self.endless, side - np.maximum(x, y), length) - 1
        self.corners = np.arange(min(end, len(grids.parts)) - begin) * side
        cells = self._placed(grids.cells, grids.cell_grid)[:, ::-1]
        self.cells = np.unique(cells, axis=0) if len(cells) else cells
        self.by_column, self.special = np.unique(cells[:, ::-1], axis=0), np.unique(cells[:, 1])
        self.low = np.searchsorted(self.special, self.x)
        self.high = np.searchsorted(self.special, self.x + self.last, "right")
        self.starts = self._placed(grids.starts, grids.start_grid)
        self.wins = np.empty(0, np.uint8) if grids.wins is None else grids.wins[self._here(grids.start_grid)]

    def _here(self, grid: Numbers) -> NDArray[np.bool_]:
        here: NDArray[np.bool_] = (self.begin <= grid) & (grid < self.begin + self.corners.size)
        return here

    def _placed(self, cells: Numbers, grid: Numbers) -> Numbers:
        here = self._here(grid)
        placed: Numbers = cells[here] + ((grid[here] - self.begin) * self.side)[:, None]
        return placed

    @cached_property
    def special_cells(self) -> tuple[Numbers, Numbers]:
        """Columns and rows of the losing cells in special columns, one by one."""
        count = self.high - self.low
        segment = np.repeat(np.arange(self.x.size), count)
        column = self.special[ranges(self.low, count)]
        return column, self.y[segment] + column - self.x[segment]

    def corner(self, place: Numbers) -> Numbers:
        """Return where the square begins in which a row or a column is."""
        corner: Numbers = place - place % self.side
        return corner

    def say(self, x: Any, y: Any) -> str:
        """Return the coordinates of a cell in its own grid, as text."""
        of = f" of test {self.begin + x // self.side + 1}" if self.named else ""
        return f"({x % self.side}, {y % self.side}){of}"

    def first(self, k: Any) -> str:
        """Return where a segment begins, as text."""
        return self.say(self.x[k], self.y[k])


def _answers(plane: Plane) -> Found:
    """Check the answers for the starts: the player to move loses on losing cells and wins on all others."""
    starts = plane.starts
    yield (
        len(starts),
        plane.wins != ~_on_segments(plane, starts),
        lambda k: f"the answer for {plane.say(*starts[k].tolist())} is wrong",
    )


def _on_segments(plane: Plane, cells: Numbers) -> NDArray[np.bool_]:
    """Return which cells are losing, by the diagonal they are on: shape (k,)."""
    diagonal = plane.x - plane.y
    order = np.lexsort((plane.x, diagonal))
    known, asked = np.stack([diagonal, plane.x], axis=1)[order], cells[:, 0] - cells[:, 1]
    at = order[np.maximum(_position(known, asked, cells[:, 0], "right") - 1, 0)]
    step = cells[:, 0] - plane.x[at]
    result: NDArray[np.bool_] = (diagonal[at] == asked) & (step >= 0) & (step <= plane.last[at])
    return result


def _form(plane: Plane) -> Found:
    """Check order, and that only single cells share a row with each other or with impassable cells."""
    cells, x, y, last = plane.cells, plane.x, plane.y, plane.last
    behind = (y[1:] > y[:-1] + last[:-1]) | ((y[1:] == y[:-1]) & (x[1:] > x[:-1]) & (last[1:] + last[:-1] == 0))
    yield (
        behind.size,
        ~behind,
        lambda k: f"the segments from {plane.first(k)} and {plane.first(k + 1)} are not one above the other",
    )
    inside = np.searchsorted(cells[:, 0], y + last, "right") - np.searchsorted(cells[:, 0], y)
    yield (
        x.size,
        (inside > 0) & (last > 0),
        lambda k: f"the segment from {plane.first(k)} goes through a row with impassable cells",
    )
    hit = (_position(cells, y, x, "right") - _position(cells, y, x, "left")) > 0
    yield x.size, hit, lambda k: f"the losing cell {plane.first(k)} is impassable"


def _position(pairs: Numbers, first: Numbers, second: Numbers, side: Any) -> Numbers:
    """Find pairs among sorted ones, by one number for each pair that keeps their order."""
    firsts, seconds = np.unique(pairs[:, 0]), np.unique(pairs[:, 1])

    def key(first: Numbers, second: Numbers) -> Numbers:
        row, column = np.searchsorted(firsts, first), np.searchsorted(seconds, second)
        known = np.append(firsts, -1)[row] == first
        exact = np.append(seconds, -1)[column] == second
        numbers: Numbers = 2 * (seconds.size + 1) * row + np.where(known, 2 * column + exact, 0)
        return numbers

    return np.searchsorted(key(pairs[:, 0], pairs[:, 1]), key(first, second), side)


def _rows(plane: Plane) -> Found:
    """Check that no run of a row has two losing cells."""
    y = plane.y
    run = _position(plane.cells, y, plane.x, "left")  # how many impassable cells come before, row by row
    bad = (y[1:] == y[:-1]) & (run[1:] == run[:-1])
    yield bad.size, bad, lambda k: f"the losing cell {plane.first(k + 1)} sees the losing cell {plane.first(k)}"


def _columns(plane: Plane) -> Found:
    """Check that no run of a column has two losing cells."""
    x, last, low, high = plane.x, plane.last, plane.low, plane.high
    first, behind = x - low, x + last + 1 - high  # the interval among the other columns
    real = np.flatnonzero(behind > first)
    order = real[np.argsort(first[real], kind="stable")]
    overlap = first[order[1:]] < behind[order[:-1]]
    yield (
        order.size,
        overlap,
        lambda k: (
            f"a losing cell of the segment from {plane.first(order[k])} and one of that from "
            f"{plane.first(order[k + 1])} are in one column without impassable cells"
        ),
    )
    many = int((high - low).sum())
    most = len(plane.cells) + plane.special.size
    yield 1, [many > most], lambda k: f"{many} losing cells are in columns that have {most} runs"
    column, row = plane.special_cells
    run = _position(plane.by_column, column, row, "left")
    order_two = np.lexsort((row, column))
    column, row, run = column[order_two], row[order_two], run[order_two]
    bad = (column[1:] == column[:-1]) & (run[1:] == run[:-1])
    yield (
        column.size,
        bad,
        lambda k: (
            f"the losing cell {plane.say(column[k + 1], row[k + 1])} sees the losing cell "
            f"{plane.say(column[k], row[k])}"
        ),
    )


def _others(plane: Plane) -> Found:
    """Check that left of the losing cell of each run of the rows that matter every cell sees one below it."""
    cells, x, y, last = plane.cells, plane.x, plane.y, plane.last
    after = (y + last + 1)[~plane.endless]
    rows = np.unique(np.concatenate([plane.corners, cells[:, 0], cells[:, 0] + 1, after]))
    row = np.concatenate([rows, cells[:, 0]])
    begin = np.concatenate([plane.corner(rows), cells[:, 1] + 1])
    rim = plane.corner(row) + plane.side
    # the run ends in front of the next impassable cell of its row, if there is one
    follower = _position(cells, row, begin, "left")
    padded = np.concatenate([cells, [[-1, -1]]])[follower]
    stop = np.where(padded[:, 0] == row, padded[:, 1], rim)
    # and its losing cell is on the first segment that is in the row and not left of the run
    at = _position(np.stack([y, x], axis=1), row, begin, "left")
    inside = np.maximum(at - 1, 0)
    inside = np.where((y[inside] < row) & (row <= y[inside] + last[inside]), inside, at)
    found = np.minimum(inside, x.size - 1)  # the last segment has no end, so no row is above it
    place = np.where(y[found] <= row, x[found] + row - y[found], -1)
    place = np.where((place >= begin) & (place < stop), place, stop)
    yield (
        row.size,
        place == rim,
        lambda k: f"the endless run of its row from {plane.say(begin[k], row[k])} on has no losing cell",
    )
    taken = _taken(plane, row, begin, place)
    yield (
        row.size,
        taken != np.maximum(place - begin, 0),
        lambda k: (
            f"a cell from {plane.say(begin[k], row[k])} to column {(place[k] - 1) % plane.side} is claimed to win, "
            "but sees no losing cell"
        ),
    )


def _taken(plane: Plane, row: Numbers, begin: Numbers, end: Numbers) -> Numbers:
    """Count the columns from ``begin`` to ``end - 1`` in which a losing cell is seen from the row, looking down."""
    inner = begin > 0  # no column is left of column 0
    both = _cells_below(plane.x, plane.y, plane.last, np.append(end, begin[inner]), np.append(row, row[inner]))
    counted = both[: row.size]
    counted[inner] -= both[row.size :]
    # the losing cell under an impassable one, if any, is not seen from above it
    by_column, (column, height) = plane.by_column, plane.special_cells
    above = _position(by_column, column, height, "left")
    covered = above < len(by_column)
    covered[covered] = by_column[above[covered], 0] == column[covered]
    rows = by_column[above[covered], 1]
    corners = Corners(column[covered], rows, np.ones((rows.size, 1), np.int64))
    hidden = corners.sums(end, row + 1) - corners.sums(begin, row + 1)
    result: Numbers = counted - hidden[:, 0]
    return result


def _cells_below(x: Numbers, y: Numbers, last: Numbers, right: Numbers, top: Numbers) -> Numbers:
    """Count the losing cells left of a column and below a row.

    On a segment from (x, y) that are min(right - x, top - y) cells, at least 0 and at most all. Which of the two is the
    smaller depends on whether its diagonal x - y is at least right - top.
    """
    diagonal, turn = x - y, right - top
    count = np.zeros(right.size, np.int64)
    for start, sign in ((0, 1), (last + 1, -1)):
        for first, bound, side in ((x + start, right, 1), (y + start, top, 0)):
            weights = np.stack([np.ones_like(first), first], axis=1)
            corners = Corners(diagonal, first, weights)
            number, total = corners.sums(turn, bound).T
            if side:
                ascending = np.sort(first)
                everywhere = np.searchsorted(ascending, bound)
                number, total = everywhere - number, offsets(ascending)[everywhere] - total
            count += sign * (bound * number - total)
    return count


class Corners:
    """Sums of weights over the points left of and below given corners.

    A wavelet matrix: the points in order of their first coordinate, split by the bits of the rank of the second. O(n
    log n) to make and to keep, O(log n) a corner; sums wrap around 64 bits, so that differences of them are right.
    """

    def __init__(self, first: Numbers, second: Numbers, weights: Numbers):
        order = np.argsort(first, kind="stable")
        self.first, self.second = first[order], np.sort(second)
        rank = np.empty(second.size, np.int64)
        rank[np.argsort(second[order], kind="stable")] = np.arange(second.size)
        weights = weights[order]
        self.width = weights.shape[1]
        self.levels: list[tuple[int, Numbers, Numbers]] = []
        for bit in range(second.size.bit_length() - 1, -1, -1):
            zero = (rank >> bit) & 1 == 0
            before = offsets(zero)
            sums = np.zeros((second.size + 1, self.width), np.int64)
            np.cumsum(weights * zero[:, None], axis=0, out=sums[1:])
            self.levels.append((bit, before, sums))
            split = np.concatenate([np.flatnonzero(zero), np.flatnonzero(~zero)])
            rank, weights = rank[split], weights[split]

    def sums(self, right: Numbers, top: Numbers) -> Numbers:
        """Sum the weights of the points with first coordinate below ``right`` and second below ``top``."""
        low, high = np.zeros(right.size, np.int64), np.searchsorted(self.first, right)
        limit = np.searchsorted(self.second, top)
        total = np.zeros((right.size, self.width), np.int64)
        for bit, before, sums in self.levels:
            one = (limit >> bit) & 1 == 1
            total[one] += sums[high[one]] - sums[low[one]]
            zeros = before[-1]
            low = np.where(one, zeros + low - before[low], before[low])
            high = np.where(one, zeros + high - before[high], before[high])
        return total
