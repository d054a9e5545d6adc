"""Models with actions: in each state a player chooses an action, and chance what follows.

A solution is one of a game on an arena, whose certificate is of a kind of its own. Here it is said which game that is,
and that what the solution tells by names, values and policy, are its values and moves.

The first vertices are the states; the play is over in one that has no action. Behind them stands one for each action
that is left to chance, unless it is the only one of its state: then chance moves at the state itself. Weights, rewards
and discounts stand on the edges by which an action is chosen. Where decisions are counted, as within so many or on
average, each action has a vertex behind, so that a decision takes two moves; twice as many are allowed then, and a
weight counts twice. Where the rewards until a target are negative, the players change places, and what is lost is
counted.

The file is long, since games are made anew here, from two kinds of files.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

from graphgames.reference.arena import CHANCE, Claim, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import (
    Fields,
    Infinite,
    RefusedError,
    bracket,
    choice,
    dictionary,
    exact,
    integer,
    listing,
    optional,
    row,
    text,
)

SHOWN = 1000
"""Of so many states a file shows values and policy by names, of more it may."""
COUNTED = ("bounded-reach-probability", "mean-payoff")
"""The objectives that count decisions."""


class Action(NamedTuple):
    """An action of a state: its name, its reward, and how likely it leads where."""

    state: int
    name: str
    reward: Fraction
    after: list[Any]


class Edge(NamedTuple):
    """An edge of the arena, and the action that is chosen by it."""

    tail: int
    head: int
    likely: Fraction
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
            raise RefusedError("the actions do not stand by states, or two states have one name")
        if any(sum(likely for _, likely in one.after) != 1 for one in self.actions):
            raise RefusedError("the probabilities of an action do not sum to 1")
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
                edges.append(Edge(one.state, self.n + len(behind), Fraction(0), one))
                behind.append(one)
            elif len(one.after) > 1:
                owner[one.state] = CHANCE
                edges += [Edge(one.state, w, likely, one) for w, likely in one.after]
            else:
                edges.append(Edge(one.state, one.after[0][0], Fraction(0), one))
        for v, one in enumerate(behind, self.n):
            owner.append(CHANCE if len(one.after) > 1 else 0)
            edges += [Edge(v, w, likely if len(one.after) > 1 else Fraction(0), None) for w, likely in one.after]
        self.edges = edges
        tail, head, likely = [e.tail for e in edges], [e.head for e in edges], [e.likely for e in edges]
        data = Fields({"name": self.objective} | self.data(len(behind)), "what is asked")
        data.take("name", text)
        return Game(len(owner), owner, False, tail, head, likely, self.objective, data, self)

    def data(self, behind: int) -> dict[str, Any]:
        """Return what is asked of the vertices and edges; what stands behind the states counts for nothing there."""
        found, gained = dict(self.asked), [edge.action.reward if edge.action else Fraction(0) for edge in self.edges]
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


def table(said: str, objective: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the problem of a table of what can follow (CSV), of which a solution says what is asked.

    States stand in the order in which the table names them, first as ``state``, then as ``next``. Where the rows of an
    action have different rewards, the expected one counts. A state without an action stays where it is.
    """
    lines = said.lstrip("\ufeff").splitlines()
    rows = [{key.strip(): cell.strip() for key, cell in one.items()} for one in csv.DictReader(lines, restval="")]
    unknown = {key for one in rows for key in one} - {"state", "action", "next", "probability", "reward", "player"}
    if unknown or any(not one.get(key) for one in rows for key in ("state", "action", "next")):
        raise RefusedError("the table needs the columns state, action and next, and has other columns or empty cells")
    names = [*dict.fromkeys([one["state"] for one in rows] + [one["next"] for one in rows])]
    known = {action: k for k, action in enumerate(dict.fromkeys(one["action"] for one in rows))}
    after: dict[tuple[int, int], list[Any]] = {}
    player, gained = [0] * len(names), dict[tuple[int, int], Fraction]()
    for one in rows:
        here = names.index(one["state"]), known[one["action"]]
        likely, reward = (written(one.get(key) or usual) for key, usual in (("probability", "1"), ("reward", "0")))
        if likely:
            after.setdefault(here, []).append([names.index(one["next"]), str(likely)])
            gained[here] = gained.get(here, Fraction(0)) + likely * reward
        player[here[0]] = choice("0", "1")(one.get("player", "0"), "the player") == "1"
    for stuck in set(range(len(names))) - {state for state, _ in after}:
        after[stuck, len(known)] = [[stuck, 1]]
    actions = [[s, [*known, "stay"][k], str(gained.get((s, k), 0)), after[s, k]] for s, k in sorted(after)]
    named = {"states": names, "owner": [*map(int, player)], "actions": actions}
    return {"format": "graphgames-problem", "version": 1, "objective": objective, "asked": asked, **named}


def written(cell: str) -> Fraction:
    """Return the number that a cell of a table says."""
    if not re.fullmatch(r"[-+]?[0-9]*\.?[0-9]+(/0*[1-9][0-9]*|[eE][-+]?[0-9]{1,3})?", cell):
        raise RefusedError(f"{cell!r} in the table is not a number")
    return Fraction(cell)


class Told:
    """What a solution tells of the states by their names, beside the claim about the arena."""

    def __init__(self, model: Model, answers: Fields, claim: Claim):
        self.model, self.claim, self.states = model, claim, range(model.n)
        self.only = {one.state: one.name for one in model.actions if not model.several[one.state]}
        answers.take("states", choice(model.n))
        answers.take("actions", choice(len(model.actions)))
        answers.take("transitions", choice(sum(len(one.after) for one in model.actions)))
        values = answers.maybe("values", optional(dictionary), None)
        policy = answers.maybe("policy", optional(dictionary), None)
        if (values is None or policy is None) and (values is not policy or model.n <= SHOWN):
            raise RefusedError("solution.values or solution.policy is missing")
        if values is not None and values.keys() != set(model.names):
            raise RefusedError("solution.values is not of the states of the model")
        if not (policy or {}).keys() <= set(model.names):
            raise RefusedError("solution.policy names what is not a state of the model")
        self.values = None if values is None else {s: optional(bracket)(values[s], f"the value of {s}") for s in values}
        self.policy = None if policy is None else {s: named(policy[s], f"the action in {s}") for s in policy}


def value_is_that_of_the_state(c: Told, s: int) -> bool:
    """The value by name is that of the state; where losses are counted, what is gained is the opposite."""
    if c.values is None:
        return True
    shown = c.values[c.model.names[s]]
    if c.claim.value is None or shown is None:
        return c.claim.value is None and shown is None
    low, high = c.claim.value[s]
    return bool(shown == ((opposite(high), opposite(low)) if c.model.costs else (low, high)))


def named(given: object, where: str) -> str:
    """Read the name of an action, which may be a number."""
    return str(given) if type(given) is int else text(given, where)


def opposite(value: Fraction | Infinite) -> Fraction | Infinite:
    """Return a value with the other sign."""
    if isinstance(value, Infinite):
        return Infinite.MINUS if value is Infinite.PLUS else Infinite.PLUS
    return -value


def policy_is_the_strategy(c: Told, s: int) -> bool:
    """In a state with several actions the policy names that of the strategy's move; of those that lead to the same
    vertex one with the best reward, where rewards count. It names no other. A single action may be left out.
    """
    said, move = (c.policy or {}).get(c.model.names[s]), c.claim.move[s]
    if c.policy is None or not c.model.several[s]:
        return said in (None, c.only.get(s))
    if move is None:
        return said is None
    game = c.claim.game
    there = [one for e in game.out[s] if game.head[e] == move and (one := c.model.edges[e].action)]
    best = (max if game.owner[s] == 0 else min)(one.reward for one in there)
    right = [one.name for one in there if one.reward == best or not {"weight", "reward"} & game.data.given.keys()]
    return said in right


TOLD = Kind(
    Told, "values and policy by the names of states", {"states": (value_is_that_of_the_state, policy_is_the_strategy)}
)
