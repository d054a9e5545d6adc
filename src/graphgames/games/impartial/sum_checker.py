"""Checks the outcome of a sum: every part by the certificate of its own game, then the sum of the values.

Numbers add without carry; an infinite value and a number make an infinite one, and the sum of two infinite values is a
draw. An even number of equal games by rule cancels, since one player can copy the other. A part without a value stands
for itself beside a nim heap of all others; the certificate of its game says who wins this couple.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphgames.core.checking import checks, report
from graphgames.core.errors import shown
from graphgames.core.report import Failure, Report

if TYPE_CHECKING:
    from graphgames.games.impartial.certificate import SumValues

Value = int | frozenset[int]
"""A number, or the numbers that can be reached from an infinite value."""


@checks("sum-values")
def check(total: Any, proof: SumValues, check_part: Callable[[Any], Report]) -> Report:
    """Check the outcome of a sum of games, each solution of a part by what is handed in."""
    faults: list[Failure] = []
    rest: Value = 0
    for i, (part, value) in enumerate(zip(total.parts, proof.values, strict=True)):
        fault, value = _contribution(part, value, i == proof.unevaluated)
        faults += [Failure(None, f"part {i + 1} {fault}")] if fault else []
        rest = _add(rest, value)
    outcome = _outcome(rest)
    if proof.unevaluated is not None and not faults:
        outcome = _couple(total.parts, proof.unevaluated, rest)
    if outcome != proof.outcome or total.outcome() != proof.outcome:
        faults.append(Failure(None, f"the sum is called a {proof.outcome}, but its values make it a {outcome}"))
    checked, found = len(total.parts), list[Failure]()
    for game in {id(game): game for game, _, _ in total.parts}.values():
        if hasattr(game, "certificate"):
            of_part = check_part(game)
            checked, found = checked + of_part.checked, [*found, *of_part.failures]
        else:
            checked += 1
            found.append(Failure(None, f"a part has no certificate: {shown(game)}"))
    return report(checked, [*found, *faults])


def _contribution(part: tuple[Any, Any, int], value: Any, unevaluated: bool) -> tuple[str, Value]:
    """Return the fault in the value of a part, and the combined value of its equal games."""
    game, position, count = part
    if value is None:
        cancels = hasattr(game, "loses") and count % 2 == 0
        return "" if cancels or unevaluated else "has no value, and neither cancels nor stands for itself", 0
    if unevaluated:
        return "has a value, and stands for itself too", 0
    right = game.nimber(position)
    if type(value) is not type(right) or value != right:
        return f"has another value in its own game than {value}", 0
    if isinstance(value, int):
        return "", value if count % 2 else 0
    return "", frozenset(value.reached) if count == 1 else frozenset()


def _couple(parts: tuple[Any, ...], i: Any, rest: Value) -> str:
    if not parts[i][2] % 2 or not hasattr(parts[i][0], "loses"):
        return "sum without a part that can stand for itself"
    if not isinstance(rest, int):
        return "sum of which no heap can stand for the other parts"
    game, position, _ = parts[i]
    return "loss" if game.loses(position, rest) else "win"


def _add(a: Value, b: Value) -> Value:
    if isinstance(a, int):
        return a ^ b if isinstance(b, int) else _add(b, a)
    return frozenset(k ^ b for k in a) if isinstance(b, int) else frozenset()


def _outcome(value: Value) -> str:
    if isinstance(value, int):
        return "win" if value else "loss"
    return "win" if 0 in value else "draw"
