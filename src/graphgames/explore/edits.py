"""Edits of a game; each returns a new game, since arenas never change.

Vertices are named as everywhere, by their labels; the page, which knows their numbers, sends a `Vertex`.

If the objective has no meaning for finite plays, a vertex that would be left without a move gets a self-loop, and the
edit says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.core.arena import Arena, Vertex
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.core.value import plain, written
from graphgames.graphs.compressed_rows import restricted


class Change(NamedTuple):
    """A game after an edit, a sentence that describes the edit, and the vertex to show, -1 for none.

    ``numbers`` is for each vertex its number before the edit, -1 for a new one; None if they are the same.
    """

    game: Game
    sentence: str
    vertex: int = -1
    numbers: NDArray[np.int64] | None = None


def apply(game: Game, change: dict[str, Any]) -> Change:
    """Apply a change.

    Of the change ``what`` is a name from `CHANGES`, the rest are its arguments. Raise `GameError` if there is no such
    change, or it does not fit the game.

    Examples
    --------
    >>> from graphgames import Buchi
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1]))
    >>> print(apply(game, {"what": "delete-edge", "from": 1, "to": 0}).sentence)
    The edge 1 -> 0 is deleted; 1 was given a loop, because this play must not stop.
    """
    known = CHANGES.get(str(change.get("what")))
    if known is None:
        raise GameError(f"there is no change {shown(change.get('what'))}; known are {', '.join(CHANGES)}")
    function, names = known
    missing = [name for name in names if name not in change]
    if missing:
        raise GameError(f"the change {change['what']} needs {' and '.join(missing)}")
    return function(game, *(change[name] for name in names))


def _arena(game: Game) -> Arena:
    """Return the arena of a game whose vertices and edges can be changed.

    Raise `GameError` if something is known of its edges or vertices that an edit would have to make up.
    """
    arena, objective = game.arena, game.objective
    extra = [*arena.edge_data, *arena.vertex_data, *objective.over_edges]
    if arena.probability is not None:
        extra.append("probability")
    if extra:
        raise GameError(f"vertices and edges of this game have data ({', '.join(extra)}); change it in its file")
    return arena


def add_edge(game: Game, u: Any, w: Any) -> Change:
    """Add an edge behind the others of its tail."""
    arena = _arena(game)
    tail, head = arena.vertex(u), arena.vertex(w)
    named = f"edge {arena.label(tail)} -> {arena.label(head)}"
    if arena.between(tail, head):
        raise GameError(f"the {named} is there already")
    changed, _ = _rebuilt(game, np.append(arena.tails, tail), np.append(arena.successors, head))
    return Change(changed, f"The {named} is added.", tail)


def delete_edge(game: Game, u: Any, w: Any) -> Change:
    """Return the game without one edge between two vertices."""
    arena = _arena(game)
    tail, head = arena.vertex(u), arena.vertex(w)
    edges = arena.between(tail, head)[:1]
    if not edges:
        raise GameError(f"there is no edge from {arena.label(tail)} to {arena.label(head)}")
    changed, more = _rebuilt(game, np.delete(arena.tails, edges), np.delete(arena.successors, edges))
    return Change(changed, f"The edge {arena.label(tail)} -> {arena.label(head)} is deleted{more}.", tail)


def add_vertex(game: Game, owner: Any) -> Change:
    """Add a vertex, with a loop where a play must not stop."""
    arena, numbers = _arena(game), np.append(np.arange(game.arena.n), -1)
    owners = None if arena.owner is None else np.append(arena.owner, np.uint8(_player(owner)))
    labels = None if arena.labels is None else [*arena.labels, _fresh(arena.labels)]
    changed, more = _rebuilt(game, arena.tails, arena.successors, owners, labels, numbers)
    return Change(changed, f"There is a new vertex{more}.", arena.n, numbers)


def delete_vertex(game: Game, v: Any) -> Change:
    """Return the game without a vertex and its edges; the others keep their names."""
    arena = _arena(game)
    gone = arena.vertex(v)
    numbers = np.delete(np.arange(arena.n), gone)
    part, _ = restricted(arena, np.arange(arena.n) != gone)
    labels = [arena.names[w] for w in numbers.tolist()]
    start = None if game.start in (None, gone) else Vertex(np.searchsorted(numbers, game.start))
    changed, more = _rebuilt(replace(game, start=None), part.tails, part.successors, part.owner, labels, numbers)
    changed = replace(changed, start=start)
    return Change(changed, f"The vertex {arena.label(gone)} is deleted{more}.", numbers=numbers)


def set_owner(game: Game, v: Any, owner: Any) -> Change:
    """Return the game with another owner of a vertex."""
    arena, player = game.arena, _player(owner)
    at = arena.vertex(v)
    if arena.owner is None:
        raise GameError("the players of this game move in turn, so no vertex has an owner")
    if arena.owner[at] == CHANCE:
        raise GameError(f"{arena.label(at)} belongs to chance; change that in the game's file")
    owners = arena.owner.copy()
    owners[at] = player
    changed = replace(game, arena=_with_rows(arena, owner=owners))
    return Change(changed, f"{game.players[player]} moves from {arena.label(at)}.", at)


def set_priority(game: Game, v: Any, priority: Any) -> Change:
    """Return the parity game with another priority of a vertex."""
    at = _on_vertices(game).vertex(v)
    changed = replace(game, objective=game.objective.with_priority(at, priority))
    return Change(changed, f"The priority of {game.arena.label(at)} is {priority}.", at)


def set_mark(game: Game, v: Any, marked: Any) -> Change:
    """Set whether a vertex is a target, safe, accepting or rejecting."""
    at = _on_vertices(game).vertex(v)
    if not isinstance(marked, bool):
        raise GameError(f"{shown(marked)} is not a mark; expected true or false")
    changed = replace(game, objective=game.objective.with_mark(at, marked))
    return Change(changed, f"{game.arena.label(at)} is {'' if marked else 'not '}{game.objective.data}.", at)


def set_objective(game: Game, name: Any) -> Change:
    """Return the game with another objective; the priorities keep their meaning for player 0."""
    _on_vertices(game)
    objective, old = objective_class(str(name)), game.objective
    if not objective.reads_priorities and objective.data:
        raise GameError(f"{with_article(objective.name)} game needs more than priorities; write it into a file")
    priority = old.priorities(game.arena) if old.reads_priorities else np.ones(game.arena.n, np.int32)
    looped, more = _with_loops(objective, game.arena)
    if more:
        _arena(game)
    changed = Game(looped, objective.from_priorities(priority), game.start, game.players)
    return Change(changed, f"Now it is {with_article(objective.name)} game{more}.")


def set_setting(game: Game, name: Any, value: Any) -> Change:
    """Return the game with another threshold, discount or the like of its objective."""
    if not isinstance(name, str) or name not in settings(game):
        raise GameError(f"no number {shown(name)} can be set; there are: {', '.join(settings(game)) or 'none'}")
    number = _exact(value)
    changed = replace(game, objective=replace(game.objective, **{name: number}))
    return Change(changed, f"The {str(name).replace('_', ' ')} is {written(number)}.")


def set_number(game: Game, v: Any, value: Any) -> Change:
    """Return the game with another number of a vertex, such as its weight."""
    numbers, at = numbers_of(game, "vertices"), game.arena.vertex(v)
    changed, words = _with_number(game, numbers, at, value, game.arena.label(at))
    return Change(changed, words, at)


def set_weight(game: Game, edge: Any, value: Any) -> Change:
    """Return the game with another number of an edge, which is named by its number."""
    numbers, e = numbers_of(game, "edges"), _edge(game.arena, edge)
    changed, words = _with_number(game, numbers, e, value, _edge_in_words(game.arena, e))
    return Change(changed, words, game.arena.tail(e))


def set_probability(game: Game, edge: Any, value: Any) -> Change:
    """Return the game with another probability of an edge of chance; the other edges there share what is left."""
    arena, number = game.arena, _exact(value)
    e = _edge(arena, edge)
    tail, words = arena.tail(e), _edge_in_words(arena, e)
    if arena.probability_of(e) is None:
        raise GameError(f"{words} is not left to chance")
    others = [k for k in range(int(arena.indptr[tail]), int(arena.indptr[tail + 1])) if k != e]
    if not others or not 0 < number < 1:
        raise GameError(f"the probability of {words} is {shown(value)}; expected a number between 0 and 1")
    likely: dict[int, Any] = {k: arena.probability_of(k) for k in (e, *others)}
    left = (1 - Fraction(number)) / (1 - likely[e])
    likely |= {k: likely[k] * left for k in others} | {e: Fraction(number)}
    common = lcm(*(one.denominator for one in likely.values()))
    if common >= 1 << 62:
        raise GameError(f"the probabilities at {arena.label(tail)} would have a common denominator of over 62 bits")
    assert arena.probability is not None and arena.denominator is not None
    probability, denominator = arena.probability.copy(), arena.denominator.copy()
    probability[list(likely)] = [int(one * common) for one in likely.values()]
    denominator[tail] = common
    changed = replace(game, arena=_with_rows(arena, probability=probability, denominator=denominator))
    return Change(changed, f"The probability of {words} is {written(number)}.", tail)


def settings(game: Game) -> dict[str, Any]:
    """Return the numbers by name that can be set of an objective as a whole."""
    found = {name: plain(getattr(game.objective, name)) for name in game.objective.settings}
    return {name: value for name, value in found.items() if type(value) in (int, Fraction)}


def numbers_of(game: Game, of: str) -> tuple[str, NDArray[Any]]:
    """Return the field of an objective with a number for each vertex or edge; raise `GameError` if there is none."""
    objective, size = game.objective, game.arena.n if of == "vertices" else game.arena.m
    fields = objective.over_edges or objective.reads_data if of == "edges" else (objective.data,)
    for field in fields:
        array = objective.arrays.get(field)
        if array is not None and array.shape == (size,) and array.dtype != np.bool_:
            return field, array
    raise GameError(f"the {of} of {with_article(objective.name)} game have no numbers")


def _with_number(game: Game, numbered: tuple[str, NDArray[Any]], k: int, value: Any, place: object) -> tuple[Game, str]:
    """Return the game with another k-th number of `numbers_of`, that of a place, and a sentence that says so."""
    (field, numbers), number = numbered, _exact(value)
    info = np.iinfo(numbers.dtype) if numbers.dtype.kind in "iu" else None
    fits = info is not None and type(number) is int and info.min <= number <= info.max
    changed = numbers.copy() if fits else numbers.astype(object)
    changed[k] = number
    name = field.removeprefix("vertex_").removeprefix("edge_").replace("_", " ")
    objective = replace(game.objective, **{field: changed})
    return replace(game, objective=objective), f"The {name} of {place} is {written(number)}."


def _with_rows(arena: Arena, **rows: NDArray[Any]) -> Arena:
    """Return the arena with other owners or probabilities."""
    names = "indptr", "successors", "owner", "labels", "probability", "denominator", "edge_data", "vertex_data"
    return Arena.trusted(**({name: getattr(arena, name) for name in names} | rows))


def _exact(value: Any) -> Any:
    """Return the exact number that a text, or a number of JSON, says."""
    try:
        return plain(Fraction(str(value)))
    except (ValueError, ZeroDivisionError):
        raise GameError(f"{shown(value)} is not a number; expected one such as 3, -1/2 or 0.25") from None


def _edge(arena: Arena, edge: Any) -> int:
    if type(edge) is not int or not 0 <= edge < arena.m:
        raise GameError(f"there is no edge {shown(edge)}; expected a number below {arena.m}")
    return edge


def _edge_in_words(arena: Arena, e: int) -> str:
    return f"the edge {arena.label(arena.tail(e))} -> {arena.label(int(arena.successors[e]))}"


def _on_vertices(game: Game) -> Arena:
    """Return the arena of a game whose objective speaks of vertices."""
    if game.objective.edge_data is not None:
        raise GameError(
            f"the {game.objective.name} objective of this game is about edges; change them in the game's file"
        )
    return game.arena


def _player(owner: Any) -> int:
    if type(owner) is not int or owner not in (0, 1):
        raise GameError(f"{shown(owner)} is not a player; expected 0 or 1")
    return owner


def _fresh(labels: Any) -> Any:
    """Return a label that no vertex has: one more than the largest number, or one of their number."""
    taken = {str(label) for label in labels}
    if all(map(str.isdecimal, taken)):
        return max(map(int, taken), default=-1) + 1
    return next(name for k in count(len(labels)) if (name := f"v{k}") not in taken)


def _with_loops(objective: type[Objective], arena: Arena) -> tuple[Arena, str]:
    """Return the arena with self-loops at dead ends if plays must be infinite, and a sentence that names them."""
    stuck = arena.dead_ends
    if not stuck.size or objective.allows_dead_ends:
        return arena, ""
    tails, heads = np.append(arena.tails, stuck), np.append(arena.successors, stuck)
    names = ", ".join(str(arena.label(v)) for v in stuck[:3].tolist()) + (", ..." if stuck.size > 3 else "")
    were = "was" if stuck.size == 1 else "were each"
    more = f"; {names} {were} given a loop, because this play must not stop"
    return Arena.from_arrays(tails, heads, arena.n, arena.owner, arena.labels), more


def _rebuilt(
    game: Game,
    tails: NDArray[Any],
    heads: NDArray[Any],
    owner: NDArray[np.uint8] | None = None,
    labels: Sequence[Any] | None = None,
    numbers: NDArray[np.int64] | None = None,
) -> tuple[Game, str]:
    """Return the game with other edges, with loops where a play must not stop, and a sentence that names those.

    With ``numbers``, as in `Change`, there are other vertices, with these owners and labels.
    """
    arena, objective = game.arena, game.objective
    if numbers is None:
        owner, labels, n = arena.owner, arena.labels, arena.n
    else:
        objective, n = objective.renumbered(numbers), numbers.size
    looped, more = _with_loops(type(objective), Arena.from_arrays(tails, heads, n, owner, labels))
    return Game(looped, objective, game.start, game.players), more


CHANGES: dict[str, tuple[Callable[..., Change], tuple[str, ...]]] = {
    "add-edge": (add_edge, ("from", "to")),
    "delete-edge": (delete_edge, ("from", "to")),
    "add-vertex": (add_vertex, ("owner",)),
    "delete-vertex": (delete_vertex, ("vertex",)),
    "set-owner": (set_owner, ("vertex", "owner")),
    "set-priority": (set_priority, ("vertex", "priority")),
    "set-mark": (set_mark, ("vertex", "marked")),
    "set-number": (set_number, ("vertex", "number")),
    "set-weight": (set_weight, ("edge", "weight")),
    "set-probability": (set_probability, ("edge", "probability")),
    "set-setting": (set_setting, ("setting", "value")),
    "set-objective": (set_objective, ("objective",)),
}
"""What can be done, by which function, and with which arguments."""
