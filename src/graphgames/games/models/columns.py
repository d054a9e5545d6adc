"""The columns of a model as a table, and how they stand in a text (``.csv``, ``.tsv``)."""

from __future__ import annotations

import csv
import io
from typing import Any

from graphgames.core.errors import Fault, FormatError, counted
from graphgames.readers.source import Data

COLUMNS = {
    "state": ("state", "s", "source", "from"),
    "action": ("action", "a"),
    "next": ("next", "next_state", "nextstate", "s'", "target", "to"),
    "probability": ("probability", "prob", "p"),
    "reward": ("reward", "r"),
    "player": ("player", "owner"),
}
"""The columns of a table, each with the names that it may have."""


def columns_of(data: Data, source: str) -> dict[str, list[Any]]:
    """Return the columns of a table by their names; raise `FormatError` with the line at fault."""
    try:
        text = bytes(data[:]).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError([Fault.at(bytes(data[:]), error.start, "this byte is not UTF-8")], source) from None
    head = text.partition("\n")[0]
    table = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), skipinitialspace=True)
    try:
        names = [cell.strip() for cell in next(table, [])]
        rows = []
        for row in table:
            if len(row) != len(names):
                if not any(cell.strip() for cell in row):
                    continue
                what = f"this line has {counted(len(row), 'column')}, and there are {len(names)}: {', '.join(names)}"
                raise FormatError([Fault(what, table.line_num, 1, ",".join(row), 0)], source)
            rows.append(row)
    except csv.Error as error:
        raise FormatError([Fault(f"this is not a table: {error}", table.line_num)], source) from None
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in names]
    return {name: _cells(name, [cell.strip() for cell in column]) for name, column in zip(names, columns, strict=True)}


def _cells(name: str, column: list[str]) -> list[Any]:
    """Return states and actions that are all whole numbers as integers; an empty reward is 0."""
    if name.strip().lower() in COLUMNS["reward"]:
        return [cell or "0" for cell in column]
    if name.strip().lower() in (*COLUMNS["state"], *COLUMNS["next"], *COLUMNS["action"]):
        plain = all(cell.isdecimal() and (cell == "0" or cell[0] != "0") for cell in column)
        return [int(cell) for cell in column] if plain else column
    return column
