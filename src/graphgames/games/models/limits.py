"""Path formulas of safety and liveness: what is to be seen again and again in a model that runs beside an automaton.

A formula is read as a Boolean combination of parts, each of which becomes a set that is seen infinitely often, or is
not: a part that is decided after finitely many states, since the play stays where it has been decided; ``G F a`` of
states, which needs no automaton; and ``G a`` for whatever is decided after finitely many states, of which an automaton
tells each time that all that had been begun has come true. Their complements are ``F`` and ``F G``.
The combination is an acceptance condition, and its Zielonka tree makes a parity game of it. Together these are the
reactivity properties of Manna and Pnueli, *A hierarchy of temporal properties* (1990), as far as they are so written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.acceptance import FALSE as NEVER
from graphgames.core.acceptance import TRUE as ALWAYS
from graphgames.core.acceptance import Formula, assumed, both, either, finitely, infinitely
from graphgames.core.arena import Arena
from graphgames.core.errors import LimitExceededError
from graphgames.games.models.model import Mask, Model
from graphgames.games.models.paths import (
    FALSE,
    LITERALS,
    MOST_STATES,
    TRUE,
    Atoms,
    ModelProduct,
    Path,
    Remainders,
    Rest,
    conjunction,
    is_cosafe,
    model_product,
    negated,
    reading,
)
from graphgames.games.omega.tree import leaves

Memory: TypeAlias = tuple[Rest, Rest, bool]


def inner(path: Path, letter: str) -> Path | None:
    """Return what stands behind X, F or G without a bound, None for another formula.

    >>> inner(("U", ("true",), ("atom", 0), 0, None), "F")
    ('atom', 0)
    """
    if letter == "X":
        return path[1] if path[0] == "X" else None
    operator, left = ("U", "true") if letter == "F" else ("R", "false")
    found: Path | None = path[2] if path[0] == operator and path[1] == (left,) and path[3:] == (0, None) else None
    return found


def is_limit(path: Path) -> bool:
    """Return whether the beginning of a path does not matter to a formula."""
    if path[0] in ("and", "or"):
        return all(is_limit(part) for part in path[1:])
    for letter, other in (("F", "G"), ("G", "F"), ("X", "")):
        body = inner(path, letter)
        if body is not None:
            return is_limit(body) or (bool(other) and inner(body, other) is not None)
    return path[0] in ("true", "false")


@dataclass
class Recurring:
    """An automaton for ``G`` of a co-safe formula: what has been begun, and what has been begun since it came true."""

    rests: Remainders

    def begin(self, letter: int) -> Memory:
        """Return the state behind the first letter."""
        return self._turned(TRUE, self.rests.first(letter))

    def step(self, memory: Memory, letter: int) -> Memory:
        """Return the state behind another letter."""
        begun, since, _ = memory
        since = conjunction(self.rests.advanced(since, letter), self.rests.first(letter))
        return self._turned(self.rests.advanced(begun, letter), since)

    def _turned(self, begun: Rest, since: Rest) -> Memory:
        if FALSE in (begun, since):
            return FALSE, FALSE, False
        return (since, TRUE, True) if begun == TRUE else (begun, since, False)

    def seen(self, memory: Memory) -> bool:
        """Return whether all that had been begun has come true."""
        return memory[2]


@dataclass
class Reached:
    """An automaton for a co-safe formula."""

    rests: Remainders

    def begin(self, letter: int) -> int:
        """Return the state behind the first letter."""
        return self.rests.begin(letter)

    def step(self, memory: int, letter: int) -> int:
        """Return the state behind another letter."""
        return self.rests.step(memory, letter) if memory > 1 else memory

    def seen(self, memory: int) -> bool:
        """Return whether the formula has come true."""
        return memory == 0


@dataclass
class Together:
    """Several automata side by side, whose states are numbered as they are met."""

    letters: list[list[bool]]
    parts: list[Recurring | Reached]
    states: list[tuple[object, ...]] = field(default_factory=list)
    number: dict[tuple[object, ...], int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many states have been met."""
        return len(self.states)

    def begin(self, letter: int) -> int:
        """Return the state behind the first letter."""
        return self._numbered(tuple(part.begin(letter) for part in self.parts))

    def step(self, state: int, letter: int) -> int:
        """Return the state behind another letter."""
        now = zip(self.parts, self.states[state], strict=True)
        return self._numbered(tuple(part.step(memory, letter) for part, memory in now))  # type: ignore[arg-type]

    def _numbered(self, state: tuple[object, ...]) -> int:
        if state not in self.number:
            if self.size == MOST_STATES:
                raise LimitExceededError(f"the automaton of the formula has more than {MOST_STATES:,} states")
            self.number[state] = self.size
            self.states.append(state)
        return self.number[state]

    def seen(self, k: int) -> Mask:
        """Return the states in which one of the automata has seen what it waits for."""
        part = self.parts[k]
        return np.array([part.seen(state[k]) for state in self.states], np.bool_)  # type: ignore[arg-type]


@dataclass
class Limits:
    """The sets of a formula: each a mask of states, or an automaton that tells when it is seen."""

    atoms: Atoms
    sets: list[Mask | Recurring | Reached] = field(default_factory=list)

    def read(self, path: Path) -> Formula | None:
        """Return a formula as a condition on the sets, None if it is not of the form that can be read."""
        if path[0] in ("true", "false"):
            return ALWAYS if path[0] == "true" else NEVER
        opposite = negated(path)
        if is_cosafe(path):
            return infinitely(self._added(Reached(self._rests(path))))
        if is_cosafe(opposite):
            return finitely(self._added(Reached(self._rests(opposite))))
        if path[0] in ("and", "or"):
            parts = [self.read(part) for part in path[1:]]
            found = [part for part in parts if part is not None]
            return (both if path[0] == "and" else either)(*found) if len(found) == len(parts) else None
        for letter in "XFG":
            body = inner(path, letter)
            if body is not None and is_limit(body):
                return self.read(body)
        again, finally_not = self._again(path), self._again(opposite)
        return infinitely(again) if again is not None else None if finally_not is None else finitely(finally_not)

    def _again(self, path: Path) -> int | None:
        """Return the set that is seen infinitely often just if ``G`` of something is true; None for another formula."""
        body = inner(path, "G")
        if body is None or not is_cosafe(body):
            return None
        goal = inner(body, "F")
        if goal is not None and goal[0] in LITERALS:
            return self._added(self.atoms.where(goal))
        return self._added(Recurring(self._rests(body)))

    def _rests(self, path: Path) -> Remainders:
        return Remainders(path, self.atoms.letters()[1])

    def _added(self, one: Mask | Recurring | Reached) -> int:
        self.sets.append(one)
        return len(self.sets) - 1


@dataclass(frozen=True)
class ParityModel:
    """A model whose states have priorities: the largest seen again and again is even just if a formula is true."""

    model: Model
    """Its states are those of the model with what must be remembered."""
    state: NDArray[np.int64]
    """The state of the model for each."""
    priority: NDArray[np.int32]
    """The priorities."""
    starts: NDArray[np.int64]
    """Those of the states that were to begin with."""


def parity_model(model: Model, path: Path, atoms: Atoms, view: NDArray[np.int64]) -> ParityModel | None:
    """Return a model with priorities that say whether a path formula is true; None if the formula cannot be read."""
    limits = Limits(atoms)
    condition = limits.read(path)
    if condition is None:
        return None
    pairs = ModelProduct(model, np.arange(model.states), np.zeros(model.states, np.int64), np.empty(0, np.int64), view)
    automata = [one for one in limits.sets if not isinstance(one, np.ndarray)]
    letter, letters = atoms.letters()
    together = Together(letters, automata)
    if automata:
        pairs = model_product(model, reading(together, letter, model.targets), view)
    masks = []
    for one in limits.sets:
        if isinstance(one, np.ndarray):
            masks.append(one[pairs.state])
        else:
            masks.append(together.seen(automata.index(one))[pairs.rest])
    return _with_priorities(pairs, condition, np.array(masks, np.bool_).reshape(len(masks), pairs.state.size))


def _with_priorities(pairs: ModelProduct, condition: Formula, masks: NDArray[np.bool_]) -> ParityModel:
    """Return the product with the memory of a condition, which is none for a single set."""
    known = {i: bool(mask.all()) for i, mask in enumerate(masks) if mask.all() or not mask.any()}
    rest = assumed(condition, known)
    if rest in (ALWAYS, NEVER):
        priority = np.full(pairs.state.size, rest == NEVER, np.int32)
        return ParityModel(pairs.model, pairs.state, priority, pairs.starts)
    found, model = leaves(condition, masks), pairs.model
    if len(found.after) == 1:
        return ParityModel(model, pairs.state, found.priority[0, found.colour], pairs.starts)
    branches = Arena.trusted(model.branches[model.choices], model.targets)
    made = model_product(model, found.memory(branches), pairs.starts)
    priority = found.priority[made.rest, found.colour[made.state]]
    return ParityModel(made.model, pairs.state[made.state], priority, made.starts)
