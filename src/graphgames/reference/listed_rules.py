"""Games by rules, written as data: the file lists the positions, and the moves of each.

A file of the format ``graphgames-problem`` has the positions as an array of triples, the start first: the position, its
options, and the positions that it splits into, null if it does not split. A position is a number, a text, true, false,
null, or an array of positions; ``{"set": [...]}`` is one, too, whose order does not matter. That these are the moves of
the rules is not proved here.
"""

from __future__ import annotations

from collections.abc import Hashable

from graphgames.reference.problem import Problem
from graphgames.reference.reading import Fields, RefusedError, anything, listing, optional, refused

Position = Hashable


def position(given: object, where: str) -> Position:
    """Read a position: arrays become tuples, sets frozen sets."""
    if isinstance(given, list):
        return tuple(position(part, where) for part in given)
    if isinstance(given, dict) and set(given) == {"set"} and isinstance(given["set"], list):
        return frozenset(position(part, where) for part in given["set"])
    if isinstance(given, bool):
        return f"{given}".encode()  # which is no other position, as True would be 1
    if given is None or isinstance(given, int | str):
        return given
    raise refused(given, where, "a position: a number, a text, null, an array, or a set of them")


class Moves:
    """The options of each position, and what it splits into."""

    def __init__(self, problem: Problem):
        rows = problem.data.take("positions", listing(listing(anything, 3)))
        if not rows:
            raise RefusedError("the problem lists no position")
        self.options: dict[Position, list[Position]] = {}
        self.parts: dict[Position, list[Position]] = {}
        for row in rows:
            here = position(row[0], "a position")
            if here in self.options:
                raise RefusedError(f"the position {here!r} is listed twice")
            self.options[here] = listing(position)(row[1], "the options of a position")
            parts = optional(listing(position))(row[2], "the parts of a position")
            self.parts[here] = [here] if parts is None else parts

    def known(self, here: Position) -> Position:
        """Return a position that the file lists."""
        if here not in self.options:
            raise RefusedError(f"the position {here!r} is not listed")
        return here


def read_positions(proof: Fields, key: str, moves: Moves) -> list[Position]:
    """Return positions of a certificate, each listed by the rules."""
    return [moves.known(here) for here in proof.take(key, listing(position))]
