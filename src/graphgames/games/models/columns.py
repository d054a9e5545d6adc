"""The columns of a model as a table: what they may be called, and how they stand in a text (``.csv``, ``.tsv``)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from graphgames.core.errors import Fault, FormatError, GameError, counted
from graphgames.readers.faults import LIMIT
from graphgames.readers.source import Data

COLUMNS = {
    "state": ("state", "s", "source", "from", "current_state", "from_state"),
    "action": ("action", "a"),
    "next": ("next", "next_state", "nextstate", "s'", "target", "to", "new_state", "to_state", "s_next", "successor"),
    "probability": ("probability", "prob", "p", "transition_probability"),
    "reward": ("reward", "r", "rew"),
    "player": ("player", "owner"),
}
"""The columns of a table, each with the names that it may have, in small letters with ``_`` between words."""

EXPECTED = "state, action, next, and perhaps probability, reward and player"
HEADING = -1
"""In place of a row: the names of the columns."""


class CellError(GameError):
    """Something in a table of a model is wrong.

    Attributes
    ----------
    said : str
        What is wrong, without the row.
    row : int
        The row, from 0, or `HEADING`.
    column : str
        The column, by what it is for or by its own name.
    expected : str
        What was expected there, where the sentence does not say it.
    """

    def __init__(self, said: str, row: int, column: str, expected: str = ""):
        self.said, self.row, self.column, self.expected = said, row, column, expected
        where = "" if row == HEADING else f"row {row + 1}: "
        super().__init__(f"{where}{said}{f'; expected {expected}' if expected else ''}")


def meanings(names: Iterable[Any], told: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what columns are for, with the name of each; ``told`` says of some by which name they go.

    Raise `CellError` if two go by one name, one that is needed is missing, or one is nearly called like one that is.
    """
    listed, found = list(names), dict[str, Any]()
    written = [re.sub(r"[^\w']+", "_", str(one).strip().lower()).strip("_") for one in listed]
    for one, name in (told or {}).items():
        if one not in COLUMNS or name not in listed:
            there = f"the columns are {_listed(listed)}" if one in COLUMNS else f"expected one of {', '.join(COLUMNS)}"
            raise CellError(f"there is no column {(name if one in COLUMNS else one)!r}; {there}", HEADING, "")
        found[one] = name
    for one, known in COLUMNS.items():
        fit = [k for word in known for k in range(len(listed)) if written[k] == word]
        if len(fit) > 1 and written[fit[0]] == written[fit[1]] and one not in found:
            raise CellError(f"two columns are called {str(listed[fit[1]])!r}", HEADING, str(listed[fit[1]]))
        if fit:
            found.setdefault(one, listed[fit[0]])
    missing = [one for one in COLUMNS if one not in found]
    for name, word in zip(listed, written, strict=True):
        near = get_close_matches(word, missing, 1, 0.8) if name not in found.values() else []
        if near:
            raise CellError(f"there is a column {str(name)!r}; did you mean {near[0]!r}?", HEADING, str(name))
    if needed := [one for one in missing if one in ("state", "action", "next")]:
        said = f"there is no column {needed[0]!r}; it has {_listed(listed)}"
        raise CellError(said, HEADING, str(listed[0]) if listed else "", EXPECTED)
    return found


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names)) or "none"


@dataclass
class TextTable:
    """A table in a text, and where its cells stand.

    Attributes
    ----------
    text, between : str
        The text, with line feeds alone, and what stands between cells.
    names : list of str
        The names of the columns.
    columns : dict of str to list of str
        The cells of each column by its name.
    lines : list of int
        The line in which the heading and each row begin, from 0.
    called : dict
        What the columns are for, with the name of each, once that is known.
    """

    text: str
    between: str
    names: list[str] = field(default_factory=list)
    columns: dict[str, list[str]] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    called: dict[str, Any] = field(default_factory=dict)

    def fault(self, wrong: CellError) -> Fault:
        """Return what is wrong with its place."""
        name = self.called.get(wrong.column, wrong.column)
        k = max((k for k, one in enumerate(self.names) if one == name), default=0)  # the second, of two alike
        return self.at(self.lines[wrong.row + 1], k, wrong.said, wrong.expected)

    def at(self, line: int, k: int, said: str, expected: str = "") -> Fault:
        """Return a fault at the cell k of the row that begins in a line, or at its last."""
        starts = [start for start, _ in self._cells(line)]
        return self._fault(starts[min(k, len(starts) - 1)], said, expected)

    def open_quote(self, line: int, said: str) -> Fault:
        """Return a fault at the first cell of a row whose quote has no end, or goes on behind it."""
        return self._fault(next((start for start, right in self._cells(line) if not right), 0), said, "")

    def _cells(self, line: int) -> Iterator[tuple[int, bool]]:
        """Yield where each cell of the row begins that begins in a line, and whether its quotes are right."""
        begin, cell = 0, re.compile(rf' *+(?:"(?:[^"]|"")*+" *+(?=[{self.between}\n]|$)|([^{self.between}\n]*))')
        for _ in range(line):
            begin = self.text.index("\n", begin) + 1
        while match := cell.match(self.text, begin):
            start = begin + len(match[0]) - len(match[0].lstrip(" "))
            yield start, not (match[1] or "").startswith('"')
            begin = match.end() + 1
            if self.text[match.end() : begin] != self.between:
                return

    def _fault(self, place: int, said: str, expected: str) -> Fault:
        return Fault.at(self.text.encode(), len(self.text[:place].encode()), said, expected)


def table_of(data: Data, source: str) -> TextTable:
    """Return the table in a text; raise `FormatError` with the lines at fault."""
    try:
        text = bytes(data[:]).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise FormatError([Fault.at(bytes(data[:]), error.start, "this byte is not UTF-8")], source) from None
    between = max(",;\t", key=text.partition("\n")[0].count)
    read = csv.reader(io.StringIO(text, newline=""), delimiter=between, skipinitialspace=True, strict=True)
    found, faults = TextTable(text, between), list[Fault]()
    rows, begin = list[list[str]](), 0
    try:
        for row in read:
            line, begin = begin, read.line_num
            if not any(cell.strip() for cell in row):
                continue
            if not found.lines:
                found.names = [cell.strip() for cell in row]
            elif len(row) == len(found.names):
                rows.append(row)
            else:
                said = f"this line has {counted(len(row), 'column')}, and there are {len(found.names)}: "
                faults.append(found.at(line, min(len(row), len(found.names)), said + ", ".join(found.names)))
                if len(faults) == LIMIT:
                    break
            found.lines.append(line)
    except csv.Error as error:
        wrong = f"this is no table: {error}"
        faults.append(found.open_quote(begin, "this quote has no end" if "end of data" in str(error) else wrong))
    if faults:
        raise FormatError(faults, source)
    columns = zip(*rows, strict=True) if rows else ([] for _ in found.names)
    found.columns = {name: [cell.strip() for cell in column] for name, column in zip(found.names, columns, strict=True)}
    return found


def cells_of(columns: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the columns of a text as values, by what they are for.

    States that are all whole numbers become integers, and so do actions; an empty reward is 0. Raise `CellError` where
    a cell is empty that must not be.
    """
    found: dict[str, Any] = dict(columns)
    for name in ("state", "action", "next", "probability", "player"):
        if "" in found.get(name, ()):
            what = {"next": "next state"}.get(name, name)
            raise CellError(f"the {what} is missing", found[name].index(""), name)
    for together in (("state", "next"), ("action",)):
        if all(_whole(found[name]) for name in together):
            found |= {name: [int(cell) for cell in found[name]] for name in together}
    if "reward" in found:
        found["reward"] = [cell or "0" for cell in found["reward"]]
    return found


def _whole(cells: Sequence[str]) -> bool:
    """Return whether all cells are whole numbers as Python writes them."""
    return all(re.fullmatch("0|-?[1-9][0-9]*", cell, re.ASCII) for cell in dict.fromkeys(cells))
