"""Models with actions as tables of what can follow (CSV)."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from typing import Any

from graphgames.reference.reading import RefusedError, choice

CALLED = {"s": "state", "from": "state", "a": "action", "next_state": "next", "to": "next"}
CALLED |= {"prob": "probability", "p": "probability", "r": "reward", "owner": "player"}
"""What else some columns are called."""


def table(given: str, objective: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the problem of a table of what can follow (CSV), of which a solution says what is asked.

    States stand in the order in which the table names them, first as ``state``, then as ``next``. The rows of an action
    may have different rewards. A state without an action stays where it is.
    """
    lines = given.lstrip("\ufeff").splitlines()
    between = max(",;\t", key=(lines or [""])[0].count)
    heading, *cells = csv.reader(lines, delimiter=between)
    called = [CALLED.get(name, name) for name in (re.sub(r"\W+", "_", one.strip().lower()) for one in heading)]
    if len(set(called)) < len(called) or any(len(one) not in (0, len(called)) for one in cells):
        raise RefusedError("two columns of the table have one name, or a line has more or fewer cells than its heading")
    rows = [dict(zip(called, (cell.strip() for cell in one), strict=True)) for one in cells if one]
    unknown = set(called) - {"state", "action", "next", "probability", "reward", "player"}
    if unknown or any(not one.get(key) for one in rows for key in ("state", "action", "next")):
        raise RefusedError(
            "the game cannot be read here, which says nothing of the solution: expected JSON by `graphgames convert IN "
            "OUT.arena`, or a model as a table with the columns state, action and next, perhaps probability, "
            "reward and player, and no others; `graphgames verify --reference` reads all other formats"
        )
    names = [*dict.fromkeys([one["state"] for one in rows] + [one["next"] for one in rows])]
    number = {name: s for s, name in enumerate(names)}
    known = {action: k for k, action in enumerate(dict.fromkeys(one["action"] for one in rows))}
    after: dict[tuple[int, int], list[Any]] = {}
    player, gained = [0] * len(names), dict[tuple[int, int], list[str]]()
    for one in rows:
        here = number[one["state"]], known[one["action"]]
        likely, reward = (written(one.get(key) or usual) for key, usual in (("probability", "1"), ("reward", "0")))
        if likely:
            after.setdefault(here, []).append([number[one["next"]], str(likely)])
            gained.setdefault(here, []).append(str(reward))
        player[here[0]] = choice("0", "1")(one.get("player", "0"), "the player") == "1"
    for stuck in set(range(len(names))) - {state for state, _ in after}:
        after[stuck, len(known)], gained[stuck, len(known)] = [[stuck, 1]], ["0"]
    actions = [[s, [*known, "stay"][k], gained[s, k], after[s, k]] for s, k in sorted(after)]
    named = {"states": names, "owner": [*map(int, player)], "actions": actions}
    return {"format": "graphgames-problem", "version": 1, "objective": objective, "asked": asked, **named}


def written(cell: str) -> Fraction:
    """Return the number that a cell of a table says."""
    if not re.fullmatch(r"[-+]?[0-9]*\.?[0-9]+(/0*[1-9][0-9]*|[eE][-+]?[0-9]{1,3})?", cell):
        raise RefusedError(f"{cell!r} in the table is not a number")
    return Fraction(cell)
