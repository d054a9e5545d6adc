"""The thermographs of canonical forms: where the walls of a form stand at each tax on a move, temperature and mean.

At a tax t the Left wall of a form that is no number is the largest Right wall of its Left options, less t; its Right
wall the smallest Left wall of its Right options, and t. The temperature is the first t where the two meet; from there
both are the mean. Of a number both are the number, and its temperature is the negative of 1 over its denominator.

A wall is piecewise linear, and is told by the points where it bends. Between two taxes at which neither the form nor an
option bends, the largest of several walls is convex and the smallest concave: if it is what is claimed at both ends and
in the middle, it is so everywhere between them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from graphgames.reference.reading import Exact, Fields, exact, listing, row

LEFT, RIGHT = 0, 1
Wall = list[tuple[Exact, Exact]]
"""The taxes where a wall bends, ascending, with the values there."""


class Thermographs:
    """What is said of each form: its mean, temperature and walls."""

    def __init__(self, proof: Fields, options: tuple[list[list[int]], list[list[int]]]):
        n = len(options[LEFT])
        self.options = options
        self.mean = proof.take("mean", listing(exact, n))
        self.temperature = proof.take("temperature", listing(exact, n))
        self.walls: list[list[Wall]] = [
            proof.take(name, listing(listing(point), n)) for name in ("left_wall", "right_wall")
        ]
        self.number: dict[int, Exact | None] = {}

    def number_of(self, form: int) -> Exact | None:
        """Return the number that a canonical form is, between those of its options or next to one, or None."""
        if form not in self.number:
            sides = [[self.number_of(option) for option in side[form]] for side in self.options]
            low, high = ([x for x in side if x is not None] for side in sides)
            if [low, high] != sides or any(x >= y for x in low for y in high):
                self.number[form] = None
            elif low and high:
                self.number[form] = Fraction(max(low) + min(high)) / 2
            else:
                self.number[form] = max(low) + 1 if low else min(high) - 1 if high else 0
        return self.number[form]

    def follows(self, player: int, form: int, tax: Exact) -> Exact:
        """Return where a wall stands at a tax up to the temperature, by the walls of the options."""
        walls = [at(self.walls[1 - player][option], tax) for option in self.options[player][form]]
        return min(walls) + tax if player else max(walls) - tax


def point(given: object, where: str) -> tuple[Exact, Exact]:
    """Read a tax and a value."""
    tax, value = row(exact, exact)(given, where)
    return tax, value


def at(wall: Wall, tax: Exact) -> Exact:
    """Return where a wall stands at a tax from 0 on."""
    for (start, value), (end, after) in pairwise(wall):
        if start <= tax < end:
            return value + (after - value) * (tax - start) / Fraction(end - start)
    return wall[-1][1]


def bends(wall: Wall) -> bool:
    """Return whether the points of a wall ascend from tax 0, and it bends at each of the others."""
    if not wall or wall[0][0] != 0 or any(one[0] >= other[0] for one, other in pairwise(wall)):
        return False
    slopes = [(after - value) / Fraction(end - start) for (start, value), (end, after) in pairwise(wall)]
    return all(one != other for one, other in pairwise([*slopes, 0]))


def is_right(c: Thermographs, form: int) -> bool:
    """Return whether mean, temperature and walls of a form follow from the walls of its options."""
    number, mean, heat = c.number_of(form), c.mean[form], c.temperature[form]
    own = [side[form] for side in c.walls]
    if number is not None:
        return mean == number and heat == Fraction(-1, number.denominator) and own == [[(0, number)], [(0, number)]]
    walls = [*own, *(c.walls[1 - player][option] for player in (LEFT, RIGHT) for option in c.options[player][form])]
    if not all(map(bends, walls)) or any(wall[-1][0] > heat or wall[-1][1] != mean for wall in own):
        return False
    taxes = sorted({heat, *(tax for wall in walls for tax, _ in wall if tax <= heat)})
    middles = [Fraction(one + other) / 2 for one, other in pairwise(taxes)]
    for tax in taxes + middles:
        left, right = (at(wall, tax) for wall in own)
        if left != c.follows(LEFT, form, tax) or right != c.follows(RIGHT, form, tax):
            return False
        if left <= right and tax < heat:
            return False  # they have met before
    return True
