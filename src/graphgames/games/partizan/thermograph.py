"""Thermographs: where the walls of a game stand at each tax on a move, its mean value and its temperature.

The Left wall of a game at temperature t is the largest Right wall of its Left options, less t; the Right wall the
smallest Left wall of its Right options, and t. From where the two meet on there is one mast (Conway 1976; Berlekamp,
Conway, Guy, *Winning Ways*, chapter 6). Walls are piecewise linear; points and slopes are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from graphgames.core.drawing import Drawable
from graphgames.core.value import Exact, plain


@dataclass(frozen=True)
class Wall:
    """A piecewise linear function of the temperature, from 0 on."""

    points: tuple[tuple[Exact, Exact], ...]
    """Where it bends, ascending from temperature 0."""
    slope: int = 0
    """How it goes on behind the last point."""

    def at(self, temperature: Exact) -> Exact:
        """Return the value at a temperature from 0 on."""
        before = [point for point in self.points if point[0] <= temperature]
        after = self.points[len(before) : len(before) + 1]
        (t, value) = before[-1]
        slope = Fraction(after[0][1] - value) / (after[0][0] - t) if after else self.slope
        return plain(value + slope * (temperature - t))  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return ", ".join(f"{value} at {temperature}" for temperature, value in self.points)

    def taxed(self, sign: int) -> Wall:
        """Return the wall with the temperature added, or taken away with the sign -1."""
        return Wall(tuple((t, plain(value + sign * t)) for t, value in self.points), self.slope + sign)


@dataclass(frozen=True)
class Thermograph(Drawable):
    """A thermograph; ``graphgames.canonical_form(game).thermograph`` makes it.

    Attributes
    ----------
    left, right : Wall
        The walls at temperatures from 0 on; their values at 0 are the stops.
    mean : int or Fraction
        Where the mast stands.
    temperature : int or Fraction
        Where the mast begins; below 0 for numbers: the negative of 1 over the denominator.

    Examples
    --------
    >>> from graphgames import canonical_form
    >>> thermograph = canonical_form("{{4|1}|{1|-2}}").thermograph
    >>> thermograph.mean, thermograph.temperature, thermograph.left.points
    (1, -1, ((0, 1),))
    >>> print(canonical_form("{4|1}").thermograph)
    mean 5/2, temperature 3/2; Left wall 4 at 0, 5/2 at 3/2; Right wall 1 at 0, 5/2 at 3/2
    >>> canonical_form("{4|{1|-2}}").thermograph.left.points
    ((0, 4), (Fraction(9, 4), Fraction(7, 4)))
    """

    left: Wall
    right: Wall
    mean: Exact
    temperature: Exact

    def __call__(self) -> Thermograph:
        """Return the thermograph, which `CanonicalForm` has as an attribute."""
        return self

    def __str__(self) -> str:
        walls = (f"{name} wall {wall}" for name, wall in (("Left", self.left), ("Right", self.right)))
        return f"mean {self.mean}, temperature {self.temperature}; {'; '.join(walls)}"


def of_number(number: Exact) -> Thermograph:
    """Return the thermograph of a number."""
    mast = Wall(((0, number),))
    return Thermograph(mast, mast, number, plain(Fraction(-1, Fraction(number).denominator)))


def of_options(lefts: Iterable[Thermograph], rights: Iterable[Thermograph]) -> Thermograph:
    """Return the thermograph of a game that is no number, given those of its options."""
    left = _extreme((option.right.taxed(-1) for option in lefts), max)
    right = _extreme((option.left.taxed(1) for option in rights), min)
    temperature = next(t for t in _bends(left, right) if left.at(t) <= right.at(t))
    mean = left.at(temperature)
    return Thermograph(_capped(left, temperature, mean), _capped(right, temperature, mean), mean, temperature)


def _bends(one: Wall, other: Wall) -> list[Exact]:
    """Return the temperatures where one of two walls bends or they cross, ascending."""
    found = {t for wall in (one, other) for t, _ in wall.points}
    times = sorted(found)
    gaps = [(t, one.at(t) - other.at(t)) for t in [*times, times[-1] + 1]]
    for (t, gap), (later, next_gap) in pairwise(gaps):
        last = later == gaps[-1][0]
        change = next_gap - gap
        if change and gap * change < 0 and (last or gap * next_gap < 0):
            found.add(plain(t - Fraction(gap) * (later - t) / change))
    return sorted(found)


def _extreme(walls: Iterable[Wall], best: Callable[..., Exact]) -> Wall:
    """Return the largest, or the smallest, of some walls at each temperature."""

    def joined(one: Wall, other: Wall) -> Wall:
        times = _bends(one, other)
        points = tuple((t, best(one.at(t), other.at(t))) for t in times)
        beyond = best(wall.at(times[-1] + 1) for wall in (one, other))
        return _bent(Wall(points, int(beyond - points[-1][1])))

    return reduce(joined, walls)


def _capped(wall: Wall, temperature: Exact, mean: Exact) -> Wall:
    """Return a wall that ends in a mast at a temperature."""
    return _bent(Wall((*(point for point in wall.points if point[0] < temperature), (temperature, mean))))


def _bent(wall: Wall) -> Wall:
    """Return the wall without points at which it does not bend."""
    points = [wall.points[0]]
    ahead = [*wall.points[1:], (wall.points[-1][0] + 1, wall.points[-1][1] + wall.slope)]
    for here, after in pairwise(ahead):
        before = points[-1]
        if (here[1] - before[1]) * (after[0] - here[0]) != (after[1] - here[1]) * (here[0] - before[0]):
            points.append(here)
    return Wall(tuple(points), wall.slope)
