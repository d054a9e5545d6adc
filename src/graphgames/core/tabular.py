"""Tables of a few columns: as lines of text for people, and as data frames of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphgames.core.late import optional

if TYPE_CHECKING:
    import pandas as pd


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines, in which its columns stand under each other.

    >>> aligned([["state", "value"], ["a", "1/2"]])
    ['state  value', 'a      1/2']
    """
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in table]


def data_frame(
    data: Mapping[str, Sequence[Any]] | Sequence[Sequence[Any]], columns: Iterable[str] | None = None
) -> pd.DataFrame:
    """Return columns by name, or rows and the names of their columns, as a data frame.

    Raise `MissingDependencyError` if pandas is not installed.
    """
    found: pd.DataFrame = optional("pandas", "pandas").DataFrame(data, columns=None if columns is None else [*columns])
    return found
