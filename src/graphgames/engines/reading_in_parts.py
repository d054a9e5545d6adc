"""Read a game and its solution in parts: each process what belongs to it, of a ``.npz`` or a ``.pg`` file.

Of arrays in a ``.npz`` file a process reads its blocks. Text is cut into as many stretches as there are processes, at
semicolons outside of names; each process scans one and sends the vertices to whom they belong. Any other file, and one
in which there is a fault, is read as a whole by the ordinary reader, which also says what the fault is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.core.arrays import offsets
from graphgames.core.digest import Pieces, digest, fields_of
from graphgames.core.errors import Fault, FormatError, GameError
from graphgames.core.objective import Objective
from graphgames.engines.backward import grouped
from graphgames.engines.spread_game import Share, SpreadArena, SpreadGame
from graphgames.engines.spread_solution import SpreadSolution
from graphgames.engines.team import Ints, Team
from graphgames.formats import game_in, npz
from graphgames.formats.fields import solver_in
from graphgames.formats.kernels import _pg_codes as codes
from graphgames.formats.kernels import pg_scan
from graphgames.formats.priorities import Priorities, objective_of
from graphgames.readers.atomic import atomic_write
from graphgames.readers.source import Source, open_source

_CHUNK = 1 << 22
"""So many bytes of text are scanned at a time."""

_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:parity\s+(\d{1,10})\s*;\s*)?(?:start\s+(\d{1,10})\s*;\s*)?")
_FIRST_CUT = re.compile(rb'[^";]*+(?:"[^"]*+"[^";]*+)*+;')


def read_game(
    path: str | os.PathLike[str] | Source,
    team: Team,
    objective: str | None = None,
    priorities: Priorities | None = None,
) -> SpreadGame:
    """Read the part of a game that belongs to this process; all processes of the team call it.

    The arguments are those of `graphgames.read`. Names of vertices are left out: positions are numbers. Raise as that
    does.
    """
    if isinstance(path, Source):
        return SpreadGame.of(game_in(path, objective, priorities), team)
    name, game = os.fspath(path), None
    if name.endswith(".npz"):
        with Path(name).open("rb") if Path(name).is_file() else nullcontext() as file:
            game = None if file is None else _arrays(file, name, team, objective, priorities)
    elif name.endswith((".pg", ".gm")) and Path(name).is_file():
        with Path(name).open("rb") as file:
            game = _text(file, team, objective or "parity", priorities)
    if game is None:
        game = SpreadGame.of(game_in(open_source(name), objective, priorities), team)
    return game


def read_solution(problem: SpreadGame, path: str | os.PathLike[str] | Source) -> SpreadSolution:
    """Read the part of a solution in a ``.npz`` file that belongs to this process.

    Raise `FormatError` if it is no such file, or not of a game with so many vertices.
    """
    name, share = path.name if isinstance(path, Source) else os.fspath(path), problem.arena.share
    if not Path(name).is_file():
        raise FormatError([Fault("there is no such file")], name)
    with Path(name).open("rb") as file:
        found = npz.places(file, name, "winner")
        rows = {key: place for key, place in found.items() if place.dtype.kind in "iu" and place.size == share.n}
        if "winner" not in rows or "strategy" not in rows:
            raise FormatError([Fault(f"this is not a solution of a game with {share.n} vertices")], name)
        arrays = {key: _own(file, place, share) for key, place in rows.items()}
        proof = npz.certificate_in(file, found, arrays, name)
        if proof is None:
            raise FormatError(
                [Fault("there is no certificate, which several processes together need for a proof")], name
            )
        solver = solver_in(npz.scalar(file, found, "solver", name))
        names_game = npz.names_game(file, found, lambda: digest(_parts(problem)), name)
    winner, moves = arrays["winner"].astype(np.uint8), arrays["strategy"].astype(np.int32)
    solution = SpreadSolution(problem, winner, moves, solver, proof, arrays.get("value"))
    vars(solution)["names_game"] = names_game
    return solution


def write_solution(solution: SpreadSolution, path: str | os.PathLike[str]) -> None:
    """Write a solution to one ``.npz`` file, block by block through the first process; all processes call it."""
    if not os.fspath(path).endswith(".npz"):
        raise GameError("a solution that is spread over processes is written to a file whose name ends in .npz")
    game = solution.problem
    rows = {name: (array.dtype, _row(game, array)) for name, array in solution.labels.items()}
    arrays: npz.Arrays = {name: (dtype, row.count, row.pieces) for name, (dtype, row) in rows.items()}
    words = npz.words(solution, digest(_parts(game)))
    with atomic_write(path) if game.team.rank == 0 else nullcontext() as file:
        npz.write_arrays(file, arrays | words)
    game.team.wait()


def _row(game: SpreadGame, array: NDArray[Any], indptr: Ints | None = None) -> Pieces:
    """Return a row of which each process has what belongs to its vertices: one entry each, or those of an offset."""
    share, ends = game.arena.share, np.arange(game.arena.share.count + 1) if indptr is None else indptr
    block = 1 << share.bits

    def pieces() -> Iterator[NDArray[Any]]:
        for at in range(0, -(-share.n // block), share.size):
            begin, end = np.minimum([at // share.size * block, at // share.size * block + block], share.count)
            yield np.concatenate(game.team.gather(array[ends[begin] : ends[end]]))

    return Pieces(int(game.team.total(np.array([array.size]))[0]), pieces())


def _parts(game: SpreadGame) -> dict[str, Any]:
    """Return the parts of a game, as `graphgames.core.digest.game_parts` does; all processes hash them together."""
    arena = game.arena
    parts: dict[str, Any] = {"objective": game.objective.name, "vertices": arena.n}
    if arena.owner is not None:
        parts["owner"] = _row(game, arena.owner)
    parts |= {"degree": _row(game, np.diff(arena.indptr)), "head": _row(game, arena.successors, arena.indptr)}
    for name, value in fields_of(game.objective):
        masked = isinstance(value, np.ndarray) and value.dtype == np.bool_
        numbers = arena.share.numbers()[value] if masked else value
        row = isinstance(value, np.ndarray)
        parts[name] = _row(game, numbers, offsets(value) if masked else None) if row else value
    return parts


def _own(file: IO[bytes], place: npz.Place, share: Share) -> NDArray[Any]:
    """Return the entries of an array that belong to this process."""
    parts = [place.read(file, begin, end) for begin, end in share.blocks]
    return np.concatenate([np.empty(0, place.dtype), *parts])


def _arrays(
    file: IO[bytes], name: str, team: Team, objective: str | None, priorities: Priorities | None
) -> SpreadGame | None:
    """Return the part of a game in NumPy's arrays, None if there is a fault in it."""
    found = npz.places(file, name, "indptr")
    n, m = found["indptr"].size - 1, found["successors"].size if "successors" in found else -1
    sizes = [found[one].size for one in ("owner", "priority") if one in found]
    if m < 0 or n < 0 or any(size != n for size in sizes):
        return None
    share = Share.of(n, team)
    owner = _own(file, found["owner"], share).astype(np.uint8) if "owner" in found else None
    priority = _own(file, found["priority"], share) if "priority" in found else np.zeros(share.count, np.int32)
    degrees, heads, good = [np.zeros(1, np.int64)], [np.empty(0, np.int32)], owner is None or bool((owner < 2).all())
    for begin, end in share.blocks:
        offsets = found["indptr"].read(file, begin, end + 1)
        degrees.append(np.diff(offsets))
        good = good and offsets[0] >= 0 and bool((degrees[-1] >= 0).all()) and int(offsets[-1]) <= m
        some = found["successors"].read(file, int(offsets[0]), int(offsets[-1])) if good else heads[0]
        good = good and (some.size == 0 or (int(some.min()) >= 0 and int(some.max()) < n))
        heads.append(some.astype(np.int32, copy=False))
    indptr = np.cumsum(np.concatenate(degrees))
    good = good and int(team.total(np.array([indptr[-1]]))[0]) == m
    if not team.least(int(good)):
        return None
    arena = SpreadArena(share, indptr, np.concatenate(heads), owner, m)
    wanted = _objective(npz.objective_name(objective, owner is not None), priority, priorities, team)
    start = npz.start_of(file, found, n, name)
    return _checked(arena, wanted, team, None if start is None else int(start))


def _objective(name: str, priority: NDArray[Any], priorities: Priorities | None, team: Team) -> Objective:
    """Return the objective over the own vertices; what all priorities mean depends on those of all processes."""
    there = np.unique(np.concatenate(team.gather(np.unique(priority))))
    joined = np.concatenate([priority, there]).astype(np.int32)
    return objective_of(name, joined, priorities).renumbered(np.arange(priority.size))


def _checked(arena: SpreadArena, objective: Objective, team: Team, start: int | None) -> SpreadGame | None:
    """Return the game, None if the objective does not fit the arena."""
    stuck = not objective.allows_dead_ends and bool((np.diff(arena.indptr) == 0).any())
    fits = not stuck and not (objective.needs_owner and arena.owner is None)
    return SpreadGame(arena, objective, team, start) if team.least(int(fits)) else None


def _text(file: IO[bytes], team: Team, objective: str, priorities: Priorities | None) -> SpreadGame | None:
    """Return the part of a game in PGSolver's format that belongs to this process, None if there is a fault in it.

    The process scans a stretch of the file.
    """
    head = _HEAD.match(file.read(4096))
    packed = os.pread(file.fileno(), 3, 0)[:2] in (b"\x1f\x8b", b"BZ")
    scanned = None
    if not packed:
        stretch = _stretch(file, 0 if head is None else head.end(), team)
        scanned = _scan(file, *stretch, objective_class(objective).allows_dead_ends)
    if not team.least(int(scanned is not None)):
        return None
    assert scanned is not None and head is not None
    ids, degrees, heads, owner, priority = scanned
    n = int(team.total(np.array([ids.size]))[0])
    start = None if head[2] is None else int(head[2])
    top = -team.least(-int(max(ids.max(initial=-1), heads.max(initial=-1))))
    small = team.least(int(priority.max(initial=0) < 1 << 30))  # for larger ones a message has no room
    largest = n if head[1] is None else int(head[1])
    if not small or top >= n or not n or (start or 0) >= n or largest not in (n - 1, n):
        return None
    share = Share.of(n, team)
    notes = grouped(team, share, partial(_notes, ids, owner, priority), _cuts(ids.size))
    if not team.least(int((np.diff(notes[0]) == 1).all())):
        return None
    rows = grouped(team, share, partial(_edges, ids, offsets(degrees), heads), _cuts(ids.size))
    own = (notes[1] & 1).astype(np.uint8)
    arena = SpreadArena(share, *rows, own, int(team.total(np.array([heads.size]))[0]))
    return _checked(arena, _objective(objective, notes[1] >> 1, priorities, team), team, start)


def _stretch(file: IO[bytes], head: int, team: Team) -> tuple[int, int]:
    """Return where the text of this process begins and ends: behind semicolons that stand in no name."""
    size = os.fstat(file.fileno()).st_size
    cuts = [head + (size - head) * rank // team.size for rank in range(team.size + 1)]
    low, high = cuts[team.rank], cuts[team.rank + 1]
    quotes = sum(chunk.count(b'"') for chunk in _chunks(file, low, high))
    inside, begin = bool(sum(team.gather(quotes)[: team.rank]) % 2), low
    if team.rank:
        at, begin = low, -1
        for chunk in _chunks(file, low, high):
            place, inside = _cut(chunk, inside)
            if place:
                begin = at + place
                break
            at += len(chunk)
    begins = [*team.gather(begin), size]
    for rank in reversed(range(team.size)):  # a stretch without a cut is empty
        begins[rank] = begins[rank + 1] if begins[rank] < 0 else begins[rank]
    return begins[team.rank], begins[team.rank + 1]


def _scan(file: IO[bytes], begin: int, end: int, dead_ends: bool) -> tuple[Any, ...] | None:
    """Return ids, degrees, successors, owners and priorities in a stretch, None if there is a fault in it."""
    found: list[tuple[Any, ...]] = []
    rest = b""
    for chunk in _chunks(file, begin, end):
        rest += chunk
        last = _last_cut(rest)
        rows = _rows(rest[:last], dead_ends)
        if rows is None:
            return None
        found.append(rows)
        rest = rest[last:]
    if rest.strip():
        return None
    types = (np.int32, np.int32, np.int32, np.uint8, np.int32)
    return tuple(np.concatenate([np.empty(0, t), *(f[i] for f in found)]) for i, t in enumerate(types))


def _rows(text: bytes, dead_ends: bool) -> tuple[Any, ...] | None:
    """Return the same of a text that ends behind a semicolon."""
    lines, commas = text.count(b";"), text.count(b",")
    indptr, ids = np.zeros(lines + 1, np.int64), np.empty(lines + 1, np.int32)
    heads, priority = np.empty(lines + commas + 1, np.int32), np.empty(lines + 1, np.int32)
    owner = np.full(lines + 1, codes.UNSEEN, np.uint8)
    state = np.zeros(codes.SIZE, np.int64)
    state[codes.ID_LIMIT] = state[codes.SUCCESSOR_LIMIT] = 2**31 - 1
    state[codes.DEAD_ENDS], state[codes.BY_ROW] = dead_ends, 1
    wide = np.empty((0, 3), np.int64)
    if pg_scan.scan(text, state, indptr, ids, heads, owner, priority, wide) != codes.DONE:
        return None
    many, edges = int(state[codes.COUNT]), int(state[codes.EDGES])
    degrees = np.diff(np.append(indptr[:many], edges)).astype(np.int32)
    return ids[:many].copy(), degrees, heads[:edges].copy(), owner[:many].copy(), priority[:many].copy()


def _chunks(file: IO[bytes], begin: int, end: int) -> Iterator[bytes]:
    for at in range(begin, end, _CHUNK):
        yield os.pread(file.fileno(), min(_CHUNK, end - at), at)


def _cut(chunk: bytes, inside: bool) -> tuple[int, bool]:
    """Return the place behind the first semicolon outside of names, 0 if there is none, and whether a name is open."""
    at = chunk.find(b'"') + 1 if inside else 0
    found = None if inside and not at else _FIRST_CUT.match(chunk, at)
    return (found.end(), False) if found else (0, inside ^ bool(chunk.count(b'"') % 2))


def _last_cut(text: bytes) -> int:
    """Return the place behind the last semicolon outside of names of a text that begins outside of one."""
    inside = text.count(b'"') % 2
    end = text.rfind(b'"') if inside else len(text)
    while True:
        quote, semicolon = text.rfind(b'"', 0, end), text.rfind(b";", 0, end)
        if semicolon > quote or quote < 0:
            return semicolon + 1
        end = text.rfind(b'"', 0, quote)


def _cuts(many: int) -> list[Ints]:
    return np.array_split(np.arange(many), -(-many // (1 << 16)) or 1)


def _notes(ids: Any, owner: Any, priority: Any, rows: Ints) -> Ints:
    found: Ints = ids[rows].astype(np.int64) << 32 | priority[rows].astype(np.int64) << 1 | owner[rows]
    return found


def _edges(ids: Any, indptr: Ints, heads: Any, rows: Ints) -> Ints:
    if not rows.size:
        return rows
    first, last = int(rows[0]), int(rows[-1]) + 1
    tails = np.repeat(ids[first:last].astype(np.int64), np.diff(indptr[first : last + 1]))
    found: Ints = tails << 32 | heads[indptr[first] : indptr[last]]
    return found
