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
from itertools import accumulate, chain, pairwise
from math import isqrt
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.checking import checks, report
from graphgames.core.report import Failure, Report
from graphgames.games.heaps.checker import form_faults, two_heap_faults
from graphgames.games.impartial.checker import grundy_faults
from graphgames.games.impartial.rules_checker import mex

if TYPE_CHECKING:
    from graphgames.games.sums.certificate import StackNimbers

_INDUCTION = 64

MOST = 1_000_000
"""Where no condition of its own is known for a game, so many positions of its parts are looked at, at most."""

Faults = list[Failure]
Parts = list[list[int]]
"""The nimber of every part, test by test."""

Condition = Callable[[Any, Any], tuple[Faults, Parts]]
"""From a problem and what its nimbers are taken from to the faults in that, and what the nimbers must be."""


@checks("stack-nimbers")
def check(solution: Any, certificate: StackNimbers, wins: NDArray[np.bool_], winning_cells: Any = ()) -> Report:
    """Check the nimbers of all parts and the winner of each test."""
    problem, first = solution.problem, certificate.first
    if first[0] != 0 or (np.diff(first) < 0).any() or first[-1] != certificate.nimbers.size:
        return Report(1, (Failure(None, "the nimbers of the tests do not follow each other"),), 1)
    condition = CONDITIONS.get(problem.kind, by_definition)
    if certificate.proof is not None and condition not in (stones, treblecross):
        return Report(1, (Failure(None, "the nimbers follow from the rules; expected no proof of theirs"),), 1)
    faults, parts = condition(problem, certificate.proof)
    faults = faults or _compare(certificate, parts)
    if problem.kind == "treblecross":
        faults = faults or _treblecross_answers(problem, certificate, wins, winning_cells)
    else:
        nimbers, bounds = certificate.nimbers.tolist(), first.tolist()
        for test, (low, high) in enumerate(pairwise(bounds)):
            total = reduce(xor, nimbers[low:high], 0)
            if (total != 0) != bool(wins[test]):
                faults.append(Failure(test, f"the nim-sum of test {test + 1} is {total}"))
    return report(int(first[-1]) + len(problem), faults)


def _compare(certificate: StackNimbers, parts: Parts) -> Faults:
    """Hold the nimbers of a certificate against what they must be, and its tests against those of the problem."""
    nimbers, expected = certificate.nimbers.tolist(), list(chain.from_iterable(parts))
    if len(nimbers) != len(expected):
        return [Failure(None, f"there are {len(nimbers)} nimbers for {len(expected)} parts")]
    different = enumerate(zip(nimbers, expected, strict=True)) if nimbers != expected else ()
    faults = [
        Failure(part, f"part {part} has nimber {right}, not {given}")
        for part, (given, right) in different
        if given != right
    ]
    if certificate.first.tolist() != list(accumulate(map(len, parts), initial=0)):
        faults.append(Failure(None, "the parts do not belong to the tests that they should"))
    return faults


def _by_test(problem: Any, nimbers: list[int]) -> Parts:
    return [nimbers[low:high] for low, high in pairwise(problem.first.tolist())]


def stones(problem: Any, proof: Any) -> tuple[Faults, Parts]:
    """Check the mex property of the values; an odd number of stones is worth as much as one, an even number 0."""
    if getattr(proof, "kind", None) != "grundy-values":
        return [Failure(None, "there is no proof of the values of the vertices")], []
    faults = grundy_faults(problem.arena, proof.grundy, proof.depth)[1]
    return faults, [] if faults else _by_test(problem, np.where(problem.stones % 2 == 1, proof.grundy, 0).tolist())


def piles(problem: Any, proof: Any) -> tuple[Faults, Parts]:
    """Return the values of halving piles."""

    def value(size: int) -> int:
        while size % 2:
            size //= 2
        return size // 2

    return [], _by_test(problem, list(map(value, problem.sizes.tolist())))


def boxes(problem: Any, proof: Any) -> tuple[Faults, Parts]:
    """Return the values of boxes of stones."""

    def value(size: int, stones: int) -> int:
        while True:
            low = (isqrt(4 * size - 3) - 1) // 2 if size else 0  # the largest t with t^2 + t < size
            if stones >= low:
                return 0 if stones == low else size - stones
            size = low

    return [], _by_test(problem, list(map(value, problem.sizes.tolist(), problem.stones.tolist())))


def treblecross(problem: Any, proof: Any) -> tuple[Faults, Parts]:
    """Check the boards and the values of .007, of which those of the runs are some."""
    longest = max(map(len, problem.strips), default=0)
    faults = [
        Failure(test, f"board {test + 1} is {board!r}; expected three or more cells . and X, no three X in a row")
        for test, board in enumerate(problem.strips)
        if len(board) < 3 or "XXX" in board or not set(board) <= set(".X")
    ]
    if faults:
        return faults, []
    fits = getattr(proof, "kind", None) == "heap-values" and proof.code == ".007" and proof.period is None
    if not fits or proof.values.size < longest + 3:
        return [Failure(None, "there is no proof of the values of the runs")], []
    digits = np.array([0, 0, 0, 7])
    faults = form_faults(digits, proof)
    if not faults:
        wrong = two_heap_faults(digits, False, proof.values.astype(np.int64), proof.mask)
        faults = [Failure(int(n), text) for n, text in sorted(wrong.items())]
    if faults:
        return [Failure(fault.vertex, f"in the values of .007, {fault.message}") for fault in faults], []
    nimbers = proof.values.tolist()
    return [], [
        [] if _finishing(board) else [nimbers[length + 2] for _, length in _runs(board)] for board in problem.strips
    ]


def _treblecross_answers(problem: Any, certificate: StackNimbers, wins: Any, winning_cells: Any) -> Faults:
    """Every winning cell wins, every other loses, on each board."""
    proof: Any = certificate.proof
    values = proof.values.tolist()
    faults = []
    for test, board in enumerate(problem.strips):
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
        if tuple(cells) != winning_cells[test] or bool(cells) != bool(wins[test]):
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


def marked(problem: Any, proof: Any) -> tuple[Faults, Parts]:
    """Return the values of the runs of empty cells, which are held against the rules up to a length."""
    longest = max(map(len, problem.strips), default=0)
    parts: Parts = []
    for strip in problem.strips:
        marks = [-1, *(i for i, cell in enumerate(strip) if cell != "."), len(strip)]
        parts.append(
            [
                _marked_value(right - left - 1, strip[max(left, 0) : left + 1] + strip[right : right + 1])
                for left, right in pairwise(marks)
                if right - left > 1
            ]
        )
    return [Failure(None, text) for text in _marked_induction(min(longest, _INDUCTION))], parts


def _marked_value(length: int, ends: str) -> int:
    """Return the claimed value of a run of empty cells between the marks ``ends``."""
    return (length % 2, length, int(len(set(ends)) == 1))[len(ends)]


def _marked_induction(longest: int) -> list[str]:
    """Check that the claimed values are the mex of those of the options, up to a length."""
    wrong = []
    marks = ("X", "O", "XX", "XO", "OX", "OO")
    values = {ends: [_marked_value(length, ends) for length in range(longest)] for ends in marks}
    for left, right in (("", ""), ("X", ""), ("X", "X"), ("X", "O")):
        for length in range(1, longest + 1):
            options = {
                values[left + mark][i] ^ values[mark + right][length - 1 - i]
                for mark in "XO"
                for i in range(mark == left, length - (mark == right))
            }
            least = mex(options)
            if least != _marked_value(length, left + right):
                wrong.append(f"a run of {length} between {left!r} and {right!r} is worth {least}")
    return wrong


def by_definition(problem: Any, proof: Any) -> tuple[Faults, Parts]:
    """Return the nimbers of a game that no other condition is known for, by its rules alone: each is a mex.

    The parts of a test are the components of its start, in order.
    """
    expected: Parts = []
    for test in range(len(problem)):
        rules, known = problem.rules(test), dict[Any, int]()
        nimbers = [_nimber(rules, part, known) for part in rules.components(rules.start)]
        if None in nimbers:
            return [Failure(test, f"undecided: the parts of test {test + 1} have more than {MOST} positions")], []
        expected.append([nimber for nimber in nimbers if nimber is not None])
    return [], expected


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
        known[position] = mex(reduce(xor, map(known.__getitem__, pieces), 0) for pieces in options[position])
        while waiting and waiting[-1] in known:
            waiting.pop()
    return known[part]


CONDITIONS: dict[str, Condition] = {
    "games-are-important": stones,
    "playing-with-stones": piles,
    "say-goodbye-to-tic-tac-toe": marked,
    "stone-game": boxes,
    "treblecross": treblecross,
}
"""The conditions of the games for which a theorem gives the nimbers."""
