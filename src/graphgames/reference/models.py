"""Models with actions: in each state a player chooses an action, and chance what follows.

A solution is one of a game on an arena, whose certificate is of a kind of its own. Here it is said which game that is.

The first vertices are the states; the play is over in one that has no action. Behind them stands one for each action
that is left to chance, unless it is the only one of its state: then chance moves at the state itself. Weights, rewards
and discounts stand on the edges by which an action is chosen. Where decisions are counted, as within so many or on
average, each action has a vertex behind, so that a decision takes two moves; twice as many are allowed then, and a
weight counts twice. Where the rewards until a target are negative, the players change places, and what is lost is
counted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from graphgames.reference.arena import CHANCE, Game
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
    """An action of a state: its name, its reward, and how likely it leads where."""

    state: int
    name: str
    reward: Exact
    after: list[Any]


class Edge(NamedTuple):
    """An edge of the arena, and the action that is chosen by it."""

    tail: int
    head: int
    likely: Exact
    action: Action | None


class Model:
    """A model, and what is asked of it over its states."""

    def __init__(self, file: Fields):
        file.take("format", choice("graphgames-problem"))
        file.take("version", choice(1))
        self.names = file.take("states", listing(text))
        n = self.n = len(self.names)
        self.owner = file.take("owner", listing(integer(0, 1), n))
        action = row(integer(0, n - 1), text, exact, listing(row(integer(0, n - 1), exact)))
        self.actions = [Action(*one) for one in file.take("actions", listing(action))]
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
        self.costs = self.objective == "expected-reward" and any(one.reward < 0 for one in self.actions)
        if self.costs:
            self.owner = [1 - player for player in self.owner]
            self.actions = [one._replace(reward=-one.reward) for one in self.actions]
        times = Counter(of)
        self.several = [times[s] > 1 for s in range(n)]

    def game(self) -> Game:
        """Return the game on an arena."""
        owner, edges, behind = [*self.owner], list[Edge](), list[Action]()
        for one in self.actions:
            if self.objective in COUNTED or (len(one.after) > 1 and self.several[one.state]):
                edges.append(Edge(one.state, self.n + len(behind), 0, one))
                behind.append(one)
            elif len(one.after) > 1:
                owner[one.state] = CHANCE
                edges += [Edge(one.state, w, likely, one) for w, likely in one.after]
            else:
                edges.append(Edge(one.state, one.after[0][0], 0, one))
        for v, one in enumerate(behind, self.n):
            owner.append(CHANCE if len(one.after) > 1 else 0)
            edges += [Edge(v, w, likely if len(one.after) > 1 else 0, None) for w, likely in one.after]
        self.edges = edges
        tail, head, likely = [e.tail for e in edges], [e.head for e in edges], [e.likely for e in edges]
        data = Fields({"name": self.objective} | self.data(len(behind)), "what is asked")
        data.take("name", text)
        return Game(len(owner), owner, False, tail, head, likely, self.objective, data, self)

    def data(self, behind: int) -> dict[str, Any]:
        """Return what is asked of the vertices and edges; what stands behind the states counts for nothing there."""
        found, gained = dict(self.asked), [edge.action.reward if edge.action else 0 for edge in self.edges]
        if "within" in found:
            found["within"] = found["within"] + [*range(self.n, self.n + behind)]
        if "priority" in found:
            smallest = found.get("convention", "").startswith("min")
            found["priority"] = found["priority"] + [max(found["priority"]) if smallest else 0] * behind
        if "steps" in found:
            steps = exact(found["steps"], "asked.steps")  # a whole number may stand as text
            found["steps"] = 2 * steps.numerator if steps.denominator == 1 else found["steps"]
        if self.objective == "expected-reward":
            found["reward"] = [*map(str, gained)]
        if self.objective in ("discounted", "mean-payoff"):
            twice = 1 + (self.objective in COUNTED)
            found["weight"] = [str(twice * one) for one in gained]
        if self.objective == "discounted":
            found["discount"] = [found["discount"] if edge.action else 1 for edge in self.edges]
        return found
