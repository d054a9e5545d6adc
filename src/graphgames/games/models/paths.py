"""Formulas of paths as deterministic automata, and the product of a model with one.

After each state a formula is replaced by what must hold from the next state on (Bacchus, Kabanza, *Using temporal
logics to express search control knowledge*, 2000). These remainders are the states of the automaton: sets of
alternatives, each a set of formulas, of which none contains another; so there are finitely many. A formula is co-safe
if every path that satisfies it has a beginning after which nothing remains (Kupferman, Vardi 2001); here that is what
has no G, W or R without a bound on the number of steps, once negations stand before states only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets
from graphgames.core.errors import LimitExceededError
from graphgames.core.memory import Automaton, product
from graphgames.games.models.expressions import PATHS
from graphgames.games.models.model import Ints, Later, Mask, Model, rows
from graphgames.games.models.trees import Node, PropertyError
from graphgames.games.omega.temporal import Path
from graphgames.games.omega.translation import DONE, JOINED, LOST, Rest, all_of, any_of, expanded

MOST_STATES = 100_000
"""An automaton with more states is refused."""


@dataclass
class Atoms:
    """The parts of path formulas that speak of states, with where each holds."""

    states: int
    holds: Callable[[Node], Mask]
    steps: Callable[[Node | None], int | None]
    masks: list[Mask] = field(default_factory=list)

    def path(self, node: Node, positive: bool = True) -> Path:
        """Return a formula, or its negation, with negations before atoms only."""
        if not any(one.type in PATHS for one in within_path(node)):
            return self._atom(self.holds(node), positive)
        operator, parts = node.type, node.parts
        if operator == "!":
            return self.path(parts[0], not positive)
        if operator in ("&", "|"):
            word = "and" if (operator == "&") == positive else "or"
            return (word, *(self.path(part, positive) for part in parts))
        if operator == "=>":
            return self.path(Node("|", (Node("!", parts[:1], node.at), parts[1]), node.at), positive)
        if operator in ("<=>", "?"):
            return self._cases(node, positive)
        if operator == "X":
            return ("X", self.path(parts[0], positive))
        if operator not in PATHS:
            raise PropertyError(node.at, f"{node.more or operator!r} cannot combine path formulas")
        least, most = (self.steps(one) for one in node.more) if node.more else (None, None)
        return self._binary(operator, parts, positive, least or 0, most)

    def _cases(self, node: Node, positive: bool) -> Path:
        """Return ``a <=> b`` or ``a ? b : c``."""
        if node.type == "?":
            a, then, other = node.parts
        else:
            (a, then), other = node.parts, Node("!", node.parts[1:], node.at)
        left = ("and", self.path(a), self.path(then, positive))
        return ("or", left, ("and", self.path(a, False), self.path(other, positive)))

    def _binary(self, operator: str, parts: tuple[Node, ...], positive: bool, least: int, most: int | None) -> Path:
        right = self.path(parts[-1], positive)
        if operator in ("F", "G"):
            left: Path = ("true",) if (operator == "F") == positive else ("false",)
        else:
            left = self.path(parts[0], positive)
        if operator == "W":  # a W b is b R (a | b)
            left, right = right, ("or" if positive else "and", left, right)
        until = (operator in ("F", "U")) == positive
        return ("U" if until else "R", left, right, least, most)

    def _atom(self, mask: Mask, positive: bool) -> Path:
        if mask.all() or not mask.any():
            return ("true",) if bool(mask.any() if mask.size else True) == positive else ("false",)
        self.masks.append(mask)
        return ("atom" if positive else "not", len(self.masks) - 1)

    def where(self, literal: Path) -> Mask:
        """Return where a literal holds."""
        form, *rest = literal
        if form in ("true", "false"):
            return np.full(self.states, form == "true")
        return self.masks[rest[0]] if form == "atom" else ~self.masks[rest[0]]

    def letters(self) -> tuple[Ints, list[list[bool]]]:
        """Return the letter of each state, and which atoms hold for each letter."""
        if not self.masks:
            return np.zeros(self.states, np.int64), [[]]
        rows, letter = np.unique(np.stack(self.masks, axis=1), axis=0, return_inverse=True)
        return letter.reshape(-1).astype(np.int64), rows.tolist()


def within_path(node: Node) -> list[Node]:
    """Return the parts of a formula down to operators of properties."""
    if node.type in ("P", "R", "S", "filter"):
        return []
    return [node, *(one for part in node.parts for one in within_path(part))]


def remaining(row: list[bool]) -> Callable[[Path], Rest]:
    """Return the function that says what remains of a formula behind a letter, in which these atoms hold."""

    @lru_cache(1000)  # a new formula comes at each step of a bound, and is not needed again
    def after(path: Path) -> Rest:
        operator = path[0]
        if operator in ("true", "false"):
            return DONE if operator == "true" else LOST
        if operator in ("atom", "not"):
            return DONE if row[path[1]] == (operator == "atom") else LOST
        if operator == "X":
            return frozenset([frozenset([path[1]])])
        left, right = after(path[1]), after(path[2])
        if operator in JOINED:
            return JOINED[operator]((left, right))
        return expanded(path, left, right, lambda later: frozenset([frozenset([later])]))

    return after


def reading(path: Path, letters: list[list[bool]], letter: Ints, heads: NDArray[np.int32]) -> Automaton:
    """Return the automaton that reads the edges of an arena: the letter of each edge is that of its head.

    Its states are what remains of a formula; the first two are that it holds and that it cannot hold any more. Each of
    its steps is computed once. Raise `LimitExceededError` if it has too many states.
    """
    after, width = [remaining(row) for row in letters], len(letters)
    rests, number = [DONE, LOST], {DONE: 0, LOST: 1}

    def numbered(rest: Rest) -> int:
        if rest not in number:
            if len(rests) == MOST_STATES:
                raise LimitExceededError(f"the automaton of the formula has more than {MOST_STATES:,} states")
            number[rest] = len(rests)
            rests.append(rest)
        return number[rest]

    def step(state: int, k: int) -> int:
        return numbered(any_of(all_of(map(after[k], every)) for every in rests[state]))

    begun = np.array([numbered(one(path)) for one in after], np.int64)
    table = np.full(len(rests) * width, -1)

    def update(rest: Ints, edge: Ints) -> Ints:
        nonlocal table
        if len(rests) * width > table.size:
            table = np.append(table, np.full(len(rests) * width, -1))
        key = rest * width + letter[heads[edge]]
        after: Ints = table[key]
        for one in set(key[after < 0].tolist()):
            table[one] = step(*divmod(one, width))
        return np.asarray(table[key]) if (after < 0).any() else after

    return Automaton(None, begun[letter], update)


@dataclass(frozen=True)
class ModelProduct:
    """A model together with an automaton that reads its states."""

    model: Model
    """Its states are pairs; where the automaton has decided, there are no choices."""
    state: Ints
    rest: Ints
    """For each pair the state of the model and that of the automaton."""
    choice: Ints
    """For each choice that of the model."""
    starts: Ints
    """The pair for each state that was to begin with."""


def state_graph(model: Model) -> Arena:
    """Return the states of a model as an arena whose edges are the branches."""
    return Arena.trusted(model.branches[model.choices], model.targets)


def model_product(model: Model, automaton: Automaton, starts: Ints, decided: int = 0) -> ModelProduct:
    """Return the part of the product with an automaton over the branches that can be reached.

    In the first states of the automaton, which are so many, all is decided. O(m) for each state that occurs.
    """
    pairs = product(state_graph(model), automaton, starts, lambda rest, edge: rest >= decided)
    state, going = pairs.vertex, pairs.memory >= decided
    degree = np.where(going, np.diff(model.choices)[state], 0)
    choice = rows(model.choices, state[going])
    width = np.diff(model.branches)[choice]
    several = np.bincount(state, minlength=model.states).max(initial=0) > 1
    whole = replace(
        model,
        player=model.player[state],
        choices=offsets(degree),
        branches=offsets(width),
        targets=pairs.arena.successors,
        likely=model.likely[pairs.edge],
        initial=pairs.start,
        labels=_rows(model.labels, state),
        rewards={},
        variables=Later(partial(_rows, model.variables, state)),
        names=PairNames(model, state, pairs.memory if several else None),
        actions=None if model.actions is None else [model.actions[one] for one in choice.tolist()],
    )
    return ModelProduct(whole, state, pairs.memory, choice, pairs.start)


@dataclass(frozen=True)
class PairNames(Sequence[Any]):
    """The names of pairs: that of the state, and behind it the state of the automaton where there are several."""

    model: Model
    state: Ints
    memory: Ints | None

    def __len__(self) -> int:
        return self.state.size

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        name = self.model.name(int(self.state[place]))
        return name if self.memory is None else f"{name} #{self.memory[place]}"

    def of_states(self) -> list[Any]:
        """Return for each pair the name of its state."""
        return [self.model.name(int(state)) for state in self.state]


def _rows(rows: Mapping[str, NDArray[Any]], state: Ints) -> dict[str, NDArray[Any]]:
    return {name: row[state] for name, row in rows.items()}
