"""Shields of models: which actions keep a player away from some states, and each that is forbidden does not.

*In the worst case* chance is an adversary, as is the other player. A state is safe if it is not to be avoided and some
action of the player leads to safe states alone; where the other player chooses all actions must. The largest set of
which that is true is found by taking states away. *For so many decisions* the best probability to stay safe follows
from that for one decision less. *For ever* it is the value that a solution of the model proves.

An action is allowed if what it leaves is enough: a safe state whatever follows; or on average a probability of at least
the threshold, or of the factor times the best one in its state.

The three promises are computed in ``staying_safe``; one condition compares them.
"""

from __future__ import annotations

from graphgames.reference.check import digest_of
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.model_answers import named
from graphgames.reference.models import Action, Model
from graphgames.reference.reading import (
    Fields,
    RefusedError,
    dictionary,
    exact,
    integer,
    listing,
    optional,
    text,
)
from graphgames.reference.staying_safe import likely, mean, proved, safe


class Shield:
    """The actions that are allowed and forbidden, by names, and how likely one stays safe."""

    def __init__(self, model: Model, file: Fields, solution: Fields | None):
        if model.objective != "avoid-probability" or "avoid" not in model.asked or "within" in model.asked:
            raise RefusedError("the model does not say what is to be avoided, or more than that")
        self.model, self.avoid = model, {*listing(integer(0, model.n - 1))(model.asked["avoid"], "avoid")}
        self.of: list[list[Action]] = [[] for _ in range(model.n)]
        for one in model.actions:
            self.of[one.state].append(one)
        if [] in self.of:
            raise RefusedError(
                f"the state {model.names[self.of.index([])]} has no action, so nothing can be allowed there"
            )
        self.states = range(model.n)
        names = file.take("avoid", listing(text))
        if file.take("problem", text) != digest_of(model.game()) or names != [
            model.names[s] for s in sorted(self.avoid)
        ]:
            raise RefusedError("the shield is of another model, or keeps away from other states")
        self.threshold, self.factor = (file.take(name, optional(exact)) for name in ("threshold", "factor"))
        horizon = file.take("horizon", optional(integer(1)))
        actions = listing(named)
        self.allowed, self.forbidden = (
            {s: actions(some, s) for s, some in file.take(key, dictionary).items()} for key in ("allowed", "forbidden")
        )
        self.lost = file.take("lost", listing(text))
        if not {*self.allowed, *self.forbidden, *self.lost} <= set(model.names) or twice(self.lost):
            raise RefusedError("the shield names what is not a state of the model, or calls one lost twice")
        self.worst = self.threshold is None and self.factor is None
        if (self.worst and horizon is not None) or None not in (self.threshold, self.factor):
            raise RefusedError("the shield promises two things, or a horizon in the worst case")
        if not all(0 <= (bound or 0) <= 1 for bound in (self.threshold, self.factor)):
            raise RefusedError("the threshold or the factor is not from 0 to 1")
        self.unproved = [key for key in ("file", "verified") if key in file]
        words = file.take("promise", text)
        self.unproved += ["promise"] * ("≈" in words)  # of a long number not all digits are said
        if "≈" not in words and words != self.promise(horizon):
            raise RefusedError("the promise says something else in words than in numbers")
        file.end(allowed=self.unproved)
        if self.worst:
            self.now = self.after = safe(model, self.of, self.avoid)
        elif horizon is not None:
            self.after, self.now = likely(model, self.of, self.avoid, horizon)
        else:
            self.now = self.after = proved(solution, model.n)

    def promise(self, horizon: int | None) -> str:
        """Return what is promised in words."""
        if self.worst:
            return "each allowed action stays safe for ever, whatever happens otherwise"
        least = f"{self.threshold}" if self.factor is None else f"{self.factor} times the best one"
        when = "for ever" if horizon is None else f"for {horizon} decisions"
        return f"after each allowed action one can stay safe {when} with a probability of at least {least}"

    def keeps(self, one: Action) -> bool:
        """Return whether an action keeps the promise."""
        if one.state in self.avoid:
            return False
        if self.worst:
            return all(self.after[w] == 1 for w, _ in one.after)
        bound = self.threshold if self.factor is None else self.factor * self.now[one.state]
        return mean(one, self.after) >= (bound or 0)


def twice(names: list[str]) -> bool:
    """Return whether a name stands twice."""
    return len(set(names)) < len(names)


def actions_are_those_that_keep_the_promise(c: Shield, s: int) -> bool:
    """Where the player chooses, or a single action is left to chance, the actions that keep the promise are allowed and
    all others forbidden; a state is lost if none is left. Of other states nothing is said.
    """
    name, there = c.model.names[s], c.of[s]
    if c.model.owner[s] == 1 and (len(there) > 1 or len(there[0].after) == 1):
        return name not in c.allowed and name not in c.forbidden and name not in c.lost
    keeps = [c.keeps(one) for one in there]
    allowed, forbidden = (
        sorted(one.name for one, kept in zip(there, keeps, strict=True) if kept is good) for good in (True, False)
    )
    if name not in c.allowed or c.forbidden.get(name) == [] or (name in c.lost) != (not allowed):
        return False
    return sorted(c.allowed[name]) == allowed and sorted(c.forbidden.get(name, [])) == forbidden


KIND = Kind(
    Shield,
    "which actions keep the promise, and that all others break it",
    {"states": (actions_are_those_that_keep_the_promise,)},
)


def check_shield(problem: object, shield: object, solution: object = None) -> Report:
    """Return the report on a shield of a model, and of a solution of it where that is needed, as their files hold them.

    The solution has been proved before.
    """
    try:
        given = None if solution is None else Fields(solution, "solution")
        claim = Shield(Model(Fields(problem, "model")), Fields(shield, "shield"), given)
    except RefusedError as error:
        return Report("shield", "", (), 1, 1, [str(error)])
    return examine("shield", KIND, claim, claim.unproved)
