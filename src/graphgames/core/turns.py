"""Rules with whose turn it is: a place is a position with the player to move there, or chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from graphgames.core.chance import CHANCE, corrected
from graphgames.core.errors import GameError, shown
from graphgames.core.oracle import Outcome
from graphgames.core.rules import hashable_positions
from graphgames.core.value import Exact, decimal, in_words

Place = tuple[Hashable, int]
"""A position of rules with the player to move there, 2 for chance."""


class Turns:
    """Rules with whose turn it is, where the ends say who has won.

    ``number`` makes what the rules give as probabilities and rewards exact.
    """

    def __init__(self, rules: Any, start: Any = None, number: Callable[[Any], Exact] = decimal):
        self.rules, self.number = rules, number
        start = getattr(rules, "start", None) if start is None else start
        if start is None:
            raise GameError("the rules have no start, so say where plays begin: start=...")
        self._mover: Callable[[Any], int] | None = getattr(rules, "mover", None)
        self._label: Callable[[Any], Any] = getattr(rules, "label", lambda position: position)
        self._named = getattr(rules, "move_of", None) or getattr(rules, "move_name", None)
        with hashable_positions(rules, start):
            hash(start)
            self.start: Place = self._place(start, 1)
            next(iter(self.after(self.start)), None)

    def after(self, place: Place) -> list[tuple[Place, Fraction]]:
        """Return where the moves from a place lead; where chance moves each with its probability, else with 0.

        Raise `GameError` if the probabilities do not sum to 1.
        """
        position, turn = place
        if turn != CHANCE:
            return [(self._place(one, turn), Fraction(0)) for one in self.rules.moves(position)]
        if not hasattr(self.rules, "chances"):
            raise GameError(
                f"chance moves at {shown(position)}, but the rules have no method chances(position) that gives the "
                "positions that follow, each with its probability"
            )
        given = [*self.rules.chances(position)]
        found = [(self._place(one, turn), Fraction(self.number(likely))) for one, likely in given]
        whole = corrected([likely for _, likely in given], [likely for _, likely in found])
        if whole is not None:
            found = [(one, Fraction(part, sum(whole))) for (one, _), part in zip(found, whole, strict=True)]
        total = sum(likely for _, likely in found)
        if found and (total != 1 or min(likely for _, likely in found) < 0):
            raise GameError(
                f"the probabilities of chances({shown(position)}) sum to {in_words(total)}; expected exactly 1, and "
                'none below 0; give thirds and the like as Fraction(1, 3), or as the text "1/3"'
            )
        return [(after, likely) for after, likely in found if likely]

    def _place(self, position: Any, turn: int) -> Place:
        if self._mover is None:
            return position, 1 - turn
        player = self._mover(position)
        if player not in (0, 1, CHANCE):
            raise GameError(f"mover({position!r}) is {player!r}; expected 0 or 1, or 2 where chance moves")
        return position, player

    def label(self, place: Place) -> Any:
        """Return what the position of a place is called."""
        return self._label(place[0])

    def name(self, place: Place, after: Place) -> Any:
        """Return what a move is called, by the places before and after it."""
        return self.label(after) if self._named is None else self._named(place[0], after[0])

    def winner(self, place: Place) -> int:
        """Return who has won at an end, 2 for a draw."""
        (position, turn), rules = place, self.rules
        if not hasattr(rules, "outcome"):
            misere = getattr(getattr(rules, "objective", None), "name", "") == "misere"
            return turn if misere else 1 - turn
        return self.won(place, rules.outcome(position))

    def won(self, place: Place, outcome: str) -> int:
        """Return who wins where this is the outcome for the player to move, 2 for a draw."""
        return 2 if outcome == Outcome.DRAW else place[1] if Outcome(outcome) == Outcome.WIN else 1 - place[1]
