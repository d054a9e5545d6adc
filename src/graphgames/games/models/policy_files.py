"""Policies as files: tables (``.csv``), ``.json``, the chain left (``.tra``), a graph (``.dot``), a list (``.txt``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from graphgames.core.value import ends, plain, to_json, written
from graphgames.formats.text_table import in_lines


def _csv(solution: Any) -> str:
    """Return a line for each state: its name, the action, and the value, or the ends of its bracket."""
    found = solution._columns()
    if values := found.pop("value", None):
        low, high = zip(*map(ends, values), strict=True)
        named = {"value": values} if low == high else {"value_low": low, "value_high": high}
        found |= {name: [to_json(one) for one in column] for name, column in named.items()}
    return in_lines(found)


def _json(solution: Any) -> str:
    """Return an object with the values and the policy."""
    return json.dumps(solution.to_dict(), indent=1, ensure_ascii=False) + "\n"


def _branches(solution: Any) -> Iterator[tuple[int, int, int, Any]]:
    """Yield state, choice, next state and probability of what can follow the policy's actions.

    A state without actions, in which the play is decided, is left for itself, by choice -1.
    """
    model = solution.problem.model
    choices = np.where(solution.choices < 0, model.choices[:-1], solution.choices)
    for s, c in enumerate(np.where(np.diff(model.choices) > 0, choices, -1).tolist()):
        if c < 0:
            yield s, c, s, 1
        for b in range(int(model.branches[c]), int(model.branches[c + 1])) if c >= 0 else ():
            yield s, c, int(model.targets[b]), model.probability(b)


def _tra(solution: Any) -> str:
    """Return the Markov chain that the policy leaves, in PRISM's format of transitions."""
    lines = [f"{s} {t} {written(plain(p))}" for s, _, t, p in _branches(solution)]
    return "\n".join([f"{solution.problem.states} {len(lines)}", *lines, ""])


def _dot(solution: Any) -> str:
    """Return the states with their values, and the transitions of the policy's actions."""
    model, lines = solution.problem.model, ["digraph policy {"]
    for s, value in solution._each():
        label = str(model.name(s)) if value is None else f"{model.name(s)}\n{value}"
        lines.append(f"    {s} [label={json.dumps(label, ensure_ascii=False)}];")
    for s, c, t, p in _branches(solution):
        label = json.dumps(f"{model.action(c)}: {p}" if c >= 0 else "", ensure_ascii=False)
        lines.append(f"    {s} -> {t} [label={label}];")
    return "\n".join([*lines, "}", ""])


def _txt(solution: Any) -> str:
    """Return a line for each state with actions, ``state:action``, as PRISM lists them."""
    return "".join(f"{state}:{action}\n" for state, action in solution.policy.items())


WRITERS: dict[str, Callable[[Any], str]] = {".csv": _csv, ".json": _json, ".tra": _tra, ".dot": _dot, ".txt": _txt}
"""From the ending of a file to how a policy is written there."""
