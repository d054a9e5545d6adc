"""The digest of a game, by which a solution says of which game it is; the page on formats describes it.

A game is a row of parts, hashed with SHA-256 one after another: its objective, owners, edges, probabilities, and what
the objective says. Numbers that are whole and fit 64 bits are hashed as 8 bytes each, all else as text.
"""

from __future__ import annotations

import hashlib
import re
from fractions import Fraction
from math import lcm
from typing import Any

from graphgames.reference.arena import Game

MARKS = (
    "target", "safe", "avoid", "within", "won", "drawn", "lost",
    "accepting", "rejecting", "accepting_edges", "rejecting_edges",
)  # fmt: skip
"""The fields of objectives that are sets of vertices or edges."""


def digest(game: Game, fields: dict[str, object]) -> str:
    """Return the digest of a game, of whose objective these fields are given and not what they are by default."""
    parts: list[tuple[str, list[object]]] = [("objective", [game.objective]), ("vertices", [str(game.n)])]
    if not game.alternate:
        parts.append(("owner", [*game.owner]))
    parts += [("degree", [len(edges) for edges in game.out]), ("head", [*game.head])]
    if any(game.likely):
        below = [lcm(*(game.likely[e].denominator for e in edges)) for edges in game.out]
        parts.append(("probability", [int(p * below[v]) for p, v in zip(game.likely, game.tail, strict=True)]))
        parts.append(("denominator", [*below]))
    for name in sorted(fields):
        value = fields[name]
        row: list[Any] = (
            [in_lowest_terms(one) for one in value] if isinstance(value, list) else [str(in_lowest_terms(value))]
        )
        parts.append((name, sorted(set(row)) if name in MARKS else row))
    return "sha256:" + hashlib.sha256(b"".join(written(*part) for part in parts)).hexdigest()


def written(name: str, row: list[object]) -> bytes:
    """Return the bytes of a part."""
    numbers = [one.to_bytes(8, "little", signed=True) for one in row if type(one) is int and -(2**63) <= one < 2**63]
    if len(numbers) == len(row):
        return f"{name} integers {len(row)}\n".encode() + b"".join(numbers)
    return "".join([f"{name} text {len(row)}\n", *(f"{one}\n" for one in row)]).encode()


def in_lowest_terms(value: object) -> object:
    """Return a number as an integer or as text in lowest terms; anything else as it is."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*|\.[0-9]+)?", value):
        exact = Fraction(value)
        return exact.numerator if exact.denominator == 1 else str(exact)
    return value
