"""A table of bounded size for the positions of one graph, with their proof numbers.

A record holds the packed arcs, a word with the vertex (plus 1; 0 says that the record is empty) and the work that the
position has cost, and a word with both proof numbers. Records stand in buckets of four, found by the position's key.
"""

import cython
import numpy as np

from graphgames.games.geography.kernels import position

if not cython.compiled:  # as in the .pxd beside this file
    SHIFT, LOW, BUCKET, MOST_WORK, INFINITE = 31, 0x7FFFFFFF, 4, 1 << 30, 1 << 30


class Table:
    """What is known of the positions of one graph, each a vertex and packed arcs.

    It doubles until it has ``most_slots`` records; then those of least work are replaced.
    `look_up` leaves the proof numbers it found in ``phi`` and ``delta``.
    """

    def __init__(self, graph: position.Position, most_slots):
        self.graph, self.words, self.record = graph, graph.words, graph.words + 2
        self.slots, self.most_slots, self.filled = min(most_slots, 1 << 12), most_slots, 0
        self.data = np.zeros(self.slots * self.record, np.int64)
        self.phi, self.delta = 0, 0

    def half_full(self):
        """Whether the table is half full and may grow."""
        return 2 * self.filled > self.slots and 2 * self.slots <= self.most_slots

    def bucket(self, key):
        """Return the place of the bucket of a key."""
        return (key & (self.slots - 1) & ~(BUCKET - 1)) * self.record

    def enlarge(self):
        """Move the records into a table of twice the size."""
        old: cython.longlong[::1] = self.data
        count = self.slots
        self.slots *= 2
        self.data = np.zeros(self.slots * self.record, np.int64)
        for i in range(count):
            place = i * self.record
            if old[place + self.words] == 0:
                continue
            into = self.bucket(self.graph.key((old[place + self.words] & LOW) - 1, old, place))
            while self.data[into + self.words] != 0:  # a bucket of four is split in two: there is room
                into += self.record
            for w in range(self.record):
                self.data[into + w] = old[place + w]

    def records(self):
        """Return a copy of the records, one a row: the arcs, the vertex with the work, the proof numbers."""
        table = np.asarray(self.data).reshape(self.slots, self.record)
        return table[table[:, self.words] != 0]

    def restore(self, records: cython.const[cython.longlong][::1], count: cython.Py_ssize_t):
        """Put in so many records, one after the other, that an earlier search of this graph gave."""
        for i in range(count):
            if self.half_full():
                self.enlarge()
            place = i * self.record
            vertex_word = records[place + self.words]
            numbers = records[place + self.words + 1]
            v = (vertex_word & LOW) - 1
            key = self.graph.key(v, records, place)
            self.store(key, v, records, place, numbers & LOW, numbers >> SHIFT, vertex_word >> SHIFT)

    def find(self, key, v, arcs, where):
        """Return the place of vertex v with the packed arcs at word ``where``, or -1."""
        place = self.bucket(key)
        for _ in range(BUCKET):
            if self.data[place + self.words] & LOW == v + 1:
                w = 0
                while w < self.words and self.data[place + w] == arcs[where + w]:
                    w += 1
                if w == self.words:
                    return place
            place += self.record
        return -1

    def look_up(self, key, v, arcs, where):
        """Find a position and its proof numbers, which are 0 if it is not there; return whether it is."""
        place = self.find(key, v, arcs, where)
        self.phi = 0 if place < 0 else self.data[place + self.words + 1] & LOW
        self.delta = 0 if place < 0 else self.data[place + self.words + 1] >> SHIFT
        return place >= 0

    def store(self, key, v, arcs, where, phi, delta, work):
        """Write proof numbers; in a full bucket they replace those of the position that has cost the least work."""
        place = self.find(key, v, arcs, where)
        if place < 0:
            place = other = self.bucket(key)
            for _ in range(BUCKET):
                if self.data[other + self.words] >> SHIFT < self.data[place + self.words] >> SHIFT:
                    place = other
                other += self.record
            if self.data[place + self.words] == 0:
                self.filled += 1
            for i in range(self.words):
                self.data[place + i] = arcs[where + i]
        else:
            work = min(work, MOST_WORK) + (self.data[place + self.words] >> SHIFT)
        self.data[place + self.words] = (v + 1) | min(work, MOST_WORK) << SHIFT
        self.data[place + self.words + 1] = phi | delta << SHIFT
