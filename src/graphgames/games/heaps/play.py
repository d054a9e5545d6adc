"""A play with the heaps of a heap game, under normal or misère play."""

from __future__ import annotations

from typing import Any

from graphgames.core.adapter import LAST_MOVE, NOT_LAST_MOVE, GameAdapter, part_move
from graphgames.core.errors import GameError, shown
from graphgames.games.heaps.misere import MisereQuotient
from graphgames.games.heaps.problem import HeapGame, normal
from graphgames.games.heaps.solution import HeapSolution


def player(solution: HeapSolution | MisereQuotient, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter; the heaps, such as ``3,5,7``, are those of the game or given."""
    game = solution.problem.game
    try:
        given = game.start if start is None else start.split(",") if isinstance(start, str) else start
        at = normal(int(heap) for heap in given)
    except (TypeError, ValueError):
        raise GameError(f"{shown(start)} are no heaps; expected their sizes, such as 3,5,7") from None
    if not at or min(at) < 0:
        raise GameError("there is no heap to play with; give some as the start, such as 3,5,7")
    return GameAdapter(
        solution,
        at,
        _rule(game),
        aims=LAST_MOVE if isinstance(solution, HeapSolution) else NOT_LAST_MOVE,
        render=game.render,
        name=lambda position, move: part_move(position, move.move, game.render),
        threats=solution.best_moves,
    )


def _rule(game: HeapGame) -> str:
    """Return what may be taken and left, in a sentence."""
    left = ("no heap", "one heap", "two heaps", "three heaps")
    by_digit: dict[int, list[int]] = {}
    for amount, digit in enumerate(game.digits):
        if digit:
            by_digit.setdefault(digit, []).append(amount)
    ways = []
    for digit, amounts in by_digit.items():
        low, high = amounts[0], amounts[-1]
        take = f"{low} to {high}" if high - low + 1 == len(amounts) > 2 else " or ".join(map(str, amounts))
        *most, last = (words for k, words in enumerate(left) if digit >> k & 1)
        heaps = f"{', '.join(most)} or {last}" if most else last
        ways.append(f"take {take} and leave {heaps}")
    unequal = ", which must differ" if game.unequal else ""
    return f"From one heap {'; or '.join(ways) or 'nothing can be taken'}{unequal}."
