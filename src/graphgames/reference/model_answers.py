"""What a solution of a model with actions tells of the states by their names, beside the claim about the arena."""

from __future__ import annotations

from graphgames.reference.arena_game import Claim
from graphgames.reference.kind import Kind
from graphgames.reference.models import Model
from graphgames.reference.reading import (
    Exact,
    Fields,
    Infinite,
    RefusedError,
    choice,
    dictionary,
    text,
)

SHOWN = 1000
"""Of so many states a file shows values and policy by names, of more it does not."""


class ModelAnswers:
    """What a solution tells of the states by their names, beside the claim about the arena."""

    def __init__(self, model: Model, answers: Fields, claim: Claim):
        self.model, self.claim, self.states = model, claim, range(model.n)
        self.only = {one.state: one.name for one in model.actions if not model.several[one.state]}
        answers.take("states", choice(model.n))
        answers.take("actions", choice(len(model.actions)))
        answers.take("transitions", choice(sum(len(one.after) for one in model.actions)))
        self.shown = model.n <= SHOWN
        self.values, policy = (answers.take(key, dictionary) if self.shown else {} for key in ("values", "policy"))
        if self.shown and self.values.keys() != set(model.names):
            raise RefusedError("solution.values is not of the states of the model")
        if not policy.keys() <= set(model.names):
            raise RefusedError("solution.policy names what is not a state of the model")
        self.policy = {s: named(policy[s], f"the action in {s}") for s in policy}


def value_is_that_of_the_state(c: ModelAnswers, s: int) -> bool:
    """The value by name is that of the state; where losses are counted, what is gained is the opposite."""
    if not c.shown:
        return True
    if c.claim.value is None:
        return c.values[c.model.names[s]] is None
    low, high = c.claim.value[s]
    right = spelled(opposite(high), opposite(low)) if c.model.costs else spelled(low, high)
    return type(right) is type(c.values[c.model.names[s]]) and right == c.values[c.model.names[s]]


def spelled(low: Exact | Infinite, high: Exact | Infinite) -> int | str:
    """Return a value as a file has it: in lowest terms, an integer of at most 53 bits as a number, all else as text."""
    first, last = (end.value if isinstance(end, Infinite) else str(end) for end in (low, high))
    if low != high:
        return f"[{first}, {last}]"
    whole = not isinstance(low, Infinite) and low.denominator == 1 and -(2**53) <= low <= 2**53
    return int(first) if whole else first


def named(given: object, where: str) -> str:
    """Read the name of an action, which may be a number."""
    return str(given) if type(given) is int else text(given, where)


def opposite(value: Exact | Infinite) -> Exact | Infinite:
    """Return a value with the other sign."""
    if isinstance(value, Infinite):
        return Infinite.MINUS if value is Infinite.PLUS else Infinite.PLUS
    return -value


def policy_is_the_strategy(c: ModelAnswers, s: int) -> bool:
    """In a state with several actions the policy names that of the strategy's move; of those that lead to the same
    vertex one with the best reward, where rewards count. It names no other. A single action is named.
    """
    given, move = c.policy.get(c.model.names[s]), c.claim.move[s]
    if not c.shown or not c.model.several[s]:
        return given == (c.only.get(s) if c.shown else None)
    if move is None:
        return given is None
    game = c.claim.game
    there = [one for e in game.out[s] if game.head[e] == move and (one := c.model.edges[e].action)]
    best = (max if game.owner[s] == 0 else min)(one.reward for one in there)
    right = [one.name for one in there if one.reward == best or not {"weight", "reward"} & game.data.given.keys()]
    return given in right


MODEL_ANSWERS = Kind(
    ModelAnswers,
    "values and policy by the names of states",
    {"states": (value_is_that_of_the_state, policy_is_the_strategy)},
)
