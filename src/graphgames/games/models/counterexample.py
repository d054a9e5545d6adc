"""Counterexamples: paths that together are more likely than a bound allows, the likeliest first.

Under the policy of a solution a model is a chain, and its likeliest paths to a target are shortest ones by the negative
logarithms of the probabilities (Han, Katoen, Damman, *Counterexample generation in probabilistic model checking*).
How likely the rest of a path is at best is found backwards from the target; a best-first search with that then takes no
step that is not on one of the paths. The order is that of rounded numbers; probabilities and their sum are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import inf, log, prod
from typing import Any

import numpy as np

from graphgames.core.errors import GameError, counted
from graphgames.core.report import Report
from graphgames.core.value import decimal, in_words
from graphgames.games.chance.objective import AvoidProbability, ReachProbability
from graphgames.games.models import counterexample_checker
from graphgames.games.models.model_game import states_alone
from graphgames.games.models.paths import PairNames

MOST, MOST_STEPS, SHOWN, LONG = 2_000, 1_000_000, 10, 12
"""So many paths, and steps of them, are found; so many paths are printed, of so many states each."""
Steps = dict[int, Fraction]


@dataclass(frozen=True)
class Path:
    """A path to the target: its probability, and the numbers of its states."""

    probability: Fraction
    states: tuple[int, ...]


@dataclass(frozen=True)
class Counterexample:
    """Paths of a model under one policy that together are more likely than a bound, or not yet so.

    Attributes
    ----------
    solution : ModelSolution
        Whose policy is followed.
    bound : int or Fraction
        What the probability to come to the target should not exceed.
    strict : bool
        Whether it should not be as large either.
    paths : tuple of Path
        The likeliest first.
    """

    solution: Any
    bound: Any
    strict: bool
    paths: tuple[Path, ...]

    @cached_property
    def total(self) -> Fraction:
        """How likely the paths are together."""
        return sum((path.probability for path in self.paths), Fraction(0))

    @property
    def enough(self) -> bool:
        """Whether that is more than the bound allows."""
        return bool(self.total > self.bound or (self.strict and self.total == self.bound))

    def verify(self) -> Report:
        """Return the report of the checker, which makes nothing of how the paths were found."""
        model, (target, within) = self.solution.problem.model, _aim(self.solution.problem)
        rows = [(path.probability, path.states) for path in self.paths]
        return counterexample_checker.check(model, target, within, self.solution.choices, self.bound, self.strict, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON holds it, with states and actions by names."""
        model, choices = self.solution.problem.model, self.solution.choices
        paths = [
            {
                "probability": str(path.probability),
                "states": [str(model.name(s)) for s in path.states],
                "actions": [str(model.action(int(choices[s]))) for s in path.states[:-1]],
            }
            for path in self.paths
        ]
        return {
            "bound": str(self.bound),
            "less": self.strict,
            "probability": str(self.total),
            "enough": self.enough,
            "paths": paths,
        }

    def __str__(self) -> str:
        """Return the first paths for people."""
        sign = (">", "≥")[self.strict] if self.enough else ("≤", "<")[self.strict]
        reach = isinstance(self.solution.problem.given_objective, ReachProbability)
        does = (("violate", "violates"), ("satisfy", "satisfies"))[reach][len(self.paths) == 1]
        bound = in_words(self.bound) if reach else f"1 - {in_words(1 - self.bound)}"
        head = f"{counted(len(self.paths), 'path')} that {does} the formula, together {in_words(self.total)}"
        lines = [f"{head} {sign} {bound}"]
        if not self.enough:
            lines = [f"{lines[0]}; so many do not suffice, and that the bound is exceeded is seen by the value alone"]
        lines += [f"{in_words(path.probability):>12}  {self._drawn(path.states)}" for path in self.paths[:SHOWN]]
        more = len(self.paths) - SHOWN
        return "\n".join(lines + [f"{'':>12}  and {more:,} more, which --json lists"] * (more > 0))

    def _drawn(self, states: Sequence[int]) -> str:
        model, choices = self.solution.problem.model, self.solution.choices
        half = LONG // 2
        words = []
        for k, s in enumerate(states):
            if half <= k < len(states) - half and len(states) > LONG:
                words += [f"... {len(states) - LONG:,} states ..."] * (k == half)
                continue
            several = model.choices[s + 1] - model.choices[s] > 1
            action = str(model.action(int(choices[s]))) if several and k < len(states) - 1 else ""
            words.append(f"{_called(model, s)}{action and f' {action}'}")
        return " -> ".join(words)


def _called(model: Any, state: int) -> str:
    """Return the name of a state, without that of the automaton beside it: a path tells which it is."""
    names = model.names
    return str(names.model.name(int(names.state[state])) if isinstance(names, PairNames) else model.name(state))


def counterexample(solution: Any, sign: str, bound: Any, most: int = MOST) -> Counterexample:
    """Return a counterexample to a bound that the probability of a game does not keep, from the start on.

    Raise `GameError` where no paths that end can show that it is false.
    """
    game, bound = solution.problem, decimal(bound)
    reach = isinstance(game.given_objective, ReachProbability) and sign in ("<", "<=")
    if not reach and not (isinstance(game.given_objective, AvoidProbability) and sign in (">", ">=")):
        raise GameError(
            "paths that end show that too much is likely, as for P<=1/10 [ F a ] or P>=9/10 [ G a ]; this is not such "
            "a bound, and --explain says why it is false"
        )
    choosing = {*game.chooser[np.diff(game.model.choices) > 1].tolist()}
    if not choosing <= {0 if reach else 1}:
        raise GameError("paths show nothing where somebody chooses who wants the property to be true")
    if game.start is None:
        raise GameError("the model has several initial states; paths begin in one")
    bound = bound if reach else 1 - bound
    found, total, strict = list[Path](), Fraction(0), sign in ("<", ">")
    for path in _likeliest(solution, int(game.start)):
        found.append(path)
        total += path.probability
        if total > bound or (strict and total == bound) or len(found) == most:
            break
    return Counterexample(solution, bound, strict, tuple(found))


def _aim(game: Any) -> tuple[Any, Any]:
    """Return where a path ends, and where it may be before."""
    bound = game.given_objective.bind(states_alone(game.model))
    within = getattr(bound, "within", None)
    return bound.mask, np.ones(bound.mask.size, np.bool_) if within is None else np.asarray(within)


def _likeliest(solution: Any, start: int) -> Iterator[Path]:
    """Yield the paths from a state to the target, the likeliest first, until there are too many steps."""
    target, steps = _chain(solution, start)
    ahead = _ahead(target, steps)
    ties, taken = 0, 0
    queue: list[Any] = [(ahead.get(start, inf), 0, 0.0, start, None)]
    while queue and taken < MOST_STEPS and queue[0][0] < inf:
        _, _, so_far, state, before = heappop(queue)
        taken += 1
        if state in target:
            yield _path(steps, (state, before))
            continue
        for after, likely in steps[state].items():
            if after in ahead:
                ties -= 1  # of paths that are as likely the one that was begun last goes on
                there = so_far - log(likely)
                heappush(queue, (there + ahead[after], ties, there, after, (state, before)))


def _path(steps: dict[int, Steps], end: Any) -> Path:
    states = []
    while end is not None:
        states.append(end[0])
        end = end[1]
    states.reverse()
    shares = [steps[s][t] for s, t in pairwise(states)]
    likely = Fraction(prod(one.numerator for one in shares), prod(one.denominator for one in shares))
    return Path(likely, tuple(states))


def _chain(solution: Any, start: int) -> tuple[set[int], dict[int, Steps]]:
    """Return the target, and how likely each state that can be reached before leads where under the policy."""
    model, choices = solution.problem.model, solution.choices
    goal, within = _aim(solution.problem)
    target, steps, waiting = set[int](), dict[int, Steps](), [start]
    while waiting:
        state = waiting.pop()
        if state in steps or state in target:
            continue
        if goal[state]:
            target.add(state)
            continue
        row = steps[state] = {}
        choice = int(choices[state])
        if choice < 0 or not within[state]:
            continue
        for b in range(int(model.branches[choice]), int(model.branches[choice + 1])):
            after = int(model.targets[b])
            row[after] = row.get(after, Fraction(0)) + model.probability(b)
            waiting.append(after)
    return target, steps


def _ahead(target: set[int], steps: dict[int, Steps]) -> dict[int, float]:
    """Return for each state the negative logarithm of its likeliest path to the target, by Dijkstra backwards."""
    before: dict[int, list[tuple[int, float]]] = {}
    for state, row in steps.items():
        for after, likely in row.items():
            before.setdefault(after, []).append((state, -log(likely)))
    found, queue = dict[int, float](), [(0.0, state) for state in sorted(target)]
    while queue:
        far, state = heappop(queue)
        if state not in found:
            found[state] = far
            for one, cost in before.get(state, ()):
                heappush(queue, (far + cost, one))
    return found
