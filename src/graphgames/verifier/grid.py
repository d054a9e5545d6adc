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

Whether all cells from column a to b - 1 of a row see a losing cell below is counted: the losing cells in these columns
below the row, less those that have an impassable cell of their column between, must be b - a, because no two losing
cells are in one run of a column. The counts are sums over points left of and below a corner: `Corners`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.solution import Failure, Report
from graphgames.verifier.common import LIMIT

if TYPE_CHECKING:
    from graphgames.core.grid import LosingSegments

Numbers = NDArray[np.int64]
Found = Iterator[tuple[int, Numbers, Any]]
"""Of each condition: at how many places it was looked at, the places where it fails, and how to say what is wrong."""


def check(solution: Any) -> Report:
    """Check a solved grid, or all grids of an input that were solved together.

    Parameters
    ----------
    solution : GridSolution or GridGameSolution
        With a certificate of kind ``losing-segments`` or ``grids-segments``.

    Returns
    -------
    Report
        O(N log N) for N impassable cells.

    Examples
    --------
    >>> from graphgames import BlockedGrid, solve
    >>> print(check(solve(BlockedGrid([(1, 1), (4, 2)]))))
    proved: 52 conditions hold
    """
    if solution.certificate.kind == "losing-segments":
        return _report(_single(solution.grid.impassable, solution.certificate))
    return _many(solution)


def _report(found: Found, prefix: str = "") -> Report:
    """Put failures into words; a failed condition ends the check, since the next ones rely on it."""
    looked = 0
    for more, bad, say in found:
        looked += more
        if bad.size:
            words = tuple(Failure(None, prefix + say(int(k))) for k in bad[:LIMIT])
            return Report(looked, words, int(bad.size))
    return Report(looked)


def _many(solution: Any) -> Report:
    """Check every grid of an input and the answers to its queries."""
    grids, tests, answered, looked = solution.certificate.grids, solution.problem.tests, 0, 1
    if len(grids) != tests:
        return Report(1, (Failure(None, f"{tests} tests have {len(grids)} certificates"),), 1)
    for number, segments in enumerate(grids):
        case = solution.problem.test(number)
        grid, starts = case.grid, case.starts
        report = _report(_single(grid.impassable, segments), f"test {number + 1}: ")
        looked += report.checked + len(starts)
        if not report:
            return Report(looked, report.failures, report.found)
        wins = np.frombuffer(solution.answers, np.uint8)[answered : answered + len(starts)]
        answered += len(starts)
        bad = np.flatnonzero(wins.astype(bool) == _on_segments(segments, starts)) if wins.size == len(starts) else None
        if bad is None or bad.size:
            x, y = starts[0 if bad is None else bad[0]].tolist()
            message = f"test {number + 1}: the answer for ({x}, {y}) is {'missing' if bad is None else 'wrong'}"
            return Report(looked, (Failure(None, message),), 1 if bad is None else int(bad.size))
    right = answered == len(solution.answers)
    message = f"there are {len(solution.answers)} answers for {answered} queries"
    return Report(looked + 1, () if right else (Failure(None, message),), int(not right))


def _on_segments(segments: LosingSegments, cells: Numbers) -> NDArray[np.bool_]:
    """Say which cells are losing, by the diagonal they are on: shape (k,)."""
    diagonal, along = segments.x - segments.y, np.where(segments.length == 0, _ENDLESS, segments.length)
    order = np.lexsort((segments.x, diagonal))
    known, asked = np.stack([diagonal, segments.x], axis=1)[order], cells[:, 0] - cells[:, 1]
    at = order[np.maximum(_position(known, asked, cells[:, 0], "right") - 1, 0)]
    step = cells[:, 0] - segments.x[at]
    result: NDArray[np.bool_] = (diagonal[at] == asked) & (step >= 0) & (step < along[at])
    return result


_ENDLESS = np.int64(2**62)


def _single(impassable: Numbers, segments: LosingSegments) -> Found:
    """Go through the conditions for one grid."""
    cells = np.unique(impassable[:, ::-1], axis=0)  # (row, column), ascending
    x, y, length = segments.x, segments.y, segments.length
    shapes = f"the segments have shapes {x.shape}, {y.shape}, {length.shape} and dtypes {x.dtype}, {y.dtype}"
    fits = x.ndim == 1 and x.shape == y.shape == length.shape and x.size > 0
    fits = fits and all(array.dtype == np.int64 for array in (x, y, length))
    yield 1, np.arange(int(not fits)), lambda k: f"{shapes}; expected three alike of int64"
    lasting = length[-1] == 0 and bool((length[:-1] > 0).all())
    yield 1, np.arange(int(not lasting)), lambda k: "only the last segment may have no end, and it must have none"
    outside = (x < 0) | (y < 0) | (x > _ENDLESS // 2) | (y > _ENDLESS // 2) | (length > _ENDLESS // 2)
    yield x.size, np.flatnonzero(outside), lambda k: f"a segment begins at ({x[k]}, {y[k]}), outside the grid"
    last = np.concatenate([length[:-1], [_ENDLESS]]) - 1  # steps from the first cell of a segment to the last
    yield from _form(cells, x, y, last)
    yield from _rows(cells, x, y, last)
    yield from _columns(cells, x, y, last)
    yield from _others(cells, x, y, last)


def _form(cells: Numbers, x: Numbers, y: Numbers, last: Numbers) -> Found:
    """Check order, and that only single cells share a row with each other or with impassable cells."""
    behind = (y[1:] > y[:-1] + last[:-1]) | ((y[1:] == y[:-1]) & (x[1:] > x[:-1]) & (last[1:] + last[:-1] == 0))
    yield (
        behind.size,
        np.flatnonzero(~behind),
        lambda k: f"the segments from ({x[k]}, {y[k]}) and ({x[k + 1]}, {y[k + 1]}) are not one above the other",
    )
    inside = np.searchsorted(cells[:, 0], y + last, "right") - np.searchsorted(cells[:, 0], y)
    yield (
        x.size,
        np.flatnonzero((inside > 0) & (last > 0)),
        lambda k: f"the segment from ({x[k]}, {y[k]}) goes through a row with impassable cells",
    )
    hit = (_position(cells, y, x, "right") - _position(cells, y, x, "left")) > 0
    yield x.size, np.flatnonzero(hit), lambda k: f"the losing cell ({x[k]}, {y[k]}) is impassable"


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


def _rows(cells: Numbers, x: Numbers, y: Numbers, last: Numbers) -> Found:
    """Check that no run of a row has two losing cells."""
    run = _position(cells, y, x, "left")  # how many impassable cells come before, row by row
    bad = (y[1:] == y[:-1]) & (run[1:] == run[:-1])
    yield (
        bad.size,
        np.flatnonzero(bad),
        lambda k: f"the losing cell ({x[k + 1]}, {y[k + 1]}) sees the losing cell ({x[k]}, {y[k]})",
    )


def _columns(cells: Numbers, x: Numbers, y: Numbers, last: Numbers) -> Found:
    """Check that no run of a column has two losing cells."""
    special = np.unique(cells[:, 1])
    low, high = np.searchsorted(special, x), np.searchsorted(special, x + last, "right")
    first, behind = x - low, x + last + 1 - high  # the interval among the other columns
    real = np.flatnonzero(behind > first)
    order = real[np.argsort(first[real], kind="stable")]
    overlap = first[order[1:]] < behind[order[:-1]]
    yield (
        order.size,
        np.flatnonzero(overlap),
        lambda k: (
            f"a losing cell of the segment from ({x[order[k]]}, {y[order[k]]}) and one of that from "
            f"({x[order[k + 1]]}, {y[order[k + 1]]}) are in one column without impassable cells"
        ),
    )
    many = int((high - low).sum())
    most = len(cells) + special.size
    yield 1, np.arange(int(many > most)), lambda k: f"{many} losing cells are in columns that have {most} runs"
    column, row = _special_cells(special, x, y, low, high)
    by_column = np.unique(cells[:, ::-1], axis=0)
    run = _position(by_column, column, row, "left")
    order_two = np.lexsort((row, column))
    column, row, run = column[order_two], row[order_two], run[order_two]
    bad = (column[1:] == column[:-1]) & (run[1:] == run[:-1])
    yield (
        column.size,
        np.flatnonzero(bad),
        lambda k: f"the losing cell ({column[k + 1]}, {row[k + 1]}) sees the losing cell ({column[k]}, {row[k]})",
    )


def _special_cells(special: Numbers, x: Numbers, y: Numbers, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
    """Give the losing cells in columns with impassable cells, one by one."""
    count = high - low
    segment = np.repeat(np.arange(x.size), count)
    index = np.arange(segment.size) - np.repeat(np.cumsum(count) - count, count) + low[segment]
    column = special[index]
    return column, y[segment] + column - x[segment]


def _others(cells: Numbers, x: Numbers, y: Numbers, last: Numbers) -> Found:
    """Check that left of the losing cell of each run of the rows that matter every cell sees one below it."""
    rows = np.unique(np.concatenate([[0], cells[:, 0], cells[:, 0] + 1, (y + last + 1)[:-1]]))
    row = np.concatenate([rows, cells[:, 0]])
    begin = np.concatenate([np.zeros(rows.size, np.int64), cells[:, 1] + 1])
    # the run ends in front of the next impassable cell of its row, if there is one
    follower = _position(cells, row, begin, "left")
    padded = np.concatenate([cells, [[-1, -1]]])[follower]
    stop = np.where(padded[:, 0] == row, padded[:, 1], _ENDLESS)
    # and its losing cell is on the first segment that is in the row and not left of the run
    at = _position(np.stack([y, x], axis=1), row, begin, "left")
    inside = np.maximum(at - 1, 0)
    inside = np.where((at > 0) & (y[inside] < row) & (row <= y[inside] + last[inside]), inside, at)
    found = np.minimum(inside, x.size - 1)
    place = np.where((y[found] <= row) & (row <= y[found] + last[found]), x[found] + row - y[found], _ENDLESS)
    place = np.where((inside < x.size) & (place >= begin) & (place < stop), place, stop)
    yield (
        row.size,
        np.flatnonzero(place == _ENDLESS),
        lambda k: f"the endless run of row {row[k]} from column {begin[k]} on has no losing cell",
    )
    taken = _taken(cells, x, y, last, row, begin, place)
    yield (
        row.size,
        np.flatnonzero(taken != np.maximum(place - begin, 0)),
        lambda k: (
            f"in row {row[k]} a cell from column {begin[k]} to {place[k] - 1} is said to win, but sees no losing cell"
        ),
    )


def _taken(
    cells: Numbers, x: Numbers, y: Numbers, last: Numbers, row: Numbers, begin: Numbers, end: Numbers
) -> Numbers:
    """Count the columns from ``begin`` to ``end - 1`` in which a losing cell is seen from the row, looking down."""
    inner = begin > 0  # no column is left of column 0
    both = _cells_below(x, y, last, np.append(end, begin[inner]), np.append(row, row[inner]))
    counted = both[: row.size]
    counted[inner] -= both[row.size :]
    # the losing cell under an impassable one, if any, is not seen from above it
    by_column = np.unique(cells[:, ::-1], axis=0)
    special = np.unique(cells[:, 1])
    low, high = np.searchsorted(special, x), np.searchsorted(special, x + last, "right")
    column, height = _special_cells(special, x, y, low, high)
    lid = _position(by_column, column, height, "left")
    covered = lid < len(by_column)
    covered[covered] = by_column[lid[covered], 0] == column[covered]
    lids = by_column[lid[covered], 1]
    corners = Corners(column[covered], lids, np.ones((lids.size, 1), np.int64))
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
                number, total = everywhere - number, np.append(0, np.cumsum(ascending))[everywhere] - total
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
            before = np.concatenate([[0], np.cumsum(zero)])
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
