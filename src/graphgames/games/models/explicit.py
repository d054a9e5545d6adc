"""Models as PRISM writes them out: transitions in a ``.tra`` file, with labels, rewards and states in files beside it.

The other files have the same name and the endings ``.lab``, ``.srew`` (rewards of states), ``.trew`` (rewards of
choices) and ``.sta`` (values of the variables); none of them is needed. A model is a Markov chain where a line has
three columns, and a Markov decision process where it has four or, with an action, five.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.errors import Fault, FormatError, GameError, counted
from graphgames.core.value import number, numbers
from graphgames.games.models.model import Ints, Mask, Model, Rewards, refuse_options, summed
from graphgames.games.models.recover import MISS, distinct, mending, simplest, unrounded
from graphgames.readers.source import Data, open_source

_LABEL = re.compile(r'(\d+)="([^"]*)"')
_STATE = re.compile(r"(\d+):\(([^)]*)\)")
_STRUCTURE = re.compile(r'# Reward structure "([^"]*)"')
_ROUNDED = 16
"""A number with so many characters was rounded to them."""


def read_game(data: Data, source: str, **how: Any) -> Model:
    """Return the model of a file of transitions and of those beside it; raise `FormatError` with the line at fault."""
    table = Table(bytes(data[:]), source, **refuse_options(source, how, mends=True))
    states, columns = table.header("the numbers of states and transitions, or of states, choices and transitions")
    chain = len(columns) == 1
    rows = list(table.rows(len(columns) + 2, states, len(columns) + 1))
    keys = np.array([[row[0] for row in rows], [0 if chain else row[1] for row in rows]], np.int64)  # state and choice
    order = np.lexsort(keys[::-1])
    keys, rows = keys[:, order], [rows[k] for k in order.tolist()]
    begins = np.flatnonzero(np.diff(keys, prepend=-1).any(axis=0))
    found = np.bincount(keys[0, begins], minlength=states)
    stuck = np.flatnonzero(found == 0)
    if stuck.size:
        raise table.fault(
            0, f"state {stuck[0]} has no transition", "at least one; PRISM writes a loop where a play stops"
        )
    follow = [*([] if chain else [counted(begins.size, "choice")]), counted(len(rows), "transition")]
    if columns != ([len(rows)] if chain else [begins.size, len(rows)]):
        raise table.fault(
            table.at, "the header does not fit", f"{counted(states, 'state')}, {', '.join(follow)}, as many as follow"
        )
    named = [row[-1] if isinstance(row[-1], str) else "" for row in (rows[k] for k in begins.tolist())]
    branches = np.append(begins, len(rows))
    return table.model(
        "dtmc" if chain else "mdp",
        offsets(found),
        branches,
        [row[len(columns)] for row in rows],
        [row[len(columns) + 1] for row in rows],
        labels=_labels(_beside(source, ".lab"), states),
        rewards=_rewards(source, states, keys[:, begins], np.diff(branches)),
        variables=_variables(_beside(source, ".sta"), states),
        actions=None if chain else named,
    )


class Table:
    """A text of one row of columns a line, with comments behind ``#``."""

    def __init__(self, data: bytes, source: str, exact: str | None = None, normalize: bool = False):
        self.data, self.source, self.exact, self.normalize = data, source, exact, normalize
        self.lines = data.decode("utf-8", "replace").splitlines()
        self.at = 0
        self.remark = ""
        """The first number that was not taken as it stands, in a sentence."""
        self.hint = ""
        """What mends probabilities that do not sum to 1, the end of a sentence."""

    def fault(self, line: int, message: str, expected: str = "") -> FormatError:
        """Return a fault of a line, counted from 1; 0 is that of the file."""
        if not line:
            return FormatError([Fault(message, expected=expected)], self.source)
        text = self.lines[line - 1]
        return FormatError(
            [Fault(message, line, 1 + len(text) - len(text.lstrip()), text.strip(), 0, expected)], self.source
        )

    def header(self, expected: str) -> tuple[int, list[int]]:
        """Return the numbers of the first line: the first, and the others."""
        while self.at < len(self.lines) and (not self.lines[self.at].strip() or self.lines[self.at].startswith("#")):
            self.at += 1
        words = self.lines[self.at].split() if self.at < len(self.lines) else []
        self.at += 1
        if len(words) not in (2, 3) or not all(word.isdigit() for word in words):
            raise self.fault(min(self.at, len(self.lines)), "this is not a header", expected)
        return int(words[0]), [int(word) for word in words[1:]]

    def rows(self, columns: int, states: int, column: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows behind the header: integers, a number in the column ``column``, and perhaps a word."""
        for line in range(self.at, len(self.lines)):
            words = self.lines[line].split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) not in (columns, columns + 1) or not all(word.isdigit() for word in words[:column]):
                raise self.fault(line + 1, "this is not a row", f"{column} whole numbers and a number")
            whole = [int(word) for word in words[:column]]
            if whole[0] >= states or (column > 1 and whole[-1] >= states):
                raise self.fault(line + 1, f"there is no state {max(whole[0], whole[-1])}", f"states 0 to {states - 1}")
            yield (*whole, self.number(line + 1, words[column]), *words[columns:])

    def number(self, line: int, word: str) -> Fraction:
        """Return a number of a line; one with so many digits that it was rounded is the simplest that it can be."""
        try:
            exact = Fraction(number(word))
        except GameError:
            raise self.fault(line, f"found {word!r}", "a number") from None
        meant = exact
        if self.exact == "simplest" and "." in word:
            meant = unrounded(float(exact))
        elif self.exact is None and len(word) >= _ROUNDED:
            meant = simplest(float(exact))
        if meant != exact and not self.remark:
            self.remark = f"{word} is read as {meant}, as are others with so many digits"
        return meant

    def model(
        self, type: str, choices: Ints, branches: Ints, targets: list[int], likely: list[Fraction], **more: Any
    ) -> Model:
        """Return the model of what was read; raise `FormatError` if the probabilities of a choice do not sum to 1.

        Those that miss 1 by rounding are divided by their sum if that is wanted.
        """
        for a, b in pairwise(branches.tolist()):
            total = sum(likely[a:b], Fraction(0))
            if total == 1 or abs(total - 1) > MISS:
                continue
            if self.normalize:
                likely[a:b] = [one / total for one in likely[a:b]]
                self.remark = self.remark or "probabilities that missed 1 by rounding were divided by their sum"
            else:
                self.hint = mending(unrounded(float(one)) for one in likely[a:b])
        player, init = np.full(choices.size - 1, -1 if type == "dtmc" else 0, np.int32), more["labels"].get("init")
        heads, (place, probabilities) = np.array(targets, np.int32), distinct(likely)
        initial = np.array([0]) if init is None else np.flatnonzero(init)
        model = Model(
            type, (), player, choices, branches, heads, place, probabilities, initial, remark=self.remark, **more
        )
        return summed(model, self.source, self.hint)


def _beside(source: str, ending: str) -> Table | None:
    """Return the file of the same name with another ending, if there is one."""
    path = Path(source)
    while path.suffix and path.suffix != ".tra":
        path = path.with_suffix("")
    path = path.with_suffix(ending)
    return Table(open_source(path).to_bytes(), str(path)) if path.suffix and path.is_file() else None


def _labels(table: Table | None, states: int) -> dict[str, Mask]:
    if table is None:
        return {}
    names = dict(_LABEL.findall(table.lines[0] if table.lines else ""))
    labels = {name: np.zeros(states, np.bool_) for name in names.values()}
    for line, text in enumerate(table.lines[1:], 2):
        state, _, which = text.partition(":")
        if not text.strip():
            continue
        if not state.strip().isdigit() or int(state) >= states or not all(one in names for one in which.split()):
            raise table.fault(line, "this is not a row of labels", "a state, a colon, and numbers of the first line")
        for one in which.split():
            labels[names[one]][int(state)] = True
    return labels


def _rewards(source: str, states: int, keys: Ints, widths: Ints) -> dict[str, Rewards]:
    """Return the rewards of states and of choices, whose states and places are the keys, with so many branches."""
    of_states, of_choices = _beside(source, ".srew"), _beside(source, ".trew")
    if of_states is None and of_choices is None:
        return {}
    by_state = by_choice = None
    if of_states is not None:
        by_state = [Fraction(0)] * states
        of_states.header("the numbers of states and rewards")
        for state, reward in of_states.rows(2, states, 1):
            by_state[state] = reward
    if of_choices is not None:
        _, rest = of_choices.header("the numbers of states and transitions, or of states, choices and transitions")
        given: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
        for row in of_choices.rows(len(rest) + 2, states, len(rest) + 1):
            given[row[0], 0 if len(rest) == 1 else row[1]].append(row[len(rest) + 1])
        for (state, _), several in given.items():
            if len(set(several)) > 1:
                what = f"branches of one choice in state {state} have different rewards"
                raise of_choices.fault(0, what, "one reward for all of them")
        choices = keys.T.tolist()
        by_choice = [given[s, k][0] if (s, k) in given else Fraction(0) for s, k in choices]
        for (s, k), reward, width in zip(choices, by_choice, widths.tolist(), strict=True):
            if reward and len(given[s, k]) != width:
                what = f"only some branches of a choice in state {s} have a reward"
                raise of_choices.fault(0, what, "a reward on all of them or on none")
    rows = (None if row is None else numbers(row, "rewards") for row in (by_state, by_choice))
    heads = (_STRUCTURE.match(one.lines[0]) for one in (of_states, of_choices) if one is not None and one.lines)
    return {next((head[1] for head in heads if head), ""): Rewards(*rows)}


def _variables(table: Table | None, states: int) -> dict[str, NDArray[Any]]:
    if table is None or not table.lines:
        return {}
    names = [name.strip() for name in table.lines[0].strip().strip("()").split(",")]
    rows: list[list[str]] = [[]] * states
    for line, text in enumerate(table.lines[1:], 2):
        found = _STATE.match(text.strip())
        if not text.strip():
            continue
        if found is None or int(found[1]) >= states or found[2].count(",") + 1 != len(names):
            raise table.fault(line, "this is not a state", f"a number, a colon, and {len(names)} values in brackets")
        rows[int(found[1])] = found[2].split(",")
    if not all(rows):
        raise table.fault(0, f"state {rows.index([])} has no values")
    found_rows = {}
    for name, column in zip(names, zip(*rows, strict=True), strict=True):
        truth = [one in ("true", "false") for one in column]
        found_rows[name] = np.array([one == "true" for one in column]) if all(truth) else np.array(column, np.int64)
    return found_rows
