"""What happens within a time in a Markov chain in continuous time: brackets around probabilities and expected rewards.

The number of steps within a time t is a Poisson variable with the mean rate * t, independent of where they lead
(uniformisation, Jensen 1953). So a probability is the sum over k of that of k steps times what k steps are worth. The
weights are decimals of 60 digits, and what is left of them bounds the part of the sum that is left out. What k steps
are worth is computed in floating point from numbers that are not negative, whose sums and products are wrong by a
factor of at most (1 + 2**-53) an operation (Higham, Accuracy and Stability of Numerical Algorithms, chapter 3); the
bracket is widened by that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.value import Bracket, number, objects, plain
from graphgames.games.chance.numbers.brackets import complement
from graphgames.games.chance.reaching_form import attracted
from graphgames.games.models.expressions import PATHS
from graphgames.games.models.model import Mask, Model, Rewards
from graphgames.games.models.paths import state_graph, within_path
from graphgames.games.models.questions import Questions
from graphgames.games.models.rewards import of_choices, rewards_of
from graphgames.games.models.trees import Node, PropertyError

MOST = 10_000_000
"""More steps on average within a time are refused."""
_DIGITS, _REST, _SMALL = 60, Decimal("1e-18"), Decimal("1e-40")
_LEAST, _LARGEST = 1e-250, 1e250
_DUST = Fraction(1, 2**900)  # more than all products together that are too small for floating point


@dataclass(frozen=True)
class Rounded:
    """Numbers that are not negative: at most a factor of (1 + 2**-53)**operations and a rest from the true ones."""

    values: NDArray[np.float64]
    operations: int
    rest: Fraction = Fraction(0)

    @classmethod
    def nearest(cls, exact: Sequence[Any]) -> Rounded:
        """Return exact numbers rounded; raise `LimitExceededError` if one is too large or too small."""
        if any(one and not _LEAST <= one <= _LARGEST for one in exact):
            raise LimitExceededError(
                f"a number of the chain is not from {_LEAST:.0e} to {_LARGEST:.0e}, as floating point needs it"
            )
        near = [float(one) for one in exact]
        return cls(np.array(near), int(any(Fraction(one) != other for one, other in zip(near, exact, strict=True))))

    def bracket(self, state: int, most: Any) -> Any:
        """Return numbers of 18 digits around the one of a state, no larger than the largest that there can be."""
        value, factor = Fraction(float(self.values[state])), Fraction(self.operations, 2**52)
        if factor > 1:
            raise LimitExceededError("there are too many steps within the time for floating point")
        exact = max(value * (1 - factor) - (self.rest and _DUST), Fraction(0)), value * (1 + factor) + self.rest
        ends = [
            number(Context(18, way, MIN_EMIN, MAX_EMAX).divide(*map(Decimal, end.as_integer_ratio())))
            for end, way in zip(exact, (ROUND_FLOOR, ROUND_CEILING), strict=True)
        ]
        high = ends[1] if most is None else min(ends[1], most)
        return high if high == ends[0] else Bracket(ends[0], high)


def within(questions: Questions, node: Node, view: NDArray[np.int64]) -> NDArray[Any] | None:
    """Return the value of a property in some states that bounds a time; None if it bounds none."""
    chain = _Chain(questions)
    if node.type == "R" and (node.more.how == "I" or (node.more.how == "C" and node.parts)):
        found, most = chain.reward(node), None
        return objects([found.bracket(s, most) for s in view.tolist()])
    negative, path = False, node.parts[0] if node.parts and node.type == "P" else node
    while path.type == "!" and path.parts[0].type in ("!", *PATHS):
        negative, path = not negative, path.parts[0]
    bounded = [one for one in node.walk() if one.type in PATHS and isinstance(one.more, tuple)]
    if path not in bounded:
        if node.type == "P" and any(one in bounded for one in within_path(path)):
            raise GameError(
                "of a chain in continuous time, a bound on the time is answered for one of F, G, U, W and R that joins "
                "properties of states, for C<=t and for I=t"
            )
        return None
    least, most_time = (None if one is None else chain.time(one) for one in path.more)
    opposite, stay, goal = _as_until(path, questions.holds)
    found, sure, never = chain.until(stay, goal, least or Fraction(0), most_time)
    values = [1 if sure[s] else 0 if never[s] else found.bracket(s, 1) for s in view.tolist()]
    return complement(objects(values)) if negative != opposite else objects(values)


def _as_until(path: Node, holds: Callable[[Node], Mask]) -> tuple[bool, Mask, Mask]:
    """Return a path with one operator as ``stay U goal``, or as its opposite, which is told first."""
    *before, last = map(holds, path.parts)
    first = before[0] if before else np.ones_like(last)
    if path.type in ("F", "U"):
        return False, first, last
    if path.type == "W":
        return True, first & ~last, ~first & ~last
    return True, first if path.type == "G" else ~first, ~last  # G and release


class _Chain:
    """The chain of the steps."""

    def __init__(self, questions: Questions):
        from scipy.sparse import csr_array

        self.questions, self.model = questions, questions.model
        assert self.model.rate is not None
        self.rate = self.model.rate
        likely = Rounded.nearest(self.model.probabilities).values[self.model.likely]
        self.matrix: Any = csr_array(
            (likely, self.model.targets, self.model.branches), shape=(self.model.states, self.model.states)
        )
        self.widest = int(np.diff(self.model.branches).max(initial=1))

    def time(self, node: Node) -> Fraction:
        """Return a time; a bound that excludes it is as one that includes it."""
        found = plain(self.questions.value(node.parts[0] if node.more == "strict" else node, self.model.initial))
        if isinstance(found, bool | np.ndarray | Bracket) or found < 0:
            raise PropertyError(node.at, f"the time is {found}", "a number that is not negative")
        if found * self.rate > MOST:
            raise LimitExceededError(
                f"within a time of {found} the chain takes {found * self.rate} steps on average; at most {MOST:,} are "
                "supported"
            )
        return Fraction(found)

    def until(self, stay: Mask, goal: Mask, least: Fraction, most: Fraction | None) -> tuple[Rounded, Mask, Mask]:
        """Return the probability of ``stay U goal`` within two times, and where it is 1 and 0 for sure."""
        if most is not None and most < least:
            raise GameError(f"the time ends at {most}, before it begins at {least}")
        never = ~_before(self.model, stay, goal)
        if most is None:
            found = self._in_the_end(stay, goal)
        else:
            found = self._mixed(Rounded(goal.astype(np.float64), 0), most - least, ~stay | goal, goal)
        if not least:
            return found, goal, never
        found = replace(found, values=np.where(stay, found.values, 0.0))
        return self._mixed(found, least, ~stay, np.zeros_like(stay)), np.zeros_like(stay), never | ~stay

    def _in_the_end(self, stay: Mask, goal: Mask) -> Rounded:
        """Return the probability of ``stay U goal`` without a bound."""
        from graphgames.games.chance.objective import ReachProbability

        everywhere = np.ones(self.model.states, np.bool_)
        posed = self.questions.pose(
            self.model, ReachProbability(goal, stay), everywhere, np.arange(self.model.states, dtype=np.int64)
        )
        exact = self.questions.values_of(posed)
        if any(isinstance(one, Bracket) for one in exact.tolist()):
            raise LimitExceededError("the probabilities without a bound on the time are too long for exact numbers")
        return Rounded.nearest(exact.tolist())

    def reward(self, node: Node) -> Rounded:
        """Return what is gained within a time, or for each unit of time at its end."""
        time, rewards = self.time(node.parts[0]), rewards_of(self.model, node.more.structure)
        at_the_end = node.more.how == "I"
        gained = of_choices(self.model, Rewards(rewards.states) if at_the_end else rewards).tolist()
        row = Rounded.nearest([one * self.rate if at_the_end else one for one in gained])
        none = np.zeros(self.model.states, np.bool_)
        return self._mixed(row, time, none, none, longer=not at_the_end)

    def _mixed(self, start: Rounded, time: Fraction, ends: Mask, goal: Mask, longer: bool = False) -> Rounded:
        """Return what k steps lead to, times the probability that there are k of them within a time, or more than k.

        The play ends in some states, and what it leads to from the goal is 1.
        """
        if not time:
            return Rounded(0 * start.values, 0) if longer else start
        values, total = start.values, np.zeros(self.model.states)
        going = ~ends
        weights, rest = _poisson(self.rate * time, longer)
        for k, weight in enumerate(weights):
            if k:
                values = np.where(going, self.matrix @ values, goal)
            if weight:
                total += weight * values
        operations = start.operations + len(weights) * (self.widest + 3) + 4
        largest = Fraction(float(start.values.max(initial=0.0))) * (1 + Fraction(start.operations, 2**52))
        return Rounded(total, operations, start.rest + rest * (largest + start.rest) + _DUST)


def _before(model: Model, stay: Mask, goal: Mask) -> Mask:
    """Return from where a goal can be reached through some states."""
    graph = state_graph(model)
    steps = stay[graph.tails]
    rank, _ = attracted(graph.n, graph.tails[steps], graph.successors[steps], goal, stay)
    return np.asarray(rank >= 0)


def _poisson(mean: Fraction, longer: bool) -> tuple[list[float], Fraction]:
    """Return the probabilities of 0, 1, ... steps, or of more than 0, 1, ..., and what is left of their sum.

    Weights that are very small are given as 0, and belong to the rest.
    """
    with localcontext(Context(_DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)):
        average = Decimal(mean.numerator) / mean.denominator
        weight, more, used, found = (-average).exp(), Decimal(1), Decimal(0), list[float]()
        whole = average if longer else Decimal(1)
        while True:
            more -= weight
            taken = more if longer else weight
            taken = taken if taken > _SMALL else Decimal(0)
            found.append(float(taken))
            used += taken
            if whole - used < _REST * max(whole, Decimal(1)) and len(found) > average:
                break
            weight = weight * average / len(found)
        return found, abs(Fraction(whole - used)) + Fraction(_SMALL)
