"""Stone Game (HDU 1729): a box of size s with c stones takes 1 to c^2 stones more, but not above its size.

Input: cases of N (0 ends) and N lines ``s c``. Output ``Case k:`` on a line, then ``Yes`` or ``No``; who cannot move
loses. With t stones, for the largest t with t^2 + t < s, every move lets the other player fill the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, counted
from graphgames.core.oracle import RatedMove
from graphgames.games.sums.solution import ColumnSums, PartsRules, Position
from graphgames.readers.tokens import Tokens

if TYPE_CHECKING:
    from graphgames.draw.board import Board

Box = tuple[int, int]
"""The size of a box and its stones."""


INPUT = "for each case the number of boxes, then a line s c for each: its size and its stones; 0 ends the input"
OUTPUT = "for each case a line 'Case k:', then Yes if the first player wins, else No"
"""What the document reads and writes, for a person."""


@dataclass(frozen=True)
class StoneBoxes(PartsRules):
    """The rules: a position is a tuple of boxes (size, stones), ascending."""

    start: tuple[Box, ...] = ()

    def options(self, box: Box) -> Iterable[Box]:
        """Return the box with up to the square of its stones more."""
        size, stones = box
        return ((size, after) for after in range(stones + 1, min(size, stones + stones * stones) + 1))

    def render(self, position: tuple[Box, ...]) -> str:
        """Name the boxes."""
        return ", ".join(f"box of {size} with {stones}" for size, stones in position) or "no box"


class BoxesSolution(ColumnSums):
    """Boxes of stones, solved."""

    def nimber(self, test: int, part: Any) -> int:
        return _box_nimber(*part[0])

    def move_name(self, position: Position, move: RatedMove) -> str:
        """Return the size of a box, and its stones before and after."""
        before: Counter[Box] = Counter(position[1])
        after: Counter[Box] = Counter(move.position[1])
        ((size, stones),), ((_, filled),) = (before - after).elements(), (after - before).elements()
        return f"box of {size}: {stones} -> {filled}"

    def amount(self, box: Box) -> int:
        """Return how many moves a box has."""
        return min(box[0] - box[1], box[1] * box[1])

    def with_value(self, box: Box, value: int) -> Box | None:
        """Return a box filled so far below the size that takes its part that it has a smaller value."""
        now = _box_nimber(*box)
        return (box[0], box[1] + now - value) if value < now else None

    def board(self, title: str, test: int) -> Board:
        """Return the board on which boxes are filled."""
        from graphgames.draw.stone_boards import BoxRows

        return BoxRows(title, lambda box: self.nimber(test, (box,))).board()


@dataclass(frozen=True, eq=False)
class BoxesProblem:
    """All cases of an input: case i has the boxes ``first[i]`` to ``first[i + 1] - 1``, of these sizes and stones.

    They are ``int64``, or Python numbers if one does not fit. Raise `GameError` if a box holds fewer stones than none
    or more than it has room for.
    """

    kind: ClassVar[str] = "stone-game"
    solution_type: ClassVar = BoxesSolution
    sizes: NDArray[Any]
    stones: NDArray[Any]
    first: NDArray[np.int64]

    def __post_init__(self) -> None:
        wrong = np.flatnonzero((self.stones < 0) | (self.stones > self.sizes))
        if wrong.size:
            box = int(wrong[0])
            size, stones = self.sizes[box], self.stones[box]
            raise GameError(f"box {box + 1} has {stones} stones; expected 0 to its size, {size}")

    def __len__(self) -> int:
        return self.first.size - 1

    def in_full(self) -> list[list[list[int]]]:
        """Return size and stones of the boxes of each test, as plain data."""
        boxes = [list(box) for box in zip(self.sizes.tolist(), self.stones.tolist(), strict=True)]
        return [boxes[low:high] for low, high in pairwise(self.first.tolist())]

    def __str__(self) -> str:
        return f"{counted(self.sizes.size, 'box', 'boxes')} of stones in {counted(len(self), 'case')}"

    def rules(self, test: int) -> StoneBoxes:
        """Return the rules of one case with its boxes as the start."""
        part = slice(int(self.first[test]), int(self.first[test + 1]))
        return StoneBoxes(tuple(sorted(zip(self.sizes[part].tolist(), self.stones[part].tolist(), strict=True))))


def read(data: bytes, source: str = "<input>") -> BoxesProblem:
    r"""Read the input of the document.

    Raise `FormatError` if the input is not as the document says.
    """
    tokens = Tokens(data, source)
    parts: list[NDArray[Any]] = []
    first = [0]
    while True:
        case = len(parts) + 1
        n = tokens.integer(f"the number of boxes of case {case}, or 0 to end")
        if n == 0:
            break
        begin = tokens.position
        numbers = tokens.large_integers(
            2 * n,
            lambda k, c=case: f"the {'stones' if k % 2 else 'size'} of box {k // 2 + 1} of case {c}",  # type: ignore[misc]
        )
        over = np.flatnonzero(numbers[1::2] > numbers[::2])
        if over.size:
            box = int(over[0])
            size, stones = numbers[2 * box], numbers[2 * box + 1]
            raise tokens.fault(
                tokens.locate(begin, 2 * box + 1),
                f"box {box + 1} of case {case} has {stones} stones, but its size is {size}",
                f"a whole number from 0 to {size}",
            )
        parts.append(numbers)
        first.append(first[-1] + n)
    tokens.end("the closing 0")
    numbers = np.concatenate([np.empty(0, np.int64), *parts])
    return BoxesProblem(numbers[::2], numbers[1::2], np.array(first, np.int64))


def generate(boxes: int, seed: int = 0) -> str:
    """Make boxes of stones: small ones and large ones, up to the size 1,000,000, none without a stone."""
    rng = np.random.default_rng(seed)
    sizes = np.floor(10 ** rng.uniform(0, 6, boxes))
    stones = sizes ** rng.random(boxes)
    lines = [f"{int(s)} {int(c)}\n" for s, c in zip(sizes, stones, strict=True)]
    return f"{boxes}\n{''.join(lines)}0\n"


def write(solution: Any) -> str:
    """Return the output of the document: two lines a case."""
    return "".join(f"Case {case}:\n{'Yes' if wins else 'No'}\n" for case, wins in enumerate(solution.wins, 1))


def stone_game(problem: BoxesProblem) -> BoxesSolution:
    """Solve boxes of stones by their last sizes, O(log log s) a box."""
    return BoxesSolution.of(problem, box_nimbers(problem.sizes, problem.stones), problem.first)


def box_nimbers(sizes: NDArray[Any], stones: NDArray[Any]) -> NDArray[Any]:
    """Return the values of boxes of stones.

    Let t be the largest number with t^2 + t < s. With c > t stones the box can be filled to any number at once and is
    worth s - c. With t it is worth 0: whatever is put in, the other player can fill it. With fewer, whatever is past t
    is worth more than 2 t, too much to count, so the box is worth as much as one of size t.
    """
    if sizes.dtype == object or (sizes.size and int(sizes.max()) >= 1 << 52):
        return np.array([_box_nimber(*box) for box in zip(sizes.tolist(), stones.tolist(), strict=True)], object)
    nimbers = np.zeros(sizes.size, np.int64)
    box = np.flatnonzero((stones > 0) & (stones < sizes))
    size = sizes.astype(np.int64)
    while box.size:
        s, c = size[box], stones[box]
        t = (np.sqrt(4 * s - 3).astype(np.int64) - 1) // 2
        t -= t * t + t >= s
        t += (t + 1) * (t + 2) < s
        nimbers[box] = np.where(c > t, s - c, 0)
        size[box] = t
        box = box[c < t]
    return nimbers


def _box_nimber(size: int, stones: int) -> int:
    while 0 < stones < size:
        t = (isqrt(4 * size - 3) - 1) // 2
        if stones > t:
            return size - stones
        size = t
    return 0
