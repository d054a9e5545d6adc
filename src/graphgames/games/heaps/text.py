"""Heap games as text: a code and heaps, as ``.77 3,5,7``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphgames.core.errors import Fault, FormatError, GameError
from graphgames.games.heaps.problem import HeapGame, HeapProblem

if TYPE_CHECKING:
    from graphgames.formats.priorities import Priorities
    from graphgames.readers.source import Source

LARGEST = 100_000
"""The largest heap to play with."""

_START = "3,5,7"


def read(
    source: Source, name: str = "heaps", priorities: Priorities | None = None, format: str | None = None
) -> HeapProblem:
    """Read the code of a heap game and its heaps.

    Raises
    ------
    FormatError
        If there are no heaps.
    GameError
        If the code is none, or a heap is too large to play with.

    Examples
    --------
    >>> from graphgames.readers.source import Source
    >>> read(Source(b"kayles 3,5,7", "heaps")).game.start
    (3, 5, 7)
    """
    words = source.to_bytes().decode("utf-8", "replace").split()
    sizes = [int(n) for n in re.findall(r"[0-9]{1,9}", " ".join(words[1:]))]
    if not sizes:
        fault = Fault.at(source.to_bytes(), 1 << 62, "there are no heaps", "a code and heaps, such as kayles 3,5,7")
        raise FormatError([fault], source.name)
    if max(sizes) > LARGEST:
        raise GameError(f"a heap of {max(sizes)} is too large to play with; expected at most {LARGEST}")
    return HeapProblem(HeapGame.from_code(words[0], sizes), max(sizes))


def named(name: str, start: str | None) -> HeapProblem:
    """Return the heap game of a code or a name, with a start such as ``3,5,7``, by default that one.

    Raises
    ------
    GameError
        If it is no code.
    """
    sizes = [min(int(heap), LARGEST) for heap in re.findall(r"[0-9]{1,9}", start or _START)]
    return HeapProblem(HeapGame.from_code(name, sizes), max(sizes, default=0))
