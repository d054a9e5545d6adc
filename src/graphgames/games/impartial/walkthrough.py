"""Grundy values step by step, backwards from the dead ends (Sprague 1935, Grundy 1939), or where plays may come back.

Smith, *Graphs and composite games* (1966); Fraenkel & Perl, *Constructions in combinatorial games with cycles* (1975).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphgames.core.oracle import DRAW
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few
from graphgames.games.impartial.certificate import GrundyValues
from graphgames.games.impartial.nimbers import mex

_EXPLAINED = 3  # so many values are explained in a step


def walkthrough(solution: Any) -> Walkthrough:
    """Return the vertices by when all values after them are known, or value by value where plays may come back."""
    if not isinstance(solution.certificate, GrundyValues):
        about = (
            "Each round gives one value to vertices without a move to it, from where every move to a vertex without a "
            "value can be answered by one to it; what no value fits is infinite. The notes are the values"
        )
        return Walkthrough("Value by value", f"{about} (Smith 1966, Fraenkel, Perl 1975).", lambda: _loopy(solution))
    about = "Each step values the vertices of which all successors are valued; the notes are the values"
    return Walkthrough("Backwards from the ends", f"{about} (Sprague 1935, Grundy 1939).", lambda: _values(solution))


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


def _loopy(solution: Any) -> Iterator[Step]:
    arena, notes, winner = solution.arena, dict[int, str](), [OPEN] * solution.arena.n
    after, value, left = [set(arena.successors_of(v).tolist()) for v in range(arena.n)], dict[int, int](), arena.n
    infinite, m = set[int](), 0
    while left:
        while True:
            at = {v for v, one in value.items() if one == m}
            fits = {
                v
                for v in range(arena.n)
                if v not in value and v not in infinite and not after[v] & at
                if all(after[w] & at for w in after[v] if w not in value)
            }
            value |= dict.fromkeys(fits, m)
            notes |= dict.fromkeys(fits, str(m))
            winner = [int(m == 0) if v in fits else who for v, who in enumerate(winner)]
            if not fits:
                break
            yield Step(f"The value {m} fits {few(arena, fits)}.", winner, sorted(fits), dict(notes))
        lost = {v for v in range(arena.n) if v not in value and v not in infinite and not after[v] & at}
        infinite |= lost
        for v in lost:
            reached = {value[w] for w in after[v] if w in value}
            notes[v], winner[v] = "∞", 0 if 0 in reached else DRAW
        if lost:
            says = f"{m} does not fit {few(arena, lost)}, from where no move leads to {m}, so nothing larger does."
            yield Step(f"{says} The value there is infinite.", winner, sorted(lost), dict(notes))
        left, m = arena.n - len(value) - len(infinite), m + 1
