"""Games on arenas as specifications: the vertex where a play is, as a number, and rules for every vertex."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from graphgames.core.acceptance import FALSE, TRUE, Formula, spelled
from graphgames.core.arena import Arena, owners
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.games.omega.objective import Goals

AT, AFTER, CHOICE = ("var", "at", False), ("var", "at", True), ("var", "choice", True)


def parts_of(game: Game) -> dict[str, Any]:
    """Return the fields of the specification that a game is; as `Spec.from_game`."""
    arena, objective, (formula, sets) = _conditioned(game)
    ended: tuple[list[int], list[int]] = [], []
    rules: tuple[list[Any], list[Any]] = [], []
    for v, mover in enumerate(owners(arena).tolist()):
        end = objective.ending(arena, v, mover)
        if end is not None:
            ended[end.winner or 0].append(v)
            rules[0].append(_implies(_one_of([v]), ("cmp", "=", AFTER, AT)))
            continue
        rules[mover].append(
            _implies(_one_of([v]), _one_of(arena.successors_of(v).tolist(), CHOICE if mover else AFTER))
        )
        if mover:
            rules[0].append(_implies(_one_of([v]), ("cmp", "=", AFTER, CHOICE)))
    parts: dict[str, Any] = {"inputs": {"choice": (0, arena.n - 1)}, "outputs": {"at": (0, arena.n - 1)}}
    parts |= {"env_trans": rules[1], "sys_trans": [*rules[0], ("not", _one_of(ended[1]))]}
    parts["sys_init"] = [] if game.start is None else [_one_of([int(game.start)])]
    if isinstance(objective, Goals):
        return parts | dict(zip(("env_goals", "sys_goals"), map(_of_masks, objective.goals), strict=True))
    reach = {"reach": _one_of(ended[0])} if ended[0] else {}
    return parts | {"marks": _of_masks(sets), "acceptance": spelled(formula)} | reach


def _conditioned(game: Game) -> tuple[Arena, Objective, tuple[Formula, Any]]:
    """Return the arena and the objective over vertices alone, and what is to be seen infinitely often."""
    form = game.vertex_form
    arena, objective = form.arena, form.objective
    plain = bool(arena.n) and not arena.chance_vertices.size and not objective.value_types
    condition = objective.acceptance() if plain else None
    other = objective.parity_game(arena) if plain and condition is None else None
    if other is not None:
        arena, objective = other[0], other[1].bind(other[0])
        condition = objective.acceptance()
    elif plain and condition is None and objective.endless in (0, 1):
        condition = (FALSE if objective.endless else TRUE), ()
    if condition is None:
        what = f"{with_article(objective.name)} game" if arena.n else "a game without vertices"
        raise GameError(f"{what} is not a specification; expected one of two players of whom one wins every play")
    return arena, objective, condition


def _implies(first: Any, second: Any) -> Any:
    return ("or", ("not", first), second)


def _one_of(vertices: Iterable[int], variable: Any = AT) -> Any:
    """Return that a variable is one of some vertices."""
    return ("or", ("const", False), *(("cmp", "=", variable, ("num", v)) for v in vertices))


def _of_masks(masks: Iterable[Any]) -> list[Any]:
    return [_one_of(np.flatnonzero(mask).tolist()) for mask in masks]
