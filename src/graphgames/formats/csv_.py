r"""Edge lists as tables (``.csv``, ``.tsv``): a header that names the columns, then a line for each edge.

The columns are ``source`` and ``target``, and any of ``owner``, ``priority``, ``label`` and ``start``, which belong to
the source; every other column holds a number of the edge. A line without a target is a vertex alone. Without a header
there are two columns, or a third of weights; three words above numbers in the third are a header, too. Commas,
semicolons or tabs separate them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import IO

from graphgames.core.errors import counted, warn_caller
from graphgames.core.game import Game
from graphgames.core.naming import OWNER
from graphgames.core.value import is_number
from graphgames.formats.labelled import NAME, START, Labelled, Placed, labelled, renaming
from graphgames.formats.priorities import Priorities, as_read
from graphgames.formats.text_table import with_points
from graphgames.readers.faults import Faults
from graphgames.readers.sniff import looks_like
from graphgames.readers.source import Data

EXPECTED = "an edge list: a header 'source,target' and a line 'u,v' for each edge"
SOURCES, TARGETS = ("source", "from", "tail", "src"), ("target", "to", "head", "dst")
_OF_VERTEX = {*OWNER, *NAME, *START, "priority", "accepting", "rejecting", "goal", "final"}
_OF_EDGE = {"probability", "weight", "discount"}
_KNOWN = {*SOURCES, *TARGETS, *_OF_VERTEX, *_OF_EDGE, "reward"}
_MISSING = ("a column 'source'", "a column 'target'")
_HEADED = "a file whose vertices are called so needs a header 'source,target' above"


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    r"""Read a table of edges and make a game of it.

    Raise `FormatError` if it is not in the format, or an attribute is missing or wrong.
    """
    faults = Faults(data, source)
    if not looks_like(data).ambiguous:  # numbers alone may be a table, too
        faults.refuse_other_formats("csv", bytes(range(33, 256)), EXPECTED)
    faults.check_utf8()
    graph, text, read_as = Labelled(faults), faults.text.decode("utf-8-sig"), as_read(priorities)
    head = text[: text.find("\n")] if "\n" in text else text
    places = [0, *(end.end() for end in re.finditer(rb"\n", faults.text)), len(faults.text)]
    between = max(",;\t", key=head.count)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=between)
    columns: list[str] = []
    words: dict[int, str] = {}
    begin = 0
    try:
        for row in table:
            at, begin = places[begin], min(table.line_num, len(places) - 1)
            cells = placed([cell.strip() for cell in row], faults.text, at, places[begin])
            if not any(cells):
                continue
            if not columns:
                names = _called(cells, read_as.columns)
                if _by_place(names, text, between):
                    warn_caller(f"{source}: edges are read from column {cells[0]!r} to column {cells[1]!r}")
                    names = ["source", "target", names[2]]
                columns = _header(names, faults, at)
                faults.throw()
                if columns == [name.lower() for name in names]:
                    continue
            if len(cells) != len(columns):
                message = f"this line has {counted(len(cells), 'column')}, and there are {len(columns)}: "
                expected = EXPECTED if columns == ["source", "target"] else ""
                faults.add(at, message + ", ".join(columns), expected)
                continue
            attributes = dict(zip(columns, cells, strict=True))
            others = [k for k, name in enumerate(columns) if name not in _KNOWN]
            words |= {k: cells[k] for k in others if not is_number(cells[k] or "0")}
            _add(graph, attributes, at)
    except csv.Error as error:
        faults.add(places[begin], f"this is not a table: {error}", EXPECTED)
    if not columns and not faults:
        faults.add(len(faults.text), "there are no edges", EXPECTED)
    for _, target, _ in graph.edges:
        graph.vertices.setdefault(target, {})
    for name in graph.edges[0][2] if graph.edges and between != "," else ():
        cells = [row[name] for _, _, row in graph.edges]
        if (pointed := with_points(cells, name, between)) is not cells:
            words = {k: cell for k, cell in words.items() if columns[k] != name}
            numbered = zip(graph.edges, pointed, strict=True)
            graph.edges = [(u, w, {**row, name: cell}) for (u, w, row), cell in numbered]
    for k, cell in sorted(words.items()):
        named = repr(columns[k]) if columns[k] else f"{k + 1}, which has no name,"
        warn_caller(f"{source}: column {named} has words such as {cell!r}, and is ignored")
    return graph.game(objective, read_as._replace(columns={}))


def placed(cells: list[str], text: bytes, at: int, end: int) -> list[str]:
    """Return the cells of a line from one offset to another, each with its own; as they are where one is not found.

    A cell with doubled quotes is not found.
    """
    found: list[str] = []
    for cell in cells:
        at = text.find(cell.encode(), at, end)
        if at < 0:
            return cells
        found.append(Placed(cell, at))
        at += len(cell.encode()) + (not cell)
    return found


def _by_place(names: list[str], text: str, between: str) -> bool:
    """Return whether three words head a table of edges by their places: the third is known, or has numbers below."""
    below = text.splitlines()[1:2]
    cells = below[0].split(between) if below else []
    words = [name.lower() for name in names if not is_number(name or "0")]
    if len(words) != 3 or len(cells) != 3 or {*words[:2]} & _KNOWN:
        return False
    return words[2] in _KNOWN.difference(SOURCES, TARGETS) or is_number(cells[2].strip() or "0")


def _called(cells: list[str], columns: Mapping[str, str]) -> list[str]:
    """Return the names of the columns, those that have a meaning by the word for it."""
    names = renaming({word: column.lower() for word, column in columns.items()}, [cell.lower() for cell in cells])
    taken = {word for column, word in names.items() if column != word}
    taken |= {one for words in (SOURCES, TARGETS) if taken.intersection(words) for one in words}
    return [names.get(cell.lower(), f"{cell} in the file" if cell.lower() in taken else cell) for cell in cells]


def _header(cells: list[str], faults: Faults, at: int) -> list[str]:
    """Return the names of the columns: those of the first line if it is a header, else ``source`` and ``target``.

    A word in it that is nearly a column's name, or one of the two without the other, is a fault: the line would be
    taken for an edge, or its column for something else.
    """
    names = [cell.lower() for cell in cells]
    whole = any(name in SOURCES for name in names) and any(name in TARGETS for name in names)
    known = [*SOURCES, *TARGETS, *(_OF_EDGE | _OF_VERTEX if whole else ())]
    for cell, name in zip(cells, names, strict=True):
        near = get_close_matches(name, [one for one in known if one not in names and one[:1] == name[:1]], 1, 0.82)
        found = f"the first line has {cell!r}"
        if name not in known and near:
            faults.add(at, found, f"the column {near[0]!r}, or another name", "" if whole else _HEADED)
        elif name in known and not whole:
            faults.add(at, f"{found} like a header, but not {_MISSING[name in SOURCES]}", hint=_HEADED)
    if len(cells) == 3 and is_number(cells[2] or "0") and not whole:
        return ["source", "target", "weight"]
    if not whole and len(cells) > 2 and not faults:
        message = f"the first line has {len(cells)} columns, and does not say which are source and target"
        hint = "a model has the columns state, action and next, of which --column next=NAME says what one is called"
        faults.add(at, message, EXPECTED, hint if len(cells) > 3 else "")
    return names if whole else ["source", "target"]


def _add(graph: Labelled, row: dict[str, str], at: int) -> None:
    """Add a line: an edge, or a vertex alone."""
    source = next(row.pop(key) for key in SOURCES if key in row)
    target = next(row.pop(key) for key in TARGETS if key in row)
    if not source:
        graph.faults.add(at, "this line has no source", EXPECTED)
        return
    if source not in graph.vertices:  # where it is described, and not where another goes to it
        graph.places[source] = at
    known = graph.vertices.setdefault(source, {})
    for key, value in row.items():
        if key in _OF_VERTEX and value and known.setdefault(key, value) != value:
            at = getattr(value, "at", at)
            graph.faults.add(at, f"vertex {source!r} has {key} {value} here, and {known[key]} before")
    if target:
        graph.places.setdefault(target, at)
        graph.edges.append((source, target, {key: value for key, value in row.items() if key not in _OF_VERTEX}))
        graph.edge_places.append(at)


def write_game(game: Game, file: IO[bytes]) -> None:
    r"""Write a line for each edge, and one for each vertex that has none, with all that is known of its source."""
    names, vertices, edges, _ = labelled(game, settings=False)
    listed = [(u, names[w], data) for u, w, data in edges]
    seen = {u for u, _, _ in listed}
    listed += [(v, "", {}) for v in range(len(names)) if v not in seen]
    of_vertices = list(dict.fromkeys(key for data in vertices for key in data))
    of_edges = list(dict.fromkeys(key for _, _, data in listed for key in data))
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["source", "target", *of_vertices, *of_edges])
    for v, target, data in sorted(listed, key=lambda edge: edge[0]):
        cells = [vertices[v].get(key, "") for key in of_vertices] + [data.get(key, "") for key in of_edges]
        table.writerow([names[v], target, *cells])
    file.write(text.getvalue().encode(errors="backslashreplace"))
