"""``losing-segments``: a pawn among impassable cells, moved left or down; who cannot move loses.

A cell *sees* the cells to where the pawn can go from it: left or down, as far as the next impassable cell. By induction
the losing cells are determined: none sees another, and each other passable cell sees one.

That is looked up cell by cell in a square that holds all impassable cells and the ends of all segments. *Behind it* the
segment without end is the only one. Each row of the square has one losing cell behind its last impassable cell, in the
square or on that segment, and so has each column. So a cell c behind the square is losing just on the segment. There it
sees no other, since its row and its column have no other that it could see. Else, if its row is one of the square, it
sees that row's losing cell, or this is on the segment and right of c; then c sees the segment below, for its column is
behind the square. Columns likewise; and where both are behind the square, c sees the segment left of it or below.
"""

from __future__ import annotations

from graphgames.reference.kind import Conditions, Kind
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing

LARGEST = 1000
"""The largest coordinate: each cell is looked at, and there are too many for that on a larger grid."""

COORDINATE = integer(0, LARGEST)
Cell = tuple[int, int]


class Grid:
    """The impassable and the losing cells of the square, and the segment without end."""

    def __init__(self, blocked: list[list[int]], proof: Fields):
        self.blocked: set[Cell] = {(cell[0], cell[1]) for cell in blocked}
        x = proof.take("x", listing(COORDINATE))
        y, length = (proof.take(name, listing(COORDINATE, len(x))) for name in ("y", "length"))
        if not length or length[-1] != 0 or 0 in length[:-1]:
            raise RefusedError("the last segment, and no other, must have length 0, for no end")
        self.segments = len(x)
        self.size = 2 + max(max(a, b) + k for a, b, k in zip(x, y, length, strict=True))
        self.size = max([self.size, *(2 + max(cell) for cell in self.blocked)])
        self.endless = (x[-1], y[-1])
        parts = zip(x, y, [k or self.size for k in length], strict=True)
        losing = [(a + step, b + step) for a, b, k in parts for step in range(k)]
        self.twice = len(set(losing)) < len(losing)
        self.losing = {cell for cell in losing if max(cell) < self.size}
        self.seen = self.look()

    def look(self) -> dict[Cell, int]:
        """Return how many losing cells each cell sees."""
        seen: dict[Cell, int] = {}
        below = [0] * self.size  # the losing cells that are seen from where the next row begins, column by column
        for y in range(self.size):
            left = 0
            for x in range(self.size):
                if (x, y) in self.blocked:
                    left = below[x] = 0
                    continue
                seen[x, y] = left + below[x]
                left += (x, y) in self.losing
                below[x] += (x, y) in self.losing
        return seen

    def cells(self) -> list[Cell]:
        """Return the passable cells of the square."""
        return list(self.seen)

    def lines(self) -> range:
        """Return the numbers of the rows and columns of the square."""
        return range(self.size)

    def is_losing(self, cell: Cell) -> bool:
        """Return whether a cell is losing, in the square or behind it."""
        x, y = self.endless
        behind = max(cell) >= self.size and cell[0] - x == cell[1] - y
        return cell in self.losing or behind


class OneGrid(Grid):
    """A grid, with what the solution says of its size."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "grid")
        self.game = problem
        blocked = problem.data.take("impassable", listing(listing(COORDINATE, 2)))
        super().__init__(blocked, proof)
        answers.take("impassable", choice(len(blocked)))
        answers.take("segments", choice(self.segments))
        answers.take("kind", choice("grid"))


def segments_are_passable(c: Grid, _: None) -> bool:
    """No losing cell is impassable, and none is listed twice."""
    return not c.twice and not c.losing & c.blocked


def losing_or_sees_one(c: Grid, cell: Cell) -> bool:
    """A losing cell sees no losing cell, and every other cell sees one."""
    return (c.seen[cell] == 0) == (cell in c.losing)


def line_has_one_losing_cell(c: Grid, k: int) -> bool:
    """Row k has just one losing cell behind its last impassable one, in the square or on the endless segment; and so
    has column k.
    """
    x, y = c.endless
    row = max((a for a, b in c.blocked if b == k), default=-1)
    column = max((b for a, b in c.blocked if a == k), default=-1)
    across = {a for a in range(c.size) if (a, k) in c.losing} | ({x + k - y} if k >= y else set())
    up = {b for b in range(c.size) if (k, b) in c.losing} | ({y + k - x} if k >= x else set())
    return len({a for a in across if a > row}) == 1 and len({b for b in up if b > column}) == 1


GRID: Conditions = {
    "whole": (segments_are_passable,),
    "cells": (losing_or_sees_one,),
    "lines": (line_has_one_losing_cell,),
}
KIND = Kind(OneGrid, "which cells are losing, of all that there are", GRID, read_problem)
