"""Boards on the page: the picture of a position, and where on it which moves can be chosen.

The pictures are those of `graphgames.draw`; a target is a rectangle on such a picture, with the names of the moves that
are meant by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphgames import api
from graphgames.draw import boards, picture, svg
from graphgames.draw.board import Board, Moves, Target
from graphgames.draw.picture import Picture
from graphgames.games.grid.solution import GridSolution
from graphgames.games.sums.playing_with_stones import PilesProblem
from graphgames.games.sums.say_goodbye_to_tic_tac_toe import MarkedStripsProblem
from graphgames.games.sums.stone_game import BoxesProblem
from graphgames.games.sums.treblecross import StripsProblem

MOST_CELLS = 1000
"""A longer strip is not drawn; its moves are listed."""


def board_of(solution: Any) -> Board | None:
    """Return the board of a solved game, None if it stands on a graph."""
    for kind in type(solution).__mro__:
        if kind.__name__ in _MAKERS:
            return _MAKERS[kind.__name__](solution)
    return None


def _strips(solution: Any) -> Board:
    return Board(lambda at: _strip(at[1], lambda cells: picture(api.solve(StripsProblem((cells,))))), _cells)


def _marked_strips(solution: Any) -> Board:
    return Board(lambda at: _strip(at[1], lambda cells: picture(api.solve(MarkedStripsProblem((cells,))))), _cells)


def _strip(cells: str, paint: Callable[[str], Picture]) -> Picture:
    """Paint a strip, or say that it is too long."""
    if len(cells) <= MOST_CELLS:
        return paint(cells)
    words = f"{len(cells)} cells are too many to draw; the moves are listed"
    line = svg.text(16, 24, words, 14, text_anchor="start")
    return Picture(words, svg.document(32 + svg.text_width(words, 14), 40, words, [line]))


def _cells(position: Any, moves: Moves) -> list[Target]:
    """Return a target for each cell, or its half, that a move writes into."""
    if len(position[1]) > MOST_CELLS:
        return []
    size = boards.cell_size(len(position[1]))
    by_cell: dict[int, list[str]] = {}
    for name, move in moves.items():
        pairs = zip(position[1], move.position[1], strict=True)
        cell = next(i for i, (before, after) in enumerate(pairs) if before != after)
        by_cell.setdefault(cell, []).append(name)
    targets = []
    for cell, names in sorted(by_cell.items()):
        wide = size / len(names)
        for k, name in enumerate(sorted(names, reverse=True)):  # X on the left, O on the right
            left = boards.EDGE + cell * size + k * wide
            targets.append(Target(left, boards.HEAD + 4, wide, size, (name,)))
    return targets


def _piles(solution: Any) -> Board:
    def paint(position: Any) -> Picture:
        sizes = position[1]
        return picture(api.solve(PilesProblem(_large(sizes), np.array([0, len(sizes)]))))

    return Board(paint, lambda at, moves: _columns(at, moves, _second, boards.pile_width, _stones(at[1])))


def _boxes(solution: Any) -> Board:
    def paint(position: Any) -> Picture:
        pairs = position[1]
        sizes, stones = ([pair[k] for pair in pairs] for k in (0, 1))
        return picture(api.solve(BoxesProblem(_large(sizes), _large(stones), np.array([0, len(pairs)]))))

    return Board(paint, lambda at, moves: _columns(at, moves, _second, lambda box: boards.box_width(*box)))


def _second(position: Any) -> Any:
    return position[1]


def _large(numbers: Sequence[int]) -> Any:
    """Return numbers as an array, of Python's where one is too large for 64 bits."""
    return np.array(numbers, np.int64 if max(numbers, default=0) < 1 << 62 else object)


class _Heaps(NamedTuple):
    """The heaps of a heap game as piles that can be painted."""

    solution: Any
    heaps: tuple[int, ...]

    @property
    def problem(self) -> _Heaps:
        return self

    @property
    def title(self) -> str:
        return f"heap game {self.solution.problem.game.code}"

    @property
    def wins(self) -> list[bool]:
        return [self.solution.outcome(self.heaps) == "win"]

    @property
    def nim_sums(self) -> list[int]:
        return [self.solution.nimber(self.heaps)]

    @property
    def start(self) -> tuple[int, ...]:
        return self.heaps

    def rules(self, test: int) -> _Heaps:
        return self

    def nimber(self, test: int, part: tuple[int, ...]) -> int:
        value: int = self.solution.nimber(part)
        return value


def _heaps(solution: Any) -> Board:
    return Board(
        lambda at: boards.piles(_Heaps(solution, at), 0),
        lambda at, moves: _columns(at, moves, tuple, boards.pile_width, _stones(at)),
    )


def _stones(piles: Sequence[int]) -> Callable[[Any, Any], tuple[float, float] | None]:
    """Return the stone that is the lowest of those taken: whoever chooses it takes it and all above it."""
    floor = boards.HEAD + 20 + boards.pile_room(piles)

    def place(pile: Any, left: Any) -> tuple[float, float] | None:
        if not isinstance(left, int) or pile > boards.HIGH:
            return None
        return floor - boards.STONE * (left + 1) - 0.5, boards.STONE

    return place


def _columns(
    position: Any, moves: Moves, inner: Callable[[Any], Sequence[Any]], wide: Callable[[Any], float], height: Any = None
) -> list[Target]:
    """Return a target for each part, with all that can become of it, and one for each stone that can be taken.

    Parameters
    ----------
    position : object
        Where the play stands.
    moves : mapping
        The moves by name.
    inner : callable
        From a position to its parts.
    wide : callable
        From a part to how wide its column is.
    height : callable, optional
        From a part and what becomes of it to the top and the height of what is meant, None where it cannot be drawn.
    """
    parts = inner(position)
    becomes: dict[Any, list[tuple[str, Any]]] = {}
    for name, move in moves.items():
        part, left = _changed(parts, inner(move.position))
        becomes.setdefault(part, []).append((name, left))
    x, targets = boards.EDGE, []
    top, tall = boards.HEAD + 16, boards.BOX_ROOM + 38
    if height is not None:
        tall = boards.pile_room(parts) + 34
    for part in parts[: boards.MOST_PILES]:
        width, options = wide(part), becomes.get(part, [])
        if options:
            targets.append(Target(x, top, width, tall, tuple(name for name, _ in options)))
        for name, left in options if height is not None else ():
            place = height(part, left)
            if place is not None:
                targets.append(Target(x, place[0], width, place[1], (name,)))
        x += width
    return targets


def _changed(parts: Sequence[Any], after: Sequence[Any]) -> tuple[Any, Any]:
    """Return the part that a move changes and what it becomes; none or several parts as a tuple."""
    before, left = Counter(parts), Counter(after)
    gone, come = list((before - left).elements()), tuple((left - before).elements())
    left_over: Any = come[0] if len(come) == 1 else come or 0
    return gone[0], left_over


def _grid(solution: Any) -> Board:
    return _on_grid(lambda at: (solution, at))


def _gridgame(solution: Any) -> Board:
    return _on_grid(lambda at: (solution.grid(at[0]), at[1]))


def _on_grid(inner: Callable[[Any], tuple[GridSolution, tuple[int, int]]]) -> Board:
    """Return the board of a pawn on a grid; the window follows it."""

    def standing(position: Any) -> GridSolution:
        solution, cell = inner(position)
        return GridSolution(solution.problem.at(cell), solution.certificate, solution.solver)

    def aim(position: Any, moves: Moves) -> list[Target]:
        left, down, columns, rows = boards.window(standing(position).problem, None, None)
        corner, targets = boards.corners(left, down, rows), []
        for name, move in moves.items():
            x, y = move.move
            if left <= x < left + columns and down <= y < down + rows:
                targets.append(Target(*corner(x, y), boards.SIDE, boards.SIDE, (name,)))
        return targets

    return Board(lambda position: picture(standing(position)), aim)


_MAKERS: dict[str, Callable[[Any], Board]] = {
    "StripsSolution": _strips,
    "MarkedStripsSolution": _marked_strips,
    "PilesSolution": _piles,
    "BoxesSolution": _boxes,
    "HeapSolution": _heaps,
    "GridSolution": _grid,
    "GridGameSolution": _gridgame,
}
