"""Models as Storm writes them out: states, actions and transitions in a ``.drn`` file (``storm --exportbuild``).

A header gives the type, the names of the rewards and the number of states. Behind ``@model`` each state has a line with
its rewards and labels, then a line for each action with its rewards, and one for each transition. A model is a Markov
chain or a Markov decision process; plays begin where the label ``init`` holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from graphgames.core.arrays import offsets
from graphgames.core.value import numbers
from graphgames.games.models.explicit import Table
from graphgames.games.models.model import Model, Rewards, refuse_options
from graphgames.readers.source import Data

_WORD = re.compile(r'"[^"]*"|\[[^\]]*\]|[^\s\["]+')
_TYPES = {"DTMC": "dtmc", "MDP": "mdp"}


def read_game(data: Data, source: str, **how: Any) -> Model:
    """Return the model of a file; raise `FormatError` with the line at fault."""
    return _File(Table(bytes(data[:]), source, **refuse_options(source, how, mends=True))).model()


@dataclass
class _File:
    """What was read so far, line by line."""

    table: Table
    type: str = ""
    rewards: list[str] = field(default_factory=list)
    states: int = -1
    labels: dict[str, list[int]] = field(default_factory=dict)
    """The states in which each label holds."""
    of_states: list[list[Fraction]] = field(default_factory=list)
    of_choices: list[list[Fraction]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    """How many choices each state has."""
    sizes: list[int] = field(default_factory=list)
    """How many branches each choice has."""
    targets: list[int] = field(default_factory=list)
    likely: list[Fraction] = field(default_factory=list)

    def model(self) -> Model:
        """Return the model of all lines."""
        begin = self._header()
        for line, text in enumerate(self.table.lines[begin:], begin + 1):
            words = _WORD.findall(text)
            if words and not text.lstrip().startswith("//"):
                self._row(line, words)
        self._filled(len(self.table.lines))
        if len(self.counts) != self.states:
            raise self.table.fault(0, f"there are {len(self.counts)} states", f"{self.states}, as the header says")
        labels = {name: np.isin(np.arange(self.states), held) for name, held in self.labels.items()}
        choices, branches = (offsets(np.array(sizes, np.int64)) for sizes in (self.counts, self.sizes))
        return self.table.model(
            self.type,
            choices,
            branches,
            self.targets,
            self.likely,
            labels=labels,
            rewards={name: self._rewards(k) for k, name in enumerate(self.rewards)},
            actions=None if self.type == "dtmc" else self.actions,
        )

    def _rewards(self, k: int) -> Rewards:
        """Return a reward structure."""
        rows = ([given[k] for given in all_given] for all_given in (self.of_states, self.of_choices))
        return Rewards(*(numbers(row, "rewards") if any(row) else None for row in rows))

    def _header(self) -> int:
        """Read up to ``@model``, and return the number of that line."""
        lines = self.table.lines
        for line, text in enumerate(lines, 1):
            key, _, value = text.strip().partition(":")
            after = lines[line].strip() if line < len(lines) else ""
            if key == "@type":
                self.type = _TYPES.get(value.strip(), "")
                if not self.type:
                    raise self.table.fault(line, f"the type is {value.strip()}", " or ".join(_TYPES))
            elif key == "@parameters" and after:
                raise self.table.fault(line + 1, f"the model has parameters: {after}", "none")
            elif key == "@reward_models":
                self.rewards = after.split()
            elif key == "@nr_states":
                self.states = int(after) if after.isdecimal() and len(after) < 10 else -1
            elif key == "@model":
                if not self.type or self.states < 0:
                    raise self.table.fault(
                        line, "the header is not complete", "@type: MDP, and @nr_states with a number"
                    )
                return line
        raise self.table.fault(0, "there is no line @model", "it, after the header")

    def _row(self, line: int, words: list[str]) -> None:
        """Read a line of a state, an action or a transition."""
        if words[0] == "state" and len(words) > 1:
            self._filled(line)
            if words[1] != str(len(self.counts)):
                raise self.table.fault(line, f"found state {words[1]}", f"state {len(self.counts)}")
            given, names = self._given(line, words[2:])
            self.of_states.append(given)
            for name in names:
                self.labels.setdefault(name.strip('"'), []).append(len(self.counts))
            self.counts.append(0)
        elif words[0] == "action" and len(words) > 1 and self.counts:
            if self.counts[-1]:
                self._filled(line)
            given, _ = self._given(line, words[2:])
            self.of_choices.append(given)
            self.actions.append("" if words[1].isdecimal() or words[1] == "__NOLABEL__" else words[1].strip('"{}'))
            self.counts[-1] += 1
            self.sizes.append(0)
        elif len(words) == 3 and words[1] == ":" and self.counts and self.counts[-1]:
            if not words[0].isdecimal() or len(words[0]) > 9 or int(words[0]) >= self.states:
                raise self.table.fault(line, f"there is no state {words[0]}", f"states 0 to {self.states - 1}")
            self.targets.append(int(words[0]))
            self.likely.append(self.table.number(line, words[2]))
            self.sizes[-1] += 1
        else:
            raise self.table.fault(line, "this is not a row", "state N, action NAME, or N : PROBABILITY")

    def _given(self, line: int, words: list[str]) -> tuple[list[Fraction], list[str]]:
        """Return the rewards that stand in brackets, and the words behind them."""
        if not words or not words[0].startswith("["):
            return [Fraction(0)] * len(self.rewards), words
        given = [self.table.number(line, one.strip()) for one in words[0][1:-1].split(",")]
        if len(given) != len(self.rewards):
            raise self.table.fault(line, f"there are {len(given)} rewards", f"{len(self.rewards)}, as the header says")
        return given, words[1:]

    def _filled(self, line: int) -> None:
        """Raise an error if the state before has no action, or its last one no transition."""
        state, lacks = len(self.counts) - 1, ""
        if self.counts and not self.counts[-1]:
            lacks = f"state {state} has no action"
        elif self.sizes and not self.sizes[-1]:
            lacks = f"an action of state {state} has no transition"
        if lacks:
            raise self.table.fault(line, f"{lacks} before this line", "at least one")
