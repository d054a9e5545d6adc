"""The columns of a model as a table: what they may be called, and what their cells are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from graphgames.formats.text_table import HEADING, CellError

_CALLED = {
    "state": "state s source from current_state from_state src origin",
    "action": "action a act",
    "next": "next next_state nextstate s' target to new_state to_state s_next successor dst dest destination s_prime "
    "sp s2 ns",
    "probability": "probability prob p pr transition_probability proba transition_prob",
    "reward": "reward r rew rewards immediate_reward",
    "player": "player owner",
}
COLUMNS: dict[str, Sequence[str]] = {column: words.split() for column, words in _CALLED.items()}
"""The columns of a table, each with the names that it may have, in small letters with ``_`` between words."""

NEEDED = ("state", "action", "next")
EXPECTED = "state, action, next, and perhaps probability, reward and player"


def meanings(
    names: Iterable[Any],
    given: Mapping[str, str] | None = None,
    columns: Mapping[str, Sequence[str]] = COLUMNS,
    expected: str = EXPECTED,
) -> dict[str, Any]:
    """Return what columns are for, with the name of each; ``given`` says of some by which name they go.

    ``columns`` are those that there may be, and `NEEDED` ones among them must be. Raise `CellError` if two go by one
    name, one that is needed is missing, or one is nearly called like one that is.
    """
    listed, found = list(names), dict[str, Any]()
    written = [re.sub(r"[^\w']+", "_", str(one).strip().lower()).strip("_") for one in listed]
    for one, name in (given or {}).items():
        if one not in columns or name not in listed:
            meant = next((word for word, known in columns.items() if name in known), None)
            if one in listed and meant is not None:  # as pandas renames
                found[meant] = one
                continue
            there = f"the columns are {_listed(listed)}" if one in columns else f"expected one of {', '.join(columns)}"
            raise CellError(f"there is no column {(name if one in columns else one)!r}; {there}", HEADING, "")
        found[one] = name
    for one, known in columns.items():
        fit = [k for word in known for k in range(len(listed)) if written[k] == word]
        if len(fit) > 1 and written[fit[0]] == written[fit[1]] and one not in found:
            raise CellError(f"two columns are called {str(listed[fit[1]])!r}", HEADING, str(listed[fit[1]]))
        if fit:
            found.setdefault(one, listed[fit[0]])
    missing = [one for one in columns if one not in found]
    for name, word in zip(listed, written, strict=True):
        near = get_close_matches(word, missing, 1, 0.8) if name not in found.values() else []
        if near:
            raise CellError(f"there is a column {str(name)!r}; did you mean {near[0]!r}?", HEADING, str(name))
    if needed := [one for one in missing if one in NEEDED]:
        message = f"there is no column {needed[0]!r}; it has {_listed(listed)}; columns={{{needed[0]!r}: NAME}} "
        message += f"(--column {needed[0]}=NAME) reads one for it"
        raise CellError(message, HEADING, str(listed[0]) if listed else "", expected)
    return found


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names)) or "none"


def cells_of(columns: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the columns of a text by what they are for, with 0 for an empty reward.

    Raise `CellError` where a cell is empty that must not be.
    """
    found: dict[str, Any] = dict(columns)
    for name in ("state", "action", "next", "probability", "player"):
        if "" in found.get(name, ()):
            what = {"next": "next state"}.get(name, name)
            raise CellError(f"the {what} is missing", found[name].index(""), name)
    if "reward" in found:
        found["reward"] = [cell or "0" for cell in found["reward"]]
    return found


def numbers_or_texts(names: list[str]) -> list[Any]:
    """Return the names of a text as integers, if all are whole numbers as Python writes them.

    >>> numbers_or_texts(["0", "12"]), numbers_or_texts(["0", "012"])
    ([0, 12], ['0', '012'])
    """
    whole = all(re.fullmatch("0|-?[1-9][0-9]*", name, re.ASCII) for name in names)
    return [int(name) for name in names] if whole else names
