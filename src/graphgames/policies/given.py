"""Policies as people have them, as shares of the edges of an arena."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.chance import corrected
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.strategy import Playable, Strategy
from graphgames.core.value import decimal, in_words, plain
from graphgames.games.models.paths import PairNames
from graphgames.policies.agents import Agent
from graphgames.policies.written import Written, in_file, in_table

UNIFORM = "uniform"
"""The policy that takes every move with the same probability."""
OPTIMAL = "optimal"
"""The policy that takes the best moves of a solution."""

_ROUNDING = Fraction(1, 10**6)

Name = Callable[[int], Any]
"""From an edge to the name of the move that is made by it."""


def policy_of(given: Any, game: Any) -> Any:
    """Return a policy as all here know one: of a file or a DataFrame, or of an array over the states of a game.

    Anything else is returned as it is. Raise `GameError` or `FormatError` if it holds no policy, or does not fit the
    game.
    """
    problem = getattr(game, "problem", game)
    if isinstance(given, PathLike) or (isinstance(given, str) and _is_file(given)):
        found = in_file(fspath(given), game)
        return _expected(found, problem) if isinstance(found, Written) else found
    if hasattr(given, "columns") and hasattr(given, "to_dict"):
        return _expected(in_table(given), problem)
    if not isinstance(given, list | tuple | np.ndarray):
        found = given.to_dict() if hasattr(given, "to_dict") and hasattr(given, "index") else given  # a Series
        if isinstance(found, Mapping) and isinstance(problem, Game):
            return _expected(Written(found, lambda wrong, *_: GameError(wrong), as_text=False), problem)
        return found
    if not isinstance(problem, Game):
        raise GameError("a policy is an array only for a game on an arena, whose states have numbers")
    try:
        n, rows = getattr(problem, "states", problem.arena.n), np.atleast_1d(given).tolist()
    except ValueError:
        raise GameError("the rows of the policy differ in length; expected as many numbers for each state") from None
    if len(rows) != n:
        raise GameError(f"the policy is for {len(rows)} states, but there are {n}")
    each = [dict(enumerate(row)) if isinstance(row, list) else row for row in rows]
    several = problem.arena.out_degree > 1  # elsewhere an array holds some number, too
    return {problem.arena.label(v): answer for v, answer in enumerate(each) if several[v]}


def _is_file(given: str) -> bool:
    """Return whether a text is the name of a file, and not a word for a policy."""
    return given not in (UNIFORM, OPTIMAL) and (given.endswith((".csv", ".json")) or Path(given).is_file())


def _expected(policy: Written, game: Any) -> Written:
    """Return a policy of the states, or vertices, of a game; raise an error if it names others."""
    if not isinstance(game, Game):
        return policy
    names = getattr(getattr(game, "model", None), "names", None)
    copied = names.of_states() if isinstance(names, PairNames) else ()
    return policy.expect([game.arena.label(v) for v in range(getattr(game, "states", game.arena.n))], copied)


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

    Raise `GameError` if the policy does not say what to do at a vertex with several moves, names no move there, or its
    probabilities do not sum to 1.
    """
    found = np.zeros(arena.m, np.int64)
    if isinstance(policy, str):
        if policy != UNIFORM:
            raise GameError(f"the policy is {policy!r}; expected 'uniform', a dictionary, a function, or a strategy")
        found[own[arena.tails]] = 1
        return found
    playable = policy if isinstance(policy, Playable) else None
    ask = (lambda position: None) if playable else as_function(policy)
    asked = own & (arena.out_degree > 1)
    if isinstance(policy, Mapping | Written):  # what is said of the only move is read, too
        only = np.flatnonzero(own & (arena.out_degree == 1))
        asked[[v for v in only.tolist() if ask(arena.label(v)) is not None]] = True
    if over is not None:
        asked &= ~over
    found[arena.indptr[:-1][own & (arena.out_degree > 0) & ~asked]] = 1
    strategy = getattr(policy, "strategy", policy)
    follows = isinstance(strategy, Strategy) and strategy.arena is arena
    for v in np.flatnonzero(asked).tolist():
        if follows and (taken := strategy.move(v)) is not None:
            found[taken[0]] = 1
            continue
        edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        heads = [arena.label(int(arena.successors[e])) for e in edges]
        label, names = arena.label(v), [name(e) for e in edges]
        if playable is not None:
            after = int(playable.opening[v])
            answer = arena.label(after) if after >= 0 else None
            likely = distribution(answer, names, heads, f"at {shown(label)}", mend)
        else:
            likely = taken_at(label, ask, names, heads, mend)
        for k, share in likely.items():
            found[edges[k]] = share
    return found


def as_function(policy: Any) -> Callable[[Any], Any]:
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


def taken_at(
    position: Any, ask: Callable[[Any], Any], names: Sequence[Any], heads: Sequence[Any], mend: bool = False
) -> dict[int, int]:
    """Return how likely a policy takes each of the moves at a position, as `distribution`; of a file with the place."""
    try:
        return distribution(ask(position), names, heads, f"at {shown(position)}", mend)
    except GameError as error:
        raise ask.refused(str(error), position) if isinstance(ask, Written) else error from None


def distribution(
    answer: Any, names: Sequence[Any], heads: Sequence[Any], where: str, mend: bool = False
) -> dict[int, int]:
    """Return how likely a policy that says this takes each of some moves, by their places, as integers in proportion.

    Moves go by their names, or by the positions that they lead to; errors and ``mend`` as for `shares`.
    """
    if is_called(answer, UNIFORM) and UNIFORM not in names:
        return dict.fromkeys(range(len(names)), 1)
    if answer is None:
        raise GameError(f"the policy says nothing {where}, where there are {len(names)} moves")
    if not isinstance(answer, Mapping):
        return {_place(answer, names, heads, where): 1}
    exact: dict[int, Fraction] = {}
    known = dict[Any, int]()
    for listed in ([str(one) for one in names], heads, names):  # as `_place` does: what comes last counts
        known |= {one: k for k, one in reversed([*enumerate(listed)])}
    for move, likely in answer.items():
        share = Fraction(decimal(likely))
        if share < 0:
            raise GameError(f"{where} the policy has the probability {in_words(plain(share))} of {shown(move)}")
        if share:
            k = known[move] if move in known else _place(move, names, heads, where)
            exact[k] = exact.get(k, Fraction(0)) + share
    if not mend and (whole := corrected([*answer.values()], [*exact.values()])) is not None:
        return dict(zip(exact, whole, strict=True))
    total = sum(exact.values(), Fraction(0))
    if total != 1 and not (mend and abs(total - 1) < _ROUNDING):
        hint = "; if they were rounded, normalize=True divides them by their sum" if abs(total - 1) < _ROUNDING else ""
        raise GameError(
            f"{where} the probabilities of the policy sum to {in_words(plain(total))}; expected exactly 1{hint}"
        )
    common = lcm(*(share.denominator for share in exact.values()))
    return {k: int(share * common) for k, share in exact.items()}


def _place(move: Any, names: Sequence[Any], heads: Sequence[Any], where: str) -> int:
    """Return the place of a move, by its name or by where it leads."""
    for listed in (names, heads):
        if move in listed:
            return listed.index(move)
    if isinstance(move, str) and move in (texts := [*map(str, names)]):
        return texts.index(move)
    raise GameError(f"{where} the policy says {shown(move)}, which is not a move there; there are {shown(names)}")
