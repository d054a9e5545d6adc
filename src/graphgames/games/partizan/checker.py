"""Checks that positions of a partizan game are worth the canonical forms that are claimed of them.

Forms are games themselves, whose moves are their options. Everything is decided by one search of who wins a sum of
forms and negatives of forms, in which whoever cannot move loses (`_Forms.wins`); it knows nothing of numbers.

A position is equal to its form if whoever moves second wins the position less the form. That is so if

- no move of Left in the position leads to a form at least that of the position (Right wins by moving next), and none of
  Right's to one at most that form;
- to each Left option of the form there is a move of Left in the position that is at least as good, and likewise for
  Right: it answers the moves in the form.

A position that splits is equal to its form if whoever moves second wins the sum of its parts less the form. Since what
comes later rests on what comes before, the claims follow by induction. A form is canonical if no option is at most as
good as another one for the player whose it is, and none is reversible: no answer to it is at least as good for the
other player as the form. Two canonical forms are equal only if they are the same (Conway 1976).

The thermograph of a form is that of the definition. At a tax t on a move, where it is no number, its Left wall is the
largest Right wall of its Left options, less t, and its Right wall the smallest Left wall of its Right options, and t;
from the temperature on, the first t where the two meet, both are the mean. Walls are piecewise linear. Where no wall of
an option and none of the form bends, the largest of several is convex: if it is what is claimed at both ends and in the
middle, it is so everywhere between them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from graphgames.core.checking import asking_rules, checks, report
from graphgames.core.report import Failure, Report
from graphgames.core.value import Exact

if TYPE_CHECKING:
    from graphgames.games.partizan.certificate import CanonicalForms

LEFT, RIGHT = 0, 1
Sum = tuple[tuple[int, int], ...]
"""Forms, each with the player whose moves are the Left options of it: ``RIGHT`` for the negative of a form."""


@checks("canonical-forms")
def check(solution: Any, proof: CanonicalForms) -> Report:
    """Check the forms, then each position by the rules."""
    faults, checked = _order_faults(proof), len(proof.left) + len(proof.positions) + len(solution.forms)
    if not faults:
        forms = _Forms((proof.left, proof.right))
        faults = [fault for k in range(len(proof.left)) for fault in forms.canonical_faults(k)]
        if not faults:
            with asking_rules(faults):
                faults += _position_faults(solution.problem.rules, proof, forms)
    if not faults:
        faults = list(_answer_faults(solution, proof))
    return report(checked, [Failure(None, fault) for fault in faults])


def _order_faults(proof: CanonicalForms) -> list[str]:
    """Return where a form rests on one that does not come before it, or a position has a form that is not there."""
    later = [
        f"form {k} has an option that does not come before it"
        for k, options in enumerate(zip(proof.left, proof.right, strict=True))
        if any(option >= k for side in options for option in side)
    ]
    different = {(frozenset(left), frozenset(right)) for left, right in zip(proof.left, proof.right, strict=True)}
    twice = ["a form is listed twice"] * (len(different) < len(proof.left))
    return later + twice + [f"there is no form {k}" for k in proof.form if k >= len(proof.left)]


class _Forms:
    """The forms, and who wins sums of them."""

    def __init__(self, options: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]):
        self.options = options
        self._won: dict[tuple[int, Sum], bool] = {}

    def _after(self, mover: int, parts: Sum) -> Iterator[Sum]:
        """Yield the sums after each move of a player."""
        for place, (form, side) in enumerate(parts):
            for option in self.options[mover ^ side][form]:
                yield tuple(sorted((*parts[:place], (option, side), *parts[place + 1 :])))

    def wins(self, mover: int, *parts: tuple[int, int]) -> bool:
        """Return whether the player who moves first wins a sum: some move leads to one where the other player loses."""
        first = (mover, tuple(sorted(parts)))
        stack, won = [first], self._won
        while stack:
            here = stack[-1]
            if here not in won:
                others = [(1 - here[0], after) for after in self._after(*here)]
                unknown = next((one for one in others if one not in won), None)
                if unknown is not None and not any(won.get(one) is False for one in others):
                    stack.append(unknown)
                    continue
                won[here] = any(won.get(one) is False for one in others)
            stack.pop()
        return won[first]

    def as_good(self, player: int, one: int, other: int) -> bool:
        """Return whether a form is at least as good for a player as another: moving second he wins the difference."""
        return not self.wins(1 - player, (one, LEFT), (other, RIGHT))

    def canonical_faults(self, form: int) -> Iterator[str]:
        """Yield why a form is not canonical."""
        for player in (LEFT, RIGHT):
            options = self.options[player][form]
            for option in options:
                if any(self.as_good(player, other, option) for other in options if other != option):
                    yield f"form {form} has a dominated option, {option}"
                if any(self.as_good(1 - player, answer, form) for answer in self.options[1 - player][option]):
                    yield f"form {form} has a reversible option, {option}"
            if len(set(options)) < len(options):
                yield f"form {form} has an option twice"

    def is_sum(self, parts: Sequence[int], form: int) -> bool:
        """Return whether a form is the sum of others: whoever moves second wins the difference."""
        difference = [(part, LEFT) for part in parts] + [(form, RIGHT)]
        return not self.wins(LEFT, *difference) and not self.wins(RIGHT, *difference)

    def has_value(self, left: Sequence[int], right: Sequence[int], form: int) -> bool:
        """Return whether a game with options of these forms is equal to a form."""
        for player, options in ((LEFT, left), (RIGHT, right)):
            if any(self.as_good(player, option, form) for option in options):
                return False
            for wanted in self.options[player][form]:
                if not any(self.as_good(player, option, wanted) for option in options):
                    return False
        return True


def _position_faults(rules: Any, proof: CanonicalForms, forms: _Forms) -> Iterator[str]:
    """Yield the positions that are not worth their forms."""
    known: dict[Any, int] = {}
    components = getattr(rules, "components", None)
    for position, form in zip(proof.positions, proof.form, strict=True):
        parts = [position] if components is None else list(components(position))
        splits = parts != [position]
        sides = (parts, []) if splits else (list(rules.left(position)), list(rules.right(position)))
        left, right = ([known.get(after, -1) for after in side] for side in sides)
        if position in known:
            yield f"{position!r} has two forms"
        elif -1 in left or -1 in right:
            yield f"{position!r} depends on a position whose form is not proved before it"
        elif not (forms.is_sum(left, form) if splits else forms.has_value(left, right, form)):
            yield f"{position!r} is not worth form {form}"
        known[position] = form


def _answer_faults(solution: Any, proof: CanonicalForms) -> Iterator[str]:
    """Yield the positions for which the solution has another value than its certificate."""
    proved = dict(zip(proof.positions, proof.form, strict=True))
    sides = zip(map(frozenset, proof.left), map(frozenset, proof.right), strict=True)
    number = {options: k for k, options in enumerate(sides)}
    walls = _Walls(proof)
    shapes: dict[Any, int] = {}

    def shape(value: Any) -> int:
        """Return the number of the form that a value has, -1 if it is none of them or is said to be another number."""
        if value not in shapes:
            found = number.get((frozenset(map(shape, value.left)), frozenset(map(shape, value.right))), -1)
            shapes[value] = found if found >= 0 and value.number == walls.numbers[found] else -1
        return shapes[value]

    for position, value in solution.forms.items():
        if position not in proved or shape(value) != proved[position]:
            yield f"{position!r} has the value {value} for the solution, but not for its certificate"
            return
    wrong = {form for form in range(len(proof.left)) if not walls.are_right(form)}
    yield from (f"form {form} has another mean, temperature or thermograph" for form in sorted(wrong))
    for value in {id(value): value for value in (*shapes, *solution.forms.values())}.values():
        graph, form = value.thermograph, shapes[value]
        claimed = proof.mean[form], proof.temperature[form], proof.left_wall[form], proof.right_wall[form], 0, 0
        shown = value.mean, value.temperature, graph.left.points, graph.right.points
        if (*shown, graph.left.slope, graph.right.slope) != claimed or shown[:2] != (graph.mean, graph.temperature):
            yield f"{value} has another mean than {value.mean}, or another temperature or thermograph than is shown"


class _Walls:
    """The walls of forms, at a tax on each move."""

    def __init__(self, proof: CanonicalForms):
        self.options, self.masts = (proof.left, proof.right), list(zip(proof.temperature, proof.mean, strict=True))
        self.points, self.numbers = (proof.left_wall, proof.right_wall), _numbers(proof)

    def wall(self, player: int, form: int, tax: Exact) -> Exact:
        """Return where the claimed wall of a player stands at a tax from 0 on."""
        points = self.points[player][form]
        k = bisect_right(points, tax, key=itemgetter(0))
        (start, value) = points[k - 1]
        if k == len(points) or start == tax:
            return value
        return value + (points[k][1] - value) * (tax - start) / Fraction(points[k][0] - start)

    def follows(self, player: int, form: int, tax: Exact) -> Exact:
        """Return where the wall of a form that is no number stands, by those of its options, before the walls meet."""
        walls = (self.wall(1 - player, option, tax) for option in self.options[player][form])
        return min(walls) + tax if player else max(walls) - tax

    def are_right(self, form: int) -> bool:
        """Return whether a form has the mean, the temperature and the walls that are said, if its options have."""
        number, (temperature, mean) = self.numbers[form], self.masts[form]
        own = [self.points[player][form] for player in (LEFT, RIGHT)]
        if number is not None:
            mast = ((0, number),)
            return mean == number and temperature == Fraction(-1, number.denominator) and own == [mast, mast]
        below = [self.points[1 - player][option] for player in (LEFT, RIGHT) for option in self.options[player][form]]
        if not all(map(_is_wall, own + below)) or any(one[-1][0] > temperature or one[-1][1] != mean for one in own):
            return False
        bends = sorted({temperature, *(tax for wall in (*own, *below) for tax, _ in wall if tax <= temperature)})
        for tax in (*bends, *(Fraction(a + b) / 2 for a, b in pairwise(bends))):
            left, right = (self.wall(player, form, tax) for player in (LEFT, RIGHT))
            if (left, right) != (self.follows(LEFT, form, tax), self.follows(RIGHT, form, tax)):
                return False
            if left <= right and tax < temperature:
                return False
        return True


def _is_wall(points: Sequence[tuple[Exact, Exact]]) -> bool:
    """Return whether points ascend from temperature 0, and the wall bends at each of the others."""
    if not points or points[0][0] != 0 or any(one[0] >= other[0] for one, other in pairwise(points)):
        return False
    slopes = [(other[1] - one[1]) / Fraction(other[0] - one[0]) for one, other in pairwise(points)]
    return all(one != other for one, other in pairwise((*slopes, 0)))


def _numbers(proof: CanonicalForms) -> list[Fraction | None]:
    """Return which number each canonical form is, None for those that are none.

    That of an integer has one option at most, the integer next to it; that of another number lies between two others.
    """
    found: list[Fraction | None] = []
    for options in zip(proof.left, proof.right, strict=True):
        left, right = ([found[k] for k in side] for side in options)
        low, high = (side[0] if side else None for side in (left, right))
        if len(left) > 1 or len(right) > 1 or None in (*left, *right):
            found.append(None)
        elif low is not None and high is not None:
            found.append((low + high) / 2 if low < high else None)
        else:
            found.append(low + 1 if low is not None else high - 1 if high is not None else Fraction(0))
    return found
