"""Checks sums of stones and strips: each part's nimber by its rules or by a short induction, each test's nim-sum.

- Stones on graphs: the mex property at each vertex of the arena.
- Halving piles: f(2m) = m and f(2m + 1) = f(m) are the values. From 2m the options are m, ..., 2m - 1, from 2m + 1
  they are m + 1, ..., 2m. By induction on m the values of m + 1, ..., 2m are 0, ..., m without f(m): the step from
  m - 1 to m takes f(m) away and adds f(2m - 1) = f(m - 1) and f(2m) = m. Hence the mex from 2m + 1 is f(m); and from
  2m, with the values of m, ..., 2m - 1, it is m.
- Boxes of stones: let t be the largest number with t^2 + t < s. With more than t stones every larger number up to s
  can be reached, so by induction from s downwards the value is s - c. With t, no option is full and all are worth more
  than 0, so the value is 0. With c < t what can be reached past t is worth at least s - (c + c^2) > 2 t, and the values
  up to t, of which there are no more than t, are those of a box of size t: so the mex is that of such a box.
- Treblecross: the values of .007 by definition, then each board cell by cell.
- Strips of X and O: the four kinds of run by their options, for all lengths up to 64 or the longest, if it is shorter;
  the induction step for larger ones is the same (a mark at distance i gives values that depend on i and on parity).
- Any other game: each part by the definition, from the rules that the problem gives, as far as a limit.

Nothing of a game is imported: its problem hands over its data, and for the last its rules, which are what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgames.core.checking import certificates_of, report
from graphgames.core.report import Failure, Report
from graphgames.games.heaps.checker import form_faults, two_heap_faults
from graphgames.games.impartial.checker import grundy_faults

if TYPE_CHECKING:
    from graphgames.games.sums.certificate import StackNimbers

_INDUCTION = 64

MOST = 1_000_000
"""Where no condition of its own is known for a game, so many positions of its parts are looked at, at most."""

Faults = list[Failure]


@certificates_of("stack-nimbers")
def check(solution: Any) -> Report:
    """Check the nimbers of all parts and the winner of each test."""
    certificate, problem = solution.certificate, solution.problem
    first, wins = certificate.first, np.asarray(solution.wins)
    if (
        first.shape != (len(problem) + 1,)
        or first.dtype.kind not in "iu"
        or certificate.nimbers.dtype.kind not in "iuO"
        or first[0] != 0
        or (np.diff(first) < 0).any()
        or first[-1] != certificate.nimbers.size
        or wins.shape != (len(problem),)
        or wins.dtype != np.bool_
    ):
        return Report(1, (Failure(None, "the certificate does not have the shape of the problem"),), 1)
    faults = CONDITIONS.get(problem.kind, _by_definition)(solution, certificate)
    if problem.kind == "treblecross":
        faults = faults or _treblecross_answers(solution, certificate)
    else:
        nimbers, bounds = certificate.nimbers.tolist(), first.tolist()
        for test, (low, high) in enumerate(pairwise(bounds)):
            total = reduce(xor, nimbers[low:high], 0)
            if (total != 0) != bool(wins[test]):
                faults.append(Failure(test, f"the nim-sum of test {test + 1} is {total}"))
    return report(int(first[-1]) + len(problem), faults)


def _stones(solution: Any, certificate: StackNimbers) -> Faults:
    problem = solution.problem
    proof: Any = certificate.proof
    if getattr(proof, "kind", None) != "grundy-values":
        return [Failure(None, "there is no proof of the values of the vertices")]
    faults = grundy_faults(problem.arena, proof.grundy, proof.depth)[1]
    if not faults and not np.array_equal(certificate.nimbers, np.where(problem.stones % 2 == 1, proof.grundy, 0)):
        faults.append(Failure(None, "the nimbers are not those of the odd stacks"))
    return faults + _parts_fault(np.array_equal(certificate.first, problem.first))


def _piles(solution: Any, certificate: StackNimbers) -> Faults:
    def value(size: int) -> int:
        while size % 2:
            size //= 2
        return size // 2

    problem = solution.problem
    faults = _compare(certificate, [value(size) for size in problem.sizes.tolist()])
    return faults + _parts_fault(np.array_equal(certificate.first, problem.first))


def _boxes(solution: Any, certificate: StackNimbers) -> Faults:
    def value(size: int, stones: int) -> int:
        while True:
            low, high = 0, size  # t = low at the end: the largest with t^2 + t < size
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if middle * middle + middle < size else (low, middle)
            if stones >= low:
                return 0 if stones == low else size - stones
            size = low

    problem = solution.problem
    boxes = zip(problem.sizes.tolist(), problem.stones.tolist(), strict=True)
    return _compare(certificate, [value(size, stones) for size, stones in boxes]) + _parts_fault(
        np.array_equal(certificate.first, problem.first)
    )


def _treblecross(solution: Any, certificate: StackNimbers) -> Faults:
    proof: Any = certificate.proof
    longest = max(map(len, solution.problem.boards), default=0)
    faults = [
        Failure(test, f"board {test + 1} is {board!r}; expected three or more cells . and X, no three X in a row")
        for test, board in enumerate(solution.problem.boards)
        if len(board) < 3 or "XXX" in board or not set(board) <= set(".X")
    ]
    if faults:
        return faults
    if getattr(proof, "kind", None) != "heap-values" or proof.values.size < longest + 3:
        return [Failure(None, "there is no proof of the values of the runs")]
    digits = np.array([0, 0, 0, 7])
    faults = form_faults(digits, proof)
    if not faults:
        wrong = two_heap_faults(digits, False, proof.values.astype(np.int64), proof.mask)
        faults = [Failure(int(n), text) for n, text in sorted(wrong.items())]
    if faults:
        return [Failure(fault.vertex, f"in the values of .007, {fault.message}") for fault in faults]
    expected, first = [], [0]
    for board in solution.problem.boards:
        if not _finishing(board):
            expected += [int(proof.values[length + 2]) for _, length in _runs(board)]
        first.append(len(expected))
    return _compare(certificate, expected) + _parts_fault(certificate.first.tolist() == first)


def _treblecross_answers(solution: Any, certificate: StackNimbers) -> Faults:
    """Every winning cell wins, every other loses, on each board."""
    proof: Any = certificate.proof
    values = proof.values.tolist()
    faults = []
    for test, board in enumerate(solution.problem.boards):
        cells = _finishing(board)
        runs = _runs(board)
        if not cells:
            total = reduce(xor, (values[length + 2] for _, length in runs), 0)
            for start, length in runs:
                others = total ^ values[length + 2]
                for i in range(length):
                    left, right = max(i - 2, 0), max(length - 3 - i, 0)
                    if values[left + 2] ^ values[right + 2] == others:
                        cells.append(start + i + 1)
        if tuple(cells) != tuple(solution.winning_cells[test]) or bool(cells) != bool(solution.wins[test]):
            faults.append(Failure(test, f"the winning cells of board {test + 1} are {cells or 'none'}"))
    return faults


def _finishing(board: str) -> list[int]:
    """Return the cells, from 1, where an X makes three in a row."""
    return [i + 1 for i in range(len(board)) if "XXX" in board[max(0, i - 2) : i] + "X" + board[i + 1 : i + 3]]


def _runs(board: str) -> list[tuple[int, int]]:
    """Return (start, length) of each run of cells with no X within two."""
    near = np.zeros(len(board) + 4, np.bool_)
    for shift in range(5):
        near[shift : shift + len(board)] |= np.frombuffer(board.encode(), np.uint8) == ord("X")
    safe = np.concatenate([[0], ~near[2:-2], [0]]).astype(np.int8)
    starts, stops = np.flatnonzero(np.diff(safe) == 1), np.flatnonzero(np.diff(safe) == -1)
    return list(zip(starts.tolist(), (stops - starts).tolist(), strict=True))


def _marked(solution: Any, certificate: StackNimbers) -> Faults:
    problem = solution.problem
    longest = max(map(len, problem.strips), default=0)
    faults = [Failure(None, text) for text in _marked_induction(min(longest, _INDUCTION))]
    expected, first = [], [0]
    for strip in problem.strips:
        marks = [-1, *(i for i, cell in enumerate(strip) if cell != "."), len(strip)]
        for left, right in pairwise(marks):
            if right - left > 1:
                ends = (strip[left] if left >= 0 else "") + (strip[right] if right < len(strip) else "")
                expected.append(_marked_value(right - left - 1, ends))
        first.append(len(expected))
    return faults + _compare(certificate, expected) + _parts_fault(certificate.first.tolist() == first)


def _marked_value(length: int, ends: str) -> int:
    """Return the claimed value of a run of empty cells between the marks ``ends``."""
    return (length % 2, length, int(len(set(ends)) == 1))[len(ends)]


def _marked_induction(longest: int) -> list[str]:
    """Check that the claimed values are the mex of those of the options, up to a length."""
    wrong = []
    for left, right in (("", ""), ("X", ""), ("X", "X"), ("X", "O")):
        for length in range(1, longest + 1):
            options = {
                _marked_value(i, left + mark) ^ _marked_value(length - 1 - i, mark + right)
                for mark in "XO"
                for i in range(length)
                if not (i == 0 and mark == left) and not (i == length - 1 and mark == right)
            }
            least = next(g for g in range(len(options) + 1) if g not in options)
            if least != _marked_value(length, left + right):
                wrong.append(f"a run of {length} between {left!r} and {right!r} is worth {least}")
    return wrong


def _compare(certificate: StackNimbers, expected: list[int]) -> Faults:
    nimbers = certificate.nimbers.tolist()
    if len(nimbers) != len(expected):
        return [Failure(None, f"there are {len(nimbers)} nimbers for {len(expected)} parts")]
    return [
        Failure(part, f"part {part} has nimber {right}, not {given}")
        for part, (given, right) in enumerate(zip(nimbers, expected, strict=True))
        if given != right
    ]


def _parts_fault(agree: bool) -> Faults:
    return [] if agree else [Failure(None, "the parts do not belong to the tests that they should")]


def _by_definition(solution: Any, certificate: StackNimbers) -> Faults:
    """Check the nimbers of a game that no other condition is known for, by its rules alone: each is a mex.

    The parts of a test are the components of its start, in order.
    """
    problem, expected, first = solution.problem, list[int](), [0]
    for test in range(len(problem)):
        rules, known = problem.rules(test), dict[Any, int]()
        parts = rules.components(rules.start)
        for part in parts:
            nimber = _nimber(rules, part, known)
            if nimber is None:
                return [Failure(test, f"undecided: the parts of test {test + 1} have more than {MOST} positions")]
            expected.append(nimber)
        first.append(len(expected))
    return _compare(certificate, expected) + _parts_fault(certificate.first.tolist() == first)


def _nimber(rules: Any, part: Any, known: dict[Any, int]) -> int | None:
    """Return the nimber of a part: the least that no move leaves, a move leaving the nim-sum of its components."""
    waiting, options = [part], dict[Any, list[list[Any]]]()
    while waiting:
        if len(waiting) + len(options) > MOST:  # or the play goes round in a circle
            return None
        position = waiting[-1]
        if position not in options:
            options[position] = [list(rules.components(after)) for after in rules.moves(position)]
        missing = [piece for pieces in options[position] for piece in pieces if piece not in known]
        if missing:
            waiting += missing
            continue
        after = {reduce(xor, (known[piece] for piece in pieces), 0) for pieces in options[position]}
        known[position] = next(g for g in range(len(after) + 1) if g not in after)
        while waiting and waiting[-1] in known:
            waiting.pop()
    return known[part]


CONDITIONS: dict[str, Callable[[Any, StackNimbers], Faults]] = {
    "games-are-important": _stones,
    "playing-with-stones": _piles,
    "stone-game": _boxes,
    "treblecross": _treblecross,
    "say-goodbye-to-tic-tac-toe": _marked,
}
"""What must hold of the parts of a game whose nimbers follow from a theorem; of every other game, the definition."""
