"""Linear temporal logic by its definition, on words that repeat: u v v v ...; atom k is bit k of a letter."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

Path = tuple[Any, ...]
TRUE, FALSE = ("true",), ("false",)
NAMES = "abcdef"


def words(atoms: int, length: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all words whose two parts have so many letters together at most."""
    for n in range(1, length + 1):
        for letters in product(range(1 << atoms), repeat=n):
            for k in range(n):
                yield letters[:k], letters[k:]


def is_true(path: Path, u: tuple[int, ...], v: tuple[int, ...]) -> bool:
    """Return whether a formula is true of a word."""
    word, n = u + v, len(u) + len(v)
    after = [*range(1, n), len(u)]
    known: dict[Path, list[bool]] = {}

    def until(a: list[bool], b: list[bool], i: int, least: int, most: int | None) -> bool:
        for k in range(2 * n + least + 1 if most is None else most + 1):
            if k >= least and b[i]:
                return True
            if not a[i]:
                return False
            i = after[i]
        return False

    def where(one: Path) -> list[bool]:
        if one in known:
            return known[one]
        sign, *parts = one
        if sign in ("true", "false"):
            found = [sign == "true"] * n
        elif sign in ("atom", "not"):
            found = [bool(letter >> parts[0] & 1) == (sign == "atom") for letter in word]
        elif sign in ("and", "or"):
            found = [(all if sign == "and" else any)(column) for column in zip(*map(where, parts), strict=True)]
        elif sign == "X":
            inside = where(parts[0])
            found = [inside[after[i]] for i in range(n)]
        else:
            a, b = where(parts[0]), where(parts[1])
            if sign == "U":
                found = [until(a, b, i, *parts[2:]) for i in range(n)]
            else:  # by the duality that defines R
                no_a, no_b = ([not x for x in row] for row in (a, b))
                found = [not until(no_a, no_b, i, *parts[2:]) for i in range(n)]
        known[one] = found
        return found

    return where(path)[0]


def formulas(size: int, atoms: int = 1) -> Iterator[Path]:
    """Yield all formulas without bounds that have so many operators, negations before atoms not counted."""
    if not size:
        yield from ((kind, k) for k in range(atoms) for kind in ("atom", "not"))
        return
    for one in formulas(size - 1, atoms):
        yield from (("X", one), ("U", TRUE, one, 0, None), ("R", FALSE, one, 0, None))
    for left in range(size):
        for a in formulas(left, atoms):
            for b in formulas(size - 1 - left, atoms):
                yield from ((sign, a, b, 0, None) for sign in "UR")
                yield from ((sign, a, b) for sign in ("and", "or"))


def drawn(by: random.Random, atoms: int, size: int, bounds: bool = False) -> Path:
    """Return a random formula with so many operators and atoms."""
    if size <= 1:
        return by.choice([("atom", by.randrange(atoms)), ("not", by.randrange(atoms))])
    sign = by.choice(["X", "F", "F", "G", "G", "U", "U", "R", "R", "and", "or"])
    if sign in "XFG":
        inside = drawn(by, atoms, size - 1, bounds)
        return {"X": ("X", inside), "F": ("U", TRUE, inside, 0, None), "G": ("R", FALSE, inside, 0, None)}[sign]
    k = by.randrange(1, max(2, size - 1))
    a, b = drawn(by, atoms, k, bounds), drawn(by, atoms, max(1, size - 1 - k), bounds)
    if sign in ("and", "or"):
        return (sign, a, b)
    least = by.randrange(2) if bounds else 0
    return (sign, a, b, least, by.choice([None, None, least, least + 2]) if bounds else None)


def text(path: Path) -> str:
    """Return a formula without bounds in the syntax of Spot."""
    sign, *parts = str(path[0]), *path[1:]
    if sign in ("true", "false"):
        return sign
    if sign in ("atom", "not"):
        return f"{'!' * (sign == 'not')}{NAMES[parts[0]]}"
    if sign == "X":
        return f"X {text(parts[0])}"
    join = {"and": "&", "or": "|"}.get(sign, sign)
    return f"({text(parts[0])} {join} {text(parts[1])})"
