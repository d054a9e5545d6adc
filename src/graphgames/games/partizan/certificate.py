"""The certificate of the values of partizan games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar, TypeAlias

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Number, Position, Row

Wall: TypeAlias = tuple[tuple[int | Fraction, int | Fraction], ...]
_WALLS = Each(Each(Row((Number(), Number()))), "left")


@dataclass(frozen=True, eq=False)
class CanonicalForms(Certificate):
    """Positions with their canonical forms, each of them given by the forms of its options.

    Attributes
    ----------
    left, right : tuple of tuple of int
        Of each form the numbers of the forms that are its Left and its Right options; they come before it.
    positions : tuple
        The positions whose value is known; what a position moves to or splits into comes before it.
    form : tuple of int
        The number of the form of each position.
    mean, temperature : tuple of int or Fraction
        Of each form.
    left_wall, right_wall : tuple of tuple of (temperature, value)
        Of each form the points where the walls of its thermograph bend, ascending from temperature 0; from the last on
        the wall is the mean.
    """

    kind: ClassVar[str] = "canonical-forms"
    proves: ClassVar[Mapping[str, str]] = {
        "value": "_Forms", "outcome": "_Forms", "mean": "_Walls", "temperature": "_Walls",
        "thermograph": "_Walls",
    }  # fmt: skip
    left: Annotated[tuple[tuple[int, ...], ...], Each(Each(Integer(0)))]
    right: Annotated[tuple[tuple[int, ...], ...], Each(Each(Integer(0)), "left")]
    positions: Annotated[tuple[Any, ...], Each(Position())]
    form: Annotated[tuple[int, ...], Each(Integer(0), "positions")]
    mean: Annotated[tuple[int | Fraction, ...], Each(Number(), "left")]
    temperature: Annotated[tuple[int | Fraction, ...], Each(Number(), "left")]
    left_wall: Annotated[tuple[Wall, ...], _WALLS]
    right_wall: Annotated[tuple[Wall, ...], _WALLS]
