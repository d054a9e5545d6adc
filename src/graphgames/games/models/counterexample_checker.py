"""Checks a counterexample: different paths of a model under one policy that together are more likely than a bound.

A path ends where it first comes to the target, so none begins another, and what they stand for excludes each other. The
policy chooses by the state alone, so one scheduler makes all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from graphgames.core.report import Failure, Report


def check(
    model: Any,
    target: Any,
    within: Any,
    policy: Any,
    bound: Any,
    strict: bool,
    paths: Sequence[tuple[Fraction, Sequence[int]]],
) -> Report:
    """Return the report on paths with their probabilities, given the choice of the policy in each state."""
    faults, total = list[Failure](), Fraction(0)
    for k, (claimed, states) in enumerate(paths):
        found = _likely(model, policy, states)
        if states[0] not in model.initial or not target[states[-1]]:
            faults.append(Failure(None, f"path {k} does not lead from an initial state to the target"))
        elif any(target[s] or not within[s] for s in states[:-1]):
            faults.append(Failure(None, f"path {k} has come to the target before, or to where it may not be"))
        elif found != claimed or not found:
            faults.append(Failure(None, f"path {k} has the probability {found}, not {claimed}"))
        total += found
    if len({tuple(states) for _, states in paths}) < len(paths) or len({states[0] for _, states in paths}) > 1:
        faults.append(Failure(None, "a path is there twice, or they begin in different states"))
    if total < bound or (total == bound and not strict):
        faults.append(Failure(None, f"together the paths have the probability {total}, which the bound {bound} allows"))
    return Report(len(paths) * 3 + 2, tuple(faults[:20]), len(faults))


def _likely(model: Any, policy: Any, states: Sequence[int]) -> Fraction:
    """Return how likely a path is, 0 where a step is none of the policy's."""
    likely = Fraction(1)
    for s, t in pairwise(states):
        choice = int(policy[s])
        if not model.choices[s] <= choice < model.choices[s + 1]:
            return Fraction(0)
        branches = range(int(model.branches[choice]), int(model.branches[choice + 1]))
        likely *= sum(model.probabilities[int(model.likely[b])] for b in branches if model.targets[b] == t)
    return likely
