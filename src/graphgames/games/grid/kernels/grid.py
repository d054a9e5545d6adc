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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def number(data: cython.const[cython.uchar][::1], place: cython.longlong[::1]) -> cython.longlong:
    """Read a number of at most 18 digits at ``place[0]``, which goes behind it; -1 if there is none."""
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    start: cython.Py_ssize_t = text.past_space(data, place[0], size)
    end: cython.Py_ssize_t
    value: cython.ulonglong
    end, value = text.digits(data, start, size)
    place[0] = end
    if end == start or end - start > 18 or (end < size and not text.is_space(data[end])):
        return -1
    return cython.cast(cython.longlong, value)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_by(
    values: cython.const[cython.longlong][::1],
    order: cython.int[::1],
    other: cython.int[::1],
    count: cython.int[::1],
    n: cython.Py_ssize_t,
) -> cython.int:
    """Sort n indices by their values, stably: by insertion while they are few, else by digits of 11 bits."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    top: cython.longlong = 0
    shift: cython.int = 0
    index: cython.int
    if n < 40:
        for i in range(1, n):
            index = order[i]
            j = i
            while j > 0 and values[order[j - 1]] > values[index]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = index
        return 0
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
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def last_up_to(
    pairs: cython.longlong[:, ::1], count: cython.Py_ssize_t, x: cython.longlong, y: cython.longlong
) -> cython.Py_ssize_t:
    """Return the last of sorted pairs that lies not behind (y, x), or -1: columns stand in row 0, rows in row 1."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = count
    middle: cython.Py_ssize_t
    while low < high:
        middle = (low + high) >> 1
        if pairs[1, middle] < y or (pairs[1, middle] == y and pairs[0, middle] <= x):
            low = middle + 1
        else:
            high = middle
    return low - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def lies_on(
    segments: cython.longlong[:, ::1], at: cython.Py_ssize_t, x: cython.longlong, y: cython.longlong
) -> cython.bint:
    """Return whether a cell lies on one segment."""
    along: cython.longlong = y - segments[1, at]
    return along == x - segments[0, at] and (along < segments[2, at] or segments[2, at] == 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def is_losing(
    segments: cython.longlong[:, ::1], found: cython.Py_ssize_t, x: cython.longlong, y: cython.longlong
) -> cython.bint:
    """Return whether a cell lies on one of the segments."""
    at: cython.Py_ssize_t = last_up_to(segments, found, x, y)
    return at >= 0 and lies_on(segments, at, x, y)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def comes_before(
    pairs: cython.longlong[:, ::1], at: cython.Py_ssize_t, x: cython.longlong, y: cython.longlong
) -> cython.bint:
    """Return whether a pair does not lie behind (y, x)."""
    return pairs[1, at] < y or (pairs[1, at] == y and pairs[0, at] <= x)


@cython.final
@cython.cclass
class Sweep:
    """The work space of sweeps over at most N cells, and what the last sweep found.

    ``numbers`` is (4, max(N + 1, 2049)), ``wide`` (2, N + 1) and ``flags`` 4 N + 4. The cells in order stand in
    ``cells`` (2, N), columns and rows; column, row and length of each segment in ``segments`` (3, 5 N + 2).
    """

    order: cython.int[::1]
    other: cython.int[::1]
    rank: cython.int[::1]
    count: cython.int[::1]
    after: cython.int[::1]
    keys: cython.longlong[::1]
    ends: cython.longlong[::1]
    flags: cython.uchar[::1]
    cells: cython.longlong[:, ::1]
    segments: cython.longlong[:, ::1]
    key_count: cython.Py_ssize_t
    cell_count: cython.Py_ssize_t
    leaves: cython.Py_ssize_t
    found: cython.Py_ssize_t

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

        ``state`` holds the place in the text, the number of the next test, the answers so far, and the cells for which
        there must be room (``xy`` is (2, N), N at least 1; queries are answered in portions of N). ``answers`` gets 1
        for a winning and 0 for a losing cell. Returns 0 when all are solved; 1 where the work space is too small, to be
        called again with more; 2 for a fault in the test.
        """
        size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
        room: cython.Py_ssize_t = xy.shape[1]
        test: cython.Py_ssize_t = state[1]
        answered: cython.Py_ssize_t = state[2]
        begin: cython.longlong
        n: cython.longlong
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t
        fault: cython.bint = False
        small: cython.bint = False
        with cython.nogil:
            while test < tests:
                begin = state[0]
                n = number(data, state)
                fault = n < 0 or 4 * n > size - state[0] + 1  # a cell takes four bytes of text
                small = not fault and n > room
                if fault or small:
                    state[3] = n
                    break
                for i in range(n):
                    xy[0, i] = number(data, state)
                    xy[1, i] = number(data, state)
                    fault = fault or xy[0, i] < 0 or xy[1, i] < 0
                if fault:
                    break
                self.arrange(xy[0], xy[1], n)
                self.sweep_rows()
                n = number(data, state)
                fault = n < 0 or 4 * n > size - state[0] + 1
                if fault:
                    break
                while n > 0 and not fault:
                    count = n if n < room else room
                    fault = not self.answer(data, state, count, xy, answers[answered:])
                    answered += count
                    n -= count
                if fault:
                    break
                test += 1
                state[1] = test
                state[2] = answered
                if test & 1023 == 0:
                    with cython.gil:
                        poll()
            if fault or small:
                state[0] = begin
        return 2 if fault else 1 if small else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def arrange(
        self,
        x: cython.const[cython.longlong][::1],
        y: cython.const[cython.longlong][::1],
        n: cython.Py_ssize_t,
    ) -> cython.void:
        """Find the keys and put the n cells in order, by rows and from left to right, each once.

        ``rank`` gets the keys just right of the cells.
        """
        i: cython.Py_ssize_t
        index: cython.int
        last: cython.int = 0
        kept: cython.Py_ssize_t = 0
        for i in range(n):
            self.order[i] = cython.cast(cython.int, i)
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
            self.cells[0, kept] = x[index]
            self.cells[1, kept] = y[index]
            self.other[kept] = self.rank[index]
            kept += 1
        for i in range(kept):
            self.rank[i] = self.other[i]
        self.key_count = last + 1
        self.cell_count = kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def before(self, key: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the last key in front of this one where a block begins; one begins at the first."""
        node: cython.Py_ssize_t = key + self.leaves
        while node & 1 == 0 or self.flags[node - 1] == 0:
            node >>= 1
        node -= 1
        while node < self.leaves:
            node = 2 * node + 1
            if self.flags[node] == 0:
                node -= 1
        return node - self.leaves

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_block(self, key: cython.Py_ssize_t) -> cython.void:
        """Note that a block begins at a key."""
        node: cython.Py_ssize_t = key + self.leaves
        while node > 0 and self.flags[node] == 0:
            self.flags[node] = 1
            node >>= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def join_next(self, key: cython.Py_ssize_t) -> cython.void:
        """Make one block of the one at a key and the next, if they touch."""
        follower: cython.int = self.after[key]
        node: cython.Py_ssize_t
        if follower < 0 or self.keys[follower] != self.ends[key] + 1:
            return
        self.ends[key] = self.ends[follower]
        self.after[key] = self.after[follower]
        node = follower + self.leaves
        self.flags[node] = 0
        while node > 1 and self.flags[node ^ 1] == 0:
            node >>= 1
            self.flags[node] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def climb(self, row: cython.longlong, rows: cython.longlong) -> cython.void:
        """Take the first free columns in so many rows without impassable cells, or in all that follow if it is -1."""
        column: cython.longlong
        length: cython.longlong
        while rows != 0:
            column = self.ends[0] + 1
            self.segments[0, self.found] = column
            self.segments[1, self.found] = row
            self.segments[2, self.found] = 0
            self.found += 1
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sweep_rows(self) -> cython.void:
        """Find the segments for cells that `arrange` has put in order."""
        n: cython.Py_ssize_t = self.cell_count
        i: cython.Py_ssize_t = 0
        key: cython.Py_ssize_t
        left: cython.Py_ssize_t
        row: cython.longlong = 0
        column: cython.longlong
        here: cython.longlong
        self.leaves, self.found = 1, 0
        while self.leaves < self.key_count:
            self.leaves *= 2
        for key in range(2 * self.leaves):
            self.flags[key] = 0
        self.begin_block(0)
        self.ends[0] = -1
        self.after[0] = -1
        while i < n:
            here = self.cells[1, i]
            self.climb(row, here - row)
            row = here + 1
            key = 0
            while True:  # a run of cells at a time; i is the impassable cell that ends it
                column = self.ends[key] + 1
                if i >= n or self.cells[1, i] != here or column < self.cells[0, i]:
                    self.ends[key] = column
                    self.segments[0, self.found] = column
                    self.segments[1, self.found] = here
                    self.segments[2, self.found] = 1
                    self.found += 1
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
                    self.after[key] = self.after[left]
                    self.after[left] = cython.cast(cython.int, key)
                    self.begin_block(key)
                i += 1
        self.climb(row, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answer(
        self,
        data: cython.const[cython.uchar][::1],
        place: cython.longlong[::1],
        count: cython.Py_ssize_t,
        xy: cython.longlong[:, ::1],
        answers: cython.uchar[:],
    ) -> cython.bint:
        """Read and answer some queries, walking through them, the cells and the segments in the same order.

        Returns whether all was well: False for what is no number and for an impassable cell. Sorting the queries costs
        less than a binary search for each: those miss the cache and the branch predictor.
        """
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t = 0
        cell: cython.Py_ssize_t = 0
        index: cython.int
        x: cython.longlong
        y: cython.longlong
        fine: cython.bint = True
        for i in range(count):
            xy[0, i] = number(data, place)
            xy[1, i] = number(data, place)
            fine = fine and xy[0, i] >= 0 and xy[1, i] >= 0
            self.order[i] = cython.cast(cython.int, i)
        if not fine:
            return False
        sort_by(xy[0], self.order, self.other, self.count, count)
        sort_by(xy[1], self.order, self.other, self.count, count)
        for i in range(count):
            index = self.order[i]
            x = xy[0, index]
            y = xy[1, index]
            while at < self.found and comes_before(self.segments, at, x, y):
                at += 1
            while cell < self.cell_count and comes_before(self.cells, cell, x, y):
                cell += 1
            if cell > 0 and self.cells[0, cell - 1] == x and self.cells[1, cell - 1] == y:
                return False
            answers[index] = 1
            if at > 0 and lies_on(self.segments, at - 1, x, y):
                answers[index] = 0
        return True


def losing(
    segments: cython.longlong[:, ::1],
    x: cython.const[cython.longlong][::1],
    y: cython.const[cython.longlong][::1],
    answers: cython.uchar[::1],
) -> None:
    """Write for each cell (x, y) whether it is on one of the segments."""
    found: cython.Py_ssize_t = segments.shape[1]
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(x.shape[0]):
            answers[i] = is_losing(segments, found, x[i], y[i])
