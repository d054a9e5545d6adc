"""Models as tables in text (``.csv``, ``.tsv``): a header with ``state`` and ``action``, then what can follow.

The columns are those of `graphgames.games.models.tables`: ``state``, ``action`` and ``next``, and perhaps
``probability``, ``reward`` and ``player``. Numbers are read exactly, as they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphgames.catalogue.find import objective_class
from graphgames.core.errors import Fault, FormatError, GameError
from graphgames.formats.priorities import Priorities, needs_marks, told
from graphgames.games.models.columns import columns_of
from graphgames.games.models.model import Model
from graphgames.games.models.tables import from_table
from graphgames.readers.source import Data


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Any:
    """Read a model; with an objective the game in which player 0 wants that of it.

    Raise `FormatError` if it is not in the format; `GameError` if the objective does not fit.
    """
    columns = columns_of(data, source)
    try:
        model = from_table(columns, name=source)
    except GameError as error:
        raise FormatError([Fault(str(error))], source) from None
    return model if objective is None else asked(model, objective, told(priorities))


def asked(model: Model, objective: str, settings: Mapping[str, Any]) -> Any:
    """Return the game of an objective by its name, with these settings.

    Raise `GameError` if it has no such setting, or needs states to be named.
    """
    made: Any = objective_class(objective)
    if needs_marks(objective):
        raise GameError(f"{objective} needs states; name them by --target, --avoid or --accepting, or in Python")
    for name in settings:
        if name not in made.settings:
            raise GameError(f"{objective} has no setting {name!r}; it has: {', '.join(made.settings) or 'none'}")
    return model.with_objective(made(**settings))
