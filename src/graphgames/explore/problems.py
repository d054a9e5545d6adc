"""Turn the bytes of a file and the chosen options into a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphgames import api
from graphgames.core.errors import GameError, shown
from graphgames.readers.source import Data, Source, unpacked

OPTIONS = ("game", "objective", "priorities", "format")


def read_problem(data: Data, name: str, options: Mapping[str, Any]) -> Any:
    """Read a game from the bytes of a file, unpacked if need be; its name is for messages and for its ending.

    Of `OPTIONS` there may be some. Raise `FormatError` if it cannot be read, with where and why; `GameError` if there
    is no such option, game, objective or format.

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
