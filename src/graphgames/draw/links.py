"""Sentences with links: which words of an explanation name which vertices.

The explanation is asked for once more of the same solution whose vertices have other labels, each with its number in
signs that no text has; so every objective's sentences are linked without a word of this in them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from graphgames.core.solution import ArenaSolution

MOST = 2000
"""Of larger graphs sentences have no links."""

_BEGIN, _MIDDLE, _END = "\ue000", "\ue001", "\ue002"
_LINK = re.compile(f"{_BEGIN}([0-9]+){_MIDDLE}([^{_END}]*){_END}")

Part = tuple[str, int | None]


class Links:
    """Links for what a solution says of its vertices; where it is on no arena, or on a large one, there are none."""

    def __init__(self, solution: Any):
        small = isinstance(solution, ArenaSolution) and solution.arena.n <= MOST
        self.solution = marked(solution) if small else None

    def parts(self, v: int | None, words: str) -> list[Part]:
        """Return the parts of the words for a vertex, each with the vertex that it names or None.

        The words may begin with others than those of the explanation. Where they do not end with it, they are one part.
        """
        if self.solution is None or v is None or v < 0:
            return [(words, None)]
        given = self.solution._explain(v)
        plain = _LINK.sub(r"\2", given)
        if not words.endswith(plain):
            return [(words, None)]
        pieces = _LINK.split(words[: len(words) - len(plain)] + given)  # words, number, name, words, ...
        parts: list[Part] = [(pieces[0], None)]
        for number, name, after in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            parts += [(name, int(number)), (after, None)]
        return [part for part in parts if part[0]]


def marked(solution: ArenaSolution) -> ArenaSolution:
    """Return the solution of a game whose vertices have labels that tell their numbers."""
    arena = solution.arena
    labels = [f"{_BEGIN}{v}{_MIDDLE}{arena.display_name(v)}{_END}" for v in range(arena.n)]
    return replace(solution, problem=replace(solution.problem, arena=arena.with_labels(labels)))
