"""Edits of a game; each returns a new game, since arenas never change.

Vertices are named as everywhere, by their labels; the page, which knows their numbers, sends a `Vertex`.

If the objective has no meaning for finite plays, a vertex that would be left without a move gets a self-loop, and the
edit says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, Vertex
from graphgames.core.catalogue import objective_class
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.objective import Objective


class Change(NamedTuple):
    """A game after an edit.

    Attributes
    ----------
    game : Game
        The new game.
    said : str
        A sentence that describes the edit.
    vertex : int
        The vertex to show, -1 for none.
    numbers : ndarray of int64 or None
        For each vertex its number before the edit, -1 for a new one; None if they are the same.
    """

    game: Game
    said: str
    vertex: int = -1
    numbers: NDArray[np.int64] | None = None


def apply(game: Game, change: dict[str, Any]) -> Change:
    """Apply a change.

    Parameters
    ----------
    game : Game
        The game to change.
    change : dict
        ``what`` is a name from `CHANGES`, the rest are its arguments.

    Raises
    ------
    GameError
        If there is no such change, or it does not fit the game.

    Examples
    --------
    >>> from graphgames import Buchi
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1]))
    >>> print(apply(game, {"what": "delete-edge", "from": 1, "to": 0}).said)
    The edge 1 -> 0 is gone; 1 was given a loop, because this play must not stop.
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

    Raises
    ------
    GameError
        If something is known of its edges or vertices that an edit would have to make up.
    """
    arena, objective = game.arena, game.objective
    extra = [*arena.edge_data, *arena.vertex_data, *([objective.edges] if objective.edge_data is not None else [])]
    if arena.probability is not None:
        extra.append("probability")
    if extra:
        raise GameError(f"vertices and edges of this game have data ({', '.join(extra)}); change it in its file")
    return arena


def add_edge(game: Game, u: Any, w: Any) -> Change:
    """Add an edge behind the others of its tail."""
    arena = _arena(game)
    tail, head = arena.vertex(u), arena.vertex(w)
    indptr = arena.indptr.copy()
    indptr[tail + 1 :] += 1
    successors = np.insert(arena.successors, arena.indptr[tail + 1], head).astype(np.int32)
    said = f"The edge {arena.label(tail)} -> {arena.label(head)} is there."
    return Change(_with(game, Arena.trusted(indptr, successors, arena.owner, arena.labels)), said, tail)


def delete_edge(game: Game, u: Any, w: Any) -> Change:
    """Return the game without one edge between two vertices."""
    arena = _arena(game)
    tail, head = arena.vertex(u), arena.vertex(w)
    there = np.flatnonzero(arena.successors_of(tail) == head)
    if not there.size:
        raise GameError(f"there is no edge from {arena.label(tail)} to {arena.label(head)}")
    indptr = arena.indptr.copy()
    indptr[tail + 1 :] -= 1
    successors = np.delete(arena.successors, int(arena.indptr[tail]) + int(there[0]))
    looped, more = _with_loops(type(game.objective), Arena.trusted(indptr, successors, arena.owner, arena.labels))
    said = f"The edge {arena.label(tail)} -> {arena.label(head)} is gone{more}."
    return Change(_with(game, looped), said, tail)


def add_vertex(game: Game, owner: Any) -> Change:
    """Add a vertex, with a loop where a play must not stop."""
    arena, v = _arena(game), game.arena.n
    owners = None if arena.owner is None else np.append(arena.owner, np.uint8(_player(owner)))
    labels = None if arena.labels is None else [*arena.labels, _fresh(arena.labels)]
    indptr = np.append(arena.indptr, arena.indptr[-1])
    looped, more = _with_loops(type(game.objective), Arena.trusted(indptr, arena.successors, owners, labels))
    numbers = np.append(np.arange(v), -1)
    return Change(_with(game, looped, numbers), f"There is a new vertex{more}.", v, numbers)


def delete_vertex(game: Game, v: Any) -> Change:
    """Return the game without a vertex and its edges; the others keep their names."""
    arena = _arena(game)
    gone = arena.vertex(v)
    kept = np.ones(arena.n, np.bool_)
    kept[gone] = False
    number = np.cumsum(kept) - 1
    tails, heads = arena.tails, arena.successors
    inside = kept[tails] & kept[heads]
    names = range(arena.n) if arena.labels is None else arena.labels
    labels = [name for w, name in enumerate(names) if w != gone]
    owner = None if arena.owner is None else arena.owner[kept]
    smaller = Arena.from_arrays(number[tails[inside]], number[heads[inside]], arena.n - 1, owner, labels)
    looped, more = _with_loops(type(game.objective), smaller)
    start = None if game.start in (None, gone) else Vertex(number[game.start])
    changed = _with(replace(game, start=None), looped, np.flatnonzero(kept), start)
    return Change(changed, f"The vertex {arena.label(gone)} is gone{more}.", numbers=np.flatnonzero(kept))


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
    rows = arena.labels, arena.probability, arena.denominator, arena.edge_data, arena.vertex_data
    changed = _with(game, Arena.trusted(arena.indptr, arena.successors, owners, *rows))
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
        raise GameError(f"{shown(marked)} is no mark; expected true or false")
    changed = replace(game, objective=game.objective.with_mark(at, marked))
    return Change(changed, f"{game.arena.label(at)} is {'' if marked else 'not '}{game.objective.data}.", at)


def set_objective(game: Game, name: Any) -> Change:
    """Return the game with another objective; the priorities keep their meaning for player 0."""
    _on_vertices(game)
    kind, old = objective_class(str(name)), game.objective
    if not kind.reads_priorities and kind.data:
        raise GameError(f"a {kind.name} game needs more than priorities; write it into a file")
    priority = old.priorities(game.arena) if old.reads_priorities else np.ones(game.arena.n, np.int32)
    looped, more = _with_loops(kind, game.arena)
    if more:
        _arena(game)
    changed = Game(looped, kind.from_priorities(priority), game.start, game.players)
    return Change(changed, f"Now it is a {kind.name} game{more}.")


def _on_vertices(game: Game) -> Arena:
    """Return the arena of a game whose objective speaks of vertices."""
    if game.objective.edge_data is not None:
        raise GameError(f"it is edges that a {game.objective.name} objective speaks of here; change them in their file")
    return game.arena


def _player(owner: Any) -> int:
    if type(owner) is not int or owner not in (0, 1):
        raise GameError(f"{shown(owner)} is no player; expected 0 or 1")
    return owner


def _fresh(labels: Any) -> Any:
    """Return a label that no vertex has: one more than the largest number, or one of their number."""
    numbers = [int(label) for label in labels if str(label).isdecimal()]
    if len(numbers) == len(labels):
        return max(numbers, default=-1) + 1
    taken, k = {str(label) for label in labels}, len(labels)
    while f"v{k}" in taken:
        k += 1
    return f"v{k}"


def _with_loops(kind: type[Objective], arena: Arena) -> tuple[Arena, str]:
    """Return the arena with self-loops at dead ends if plays must be infinite, and a sentence that names them."""
    stuck = arena.dead_ends
    if not stuck.size or kind.allows_dead_ends:
        return arena, ""
    tails = np.concatenate([arena.tails, stuck.astype(np.int32)])
    heads = np.concatenate([arena.successors, stuck.astype(np.int32)])
    names = ", ".join(str(arena.label(v)) for v in stuck[:3].tolist()) + (", ..." if stuck.size > 3 else "")
    were = "was" if stuck.size == 1 else "were each"
    more = f"; {names} {were} given a loop, because this play must not stop"
    return Arena.from_arrays(tails, heads, arena.n, arena.owner, arena.labels), more


def _with(game: Game, arena: Arena, vertices: NDArray[np.int64] | None = None, start: Vertex | None = None) -> Game:
    """Return the same game on another arena, for each of whose vertices the old number is given, -1 if it is new."""
    objective = game.objective if vertices is None else game.objective.renumbered(vertices)
    return Game(arena, objective, game.start if start is None else start, game.players)


CHANGES: dict[str, tuple[Callable[..., Change], tuple[str, ...]]] = {
    "add-edge": (add_edge, ("from", "to")),
    "delete-edge": (delete_edge, ("from", "to")),
    "add-vertex": (add_vertex, ("owner",)),
    "delete-vertex": (delete_vertex, ("vertex",)),
    "set-owner": (set_owner, ("vertex", "owner")),
    "set-priority": (set_priority, ("vertex", "priority")),
    "set-mark": (set_mark, ("vertex", "marked")),
    "set-objective": (set_objective, ("objective",)),
}
"""What can be done, by which function, and with which arguments."""
