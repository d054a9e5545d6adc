"""Turn the bytes of a file and the chosen options into a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphgames import api
from graphgames.core.errors import GameError, shown
from graphgames.readers.source import Data, Source, unpacked

OPTIONS = ("game", "objective", "priorities", "format")


def read_problem(data: Data, name: str, options: Mapping[str, Any]) -> Any:
    """Read a game.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        The bytes of the file; gzip and bzip2 are unpacked.
    name : str
        The file's name, for the messages and for its ending.
    options : mapping
        Of `OPTIONS`: what is to be played with it, what player 0 wants, which priorities are meant, the
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
        raise GameError(f"there is no option {shown(unknown[0])}; the options are {', '.join(OPTIONS)}")
    how = {option: options.get(option) or None for option in OPTIONS}
    return api.read(Source(unpacked(data, name), name), **how)
