"""Solutions of partizan games as JSON: everything is in the certificate."""

from __future__ import annotations

from collections import deque
from typing import Any

from graphgames.core.errors import GameError
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import WrongError, text
from graphgames.formats.solution_json import Reading
from graphgames.games.impartial.codec import require_plain
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.solution import Partizan

_NEAREST = 1000
"""The digest of rules covers so many positions."""


class PartizanCodec(Codec):
    """Positions must be numbers, strings, None, and tuples and frozen sets of them."""

    certificates = ("canonical-forms",)

    def about(self, problem: PartizanProblem) -> dict[str, Any]:
        """Return nothing, since rules have no size."""
        return {}

    def parts(self, problem: PartizanProblem) -> dict[str, Any]:
        """Return what the rules say of the positions nearest to their start; the checker asks them of all others."""
        start = getattr(problem.rules, "start", None)
        rows = [] if start is None else _rows(problem, _NEAREST)
        lines = [text([*row[:3], row[3] or []]) for row in rows]
        return {"game": problem.kind, "start": text(start), "positions": lines}

    def in_full(self, problem: PartizanProblem) -> dict[str, Any]:
        """Return each position from the start on, the options of Left and Right, and what it splits into.

        Raise `GameError` if the rules have no start, or there are more positions than the limit of the problem.
        """
        if getattr(problem.rules, "start", None) is None:
            raise GameError("the rules have no start, so their positions cannot be written to a file")
        rows = _rows(problem, problem.limit)
        if len(rows) == problem.limit:
            raise GameError(f"there are {problem.limit} positions or more, the limit of the problem")
        return {"positions": rows}

    def answers(self, solution: Partizan) -> dict[str, Any]:
        """Return nothing: what is known stands in the certificate."""
        for position in solution.forms:
            require_plain(position)
        return {}

    def made(self, problem: PartizanProblem, proof: Any, reading: Reading, answers: Answers) -> Partizan:
        solution = Partizan(problem)
        try:
            solution.restore(proof)
        except GameError as error:
            raise WrongError(("certificate",), f"{{}}: {error}") from None
        return solution


def _rows(problem: PartizanProblem, most: int) -> list[list[Any]]:
    """Return a row for each of the first positions, breadth first: the options of both, and what it splits into."""
    rules, rows = problem.rules, list[list[Any]]()
    waiting, seen = deque([rules.start]), {rules.start}
    while waiting and len(rows) < most:
        here = waiting.popleft()
        parts = list(rules.components(here)) if hasattr(rules, "components") else [here]
        split = None if parts == [here] else sorted(parts, key=text)
        left, right = (sorted(side(here), key=text) for side in (rules.left, rules.right))
        rows.append([here, left, right, split])
        for after in (*left, *right, *(split or ())):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return rows


def codec(problem: PartizanProblem) -> Codec:
    """Return how solutions of a problem are written and read."""
    return PartizanCodec()
