"""PGSolver's format for solutions (``paritysol``): a line ``id winner move;`` for each vertex.

The move stands where the vertex belongs to its winner. Compiled loops write and read it; faults are reported with their
positions, several at a time.
"""

from __future__ import annotations

from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.solution import ArenaSolution
from graphgames.formats.kernels import _pg_codes as codes
from graphgames.formats.kernels import pg_scan, pg_write
from graphgames.formats.solutions import solution_from_arrays
from graphgames.readers.faults import Faults, found, without_line
from graphgames.readers.source import Data

EXPECTED = "a solution: 'paritysol N;' and then a line 'id winner move;' for each vertex"
_OTHER_GAME = "is this the solution of another game?"
_BATCH = 1 << 16
_SPARE = 16  # room for ids beyond the number of semicolons, so that a missing one is not taken for a wrong id
_FAULTS = {
    codes.NO_ID: ("{here}", "the id of a vertex"),
    codes.NO_OWNER: ("{here} where the winner of vertex {vertex} should be", "0 or 1"),
    codes.NO_SUCCESSOR: ("{here} after the winner of vertex {vertex}", "the move, a vertex, or ';'"),
    codes.NO_SEPARATOR: ("{here} after the move of vertex {vertex}", "';'"),
    codes.TOO_LARGE: ("the number {number} is too large", "at most 2147483647"),
    codes.BAD_OWNER: ("vertex {vertex} has winner {number}", "0 (Even) or 1 (Odd)"),
    codes.ID_OUT_OF_RANGE: ("the id {number} is out of range", ""),
    codes.ID_TWICE: ("vertex {vertex} is listed a second time", "each id once"),
    codes.SUCCESSOR_OUT_OF_RANGE: ("vertex {vertex} moves to {number}, which does not exist", ""),
}


class Winners(NamedTuple):
    """Who wins where and how: ``winner`` of uint8 and ``moves`` of int32, both of shape (n,), -1 for no move."""

    winner: NDArray[np.uint8]
    moves: NDArray[np.int32]


def read_arrays(data: Data, source: str = "<input>", n: int | None = None) -> Winners:
    r"""Read a solution as arrays.

    The header ``paritysol N;`` may be missing, and its number may be the largest id or the number of vertices. ``n`` is
    the number of vertices of the game, by default that of the lines. Time and memory are linear in the file. Raise
    `FormatError` if the file is not in the format, its header names neither, an id is out of range, comes twice or is
    missing, or (given ``n``) a move names a vertex that is not there.
    """
    faults = Faults(data, source)
    faults.refuse_other_formats("paritysol", b"0123456789p", EXPECTED)
    begin, header, named = faults.skip_space(3 if data[:3] == b"\xef\xbb\xbf" else 0), 0, None
    if data[begin : begin + 9] == b"paritysol":
        header = faults.skip_space(begin + 9)
        named, begin = faults.statement(header, "paritysol", "the number of vertices or the largest id")
    size = pg_scan.count(data, ord(";")) + _SPARE if n is None else n
    winner, moves = np.full(size, codes.UNSEEN, np.uint8), np.full(size, -1, np.int32)
    state = np.zeros(codes.SIZE, np.int64)
    state[codes.POSITION], state[codes.LARGEST_ID] = begin, -1
    state[codes.ID_LIMIT] = size
    state[codes.SUCCESSOR_LIMIT] = 2**31 - 1 if n is None else n
    state[codes.MOVES] = state[codes.DEAD_ENDS] = 1
    unused = np.empty(0, np.int32)
    arrays = np.empty(0, np.int64), unused, moves, winner, unused, np.empty((0, 3), np.int64)
    while (code := pg_scan.scan(data, state, *arrays)) != codes.DONE and not faults.full:
        at, statement = int(state[codes.POSITION]), int(state[codes.STATEMENT])
        message, wanted = _FAULTS[code]
        known = {"here": found(data, at), "vertex": faults.number(statement), "number": faults.number(at)}
        hints = {
            codes.NO_ID: faults.about_start(at, "paritysol"),
            codes.NO_SEPARATOR: faults.about_line(at) or "a vertex has one move",
            codes.ID_OUT_OF_RANGE: _OTHER_GAME,
        }
        faults.add(at, message.format_map(known), wanted or f"ids from 0 to {size - 1}", hints.get(code, ""))
        state[codes.POSITION] = faults.behind(at, statement)
    count = int(state[codes.COUNT])
    expected = int(state[codes.LARGEST_ID]) + 1 if n is None else n
    if not faults and (count < expected or not expected):
        _missing(faults, winner[:expected], expected - count, n)
    if not faults and named is not None and not expected - 1 <= named <= expected:
        hint = _OTHER_GAME if n is not None else ""
        faults.add(header, f"the largest id is {expected - 1}, not {named}", f"{expected - 1} or {expected}", hint)
    faults.throw()
    return Winners(winner[:expected].copy(), moves[:expected].copy()) if expected < size else Winners(winner, moves)


def _missing(faults: Faults, winner: NDArray[np.uint8], count: int, n: int | None) -> None:
    """Name the vertices without a line, at the end of the file."""
    gaps = [int(v) for v in np.flatnonzero(winner == codes.UNSEEN)[:4]]
    if not gaps:
        if n is None:
            faults.add(len(faults.data), "there are no vertices", EXPECTED)
        return
    hint = _OTHER_GAME if n is not None else "ids run from 0 on without gaps"
    faults.add(len(faults.data), without_line(gaps, count), hint=hint)


def read_solution(data: Data, source: str, game: Game) -> ArenaSolution:
    r"""Read a solution of a game.

    Raise `FormatError` as `read_arrays`. That a move is missing or no edge is for the verifier to say.
    """
    return solution_from_arrays(game, *read_arrays(data, source, game.arena.n))


def write_solution(solution: ArenaSolution, file: IO[bytes]) -> None:
    r"""Write a solution, with the largest id in the header and the winner's moves.

    Raise `GameError` if two strategies do not prove who wins such a game.
    """
    objective, winner, moves = solution.problem.objective, solution.winner, solution.strategy.moves
    if not objective.has_parity_form:
        what = f"which prove nothing about {with_article(objective.name)} game"
        raise GameError(f"a paritysol file holds winners and moves, {what}; write it as JSON")
    file.write(b"paritysol %d;\n" % max(winner.size - 1, 0))
    out = np.empty(min(_BATCH, winner.size) * 26, np.uint8)
    for first in range(0, winner.size, _BATCH):
        size = pg_write.solution_lines(winner, moves, first, min(first + _BATCH, winner.size), out)
        file.write(out[:size].data)
