"""Checks the values of a heap game by their definition, and a period by its proof condition; it finds neither.

A value must not be that of any option, and every smaller value must be. Where only splits in two are allowed the first
is checked for a common value (an odd number of bits in the certificate's mask) on the splits with a rare heap alone:
two common heaps have a rare sum, so no other split can give a common value. That holds for any mask, and costs O(n r)
for n heaps of which r are rare; with no good mask r is n. The second searches the splits from both ends until every
smaller value is found, a few dozen to a few thousand splits a heap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.checking import LIMIT, checks, report
from graphgames.core.report import Failure, Report

if TYPE_CHECKING:
    from graphgames.games.heaps.certificate import HeapPeriod, HeapValues

_CHUNK, _ROOM = 4096, 1 << 24
_FEW, _MANY, _LONG = 16, 512, 1024

Array = NDArray[Any]


@checks("heap-values")
def check(solution: Any, certificate: HeapValues, values: NDArray[np.int32]) -> Report:
    """Check the values and the period of a heap game."""
    game = solution.problem.game
    digits, period = np.array(game.digit_array(solution.problem.up_to), np.int64), certificate.period
    faults = rule_faults(game, certificate.code) + form_faults(digits, certificate)
    if not np.array_equal(values, certificate.values):
        faults.append(Failure(None, "the solution and its certificate have different values"))
    if faults:
        return report(certificate.values.size, faults)
    values = values.astype(np.int64)
    reach = values.size
    if period is not None:
        faults += period_faults(game, values, period)
        reach = min(reach, max(0, period.needed + period.period))
    by_definition = three_heap_faults if (digits & 8).any() else two_heap_faults
    wrong = by_definition(digits, game.unequal, values[:reach], certificate.mask)
    faults += [Failure(int(n), text) for n, text in sorted(wrong.items())]
    return report(values.size, faults)


def rule_faults(game: Any, code: str) -> list[Failure]:
    """Check that the code of a certificate, read digit by digit, is that of the game in full."""
    before, _, after = code.removesuffix(" (unequal heaps)").removesuffix("...").partition(".")
    digits = tuple("0123456789ABCDEF".find(digit) for digit in (before or "0") + after)
    rules = digits, "..." in code, code.endswith(" (unequal heaps)")
    if rules == (game.digits, game.repeats, game.unequal):
        return []
    return [Failure(None, f"the certificate is of the game {code[:40]!r}, and not of {game.code[:40]!r}")]


def form_faults(digits: Array, certificate: HeapValues) -> list[Failure]:
    """Check what the conditions rely on: no value is above the number of options."""
    given = certificate.values
    most = _most_options(digits, given.size)
    beyond = np.flatnonzero(given > most)
    return [
        Failure(int(n), f"has value {given[n]}; expected 0 to {most[n]}, as it has no more options") for n in beyond
    ]


def period_faults(game: Any, values: Array, period: HeapPeriod) -> list[Failure]:
    """Check that the values repeat, for long enough to repeat for ever, not from before, and in no shorter period."""
    pre, p = period.preperiod, period.period
    if period.saltus != 0 or game.unequal or game.repeats or not period.proved:
        return [Failure(None, f"{period}: there is no proof condition for that")]
    heaps = 3 if any(digit & 8 for digit in game.digits) else 2 if any(digit & 4 for digit in game.digits) else 1
    needed = heaps * max(1, pre) + (heaps - 1) * p + len(game.digits) - 1
    faults = []
    if period.needed != needed or values.size < needed + p:
        faults.append(Failure(None, f"the proof needs agreement up to heap {needed - 1}, so {needed + p} values"))
    if 0 < pre < values.size - p + 1 and values[pre - 1] == values[pre - 1 + p]:
        faults.append(Failure(None, f"the values repeat from heap {pre - 1} on, so that the pre-period is not {pre}"))
    row = values[pre : pre + p]
    shorter = [q for q in range(1, row.size // 2 + 1) if p % q == 0 and np.array_equal(row[q:], row[:-q])]
    if shorter:
        faults.append(Failure(None, f"the values repeat every {shorter[0]} heaps, so that the period is not {p}"))
    differ = pre + np.flatnonzero(values[pre + p :] != values[pre : values.size - p])
    return faults + [Failure(int(n + p), f"has not the value of heap {n}, one period before") for n in differ[:LIMIT]]


def two_heap_faults(digits: Array, unequal: bool, values: Array, mask: int) -> dict[int, str]:
    """Check both halves of the mex property for codes that split in two at most."""
    digits = digits[: values.size]  # nothing can be taken from a heap by a digit that is larger than the heap
    wrong = dict.fromkeys(_same_as_an_option(digits, unequal, values, mask), "an option has the same value")
    chunk = max(1, min(_CHUNK, _ROOM // (1 + int(values.max(initial=0)))))
    for start in range(0, values.size, chunk):
        heaps = np.arange(start, min(start + chunk, values.size))
        wrong |= dict.fromkeys(_incomplete(digits, unequal, values, heaps), "no option has some smaller value")
    return wrong


def three_heap_faults(digits: Array, unequal: bool, values: Array, mask: int) -> dict[int, str]:
    """Check the mex property by all options, for codes that split in three; O(n^2 V) for values below V."""
    size = 1 << int(values.max(initial=0)).bit_length()
    columns = np.arange(size)
    pairs = np.zeros((values.size, size), np.bool_)
    wrong = {}
    for n in range(values.size):
        pairs[n, values[1:n] ^ values[1:n][::-1]] = True
        seen = np.zeros(size, np.bool_)
        for k, digit in enumerate(digits[: n + 1].tolist()):
            left = n - k
            if left == 0 and digit & 1:
                seen[0] = True
            if left > 0 and digit & 2:
                seen[values[left]] = True
            if digit & 4:
                seen |= pairs[left]
            if digit & 8:
                a = np.arange(1, left - 1)
                seen |= pairs[(left - a)[:, None], columns ^ values[a][:, None]].any(axis=0)
        least = int(np.argmin(seen)) if not seen.all() else size
        if least != values[n]:
            wrong[n] = f"has value {values[n]}, but the least that no option has is {least}"
    return wrong


def _most_options(digits: Array, heaps: int) -> Array:
    """Return at least as many as each heap has options, which no value exceeds."""
    n = np.arange(heaps)
    most = 2 + (digits & 4).any() * n + (digits & 8).any() * n * n
    return digits.size * most


def _same_as_an_option(digits: Array, unequal: bool, values: Array, mask: int) -> set[int]:
    """Find heaps of which an option has the same value."""
    bad: set[int] = set()
    odd = _odd(values & mask)  # equivalent mutant: any mask is right, a good one saves time
    rare = np.flatnonzero(~odd)
    rare = rare[rare > 0]
    for k, digit in enumerate(digits.tolist()):
        if digit & 1 and k < values.size and values[k] == 0:
            bad.add(k)
        if digit & 2:
            bad.update((k + 1 + np.flatnonzero(values[k + 1 :] == values[1 : values.size - k])).tolist())
        if not digit & 4:
            continue
        for r in rare.tolist():  # with a rare heap: every heap that is left beside it
            other = values[1 : max(1, values.size - k - r)] ^ values[r]
            hit = np.flatnonzero(other == values[k + r + 1 :]) + 1
            bad.update((k + r + (hit[hit != r] if unequal else hit)).tolist())
        for n in rare.tolist():  # of rare value: every split
            a = np.arange(1, (n - k) // 2 + 1)
            same = values[a] ^ values[n - k - a] == values[n]
            if unequal:
                same &= 2 * a != n - k
            if same.any():
                bad.add(n)
    return bad


def _incomplete(digits: Array, unequal: bool, values: Array, heaps: Array) -> list[int]:
    """Find heaps for which some value below their own is that of no option."""
    width = max(1, int(values[heaps].max()))
    seen = np.arange(width) >= values[heaps][:, None]
    _see_takings(digits, values, heaps, seen)
    splits = np.flatnonzero(digits & 4)
    rows = np.flatnonzero(~seen.all(axis=1))
    # one split of many heaps at a time, until few are left, or not very many that a thousand splits did not settle
    for step in range(int(heaps[-1]) // 2):
        if rows.size <= (_FEW if step < _LONG else _MANY):  # equivalent mutant: it saves time
            break
        for k in splits.tolist():
            left = heaps[rows] - k
            half = left // 2
            a = half - step // 2 if step % 2 else np.full(rows.size, 1 + step // 2)
            there = step < half
            if unequal:
                there &= 2 * a != left
            value = values[a[there]] ^ values[left[there] - a[there]]
            small = value < width
            seen[rows[there][small], value[small]] = True
        if step % 16 == 15 or step < 3:  # equivalent mutant: it saves time
            rows = rows[~seen[rows].all(axis=1)]
    return [int(heaps[row]) for row in rows if not _sees_all(splits, unequal, values, int(heaps[row]), seen[row])]


def _sees_all(splits: Array, unequal: bool, values: Array, heap: int, seen: NDArray[np.bool_]) -> bool:
    """Mark the values of all splits of one heap, and return whether every value is marked."""
    for k in splits.tolist():
        left = heap - k
        a = np.arange(1, left // 2 + 1)
        if unequal:
            a = a[2 * a != left]
        value = values[a] ^ values[left - a]
        seen[value[value < seen.size]] = True
    return bool(seen.all())


def _see_takings(digits: Array, values: Array, heaps: Array, seen: NDArray[np.bool_]) -> None:
    """Mark the values of the options that leave one heap or none."""
    for k, digit in enumerate(digits.tolist()):
        left = heaps - k
        if digit & 1:
            seen[left == 0, 0] = True
        if digit & 2:
            row = np.flatnonzero(left > 0)
            value = values[left[row]]
            small = value < seen.shape[1]
            seen[row[small], value[small]] = True


def _odd(values: Array) -> NDArray[np.bool_]:
    """Return which numbers have an odd number of bits set."""
    odd = np.zeros(values.shape, np.bool_)
    rest = values.copy()
    while rest.any():
        bit = rest & 1
        odd ^= bit.astype(np.bool_)  # equivalent mutant: every heap is rare then, so every split is looked at
        rest >>= 1
    return odd
