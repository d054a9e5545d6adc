"""Edge lists: a line ``u v`` for each edge, ``#``, ``//`` or at the beginning of a line ``%`` before comments.

A line with one number stands for a vertex that may have no edge. A first line ``n m`` before m edges of vertices up to
n is passed over, unless it can well be an edge: where with it the edges are in the order of their tails, and m is no
larger than all vertices. The game's ``remark`` says what was taken for granted; a warning, where the numbers of such a
line do not fit. Vertices are numbered from 1, unless the file names vertex 0. Between words, and with a weight as third
column, edges are read line by line. What has no owners and no priorities is a game of normal or misère play.
"""

from __future__ import annotations

import re
from typing import IO

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena
from graphgames.core.errors import GameError, counted, warn_caller
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Objective
from graphgames.formats.csv_ import placed
from graphgames.formats.kernels import pg_scan, pg_write
from graphgames.formats.kernels.edge_scan import scan_edges
from graphgames.formats.labelled import Labelled
from graphgames.formats.priorities import (
    Priorities,
    as_read,
    marked_objective,
    settings_of,
    speaks_of_priorities,
)
from graphgames.readers.faults import Faults, found
from graphgames.readers.sniff import looks_like
from graphgames.readers.source import Data

EXPECTED = "an edge list: a line 'u v' for each edge, or 'u v weight'"
_SUCCESSORS = "lines of a vertex and all its successors are read with --format adjlist"
_HEADER = "the first line, {}, says that {} vertices and {} edges follow; if it is an edge, it must not come first"
_COUNT = "the first line, {0}, says that there are {0} vertices; if it is a vertex, it must not come first"
_FROM_ONE = "vertices are numbered from 1 to {one}"
_OR_ZERO = " (with --base 0 from 0 to {zero})"
_FROM_ZERO = "vertices are numbered from 0 to {zero} (without --base 0 from 1 to {one})"
_FIRST = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*#.*\n)*\s*(\d+)[ \t]*(?:#.*)?\r?\n")
_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*#.*\n)*\s*.*\n")
_DOUBTFUL = "the first line, {}, is read as an edge; if it says how many vertices and edges follow, leave it out"
_MISFIT = (
    "the first line, {}, is read as an edge; if it says how many vertices and edges follow, it does not fit: {} with "
    "vertices up to {}"
)
_ZERO = re.compile(rb"^[ \t]*0+[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_COMMENT = re.compile(rb"#.*|(?:^\s*%|(?:^|\s)//).*", re.DOTALL)
_BATCH = 1 << 16
_LOOK = 4096
"""So many bytes at the beginning say whether a list has words or weights."""
_SPARSE = 1 << 20  # gaps in the numbers are accepted below this many vertices


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    r"""Read a game from a list of its edges.

    Edges between numbers make an impartial game. Its vertices are 0, or 1 if no line has 0, up to the largest number
    that occurs; the objective is ``normal``, ``misere``, or one of marked vertices, for which all vertices are player
    0's. Edges with words or weights are read as a table without a header. Raise `FormatError` if a line is neither an
    edge nor a vertex; up to ten faults are reported together; `GameError` if the objective needs other data.
    """
    if _has_words_or_weights(data):
        return _read_rows(data, source, objective, priorities)
    marks, given = as_read(priorities).marks, as_read(priorities).base
    objective = objective or ("normal" if marks is None else marked_objective(marks[0], False))
    cls = objective_class(objective)
    if (marks is None and not _needs_nothing(cls)) or speaks_of_priorities(priorities) or settings_of(priorities):
        fit = [name for name in objectives() if _needs_nothing(objective_class(name))]
        raise GameError(
            f"an edge list has no owners and no priorities: it is not {with_article(objective)} game, but "
            f"{' or '.join(fit)}; or mark vertices, as by --target 5"
        )
    faults = Faults(data, source)
    faults.refuse_other_formats("edges", b"0123456789#", EXPECTED)
    lines = pg_scan.count(data, ord("\n")) + 1
    tails, heads = np.empty(lines, np.int32), np.empty(lines, np.int32)
    state = np.array([3 if data[:3] == b"\xef\xbb\xbf" else 0, 0, -1], np.int64)
    while (code := scan_edges(data, state, tails, heads)) and not faults.full:
        at = int(state[0])
        _explain(faults, code, at)
        stop = data.find(b"\n", at)
        state[0] = len(data) if stop < 0 else stop
    m, n = int(state[1]), int(state[2]) + 1
    if not faults and n > max(_SPARSE, 64 * lines):
        at = max(data.find(b"%d" % (n - 1)), 0)
        faults.add(at, f"vertex {n - 1} is far beyond what {lines} lines need", EXPECTED)
    faults.throw()
    tails, heads = tails[:m], heads[:m]
    remark, counts, ends = "", f"{tails[0]} {heads[0]}" if m else "", {"one": n - 1, "zero": n - 1}
    least = int(min(tails.min(), heads.min())) if m else n
    if least and lines > m + 1 and _ZERO.search(data):
        least = 0
    base = int(least > 0) if given is None else given
    fits = _may_be_header(tails, heads)
    if _is_count(data, tails, heads, n, given):
        remark, ends["zero"] = _COUNT.format(n - 1), max(n - 2, int(tails.max()), int(heads.max()))
        n += base - 1
    elif fits and _is_header(tails, heads):
        remark = _HEADER.format(counts, tails[0], heads[0])
        count, tails, heads = int(tails[0]), tails[1:], heads[1:]
        largest = int(max(tails.max(), heads.max()))
        if given == 0 and largest == count:
            _refuse_larger(faults, largest, counts, counted(m - 1, "edge follows", "edges follow"))
        ends = {"one": count} | ({"zero": count - 1} if largest < count else {})
        n = count + base
    elif fits:
        remark = _DOUBTFUL.format(counts)
    elif _was_meant_as_header(tails, heads, n):
        _refuse_cut_lines(faults, heads[0] - (m - 1))
        follow, largest = counted(m - 1, "edge follows", "edges follow"), max(tails[1:].max(), heads[1:].max())
        if heads[0] == m - 1 and largest >= tails[0] + base:
            _refuse_larger(faults, int(largest), counts, follow)
        misfit = _MISFIT.format(counts, follow, largest)
        warn_caller(f"{source}: {misfit}")
    if marks is not None:
        game = _marked(faults, np.stack([tails, heads], axis=1).tolist(), range(base, n), objective, priorities)
    elif not base:
        game = Game(Arena.from_arrays(tails, heads, n), cls())
    elif not least:
        raise GameError("an edge has vertex 0, but the first vertex has number 1")
    else:
        game = Game(Arena.from_arrays(tails - 1, heads - 1, n - 1, labels=range(1, n)), cls())
    doubt = (_FROM_ONE + _OR_ZERO * ("zero" in ends)) * base if given is None else _FROM_ZERO * (least > 0 and not base)
    object.__setattr__(game, "_remark", "; ".join(filter(None, [remark, doubt.format(**ends)])))
    return game


def _has_words_or_weights(data: Data) -> bool:
    """Return whether the first line is no pair of numbers, but two words, or one of the first two has a weight."""
    lines = [words for line in bytes(data[:_LOOK]).splitlines() if (words := _words(line))][:2]
    lengths = [len(line) for line in lines]
    named = any(re.fullmatch(rb"[^\W\d][\w.'-]*", word) for line in lines[:1] for word in line[:2])
    found = looks_like(data)
    noted = re.search(rb"->|^\s*(?:%|//)|\s//", data[:_LOOK], re.MULTILINE) is not None
    fits = lengths and lengths[0] > 1 and max(lengths) <= 3
    return bool((named or 3 in lengths or noted) and fits and (found.ambiguous or not found.sure))


def _words(line: bytes) -> list[bytes]:
    """Return the words of a line, before a comment; an arrow between two may stand for a space."""
    return _COMMENT.sub(b"", line).replace(b"->", b" ").split()


def _read_rows(data: Data, source: str, objective: str | None, priorities: Priorities | None) -> Game:
    """Return the game of edges between words, or with weights; with weights a first line ``n m`` is passed over."""
    faults = Faults(data, source)
    faults.check_utf8()
    graph, remark, width, at = Labelled(faults), "", 0, 0
    for line in faults.text.splitlines(keepends=True):
        start, at = at, at + len(line)
        cells = placed([word.decode() for word in _words(line)], faults.text, start, at)
        if not width and len(cells) == 2 and (rows := len(faults.text[at:].split())) % 3 == 0:
            n, m = cells
            if m.isdecimal() and n.isdecimal() and 3 * int(m) == rows:
                remark, width, cells = _HEADER.format(f"{n} {m}", n, m), 3, []
        if len(cells) == 1:
            graph.vertices.setdefault(cells[0], {})
        elif cells:
            width = width or len(cells)
            if len(cells) != width or len(cells) > 3:
                what = f"this line has {counted(len(cells), 'column')}, and lines above have {width}"
                faults.add(start, what, EXPECTED, _SUCCESSORS)
                continue
            for name in cells[:2]:
                graph.places.setdefault(name, start)
                graph.vertices.setdefault(name, {})
            graph.edges.append((cells[0], cells[1], {"weight": cells[2]} if width == 3 else {}))
            graph.edge_places.append(start)
    game = graph.game(objective, priorities)
    object.__setattr__(game, "_remark", remark)
    return game


def _marked(
    faults: Faults, edges: list[list[int]], numbers: range, objective: str, priorities: Priorities | None
) -> Game:
    """Return the game of an objective about vertices that are marked by their numbers."""
    graph = Labelled(faults, {str(number): {} for number in numbers})
    graph.edges = [(str(u), str(w), {}) for u, w in edges]
    return graph.game(objective, priorities)


def _is_count(data: Data, tails: NDArray[np.int32], heads: NDArray[np.int32], n: int, base: int | None) -> bool:
    """Return whether the first line is a number alone, the largest of the file, that fits as the number of vertices."""
    first = _FIRST.match(data)
    if not tails.size or first is None or int(first[1]) != n - 1:
        return False
    least, most = int(min(tails.min(), heads.min())), int(max(tails.max(), heads.max()))
    return most < n - 1 or (least > 0 and base != 0)


def _may_be_header(tails: NDArray[np.int32], heads: NDArray[np.int32]) -> bool:
    """Return whether the first line fits as the numbers of vertices, 0 to n - 1 or 1 to n, and of edges that follow."""
    if tails.size < 2 or heads[0] != tails.size - 1:
        return False
    least, most = (int(f([f(tails[1:]), f(heads[1:])])) for f in (np.min, np.max))
    return bool(most < tails[0] + (least > 0))


def _is_header(tails: NDArray[np.int32], heads: NDArray[np.int32]) -> bool:
    """Return whether a first line that fits as a header cannot well be an edge.

    The list would not be in the order of its tails, as `write_game` writes it; or the line would be a self-loop, or
    name a vertex that no other line does.
    """
    if tails[1:].min() >= tails[0]:
        return False
    only = heads[0] > max(tails[1:].max(), heads[1:].max())
    return bool(only or heads[0] == tails[0] or (np.diff(tails) > 0).any())


def _was_meant_as_header(tails: NDArray[np.int32], heads: NDArray[np.int32], n: int) -> bool:
    """Return whether a first line that does not fit as a header looks like one whose numbers are wrong.

    It would be an edge out of order, and has the number of the other edges, or about so many and that of the vertices;
    or it names the largest vertex and goes no lower.
    """
    if tails.size < 2 or tails[1:].min() >= tails[0]:
        return False
    follow = tails.size - 1
    least, largest = (int(f([f(tails[1:]), f(heads[1:])])) for f in (np.min, np.max))
    about = n == tails[0] + 1 and largest < tails[0] + (least > 0) and abs(heads[0] - follow) <= max(2, follow // 2)
    return bool(heads[0] == follow or heads[0] >= tails[0] >= largest or about)


def _refuse_cut_lines(faults: Faults, missing: int) -> None:
    """Raise `FormatError` if as many lines hold one number as there are edges fewer than a first line seems to say."""
    alone = list(re.finditer(rb"^[ \t]*(\d+)[ \t]*(?:#.*)?\r?$", faults.data, re.MULTILINE))
    if len(alone) == missing:
        for line in alone[:10]:
            faults.add(line.end(1), "the line ends after one number", "the vertex that the edge leads to")
        faults.throw()


def _refuse_larger(faults: Faults, largest: int, counts: str, follow: str) -> None:
    """Raise `FormatError` where a vertex is larger than a first line says that has the right number of edges."""
    after = _FIRST_LINE.match(faults.data)
    place = after and re.compile(rb"(?<!\d)0*%d(?!\d)" % largest).search(faults.data, after.end())
    if place:
        faults.add(
            place.start(),
            f"vertex {largest} is too large; the first line, {counts}, says how many vertices there are, and {follow}",
            "a vertex that there is; if the first line is an edge, it must not come first",
        )
        faults.throw()


def _needs_nothing(objective: type[Objective]) -> bool:
    """Whether an objective has a meaning without owners and priorities."""
    return not objective.needs_owner and not objective.reads_priorities


def _explain(faults: Faults, code: int, at: int) -> None:
    """Turn the scanner's code into a fault with its place."""
    if code == 2:
        faults.add(at, f"the number {faults.number(at)} is too large", "at most 2147483646")
    elif code == 3:
        faults.add(at, f"{found(faults.data, at)} after an edge", "the end of the line")
    else:
        hint = "an edge list may contain words only if its first line does" * faults.data[at : at + 1].isalpha()
        faults.add(at, found(faults.data, at), "the number of a vertex", hint)


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write the edges of an impartial game; the file does not store the objective.

    Raise `GameError` if the arena has owners, or the player to move wins some ends: the format cannot say so.
    """
    arena = game.arena
    if arena.owner is not None:
        raise GameError("an edge list holds no owners, and this arena has some; write it as PGSolver's .pg instead")
    game.objective.to_data()
    for first in range(0, arena.n, _BATCH):
        last = min(first + _BATCH, arena.n)
        out = np.empty(int(arena.indptr[last] - arena.indptr[first]) * 22, np.uint8)
        size = pg_write.edge_lines(arena.indptr, arena.successors, first, last, out)
        file.write(out[:size].data)
    if arena.n > 1 and not arena.out_degree[0] and not (arena.successors == 0).any():
        file.write(b"0\n")  # else the numbers would begin at 1
    if arena.n and (
        not arena.m or max(int(arena.successors.max()), int(np.flatnonzero(arena.out_degree)[-1])) < arena.n - 1
    ):
        file.write(b"%d\n" % (arena.n - 1))
