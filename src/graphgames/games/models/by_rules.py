"""Models from rules in which chance moves: what it does is folded into what can follow an action."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from graphgames.catalogue.find import objective_class
from graphgames.core.arguments import integer
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.objective import Objective
from graphgames.core.rules import LIMIT, check_memory, hashable_positions, plain_rules
from graphgames.core.turns import Place, Turns
from graphgames.core.value import Exact, number
from graphgames.games.models.model import Model
from graphgames.games.models.tables import Rows, of_float, refuse_unknown, say_decimals

FIRST = "chance"
"""The action at a start where chance moves."""


def game_of(rules: Any, limit: int = LIMIT, objective: Objective | None = None, start: object = None) -> Game:
    """Return the game of rules in which chance moves; by default for how likely player 0 wins in the end.

    Raise `GameError` if there is no objective and the rules do not say who wins, or as `Model.from_rules`.
    """
    model = from_rules(rules, start, limit)
    objective = objective or getattr(rules, "objective", None)
    if objective is None and "won" not in model.labels:
        raise GameError(
            "rules in which chance moves need an objective, as in solve(rules, ReachProbability([position])), or a "
            "method outcome(position) that says who wins at an end"
        )
    asked: Any = objective or objective_class("reach-probability")(model.labels["won"])  # type: ignore[call-arg]
    return model.with_objective(asked, players=getattr(rules, "players", None))


def from_rules(rules: Any, start: object = None, limit: int = LIMIT, exact: str = "decimal") -> Model:
    """Return the model of rules; arguments and errors as for `Model.from_rules`."""
    rules, remarks, limit = plain_rules(rules), list[str](), integer(limit, "the limit", 1)
    turns = Turns(rules, start, _exactly(exact, remarks))
    folded = _Folded(turns, limit)
    states: list[Place] = [turns.start]
    number_of, actions = {turns.start: 0}, dict[Hashable, int]()
    rows: list[tuple[int, int, int]] = []
    likely: list[Fraction] = []
    gains: list[Exact] = []
    with hashable_positions():
        for s, place in enumerate(states):  # the list grows while it is walked
            for name, ahead in folded.actions(place).items():
                number = actions.setdefault(name, len(actions))
                for behind, share in ahead.places.items():
                    w = number_of.setdefault(behind, len(states))
                    if w == len(states):
                        states.append(behind)
                        folded.check(len(states))
                    rows.append((s, number, w))
                    likely.append(share)
                    gains.append(ahead.gain)
    source, action, after = np.array(rows, np.int64).reshape(-1, 3).T
    ends = np.setdiff1d(np.arange(len(states)), source)
    made = Rows(
        source, action, after, likely, gains if folded.gains else None,
        [turns.label(place) for place in states], list(actions),
        np.array([turn % CHANCE for _, turn in states], np.int32), remarks,
    )  # fmt: skip
    model = made.model("refuse", normalize=False, start=turns.label(turns.start))
    return replace(model, labels=_labels(turns, states, ends.tolist())) if hasattr(rules, "outcome") else model


def _exactly(exact: str, remarks: list[str]) -> Callable[[Any], Exact]:
    """Return what makes a number of the rules exact, and notes that floats were taken for decimals."""
    refuse_unknown(exact)

    def exact_number(given: Any) -> Exact:
        if exact == "refuse" or not isinstance(given, float | np.floating):
            return number(given)
        say_decimals(remarks, exact)
        return of_float(float(given), exact)

    return exact_number


def _labels(turns: Turns, states: list[Place], ends: list[int]) -> dict[str, Any]:
    """Return where plays have ended, by who has won."""
    found = {name: np.zeros(len(states), np.bool_) for name in ("won", "lost", "drawn")}
    for s in ends:
        found[("won", "lost", "drawn")[turns.winner(states[s])]][s] = True
    return found


class _Ahead(NamedTuple):
    """What follows when chance has moved: how likely each place is, and the reward that is expected on the way."""

    places: dict[Place, Fraction]
    gain: Exact


class _Folded:
    """Rules as their players see them: what can follow each action, once chance has moved as often as it does."""

    def __init__(self, turns: Turns, limit: int):
        self.turns, self.limit = turns, limit
        reward = getattr(turns.rules, "reward", None)
        self.gains = reward is not None
        self._reward: Callable[[Any, Any], Any] = reward or (lambda position, after: 0)
        self._settled: dict[Place, _Ahead] = {}
        """What follows places where chance moves."""

    def check(self, states: int) -> None:
        """Raise `LimitExceededError` if there are too many positions."""
        check_memory(states + len(self._settled), self.limit)

    def actions(self, place: Place) -> dict[Hashable, _Ahead]:
        """Return what follows each action at a place; nothing at an end."""
        turns, found = self.turns, dict[Hashable, _Ahead]()
        if place[1] == CHANCE:
            return {FIRST: self._behind(place)} if turns.after(place) else {}
        for after in dict.fromkeys(after for after, _ in turns.after(place)):
            name = turns.name(place, after)
            if name in found:
                raise GameError(
                    f"at {shown(turns.label(place))} two moves have the name {shown(name)}; expected one for each move"
                )
            ahead = self._behind(after)
            found[name] = _Ahead(ahead.places, ahead.gain + self._gain(place, after))
        return found

    def _gain(self, place: Place, after: Place) -> Exact:
        return self.turns.number(self._reward(place[0], after[0]))

    def _behind(self, place: Place) -> _Ahead:
        """Return what follows when chance has moved from a place: the place itself, if it does not move there.

        Raise `GameError` if it can move in a circle.
        """
        if place[1] != CHANCE:
            return _Ahead({place: Fraction(1)}, 0)
        settled, begun, waiting = self._settled, dict[Place, list[tuple[Place, Fraction]]](), [place]
        while waiting:
            at = waiting[-1]
            if at in settled:
                waiting.pop()
                continue
            circle = at in begun
            moves = begun.setdefault(at, [] if circle else self.turns.after(at))
            ahead = [after for after, _ in moves if after[1] == CHANCE and after not in settled]
            if ahead and circle:
                raise GameError(
                    f"from {shown(self.turns.label(at))} chance can move in a circle without a decision; give the "
                    "probabilities of where it leads in the end"
                )
            waiting += ahead
            if not ahead:
                settled[at] = self._mixed(at, moves)
                self.check(0)
        return settled[place]

    def _mixed(self, place: Place, moves: list[tuple[Place, Fraction]]) -> _Ahead:
        """Return what follows a place where chance moves, from what follows the places behind it."""
        places, gain = dict[Place, Fraction](), Fraction(0)
        for after, likely in moves:
            behind = self._behind(after)
            gain += likely * (self._gain(place, after) + behind.gain)
            for end, share in behind.places.items():
                places[end] = places.get(end, Fraction(0)) + likely * share
        return _Ahead(places or {place: Fraction(1)}, gain)
