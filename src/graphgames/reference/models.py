"""Models with actions: in each state a player chooses an action, and chance what follows.

A solution is one of a game on an arena, whose certificate is of a kind of its own. Here it is said which game that is.

The first vertices are the states; the play is over in one that has no action. Behind them stands one for each action
that is left to chance, unless it is the only one of its state: then chance moves at the state itself. Weights, rewards
and discounts stand on the edges by which an action is chosen; rewards that depend on the next state on those by which
chance moves, where a discount comes before them and they make up for it. What is expected of them stands with the
action where they cannot: where nothing is left after the discount 0, and where some of the rewards until a target
have another sign than what is expected. Where decisions are counted, as within so many or on
average, each action has a vertex behind, so that a decision takes two moves; twice as many are allowed then, and a
weight counts twice. Where the rewards until a target are negative, the players change places, and what is lost is
counted.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

from graphgames.reference.arena_game import CHANCE, Game
from graphgames.reference.reading import (
    Exact,
    Fields,
    RefusedError,
    choice,
    dictionary,
    exact,
    integer,
    listing,
    row,
    text,
)

COUNTED = ("bounded-reach-probability", "mean-payoff")
"""The objectives that count decisions."""


class Action(NamedTuple):
    """An action of a state: its name, its reward, how likely it leads where, and what each of these earns beside."""

    state: int
    name: str
    reward: Exact
    after: list[Any]
    earned: list[Exact]

    @property
    def expected(self) -> Action:
        """The action with the reward that is expected of it."""
        more = sum(likely * one for (_, likely), one in zip(self.after, self.earned, strict=True))
        return self._replace(reward=self.reward + more, earned=[0] * len(self.after))

    @property
    def lost(self) -> Action:
        """The action with the opposite rewards."""
        return self._replace(reward=-self.reward, earned=[-one for one in self.earned])


class Edge(NamedTuple):
    """An edge of the arena, the action that is chosen by it, and what it earns."""

    tail: int
    head: int
    likely: Exact
    action: Action | None
    reward: Exact


class Model:
    """A model, and what is asked of it over its states."""

    def __init__(self, file: Fields):
        file.take("format", choice("graphgames-problem"))
        file.take("version", choice(1))
        self.names = file.take("states", listing(text))
        n = self.n = len(self.names)
        self.owner = file.take("owner", listing(integer(0, 1), n))
        action = row(integer(0, n - 1), text, gained, listing(row(integer(0, n - 1), exact)))
        self.actions = [made(*one) for one in file.take("actions", listing(action))]
        self.objective, self.asked = file.take("objective", text), file.take("asked", dictionary)
        file.end()
        of = [one.state for one in self.actions]
        if of != sorted(of) or len(set(self.names)) < n:
            raise RefusedError("the actions are not sorted by state, or two states have one name")
        if len({(one.state, one.name) for one in self.actions}) < len(self.actions):
            raise RefusedError("two actions of one state have one name")
        likely = [[likely for _, likely in one.after] for one in self.actions]
        if any(sum(some) != 1 or min(some) <= 0 for some in likely):
            raise RefusedError("the probabilities of an action are not positive with the sum 1")
        self.costs = self.objective == "expected-reward" and any(one.expected.reward < 0 for one in self.actions)
        if self.costs:
            self.owner = [1 - player for player in self.owner]
            self.actions = [one.lost for one in self.actions]
        if not self.apart():
            self.actions = [one.expected for one in self.actions]
        times = Counter(of)
        self.several = [times[s] > 1 for s in range(n)]

    def apart(self) -> bool:
        """Return whether the edges of chance can carry rewards that depend on the next state."""
        if self.objective == "discounted":
            return exact(self.asked.get("discount"), "asked.discount") != 0
        return self.objective != "expected-reward" or all(min(one.earned) >= 0 for one in self.actions)

    def game(self) -> Game:
        """Return the game on an arena."""
        owner, edges, behind = [*self.owner], list[Edge](), list[Action]()
        for one in self.actions:
            if self.objective in COUNTED or (len(one.after) > 1 and self.several[one.state]):
                edges.append(Edge(one.state, self.n + len(behind), 0, one, one.reward))
                behind.append(one)
            elif len(one.after) > 1:
                owner[one.state] = CHANCE
                earned = [one.reward + more for more in one.earned]
                edges += [Edge(one.state, w, p, one, more) for (w, p), more in zip(one.after, earned, strict=True)]
            else:
                edges.append(Edge(one.state, one.after[0][0], 0, one, one.reward))
        for v, one in enumerate(behind, self.n):
            owner.append(CHANCE if len(one.after) > 1 else 0)
            ends = [(w, p if len(one.after) > 1 else 0) for w, p in one.after]
            edges += [Edge(v, w, p, None, more) for (w, p), more in zip(ends, one.earned, strict=True)]
        self.edges = edges
        tail, head, likely = [e.tail for e in edges], [e.head for e in edges], [e.likely for e in edges]
        data = Fields({"name": self.objective} | self.data(len(behind)), "what is asked")
        data.take("name", text)
        return Game(len(owner), owner, False, tail, head, likely, self.objective, data, self)

    def data(self, behind: int) -> dict[str, Any]:
        """Return what is asked of the vertices and edges; what stands behind the states counts for nothing there."""
        found, rewards = dict(self.asked), [edge.reward for edge in self.edges]
        if "within" in found:
            found["within"] = found["within"] + [*range(self.n, self.n + behind)]
        if "priority" in found:
            smallest = found.get("convention", "").startswith("min")
            found["priority"] = found["priority"] + [max(found["priority"]) if smallest else 0] * behind
        if "steps" in found:
            steps = exact(found["steps"], "asked.steps")  # a whole number may stand as text
            found["steps"] = 2 * steps.numerator if steps.denominator == 1 else found["steps"]
        if self.objective == "expected-reward":
            found["reward"] = [*map(str, rewards)]
        if self.objective == "mean-payoff":
            found["weight"] = [str(2 * one) for one in rewards]
        if self.objective == "discounted":
            discount = exact(found["discount"], "asked.discount")
            found["discount"] = [found["discount"] if edge.action else 1 for edge in self.edges]
            later = [discount if one.reward and not one.action else 1 for one in self.edges]
            found["weight"] = [str(Fraction(one) / by) for one, by in zip(rewards, later, strict=True)]
        return found


def gained(given: object, where: str) -> Exact | list[Exact]:
    """Read the reward of an action, or a list of those of what can follow."""
    return listing(exact)(given, where) if isinstance(given, list) else exact(given, where)


def made(state: int, name: str, reward: Exact | list[Exact], after: list[Any]) -> Action:
    """Return an action with one reward or, where they differ, one for each of what can follow."""
    nothing: list[Exact] = [0] * len(after)
    if not isinstance(reward, list):
        return Action(state, name, reward, after, nothing)
    if len(reward) != len(after):
        raise RefusedError(f"the action {name!r} has {len(reward)} rewards for {len(after)} next states")
    return (
        Action(state, name, reward[0], after, nothing)
        if len(set(reward)) == 1
        else Action(state, name, 0, after, reward)
    )
