"""The values of the heaps of a game, as an oracle over tuples of heaps, and their period (Guy & Smith 1956)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arguments import items
from graphgames.core.arrays import owned
from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.naming import either
from graphgames.core.oracle import Outcome
from graphgames.games.heaps.certificate import HeapPeriod, HeapValues
from graphgames.games.heaps.kernels import heaps as kernel
from graphgames.games.heaps.problem import START, TITLES, HeapGame, HeapProblem, Heaps, heaps_of, normal
from graphgames.games.impartial.rules_solution import RulesSolution

FIRST = 40
"""So many values are shown of a sequence."""

_LONGEST_CODE = 60
"""A longer code is shown by its beginning."""

_LOOKED = 200_000
"""Among so many moves all that win are named."""

_MOST = 1_000
"""The values of so many heaps are written where not all was asked for."""
_FEW = 15
"""In the values of heaps up to this one no repetition is looked for."""

_BY_CHANCE = 8
"""Fewer values that come again are no repetition."""


@dataclass(frozen=True, eq=False, repr=False)
class HeapSolution(RulesSolution):
    """The values of the heaps of a game: an ``Oracle`` over tuples of heaps, under normal play.

    Examples
    --------
    >>> from graphgames import heap_game
    >>> kayles = heap_game(".77", 200)
    >>> kayles.values[:10].tolist(), str(kayles.period)
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 'pre-period 71, period 12 (proved for ever)')
    >>> kayles.nimber(10**30), kayles.outcome((3, 5, 6)), kayles.best_moves((2, 3))[0].position
    (1, 'win', (2, 2))
    """

    problem: HeapProblem
    values: NDArray[np.int32]
    """The nim-values, shape (up_to + 1,)."""
    solver: str
    certificate: HeapValues
    """The proof of the values, and of the period if there is one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", owned(self.values, np.int32))

    @cached_property
    def period(self) -> HeapPeriod | None:
        """Pre-period, period and saltus, or None if there is none up to the heaps that were asked for.

        It is proved if the certificate has it; otherwise it was seen.
        """
        seen = None if self.certificate.period else find_period(self.problem.game, self.values)
        return replace(seen, proved=False) if seen else self.certificate.period

    @property
    def period_in_words(self) -> str:
        """The period in words; without one what repeats at the end of the values, and which heaps would prove it."""
        if self.period is None:
            return self._none()
        return f"{self.period}{'' if self.period.proved else _proof(self.problem.game, self.period)}"

    def nimber(self, heaps: int | str | Heaps | None = None) -> int:
        """Return the value of a heap or of several, by default the start, of any size where the period is proved.

        Raise `LimitExceededError` if a heap is larger than the values reach and no period is proved; `GameError` if a
        heap is no whole number, or below 0.
        """
        total, heaps = 0, self._position_or_start(heaps)
        if isinstance(heaps, str):
            heaps = heaps_of(heaps)
        for n in (heaps,) if isinstance(heaps, int | np.integer) else items(heaps, "the heaps"):
            if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
                raise GameError(f"there is no heap of {n!r}; expected a whole number of at least 0")
            if n >= self.values.size:
                if self.certificate.period is None:
                    raise LimitExceededError(
                        f"the values reach to heap {self.values.size - 1} and no period is proved, so that of heap {n} "
                        "is not known; ask for more values, as heap_game(code, up_to)"
                    )
                n = self.certificate.period.index(int(n))[0]
            total ^= int(self.values[n])
        return total

    def value(self, position: int | Heaps | None = None) -> int:
        """Return the value of some heaps together; see `nimber`."""
        return self.nimber(position)

    def standard(self, heaps: int | Heaps) -> Heaps:
        """Return the heaps in ascending order, of one heap or of several."""
        return heaps_of(heaps)

    def moves(self, heaps: int | Heaps) -> Sequence[Heaps]:
        return tuple(self.problem.game.moves(heaps_of(heaps)))

    def outcome(self, position: int | Heaps | None = None) -> Outcome:
        return Outcome.WIN if self.nimber(position) else Outcome.LOSS

    def explain(self, position: int | Heaps | None = None) -> str:
        """Return the value of the heaps and the winning moves; without heaps, of those of the start if it was chosen,
        and what is known of the whole sequence.
        """
        if position is None:
            start = self.problem.game.start
            first = f"{self.explain(start)}\n" if start not in ((), START) else ""
            return f"{first}{self.sequence(FIRST)}"
        position = heaps_of(position)
        parts = ", ".join(f"{n} has value {self.nimber(n)}" for n in position) or "No heap is left"
        win = f"wins by leaving {self._winning(position)}" if self.nimber(position) else "loses"
        return f"{parts}; the nim-sum is {self.nimber(position)}: the player to move {win}."

    def sequence(self, most: int) -> str:
        """Return the values from heap 0 on, at most so many, and what is known of their period."""
        shown = " ".join(map(str, self.values[:most].tolist())) + (" ..." if self.values.size > most else "")
        return f"{self.problem.title}, heaps from 0: {shown}\n{self.period_in_words}"

    def _winning(self, position: Heaps) -> str:
        """Return the winning moves in words; where there are too many moves to look at all, one that wins."""
        game = self.problem.game
        ways = (
            (digit & 3 > 0) + (digit & 4 > 0) * n + (digit & 8 > 0) * n * n
            for n in position
            for digit in game.digits_to(n)
        )
        if sum(ways) <= _LOOKED:
            return either([game.render(after) for after in dict.fromkeys(self._wins(position))])
        one = next(chain(self._wins(position, _LOOKED), self._wins(position)))
        return f"{game.render(one)}, for one (there are too many moves to examine them all)"

    def _wins(self, position: Heaps, most: int | None = None) -> Iterator[Heaps]:
        """Yield the winning moves; where what is left of a heap can be split in many ways, among the first of them."""
        game = self.problem.game
        for k, heap in enumerate(position):
            rest = (*position[:k], *position[k + 1 :])
            wanted = self.nimber(rest)
            for taken, digit in enumerate(game.digits_to(heap)):
                for parts in islice(game.parts(heap - taken, digit), most):
                    if self.nimber(parts) == wanted:
                        yield normal((*rest, *parts))

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python; with ``full``, or of few heaps, the value of each."""
        data: dict[str, Any] = {"solver": self.solver, "objective": "heaps", "code": self.problem.game.code}
        data["period"] = None if self.period is None else vars(self.period)
        return data | {"values": self.values.tolist()} if full or self.values.size <= _MOST else data

    def __repr__(self) -> str:
        return f"HeapSolution({self._code()!r}, up_to={self.values.size - 1})"

    def __str__(self) -> str:
        return f"heap game {self._code()} up to heap {self.values.size - 1}: {self.period_in_words}"

    def _code(self) -> str:
        code, title = self.problem.game.code, self.problem.title
        if title in TITLES.values():
            return title
        return code if len(code) <= _LONGEST_CODE else f"{code[:10]}... ({len(code) - 1} digits)"

    def _none(self) -> str:
        last = self.values.size - 1
        if last < _FEW:
            return f"heaps 0 to {last} are too few to show a period"
        tail = _tail(self.problem.game, self.values)
        if tail is None:
            return f"no period found in the values of heaps 0 to {last}: nothing repeats twice at their end"
        times = (last + 1 - tail.preperiod) / tail.period
        growth = f" and grow by {tail.saltus}" if tail.saltus else ""
        return (
            f"no period is certain from the values of heaps 0 to {last}: from heap {tail.preperiod} on they repeat "
            f"every {tail.period}{growth}, so far {times:.1f} times{_proof(self.problem.game, tail)}"
        )


def proved_period(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Return the least period that the values prove for ever, or None."""
    period = find_period(game, values)
    return period if period and period.proved else None


def find_period(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Find the least period that the values prove; failing that, one that has held for most of them; or None.

    O(n): the values are read backwards, where a period is a prefix that repeats.
    """
    # a shift by the period may make two unequal heaps equal, and any amount may be taken: nothing would be proved
    if game.unequal or game.repeats:
        return _seen(game, values)
    last, length = values.size - 1, _agreeing(values)
    p = np.arange(1, values.size, dtype=np.int64)
    preperiod = last - p - length + 1
    needed = proof_needs(game, np.maximum(preperiod, 1), p)
    proved = np.flatnonzero((needed - 1 <= last - p) & (length > 0))
    if proved.size:
        i = int(proved[0])
        return HeapPeriod(int(preperiod[i]), int(p[i]), 0, int(needed[i]), True)
    return _seen(game, values)


def proof_needs(game: HeapGame, preperiod: NDArray[np.int64], period: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return below which n the values must agree with those one period later, for the agreement to go on for ever."""
    most = 3 if game.hexadecimal else 2 if any(digit & 4 for digit in game.digits) else 1
    needs: NDArray[np.int64] = most * preperiod + (most - 1) * period + len(game.digits) - 1
    return needs


def _seen(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Find a repetition, perhaps with a saltus, that holds for half of the values and four times over."""
    held, p = _repetitions(values)
    seen = np.flatnonzero((held >= (values.size - 1) // 2) & (held >= 4 * p))
    return _repetition(game, values, int(held[seen[0]]), int(p[seen[0]])) if seen.size else None


def _tail(game: HeapGame, values: NDArray[np.int32]) -> HeapPeriod | None:
    """Find the repetition that begins first of those that the last values go through at least twice."""
    held, p = _repetitions(values)
    twice = np.flatnonzero((held >= 2 * p) & (held - p >= _BY_CHANCE))
    first = twice[np.argmax(held[twice])] if twice.size else -1
    return _repetition(game, values, int(held[first]), int(p[first])) if twice.size else None


def _repetitions(values: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for how many of the last differences each shift repeats them, and the shifts; none of few values."""
    if values.size <= _FEW:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    length = _agreeing(np.diff(values))
    p = np.arange(1, values.size - 1, dtype=np.int64)
    return p + length, p


def _agreeing(values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return how many of the last values agree with those so much before them, for shifts from 1 on."""
    length = np.empty(values.size, np.int32)
    kernel.repeats(np.ascontiguousarray(values[::-1]), length)
    return length[1:]


def _repetition(game: HeapGame, values: NDArray[np.int32], held: int, period: int) -> HeapPeriod:
    """Return a repetition, with what the last differences hold of it, as a period that is not proved."""
    preperiod, saltus = values.size - 1 - held, int(values[-1]) - int(values[-1 - period])
    needed = int(proof_needs(game, np.array([max(1, preperiod)]), np.array([period]))[0])
    return HeapPeriod(preperiod, period, saltus, needed, False)


def _proof(game: HeapGame, period: HeapPeriod) -> str:
    """Return which heaps would prove a repetition, where there is such a proof."""
    if game.unequal or game.repeats or period.saltus:
        return ""
    return f"; the values of heaps 0 to {period.needed + period.period - 1} prove it if that goes on"
