"""Solutions of impartial games as JSON: nimbers of an arena, results for a game by rules, sums of games."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from graphgames.core.digest import edges_of
from graphgames.core.errors import GameError
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import WrongError, graph_in_full, text
from graphgames.formats.solution_json import Reading
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.certificate import SumValues
from graphgames.games.impartial.misere import MisereSolution
from graphgames.games.impartial.nimbers import LoopyNimber
from graphgames.games.impartial.problem import MisereProblem, NimberProblem, RulesProblem
from graphgames.games.impartial.solution import NimberSolution
from graphgames.games.impartial.sum import Sum

NEAREST = 1000
"""The digest of rules covers so many positions."""


MOST = 100_000
"""So many positions of a game that is part of a sum are written to a file, at most."""


class NimberCodec(Codec):
    """The values of an arena's vertices."""

    certificates = ("grundy-values", "loopy-values")

    def about(self, problem: NimberProblem) -> dict[str, Any]:
        return {"vertices": problem.arena.n, "edges": problem.arena.m}

    def parts(self, problem: NimberProblem) -> dict[str, Any]:
        """Return the edges of the arena; its owners do not count."""
        return {"vertices": problem.arena.n, **edges_of(problem.arena)}

    def in_full(self, problem: NimberProblem) -> dict[str, Any]:
        return graph_in_full(problem.arena)

    def made(self, problem: NimberProblem, proof: Any, reading: Reading, answers: Answers) -> NimberSolution:
        return NimberSolution(problem, answers["values"], reading.solver, proof)


class RulesCodec(Codec):
    """Codec of games by rules, whose results are all in the certificate.

    Positions must be numbers, strings, None, and tuples and frozen sets of them.
    """

    def __init__(self, solution: Callable[[Any], Any], certificate: str):
        self.solution, self.certificates = solution, (certificate,)  # type: ignore[misc]

    def about(self, problem: Any) -> dict[str, Any]:
        """Return nothing, since rules have no size."""
        return {}

    def parts(self, problem: Any) -> dict[str, Any]:
        """Return what the rules say of the positions nearest to their start, if they have one.

        What the rules say elsewhere the checker asks again, position by position.
        """
        start = getattr(problem.rules, "start", None)
        rows = [] if start is None else self.rows(problem)
        return {"game": problem.kind, "start": text(start), "positions": _in_lines(rows)}

    def rows(self, problem: Any, most: int = NEAREST) -> list[list[Any]]:
        """Return what the rules say of the positions nearest to their start, as `nearest` does."""
        rules = problem.rules
        return nearest([rules.start], [rules.moves], getattr(rules, "components", None), most)

    def in_full(self, problem: Any) -> dict[str, Any]:
        """Return each position that can come from the start, its options, and what it splits into.

        Raise `GameError` if the rules have no start, or there are more positions than the limit of the problem.
        """
        if getattr(problem.rules, "start", None) is None:
            raise GameError("the rules have no start, so their positions cannot be written to a file")
        return {"positions": self.every_row(problem)}

    def every_row(self, problem: Any) -> list[list[Any]]:
        """Return what the rules say of all positions that can come from the start."""
        return _positions(problem.rules, [problem.rules.start], problem.limit)

    def answers(self, solution: Any) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        proof = solution.certificate
        for position in (*proof.positions, *getattr(proof, "valued", ())):
            require_plain(position)
        return {}

    def made(self, problem: Any, proof: Any, reading: Reading, answers: Answers) -> Any:
        for name in ("positions", "valued"):
            _require_positions(problem, getattr(proof, name, ()), name)
        solution = self.solution(problem)
        solution.restore(proof)
        return solution


def nearest(
    starts: Sequence[Any], sides: Sequence[Callable[[Any], Any]], components: Any = None, most: int = NEAREST
) -> list[list[Any]]:
    """Return a row for each of the first positions, breadth first: with its options, a list a side, and what it splits
    into, None if it does not.
    """
    rows, waiting, seen = list[list[Any]](), deque(dict.fromkeys(starts)), set(starts)
    while waiting and len(rows) < most:
        here = waiting.popleft()
        parts = list(components(here)) if components else [here]
        split = None if parts == [here] else sorted(parts, key=text)
        options = [sorted(side(here), key=text) for side in sides]
        rows.append([here, *options, split])
        for after in chain(*options, split or ()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return rows


def _in_lines(rows: list[list[Any]]) -> list[str]:
    return [text([*row[:-1], row[-1] or []]) for row in rows]


def _positions(game: Any, waiting: list[Any], limit: int) -> list[list[Any]]:
    """Return each position that can come from some, its options, and what it splits into, None if it does not."""
    rows, waiting, seen = [], [*waiting], set(waiting)
    while waiting:
        here = waiting.pop()
        require_plain(here)
        options, parts = list(game.moves(here)), None
        if hasattr(game, "components"):
            parts = list(game.components(here))
        rows.append([here, options, None if parts == [here] else parts])
        for after in (*options, *(parts or ())):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > limit:
            raise GameError(f"there are more than {limit} positions, the limit of the problem")
    return rows


def _require_positions(problem: RulesProblem, positions: Sequence[Any], field: str) -> None:
    """Raise an error unless the rules accept the positions of a file, and write those that moves lead to this way."""
    rules, limit, written = problem.rules, problem.limit, dict[Any, Any]()
    for place, position in enumerate(positions):
        path = ("certificate", field, place)
        try:
            moves = list(islice(rules.moves(position), limit + 1))
            written.update(zip(moves, moves, strict=True))
            if hasattr(rules, "components"):
                rules.components(position)
        except Exception as error:
            raise WrongError(
                path, f"{{}} is not a position: its moves end in {type(error).__name__}: {error}"
            ) from None
        if len(moves) > limit:
            raise WrongError(path, f"{{}} has more than {limit} moves, the limit of the problem")
    for place, position in enumerate(positions):
        if text(position) != text(written.get(position, position)):
            raise WrongError(("certificate", field, place), "{} is 0, 1, false or true where the rules say another one")


def require_plain(position: Any) -> None:
    """Raise `GameError` if a position cannot be written as JSON."""
    if isinstance(position, tuple | frozenset):
        inside: Iterable[Any] = position
        for part in inside:
            require_plain(part)
        return
    fits = position is None or (isinstance(position, int) and -(2**63) < position < 2**63)
    if not fits and not (isinstance(position, str) and not re.match("-?0x", position)):
        raise GameError(
            f"the position {position!r} cannot be written as JSON; numbers of at most 64 bits, strings, None, and "
            "tuples and frozen sets of them can"
        )


class SumCodec(Codec):
    """The values of the parts of a sum; those of a game are proved by what the game itself knows."""

    certificates = ("sum-values",)

    def about(self, problem: Sum) -> dict[str, Any]:
        return {"parts": len(problem.parts)}

    def parts(self, problem: Sum) -> dict[str, Any]:
        """Return what the games of the sum say of the positions nearest to its own, these, and how often they come."""
        starts, number = _games(problem)
        return {
            **{f"game {k}": _in_lines(nearest(at, [game.moves])) for k, (game, at) in enumerate(starts.values())},
            "of": [number[id(game)] for game, _, _ in problem.parts],
            "positions": [text(at) for _, at, _ in problem.parts],
            "times": [int(times) for _, _, times in problem.parts],
        }

    def in_full(self, problem: Sum) -> dict[str, Any]:
        """Return each game, its positions that can come up, and each part: which game, where, and how many times.

        Raise `GameError` if a game has too many positions to be looked at one by one.
        """
        starts, number = _games(problem)
        games = [
            {"by_rule": hasattr(game, "loses"), "positions": [row[:2] for row in _positions(game, at, MOST)]}
            for game, at in starts.values()
        ]
        return {"games": games, "parts": [[number[id(game)], at, times] for game, at, times in problem.parts]}

    def made(self, problem: Sum, proof: SumValues, reading: Reading, answers: Answers) -> Sum:
        """Return the sum with the values that the data hold."""
        values = tuple(LoopyNimber(*value) if _is_infinite(value) else value for value in proof.values)
        return replace(problem, claim=(problem, replace(proof, values=values)))


def _games(problem: Sum) -> tuple[dict[int, tuple[Any, list[Any]]], dict[int, int]]:
    """Return the games of a sum, each with its positions, and the number of each, all by what Python calls them."""
    starts: dict[int, tuple[Any, list[Any]]] = {}
    for game, at, _ in problem.parts:
        starts.setdefault(id(game), (game, []))[1].append(at)
    return starts, {one: k for k, one in enumerate(starts)}


def _is_infinite(value: Any) -> bool:
    """Return whether a value is an infinite one as it is written: the numbers it reaches, alone in a list."""
    return isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], frozenset)


def codec(problem: Any) -> Codec:
    """Return how solutions of a problem are written and read."""
    match problem:
        case MisereProblem():
            return RulesCodec(MisereSolution, "misere-values")
        case RulesProblem():
            return RulesCodec(ByRule, "position-values")
        case Sum():
            return SumCodec()
    return NimberCodec()
