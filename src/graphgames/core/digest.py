r"""The digest of a problem: what a solution file says of which game it is, in full, so that it proves no other one.

A problem is written as parts, each with a name and values, one after another, and hashed with SHA-256. A part is a line
``name integers count`` with the values behind it as 8 bytes each, little-endian in two's complement, if they are a row
of whole numbers that fit; else a line ``name text count`` with each value on a line of its own, as JSON has it: words,
``-3``, ``7/3``, ``inf``. A mask is the row of the numbers where it is true; of several masks each is a text of these
numbers with commas between. Lines are UTF-8 and end in ``\n``.

The parts of a game, in this order: ``objective`` (its name) and ``vertices`` (how many), both text; ``owner`` (0, 1 or
2 for chance), if the game has owners; ``degree``, how many edges leave each vertex, and ``head``, where each edge
leads, those out of vertex 0 first and those out of one vertex in the order of the file; where chance moves
``probability``, an integer for each edge, and ``denominator``, one for each vertex: what the probabilities are in
lowest terms over a common denominator, 0 and 1 where chance does not move. Then each field of the objective that is
set, and not to what it is by default, by its name in the file of the game, in alphabetical order. Labels, the names of
the players and the start do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.value import written


@dataclass(frozen=True)
class Pieces:
    """A row of whole numbers that comes in pieces: how many they are in all, and the pieces."""

    count: int
    pieces: Iterable[NDArray[Any]]


def digest(parts: Mapping[str, Any]) -> str:
    """Return the digest of the parts of a problem.

    >>> digest({"code": ".77", "largest": 5}) == digest({"code": ".77", "largest": 5})
    True
    >>> digest({"first": [1, 2], "second": []}) == digest({"first": [1], "second": [2]})
    False
    """
    mixed = sha256()
    for name, values in parts.items():
        whole = values if isinstance(values, Pieces) else _integers(values)
        if whole is None:
            lines = [f"{_text(one)}\n" for one in np.ravel(np.asarray(values, object)).tolist()]
            mixed.update(f"{name} text {len(lines)}\n{''.join(lines)}".encode())
            continue
        mixed.update(f"{name} integers {whole.count}\n".encode())
        for piece in whole.pieces:
            mixed.update(np.ascontiguousarray(piece, "<i8").data)
    return f"sha256:{mixed.hexdigest()}"


def _integers(values: Any) -> Pieces | None:
    """Return a row of whole numbers that fit 64 bits; None for any other, and for a single value."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "bi":
        row = np.flatnonzero(values) if values.dtype.kind == "b" else values
        return Pieces(row.size, [row])
    whole = values.tolist() if isinstance(values, np.ndarray) else values
    fits = isinstance(whole, list | tuple) and all(type(one) is int and -(2**63) <= one < 2**63 for one in whole)
    return Pieces(len(whole), [np.array(whole, np.int64)]) if fits else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else written(value).replace("∞", "inf")  # type: ignore[arg-type]


def game_parts(game: Game) -> dict[str, Any]:
    """Return the parts of a game, as the text above has them."""
    arena, objective = game.arena, game.objective
    parts: dict[str, Any] = {"objective": objective.name, "vertices": arena.n}
    if arena.owner is not None:
        parts["owner"] = arena.owner.astype(np.int64)
    parts |= edges_of(arena)
    if arena.probability is not None:
        parts |= {"probability": arena.probability, "denominator": arena.denominator}
    return parts | dict(fields_of(objective))


def same_game(one: Game, other: Game) -> bool:
    """Return whether all edges, owners and data of two games are the same."""
    return digest(game_parts(one)) == digest(game_parts(other))


def edges_of(arena: Arena, name: str = "") -> dict[str, Any]:
    """Return the parts that are the edges of an arena; ``name`` stands before theirs where there are several."""
    return {f"{name}degree": arena.out_degree, f"{name}head": arena.successors}


def fields_of(objective: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts that are the fields of an objective."""
    for name in sorted(field.name for field in fields(objective)):
        value, default = getattr(objective, name), getattr(type(objective), name, None)
        if isinstance(value, tuple):
            yield name, [",".join(map(str, np.flatnonzero(mask))) for mask in value]
        elif np.ndim(value) or value not in (None, default):
            yield name, value
