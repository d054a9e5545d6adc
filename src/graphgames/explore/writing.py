"""Save an open game: its picture, its solution, or the game itself."""

from __future__ import annotations

from pathlib import Path

from graphgames import api
from graphgames.core.errors import GameError, shown
from graphgames.explore import answers
from graphgames.explore.answers import State


def _svg(state: State, path: str) -> None:
    Path(path).write_text(answers.picture(state), encoding="utf-8")


def _json(state: State, path: str) -> None:
    api.write(state.opened.solution, path, "json")


def _pg(state: State, path: str) -> None:
    if state.opened.game is None:
        raise GameError("this game has no owners and priorities, so it cannot be written as .pg")
    api.write(state.opened.game, path, "pgsolver")


_WRITERS = {"svg": _svg, "json": _json, "pg": _pg}


def export(state: State, kind: str, path: str) -> str:
    """Write to a file, and return a name for it.

    Raises
    ------
    GameError
        If there is no such thing to write, or the game cannot be written so.
    """
    if kind not in _WRITERS:
        raise GameError(f"there is no {shown(kind)} to write; there are svg, json and pg")
    _WRITERS[kind](state, path)
    stem = Path(state.opened.title).name.split(".")[0] or "game"
    return f"{stem}.{kind}"
