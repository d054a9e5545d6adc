"""Exact probabilities from rounded ones, where the commands of a program say what they can be.

A probability that is a number, or made of integer variables of known ranges by sums, differences, products, choices
and divisions by numbers, is a multiple of a unit that its expression tells. How far rounding can take it from there is
bounded along the expression, so that a rounded one stands for a single multiple.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_LARGEST_UNIT = 2**30
_LARGEST_ERROR = Fraction(1, 2**40)
_ROUNDING = Fraction(1, 2**52)


class Term(NamedTuple):
    """What is known of the values of an expression: multiples of 1 / ``unit`` that are at most ``size`` away from 0,
    and at most ``error`` away from what floating point makes of them.
    """

    unit: int
    size: Fraction
    error: Fraction = Fraction(0)

    @classmethod
    def rounded(cls, unit: int, size: Fraction, error: Fraction = Fraction(0)) -> Term:
        """Return the term of the result of an operation, which is rounded once more."""
        return cls(unit, size, error + (size + error) * _ROUNDING)


def common_unit(program: Any) -> int | None:
    """Return a number of which each probability of a program is so many parts; None if none is known, or a large one.

    Where commands of several modules happen together their probabilities are multiplied, and with them their units;
    what leads to one state is added up.
    """
    units: dict[Any, dict[int, int]] = {}
    ranges = _ranges(program)
    for k, module in enumerate(program.modules):
        for command in module.commands:
            of_modules = units.setdefault(command.action_index if command.is_labeled else None, {})
            for update in command.updates:
                term = term_of(update.probability_expression, ranges)
                if term is None or term.error > _LARGEST_ERROR:
                    return None
                of_modules[k] = lcm(of_modules.get(k, 1), term.unit)
    found = lcm(*units.pop(None, {}).values(), *(prod(of_modules.values()) for of_modules in units.values()))
    return found if found <= _LARGEST_UNIT else None


def _ranges(program: Any) -> dict[str, Fraction]:
    """Return how far from 0 each integer variable can be, where it has two bounds that are numbers."""
    found = {}
    own = (one for module in program.modules for one in module.integer_variables)
    for one in (*program.global_integer_variables, *own):
        bounds = (one.lower_bound_expression, one.upper_bound_expression)
        if all(bound is not None and not bound.contains_variables() for bound in bounds):
            found[one.name] = Fraction(max(abs(bound.evaluate_as_int()) for bound in bounds))
    return found


def term_of(expression: Any, ranges: Mapping[str, Fraction]) -> Term | None:
    """Return what is known of the values of an expression; None if it is not of the kinds that are understood."""
    if not expression.contains_variables():
        exact = Fraction(str(expression.evaluate_as_rational()))
        return Term.rounded(exact.denominator, abs(exact))
    if expression.is_variable():
        size = ranges.get(expression.get_identifier())
        return None if size is None else Term(1, size)
    if expression.arity not in (2, 3):
        return None
    operator = expression.operator.name
    first, second = (term_of(expression.get_operand(k), ranges) for k in range(expression.arity)[-2:])
    if first is None or second is None:
        return None
    if operator == "ITE":
        return Term(lcm(first.unit, second.unit), max(first.size, second.size), max(first.error, second.error))
    if operator in ("PLUS", "MINUS"):
        return Term.rounded(lcm(first.unit, second.unit), first.size + second.size, first.error + second.error)
    if operator == "DIVIDE":
        second = _inverse(expression.get_operand(1))
    if second is None or operator not in ("TIMES", "DIVIDE"):
        return None
    error = first.error * second.size + second.error * first.size + first.error * second.error
    return Term.rounded(first.unit * second.unit, first.size * second.size, error)


def _inverse(expression: Any) -> Term | None:
    """Return the term of one divided by a number; None if the expression is no number, or 0."""
    if expression.contains_variables():
        return None
    exact = Fraction(str(expression.evaluate_as_rational()))
    return Term.rounded(abs(exact.numerator), abs(1 / exact), abs(1 / exact) * _ROUNDING) if exact else None


def multiples(rounded: NDArray[np.float64], branches: NDArray[np.int64], unit: int) -> NDArray[np.int64] | None:
    """Return how many parts of 1 / ``unit`` each probability is; None if one is none, or a choice has not them all.

    Multiples of 1 / ``unit`` are 2^-30 apart or more, and a rounded number must be within 2^-50 of one: that is the
    only one that it can stand for.

    >>> multiples(np.array([1 / 3, 2 / 3, 0.5, 0.5]), np.array([0, 2, 4]), 6)
    array([2, 4, 3, 3])
    >>> multiples(np.array([1 / 3, 2 / 3]), np.array([0, 2]), 4)
    """
    scaled = rounded * unit
    parts = np.rint(scaled).astype(np.int64)
    if (np.abs(scaled - parts) > unit * 2.0**-50).any() or (parts < 1).any():
        return None
    return parts if (np.add.reduceat(parts, branches[:-1]) == unit).all() else None


def places(parts: NDArray[np.int64], unit: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the distinct numbers, which are from 0 to ``unit``, and the place of each among them.

    >>> places(np.array([2, 4, 3, 3]), 6)
    (array([2, 3, 4]), array([0, 2, 1, 1], dtype=int32))
    """
    if unit > max(parts.size, 1):
        distinct, place = np.unique(parts, return_inverse=True)
        return distinct, place.astype(np.int32)
    there = np.zeros(unit + 1, np.int32)
    there[parts] = 1
    return np.flatnonzero(there), (np.cumsum(there, dtype=np.int32) - 1)[parts]
