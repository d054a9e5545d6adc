"""Grundy values step by step, backwards from the dead ends (Sprague 1935, Grundy 1939)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphgames.core.steps import OPEN, Course, Step
from graphgames.games.impartial.certificate import GrundyValues
from graphgames.games.impartial.nimbers import mex

_EXPLAINED = 3  # so many values are explained in a step


def steps(solution: Any) -> Course | None:
    """Return the vertices by when all values after them are known; None where plays may come back."""
    if not isinstance(solution.certificate, GrundyValues):
        return None
    about = "Each step values the vertices of which all successors are valued; the notes are the values"
    return Course("Backwards from the ends", f"{about} (Sprague 1935, Grundy 1939).", lambda: _values(solution))


def _values(solution: Any) -> Iterator[Step]:
    arena, value = solution.arena, dict[int, int]()
    after = [sorted(set(arena.successors_of(v).tolist())) for v in range(arena.n)]
    while len(value) < arena.n:
        lit = [v for v in range(arena.n) if v not in value and all(w in value for w in after[v])]
        found = {v: mex(value[w] for w in after[v]) for v in lit}
        sentences = []
        for v in lit[:_EXPLAINED]:
            seen = ", ".join(map(str, sorted({value[w] for w in after[v]})))
            why = f"the least number that is not among {seen}" if seen else "there is no move"
            sentences.append(f"{arena.display_name(v)} is worth {found[v]}: {why}.")
        more = f" So it is with {len(lit) - _EXPLAINED} more." if len(lit) > _EXPLAINED else ""
        value |= found
        winner = [OPEN if v not in value else int(value[v] == 0) for v in range(arena.n)]
        yield Step(" ".join(sentences) + more, winner, lit, {v: str(one) for v, one in value.items()})
