"""Impartial games by their rules: nimbers and outcomes, computed on demand, cached, and without recursion."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial, reduce
from operator import xor
from types import MappingProxyType, SimpleNamespace
from typing import Any

from graphgames.catalogue.find import named, names, solver_for
from graphgames.catalogue.rows import options_of
from graphgames.core.arguments import instance, integer, integers
from graphgames.core.errors import CallError, GameError, did_you_mean, shown
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.rules import LIMIT, Rules, hashable_positions, plain_rules
from graphgames.engines.dispatch import solve as solve_by_kind
from graphgames.games.impartial.certificate import PositionValues
from graphgames.games.impartial.grundy import grundy_values
from graphgames.games.impartial.nimbers import Nimber
from graphgames.games.impartial.problem import RulesProblem
from graphgames.games.impartial.rules_solution import RulesSolution, winning_ways
from graphgames.games.impartial.rulesets import NamedRules
from graphgames.games.impartial.search import Search
from graphgames.games.impartial.sum import Sum, written


class ByRule(RulesSolution[Hashable]):
    """An impartial game that answers for any position on demand, under normal play.

    It is itself `Rules`, with the moves, the components and the start of its problem. What is found out is remembered;
    nothing recurses, so plays may be millions of moves long.

    Parameters
    ----------
    problem : RulesProblem
        The game. A position that is its own only component does not split.
    known : callable, optional
        Returns the nimber of a position that does not split where it is known otherwise, else None.

    Examples
    --------
    >>> from graphgames import by_rule
    >>> nim = by_rule(range)  # from a heap to any smaller one
    >>> nim.nimber(7), nim.outcome(0), nim.best_moves(5)[0].move, (nim.at(5) + nim.at(4)).nimber()
    (7, 'loss', 0, 1)
    """

    solver = "by-rule"

    def __init__(self, problem: RulesProblem, known: Callable[[Any], int | None] | None = None):
        self.problem = instance(problem, RulesProblem, "the problem")
        self._search = Search(problem, known)
        if self._search.components is not None:
            self.components = self._search.components

    @property
    def nimbers(self) -> Mapping[Any, int]:
        """The nimbers that were found out so far."""
        return MappingProxyType(self._search.nimbers)

    @property
    def couples(self) -> Mapping[tuple[Any, int], bool]:
        """Whether the player to move loses, for each position with a nim heap beside it that was found out so far."""
        return MappingProxyType(self._search.couples)

    @property
    def stats(self) -> dict[str, int]:  # type: ignore[override]
        """How many nimbers, and how many couples of a position and a nim heap, are remembered."""
        return {"nimbers": len(self._search.nimbers), "couples": len(self._search.couples)}

    @property
    def certificate(self) -> PositionValues:
        """What proves all that was found out so far."""
        if self._search.known is not None:  # what is known otherwise must be found out to be proved
            again = ByRule(self.problem)
            for position in self._search.nimbers:
                again.nimber(position)
            for position, heap in self._search.couples:
                again.loses(position, heap)
            return again.certificate
        nimbers, couples = iter(self._search.nimbers.items()), iter(self._search.couples.items())
        entries: list[tuple[Any, int | None, int]] = []
        for is_couple in self._search.order:
            if is_couple:
                (position, heap), lost = next(couples)
                entries.append((position, heap, int(not lost)))
            else:
                position, value = next(nimbers)
                if self._search.couples.get((position, value)) is not True:
                    entries.append((position, None, value))
        return PositionValues(*zip(*entries, strict=True)) if entries else PositionValues((), (), ())

    def restore(self, proof: PositionValues) -> None:
        """Load earlier results from their certificate; the checker decides whether they are right.

        Raise `GameError` if there are two nimbers for a position, or two results for a couple.
        """
        found = self._search
        for position, heap, value in zip(proof.positions, proof.heaps, proof.values, strict=True):
            if (position, heap) in found.couples or (not (heap is not None and value) and position in found.nimbers):
                raise GameError(f"the certificate has two results for {shown(position)}; expected one")
            if heap is not None:
                found.settle((position, heap), not value)
            else:
                found.nimbers[position] = value
                found.order.append(0)

    def parts(self, position: Hashable) -> list[Any]:
        """Return the components of a position, or the position alone."""
        if self._search.components is None:
            return [position]
        return list(self._search.components(position))

    def value(self, position: Hashable = None) -> int:
        """Return the Grundy value of a position, by default the start, as `nimber` does."""
        return self.nimber(position)

    def nimber(self, position: Hashable = None) -> int:
        """Return the Grundy value of a position, by default the start.

        Raise `CycleError` if the play can come back to a position; `LimitExceededError` if more positions than the
        limit would have to be remembered, or memory runs short; `GameError` if the moves do not fit the position, or a
        position cannot be hashed.
        """
        position = self._position_or_start(position)
        with hashable_positions(self.problem.rules, position):
            return self._search.nimber(position)

    def loses(self, position: Hashable = None, heap: int = 0) -> bool:
        """Return whether the player to move loses the sum of a position, by default the start, and a nim heap.

        The value of one component, the last that is not known yet, is never found out; so this can be far cheaper than
        `nimber`. Raises as `nimber` does.
        """
        position = self._position_or_start(position)
        with hashable_positions(self.problem.rules, position):
            return self._search.loses(position, integer(heap, "the heap"))

    def outcome(self, position: Hashable = None) -> Outcome:
        """Return the outcome for the player to move, by default at the start; often far cheaper than the nimber."""
        return Outcome.LOSS if self.loses(position) else Outcome.WIN

    def explain(self, position: Hashable = None) -> str:
        """Return the values of the components and the winning moves, if any; for the start by default."""
        position = self.start if position is None else position
        if position is None:
            return f"{self}."
        return reasons(self, position, self.best_moves)

    def __str__(self) -> str:
        return f"impartial game by rules; {len(self._search.nimbers)} nimbers are known"

    def __repr__(self) -> str:
        rules, name = self.problem.rules, getattr(self.problem.rules.moves, "__qualname__", "")
        return f"ByRule({name or repr(rules)}, nimbers={len(self.nimbers)}, couples={len(self.couples)})"


def by_rule(
    rules: Rules | Callable[[Any], Iterable[Any]] | Mapping[Any, Iterable[Any]] | str,
    start: Hashable = None,
    components: Callable[[Any], Iterable[Any] | None] | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> ByRule:
    """Return an impartial game that answers for any position on demand.

    Parameters
    ----------
    rules : Rules, callable or dict
        The game, or just a function from a position to the positions after a move; positions must be hashable. A
        dictionary of them is a graph.
    start : position, optional
        With a function: where the play begins, for `expand` and `solve`.
    components : callable, optional
        With a function: returns the independent parts, themselves positions, that a position is the sum of; for one
        that does not split the position, in a list or as it is.
    limit : int
        Stop with an error rather than remember more positions than this.
    progress : callable, optional
        Called now and then with the number of positions remembered.

    Raises
    ------
    GameError
        If it is no game by rules, or none that is impartial under normal play.

    Examples
    --------
    >>> nim = by_rule(range)
    >>> nim.nimber(7), nim.outcome(0), (nim.at(5) + 3 * nim.at(4)).nimber()
    (7, 'loss', 1)
    >>> class Kayles:
    ...     def moves(self, rows):
    ...         for i, n in enumerate(rows):
    ...             for left in [n - k for k in (1, 2) if k <= n]:
    ...                 for a in range(left // 2 + 1):
    ...                     yield tuple(sorted(r for r in (*rows[:i], a, left - a, *rows[i + 1:]) if r))
    ...     def components(self, rows):
    ...         return [(n,) for n in rows]
    >>> kayles = by_rule(Kayles())
    >>> [kayles.nimber((n,)) for n in range(10)], kayles.outcome((3, 5, 6)), kayles.best_moves((2, 3))[0].move
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 'win', (2, 2))
    """
    return ByRule(RulesProblem(as_rules(rules, components, start), limit, progress))


def nimber(game: object, position: Hashable = None) -> Nimber:
    """Return the Grundy value of a position of a game.

    Parameters
    ----------
    game : str, callable, Rules or graph
        The code or name of a heap game, of which positions are a heap or several, or the name of one of two heaps or of
        coins, such as ``"wythoff"`` and ``"mock turtles"``, or of a small board, ``"chomp 3x4"``; a function from a
        position to the positions after a move, where a tuple of such positions is their sum; rules; a solution with
        nimbers; or a graph, as `grundy_values` takes it.
    position : hashable
        The position, or the vertex by its label; several vertices for their sum. A board has one to begin with.

    Raises
    ------
    GameError
        If there is no such game or position, or the name is that of a game on strips, for which heaps of other sizes
        stand. Errors of `by_rule` and `grundy_values` come through.

    Examples
    --------
    >>> nimber("kayles", 5), nimber("kayles", (5, 7)), nimber(range, 7), nimber({"a": ["b"], "b": []}, "a")
    (4, 6, 7, 1)
    >>> nimber("wythoff", (3, 4)), nimber("mock turtles", "TTHTH"), nimber("chomp 3x4", (2, 1))
    (2, 12, 0)
    >>> nimber(lambda n: [(a, n - a) for a in range(1, (n + 1) // 2)], 8)  # Grundy's game: into unequal heaps
    2
    """
    if isinstance(game, str | float):
        game = str(game)
        at = ",".join(map(str, position)) if isinstance(position, tuple | list) else position
        board = named(game, None) if game.partition(" ")[0] in names() else None
        if board is not None and "nimbers" in options_of(solver_for(board).on("local", {})):
            asked = board if at is None else named(game, str(at))
            value: int = solve_by_kind(asked, nimbers=True).value()
            return value
    if position is None:
        raise CallError(
            'nimber needs position. It takes game, position, as in nimber("kayles", 5); grundy_values(graph).values '
            "has those of all vertices of a graph, and heap_game(code).values of heaps"
        )
    if isinstance(game, str):
        rules: Any = as_rules(game)
        if isinstance(rules, NamedRules):
            return by_rule(rules).nimber(rules.read(position))
        heaps = integers((position,) if isinstance(position, int) else position, "the heaps")
        if beyond := getattr(rules, "beyond", 0):
            raise GameError(
                f"{game!r} is played on strips, and a strip of n cells is a heap of n + {beyond} of {rules.code}: "
                f"nimber({rules.code!r}, {tuple(heap + beyond for heap in heaps)}) is for strips of this size"
            )
        found: int = solve_by_kind(named(game, ",".join(map(str, heaps)) or None)).nimber(heaps)
        return found
    if hasattr(game, "nimber"):
        return Sum.of(game, position).nimber()
    if (callable(game) and not isinstance(game, Mapping)) or hasattr(game, "moves"):
        several = not hasattr(game, "moves") and _leaves_several(game, position)
        return by_rule(game, components=_in_tuple if several else None).nimber(position)
    return Sum.of(grundy_values(game), position).nimber()


def _in_tuple(position: Any) -> Any:
    """Return the parts of a position, which is one of several in a tuple, or a tuple of them."""
    return position if isinstance(position, tuple) else [position]


def _leaves_several(moves: Any, position: Any) -> bool:
    """Return whether a position, or what a move leaves, is a tuple of such that the function takes, itself not taken.

    A function of text takes a tuple without an error, since both are sequences; but where text is a position, a tuple
    of texts is none.
    """
    if isinstance(position, tuple):
        return not _takes(moves, position)
    alike = (
        after
        for after in (moves(position) if _takes(moves, position) else ())
        if isinstance(after, tuple) and {*map(type, after)} == {type(position)}
    )
    several = next(alike, None)
    return several is not None and (isinstance(position, str) or not _takes(moves, several))


def _takes(moves: Any, position: Any) -> bool:
    """Return whether a function lists the moves of a position without an error."""
    try:
        deque(moves(position), 0)
    except (TypeError, AttributeError):
        return False
    return True


def as_rules(
    rules: Any, components: Callable[[Any], Iterable[Any] | None] | None = None, start: Hashable = None
) -> Any:
    """Return rules as they are, those of a `ByRule`, of a heap game's code or its numbers, or of a function or a graph.

    Raise `GameError` if it is neither; or if components or a start are given beside rules, which have their own.
    """
    if isinstance(rules, tuple | list | set) and rules and all(isinstance(k, int) for k in rules):
        rules = ",".join(map(str, rules))
    if isinstance(rules, str):
        heaps = start if isinstance(start, tuple | list) else () if start is None else (start,)
        problem, start = named(rules, ",".join(map(str, heaps)) or None), None
        meant = getattr(problem, "rules", None)
        if not hasattr(meant, "moves"):
            own = did_you_mean(rules, names(), 0.7)
            if problem or own == ".":
                own = f"; solve({rules!r}, start=...) says who wins there" if problem else "; by_rule(moves) makes one"
            raise GameError(
                f"{rules!r} is not a game by rules; expected rules, a function or the code of a heap game{own}"
            )
        rules = meant
    game = getattr(getattr(rules, "problem", rules), "game", None)  # of a heap game's problem or solution
    rules = game if hasattr(game, "moves") else rules
    if (callable(rules) or isinstance(rules, Mapping)) and not hasattr(rules, "moves"):
        if components is not None and not callable(components):
            raise GameError(
                f"components is {shown(components)}; expected a function. Where the play begins is start=..."
            )
        parts = None if components is None else partial(_in_parts, components)
        given = {"moves": plain_rules(rules).moves, "components": parts, "start": start}
        return SimpleNamespace(**{name: value for name, value in given.items() if value is not None})
    if components is not None or start is not None:
        raise GameError("components and start go with a function; rules have their own")
    return plain_rules(rules)


def _in_parts(components: Callable[[Any], Any], position: Any) -> Any:
    """Return the parts of a position; the position alone where the function returns it as it is, or None."""
    parts = components(position)
    whole = parts is None or (not isinstance(parts, tuple | list) and parts == position)
    return [position] if whole else parts


def solve(problem: RulesProblem) -> ByRule:
    """Return the game that answers on demand, with the nimber of its start found."""
    game = ByRule(problem)
    if game.start is not None:
        game.nimber(game.start)
    return game


def reasons(game: ByRule, position: Hashable, rated: Callable[[Any], Iterable[RatedMove]]) -> str:
    """Return the values of the components and the winning ones of some moves from there."""
    with hashable_positions(game.problem.rules, position):
        parts = game.parts(position)
    values = [game.nimber(part) for part in parts]
    values_in_words = ", ".join(
        f"{written(game, part)} has nimber {value}" for part, value in zip(parts, values, strict=True)
    )
    total = reduce(xor, values, 0)
    text = (
        f"{values_in_words or 'nothing is left'}; the nim-sum is {total}: "
        if len(parts) != 1
        else f"{values_in_words}: "
    )
    if total == 0:
        return f"{text}the player to move loses."
    return f"{text}the player to move wins by moving to {winning_ways(game, rated(position))}."
