"""From the bytes of a file, and what is said of it, to a problem that can be solved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from graphgames import formats
from graphgames.core import catalogue
from graphgames.core.errors import Fault, FormatError, GameError
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.readers.source import Data, Source, unpacked

HEAPS = "heaps"
"""As the name of a game: the input is the code of a heap game and the heaps, as ``.77 3,5,7``."""

NIMBERS = "nimbers"
OPTIONS = ("game", "objective", "priorities", "format")
_LARGEST_HEAP = 100_000


def read_problem(data: Data, name: str, options: Mapping[str, Any]) -> Any:
    """Read a game.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        What stands in the file; gzip and bzip2 are unpacked.
    name : str
        The file's name, for the messages and for its ending.
    options : mapping
        Of `OPTIONS`: the concrete game whose input this is, what player 0 wants, which priorities are meant, the
        format.

    Raises
    ------
    FormatError
        If it cannot be read; it says where and why.
    GameError
        If there is no such game, objective or format.

    Examples
    --------
    >>> read_problem(b"parity 1; 0 0 0 1; 1 1 1 0;", "ring.pg", {"objective": "buchi"})
    Game(Arena(n=2, m=2, owned), buchi)
    """
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown:
        raise GameError(f"there is no option {unknown[0]!r}; the options are {', '.join(OPTIONS)}")
    game, objective, priorities, format_ = (options.get(option) or None for option in OPTIONS)
    source = Source(unpacked(data, name), name)
    if game == HEAPS:
        return heap_problem(source)
    if game in GEOGRAPHY:
        from graphgames.games.geography.graph_files import read_graphs

        return read_graphs(source, game, format_)
    if game is not None:
        return catalogue.concrete_game(game).read(source.to_bytes(), name)
    if objective == NIMBERS:
        from graphgames.games.impartial.problem import NimberProblem

        return NimberProblem(formats.game_in(source, "normal", priorities, format_).arena)
    return formats.game_in(source, objective, priorities, format_)


def heap_problem(source: Source) -> Any:
    """Read the code of a heap game and its heaps.

    Examples
    --------
    >>> heap_problem(Source(b"kayles 3,5,7", "heaps")).game.start
    (3, 5, 7)
    """
    from graphgames.games.heaps.problem import HeapGame, HeapProblem

    words = source.to_bytes().decode("utf-8", "replace").split()
    sizes = [int(n) for n in re.findall(r"[0-9]{1,9}", " ".join(words[1:]))]
    if not sizes:
        fault = Fault.at(source.to_bytes(), 1 << 62, "there are no heaps", "a code and heaps, such as kayles 3,5,7")
        raise FormatError([fault], source.name)
    if max(sizes) > _LARGEST_HEAP:
        raise GameError(f"a heap of {max(sizes)} is too large to play with; expected at most {_LARGEST_HEAP}")
    return HeapProblem(HeapGame.from_code(words[0], sizes), max(sizes))
