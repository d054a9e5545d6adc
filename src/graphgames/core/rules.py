"""Games given by rules: positions are any hashable objects, and `expand` turns them into an arena.

`problem_of` makes a game of whatever `solve` is given.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, runtime_checkable

import numpy as np

from graphgames.core.arena import Arena, Vertex
from graphgames.core.arguments import function, integer
from graphgames.core.catalogue import objective_class
from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.game import Game
from graphgames.core.naming import Positions
from graphgames.core.objective import Objective
from graphgames.core.oracle import Outcome
from graphgames.core.solution_base import Solution

EVERY = 65536
"""After so many positions a search looks at the memory that is left, and reports its progress."""

LIMIT = 10_000_000
"""So many positions are remembered unless the user sets another limit."""

ENDLESS = 200_000
"""A first line of play of so many moves is taken to have no end, unless the user sets another limit."""


@runtime_checkable
class Rules(Protocol):
    """A game by its moves. Positions are hashable; the players alternate unless ``mover`` says who is to move.

    A class may also have

    - ``start``: the position where the play begins; `expand` and `solve` need it;
    - ``mover(position) -> int``: 0 or 1, who moves there (then it is no longer impartial);
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
    """

    def moves(self, position: Any) -> Iterable[Any]:
        """Return the positions that can be reached in one move."""


def expand(
    rules: Rules,
    limit: int = LIMIT,
    objective: Objective | None = None,
    progress: Callable[[int], None] | None = None,
    start: Any = None,
) -> Game:
    """Enumerate the positions that can be reached from the start, breadth first, as an explicit game.

    Parameters
    ----------
    rules : Rules
        The game; positions must be hashable.
    limit : int
        Stop with an error rather than make more positions than this.
    objective : Objective, optional
        By default the one of the rules, else `NormalPlay`.
    progress : callable, optional
        Called now and then with the number of positions so far.
    start : position, optional
        Where the play begins; by default at the ``start`` of the rules.

    Returns
    -------
    Game
        The start is vertex 0; the positions are the arena's labels. The ends of rules with ``outcome`` are in the
        ``won``, ``drawn`` and ``lost`` of its `NormalPlay`; one that is drawn has a move to itself.

    Raises
    ------
    LimitExceededError
        If there are more positions than ``limit``, or memory runs short.
    GameError
        If the rules are none: no ``moves``, no ``start``, moves that are no iterable, positions that are not hashable,
        a ``mover`` that answers neither 0 nor 1, an ``outcome`` that is none, or one beside another objective.

    Notes
    -----
    One dictionary entry a position and four bytes a move.

    Examples
    --------
    >>> class Countdown:
    ...     start = 5
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> expand(Countdown())
    Game(Arena(n=6, m=9, impartial), normal)
    """
    rules = plain_rules(rules)
    limit, progress = integer(limit, "the limit"), function(progress, "progress")
    if objective is not None and not isinstance(objective, Objective):
        raise GameError(f"{shown(objective)} is not an objective; expected one such as NormalPlay()")
    start = getattr(rules, "start", None) if start is None else start
    if start is None:
        raise GameError("the rules have no start, so say where the play begins: expand(rules, start=...)")
    objective = objective or getattr(rules, "objective", None) or objective_class("normal")()
    ends = _Ends(rules, objective)
    moves = partial(moves_of, rules) if ends.outcome is None else ends.moves
    mover: Callable[[Any], int] | None = getattr(rules, "mover", None)
    positions: list[Hashable] = [start]
    successors, offsets, owner, ended = array("i"), array("q", [0]), bytearray(), False
    with hashable_positions():
        number: dict[Hashable, int] = {start: 0}
        for v, position in enumerate(positions):  # the list grows while it is walked: breadth first
            for target in moves(position):
                w = number.setdefault(target, len(positions))
                if w == len(positions):
                    if w >= limit:
                        raise LimitExceededError(
                            f"the game has more than {limit} positions; raise the limit, or choose a smaller game"
                            + ("" if ended else ", or mend the rules: not one of these positions is an end")
                        )
                    positions.append(target)
                successors.append(w)
            ended = ended or len(successors) == offsets[-1]
            offsets.append(len(successors))
            if mover is not None:
                owner.append(_player(mover, position))
            if v % EVERY == 0:
                check_memory(len(positions) - len(positions) % EVERY)
                if progress is not None:
                    progress(len(positions))
    arena = Arena.trusted(
        np.frombuffer(offsets, np.int64),
        np.frombuffer(successors, np.int32) if successors else np.empty(0, np.int32),
        np.frombuffer(owner, np.uint8) if mover is not None else None,
        _labels(rules, positions),
    )
    if ends.named:
        named = {name: np.array([number[end] for end in found]) for name, found in ends.named.items()}
        objective = replace(objective, **named)
    return Game(arena, objective, start=Vertex(0))


def problem_of(
    given: Any,
    objective: Objective | None = None,
    owner: Any = None,
    players: tuple[str, str] | None = None,
    start: Any = None,
) -> Game:
    """Return the game of the arguments of `solve`: rules are expanded, graphs get an objective.

    Raise `GameError` if it is nothing to solve, or the objective is missing or one too many.

    Examples
    --------
    >>> from graphgames import NormalPlay
    >>> problem_of([("a", "b"), ("b", "c")], NormalPlay())
    Game(Arena(n=3, m=2, impartial), normal)
    """
    if isinstance(given, type):
        raise GameError(f"{given.__name__} is a class; solve an object of it, such as {given.__name__}(...)")
    if isinstance(given, Game) or isinstance(getattr(given, "kind", None), str):
        if objective is not None:
            raise GameError(
                f"{shown(given)} comes with an objective of its own; for another one: solve(game.arena, objective)"
            )
        if owner is not None:
            raise GameError(f"{shown(given)} says itself who moves where; owner is for plain graphs")
        game: Game = given
        return game if start is None else replace(game, start=start)
    if hasattr(given, "start") and callable(getattr(given, "moves", None)):
        if owner is not None:
            raise GameError("rules say who moves by their method mover(position), not by owner")
        return expand(given, objective=objective, start=start)
    if isinstance(given, Objective):
        raise GameError(f"{shown(given)} is an objective; expected a game, or a graph before the objective")
    if callable(getattr(given, "ask", None)):
        raise GameError(
            "this is a model without a question; ask it with solve --property or --properties, in Python with its "
            "method ask; a model is not played or converted, and graphgames show draws its states"
        )
    like_graph = any(hasattr(given, name) for name in ("indptr", "is_directed", "tocsr", "__iter__"))
    if not like_graph or isinstance(given, str | bytes | set | frozenset):
        raise GameError(
            f"{shown(given)} is nothing to solve; expected a game, a graph with an objective, or rules: an object with "
            "start and moves(position)"
        )
    if objective is None:
        raise GameError(
            f"{shown(given)} has no objective; give one, as in solve(graph, Reach([0])) or solve(graph, NormalPlay())"
        )
    return Game.from_graph(given, objective, owner, start, players)


def plain_rules(rules: Any) -> Any:
    """Return the rules, given as such or as a solution of them; raise `GameError` if there is no ``moves`` to call."""
    problem: Any = getattr(rules, "problem", None)
    if getattr(problem, "kind", None) == "rules":
        rules = problem.rules
    elif isinstance(rules, Solution):  # its mover is not that of rules
        raise GameError(
            f"a {type(rules).__name__} is a solution; give the rules it is of, with an objective such as MiserePlay()"
        )
    if isinstance(rules, type) and hasattr(rules, "moves"):
        raise GameError(f"{rules.__name__} is a class; make an object of it: {rules.__name__}()")
    if not callable(getattr(rules, "moves", None)):
        raise GameError(
            f"{type(rules).__name__} is not a class of games by rules; expected an object with a method moves(position)"
        )
    return rules


def moves_of(rules: Any, position: Any) -> Iterator[Any]:
    """Return the moves of a position, with a sentence where ``moves`` does not fit the position or lists nothing."""
    try:
        return iter(rules.moves(position))
    except TypeError as error:
        raise GameError(
            f"moves({position!r}) fails: {error}; expected a function from a position to the positions after a move"
        ) from error


def _refuse_no_position(rules: Any, position: Any) -> None:
    """Raise `GameError` if the rules cannot list the moves of a position, which then is none of theirs."""
    try:
        for _ in rules.moves(position):
            pass
    except (TypeError, AttributeError) as error:
        raise GameError(f"moves({shown(position)}) fails: {error}; is that a position of these rules?") from error


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
        reason = f"{size} positions take more than half of the memory"
    else:
        return
    hint = "raise the limit, or choose a smaller game"
    if 2 * depth > size:
        hint = f"one line of play alone has {depth} moves, so perhaps the rules have no end; otherwise {hint}"
    raise LimitExceededError(f"{reason}; {hint}")


def _labels(rules: Any, positions: list[Hashable]) -> Sequence[Hashable]:
    """Return the positions as labels, with what the rules say for a person, if they do."""
    render, rule = getattr(rules, "render", None), getattr(rules, "rule", "")
    rule = rule if isinstance(rule, str) else ""
    if not callable(render):
        return Positions(positions, str, rule) if rule else positions
    return Positions(positions, render, rule)


def _player(mover: Callable[[Any], int], position: Any) -> int:
    """Return who is to move."""
    player = mover(position)
    if player not in (0, 1):
        raise GameError(f"mover({position!r}) is {player!r}; expected 0 or 1")
    return player


_ENDS = {Outcome.WIN: "won", Outcome.DRAW: "drawn", Outcome.LOSS: "lost"}


class _Ends:
    """Rules whose ``outcome`` says who wins at an end: these are noted by the field of `NormalPlay` that names them."""

    def __init__(self, rules: Any, objective: Any):
        self.rules = rules
        self.outcome: Callable[[Any], str] | None = getattr(rules, "outcome", None)
        self.named: dict[str, list[Hashable]] = {}
        named = objective.name == "normal" and any(getattr(objective, name) is not None for name in _ENDS.values())
        if self.outcome is not None and (objective.name != "normal" or named):
            raise GameError(
                f"the rules say who wins at an end (outcome), and so does the objective {objective.name}; keep one"
            )

    def moves(self, position: Any) -> Iterator[Any]:
        """Return the moves of the rules, and from an end that is drawn one to itself."""
        end = True
        for target in moves_of(self.rules, position):
            end = False
            yield target
        if end and self.outcome is not None:
            outcome = self.outcome(position)
            if outcome not in list(Outcome):
                raise GameError(f"outcome({position!r}) is {outcome!r}; expected 'win', 'draw' or 'loss'")
            self.named.setdefault(_ENDS[Outcome(outcome)], []).append(position)
            if outcome == Outcome.DRAW:
                yield position
