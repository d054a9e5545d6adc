"""Policies that remember something of the play: the pairs of a position and what both players remember.

On these pairs they are policies without memory, so that what is marked or played is an arena again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, shown
from graphgames.core.memory import Automaton, Remembered
from graphgames.core.strategy import FiniteMemoryStrategy, Playable
from graphgames.core.unknown_attributes import Suggesting
from graphgames.policies.given import UNIFORM, as_function


@dataclass(frozen=True)
class MemoryPolicy(Suggesting):
    """A policy that remembers something of the play; only finitely many memories may be reached.

    Attributes
    ----------
    start : hashable
        What is remembered at the start.
    act : callable
        ``act(position, memory)`` returns a move, or a dictionary from moves to probabilities, or ``"uniform"``.
    after : callable
        ``after(memory, position, move)`` returns what is remembered after a move of anyone, also of chance. Moves have
        their names, as in `graphgames.evaluate`.

    Examples
    --------
    Two doors, of which the guest takes one; a guard who shuts each in turn lets him in every other time.

    >>> import graphgames as gg
    >>> graph = {"guard": ["shut left", "shut right"], "shut left": ["in", "guard"], "shut right": ["in", "guard"],
    ...          "in": ["in"]}
    >>> game = gg.Game.from_graph(graph, gg.Safe(["guard", "shut left", "shut right"]), start="guard",
    ...     owner={"guard": 0, "shut left": 1, "shut right": 1, "in": 1})
    >>> turns = gg.MemoryPolicy(0, lambda position, night: ("shut left", "shut right")[night],
    ...                         lambda night, position, move: 1 - night if position == "guard" else night)
    >>> gg.evaluate(game, turns).value
    0
    """

    start: Hashable
    act: Callable[[Any, Any], Any]
    after: Callable[[Any, Any, Any], Hashable]

    def __post_init__(self) -> None:
        for what, given in (("act", self.act), ("after", self.after)):
            if not callable(given):
                raise GameError(f"{what} is {shown(given)}; expected a function")


def remembers(policy: Any) -> bool:
    """Return whether a policy remembers something of the play."""
    return isinstance(getattr(policy, "strategy", policy), MemoryPolicy | FiniteMemoryStrategy)


def together(board: Any, policies: Sequence[Any]) -> tuple[Any, list[Any]]:
    """Return the board of the pairs of a position and what is remembered, and the policies on it.

    Policies remember something, and so does a game that counts moves.
    """
    keepers, counter = [_keeper(board, policy) for policy in policies], board.game.memory
    arena, name, called = board.game.arena, board.name, list[str]()
    states: list[tuple[Any, ...]] = [(counter.begin(board.start) if counter else 0, *(one.start for one in keepers))]
    number, seen = {states[0]: 0}, dict[tuple[int, int], int]()

    def update(memory: NDArray[np.int64], edge: NDArray[np.int64]) -> NDArray[np.int64]:
        found = []
        for q, e in zip(memory.tolist(), edge.tolist(), strict=True):
            left, *kept = states[q]
            position, move = arena.label(arena.tail(e)), name(e)
            after = [one.after(m, position, move) for one, m in zip(keepers, kept, strict=True)]
            state = (counter.after(left, e) if counter else 0, *after)
            if state not in number:
                number[state] = len(states)
                states.append(state)
            found.append(number[state])
            seen[q, e] = number[state]
        return np.array(found, np.int64)

    automaton, left = Automaton(None, 0, update, lambda q: called[q]), lambda q: np.array([one[0] for one in states])[q]
    made = board.remembering(automaton, left)
    called += _called(board, states, [remembers(policy) for policy in policies])
    state_of = dict(zip(called, states, strict=True))

    def on_pairs(k: int) -> Any:
        def ask(at: Remembered) -> Any:
            return keepers[k].act(at.vertex, state_of[at.memory][k + 1])

        return UNIFORM if isinstance(policies[k], str) else ask

    if any(map(remembers, policies)):
        counted = [one[0] for one in states] if counter else None
        memory = {"names": called, "left": counted, "after": [[*at, after] for at, after in seen.items()]}
        made = replace(made, memory=memory)
    return made, [on_pairs(k) for k in range(len(policies))]


def board_with_memory(board: Any, given: Any, source: str) -> Any:
    """Return the board of the pairs with what a file says is remembered, as `together` makes it.

    Raise `GameError` if it says no memory, or one that does not count the moves as the game does.
    """
    held: dict[str, Any] = given if isinstance(given, dict) else {}
    game: Any = board.game
    names: Any = held.get("names")
    left: Any = held.get("left")
    steps: Any = held.get("after")
    if held.keys() != {"names", "left", "after"} or not _is_memory(names, left, steps, game):
        raise GameError(f'{source}: "memory" holds no memory of plays: names, what is left, and states after edges')
    after = {(q, e): following for q, e, following in steps}
    if game.memory is not None and (
        left[0] != game.memory.begin(board.start)
        or any(left[w] != game.memory.after(left[q], e) for (q, e), w in after.items())
    ):
        raise GameError(f'{source}: "memory" counts the moves in another way than the game does')

    def update(memory: NDArray[np.int64], edge: NDArray[np.int64]) -> NDArray[np.int64]:
        pairs = list(zip(memory.tolist(), edge.tolist(), strict=True))
        if missing := [pair for pair in pairs if pair not in after]:
            q, e = missing[0]
            raise GameError(f'{source}: "memory" does not say what follows state {q} after edge {e}')
        return np.array([after[pair] for pair in pairs], np.int64)

    automaton = Automaton(None, 0, update, lambda q: str(names[q]))
    return replace(board.remembering(automaton, lambda q: np.array(left)[q]), memory=given)


def _is_memory(names: Any, left: Any, steps: Any, game: Any) -> bool:
    """Return whether a file holds the names of states, what is left in each if moves are counted, and what follows."""
    if not isinstance(names, list) or not names or not isinstance(steps, list):
        return False
    if any(not isinstance(name, str) for name in names) or len(set(names)) < len(names):
        return False
    counted = isinstance(left, list) and len(left) == len(names) and all(type(one) is int for one in left)
    if not counted if game.memory is not None else left is not None:
        return False
    most = (len(names), game.arena.m, len(names))
    return all(
        isinstance(step, list)
        and len(step) == 3
        and all(type(one) is int and 0 <= one < end for one, end in zip(step, most, strict=True))
        for step in steps
    )


def _called(board: Any, states: Sequence[tuple[Any, ...]], remembering: Sequence[bool]) -> list[str]:
    """Return a name for each state: how many decisions are left, and what the policies remember that do."""
    found: dict[str, None] = {}
    for q, (left, *kept) in enumerate(states):
        parts = [str(memory) for memory, one in zip(kept, remembering, strict=True) if one]
        if board.game.memory is not None:
            parts.insert(0, f"{left if board.states is None else (left + 1) // 2} left")
        name = ", ".join(parts)
        found[f"{name} ({q})" if name in found else name] = None
    return list(found)


def _keeper(board: Any, policy: Any) -> MemoryPolicy:
    """Return a policy as one that remembers something, perhaps always the same."""
    strategy = getattr(policy, "strategy", policy)
    if isinstance(strategy, MemoryPolicy):
        return strategy
    arena, name = board.game.arena, board.name
    if not isinstance(strategy, Playable):
        ask = (lambda position: UNIFORM) if isinstance(policy, str) else as_function(policy)
        return MemoryPolicy(0, lambda position, memory: ask(position), lambda memory, position, move: memory)

    def act(position: Any, memory: int) -> Any:
        found = strategy.move(arena.vertex(position), memory)
        return UNIFORM if found is None else name(found[0])

    @cache
    def edges(v: int) -> dict[Any, int]:
        last_first = range(int(arena.indptr[v + 1]) - 1, int(arena.indptr[v]) - 1, -1)
        return {name(e): e for e in last_first}  # of parallel edges with one name the first

    def after(memory: int, position: Any, move: Any) -> int:
        return int(strategy.after(memory, edges(arena.vertex(position))[move]))

    return MemoryPolicy(int(strategy.start(board.start)), act, after)
