"""The whole argument for an outcome: the winner's move, an answer to each move of the other player, and so on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from graphgames.core.arguments import integer
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, shown
from graphgames.core.oracle import Outcome
from graphgames.play.adapter import GameAdapter
from graphgames.play.adapters import adapter_for

ABOVE = "As above."
"""The reason of a position that an earlier step has dealt with."""

MORE = "..."
"""Stands behind the reason of a position at the greatest depth from which there are moves."""

LINES = 1000
"""The text of an argument has at most so many steps unless all are asked for."""


class Step(NamedTuple):
    """A step of an argument."""

    depth: int
    """The number of moves made; 0 for the first step."""
    move: str
    """The player and the move that led here; empty in the first step."""
    position: Any
    """The position, as the game's adapter has it."""
    reason: str
    """Why it is won, lost or drawn; `ABOVE` if an earlier step says so."""
    moves: int
    """How many moves the following steps answer: one where the player to move wins, else every one, as where chance
    moves; 0 at the end of the play, at a repeated position and at the greatest depth."""


def steps(adapter: GameAdapter, depth: int | None = None) -> Iterator[Step]:
    """Yield the steps of the argument for a game's start, depth first.

    Parameters
    ----------
    adapter : GameAdapter
        The game.
    depth : int, optional
        At most so many moves; by default until nothing is left to prove: at positions where the play ends or that an
        earlier step has dealt with.
    """
    stack: list[tuple[int, str, Any]] = [(0, "", adapter.start)]
    seen = set()
    while stack:
        made, move, position = stack.pop()
        place = adapter.place(position)
        if place in seen:
            yield Step(made, move, position, ABOVE, 0)
            continue
        seen.add(place)
        mover = adapter.mover(position, made)
        ending = adapter.ending(position, mover)
        moves = [] if ending is not None else list(adapter.oracle.best_moves(position))
        reason = adapter.oracle.explain(position)
        if moves and made == depth:
            moves, reason = [], f"{reason} {MORE}"
        if moves and mover != CHANCE and adapter.oracle.outcome(position) is Outcome.WIN:
            moves = moves[:1]
        yield Step(made, move, position, reason, len(moves))
        for after in reversed(moves):
            name = f"{adapter.players[mover]}: {adapter.name(position, after)}"
            stack.append((made + 1, name, after.position))


def argument(
    solution: object, start: Hashable = None, depth: int | None = None, test: int = 0, *, lines: int | None = LINES
) -> str:
    """Return the whole argument for the outcome of a position, a line for each step.

    Below a position that the player to move wins stands the winning move; below one that is lost or drawn, or where
    chance moves, every move, each with its answer. It ends where nothing is left to prove: where the play ends, or at a
    position that has been dealt with above.

    Parameters
    ----------
    solution : Solution
        A solved problem of any kind.
    start : object, optional
        The position: a label, a cell, heaps; by default where a play begins.
    depth : int, optional
        At most so many moves ahead.
    test : int
        Of an input of many tests which one, from 0.
    lines : int, optional
        At most so many steps; None for all of them.

    Raises
    ------
    GameError
        If the solution has no moves to follow, or there is no such position or test.

    Examples
    --------
    >>> from graphgames import NormalPlay, argument, solve
    >>> print(argument(solve({2: [1, 0], 1: [0], 0: []}, NormalPlay()), 2))
    The player to move wins from 2: move to 0, and the other player loses within 1 move.
      First: 0. The player to move loses from 0: there is no move.
    """
    if not hasattr(solution, "problem"):
        raise GameError(f"{shown(solution)} is not a solution; expected what solve returns")
    depth = None if depth is None else integer(depth, "the depth")
    most = None if lines is None else integer(lines, "the number of lines")
    return format_steps(adapter_for(solution, start, integer(test, "the test")), depth, most)


def format_steps(adapter: GameAdapter, depth: int | None = None, most: int | None = LINES) -> str:
    """Return the text of `steps`, a line for each; of more than ``most`` the first."""
    lines: list[str] = []
    for count, step in enumerate(steps(adapter, depth)):
        if count == most:
            lines.append("... and more; ask for a smaller depth, or for all lines (--full, lines=None)")
            break
        first, *rest = step.reason.split("\n")
        indent = "  " * step.depth
        lines += [f"{indent}{step.move + '. ' if step.move else ''}{first}", *(f"{indent}  {line}" for line in rest)]
    return "\n".join(lines)
