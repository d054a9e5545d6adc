# compiled with inlining
"""The pawn among impassable cells: losing cells as diagonal segments, by a sweep over the rows in O(N log N).

A column is *taken* at a row if a losing cell of it is seen from there, looking down. In each run of cells between
impassable ones of a row the losing cell is the first column that is not taken; so in rows without impassable cells the
losing cells climb diagonally through the gaps between the taken columns. Taken columns form blocks, and a block can
begin only at column 0 or right of an impassable cell: those places, the *keys*, are known beforehand, so the ordered
structure of the blocks is a fixed binary tree of flags over the keys, with a list through the blocks that exist.

Coordinates are 64 bits wide. A segment is a first cell and a length; the last one has no end and the length 0.
"""

import cython

from graphgames.core.compiled import poll
from graphgames.readers.kernels import text

DIGITS = cython.declare(cython.int, 18)  # numbers have at most so many


def read_cells(data, place, count, xy):
    """Read so many cells into the first columns of ``xy``; return the place behind them, -1 for no number."""
    for i in range(count):
        place, xy[0, i] = text.number(data, place, len(data), DIGITS)
        place, xy[1, i] = text.number(data, place, len(data), DIGITS)
        if xy[0, i] < 0 or xy[1, i] < 0:
            return -1
    return place


def sort_by(values, order, other, count, n):
    """Sort n indices by their values, stably: by insertion while they are few, else by digits of 11 bits."""
    top, shift = 0, 0
    if n < 40:
        for i in range(1, n):
            index = order[i]
            j = i
            while j > 0 and values[order[j - 1]] > values[index]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = index
        return
    for i in range(n):
        top |= values[i]
    while shift < 63 and (top >> shift) > 0:
        for j in range(2049):
            count[j] = 0
        for i in range(n):
            count[((values[i] >> shift) & 2047) + 1] += 1
        for j in range(2048):
            count[j + 1] += count[j]
        for i in range(n):
            index = order[i]
            j = (values[index] >> shift) & 2047
            other[count[j]] = index
            count[j] += 1
        for i in range(n):
            order[i] = other[i]
        shift += 11


def comes_before(pairs, at, x, y):
    """Return whether a pair does not lie behind (y, x)."""
    return pairs[1, at] < y or (pairs[1, at] == y and pairs[0, at] <= x)


def last_up_to(pairs, count, x, y):
    """Return the last of sorted pairs that lies not behind (y, x), or -1: columns stand in row 0, rows in row 1."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if comes_before(pairs, middle, x, y):
            low = middle + 1
        else:
            high = middle
    return low - 1


def lies_on(segments, at, x, y):
    """Return whether a cell lies on one segment."""
    along = y - segments[1, at]
    return along == x - segments[0, at] and (along < segments[2, at] or segments[2, at] == 0)


class Sweep:
    """The work space of sweeps over at most N cells, and what the last sweep found.

    ``numbers`` is (4, max(N + 1, 2049)), ``wide`` (2, N + 1) and ``flags`` 4 N + 4. The cells in order stand in
    ``cells`` (2, N), columns and rows; column, row and length of each segment in ``segments`` (3, 5 N + 2).
    """

    def __init__(
        self,
        numbers: cython.int[:, ::1],
        wide: cython.longlong[:, ::1],
        flags: cython.uchar[::1],
        cells: cython.longlong[:, ::1],
        segments: cython.longlong[:, ::1],
    ):
        self.order, self.other, self.rank, self.count = numbers[0], numbers[1], numbers[2], numbers[3]
        self.after = numbers[0]
        self.keys, self.ends = wide[0], wide[1]
        self.flags, self.cells, self.segments = flags, cells, segments

    def sweep(self, x: cython.const[cython.longlong][::1], y: cython.const[cython.longlong][::1]) -> cython.Py_ssize_t:
        """Find the segments for the impassable cells (x, y); return how many."""
        with cython.nogil:
            self.arrange(x, y, x.shape[0])
            self.sweep_rows()
        return self.found

    def solve_tests(
        self,
        data: cython.const[cython.uchar][::1],
        state: cython.longlong[::1],
        tests: cython.Py_ssize_t,
        xy: cython.longlong[:, ::1],
        answers: cython.uchar[::1],
    ) -> cython.int:
        """Read and solve tests ``N``, N cells ``X Y``, ``Q``, Q cells ``X Y``, one after the other.

        ``state`` holds the place in the text, the number of the next test, the answers so far, and the cells that the
        work space must hold (``xy`` is (2, N), N at least 1; queries are answered in portions of N). ``answers`` gets 1
        for a winning and 0 for a losing cell. Returns 0 when all are solved; 1 where the work space is too small, to be
        called again with more; 2 for a fault in the test.
        """
        size, portion = len(data), xy.shape[1]
        place, test, answered, code = state[0], state[1], state[2], 0
        with cython.nogil:
            while test < tests:
                state[0], state[1], state[2] = place, test, answered
                place, n = text.number(data, place, size, DIGITS)
                if n < 0 or 4 * n > size - place + 1:  # a cell takes four bytes of text
                    code = 2
                    break
                if n > portion:
                    state[3], code = n, 1
                    break
                place = read_cells(data, place, n, xy)
                if place < 0:
                    code = 2
                    break
                self.arrange(xy[0], xy[1], n)
                self.sweep_rows()
                place, n = text.number(data, place, size, DIGITS)
                if n < 0 or 4 * n > size - place + 1:
                    code = 2
                    break
                while n > 0 and place >= 0:
                    count = min(n, portion)
                    place = self.answer(data, place, count, xy, answers[answered:])
                    answered += count
                    n -= count
                if place < 0:
                    code = 2
                    break
                test += 1
                if test & 1023 == 0:
                    with cython.gil:
                        poll()
            if code == 0:
                state[0], state[1], state[2] = place, test, answered
        return code

    def arrange(self, x, y, n):
        """Find the keys and put the n cells in order, by rows and from left to right, each once.

        ``rank`` gets the keys just right of the cells.
        """
        last, kept = 0, 0
        for i in range(n):
            self.order[i] = i
        sort_by(x, self.order, self.other, self.count, n)
        self.keys[0] = 0
        for i in range(n):
            index = self.order[i]
            if x[index] + 1 != self.keys[last]:
                last += 1
                self.keys[last] = x[index] + 1
            self.rank[index] = last
        sort_by(y, self.order, self.other, self.count, n)
        for i in range(n):
            index = self.order[i]
            if kept > 0 and self.cells[0, kept - 1] == x[index] and self.cells[1, kept - 1] == y[index]:
                continue
            self.cells[0, kept], self.cells[1, kept] = x[index], y[index]
            self.other[kept] = self.rank[index]
            kept += 1
        for i in range(kept):
            self.rank[i] = self.other[i]
        self.key_count, self.cell_count = last + 1, kept

    def before(self, key):
        """Return the last key in front of this one where a block begins; one begins at the first."""
        node = key + self.leaves
        while node & 1 == 0 or self.flags[node - 1] == 0:
            node >>= 1
        node -= 1
        while node < self.leaves:
            node = 2 * node + 1
            if self.flags[node] == 0:
                node -= 1
        return node - self.leaves

    def begin_block(self, key):
        """Note that a block begins at a key."""
        node = key + self.leaves
        while node > 0 and self.flags[node] == 0:
            self.flags[node] = 1
            node >>= 1

    def join_next(self, key):
        """Make one block of the one at a key and the next, if they touch."""
        follower = self.after[key]
        if follower < 0 or self.keys[follower] != self.ends[key] + 1:
            return
        self.ends[key], self.after[key] = self.ends[follower], self.after[follower]
        node = follower + self.leaves
        self.flags[node] = 0
        while node > 1 and self.flags[node ^ 1] == 0:
            node >>= 1
            self.flags[node] = 0

    def add_segment(self, x, y, length):
        """Append a segment."""
        self.segments[0, self.found], self.segments[1, self.found] = x, y
        self.segments[2, self.found] = length
        self.found += 1

    def climb(self, row, rows):
        """Take the first free columns in so many rows without impassable cells, or in all that follow if it is -1."""
        while rows != 0:
            column = self.ends[0] + 1
            self.add_segment(column, row, 0)
            if self.after[0] < 0 and rows < 0:
                break
            length = rows
            if self.after[0] >= 0 and (rows < 0 or self.keys[self.after[0]] - column < rows):
                length = self.keys[self.after[0]] - column
            self.segments[2, self.found - 1] = length
            self.ends[0] = column + length - 1
            row += length
            if rows > 0:
                rows -= length
            self.join_next(0)

    def sweep_rows(self):
        """Find the segments for cells that `arrange` has put in order."""
        n, i, row = self.cell_count, 0, 0
        self.leaves, self.found = 1, 0
        while self.leaves < self.key_count:
            self.leaves *= 2
        for key in range(2 * self.leaves):
            self.flags[key] = 0
        self.begin_block(0)
        self.ends[0], self.after[0] = -1, -1
        while i < n:
            here = self.cells[1, i]
            self.climb(row, here - row)
            row = here + 1
            key = 0
            while True:  # a run of cells at a time; i is the impassable cell that ends it
                column = self.ends[key] + 1
                if i >= n or self.cells[1, i] != here or column < self.cells[0, i]:
                    self.ends[key] = column
                    self.add_segment(column, here, 1)
                    self.join_next(key)
                if i >= n or self.cells[1, i] != here:
                    break
                key = self.rank[i]
                left = self.before(key)
                # the column is free above the impassable cell
                if self.ends[left] >= self.cells[0, i] or self.flags[key + self.leaves] == 0:
                    self.ends[key] = self.cells[0, i]
                    if self.ends[left] >= self.cells[0, i]:
                        self.ends[key] = self.ends[left]
                        self.ends[left] = self.cells[0, i] - 1
                    self.after[key], self.after[left] = self.after[left], key
                    self.begin_block(key)
                i += 1
        self.climb(row, -1)

    def answer(self, data, place, count, xy, answers):
        """Read and answer some queries, walking through them, the cells and the segments in the same order.

        Returns the place behind them, or -1 for what is no number and for an impassable cell. Sorting the queries costs
        less than a binary search for each: those miss the cache and the branch predictor.
        """
        at, cell = 0, 0
        place = read_cells(data, place, count, xy)
        if place < 0:
            return -1
        for i in range(count):
            self.order[i] = i
        sort_by(xy[0], self.order, self.other, self.count, count)
        sort_by(xy[1], self.order, self.other, self.count, count)
        for i in range(count):
            index = self.order[i]
            x, y = xy[0, index], xy[1, index]
            while at < self.found and comes_before(self.segments, at, x, y):
                at += 1
            while cell < self.cell_count and comes_before(self.cells, cell, x, y):
                cell += 1
            if cell > 0 and self.cells[0, cell - 1] == x and self.cells[1, cell - 1] == y:
                return -1
            answers[index] = at == 0 or not lies_on(self.segments, at - 1, x, y)
        return place


def losing(
    segments: cython.longlong[:, ::1],
    x: cython.const[cython.longlong][::1],
    y: cython.const[cython.longlong][::1],
    answers: cython.uchar[::1],
) -> None:
    """Write for each cell (x, y) whether it is on one of the segments."""
    with cython.nogil:
        for i in range(x.shape[0]):
            at = last_up_to(segments, segments.shape[1], x[i], y[i])
            answers[i] = at >= 0 and lies_on(segments, at, x[i], y[i])
