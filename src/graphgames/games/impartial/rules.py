"""The public functions for impartial games given by their moves: nimbers, outcomes and best moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from graphgames.core.errors import GameError
from graphgames.core.rules import Rules, plain_rules
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.problem import LIMIT, RulesProblem


def by_rule(
    rules: Rules | Callable[[Any], Iterable[Any]],
    components: Callable[[Any], Iterable[Any]] | None = None,
    start: Any = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> ByRule:
    """Return an impartial game that answers for any position on demand.

    Parameters
    ----------
    rules : Rules or callable
        The game, or just a function from a position to the positions after a move; positions must be hashable.
    components : callable, optional
        With a function: returns the independent parts, themselves positions, that a position is the sum of.
    start : position, optional
        With a function: where the play begins, for `expand` and `solve`.
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


def as_rules(rules: Any, components: Callable[[Any], Iterable[Any]] | None = None, start: Any = None) -> Any:
    """Return rules as they are, those of a `ByRule`, or rules made of a function.

    Raises
    ------
    GameError
        If it is neither; or if components or a start are given beside rules, which have their own.
    """
    if callable(rules) and not hasattr(rules, "moves"):
        given = {"moves": rules, "components": components, "start": start}
        return SimpleNamespace(**{name: value for name, value in given.items() if value is not None})
    if components is not None or start is not None:
        raise GameError("components and start go with a function; rules have their own")
    return plain_rules(rules)


def solve(problem: RulesProblem) -> ByRule:
    """Return the game that answers on demand, with the nimber of its start found."""
    game = ByRule(problem)
    if game.start is not None:
        game.nimber(game.start)
    return game
