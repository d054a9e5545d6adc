r"""Simple stochastic games as text, as the benchmark of Rudich, Rudich and Rue has them.

A line for each vertex, numbered from 1: its two successors and ``maximizer``, ``minimizer``, ``average`` (a fair coin),
``terminal0`` or ``terminal1`` (where both successors are 0)::

    NMAX: 1
    1 2 3 maximizer
    2 3 4 average
    3 0 0 terminal0
    4 0 0 terminal1

Lines that begin with ``#`` are comments, and the head counts the vertices of each kind; it may be missing.

Avi Rudich, Isaac Rudich, Rachel Rue, *Simple stochastic stopping games: a generator and benchmark library* (2024).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import IO

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.formats.priorities import Priorities
from graphgames.games.chance.objective import ReachProbability
from graphgames.readers.faults import Faults
from graphgames.readers.source import Data

EXPECTED = "a line such as '1 2 3 maximizer' for each vertex"
CODES = (b"maximizer", b"minimizer", b"average", b"terminal0", b"terminal1")
_LINE = re.compile(rb"[ \t]*+(\d++)[ \t]++(\d++)[ \t]++(\d++)[ \t]++([a-z0-9]++)[ \t\r]*+(?:\n|\Z)")
_OTHER = re.compile(rb"(?:[ \t\r]*+(?:#[^\n]*+|N(MAX|MIN|AVG)[ \t]*+:[ \t]*+(\d++)[ \t\r]*+)?)(?:\n|\Z)")
_COUNTED = (b"MAX", b"MIN", b"AVG")
_LONGEST = 10  # digits of a vertex


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    r"""Read a simple stochastic game; Max is player 0, and its labels are the numbers of the vertices.

    Raise `FormatError` if the file is not in the format; up to ten faults are reported together. Raise `GameError` if
    another objective is asked for.
    """
    if objective not in (None, ReachProbability.name) or priorities is not None:
        raise GameError(f"this file holds a {ReachProbability.name} game and no priorities")
    faults = Faults(data, source)
    rows, places = _rows(faults)
    faults.throw()
    n = len(rows)
    number, first, second, code = np.array(rows, np.int64).reshape(-1, 4).T
    over = code >= 3
    _check(faults, number, first, second, over, places)
    faults.throw()
    vertex = np.zeros(n + 1, np.int64)
    vertex[number] = np.arange(n)
    heads = vertex[np.stack((first, second), axis=1)[~over]].astype(np.int32).ravel()
    indptr = offsets(2 * ~over)
    owner = np.where(over, 0, code).astype(np.uint8)
    fair = (owner == CHANCE)[~over].repeat(2)
    probability = fair.astype(np.int64) if fair.any() else None
    arena = Arena(indptr, heads, owner, range(1, n + 1) if (number == np.arange(1, n + 1)).all() else number.tolist(),
                  probability=probability)  # fmt: skip
    return Game(arena, ReachProbability(code == 4), players=("Max", "Min"))


def _rows(faults: Faults) -> tuple[list[tuple[int, int, int, int]], list[int]]:
    """Return the number, the successors and the code of each vertex, and where its line is."""
    data, at, rows, places, heads = faults.data, 0, [], [], []
    codes = {word: code for code, word in enumerate(CODES)}
    while at < len(data) and not faults.full:
        line = _LINE.match(data, at)
        if line is not None and line[4] in codes and max(map(len, line.groups()[:3])) <= _LONGEST:
            rows.append((int(line[1]), int(line[2]), int(line[3]), codes[line[4]]))
            places.append(at)
            at = line.end()
            continue
        other = _OTHER.match(data, at)
        if other is None:
            words = ", ".join(word.decode() for word in CODES)
            faults.add(faults.skip_space(at), "this is not a vertex line", f"{EXPECTED}; the words are {words}")
            end = data.find(b"\n", at)
            at = len(data) if end < 0 else end + 1
        else:
            heads += [(at, other)] if other[1] else []
            at = other.end()
    if not rows and not faults:
        faults.add(0, "there is no vertex", EXPECTED)
    counts = Counter(row[3] for row in rows)
    for place, head in () if faults else heads:
        there = counts[_COUNTED.index(head[1])]
        if (head[2].lstrip(b"0") or b"0") != b"%d" % there:
            found = f"N{head[1].decode()} is {head[2].decode()[:_LONGEST]}"
            faults.add(faults.skip_space(place), found, f"{there}, as the lines of vertices say, or no such line")
    return rows, places


def _check(faults: Faults, number: NDArray[np.int64], first: NDArray[np.int64], second: NDArray[np.int64],
           over: NDArray[np.bool_], places: list[int]) -> None:  # fmt: skip
    """Note every vertex whose number or successors cannot be."""
    n, seen = number.size, np.zeros(number.size + 2, np.int64)
    np.add.at(seen, np.minimum(number, n + 1), 1)
    wrong = (number < 1) | (number > n)
    twice = ~wrong & (seen[np.minimum(number, n + 1)] > 1)
    for v in np.flatnonzero(wrong | twice).tolist():
        what = "comes more than once" if twice[v] else f"is not one of 1 to {n}, and there are {n} lines"
        faults.add(places[v], f"vertex {number[v]} {what}", "a line for each vertex, numbered from 1")
    least, most = np.minimum(first, second), np.maximum(first, second)
    for v in np.flatnonzero(~over & ((least < 1) | (most > n))).tolist():
        head = most[v] if most[v] > n else least[v]
        faults.add(places[v], f"vertex {number[v]} has an edge to {head}", f"two successors from 1 to {n}")
    for v in np.flatnonzero(over & (most != 0)).tolist():
        faults.add(places[v], f"vertex {number[v]} is terminal and has an edge to {most[v]}", "the successors 0 0")


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write a simple stochastic game.

    Raise `GameError` if it is none: every vertex that is not terminal has two moves, and chance throws a fair coin.
    """
    arena, objective = game.arena, game.objective
    if not isinstance(objective, ReachProbability):
        raise GameError(f"this format holds {ReachProbability.name} games, and no {objective.name} game")
    owner = owners(arena)
    over = objective.over | (arena.out_degree == 0)
    for v in np.flatnonzero(~over & (arena.out_degree != 2)).tolist():
        raise GameError(f"vertex {arena.label(v)} has {arena.out_degree[v]} moves; in this format it has two")
    if arena.denominator is not None:
        for v in np.flatnonzero(~over & (owner == CHANCE) & (arena.denominator != 2)).tolist():
            raise GameError(
                f"the probabilities at vertex {arena.label(v)} are not 1/2 and 1/2, as this format requires"
            )
    counts = [int(np.count_nonzero(~over & (owner == who))) for who in range(3)]
    file.write(b"NMAX: %d\nNMIN: %d\nNAVG: %d\n\n" % tuple(counts))
    for v in range(arena.n):
        a, b = (0, 0) if over[v] else arena.successors_of(v).tolist()
        code = 3 + int(objective.mask[v]) if over[v] else int(owner[v])
        file.write(b"%d %d %d %s\n" % (v + 1, a + (not over[v]), b + (not over[v]), CODES[code]))
