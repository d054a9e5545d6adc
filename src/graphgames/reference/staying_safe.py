"""How likely one can stay away from some states of a model: whatever happens, for so many decisions, or for ever.

Player 0 chooses the actions of her states, for the best; those of player 1 are the worst.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from graphgames.reference.models import Action, Model
from graphgames.reference.reading import Exact, Fields, Infinite, RefusedError, bracket, listing

Actions = Sequence[list[Action]]
"""The actions of each state."""


def safe(model: Model, of: Actions, avoid: set[int]) -> list[Exact]:
    """Return 1 for the states that are safe in the worst case, 0 for others."""
    safe, left = set[int](), set(range(model.n)) - avoid
    while safe != left:
        safe = left
        left = {s for s in safe if can_stay(model, of[s], safe, s)}
    return [int(s in safe) for s in range(model.n)]


def can_stay(model: Model, actions: list[Action], safe: set[int], s: int) -> bool:
    """Return whether the play stays in a set from a state: by one action of the player, or by all of the other."""
    stays = (all(w in safe for w, _ in one.after) for one in actions)
    return any(stays) if model.owner[s] == 0 else all(stays)


def likely(model: Model, of: Actions, avoid: set[int], decisions: int) -> tuple[list[Exact], list[Exact]]:
    """Return the best probability to stay safe for one decision less than so many, and for all of them."""
    best = [max if player == 0 else min for player in model.owner]
    before: list[Exact] = []
    value: list[Exact] = [int(s not in avoid) for s in range(model.n)]
    for _ in range(decisions):
        before = value
        value = [0 if s in avoid else choose(mean(one, before) for one in of[s]) for s, choose in enumerate(best)]
    return before, value


def proved(solution: Fields | None, n: int) -> list[Exact]:
    """Return the probabilities to stay safe for ever in n states, by a solution that is proved."""
    if solution is None:
        raise RefusedError("this shield promises something for ever; give a solution of the model, too")
    shown = solution.take("value", listing(bracket))
    exact_values = [low for low, high in shown[:n] if not isinstance(low, Infinite) and low == high]
    if len(exact_values) < n:
        raise RefusedError("the solution has brackets for values, which do not tell what is allowed")
    return exact_values


def mean(one: Action, value: list[Exact]) -> Exact:
    """Return the mean of the values of what follows an action, over a common denominator: integers are quicker."""
    parts = [(p.numerator * value[w].numerator, p.denominator * value[w].denominator) for w, p in one.after]
    whole = lcm(*(bottom for _, bottom in parts))
    return Fraction(sum([top * (whole // bottom) for top, bottom in parts]), whole)
