"""Tables in text (``.csv``, ``.tsv``): a heading and rows with as many cells, and where each stands, for faults.

Commas, semicolons or tabs separate the cells.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphgames.core.errors import Fault, FormatError, GameError, counted, warn_caller
from graphgames.readers.faults import LIMIT, text_of
from graphgames.readers.source import Data

HEADING = -1
"""In place of a row: the names of the columns."""
NUMBERS = ("probability", "reward")
"""What columns are for that hold numbers with decimals."""
_WITH_COMMA = re.compile(r"[+-]?[0-9]+(,[0-9]+)?")


class CellError(GameError):
    """Something in a table of a model is wrong.

    Attributes
    ----------
    message : str
        What is wrong, without the row.
    row : int
        The row, from 0, or `HEADING`.
    column : str
        The column, by what it is for or by its own name.
    expected : str
        What was expected there, where the sentence does not say it.
    """

    def __init__(self, message: str, row: int, column: str, expected: str = ""):
        self.message, self.row, self.column, self.expected = message, row, column, expected
        where = "" if row == HEADING else f"row {row + 1}: "
        super().__init__(f"{where}{message}{f'; expected {expected}' if expected else ''}")


@dataclass
class TextTable:
    """A table in a text, and where its cells stand."""

    text: str
    between: str
    """The text, with line feeds alone, and what stands between cells."""
    names: list[str] = field(default_factory=list)
    """The names of the columns."""
    columns: dict[str, list[str]] = field(default_factory=dict)
    """The cells of each column by its name."""
    lines: list[int] = field(default_factory=list)
    """The line in which the heading and each row begin, from 0."""
    called: dict[str, Any] = field(default_factory=dict)
    """What the columns are for, with the name of each, once that is known."""

    def meant(self) -> dict[str, list[str]]:
        """Return the cells of the columns that are for something, by what they are for."""
        cells = {one: self.columns[name] for one, name in self.called.items()}
        return cells | {one: with_points(cells[one], one, self.between) for one in NUMBERS if one in cells}

    def fault(self, wrong: CellError) -> Fault:
        """Return what is wrong with its place."""
        if not self.lines:
            return Fault("the file is empty", expected=wrong.expected)
        name = self.called.get(wrong.column, wrong.column)
        k = max((k for k, one in enumerate(self.names) if one == name), default=0)  # the second, of two alike
        return self.at(self.lines[wrong.row + 1], k, wrong.message, wrong.expected)

    def at(self, line: int, k: int, message: str, expected: str = "") -> Fault:
        """Return a fault at the cell k of the row that begins in a line, or at its last."""
        starts = [start for start, _ in self._cells(line)]
        return self._fault(starts[min(k, len(starts) - 1)], message, expected)

    def open_quote(self, line: int, message: str) -> Fault:
        """Return a fault at the first cell of a row whose quote has no end, or goes on behind it."""
        return self._fault(next((start for start, right in self._cells(line) if not right), 0), message, "")

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

    def _fault(self, place: int, message: str, expected: str) -> Fault:
        return Fault.at(self.text.encode(), len(self.text[:place].encode()), message, expected)


def table_of(data: Data, source: str) -> TextTable:
    """Return the table in a text; raise `FormatError` with the lines at fault."""
    text = text_of(data, source, "utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    between = max(",;\t", key=text.partition("\n")[0].count)
    read = csv.reader(io.StringIO(text, newline=""), delimiter=between, skipinitialspace=True, strict=True)
    found, faults = TextTable(text, between), list[Fault]()
    rows, begin = list[tuple[str, ...]](), 0  # tuples of texts, which the garbage collector passes over
    try:
        for row in read:
            line, begin = begin, read.line_num
            if not "".join(row).strip():
                continue
            if not found.lines:
                found.names = [cell.strip() for cell in row]
            elif len(row) == len(found.names):
                rows.append(tuple(row))
            else:
                message = f"this line has {counted(len(row), 'column')}, and there are {len(found.names)}: "
                faults.append(found.at(line, min(len(row), len(found.names)), message + ", ".join(found.names)))
                if len(faults) == LIMIT:
                    break
            found.lines.append(line)
    except csv.Error as error:
        wrong = f"this is not a table: {error}"
        faults.append(found.open_quote(begin, "this quote has no end" if "end of data" in str(error) else wrong))
    if faults:
        raise FormatError(faults, source)
    columns = zip(*rows, strict=True) if rows else ([] for _ in found.names)
    found.columns = {name: list(map(str.strip, column)) for name, column in zip(found.names, columns, strict=True)}
    return found


def with_points(cells: list[str], name: str, between: str) -> list[str]:
    """Return the numbers of a column with points for decimal commas, and warn; as they are if one is written otherwise.

    >>> with_points(["0.9", "0,1"], "probability", ";"), with_points(["0", "1"], "probability", ",")
    (['0.9', '0,1'], ['0', '1'])
    """
    example = next((cell for cell in cells if "," in cell), None)
    if between == "," or example is None or not all(_WITH_COMMA.fullmatch(cell) for cell in cells if cell):
        return cells
    warn_caller(f"column {name!r} has decimal commas: {example} is read as {example.replace(',', '.')}")
    return [cell.replace(",", ".") for cell in cells]


def in_lines(columns: Mapping[str, Sequence[Any]]) -> str:
    r"""Return columns as a table in text, with a heading; None is an empty cell, and fractions are exact.

    >>> in_lines({"state": ["low", "high"], "action": ["charge", None]})
    'state,action\nlow,charge\nhigh,\n'
    """
    return in_rows([columns, *zip(*columns.values(), strict=True)])


def in_rows(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows, of which the first is the heading, as `in_lines` returns columns."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
