"""``canonical-forms``: positions of a partizan game, each with the form that it is worth.

A form is a game whose moves are to its options. Whoever cannot move loses. Two games are equal if whoever moves second
wins their difference, in which the players have exchanged their moves in the second. So a position is worth a form if
whoever moves second wins the position less the form. Positions are replaced by the forms of the entries before, which
they are equal to: a move to a position is one to its form, and a position that splits is the sum of its parts' forms.

A form is canonical if no option is at most as good for its player as another (dominated), and the other player has no
answer to one that is at least as good for him as the form (reversible). Equal canonical forms are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from graphgames.reference.kind import Kind
from graphgames.reference.listed_rules import Position, position
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, RefusedError, anything, choice, integer, listing
from graphgames.reference.thermographs import Thermographs, is_right

LEFT, RIGHT = 0, 1
Part = tuple[int, int]
"""A form, and the player who makes the moves to its Left options: Left, or Right in the negative of the form."""


class Row(NamedTuple):
    """What the rules say of a position: the positions after a move of Left and of Right, and its parts if it splits."""

    after: tuple[list[Position], list[Position]]
    parts: list[Position] | None


class Claim:
    """The forms, and the positions with what those before them say."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "partizan")
        self.game, positions = problem, listing(position)
        self.rows: dict[Position, Row] = {}
        for here, left, right, parts in problem.data.take("positions", listing(listing(anything, 4))):
            where = "the options of a position"
            split = None if parts is None else positions(parts, where)
            at = position(here, "a position")
            if at in self.rows:
                raise RefusedError(f"the position {at!r} is listed twice")
            self.rows[at] = Row((positions(left, where), positions(right, where)), split)
        left = proof.take("left", listing(listing(integer(0))))
        self.options = left, proof.take("right", listing(listing(integer(0)), len(left)))
        self.forms = range(len(left))
        self.number = {self.sets(form): form for form in self.forms}
        self.graphs = Thermographs(proof, self.options)
        named = proof.take("positions", positions)
        self.entry = list(zip(named, proof.take("form", listing(integer(0), len(named))), strict=True))
        self.form: dict[Position, int] = {}
        answers.take("positions", choice(len(self.entry)))

    def sets(self, form: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return the sets of the options of a form."""
        return frozenset(self.options[LEFT][form]), frozenset(self.options[RIGHT][form])

    def entries(self) -> Iterator[tuple[Position, int]]:
        """Yield each entry before it is counted among those that later ones may rest on."""
        for here, form in self.entry:
            yield here, form
            if form in self.forms:
                self.form[here] = form

    @cache  # noqa: B019
    def wins(self, mover: int, *parts: Part) -> bool:
        """Return whether the player who moves first wins a sum of forms and negatives."""
        for k, (form, side) in enumerate(parts):
            for option in self.options[mover ^ side][form]:
                if not self.wins(1 - mover, *parts[:k], (option, side), *parts[k + 1 :]):
                    return True
        return False

    def as_good(self, player: int, one: int, other: int) -> bool:
        """Return whether a form is at least as good for a player as another: moving second he wins the difference."""
        return not self.wins(1 - player, (one, LEFT), (other, RIGHT))


def options_come_before(c: Claim, form: int) -> bool:
    """The options of a form come before it."""
    return all(option < form for side in c.options for option in side[form])


def no_other_is_the_same(c: Claim, form: int) -> bool:
    """No other form has the same options."""
    return c.number[c.sets(form)] == form


def is_canonical(c: Claim, form: int) -> bool:
    """No option is dominated, twice there, or reversible."""
    for player in (LEFT, RIGHT):
        options = c.options[player][form]
        for k, option in enumerate(options):
            if any(c.as_good(player, other, option) for other in options[:k] + options[k + 1 :]):
                return False
            if any(c.as_good(1 - player, answer, form) for answer in c.options[1 - player][option]):
                return False
    return True


def thermograph_follows(c: Claim, form: int) -> bool:
    """Its mean, its temperature and its walls follow from the walls of its options."""
    return is_right(c.graphs, form)


def is_worth_its_form(c: Claim, entry: tuple[Position, int]) -> bool:
    """Whoever moves second wins the position less its form."""
    here, form = entry
    row = c.rows.get(here)
    if row is None or here in c.form or form not in c.forms:
        return False
    if row.parts is not None:
        if not all(part in c.form for part in row.parts):
            return False
        difference = [*((c.form[part], LEFT) for part in row.parts), (form, RIGHT)]
        return not any(c.wins(player, *difference) for player in (LEFT, RIGHT))
    for player in (LEFT, RIGHT):
        if not all(after in c.form for after in row.after[player]):
            return False
        after = [c.form[option] for option in row.after[player]]
        if any(c.as_good(player, option, form) for option in after):
            return False  # a move in the position that the other player cannot answer
        if not all(any(c.as_good(player, option, wanted) for option in after) for wanted in c.options[player][form]):
            return False  # a move in the form that cannot be answered in the position
    return True


KIND = Kind(
    Claim,
    "the canonical forms of the positions listed (by the moves that the file lists), their thermographs, means and "
    "temperatures",
    {
        "forms": (options_come_before, no_other_is_the_same, is_canonical, thermograph_follows),
        "entries": (is_worth_its_form,),
    },
    read_problem,
)
