"""Answers about models as a picture: the value of a property over a constant."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from graphgames.core.value import ends
from graphgames.draw.plots import curve


def experiment(found: Sequence[Any]) -> str:
    """Return the plot of answers to one property that differ in one constant, as SVG; empty where there is none."""
    names = sorted({name for one in found for name in one.constants if len({_of(other, name) for other in found}) > 1})
    if len({one.property for one in found}) != 1 or len(names) != 1:
        return ""
    points = [(_of(one, names[0]), _middle(one.value)) for one in found]
    points = [(x, y) for x, y in points if y is not None and isfinite(y)]
    return curve(points, found[0].property, names[0], "value").svg if len(points) > 1 else ""


def _of(found: Any, name: str) -> float:
    return float(found.constants.get(name, 0))


def _middle(value: Any) -> float | None:
    """Return a number for a value, of a bracket its middle; None where it is no number."""
    if value is None or isinstance(value, bool):
        return None
    low, high = ends(value)
    return (float(low) + float(high)) / 2
