"""Marks as a file: everything that is shown of a mark, and the two solutions that prove it.

The file is JSON, ``graphgames-marks``. It holds the policy as shares of the edges of the board; the solution of the
game that the policy leaves, which proves the value and the best reply; that of the board, which proves the value of
perfect play, and with the policy each regret; and all that is shown, which must be what follows from these. The board
is made anew from the game, and its digest stands in the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from graphgames.core.arena import Vertex
from graphgames.core.digest import digest, game_parts
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.memory import vertex_of
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import to_json
from graphgames.formats.fields import text
from graphgames.formats.json_ import write_solution
from graphgames.formats.text_table import in_rows
from graphgames.policies.valued_game import Board
from graphgames.readers.atomic import atomic_write

NAME, VERSION = "graphgames-marks", 1


def bare(board: Board) -> Game:
    """Return the game of a board without the model that it was made of."""
    game = board.game
    return Game(game.arena, game.objective, Vertex(board.start), game.players)


def save(mark: Any, path: str | os.PathLike[str]) -> None:
    """Write a mark to a file by its ending; raise `GameError` if there is no proof to write.

    Of a model the file holds the solution of its arena, in vertices and edges.
    """
    ending = Path(path).suffix.lower()
    if ending == ".csv":
        with atomic_write(path) as file:
            file.write(table(mark.rows()).encode())
        return
    if ending != ".json":
        mark.draw().save(path)
        return
    if mark.board.rests_on is not None:
        raise GameError(
            "an evaluation that rests on a table cannot be saved; evaluate(table.problem, policy) rests on its rules"
        )
    if type(mark.board.game) is not Game:
        of, mark = mark.best, replace(mark)
        best = ArenaSolution(bare(mark.board), of.winner, of.strategy, of.solver, of.certificate, of.vertex_values)
        vars(mark)["best"] = best
    entries = {"format": NAME, "version": VERSION} | about(mark) | findings(mark.board, mark)
    lines = [f'"{key}": {text(entry)}' for key, entry in entries.items()]
    for key, solution in (("left", mark.solution), ("best", mark.best)):
        held = BytesIO()
        write_solution(solution, held)
        lines.append(f'"{key}": {held.getvalue().decode().strip()}')
    with atomic_write(path) as file:
        file.write(("{" + ",\n".join(lines) + "}\n").encode())


def table(rows: Iterable[Sequence[Any]]) -> str:
    """Return a heading and rows, of which all but the first cell are numbers, as a table in text."""
    heading, *found = rows
    return in_rows([heading, *([first, *map(_number, rest)] for first, *rest in found)])


def about(mark: Any) -> dict[str, Any]:
    """Return what a file says of the game and the policy."""
    board = mark.board
    return {
        "board": digest(game_parts(board.game)),
        "asked": board.asked,
        "player": mark.player,
        "side": board.player,
        "start": board.start,
        "from": str(vertex_of(board.game.arena.label(board.start))),
        "draw": None if board.draw is None else to_json(board.draw),
        "losses": board.losses,
        "memory": board.memory,
        "pace": board.pace,
        "policy": mark.share,
        "against": board.against,
    }


def findings(board: Board, found: Any) -> dict[str, Any]:
    """Return all that a file shows of what was found, or of what the checker finds, by vertices and by names."""
    arena, name = board.game.arena, board.name
    numbers = {key: to_json(getattr(found, key)) for key in ("value", "game_value", "exploitability")}
    reply = [
        {"vertex": v, "position": str(arena.label(v)), "move": str(name(e)), "to": int(arena.successors[e])}
        for v, e in found.replies()
    ]
    there = np.flatnonzero(found.decided).tolist()
    regrets = [_row(board, v, *found.given_away(v)) for v in there] if board.numeric else None
    once = None if found.bias is None else [_row(board, v, *found.lost_once(v)) for v in there]
    return {**numbers, "best_reply": reply, "regrets": regrets, "once": once}


def differences(shown: Mapping[str, Any], right: Mapping[str, Any]) -> list[str]:
    """Return what differs in what is shown from what is right, in sentences."""
    return [
        f'"{key}" is {in_short(shown.get(key))}; expected {in_short(right.get(key))}'
        for key in sorted(right.keys() | shown.keys())
        if key not in shown or key not in right or json.dumps(shown[key]) != json.dumps(right[key])
    ]


def in_short(value: Any) -> str:
    """Return what stands in a file, cut if it is long."""
    written = text(value)
    return written if len(written) <= 60 else f"{written[:57]}..."


def _row(board: Board, v: int, regret: Any, lost: Mapping[int, Any]) -> dict[str, Any]:
    """Return what the policy gives away at a vertex, and what each move does."""
    moves = [[str(board.name(e)), _number(one)] for e, one in lost.items()]
    return {"vertex": v, "position": str(board.game.arena.label(v)), "regret": _number(regret), "moves": moves}


def _number(given: Any) -> Any:
    return None if given is None else to_json(given)
