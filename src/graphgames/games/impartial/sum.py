"""Sums of impartial games."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar

from graphgames.catalogue.find import named
from graphgames.catalogue.problems import arena_for_both
from graphgames.core.arena import Arena
from graphgames.core.errors import GameError, GraphGamesError, shown
from graphgames.core.game import Game
from graphgames.core.naming import either, in_one_line
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.rules import moves_of
from graphgames.core.solution_base import Solution
from graphgames.engines.dispatch import solve
from graphgames.games.impartial.certificate import SumValues
from graphgames.games.impartial.nimbers import LoopyNimber, Nimber, nim_add, nim_outcome, nim_sum
from graphgames.games.impartial.problem import MisereProblem, NimberProblem, RulesProblem

_FEW = 3  # equal parts that are written out


class Together:
    """The rules of a sum of games: a position has for each of them where it stands, and a move is one in one game."""

    rule = "A move is one in one of the games."

    def __init__(self, parts: Iterable[tuple[Any, Any]]):
        self.games, self.start = zip(*parts, strict=True)

    def moves(self, position: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield the positions after each move."""
        for k, rules in enumerate(self.games):
            for after in moves_of(rules, position[k]):
                yield (*position[:k], after, *position[k + 1 :])

    def render(self, position: tuple[Any, ...]) -> str:
        """Return the positions of the games, with + between, and in brackets where one has + in it."""
        parts = [str(getattr(rules, "render", str)(at)) for rules, at in zip(self.games, position, strict=True)]
        return " + ".join(f"({part})" if "+" in part else part for part in parts)


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Solution[Any]):
    """A sum of games: a player moves in one of them each turn, and loses if there is no move in any.

    It is a position and its own solution: `outcome`, `best_moves` and `explain` answer for this sum, or for another one
    that a play has come to.

    Anything with ``nimber(position)`` and ``moves(position)`` can be a part: games by rule, heap games, solved arenas
    with or without cycles. Two equal parts of a game without cycles cancel and are never looked at.

    Parameters
    ----------
    parts : tuple of (game, position, count), or list of (game, position)
        Each pair of a game and a position once; made by `of`, ``+`` and ``*``, or of a list of pairs.
    claim : tuple of Sum and SumValues, optional
        The sum that was solved and the values that a file gives it.

    Examples
    --------
    >>> from graphgames import by_rule, heap_game
    >>> kayles, nim = heap_game(".77", 100), by_rule(range)
    >>> total = Sum.of(kayles, (5,)) + Sum.of(kayles, (6,)) + 3 * nim.at(2)
    >>> total.nimber(), total.outcome()
    (5, 'win')
    >>> game, before, after = total.best_moves()[0].move
    >>> before, after
    ((5,), (4,))
    """

    kind: ClassVar[str] = "sum"
    solver = "nim-sum"
    tests: ClassVar[int] = 1
    parts: tuple[tuple[Any, Any, int], ...] = ()
    claim: tuple[Sum, SumValues] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        given: Any = self.parts
        if isinstance(given, str):
            given = named(given, None)
        if isinstance(given, Sum):  # as in "kayles 5 + nim 3"
            object.__setattr__(self, "parts", given.parts)
        if isinstance(given, list) and all(isinstance(part, tuple) and len(part) == 2 for part in given):
            object.__setattr__(self, "parts", _together(part for pair in given for part in Sum.of(*pair).parts))
        for part in self.parts if isinstance(self.parts, tuple) else (self.parts,):
            if not isinstance(part, tuple) or len(part) != 3:
                raise GameError(
                    f"{shown(part)} is not a part of a sum; expected sums as Sum.of(heap_game('kayles', 100), (5,)) "
                    "makes them, with + between"
                )

    @classmethod
    def of(cls, game: object, position: Hashable | list[Any]) -> Sum:
        """Return one game at one position as a sum, or at several, which are a game each.

        The name of a game of heaps stands for it, and so does a graph on which both players have the same moves.

        >>> (Sum.of("kayles", 5) + Sum.of("nim", (4, 1))).winning_moves()[0][1:]
        ((1, 4), (4,))
        >>> Sum.of({1: [2, 3], 2: [4], 3: [2, 4], 4: []}, (1, 3)).nimber()
        2

        Raise `GameError` if the game has no nimbers, which alone say what it is worth in a sum under normal play.
        """
        if isinstance(game, str):
            heaps = [position] if isinstance(position, int | str) else position
            problem = named(game, ",".join(map(str, heaps)) if isinstance(heaps, list | tuple) else None)
            if isinstance(problem, RulesProblem):
                game, position = solve(problem), problem.rules.start
            elif hasattr(problem, "game") and not problem.game.beyond:
                game = solve(problem)
        if isinstance(game, dict | Arena | Game) or hasattr(game, "is_directed"):
            game = solve(NimberProblem(arena_for_both(game)))
        if not all(callable(getattr(game, name, None)) for name in ("nimber", "moves")):
            raise GameError(
                f"{shown(game)} is not a solution with nimbers, which a sum needs; expected what by_rule, heap_game "
                "or grundy_values return; partizan games are added by +"
            )
        standard = getattr(game, "standard", None)
        try:
            return cls(((game, standard(position) if standard else position, 1),))
        except GraphGamesError:
            if not isinstance(position, tuple | list) or not position:
                raise
            return cls(_together(part for one in position for part in cls.of(game, one).parts))

    def __radd__(self, other: object) -> Sum:
        """Return this sum added to 0, with which the built-in ``sum`` begins."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __add__(self, other: Sum) -> Sum:
        if not isinstance(other, Sum):
            return NotImplemented
        return Sum(_together(self.parts + other.parts))

    def __rmul__(self, count: int) -> Sum:
        if not isinstance(count, int):
            return NotImplemented
        if count < 0:
            raise GameError(f"a sum of {count} games is asked for; expected 0 or more")
        return Sum(tuple((game, position, count * times) for game, position, times in self.parts) if count else ())

    __mul__ = __rmul__

    @property
    def extents(self) -> dict[str, int]:
        """The number of its parts."""
        return {"parts": len(self.parts)}

    @property
    def problem(self) -> Sum:
        """The sum, which is the problem as well as its solution."""
        return self if self.claim is None else self.claim[0]

    @property
    def rules(self) -> Together | None:
        """The rules of the sum; None if a game has none."""
        parts = [(getattr(game.problem, "rules", None), at) for game, at, count in self.parts for _ in range(count)]
        return None if not parts or any(rules is None for rules, _ in parts) else Together(parts)

    @property
    def in_misere(self) -> MisereProblem | None:
        """The problem of the same sum where the player who moves last loses; None of games without rules."""
        return None if self.rules is None else MisereProblem(self.rules)

    @property
    def certificate(self) -> SumValues:
        """What proves the outcome: a value for each part, to be proved by its own game."""
        if self.claim is not None:
            return self.claim[1]
        hard = self._odd_by_rule()[-1:]
        values = [
            None if [i] == hard or (hasattr(game, "loses") and count % 2 == 0) else game.nimber(position)
            for i, (game, position, count) in enumerate(self.parts)
        ]
        if any(isinstance(value, LoopyNimber) for value in values):  # no heap can stand for them
            values = [self.parts[i][0].nimber(self.parts[i][1]) if [i] == hard else v for i, v in enumerate(values)]
            hard = []
        return SumValues(tuple(values), hard[0] if hard else None, self.outcome().value)

    def nimber(self) -> Nimber:
        """Return the value of the sum."""
        return nim_sum(*(_times(game, position, count) for game, position, count in self.parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and set(self.parts) == set(other.parts)

    def __hash__(self) -> int:
        return hash(frozenset(self.parts))

    def value(self, position: Sum | None = None) -> Nimber:
        """Return the value of this sum or of another one; see `nimber`."""
        return (self if position is None else _sum(position)).nimber()

    def outcome(self, position: Sum | None = None, *, unevaluated: int | None = None) -> Outcome:
        """Return the outcome for the player to move, of this sum or of another one.

        The value of one part, if it is a game by rule, is never computed: the others are replaced by a nim heap of
        their nim-sum (Lemoine & Viennot, *Nimbers are inevitable*, 2012). ``unevaluated`` is the number of that part in
        ``parts``; by default the last game by rule.
        """
        if position is not None:
            return _sum(position).outcome(unevaluated=unevaluated)
        odd = self._odd_by_rule()
        if unevaluated is None and odd:
            unevaluated = odd[-1]
        if unevaluated is None or unevaluated not in odd:
            return nim_outcome(self.nimber())
        rest = nim_sum(*(_times(*part) for i, part in enumerate(self.parts) if i != unevaluated))
        game, position, _ = self.parts[unevaluated]
        if isinstance(rest, LoopyNimber):
            return nim_outcome(nim_add(rest, game.nimber(position)))
        return Outcome.LOSS if game.loses(position, rest) else Outcome.WIN

    def _odd_by_rule(self) -> list[int]:
        """Return the parts that are games by rule and do not cancel."""
        return [i for i, (game, _, count) in enumerate(self.parts) if hasattr(game, "loses") and count % 2]

    def best_moves(self, position: Sum | None = None) -> Sequence[RatedMove]:
        """Return every move, best first: its ``move`` is (game, position, position after), its ``position`` a sum.

        Among winning moves the least total of values comes first, and of those the least total of counters, both of the
        parts with cycles: one of them falls in every round there, so who follows the first move wins in the end.
        """
        if position is not None:
            return _sum(position).best_moves()
        rated = []
        measures = [_measure(game, position) for game, position, _ in self.parts]
        total = [sum(m[k] * count for m, (_, _, count) in zip(measures, self.parts, strict=True)) for k in (0, 1)]
        for i, (game, position, count) in enumerate(self.parts):
            rest = Sum((*self.parts[:i], *([(game, position, count - 1)] if count > 1 else []), *self.parts[i + 1 :]))
            others = rest.nimber()
            for after in dict.fromkeys(game.moves(position)):
                result = nim_outcome(nim_add(others, game.nimber(after))).for_the_other
                left = [t - old + new for t, old, new in zip(total, measures[i], _measure(game, after), strict=True)]
                move = RatedMove((game, position, after), rest + Sum.of(game, after), result)
                rated.append((-result.rank, left if result is Outcome.WIN else [], move))
        rated.sort(key=lambda entry: entry[:2])
        least = rated[0][1] if rated else []
        return tuple(replace(move, progress=move.result is not Outcome.WIN or left == least) for _, left, move in rated)

    def explain(self, position: Sum | None = None) -> str:
        """Return the values of the parts of this sum, or of another one, and the winning moves."""
        if position is not None:
            return _sum(position).explain()
        values = [f"{written_in(self, game, at)} has value {_times(game, at, 1)}" for game, at, _ in self.parts]
        outcome, value = self.outcome(), self.nimber()
        who = (
            "the play is a draw"
            if outcome == "draw"
            else f"the player to move {'wins' if outcome == 'win' else 'loses'}"
        )
        if outcome == "win":
            won = [move.move for move in self.best_moves() if move.result is Outcome.WIN and move.progress]
            ways = [f"from {written_in(self, game, before)} to {written(game, after)}" for game, before, after in won]
            who += f" by moving {either(list(dict.fromkeys(ways)))}"
        return f"{', '.join(values) or 'No game is left'}; the nim-sum of {self} is {value}: {who}."

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the sum as plain Python; with ``full``, the certificate as well."""
        proof = self.certificate
        data: dict[str, Any] = {"solver": self.solver, "objective": self.kind, "outcome": proof.outcome}
        return data | {"certificate": proof.to_dict()} if full else data

    def __str__(self) -> str:
        parts = [(written_in(self, game, at), count) for game, at, count in self.parts]
        each = ([text] * count if count <= _FEW else [f"{count} copies of ({text})"] for text, count in parts)
        return " + ".join(chain.from_iterable(each)) or "nothing"

    def __repr__(self) -> str:
        return f"Sum({self})"


def _together(parts: Iterable[tuple[Any, Any, int]]) -> tuple[tuple[Any, Any, int], ...]:
    """Return parts of sums, each pair of a game and a position once."""
    games, counts = dict[int, Any](), dict[tuple[int, Any], int]()
    for game, position, count in parts:
        games[id(game)] = game
        counts[id(game), position] = counts.get((id(game), position), 0) + count
    return tuple((games[game], position, count) for (game, position), count in counts.items())


def _sum(position: object) -> Sum:
    """Return a position of a sum; raise `GameError` if it is none."""
    if not isinstance(position, Sum):
        raise GameError(f"{shown(position)} is not a sum; expected one, as Sum.of(game, position)")
    return position


def written(game: Any, position: Hashable) -> str:
    """Return a position of a part in one line."""
    return in_one_line(getattr(game, "render", str)(position))


def written_in(total: Sum, game: Any, position: Hashable) -> str:
    """Return a position of a part in one line, with the name of its game where the sum has several games."""
    text, called = written(game, position), getattr(game.problem, "called", "")
    if not called or all(other is game for other, _, _ in total.parts):
        return text
    return f"{called} ({text})" if " " in text else f"{called} {text}"


def _measure(game: Any, position: Hashable) -> tuple[int, int]:
    """Return what must decrease in a part with cycles for a play to end: its value and its counter."""
    measure: tuple[int, int] = game.measure(position) if hasattr(game, "measure") else (0, 0)
    return measure


def _times(game: Any, position: Hashable, count: int) -> Nimber:
    """Return the value of equal parts: an even number of finite ones is worth 0."""
    if count == 0 or (count % 2 == 0 and hasattr(game, "loses")):
        return 0
    value: Nimber = game.nimber(position)
    if isinstance(value, LoopyNimber):
        return value if count == 1 else LoopyNimber()
    return value if count % 2 else 0


def itself(total: Sum) -> Sum:
    """Return a sum as its own solution."""
    return total
