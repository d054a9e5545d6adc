"""Counterexamples: paths of a model to what is to be kept unlikely, under one policy, which are likelier than a bound.

A path ends where it first comes to the target, so that none begins another and what they stand for excludes each other;
and in each state all of them take one action, so that one player can make them all.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.model_answers import named
from graphgames.reference.models import Action, Model
from graphgames.reference.reading import Exact, Fields, RefusedError, dictionary, exact, integer, listing, text


class Path(NamedTuple):
    """A path by the numbers of its states and the names of its actions, and how likely it is said to be."""

    likely: Exact
    states: list[int]
    actions: list[str]


class Paths:
    """Paths, and the bound that they are to exceed."""

    def __init__(self, model: Model, file: Fields):
        if model.objective not in ("reach-probability", "avoid-probability"):
            raise RefusedError("the model does not ask for the probability to reach or to avoid something")
        where = listing(integer(0, model.n - 1))
        self.model, self.wants = model, int(model.objective == "avoid-probability")
        key = ("target", "avoid")[self.wants]
        self.target = {*where(model.asked.get(key), key)}
        within = model.asked.get("within")
        self.within = {*range(model.n)} if within is None else {*where(within, "within")}
        number = {name: s for s, name in enumerate(model.names)}
        self.action: dict[tuple[int, str], Action] = {(one.state, one.name): one for one in model.actions}
        self.bound, self.total = file.take("bound", exact), file.take("probability", exact)
        self.less, enough = (file.take(key, truth) for key in ("less", "enough"))
        if not enough:
            raise RefusedError("the paths are said not to be enough")
        self.paths = list[Path]()
        for one in file.take("paths", listing(dictionary)):
            path = Fields(one, "path")
            states = path.take("states", listing(text))
            if not states or not {*states} <= number.keys():
                raise RefusedError("a path has no state, or one that is not the model's")
            actions, likely = path.take("actions", listing(named, len(states) - 1)), path.take("probability", exact)
            self.paths.append(Path(likely, [number[name] for name in states], actions))
            path.end()
        file.end()
        self.taken: dict[int, str] = {}
        for path_ in self.paths:
            self.taken |= dict(zip(path_.states, path_.actions, strict=False))


def truth(given: object, where: str) -> bool:
    """Read true or false."""
    if type(given) is not bool:
        raise RefusedError(f"{where} is neither true nor false")
    return given


def likely(c: Paths, path: Path) -> Exact:
    """Return how likely a path is; 0 where a step is none of the model's."""
    found: Exact = 1
    for s, name, t in zip(path.states, path.actions, path.states[1:], strict=False):
        one = c.action.get((s, name))
        found *= sum(share for w, share in one.after if w == t) if one else 0
    return found


def it_leads_to_the_target(c: Paths, path: Path) -> bool:
    """A path begins where all do, ends in the target, and is in no other state of it or outside of where it may be."""
    *before, last = path.states
    allowed = all(s not in c.target and s in c.within for s in before)
    return path.states[0] == c.paths[0].states[0] and last in c.target and allowed


def it_is_as_likely_as_stated(c: Paths, path: Path) -> bool:
    """The product of the probabilities of its steps is positive and the one that stands there."""
    return path.likely == likely(c, path) > 0


def it_follows_the_policy(c: Paths, path: Path) -> bool:
    """In each state it takes the action that every other path takes there."""
    return all(c.taken[s] == name for s, name in zip(path.states, path.actions, strict=False))


def who_chooses_wants_it(c: Paths, path: Path) -> bool:
    """Where there are several actions the player chooses who wants to come to the target."""
    return all(c.model.owner[s] == c.wants or not c.model.several[s] for s in path.states[:-1])


def they_differ(c: Paths, _: Any) -> bool:
    """No path stands there twice."""
    return len({tuple(path.states) for path in c.paths}) == len(c.paths)


def they_are_more_likely_than_the_bound(c: Paths, _: Any) -> bool:
    """The sum of their probabilities is the one that stands there, and more than the bound, or as much if that is
    excluded as well.
    """
    total = sum((Fraction(path.likely) for path in c.paths), Fraction(0))
    return total == c.total and (total > c.bound or (c.less and total == c.bound))


KIND = Kind(
    Paths,
    "paths of one policy from one state that together are more likely than the bound",
    {
        "paths": (it_leads_to_the_target, it_is_as_likely_as_stated, it_follows_the_policy, who_chooses_wants_it),
        "whole": (they_differ, they_are_more_likely_than_the_bound),
    },
)


def check_paths(problem: object, answer: object) -> Report:
    """Return the report on the counterexample in an answer to a property of a model, both as their files hold them."""
    try:
        claim = Paths(Model(Fields(problem, "model")), Fields(answer, "answer").fields("counterexample"))
    except RefusedError as error:
        return Report("paths", "", (), 1, 1, [str(error)])
    return examine("paths", KIND, claim, ["start", "property"])
