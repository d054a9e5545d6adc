"""The Green Game (Gra w zielone), 8th Polish Olympiad in Informatics, 2000/2001.

A pawn stands on one of a + b fields; Ania moves it from the first a fields to one of the others, Bolek moves it back.
Play stops when the pawn stands on a field for the second time, and Ania wins if a green field was seen from the first
visit to the second. Whoever can force that can force it again and again, so the fields from which Ania wins are those
of the Büchi game in which she wants to see green infinitely often.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NoReturn

import numpy as np

from graphgames.core.arena import MAX_VERTICES, Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.kernels import fields
from graphgames.games.buchi.objective import Buchi
from graphgames.readers.tokens import Tokens

INPUT = (
    "the numbers a and b of fields of Ania and of Bolek; then for each field, Ania's first, a line with 1 if it "
    "is green, else 0, the number of its successors, and these, fields numbered from 1"
)
OUTPUT = "the number of fields from which Ania wins, then these fields, ascending, one per line"
"""What the document reads and writes, for a person."""


@dataclass(frozen=True, eq=False)
class Green(Buchi):
    """A Büchi objective in the document's words: the accepting vertices are green fields."""

    aims: ClassVar[tuple[str, str]] = (
        "the pawn to visit green fields again and again",
        "the pawn to visit green fields only finitely often",
    )
    mark: ClassVar[str] = "green"
    places: ClassVar[tuple[str, str]] = ("field", "fields")


def read(data: bytes, source: str = "<input>") -> Game:
    r"""Read ``a b``, then a line ``colour k s1 ... sk`` for each field; O(length).

    Field i of the document is vertex i - 1 with label i; player 0 is Ania, player 1 is Bolek. Raise `FormatError` if
    the input is not of this form, a field has no successor, or one on its own side.
    """
    tokens = Tokens(data, source)
    a = tokens.integer("the number of Ania's fields", 0, MAX_VERTICES)
    b = tokens.integer("the number of Bolek's fields", 0, MAX_VERTICES - a)
    left = len(data) - tokens.position
    n = min(a + b, left)  # no more fields than bytes, whatever the first line says
    green, indptr = np.zeros(n, np.uint8), np.zeros(n + 1, np.int64)
    successors = np.empty(left // 2 + 1, np.int32)
    behind = fields.scan(data, tokens.position, a, green, indptr, successors) if n == a + b else -1
    if behind < 0:
        _first_fault(tokens, a, b)
    tokens.position = behind
    tokens.end("the last field")
    owner = np.zeros(n, np.uint8)
    owner[a:] = 1
    arena = Arena.trusted(indptr, successors[: indptr[-1]].copy(), owner, range(1, n + 1))
    return Game(arena, Green(green.view(np.bool_)), players=("Ania", "Bolek"))


def _first_fault(tokens: Tokens, a: int, b: int) -> NoReturn:
    """Read again, token by token, up to the fault that the fast scan met."""
    for field in range(1, a + b + 1):
        tokens.integer(f"the colour of field {field}", 0, 1, "1 for green")
        k = tokens.integer(f"how many moves there are from field {field}", 1, None, "play never stops at a dead end")
        low, high, why = (a + 1, a + b, "Bolek's fields") if field <= a else (1, a, "Ania's fields")
        for number in range(1, k + 1):
            tokens.integer(f"move {number} of {k} from field {field}", low, high, why)
    raise AssertionError("the two readers of the Green Game disagree")  # pragma: no cover


def generate(fields: int, seed: int = 0) -> str:
    """Make a random board: half of the fields are Ania's, each has 1 to 4 moves, a quarter is green, at most 100.

    Raise `GameError` if there are not two fields.

    >>> print(generate(3, seed=1), end="")
    2 1
    0 1 3
    1 1 3
    0 2 1 2
    """
    a = (fields + 1) // 2
    if fields < 2:
        raise GameError("a board of 1 field has no moves; expected at least 2 fields")
    rng = np.random.default_rng(seed)
    green = np.zeros(fields, np.int64)
    green[rng.choice(fields, min(100, (fields + 3) // 4), replace=False)] = 1
    lines = [f"{a} {fields - a}"]
    for field, colour in enumerate(green.tolist()):
        others, first = (fields - a, a + 1) if field < a else (a, 1)
        moves = np.sort(rng.choice(others, rng.integers(1, min(4, others), endpoint=True), replace=False)) + first
        lines.append(" ".join(map(str, [colour, moves.size, *moves.tolist()])))
    return "\n".join(lines) + "\n"


def write(solution: ArenaSolution) -> str:
    """Return how many fields Ania wins from, then those fields, ascending, one a line."""
    won = solution.regions[0] + 1
    return "\n".join(map(str, [won.size, *won.tolist()])) + "\n"
