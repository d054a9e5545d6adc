"""Games given by rules: positions are any hashable objects, and a search of them watches its memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.solution_base import Solution

if TYPE_CHECKING:
    from graphgames.core.solution_base import P as P
else:
    P = TypeVar("P")

EVERY = 65536
"""After so many positions a search looks at the memory that is left, and reports its progress."""

LIMIT = 10_000_000
"""So many positions are remembered unless the user sets another limit."""

ENDLESS = 200_000
"""A first line of play of so many moves is taken to have no end, unless the user sets another limit."""


_FUNCTIONS = ("moves", "mover", "outcome", "components", "render")
_NAMES = ("start", *_FUNCTIONS, "objective", "rule")
"""What rules may have."""


@runtime_checkable
class Rules(Protocol[P]):
    """A game by its moves. Positions are hashable; the players alternate unless ``mover`` says who is to move.

    A class may also have

    - ``start``: the position where the play begins; `expand` and `solve` need it;
    - ``mover(position) -> int``: 0 or 1, who moves there (then it is no longer impartial), or 2 where chance moves;
    - ``chances(position)``: where chance moves, pairs of a position and its probability, which sum to 1; `solve` takes
      such rules for the `Model` that ``Model.from_rules`` makes of them;
    - ``reward(position, after)``: in such a model, what a move gives player 0;
    - ``move_name(position, after)``: a short name of a move, by which policies and actions know it;
    - ``outcome(position) -> str``: ``"win"``, ``"draw"`` or ``"loss"`` for the player to move, asked where there is no
      move, when the game is over; without it whoever cannot move loses, or what ``objective`` says;
    - ``objective``: an `Objective` other than `NormalPlay`; its vertices are positions, which are the arena's labels;
    - ``components(position) -> iterable of positions``: independent parts that the position is the sum of;
    - ``render(position) -> str``: the position for a person, in reasons, plays, pictures and tables; several lines
      make a board;
    - ``rule``: what a move is, in a sentence, with which plays and pages begin.

    See Also
    --------
    expand : makes an arena of all positions, for every solver and any objective.
    graphgames.by_rule : answers for an impartial game on demand, without an arena.

    Examples
    --------
    >>> import graphgames as gg
    >>> class Subtraction:
    ...     start = 7
    ...     def moves(self, counters):
    ...         return [counters - taken for taken in (1, 2, 3) if taken <= counters]
    >>> solution = gg.solve(Subtraction())
    >>> solution.outcome(7), solution.best_moves(7)[0].position
    ('win', 4)

    Functions do, too:

    >>> gg.solve(gg.Rules(start=(1, 2), moves=lambda at: [at[::-1]], mover=lambda at: at[0] - 1)).outcome((1, 2))
    'draw'
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        if type(self) is not Rules:
            return
        unknown = [name for name in named if name not in _NAMES]
        wrong = [name for name in _FUNCTIONS if name in named and not callable(named[name])]
        if given or unknown or wrong or "moves" not in named:
            known = f"Rules takes no argument {unknown[0]!r}; " if unknown else ""
            raise GameError(
                f"{known}expected Rules(start=..., moves=...) with a function moves(position), and perhaps "
                f"{', '.join(_NAMES[2:])}; or an object of a class of your own that has them"
                + "; help(gg.Rules) says what each returns"
                * bool(unknown)
            )
        vars(self).update(named)

    def moves(self, position: P) -> Iterable[P]:
        """Return the positions that can be reached in one move."""


def plain_rules(rules: Any) -> Any:
    """Return the rules, given as such, as a solution of them, as the function of their moves, or as a graph.

    Raise `GameError` if it is none of these.
    """
    problem: Any = getattr(rules, "problem", None)
    if getattr(problem, "kind", None) == "rules":
        rules = problem.rules
    elif isinstance(rules, Solution):  # its mover is not that of rules
        raise GameError(
            f"a {type(rules).__name__} is a solution; give the rules that it solves, "
            "with an objective such as MiserePlay()"
        )
    if isinstance(rules, Mapping):
        return SimpleNamespace(moves=_along(rules))
    if callable(rules) and not hasattr(rules, "moves"):
        return SimpleNamespace(moves=rules)
    if isinstance(rules, type) and hasattr(rules, "moves"):
        raise GameError(f"{rules.__name__} is a class; make an object of it: {rules.__name__}()")
    if not callable(getattr(rules, "moves", None)):
        raise GameError(
            f"{type(rules).__name__} is not a class of games by rules; expected an object with a method moves(position)"
        )
    return rules


def _along(graph: Mapping[Any, Iterable[Any]]) -> Callable[[Any], Iterable[Any]]:
    """Return the function of the moves on a graph, where a vertex that is only a successor has none."""
    successors = {after: () for options in graph.values() for after in options} | dict(graph)

    def moves(position: Any) -> Iterable[Any]:
        if position not in successors:
            raise GameError(f"there is no vertex {shown(position)} in the graph")
        return successors[position]

    return moves


_TAKES = (
    "expected a function from a position to the positions after a move, each of which it takes; where a move leaves "
    "several games,"
)
_SEVERAL = "a tuple of them and by_rule(moves, components=lambda at: at)"


def moves_of(rules: Any, position: Any) -> Iterator[Any]:
    """Return the moves of a position, with a sentence where ``moves`` does not fit the position or lists nothing."""
    try:
        return iter(rules.moves(position))
    except TypeError as error:
        raise GameError(f"moves({position!r}) fails: {error}; {_TAKES} {_SEVERAL}") from error


def _refuse_no_position(rules: Any, position: Any) -> None:
    """Raise `GameError` if the rules cannot list the moves of a position, which then is none of theirs."""
    for name in ("moves", "left", "right"):
        try:
            for _ in getattr(rules, name, lambda _: ())(position):
                pass
        except (TypeError, AttributeError) as error:
            raise GameError(f"{name}({shown(position)}) fails: {error}; is that a position of these rules?") from error


@contextmanager
def hashable_positions(rules: Any = None, position: Any = None) -> Iterator[None]:
    """Turn the ``TypeError`` for a position that cannot be hashed into an error with a full sentence.

    So, too, that for a position which somebody asks for and of which the rules, where they are given, list no moves.
    """
    try:
        yield
    except (TypeError, AttributeError) as error:
        if "unhashable" not in str(error):
            if rules is not None:
                _refuse_no_position(rules, position)
            if hasattr(rules, "components") and isinstance(error, TypeError):
                raise GameError(
                    f"moves or components fails: {error}; expected components(position) to list a position's parts, "
                    "each of which both take, too: [position] where it does not split"
                ) from error
            if hasattr(rules, "left") and isinstance(error, TypeError):
                raise GameError(f"left or right fails: {error}; {_TAKES} components(position), too") from error
            if hasattr(rules, "moves") and isinstance(error, TypeError):
                raise GameError(f"moves fails: {error}; {_TAKES} {_SEVERAL}") from error
            raise
        raise GameError(
            f"a position is of an {error}; expected positions that can be hashed, tuples in place of lists"
        ) from error


def memory_is_short() -> bool:
    """Return whether this process uses more than half of its memory limit; False if that is unknown."""
    from pathlib import Path

    try:
        page = os.sysconf("SC_PAGE_SIZE")
        taken = int(Path("/proc/self/statm").read_text().split()[1]) * page
        allowed = os.sysconf("SC_PHYS_PAGES") * page
    except (OSError, ValueError, AttributeError):
        return False
    with suppress(OSError, ValueError):
        allowed = min(allowed, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return 2 * taken > allowed


def check_memory(size: int, limit: int | None = None, depth: int = 0) -> None:
    """Raise `LimitExceededError` if a search holds more positions than ``limit``, or if so many fill the memory.

    The memory is checked whenever `EVERY` divides the number of stored positions, ``size``; ``depth`` is the number of
    them on the current line of play.
    """
    if limit is not None and size > limit:
        reason = f"the game has more than {limit} positions to remember"
    elif size == depth >= ENDLESS and limit == LIMIT:
        reason = f"after {depth} moves of one line of play nothing is decided"
    elif size and size % EVERY == 0 and memory_is_short():
        reason, limit = f"{size} positions take more than half of the memory", None
    else:
        return
    hint = "choose a smaller game" + (f", or, in Python, a larger limit, such as limit={10 * limit}" if limit else "")
    if 2 * depth > size:
        hint = f"one line of play alone has {depth} moves, so perhaps the rules have no end; otherwise {hint}"
    raise LimitExceededError(f"{reason}; {hint}")
