"""Policies as people have them, as shares of the edges of an arena."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.strategy import Playable, Strategy
from graphgames.core.value import decimal, in_words
from graphgames.policies.agents import Agent
from graphgames.readers.source import open_source

UNIFORM = "uniform"
"""The policy that takes every move with the same probability."""
OPTIMAL = "optimal"
"""The policy that takes the best moves of a solution."""

_NEAR = Fraction(1, 10**6)

Name = Callable[[int], Any]
"""From an edge to the name of the move that is made by it."""


def policy_of(given: Any, game: Any) -> Any:
    """Return a policy as all here know one: of a file or a DataFrame, or of an array over the states of a game.

    Anything else is returned as it is. Raise `GameError` if it holds no policy, or does not fit the game.
    """
    if isinstance(given, str | PathLike) and fspath(given).endswith((".csv", ".json")):
        return _in_file(fspath(given))
    if hasattr(given, "columns") and hasattr(given, "to_dict"):
        return _in_rows(given.to_dict("records"), "the table").get
    if not isinstance(given, list | tuple | np.ndarray):
        return given
    problem = getattr(game, "problem", game)
    if not isinstance(problem, Game):
        raise GameError("a policy is an array only for a game on an arena, whose states have numbers")
    try:
        n, rows = getattr(problem, "states", problem.arena.n), np.atleast_1d(given).tolist()
    except ValueError:
        raise GameError("the rows of the policy differ in length; expected as many numbers for each state") from None
    if len(rows) != n:
        raise GameError(f"the policy is for {len(rows)} states, but there are {n}")
    each = [dict(enumerate(row)) if isinstance(row, list) else row for row in rows]
    return {problem.arena.label(v): said for v, said in enumerate(each)}


def _in_file(path: str) -> Callable[[Any], Any]:
    """Return the policy in a file, of positions by their names as text."""
    text = open_source(path).to_bytes().decode("utf-8-sig", "replace")
    if path.endswith(".csv"):
        found = _in_rows(csv.DictReader(io.StringIO(text)), path)
    else:
        try:
            told = json.loads(text)
            found = dict(told.get("policy", told))
        except (ValueError, TypeError, AttributeError):
            raise GameError(f"{path} is not a policy; expected a JSON object with a policy") from None
    return lambda position: found.get(str(position))


def _in_rows(rows: Iterable[Mapping[str, Any]], name: str) -> dict[Any, Any]:
    """Return the policy in the rows of a table."""
    found: dict[Any, Any] = {}
    for row in rows:
        if not {"state", "action"} <= row.keys():
            raise GameError(f"{name} is not a policy; expected a table with the columns state and action")
        state, action, likely = row["state"], row["action"], row.get("probability")
        if action in (None, "") or action != action:  # no action matters there
            continue
        if likely is None:
            found[state] = action
        else:
            found.setdefault(state, {})[action] = likely
    return found


def is_called(policy: Any, word: str) -> bool:
    """Return whether a policy is given by this word; one that is no text is not asked whether it is equal to it."""
    return isinstance(policy, str) and policy == word


def shares(
    arena: Arena,
    own: NDArray[np.bool_],
    policy: Any,
    name: Name,
    mend: bool = False,
    over: NDArray[np.bool_] | None = None,
) -> NDArray[np.int64]:
    """Return how likely a policy takes each edge, as integers over the sum at its tail; 0 at vertices of others.

    Parameters
    ----------
    arena : Arena
        Where it is played.
    own : ndarray of bool, shape (n,)
        The vertices at which the policy says what to do.
    policy : str, mapping, callable, or Strategy
        ``"uniform"``; from positions, by their names, to a move or to a mapping from moves to probabilities; a function
        of a position that returns such; a strategy without memory, or a solution. A move has the name that ``name``
        gives it, or is the position that it leads to.
    name : callable
        What the move along an edge is called.
    mend : bool
        Whether probabilities that miss 1 by rounding are divided by their sum.
    over : ndarray of bool, shape (n,), optional
        Where plays are over, so that the policy is not asked; its first edge is taken there.

    Raises
    ------
    GameError
        If the policy does not say what to do at a vertex with several moves, names no move there, or its probabilities
        do not sum to 1.
    """
    found = np.zeros(arena.m, np.int64)
    if isinstance(policy, str):
        if policy != UNIFORM:
            raise GameError(f"the policy is {policy!r}; expected 'uniform', a dictionary, a function, or a strategy")
        found[own[arena.tails]] = 1
        return found
    asked = own & (arena.out_degree > 1)
    if over is not None:
        asked &= ~over
    found[arena.indptr[:-1][own & (arena.out_degree > 0) & ~asked]] = 1
    ask, strategy = _asked(arena, policy), getattr(policy, "strategy", policy)
    follows = isinstance(strategy, Strategy) and strategy.arena is arena
    for v in np.flatnonzero(asked).tolist():
        if follows and (taken := strategy.move(v)) is not None:
            found[taken[0]] = 1
            continue
        edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        heads = [arena.label(int(arena.successors[e])) for e in edges]
        where = f"at {shown(arena.label(v))}"
        for k, share in distribution(ask(v), [name(e) for e in edges], heads, where, mend).items():
            found[edges[k]] = share
    return found


def _asked(arena: Arena, policy: Any) -> Callable[[int], Any]:
    """Return what a policy says at a vertex."""
    if isinstance(policy, Playable):
        moves = policy.opening
        return lambda v: arena.label(int(moves[v])) if moves[v] >= 0 else None
    ask = said_by(policy)
    return lambda v: ask(arena.label(v))


def said_by(policy: Any) -> Callable[[Any], Any]:
    """Return what a policy says at a position; raise `GameError` if it is none."""
    if hasattr(policy, "best_moves"):
        return Agent(policy)
    if isinstance(policy, Mapping):
        return policy.get
    if callable(policy):
        found: Callable[[Any], Any] = policy
        return found
    raise GameError(
        f"the policy is {shown(policy)}; expected 'uniform', a dictionary, a function, a strategy or a solution"
    )


def distribution(
    said: Any, names: Sequence[Any], heads: Sequence[Any], where: str, mend: bool = False
) -> dict[int, int]:
    """Return how likely a policy that says this takes each of some moves, by their places, as integers in proportion.

    Moves go by their names, or by the positions that they lead to; errors and ``mend`` as for `shares`.
    """
    if is_called(said, UNIFORM) and UNIFORM not in names:
        return dict.fromkeys(range(len(names)), 1)
    if said is None:
        raise GameError(f"the policy says nothing {where}, where there are {len(names)} moves")
    if not isinstance(said, Mapping):
        return {_place(said, names, heads, where): 1}
    exact: dict[int, Fraction] = {}
    for move, likely in said.items():
        share = Fraction(decimal(likely))
        if share < 0:
            raise GameError(f"{where} the policy has the probability {in_words(share)} of {shown(move)}")
        if share:
            k = _place(move, names, heads, where)
            exact[k] = exact.get(k, Fraction(0)) + share
    total = sum(exact.values(), Fraction(0))
    if total != 1 and not (mend and abs(total - 1) < _NEAR):
        hint = "; if they were rounded, normalize=True divides them by their sum" if abs(total - 1) < _NEAR else ""
        raise GameError(f"{where} the probabilities of the policy sum to {in_words(total)}; expected exactly 1{hint}")
    common = lcm(*(share.denominator for share in exact.values()))
    return {k: int(share * common) for k, share in exact.items()}


def _place(move: Any, names: Sequence[Any], heads: Sequence[Any], where: str) -> int:
    """Return the place of a move, by its name or by where it leads."""
    for listed in (names, heads, [str(one) for one in names] if isinstance(move, str) else []):
        if move in listed:
            return listed.index(move)
    raise GameError(f"{where} the policy says {shown(move)}, which is not a move there; there are {shown(names)}")
