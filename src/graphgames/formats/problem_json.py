"""Problems in full as JSON: what is asked, apart from any answer. The reference checker reads it.

A game on an arena is written in the format of arenas; any other problem is one object with its ``objective`` and what
the codec of its kind says.
"""

from __future__ import annotations

from typing import IO, Any

from graphgames.formats.arena_json import write_game
from graphgames.formats.fields import text
from graphgames.formats.json_ import codec_of

NAME, VERSION = "graphgames-problem", 1


def write_problem(problem: Any, file: IO[bytes]) -> None:
    """Write a problem in full; raise `GameError` if its rules are written in Python and cannot be written as data."""
    data = codec_of(problem).in_full(problem)
    if data is None:
        write_game(problem, file)
        return
    entries = {"format": NAME, "version": VERSION, "objective": getattr(problem, "kind", None)} | dict(data)
    file.write(("{" + ",\n".join(f'"{key}": {text(value)}' for key, value in entries.items()) + "}\n").encode())
