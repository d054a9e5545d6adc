"""PGSolver's format for games (``.pg``, ``.gm``): a line ``id priority owner successors "name";`` for each vertex.

The format is that of Friedmann and Lange, *The PGSolver Collection of Parity Game Solvers* (2009). A compiled scanner
reads it at several hundred megabytes a second and stops at the first fault; this module explains the fault and
continues the scan behind it, so that all faults are reported at once.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena, Vertex
from graphgames.core.arrays import offsets
from graphgames.core.chance import CHANCE
from graphgames.core.errors import ArenaError, Fault, FormatError, GameError
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.formats.kernels import _pg_codes as codes
from graphgames.formats.kernels import pg_scan, pg_write
from graphgames.formats.priorities import Priorities, objective_of
from graphgames.readers.faults import Faults, found, without_line
from graphgames.readers.long_numbers import exact
from graphgames.readers.source import Data

EXPECTED = "a PGSolver game: 'parity N;' and then a line 'id priority owner successors \"name\";' for each vertex"

_FAULTS = {
    codes.NO_ID: ("{here}", "the id of a vertex"),
    codes.NO_PRIORITY: ("{here} where the priority of vertex {vertex} should be", "a number from 0 to 2147483647"),
    codes.NO_OWNER: ("{here} where the owner of vertex {vertex} should be", "0 or 1"),
    codes.NO_SUCCESSOR: ("{here} where the successors of vertex {vertex} should be", "ids with commas between"),
    codes.NO_SUCCESSOR_AFTER_COMMA: ("{here} after a comma of vertex {vertex}", "one more successor"),
    codes.NO_SEPARATOR: ("{here} after a successor of vertex {vertex}", "',' or a name in quotes or ';'"),
    codes.OPEN_NAME: ("the name of vertex {vertex} has no end", "a second quote"),
    codes.NO_SEMICOLON: ("{here} after the name of vertex {vertex}", "';'"),
    codes.TOO_LARGE: ("the number {number} is too large", "at most 2147483647"),
    codes.BAD_OWNER: ("vertex {vertex} has owner {number}", "0 (Even) or 1 (Odd)"),
    codes.ID_TWICE: ("vertex {vertex} is listed a second time", "each id once"),
}
_OF_CHANCE = re.compile(rb"(?:2|-1)\b")
"""How chance is written as an owner in formats that have it."""
_CHANCE = "if chance moves there, each successor needs its probability behind a colon, as in '1:0.5,2:0.5'"
_SHARE = rb"(\d+)[ \t]*+(:[ \t]*+[0-9][0-9./eE+-]*+)"
_CHANCE_LINE = re.compile(rb"(?m)^[ \t]*+(\d++)[ \t]++-?\d++[ \t]++(2|-1)[ \t]++((?:%s[ \t]*+,?[ \t]*+)++)" % _SHARE)
_NAMES = "vertices of any names are read from a .dot or .csv file"
_SPARE = 16  # room for ids beyond the number of semicolons, so that a missing one is not taken for a wrong id


def read_game(
    data: Data, source: str = "<input>", objective: str = "parity", priorities: Priorities | None = None
) -> Game:
    r"""Read a game in PGSolver's format.

    If any vertex has a name, the arena's labels are the names, and the ids where a vertex has none. The format leaves
    some things open; they are read so:

    - The header's number may be the largest id or the number of vertices; without a header the vertices are as many as
      there are lines. Ids may come in any order, each exactly once, from 0 on and without gaps.
    - A line ``start V;`` gives the game's start. White space is free between all tokens, and so are the ends of lines.
    - A name may hold anything but a quote, in UTF-8. There are no comments.
    - A vertex without successors is read where the objective has a meaning for a play that stops.
    - A successor that is listed twice gives two parallel edges.
    - A vertex of the owner 2, or -1, belongs to chance where each successor has its probability behind a colon, as in
      ``0 3 2 1:0.5,2:1/2;``. PGSolver itself has no such vertices.

    Time and memory are linear in the file: the arrays of the arena are made in their final size after a look at how
    many separators the file has. Raise `FormatError` if the file is not in the format; `GameError` if there is no such
    objective or the set of priorities is not one.
    """
    objective_class(objective)  # raises where there is none
    reading = _Reading(data, source, objective)
    reading.check()
    if reading.faults and _CHANCE_LINE.search(data):
        return _with_chance(bytes(data), source, objective, priorities)
    reading.faults.throw()
    arena = reading.arena()
    priority = exact(reading.faults, data, reading.priority, reading.wide[: int(reading.state[codes.WIDE])])
    start = None if reading.start is None else Vertex(reading.start)
    return Game(arena, objective_of(objective, priority, priorities), start)


def _with_chance(text: bytes, source: str, objective: str, priorities: Priorities | None) -> Game:
    """Return a game with vertices of chance: what the format lacks is blanked out, and added to what is read."""
    shares: dict[int, list[str]] = {}
    plain = bytearray(text)
    for line in _CHANCE_LINE.finditer(text):
        plain[slice(*line.span(2))] = line[2].replace(b"2", b"0").replace(b"-1", b" 0")
        several = list(re.finditer(_SHARE, line[3]))
        shares[int(line[1])] = [one[2][1:].decode().strip() for one in several]
        for one in several:
            first, last = (line.start(3) + place for place in one.span(2))
            plain[first:last] = b" " * (last - first)
    game = read_game(bytes(plain), source, objective, priorities)
    arena = game.arena
    likely: list[str | None] = [None] * arena.m
    assert arena.owner is not None
    owner = arena.owner.copy()
    for v, chances in shares.items():
        owner[v] = CHANCE
        likely[arena.indptr[v] : arena.indptr[v + 1]] = chances
    labels = None if arena.labels is None else list(arena.labels)
    try:
        mixed = Arena(arena.indptr, arena.successors, owner, labels, probability=likely)
    except ArenaError as error:
        raise FormatError([Fault(str(error))], source) from None
    return Game(mixed, game.objective, game.start)


class Names(Sequence[str | int]):
    """The names of the vertices, kept as one run of bytes in UTF-8 and made into text when asked for.

    Each begins at ``where`` and has ``length`` bytes; a length of -1 is that of a vertex without a name.
    """

    def __init__(self, where: NDArray[np.int64], length: NDArray[np.int32], text: NDArray[np.uint8]):
        self.where, self.length, self.text = where, length, text

    def __len__(self) -> int:
        return self.length.size

    def __getitem__(self, v: Any) -> Any:
        if isinstance(v, slice):
            return [self[i] for i in range(*v.indices(len(self)))]
        length = int(self.length[v])
        if length < 0:
            return int(v) % len(self)
        start = int(self.where[v])
        return self.text[start : start + length].tobytes().decode("utf-8", "replace")

    def __repr__(self) -> str:
        return f"Names({len(self)} vertices)"


class _Reading:
    """One file on its way to a game."""

    def __init__(self, data: Data, source: str, objective: str):
        self.data, self.faults, self.objective = data, Faults(data, source), objective
        self.header: int | None = None
        self.start: int | None = None
        self.header_at = self.start_at = 0
        self.faults.refuse_other_formats("pgsolver", b"0123456789ps", EXPECTED)
        p = self.faults.skip_space(3 if data[:3] == b"\xef\xbb\xbf" else 0)
        if data[p : p + 6] == b"parity":
            self.header_at = self.faults.skip_space(p + 6)
            what = "the number of vertices or the largest id, at most 2147483647"
            self.header, p = self.faults.statement(self.header_at, "parity", what)
        while data[p : p + 5] == b"start":
            at = self.faults.skip_space(p + 5)
            value, p = self.faults.statement(at, "start", "the vertex where the play begins")
            if self.start is not None:
                self.faults.add(at, "the start is given twice", "one 'start V;' line")
            self.start, self.start_at = value, at
        self.begin = p
        self.scan()

    def scan(self, id_limit: int | None = None, successor_limit: int | None = None) -> None:
        """Read the vertices; record each fault and continue the scan behind it.

        The arrays are large enough for as many separators as the file has. Without a header it is known at the end only
        from where on successors are out of range.
        """
        lines, commas = pg_scan.count(self.data, ord(";")), pg_scan.count(self.data, ord(","))
        self.lines = lines
        self.n = lines + _SPARE if self.header is None else min(lines + _SPARE, self.header + 1)
        self.indptr = np.empty(self.n + 1, np.int64)
        self.degree = np.empty(self.n, np.int32)
        self.successors = np.empty(lines + commas + 1, np.int32)  # one more for a line that lacks its semicolon
        self.owner = np.full(self.n, codes.UNSEEN, np.uint8)
        self.priority = np.empty(self.n, np.int32)
        self.state = state = np.zeros(codes.SIZE, np.int64)
        state[codes.POSITION] = self.begin
        state[codes.LARGEST_ID] = state[codes.LARGEST_SUCCESSOR] = -1
        state[codes.ID_LIMIT] = self.n if id_limit is None else id_limit
        if successor_limit is None:
            successor_limit = 2**31 - 1 if self.header is None else self.header + 1
        state[codes.SUCCESSOR_LIMIT] = successor_limit
        cls = objective_class(self.objective)
        state[codes.DEAD_ENDS], state[codes.SIGNED] = cls.allows_dead_ends, cls.signed_priorities
        self.wide = np.empty((lines if cls.signed_priorities else 0, 3), np.int64)
        arrays = self.indptr, self.degree, self.successors, self.owner, self.priority, self.wide
        while (code := pg_scan.scan(self.data, state, *arrays)) != codes.DONE and not self.faults.full:
            at, statement = int(state[codes.POSITION]), int(state[codes.STATEMENT])
            self._explain(code, at, statement)
            state[codes.POSITION] = self.faults.behind(at, statement, open_name=code == codes.OPEN_NAME)

    def _explain(self, code: int, at: int, statement: int) -> None:
        """Turn the scanner's code into a fault with its place."""
        faults, number, vertex = self.faults, self.faults.number(at), self.faults.number(statement)
        hint = faults.about_line(at) if at > statement else ""
        match code:
            case codes.ID_OUT_OF_RANGE:
                limit = f"the file has lines for at most {self.lines} vertices, and ids have no gaps"
                if self.header is not None and number.isdigit() and int(number) > self.header:
                    limit = f"the header says that {self.header} is the largest id (or the number of vertices)"
                message, expected, hint = f"the id {number} is out of range: {limit}", "an id within the range", ""
            case codes.SUCCESSOR_OUT_OF_RANGE:
                last = int(self.state[codes.SUCCESSOR_LIMIT]) - 1
                message = f"vertex {vertex} has an edge to {number}, which does not exist"
                expected = f"ids from 0 to {last}" if last >= 0 else "no edges"
                hint = "or its line is missing: was the file cut off?" if number == str(self.header) else ""
            case codes.DEAD_END:
                why = f"{with_article(self.objective)} objective has no meaning for a play that stops"
                *others, final = (name for name in objectives() if _stops(objective_class(name)))
                message, expected = f"vertex {vertex} has no successor, and {why}", "at least one successor"
                hint = f"give it a self-loop, or read the file as a {', '.join(others)} or {final} game"
            case _:
                message, expected = _FAULTS[code]
                message = message.format(here=found(self.data, at), vertex=vertex, number=number)
                if code == codes.NO_ID:
                    hint = faults.about_start(at, "parity", "start")
                elif code in (codes.BAD_OWNER, codes.NO_OWNER) and _OF_CHANCE.match(self.data, at):
                    hint = hint or _CHANCE
        faults.add(at, message, expected, hint)

    def check(self) -> None:
        """Add faults for missing vertices and successors, if the lines themselves were correct."""
        if self.faults:
            return
        state = self.state
        self.n, largest = int(state[codes.COUNT]), int(state[codes.LARGEST_ID])
        expected = largest + 1 if self.header is None else max(self.header, largest + 1)
        if self.n == 0 and self.header is None:
            self.faults.add(len(self.data), "there are no vertices", EXPECTED)
        elif self.n < expected:
            self._missing(expected, largest)
        elif int(state[codes.LARGEST_SUCCESSOR]) >= self.n:
            self.scan(successor_limit=self.n)
        elif state[codes.NOT_ASCII]:
            self.faults.check_utf8()
        if self.start is not None and self.start >= self.n and not self.faults:
            self.faults.add(self.start_at, f"the start {self.start} does not exist", f"ids from 0 to {self.n - 1}")

    def _missing(self, expected: int, largest: int) -> None:
        """Name the vertices without a line, at the header or at the line with the largest id."""
        gaps = [int(v) for v in np.flatnonzero(self.owner[:expected] == codes.UNSEEN)[:4]]
        gaps += range(self.owner.size, min(expected, self.owner.size + 4 - len(gaps)))
        missing = without_line(gaps, expected - self.n)
        what = f"there {'is 1 vertex' if self.n == 1 else f'are {self.n} vertices'}: {missing}"
        if self.header is not None:
            message = f"the header says {self.header}, but {missing if self.n == self.header else what}"
            hint = f"the file may have been cut off, or its ids have gaps; {_NAMES}"
            self.faults.add(self.header_at, message, hint=hint)
            return
        message = f"the largest id is {largest}, but {what}"
        self.scan(id_limit=largest)  # once more, to find its line
        at = self.faults.places.pop()
        self.faults.clear()
        self.faults.add(at, message, hint=f"ids run from 0 on without gaps; {_NAMES}")

    def arena(self) -> Arena:
        """Cut the arrays to their size, bring the rows in order if the ids were not, and add the names."""
        n, m, unordered = self.n, int(self.state[codes.EDGES]), bool(self.state[codes.UNORDERED])
        labels = None
        if self.state[codes.NAMES]:
            where, length = np.empty(n, np.int64), np.full(n, -1, np.int32)
            text = np.empty(int(self.state[codes.NAME_BYTES]), np.uint8)
            pg_scan.copy_names(self.data, self.begin, where, length, text)
            labels = Names(where, length, text)
        for array, size in ((self.indptr, n + 1), (self.owner, n), (self.priority, n), (self.successors, m)):
            array.resize(size, refcheck=False)
        if unordered:
            if isinstance(self.data, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
                self.data.madvise(mmap.MADV_DONTNEED)  # its pages are not needed beside the second array of edges
            scattered, self.successors = self.successors, np.empty(m, np.int32)
            pg_scan.gather(self.indptr, self.degree, scattered, self.successors)
        else:
            self.indptr[n] = m
        return Arena.trusted(self.indptr, self.successors, self.owner, labels)


def _stops(objective: type[Objective]) -> bool:
    """Whether priorities can be read as this instead where a play stops."""
    return objective.allows_dead_ends and not (objective.reads_data or objective.allows_chance)


_BATCH = 1 << 16  # vertices written at a time


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write a game in PGSolver's format, with the largest id in the header and the labels as names.

    The priorities are those of `Objective.priorities`; a quote within a label becomes an apostrophe. Raise `GameError`
    if the arena has no owners, or chance moves: the format cannot say so.
    """
    arena, ours = game.arena, "PGSolver's format"
    if arena.owner is None and arena.n:
        raise GameError(f"{ours} needs an owner for each vertex, and this arena has none; write it as edges instead")
    if arena.chance_vertices.size:
        raise GameError(f"{ours} cannot hold vertices of chance, and this game has some; write it as an arena instead")
    priority, names = game.objective.priorities(arena), _as_names(arena.labels)
    file.write(b"parity %d;\n" % max(arena.n - 1, 0))
    if game.start is not None:
        file.write(b"start %d;\n" % game.start)
    owner = np.zeros(0, np.uint8) if arena.owner is None else arena.owner
    edges, named = (arena.indptr, arena.successors), (names.where, names.length, names.text)
    out = np.empty(0, np.uint8)
    for first in range(0, arena.n, _BATCH):
        last = min(first + _BATCH, arena.n)
        count = int(arena.indptr[last] - arena.indptr[first])
        room = (last - first) * 32 + count * 11 + int(np.maximum(names.length[first:last], 0).sum())
        if out.size < room:
            out = np.empty(room, np.uint8)
        size = pg_write.game_lines(edges, owner, priority, named, first, last, out)
        file.write(out[:size].data)


def _as_names(labels: Sequence[Any] | None) -> Names:
    """Return labels as one run of bytes; a label that is the vertex's own number is none."""
    if isinstance(labels, Names):
        return labels
    given = [None if label == v else str(label).replace('"', "'").encode() for v, label in enumerate(labels or ())]
    length = np.array([-1 if name is None else len(name) for name in given], np.int32)
    where = offsets(np.maximum(length, 0))[:-1]
    return Names(where, length, np.frombuffer(b"".join(name or b"" for name in given), np.uint8))
